/* The file of the endgame tables: it is always the same, however it was built, and it is refused if it is not whole. */
#include "endgame_fixture.h"

/* ---- Files ---------------------------------------------------------------------------------------------- */

typedef struct file_bytes {
    unsigned char *at;
    size_t length;
} file_bytes;

static file_bytes whole, half; /* the tables as one thread builds them; what half a build leaves */

static const char *tables(void)
{
    return path_of("endgame-tiny");
}

static const char *part(void)
{
    return path_of("endgame-tiny.part");
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static file_bytes bytes_of(const char *path)
{
    file_bytes bytes = {0};
    struct stat about;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &about), 0);
    bytes.length = (size_t)about.st_size;
    bytes.at = malloc(bytes.length + 1);
    assert_non_null(bytes.at);
    assert_int_equal(fread(bytes.at, 1, bytes.length, file), bytes.length);
    fclose(file);
    return bytes;
}

static void put_bytes(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void expect_whole_file(void)
{
    file_bytes found = bytes_of(tables());
    assert_int_equal(found.length, whole.length);
    assert_true(memcmp(found.at, whole.at, whole.length) == 0);
    assert_false(is_there(part()));
    free(found.at);
}

/* ---- Builds --------------------------------------------------------------------------------------------- */

typedef struct watcher {
    double end_at, begun, share; /* the build ends at this share */
    unsigned calls;
    eleven_stop stop;
} watcher;

static void watch(void *context, const eleven_progress *progress)
{
    watcher *self = context;
    assert_true(progress->share >= self->share && progress->share <= 1);
    assert_true(progress->share >= progress->share_begun);
    if (self->calls++ == 0)
        self->begun = progress->share_begun;
    assert_true(progress->share_begun == self->begun);
    self->share = progress->share;
    if (progress->share >= self->end_at)
        eleven_stop_request(&self->stop);
}

static eleven_error build_watched(watcher *self, unsigned threads)
{
    eleven_endgame_build build = tiny_build(folder, threads);
    build.progress = watch;
    build.context = self;
    build.stop = &self->stop;
    return eleven_endgame_run(&build, NULL);
}

static int build_once(void **state)
{
    (void)state;
    if (make_folder())
        return -1;
    eleven_endgame_build build = tiny_build(path_of("first/of/all/"), 1);
    if (eleven_endgame_run(&build, NULL))
        return -1;
    whole = bytes_of(path_of("first/of/all/endgame-tiny"));
    return is_there(path_of("first/of/all/endgame-tiny.part"));
}

static int drop_all(void **state)
{
    free(whole.at);
    free(half.at);
    return remove_folder(state);
}

static void an_ended_build_leaves_a_part(void **state)
{
    (void)state;
    watcher self = {.end_at = 0.5};
    assert_int_equal(build_watched(&self, 3), ELEVEN_STOPPED);
    assert_true(self.begun == 0 && self.share >= 0.5 && self.share < 0.9);
    assert_false(is_there(tables()));
    half = bytes_of(part());
    assert_true(half.length > whole.length);
}

/* The share with which a build begins that finds this part; it is ended immediately. */
static double begun_with(const void *bytes, size_t length)
{
    watcher self = {.end_at = 0};
    put_bytes(part(), bytes, length);
    assert_int_equal(build_watched(&self, 1), ELEVEN_STOPPED);
    return self.begun;
}

/* Changes one byte, or every 97th from there on. */
static void expect_restart(size_t at, bool is_all)
{
    for (size_t i = at; i < (is_all ? half.length : at + 1); i += 97)
        half.at[i] ^= 16;
    assert_true(begun_with(half.at, half.length) == 0);
    for (size_t i = at; i < (is_all ? half.length : at + 1); i += 97)
        half.at[i] ^= 16;
}

static void a_damaged_part_is_not_continued(void **state)
{
    (void)state;
    assert_true(begun_with(half.at, half.length) > 0.4);
    expect_restart(0, false);
    expect_restart(9, false);
    expect_restart(whole.length * 2 / 5, false); /* finished layers of the first table */
    expect_restart(whole.length, true);          /* the newest ones */
    assert_true(begun_with(half.at, half.length / 2) == 0);
    assert_true(begun_with("", 0) == 0);
}

static void a_continued_build_makes_the_same_file(void **state)
{
    (void)state;
    watcher self = {.end_at = 2};
    put_bytes(part(), half.at, half.length);
    assert_int_equal(build_watched(&self, 2), ELEVEN_OK);
    assert_true(self.begun > 0.4);
    expect_whole_file();
}

static void garbage_in_a_part_is_overwritten(void **state)
{
    (void)state;
    watcher self = {.end_at = 2};
    size_t length = half.length + 12345;
    unsigned char *garbage = malloc(length);
    assert_non_null(garbage);
    for (size_t i = 0; i < length; i++)
        garbage[i] = (unsigned char)(i * i >> 3 | 1);
    unlink(tables());
    put_bytes(part(), garbage, length);
    free(garbage);
    assert_int_equal(build_watched(&self, 3), ELEVEN_OK);
    assert_true(self.begun == 0);
    expect_whole_file();
}

static void expect_no_folder(const char *where)
{
    eleven_problem problem = {.sentence = ""};
    eleven_endgame *endgame = (eleven_endgame *)&problem;
    eleven_endgame_build build = tiny_build(where, 1);
    assert_int_equal(eleven_endgame_run(&build, &problem), ELEVEN_NO_STORAGE);
    assert_true(strlen(problem.sentence) > 10);
    assert_int_equal(eleven_endgame_run(&build, NULL), ELEVEN_NO_STORAGE);
    problem.sentence[0] = '\0';
    assert_int_equal(eleven_endgame_open(where, &endgame, &problem), ELEVEN_NO_STORAGE);
    assert_null(endgame);
    assert_true(strlen(problem.sentence) > 10);
}

static void a_folder_that_cannot_be_created_is_an_error(void **state)
{
    (void)state;
    char far[5000];
    put_bytes(path_of("a-file"), "hello", 5);
    expect_no_folder(path_of("a-file"));
    expect_no_folder(path_of("a-file/below"));
    expect_no_folder("/dev/null");
    memset(far, 'x', sizeof far);
    far[0] = '/';
    far[sizeof far - 1] = '\0';
    expect_no_folder(far);
}

/* ---- Opening -------------------------------------------------------------------------------------------- */

/* Counts fillings with ranks from 0 to the digit on each cell, at least one empty cell, and half the sum of the tiles
 * at most `fullest`. */
static uint64_t fillings_of(const char *highest, unsigned fullest)
{
    uint64_t count = 0;
    int rank[16] = {0}, cells = (int)strlen(highest), k = 0;
    while (k >= 0) {
        unsigned full = 0;
        bool has_empty = false;
        for (int i = 0; i < cells; i++) {
            full += rank[i] ? 1u << (rank[i] - 1) : 0;
            has_empty = has_empty || rank[i] == 0;
        }
        count += has_empty && full <= fullest;
        for (k = cells - 1; k >= 0 && ++rank[k] > highest[k] - '0'; k--)
            rank[k] = 0;
    }
    return count;
}

static void whole_tables_are_opened(void **state)
{
    (void)state;
    eleven_endgame *endgame;
    assert_int_equal(eleven_endgame_open(folder, &endgame, NULL), ELEVEN_OK);
    assert_int_equal(eleven_endgame_check(endgame, NULL), ELEVEN_OK);
    assert_int_equal(eleven_endgame_damage(endgame, NULL), ELEVEN_OK);
    eleven_endgame_facts facts = *eleven_endgame_about(endgame);
    assert_int_equal(facts.size, ELEVEN_ENDGAME_TINY);
    assert_int_equal(facts.bytes, whole.length);
    assert_int_equal(facts.fillings[0], fillings_of("5454333333", 64));
    assert_int_equal(facts.fillings[1], fillings_of("34333332222", 32));
    assert_int_equal(facts.fillings[2], fillings_of("3333333333", 40));
    assert_int_equal(facts.fillings[3], fillings_of("2222222222", 36));
    eleven_endgame_close(endgame);
    eleven_endgame_close(NULL);
}

static void expect_refused(eleven_error error)
{
    eleven_problem problem = {.sentence = ""};
    eleven_endgame *endgame = (eleven_endgame *)&problem;
    assert_int_equal(eleven_endgame_open(folder, &endgame, &problem), error);
    assert_null(endgame);
    assert_non_null(strstr(problem.sentence, error == ELEVEN_BAD_TEXT ? tables() : folder));
    assert_true(strlen(problem.sentence) > strlen(tables()));
    assert_int_equal(eleven_endgame_open(folder, &endgame, NULL), error);
}

/* The file can be opened, and the damage is found where all of it is verified. */
static void expect_found_later(void)
{
    eleven_problem problem = {.sentence = ""};
    eleven_endgame *endgame;
    assert_int_equal(eleven_endgame_open(folder, &endgame, &problem), ELEVEN_OK);
    assert_int_equal(eleven_endgame_damage(endgame, &problem), ELEVEN_OK);
    assert_int_equal(eleven_endgame_check(endgame, &problem), ELEVEN_BAD_TEXT);
    assert_non_null(strstr(problem.sentence, tables()));
    assert_int_equal(eleven_endgame_check(endgame, NULL), ELEVEN_BAD_TEXT);
    assert_int_equal(eleven_endgame_damage(endgame, &problem), ELEVEN_BAD_TEXT);
    eleven_endgame_close(endgame);
}

static void a_flipped_byte_is_found(void **state)
{
    (void)state;
    enum { HEAD_AND_SUMS = 96 + 8 * (65 + 33), PAGE = 4096, CHANCES = 40 };
    FILE *file = fopen(tables(), "r+b");
    assert_non_null(file);
    setvbuf(file, NULL, _IONBF, 0);
    for (size_t i = 0; i < HEAD_AND_SUMS / 7 + CHANCES; i++) {
        size_t place = i < HEAD_AND_SUMS / 7 ? i * 7 : PAGE + (i - HEAD_AND_SUMS / 7) * 200003;
        if (place >= whole.length)
            break;
        fseek(file, (long)place, SEEK_SET);
        fputc(whole.at[place] ^ 1, file);
        if (place < PAGE)
            expect_refused(ELEVEN_BAD_TEXT);
        else
            expect_found_later();
        fseek(file, (long)place, SEEK_SET);
        fputc(whole.at[place], file);
    }
    fclose(file);
    whole_tables_are_opened(NULL);
}

static unsigned locked_on(const eleven_endgame *endgame, const eleven_board *board)
{
    double chances[ELEVEN_DIRECTIONS];
    unsigned locked = eleven_endgame_chances(endgame, eleven_bitboard_pack(board), chances);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS && locked == ELEVEN_ENDGAME_DAMAGED; d++)
        assert_true(chances[d] == 0);
    return locked;
}

