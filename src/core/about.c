/* The version of the library that a program runs with, which may differ from that of its headers; and the names of
 * errors. */
#include "eleven/game.h"
#include "eleven/version.h"

const char *eleven_version(void)
{
    return ELEVEN_VERSION;
}

unsigned eleven_version_number(void)
{
    return ELEVEN_VERSION_NUMBER;
}

unsigned eleven_abi(void)
{
    return ELEVEN_ABI;
}

const char *eleven_error_name(eleven_error error)
{
    static const char *const names[] = {"ok",        "end",        "bad text",   "bad rules", "newer",
                                        "no memory", "no storage", "impossible", "stopped"};
    return (unsigned)error < sizeof names / sizeof *names ? names[error] : "unknown";
}

void eleven_stop_request(eleven_stop *stop)
{
    __atomic_store_n(&stop->requested, 1, __ATOMIC_RELAXED);
}

bool eleven_stop_is_requested(const eleven_stop *stop)
{
    return stop && __atomic_load_n(&stop->requested, __ATOMIC_RELAXED);
}
