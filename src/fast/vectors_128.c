/* The kernels of batches and random games on 128-bit vectors, which every processor here has: SSE2, NEON, WebAssembly
 * SIMD128. */
#define LANES_BITS    128
#define BATCH_KERNEL  batch_kernel_128
#define PLAYOUT_TURNS playout_turns_128
#include "fast/batch_kernel.h"
#include "fast/side.h"
#include "fast/playout_kernel.h"
