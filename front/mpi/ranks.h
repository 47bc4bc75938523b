/* Work shared by the ranks of MPI. The first rank gives out batches and takes the results in their order. All ranks
 * work, also the first one.
 *
 *     rank 0   batches -> own hand          ----> results in order
 *                 |  ^
 *            WORK v  | RESULT, which also asks for the next batch
 *     rank 1, 2 ...  hand
 *
 * A batch whose result does not come is given to another rank, too, so that a rank that dies or hangs costs only its
 * batch.
 *
 * A board is solved, and a network trained, in another way: all ranks do the same steps with their own positions or
 * games, see peers.c. */
#ifndef MPI_RANKS_H
#define MPI_RANKS_H

#include "base/share.h"

/* What every rank is called in reports: its number and its machine. */
enum { RANK_NAME = 100 };
void rank_name(char name[RANK_NAME]);

/* A message: this head, and for results the bytes. */
typedef struct rank_message {
    uint64_t first, count;
    double milliseconds;
    eleven_error error;
    char name[RANK_NAME];
} rank_message;

enum rank_tag { TAG_RESULT, TAG_WORK, TAG_END, TAG_BYE };

/* ---- One thread that works, while the main thread talks ------------------------------------------------- */

typedef struct hand hand;

/* NULL when out of memory. Lives until the process ends. */
hand *hand_new(const shared_work *work);

/* Begins with the units of the message. The hand must be idle. */
void hand_start(hand *self, const rank_message *batch);

/* Whether a batch is finished: then its message and its result, and the hand is idle again. The bytes are to be
 * freed. */
bool hand_take(hand *self, rank_message *done, buffer *result);

/* Waits until the hand does not work: then nothing of the work is used any more. */
void hand_rest(hand *self);

/* ---- Talking ---------------------------------------------------------------------------------------------- */

/* The first rank. ranks_begin comes before all else; ranks_lead is its share_run; ranks_end ends the other ranks,
 * prints a line about each, and returns whether all of them answered. */
void ranks_begin(void);
eleven_error ranks_lead(const shared_work *work);
bool ranks_end(void);

/* Any other rank: works until the first one ends it; does not return. */
eleven_error ranks_follow(const shared_work *work);

/* On the first rank: whether another one has ended, and the sentences of those that have. */
bool ranks_have_left(void);
void ranks_report_left(void);

/* Lets the ranks solve boards and train networks together: sets share_peers. All ranks call it. */
void ranks_join(void);

/* Sends a message, and bytes after it; receives the message that was probed. Sending to a rank that is gone does
 * nothing. */
void message_send(const rank_message *message, const buffer *bytes, int rank, enum rank_tag tag);
bool message_probe(int *rank, int *tag);
void message_receive(int rank, int tag, rank_message *message, buffer *bytes);

/* Waits a moment where there is nothing to do. */
void ranks_rest(void);

#endif
