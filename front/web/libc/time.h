/* What the players need of <time.h>; defined in ../libc.c. */
#ifndef WEB_TIME_H
#define WEB_TIME_H

typedef int clockid_t;
enum { CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID };

struct timespec {
    long long tv_sec;
    long tv_nsec;
};

int clock_gettime(clockid_t clock, struct timespec *now);

#endif
