/* A request as RFC 9112 describes it: one line, header fields, an empty line. Everything is checked before anything
 * is used; what is not exactly right is refused. */
#include "serve/serve_room.h"

#include <string.h>
#include <strings.h>

static const char blanks[] = " \t";

/* Of method names and field names. */
static bool is_token(const char *text, size_t length)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~";
    return length > 0 && strspn(text, allowed) >= length;
}

bool list_has(const char *list, const char *word, size_t length)
{
    for (const char *at = list; at && *at; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        size_t size = strcspn(at, ", \t");
        if (size == length && strncasecmp(at, word, length) == 0)
            return true;
    }
    return false;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Decodes "%41" and, in a query, "+". Returns the length; -2 if the code is wrong or the text too long. */
static int decode(const char *from, size_t length, bool is_query, char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++, count++) {
        char c = from[i] == '+' && is_query ? ' ' : from[i];
        if (c == '%') {
            int high = i + 2 < length ? hex_digit(from[i + 1]) : -1, low = high < 0 ? -1 : hex_digit(from[i + 2]);
            if (low < 0 || high + low == 0)
                return -2;
            c = (char)(high << 4 | low);
            i += 2;
        }
        if (count + 1 >= size)
            return -2;
        text[count] = c;
    }
    text[count] = '\0';
    return (int)count;
}

int query_text(const void *where, const char *name, char *text, size_t size)
{
    size_t length = strlen(name);
    for (const char *at = where; at && *at; at += strspn(at, "&")) {
        size_t end = strcspn(at, "&");
        if (end > length && strncmp(at, name, length) == 0 && at[length] == '=')
            return decode(at + length + 1, end - length - 1, true, text, size);
        at += end;
    }
    return -1;
}

/* "/path?query" or "http://host/path?query". */
static bool read_target(char *target, http_request *request)
{
    if (strncasecmp(target, "http://", 7) == 0) {
        char *host = target + 7, *path = strchr(host, '/');
        if (!path)
            return false;
        /* The host moves one byte to the left, where there is space to end it. */
        request->host = memmove(host - 1, host, (size_t)(path - host));
        path[-1] = '\0';
        target = path;
    }
    request->path = target;
    request->query = strchr(target, '?');
    if (request->query)
        *request->query++ = '\0';
    return target[0] == '/' && decode(target, strlen(target), false, target, strlen(target) + 1) >= 0;
}

static int read_first_line(char *line, http_request *request)
{
    char *target = strchr(line, ' '), *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || !is_token(line, (size_t)(target - line)))
        return HTTP_BAD;
    *target++ = *version++ = '\0';
    request->method = line;
    request->is_head = strcmp(line, "HEAD") == 0;
    if (strncmp(version, "HTTP/", 5) != 0)
        return HTTP_BAD;
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return HTTP_VERSION;
    request->is_new = request->keeps_alive = version[7] == '1';
    if (strcmp(request->method, "OPTIONS") == 0 && strcmp(target, "*") == 0)
        return request->path = target, HTTP_OK;
    return read_target(target, request) ? HTTP_OK : HTTP_BAD;
}

/* Keeps a field that may be there once. */
static bool keep(char **place, char *value)
{
    bool is_first = !*place;
    *place = value;
    return is_first;
}

/* The host of an absolute target goes before the field. */
static bool read_field(char *line, http_request *request, char **host)
{
    char *colon = strchr(line, ':');
    if (!colon || !is_token(line, (size_t)(colon - line)))
        return false;
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, blanks);
    for (size_t end = strlen(value); end > 0 && strchr(blanks, value[end - 1]);)
        value[--end] = '\0';
    for (const char *at = value; *at; at++)
        if ((unsigned char)*at < ' ' && *at != '\t')
            return false;
    const struct {
        const char *name;
        char **place;
    } fields[] = {{"host", host},
                  {"origin", &request->origin},
                  {"sec-websocket-key", &request->key},
                  {"sec-websocket-version", &request->version},
                  {"upgrade", &request->upgrade}};
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcasecmp(line, fields[i].name) == 0)
            return keep(fields[i].place, value);
    if (strcasecmp(line, "connection") == 0) {
        request->keeps_alive &= !list_has(value, "close", 5);
        request->wants_upgrade |= list_has(value, "upgrade", 7);
    }
    request->has_body |= strcasecmp(line, "transfer-encoding") == 0 ||
                         (strcasecmp(line, "content-length") == 0 && strcmp(value, "0") != 0);
    return true;
}

/* Where the line ends: the NUL that takes the place of its CR. NULL if it contains another NUL, or a lone CR or LF. */
static char *end_line(char *line)
{
    char *end = line + strcspn(line, "\r\n");
    if (end[0] != '\r' || end[1] != '\n')
        return NULL;
    *end = '\0';
    return end;
}

int http_parse(char *bytes, size_t have, http_request *request)
{
    *request = (http_request){0};
    /* Empty lines before a request are to be ignored. */
    size_t skipped = 0;
    while (skipped + 2 <= have && bytes[skipped] == '\r' && bytes[skipped + 1] == '\n')
        skipped += 2;
    char *at = bytes + skipped;
    const char *last = strstr(at, "\r\n\r\n");
    if (strlen(at) < have - skipped && !last)
        return HTTP_BAD;
    if (!last || last - bytes > REQUEST_MOST) {
        if (have <= REQUEST_MOST)
            return 0;
        return memchr(at, '\n', REQUEST_MOST - skipped) ? HTTP_LARGE : HTTP_LONG_URI;
    }
    request->length = (size_t)(last + 4 - bytes);
    char *end = end_line(at), *host = NULL;
    int status = end ? read_first_line(at, request) : HTTP_BAD;
    for (; status == HTTP_OK && end + 2 < last;) {
        at = end + 2;
        end = end_line(at);
        if (!end || !read_field(at, request, &host))
            status = HTTP_BAD;
    }
    if (!request->host)
        request->host = host;
    return status == HTTP_OK && request->is_new && !host ? HTTP_BAD : status;
}
