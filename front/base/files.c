/* Reading a file whole, and replacing one so that a crash leaves either the old text or the new one. */
#include "base/files.h"
#include "base/command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Reading ------------------------------------------------------------------------------------------- */

static const size_t file_limit = (size_t)256 << 20;

const char *file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* Makes room for more text and its final NUL. */
static bool grow(file_text *file, size_t *size)
{
    size_t wanted = *size ? *size * 2 : 65536;
    char *text = realloc(file->text, wanted);
    if (!text)
        return false;
    file->text = text;
    *size = wanted;
    return true;
}

/* Returns NULL, or what went wrong. */
static const char *read_stream(FILE *in, file_text *file)
{
    size_t size = 0;
    do {
        if (file->length + 1 >= size && !grow(file, &size))
            return "there is not enough memory for it";
        file->length += fread(file->text + file->length, 1, size - file->length - 1, in);
        if (ferror(in))
            return strerror(errno);
        if (file->length > file_limit)
            return "it is larger than 256 MiB";
    } while (!feof(in));
    file->text[file->length] = '\0';
    return NULL;
}

int file_read(const char *command, const char *path, file_text *file)
{
    bool is_input = strcmp(path, "-") == 0;
    FILE *in = is_input ? stdin : fopen(path, "rb");
    *file = (file_text){0};
    const char *trouble = in ? read_stream(in, file) : strerror(errno);
    if (trouble) {
        complain(command, STATUS_FAILURE, "%s cannot be read: %s", file_name(path), trouble);
        free(file->text);
        file->text = NULL;
    }
    if (in && !is_input)
        fclose(in);
    return trouble ? STATUS_FAILURE : 0;
}

/* ---- Replacing ----------------------------------------------------------------------------------------- */

static bool write_stream(FILE *out, const char *text, size_t length)
{
    return fwrite(text, 1, length, out) == length && fflush(out) == 0;
}

static bool write_file(const char *path, const char *text, size_t length, bool to_disk)
{
    FILE *out = fopen(path, "wb");
    if (!out)
        return false;
    bool written = write_stream(out, text, length) && (!to_disk || fsync(fileno(out)) == 0);
    int trouble = errno;
    if (fclose(out) != 0 && written)
        return false;
    errno = trouble;
    return written;
}

/* A pipe or a device is written to; only a plain file can be replaced. */
static bool is_plain(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

/* `path` leads through no link, so that the new file takes the place of the old one and not of the link. */
static bool replace_plain(const char *path, const char *text, size_t length)
{
    char beside[PATH_MAX];
    if (snprintf(beside, sizeof beside, "%s.tmp", path) >= (int)sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (write_file(beside, text, length, true) && rename(beside, path) == 0)
        return true;
    int trouble = errno;
    unlink(beside);
    errno = trouble;
    return false;
}

int file_replace(const char *command, const char *path, const char *text, size_t length)
{
    if (strcmp(path, "-") == 0) {
        fwrite(text, 1, length, stdout);
        return 0;
    }
    char *target = realpath(path, NULL);
    const char *place = target ? target : path;
    bool written =
        is_plain(place) ? replace_plain(place, text, length) : write_file(place, text, length, false);
    int trouble = errno;
    free(target);
    return written ? 0
                   : complain(command, STATUS_FAILURE, "%s cannot be written: %s", path, strerror(trouble));
}
