/* The game as a tree to walk, for front ends that can show a text and offer a choice: a menu, a prompt, the completion
 * list of an editor.
 *
 *     (start) --Begin--> (board) --Up--> (board) --Left--> ...
 *
 * A state has a text and a list of options; choosing an option gives the next state. A state is a value: it never
 * changes, and the path that led to it decides everything about it. The path can be written as a chain,
 * `2048(seed=7).Begin.Up.Left`, and that text is the game.
 *
 * A state takes about 200 bytes. What Undo needs is kept beside it: about 45 bytes per move, shared by all states that
 * came from that move. So a state can be freed as soon as the next one exists. The states of one game are used by one
 * thread at a time.
 *
 * Example:
 *
 *     eleven_record head;
 *     eleven_option options[ELEVEN_OPTIONS_MAX];
 *     size_t end;
 *     if (eleven_chain_head_parse("2048(seed=7)", 12, &head, &end, NULL)) return 1;
 *     eleven_state *start = eleven_state_new(&head), *state;
 *     if (!start || eleven_state_choose(start, "Begin", 5, &state, NULL)) return 1;
 *     unsigned count = eleven_state_options(state, NULL, options);
 *     for (unsigned i = 0; i < count; i++) printf("%s\n", options[i].word);
 *     eleven_state_free(state);
 *     eleven_state_free(start);
 *     // Grid
 *     // Up
 *     // Down
 *     // Left */
#ifndef ELEVEN_INTERACTIVE_H
#define ELEVEN_INTERACTIVE_H

#include "eleven/game.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- States -------------------------------------------------------------------------------------------- */

typedef struct eleven_state eleven_state;

/* The state before the game that the head describes (copied): the game will begin at the head's `start` position. The
 * rules must be sound. NULL: out of memory. Free it with eleven_state_free. */
eleven_state *eleven_state_new(const eleven_record *head);

/* Frees one state; others that came from it stay valid. NULL is accepted. */
void eleven_state_free(eleven_state *state);

/* Borrowed from the state. The head does not state the end of the game. */
const eleven_record *eleven_state_head(const eleven_state *state);
const eleven_game *eleven_state_game(const eleven_state *state);

bool eleven_state_has_begun(const eleven_state *state);

/* The status of the game; one that has not begun counts as playing. */
eleven_status eleven_state_status(const eleven_state *state);

/* The gain of the move that led to this state; 0 where no move did. */
uint64_t eleven_state_gain(const eleven_state *state);

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* These return the length of the whole text and write at most size-1 bytes of it, as the print functions in game.h do.
 * Texts are UTF-8, lines end with LF. `player` (NULL: none) is asked for hints and values. */

/* Enough bytes for the text of every state. */
enum { ELEVEN_STATE_TEXT = 4096 };

/* What to show: the score, the board in a frame, the tiles that have just appeared, a win or a loss. */
size_t eleven_state_describe(const eleven_state *state, eleven_player *player, char *text, size_t size);

/* The record of the game up to here in game notation. 0, and nothing is written, when out of memory. */
size_t eleven_state_print(const eleven_state *state, char *text, size_t size);

/* The game up to here as a chain, without the moves that were taken back. 0, and nothing is written, when out of
 * memory, and where a chain cannot describe it: the game has no seed, starts from a given board, or has rules that are
 * not shipped. */
size_t eleven_chain_print(const eleven_state *state, char *text, size_t size);

/* ---- Options ------------------------------------------------------------------------------------------- */

typedef enum eleven_choice {
    ELEVEN_CHOICE_BEGIN,
    /* The same position: choosing it shows the board. */
    ELEVEN_CHOICE_GRID,
    ELEVEN_CHOICE_UP,
    ELEVEN_CHOICE_DOWN,
    ELEVEN_CHOICE_LEFT,
    ELEVEN_CHOICE_RIGHT,
    ELEVEN_CHOICE_UNDO,
    /* The same position: its text says what the player would do. */
    ELEVEN_CHOICE_HINT,
    ELEVEN_CHOICE_KEEP,
} eleven_choice;

/* The number of choices, and the space for the options of a state, also of later versions. */
enum { ELEVEN_CHOICES = 9, ELEVEN_OPTIONS_MAX = 32 };

/* The word of a choice in a chain: "Begin", "Grid", "Up" ... */
const char *eleven_choice_word(eleven_choice choice);

eleven_choice eleven_direction_choice(eleven_direction direction);

/* An option: its label for a list, "Begin Game", "# Show Grid", "Up" ..., and its word as eleven_choice_word gives
 * it. */
typedef struct eleven_option {
    eleven_choice choice;
    const char *label, *word;
} eleven_option;

/* Writes the options of the state, in their order, and returns how many there are. Moves that change nothing are
 * absent, and so is Hint where there is no player. */
unsigned eleven_state_options(const eleven_state *state, const eleven_player *player,
                              eleven_option options[ELEVEN_OPTIONS_MAX]);

/* One line about an option of this state: "score 28, gain 4, value 4.1". */
size_t eleven_option_describe(eleven_state *state, const eleven_option *option, eleven_player *player, char *text,
                              size_t size);

/* Gives the state that the option with this word leads to. ELEVEN_BAD_TEXT where the state has no such option, with a
 * sentence that says why and quotes the word. Hint is accepted without a player too, so that no path depends on one. */
eleven_error eleven_state_choose(eleven_state *state, const char *word, size_t length, eleven_state **next,
                                 eleven_problem *problem);

/* The state after a ply of a record, with the tiles that the ply contains: `after` is the game as a reader of the
 * record has it then, `gain` the gain of the move. NULL: out of memory. */
eleven_state *eleven_state_follow(eleven_state *state, const eleven_ply *ply, const eleven_game *after, uint64_t gain);

/* Gives in `next` the state after a move, and in `ply` (NULL or out) the ply of a record. ELEVEN_IMPOSSIBLE or
 * ELEVEN_NO_MEMORY; `next` is then NULL. A record without a seed gets the same tile as in a session. */
eleven_error eleven_state_move(eleven_state *state, eleven_direction direction, eleven_ply *ply, eleven_state **next);

/* ---- Chains -------------------------------------------------------------------------------------------- */

/* A chain is "2048", optionally a head in parentheses on the same line, and words, each after a dot. doc/FORMATS.md
 * describes the grammar. A line break and the beginning of a comment may come before a dot. */

/* Where a word is in the text, without its dot: bytes begin..end-1. The two are equal at a dot that nothing follows. */
typedef struct eleven_chain_word {
    size_t begin, end;
} eleven_chain_word;

/* Where the next chain may begin at or after `from`: a "2048" that is not a part of another word, before a dot or a
 * head. `length` where there is none. */
size_t eleven_chain_find(const char *text, size_t length, size_t from);

/* Reads "2048" and its head: rules (classic), size (4x4), goal (that of the rules) and seed (0); `start` follows
 * from them. has_seed says whether the text contains the seed; set it before you play. `end` gets the index of the
 * first byte after the head (after an error: of a byte in the part that could not be read, or just after it). The
 * problem's column counts from the "2048". */
eleven_error eleven_chain_head_parse(const char *text, size_t length, eleven_record *head, size_t *end,
                                     eleven_problem *problem);

/* The word after the dot at `at` or, after blanks and the beginning of a comment, on the next line; false where the
 * chain is over. Continue from word->end. */
bool eleven_chain_next(const char *text, size_t length, size_t at, eleven_chain_word *word);

/* "2048(seed=7, size=5x5)": the seed and what differs from classic 4x4; 0 where a chain cannot describe the game. */
size_t eleven_chain_head_print(const eleven_record *head, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
