/* The one place where the player looks at clocks. */
#ifndef ELEVEN_CLOCK_H
#define ELEVEN_CLOCK_H

#include <time.h>

/* From any moment on; never runs backwards. */
static inline double clock_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Processor time of the calling thread: what others do on the machine does not count. */
static inline double clock_thread_milliseconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}

#endif
