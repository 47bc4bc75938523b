/* Writes JSON as it comes: values one after another, with commas between them. Inside an object every value has a key;
 * inside an array, and at the top, the key is NULL. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "eleven.h"

#include <stdio.h>

/* Begins with `out` alone. */
typedef struct json_out {
    FILE *out;

    /* How many levels are open, and one bit for each, the innermost lowest: 1 an array, 0 an object. */
    unsigned depth;
    uint64_t arrays;
    /* The next value needs a comma before it. */
    bool comma;
} json_out;

/* Begins with an object, which json_finish ends. */
json_out json_begin(FILE *out);

void json_put_object(json_out *json, const char *key);
void json_put_array(json_out *json, const char *key);

/* Ends the innermost object or array. */
void json_put_end(json_out *json);

/* Ends all objects and arrays, and the line. */
void json_finish(json_out *json);

/* The number is finite. */
void json_put_decimal(json_out *json, const char *key, double number);
void json_put_number(json_out *json, const char *key, uint64_t number);
void json_put_bool(json_out *json, const char *key, bool value);

/* UTF-8; other bytes become U+FFFD. */
void json_put_string(json_out *json, const char *key, const char *string);

/* A string of sixteen hex digits. */
void json_put_hash(json_out *json, const char *key, uint64_t hash);

/* package/answers.json lists all keys. `make schema` compares it with the calls of these functions. */

/* Rows of face values, 0 for an empty cell. */
void json_put_board(json_out *json, const char *key, const eleven_rules *rules, const eleven_board *board);

/* An object with the value of each direction; illegal ones, whose value is NAN, are left out. */
void json_put_values(json_out *json, const char *key, const double values[ELEVEN_DIRECTIONS]);

/* [x, y], or [w, h] */
void json_put_pair(json_out *json, const char *key, unsigned x, unsigned y);

/* The words of a set of directions, bits 1 << direction. */
void json_put_directions(json_out *json, const char *key, unsigned directions);

/* How tiles move on a board of this width. */
void json_put_hops(json_out *json, const eleven_hop *hops, unsigned count, unsigned w);

/* A board, and what each move makes of it. */
void json_put_look(json_out *json, const eleven_rules *rules, const eleven_board *board);

#endif
