/* One sitting at the board, for every front end: games one after another, undo and redo without limit (a new game can
 * be undone too), replay, and frames that describe what to draw.
 *
 * A session is a timeline of entries, each the beginning of a game or one ply, and a position in it. Undo steps back,
 * redo steps forward, and a new action replaces all entries after the position.
 *
 *     entries   [game A] [ply] [ply] [ply] [game B] [ply] [ply]
 *     position                                              ^ six are in effect; one ply is left to redo
 *
 * It does no input or output and reads no clock: the caller passes the time, `now`, in milliseconds since any
 * moment. A session is used by one thread at a time.
 *
 * Example:
 *
 *     eleven_record head = {.has_seed = true, .seed = 7};
 *     eleven_session *session = eleven_session_new();
 *     eleven_rules_find("classic", &head.rules);
 *     if (!session || !eleven_session_begin(session, &head, 4, 4, 0)) return 1;
 *     eleven_session_move(session, ELEVEN_LEFT, 0);
 *     eleven_session_move(session, ELEVEN_UP, 0);
 *     eleven_session_undo(session, 0);
 *     printf("%d of %d entries\n", (int)eleven_session_position(session), (int)eleven_session_length(session));
 *     eleven_session_free(session);
 *     // 2 of 3 entries */
#ifndef ELEVEN_SESSION_H
#define ELEVEN_SESSION_H

#include "eleven/game.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eleven_session eleven_session;

/* An empty session (no game yet); NULL: out of memory. Free it with eleven_session_free, which accepts NULL. */
eleven_session *eleven_session_new(void);
void eleven_session_free(eleven_session *session);

/* ---- Actions ------------------------------------------------------------------------------------------- */

/* All of these return false and change nothing where the action is impossible or memory is exhausted;
 * eleven_session_error states which. Those from eleven_session_move on need a game. */

/* Why the last action that returned false did so: ELEVEN_IMPOSSIBLE or ELEVEN_NO_MEMORY, after eleven_session_autoplay
 * also ELEVEN_STOPPED. ELEVEN_OK before. */
eleven_error eleven_session_error(const eleven_session *session);

/* Begins the game that the head describes (copied): from its `start` position, or, where start.board.w is 0,
 * with w x h and start tiles from its seed. Its rules must be sound. */
bool eleven_session_begin(eleven_session *session, const eleven_record *head, unsigned w, unsigned h, double now);

/* Reads a game record and appends it, whole; the position is then after its last ply. */
eleven_error eleven_session_load(eleven_session *session, const char *text, size_t length, double now,
                                 eleven_problem *problem);

/* Makes a move. The new tile follows from the game's seed or, where the record has none, from the position. */
bool eleven_session_move(eleven_session *session, eleven_direction direction, double now);

/* Begins another game with the rules and size of the current one. `date` as in eleven_record, copied. */
bool eleven_session_new_game(eleven_session *session, uint64_t seed, const char *date, double now);

bool eleven_session_keep_playing(eleven_session *session, double now);
bool eleven_session_undo(eleven_session *session, double now);
bool eleven_session_redo(eleven_session *session, double now);

/* Makes the move that the player chooses, and counts it in the record's `helped`. */
bool eleven_session_autoplay(eleven_session *session, eleven_player *player, const eleven_budget *budget, double now);

/* A hint is shown for the current position: counts in the record's `hints`, once until the next move. Save the session
 * then, so that the hint counts even if the next move is made by another program. */
void eleven_session_hinted(eleven_session *session);

/* Counts all moves of the current game so far as chosen by somebody else. */
void eleven_session_mark_helped(eleven_session *session);

/* Goes to any position, 1..length; for replay. A step forward by one animates. Counts no undo. */
bool eleven_session_seek(eleven_session *session, size_t position, double now);

/* ---- Looking ------------------------------------------------------------------------------------------- */

/* The number of entries, and how many of them are in effect (0: no game yet). */
size_t eleven_session_length(const eleven_session *session);
size_t eleven_session_position(const eleven_session *session);

/* Of the current game, borrowed until the next action. */
const eleven_rules *eleven_session_rules(const eleven_session *session);
const eleven_game *eleven_session_game(const eleven_session *session);
eleven_status eleven_session_status(const eleven_session *session);

/* Fills in the head of the current game, with the present position as its end. */
void eleven_session_record(const eleven_session *session, eleven_record *record);

/* What the last action did, and in `before` (NULL or out) the board before it. A move has hops and spawns; the
 * beginning of a game has its start tiles as spawns; every other action has neither, and `before` is then the
 * present board. */
const eleven_events *eleven_session_events(const eleven_session *session, const eleven_board **before);

/* The record of the current game up to the position, as text; returns its length, as the print functions do. */
size_t eleven_session_print(const eleven_session *session, char *text, size_t size);

/* ---- Saving -------------------------------------------------------------------------------------------- */

/* One entry, for storage: the beginning of a game, or a ply. `head`: of its game, borrowed. `game`: the index of the
 * entry that begins it. `after`: the game once this entry is in effect. */
typedef struct eleven_entry {
    const eleven_record *head;
    size_t game;
    bool begins_game;
    /* Unused in an entry that begins a game. */
    eleven_ply ply;
    eleven_game after;
} eleven_entry;

/* Borrowed until the next action. */
const eleven_entry *eleven_session_entry(const eleven_session *session, size_t index);

/* The first entry that was changed or removed since eleven_session_saved was last called; the length where none was.
 * Heads before it may have new counts: `undos`, `hints`, `helped`, `plain_score`. */
size_t eleven_session_unsaved(const eleven_session *session);
void eleven_session_saved(eleven_session *session);

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* A tile to draw. Positions and sizes are in cells: (0, 0) is the board's upper left cell, x to the right, y down. */
typedef struct eleven_sprite {
    /* The upper left corner of the tile at scale 1. */
    float x, y;
    /* About the tile's middle; 1 at rest, up to 1.2 after a merge, from 0 while it appears. */
    float scale;
    /* The rank decides the colour; the value is the number on the tile. */
    eleven_rank rank;
    uint32_t value;
} eleven_sprite;

/* What to show at one moment. */
typedef struct eleven_frame {
    uint8_t w, h;
    /* The tiles in drawing order. */
    uint8_t sprite_count;
    eleven_sprite sprites[ELEVEN_CELLS_MAX];
    uint64_t score;
    uint32_t moves;
    /* The gain of the last move while it is shown beside the score, 0: nothing to show; and its age, 0..1. */
    uint64_t gain;
    float gain_age;
    /* Whether to show that the game is won or lost, and whether a won game may continue. */
    eleven_status status;
    bool can_keep_playing;
    /* A later frame will differ without an action: ask again after a sixtieth of a second. */
    bool is_moving;
} eleven_frame;

/* Slides take 100 ms with ease-in-out; then merged tiles grow and shrink (200 ms) and new ones grow (200 ms); the
 * gain is shown for 600 ms. An action ends the animation of the one before. */
void eleven_session_frame(const eleven_session *session, double now, eleven_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
