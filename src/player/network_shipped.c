/* The networks inside the library, data/default.weights, each opened by the first call that has the memory for it. */
#include "base/inside.h"
#include "player/player_room.h"

#ifdef INSIDE_FILE
#include <pthread.h>

INSIDE_FILE(eleven_inside_weights, "data/default.weights")

/* NULL when out of memory, and where the file has no such part. */
static const eleven_network *shipped_part(unsigned part)
{
    static eleven_network *opened[2];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    size_t length = (size_t)(eleven_inside_weights_end - eleven_inside_weights);
    pthread_mutex_lock(&lock);
    if (!opened[part])
        player_network_open_part(eleven_inside_weights, length, part, &opened[part], NULL);
    const eleven_network *network = opened[part];
    pthread_mutex_unlock(&lock);
    return network;
}
#else
static const eleven_network *shipped_part(unsigned part)
{
    (void)part;
    return NULL;
}
#endif

const eleven_network *eleven_network_shipped(void)
{
    return shipped_part(0);
}

const eleven_network *eleven_network_shipped_late(void)
{
    return shipped_part(1);
}
