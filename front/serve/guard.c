/* Which hosts and origins are answered. A name that is not known here may belong to somebody who lets it lead to this
 * machine; a number cannot. */
#include "serve/serve_room.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

enum { NAME_MOST = 256 };

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

int field_text(struct lws *request, enum lws_token_indexes name, char *text, size_t size)
{
    static const char blanks[] = " \t";
    bool is_there = lws_hdr_copy_fragment(request, text, (int)size, name, 0) >= 0;
    int length = is_there ? lws_hdr_copy(request, text, (int)size, name) : -1;
    if (length < 0)
        return -1;
    size_t first = strspn(text, blanks), end = (size_t)length;
    while (end > first && strchr(blanks, text[end - 1]))
        end--;
    memmove(text, text + first, end - first);
    text[end - first] = '\0';
    return (int)(end - first);
}

bool field_has(struct lws *request, enum lws_token_indexes name, const char *word)
{
    char text[REQUEST_MOST + 1];
    return field_text(request, name, text, sizeof text) > 0 && list_has(text, word, strlen(word));
}

/* Copies the host of "host:port" or "[address]:port" without brackets and without a dot at its end. */
static bool read_name(const char *host, char name[NAME_MOST])
{
    bool is_bracketed = host[0] == '[';
    size_t length = is_bracketed ? strcspn(host, "]") - 1 : strcspn(host, ":");
    const char *rest = host + length + (is_bracketed ? 2 : 0);
    if (length == 0 || length >= NAME_MOST || (is_bracketed && host[length + 1] != ']') ||
        (*rest && (*rest != ':' || rest[1 + strspn(rest + 1, "0123456789")])))
        return false;
    memcpy(name, host + is_bracketed, length);
    length -= name[length - 1] == '.';
    name[length] = '\0';
    return true;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);
    return length > size && strcasecmp(name + length - size, ending) == 0;
}

static bool is_loopback(const char *name)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, name, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    if (inet_pton(AF_INET6, name, &six) == 1)
        return IN6_IS_ADDR_LOOPBACK(&six);
    return strcasecmp(name, "localhost") == 0 || ends_with(name, ".localhost");
}

/* ::ffff:127.0.0.1 and ::ffff:7f00:1 are the same address. */
static bool is_same_number(const char *a, const char *b)
{
    struct in6_addr one, other;
    return inet_pton(AF_INET6, a, &one) == 1 && inet_pton(AF_INET6, b, &other) == 1 &&
           memcmp(&one, &other, sizeof one) == 0;
}

static bool is_number(const char *name)
{
    struct in6_addr address;
    return inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1;
}

bool guard_allows_host(const serve_options *options, const char *host)
{
    char name[NAME_MOST];
    bool listens_everywhere = strcmp(options->address, "0.0.0.0") == 0 || strcmp(options->address, "::") == 0;
    return read_name(host, name) &&
           (is_loopback(name) || strcasecmp(name, options->address) == 0 || is_same_number(name, options->address) ||
            list_has(options->hosts, name, strlen(name)) || (listens_everywhere && is_number(name)));
}

bool guard_allows_origin(const serve_options *options, const char *origin, const char *host)
{
    char name[NAME_MOST];
    const char *authority = strstr(origin, "://");
    if (list_has(options->origins, origin, strlen(origin)))
        return true;
    if (!authority || strncasecmp(origin, "http", 4) != 0)
        return false;
    authority += 3;
    return (host && strcasecmp(authority, host) == 0) || (read_name(authority, name) && is_loopback(name));
}
