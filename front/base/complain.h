/* Error messages of the program: one sentence on standard error, and an exit status. */
#ifndef BASE_COMPLAIN_H
#define BASE_COMPLAIN_H

/* Exit statuses besides 0: the command failed, or the command line was wrong. */
enum { STATUS_FAILURE = 1, STATUS_USAGE = 2 };

/* Prints "eleven NAME: SENTENCE" on standard error and returns the status. NAME is a command's name or "". */
__attribute__((format(printf, 3, 4))) int complain(const char *name, int status, const char *format, ...);

/* "out of memory", STATUS_FAILURE. */
int complain_no_memory(const char *name);

#endif
