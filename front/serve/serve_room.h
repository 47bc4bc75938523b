/* The inside of the HTTP server, from the bottom to the top: requests and frames as they come over the wire, who may
 * ask, players that think in threads of their own, kept games, connections, answers, running games. Each part uses only
 * the parts above it. For front/serve only.
 *
 * One thread runs the server. It owns all connections and games, and never waits for one of them. Only the players have
 * threads: a question about a board goes to them, and the answer comes back through a pipe.
 *
 *     sockets --bytes--> http_parse --> site, api ----> answer
 *                        frame_take --> running game -> frame      question --> thinkers --> advice
 */
#ifndef SERVE_ROOM_H
#define SERVE_ROOM_H

#include "base/buffer.h"
#include "base/json.h"
#include "serve/serve.h"

/* ---- Requests ------------------------------------------------------------------------------------------ */
enum { REQUEST_MOST = 16384, KEY_LENGTH = 24 };

enum {
    HTTP_SWITCHING = 101,
    HTTP_OK = 200,
    HTTP_BAD = 400,
    HTTP_FORBIDDEN = 403,
    HTTP_MISSING = 404,
    HTTP_METHOD = 405,
    HTTP_SLOW = 408,
    HTTP_LONG_URI = 414,
    HTTP_UPGRADE = 426,
    HTTP_LARGE = 431,
    HTTP_BUSY = 503,
    HTTP_VERSION = 505
};

/* What a request says. The texts lie in the bytes that were parsed; NULL: there is none. */
typedef struct http_request {
    /* `path` is decoded, `query` is not. */
    char *method, *path, *query;
    char *host, *origin, *key, *version, *upgrade;
    /* It is one of HTTP/1.1. */
    bool is_new;
    bool is_head, keeps_alive, wants_upgrade, has_body;
    /* The bytes of the request. */
    size_t length;
} http_request;

/* Parses a request at the beginning of these bytes, which it changes. Returns HTTP_OK; 0 if the request is not
 * complete; or the status of an error. */
int http_parse(char *bytes, size_t have, http_request *request);

/* Copies the value of a name. Returns its length; -1: it is not there; -2: it is too long, or wrongly encoded. */
typedef int word_finder(const void *where, const char *name, char *text, size_t size);

/* Finds a parameter of a request's query, decoded. */
word_finder query_text;

/* Whether a list with commas contains the word; letter case does not count. */
bool list_has(const char *list, const char *word, size_t length);

/* ---- Who may ask --------------------------------------------------------------------------------------- */
/* A page of another site can make a browser send requests to this machine, and a foreign name may lead to it. So the
 * Host must name this machine, and the Origin must be a page of this machine. */
bool guard_allows_host(const serve_options *options, const char *host);
bool guard_allows_origin(const serve_options *options, const char *origin, const char *host);

/* ---- WebSocket frames (RFC 6455) ----------------------------------------------------------------------- */
/* Bytes of one message. */
enum { MESSAGE_MOST = 255 };

enum { FRAME_REST = 0, FRAME_TEXT = 1, FRAME_BINARY = 2, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };

enum {
    CLOSE_NORMAL = 1000,
    CLOSE_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_BINARY = 1003,
    CLOSE_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_LARGE = 1009,
    CLOSE_FAILURE = 1011
};

/* The payload lies in the bytes that were parsed, unmasked. */
typedef struct ws_frame {
    unsigned opcode;
    bool is_final;
    char *payload;
    size_t payload_length, length;
} ws_frame;

enum { FRAME_COMPLETE = 0, FRAME_MORE = 1 };

/* Parses a frame of a client at the beginning of these bytes, which it unmasks. Returns FRAME_COMPLETE, FRAME_MORE if
 * bytes are missing, or the code to close the connection with. */
int frame_take(char *bytes, size_t have, ws_frame *frame);

/* Appends a frame of the server. */
void frame_put(buffer *out, unsigned opcode, const void *payload, size_t length);

/* The code to answer a close frame with. */
unsigned frame_close_code(const ws_frame *frame);

/* Whether these bytes are UTF-8. */
bool frame_is_text(const char *bytes, size_t length);

/* Writes what answers the key of a handshake, NUL-terminated. False if the key is not 16 bytes in base64. */
bool handshake_accept(const char *key, char accept[29]);

/* ---- Thinkers ------------------------------------------------------------------------------------------ */
/* A question about a board. The asker owns it, and leaves it alone until it comes back. */
typedef struct question {
    eleven_rules rules;
    eleven_board board;
    /* The player was out of memory, or nobody was free for ten seconds. */
    bool has_failed, is_late;
    eleven_advice advice;
    double asked;
    struct question *next;
} question;

