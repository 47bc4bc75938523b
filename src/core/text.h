/* Small pieces for reading and writing text without a C library: a bounded writer and a scanner that knows
 * its line and column. */
#ifndef ELEVEN_TEXT_H
#define ELEVEN_TEXT_H

#include "eleven/game.h"

bool text_equal(const char *a, const char *b);

/* ---- Writing ------------------------------------------------------------------------------------------ */

typedef struct text_out {
    char *text; /* kept NUL-terminated */
    size_t size;
    size_t length; /* of the whole text, also past `size` */
} text_out;

text_out text_into(char *text, size_t size);
void text_char(text_out *out, char c);
void text_string(text_out *out, const char *string);
void text_slice(text_out *out, const char *text, size_t length); /* shortened when long; for quoting input */
void text_number(text_out *out, uint64_t number);
void text_hex(text_out *out, uint64_t number, unsigned digits);

/* Starts the problem's sentence at that place; writes nowhere when problem is NULL. */
text_out text_problem(eleven_problem *problem, uint32_t line, uint32_t column);

/* ---- Reading ------------------------------------------------------------------------------------------ */

typedef struct text_in {
    const char *text;
    size_t length, at;
    uint32_t line, column; /* of text[at], from 1 */
} text_in;

typedef struct text_word {
    const char *text;
    size_t length;
    uint32_t line, column;
} text_word;

text_in text_from(const char *text, size_t length);
int text_peek(const text_in *in); /* the next byte, -1 at the end */
void text_step(text_in *in);

/* Skips blanks, and comments from ';' to the end of the line; not the line break. */
void text_skip(text_in *in);

/* Skips blanks, comments and line breaks. */
void text_skip_lines(text_in *in);

/* After a skip: nothing is left on this line. */
bool text_line_is_over(const text_in *in);

/* The bytes up to the next blank, line break, ';' or `stop` (none of them consumed); empty at any of these.
 */
text_word text_next_word(text_in *in, char stop);

bool word_is(text_word word, const char *string);

/* A decimal number without sign or leading zero that fits 64 bits; false where the word is none. */
bool word_number(text_word word, uint64_t *number);

/* Fails at the word: "SENTENCE" or, with quote, "SENTENCE 'word'". */
eleven_error word_fail(text_word word, const char *sentence, bool quote, eleven_problem *problem);

#endif
