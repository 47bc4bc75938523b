/* The parts of the notation that stand inside larger texts. Each reads at the scanner and leaves it behind
 * what it read. */
#ifndef ELEVEN_SCAN_H
#define ELEVEN_SCAN_H

#include "core/text.h"

/* A board up to the end of the line, or of the text where `many_lines`. */
eleven_error board_scan(const eleven_rules *rules, text_in *in, bool many_lines, eleven_board *board,
                        eleven_problem *problem);

/* One line of a rule set, from its key to the end of the line. Start with rules_blank, end with
 * eleven_rules_check. */
eleven_rules rules_blank(void);
eleven_error rules_scan_line(eleven_rules *rules, text_in *in, eleven_problem *problem);

/* The lines of a rule set, each after `prefix`. */
void rules_write(const eleven_rules *rules, const char *prefix, text_out *out);

/* "eleven KIND 1", alone on its line. */
eleven_error format_scan(text_in *in, const char *kind, eleven_problem *problem);

/* Nothing but blanks and a comment up to the end of the line, which is read too. */
eleven_error line_end_scan(text_in *in, eleven_problem *problem);

/* A number word; what it is the number of, for the sentence. */
eleven_error number_scan(text_in *in, const char *of, uint64_t most, uint64_t *number, eleven_problem *problem);

/* A face value of the rule set. */
eleven_error rank_scan(const eleven_rules *rules, text_in *in, char stop, eleven_rank *rank, eleven_problem *problem);

#endif
