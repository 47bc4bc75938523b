/* Error messages of the program: one sentence on standard error, and an exit status.
 *
 * A command that cannot do its work ends the program at the place where it finds that out. So the functions of
 * front/base that read words and files return values, not exit statuses. A file that is being written is replaced only
 * when it is whole, so nothing has to be undone first. */
#ifndef BASE_COMPLAIN_H
#define BASE_COMPLAIN_H

#include <stdlib.h>

/* Exit statuses besides 0: the command failed, or the command line was wrong. */
enum { STATUS_FAILURE = 1, STATUS_USAGE = 2 };

/* The name of the command that runs, for the messages below; "" before it is known. */
extern const char *complain_name;

/* Prints "eleven NAME: SENTENCE" on standard error and returns the status. */
__attribute__((format(printf, 3, 4))) int complain(const char *name, int status, const char *format, ...);

/* From now on, a mapped file that becomes shorter while it is in use ends the program with a sentence and
 * STATUS_FAILURE. The system reports it as SIGBUS, at any instruction that reads the file; nothing else can be done. */
void complain_of_lost_mappings(void);

/* Complain in the name of the command, and end the program with STATUS_FAILURE or STATUS_USAGE. */
#define fail_with(...)        exit(complain(complain_name, STATUS_FAILURE, __VA_ARGS__))
#define fail_usage(...)       exit(complain(complain_name, STATUS_USAGE, __VA_ARGS__))
#define fail_problem(problem) fail_with("%s", (problem)->sentence)
#define fail_no_memory()      fail_with("out of memory")

#endif
