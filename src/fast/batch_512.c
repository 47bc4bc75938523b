/* The batch's kernel on 512-bit vectors (AVX-512 F). */
#ifdef __x86_64__
#include <immintrin.h>
#define LANES_BITS 512
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f")
#endif
#include "fast/batch_kernel.h"
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef LANES_BITS
#else
typedef int batch_512_is_empty; /* an empty file is not C */
#endif
