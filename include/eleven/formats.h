/* Everyone's games: the formats that other programs keep games of 2048 in, read into game records and written from
 * them. What each looks like stands in doc/FORMATS.md. Whatever is read is replayed and checked move by move.
 *
 * A text may hold several games: records one after another, one game a line, or .rpl files joined together.
 */
#ifndef ELEVEN_FORMATS_H
#define ELEVEN_FORMATS_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum eleven_format {
    ELEVEN_FORMAT_RECORD, /* Eleven's own game record */
    ELEVEN_FORMAT_LEAGUE, /* 2048league, and 2048verse until its replays told times: a symbol a move */
    ELEVEN_FORMAT_VERSE,  /* 2048verse: three symbols a move */
    ELEVEN_FORMAT_RPL,    /* 2048EndgameTablebase: 25 bytes a move */
    ELEVEN_FORMAT_NEXT,   /* 2048-next: REPLAY_v4C_ */
    ELEVEN_FORMAT_STATE,  /* the original's gameState in a browser's storage: a position */
    ELEVEN_FORMAT_HEX,    /* sixteen hex ranks: a position */
    ELEVEN_FORMATS        /* how many there are */
} eleven_format;

/* "record" "league" "verse" "rpl" "next" "state" "hex", and one line that tells where it comes from. */
const char *eleven_format_name(eleven_format format);
const char *eleven_format_origin(eleven_format format);

/* The format of that name; false where there is none. */
bool eleven_format_find(const char *name, eleven_format *format);

/* What these bytes look like. What looks like none of the others counts as a record, whose reader then says what is
 * wrong with it. */
eleven_format eleven_format_detect(const void *bytes, size_t length);

/* What a translation left out, as bits. */
enum {
    ELEVEN_LOST_RULES = 1 << 0, /* which tiles appear how often; whether the goal is 2048 */
    ELEVEN_LOST_SEED = 1 << 1,  /* the new tiles are kept, what they follow from is not */
    ELEVEN_LOST_DATE = 1 << 2,
    ELEVEN_LOST_COUNTS = 1 << 3, /* of moves taken back and of moves chosen by others */
    ELEVEN_LOST_MOVES = 1 << 4,  /* only the last position is kept */
    ELEVEN_LOST_SCORE = 1 << 5,  /* or what of it was made before the first move that is kept */
    ELEVEN_LOST_UNDONE = 1 << 6, /* the moves taken back */
    ELEVEN_LOST_EDITED = 1 << 7, /* the moves before tiles were put down by hand */
    ELEVEN_LOST_TIMES = 1 << 8,  /* how long each move took */
    ELEVEN_LOST_RATES = 1 << 9,  /* what each direction was worth */
    ELEVEN_LOST_KINDS = 10       /* how many kinds there are */
};

/* "the seed" and so on, for a sentence; `kind` is the number of the bit. */
const char *eleven_lost_name(unsigned kind);

/* Bytes that their owner gives back with eleven_bytes_free. */
typedef struct eleven_bytes {
    char *at;      /* owned; a NUL follows the last one */
    size_t length; /* without that NUL */
} eleven_bytes;

void eleven_bytes_free(eleven_bytes *bytes); /* and empties it */

/* Reads games in the given format and gives them as game records, one after another, each checked and with its end
 * told. `lost` (never NULL) is what the records do not keep. Where the bytes are damaged the problem's sentence tells
 * the byte, counted from 0, and its line is 0 (but those of a record, which tell line and column). */
eleven_error eleven_import(const void *bytes, size_t length, eleven_format from, eleven_bytes *records, unsigned *lost,
                           eleven_problem *problem);

/* Writes game records, as eleven_import gives them, in the given format. ELEVEN_BAD_TEXT where a record is wrong or
 * the format cannot hold its game: other tiles than classic's, a size that it has not, too high a tile. */
eleven_error eleven_export(const char *records, size_t length, eleven_format to, eleven_bytes *bytes, unsigned *lost,
                           eleven_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
