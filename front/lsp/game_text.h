/* Games as they stand in a document: chains anywhere, records in files *.2048 and wherever a line says
 * "eleven game". A game is its head and its steps, each with the state that it leads to. After an edit only
 * what stands behind it is read again.
 *
 *     2048(seed=7).Begin.Up.Lift.Down
 *     |head------| step  step step(wrong) step
 */
#ifndef LSP_GAME_TEXT_H
#define LSP_GAME_TEXT_H

#include "eleven.h"
#include "eleven/interactive.h"

typedef struct lsp_document lsp_document;

/* A word of a chain, or a ply of a record. */
typedef struct lsp_step {
    size_t begin, end;   /* bytes from the game's begin */
    size_t good;         /* how many steps up to this one the way to the last good state has; see step_state */
    eleven_state *state; /* owned; NULL where the step is wrong */
} lsp_step;

typedef struct lsp_game {
    size_t begin, end; /* bytes in the document */
    size_t head_end;   /* from begin */
    bool is_record;
    bool is_sure;          /* it is meant as a game: not just the number 2048 before a dot */
    bool has_seed;         /* written in the text */
    bool is_lost;          /* an edit changed its head; only until the next update */
    eleven_state *start;   /* before the game begins (chain), or at its first position; NULL: the head is wrong */
    eleven_reader *reader; /* of a record, after its head */
    lsp_step *steps;
    size_t step_count, step_capacity;
    size_t wrong_count;      /* steps without a state */
    size_t kept;             /* how many steps no edit has touched since the last update */
    eleven_problem *problem; /* of the head, or what stops the reading of a record; its line counts from `begin` */
    size_t problem_begin, problem_end; /* bytes in the document, as of the last update */
} lsp_game;

/* Brings the document's games up to date. */
void games_update(lsp_document *document);

/* The bytes [begin, end) will be replaced by `length` others. */
void games_note_edit(lsp_document *document, size_t begin, size_t end, size_t length);

void games_free(lsp_document *document);

/* The state after the first `count` steps (wrong ones change nothing); NULL where the head is wrong. */
eleven_state *game_state(const lsp_game *game, size_t count);

/* Whether all of it can be played. A record whose head tells a wrong end can: what is written then mends it. */
bool game_is_right(const lsp_game *game);
bool game_tells_wrong_end(const lsp_game *game);

/* How many steps end before or at the byte. */
size_t game_steps_before(const lsp_game *game, size_t at);

/* The step that the byte stands in or at the end of; NULL where it is none. */
const lsp_step *game_step_at(const lsp_game *game, size_t at);

/* ---- For the two kinds of games ------------------------------------------------------------------------ */

/* Reads the game that begins at game->begin, from the steps that it already has on; sets everything else. */
void chain_read(const lsp_document *document, lsp_game *game);
void record_read(const lsp_document *document, lsp_game *game, size_t limit);

/* Appends a step, taking the state over; false (and the state freed) when memory is short. */
bool game_add_step(lsp_game *game, size_t begin, size_t end, eleven_state *state);

/* Remembers what is wrong. */
void game_fail(lsp_game *game, const eleven_problem *problem, size_t begin, size_t end);

#endif
