/* Reads a game record from a file and checks it move by move: replay FILE. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>

enum { RECORD_MAX = 1 << 22 };

static size_t read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, size, file) : 0;
    if (file)
        fclose(file);
    return length;
}

int main(int count, char **arguments)
{
    static char text[RECORD_MAX];
    eleven_reader reader;
    eleven_ply ply;
    eleven_events events;
    eleven_problem problem;
    uint64_t most = 0;
    if (count != 2) {
        fprintf(stderr, "usage: replay FILE\n");
        return 2;
    }
    size_t length = read_file(arguments[1], text, sizeof text);
    eleven_error error = eleven_reader_open(&reader, text, length, &problem);
    while (!error) {
        error = eleven_reader_next(&reader, &ply, &events, &problem);
        if (!error && events.gain > most)
            most = events.gain;
    }
    if (error != ELEVEN_END) {
        printf("%s:%" PRIu32 ":%" PRIu32 ": %s\n", arguments[1], problem.line, problem.column, problem.sentence);
        return 1;
    }
    printf("%" PRIu32 " moves, score %" PRIu64 ", best move %" PRIu64 "\n", reader.game.ply, reader.game.score, most);
    return 0;
}
