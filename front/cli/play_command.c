/* Sitting down to play: which rules, which size, which game; then the terminal game or the plain one. */
#include "cli/commands.h"
#include "base/game_file.h"
#include "base/keeper.h"
#include "base/options.h"
#include "base/storage.h"
#include "base/values.h"

#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the command line asks for. */
typedef struct play_wish {
    board_size size;
    eleven_rules rules;
    seed_value seed;
    const char *goal, *board, *theme, *data, *player;
    const char *file;
    bool is_still, is_plain;
} play_wish;

/* What it comes to. */
typedef struct game_table {
    eleven_rules rules;
    board_size size;
    eleven_board board; /* w is 0 where none is given */
    file_text file;     /* text is NULL where none is given */
    eleven_session *session;
    game_keeper keeper;
} game_table;

/* ---- Rules, size and position -------------------------------------------------------------------------- */

/* A record brings along everything that these options would tell. */
static int check_file_alone(const play_wish *wish)
{
    const struct {
        const char *option;
        bool is_given;
    } rivals[] = {
        {"size", wish->size.w > 0},    {"rules", wish->rules.name[0]}, {"goal", wish->goal != NULL},
        {"seed", wish->seed.is_given}, {"board", wish->board != NULL},
    };
    for (unsigned i = 0; i < sizeof rivals / sizeof *rivals; i++)
        if (rivals[i].is_given)
            return complain("play", STATUS_USAGE, "--%s cannot go with a file, which tells its own game",
                            rivals[i].option);
    return 0;
}

static int read_file(const play_wish *wish, game_table *table)
{
    eleven_problem problem;
    eleven_reader reader;
    int status = check_file_alone(wish);
    if (status || game_file_read("play", wish->file, &table->file))
        return status ? status : STATUS_FAILURE;
    if (eleven_reader_open(&reader, table->file.text, table->file.length, &problem))
        return complain_of_file("play", wish->file, &problem);
    table->rules = reader.record.rules;
    table->size = (board_size){reader.record.start.board.w, reader.record.start.board.h};
    return 0;
}

static int read_board(const play_wish *wish, game_table *table)
{
    int status = board_read("play", "--board", wish->board, &table->rules, &table->board);
    if (status)
        return status;
    if (wish->size.w && (wish->size.w != table->board.w || wish->size.h != table->board.h))
        return complain("play", STATUS_USAGE, "--board '%s' is %ux%u, not the --size '%ux%u'", wish->board,
                        table->board.w, table->board.h, wish->size.w, wish->size.h);
    if (eleven_board_largest(&table->board) == 0)
        return complain("play", STATUS_USAGE, "--board '%s' has no tile", wish->board);
    table->size = (board_size){table->board.w, table->board.h};
    return 0;
}

/* Everything that can be wrong with the command line is found here, before the store is touched. */
static int read_wish(const play_wish *wish, game_table *table)
{
    if (wish->file)
        return read_file(wish, table);
    table->rules = wish->rules;
    table->size = wish->size.w ? wish->size : (board_size){4, 4};
    rules_or_classic(&table->rules);
    int status = goal_read("play", wish->goal, &table->rules);
    return status || !wish->board ? status : read_board(wish, table);
}

/* ---- The game ------------------------------------------------------------------------------------------ */

static int begin_file(const play_wish *wish, game_table *table)
{
    eleven_problem problem;
    if (eleven_session_load(table->session, table->file.text, table->file.length, 0, &problem))
        return complain_of_file("play", wish->file, &problem);
    eleven_session_mark_helped(table->session);
    return 0;
}

static int begin_new(const play_wish *wish, game_table *table)
{
    eleven_record head = {.rules = table->rules,
                          .has_seed = true,
                          .seed = wish->seed.is_given ? wish->seed.seed : random_seed(),
                          .from_board = wish->board != NULL,
                          .start = {.board = table->board}};
    date_now(head.date);
    return eleven_session_begin(table->session, &head, table->size.w, table->size.h, 0)
               ? 0
               : complain("play", STATUS_FAILURE, "there is not enough memory");
}

