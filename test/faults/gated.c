/* A slow machine; to be preloaded (LD_PRELOAD) into a program that a test runs. Memory of at least 16 MB, which only
 * the opening of a network asks for, is given once the file $GATE exists. So a test decides how long a player takes to
 * open, without measuring time. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    const char *gate = getenv("GATE");
    while (gate && length >= 16u << 20 && flags & MAP_NORESERVE && access(gate, F_OK) != 0)
        usleep(1000);
    return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}
