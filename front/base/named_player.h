/* Players by name, for all front ends: the built-in ones, tables of solved boards (a path that ends in .elx), and
 * `strong` with its endgame tables. */
#ifndef BASE_NAMED_PLAYER_H
#define BASE_NAMED_PLAYER_H

#include "base/command.h"
#include "eleven/interactive.h"
#include "eleven/solver.h"

/* The value of an option, a const char * to be checked by player_check or player_read: the name of a built-in player,
 * or the path of a table of a solved board. */
extern const value_kind kind_player;

/* What answers without --player. */
#define USUAL_PLAYER "network"

/* Fails unless there is such a player and it can be opened. For `strong` it opens the endgame tables, which all players
 * `strong` of this program share, so call it before other threads start. */
void player_check(const char *name);

/* Whether there is such a built-in player, and where it needs tables, whether they can be opened. Says nothing. */
bool player_is_built_in(const char *name);

/* Does what player_check does, and opens the player, to be closed with eleven_player_close. */
eleven_player *player_read(const char *name, uint64_t seed);

/* Opens a player, to be closed with eleven_player_close. NULL if no player has this name, the file of the table
 * cannot be read, the tables of `strong` are not open, or memory is out. */
eleven_player *named_player_open(const char *name, uint64_t seed);

/* Gives a stand-in for a player that is opened when it is first asked: some players take a while to open, and many
 * games never ask. It is closed like any player; NULL when out of memory. The name is borrowed. When the stand-in is
 * asked about the same position again, it repeats its answer. It knows no move where the player cannot be opened. */
eleven_player *lazy_player_new(const char *name, uint64_t seed);

/* What eleven_option_describe writes for such a player (NULL: none), with the unit of a value. */
void lazy_player_detail(eleven_player *player, eleven_state *state, const eleven_option *option, char *text,
                        size_t size);

/* Whether such a player (NULL: none) could not answer a question so far, because memory ran out. */
bool lazy_player_has_failed(const eleven_player *player);

/* Whether a stand-in can answer at once. If not, its player is opened in another thread, until which it can be asked
 * again; a question waits for that. Players that open quickly are opened here. */
bool lazy_player_is_ready(eleven_player *player);

/* A player's name, and the depth of NAME@DEPTH; 0 where there is none. */
typedef struct match_player {
    char name[32];
    unsigned depth;
} match_player;

/* Reads NAME or NAME@DEPTH; whether a player has that name is not checked. False, and nothing is filled in, for
 * anything else. */
bool contender_parse(const char *text, match_player *result);

/* Opens a table file, or fails. */
eleven_table *table_read(const char *path);

/* Fails unless boards of this size under these rules are those of the table (NULL: of any). `name` is what the player
 * is called. */
void table_check(const char *name, const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h);

/* The folder of the endgame tables: $ELEVEN_CACHE, $XDG_CACHE_HOME/eleven or ~/.cache/eleven, the first one that is
 * set. False if none is, or the path is longer than `size`. */
bool cache_folder(char *path, size_t size);

#endif
