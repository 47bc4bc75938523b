/* Kept games: records, each after a line with its name.
 *
 *     ; game 0123456789abcdef0123456789abcdef
 *     eleven game 1
 *     ...
 *
 * Several servers can share the file: each adds its games to those that are there. A server that has opened a game of
 * the file has it until it ends, and no other one opens it. Both need locks on bytes of the file served.lock, which the
 * system releases when the server ends: byte 0 while served.2048 is written, and another byte for each game. */
#include "base/file.h"
#include "base/problem.h"
#include "serve/serve_room.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES_MOST = 1000, BYTES_MOST = 1 << 25 };

static const char mark[] = "; game ";

typedef struct kept_game {
    char name[GAME_NAME];
    /* Owned. */
    char *record;
    size_t length;
} kept_game;

/* The newest last. */
struct kept_games {
    char folder[PATH_MAX];
    /* The descriptor of served.lock; -1: it is not open. */
    int lock;
    size_t count, bytes;
    kept_game games[GAMES_MOST];
};

kept_games *kept_open(const char *folder)
{
    kept_games *kept = calloc(1, sizeof *kept);
    if (kept)
        kept->lock = -1;
    if (kept && folder)
        snprintf(kept->folder, sizeof kept->folder, "%s", folder);
    return kept;
}

static void remove_game(kept_games *kept, size_t index)
{
    kept->bytes -= kept->games[index].length;
    free(kept->games[index].record);
    kept->count--;
    memmove(kept->games + index, kept->games + index + 1, (kept->count - index) * sizeof *kept->games);
}

void kept_close(kept_games *kept)
{
    while (kept && kept->count > 0)
        remove_game(kept, kept->count - 1);
    if (kept && kept->lock >= 0)
        close(kept->lock);
    free(kept);
}

/* The index of the game; `count` if it is not there. */
static size_t find_game(const kept_games *kept, const char *name)
{
    size_t i = 0;
    while (i < kept->count && strcmp(kept->games[i].name, name) != 0)
        i++;
    return i;
}

/* Takes the record over. It replaces one of the same name; if there are too many, the oldest go. */
static void put_game(kept_games *kept, const char *name, char *record)
{
    size_t same = find_game(kept, name), length = strlen(record);
    if (same < kept->count)
        remove_game(kept, same);
    while (kept->count > 0 && (kept->count == GAMES_MOST || kept->bytes + length > BYTES_MOST))
        remove_game(kept, 0);
    kept_game *last = &kept->games[kept->count++];
    snprintf(last->name, sizeof last->name, "%s", name);
    last->record = record;
    last->length = length;
    kept->bytes += length;
}

bool kept_add(kept_games *kept, const char *name, const eleven_session *session)
{
    size_t length = eleven_session_print(session, NULL, 0);
    char *record = malloc(length + 1);
    if (record) {
        eleven_session_print(session, record, length + 1);
        put_game(kept, name, record);
    }
    return record;
}

/* ---- The file ------------------------------------------------------------------------------------------ */
/* A longer path than the system allows is an error of the system. */
static void file_path(const kept_games *kept, const char *name, char path[PATH_MAX + 32])
{
    snprintf(path, PATH_MAX + 32, "%s/%s", kept->folder, name);
}

static const char *find_mark(const char *text)
{
    while (text && strncmp(text, mark, sizeof mark - 1) != 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text;
}

/* Adds the games of the file, which may be missing. */
static eleven_error read_file(kept_games *kept, eleven_problem *problem)
{
    char path[PATH_MAX + 32], name[GAME_NAME];
    buffer text = {0};
    file_path(kept, "served.2048", path);
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return ELEVEN_OK;
    eleven_error error = file_read(path, 2 * (size_t)BYTES_MOST, &text, problem);
    for (const char *at = find_mark(text.at); at;) {
        size_t line = strcspn(at, "\n"), skipped = line + (at[line] == '\n');
        snprintf(name, sizeof name, "%s", at + sizeof mark - 1);
        const char *next = find_mark(at + skipped);
        char *record = strndup(at + skipped, next ? (size_t)(next - at) - skipped : SIZE_MAX);
        if (record)
            put_game(kept, name, record);
        else
            error = problem_no_memory(problem);
        at = next;
    }
    buffer_free(&text);
    return error;
}

/* Whether a name is one that running_game.c gives. */
static bool is_name(const char *name)
{
    return strlen(name) == GAME_NAME - 1 && name[strspn(name, "0123456789abcdef")] == '\0';
}

/* ---- Locks --------------------------------------------------------------------------------------------- */
/* Opens served.lock. It stays open: when a process closes a file, all its locks in that file are released. */
static bool open_lock(kept_games *kept)
{
    char path[PATH_MAX + 32];
    file_path(kept, "served.lock", path);
    if (kept->lock < 0)
        kept->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return kept->lock >= 0;
}

/* `command` is F_SETLK or F_SETLKW; `type` is F_WRLCK or F_UNLCK. */
static bool lock_byte(const kept_games *kept, off_t byte, int command, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(kept->lock, command, &lock) == 0;
}

/* The byte of a game: from 60 of the bits of its name. */
static off_t byte_of(const char *name)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%s", name);
    return (off_t)strtoull(digits, NULL, 16) + 1;
}

