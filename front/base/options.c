/* The words of a command line are taken one after another: options go where their rows say, arguments are set aside at
 * the front of the same array. */
#include "base/command.h"
#include "base/nearest.h"
#include "base/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const cli_option *option_at(const cli_command *command, unsigned index)
{
    static const cli_option help_option = {.name = "help", .letter = 'h', .help = "explain this command"};
    unsigned count = 0;
    while (command->options && command->options[count].name)
        count++;
    if (index < count)
        return &command->options[index];
    return index == count ? &help_option : NULL;
}

const cli_option *option_find(const cli_command *command, const char *word)
{
    bool is_long = strncmp(word, "--", 2) == 0;
    size_t length = is_long ? strcspn(word + 2, "=") : 0;
    const cli_option *option;
    for (unsigned i = 0; (option = option_at(command, i)); i++) {
        if (is_long && strlen(option->name) == length && memcmp(option->name, word + 2, length) == 0)
            return option;
        if (!is_long && option->letter && word[0] == '-' && word[1] == option->letter && !word[2])
            return option;
    }
    return NULL;
}

static size_t option_width(const cli_option *option)
{
    return strlen(option->name) + (option->value ? 1 + strlen(option->value) : 0);
}

static void describe_option(buffer *text, const cli_option *option, size_t width)
{
    char letter[] = {'-', option->letter, ',', '\0'};
    int padding = (int)(width - option_width(option));
    buffer_format(text, "  %3s --%s%s%s%*s  %s\n", option->letter ? letter : "", option->name, option->value ? " " : "",
                  option->value ? option->value : "", padding, "", option->help);
}

void command_help(const cli_command *command)
{
    const cli_option *option;
    buffer text = {0};
    size_t width = 0;
    for (unsigned i = 0; (option = option_at(command, i)); i++)
        width = option_width(option) > width ? option_width(option) : width;
    buffer_format(&text, "usage: eleven %s%s%s [OPTION]...\n\n%s.\n", command->name, command->arguments ? " " : "",
                  command->arguments ? command->arguments : "", command->summary);
    if (command->details)
        buffer_format(&text, "\n%s", command->details);
    buffer_text(&text, "\noptions:\n");
    for (unsigned i = 0; (option = option_at(command, i)); i++)
        describe_option(&text, option, width);
    wrap_print(&text);
}

/* The state of the reading: words that are still to come, and arguments set aside. */
typedef struct option_reading {
    const cli_command *command;
    char *values;
    word_list words;
    int next, arguments;
} option_reading;

__attribute__((noreturn)) static void fail_unknown(const option_reading *reading, const char *word)
{
    const cli_command *command = reading->command;
    const cli_option *option;
    char typed[64], otherwise[80], hint[NEAREST_HINT];
    int length = (int)strcspn(word, "=");
    snprintf(typed, sizeof typed, "%.*s", length, word);
    snprintf(otherwise, sizeof otherwise, "; 'eleven %s --help' lists the options", command->name);
    nearest best = {.typed = typed + strspn(typed, "-")};
    for (unsigned i = 0; (option = option_at(command, i)); i++)
        nearest_consider(&best, option->name);
    fail_usage("unknown option '%.*s'%s", length, word, nearest_hint(&best, "--", otherwise, hint));
}

static void take_option(option_reading *reading, const cli_option *option, const char *text)
{
    if (!option->value) {
        if (text)
            fail_usage("--%s takes no value, but '%s' is given", option->name, text);
        bool is_set = true;
        memcpy(reading->values + option->offset, &is_set, sizeof is_set);
        return;
    }
    if (!text && reading->next == reading->words.count)
        fail_usage("--%s needs a value: --%s %s", option->name, option->name, option->value);
    if (!text)
        text = reading->words.at[reading->next++];
    option->kind->read(option, text, reading->values + option->offset);
}

static void take_word(option_reading *reading, char *word)
{
    if (word[0] != '-' || word[1] == '\0') {
        reading->words.at[reading->arguments++] = word;
        return;
    }
    const cli_option *option = option_find(reading->command, word);
    const char *equals = strchr(word, '=');
    if (!option)
        fail_unknown(reading, word);
    take_option(reading, option, equals ? equals + 1 : NULL);
}

static void check_arguments(const option_reading *reading)
{
    const cli_command *command = reading->command;
    if (reading->arguments < command->least)
        fail_usage("an argument is missing; usage: eleven %s %s", command->name, command->arguments);
    if (reading->arguments <= command->most)
        return;
    const char *extra = reading->words.at[command->most];
    if (command->arguments && strstr(command->arguments, "BOARD"))
        fail_usage("unexpected argument '%s'; a board needs quotes around it", extra);
    fail_usage("unexpected argument '%s'; usage: eleven %s%s%s [OPTION]...", extra, command->name,
               command->arguments ? " " : "", command->arguments ? command->arguments : "");
}

static void read_words(option_reading *reading)
{
    while (reading->next < reading->words.count) {
        char *word = reading->words.at[reading->next++];
        if (strcmp(word, "--") == 0)
            break;
        take_word(reading, word);
    }
    while (reading->next < reading->words.count)
        reading->words.at[reading->arguments++] = reading->words.at[reading->next++];
    check_arguments(reading);
}

static bool asks_for_help(word_list words)
{
    for (int i = 0; i < words.count && strcmp(words.at[i], "--") != 0; i++)
        if (strcmp(words.at[i], "--help") == 0 || strcmp(words.at[i], "-h") == 0)
            return true;
    return false;
}

int command_run(const cli_command *command, word_list words)
{
    complain_name = command->name;
    if (asks_for_help(words)) {
        command_help(command);
        return 0;
    }
    option_reading reading = {command, calloc(1, command->size + 1), words, 0, 0};
    if (!reading.values)
        fail_no_memory();
    if (command->defaults)
        memcpy(reading.values, command->defaults, command->size);
    read_words(&reading);
    words.count = reading.arguments;
    int status = command->run(reading.values, words);
    free(reading.values);
    return status;
}