static eleven_error advice_on(eleven_player *player, const eleven_board *board)
{
    eleven_rules rules = rules_named("classic");
    eleven_advice advice;
    return eleven_player_choose(player, &rules, board, NULL, &advice);
}

/* Boards of the layers 34 and 37 of the table of six, in which the former has a wrong byte. */
static void a_damaged_layer_is_not_used(void **state)
{
    (void)state;
    enum { PAGE = 4096, CODE = 2, LAYER = 34 };
    eleven_rules rules = rules_named("classic");
    eleven_board sound = board_of(&rules, "16384 8192 256 2 / 128 2048 64 4 / 32 16 8 4 / 2 4 2 .");
    eleven_board bad = board_of(&rules, "16384 8192 256 . / 128 2048 64 2 / 32 16 8 4 / 2 4 . .");
    size_t place = PAGE + CODE * (size_t)fillings_of("5454333333", LAYER - 1);
    eleven_endgame *endgame;
    eleven_player *player;
    whole.at[place] ^= 1;
    put_bytes(tables(), whole.at, whole.length);
    whole.at[place] ^= 1;
    assert_int_equal(eleven_endgame_open(folder, &endgame, NULL), ELEVEN_OK);
    assert_int_equal(locked_on(endgame, &sound), 6);
    assert_int_equal(eleven_endgame_damage(endgame, NULL), ELEVEN_OK);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(locked_on(endgame, &bad), ELEVEN_ENDGAME_DAMAGED);
    assert_int_equal(eleven_endgame_damage(endgame, NULL), ELEVEN_BAD_TEXT);
    assert_int_equal(locked_on(endgame, &sound), 6);
    eleven_endgame_close(endgame);
    assert_int_equal(eleven_player_open("strong", 1, folder, &player, NULL), ELEVEN_OK);
    assert_int_equal(advice_on(player, &sound), ELEVEN_OK);
    assert_int_equal(advice_on(player, &bad), ELEVEN_NO_MEMORY);
    eleven_player_close(player);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    const size_t lengths[] = {0, 1, 95, 4096, whole.length / 2, whole.length - 1};
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        put_bytes(tables(), whole.at, lengths[i]);
        expect_refused(ELEVEN_BAD_TEXT);
    }
    put_bytes(tables(), half.at, half.length);
    expect_refused(ELEVEN_BAD_TEXT);
    put_bytes(tables(), half.at, whole.length);
    expect_refused(ELEVEN_BAD_TEXT);
    put_bytes(tables(), "hello", 5);
    expect_refused(ELEVEN_BAD_TEXT);
    unlink(tables());
    expect_refused(ELEVEN_NO_STORAGE);
}

