/* What others do to a connection: ask a player, answer, end. Answers have heads, errors, and the parts of a
 * position. */
#include "serve/serve_room.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void connection_drop(connection *line, size_t length)
{
    buffer *in = &line->in;
    in->length -= length;
    memmove(in->at, in->at + length, in->length + 1);
}

void connection_ask(connection *line, question_answered *then)
{
    line->phase = PHASE_THINKING;
    line->then = then;
    line->until = INFINITY;
    thinkers_ask(line->server->thinkers, &line->question);
}

void connection_end(connection *line)
{
    line->phase = PHASE_ENDING;
}

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {{HTTP_OK, "OK"},
                   {HTTP_BAD, "Bad Request"},
                   {HTTP_FORBIDDEN, "Forbidden"},
                   {HTTP_MISSING, "Not Found"},
                   {HTTP_METHOD, "Method Not Allowed"},
                   {HTTP_SLOW, "Request Timeout"},
                   {HTTP_LONG_URI, "URI Too Long"},
                   {HTTP_UPGRADE, "Upgrade Required"},
                   {HTTP_LARGE, "Request Header Fields Too Large"},
                   {HTTP_BUSY, "Service Unavailable"},
                   {HTTP_VERSION, "HTTP Version Not Supported"}};
    unsigned i = 0;
    while (reasons[i].status != status)
        i++;
    return reasons[i].reason;
}

/* What else some statuses need. */
static void put_fields(connection *line, int status)
{
    buffer *out = &line->out;
    if (status == HTTP_METHOD)
        buffer_text(out, "Allow: GET, HEAD\r\n");
    if (status == HTTP_UPGRADE)
        buffer_text(out, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    if (status == HTTP_BUSY)
        buffer_text(out, "Retry-After: 1\r\n");
    buffer_text(out, "Vary: Origin\r\n");
    if (line->request.origin && status != HTTP_FORBIDDEN)
        buffer_format(out, "Access-Control-Allow-Origin: %s\r\n", line->request.origin);
    if (!line->request.keeps_alive)
        buffer_text(out, "Connection: close\r\n");
    else if (status == HTTP_UPGRADE)
        buffer_text(out, "Connection: upgrade\r\n");
}

void answer_head(connection *line, int status, const char *type, uint64_t length)
{
    char date[64];
    time_t now = time(NULL);
    struct tm parts;
    /* The names of days and months are English: the program keeps the C locale for times. */
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
    buffer_format(&line->out, "HTTP/1.1 %d %s\r\nDate: %s\r\nContent-Type: %s\r\nContent-Length: ", status,
                  reason_of(status), date, type);
    buffer_number(&line->out, length);
    buffer_text(&line->out, "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n");
    put_fields(line, status);
    buffer_text(&line->out, "\r\n");
    if (!line->request.keeps_alive)
        connection_end(line);
}

void answer_send(connection *line, int status, const char *type, const char *text, size_t length)
{
    answer_head(line, status, type, length);
    if (!line->request.is_head)
        buffer_add(&line->out, text, length);
}

void answer_error(connection *line, int status, const char *format, ...)
{
    char sentence[512];
    json_answer answer;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (!json_answer_open(&answer)) {
        answer_send(line, HTTP_BUSY, "application/json", "{}\n", 3);
        return;
    }
    json_put_string(&answer.json, "error", sentence);
    if (json_answer_close(&answer))
        answer_send(line, status, "application/json", answer.text, answer.length);
    else
        connection_end(line);
    free(answer.text);
}

void answer_problem(connection *line, eleven_error error, const eleven_problem *problem)
{
    answer_error(line, error == ELEVEN_NO_MEMORY ? HTTP_BUSY : HTTP_BAD, "%s", problem->sentence);
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
