/* The network inside the library, data/default.weights, opened by the first call that has the memory for it. */
#include "base/inside.h"
#include "eleven/network.h"

#ifdef INSIDE_FILE
#include <pthread.h>

INSIDE_FILE(eleven_inside_weights, "data/default.weights")

static eleven_network *shipped_network;
static pthread_mutex_t shipped_lock = PTHREAD_MUTEX_INITIALIZER;

const eleven_network *eleven_network_shipped(void)
{
    size_t length = (size_t)(eleven_inside_weights_end - eleven_inside_weights);
    pthread_mutex_lock(&shipped_lock);
    if (!shipped_network && eleven_network_open_bytes(eleven_inside_weights, length, &shipped_network, NULL))
        shipped_network = NULL;
    const eleven_network *network = shipped_network;
    pthread_mutex_unlock(&shipped_lock);
    return network;
}
#else
const eleven_network *eleven_network_shipped(void)
{
    return NULL;
}
#endif
