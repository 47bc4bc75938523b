/* The room base: buffers grow, sentences are cut between characters, a file is replaced whole or not at all. */
#include "expect.h"
#include "base/workers.h"

#include "base/array.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/problem.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void a_buffer_grows(void **state)
{
    (void)state;
    buffer out = {0};
    for (unsigned i = 0; i < 1000; i++)
        buffer_format(&out, "%u ", i);
    buffer_number(&out, UINT64_MAX);
    buffer_add(&out, NULL, 0);
    assert_int_equal(out.length, 10 * 2 + 90 * 3 + 900 * 4 + 20);
    assert_string_equal(out.at + out.length - 24, "999 18446744073709551615");
    assert_false(buffer_reserve(&out, SIZE_MAX / 2));
    assert_true(out.failed);
    size_t length = out.length;
    buffer_text(&out, "more");
    assert_int_equal(out.length, length);
    buffer_free(&out);
    assert_null(out.at);
}

static void an_array_keeps_its_elements(void **state)
{
    (void)state;
    size_t capacity = 0;
    uint64_t *array = NULL;
    for (size_t i = 0; i < 5000; i++) {
        array = array_reserve(array, &capacity, i + 1, sizeof *array);
        assert_non_null(array);
        array[i] = (uint64_t)i * i;
    }
    for (uint64_t i = 0; i < 5000; i++)
        assert_int_equal(array[i], i * i);
    assert_null(array_reserve(array, &capacity, SIZE_MAX / 4, sizeof *array));
    free(array);
}

static void pages_are_cut_behind_what_is_used(void **state)
{
    (void)state;
    enum { PAGES = 1 << 20 };
    static const size_t used[] = {0, 1, 4096, 5000, PAGES - 1, PAGES};
    for (unsigned i = 0; i < sizeof used / sizeof *used; i++) {
        unsigned char *pages = memory_pages_new(PAGES);
        assert_non_null(pages);
        memset(pages, 7, PAGES);
        memory_pages_cut(pages, PAGES, used[i]);
        for (size_t k = 0; k < used[i]; k++)
            assert_int_equal(pages[k], 7);
#ifdef __linux__
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        for (size_t k = (used[i] + page - 1) / page * page; k < PAGES; k++)
            assert_int_equal(pages[k], 0);
#endif
        memory_pages_free(pages, PAGES);
    }
}

static void a_sentence_is_cut_between_characters(void **state)
{
    (void)state;
    eleven_problem problem;
    char text[240];
    for (unsigned before = 0; before < 8; before++) {
        memset(text, 'x', before);
        for (size_t i = before; i + 3 < sizeof text; i += 3)
            memcpy(text + i, "\xe2\x86\x92", 4);
        assert_int_equal(problem_set(&problem, ELEVEN_BAD_TEXT, "%s", text), ELEVEN_BAD_TEXT);
        assert_int_equal((strlen(problem.sentence) - before) % 3, 0);
        assert_true(strlen(problem.sentence) > 190);
    }
    problem_set(&problem, ELEVEN_BAD_TEXT, "damaged");
    assert_int_equal(problem_of_file(&problem, ELEVEN_NEWER, "a.elx"), ELEVEN_NEWER);
    assert_string_equal(problem.sentence, "a.elx: damaged");
    assert_int_equal(problem_no_memory(NULL), ELEVEN_NO_MEMORY);
    errno = ENOENT;
    problem_of_system(&problem, "a", "read");
    assert_string_equal(problem.sentence, "a cannot be read: No such file or directory");
}

static void hashes_are_fnv_1a(void **state)
{
    (void)state; /* test values published with the algorithm */
    assert_int_equal(hash_bytes(HASH_START, "", 0), UINT64_C(0xcbf29ce484222325));
    assert_int_equal(hash_bytes(HASH_START, "a", 1), UINT64_C(0xaf63dc4c8601ec8c));
    assert_int_equal(hash_bytes(HASH_START, "foobar", 6), UINT64_C(0x85944171f73967e8));
}

/* ---- Files -------------------------------------------------------------------------------------------- */

static char folder[] = "/tmp/eleven-base-XXXXXX", path[64];

static int folder_make(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s/file", mkdtemp(folder) ? folder : "");
    return 0;
}

static int folder_remove(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails where a temporary file is left over */
}

static void expect_content(const char *expected)
{
    buffer bytes = {0};
    assert_int_equal(file_read(path, 1000, &bytes, NULL), ELEVEN_OK);
    assert_string_equal(bytes.at, expected);
    buffer_free(&bytes);
}

