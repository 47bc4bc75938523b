/* A running game over a WebSocket: text messages in, JSON objects out. The game belongs to its connection and ends with
 * it.
 *
 *     new [seed=N] [size=WxH] [rules=NAME]      up right down left      undo redo keep hint play save
 */
#include "serve/serve_room.h"

#include "base/problem.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 256, ENTRIES_MAX = 200000, OPCODE = 15, TEXT_FRAME = 1, CLOSE_FRAME = 8, FINAL = 128 };

typedef struct running_game {
    web_server *server;
    eleven_session *session;
} running_game;

/* Copies the value of "name=value" among the words of a message, as query_text does. */
static int find_word(const void *where, const char *name, char *text, size_t size)
{
    size_t length = strlen(name);
    for (const char *word = where; *word; word += strspn(word, " ")) {
        size_t end = strcspn(word, " ");
        if (end > length && strncmp(word, name, length) == 0 && word[length] == '=') {
            if (end - length > size)
                return -2;
            memcpy(text, word + length + 1, end - length - 1);
            text[end - length - 1] = '\0';
            return (int)(end - length - 1);
        }
        word += end;
    }
    return -1;
}

/* An action that fails leaves the sentence "... cannot be done now", unless it has a better one. */
typedef eleven_error socket_action(running_game *game, json_out *json, eleven_problem *problem);

static eleven_error error_unless(bool is_done)
{
    return is_done ? ELEVEN_OK : ELEVEN_BAD_TEXT;
}

static eleven_error do_hint(running_game *game, json_out *json, eleven_problem *problem)
{
    const eleven_rules *rules = eleven_session_rules(game->session);
    eleven_advice advice;
    if (eleven_session_status(game->session) != ELEVEN_PLAYING)
        return ELEVEN_BAD_TEXT;
    eleven_error error = advice_of(game->server, rules, &eleven_session_game(game->session)->board, &advice, problem);
    if (error)
        return error;
    json_put_string(json, "hint", eleven_direction_name(advice.direction));
    put_values(json, &advice);
    return ELEVEN_OK;
}

static eleven_error do_play(running_game *game, json_out *json, eleven_problem *problem)
{
    (void)json;
    eleven_player *player = pool_take(game->server->pool, problem);
    if (!player)
        return ELEVEN_NO_MEMORY;
    bool has_moved = eleven_session_autoplay(game->session, player, &game->server->options->budget, 0);
    pool_give(game->server->pool, player);
    return error_unless(has_moved);
}

static eleven_error do_save(running_game *game, json_out *json, eleven_problem *problem)
{
    size_t length = eleven_session_print(game->session, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return problem_no_memory(problem);
    eleven_session_print(game->session, text, length + 1);
    json_put_string(json, "record", text);
    free(text);
    return ELEVEN_OK;
}

/* Each is an action of the session or one of those above. */
static const struct {
    const char *name;
    bool (*step)(eleven_session *session, double now);
    socket_action *run;
} actions[] = {{"undo", eleven_session_undo, NULL},
               {"redo", eleven_session_redo, NULL},
               {"keep", eleven_session_keep_playing, NULL},
               {"hint", NULL, do_hint},
               {"play", NULL, do_play},
               {"save", NULL, do_save}};

static eleven_error act(running_game *game, const char *message, json_out *json, eleven_problem *problem)
{
    eleven_direction direction;
    if (strcmp(message, "new") == 0 || strncmp(message, "new ", 4) == 0)
        return game_begin(game->session, find_word, message, problem);
    if (eleven_session_position(game->session) == 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "there is no game yet; 'new' begins one");
    problem_set(problem, ELEVEN_BAD_TEXT, "'%.20s' cannot be done now", message);
    if (eleven_direction_parse(message, strlen(message), &direction))
        return error_unless(eleven_session_move(game->session, direction, 0));
    for (unsigned i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, message) == 0)
            return actions[i].step ? error_unless(actions[i].step(game->session, 0))
                                   : actions[i].run(game, json, problem);
    return problem_set(
        problem, ELEVEN_BAD_TEXT,
        "'%.20s' is not a message; expected up, right, down, left, undo, redo, keep, hint, play, save or new", message);
}

static bool answer_message(running_game *game, struct mg_connection *connection, const char *message)
{
    json_answer answer;
    eleven_problem problem = {0};
    if (!json_answer_open(&answer))
        return false;
    if (act(game, message, &answer.json, &problem))
        json_put_string(&answer.json, "error", problem.sentence);
    else
        put_position(&answer.json, game->session);
    bool is_whole = json_answer_close(&answer);
    if (is_whole)
        mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_TEXT, answer.text, answer.length);
    free(answer.text);
    return is_whole && eleven_session_length(game->session) < ENTRIES_MAX;
}

/* Each game occupies a thread; half of the threads remain free for requests. */
static int on_connect(const struct mg_connection *connection, void *data)
{
    (void)connection;
    web_server *server = data;
    if (atomic_fetch_add(&server->sockets, 1) < (server->options->connections + 1) / 2)
        return 0;
    atomic_fetch_sub(&server->sockets, 1);
    return 1;
}

static void on_ready(struct mg_connection *connection, void *data)
{
    running_game *game = calloc(1, sizeof *game);
    if (game) {
        game->server = data;
        game->session = eleven_session_new();
    }
    mg_set_user_connection_data(connection, game);
}

static int on_data(struct mg_connection *connection, int bits, char *bytes, size_t length, void *data)
{
    (void)data;
    running_game *game = mg_get_user_connection_data(connection);
    char message[MESSAGE_MAX];
    if ((bits & OPCODE) == CLOSE_FRAME)
        return 0;
    /* Pings and pongs. */
    if ((bits & OPCODE) > CLOSE_FRAME)
        return 1;
    if (!game || !game->session || !(bits & FINAL) || (bits & OPCODE) != TEXT_FRAME || length >= sizeof message)
        return 0;
    memcpy(message, bytes, length);
    message[length] = '\0';
    return answer_message(game, connection, message);
}

static void on_close(const struct mg_connection *connection, void *data)
{
    web_server *server = data;
    running_game *game = mg_get_user_connection_data(connection);
    if (game)
        eleven_session_free(game->session);
    free(game);
    mg_set_user_connection_data(connection, NULL);
    atomic_fetch_sub(&server->sockets, 1);
}

void sockets_open(struct mg_context *context, web_server *server)
{
    mg_set_websocket_handler(context, "/api/v1/play$", on_connect, on_ready, on_data, on_close, server);
}
