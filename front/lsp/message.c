/* Messages of the base layer of the protocol, and what all methods need: looking into parameters, sending answers,
 * finding documents.
 *
 *     Content-Length: 52\r\n
 *     \r\n
 *     {"jsonrpc":"2.0", ...
 */
#define _GNU_SOURCE /* memmem */
#include "base/memory.h"
#include "lsp/lsp_room.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    CHUNK = 1 << 16,
    HEADER_MOST = 1 << 12,
    /* A longer message is skipped; a length that no editor can mean is not one. */
    BODY_MOST = 1 << 26,
    LENGTH_MOST = INT_MAX,
    /* A larger buffer is given back when it is empty. */
    BUFFER_KEPT = 1 << 20,
};

static const char no_memory[] = "out of memory";

static bool wire_fail(lsp_wire *wire, const char *trouble)
{
    wire->trouble = trouble;
    return false;
}

/* Removes what has been taken, and makes space for a chunk. */
static bool make_space(lsp_wire *wire)
{
    buffer *input = &wire->input;
    bool is_empty = wire->begin == input->length;
    if (is_empty && input->size > BUFFER_KEPT)
        buffer_free(input);
    if (is_empty)
        input->length = wire->begin = 0;
    if (input->size < input->length + CHUNK + 1 && wire->begin > 0) {
        input->length -= wire->begin;
        memmove(input->at, input->at + wire->begin, input->length);
        wire->begin = 0;
    }
    return buffer_reserve(input, CHUNK);
}

bool wire_fill(lsp_wire *wire, bool waits)
{
    struct pollfd ready = {.fd = wire->in, .events = POLLIN};
    /* What waits here comes first; otherwise a client could fill the memory. */
    if (!waits && wire->input.length - wire->begin >= CHUNK)
        return true;
    while (poll(&ready, 1, waits ? -1 : 0) < 0)
        if (errno != EINTR)
            return wire_fail(wire, strerror(errno));
    if (!ready.revents)
        return true;
    if (!make_space(wire))
        return wire_fail(wire, no_memory);
    ssize_t count;
    do
        count = read(wire->in, wire->input.at + wire->input.length, CHUNK);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return wire_fail(wire, strerror(errno));
    wire->input.length += (size_t)count;
    return count > 0;
}

/* Reads a header line with the length. Returns false if it is another line, or has no usable number. */
static bool read_length(const char *line, size_t size, size_t *length)
{
    static const char key[] = "content-length:";
    size_t at = sizeof key - 1;
    if (size < at || strncasecmp(line, key, at) != 0)
        return false;
    while (at < size && line[at] == ' ')
        at++;
    size_t digits = at;
    for (*length = 0; at < size && line[at] >= '0' && line[at] <= '9' && *length <= LENGTH_MOST; at++)
        *length = *length * 10 + (size_t)(line[at] - '0');
    return at > digits && at == size && *length <= LENGTH_MOST;
}

/* Lines other than the length are allowed and ignored. */
static bool read_header(const char *text, size_t size, size_t *length)
{
    bool found = false;
    while (size > 0) {
        const char *end = memchr(text, '\r', size);
        size_t line = end ? (size_t)(end - text) : size;
        found |= read_length(text, line, length);
        size_t used = line + 2 < size ? line + 2 : size;
        text += used;
        size -= used;
    }
    return found;
}

/* Where the empty line that ends a header begins; `size` if it has not come. */
static size_t header_end(const char *text, size_t size)
{
    for (size_t at = 0; at + 4 <= size; at++)
        if (memcmp(text + at, "\r\n\r\n", 4) == 0)
            return at;
    return size;
}

/* Drops what has come of a message that is too large. The end of a part stays: it may be the begin of the name. */
static wire_news drop(lsp_wire *wire)
{
    static const char name[] = "textDocument/didChange";
    size_t come = wire->input.length - wire->begin, used = come < wire->dropping ? come : wire->dropping;
    size_t kept = used == wire->dropping ? 0 : used < sizeof name ? used : sizeof name;
    wire->drops_change |= used && memmem(wire->input.at + wire->begin, used, name, sizeof name - 1);
    wire->begin += used - kept;
    wire->dropping -= used - kept;
    return wire->dropping ? WIRE_NOTHING : WIRE_TOO_LARGE;
}

wire_news wire_take(lsp_wire *wire, char **body, size_t *length)
{
    if (wire->dropping)
        return drop(wire);
    char *text = wire->input.at + wire->begin;
    size_t size = wire->input.length - wire->begin, least = size < HEADER_MOST ? size : HEADER_MOST;
    size_t header = header_end(text, least);
    if (header == least)
        return size < HEADER_MOST ? WIRE_NOTHING : WIRE_BROKEN;
    if (!read_header(text, header, length))
        return WIRE_BROKEN;
    if (*length > BODY_MOST) {
        wire->begin += header + 4;
        wire->dropping = *length;
        wire->drops_change = false;
        return drop(wire);
    }
    if (size - header - 4 < *length)
        return WIRE_NOTHING;
    *body = text + header + 4;
    wire->begin += header + 4 + *length;
    return WIRE_MESSAGE;
}

