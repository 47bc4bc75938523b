/* The batch's kernel on 128-bit vectors, which every processor here has: SSE2, NEON, WebAssembly SIMD128. */
#define LANES_BITS   128
#define BATCH_KERNEL batch_kernel_128
#include "fast/batch_kernel.h"
