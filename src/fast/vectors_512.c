/* The kernels of batches, environments and random games on 512-bit vectors (AVX-512). */
#ifdef __x86_64__
#include <immintrin.h>
#define LANES_BITS    512
#define BATCH_KERNEL  batch_kernel_512
#define ENVS_STEP     envs_step_512
#define PLAYOUT_TURNS playout_turns_512
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl")
#endif
#include "fast/batch_kernel.h"
#include "fast/side.h"
#include "fast/envs_kernel.h"
#include "fast/playout_kernel.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int vectors_512_is_empty; /* an empty file is not C */
#endif