/* The four hex digits of an escape in JSON; 0 if they are not there. */
static unsigned escaped(const char *text, const char *end)
{
    char digits[5] = "";
    if (end - text >= 6 && text[0] == '\\' && text[1] == 'u')
        snprintf(digits, sizeof digits, "%.4s", text + 2);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? (unsigned)strtoul(digits, NULL, 16) : 0;
}

/* Where the text of a token cannot grow, jansson continues with what it has, and would read and write past the end of
 * it if a later allocation succeeded. */
static unsigned failures_before;

static void *allocate_until_failure(size_t size)
{
    return memory_failures() == failures_before ? memory_new(size) : NULL;
}

static json_t *parse_once(const char *body, size_t length, json_error_t *problem)
{
    failures_before = memory_failures();
    json_set_alloc_funcs(allocate_until_failure, memory_free);
    json_t *message = json_loadb(body, length, JSON_ALLOW_NUL, problem);
    json_set_alloc_funcs(memory_new, memory_free);
    return message;
}

json_t *lsp_parse(char *body, size_t length, json_error_t *problem)
{
    enum { HIGH = 0xd800, LOW = 0xdc00, PAST = 0xe000 };
    json_t *message = parse_once(body, length, problem);
    const char *end = body + length;
    if (message || memory_failures() != failures_before)
        return message;
    for (char *at = body; (at = memchr(at, '\\', (size_t)(end - at)));) {
        unsigned code = escaped(at, end), next = code ? escaped(at + 6, end) : 0;
        bool is_pair = code >= HIGH && code < LOW && next >= LOW && next < PAST;
        if (code >= HIGH && code < PAST && !is_pair)
            memcpy(at + 2, "fffd", 4);
        at += is_pair ? 12 : code ? 6 : 2;
        if (at >= end)
            break;
    }
    return parse_once(body, length, problem);
}

static bool write_all(lsp_wire *wire, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(wire->out, text, length);
        if (written < 0 && errno != EINTR)
            return wire_fail(wire, strerror(errno));
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

json_t *lsp_look(const json_t *from, const char *path)
{
    json_t *found = NULL;
    for (size_t length; *path; path += length + (path[length] == '.')) {
        char name[64];
        length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        found = json_object_get(from, name);
        from = found;
    }
    return found;
}

eleven_player *lsp_ready_player(const lsp_server *server, const eleven_state *state)
{
    eleven_player *player = server->player;
    return player && (!server->is_ready || server->is_ready(player, &eleven_state_game(state)->board)) ? player : NULL;
}

lsp_document *lsp_named_document(const lsp_server *server, const char *uri)
{
    for (size_t i = 0; uri && i < server->document_count; i++)
        if (strcmp(server->documents[i]->uri, uri) == 0)
            return server->documents[i];
    return NULL;
}

json_t *lsp_fail(lsp_failure *failure, int code, const char *sentence)
{
    *failure = (lsp_failure){code, sentence};
    return NULL;
}

json_t *lsp_markup(bool is_markdown, const char *text)
{
    if (!is_markdown)
        return json_pack("{s:s, s:s}", "kind", "plaintext", "value", text);
    return json_pack("{s:s, s:o}", "kind", "markdown", "value",
                     json_sprintf("```text\n%s%s```", text, *text && text[strlen(text) - 1] == '\n' ? "" : "\n"));
}

/* Sends a message, which it takes over, with one write. Without memory for it there is nothing to say to the client. */
static void send_message(lsp_server *server, json_t *message)
{
    buffer out = {0};
    size_t length = message ? json_dumpb(message, NULL, 0, JSON_COMPACT) : 0;
    buffer_format(&out, "Content-Length: %zu\r\n\r\n", length);
    if (length > 0 && buffer_reserve(&out, length) &&
        json_dumpb(message, out.at + out.length, length, JSON_COMPACT) == length)
        write_all(&server->wire, out.at, out.length + length);
    else
        wire_fail(&server->wire, no_memory);
    buffer_free(&out);
    json_decref(message);
}

void lsp_notify(lsp_server *server, const char *method, json_t *params)
{
    send_message(server, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void lsp_send_result(lsp_server *server, json_t *id, json_t *result)
{
    send_message(server, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void lsp_send_error(lsp_server *server, json_t *id, int code, const char *sentence)
{
    json_t *error = json_pack("{s:i, s:s}", "code", code, "message", sentence);
    send_message(server, json_pack("{s:s, s:O?, s:o}", "jsonrpc", "2.0", "id", id ? id : json_null(), "error", error));
}
