/* As much of JSON as reading one object of known shape takes. */
#ifndef ELEVEN_JSON_SCAN_H
#define ELEVEN_JSON_SCAN_H

#include "formats/formats.h"

/* After blanks: reads this byte, or leaves everything as it is and says false. */
bool json_take(byte_input *in, char byte);

/* The same, but anything else is an error. */
eleven_error json_expect(byte_input *in, char byte, const char *sentence, eleven_problem *problem);

/* Reads a string and tells whether it is `name` (compared as it is written, without escapes). */
eleven_error json_key(byte_input *in, const char *const *names, unsigned *which, eleven_problem *problem);

/* A whole number from 0 on. */
eleven_error json_number(byte_input *in, uint64_t *number, eleven_problem *problem);

eleven_error json_bool(byte_input *in, bool *value, eleven_problem *problem);

/* Reads this word: null, true, false. */
bool json_word(byte_input *in, const char *word);

/* Reads any value and forgets it. */
eleven_error json_skip(byte_input *in, unsigned depth, eleven_problem *problem);

#endif
