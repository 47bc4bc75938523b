/* Finds files by the path of the running program, so that nothing depends on the prefix of an installation. */
#include "base/installed.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PROGRAM_PATH = 4096 };

/* False where the system does not say which program runs. */
static bool program_folder(char folder[PROGRAM_PATH])
{
    ssize_t length = readlink("/proc/self/exe", folder, PROGRAM_PATH - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

bool installed_find(const char *built, const char *installed, char *path, size_t size)
{
    const char *const places[] = {built, installed};
    char folder[PROGRAM_PATH];
    if (!program_folder(folder))
        return false;
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if ((size_t)snprintf(path, size, "%s%s", folder, places[i]) < size && access(path, R_OK) == 0)
            return true;
    return false;
}
