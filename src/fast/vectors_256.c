/* The kernels of batches, environments and random games on 256-bit vectors (AVX2). */
#ifdef __x86_64__
#include <immintrin.h>
#define LANES_BITS    256
#define BATCH_KERNEL  batch_kernel_256
#define ENVS_STEP     envs_step_256
#define PLAYOUT_TURNS playout_turns_256
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#include "fast/batch_kernel.h"
#include "fast/side.h"
#include "fast/envs_kernel.h"
#include "fast/playout_kernel.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int vectors_256_is_empty; /* an empty file is not C */
#endif
