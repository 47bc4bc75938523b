/* Begins or continues a game: which rules, which size, which game; then the terminal game or the plain one plays it. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/saving.h"
#include "picture/theme.h"
#include "term/term.h"

#include <stdio.h>
#include <string.h>

struct options {
    board_size size;
    eleven_rules rules;
    seed_value seed;
    const char *goal, *board, *theme, *data, *player;
    bool is_still, is_animated, is_plain, is_spoken, has_defaults;
};

typedef struct play_job {
    const struct options *options;

    /* What the options and the file (NULL: none) ask for. The board is 0x0 where none is given. */
    const char *path;
    buffer file;
    eleven_rules rules;
    board_size size;
    eleven_board board;

    /* As the options, or as in the last game. The texts are in `kept`. */
    const char *theme, *player;
    bool is_still;
    char kept[2][STORE_SETTING];

    eleven_session *session;
    game_saver saver;

    /* No game has been saved before. */
    bool is_first;
} play_job;

/* A record contains everything that these options would set. */
static void check_file_alone(const struct options *options)
{
    const given_option rivals[] = {
        {"size", options->size.w > 0},    {"rules", options->rules.name[0]}, {"goal", options->goal != NULL},
        {"seed", options->seed.is_given}, {"board", options->board != NULL}, {0},
    };
    refuse_beside_game(rivals, "file");
}

static void read_file(play_job *job)
{
    eleven_problem problem;
    eleven_reader reader;
    check_file_alone(job->options);
    job->file = input_read_game(job->path);
    if (eleven_reader_open(&reader, job->file.at, job->file.length, &problem))
        fail_in_file(job->path, &problem);
    job->rules = reader.record.rules;
    job->size = (board_size){reader.record.start.board.w, reader.record.start.board.h};
}

static void read_board(play_job *job)
{
    const struct options *options = job->options;
    const eleven_board *board = &job->board;
    job->board = board_read("--board", options->board, &job->rules);
    if (options->size.w && (options->size.w != board->w || options->size.h != board->h))
        fail_usage("--board '%s' is %ux%u, but --size is %ux%u", options->board, board->w, board->h, options->size.w,
                   options->size.h);
    if (eleven_board_largest(board) == 0)
        fail_usage("--board '%s' has no tile", options->board);
    job->size = (board_size){board->w, board->h};
}

/* Whether the command line says which kind of game it should be. */
static bool is_kind_given(const play_job *job)
{
    const struct options *options = job->options;
    return options->size.w || options->rules.name[0] || options->goal || options->board || job->path;
}

static void read_kind(play_job *job)
{
    const struct options *options = job->options;
    job->rules = options->rules;
    job->size = options->size.w ? options->size : (board_size){4, 4};
    rules_or_classic(&job->rules);
    if (!options->board)
        job->rules.goal = eleven_rules_goal(&job->rules, job->size.w, job->size.h);
    goal_read(options->goal, &job->rules);
    if (options->board)
        read_board(job);
}

/* Finds what can be wrong with the command line, before the store is touched. */
static void read_game(play_job *job)
{
    const struct options *options = job->options;
    if (options->player)
        player_check(options->player);
    if (job->path)
        read_file(job);
    else
        read_kind(job);
    if (options->player && is_kind_given(job))
        player_check_board(options->player, &job->rules, job->size.w, job->size.h);
}

