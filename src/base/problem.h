/* Error sentences: the one way in which the rooms outside core fill in an eleven_problem. */
#ifndef BASE_PROBLEM_H
#define BASE_PROBLEM_H

#include "eleven/game.h"

/* Fills in the sentence, with line and column 0, and returns `error`. `problem` may be NULL. A sentence that is too
 * long is cut between two characters of UTF-8. The arguments may point into the problem's own sentence. */
__attribute__((format(printf, 3, 4))) eleven_error problem_set(eleven_problem *problem, eleven_error error,
                                                               const char *format, ...);

/* ELEVEN_NO_MEMORY with the sentence "out of memory". */
eleven_error problem_no_memory(eleven_problem *problem);

/* ELEVEN_NO_STORAGE with the sentence "PATH cannot be WHAT: REASON", the reason being that of errno. */
eleven_error problem_of_system(eleven_problem *problem, const char *path, const char *what);

/* Puts "PATH: " before the sentence and returns `error`. */
eleven_error problem_of_file(eleven_problem *problem, eleven_error error, const char *path);

#endif
