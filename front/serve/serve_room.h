/* The inside of the HTTP server, from the bottom to the top: who may ask, players that think in threads of their own,
 * kept games, connections, answers, WebSockets, running games. Each part uses only the parts above it. For front/serve
 * only.
 *
 * libwebsockets does HTTP: it runs the loop, reads requests and sends answers. wslay reads and writes the frames of
 * WebSockets. One thread runs both. It owns all connections and games, and never waits for one of them. Only the
 * players have threads: a question about a board goes to them, and lws_cancel_service wakes the loop when the answer is
 * there.
 *
 *     lws request --> site, api ------------------> answer
 *     lws bytes --> wslay message --> running game --> frame      question --> thinkers --> advice
 */
#ifndef SERVE_ROOM_H
#define SERVE_ROOM_H

#include "base/buffer.h"
#include "base/hint.h"
#include "base/json.h"
#include "serve/serve.h"

#include <libwebsockets.h>
#include <signal.h>
#include <wslay/wslay.h>

/* ---- Requests ------------------------------------------------------------------------------------------ */
enum {
    STATUS_OK = 200,
    STATUS_BAD = 400,
    STATUS_FORBIDDEN = 403,
    STATUS_MISSING = 404,
    STATUS_METHOD = 405,
    STATUS_SLOW = 408,
    STATUS_LONG_URI = 414,
    STATUS_UPGRADE = 426,
    STATUS_BUSY = 503,
    STATUS_VERSION = 505
};

/* Bytes of a path, and of each parameter. */
enum { REQUEST_MOST = 16384 };

/* Copies the value of a name. Returns its length; -1: it is not there; -2: it is too long. */
typedef int word_finder(const void *where, const char *name, char *text, size_t size);

/* Finds a parameter of the request of a `struct lws`, decoded; NULL: there is none. */
word_finder query_text;

/* Refuses a field that is not NAME=VALUE with a name of a text such as "seed=, size= or rules=", and a second one with
 * the same name. `seen` is 0 before the first field. */
eleven_error parameter_check(const char *names, const char *field, size_t length, unsigned *seen,
                             eleven_problem *problem);

/* The same for all parameters of a request. */
eleven_error query_check(struct lws *request, const char *names, eleven_problem *problem);

/* Whether a list with commas contains the word; letter case does not count. */
bool list_has(const char *list, const char *word, size_t length);

/* Copies the value of a field without the spaces and tabs around it; if several lines have that name, with commas
 * between their values. Returns its length; -1: it is not there, or not shorter than `size`. */
int field_text(struct lws *request, enum lws_token_indexes name, char *text, size_t size);

/* Whether a field is a list that contains the word. */
bool field_has(struct lws *request, enum lws_token_indexes name, const char *word);

/* ---- Who may ask --------------------------------------------------------------------------------------- */
/* A page of another site can make a browser send requests to this machine, and a foreign name may lead to it. So the
 * Host must name this machine, and the Origin must be a page of this machine. */
bool guard_allows_host(const serve_options *options, const char *host);
bool guard_allows_origin(const serve_options *options, const char *origin, const char *host);

/* ---- Thinkers ------------------------------------------------------------------------------------------ */
/* A question about a board. The asker owns it, and leaves it alone until it comes back. */
typedef struct question {
    eleven_rules rules;
    eleven_board board;
    /* The player was out of memory, or nobody was free for ten seconds. */
    bool has_failed, is_late;
    eleven_advice advice;
    value_unit unit;
    double asked;
    struct question *next;
} question;

typedef struct thinkers thinkers;

/* Starts one thread for each built-in player of that name. They wake the loop of `context` whenever a question comes
 * back. NULL if none has that name, or when out of memory. */
thinkers *thinkers_open(const serve_options *options, struct lws_context *context);

/* False if the threads still think after that many milliseconds: then they keep what they use. */
bool thinkers_close(thinkers *all, double milliseconds);

void thinkers_ask(thinkers *all, question *asked);

/* The next question that has come back; NULL if there is none. */
question *thinkers_answered(thinkers *all);

/* ---- Kept games ---------------------------------------------------------------------------------------- */
/* Games whose connection ended, each under the name that its player got. They are in memory until the server ends; then
 * they join those in the file FOLDER/served.2048, which has the newest thousand. */
enum { GAME_NAME = 33 };

typedef struct kept_games kept_games;

/* `folder` NULL: the games are lost at the end. NULL when out of memory. */
kept_games *kept_open(const char *folder);
void kept_close(kept_games *kept);

/* False when out of memory. */
bool kept_add(kept_games *kept, const char *name, const eleven_session *session);

