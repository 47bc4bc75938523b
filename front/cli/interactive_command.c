/* The game as a prompt: shows the text of a state and its numbered options, reads a choice, continues. Everything
 * that it knows about 2048 comes from the states. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/nearest.h"
#include "term/term.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct options {
    board_size size;
    eleven_rules rules;
    const char *goal, *player;
    seed_value seed;
};

typedef struct prompt {
    eleven_state *state;
    eleven_player *player; /* NULL: none */

    /* A choice failed: out of memory. */
    bool has_failed;
    bool has_quit;
} prompt;

static void show_options(prompt *at)
{
    eleven_option options[ELEVEN_OPTIONS_MAX];
    unsigned count = eleven_state_options(at->state, at->player, options);
    for (unsigned i = 0; i < count; i++) {
        char detail[128];
        lazy_player_detail(at->player, at->state, &options[i], detail, sizeof detail);
        printf("%2u. %-12s  %s\n", i + 1, options[i].label, detail);
    }
}

static void show_state(prompt *at)
{
    char text[ELEVEN_STATE_TEXT];
    eleven_state_describe(at->state, at->player, text, sizeof text);
    printf("%s\n", text);
    show_options(at);
}

static void show_chain(const eleven_state *state)
{
    if (eleven_chain_head_print(eleven_state_head(state), NULL, 0) == 0) {
        fputs("A game with the rules of a file has no chain.\n", stderr);
        return;
    }
    size_t length = eleven_chain_print(state, NULL, 0);
    char *text = length ? malloc(length + 1) : NULL;
    if (!text || eleven_chain_print(state, text, length + 1) != length)
        fail_no_memory();
    puts(text);
    free(text);
}

/* The option that the line means: its number, its label or its word, in any case. */
static const char *option_meant(const prompt *at, const char *line)
{
    eleven_option options[ELEVEN_OPTIONS_MAX];
    uint64_t number;
    unsigned count = eleven_state_options(at->state, at->player, options);
    if (eleven_number_parse(line, strlen(line), count, &number) && number >= 1)
        return options[number - 1].word;
    for (unsigned i = 0; i < count; i++)
        if (strcasecmp(line, options[i].label) == 0 || strcasecmp(line, options[i].word) == 0)
            return options[i].word;
    return line;
}

static void print_hint(const prompt *at, const char *line)
{
    eleven_option options[ELEVEN_OPTIONS_MAX];
    unsigned count = eleven_state_options(at->state, at->player, options);
    char hint[NEAREST_HINT];
    nearest best = {.typed = line};
    for (unsigned i = 0; i < count; i++)
        nearest_consider(&best, options[i].word);
    puts(nearest_hint(&best, "", ".", hint));
}

static bool choose(prompt *at, const char *line)
{
    eleven_state *next;
    eleven_problem problem;
    const char *word = option_meant(at, line);
    eleven_error error = eleven_state_choose(at->state, word, strlen(word), &next, &problem);
    if (error) {
        at->has_failed = error == ELEVEN_NO_MEMORY;
        if (!at->has_failed) {
            printf("%c%s", toupper((unsigned char)problem.sentence[0]), problem.sentence + 1);
            print_hint(at, line);
        }
        return false;
    }
    eleven_state_free(at->state);
    at->state = next;
    return true;
}

/* Several choices on a line may be joined by dots, as in a chain. */
static void obey(prompt *at, char *line)
{
    char *rest = NULL;
    line += strspn(line, " \t");
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t end = strlen(line); end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t'); end--)
        line[end - 1] = '\0';
    if (!*line)
        return;
    if (strcasecmp(line, "quit") == 0 || strcasecmp(line, "q") == 0) {
        at->has_quit = true;
        return;
    }
    const eleven_state *before = at->state;
    bool is_good = true;
    for (char *word = strtok_r(line, ".", &rest); word && is_good; word = strtok_r(NULL, ".", &rest))
        is_good = choose(at, word);
    if (is_good || (at->state != before && !at->has_failed))
        show_state(at);
}

static void converse(prompt *at)
{
    char line[PLAIN_LINE];
    bool prompts = isatty(STDIN_FILENO);
    show_state(at);
    while (!at->has_quit && !at->has_failed) {
        if (prompts)
            fputs("> ", stdout);
        if (!output_push() || !plain_input_line(line))
            break;
        obey(at, line);
    }
    if (prompts && !at->has_quit)
        putchar('\n');
    show_chain(at->state);
}

