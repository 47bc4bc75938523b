/* From words to values. A complaint always quotes the word. */
#include "base/values.h"
#include "base/input_output.h"
#include "base/nearest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void fail_value(const cli_option *option, const char *expected, const char *text)
{
    fail_usage("--%s expects %s, not '%s'", option->name, expected, text);
}

void read_text(const cli_option *option, const char *text, void *value)
{
    (void)option;
    *(const char **)value = text;
}

/* An empty path is usually a variable of the shell that is not set. */
static void read_path(const cli_option *option, const char *text, void *value)
{
    if (!text[0])
        fail_value(option, "a path", text);
    read_text(option, text, value);
}

static void read_path_beside(const cli_option *option, const char *text, void *value)
{
    if (strcmp(text, "-") == 0)
        fail_usage("--%s expects a file, because the report goes to standard output", option->name);
    read_path(option, text, value);
}

void read_name(const cli_option *option, const char *text, void *value)
{
    char hint[NEAREST_HINT];
    for (unsigned i = 0; option->kind->name(i); i++)
        if (strcmp(option->kind->name(i), text) == 0) {
            *(const char **)value = text;
            return;
        }
    fail_usage("--%s '%s' is unknown%s", option->name, text, nearest_of(option->kind->name, text, NULL, hint));
}

unsigned name_find(const char *(*name)(unsigned index), const char *what, const char *typed, const char *otherwise)
{
    char hint[NEAREST_HINT];
    for (unsigned i = 0; name(i); i++)
        if (strcmp(name(i), typed) == 0)
            return i;
    fail_usage("unknown %s '%s'%s", what, typed, nearest_of(name, typed, otherwise, hint));
}

static void read_number(const cli_option *option, const char *text, void *value)
{
    uint64_t number, most = option->most ? option->most : INT64_MAX;
    char expected[80];
    bool is_number = eleven_number_parse(text, strlen(text), most, &number);
    bool is_too_large = !is_number && text[0] && text[strspn(text, "0123456789")] == '\0';
    if (option->most || is_too_large)
        snprintf(expected, sizeof expected, "a whole number from %" PRIu64 " to %" PRIu64, option->least, most);
    else
        snprintf(expected, sizeof expected, "a whole number of at least %" PRIu64, option->least);
    if (!is_number || number < option->least)
        fail_value(option, expected, text);
    *(int64_t *)value = (int64_t)number;
}

static void read_seed(const cli_option *option, const char *text, void *value)
{
    seed_value *seed = value;
    seed->is_given = eleven_number_parse(text, strlen(text), UINT64_MAX, &seed->seed);
    if (!seed->is_given)
        fail_value(option, "a whole number from 0 to 18446744073709551615", text);
}

static void read_size(const cli_option *option, const char *text, void *value)
{
    board_size *size = value;
    if (!eleven_size_parse(text, strlen(text), &size->w, &size->h))
        fail_value(option, "a size from 1x1 to 8x8", text);
}

const char *decimal_parse(const char *text, double *number)
{
    char *end;
    size_t digits = strspn(text, "0123456789.");
    *number = strtod(text, &end);
    return digits > 0 && end == text + digits ? end : NULL;
}

bool milliseconds_parse(const char *text, double *milliseconds)
{
    static const struct {
        const char *unit;
        double milliseconds;
    } units[] = {{"", 1}, {"ms", 1}, {"us", 1e-3}, {"s", 1e3}};
    double number;
    const char *end = decimal_parse(text, &number);
    if (!end || !(number > 0) || number > 1e9)
        return false;
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].unit) == 0) {
            *milliseconds = number * units[i].milliseconds;
            return true;
        }
    return false;
}

static void read_time(const cli_option *option, const char *text, void *value)
{
    if (!milliseconds_parse(text, value))
        fail_value(option, "a time such as 10ms, 500us or 2s", text);
}

