/* Error sentences: the one way in which the rooms outside core fill in an eleven_problem. */
#ifndef BASE_PROBLEM_H
#define BASE_PROBLEM_H

#include "eleven/game.h"

/* Fills in the sentence, with line and column 0, and returns `error`. `problem` may be NULL. The sentence becomes valid
 * UTF-8: it is cut between two characters if it is too long, and other bytes become \xHH. The arguments may point into
 * the problem's own sentence. */
__attribute__((format(printf, 3, 4))) eleven_error problem_set(eleven_problem *problem, eleven_error error,
                                                               const char *format, ...);

/* A path for a sentence: of a long one only its end, after "...". Use problem_path_of(path).text as an argument. */
typedef struct problem_path {
    char text[96];
} problem_path;

problem_path problem_path_of(const char *path);

/* ELEVEN_NO_MEMORY with the sentence "out of memory". */
eleven_error problem_no_memory(eleven_problem *problem);

/* ELEVEN_NO_STORAGE with the sentence "PATH cannot be WHAT: REASON", the reason being that of errno. */
eleven_error problem_of_system(eleven_problem *problem, const char *path, const char *what);

/* Puts "PATH: " before the sentence and returns `error`. */
eleven_error problem_of_file(eleven_problem *problem, eleven_error error, const char *path);

#endif
