/* The network's inner loop, compiled once for each kind of machine, and which of them runs. */
#include "player/player_room.h"

#define KERNEL_NAME(name) name##_plain
#define KERNEL_TARGET
#include "player/network_kernel.h"

#ifdef __x86_64__
#undef KERNEL_NAME
#undef KERNEL_TARGET
#define KERNEL_NAME(name) name##_256
#define KERNEL_TARGET     PLAYER_TARGET_256
#include "player/network_kernel.h"

#undef KERNEL_NAME
#undef KERNEL_TARGET
#define KERNEL_NAME(name) name##_512
#define KERNEL_TARGET     PLAYER_TARGET_512
#include "player/network_kernel.h"
#endif

unsigned player_kernel_bits(void)
{
#ifdef __x86_64__
    bool has_bmi2 = __builtin_cpu_supports("bmi2");
    if (has_bmi2 && fast_has_512())
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