/* Takes the game away from other servers. Where there is no folder, there is no game either. */
static eleven_error take_game(kept_games *kept, const char *name, eleven_problem *problem)
{
    bool is_open = open_lock(kept);
    if (is_open ? lock_byte(kept, byte_of(name), F_SETLK, F_WRLCK) : errno == ENOENT)
        return ELEVEN_OK;
    if (is_open && (errno == EAGAIN || errno == EACCES))
        return problem_set(problem, ELEVEN_NO_STORAGE,
                           "another server has this game; it can be opened when that server ends");
    return problem_set(problem, ELEVEN_NO_STORAGE, "the kept games cannot be locked: %s", strerror(errno));
}

/* ---- Loading and saving -------------------------------------------------------------------------------- */
static eleven_error load_game(const kept_games *kept, const char *name, eleven_session *session,
                              eleven_problem *problem)
{
    size_t index = find_game(kept, name);
    if (index < kept->count)
        return eleven_session_load(session, kept->games[index].record, kept->games[index].length, 0, problem);
    return problem_set(problem, ELEVEN_BAD_TEXT, "no game of this name is kept; 'new' begins one");
}

/* The game is taken before the file is read: so another server that had it has written its last move. */
static eleven_error load_from_file(kept_games *kept, const char *name, eleven_session *session, eleven_problem *problem)
{
    kept_games *file = kept_open(kept->folder);
    eleven_error error = file ? take_game(kept, name, problem) : problem_no_memory(problem);
    if (error)
        return kept_close(file), error;
    error = read_file(file, problem);
    if (!error)
        error = load_game(file, name, session, problem);
    if (error && kept->lock >= 0)
        lock_byte(kept, byte_of(name), F_SETLK, F_UNLCK);
    kept_close(file);
    return error;
}

eleven_error kept_load(kept_games *kept, const char *name, eleven_session *session, eleven_problem *problem)
{
    bool is_here = find_game(kept, name) < kept->count || !kept->folder[0] || !is_name(name);
    return is_here ? load_game(kept, name, session, problem) : load_from_file(kept, name, session, problem);
}

static eleven_error write_file(const kept_games *kept, eleven_problem *problem)
{
    char path[PATH_MAX + 32];
    buffer text = {0};
    for (size_t i = 0; i < kept->count; i++)
        buffer_format(&text, "%s%s\n%s", mark, kept->games[i].name, kept->games[i].record);
    file_path(kept, "served.2048", path);
    eleven_error error = text.failed ? problem_no_memory(problem) : file_write(path, text.at, text.length, problem);
    buffer_free(&text);
    return error;
}

eleven_error kept_save(kept_games *kept, eleven_problem *problem)
{
    char path[PATH_MAX + 32];
    if (kept->count == 0 || !kept->folder[0])
        return ELEVEN_OK;
    file_path(kept, "served.lock", path);
    if (!file_make_folder(kept->folder) || !open_lock(kept) || !lock_byte(kept, 0, F_SETLKW, F_WRLCK))
        return problem_of_system(problem, path, "written");
    kept_games *all = kept_open(kept->folder);
    eleven_error error = all ? read_file(all, problem) : problem_no_memory(problem);
    for (; !error && kept->count > 0; kept->count--) {
        put_game(all, kept->games[0].name, kept->games[0].record);
        kept->bytes -= kept->games[0].length;
        memmove(kept->games, kept->games + 1, (kept->count - 1) * sizeof *kept->games);
    }
    if (!error)
        error = write_file(all, problem);
    kept_close(all);
    lock_byte(kept, 0, F_SETLK, F_UNLCK);
    return error;
}
