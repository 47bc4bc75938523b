/* The game as plain text: reads words, does what each says, and prints what happened. All words are in one table; any
 * other word is read as a row of keys, so that "wwad" makes four moves. */
#include "term/term.h"
#include "base/command.h"
#include "base/hint.h"
#include "base/named_player.h"
#include "base/saving.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct plain_game {
    const term_game *game;
    eleven_session *session;
    /* Gives hints; NULL until it is needed. */
    eleven_player *player;
    bool has_quit;
    /* Why the answer could not be written; 0: it could. */
    int trouble;
    /* The last action could not be saved, and this has been printed. */
    bool is_unsaved;
} plain_game;

typedef struct plain_action {
    const char *name;
    /* Separated by blanks. */
    const char *keys;
    const char *help;
    void (*run)(plain_game *play, int argument);
    int argument;
    /* The word after it is the argument: a number from 1. */
    bool takes_number;
} plain_action;

/* ---- Printing ------------------------------------------------------------------------------------------ */
static void print_board(const plain_game *play)
{
    char text[ELEVEN_BOARD_TEXT];
    const eleven_game *game = eleven_session_game(play->session);
    if (play->game->is_spoken) {
        look_at_board(play->session);
        return;
    }
    eleven_board_print(eleven_session_rules(play->session), &game->board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    fputs(text, stdout);
}

/* The position after an action: who hears it asks for the board. */
static void print_position(const plain_game *play)
{
    if (!play->game->is_spoken)
        print_board(play);
    announce_end(play->session);
}

static void print_score(const plain_game *play)
{
    printf("Score %" PRIu64 ".\n", eleven_session_game(play->session)->score);
}

/* Called after every action that changed something. A failure is printed each time, until saving works again. */
static void save(plain_game *play)
{
    eleven_problem problem;
    bool saved = saver_save(play->game->saver, play->session, &problem);
    if (!saved)
        printf("NOT SAVED: %s.\n", problem.sentence);
    if (saved && play->is_unsaved)
        puts("Everything is saved again.");
    play->is_unsaved = !saved;
}

static void print_start(plain_game *play)
{
    const eleven_game *game = eleven_session_game(play->session);
    save(play);
    if (play->game->notice)
        printf("Note: %s.\n", play->game->notice);
    printf("Eleven, %s %ux%u. Score %" PRIu64, eleven_session_rules(play->session)->name, game->board.w, game->board.h,
           game->score);
    printf(", best %" PRIu64, saver_best(play->game->saver, play->session));
    puts(isatty(STDIN_FILENO) ? ". Type ? for help." : ".");
    print_board(play);
    announce_end(play->session);
}

/* ---- Actions ------------------------------------------------------------------------------------------- */
static void move_tiles(plain_game *play, int argument)
{
    eleven_direction direction = (eleven_direction)argument;
    if (!eleven_session_move(play->session, direction, 0)) {
        announce_stuck(play->session, direction);
        return;
    }
    save(play);
    announce_move(play->session, direction, play->game->is_spoken);
    print_position(play);
}

static void undo_or_redo(plain_game *play, int forward)
{
    if (!(forward ? eleven_session_redo : eleven_session_undo)(play->session, 0)) {
        puts(forward ? "There is nothing to redo." : "There is nothing to undo.");
        return;
    }
    save(play);
    const eleven_entry *entry = eleven_session_entry(play->session, eleven_session_position(play->session) - 1);
    printf(forward ? "Redone. " : "Undone. ");
    if (forward && entry->begins_game)
        printf("New game. ");
    if (forward && entry->ply.keeps_playing)
        printf("The game continues. ");
    if (!forward || entry->begins_game || entry->ply.keeps_playing)
        print_score(play);
    else
        announce_move(play->session, entry->ply.direction, play->game->is_spoken);
    print_position(play);
}

static void new_game(plain_game *play, int argument)
{
    (void)argument;
    char date[32];
    date_now(date);
    if (!eleven_session_new_game(play->session, random_seed(), date, 0)) {
        puts("Out of memory: there is no other game.");
        return;
    }
    save(play);
    puts("New game.");
    print_board(play);
    announce_end(play->session);
}

static void keep_playing(plain_game *play, int argument)
{
    (void)argument;
    bool is_won = eleven_session_status(play->session) == ELEVEN_STATUS_WON;
    if (!eleven_session_keep_playing(play->session, 0)) {
        puts(is_won ? "Under these rules the game ends at the goal." : "There is no won game to continue.");
        return;
    }
    save(play);
    puts("The game continues.");
    print_position(play);
}

/* ---- The player ---------------------------------------------------------------------------------------- */
/* Asks about the position; false, after a sentence, if there is nothing to ask or no answer. Without a budget the
 * player searches to its default depth, so that the answer does not depend on the machine. */
static bool ask_player(plain_game *play, player_hint *found)
{
    const term_player *wanted = &play->game->player;
    if (eleven_session_status(play->session) != ELEVEN_STATUS_PLAYING) {
        puts("There is no move to make.");
        return false;
    }
    if (!play->player)
        play->player = named_player_open(wanted->name, wanted->seed);
    bool is_found = play->player && hint_ask(play->player, eleven_session_rules(play->session),
                                             eleven_session_game(play->session), &wanted->budget, found);
    if (!is_found)
        puts("The player has no answer: its file is damaged or memory is out.");
    return is_found;
}

static void hint(plain_game *play, int argument)
{
    (void)argument;
    player_hint found;
    if (!ask_player(play, &found))
        return;
    announce_hint(&found);
    eleven_session_hinted(play->session);
    save(play);
}

static void let_play(plain_game *play, int argument)
{
    (void)argument;
    player_hint found;
    if (!ask_player(play, &found))
        return;
    eleven_player repeater = advice_repeater(&found.advice);
    if (!eleven_session_autoplay(play->session, &repeater, &play->game->player.budget, 0))
        return;
    save(play);
    const eleven_entry *entry = eleven_session_entry(play->session, eleven_session_position(play->session) - 1);
    announce_move(play->session, entry->ply.direction, play->game->is_spoken);
    print_position(play);
}

/* ---- Looking ------------------------------------------------------------------------------------------- */
enum look { LOOK_BOARD, LOOK_SCORE, LOOK_EMPTY, LOOK_LARGEST };

static void look(plain_game *play, int what)
{
    switch ((enum look)what) {
    case LOOK_BOARD: print_board(play); break;
    case LOOK_SCORE: print_score(play); break;
    case LOOK_EMPTY: look_for_empty_cells(play->session); break;
    case LOOK_LARGEST: look_for_largest(play->session); break;
    }
}

static void look_row(plain_game *play, int row)
{
    look_at_line(play->session, false, (unsigned)row);
}

static void look_column(plain_game *play, int column)
{
    look_at_line(play->session, true, (unsigned)column);
}

static void quit(plain_game *play, int argument)
{
    (void)argument;
    play->has_quit = true;
}

static void help(plain_game *play, int argument);

static const plain_action actions[] = {
    {"up", "w k \033[A \033OA \xe2\x86\x91", "slide all tiles up", move_tiles, ELEVEN_UP, false},
    {"left", "a h \033[D \033OD \xe2\x86\x90", "slide them to the left", move_tiles, ELEVEN_LEFT, false},
    {"down", "s j \033[B \033OB \xe2\x86\x93", "slide them down", move_tiles, ELEVEN_DOWN, false},
    {"right", "d l \033[C \033OC \xe2\x86\x92", "slide them to the right", move_tiles, ELEVEN_RIGHT, false},
    {"undo", "u", "take the last move back", undo_or_redo, 0, false},
    {"redo", "r", "make it again", undo_or_redo, 1, false},
    {"hint", "i", "the best move, and what the others lose", hint, 0, false},
    {"play", "p", "let the player make one move", let_play, 0, false},
    {"new", "n", "start another game", new_game, 0, false},
    {"keep", "c", "continue after the win", keep_playing, 0, false},
    {"board", "b", "read the whole board", look, LOOK_BOARD, false},
    {"row", "", "read one row: row 2", look_row, 0, true},
    {"column", "", "read one column: column 3", look_column, 0, true},
    {"score", "t", "read the score", look, LOOK_SCORE, false},
    {"empty", "e", "read how many cells are empty, and which", look, LOOK_EMPTY, false},
    {"largest", "m", "read where the largest tile is", look, LOOK_LARGEST, false},
    {"help", "?", "list what can be typed", help, 0, false},
    {"quit", "q", "leave; the game is saved", quit, 0, false},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

/* Lists only the keys that are letters. */
static void help(plain_game *play, int argument)
{
    (void)play, (void)argument;
    puts("A line may hold several words, and a word several letters: wwad makes four moves.");
    for (unsigned i = 0; i < ACTIONS; i++) {
        const char *keys = actions[i].keys;
        printf("  %-7s %-3.*s  %s\n", actions[i].name, keys[0] && keys[1] == ' ' ? 3 : 1, keys, actions[i].help);
    }
}

/* ---- Reading ------------------------------------------------------------------------------------------ */
static const plain_action *find_name(const char *word)
{
    for (unsigned i = 0; i < ACTIONS; i++)
        if (strcasecmp(actions[i].name, word) == 0)
            return &actions[i];
    return NULL;
}

/* The action whose key the text starts with, and the key's length. */
static const plain_action *find_key(const char *text, size_t *length)
{
    for (unsigned i = 0; i < ACTIONS; i++) {
        const char *key = actions[i].keys;
        while (*key) {
            *length = strcspn(key, " ");
            if (*length == 1 ? strncasecmp(key, text, 1) == 0 : strncmp(key, text, *length) == 0)
                return &actions[i];
            key += *length + (key[*length] == ' ');
        }
    }
    return NULL;
}

static bool is_row_of_keys(const char *word)
{
    size_t length;
    while (*word && find_key(word, &length))
        word += length;
    return *word == '\0';
}

/* Only printable ASCII is repeated, so that a strange word cannot disturb the terminal. */
static void print_unknown(const char *word)
{
    putchar('\'');
    for (unsigned i = 0; word[i] && i < 40; i++)
        putchar(word[i] >= ' ' && word[i] < 127 ? word[i] : '?');
    puts("' is not a command. Type ? for help.");
}

/* Writes what has been printed. Returns false if the game ends: the player or a signal asks for it, nobody reads the
 * answer any more, or it cannot be written. */
static bool flush(plain_game *play)
{
    if (!play->trouble && fflush(stdout) != 0)
        play->trouble = errno;
    return !play->trouble && !play->has_quit && !plain_input_is_ended();
}

static void run_word(plain_game *play, const char *word)
{
    size_t length;
    const plain_action *action = find_name(word);
    if (action)
        action->run(play, action->argument);
    else if (!is_row_of_keys(word))
        print_unknown(word);
    else
        for (; *word && flush(play); word += length) {
            action = find_key(word, &length);
            action->run(play, action->argument);
        }
}

/* 0 for anything but a number from 1; NULL: no word. */
static int read_number(const char *word)
{
    uint64_t number = 0;
    return word && eleven_number_parse(word, strlen(word), INT32_MAX, &number) ? (int)number : 0;
}

static void run_line(plain_game *play, char *line)
{
    static const char blanks[] = " \t\r\n,";
    char *rest = NULL;
    for (char *word = strtok_r(line, blanks, &rest); word && flush(play); word = strtok_r(NULL, blanks, &rest)) {
        const plain_action *action = find_name(word);
        if (action && action->takes_number)
            action->run(play, read_number(strtok_r(NULL, blanks, &rest)));
        else
            run_word(play, word);
    }
}

/* ---- Playing ------------------------------------------------------------------------------------------- */
static void play_lines(plain_game *play)
{
    char line[PLAIN_LINE];
    bool prompts = isatty(STDIN_FILENO);
    print_start(play);
    while (!play->has_quit) {
        if (prompts)
            fputs("> ", stdout);
        if (!flush(play) || !plain_input_line(line))
            break;
        run_line(play, line);
    }
    if (prompts && !play->has_quit)
        putchar('\n');
    flush(play);
}

/* A reader that has gone away is not a failure. */
int plain_play(const term_game *game)
{
    plain_game play = {.game = game, .session = game->session};
    plain_input_begin();
    play_lines(&play);
    const char *unread = plain_input_trouble();
    plain_input_end();
    eleven_player_close(play.player);
    if (!play.trouble)
        return unread ? complain("play", STATUS_FAILURE, "standard input cannot be read: %s", unread) : 0;
    clearerr(stdout);
    return play.trouble == EPIPE
               ? 0
               : complain("play", STATUS_FAILURE, "the answer cannot be written: %s", strerror(play.trouble));
}
