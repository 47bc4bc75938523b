/* Players by name, for all front ends: the built-in ones, those that follow a file, a table of a solved board or
 * weights of a network, by its path, `strong` with its endgame tables and a network that has learned with them, and
 * `network-large`, which searches with two larger networks. */
#ifndef BASE_NAMED_PLAYER_H
#define BASE_NAMED_PLAYER_H

#include "base/command.h"
#include "eleven/endgame.h"
#include "eleven/interactive.h"
#include "eleven/solver.h"

/* The value of an option, a const char * to be checked by player_check or player_read: the name of a built-in player,
 * or the path of a file. */
extern const value_kind kind_player;

/* The player of those who name none: `network-large` where its file is, otherwise `network`. players_begin is called
 * once, before anything else of this file. */
extern char usual_player[];
void players_begin(void);

/* The names of the players by index from 0, NULL past the last. */
const char *player_name(unsigned index);

/* Fails unless there is such a player and it can be opened. It opens files and the endgame tables of `strong`, which
 * all players of this name in this program share, so call it before other threads start. The weights of
 * `network-large` and of `strong` are checked only, and opened by the first board that needs them. */
void player_check(const char *name);

/* The endgame tables of `strong`, opened if they are not yet open; fails if they cannot be. */
const eleven_endgame *strong_tables_open(void);

/* ELEVEN_BAD_TEXT unless a player that was checked is for boards of this size under these rules. Only files are for
 * certain boards. The sentence begins after the player's name; player_check_board fails with both. */
eleven_error player_board_error(const char *name, const eleven_rules *rules, unsigned w, unsigned h,
                                eleven_problem *problem);
void player_check_board(const char *name, const eleven_rules *rules, unsigned w, unsigned h);

/* ELEVEN_IMPOSSIBLE where the table of a player that was checked has no move for this position. `title` is what the
 * sentence calls the player. */
eleven_error player_position_error(const char *name, const char *title, const eleven_board *board,
                                   eleven_problem *problem);

/* The table that a player follows that was checked, borrowed; NULL for other players. */
const eleven_table *player_table(const char *name);

/* What people read: the name of a player, or without its folders the name of a file. A part of `name`. */
const char *player_title(const char *name);

/* Whether there is such a built-in player, and where it needs tables or weights, whether they are there. Says
 * nothing. */
bool player_is_built_in(const char *name);

/* Does what player_check does, and opens the player, to be closed with eleven_player_close. */
eleven_player *player_read(const char *name, uint64_t seed);

/* Opens a player that was checked, to be closed with eleven_player_close. NULL if no player has this name, the tables
 * of `strong` are not open, or memory is out. */
eleven_player *named_player_open(const char *name, uint64_t seed);

/* Why a player did not answer: a part of the endgame tables is damaged, which only a question can find, or memory ran
 * out. fail_player ends the program with this sentence. */
void player_failure(eleven_problem *problem);
void fail_player(void) __attribute__((noreturn));

/* Gives a stand-in for a player that is opened when it is first asked: some players take a while to open, and many
 * games never ask. It is closed like any player; NULL when out of memory. The name is borrowed. When the stand-in is
 * asked about the same position again, it repeats its answer. It knows no move where the player cannot be opened. */
eleven_player *lazy_player_new(const char *name, uint64_t seed);

/* What eleven_option_describe writes for such a player (NULL: none), with the unit of a value. */
void lazy_player_detail(eleven_player *player, eleven_state *state, const eleven_option *option, char *text,
                        size_t size);

/* Whether such a player (NULL: none) could not answer a question so far; player_failure states why. */
bool lazy_player_has_failed(const eleven_player *player);

/* Whether a stand-in can answer about this board at once. If not, what it needs is opened in another thread, until
 * which it can be asked again; a question waits for that. Players that open quickly are opened here. */
bool lazy_player_is_ready(eleven_player *player, const eleven_board *board);

enum { PLAYER_PATH = 4096, PLAYER_TITLE = 256 };

/* A player's name or path, and the depth of NAME@DEPTH; 0 where there is none. */
typedef struct match_player {
    char name[PLAYER_PATH];
    unsigned depth;
} match_player;

/* Reads NAME or NAME@DEPTH; whether a player has that name is not checked. In a path, an '@' before a dot or a slash
 * begins no depth. False, and nothing is filled in, for anything else. */
bool contender_parse(const char *text, match_player *result);

/* Opens a table file, or fails. */
eleven_table *table_read(const char *path);

/* Fails unless boards of this size under these rules are those of the table. `name` is what the player is called. */
void table_check(const char *name, const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h);

/* The folder of the endgame tables: $ELEVEN_CACHE, $XDG_CACHE_HOME/eleven or ~/.cache/eleven, the first one that is
 * set. False if none is, or the path is longer than `size`. */
bool cache_folder(char *path, size_t size);

#endif
