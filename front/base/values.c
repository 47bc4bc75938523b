/* From words to values. A complaint always quotes the word. */
#include "base/values.h"
#include "base/contender.h"
#include "base/input_output.h"
#include "base/named_player.h"
#include "base/nearest.h"
#include "base/tables.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int complain_of_value(const char *command, const char *option, const char *expected, const char *text)
{
    return complain(command, STATUS_USAGE, "--%s expects %s, not '%s'", option, expected, text);
}

static int read_text(const char *command, const cli_option *option, const char *text, void *value)
{
    (void)command, (void)option;
    *(const char **)value = text;
    return 0;
}

int read_name(const char *command, const cli_option *option, const char *text, void *value)
{
    char hint[NEAREST_HINT];
    for (unsigned i = 0; option->kind->name(i); i++)
        if (strcmp(option->kind->name(i), text) == 0)
            return read_text(command, option, text, value);
    return complain(command, STATUS_USAGE, "--%s '%s' is unknown%s", option->name, text,
                    nearest_of(option->kind->name, text, hint));
}

static int read_number(const char *command, const cli_option *option, const char *text, void *value)
{
    uint64_t number, most = option->most ? option->most : INT64_MAX;
    char expected[80];
    if (eleven_number_parse(text, strlen(text), most, &number) && number >= option->least) {
        *(int64_t *)value = (int64_t)number;
        return 0;
    }
    if (option->most)
        snprintf(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, option->least, option->most);
    else
        snprintf(expected, sizeof expected, "a number of at least %" PRIu64, option->least);
    return complain_of_value(command, option->name, expected, text);
}

static int read_seed(const char *command, const cli_option *option, const char *text, void *value)
{
    seed_value *seed = value;
    seed->is_given = eleven_number_parse(text, strlen(text), UINT64_MAX, &seed->seed);
    return seed->is_given ? 0
                          : complain_of_value(command, option->name, "a number from 0 to 18446744073709551615", text);
}

static int read_size(const char *command, const cli_option *option, const char *text, void *value)
{
    board_size *size = value;
    return eleven_size_parse(text, strlen(text), &size->w, &size->h)
               ? 0
               : complain_of_value(command, option->name, "a size from 1x1 to 8x8", text);
}

static int read_time(const char *command, const cli_option *option, const char *text, void *value)
{
    return milliseconds_parse(text, value)
               ? 0
               : complain_of_value(command, option->name, "a time such as 10ms, 500us or 2s", text);
}

const value_kind kind_text = {.read = read_text};
const value_kind kind_file = {.read = read_text, .path = PATH_FILE};
const value_kind kind_folder = {.read = read_text, .path = PATH_FOLDER};
const value_kind kind_number = {.read = read_number};
const value_kind kind_seed = {.read = read_seed};
const value_kind kind_size = {.read = read_size};
const value_kind kind_time = {.read = read_time};

eleven_budget budget_of(const think_limits *limits)
{
    return (eleven_budget){(uint32_t)limits->depth, (uint64_t)limits->nodes, limits->milliseconds};
}

static int read_rule_file(const char *command, const char *path, eleven_rules *rules)
{
    buffer file;
    eleven_problem problem;
    if (input_read(command, path, &file))
        return STATUS_FAILURE;
    eleven_error error = eleven_rules_parse(file.at, file.length, rules, &problem);
    buffer_free(&file);
    return error ? complain_of_file(command, path, &problem) : 0;
}

static int read_rules(const char *command, const cli_option *option, const char *text, void *value)
{
    char hint[NEAREST_HINT];
    if (eleven_rules_find(text, value))
        return 0;
    if (access(text, F_OK) == 0)
        return read_rule_file(command, text, value);
    return complain(command, STATUS_USAGE, "--%s '%s' is neither a rule set nor a rule file%s", option->name, text,
                    nearest_of(eleven_rules_name, text, hint));
}

const value_kind kind_rules = {read_rules, eleven_rules_name, PATH_FILE};

int goal_read(const char *command, const char *text, eleven_rules *rules)
{
    if (!text || eleven_goal_parse(text, strlen(text), rules))
        return 0;
    return complain(command, STATUS_USAGE,
                    "--goal expects 'none' or a tile of the rules %s that can be reached, not '%s'", rules->name, text);
}

void rules_or_classic(eleven_rules *rules)
{
    if (!rules->name[0])
        eleven_rules_find("classic", rules);
}

int board_read(const char *command, const char *what, const char *text, const eleven_rules *rules, eleven_board *board)
{
    eleven_problem problem;
    if (!eleven_board_parse(rules, text, strlen(text), board, &problem))
        return 0;
    return complain(command, STATUS_USAGE, "%s '%s', column %" PRIu32 ": %s", what, text, problem.column,
                    problem.sentence);
}

bool terminal_is_plain(void)
{
    const char *terminal = getenv("TERM");
    return !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !terminal || !terminal[0] ||
           strcmp(terminal, "dumb") == 0;
}

uint64_t random_seed(void)
{
    uint64_t seed;
    if (getentropy(&seed, sizeof seed) != 0)
        seed = (uint64_t)time(NULL) * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)getpid();
    return seed >> 11;
}

uint64_t seed_or_random(seed_value seed)
{
    return seed.is_given ? seed.seed : random_seed();
}

void date_now(char date[32])
{
    time_t now = time(NULL);
    struct tm utc;
    date[0] = '\0';
    if (gmtime_r(&now, &utc))
        strftime(date, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

const value_kind kind_player = {read_text, eleven_player_name, PATH_NONE};

int player_check(const char *command, const char *name)
{
    char hint[NEAREST_HINT];
    if (eleven_table_is_named(name)) {
        eleven_table *table = table_read(command, name);
        eleven_table_close(table);
        return table ? 0 : STATUS_FAILURE;
    }
    for (unsigned i = 0; eleven_player_name(i); i++)
        if (strcmp(name, eleven_player_name(i)) == 0)
            return strcmp(name, "strong") == 0 ? strong_check(command) : 0;
    return complain(command, STATUS_USAGE, "unknown player '%s'%s", name, nearest_of(eleven_player_name, name, hint));
}

int player_read(const char *command, const char *name, uint64_t seed, eleven_player **player)
{
    eleven_problem problem;
    *player = NULL;
    if (eleven_table_is_named(name))
        return eleven_table_player_open(name, player, &problem)
                   ? complain(command, STATUS_FAILURE, "%s", problem.sentence)
                   : 0;
    int status = player_check(command, name);
    if (status)
        return status;
    *player = named_player_open(name, seed);
    return *player ? 0 : complain_no_memory(command);
}
