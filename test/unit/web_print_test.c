/* The printf of the browser build says the same as the one of this machine's C library, wherever it cuts the text. */
#include "expect.h"

#define vsnprintf web_vsnprintf
#include "web/print.c"
#undef vsnprintf

static int web_print(char *text, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = web_vsnprintf(text, size, format, values);
    va_end(values);
    return length;
}

static void expect_same(size_t size, const char *format, ...)
{
    char found[100], expected[100];
    memset(found, '#', sizeof found);
    memset(expected, '#', sizeof expected);
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int length = vsnprintf(expected, size, format, values);
    assert_int_equal(web_vsnprintf(found, size, format, again), length);
    va_end(again);
    va_end(values);
    assert_memory_equal(found, expected, sizeof found);
}

static void every_conversion_prints_what_the_c_library_prints(void **state)
{
    (void)state;
    for (size_t size = 0; size <= 100; size++) {
        expect_same(size, "");
        expect_same(size, "plain text, 100%%");
        expect_same(size, "%s cannot be %s: %s", "game.2048", "read", "");
        expect_same(size, "%.90s: %.3s.%.0s|%.s|", "a", "abcdef", "none", "none");
        expect_same(size, "%u %u %u", 0u, 10u, UINT32_MAX);
        expect_same(size, "byte %zu: %s", (size_t)1234567, "a tile appears");
    }
}

static void a_string_with_a_precision_needs_no_end(void **state)
{
    (void)state;
    static const char letters[3] = {'a', 'b', 'c'};
    char text[8];
    assert_int_equal(web_print(text, sizeof text, "%.3s%.2s", letters, letters), 5);
    assert_string_equal(text, "abcab");
}

static void an_unknown_conversion_ends_the_text(void **state)
{
    (void)state;
    char text[16];
    const char *format = "a %f %s";
    assert_int_equal(web_print(text, sizeof text, format, 1.0, "b"), 2);
    assert_string_equal(text, "a ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_conversion_prints_what_the_c_library_prints),
        cmocka_unit_test(a_string_with_a_precision_needs_no_end),
        cmocka_unit_test(an_unknown_conversion_ends_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
