/* The inside of the HTTP server: the players that all connections share, requests and answers, and what can be asked
 * for. For front/serve only. */
#ifndef SERVE_ROOM_H
#define SERVE_ROOM_H

#include "base/json.h"
#include "serve/serve.h"

#include <civetweb.h>
#include <stdatomic.h>

typedef struct player_pool player_pool;

/* Returns a pool of that many built-in players; NULL if none has that name, or when out of memory. */
player_pool *pool_open(const char *name, unsigned count);

/* To be called when all players are back; NULL is fine. */
void pool_close(player_pool *pool);

/* Waits for a free player, ten seconds at most; then it returns NULL with a problem. */
eleven_player *pool_take(player_pool *pool, eleven_problem *problem);
void pool_give(player_pool *pool, eleven_player *player);

/* What all requests share. */
typedef struct web_server {
    const serve_options *options;
    player_pool *pool;
    /* The number of running games. */
    atomic_uint sockets;
} web_server;

enum { HTTP_OK = 200, HTTP_BAD = 400, HTTP_MISSING = 404, HTTP_METHOD = 405, HTTP_BUSY = 503 };

/* HTTP_OK; HTTP_BUSY when out of memory or players; HTTP_BAD for any other error. */
int http_status_of(eleven_error error);

/* Copies the value of a name. Returns its length; -1: it is not there; -2: it is too long. */
typedef int word_finder(const void *where, const char *name, char *text, size_t size);

/* Finds a parameter of the query, decoded. */
word_finder query_text;

/* Shipped rules, by default classic. */
eleven_error find_rules(word_finder *find, const void *where, eleven_rules *rules, eleven_problem *problem);

/* The board of a query, which must be there. */
eleven_error query_board(const struct mg_connection *connection, const eleven_rules *rules, eleven_board *board,
                         eleven_problem *problem);

/* Asks a player of the pool about the board. */
eleven_error advice_of(const web_server *server, const eleven_rules *rules, const eleven_board *board,
                       eleven_advice *advice, eleven_problem *problem);

/* An answer that consists of one JSON object: opened, filled through `json`, closed, and then `text` is complete, to be
 * freed. Both functions return false when out of memory. */
typedef struct json_answer {
    char *text;
    size_t length;
    FILE *stream;
    json_out json;
} json_answer;

bool json_answer_open(json_answer *answer);
bool json_answer_close(json_answer *answer);

/* Sends a whole answer. Returns its status, as civetweb expects. */
int answer_send(struct mg_connection *connection, int status, const char *type, const char *text, size_t length);

/* Parts of answers. */
void put_values(json_out *json, const eleven_advice *advice);
void put_legal(json_out *json, unsigned legal);
void put_position(json_out *json, const eleven_session *session);

typedef eleven_error api_answer(const web_server *server, const struct mg_connection *connection, json_out *json,
                                eleven_problem *problem);
api_answer answer_board, answer_values, answer_move, answer_game;

/* Begins a game with parameters such as "seed=7". */
eleven_error game_begin(eleven_session *session, word_finder *find, const void *where, eleven_problem *problem);

/* Running games at /api/v1/play. */
void sockets_open(struct mg_context *context, web_server *server);

#endif
