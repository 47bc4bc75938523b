/* The network inside the library, data/default.weights, opened by the first call. */
#include "base/inside.h"
#include "eleven/network.h"

#ifdef INSIDE_FILE
#include <pthread.h>

INSIDE_FILE(eleven_inside_weights, "data/default.weights")

static const eleven_network *shipped_network;
static pthread_once_t shipped_is_open = PTHREAD_ONCE_INIT;

static void shipped_open(void)
{
    eleven_network *network;
    if (!eleven_network_open_bytes(eleven_inside_weights, (size_t)(eleven_inside_weights_end - eleven_inside_weights),
                                   &network, NULL))
        shipped_network = network;
}

const eleven_network *eleven_network_shipped(void)
{
    pthread_once(&shipped_is_open, shipped_open);
    return shipped_network;
}
#else
const eleven_network *eleven_network_shipped(void)
{
    return NULL;
}
#endif
