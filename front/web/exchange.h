/* Shared by all WebAssembly modules: the exchange buffer, through which texts and files pass between JavaScript and C,
 * and the last error. */
#ifndef WEB_EXCHANGE_H
#define WEB_EXCHANGE_H

#include "eleven/game.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

extern char *exchange;
extern size_t exchange_capacity;
extern eleven_problem last_error;

/* Sets the last error to "out of memory" and returns ELEVEN_NO_MEMORY. */
eleven_error exchange_no_memory(void);

#endif