/* Whether the game that was taken up is the one asked for. */
static bool goes_on(const play_wish *wish, const game_table *table)
{
    if (eleven_session_position(table->session) == 0 || wish->board)
        return false;
    eleven_record record = eleven_session_record(table->session);
    bool same_seed = record.has_seed && !record.from_board && record.seed == wish->seed.seed;
    return !wish->seed.is_given || same_seed;
}

/* A new game follows those of the sitting, so that nothing is lost. */
static int sit_down(const play_wish *wish, game_table *table)
{
    eleven_problem problem;
    bool tells_nothing =
        !wish->size.w && !wish->rules.name[0] && !wish->goal && !wish->seed.is_given && !wish->board && !wish->file;
    keeper_open(&table->keeper, wish->data);
    if (tells_nothing)
        keeper_latest(&table->keeper, &table->rules, &table->size);
    table->session = keeper_resume(&table->keeper, &table->rules, table->size);
    if (!table->session)
        return complain("play", STATUS_FAILURE, "there is not enough memory");
    int status = 0;
    if (wish->file)
        status = begin_file(wish, table);
    else if (!goes_on(wish, table))
        status = begin_new(wish, table);
    if (status == 0 && !keeper_save(&table->keeper, table->session, &problem))
        keeper_note(&table->keeper, "this game is not saved", &problem);
    return status;
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int play(const play_wish *wish, game_table *table)
{
    term_game game = {.session = table->session,
                      .save = table->keeper.store ? keeper_save : NULL,
                      .best = keeper_best,
                      .random_seed = random_seed,
                      .notice = table->keeper.notice[0] ? table->keeper.notice : NULL,
                      .player = {.name = wish->player, .seed = random_seed()},
                      .context = &table->keeper};
    int status = -1;
    if (!wish->is_plain && !terminal_is_plain())
        status = term_play(&game, &(term_options){wish->theme, !wish->is_still});
    return status < 0 ? plain_play(&game) : status;
}

static int read_and_play(const play_wish *wish)
{
    game_table table = {0};
    int status = read_wish(wish, &table);
    if (status == 0)
        status = sit_down(wish, &table);
    free(table.file.text);
    if (status == 0)
        status = play(wish, &table);
    eleven_session_free(table.session);
    keeper_close(&table.keeper);
    return status;
}

static int play_run(word_list words)
{
    play_wish wish = {.player = USUAL_PLAYER};
    const cli_option options[] = {
        {"size", "WxH", "columns and rows, 1x1 to 8x8 (4x4)", option_size, &wish.size, 's'},
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &wish.rules, 'r'},
        {"seed", "N", "begin the game that has this seed", option_seed, &wish.seed, 0},
        {"goal", "VALUE", "the tile that wins, or none", option_text, &wish.goal, 'g'},
        {"board", "BOARD", "begin a game from this position", option_text, &wish.board, 'b'},
        {"player", "PLAYER", "who gives hints and plays on p (" USUAL_PLAYER ")", option_player, &wish.player, 0},
        {"theme", "NAME", "colours for the terminal", option_theme, &wish.theme, 't'},
        {"no-animation", NULL, "let tiles jump instead of slide", NULL, &wish.is_still, 0},
        {"plain", NULL, "plain text, one board a move; also for screen readers", NULL, &wish.is_plain, 'p'},
        {"data", "DIR", data_help, option_text, &wish.data, 0},
        {0}};
    int status = options_read(&play_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    wish.file = words.count ? words.at[0] : NULL;
    return read_and_play(&wish);
}

const cli_command play_command = {
    .name = "play",
    .arguments = "[FILE]",
    .summary = "Play; go on with the last game, or with the one in FILE",
    .details = "Without options it goes on with what was played last. With a size, rules or a goal it goes on with\n"
               "the last game of that kind, or begins one. With --seed, --board or FILE it begins another game,\n"
               "which undo can take back. Every move is saved at once.\n",
    .most = 1,
    .run = play_run,
};
