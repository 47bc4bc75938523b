/* What a session is made of; for src/session alone. */
#ifndef ELEVEN_SESSION_INSIDE_H
#define ELEVEN_SESSION_INSIDE_H

#include "eleven/session.h"

typedef struct entry {
    eleven_record *head; /* of the game this entry is part of; owned by the entry that begins it */
    size_t game;         /* index of that entry */
    eleven_ply ply;      /* unless it begins the game */
    eleven_game after;
} entry;

struct eleven_session {
    entry *entries;
    size_t length, capacity;
    size_t position;      /* entries in effect */
    size_t unsaved;       /* first entry that the store has not seen */
    eleven_events events; /* of the last action */
    eleven_board before;  /* the board before it */
    double since;         /* when it happened */
    bool animates;
};

#endif
