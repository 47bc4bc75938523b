/* What can be asked for below /api/v1/: each function fills one JSON object. Questions to a player are answered later:
 * the connection keeps the board until then. */
#include "serve/serve_room.h"

#include "base/named_player.h"
#include "base/problem.h"
#include "base/values.h"

#include <stdlib.h>
#include <string.h>

typedef eleven_error api_answer_function(connection *line, json_out *json, eleven_problem *problem);

static eleven_error find_rules(word_finder *find, const void *where, eleven_rules *rules, eleven_problem *problem)
{
    char name[32];
    int length = find(where, "rules", name, sizeof name);
    if (length != -2 && eleven_rules_find(length == -1 ? "classic" : name, rules))
        return ELEVEN_OK;
    return problem_set(problem, ELEVEN_BAD_TEXT, "rules is not the name of a shipped rule set");
}

/* The board of the query becomes that of the connection's question. */
static eleven_error read_board(connection *line, bool has_rules, eleven_problem *problem)
{
    char text[ELEVEN_BOARD_TEXT];
    struct lws *query = line->socket;
    eleven_rules *rules = &line->question.rules;
    eleven_error error = find_rules(query_text, has_rules ? query : NULL, rules, problem);
    if (error)
        return error;
    int length = query_text(query, "board", text, sizeof text);
    if (length < 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "%s",
                           length == -1 ? "a board is needed, such as board=1100012003000000"
                                        : "the board is too long");
    error = eleven_board_parse(rules, text, (size_t)length, &line->question.board, problem);
    if (error)
        problem_set(problem, error, "board, column %u: %s", problem->column, problem->sentence);
    return error;
}

static eleven_error answer_board(connection *line, json_out *json, eleven_problem *problem)
{
    eleven_error error = read_board(line, true, problem);
    if (!error)
        json_put_look(json, &line->question.rules, &line->question.board);
    return error;
}

static bool find_size(word_finder *find, const void *where, unsigned *w, unsigned *h)
{
    char text[8];
    int length = find(where, "size", text, sizeof text);
    *w = *h = 4;
    return length == -1 || (length >= 0 && eleven_size_parse(text, (size_t)length, w, h));
}

static bool find_seed(word_finder *find, const void *where, uint64_t *seed)
{
    char text[32];
    int length = find(where, "seed", text, sizeof text);
    if (length == -1)
        *seed = random_seed();
    return length == -1 || (length >= 0 && eleven_number_parse(text, (size_t)length, UINT64_MAX, seed));
}

eleven_error game_begin(eleven_session *session, word_finder *find, const void *where, eleven_problem *problem)
{
    eleven_record head = {.has_seed = true};
    unsigned w, h;
    eleven_error error = find_rules(find, where, &head.rules, problem);
    if (error)
        return error;
    if (!find_size(find, where, &w, &h))
        return problem_set(problem, ELEVEN_BAD_TEXT, "size is not from 1x1 to 8x8");
    if (!find_seed(find, where, &head.seed))
        return problem_set(problem, ELEVEN_BAD_TEXT, "seed is not a whole number from 0 to 18446744073709551615");
    head.rules.goal = eleven_rules_goal(&head.rules, w, h);
    return eleven_session_begin(session, &head, w, h, 0) ? ELEVEN_OK : problem_no_memory(problem);
}

static bool make_move(eleven_session *session, char letter)
{
    eleven_direction direction;
    if (letter == 'k' || letter == 'K')
        return eleven_session_keep_playing(session, 0);
    return eleven_direction_parse(&letter, 1, &direction) && eleven_session_move(session, direction, 0);
}

/* Makes the moves of the query: letters, and 'k' to continue after the win. */
static eleven_error make_moves(eleven_session *session, struct lws *query, eleven_problem *problem)
{
    char moves[16384];
    int length = query_text(query, "moves", moves, sizeof moves);
    if (length == -2)
        return problem_set(problem, ELEVEN_BAD_TEXT, "there are too many moves");
    for (int i = 0; i < length; i++)
        if (!make_move(session, moves[i]))
            return problem_set(problem, ELEVEN_BAD_TEXT, "moves: number %d is not possible", i + 1);
    return ELEVEN_OK;
}

