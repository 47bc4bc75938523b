/* Learning curves, and other rows that are added to files, on a disk that is full for a while. */
#include "expect.h"
#include "base/file.h"
#include "chart/charts.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static size_t contents(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    return length;
}

static bool appends_within(const char *path, const curve_row *row, size_t bytes)
{
    struct rlimit usual, low;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    low = usual;
    low.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    bool is_done = curve_append(path, row);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    return is_done;
}

/* The disk takes the first bytes of a row, and no more. */
static void a_row_that_does_not_fit_leaves_none_of_it(void **state)
{
    (void)state;
    char path[] = "/tmp/eleven-curve-XXXXXX", before[1000], after[1000];
    const curve_row row = {.seconds = 61.5, .moves = 77000000, .games = 63300, .mean = 22287.5};
    int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0 && signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    for (size_t bytes = 0; bytes < 60; bytes += 7) {
        assert_false(appends_within(path, &row, bytes));
        assert_int_equal(contents(path, before, sizeof before), 0);
    }
    assert_true(curve_append(path, &row));
    size_t length = contents(path, before, sizeof before);
    for (size_t bytes = 0; bytes < 50; bytes += 3) {
        assert_false(appends_within(path, &row, length + bytes));
        assert_int_equal(contents(path, after, sizeof after), length);
        assert_string_equal(after, before);
    }
    assert_true(curve_append(path, &row));
    assert_true(contents(path, after, sizeof after) > length && after[length - 1] == '\n');
    unlink(path);
}

static size_t row_added(const char *path, const char *part, const char *other, size_t length)
{
    static char text[1000];
    FILE *file = fopen(path, "w");
    fputs("whole\n", file);
    fclose(file);
    file = fopen(path, "a");
    assert_true(file && fseek(file, 0, SEEK_END) == 0);
    long whole = ftell(file);
    fputs(part, file);
    assert_int_equal(fflush(file), 0);
    FILE *another = fopen(path, "a");
    fputs(other, another);
    fclose(another);
    assert_true(file_close_row(file, whole, length));
    size_t left = contents(path, text, sizeof text);
    assert_memory_equal(text, "whole\n", 6);
    return left - 6;
}

/* Rows of other writers stay, even where a part of one's own row does, too. */
static void only_the_part_of_a_row_is_cut_off(void **state)
{
    (void)state;
    char path[] = "/tmp/eleven-curve-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    assert_int_equal(row_added(path, "a row\n", "", 6), 6);
    assert_int_equal(row_added(path, "a r", "", 6), 0);
    assert_int_equal(row_added(path, "", "", 6), 0);
    assert_int_equal(row_added(path, "a r", "x\n", 6), 5);
    assert_int_equal(row_added(path, "a r", "another row\n", 6), 15);
    assert_int_equal(row_added(path, "", "another row\n", 6), 12);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_row_that_does_not_fit_leaves_none_of_it),
                                       cmocka_unit_test(only_the_part_of_a_row_is_cut_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