/* Loads a game into the session. A game of the file belongs to this server until it ends; ELEVEN_NO_STORAGE where it
 * belongs to another one, or the file cannot be read or locked. */
eleven_error kept_load(kept_games *kept, const char *name, eleven_session *session, eleven_problem *problem);

/* Writes the file. */
eleven_error kept_save(kept_games *kept, eleven_problem *problem);

/* ---- Connections --------------------------------------------------------------------------------------- */
typedef struct web_server web_server;
typedef struct connection connection;
typedef struct running_game running_game;

/* What happens when a question comes back. */
typedef void question_answered(connection *line);

struct connection {
    web_server *server;
    /* NULL: it is closed, and only waits for its question to come back. */
    struct lws *socket;
    /* It has been refused and does not count. */
    bool is_surplus;
    /* A question has not come back. */
    bool is_thinking;
    /* The answer is complete, and whether the connection ends with it. */
    bool has_answered, ends;
    /* It waits for an answer on a raw socket. */
    bool is_raw;
    /* When it began to wait for a request; INFINITY: it does not wait for one. */
    double since;
    /* NULL: it is not a WebSocket; no game runs. */
    struct websocket *websocket;
    running_game *game;
    question question;
    question_answered *then;
    connection *next;
};

struct web_server {
    const serve_options *options;
    struct lws_context *context;
    struct lws *listener;
    thinkers *thinkers;
    kept_games *kept;
    connection *lines;
    size_t count, games;
    /* A game ended when memory was out. */
    bool has_lost_game;
    /* A signal has come; the server ends; it has had its time. */
    volatile sig_atomic_t is_asked_to_stop;
    bool is_stopping, is_over;
};

/* ---- Answers ------------------------------------------------------------------------------------------- */
/* Asks the players about the question of the connection, which is not read until `then` continues. */
void connection_ask(connection *line, question_answered *then);

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

void answer_send(connection *line, unsigned status, const char *type, const char *text, size_t length);

/* One JSON object {"error": SENTENCE}. */
__attribute__((format(printf, 3, 4))) void answer_error(connection *line, unsigned status, const char *format, ...);

/* STATUS_BUSY when out of memory or players; STATUS_BAD for any other error. */
void answer_problem(connection *line, eleven_error error, const eleven_problem *problem);

/* The fields that every answer has, in the form of libwebsockets. */
bool answer_fields(connection *line, unsigned status, unsigned char **at, unsigned char *end);

/* Whether the player can know an answer to the connection's question. A player from a file knows certain boards. */
eleven_error question_check(const connection *line, eleven_problem *problem);

/* What became of a question. */
eleven_error question_error(const question *asked, eleven_problem *problem);

/* The answer to a question. */
void put_advice(json_out *json, const question *asked);

void put_position(json_out *json, const eleven_session *session);

/* Answers a request for a path below /api/, or for /move. */
void api_answer(connection *line, const char *path);

/* Answers with a file of the page, a little later. */
void site_answer(connection *line);

/* Begins a game with parameters such as "seed=7". */
eleven_error game_begin(eleven_session *session, word_finder *find, const void *where, eleven_problem *problem);

/* ---- WebSockets ---------------------------------------------------------------------------------------- */
/* Bytes of one message. */
enum { MESSAGE_MOST = 255 };

typedef void message_handler(connection *line, const char *message);

/* Answers a request for a WebSocket. True: the connection has a new socket of libwebsockets, whose messages `handle`
 * gets. */
bool websocket_open(connection *line, message_handler *handle);

/* Moves the connection to a raw socket. False if that is impossible; then the socket may be NULL. */
bool connection_move(connection *line);

/* Frees what the frames need, if there is something. */
void websocket_free(connection *line);

/* Sends a message. */
void websocket_send(connection *line, const char *text, size_t length);

/* Sends a close frame. */
void websocket_end(connection *line, unsigned code, const char *reason);

/* A close frame has been sent. */
bool websocket_has_ended(const connection *line);

/* Sends a ping, after the answer of a player that thinks. If nothing comes within five seconds, the connection is
 * closed; another call gives no more time. */
void websocket_probe(connection *line);

/* These return false when the socket is to be closed: bytes have come; there is place for more output; nothing has come
 * for a minute, or since websocket_probe. */
bool websocket_receive(connection *line, const void *bytes, size_t length);
bool websocket_work(connection *line);
bool websocket_idle(connection *line);

/* ---- Running games ------------------------------------------------------------------------------------- */
/* Answers a request for a WebSocket with a game. */
void game_open(connection *line);

/* Keeps a copy of the game as it is now. False when out of memory. */
bool game_keep(connection *line);

/* Keeps the game of the connection and frees it, if there is one. */
void game_close(connection *line);

#endif
