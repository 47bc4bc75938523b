/* The room's public header: the game over HTTP. */
#ifndef SERVE_H
#define SERVE_H

#include "eleven.h"

typedef struct serve_options {
    /* To listen on; port 0: any that is free. */
    const char *address;
    unsigned port;
    /* The name of a built-in player, its budget, and how many of them think at once. */
    const char *player;
    eleven_budget budget;
    unsigned players;
    /* How many connections are served at once. */
    unsigned connections;
    /* The folder of the web page, borrowed; NULL: there is none. */
    const char *site;
} serve_options;

/* Serves until SIGINT or SIGTERM. Returns an exit status, after printing what failed. */
int serve_forever(const serve_options *options);

#endif
