/* The bytes of a database as its readers see them: the file, and over it the pages of the write-ahead log.
 *
 *     log    [head, 32 bytes] [frame] [frame] ...
 *     frame  [page number] [size of the database after a commit, otherwise 0] [salt] [sums of all up to here] [page]
 *
 * This needs no write access, which SQLite needs to read a log, and no intact page. */
#include "store/database.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 30, LOG_HEAD = 32, FRAME_HEAD = 24, PAGE_USUAL = 4096 };

uint32_t big_endian(const void *at, unsigned bytes)
{
    const unsigned char *byte = at;
    uint32_t number = 0;
    while (bytes--)
        number = number << 8 | *byte++;
    return number;
}

void path_beside(const eleven_store *store, const char *end, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s%s", store->path, end);
}

static size_t page_size(const buffer *file)
{
    size_t page = file->length < STORE_HEADER ? 0 : big_endian(file->at + 16, 2);
    page = page == 1 ? 65536 : page;
    return page >= 512 && (page & (page - 1)) == 0 ? page : PAGE_USUAL;
}

/* Continues the two sums of the log. */
static void sums_add(uint32_t sums[2], const char *bytes, size_t length, bool is_big)
{
    for (size_t i = 0; i < length; i += 8) {
        uint32_t first = big_endian(bytes + i, 4), second = big_endian(bytes + i + 4, 4);
        sums[0] += (is_big ? first : __builtin_bswap32(first)) + sums[1];
        sums[1] += (is_big ? second : __builtin_bswap32(second)) + sums[0];
    }
}

/* The end of the last commit in the log; 0 where there is none. */
static size_t log_end(const buffer *log, size_t page)
{
    uint32_t sums[2] = {0};
    bool is_big = log->length > LOG_HEAD && log->at[3] & 1;
    size_t frame = FRAME_HEAD + page, end = 0;
    if (log->length > LOG_HEAD)
        sums_add(sums, log->at, 24, is_big);
    for (size_t at = LOG_HEAD; at + frame <= log->length; at += frame) {
        const char *head = log->at + at;
        sums_add(sums, head, 8, is_big);
        sums_add(sums, head + FRAME_HEAD, page, is_big);
        if (memcmp(head + 8, log->at + 16, 8) != 0 || big_endian(head + 16, 4) != sums[0] ||
            big_endian(head + 20, 4) != sums[1])
            break;
        if (big_endian(head + 4, 4))
            end = at + frame;
    }
    return end;
}

/* Puts the pages of the log, up to its last commit, in their places. */
static void log_apply(database_image *image, const buffer *log)
{
    buffer *file = &image->file;
    size_t frame = FRAME_HEAD + image->page, end = log_end(log, image->page);
    for (size_t at = LOG_HEAD; at < end; at += frame) {
        size_t place = (size_t)(big_endian(log->at + at, 4) - 1) * image->page, after = place + image->page;
        if (after > file->length + log->length)
            continue;
        if (after > file->length && buffer_reserve(file, after - file->length)) {
            memset(file->at + file->length, 0, after - file->length);
            file->length = after;
        }
        if (after <= file->length)
            memcpy(file->at + place, log->at + at + FRAME_HEAD, image->page);
    }
}

/* A program may play meanwhile: what is read fits together if the log is the same before and after the file. */
eleven_error image_read(const eleven_store *store, database_image *image, eleven_problem *problem)
{
    enum { ATTEMPTS = 20 };
    char path[PATH_MAX];
    bool is_same = false;
    eleven_error error = ELEVEN_OK;
    path_beside(store, "-wal", path);
    for (int i = 0; i < ATTEMPTS && !error && !is_same; i++) {
        buffer log = {0}, again = {0};
        buffer_free(&image->file);
        file_read(path, FILE_MOST, &log, NULL);
        error = file_read(store->path, FILE_MOST, &image->file, problem);
        file_read(path, FILE_MOST, &again, NULL);
        is_same = log.length == again.length && (log.length == 0 || memcmp(log.at, again.at, log.length) == 0);
        image->page = page_size(&image->file);
        if (!error && (is_same || i + 1 == ATTEMPTS))
            log_apply(image, &log);
        buffer_free(&log);
        buffer_free(&again);
    }
    return image->file.failed ? ELEVEN_NO_MEMORY : error;
}
