/* The page and its files, as `make web` builds them. No other file can be read. */
#include "serve/serve_room.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Opens a regular file; -1 if there is none. */
static int open_file(const char *folder, const char *path, struct stat *status)
{
    enum { PATH = 4096 };
    char name[PATH];
    if (!is_plain(path) || snprintf(name, sizeof name, "%s%s", folder, path) >= PATH)
        return -1;
    int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && (fstat(file, status) != 0 || !S_ISREG(status->st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

void site_answer(connection *line)
{
    const char *folder = line->server->options->site, *path = line->request.path;
    bool is_root = strcmp(path, "/") == 0;
    struct stat status;
    int file = folder ? open_file(folder, is_root ? "/index.html" : path, &status) : -1;
    if (file < 0 && (folder || !is_root)) {
        answer_error(line, HTTP_MISSING, "there is nothing here; the page is at /, and the API at /api/v1/");
        return;
    }
    if (file < 0) {
        answer_send(line, HTTP_OK, "text/plain; charset=utf-8", no_page, sizeof no_page - 1);
        return;
    }
    answer_head(line, HTTP_OK, type_of(is_root ? "/index.html" : path), (uint64_t)status.st_size);
    if (line->request.is_head)
        close(file);
    else
        line->file = file, line->file_left = (uint64_t)status.st_size;
}
