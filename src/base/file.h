/* Files: read whole, mapped, and replaced safely. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/buffer.h"
#include "eleven/game.h"

#include <stdio.h>

/* A file that is being written. Its bytes go to a new file in the folder of the target, which takes the target's place
 * when it is whole and on the disk. So the target holds its old bytes or all new ones, whatever happens, and two
 * writers never mix. Its owner and permissions stay. Pipes and devices cannot be replaced; they are written directly
 * (`is_replaced` is false). `beside` is the name of the new file, NULL while it has none. Write to `out`; errors are
 * found at the end. */
typedef struct file_writer {
    FILE *out;
    char *target, *beside;
    bool is_replaced;
} file_writer;

/* Opens a writer for `path`. A symbolic link stays, and the file that it leads to is replaced; a link to nothing is an
 * error, and so is a file or a link through which the system would not let the caller write. ELEVEN_NO_STORAGE or
 * ELEVEN_NO_MEMORY. */
eleven_error file_writer_open(file_writer *writer, const char *path, eleven_problem *problem);

/* Ends the writing: flush, sync, rename, sync of the folder. Where `is_complete` is false, or something fails, the
 * new file is removed and the target is unchanged; the former is not an error. The writer is closed in any case. */
eleven_error file_writer_close(file_writer *writer, bool is_complete, eleven_problem *problem);

/* Replaces a file by these bytes. */
eleven_error file_write(const char *path, const void *bytes, size_t length, eleven_problem *problem);

/* Cuts off what follows the first `length` bytes; the file stays the same one. False with errno set. */
bool file_cut(const char *path, size_t length);

/* Ends the writing of a row, `length` bytes, that was added to the end of a file; `whole` is how long the file was
 * before, -1 where it has no length. Closes the stream. If only a part of the row is in the file, as on a full disk,
 * and nobody has added to it since, that part is cut off. False with errno set if the row could not be written. */
bool file_close_row(FILE *file, long whole, size_t length);

/* The last steps alone, for files that are built in place under a temporary name: syncs the open file, renames it,
 * syncs the folder. False with errno set. */
bool file_commit(int descriptor, const char *temporary, const char *path);

/* Adds all bytes of a stream to the buffer; ELEVEN_NO_STORAGE where it has more than `most`. `name` is for the
 * sentence. */
eleven_error file_read_stream(FILE *in, const char *name, size_t most, buffer *bytes, eleven_problem *problem);

/* Reads a whole file, at most `most` bytes, into an empty buffer. */
eleven_error file_read(const char *path, size_t most, buffer *bytes, eleven_problem *problem);

/* Creates a folder and its missing parents, for their owner only; an existing one stays as it is. False with errno set.
 * The path is changed meanwhile. */
bool file_make_folder(char *folder);

/* A file mapped read-only; {0} is none. An empty file has no bytes but is mapped all the same. */
typedef struct file_map {
    const void *bytes;
    size_t length;
} file_map;

eleven_error file_map_open(const char *path, file_map *map, eleven_problem *problem);

/* Unmaps the file and empties the map. */
void file_map_close(file_map *map);

/* Gives the memory of the pages back to the system, which reads them again when they are needed. */
void file_map_forget(const file_map *map);

#endif
