/* Threads that wait between pieces of work. */
#ifndef SOLVER_CREW_H
#define SOLVER_CREW_H

#include <pthread.h>
#include <stdbool.h>

enum { CREW_MOST = 64 };

typedef struct solve_crew solve_crew;

typedef struct crew_member {
    solve_crew *crew;
    unsigned number;
    pthread_t thread;
} crew_member;

struct solve_crew {
    unsigned size;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    unsigned long round; /* counts the pieces of work */
    unsigned busy;
    bool is_over;
    void (*work)(void *context, unsigned member);
    void *context;
    crew_member member[CREW_MOST];
};

/* Gives a crew of `size` (1..CREW_MOST), the caller among them, or of fewer where there are no more threads;
 * NULL when memory is short. */
solve_crew *crew_open(unsigned size);
void crew_close(solve_crew *crew); /* NULL is fine */

unsigned crew_size(const solve_crew *crew);

/* Lets all members do the work at once, each with its number from 0; returns when all are done. */
void crew_run(solve_crew *crew, void (*work)(void *context, unsigned member), void *context);

#endif
