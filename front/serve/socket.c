/* A running game over a WebSocket: text messages in, JSON objects out. The game belongs to its connection and ends with
 * it.
 *
 *     new [seed=N] [size=WxH] [rules=NAME]      up right down left      undo redo keep hint play save
 */
#include "serve/http.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 256, ENTRIES_MAX = 200000, OPCODE = 15, TEXT_FRAME = 1, CLOSE_FRAME = 8, FINAL = 128 };

typedef struct running_game {
    web_server *server;
    eleven_session *session;
} running_game;

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* "name=value" among the blank-separated words of a message. */
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

typedef bool socket_action(running_game *game, json_out *json, complaint *wrong);

static bool do_undo(running_game *game, json_out *json, complaint *wrong)
{
    (void)json, (void)wrong;
    return eleven_session_undo(game->session, 0);
}

static bool do_redo(running_game *game, json_out *json, complaint *wrong)
{
    (void)json, (void)wrong;
    return eleven_session_redo(game->session, 0);
}

static bool do_keep(running_game *game, json_out *json, complaint *wrong)
{
    (void)json, (void)wrong;
    return eleven_session_keep_playing(game->session, 0);
}

static bool ask_player(running_game *game, eleven_advice *advice, complaint *wrong)
{
    const eleven_rules *rules = eleven_session_rules(game->session);
    return eleven_session_status(game->session) == ELEVEN_PLAYING &&
           advice_of(game->server, rules, &eleven_session_game(game->session)->board, advice, wrong) == HTTP_OK;
}

static bool do_hint(running_game *game, json_out *json, complaint *wrong)
{
    eleven_advice advice;
    if (!ask_player(game, &advice, wrong))
        return false;
    json_put_string(json, "hint", eleven_direction_name(advice.direction));
    put_values(json, &advice);
    return true;
}

static bool do_play(running_game *game, json_out *json, complaint *wrong)
{
    (void)json;
    eleven_player *player = pool_take(game->server->pool);
    if (!player)
        return complain_of(wrong, false, "all players are busy; ask again later");
    bool made = eleven_session_autoplay(game->session, player, &game->server->wish->budget, 0);
    pool_give(game->server->pool, player);
    return made;
}

static bool do_save(running_game *game, json_out *json, complaint *wrong)
{
    size_t length = eleven_session_print(game->session, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return complain_of(wrong, false, "there is not enough memory");
    eleven_session_print(game->session, text, length + 1);
    json_put_string(json, "record", text);
    free(text);
    return true;
}

static const struct {
    const char *name;
    socket_action *run;
} actions[] = {{"undo", do_undo}, {"redo", do_redo}, {"keep", do_keep},
               {"hint", do_hint}, {"play", do_play}, {"save", do_save}};

static bool act(running_game *game, const char *message, json_out *json, complaint *wrong)
{
    eleven_direction direction;
    if (strcmp(message, "new") == 0 || strncmp(message, "new ", 4) == 0)
        return game_begin(game->session, find_word, message, wrong);
    if (eleven_session_position(game->session) == 0)
        return complain_of(wrong, false, "there is no game yet; 'new' begins one");
    complain_of(wrong, 0, "'%.20s' cannot be done now", message);
    if (eleven_direction_parse(message, strlen(message), &direction))
        return eleven_session_move(game->session, direction, 0);
    for (unsigned i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, message) == 0)
            return actions[i].run(game, json, wrong);
    return complain_of(wrong, false,
                       "'%.20s' is no message; up, right, down, left, undo, redo, keep, hint, play, "
                       "save and new are",
                       message);
}

static bool answer_message(running_game *game, struct mg_connection *connection, const char *message)
{
    char *text = NULL;
    size_t length = 0;
    complaint wrong = {""};
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return false;
    json_out json = json_put_to(out);
    json_put_object(&json, NULL);
    if (!act(game, message, &json, &wrong))
        json_put_string(&json, "error", wrong.sentence);
    else
        put_position(&json, game->session);
    json_put_end(&json);
    bool whole = fclose(out) == 0;
    if (whole)
        mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_TEXT, text, length);
    free(text);
    return whole && eleven_session_length(game->session) < ENTRIES_MAX;
}

/* ---- Connections --------------------------------------------------------------------------------------- */

/* Games keep a thread each; half of them stay free for requests. */
static int on_connect(const struct mg_connection *connection, void *data)
{
    (void)connection;
    web_server *server = data;
    if (atomic_fetch_add(&server->sockets, 1) < (server->wish->connections + 1) / 2)
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
    if ((bits & OPCODE) > CLOSE_FRAME)
        return 1; /* pings and pongs */
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
