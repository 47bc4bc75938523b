/* The head of a game record, and the tiles that stand in heads and moves alike. */
#ifndef ELEVEN_RECORD_H
#define ELEVEN_RECORD_H

#include "core/text.h"

/* A head while it is read. */
typedef struct record_head {
    eleven_record record;
    text_in start;        /* the rest of the "start" or "board" line; text is NULL where there is none */
    uint32_t end_line[3]; /* as in eleven_reader */
} record_head;

/* Reads the head up to the blank line that ends it (or the end of the text); `head` starts zeroed. */
eleven_error head_scan(record_head *head, text_in *in, eleven_problem *problem);

void tile_write(const eleven_rules *rules, unsigned w, eleven_tile tile, text_out *out);

/* A tile that may appear on this board under these rules. */
eleven_error tile_scan(const eleven_rules *rules, const eleven_board *board, text_in *in, eleven_tile *tile,
                       eleven_problem *problem);

#endif
