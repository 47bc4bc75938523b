/* The batch's kernel on 128-bit vectors, which every processor here has: SSE2, NEON, WebAssembly SIMD128. */
#define LANES_BITS 128
#include "fast/batch_kernel.h"
#undef LANES_BITS
