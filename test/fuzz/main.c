/* Gives files to a fuzz target, for compilers without libFuzzer, each as it is and then damaged in some ways:
 *
 *     build/checked/test/fuzz/record WAYS FOLDER      every file in the folder; prints how many there were
 */
#include "fuzz.h"

#include <dirent.h>

enum { FILE_MOST = 1 << 20 };

static void give(const uint8_t *bytes, size_t length)
{
    /* A copy of exactly this size, so that a sanitizer sees what is read behind it. */
    uint8_t *copy = malloc(length ? length : 1);
    expect(copy);
    memcpy(copy, bytes, length);
    LLVMFuzzerTestOneInput(copy, length);
    free(copy);
}

/* One to four bytes are changed, and the end may be cut off. Always the same ways. */
static void give_damaged(const uint8_t *bytes, size_t length, uint64_t way)
{
    static uint8_t damaged[FILE_MOST];
    memcpy(damaged, bytes, length);
    for (unsigned i = 0; i <= way % 4; i++) {
        uint64_t word = eleven_random(way, i);
        damaged[word % length] =
            (uint8_t)(word & 1 << 20 ? word >> 32 : damaged[word % length] ^ 1u << (word >> 32) % 8);
    }
    give(damaged, way % 5 ? length : 1 + eleven_random(way, 9) % length);
}

static bool replay(const char *path, unsigned ways)
{
    static uint8_t bytes[FILE_MOST];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (!file || fclose(file) != 0)
        return false;
    give(bytes, length);
    for (unsigned way = 0; way < ways && length; way++)
        give_damaged(bytes, length, way);
    return true;
}

int main(int count, char **words)
{
    char path[4096];
    unsigned files = 0;
    DIR *folder = count == 3 ? opendir(words[2]) : NULL;
    expect(folder);
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (struct dirent *entry; (entry = readdir(folder));) {
        snprintf(path, sizeof path, "%s/%s", words[2], entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        fprintf(stderr, "%s\n", path);
        files += replay(path, (unsigned)atoi(words[1]));
    }
    closedir(folder);
    fprintf(stderr, "%u files\n", files);
    return files ? 0 : 1;
}