static void a_file_is_replaced_whole(void **state)
{
    (void)state;
    eleven_problem problem;
    struct stat status;
    assert_int_equal(file_write(path, "old", 3, NULL), ELEVEN_OK);
    assert_int_equal(chmod(path, 0600), 0);
    file_writer one, two;
    assert_int_equal(file_writer_open(&one, path, &problem), ELEVEN_OK);
    assert_int_equal(file_writer_open(&two, path, &problem), ELEVEN_OK);
    fputs("one", one.out);
    fputs("two", two.out);
    expect_content("old");
    assert_int_equal(file_writer_close(&one, true, &problem), ELEVEN_OK);
    expect_content("one");
    assert_int_equal(file_writer_close(&two, false, &problem), ELEVEN_OK);
    expect_content("one");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

static unsigned files_in_folder(void)
{
    unsigned count = 0;
    DIR *files = opendir(folder);
    for (struct dirent *entry; (entry = readdir(files));)
        count += entry->d_name[0] != '.';
    closedir(files);
    return count;
}

static void an_unfinished_file_has_no_name(void **state)
{
    (void)state;
    file_writer writer;
    assert_int_equal(file_write(path, "old", 3, NULL), ELEVEN_OK);
    assert_int_equal(file_writer_open(&writer, path, NULL), ELEVEN_OK);
    fputs("new", writer.out);
    fflush(writer.out);
#ifdef __linux__
    assert_int_equal(files_in_folder(), 1);
#endif
    assert_int_equal(file_writer_close(&writer, true, NULL), ELEVEN_OK);
    assert_int_equal(files_in_folder(), 1);
    expect_content("new");
}

static void a_link_stays_and_its_file_is_replaced(void **state)
{
    (void)state;
    char link[80];
    struct stat status;
    eleven_problem problem;
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink("file", link), 0);
    assert_int_equal(file_write(path, "old", 3, NULL), ELEVEN_OK);
    assert_int_equal(file_write(link, "new", 3, &problem), ELEVEN_OK);
    expect_content("new");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(file_write(link, "x", 1, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "/link cannot be written: No such file or directory"));
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(unlink(link), 0);
}

static void permissions_are_obeyed_and_kept(void **state)
{
    (void)state;
    struct stat status;
    mode_t mask = umask(027);
    assert_int_equal(file_write(path, "old", 3, NULL), ELEVEN_OK);
    umask(mask);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(chmod(path, 0400), 0);
    eleven_error error = file_write(path, "new", 3, NULL);
    assert_int_equal(error, geteuid() ? ELEVEN_NO_STORAGE : ELEVEN_OK);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0400);
    assert_int_equal(unlink(path), 0);
}

static void a_file_that_cannot_be_written_is_named(void **state)
{
    (void)state;
    eleven_problem problem;
    file_writer writer;
    assert_int_equal(file_writer_open(&writer, "/nowhere/file", &problem), ELEVEN_NO_STORAGE);
    assert_string_equal(problem.sentence, "/nowhere/file cannot be written: No such file or directory");
    assert_int_equal(file_write("/dev/full", "x", 1, &problem), ELEVEN_NO_STORAGE);
    assert_string_equal(problem.sentence, "/dev/full cannot be written: No space left on device");
    assert_int_equal(file_write("/dev/null", "x", 1, &problem), ELEVEN_OK);
}

static void *write_often(void *failures)
{
    for (unsigned i = 0; i < 300; i++) {
        *(unsigned *)failures += file_write(path, "same", 4, NULL) != ELEVEN_OK;
        if (i % 3 == 0)
            unlink(path);
    }
    return NULL;
}

static void several_write_the_same_file_at_once(void **state)
{
    (void)state;
    enum { WRITERS = 4 };
    pthread_t writer[WRITERS];
    unsigned failures[WRITERS] = {0};
    for (unsigned i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_create(&writer[i], NULL, write_often, &failures[i]), 0);
    for (unsigned i = 0; i < WRITERS; i++)
        pthread_join(writer[i], NULL);
    for (unsigned i = 0; i < WRITERS; i++)
        assert_int_equal(failures[i], 0);
    assert_int_equal(file_write(path, "same", 4, NULL), ELEVEN_OK);
    assert_int_equal(files_in_folder(), 1);
    expect_content("same");
}

