/* A file that holds a game in any format known here, read as a record. */
#include "base/game_file.h"

#include <stdlib.h>

int game_file_read(const char *command, const char *path, file_text *file)
{
    if (input_read(command, path, file))
        return STATUS_FAILURE;
    eleven_format format = eleven_format_detect(file->text, file->length);
    if (format == ELEVEN_FORMAT_RECORD)
        return 0;
    eleven_bytes records;
    eleven_problem problem;
    unsigned lost;
    eleven_error error = eleven_import(file->text, file->length, format, &records, &lost, &problem);
    free(file->text);
    *file = error ? (file_text){0} : (file_text){records.at, records.length};
    return error ? complain_of_file(command, path, &problem) : 0;
}
