/* The inner loops of network and trainer for machines with AVX-512 and BMI2. */
#ifdef __x86_64__
#include <immintrin.h>
#define TUPLES_BY_BMI2
#define KERNEL_NAME(name) name##_512
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,bmi,bmi2,popcnt"))),            \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,bmi,bmi2,popcnt")
#endif
#include "player/network_kernel.h"
#include "train/train_kernel.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int kernel_512_is_empty; /* an empty file is not C */
#endif
