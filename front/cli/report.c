/* What several reports print. */
#include "cli/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *print_paragraph(const char *text, int width, int indent)
{
    int column = 0;
    while (*text && *text != '\n') {
        int word = (int)strcspn(text, " \n");
        if (column && column + 1 + word > width) {
            putchar('\n');
            column = 0;
        }
        column += printf("%*s%.*s", column ? 1 : indent, "", word, text);
        text += word;
        text += *text == ' ';
    }
    putchar('\n');
    return text;
}

void print_goal(uint32_t goal)
{
    if (goal)
        printf("goal %" PRIu32, goal);
    else
        printf("no goal");
}
