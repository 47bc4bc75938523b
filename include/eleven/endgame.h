/* Endgame tables, and the player that plays by them.
 *
 * Once the largest tiles stand in a corner, a 2048 game is won or lost in the cells around them: they have to hold still
 * until the other cells have built a tile that can merge with the smallest of them. How likely that is, and by which
 * moves, does not depend on how large the locked tiles are, so that it can be computed beforehand, for all fillings
 * of the other cells. Two tables do it for six and for five locked tiles, in any of a board's eight images:
 *
 *      # # # .        # # # .      #  locked: no move may shift it
 *      # # # .        # # . .      .  anything up to a rank that depends on the cell
 *      . . . .        . . . .
 *      . . . .        . . . .
 *
 * The chance of a filling is the best over moves of the mean over new tiles, from the fillings with the greatest sum
 * down. That tables of this formation make a strong player was shown by macroxue's program 2048-ai (2019).
 */
#ifndef ELEVEN_ENDGAME_H
#define ELEVEN_ENDGAME_H

#include "eleven/bitboard.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Building ------------------------------------------------------------------------------------------- */

/* How far the tables reach. With the two goals G and H, the six lead up to tiles of ranks G-1, G-2 and a pair of G-3
 * side by side, which make a tile of rank G; the five to a sixth tile of rank H with a pair of H-1 beside it. */
typedef enum eleven_endgame_size {
    ELEVEN_ENDGAME_TINY,  /* goals 6 and 4: 8 MB, 2 seconds; to try it out */
    ELEVEN_ENDGAME_SMALL, /* goals 9 and 6: 1.1 GB, about two minutes on two cores */
    ELEVEN_ENDGAME_FULL,  /* goals 10 and 7: 3.9 GB, about seven minutes on two cores */
} eleven_endgame_size;

/* "tiny", "small" or "full"; NULL past the last. */
const char *eleven_endgame_size_name(unsigned size);

/* Where a build stands. */
typedef struct eleven_endgame_progress {
    double share;       /* of the fillings of both tables */
    double share_begun; /* where this build began; not 0 where it goes on from an interrupted one */
} eleven_endgame_progress;

typedef struct eleven_endgame_build {
    const char *folder; /* made where it is not there */
    eleven_endgame_size size;
    unsigned threads; /* 0 counts as 1 */

    /* Called now and then; false ends the build. NULL: not asked. */
    bool (*progress)(void *context, const eleven_endgame_progress *progress);
    void *context;
} eleven_endgame_build;

/* Builds the tables, wholly or not at all, in one file in the folder. What an interrupted build has done stands
 * beside it, and is gone on from. The file does not depend on the number of threads. ELEVEN_NO_MEMORY,
 * ELEVEN_NO_STORAGE, or ELEVEN_END where `progress` ended it. */
eleven_error eleven_endgame_run(const eleven_endgame_build *build, eleven_problem *problem);

/* ---- Asking --------------------------------------------------------------------------------------------- */

/* Open tables, for any number of threads. */
typedef struct eleven_endgame eleven_endgame;

/* Writes the folder where tables are kept unless told otherwise: $ELEVEN_CACHE, $XDG_CACHE_HOME/eleven or
 * ~/.cache/eleven. False where there is none, or it is longer than `size` bytes. */
bool eleven_endgame_folder(char *path, size_t size);

/* Opens the largest tables that the folder holds. Their checksums are computed, which takes a second for the full ones.
 * ELEVEN_NO_STORAGE where there are none, or they cannot be read; ELEVEN_BAD_TEXT where they are damaged. */
eleven_error eleven_endgame_open(const char *folder, eleven_endgame **endgame, eleven_problem *problem);
void eleven_endgame_close(eleven_endgame *endgame); /* NULL is fine */

typedef struct eleven_endgame_facts {
    eleven_endgame_size size;
    uint64_t bytes;       /* of the file, which is mapped into memory */
    uint64_t fillings[2]; /* in the table of six locked tiles, of five */
} eleven_endgame_facts;

eleven_endgame_facts eleven_endgame_about(const eleven_endgame *endgame);

/* The chance of success after each direction, by the image of the board that promises most: in the table of five where
 * that is at least 0.9, otherwise in the one of six. It is 0 for a direction that shifts a locked tile, or leaves the
 * table otherwise. Returns how many tiles are locked, 6 or 5; 0, and all chances 0, where no table helps. */
unsigned eleven_endgame_chances(const eleven_endgame *endgame, eleven_bitboard board,
                                double chances[ELEVEN_DIRECTIONS]);

/* ---- Playing -------------------------------------------------------------------------------------------- */

/* Gives the player `strong` with these tables, borrowed; NULL when memory is short. Up to the first 8192 it plays as
 * `network` does. From there on the tables choose where they know the board; otherwise it searches, with an
 * evaluation that leads large tiles into the tables' formation. Four moves are looked ahead where the budget sets no
 * limit. Under other rules, on other boards, and looking fewer than three moves ahead, it plays as `network`. */
eleven_player *eleven_strong_player_new(const eleven_endgame *endgame);

#ifdef __cplusplus
}
#endif

#endif
