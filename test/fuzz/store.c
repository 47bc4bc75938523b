/* Database files. A first byte of 255 leaves the other bytes as the file; otherwise they change places of a right one,
 * which is small. A store that opens lists and exports its games, and one of them is continued. */
#include "fuzz.h"
#include "store/store.h"

#include <dirent.h>
#include <sqlite3.h>

enum { GAMES = 2, MOVES = 12 };

static const char *folder;
static char path[100];
static uint8_t *right;
static size_t length;
static eleven_rules classic;

static void write_games(void)
{
    eleven_store *store;
    expect(!store_open(folder, &store, NULL));
    eleven_session *session = eleven_session_new();
    expect(session && !store_resume(store, &classic, 4, 4, session, NULL));
    for (unsigned i = 0; i < GAMES; i++) {
        eleven_record head = {.rules = classic, .has_seed = true, .seed = i, .date = "2024-02-29T12:00:00Z"};
        expect(eleven_session_begin(session, &head, 4, 4, 0));
        for (unsigned n = 0; n < MOVES; n++)
            eleven_session_move(session, (eleven_direction)(n % 4), 0);
    }
    expect(!store_save(store, session, NULL) && !store_keep_setting(store, "theme", "classic", NULL));
    eleven_session_free(session);
    store_close(store);
}

/* A page of 512 bytes makes the file small, so that most changes are changes of something. */
static void make_small(void)
{
    sqlite3 *database;
    expect(sqlite3_open(path, &database) == SQLITE_OK);
    expect(sqlite3_exec(database, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM", NULL, NULL, NULL) ==
           SQLITE_OK);
    sqlite3_close(database);
}

static void begin(void)
{
    folder = fuzz_folder();
    snprintf(path, sizeof path, "%s/eleven.db", folder);
    eleven_rules_find("classic", &classic);
    write_games();
    make_small();
    FILE *file = fopen(path, "rb");
    right = malloc(1 << 20);
    expect(file && right);
    length = fread(right, 1, 1 << 20, file);
    fclose(file);
}

static void write_file(fuzz_in *in)
{
    FILE *file = fopen(path, "wb");
    expect(file);
    if (fuzz_byte(in) == 255) {
        fwrite(in->at, 1, in->left, file);
    } else {
        fwrite(right, 1, length, file);
        while (in->left) {
            long at = (long)((fuzz_byte(in) << 8 | fuzz_byte(in)) % length);
            expect(fseek(file, at, SEEK_SET) == 0);
            fputc((int)fuzz_byte(in), file);
        }
    }
    expect(fclose(file) == 0);
}

typedef struct found_games {
    int64_t id[64];
    unsigned count;
} found_games;

static bool find_game(void *context, const store_game *game)
{
    found_games *found = context;
    found->id[found->count++] = game->id;
    return found->count < 64;
}

/* Whoever exports a game verifies the record, which a damaged row can make wrong. */
static void export_game(eleven_store *store, int64_t id)
{
    char *text;
    size_t size;
    eleven_problem problem;
    eleven_session *session = eleven_session_new();
    expect(session);
    if (!store_export(store, id, &text, &size, &problem)) {
        expect(strlen(text) <= size);
        eleven_error error = eleven_session_load(session, text, size, 0, &problem);
        fuzz_check(error, &problem, (const uint8_t *)text, size);
        free(text);
    }
    eleven_session_free(session);
}

static void use(eleven_store *store)
{
    found_games found = {.count = 0};
    store_bests bests;
    eleven_problem problem;
    eleven_session *session = eleven_session_new();
    store_games(store, NULL, find_game, &found, &problem);
    for (unsigned i = 0; i < found.count; i++)
        export_game(store, found.id[i]);
    store_best(store, eleven_rules_hash(&classic), 4, 4, &bests, &problem);
    expect(session);
    if (!store_resume(store, &classic, 4, 4, session, &problem) && eleven_session_length(session)) {
        eleven_session_move(session, ELEVEN_LEFT, 0);
        store_save(store, session, &problem);
    }
    eleven_session_free(session);
}

/* The database, its log, the damaged ones that were moved aside, and the locks. */
static void remove_files(void)
{
    char name[400];
    DIR *files = opendir(folder);
    expect(files);
    for (struct dirent *file; (file = readdir(files)) != NULL;)
        if (file->d_name[0] != '.') {
            snprintf(name, sizeof name, "%s/%s", folder, file->d_name);
            unlink(name);
        }
    closedir(files);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    eleven_store *store;
    eleven_problem problem;
    if (!right)
        begin();
    write_file(&in);
    eleven_error error = store_open(folder, &store, &problem);
    fuzz_check(error, &problem, data, size);
    if (!error) {
        use(store);
        store_close(store);
    }
    remove_files();
    return 0;
}