const value_kind kind_text = {.read = read_text};
const value_kind kind_file = {.read = read_path, .path = PATH_FILE};
const value_kind kind_file_beside = {.read = read_path_beside, .path = PATH_FILE};
const value_kind kind_folder = {.read = read_path, .path = PATH_FOLDER};
const value_kind kind_number = {.read = read_number};
const value_kind kind_seed = {.read = read_seed};
const value_kind kind_size = {.read = read_size, .words = "3x3 4x4 4x5 5x5 6x6 8x8"};
const value_kind kind_time = {.read = read_time, .words = "10ms 100ms 1s"};
const value_kind kind_goal = {.read = read_text, .words = "none 512 1024 2048 4096 8192"};

eleven_budget budget_of(const think_limits *limits)
{
    return (eleven_budget){
        sizeof(eleven_budget), (uint32_t)limits->depth, (uint64_t)limits->nodes, limits->milliseconds, NULL, 0};
}

static void read_rules(const cli_option *option, const char *text, void *value)
{
    char hint[NEAREST_HINT];
    eleven_problem problem;
    if (eleven_rules_find(text, value))
        return;
    if (access(text, F_OK) != 0)
        fail_usage("--%s '%s' is neither a rule set nor a rule file%s", option->name, text,
                   nearest_of(eleven_rules_name, text, NULL, hint));
    buffer file = input_read(text);
    if (eleven_rules_parse(file.at, file.length, value, &problem))
        fail_in_file(text, &problem);
    buffer_free(&file);
}

const value_kind kind_rules = {read_rules, eleven_rules_name, PATH_FILE, NULL};

void vector_width_check(int64_t bits)
{
    void *memory = malloc(ELEVEN_BATCH_BYTES);
    if (!memory)
        fail_no_memory();
    bool exists = bits <= 512 && eleven_batch_init(memory, (unsigned)bits, 0);
    free(memory);
    if (!exists)
        fail_usage("--bits expects 128, 256 or 512, and no more than this processor has, not '%" PRId64 "'", bits);
}

void goal_read(const char *text, eleven_rules *rules)
{
    if (text && !eleven_goal_parse(text, strlen(text), rules))
        fail_usage("--goal expects 'none' or a tile of the rules %s that can be reached, not '%s'", rules->name, text);
}

void refuse_beside_game(const given_option *options, const char *what)
{
    for (; options->name; options++)
        if (options->is_given)
            fail_usage("--%s cannot be combined with a %s, which contains a game", options->name, what);
}

void rules_or_classic(eleven_rules *rules)
{
    if (!rules->name[0])
        eleven_rules_find("classic", rules);
}

eleven_board board_read(const char *what, const char *text, const eleven_rules *rules)
{
    eleven_board board;
    eleven_problem problem;
    if (eleven_board_parse(rules, text, strlen(text), &board, &problem))
        fail_usage("%s '%s', column %" PRIu32 ": %s", what, text, problem.column, problem.sentence);
    return board;
}

eleven_board board_input(const char *text, const eleven_rules *rules)
{
    eleven_board board;
    eleven_problem problem;
    if (strcmp(text, "-") != 0)
        return board_read("the board", text, rules);
    buffer file = input_read(text);
    if (eleven_board_parse(rules, file.at, file.length, &board, &problem))
        fail_in_file(text, &problem);
    buffer_free(&file);
    return board;
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

const char *grouped(uint64_t number, char text[GROUPED])
{
    char digits[GROUPED], *at = text;
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (int i = 0; i < length; i++) {
        *at++ = digits[i];
        if ((length - i - 1) % 3 == 0 && i + 1 < length)
            *at++ = ',';
    }
    *at = '\0';
    return text;
}

const char *print_paragraph(const char *text, int width, int indent)
{
    int column = 0;
    while (*text && *text != '\n') {
        int word = (int)strcspn(text, " \n");
        if (column && column + 1 + word > width) {
            putchar('\n');
            column = 0;
        }
        column += printf("%*s%.*s", column ? 1 : indent, "", word, text);
        text += word;
        text += *text == ' ';
    }
    putchar('\n');
    return text;
}

void print_goal(uint32_t goal)
{
    if (goal)
        printf("goal %" PRIu32, goal);
    else
        printf("no goal");
}