static void sizes_have_names(void **state)
{
    (void)state;
    assert_string_equal(eleven_endgame_size_name(ELEVEN_ENDGAME_TINY), "tiny");
    assert_string_equal(eleven_endgame_size_name(ELEVEN_ENDGAME_SMALL), "small");
    assert_string_equal(eleven_endgame_size_name(ELEVEN_ENDGAME_FULL), "full");
    assert_string_equal(eleven_endgame_size_name(ELEVEN_ENDGAME_HUGE), "huge");
    assert_null(eleven_endgame_size_name(ELEVEN_ENDGAME_HUGE + 1));
}

/* In this order: each test uses the files of the one before. */
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ended_build_leaves_a_part),
        cmocka_unit_test(a_damaged_part_is_not_continued),
        cmocka_unit_test(a_continued_build_makes_the_same_file),
        cmocka_unit_test(garbage_in_a_part_is_overwritten),
        cmocka_unit_test(a_folder_that_cannot_be_created_is_an_error),
        cmocka_unit_test(whole_tables_are_opened),
        cmocka_unit_test(a_flipped_byte_is_found),
        cmocka_unit_test(a_damaged_layer_is_not_used),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(sizes_have_names),
    };
    return cmocka_run_group_tests(tests, build_once, drop_all);
}
