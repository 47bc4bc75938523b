/* Converts games from one format into another, and reports what the new format cannot hold. */
#include "cli/commands.h"
#include "base/input_output.h"

#include <stdio.h>
#include <string.h>

typedef struct convert_options {
    /* Names of formats; `from` NULL: what the file looks like. */
    const char *from, *to;
    const char *output;
    bool replaces, lists;
} convert_options;

/* "left out: the seed, the date and the moves". */
static void report_lost(unsigned lost)
{
    char sentence[512] = "";
    unsigned left = (unsigned)__builtin_popcount(lost);
    for (unsigned kind = 0; kind < ELEVEN_LOST_KINDS; kind++) {
        if (!(lost >> kind & 1))
            continue;
        size_t length = strlen(sentence);
        const char *before = length == 0 ? "" : left == 1 ? " and " : ", ";
        snprintf(sentence + length, sizeof sentence - length, "%s%s", before, eleven_lost_name(kind));
        left--;
    }
    if (sentence[0])
        complain("convert", 0, "left out: %s", sentence);
}

static int convert(const convert_options *options, const char *path, const buffer *file)
{
    eleven_format from = eleven_format_detect(file->at, file->length), to = ELEVEN_FORMAT_RECORD;
    eleven_bytes records, bytes;
    eleven_problem problem;
    unsigned lost, lost_too;
    if (options->from)
        eleven_format_find(options->from, &from);
    eleven_format_find(options->to, &to);
    if (eleven_import(file->at, file->length, from, &records, &lost, &problem))
        return complain_of_file("convert", path, &problem);
    eleven_error error = eleven_export(records.at, records.length, to, &bytes, &lost_too, &problem);
    eleven_bytes_free(&records);
    if (error)
        return complain("convert", STATUS_FAILURE, "%s cannot be written as '%s': %s", input_name(path), options->to,
                        problem.sentence);
    int status = output_write("convert", options->output, bytes.at, bytes.length);
    if (status == 0)
        report_lost(lost | lost_too);
    eleven_bytes_free(&bytes);
    return status;
}

static int run_convert(void *given, word_list words)
{
    const convert_options *options = given;
    buffer file;
    for (unsigned i = 0; options->lists && i < ELEVEN_FORMATS; i++)
        printf("%-8s %s\n", eleven_format_name((eleven_format)i), eleven_format_origin((eleven_format)i));
    if (options->lists)
        return 0;
    if (words.count == 0)
        return complain("convert", STATUS_USAGE,
                        "an argument is missing: the file with the game, or - for standard input");
    if (output_check("convert", options->output, options->replaces) || input_read("convert", words.at[0], &file))
        return STATUS_FAILURE;
    int status = convert(options, words.at[0], &file);
    buffer_free(&file);
    return status;
}

static const char *format_name(unsigned index)
{
    return index < ELEVEN_FORMATS ? eleven_format_name((eleven_format)index) : NULL;
}

static const value_kind kind_format = {read_name, format_name, PATH_NONE};

static const cli_option rows[] = {
    OPTION(convert_options, to, "to", 't', "FORMAT", kind_format, "the format to write (default: record)"),
    OPTION(convert_options, from, "from", 'f', "FORMAT", kind_format, "the format of FILE (default: detected)"),
    OPTION(convert_options, output, "output", 'o', "OUT", kind_file, "the file to write (default: standard output)"),
    FLAG(convert_options, replaces, "force", 0, "replace OUT if it exists"),
    FLAG(convert_options, lists, "formats", 0, "list the formats"),
    {0},
};

const cli_command convert_command = {
    .name = "convert",
    .arguments = "FILE",
    .summary = "Convert games from and to the formats of other programs",
    .details = "FORMAT is one of\n"
               "\n"
               "  record   Eleven's own format, see eleven(5)\n"
               "  league   2048league, and 2048verse before it recorded times\n"
               "  verse    2048verse\n"
               "  rpl      2048EndgameTablebase\n"
               "  next     2048-next\n"
               "  state    the gameState of the original game, one position\n"
               "  hex      sixteen hexadecimal digits, one position\n"
               "\n"
               "A file may contain several games. Every move is checked. A message lists what the new format\n"
               "cannot hold. FILE and OUT can be '-', standard input and standard output.\n"
               "\n"
               "  eleven convert replay.txt --to record --output game.2048\n",
    .most = 1,
    .argument = &kind_file,
    .options = rows,
    .size = sizeof(convert_options),
    .defaults = &(const convert_options){.to = "record", .output = "-"},
    .run = run_convert,
};
