/* A running game over a WebSocket: text messages in, JSON objects out. When the connection ends, the game is kept under
 * the name that its player got at the beginning.
 *
 *     new [seed=N] [size=WxH] [rules=NAME]      open NAME      up right down left      undo redo keep hint play save
 */
#include "base/hint.h"
#include "base/problem.h"
#include "serve/serve_room.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

enum { ENTRIES_MOST = 200000 };

struct running_game {
    char name[GAME_NAME];
    eleven_session *session;
    const char *message;
};

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
typedef eleven_error game_action(running_game *game, json_out *json, eleven_problem *problem);

static eleven_error error_unless(bool is_done)
{
    return is_done ? ELEVEN_OK : ELEVEN_BAD_TEXT;
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

static void answer_message(connection *line, eleven_error (*fill)(connection *, json_out *, eleven_problem *));

static eleven_error fill_hint(connection *line, json_out *json, eleven_problem *problem)
{
    eleven_error error = question_error(&line->question, problem);
    if (error)
        return error;
    eleven_session_hinted(line->game->session);
    put_advice(json, &line->question);
    return ELEVEN_OK;
}

static eleven_error fill_play(connection *line, json_out *json, eleven_problem *problem)
{
    (void)json;
    eleven_player adviser = advice_repeater(&line->question.advice);
    eleven_error error = question_error(&line->question, problem);
    return error ? error : error_unless(eleven_session_autoplay(line->game->session, &adviser, NULL, 0));
}

static void answer_hint(connection *line)
{
    answer_message(line, fill_hint);
}

static void answer_play(connection *line)
{
    answer_message(line, fill_play);
}

/* Each is an action of the session, of the game, or one that needs the advice of a player first. */
static const struct {
    const char *name;
    bool (*step)(eleven_session *session, double now);
    game_action *run;
    question_answered *then;
} actions[] = {{"undo", eleven_session_undo, NULL, NULL},
               {"redo", eleven_session_redo, NULL, NULL},
               {"keep", eleven_session_keep_playing, NULL, NULL},
               {"save", NULL, do_save, NULL},
               {"hint", NULL, NULL, answer_hint},
               {"play", NULL, NULL, answer_play}};
enum { ACTIONS = sizeof actions / sizeof *actions };

/* A game in which nothing was done is not worth keeping. */
bool game_keep(connection *line)
{
    const running_game *game = line->game;
    if (eleven_session_position(game->session) == 0)
        return true;
    eleven_record record;
    eleven_session_record(game->session, &record);
    bool is_touched = eleven_session_game(game->session)->ply > 0 || record.undos || record.hints || record.helped;
    return !is_touched || kept_add(line->server->kept, game->name, game->session);
}

/* 128 random bits: nobody guesses the name of a game that is not theirs. */
static bool name_game(running_game *game)
{
    uint64_t words[2];
    if (getrandom(words, sizeof words, 0) != sizeof words)
        return false;
    snprintf(game->name, sizeof game->name, "%016" PRIx64 "%016" PRIx64, words[0], words[1]);
    return true;
}

/* The connection that plays the game of this name at the moment; NULL: none. */
static connection *find_player(const web_server *server, const char *name)
{
    connection *line = server->lines;
    while (line && !(line->game && line->game->name[0] && strcmp(line->game->name, name) == 0))
        line = line->next;
    return line;
}

/* A connection that plays the game may have been lost without a sign: it is asked whether it is there. */
static eleven_error load_game(connection *line, const char *name, running_game *game, eleven_problem *problem)
{
    connection *other = find_player(line->server, name);
    if (other == line)
        return problem_set(problem, ELEVEN_BAD_TEXT, "this connection plays this game already");
    if (other) {
        websocket_probe(other);
        return problem_set(problem, ELEVEN_BAD_TEXT,
                           "a connection plays this game; if it is lost, the game can be opened in 5 seconds");
    }
    eleven_error error = kept_load(line->server->kept, name, game->session, problem);
    if (!error)
        snprintf(game->name, sizeof game->name, "%s", name);
    return error;
}

static eleven_error check_words(const char *words, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    unsigned seen = 0;
    for (size_t length; !error && *(words += strspn(words, " ")); words += length) {
        length = strcspn(words, " ");
        error = parameter_check("seed=, size= or rules=", words, length, &seen, problem);
    }
    return error;
}

static eleven_error make_game(running_game *game, eleven_problem *problem)
{
    eleven_error error = check_words(game->message + strlen("new"), problem);
    if (error)
        return error;
    if (!name_game(game))
        return problem_set(problem, ELEVEN_NO_MEMORY, "the system has no random bytes");
    return game_begin(game->session, find_word, game->message, problem);
}

/* "new" and "open"; the answer has the name of the game. It gets a session of its own, so that the present game stays
 * where that fails, and undo ends at its beginning. */
static eleven_error begin(connection *line, json_out *json, eleven_problem *problem)
{
    running_game *game = line->game, next = {.session = eleven_session_new(), .message = game->message};
    eleven_error error = ELEVEN_OK;
    if (!next.session)
        error = problem_no_memory(problem);
    else if (strncmp(game->message, "open ", 5) == 0)
        error = load_game(line, game->message + 5, &next, problem);
    else
        error = make_game(&next, problem);
    if (!error && !game_keep(line))
        error = problem_no_memory(problem);
    if (error) {
        eleven_session_free(next.session);
        return error;
    }
    eleven_session_free(game->session);
    *game = next;
    json_put_string(json, "game", game->name);
    return ELEVEN_OK;
}

static bool is_beginning(const char *message)
{
    return strcmp(message, "new") == 0 || strncmp(message, "new ", 4) == 0 || strncmp(message, "open ", 5) == 0;
}

static eleven_error act(connection *line, json_out *json, eleven_problem *problem)
{
    eleven_direction direction;
    running_game *game = line->game;
    const char *message = game->message;
    if (is_beginning(message))
        return begin(line, json, problem);
    if (eleven_session_position(game->session) == 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "there is no game yet; 'new' begins one");
    problem_set(problem, ELEVEN_BAD_TEXT, "'%.20s' cannot be done now", message);
    if (eleven_direction_parse(message, strlen(message), &direction))
        return error_unless(eleven_session_move(game->session, direction, 0));
    for (unsigned i = 0; i < ACTIONS; i++)
        if (strcmp(actions[i].name, message) == 0 && !actions[i].then)
            return actions[i].step ? error_unless(actions[i].step(game->session, 0))
                                   : actions[i].run(game, json, problem);
        else if (strcmp(actions[i].name, message) == 0)
            return ELEVEN_BAD_TEXT;
    return problem_set(problem, ELEVEN_BAD_TEXT,
                       "'%.20s' is not a message; expected up, right, down, left, undo, redo, keep, hint, play, save, "
                       "new or open",
                       message);
}

/* Sends what `fill` puts: the position follows, or the error takes its place. */
static void answer_message(connection *line, eleven_error (*fill)(connection *, json_out *, eleven_problem *))
{
    json_answer answer;
    eleven_problem problem = {0};
    if (!json_answer_open(&answer)) {
        websocket_end(line, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
        return;
    }
    if (fill(line, &answer.json, &problem))
        json_put_string(&answer.json, "error", problem.sentence);
    else
        put_position(&answer.json, line->game->session);
    if (json_answer_close(&answer))
        websocket_send(line, answer.text, answer.length);
    else
        websocket_end(line, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
    free(answer.text);
    if (line->game && eleven_session_length(line->game->session) >= ENTRIES_MOST)
        websocket_end(line, WSLAY_CODE_POLICY_VIOLATION, "the game is too long");
}

static eleven_error fill_refusal(connection *line, json_out *json, eleven_problem *problem)
{
    (void)json;
    return question_check(line, problem);
}

/* Hint and play wait for a player; everything else is done at once. */
static void run_message(connection *line, const char *message)
{
    running_game *game = line->game;
    game->message = message;
    for (unsigned i = 0; i < ACTIONS; i++)
        if (actions[i].then && strcmp(actions[i].name, game->message) == 0 &&
            eleven_session_position(game->session) > 0 &&
            eleven_session_status(game->session) == ELEVEN_STATUS_PLAYING) {
            line->question.rules = *eleven_session_rules(game->session);
            line->question.board = eleven_session_game(game->session)->board;
            eleven_problem unused;
            if (question_check(line, &unused))
                answer_message(line, fill_refusal);
            else
                connection_ask(line, actions[i].then);
            return;
        }
    answer_message(line, act);
}

/* ---- Begin and end ------------------------------------------------------------------------------------- */
static running_game *new_game(void)
{
    running_game *game = calloc(1, sizeof *game);
    if (game)
        game->session = eleven_session_new();
    if (game && game->session)
        return game;
    free(game);
    return NULL;
}

static void free_game(running_game *game)
{
    if (game)
        eleven_session_free(game->session);
    free(game);
}

void game_close(connection *line)
{
    if (!line->game)
        return;
    line->server->has_lost_game |= !game_keep(line);
    free_game(line->game);
    line->game = NULL;
    line->server->games--;
}

void game_open(connection *line)
{
    web_server *server = line->server;
    eleven_problem problem = {0};
    if (query_check(line->socket, "no parameters before 'new'", &problem)) {
        answer_error(line, STATUS_BAD, "%s", problem.sentence);
        return;
    }
    running_game *game = server->games < (server->options->connections + 1) / 2 ? new_game() : NULL;
    if (!game) {
        answer_error(line, STATUS_BUSY, "too many games are running; try again later");
    } else if (websocket_open(line, run_message)) {
        line->game = game;
        server->games++;
    } else {
        free_game(game);
    }
}