/* ---- Settings ------------------------------------------------------------------------------------------ */
/* What was chosen in an earlier game and not now. A player or theme that is no longer there is forgotten. */
static void read_settings(play_job *job)
{
    const struct options *options = job->options;
    const game_saver *saver = &job->saver;
    char size[STORE_SETTING], rules[STORE_SETTING], still[STORE_SETTING];
    const char *theme = saver_setting(saver, "theme", job->kept[0]);
    job->theme = options->theme ? options->theme : theme && theme_exists(theme) ? theme : NULL;
    job->player = options->player ? options->player : saver_setting(saver, "player", job->kept[1]);
    if (!job->player || (!options->player && !player_is_built_in(job->player)))
        job->player = usual_player;
    job->is_still = options->is_still ||
                    (!options->is_animated && saver_setting(saver, "animation", still) && strcmp(still, "no") == 0);
    if (!is_kind_given(job) && saver_setting(saver, "size", size) && saver_setting(saver, "rules", rules) &&
        eleven_size_parse(size, strlen(size), &job->size.w, &job->size.h) && eleven_rules_find(rules, &job->rules))
        job->rules.goal = eleven_rules_goal(&job->rules, job->size.w, job->size.h);
}

/* Keeps what the options chose; size and rules together, as the kind of the next game. Rules from a file are not
 * kept. */
static void keep_settings(play_job *job)
{
    const struct options *options = job->options;
    char size[16];
    eleven_rules shipped;
    if (options->theme)
        saver_keep(&job->saver, "theme", options->theme);
    if (options->player && player_is_built_in(options->player))
        saver_keep(&job->saver, "player", options->player);
    if (options->is_still || options->is_animated)
        saver_keep(&job->saver, "animation", options->is_still ? "no" : "yes");
    bool is_shipped = eleven_rules_find(job->rules.name, &shipped);
    shipped.goal = job->rules.goal;
    if ((options->size.w || options->rules.name[0]) && is_shipped &&
        eleven_rules_hash(&shipped) == eleven_rules_hash(&job->rules) && !options->board) {
        snprintf(size, sizeof size, "%ux%u", job->size.w, job->size.h);
        saver_keep(&job->saver, "size", size);
        saver_keep(&job->saver, "rules", shipped.name);
    }
}

/* ---- The session --------------------------------------------------------------------------------------- */
/* A game of one's own is continued; any other was played by somebody else. */
static void load_file(play_job *job)
{
    eleven_problem problem;
    eleven_session *own = NULL;
    eleven_error error = saver_resume_record(&job->saver, job->file.at, job->file.length, &own, &problem);
    if (!error && own) {
        eleven_session_free(job->session);
        job->session = own;
        return;
    }
    if (!error)
        error = eleven_session_load(job->session, job->file.at, job->file.length, 0, &problem);
    if (error) {
        saver_close(&job->saver);
        fail_in_file(job->path, &problem);
    }
    eleven_session_mark_helped(job->session);
}

static void begin_new(play_job *job)
{
    eleven_record head = {.rules = job->rules,
                          .has_seed = true,
                          .seed = seed_or_random(job->options->seed),
                          .from_board = job->options->board != NULL,
                          .start = {.board = job->board}};
    date_now(head.date);
    if (!eleven_session_begin(job->session, &head, job->size.w, job->size.h, 0))
        fail_no_memory();
}

/* Whether the game that was resumed is the one that the options ask for. */
static bool is_resumed(const play_job *job)
{
    const struct options *options = job->options;
    if (eleven_session_position(job->session) == 0 || options->board)
        return false;
    eleven_record record;
    eleven_session_record(job->session, &record);
    bool same_seed = record.has_seed && !record.from_board && record.seed == options->seed.seed;
    return !options->seed.is_given || same_seed;
}

/* A new game follows the earlier games of the session, so that undo can return to them. */
static void begin_session(play_job *job)
{
    const struct options *options = job->options;
    bool is_any = !is_kind_given(job) && !options->seed.is_given;
    uint64_t count;
    saver_open(&job->saver, options->data);
    eleven_store *store = job->saver.store;
    job->is_first = store && !store_count(store, NULL, &count, NULL) && count == 0;
    if (store && options->has_defaults)
        store_drop_settings(store, NULL);
    read_settings(job);
    keep_settings(job);
    if (is_any)
        saver_latest(&job->saver, &job->rules, &job->size);
    job->session = saver_resume(&job->saver, &job->rules, job->size);
    if (!job->session)
        fail_no_memory();
    if (!options->seed.is_given && !options->board && !job->path)
        saver_note_other(&job->saver);
    if (job->path)
        load_file(job);
    else if (!is_resumed(job))
        begin_new(job);
}

