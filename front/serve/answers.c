/* What others do to a connection: ask a player, answer. Answers have heads, errors, and the parts of a position. */
#include "base/problem.h"
#include "serve/serve_room.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HEAD_MOST = 1024 };

void connection_ask(connection *line, question_answered *then)
{
    line->then = then;
    line->is_thinking = true;
    line->since = INFINITY;
    lws_rx_flow_control(line->socket, 0);
    lws_set_timeout(line->socket, NO_PENDING_TIMEOUT, 0);
    thinkers_ask(line->server->thinkers, &line->question);
}

/* Copies a parameter; its length, or -1 if there are fewer. One can be empty, as in "&&". */
static int copy_field(struct lws *request, int index, char field[REQUEST_MOST + 1])
{
    return request ? lws_hdr_copy_fragment(request, field, REQUEST_MOST + 1, WSI_TOKEN_HTTP_URI_ARGS, index) : -1;
}

int query_text(const void *where, const char *name, char *text, size_t size)
{
    struct lws *socket = (struct lws *)where;
    char field[REQUEST_MOST + 1];
    size_t length = strlen(name);
    for (int i = 0, count; (count = copy_field(socket, i, field)) >= 0; i++) {
        if (count <= (int)length || strncmp(field, name, length) != 0 || field[length] != '=')
            continue;
        if ((size_t)count - length > size)
            return -2;
        memcpy(text, field + length + 1, (size_t)count - length);
        return count - (int)length - 1;
    }
    return -1;
}

/* The place of the field's name among the names, or -1. */
static int name_find(const char *names, const char *field)
{
    size_t size = strcspn(field, " =");
    int place = 0;
    for (const char *at = names; field[size] == '=' && *at; at += strspn(at, " "), place++) {
        if (strncmp(at, field, size + 1) == 0)
            return place;
        at += strcspn(at, " ");
    }
    return -1;
}

eleven_error parameter_check(const char *names, const char *field, size_t length, unsigned *seen,
                             eleven_problem *problem)
{
    enum { QUOTED_MOST = 40 };
    int place = name_find(names, field);
    if (place < 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "expected %s, not '%.*s'", names,
                           (int)(length < QUOTED_MOST ? length : QUOTED_MOST), field);
    if (*seen >> place & 1)
        return problem_set(problem, ELEVEN_BAD_TEXT, "%.*s is given twice", (int)strcspn(field, "="), field);
    *seen |= 1U << place;
    return ELEVEN_OK;
}

/* libwebsockets puts "/" where the last parameter is empty, as in "game?". */
eleven_error query_check(struct lws *request, const char *names, eleven_problem *problem)
{
    char field[REQUEST_MOST + 1];
    eleven_error error = ELEVEN_OK;
    unsigned seen = 0;
    for (int i = 0, count; !error && (count = copy_field(request, i, field)) >= 0; i++)
        if (count > 0 && strcmp(field, "/") != 0)
            error = parameter_check(names, field, (size_t)count, &seen, problem);
    return error;
}

