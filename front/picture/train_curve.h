/* The learning curve of a training: a row of numbers now and then, and a picture of all of them. */
#ifndef CLI_TRAIN_CURVE_H
#define CLI_TRAIN_CURVE_H

#include <stdbool.h>
#include <stdint.h>

/* What the games that ended since the last row came to. */
typedef struct curve_row {
    double seconds; /* spent on the training so far */
    uint64_t moves; /* made so far */
    uint64_t games;
    double mean, error; /* score, and its standard error */
    double reach[3];    /* share of games with 8192, 16384, 32768 */
} curve_row;

/* Appends a row to the CSV file; a new file begins with a head. False, and errno set, where that fails. */
bool curve_append(const char *path, const curve_row *row);

/* Takes out the rows of moves beyond these, which a training that goes on from there makes again; true where there is
 * no such file. */
bool curve_cut(const char *path, uint64_t moves);

/* Draws the CSV file's mean scores over millions of moves as SVG. */
bool curve_draw(const char *csv_path, const char *svg_path);

#endif
