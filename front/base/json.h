/* JSON, written as it comes: values one after another, with commas where they belong. Inside an object every
 * value has a key; inside an array, and at the top, the key is NULL. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "eleven.h"

#include <stdio.h>

typedef struct json_out {
    FILE *out;
    uint64_t arrays; /* one bit for each open level, the innermost lowest: 1 an array, 0 an object */
    bool comma;      /* the next value needs one before it */
} json_out;

json_out json_put_to(FILE *out);

void json_put_object(json_out *json, const char *key);
void json_put_array(json_out *json, const char *key);
void json_put_end(json_out *json);  /* of the innermost object or array */
void json_put_line(json_out *json); /* ends a whole value; the next one stands on a line of its own */

void json_put_number(json_out *json, const char *key, uint64_t number);
void json_put_string(json_out *json, const char *key, const char *string); /* UTF-8; other bytes become U+FFFD */
void json_put_decimal(json_out *json, const char *key, double number);     /* finite */
void json_put_bool(json_out *json, const char *key, bool value);
void json_put_hash(json_out *json, const char *key, uint64_t hash); /* a string of sixteen hex digits */

/* Rows of face values, 0 for empty. */
void json_put_board(json_out *json, const char *key, const eleven_rules *rules, const eleven_board *board);
void json_put_size(json_out *json, const char *key, unsigned w, unsigned h); /* [w, h] */

#endif
