/* The game as a prompt: shows the text of a state and its numbered options, reads a choice, and so on. Everything it
 * knows about 2048 comes from the states. */
#include "cli/commands.h"
#include "base/late_player.h"
#include "base/nearest.h"
#include "base/options.h"
#include "term/term.h"
#include "base/values.h"

#include "eleven/interactive.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* `player` is NULL where there is none. */
typedef struct prompt {
    eleven_state *state;
    eleven_player *player;
    bool has_quit;
} prompt;

/* ---- Showing ------------------------------------------------------------------------------------------- */

static void show_options(prompt *at)
{
    eleven_option options[ELEVEN_CHOICES];
    unsigned count = eleven_state_options(at->state, at->player, options);
    for (unsigned i = 0; i < count; i++) {
        char detail[128];
        eleven_option_detail(at->state, &options[i], at->player, detail, sizeof detail);
        printf("%2u. %-12s  %s\n", i + 1, options[i].label, detail);
    }
}

static void show_state(prompt *at)
{
    char text[ELEVEN_STATE_TEXT];
    eleven_state_text(at->state, at->player, text, sizeof text);
    printf("%s\n", text);
    show_options(at);
}

static int show_chain(const eleven_state *state)
{
    size_t length = eleven_state_chain(state, NULL, 0);
    /* A game with the rules of a file has no chain. */
    if (length == 0)
        return 0;
    char *text = malloc(length + 1);
    if (!text)
        return complain("interactive", STATUS_FAILURE, "out of memory");
    eleven_state_chain(state, text, length + 1);
    puts(text);
    free(text);
    return 0;
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */

/* The word of the option that the line names: by its number, its label or its word, in upper or lower case. */
static const char *named_option(const prompt *at, const char *line)
{
    eleven_option options[ELEVEN_CHOICES];
    uint64_t number;
    unsigned count = eleven_state_options(at->state, at->player, options);
    if (eleven_number_parse(line, strlen(line), count, &number) && number >= 1)
        return options[number - 1].word;
    for (unsigned i = 0; i < count; i++)
        if (strcasecmp(line, options[i].label) == 0 || strcasecmp(line, options[i].word) == 0)
            return options[i].word;
    return line;
}

static void print_nearest(const prompt *at, const char *line)
{
    eleven_option options[ELEVEN_CHOICES];
    unsigned count = eleven_state_options(at->state, at->player, options);
    nearest best = nearest_to(line);
    for (unsigned i = 0; i < count; i++)
        nearest_consider(&best, options[i].word);
    printf("; the nearest option is %s.\n", best.name);
}

static bool choose(prompt *at, const char *line)
{
    eleven_state *next;
    eleven_problem problem;
    const char *word = named_option(at, line);
    if (eleven_state_choose(at->state, word, strlen(word), &next, &problem)) {
        printf("Here %s", problem.sentence);
        print_nearest(at, line);
        return false;
    }
    eleven_state_free(at->state);
    at->state = next;
    return true;
}

/* Makes the choices of a line, joined by dots as in a chain. */
static void line_run(prompt *at, char *line)
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
    for (char *word = strtok_r(line, ".", &rest); word; word = strtok_r(NULL, ".", &rest))
        if (!choose(at, word))
            return;
    show_state(at);
}

static int prompt_run(prompt *at)
{
    char line[PLAIN_LINE];
    bool prompts = isatty(STDIN_FILENO);
    show_state(at);
    while (!at->has_quit) {
        if (prompts)
            fputs("> ", stdout);
        if (fflush(stdout) || !plain_input_line(line))
            break;
        line_run(at, line);
    }
    if (prompts && !at->has_quit)
        putchar('\n');
    return show_chain(at->state);
}

/* ---- The command --------------------------------------------------------------------------------------- */

/* Makes the choices of a chain from the command line. Returns 0, or STATUS_USAGE after an error message. */
static int follow_chain(prompt *at, const char *text, size_t end)
{
    eleven_chain_word word = {0};
    size_t length = strlen(text);
    for (; eleven_chain_next(text, length, end, &word) && word.end > word.begin; end = word.end) {
        eleven_state *next;
        eleven_problem problem;
        if (eleven_state_choose(at->state, text + word.begin, word.end - word.begin, &next, &problem))
            return complain("interactive", STATUS_USAGE, "the chain, column %zu: %s", word.begin + 1, problem.sentence);
        eleven_state_free(at->state);
        at->state = next;
    }
    end = word.end > end ? word.end : end;
    return end == length ? 0
                         : complain("interactive", STATUS_USAGE, "the chain, column %zu: '%s' is not a word of a chain",
                                    end + 1, text + end);
}

/* The game of the options, or of the chain. `end`: where the chain's words begin. */
static int read_head(word_list words, eleven_record *head, board_size size, seed_value seed, const char *goal,
                     size_t *end)
{
    if (words.count == 1) {
        eleven_problem problem;
        if (eleven_chain_head(words.at[0], strlen(words.at[0]), head, end, &problem))
            return complain("interactive", STATUS_USAGE, "the chain, column %" PRIu32 ": %s", problem.column,
                            problem.sentence);
    } else {
        rules_or_classic(&head->rules);
        int status = goal_read("interactive", goal, &head->rules);
        if (status)
            return status;
        head->seed = seed.is_given ? seed.seed : random_seed();
        head->start = eleven_game_start(&head->rules, size.w, size.h, head->seed, NULL);
    }
    head->has_seed = true;
    return 0;
}

static int open_player(const char *name, eleven_player **player)
{
    *player = NULL;
    if (strcmp(name, "none") == 0)
        return 0;
    if (player_check("interactive", name))
        return STATUS_USAGE;
    *player = late_player_new(name, 0);
    return *player ? 0 : complain("interactive", STATUS_FAILURE, "out of memory");
}

static int interactive_run(word_list words)
{
    eleven_record head = {.has_seed = false};
    board_size size = {4, 4};
    seed_value seed = {false, 0};
    const char *goal = NULL, *player = "network";
    const cli_option options[] = {
        {"size", "WxH", "the size of the board, 1x1 to 8x8 (4x4)", option_size, &size, 's'},
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &head.rules, 'r'},
        {"goal", "TILE", "win with this tile, or none", option_text, &goal, 'g'},
        {"seed", "N", "the seed that all tiles follow from", option_seed, &seed, 0},
        {"player", "NAME", "who gives hints (network), or none", option_text, &player, 'p'},
        {0}};
    int status = options_read(&interactive_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    prompt at = {NULL, NULL, false};
    size_t end = 0;
    status = read_head(words, &head, size, seed, goal, &end);
    if (status == 0)
        status = open_player(player, &at.player);
    if (status == 0 && !(at.state = eleven_state_new(&head)))
        status = complain("interactive", STATUS_FAILURE, "out of memory");
    if (status == 0 && words.count == 1)
        status = follow_chain(&at, words.at[0], end);
    if (status == 0) {
        plain_input_begin();
        status = prompt_run(&at);
        plain_input_end();
    }
    eleven_state_free(at.state);
    eleven_player_close(at.player);
    return status;
}

const cli_command interactive_command = {
    .name = "interactive",
    .arguments = "[CHAIN]",
    .summary = "Play by choosing from numbered options, one per line",
    .details = "Every line of standard input is a choice: an option's number, label or word, or several words\n"
               "joined by dots, as in Up.Left. At the end of the input, or at q, it prints the game as a chain,\n"
               "2048(seed=7).Begin.Up.Left. Given as the argument, such a chain continues the game.\n",
    .most = 1,
    .run = interactive_run,
};
