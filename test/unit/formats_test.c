/* Formats of other programs, as the library gives them: what is recognised, given and refused. What each format looks
 * like is tested from outside, by test/e2e/convert_test.py. */
#include "expect.h"

#include "eleven/formats.h"

#include <stdlib.h>

#define HEAD   "eleven game 1\nrules classic\nsize 4x4\n"
#define LEAGUE "replay_ $" /* 2@a1 2@b1 */

static eleven_bytes import_text(const char *text, eleven_format from)
{
    eleven_bytes records = {0};
    eleven_problem problem = {0};
    unsigned lost;
    if (eleven_import(text, strlen(text), from, &records, &lost, &problem))
        fail_msg("%s", problem.sentence);
    return records;
}

static void test_formats_have_names(void **state)
{
    (void)state;
    eleven_format found = ELEVEN_FORMAT_RECORD;
    for (unsigned i = 0; i < ELEVEN_FORMATS; i++) {
        const char *name = eleven_format_name((eleven_format)i);
        assert_true(eleven_format_parse(name, strlen(name), &found));
        assert_int_equal(found, i);
        assert_true(strlen(eleven_format_origin((eleven_format)i)) > 5);
    }
    assert_false(eleven_format_parse("", 0, &found));
    assert_false(eleven_format_parse("Record", 6, &found));
    for (unsigned i = 0; i < ELEVEN_LOST_KINDS; i++)
        assert_true(strncmp(eleven_lost_name(i), "the ", 4) == 0);
}

static void test_detection(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        eleven_format format;
    } looks[] = {
        {"", ELEVEN_FORMAT_RECORD},
        {"eleven game 1\n", ELEVEN_FORMAT_RECORD},
        {"; a comment\neleven game 1\n", ELEVEN_FORMAT_RECORD},
        {"; a comment\neleven game 1\n; title \x1b[31m\n", ELEVEN_FORMAT_RECORD},
        {LEAGUE, ELEVEN_FORMAT_LEAGUE},
        {"\n Replay   ", ELEVEN_FORMAT_LEAGUE},
        {"replay", ELEVEN_FORMAT_RECORD},
        {"REPLAY_v4C_S", ELEVEN_FORMAT_NEXT},
        {"4x4-1_", ELEVEN_FORMAT_VERSE},
        {"9x4-1_", ELEVEN_FORMAT_RECORD},
        {"4x4-1", ELEVEN_FORMAT_RECORD},
        {" {", ELEVEN_FORMAT_STATE},
        {"0123456789ABCDEF", ELEVEN_FORMAT_HEX},
        {"0123456789abcdef0", ELEVEN_FORMAT_RECORD},
        {"0123456789abcde", ELEVEN_FORMAT_RECORD},
        {"0123456789abcde\x01", ELEVEN_FORMAT_RPL},
    };
    for (unsigned i = 0; i < sizeof looks / sizeof *looks; i++)
        assert_int_equal(eleven_format_detect(looks[i].text, strlen(looks[i].text)), looks[i].format);
    assert_int_equal(eleven_format_detect("\0", 1), ELEVEN_FORMAT_RPL);
}

static void test_records_are_given(void **state)
{
    (void)state;
    eleven_bytes records = import_text(LEAGUE, ELEVEN_FORMAT_LEAGUE);
    assert_string_equal(records.at, HEAD "result playing\nscore 0\nmoves 0\nstart 2@a1 2@b1\n\n");
    assert_int_equal(records.length, strlen(records.at));
    eleven_bytes_free(&records);
    assert_null(records.at);
    assert_int_equal(records.length, 0);
    eleven_bytes_free(&records);
}

static void test_problems_state_the_byte(void **state)
{
    (void)state;
    eleven_bytes records = {NULL, 7};
    eleven_problem problem = {9, 9, "x"};
    unsigned lost;
    assert_int_equal(eleven_import("replay_  ", 9, ELEVEN_FORMAT_LEAGUE, &records, &lost, &problem), ELEVEN_BAD_TEXT);
    expect_problem(&problem, 0, 0, "byte 8: a tile appears on an occupied cell");
    assert_int_equal(records.length, 7);
    assert_int_equal(eleven_import("replay_  ", 9, ELEVEN_FORMAT_LEAGUE, &records, &lost, NULL), ELEVEN_BAD_TEXT);
    assert_int_equal(eleven_import("x", 1, ELEVEN_FORMAT_RECORD, &records, &lost, &problem), ELEVEN_BAD_TEXT);
    assert_int_equal(problem.line, 1);
}

