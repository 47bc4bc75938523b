/* Games from one format into another. What the new one has no room for is said. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/nearest.h"
#include "base/options.h"
#include "base/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct format_choice {
    bool is_given;
    eleven_format format;
} format_choice;

typedef struct convert_wish {
    format_choice from, to;
    const char *output;
    bool replaces;
} convert_wish;

static int option_format(const char *command, const char *option, const char *text, void *target)
{
    format_choice *choice = target;
    choice->is_given = eleven_format_find(text, &choice->format);
    if (choice->is_given)
        return 0;
    nearest best = nearest_to(text);
    for (unsigned i = 0; i < ELEVEN_FORMATS; i++)
        nearest_consider(&best, eleven_format_name((eleven_format)i));
    return complain(command, STATUS_USAGE, "--%s '%s' is not a format; the nearest is '%s'", option, text, best.name);
}

/* ---- What is lost -------------------------------------------------------------------------------------- */

/* "left out: the seed, the date and the moves". */
static void tell_lost(unsigned lost)
{
    char sentence[512] = "";
    unsigned left = (unsigned)__builtin_popcount(lost), told = 0;
    for (unsigned kind = 0; kind < ELEVEN_LOST_KINDS; kind++) {
        if (!(lost >> kind & 1))
            continue;
        const char *before = told == 0 ? "" : left == 1 ? " and " : ", ";
        size_t length = strlen(sentence);
        snprintf(sentence + length, sizeof sentence - length, "%s%s", before, eleven_lost_name(kind));
        told++;
        left--;
    }
    if (told)
        complain("convert", 0, "left out: %s", sentence);
}

/* ---- Converting ---------------------------------------------------------------------------------------- */

static int put(const convert_wish *wish, const eleven_bytes *bytes, unsigned lost)
{
    int status = output_write("convert", wish->output, bytes->at, bytes->length);
    if (status == 0)
        tell_lost(lost);
    return status;
}

static int convert(const convert_wish *wish, const char *path, const file_text *file)
{
    eleven_format from = wish->from.is_given ? wish->from.format : eleven_format_detect(file->text, file->length);
    eleven_bytes records, bytes;
    eleven_problem problem;
    unsigned lost, lost_too;
    if (eleven_import(file->text, file->length, from, &records, &lost, &problem))
        return complain_of_file("convert", path, &problem);
    eleven_error error = eleven_export(records.at, records.length, wish->to.format, &bytes, &lost_too, &problem);
    eleven_bytes_free(&records);
    if (error)
        return complain("convert", STATUS_FAILURE, "%s cannot be written as '%s': %s", file_name(path),
                        eleven_format_name(wish->to.format), problem.sentence);
    int status = put(wish, &bytes, lost | lost_too);
    eleven_bytes_free(&bytes);
    return status;
}

static void print_formats(void)
{
    for (unsigned i = 0; i < ELEVEN_FORMATS; i++)
        printf("%-8s %s\n", eleven_format_name((eleven_format)i), eleven_format_origin((eleven_format)i));
}

static int convert_run(word_list words)
{
    convert_wish wish = {.output = "-"};
    bool lists = false;
    const cli_option options[] = {
        {"to", "FORMAT", "what to write (record)", option_format, &wish.to, 't'},
        {"from", "FORMAT", "what IN is (what it looks like)", option_format, &wish.from, 'f'},
        {"output", "OUT", "where to write it, put in place whole (standard output)", option_text, &wish.output, 'o'},
        {"force", NULL, "replace OUT where it exists", NULL, &wish.replaces, 0},
        {"formats", NULL, "list the formats", NULL, &lists, 0},
        {0}};
    int status = options_read(&convert_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (lists) {
        print_formats();
        return 0;
    }
    if (words.count == 0)
        return complain("convert", STATUS_USAGE, "it needs IN, the file with the game ('-' is standard input)");
    if (!wish.replaces && strcmp(wish.output, "-") != 0 && access(wish.output, F_OK) == 0)
        return complain("convert", STATUS_FAILURE, "%s exists; --force replaces it", wish.output);
    file_text file;
    if (input_read("convert", words.at[0], &file))
        return STATUS_FAILURE;
    status = convert(&wish, words.at[0], &file);
    free(file.text);
    return status;
}

const cli_command convert_command = {
    .name = "convert",
    .arguments = "IN",
    .summary = "Read games that other programs wrote, or write them for those",
    .details = "FORMAT is record (Eleven's own), league (2048league and old 2048verse), verse (2048verse), rpl\n"
               "(2048EndgameTablebase), next (2048-next), state (the original's gameState) or hex (a position). A\n"
               "file may hold several games. Every move is checked. What the new format has no room for is told.\n"
               "'-' is standard input as IN, standard output as OUT.\n",
    .most = 1,
    .run = convert_run,
};
