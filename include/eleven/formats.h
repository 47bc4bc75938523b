/* Games of other programs: their formats are read into game records and written from them. doc/FORMATS.md describes
 * each format. Everything that is read is replayed and checked move by move.
 *
 * A text may contain several games: records one after another, one game per line, or .rpl files joined together.
 *
 * Example:
 *
 *     const char text[] = "0000001002310358";
 *     eleven_format format = eleven_format_detect(text, strlen(text));
 *     eleven_bytes record;
 *     unsigned lost;
 *     if (eleven_import(text, strlen(text), format, &record, &lost, NULL)) return 1;
 *     printf("%s\n%s", eleven_format_name(format), record.at);
 *     eleven_bytes_free(&record);
 *     // hex
 *     // eleven game 1
 *     // rules classic
 *     // size 4x4
 *     // result playing
 *     // score 0
 *     // moves 0
 *     // board . . . . / . . 2 . / . 4 8 2 / . 8 32 256 */
#ifndef ELEVEN_FORMATS_H
#define ELEVEN_FORMATS_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum eleven_format {
    /* Eleven's own game record. */
    ELEVEN_FORMAT_RECORD,
    /* 2048league, and 2048verse until its replays contained times: one symbol per move. */
    ELEVEN_FORMAT_LEAGUE,
    /* 2048verse: three symbols per move. */
    ELEVEN_FORMAT_VERSE,
    /* 2048EndgameTablebase: 25 bytes per move. */
    ELEVEN_FORMAT_RPL,
    /* 2048-next: REPLAY_v4C_. */
    ELEVEN_FORMAT_NEXT,
    /* The gameState of the original game in a browser's storage: a position. */
    ELEVEN_FORMAT_STATE,
    /* Sixteen hex ranks: a position. */
    ELEVEN_FORMAT_HEX,
} eleven_format;

/* The number of formats, and of the kinds of loss below. */
enum { ELEVEN_FORMATS = 7, ELEVEN_LOST_KINDS = 11 };

/* "record" "league" "verse" "rpl" "next" "state" "hex", and one line that states the origin. */
const char *eleven_format_name(eleven_format format);
const char *eleven_format_origin(eleven_format format);

/* Reads the name of a format; false where the text is not one. */
bool eleven_format_parse(const char *text, size_t length, eleven_format *format);

/* The format that these bytes look like. Bytes that look like none count as a record, whose reader then reports what is
 * wrong. */
eleven_format eleven_format_detect(const void *bytes, size_t length);

/* What a translation left out, as bits. */
enum {
    /* Which tiles appear how often; whether the goal is 2048. */
    ELEVEN_LOST_RULES = 1 << 0,
    /* The new tiles are kept, but not the seed that they follow from. */
    ELEVEN_LOST_SEED = 1 << 1,
    ELEVEN_LOST_DATE = 1 << 2,
    /* The numbers of moves taken back, of moves chosen by others and of hints. */
    ELEVEN_LOST_COUNTS = 1 << 3,
    /* Only the last position is kept. */
    ELEVEN_LOST_MOVES = 1 << 4,
    /* The score, or the part of it from before the first move that is kept. */
    ELEVEN_LOST_SCORE = 1 << 5,
    /* The moves that were taken back. */
    ELEVEN_LOST_UNDONE = 1 << 6,
    /* The moves before tiles were put down by hand. */
    ELEVEN_LOST_EDITED = 1 << 7,
    /* The time of each move. */
    ELEVEN_LOST_TIMES = 1 << 8,
    /* The value of each direction. */
    ELEVEN_LOST_RATES = 1 << 9,
    /* The game began from a given position, which looks like the start of a game. Read again, it is a plain game. */
    ELEVEN_LOST_START = 1 << 10,
};

/* "the seed" and so on, for a sentence; `kind` is the number of the bit. */
const char *eleven_lost_name(unsigned kind);

/* Bytes that their owner frees with eleven_bytes_free. A NUL that `length` does not count follows the last byte. */
typedef struct eleven_bytes {
    char *at;
    size_t length;
} eleven_bytes;

/* Frees the bytes and sets *bytes to zero. */
void eleven_bytes_free(eleven_bytes *bytes);

/* The length of the first record of a text: up to the line on which the next one begins, or all of the text. Comments
 * and blank lines at the beginning of the text belong to this record. Other text before a record is a record of its
 * own, a wrong one. `text` may be NULL where `length` is 0. */
size_t eleven_record_length(const char *text, size_t length);

/* Reads games in the given format and gives them as game records, one after another, each checked and with its end.
 * `lost` (never NULL) is what the records do not keep. Where the bytes are damaged, the problem's sentence states the
 * byte, counted from 0, and its line is 0; for a record it has line and column. */
eleven_error eleven_import(const void *bytes, size_t length, eleven_format from, eleven_bytes *records, unsigned *lost,
                           eleven_problem *problem);

/* Writes game records, as eleven_import gives them, in the given format. ELEVEN_BAD_TEXT where a record is wrong or the
 * format cannot hold its game: tiles unlike those of classic, a board size that it does not have, too high a tile. */
eleven_error eleven_export(const char *records, size_t length, eleven_format to, eleven_bytes *bytes, unsigned *lost,
                           eleven_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
