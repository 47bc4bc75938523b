/* One sitting at the board, for every front end: games one after another, undo and redo without limit (a new
 * game can be undone too), replay, and frames that say what to draw.
 *
 * A session is a timeline of entries, each the beginning of a game or one ply, and a position in it: undo
 * steps back, redo steps forward, and a new action replaces whatever stood after the position.
 *
 *     entries   [game A] [ply] [ply] [ply] [game B] [ply] [ply]
 *     position                                              ^ six are in effect; one ply is left to redo
 *
 * It does no input or output and reads no clock: whoever calls says what time it is, `now`, in milliseconds
 * from any moment on. A session is used by one thread at a time.
 */
#ifndef ELEVEN_SESSION_H
#define ELEVEN_SESSION_H

#include "eleven/game.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eleven_session eleven_session;

/* Gives an empty session (no game yet); NULL when memory is short. */
eleven_session *eleven_session_new(void);
void eleven_session_free(eleven_session *session); /* NULL is fine */

/* ---- Actions ------------------------------------------------------------------------------------------- */

/* All of these return false and change nothing where the action is impossible (or memory is short). Those
 * from eleven_session_move on need a game. */

/* Begins the game that the head describes (copied): from its `start` position, or, where start.board.w is 0,
 * with w x h and start tiles from its seed. Its rules must be sound. */
bool eleven_session_begin(eleven_session *session, const eleven_record *head, unsigned w, unsigned h, double now);

/* Reads a game record and appends it, whole; the position is then after its last ply. */
eleven_error eleven_session_load(eleven_session *session, const char *text, size_t length, double now,
                                 eleven_problem *problem);

/* Makes a move. The new tile follows from the game's seed, or, where the record has none, from the position.
 */
bool eleven_session_move(eleven_session *session, eleven_direction direction, double now);

/* Another game with the rules and size of the current one. `date` as in eleven_record, copied. */
bool eleven_session_new_game(eleven_session *session, uint64_t seed, const char *date, double now);

bool eleven_session_keep_playing(eleven_session *session, double now);
bool eleven_session_undo(eleven_session *session, double now);
bool eleven_session_redo(eleven_session *session, double now);

/* Lets the player make one move, which is counted in the record's `helped`. */
bool eleven_session_autoplay(eleven_session *session, eleven_player *player, const eleven_budget *budget, double now);

/* Counts all moves of the current game so far as made by somebody else. */
void eleven_session_mark_helped(eleven_session *session);

/* Goes to any position, 1..length; for replay. A step forward by one animates. Counts no undo. */
bool eleven_session_seek(eleven_session *session, size_t position, double now);

/* ---- Looking ------------------------------------------------------------------------------------------- */

size_t eleven_session_length(const eleven_session *session);   /* entries */
size_t eleven_session_position(const eleven_session *session); /* how many of them are in effect; 0: no game yet */

/* Of the current game, borrowed until the next action. */
const eleven_rules *eleven_session_rules(const eleven_session *session);
const eleven_game *eleven_session_game(const eleven_session *session);
eleven_status eleven_session_status(const eleven_session *session);

/* The head of the current game, its end as it stands now. */
eleven_record eleven_session_record(const eleven_session *session);

/* What the last action did, and the board before it (NULL: not asked for). A move has hops and spawns; the beginning
 * of a game has its start tiles as spawns; anything else has neither, and `before` is then the present board. */
const eleven_events *eleven_session_events(const eleven_session *session, const eleven_board **before);

/* The record of the current game up to the position, as text; returns its length, as the print functions do.
 */
size_t eleven_session_print(const eleven_session *session, char *text, size_t size);

/* ---- Keeping ------------------------------------------------------------------------------------------- */

/* One entry, for storage: either the head of a game or a ply. */
typedef struct eleven_entry {
    const eleven_record *head; /* borrowed; NULL: a ply */
    const eleven_rules *rules; /* borrowed */
    eleven_ply ply;
    eleven_game after; /* the game once this entry is in effect */
    size_t game;       /* index of the entry that begins this game */
} eleven_entry;

eleven_entry eleven_session_entry(const eleven_session *session, size_t index);

/* The first entry that changed (or vanished) since eleven_session_saved was last called; the length where
 * none did. Heads before it may have new `undos` and `helped`. */
size_t eleven_session_unsaved(const eleven_session *session);
void eleven_session_saved(eleven_session *session);

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* A tile to draw. Positions and sizes are in cells: (0, 0) is the board's upper left cell, x to the right, y
 * down. */
typedef struct eleven_sprite {
    float x, y;       /* upper left corner of the tile at scale 1 */
    float scale;      /* about the tile's middle; 1 at rest, up to 1.2 while it pops, from 0 while it appears */
    eleven_rank rank; /* decides the colour */
    uint32_t value;   /* the number on it */
} eleven_sprite;

/* What to show at one moment. */
typedef struct eleven_frame {
    uint8_t w, h;
    uint8_t sprite_count;
    eleven_sprite sprites[ELEVEN_CELLS_MAX]; /* in drawing order */
    uint64_t score;
    uint32_t moves;
    uint64_t gain;        /* of the last move, while it floats up beside the score; 0: nothing to show */
    float gain_age;       /* 0 at its start .. 1 */
    eleven_status status; /* the banner, if any */
    bool can_keep_playing;
    bool is_moving; /* a later frame will differ though nothing is done: ask again in a sixtieth of a second */
} eleven_frame;

/* Slides take 100 ms with ease-in-out; then a merged tile pops (200 ms) and a new one grows (200 ms); the
 * gain floats for 600 ms. An action ends the animation of the one before. */
void eleven_session_frame(const eleven_session *session, double now, eleven_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
