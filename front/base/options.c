/* Reading words by a table of options, and explaining the table. */
#include "base/options.h"
#include "base/nearest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int option_text(const char *command, const char *option, const char *text, void *target)
{
    (void)command, (void)option;
    *(const char **)target = text;
    return 0;
}

/* ---- Help ---------------------------------------------------------------------------------------------- */

static const cli_option help_option = {.name = "help", .help = "explain this command", .letter = 'h'};

static size_t option_width(const cli_option *option)
{
    return strlen(option->name) + (option->value ? 1 + strlen(option->value) : 0);
}

static void print_option(const cli_option *option, size_t width)
{
    char letter[] = {'-', option->letter, ',', '\0'};
    int padding = (int)(width - option_width(option));
    printf("  %3s --%s%s%s%*s  %s\n", option->letter ? letter : "", option->name, option->value ? " " : "",
           option->value ? option->value : "", padding, "", option->help);
}

static void print_help(const cli_command *command, const cli_option *options)
{
    size_t width = option_width(&help_option);
    for (const cli_option *o = options; o->name; o++)
        width = option_width(o) > width ? option_width(o) : width;
    bool has_arguments = command->arguments[0] != '\0';
    printf("usage: eleven %s%s%s [OPTION]...\n\n%s.\n", command->name, has_arguments ? " " : "", command->arguments,
           command->summary);
    printf("%s%s\noptions:\n", command->details[0] ? "\n" : "", command->details);
    for (const cli_option *o = options; o->name; o++)
        print_option(o, width);
    print_option(&help_option, width);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Where the reading stands: words still to come, and arguments set aside at the front of the same array. */
typedef struct option_reading {
    const cli_command *command;
    const cli_option *options;
    word_list words;
    int next, arguments;
} option_reading;

static const cli_option *find_name(const cli_option *options, const char *name, size_t length)
{
    for (const cli_option *o = options; o->name; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static const cli_option *find_letter(const cli_option *options, char letter)
{
    for (const cli_option *o = options; o->name; o++)
        if (o->letter == letter)
            return o;
    return NULL;
}

static int unknown_option(const option_reading *reading, const char *word, size_t length)
{
    char typed[64];
    size_t dashes = strspn(word, "-");
    snprintf(typed, sizeof typed, "%.*s", (int)(length > dashes ? length - dashes : 0), word + dashes);
    nearest best = nearest_to(typed);
    nearest_consider(&best, help_option.name);
    for (const cli_option *o = reading->options; o->name; o++)
        nearest_consider(&best, o->name);
    return complain(reading->command->name, STATUS_USAGE, "there is no option '%.*s'; the nearest is '--%s'",
                    (int)length, word, best.name);
}

/* `value`: the text after '=', or NULL where the value is the next word. */
static int take_option(option_reading *reading, const cli_option *option, const char *value)
{
    const char *name = reading->command->name;
    if (!option->value) {
        if (value)
            return complain(name, STATUS_USAGE, "the option '--%s' takes no value, so '%s' means nothing", option->name,
                            value);
        *(bool *)option->target = true;
        return OPTIONS_READ;
    }
    if (!value && reading->next == reading->words.count)
        return complain(name, STATUS_USAGE, "the option '--%s' needs a value, %s", option->name, option->value);
    if (!value)
        value = reading->words.at[reading->next++];
    int status = option->read(name, option->name, value, option->target);
    return status ? status : OPTIONS_READ;
}

static int take_word(option_reading *reading, char *word)
{
    if (word[0] != '-' || word[1] == '\0') {
        reading->words.at[reading->arguments++] = word;
        return OPTIONS_READ;
    }
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
        print_help(reading->command, reading->options);
        return 0;
    }
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const cli_option *option = NULL;
    if (word[1] == '-')
        option = find_name(reading->options, word + 2, length - 2);
    else if (length == 2)
        option = find_letter(reading->options, word[1]);
    return option ? take_option(reading, option, equals ? equals + 1 : NULL) : unknown_option(reading, word, length);
}

static int check_arguments(const option_reading *reading)
{
    const cli_command *command = reading->command;
    if (reading->arguments < command->least)
        return complain(command->name, STATUS_USAGE, "an argument is missing; the usage is: eleven %s %s",
                        command->name, command->arguments);
    if (reading->arguments > command->most)
        return complain(command->name, STATUS_USAGE, "the argument '%s' is one too many (a board needs quotes)",
                        reading->words.at[command->most]);
    return OPTIONS_READ;
}

/* Who wants to see the table of the command that is about to read its words; NULL: nobody. */
static option_visitor *visitor;
static void *visitor_state;

void options_visit(const cli_command *command, option_visitor *visit, void *state)
{
    visitor = visit;
    visitor_state = state;
    command->run((word_list){0, NULL});
    visitor = NULL;
}

static int show_options(const cli_option *options)
{
    for (const cli_option *o = options; o->name; o++)
        visitor(visitor_state, o);
    visitor(visitor_state, &help_option);
    return 0;
}

int options_read(const cli_command *command, const cli_option *options, word_list *words)
{
    if (visitor)
        return show_options(options);
    option_reading reading = {command, options, *words, 0, 0};
    int status = OPTIONS_READ;
    while (status == OPTIONS_READ && reading.next < reading.words.count) {
        char *word = reading.words.at[reading.next++];
        if (strcmp(word, "--") == 0)
            break;
        status = take_word(&reading, word);
    }
    if (status != OPTIONS_READ)
        return status;
    while (reading.next < reading.words.count)
        reading.words.at[reading.arguments++] = reading.words.at[reading.next++];
    words->count = reading.arguments;
    return check_arguments(&reading);
}
