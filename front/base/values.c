/* Turning words into values. A sentence about a wrong word always quotes it. */
#include "base/values.h"
#include "base/contender.h"
#include "base/input_output.h"
#include "base/named_player.h"
#include "base/nearest.h"
#include "base/tables.h"

#include "picture/theme.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool text_is_number(const char *text, uint64_t most, uint64_t *number)
{
    uint64_t sum = 0;
    for (const char *at = text; *at; at++) {
        unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9 || digit > most || sum > (most - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *number = sum;
    return *text != '\0';
}

/* ---- Options ------------------------------------------------------------------------------------------- */

int option_size(const char *command, const char *option, const char *text, void *target)
{
    board_size *size = target;
    unsigned w = (unsigned)(unsigned char)text[0] - '0';
    unsigned h = w <= 9 && text[1] == 'x' ? (unsigned)(unsigned char)text[2] - '0' : 0;
    if (w < 1 || w > ELEVEN_SIDE_MAX || h < 1 || h > ELEVEN_SIDE_MAX || text[3] != '\0')
        return complain(command, STATUS_USAGE, "--%s '%s' is not a size from 1x1 to 8x8", option, text);
    *size = (board_size){w, h};
    return 0;
}

int option_seed(const char *command, const char *option, const char *text, void *target)
{
    seed_value *seed = target;
    seed->is_given = text_is_number(text, UINT64_MAX, &seed->seed);
    return seed->is_given ? 0
                          : complain(command, STATUS_USAGE, "--%s '%s' is not a whole number from 0 to %" PRIu64,
                                     option, text, UINT64_MAX);
}

int option_time(const char *command, const char *option, const char *text, void *target)
{
    return milliseconds_parse(text, target)
               ? 0
               : complain(command, STATUS_USAGE, "--%s '%s' is not a time such as 10ms, 500us or 2s", option, text);
}

int option_number(const char *command, const char *option, const char *text, void *target)
{
    uint64_t number;
    if (!text_is_number(text, INT64_MAX, &number))
        return complain(command, STATUS_USAGE, "--%s '%s' is not a whole number from 0 on", option, text);
    *(int64_t *)target = (int64_t)number;
    return 0;
}

int option_theme(const char *command, const char *option, const char *text, void *target)
{
    nearest best = nearest_to(text);
    for (unsigned i = 0; theme_name(i); i++)
        nearest_consider(&best, theme_name(i));
    *(const char **)target = text;
    return theme_exists(text) ? 0
                              : complain(command, STATUS_USAGE, "--%s '%s' is not a theme; the nearest is '%s'", option,
                                         text, best.name);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

int complain_of_file(const char *command, const char *path, const eleven_problem *problem)
{
    if (problem->line == 0)
        return complain(command, STATUS_FAILURE, "%s: %s", file_name(path), problem->sentence);
    return complain(command, STATUS_FAILURE, "%s:%" PRIu32 ":%" PRIu32 ": %s", file_name(path), problem->line,
                    problem->column, problem->sentence);
}

int rules_file_read(const char *command, const char *path, eleven_rules *rules)
{
    file_text file;
    eleven_problem problem;
    if (input_read(command, path, &file))
        return STATUS_FAILURE;
    eleven_error error = eleven_rules_parse(file.text, file.length, rules, &problem);
    free(file.text);
    return error ? complain_of_file(command, path, &problem) : 0;
}

int option_rules(const char *command, const char *option, const char *text, void *target)
{
    if (eleven_rules_find(text, target))
        return 0;
    if (access(text, F_OK) == 0)
        return rules_file_read(command, text, target);
    nearest best = nearest_to(text);
    for (unsigned i = 0; eleven_rules_name(i); i++)
        nearest_consider(&best, eleven_rules_name(i));
    return complain(command, STATUS_USAGE, "--%s '%s' is neither a rule file nor a shipped name; the nearest is '%s'",
                    option, text, best.name);
}

int goal_read(const char *command, const char *text, eleven_rules *rules)
{
    uint64_t value;
    if (!text)
        return 0;
    eleven_rules changed = *rules;
    bool is_none = strcmp(text, "none") == 0;
    changed.goal = !is_none && text_is_number(text, UINT32_MAX, &value) ? eleven_rules_rank(rules, value) : 0;
    eleven_problem problem;
    if (!is_none && changed.goal == 0)
        return complain(command, STATUS_USAGE, "--goal '%s' is neither 'none' nor a tile of the rules %s", text,
                        rules->name);
    if (eleven_rules_check(&changed, &problem))
        return complain(command, STATUS_USAGE, "--goal '%s' cannot be: %s", text, problem.sentence);
    *rules = changed;
    return 0;
}

void rules_or_classic(eleven_rules *rules)
{
    if (!rules->name[0])
        eleven_rules_find("classic", rules);
}

/* ---- Boards -------------------------------------------------------------------------------------------- */

int board_read(const char *command, const char *what, const char *text, const eleven_rules *rules, eleven_board *board)
{
    eleven_problem problem;
    if (!eleven_board_parse(rules, text, strlen(text), board, &problem))
        return 0;
    return complain(command, STATUS_USAGE, "%s '%s', column %" PRIu32 ": %s", what, text, problem.column,
                    problem.sentence);
}

const char *status_name(eleven_status status)
{
    static const char *const names[] = {[ELEVEN_PLAYING] = "playing", [ELEVEN_WON] = "won", [ELEVEN_LOST] = "lost"};
    return names[status];
}

/* ---- Surroundings -------------------------------------------------------------------------------------- */

bool data_folder(const char *given, char path[DATA_PATH])
{
    const struct {
        const char *base, *below;
    } places[] = {
        {given, ""},
        {getenv("ELEVEN_DATA"), ""},
        {getenv("XDG_DATA_HOME"), "/eleven"},
        {getenv("HOME"), "/.local/share/eleven"},
    };
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].base && places[i].base[0])
            return snprintf(path, DATA_PATH, "%s%s", places[i].base, places[i].below) < DATA_PATH;
    return false;
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

void date_now(char date[32])
{
    time_t now = time(NULL);
    struct tm utc;
    date[0] = '\0';
    if (gmtime_r(&now, &utc))
        strftime(date, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

int player_check(const char *command, const char *name)
{
    nearest best = nearest_to(name);
    if (eleven_table_is_named(name)) {
        eleven_table *table = table_read(command, name);
        eleven_table_close(table);
        return table ? 0 : STATUS_FAILURE;
    }
    for (unsigned i = 0; eleven_player_name(i); i++) {
        if (strcmp(name, eleven_player_name(i)) == 0)
            return strcmp(name, "strong") == 0 ? strong_check(command) : 0;
        nearest_consider(&best, eleven_player_name(i));
    }
    return complain(command, STATUS_USAGE, "--player '%s' is not a player; the nearest is '%s'", name, best.name);
}

int option_player(const char *command, const char *option, const char *text, void *target)
{
    (void)option;
    *(const char **)target = text;
    return player_check(command, text);
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
    return *player ? 0 : complain(command, STATUS_FAILURE, "out of memory");
}
