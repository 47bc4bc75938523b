/* Converts games from one format into another, and reports what the new format cannot hold. */
#include "cli/commands.h"
#include "base/input_output.h"

#include <stdio.h>
#include <string.h>

struct options {
    /* Names of formats; `from` NULL: what the file looks like. */
    const char *from, *to;
    const char *output;
    bool replaces, lists;
};

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

static void convert(const struct options *options, const char *path, const buffer *file)
{
    eleven_format from = eleven_format_detect(file->at, file->length), to = ELEVEN_FORMAT_RECORD;
    eleven_bytes records, bytes;
    eleven_problem problem;
    unsigned lost, lost_too;
    if (options->from)
        eleven_format_parse(options->from, strlen(options->from), &from);
    eleven_format_parse(options->to, strlen(options->to), &to);
    if (eleven_import(file->at, file->length, from, &records, &lost, &problem))
        fail_in_file(path, &problem);
    if (eleven_export(records.at, records.length, to, &bytes, &lost_too, &problem))
        fail_with("%s cannot be written as '%s': %s", input_name(path), options->to, problem.sentence);
    output_write(options->output, bytes.at, bytes.length);
    report_lost(lost | lost_too);
    eleven_bytes_free(&records);
    eleven_bytes_free(&bytes);
}

static int run_convert(void *given, word_list words)
{
    const struct options *options = given;
    if (options->lists && words.count > 0)
        fail_usage("--formats lists the formats and converts nothing, so '%s' is too much", words.at[0]);
    for (unsigned i = 0; options->lists && i < ELEVEN_FORMATS; i++)
        printf("%-8s %s\n", eleven_format_name((eleven_format)i), eleven_format_origin((eleven_format)i));
    if (options->lists)
        return 0;
    if (words.count == 0)
        fail_usage("an argument is missing: the file with the game, or - for standard input");
    output_check(options->output, options->replaces);
    buffer file = input_read(words.at[0]);
    convert(options, words.at[0], &file);
    buffer_free(&file);
    return 0;
}

static const char *format_name(unsigned index)
{
    return index < ELEVEN_FORMATS ? eleven_format_name((eleven_format)index) : NULL;
}

static const value_kind kind_format = {read_name, format_name, PATH_NONE, NULL};

static const cli_option rows[] = {
    OPTION(to, "to", 't', "FORMAT", kind_format, "the format to write (default: record)"),
    OPTION(from, "from", 'f', "FORMAT", kind_format, "the format of FILE (default: detected)"),
    OPTION(output, "output", 'o', "OUT", kind_file, "the file to write (default: standard output)"),
    OPTION_FORCE(replaces),
    FLAG(lists, "formats", 0, "list the formats"),
    {0},
};

const cli_command convert_command = {
    .name = "convert",
    .arguments = "FILE",
    .summary = "Convert games from and to the formats of other programs",
    .details = "FORMAT is one of\n"
               "\n"
               "  record   Eleven's own format, see eleven-formats(5)\n"
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
               "  eleven convert replay.txt --to record --output mine.2048\n",
    .most = 1,
    .argument = &kind_file,
    OPTIONS(rows),
    .defaults = &(const struct options){.to = "record", .output = "-"},
    .run = run_convert,
};
