/* The ranks that work for the first one, and the messages of all. */
#include "mpi/ranks.h"
#include "base/complain.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void ranks_rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

void rank_name(char name[RANK_NAME])
{
    char machine[MPI_MAX_PROCESSOR_NAME];
    int rank, length;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_processor_name(machine, &length);
    snprintf(name, RANK_NAME, "rank %d on %.60s", rank, machine);
}

void message_send(const rank_message *message, const buffer *bytes, int rank, enum rank_tag tag)
{
    buffer whole = {0};
    rank_message head = *message;
    rank_name(head.name);
    buffer_add(&whole, &head, sizeof head);
    if (bytes)
        buffer_add(&whole, bytes->at, bytes->length);
    if (whole.failed)
        fail_no_memory();
    MPI_Send(whole.at, (int)whole.length, MPI_BYTE, rank, (int)tag, MPI_COMM_WORLD);
    buffer_free(&whole);
}

bool message_probe(int *rank, int *tag)
{
    int is_there = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status) != MPI_SUCCESS || !is_there)
        return false;
    *rank = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    return true;
}

void message_receive(int rank, int tag, rank_message *message, buffer *bytes)
{
    MPI_Status status;
    int length = 0;
    MPI_Probe(rank, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &length);
    buffer whole = {0};
    if (!buffer_reserve(&whole, (size_t)length))
        fail_no_memory();
    MPI_Recv(whole.at, length, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &status);
    memcpy(message, whole.at, sizeof *message);
    buffer_add(bytes, whole.at + sizeof *message, (size_t)length - sizeof *message);
    buffer_free(&whole);
}

/* Takes over what all ranks have in common, and begins. */
static void begin(const shared_work *work, hand *own, const rank_message *message, const buffer *common)
{
    if (common->length == work->common_size)
        memcpy(work->common, common->at, common->length);
    hand_start(own, message);
}

eleven_error ranks_follow(const shared_work *work)
{
    hand *own = hand_new(work);
    rank_message message = {0};
    int rank, tag = TAG_WORK;
    if (!own)
        fail_no_memory();
    message_send(&message, NULL, 0, TAG_RESULT);
    while (tag != TAG_END) {
        buffer bytes = {0};
        bool has_message = message_probe(&rank, &tag);
        if (has_message)
            message_receive(rank, tag, &message, &bytes);
        if (has_message && tag == TAG_WORK)
            begin(work, own, &message, &bytes);
        else if (hand_take(own, &message, &bytes))
            message_send(&message, &bytes, 0, TAG_RESULT);
        else
            ranks_rest();
        buffer_free(&bytes);
    }
    eleven_stop_request(work->stop);
    exit(0);
}
