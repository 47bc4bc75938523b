/* A file that holds a game in any format known here. */
#ifndef CLI_GAME_FILE_H
#define CLI_GAME_FILE_H

#include "base/input_output.h"
#include "base/values.h"

/* Reads a file as input_read does; where another program wrote it, `file` is the record of its game. Returns 0, or
 * STATUS_FAILURE after complaining. */
int game_file_read(const char *command, const char *path, file_text *file);

#endif
