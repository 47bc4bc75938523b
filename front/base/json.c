/* One flag decides about commas: opening a level clears it, every value sets it. */
#include "base/json.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>

static void put(json_out *json, char c)
{
    putc_unlocked(c, json->out);
}

/* Puts one character and returns the rest of the text. */
static const unsigned char *put_character(json_out *json, const unsigned char *text)
{
    unsigned length = utf8_length((const char *)text, 4);
    if (length == 0) {
        fputs("\\ufffd", json->out);
        return text + 1;
    }
    if (text[0] == '"' || text[0] == '\\')
        put(json, '\\');
    if (text[0] < ' ' || text[0] == 127) {
        fprintf(json->out, "\\u%04x", text[0]);
        return text + 1;
    }
    for (unsigned i = 0; i < length; i++)
        put(json, (char)text[i]);
    return text + length;
}

static void put_string(json_out *json, const char *string)
{
    put(json, '"');
    for (const unsigned char *at = (const unsigned char *)string; *at;)
        at = put_character(json, at);
    put(json, '"');
}

/* What comes before every value. */
static void put_key(json_out *json, const char *key)
{
    if (json->comma)
        put(json, ',');
    json->comma = true;
    if (!key)
        return;
    put_string(json, key);
    put(json, ':');
}

static void open_level(json_out *json, const char *key, bool array)
{
    put_key(json, key);
    put(json, array ? '[' : '{');
    json->arrays = json->arrays << 1 | array;
    json->depth++;
    json->comma = false;
}

void json_put_object(json_out *json, const char *key)
{
    open_level(json, key, false);
}

void json_put_array(json_out *json, const char *key)
{
    open_level(json, key, true);
}

void json_put_end(json_out *json)
{
    put(json, json->arrays & 1 ? ']' : '}');
    json->arrays >>= 1;
    json->depth--;
    json->comma = true;
}

json_out json_begin(FILE *out)
{
    json_out json = {.out = out};
    json_put_object(&json, NULL);
    return json;
}

void json_finish(json_out *json)
{
    while (json->depth > 0)
        json_put_end(json);
    put(json, '\n');
    json->comma = false;
}

void json_put_number(json_out *json, const char *key, uint64_t number)
{
    put_key(json, key);
    fprintf(json->out, "%" PRIu64, number);
}

void json_put_string(json_out *json, const char *key, const char *string)
{
    put_key(json, key);
    put_string(json, string);
}

/* Fifteen digits: as many as every double can keep. */
void json_put_decimal(json_out *json, const char *key, double number)
{
    put_key(json, key);
    if (isfinite(number))
        fprintf(json->out, "%.15g", number);
    else
        fputs("null", json->out);
}

void json_put_bool(json_out *json, const char *key, bool value)
{
    put_key(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_put_hash(json_out *json, const char *key, uint64_t hash)
{
    put_key(json, key);
    fprintf(json->out, "\"%016" PRIx64 "\"", hash);
}

void json_put_board(json_out *json, const char *key, const eleven_rules *rules, const eleven_board *board)
{
    json_put_array(json, key);
    for (unsigned y = 0; y < board->h; y++) {
        json_put_array(json, NULL);
        for (unsigned x = 0; x < board->w; x++)
            json_put_number(json, NULL, rules->value[board->cells[y * board->w + x]]);
        json_put_end(json);
    }
    json_put_end(json);
}

void json_put_values(json_out *json, const char *key, const double values[ELEVEN_DIRECTIONS])
{
    json_put_object(json, key);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (!isnan(values[d]))
            json_put_decimal(json, eleven_direction_name((eleven_direction)d), values[d]);
    json_put_end(json);
}

void json_put_pair(json_out *json, const char *key, unsigned x, unsigned y)
{
    json_put_array(json, key);
    json_put_number(json, NULL, x);
    json_put_number(json, NULL, y);
    json_put_end(json);
}

void json_put_directions(json_out *json, const char *key, unsigned directions)
{
    json_put_array(json, key);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (directions & 1u << d)
            json_put_string(json, NULL, eleven_direction_name((eleven_direction)d));
    json_put_end(json);
}

void json_put_hops(json_out *json, const eleven_hop *hops, unsigned count, unsigned w)
{
    json_put_array(json, "hops");
    for (unsigned i = 0; i < count; i++) {
        json_put_object(json, NULL);
        json_put_pair(json, "from", hops[i].from % w, hops[i].from / w);
        json_put_pair(json, "to", hops[i].to % w, hops[i].to / w);
        json_put_bool(json, "merged", hops[i].merged);
        json_put_end(json);
    }
    json_put_end(json);
}

static void put_slide(json_out *json, const eleven_rules *rules, eleven_board board, eleven_direction direction)
{
    eleven_slide slide = eleven_board_slide(rules, &board, direction, NULL);
    json_put_object(json, NULL);
    json_put_string(json, "direction", eleven_direction_name(direction));
    json_put_board(json, "board", rules, &board);
    json_put_number(json, "gain", slide.gain);
    json_put_end(json);
}

void json_put_look(json_out *json, const eleven_rules *rules, const eleven_board *board)
{
    uint8_t cells[ELEVEN_CELLS_MAX];
    unsigned legal = eleven_board_legal(rules, board);
    json_put_string(json, "rules", rules->name);
    json_put_pair(json, "size", board->w, board->h);
    json_put_board(json, "board", rules, board);
    json_put_string(json, "status", eleven_status_name(eleven_game_status(rules, &(eleven_game){.board = *board})));
    json_put_number(json, "largest_tile", rules->value[eleven_board_largest(board)]);
    json_put_number(json, "empty", eleven_board_empties(board, cells));
    json_put_directions(json, "legal", legal);
    json_put_array(json, "slides");
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (legal & 1u << d)
            put_slide(json, rules, *board, (eleven_direction)d);
    json_put_end(json);
}
