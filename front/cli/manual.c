/* The commands as a part of the manual page eleven(6), in mdoc. */
#include "cli/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A line of text. Nothing in it may be taken for a macro or an escape, and the dashes of an option stay dashes. */
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

/* How much of the text comes before its next line break: a line holds one sentence at most, and 72 bytes. A mark
 * between blanks ends no sentence. */
static size_t line_length(const char *text, size_t length)
{
    size_t blank = 0, i = 0;
    for (; i < length && (i < 72 || !blank); i++) {
        bool is_blank = text[i] == ' ' || text[i] == '\n';
        if (is_blank && i > 1 && strchr(".?!", text[i - 1]) && text[i - 2] != ' ')
            return i;
        blank = is_blank ? i : blank;
    }
    return i < length ? blank : i;
}

/* Fills lines; the line breaks in the text count as blanks. */
static void put_prose(const char *text, size_t length)
{
    char line[80];
    while (length > 0) {
        size_t taken = line_length(text, length);
        for (size_t i = 0; i < taken && i < sizeof line; i++)
            line[i] = text[i] == '\n' ? ' ' : text[i];
        put_text(line, taken < sizeof line ? taken : sizeof line);
        taken += taken < length;
        text += taken;
        length -= taken;
    }
}

static void put_literal(const char *text, size_t length)
{
    printf(".Bd -literal -compact\n");
    for (const char *end = text + length; text < end;) {
        size_t taken = strcspn(text, "\n");
        put_text(text, taken);
        text += taken + 1;
    }
    printf(".Ed\n");
}

/* Paragraphs are filled. Indented lines are tables and examples, and keep their line breaks. */
static void put_details(const char *details)
{
    while (*details) {
        bool is_indented = *details == ' ';
        const char *at = details;
        while (*at && *at != '\n' && (*at == ' ') == is_indented)
            at += strcspn(at, "\n") + 1;
        printf(".Pp\n");
        (is_indented ? put_literal : put_prose)(details, (size_t)(at - details) - !is_indented);
        details = at + strspn(at, "\n");
    }
}

static void put_option(const cli_option *option)
{
    printf(".It ");
    if (option->letter)
        printf("Fl %c , ", option->letter);
    printf("Fl \\-%s", option->name);
    if (option->value)
        printf(" Ar %s", option->value);
    putchar('\n');
    put_prose(option->help, strlen(option->help));
}

void commands_mdoc(command_lister *commands)
{
    const cli_command *command;
    const cli_option *option;
    char summary[120];
    for (unsigned i = 0; (command = commands(i)); i++) {
        printf(".Ss eleven %s\n", command->name);
        if (command->arguments)
            printf(".Dl eleven %s %s\\&\n.Pp\n", command->name, command->arguments);
        snprintf(summary, sizeof summary, "%s.", command->summary);
        put_prose(summary, strlen(summary));
        if (command->details)
            put_details(command->details);
        printf(".Bl -tag -width Ds\n");
        for (unsigned j = 0; (option = option_at(command, j)); j++)
            put_option(option);
        printf(".El\n");
    }
}