static void test_problems_of_later_records_state_their_line(void **state)
{
    (void)state;
    static const char two[] = HEAD "start 2@a1 2@b1\n\n" HEAD "start 2@a1 2@a1\n";
    eleven_bytes bytes;
    eleven_problem problem = {0};
    unsigned lost;
    assert_int_equal(eleven_export(two, strlen(two), ELEVEN_FORMAT_RECORD, &bytes, &lost, &problem), ELEVEN_BAD_TEXT);
    assert_int_equal(problem.line, 9);
    assert_string_equal(problem.sentence, "a tile cannot appear on the occupied cell 'a1'");
}

static void test_a_text_may_begin_with_a_comment(void **state)
{
    (void)state;
    static const char game[] = HEAD "start 2@a1 2@b1\n\n";
    static const char both[] = "\n; mine\r\n\n" HEAD "start 2@a1 2@b1\n\n" HEAD "x";
    size_t first = strlen(both) - strlen(HEAD "x");
    assert_int_equal(eleven_record_length(both, strlen(both)), first);
    assert_int_equal(eleven_record_length(both + first, strlen(both) - first), strlen(HEAD "x"));
    assert_int_equal(eleven_record_length("x\n" HEAD, strlen("x\n" HEAD)), 2);
    assert_int_equal(eleven_record_length("; eleven game 1", 15), 15);
    assert_int_equal(eleven_record_length(NULL, 0), 0);
    for (size_t length = 0; length < first + strlen("eleven game "); length++)
        assert_int_equal(eleven_record_length(both, length), length);
    eleven_bytes plain = import_text(game, ELEVEN_FORMAT_RECORD);
    eleven_bytes records = import_text("; mine\n" HEAD "start 2@a1 2@b1\n", ELEVEN_FORMAT_RECORD);
    assert_string_equal(records.at, plain.at);
    eleven_bytes_free(&records);
    eleven_bytes_free(&plain);
}

static void test_losses_are_reported(void **state)
{
    (void)state;
    static const char seeded[] = HEAD "seed 42\nhelped 1\n\nU\n";
    static const struct {
        eleven_format to;
        unsigned lost;
    } cases[] = {
        {ELEVEN_FORMAT_RECORD, 0},
        {ELEVEN_FORMAT_LEAGUE, ELEVEN_LOST_SEED | ELEVEN_LOST_COUNTS},
        {ELEVEN_FORMAT_STATE, ELEVEN_LOST_SEED | ELEVEN_LOST_COUNTS | ELEVEN_LOST_MOVES},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        eleven_bytes bytes;
        unsigned lost = 77;
        assert_int_equal(eleven_export(seeded, strlen(seeded), cases[i].to, &bytes, &lost, NULL), ELEVEN_OK);
        assert_int_equal(lost, cases[i].lost);
        eleven_bytes_free(&bytes);
    }
}

static void test_every_byte_may_be_missing(void **state)
{
    (void)state;
    static const char *const wholes[] = {
        LEAGUE "%", "4x4-1_000001", "REPLAY_v4C_S\"\"!!!!!!!!!!!!!!!",
        "{\"grid\":{\"size\":1,\"cells\":[[{\"value\":2}]]},\"score\":4,\"keepPlaying\":false}", "0123456789abcdef"};
    for (unsigned i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        for (size_t length = 0; length < strlen(wholes[i]); length++) {
            char *exact = malloc(length + 1); /* so that a sanitizer sees what is read beyond it */
            memcpy(exact, wholes[i], length);
            char *shrunk = realloc(exact, length ? length : 1);
            for (unsigned format = 0; format < ELEVEN_FORMATS; format++) {
                eleven_bytes records = {0};
                unsigned lost;
                if (eleven_import(shrunk, length, (eleven_format)format, &records, &lost, NULL) == ELEVEN_OK)
                    eleven_bytes_free(&records);
            }
            free(shrunk);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats_have_names),
        cmocka_unit_test(test_detection),
        cmocka_unit_test(test_records_are_given),
        cmocka_unit_test(test_problems_state_the_byte),
        cmocka_unit_test(test_problems_of_later_records_state_their_line),
        cmocka_unit_test(test_a_text_may_begin_with_a_comment),
        cmocka_unit_test(test_losses_are_reported),
        cmocka_unit_test(test_every_byte_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
