/* The log of a solve: what each layer took, in columns with tabs between them. */
#include "cli/commands.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/share.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Of a layer: bytes stored and sent, microseconds of sending and of waiting, memory at most. */
enum { STORED, SENT, SENDING, WAITED, MEMORY, NUMBERS };

/* Adds up the numbers of all processes; of the memory, the largest. */
static void add_up(uint64_t numbers[NUMBERS])
{
    unsigned count = share_peers ? share_peers->count : 1;
    uint64_t(*in)[NUMBERS] = calloc(2 * count, sizeof *in), (*out)[NUMBERS] = in + count;
    size_t *lengths = calloc(count, sizeof *lengths);
    if (!in || !lengths)
        fail_no_memory();
    for (unsigned i = 0; i < count; i++) {
        lengths[i] = sizeof *in;
        for (unsigned k = 0; k < NUMBERS; k++)
            out[i][k] = in[i][k] = i == 0 ? numbers[k] : out[0][k];
    }
    bool is_done = count > 1 && share_peers->exchange(share_peers->context, out, lengths, in, lengths);
    numbers[STORED] = numbers[SENT] = numbers[SENDING] = numbers[WAITED] = 0;
    for (unsigned i = 0; i < (is_done ? count : 1); i++) {
        numbers[STORED] += in[i][STORED];
        numbers[SENT] += in[i][SENT];
        numbers[SENDING] += in[i][SENDING];
        numbers[WAITED] += in[i][WAITED];
        numbers[MEMORY] = in[i][MEMORY] > numbers[MEMORY] ? in[i][MEMORY] : numbers[MEMORY];
    }
    free(in);
    free(lengths);
}

void solve_log_open(solve_log *self, const char *path, const uint64_t *written)
{
    *self = (solve_log){.written = written, .last = clock_milliseconds()};
    if (!share_is_first())
        return;
    self->out = fopen(path, "a");
    if (!self->out)
        fail_with("%s cannot be written: %s", path, strerror(errno));
}

/* Adds a row, or nothing of it, to the end of the log; an empty log begins with the names of the columns. */
__attribute__((format(printf, 2, 3))) static void row_add(solve_log *self, const char *format, ...)
{
    static const char names[] = "phase\tpositions\tseconds\tstored\tsent\tmemory\twaits\twaited\tsending\n";
    va_list values;
    long whole = fseek(self->out, 0, SEEK_END) == 0 ? ftell(self->out) : -1;
    int head = fprintf(self->out, "%s", whole == 0 ? names : "");
    va_start(values, format);
    int row = vfprintf(self->out, format, values);
    va_end(values);
    if (head >= 0 && row >= 0 && fflush(self->out) == 0)
        return;
    self->error = errno;
    file_close_row(self->out, whole, head >= 0 && row >= 0 ? (size_t)head + (size_t)row : SIZE_MAX / 4);
    self->out = NULL;
}

void solve_log_layer(solve_log *self, const eleven_progress *done)
{
    double now = clock_milliseconds();
    uint64_t waits = share_waits - self->waits;
    uint64_t numbers[NUMBERS] = {[STORED] = *self->written - self->stored,
                                 [SENT] = share_sent - self->sent,
                                 [SENDING] = share_sending - self->sending,
                                 [WAITED] = share_waited - self->waited,
                                 [MEMORY] = done->memory};
    if (done->phase != self->phase)
        self->done = 0;
    add_up(numbers);
    if (self->out)
        row_add(self, "%s\t%" PRIu64 "\t%.6f\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.6f\t%.6f\n",
                done->phase ? "value" : "find", done->done - self->done, (now - self->last) / 1e3, numbers[STORED],
                numbers[SENT], numbers[MEMORY], waits, (double)numbers[WAITED] / 1e6, (double)numbers[SENDING] / 1e6);
    self->phase = done->phase;
    self->done = done->done;
    self->stored = *self->written;
    self->sent = share_sent;
    self->waits = share_waits;
    self->sending = share_sending;
    self->waited = share_waited;
    self->last = now;
}

void solve_log_close(solve_log *self, const char *path)
{
    if (self->out && fclose(self->out) != 0 && !self->error)
        self->error = errno;
    if (self->error)
        fail_with("%s cannot be written: %s", path, strerror(self->error));
}
