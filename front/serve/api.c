/* What can be asked for below /api/v1/: each function fills one JSON object. */
#include "serve/serve_room.h"

#include "base/problem.h"
#include "base/values.h"

static eleven_error board_and_rules(const struct mg_connection *connection, eleven_rules *rules, eleven_board *board,
                                    eleven_problem *problem)
{
    eleven_error error = find_rules(query_text, connection, rules, problem);
    return !error ? query_board(connection, rules, board, problem) : error;
}

eleven_error answer_board(const web_server *server, const struct mg_connection *connection, json_out *json,
                          eleven_problem *problem)
{
    (void)server;
    eleven_rules rules;
    eleven_board board;
    uint8_t empties[ELEVEN_CELLS_MAX];
    eleven_error error = board_and_rules(connection, &rules, &board, problem);
    if (error)
        return error;
    unsigned legal = eleven_board_legal(&rules, &board);
    json_put_string(json, "rules", rules.name);
    json_put_pair(json, "size", board.w, board.h);
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
    return ELEVEN_OK;
}

/* The values of the moves, and if `has_move`, the best one. */
static eleven_error answer_advice(const web_server *server, const struct mg_connection *connection, bool has_move,
                                  json_out *json, eleven_problem *problem)
{
    eleven_rules rules;
    eleven_board board;
    eleven_advice advice;
    eleven_error error = board_and_rules(connection, &rules, &board, problem);
    if (!error)
        error = advice_of(server, &rules, &board, &advice, problem);
    if (error)
        return error;
    json_put_board(json, "board", &rules, &board);
    json_put_string(json, "player", server->options->player);
    if (has_move)
        json_put_string(json, "move", eleven_direction_name(advice.direction));
    put_values(json, &advice);
    return ELEVEN_OK;
}

eleven_error answer_values(const web_server *server, const struct mg_connection *connection, json_out *json,
                           eleven_problem *problem)
{
    return answer_advice(server, connection, false, json, problem);
}

eleven_error answer_move(const web_server *server, const struct mg_connection *connection, json_out *json,
                         eleven_problem *problem)
{
    return answer_advice(server, connection, true, json, problem);
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
static eleven_error make_moves(eleven_session *session, const struct mg_connection *connection, eleven_problem *problem)
{
    char moves[16384];
    int length = query_text(connection, "moves", moves, sizeof moves);
    if (length == -2)
        return problem_set(problem, ELEVEN_BAD_TEXT, "there are too many moves");
    for (int i = 0; i < length; i++)
        if (!make_move(session, moves[i]))
            return problem_set(problem, ELEVEN_BAD_TEXT, "moves: number %d is not possible", i + 1);
    return ELEVEN_OK;
}

eleven_error answer_game(const web_server *server, const struct mg_connection *connection, json_out *json,
                         eleven_problem *problem)
{
    (void)server;
    eleven_session *session = eleven_session_new();
    if (!session)
        return problem_no_memory(problem);
    eleven_error error = game_begin(session, query_text, connection, problem);
    if (!error)
        error = make_moves(session, connection, problem);
    if (!error)
        put_position(json, session);
    eleven_session_free(session);
    return error;
}
