/* The game over HTTP: what the command line asks for, and running until a signal ends it. */
#ifndef SERVE_H
#define SERVE_H

#include "eleven.h"

typedef struct serve_wish {
    const char *address; /* to listen on */
    unsigned port;       /* 0: any that is free */
    const char *player;  /* one of the built-in ones */
    eleven_budget budget;
    unsigned players;     /* how many think at once */
    unsigned connections; /* how many are served at once */
    const char *site;     /* folder of the web page, borrowed; NULL: there is none */
} serve_wish;

/* Serves until SIGINT or SIGTERM. Returns an exit status; what went wrong has been said. */
int serve_forever(const serve_wish *wish);

#endif