typedef struct thinkers thinkers;

/* Starts one thread for each built-in player of that name. They write a byte into `bell` whenever a question comes
 * back. NULL if none has that name, or when out of memory. */
thinkers *thinkers_open(const serve_options *options, int bell);

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

void kept_add(kept_games *kept, const char *name, const eleven_session *session);

/* Loads a game into the session. */
eleven_error kept_load(kept_games *kept, const char *name, eleven_session *session, eleven_problem *problem);

/* Writes the file. */
eleven_error kept_save(kept_games *kept, eleven_problem *problem);

/* ---- Connections --------------------------------------------------------------------------------------- */
typedef struct web_server web_server;
typedef struct connection connection;
typedef struct running_game running_game;

/* What happens when a question comes back. */
typedef void question_answered(connection *line);

typedef enum connection_phase { PHASE_REQUEST, PHASE_THINKING, PHASE_GAME, PHASE_ENDING } connection_phase;

struct connection {
    web_server *server;
    int socket;
    connection_phase phase;
    /* It has been refused and does not count. */
    bool is_surplus;
    /* PHASE_ENDING: all is sent, and the rest of what comes is thrown away. */
    bool is_shut;
    /* A ping has not been answered. */
    bool is_pinged;
    /* When it began to wait, and until when it may. */
    double since, until;
    /* What has come, and what waits to be sent from byte `sent` on; then the file, if there is one. */
    buffer in, out;
    size_t sent;
    int file;
    uint64_t file_left;
    http_request request;
    /* NULL: no game runs. */
    running_game *game;
    question question;
    question_answered *then;
};

struct web_server {
    const serve_options *options;
    thinkers *thinkers;
    kept_games *kept;
    int listener;
    /* `lines` has space for twice as many connections as are served at once: the others are refused. */
    connection **lines;
    size_t count, games;
    bool is_stopping;
};

/* ---- Answers ------------------------------------------------------------------------------------------- */
/* Asks the players about the question of the connection; `then` continues. */
void connection_ask(connection *line, question_answered *then);

/* Removes the first bytes of what has come. */
void connection_drop(connection *line, size_t length);

/* Nothing more is sent after what waits. */
void connection_end(connection *line);

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

/* The head of an answer with a body of this many bytes. */
void answer_head(connection *line, int status, const char *type, uint64_t length);
void answer_send(connection *line, int status, const char *type, const char *text, size_t length);

/* One JSON object {"error": SENTENCE}. */
__attribute__((format(printf, 3, 4))) void answer_error(connection *line, int status, const char *format, ...);

/* HTTP_BUSY when out of memory or players; HTTP_BAD for any other error. */
void answer_problem(connection *line, eleven_error error, const eleven_problem *problem);

/* What became of a question. */
eleven_error question_error(const question *asked, eleven_problem *problem);

void put_legal(json_out *json, unsigned legal);
void put_position(json_out *json, const eleven_session *session);

/* Answers a request for a path below /api/, or for /move. */
void api_answer(connection *line);

/* Answers with a file of the page. */
void site_answer(connection *line);

/* Begins a game with parameters such as "seed=7". */
eleven_error game_begin(eleven_session *session, word_finder *find, const void *where, eleven_problem *problem);

/* ---- Running games ------------------------------------------------------------------------------------- */
/* Answers a request for a WebSocket. */
void game_open(connection *line);

/* Works on the next frame that has come. False if it is not complete. */
bool game_advance(connection *line);

/* Sends a close frame, keeps the game and ends the connection. */
void game_end(connection *line, unsigned code, const char *reason);

/* Keeps a copy of the game as it is now. */
void game_keep(connection *line);

/* Keeps the game and frees it; nothing is sent. */
void game_close(connection *line);

/* ---- The life of a connection ------------------------------------------------------------------------- */
void connection_init(connection *line, web_server *server, int descriptor);

/* Keeps its game, if there is one, and closes it. */
void connection_free(connection *line);

bool connection_has_output(const connection *line);

/* These return false when the connection is to be freed: bytes have come; its question has been answered; its time is
 * over; there is no place for it; the server ends. */
bool connection_receive(connection *line);
bool connection_continue(connection *line);
bool connection_late(connection *line);
bool connection_refuse(connection *line);
bool connection_stop(connection *line);

/* Works on what has come, and sends what can be sent. */
bool connection_work(connection *line);

#endif
