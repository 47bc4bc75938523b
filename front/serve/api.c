/* What can be asked for below /api/v1/: each function fills one JSON object. */
#include "serve/http.h"

#include "base/values.h"

#include <stdlib.h>
#include <string.h>

/* ---- Boards -------------------------------------------------------------------------------------------- */

static int board_and_rules(const struct mg_connection *connection, eleven_rules *rules, eleven_board *board,
                           complaint *wrong)
{
    int status = query_rules(connection, rules, wrong);
    return status == HTTP_OK ? query_board(connection, rules, board, wrong) : status;
}

int answer_board(const web_server *server, const struct mg_connection *connection, json_out *json, complaint *wrong)
{
    (void)server;
    eleven_rules rules;
    eleven_board board;
    uint8_t empties[ELEVEN_CELLS_MAX];
    int status = board_and_rules(connection, &rules, &board, wrong);
    if (status != HTTP_OK)
        return status;
    unsigned legal = eleven_board_legal(&rules, &board);
    json_put_string(json, "rules", rules.name);
    json_put_size(json, "size", board.w, board.h);
    json_put_board(json, "board", &rules, &board);
    json_put_number(json, "largest", rules.value[eleven_board_largest(&board)]);
    json_put_number(json, "empty", eleven_board_empties(&board, empties));
    put_legal(json, legal);
    json_put_array(json, "moves");
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (!(legal & 1u << d))
            continue;
        eleven_board after = board;
        eleven_slide slide = eleven_board_slide(&rules, &after, (eleven_direction)d, NULL);
        json_put_object(json, NULL);
        json_put_string(json, "direction", eleven_direction_name((eleven_direction)d));
        json_put_board(json, "board", &rules, &after);
        json_put_number(json, "gain", slide.gain);
        json_put_end(json);
    }
    json_put_end(json);
    return HTTP_OK;
}

/* ---- The player ---------------------------------------------------------------------------------------- */

static int ask(const web_server *server, const struct mg_connection *connection, json_out *json, eleven_advice *advice,
               complaint *wrong)
{
    eleven_rules rules;
    eleven_board board;
    int status = board_and_rules(connection, &rules, &board, wrong);
    if (status == HTTP_OK)
        status = advice_of(server, &rules, &board, advice, wrong);
    if (status != HTTP_OK)
        return status;
    json_put_board(json, "board", &rules, &board);
    json_put_string(json, "player", server->wish->player);
    return HTTP_OK;
}

int answer_values(const web_server *server, const struct mg_connection *connection, json_out *json, complaint *wrong)
{
    eleven_advice advice;
    int status = ask(server, connection, json, &advice, wrong);
    if (status == HTTP_OK)
        put_values(json, &advice);
    return status;
}

int answer_move(const web_server *server, const struct mg_connection *connection, json_out *json, complaint *wrong)
{
    eleven_advice advice;
    int status = ask(server, connection, json, &advice, wrong);
    if (status != HTTP_OK)
        return status;
    json_put_string(json, "move", eleven_direction_name(advice.direction));
    put_values(json, &advice);
    return HTTP_OK;
}

/* ---- Games --------------------------------------------------------------------------------------------- */

static bool find_size(word_finder *find, const void *where, unsigned *w, unsigned *h)
{
    char text[8];
    int length = find(where, "size", text, sizeof text);
    *w = *h = 4;
    if (length == -1)
        return true;
    *w = length == 3 ? (unsigned)(unsigned char)text[0] - '0' : 0;
    *h = length == 3 ? (unsigned)(unsigned char)text[2] - '0' : 0;
    return length == 3 && text[1] == 'x' && *w >= 1 && *w <= ELEVEN_SIDE_MAX && *h >= 1 && *h <= ELEVEN_SIDE_MAX;
}

static bool find_seed(word_finder *find, const void *where, uint64_t *seed)
{
    char text[32];
    int length = find(where, "seed", text, sizeof text);
    if (length == -1)
        *seed = random_seed();
    return length == -1 || (length >= 0 && eleven_number_parse(text, (size_t)length, UINT64_MAX, seed));
}

bool game_begin(eleven_session *session, word_finder *find, const void *where, complaint *wrong)
{
    eleven_record head = {.has_seed = true};
    unsigned w, h;
    char name[32];
    int length = find(where, "rules", name, sizeof name);
    bool known = length != -2 && eleven_rules_find(length == -1 ? "classic" : name, &head.rules);
    if (!known)
        complain_of(wrong, 0, "rules is not the name of a shipped rule set");
    else if (!find_size(find, where, &w, &h))
        complain_of(wrong, 0, "size is not one from 1x1 to 8x8");
    else if (!find_seed(find, where, &head.seed))
        complain_of(wrong, 0, "seed is not a whole number from 0 to 18446744073709551615");
    else if (!eleven_session_begin(session, &head, w, h, 0))
        complain_of(wrong, 0, "there is not enough memory");
    else
        return true;
    return false;
}

static int find_in_query(const void *where, const char *name, char *text, size_t size)
{
    return query_text(where, name, text, size);
}

/* Makes the moves that the query tells: letters, and 'k' to go on after the win. */
static int moves_make(eleven_session *session, const struct mg_connection *connection, complaint *wrong)
{
    enum { MOVES = 16384 };
    char *moves = malloc(MOVES);
    int length = moves ? query_text(connection, "moves", moves, MOVES) : -2;
    int status = length == -2 ? complain_of(wrong, HTTP_BAD, "the moves are too many") : HTTP_OK;
    for (int i = 0; status == HTTP_OK && i < length; i++) {
        eleven_direction direction;
        bool keeps = moves[i] == 'k' || moves[i] == 'K';
        bool made =
            keeps ? eleven_session_keep_playing(session, 0)
                  : eleven_direction_parse(moves + i, 1, &direction) && eleven_session_move(session, direction, 0);
        if (!made)
            status = complain_of(wrong, HTTP_BAD, "moves: the one numbered %d cannot be made", i + 1);
    }
    free(moves);
    return status;
}

int answer_game(const web_server *server, const struct mg_connection *connection, json_out *json, complaint *wrong)
{
    (void)server;
    eleven_session *session = eleven_session_new();
    int status = HTTP_BUSY;
    if (session)
        status = game_begin(session, find_in_query, connection, wrong) ? HTTP_OK : HTTP_BAD;
    else
        complain_of(wrong, 0, "there is not enough memory");
    if (status == HTTP_OK)
        status = moves_make(session, connection, wrong);
    if (status == HTTP_OK)
        put_position(json, session);
    eleven_session_free(session);
    return status;
}
