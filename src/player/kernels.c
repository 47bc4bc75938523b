/* Which kernel runs. */
#include "player/player_room.h"

unsigned player_kernel_bits(void)
{
#ifdef __x86_64__
    bool has_bmi2 = __builtin_cpu_supports("bmi2");
    if (has_bmi2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return 512;
    if (has_bmi2 && __builtin_cpu_supports("avx2"))
        return 256;
#endif
    return 0;
}

player_values *player_values_best(void)
{
#ifdef __x86_64__
    unsigned bits = player_kernel_bits();
    if (bits)
        return bits == 512 ? player_values_512 : player_values_256;
#endif
    return player_values_plain;
}
