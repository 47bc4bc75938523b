/* The network inside the library: data/default.weights, put into the program by the assembler, and opened by the first
 * call. The build runs in the root of the repository. */
#include "eleven/network.h"

#ifdef __ELF__
#include <pthread.h>

__asm__(".pushsection .rodata\n"
        ".hidden eleven_inside_weights, eleven_inside_weights_end\n"
        ".globl eleven_inside_weights, eleven_inside_weights_end\n"
        ".balign 8\n"
        "eleven_inside_weights: .incbin \"data/default.weights\"\n"
        "eleven_inside_weights_end:\n"
        ".popsection\n");

extern const unsigned char eleven_inside_weights[], eleven_inside_weights_end[];

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
