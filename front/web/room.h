/* What all WebAssembly modules share to speak with JavaScript: one buffer through which texts and files go in
 * and out, and the last error. */
#ifndef WEB_ROOM_H
#define WEB_ROOM_H

#include "eleven/game.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

extern char *room;
extern size_t room_size;
extern eleven_problem problem;

/* Sets the problem and returns ELEVEN_NO_MEMORY. */
eleven_error no_memory(void);

#endif
