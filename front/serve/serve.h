/* The room's public header: the game over HTTP. */
#ifndef SERVE_H
#define SERVE_H

#include "eleven.h"

/* Everything is borrowed. */
typedef struct serve_options {
    /* To listen on; port 0: any that is free. */
    const char *address;
    unsigned port;
    /* More names in Host, and more Origins, that may ask: lists with commas; NULL: none. */
    const char *hosts, *origins;
    /* A player that was checked, its budget, and how many of them think at once. */
    const char *player;
    eleven_budget budget;
    unsigned players;
    /* How many connections are served at once. */
    unsigned connections;
    /* The folder of the web page; NULL: there is none. */
    const char *site;
    /* The folder where games are kept when the server ends; NULL: they are not. */
    const char *folder;
} serve_options;

/* Serves until SIGINT or SIGTERM. Returns an exit status, after printing what failed. */
int serve_forever(const serve_options *options);

#endif
