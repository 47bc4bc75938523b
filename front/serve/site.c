/* The page and its files, as `make web` builds them. No other file can be read. */
#include "serve/serve_room.h"

#include <string.h>
#include <sys/stat.h>

static const char no_page[] = "Eleven serves its API here: /api/v1/board, /api/v1/values, /api/v1/move and "
                              "/api/v1/game. The page is not built; 'make web' builds it.\n";

static const struct {
    const char *ending, *type;
} types[] = {{".html", "text/html; charset=utf-8"},
             {".js", "text/javascript; charset=utf-8"},
             {".css", "text/css; charset=utf-8"},
             {".svg", "image/svg+xml"},
             {".png", "image/png"},
             {".woff2", "font/woff2"},
             {".json", "application/json"},
             {".webmanifest", "application/manifest+json"},
             {".wasm", "application/wasm"}};

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (unsigned i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].ending, dot) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* Only plain names that do not begin with a dot: no path leads out of the folder. */
static bool is_plain(const char *path)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return path[0] == '/' && path[strspn(path, allowed)] == '\0' && !strstr(path, "/.") && !strstr(path, "//");
}

/* Answers with the file: libwebsockets sends its parts later, and LWS_CALLBACK_HTTP_FILE_COMPLETION follows. */
static void send_file(connection *line, const char *name, size_t length)
{
    enum { FIELDS = 512 };
    unsigned char fields[FIELDS], *end = fields;
    struct lws *socket = line->socket;
    if (lws_hdr_total_length(socket, WSI_TOKEN_HEAD_URI) > 0)
        answer_send(line, STATUS_OK, type_of(name), NULL, length);
    else if (!answer_fields(line, STATUS_OK, &end, fields + FIELDS) ||
             lws_serve_http_file(socket, name, type_of(name), (char *)fields, (int)(end - fields)) < 0)
        line->has_answered = line->ends = true;
}

static void answer_path(connection *line, const char *path)
{
    enum { PATH = 4096 };
    char name[PATH];
    struct stat status;
    const char *folder = line->server->options->site, *file = strcmp(path, "/") == 0 ? "/index.html" : path;
    if (!folder && file != path)
        answer_send(line, STATUS_OK, "text/plain; charset=utf-8", no_page, sizeof no_page - 1);
    else if (!folder || !is_plain(file) || snprintf(name, sizeof name, "%s%s", folder, file) >= PATH ||
             stat(name, &status) != 0 || !S_ISREG(status.st_mode))
        answer_error(line, STATUS_MISSING, "there is nothing here; the page is at /, and the API at /api/v1/");
    else
        send_file(line, name, (size_t)status.st_size);
}

static void answer_now(connection *line)
{
    char path[REQUEST_MOST + 1];
    if (lws_hdr_copy(line->socket, path, sizeof path, WSI_TOKEN_GET_URI) > 0 ||
        lws_hdr_copy(line->socket, path, sizeof path, WSI_TOKEN_HEAD_URI) > 0)
        answer_path(line, path);
}

/* lws_serve_http_file writes to the memory where libwebsockets still has the requests that came together with this one:
 * it is called when they are in a safe place. */
void site_answer(connection *line)
{
    line->then = answer_now;
    lws_rx_flow_control(line->socket, 0);
    lws_set_timer_usecs(line->socket, 1);
}
