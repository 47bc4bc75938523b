/* One request and its answer; for front/serve alone. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "base/json.h"
#include "serve/pool.h"
#include "serve/serve.h"

#include <civetweb.h>
#include <stdatomic.h>

/* What all requests share. */
typedef struct web_server {
    const serve_wish *wish;
    player_pool *pool;
    atomic_uint sockets; /* running games */
} web_server;

enum { HTTP_OK = 200, HTTP_BAD = 400, HTTP_MISSING = 404, HTTP_METHOD = 405, HTTP_BUSY = 503 };

/* A sentence about what is wrong with a request. */
typedef struct complaint {
    char sentence[256];
} complaint;

__attribute__((format(printf, 3, 4))) int complain_of(complaint *wrong, int status, const char *format, ...);

/* A parameter of the query, decoded. Returns its length; -1 where it is not there; -2 where it is too long. */
int query_text(const struct mg_connection *connection, const char *name, char *text, size_t size);

/* What several requests tell: shipped rules, classic by default; a board, which must be there. Return HTTP_OK, or
 * HTTP_BAD after complaining. */
int query_rules(const struct mg_connection *connection, eleven_rules *rules, complaint *wrong);
int query_board(const struct mg_connection *connection, const eleven_rules *rules, eleven_board *board,
                complaint *wrong);

/* Lets a player of the pool look at the board. HTTP_OK; HTTP_BAD where no direction is legal; HTTP_BUSY. */
int advice_of(const web_server *server, const eleven_rules *rules, const eleven_board *board, eleven_advice *advice,
              complaint *wrong);

/* Sends a whole answer. Returns its status, as civetweb wants it. */
int answer_send(struct mg_connection *connection, int status, const char *type, const char *text, size_t length);

/* The rows of the table of what can be asked for. */
typedef int api_answer(const web_server *server, const struct mg_connection *connection, json_out *json,
                       complaint *wrong);
api_answer answer_board, answer_values, answer_move, answer_game;

/* Parts of answers. */
void put_values(json_out *json, const eleven_advice *advice);
void put_legal(json_out *json, unsigned legal);
void put_position(json_out *json, const eleven_session *session);

/* Begins a game as words like "seed=7" tell it; `find` gives the value of a name, as query_text does. */
typedef int word_finder(const void *where, const char *name, char *text, size_t size);
bool game_begin(eleven_session *session, word_finder *find, const void *where, complaint *wrong);

/* The page and its files. */
int site_answer(const web_server *server, struct mg_connection *connection, const char *path);

/* Running games at /api/v1/play. */
void sockets_open(struct mg_context *context, web_server *server);

#endif
