/* A slow machine; to be preloaded (LD_PRELOAD) into a program that a test runs. So a test decides how long something
 * takes, without measuring time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Memory of at least 16 MB, which only the opening of a network asks for, is given once the file $GATE exists. */
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    const char *gate = getenv("GATE");
    while (gate && length >= 16u << 20 && flags & MAP_NORESERVE && access(gate, F_OK) != 0)
        usleep(1000);
    return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}

/* While there is a file $KEYS.closed, whoever reads the keyboard waits, and there is a file $KEYS.reached. */
ssize_t read(int file, void *bytes, size_t count)
{
    const char *name = getenv("KEYS");
    char closed[4096], reached[4096];
    snprintf(closed, sizeof closed, "%s.closed", name ? name : "");
    snprintf(reached, sizeof reached, "%s.reached", name ? name : "");
    while (name && file == STDIN_FILENO && access(closed, F_OK) == 0) {
        close(open(reached, O_CREAT | O_WRONLY, 0600));
        usleep(1000);
    }
    return syscall(SYS_read, file, bytes, count);
}
