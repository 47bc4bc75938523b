/* The parameters of a request, and the parts of an answer. */
#include "serve/serve_room.h"

#include "base/problem.h"

#include <math.h>
#include <string.h>

int http_status_of(eleven_error error)
{
    return error == ELEVEN_OK ? HTTP_OK : error == ELEVEN_NO_MEMORY ? HTTP_BUSY : HTTP_BAD;
}

int query_text(const void *where, const char *name, char *text, size_t size)
{
    const char *query = mg_get_request_info(where)->query_string;
    return query ? mg_get_var(query, strlen(query), name, text, size) : -1;
}

eleven_error find_rules(word_finder *find, const void *where, eleven_rules *rules, eleven_problem *problem)
{
    char name[32];
    int length = find(where, "rules", name, sizeof name);
    if (length != -2 && eleven_rules_find(length == -1 ? "classic" : name, rules))
        return ELEVEN_OK;
    return problem_set(problem, ELEVEN_BAD_TEXT, "rules is not the name of a shipped rule set");
}

eleven_error query_board(const struct mg_connection *connection, const eleven_rules *rules, eleven_board *board,
                         eleven_problem *problem)
{
    char text[ELEVEN_BOARD_TEXT];
    int length = query_text(connection, "board", text, sizeof text);
    if (length < 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "%s",
                           length == -1 ? "a board is needed, such as board=1100012003000000"
                                        : "the board is too long");
    eleven_error error = eleven_board_parse(rules, text, (size_t)length, board, problem);
    if (error)
        problem_set(problem, error, "board, column %u: %s", problem->column, problem->sentence);
    return error;
}

eleven_error advice_of(const web_server *server, const eleven_rules *rules, const eleven_board *board,
                       eleven_advice *advice, eleven_problem *problem)
{
    if (eleven_board_legal(rules, board) == 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "no direction changes this board");
    eleven_player *player = pool_take(server->pool, problem);
    if (!player)
        return ELEVEN_NO_MEMORY;
    bool has_chosen = player->choose(player, rules, board, &server->options->budget, advice);
    pool_give(server->pool, player);
    return has_chosen ? ELEVEN_OK : problem_set(problem, ELEVEN_NO_MEMORY, "the player is out of memory");
}

bool json_answer_open(json_answer *answer)
{
    *answer = (json_answer){0};
    answer->stream = open_memstream(&answer->text, &answer->length);
    if (!answer->stream)
        return false;
    answer->json.out = answer->stream;
    json_put_object(&answer->json, NULL);
    return true;
}

bool json_answer_close(json_answer *answer)
{
    json_put_end(&answer->json);
    json_put_line(&answer->json);
    return fclose(answer->stream) == 0;
}

int answer_send(struct mg_connection *connection, int status, const char *type, const char *text, size_t length)
{
    char size[24];
    snprintf(size, sizeof size, "%zu", length);
    mg_response_header_start(connection, status);
    mg_response_header_add(connection, "Content-Type", type, -1);
    mg_response_header_add(connection, "Content-Length", size, -1);
    mg_response_header_add(connection, "Cache-Control", "no-store", -1);
    mg_response_header_add(connection, "X-Content-Type-Options", "nosniff", -1);
    /* Nothing here is secret. */
    mg_response_header_add(connection, "Access-Control-Allow-Origin", "*", -1);
    if (status == HTTP_METHOD)
        mg_response_header_add(connection, "Allow", "GET, HEAD", -1);
    mg_response_header_send(connection);
    if (strcmp(mg_get_request_info(connection)->request_method, "HEAD") != 0)
        mg_write(connection, text, length);
    return status;
}

void put_values(json_out *json, const eleven_advice *advice)
{
    json_put_object(json, "values");
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (!isnan(advice->values[d]))
            json_put_decimal(json, eleven_direction_name((eleven_direction)d), advice->values[d]);
    json_put_end(json);
}

void put_legal(json_out *json, unsigned legal)
{
    json_put_array(json, "legal");
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (legal & 1u << d)
            json_put_string(json, NULL, eleven_direction_name((eleven_direction)d));
    json_put_end(json);
}

static void put_cell(json_out *json, const char *key, unsigned w, unsigned cell)
{
    json_put_array(json, key);
    json_put_number(json, NULL, cell % w);
    json_put_number(json, NULL, cell / w);
    json_put_end(json);
}

static void put_events(json_out *json, const eleven_rules *rules, const eleven_events *events, unsigned w)
{
    json_put_array(json, "hops");
    for (unsigned i = 0; i < events->hop_count; i++) {
        json_put_object(json, NULL);
        put_cell(json, "from", w, events->hops[i].from);
        put_cell(json, "to", w, events->hops[i].to);
        json_put_bool(json, "merged", events->hops[i].merged);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_array(json, "spawns");
    for (unsigned i = 0; i < events->spawn_count; i++) {
        json_put_object(json, NULL);
        put_cell(json, "at", w, events->spawns[i].cell);
        json_put_number(json, "value", rules->value[events->spawns[i].rank]);
        json_put_end(json);
    }
    json_put_end(json);
}

void put_position(json_out *json, const eleven_session *session)
{
    eleven_record record = eleven_session_record(session);
    const eleven_game *game = eleven_session_game(session);
    json_put_string(json, "rules", record.rules.name);
    json_put_pair(json, "size", game->board.w, game->board.h);
    if (record.has_seed)
        json_put_number(json, "seed", record.seed);
    json_put_number(json, "score", game->score);
    json_put_number(json, "moves", game->ply);
    json_put_number(json, "undos", record.undos);
    json_put_number(json, "helped", record.helped);
    json_put_number(json, "hints", record.hints);
    json_put_string(json, "class", eleven_class_name(eleven_record_class(&record)));
    json_put_string(json, "status", eleven_status_name(record.status));
    json_put_board(json, "board", &record.rules, &game->board);
    put_legal(json, record.status == ELEVEN_PLAYING ? eleven_board_legal(&record.rules, &game->board) : 0);
    put_events(json, &record.rules, eleven_session_events(session, NULL), game->board.w);
}