/* ---- Answers to requests ------------------------------------------------------------------------------- */
static bool put_field(struct lws *socket, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(socket, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

bool answer_fields(connection *line, unsigned status, unsigned char **at, unsigned char *end)
{
    char date[64], origin[256];
    time_t now = time(NULL);
    struct tm parts;
    struct lws *socket = line->socket;
    /* The names of days and months are English: the program keeps the C locale for times. */
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
    bool is_allowed = status != STATUS_FORBIDDEN && field_text(socket, WSI_TOKEN_ORIGIN, origin, sizeof origin) > 0;
    return put_field(socket, "date:", date, at, end) && put_field(socket, "cache-control:", "no-store", at, end) &&
           put_field(socket, "x-content-type-options:", "nosniff", at, end) &&
           put_field(socket, "vary:", "Origin", at, end) &&
           (!is_allowed || put_field(socket, "access-control-allow-origin:", origin, at, end)) &&
           (!line->ends || put_field(socket, "connection:", "close", at, end)) &&
           (status != STATUS_METHOD || put_field(socket, "allow:", "GET, HEAD", at, end)) &&
           (status != STATUS_BUSY || put_field(socket, "retry-after:", "1", at, end)) &&
           (status != STATUS_UPGRADE || (put_field(socket, "upgrade:", "websocket", at, end) &&
                                         put_field(socket, "sec-websocket-version:", "13", at, end)));
}

/* Writes the head to these bytes; false if they are too few. */
static bool write_head(connection *line, unsigned status, const char *type, size_t length, unsigned char **at)
{
    unsigned char *begin = *at, *end = begin + HEAD_MOST;
    bool is_written = lws_add_http_common_headers(line->socket, status, type, length, at, end) == 0 &&
                      answer_fields(line, status, at, end) && lws_finalize_http_header(line->socket, at, end) == 0;
    /* libwebsockets writes HTTP/1.0 where it has not looked at the version of the request. */
    begin[sizeof "HTTP/1." - 1] = '1';
    return is_written;
}

void answer_send(connection *line, unsigned status, const char *type, const char *text, size_t length)
{
    bool is_head = lws_hdr_total_length(line->socket, WSI_TOKEN_HEAD_URI) > 0;
    unsigned char *bytes = malloc(LWS_PRE + HEAD_MOST + (is_head ? 0 : length)), *at = bytes + LWS_PRE;
    line->has_answered = true;
    if (!bytes || !write_head(line, status, type, length, &at)) {
        line->ends = true;
    } else {
        if (!is_head) {
            memcpy(at, text, length);
            at += length;
        }
        size_t count = (size_t)(at - bytes) - LWS_PRE;
        if (lws_write(line->socket, bytes + LWS_PRE, count, LWS_WRITE_HTTP_HEADERS) < 0)
            line->ends = true;
    }
    free(bytes);
}

void answer_error(connection *line, unsigned status, const char *format, ...)
{
    char sentence[512];
    json_answer answer;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    bool is_open = json_answer_open(&answer);
    if (is_open)
        json_put_string(&answer.json, "error", sentence);
    if (is_open && json_answer_close(&answer))
        answer_send(line, status, "application/json", answer.text, answer.length);
    else
        answer_send(line, STATUS_BUSY, "application/json", "{}\n", 3);
    free(answer.text);
}

void answer_problem(connection *line, eleven_error error, const eleven_problem *problem)
{
    answer_error(line, error == ELEVEN_NO_MEMORY ? STATUS_BUSY : STATUS_BAD, "%s", problem->sentence);
}

bool json_answer_open(json_answer *answer)
{
    *answer = (json_answer){0};
    answer->stream = open_memstream(&answer->text, &answer->length);
    if (answer->stream)
        answer->json = json_begin(answer->stream);
    return answer->stream;
}

bool json_answer_close(json_answer *answer)
{
    json_finish(&answer->json);
    return fclose(answer->stream) == 0;
}

static void put_events(json_out *json, const eleven_rules *rules, const eleven_events *events, unsigned w)
{
    json_put_hops(json, events->hops, events->hop_count, w);
    json_put_array(json, "spawns");
    for (unsigned i = 0; i < events->spawn_count; i++) {
        json_put_object(json, NULL);
        json_put_pair(json, "at", events->spawns[i].cell % w, events->spawns[i].cell / w);
        json_put_number(json, "tile", rules->value[events->spawns[i].rank]);
        json_put_end(json);
    }
    json_put_end(json);
}

void put_position(json_out *json, const eleven_session *session)
{
    eleven_record record;
    eleven_session_record(session, &record);
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
    json_put_directions(json, "legal",
                        record.status == ELEVEN_STATUS_PLAYING ? eleven_board_legal(&record.rules, &game->board) : 0);
    put_events(json, &record.rules, eleven_session_events(session, NULL), game->board.w);
}