static eleven_error answer_game(connection *line, json_out *json, eleven_problem *problem)
{
    eleven_session *session = eleven_session_new();
    if (!session)
        return problem_no_memory(problem);
    eleven_error error = game_begin(session, query_text, line->socket, problem);
    if (!error)
        error = make_moves(session, line->socket, problem);
    if (!error)
        put_position(json, session);
    eleven_session_free(session);
    return error;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */
static void answer_with(connection *line, api_answer_function *fill)
{
    json_answer answer;
    eleven_problem problem = {.sentence = "out of memory"};
    if (!json_answer_open(&answer)) {
        answer_error(line, STATUS_BUSY, "out of memory");
        return;
    }
    eleven_error error = fill(line, &answer.json, &problem);
    if (!json_answer_close(&answer))
        error = ELEVEN_NO_MEMORY;
    if (error)
        answer_problem(line, error, &problem);
    else
        answer_send(line, STATUS_OK, "application/json", answer.text, answer.length);
    free(answer.text);
}

eleven_error question_check(const connection *line, eleven_problem *problem)
{
    const question *asked = &line->question;
    const char *player = line->server->options->player, *title = player_title(player);
    eleven_problem trouble;
    if (player_board_error(player, &asked->rules, asked->board.w, asked->board.h, &trouble))
        return problem_set(problem, ELEVEN_BAD_TEXT, "%.60s %s", title, trouble.sentence);
    return player_position_error(player, title, &asked->board, problem);
}

eleven_error question_error(const question *asked, eleven_problem *problem)
{
    if (!asked->has_failed)
        return ELEVEN_OK;
    if (asked->is_late)
        return problem_set(problem, ELEVEN_NO_MEMORY, "all players are busy; ask again later");
    player_failure(problem);
    return ELEVEN_NO_MEMORY;
}

void put_advice(json_out *json, const question *asked)
{
    json_put_string(json, "direction", eleven_direction_name(asked->advice.direction));
    json_put_values(json, "values", asked->advice.values);
    value_unit_put(json, asked->unit);
}

static eleven_error fill_values(connection *line, json_out *json, eleven_problem *problem)
{
    const question *asked = &line->question;
    eleven_error error = question_error(asked, problem);
    if (error)
        return error;
    json_put_board(json, "board", &asked->rules, &asked->board);
    json_put_string(json, "player", player_title(line->server->options->player));
    put_advice(json, asked);
    return ELEVEN_OK;
}

static void answer_values(connection *line)
{
    answer_with(line, fill_values);
}

static void ask(connection *line)
{
    eleven_problem problem = {0};
    eleven_error error = read_board(line, true, &problem);
    if (error)
        answer_problem(line, error, &problem);
    else if (eleven_board_legal(&line->question.rules, &line->question.board) == 0)
        answer_error(line, STATUS_BAD, "no direction changes this board");
    else if ((error = question_check(line, &problem)))
        answer_problem(line, error, &problem);
    else
        connection_ask(line, answer_values);
}

/* In a format that other programs use: a board in hex, answered by one letter; 'g' if the game is over. */
static const char letter_type[] = "text/plain; charset=utf-8";

static void answer_letter(connection *line)
{
    eleven_problem problem = {0};
    eleven_error error = question_error(&line->question, &problem);
    if (error)
        answer_problem(line, error, &problem);
    else
        answer_send(line, STATUS_OK, letter_type, eleven_direction_name(line->question.advice.direction), 1);
}

static void ask_letter(connection *line)
{
    eleven_problem problem = {0};
    eleven_error error = read_board(line, false, &problem);
    if (error)
        answer_problem(line, error, &problem);
    else if (eleven_board_legal(&line->question.rules, &line->question.board) == 0)
        answer_send(line, STATUS_OK, letter_type, "g", 1);
    else if ((error = question_check(line, &problem)))
        answer_problem(line, error, &problem);
    else
        connection_ask(line, answer_letter);
}

/* `names` are those of the parameters; NULL: any. */
static const struct {
    const char *path, *names;
    api_answer_function *fill;
    void (*run)(connection *line);
} paths[] = {{"/move", NULL, NULL, ask_letter},
             {"/api/v1/board", "board= or rules=", answer_board, NULL},
             {"/api/v1/values", "board= or rules=", NULL, ask},
             {"/api/v1/move", "board= or rules=", NULL, ask},
             {"/api/v1/game", "seed=, size=, rules= or moves=", answer_game, NULL}};
enum { PATHS = sizeof paths / sizeof *paths };

void api_answer(connection *line, const char *path)
{
    eleven_problem problem = {0};
    unsigned i = 0;
    while (i < PATHS && strcmp(paths[i].path, path) != 0)
        i++;
    if (i == PATHS)
        answer_error(line, STATUS_MISSING,
                     "there is nothing here; /api/v1/ has board, values, move, game and, for WebSockets, play");
    else if (paths[i].names && query_check(line->socket, paths[i].names, &problem))
        answer_error(line, STATUS_BAD, "%s", problem.sentence);
    else if (paths[i].run)
        paths[i].run(line);
    else
        answer_with(line, paths[i].fill);
}
