/* Lines of standard input, until it ends or a signal asks the program to end. */
#ifndef CLI_PLAIN_INPUT_H
#define CLI_PLAIN_INPUT_H

#include <stdbool.h>

enum { PLAIN_LINE = 4096 };

void plain_input_begin(void); /* takes over the signals that end a program */
void plain_input_end(void);   /* and gives them back */

/* Waits for a line, without its line break; a very long one comes in pieces. False at the end. */
bool plain_input_line(char line[PLAIN_LINE]);

/* Whether a signal has asked to end. */
bool plain_input_is_ended(void);

/* Why reading failed; NULL where it did not. */
const char *plain_input_trouble(void);

#endif
