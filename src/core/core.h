/* What the files of core share, and what other rooms may use for reading and writing texts without a C library: a
 * bounded writer, a scanner that knows its line and column, and the parts of the notation that larger texts contain.
 *
 * A scanner reads forward. Every core_scan_* function begins at the scanner's place and leaves it behind what it read;
 * after an error the place is unspecified. `problem` may be NULL everywhere. */
#ifndef CORE_CORE_H
#define CORE_CORE_H

#include "eleven/game.h"

/* A 64-bit random word is read as a binary fraction 0.b1b2b3..., from which choices are taken one after another: each
 * choice multiplies the fraction and takes the whole part. The remainder is the fraction for the next choice. */

/* A number below n, 1 <= n <= 2^31. Off from uniform by less than n / 2^64. */
unsigned core_fraction_below(uint64_t *word, uint32_t n);

/* An index, chosen with probability weights[index] / their sum, 1 <= sum <= 2^31. */
unsigned core_fraction_weighted(uint64_t *word, const uint32_t *weights, unsigned count);

/* A text of at most `size` bytes with its NUL, at every moment NUL-terminated. `length` counts the whole text, also
 * what did not fit. */
typedef struct text_out {
    char *text;
    size_t size, length;
} text_out;

text_out core_text_into(char *text, size_t size);
void core_put_char(text_out *out, char c);
void core_put(text_out *out, const char *string);
void core_put_number(text_out *out, uint64_t number);
void core_put_hex(text_out *out, uint64_t number, unsigned digits);

/* 'TEXT' in quotes, as at most 40 bytes of valid UTF-8: input that an error sentence quotes. Bytes that are not UTF-8
 * become \xHH, control characters '?'. */
void core_put_quoted(text_out *out, const char *text, size_t length);

/* Starts the problem's sentence at that place; writes nowhere when problem is NULL. */
text_out core_problem_at(eleven_problem *problem, uint32_t line, uint32_t column);

/* Line and column, from 1, are those of text[at]. */
typedef struct text_in {
    const char *text;
    size_t length, at;
    uint32_t line, column;
} text_in;

typedef struct text_word {
    const char *text;
    size_t length;
    uint32_t line, column;
} text_word;

text_in core_text_from(const char *text, size_t length);

/* The next byte, -1 at the end. */
int core_peek(const text_in *in);
void core_step(text_in *in);

/* Skips blanks, and comments from ';' to the end of the line; not the line break. */
void core_skip(text_in *in);

/* Skips blanks, comments and line breaks. */
void core_skip_lines(text_in *in);

/* After a skip: nothing is left on this line. */
bool core_line_is_over(const text_in *in);

/* The empty word at this place, for problems that have no word. */
text_word core_here(const text_in *in);

/* The bytes up to the next blank, line break, ';' or `stop` (none of them consumed); empty at any of these. */
text_word core_next_word(text_in *in, char stop);

/* The same after a skip. */
text_word core_skip_to_word(text_in *in);

bool core_word_is(text_word word, const char *string);

/* Whether the string, written into a line, is read again as one word. */
bool core_is_one_word(const char *string);

/* A decimal number without sign or leading zero that fits 64 bits; false where the word is not one. */
bool core_word_number(text_word word, uint64_t *number);

/* Fails at the word: core_fail_at with "SENTENCE", core_fail_quoting with "SENTENCE 'word'". */
eleven_error core_fail_at(text_word word, const char *sentence, eleven_problem *problem);
eleven_error core_fail_quoting(text_word word, const char *sentence, eleven_problem *problem);

bool core_text_equal(const char *a, const char *b);

/* "eleven KIND 1", alone on its line. */
eleven_error core_scan_format(text_in *in, const char *kind, eleven_problem *problem);

/* Nothing but blanks and a comment up to the end of the line, which is read too. */
eleven_error core_scan_line_end(text_in *in, eleven_problem *problem);

/* A number from 0 to `most`. `what` names it in the sentence: "the seed". */
eleven_error core_scan_number(text_in *in, const char *what, uint64_t most, uint64_t *number, eleven_problem *problem);

/* A tile's number under these rules. */
eleven_error core_scan_rank(const eleven_rules *rules, text_in *in, char stop, eleven_rank *rank,
                            eleven_problem *problem);

/* "none" or the number of a tile. */
eleven_error core_scan_goal(eleven_rules *rules, text_in *in, eleven_problem *problem);

/* A board up to the end of the line, or of the text where `many_lines`. */
eleven_error core_scan_board(const eleven_rules *rules, text_in *in, bool many_lines, eleven_board *board,
                             eleven_problem *problem);

/* One line of a rule set, from its key to the end of the line. Start with core_rules_blank, end with
 * eleven_rules_check. */
eleven_rules core_rules_blank(void);
eleven_error core_scan_rule(eleven_rules *rules, text_in *in, eleven_problem *problem);

/* The lines of a rule set, each after `prefix`. */
void core_put_rules(const eleven_rules *rules, const char *prefix, text_out *out);

/* "KEY VALUE" and "KEY NUMBER", lines of heads and rules. */
void core_put_line(text_out *out, const char *key, const char *value);
void core_put_number_line(text_out *out, const char *key, uint64_t number);

/* A tile as "2@c3". One that is read may appear on this board under these rules. */
void core_put_tile(const eleven_rules *rules, unsigned w, eleven_tile tile, text_out *out);
eleven_error core_scan_tile(const eleven_rules *rules, const eleven_board *board, text_in *in, eleven_tile *tile,
                            eleven_problem *problem);

/* The parts of a game record; see eleven_record_print and eleven_ply_print. */
void core_put_record(const eleven_record *record, text_out *out);
void core_put_ply(const eleven_rules *rules, unsigned w, const eleven_ply *ply, uint32_t moves_before, text_out *out);

/* A head while it is read. `start` is the rest of the "start" or "board" line; its text is NULL where there is none.
 * `end_line` is that of eleven_reader; `board_score_line` is 0 where there is no such line. `known_keys` has a bit for
 * each key that was read. */
typedef struct record_head {
    eleven_record record;
    text_in start;
    uint32_t board_score_line, end_line[3], known_keys;
} record_head;

/* Reads the head up to the blank line that ends it (or the end of the text); `head` starts zeroed. */
eleven_error core_scan_head(record_head *head, text_in *in, eleven_problem *problem);

#endif
