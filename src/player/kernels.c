/* Which kernel runs. */
#include "player/kernels.h"

const player_kernel *player_kernel_best(void)
{
#ifdef __x86_64__
    bool has_bmi2 = __builtin_cpu_supports("bmi2");
    if (has_bmi2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return &player_kernel_512;
    if (has_bmi2 && __builtin_cpu_supports("avx2"))
        return &player_kernel_256;
#endif
    return &player_kernel_plain;
}
