/* Texts for terminals that are narrower than the lines of the text. */
#ifndef BASE_WRAP_H
#define BASE_WRAP_H

#include "base/buffer.h"

/* Prints a text, which is not empty, on standard output, and frees it: in a terminal with shorter lines so that no word
 * is divided that fits into a line, otherwise as it is. Fails if the text is not whole because memory ran out.
 *
 * Paragraphs are filled again. In an indented line with columns, what does not fit continues below the last column, or
 * near the margin where that is beyond half of the terminal.
 * Examples, which people copy and which are indented by two blanks, stay as they are.
 *
 *     -o, --output FILE  the file to write
 *                        (default: standard output) */
void wrap_print(buffer *text);

#endif