static void reading_has_a_limit(void **state)
{
    (void)state;
    eleven_problem problem;
    buffer bytes = {0};
    assert_int_equal(file_write(path, "12345", 5, NULL), ELEVEN_OK);
    assert_int_equal(file_read(path, 4, &bytes, &problem), ELEVEN_NO_STORAGE);
    assert_null(bytes.at);
    assert_int_equal(file_read(path, 5, &bytes, &problem), ELEVEN_OK);
    assert_int_equal(bytes.length, 5);
    buffer_free(&bytes);
    assert_int_equal(file_read(folder, 5, &bytes, &problem), ELEVEN_NO_STORAGE);
}

static void a_file_is_mapped(void **state)
{
    (void)state;
    file_map map;
    eleven_problem problem;
    assert_int_equal(file_write(path, "12345", 5, NULL), ELEVEN_OK);
    assert_int_equal(file_map_open(path, &map, &problem), ELEVEN_OK);
    assert_memory_equal(map.bytes, "12345", 5);
    file_map_close(&map);
    assert_int_equal(file_write(path, "", 0, NULL), ELEVEN_OK);
    assert_int_equal(file_map_open(path, &map, &problem), ELEVEN_OK);
    assert_int_equal(map.length, 0);
    file_map_close(&map);
    assert_int_equal(file_map_open(folder, &map, &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(file_map_open("/nowhere/file", &map, &problem), ELEVEN_NO_STORAGE);
}

/* ---- Sweeps --------------------------------------------------------------------------------------------- */

typedef struct stopped_work {
    eleven_stop stop;
    size_t done, after;
} stopped_work;

static bool work_and_stop(void *context, unsigned worker, size_t from, size_t to)
{
    stopped_work *self = context;
    (void)worker;
    if (eleven_stop_is_requested(&self->stop))
        __atomic_add_fetch(&self->after, 1, __ATOMIC_RELAXED);
    if (__atomic_add_fetch(&self->done, to - from, __ATOMIC_RELAXED) >= 5000)
        eleven_stop_request(&self->stop);
    return true;
}

/* Each worker may have taken one block when the stop is requested. */
static void a_sweep_ends_with_the_blocks_at_work(void **state)
{
    (void)state;
    enum { WORKERS = 3, BLOCK = 10 };
    stopped_work work = {.done = 0};
    workers *team = workers_open(WORKERS);
    sweep all = {
        .team = team, .count = 1000000, .block = BLOCK, .context = &work, .work = work_and_stop, .stop = &work.stop};
    assert_true(sweep_run(&all));
    assert_true(work.after < WORKERS && work.done >= 5000 && work.done <= 5000 + WORKERS * BLOCK);
    workers_close(team);
}

/* The caller's thread, how many of its blocks have begun, and how often it was asked before them. */
typedef struct asked_work {
    pthread_t caller;
    unsigned begun, asked;
} asked_work;

static bool work_when_asked(void *context, unsigned worker, size_t from, size_t to)
{
    asked_work *self = context;
    assert_true(from < to);
    if (worker == 0)
        assert_int_equal(++self->begun, self->asked);
    return true;
}

static void ask(void *context)
{
    asked_work *self = context;
    assert_true(pthread_equal(self->caller, pthread_self()));
    assert_int_equal(self->asked++, self->begun);
}

static void a_sweep_asks_its_caller_before_each_block(void **state)
{
    (void)state;
    for (unsigned count = 1; count <= 3; count++) {
        asked_work work = {.caller = pthread_self()};
        workers *team = workers_open(count);
        sweep all = {
            .team = team, .count = 1000, .block = 10, .context = &work, .work = work_when_asked, .between = ask};
        assert_true(sweep_run(&all));
        assert_true(work.asked == work.begun && work.begun <= 100 && (count > 1 || work.begun == 100));
        workers_close(team);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_grows),
        cmocka_unit_test(an_array_keeps_its_elements),
        cmocka_unit_test(pages_are_cut_behind_what_is_used),
        cmocka_unit_test(a_sentence_is_cut_between_characters),
        cmocka_unit_test(hashes_are_fnv_1a),
        cmocka_unit_test(a_file_is_replaced_whole),
        cmocka_unit_test(an_unfinished_file_has_no_name),
        cmocka_unit_test(a_link_stays_and_its_file_is_replaced),
        cmocka_unit_test(permissions_are_obeyed_and_kept),
        cmocka_unit_test(a_file_that_cannot_be_written_is_named),
        cmocka_unit_test(several_write_the_same_file_at_once),
        cmocka_unit_test(reading_has_a_limit),
        cmocka_unit_test(a_file_is_mapped),
        cmocka_unit_test(a_sweep_ends_with_the_blocks_at_work),
        cmocka_unit_test(a_sweep_asks_its_caller_before_each_block),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
