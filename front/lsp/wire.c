/* Messages of the protocol's base layer:
 *
 *     Content-Length: 52\r\n
 *     \r\n
 *     {"jsonrpc":"2.0", ...
 */
#include "lsp/wire.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    CHUNK = 1 << 16,
    HEADER_MOST = 1 << 12,
    BODY_MOST = 1 << 26,
    BUFFER_KEPT = 1 << 20, /* a larger one is given back once it is empty */
};

void wire_free(lsp_wire *wire)
{
    free(wire->buffer);
    wire->buffer = NULL;
    wire->begin = wire->end = wire->capacity = 0;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static bool make_room(lsp_wire *wire)
{
    if (wire->begin == wire->end && wire->capacity > BUFFER_KEPT)
        wire_free(wire);
    if (wire->capacity - wire->end >= CHUNK)
        return true;
    if (wire->end > wire->begin)
        memmove(wire->buffer, wire->buffer + wire->begin, wire->end - wire->begin);
    wire->end -= wire->begin;
    wire->begin = 0;
    if (wire->capacity - wire->end >= CHUNK)
        return true;
    size_t capacity = wire->capacity + wire->capacity / 2 + CHUNK;
    char *buffer = realloc(wire->buffer, capacity);
    if (!buffer)
        return false;
    wire->buffer = buffer;
    wire->capacity = capacity;
    return true;
}

bool wire_fill(lsp_wire *wire, bool waits)
{
    struct pollfd ready = {.fd = wire->in, .events = POLLIN};
    if (!waits && wire->end - wire->begin >= CHUNK)
        return true; /* what waits here comes first, or a client could fill the memory */
    while (poll(&ready, 1, waits ? -1 : 0) < 0)
        if (errno != EINTR)
            return false;
    if (!ready.revents)
        return true;
    if (!make_room(wire))
        return false;
    ssize_t got;
    do
        got = read(wire->in, wire->buffer + wire->end, CHUNK);
    while (got < 0 && errno == EINTR);
    wire->end += got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* The number in a header line that tells the length; false where it is another line, or a wrong number. */
static bool read_length(const char *line, size_t size, size_t *length)
{
    static const char key[] = "content-length:";
    size_t at = sizeof key - 1;
    if (size < at || strncasecmp(line, key, at) != 0)
        return false;
    while (at < size && line[at] == ' ')
        at++;
    size_t digits = at;
    for (*length = 0; at < size && line[at] >= '0' && line[at] <= '9' && *length <= BODY_MOST; at++)
        *length = *length * 10 + (size_t)(line[at] - '0');
    return at > digits && at == size && *length <= BODY_MOST;
}

/* Other lines than the length's are allowed and mean nothing. */
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

/* Where the empty line stands that ends a header; `size` where it has not come. */
static size_t header_end(const char *text, size_t size)
{
    for (size_t at = 0; at + 4 <= size; at++)
        if (memcmp(text + at, "\r\n\r\n", 4) == 0)
            return at;
    return size;
}

wire_news wire_take(lsp_wire *wire, const char **body, size_t *length)
{
    const char *text = wire->buffer + wire->begin;
    size_t size = wire->end - wire->begin, least = size < HEADER_MOST ? size : HEADER_MOST;
    size_t header = header_end(text, least);
    if (header == least)
        return size < HEADER_MOST ? WIRE_NOTHING : WIRE_BROKEN;
    if (!read_header(text, header, length))
        return WIRE_BROKEN;
    if (size - header - 4 < *length)
        return WIRE_NOTHING;
    *body = text + header + 4;
    wire->begin += header + 4 + *length;
    return WIRE_MESSAGE;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static bool write_all(int out, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(out, text, length);
        if (written < 0 && errno != EINTR)
            return false;
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

bool wire_send(lsp_wire *wire, const json_t *message)
{
    enum { HEADER = 48 };
    size_t length = json_dumpb(message, NULL, 0, JSON_COMPACT);
    char *text = length ? malloc(HEADER + length) : NULL;
    if (!text)
        return false;
    int header = snprintf(text, HEADER, "Content-Length: %zu\r\n\r\n", length);
    json_dumpb(message, text + header, length, JSON_COMPACT);
    bool sent = write_all(wire->out, text, (size_t)header + length);
    free(text);
    return sent;
}