static int play(play_job *job)
{
    const struct options *options = job->options;
    game_saver *saver = &job->saver;
    term_game game = {.session = job->session,
                      .saver = saver,
                      .lists_games = true,
                      .notice = saver->notice[0] ? saver->notice : NULL,
                      .player = {.name = job->player, .seed = random_seed(), .budget = {.size = sizeof(eleven_budget)}},
                      .is_spoken = options->is_spoken,
                      .is_first = job->is_first};
    int status = -1;
    if (!options->is_plain && !options->is_spoken && !terminal_is_plain())
        status = term_play(&game, &(term_options){job->theme, !job->is_still});
    if (status < 0)
        status = plain_play(&game);
    job->session = game.session;
    return saver_end(saver, "play", job->session, status);
}

static int run_play(void *given, word_list words)
{
    play_job job = {.options = given, .path = words.count ? words.at[0] : NULL};
    read_game(&job);
    begin_session(&job);
    buffer_free(&job.file);
    int status = play(&job);
    eleven_session_free(job.session);
    saver_close(&job.saver);
    return status;
}

static const cli_option rows[] = {
    OPTION_SIZE(size),
    OPTION_RULES(rules),
    OPTION(goal, "goal", 'g', "TILE", kind_goal,
           "the tile that wins, or none (default: that of the rules, or less on a small board)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "begin the game with this seed"),
    OPTION(board, "board", 'b', "BOARD", kind_text, "begin a game from this position"),
    OPTION(player, "player", 0, "PLAYER", kind_player, "who gives hints and autoplays (default: network-large)"),
    OPTION(theme, "theme", 't', "NAME", kind_theme, "colours: original, dark, high-contrast, colour-blind"),
    OPTION_STILL(is_still),
    FLAG(is_animated, "animation", 0, "tiles slide (default)"),
    FLAG(has_defaults, "defaults", 0, "forget the theme, animation, player, size and rules of earlier games"),
    FLAG(is_plain, "plain", 'p', "plain text, one board per move"),
    FLAG(is_spoken, "screen-reader", 0, "plain text that says what each move does, without the board"),
    OPTION_DATA(data),
    {0},
};

const cli_command play_command = {
    .name = "play",
    .arguments = "[FILE]",
    .summary = "Play; continue the last game, or the one in FILE",
    .details = "Without options it continues the game that was played last. With --size, --rules or --goal it\n"
               "continues the last game of that kind, or begins one. With --board, FILE or another --seed it begins\n"
               "another game; undo returns to the one before. A FILE that is an export of a saved game continues that\n"
               "game. Every move is saved at once. In the game, g lists all games, and ? shows the keys.\n"
               "\n"
               "The program remembers the theme, animation and player that you chose last, by an option or in the\n"
               "game. It also remembers size and rules, until an option changes them. --defaults forgets all of\n"
               "these.\n"
               "\n"
               "A hint states how much more the best move is worth than the next best, in points of expected final\n"
               "score. Moves are called equal if they differ by less than 0.2% of that score.\n" PLAYER_HELP "\n"
               "With --plain and --screen-reader you type words, such as left, undo and hint, or letters. With\n"
               "--screen-reader, a move prints in words which tiles moved and merged, the gain, the new tile and the\n"
               "score. 'row 2', 'column 3', board, score, empty and largest read the board. ? lists all words.\n"
               "\n"
               "  eleven play --size 5x5 --rules fibonacci\n"
               "  eleven play --board '2 4 8 / 16 32 64 / . . .'\n"
               "\n"
               "'eleven show --help' explains how a BOARD is written.\n",
    .most = 1,
    .argument = &kind_file,
    OPTIONS(rows),
    .run = run_play,
};
