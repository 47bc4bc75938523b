/* Shared by the tests of endgame tables: a temporary folder, and builds of tiny tables. */
#ifndef ENDGAME_FIXTURE_H
#define ENDGAME_FIXTURE_H

#define _XOPEN_SOURCE 700 /* nftw */
#include "expect.h"
#include "eleven/endgame.h"

#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[256];

static inline int make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/eleven-endgame-XXXXXX", parent && *parent ? parent : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_one(const char *path, const struct stat *about, int type, struct FTW *place)
{
    (void)about, (void)type, (void)place;
    return remove(path);
}

static inline int remove_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A path in the folder; valid until the fourth call after this one. */
static inline const char *path_of(const char *name)
{
    static char paths[4][300];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline eleven_endgame_build tiny_build(const char *where, unsigned threads)
{
    return (eleven_endgame_build){
        .size = sizeof(eleven_endgame_build), .folder = where, .reach = ELEVEN_ENDGAME_TINY, .threads = threads};
}

#endif
