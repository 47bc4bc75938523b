/* The commands as a part of the manual page eleven(1), in mdoc. */
#include "cli/commands.h"
#include "cli/completion.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A line of text: nothing in it may be taken for a macro or an escape, and the dashes of an option stay dashes. */
static void put_text(const char *text, size_t length)
{
    if (length && (text[0] == '.' || text[0] == '\''))
        printf("\\&");
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            printf("\\e");
        else if (text[i] == '-' && (i == 0 || !isalnum((unsigned char)text[i - 1])))
            printf("\\-");
        else
            putchar(text[i]);
    putchar('\n');
}

/* How much of the text comes before its next line break: a line holds one sentence at most, and 78 bytes. */
static size_t line_length(const char *text)
{
    size_t blank = 0, i = 0;
    while (text[i] && (i < 78 || !blank)) {
        if (text[i] == ' ')
            blank = i;
        if (text[i] == ' ' && i && strchr(".?!", text[i - 1]) && !(i > 1 && text[i - 2] == ' '))
            return i;
        i++;
    }
    return text[i] ? blank : i;
}

static void put_prose(const char *text)
{
    while (*text) {
        size_t length = line_length(text);
        put_text(text, length);
        text += length + (text[length] == ' ');
    }
}

static void put_option(void *state, const cli_option *option)
{
    (void)state;
    printf(".It ");
    if (option->letter)
        printf("Fl %c , ", option->letter);
    printf("Fl \\-%s", option->name);
    if (option->value)
        printf(" Ar %s", option->value);
    putchar('\n');
    put_prose(option->help);
}

/* Reads the lines from *at on that are all indented, or all not, as one text; they are not empty. Returns its length. */
static size_t take_lines(const char **at, bool is_indented, char *text, size_t size)
{
    size_t used = 0;
    while (**at && **at != '\n' && (**at == ' ') == is_indented) {
        size_t length = strcspn(*at, "\n");
        used += (size_t)snprintf(text + used, size - used, "%.*s%c", (int)length, *at, is_indented ? '\n' : ' ');
        *at += length + ((*at)[length] == '\n');
    }
    return used;
}

static void put_literal(const char *text)
{
    printf(".Bd -literal -compact\n");
    while (*text) {
        size_t length = strcspn(text, "\n");
        put_text(text, length);
        text += length + 1;
    }
    printf(".Ed\n");
}

/* Paragraphs are filled; indented lines are tables and keep their breaks. */
static void put_details(const char *details)
{
    char text[4096];
    while (*details) {
        bool is_indented = *details == ' ';
        printf(".Pp\n");
        details += strspn(details, "\n");
        size_t length = take_lines(&details, is_indented, text, sizeof text);
        if (length && !is_indented)
            text[length - 1] = '\0';
        if (is_indented)
            put_literal(text);
        else
            put_prose(text);
        details += strspn(details, "\n");
    }
}

void describe_mdoc(void)
{
    for (unsigned i = 0; command_at(i); i++) {
        const cli_command *command = command_at(i);
        printf(".Ss eleven %s\n", command->name);
        if (command->arguments[0])
            printf(".Dl eleven %s %s\\&\n.Pp\n", command->name, command->arguments);
        put_prose(command->summary);
        put_details(command->details);
        printf(".Bl -tag -width Ds\n");
        options_visit(command, put_option, NULL);
        printf(".El\n");
    }
}
