/* A disk that keeps only what was synced; to be preloaded (LD_PRELOAD) into a program that a test kills. At each fsync
 * and fdatasync of a file in the folder $SYNCED_FROM, the bytes of the file are copied to $SYNCED_TO:
 *
 *     $SYNCED_TO/NUMBER    the bytes of the file with that inode number at its last sync
 *     $SYNCED_TO/names     "NUMBER NAME" for each file of the folder when the folder was synced last
 *
 * After a power failure exactly the named files exist, with those bytes. Each copy replaces the one before at once. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a new file beside its place; `into` is its name. */
static FILE *copy_begin(char into[PATH_MAX])
{
    snprintf(into, PATH_MAX, "%s/copying-%d", getenv("SYNCED_TO"), (int)gettid());
    return fopen(into, "w");
}

static void copy_end(FILE *copy, const char *from, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", getenv("SYNCED_TO"), name);
    if (fclose(copy) != 0 || rename(from, path) != 0)
        abort();
}

/* Reads through the program's own descriptor: closing another one would release the program's locks on the file. */
static void file_copy(int file, const char *name)
{
    char into[PATH_MAX], bytes[65536];
    FILE *copy = copy_begin(into);
    ssize_t count;
    for (off_t at = 0; (count = pread(file, bytes, sizeof bytes, at)) > 0; at += count)
        fwrite(bytes, 1, (size_t)count, copy);
    copy_end(copy, into, name);
}

static void names_copy(const char *folder)
{
    char into[PATH_MAX];
    FILE *copy = copy_begin(into);
    DIR *names = opendir(folder);
    for (struct dirent *entry; (entry = readdir(names));)
        if (entry->d_type == DT_REG)
            fprintf(copy, "%llu %s\n", (unsigned long long)entry->d_ino, entry->d_name);
    closedir(names);
    copy_end(copy, into, "names");
}

static int sync_copy(int file)
{
    char link[64], path[PATH_MAX], name[32];
    struct stat about;
    const char *folder = getenv("SYNCED_FROM");
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0 || fstat(file, &about) != 0)
        return -1;
    path[length] = '\0';
    if (strcmp(path, folder) == 0) {
        names_copy(folder);
    } else if (strncmp(path, folder, strlen(folder)) == 0 && S_ISREG(about.st_mode)) {
        snprintf(name, sizeof name, "%llu", (unsigned long long)about.st_ino);
        file_copy(file, name);
    }
    return 0;
}

int fsync(int file)
{
    return sync_copy(file);
}

int fdatasync(int file)
{
    return sync_copy(file);
}
