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

int site_answer(const web_server *server, struct mg_connection *connection, const char *path)
{
    enum { PATH = 4096 };
    static const char missing[] = "there is nothing here\n";
    char file[PATH];
    struct stat status;
    bool is_root = strcmp(path, "/") == 0;
    if (!server->options->site)
        return is_root
                   ? answer_send(connection, HTTP_OK, "text/plain; charset=utf-8", no_page, sizeof no_page - 1)
                   : answer_send(connection, HTTP_MISSING, "text/plain; charset=utf-8", missing, sizeof missing - 1);
    int length = snprintf(file, sizeof file, "%s%s", server->options->site, is_root ? "/index.html" : path);
    if (!is_plain(path) || length >= PATH || stat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return answer_send(connection, HTTP_MISSING, "text/plain; charset=utf-8", missing, sizeof missing - 1);
    mg_send_mime_file2(connection, file, type_of(file), "X-Content-Type-Options: nosniff\r\n");
    return HTTP_OK;
}
