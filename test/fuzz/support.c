/* Files and folders in memory for the fuzz targets. */
#include "fuzz.h"

#include <ftw.h>
#include <sys/mman.h>

fuzz_file fuzz_file_new(void)
{
    fuzz_file file = {.descriptor = memfd_create("fuzz", 0)};
    expect(file.descriptor >= 0);
    snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.descriptor);
    return file;
}

void fuzz_file_fill(const fuzz_file *file, const void *bytes, size_t length)
{
    expect(ftruncate(file->descriptor, 0) == 0);
    expect(pwrite(file->descriptor, bytes, length, 0) == (ssize_t)length);
    expect(lseek(file->descriptor, 0, SEEK_SET) == 0);
}

static char folder[64];

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *place)
{
    (void)about, (void)type, (void)place;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
    if (!*folder) {
        strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/eleven-fuzz-XXXXXX" : "/tmp/eleven-fuzz-XXXXXX");
        expect(mkdtemp(folder));
        atexit(remove_folder);
    }
    return folder;
}
