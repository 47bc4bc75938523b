/* The version of the library that a program runs with, which may differ from that of its headers. */
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
