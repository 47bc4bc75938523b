/* The one place that reads clocks. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <time.h>

static inline double clock_read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Milliseconds since an unspecified moment; never runs backwards. */
static inline double clock_milliseconds(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

/* Processor time of the calling thread: what others do on the machine does not count. */
static inline double clock_thread_milliseconds(void)
{
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}

#endif
