/* The exchange buffer and the last error, for every module. */
#include "web/exchange.h"
#include "eleven/version.h"

#include <stdlib.h>

char *exchange;
size_t exchange_capacity;
eleven_problem last_error;

/* Makes the buffer at least `size` bytes large and returns its address; NULL: out of memory. If it grows, its contents
 * are lost. */
char *EXPORT(reserve_exchange)(size_t size)
{
    if (size > exchange_capacity) {
        free(exchange);
        exchange = malloc(size);
        exchange_capacity = exchange ? size : 0;
    }
    return exchange;
}

const char *EXPORT(version)(void)
{
    return eleven_version();
}

const eleven_problem *EXPORT(last_problem)(void)
{
    return &last_error;
}

eleven_error exchange_no_memory(void)
{
    last_error = (eleven_problem){.sentence = "out of memory"};
    return ELEVEN_NO_MEMORY;
}