/* Makes the choices of a chain from the command line. */
static void follow_chain(prompt *at, const char *text, size_t end)
{
    eleven_chain_word word = {0};
    size_t length = strlen(text);
    for (; eleven_chain_next(text, length, end, &word) && word.end > word.begin; end = word.end) {
        eleven_state *next;
        eleven_problem problem;
        eleven_error error = eleven_state_choose(at->state, text + word.begin, word.end - word.begin, &next, &problem);
        if (error == ELEVEN_NO_MEMORY)
            fail_no_memory();
        if (error)
            fail_usage("the chain, column %zu: %s", word.begin + 1, problem.sentence);
        eleven_state_free(at->state);
        at->state = next;
    }
    end = word.end > end ? word.end : end;
    if (end != length)
        fail_usage("the chain, column %zu: '%s' is not a word of a chain", end + 1, text + end);
}

static void read_options(const struct options *options, eleven_record *head)
{
    head->rules = options->rules;
    rules_or_classic(&head->rules);
    goal_read(options->goal, &head->rules);
    head->seed = seed_or_random(options->seed);
    eleven_game_start(&head->rules, options->size.w, options->size.h, head->seed, &head->start, NULL);
}

/* A chain contains all that these options state. */
static void check_chain_alone(const struct options *options)
{
    const given_option rivals[] = {{"size", options->size.w > 0},
                                   {"rules", options->rules.name[0]},
                                   {"goal", options->goal != NULL},
                                   {"seed", options->seed.is_given},
                                   {0}};
    refuse_beside_game(rivals, "chain");
}

/* Begins the game of the options, or of the chain (NULL: none), and plays. */
static void run_prompt(prompt *at, const struct options *options, const char *chain)
{
    eleven_record head = {0};
    eleven_problem problem;
    size_t end = 0;
    if (!chain)
        read_options(options, &head);
    else if (eleven_chain_head_parse(chain, strlen(chain), &head, &end, &problem))
        fail_usage("the chain, column %" PRIu32 ": %s", problem.column, problem.sentence);
    head.has_seed = true;
    player_check_board(options->player, &head.rules, head.start.board.w, head.start.board.h);
    if (!(at->state = eleven_state_new(&head)))
        fail_no_memory();
    if (chain)
        follow_chain(at, chain, end);
    plain_input_begin();
    converse(at);
    const char *unread = plain_input_trouble();
    plain_input_end();
    if (at->has_failed || lazy_player_has_failed(at->player))
        fail_player();
    if (unread)
        fail_with("standard input cannot be read: %s", unread);
}

static int run_interactive(void *given, word_list words)
{
    struct options *options = given;
    prompt at = {0};
    if (words.count)
        check_chain_alone(options);
    options->size = options->size.w ? options->size : (board_size){4, 4};
    if (strcmp(options->player, "none") != 0) {
        player_check(options->player);
        if (!(at.player = lazy_player_new(options->player, 0)))
            fail_no_memory();
    }
    run_prompt(&at, options, words.count ? words.at[0] : NULL);
    eleven_state_free(at.state);
    eleven_player_close(at.player);
    return 0;
}

static const value_kind kind_adviser = {read_text, player_name, PATH_FILE, "none"};

static const cli_option rows[] = {
    OPTION_SIZE(size),
    OPTION_RULES(rules),
    OPTION(goal, "goal", 'g', "TILE", kind_goal, "the tile that wins, or none (default: as the rules)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "all new tiles follow from this number (default: random)"),
    OPTION(player, "player", 'p', "PLAYER", kind_adviser, "who gives hints, or none (default: network-large)"),
    {0},
};

const cli_command interactive_command = {
    .name = "interactive",
    .arguments = "[CHAIN]",
    .summary = "Play by choosing from numbered options",
    .details = "Each line of input is a choice: the number, the label or the word of an option, or several words\n"
               "joined by dots, such as Up.Left. At the end of the input, or after q, the game is printed as a\n"
               "chain, such as 2048(seed=7).Begin.Up.Left. Give the chain as the argument to continue the game.\n"
               "A game with the rules of a file has no chain.\n" PLAYER_HELP "\n"
               "  eleven interactive '2048(seed=7).Begin.Up.Left'\n",
    .most = 1,
    OPTIONS(rows),
    .defaults = &(const struct options){.player = usual_player},
    .run = run_interactive,
};
