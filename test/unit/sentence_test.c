/* Error sentences about texts in any script, and about other bytes: every sentence is valid UTF-8. The C
 * library decides what is valid. */
#include "eleven.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static eleven_error parse_board(const char *text, size_t length, eleven_problem *problem)
{
    eleven_rules rules;
    eleven_board board;
    assert_true(eleven_rules_find("classic", &rules));
    return eleven_board_parse(&rules, text, length, &board, problem);
}

static eleven_error parse_rules(const char *text, size_t length, eleven_problem *problem)
{
    eleven_rules rules;
    return eleven_rules_parse(text, length, &rules, problem);
}

static eleven_error parse_game(const char *text, size_t length, eleven_problem *problem)
{
    eleven_reader reader;
    eleven_ply ply;
    eleven_error error = eleven_reader_open(&reader, text, length, problem);
    while (!error)
        error = eleven_reader_next(&reader, &ply, NULL, problem);
    return error;
}

static eleven_error parse_chain(const char *text, size_t length, eleven_problem *problem)
{
    eleven_record head;
    size_t end;
    return eleven_chain_head_parse(text, length, &head, &end, problem);
}

static eleven_error choose_word(const char *text, size_t length, eleven_problem *problem)
{
    eleven_record head;
    size_t end;
    assert_int_equal(eleven_chain_head_parse("2048", 4, &head, &end, problem), ELEVEN_OK);
    eleven_state *state = eleven_state_new(&head), *next = NULL;
    eleven_error error = eleven_state_choose(state, text, length, &next, problem);
    eleven_state_free(next);
    eleven_state_free(state);
    return error;
}

static eleven_error parse_recipe(const char *text, size_t length, eleven_problem *problem)
{
    eleven_trainer *trainer = NULL;
    eleven_error error = eleven_trainer_open(text, length, 1, 1, &trainer, problem);
    eleven_trainer_close(trainer);
    return error;
}

static eleven_error import_game(const char *text, size_t length, eleven_problem *problem)
{
    eleven_bytes records = {0};
    unsigned lost;
    eleven_error error = eleven_import(text, length, eleven_format_detect(text, length), &records, &lost, problem);
    eleven_bytes_free(&records);
    return error;
}

static eleven_error open_file(const char *text, size_t length, eleven_problem *problem)
{
    char path[1024];
    eleven_network *network = NULL;
    snprintf(path, sizeof path, "/nowhere/%.*s", (int)length, text);
    eleven_error error = eleven_network_open(path, &network, problem);
    eleven_network_close(network);
    return error;
}

static const struct {
    eleven_error (*parse)(const char *text, size_t length, eleven_problem *problem);
    const char *before;
} parsers[] = {
    {parse_board, ""},
    {parse_board, "2 4 / "},
    {parse_rules, ""},
    {parse_rules, "eleven rules 1\n"},
    {parse_rules, "eleven rules 1\nname "},
    {parse_rules, "eleven rules 1\nname x\nvalues "},
    {parse_game, ""},
    {parse_game, "eleven game "},
    {parse_game, "eleven game 1\n"},
    {parse_game, "eleven game 1\nrules "},
    {parse_game, "eleven game 1\nrules classic\nsize "},
    {parse_game, "eleven game 1\nrules classic\nsize 4x4\nseed "},
    {parse_game, "eleven game 1\nrules classic\nsize 4x4\nstart 2@a1 "},
    {parse_game, "eleven game 1\nrules classic\nsize 4x4\nstart 2@a1 2@b1\n\n"},
    {parse_game, "eleven game 1\nrules classic\nsize 4x4\nstart 2@a1 2@b1\n\n1. U"},
    {parse_game, "eleven game 1\nrules classic\nsize 4x4\nstart 2@a1 2@b1\n\n1. R2@"},
    {parse_chain, ""},
    {parse_chain, "2048("},
    {parse_chain, "2048(rules="},
    {parse_chain, "2048(size="},
    {choose_word, ""},
    {choose_word, "Begin"},
    {parse_recipe, ""},
    {parse_recipe, "name "},
    {import_game, "replay_"},
    {import_game, "{\"grid\":"},
    {import_game, "{\"grid\":{\"size\":4,\"cells\":"},
    {open_file, ""},
};

enum { PARSERS = sizeof parsers / sizeof *parsers };

/* Bytes after the first one of a row are those of a text; the last rows are not UTF-8. */
static const char *const units[] = {"\u76e4", "\u00e9",   "\U0001f004", "a\u76e4",
                                    "\xe9",   "\xe7\x9b", "\x80",       "\xff\xfe"};

enum { UNITS = sizeof units / sizeof *units };

static void assert_is_text(const char *sentence)
{
    if (mbstowcs(NULL, sentence, 0) == (size_t)-1)
        fail_msg("not UTF-8: %s", sentence);
}

static void every_sentence_is_utf_8(void **state)
{
    (void)state;
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    unsigned refused = 0;
    for (size_t i = 0; i < (size_t)PARSERS * UNITS * 70; i++) {
        const char *unit = units[i / 70 % UNITS];
        char text[1024];
        int length = snprintf(text, sizeof text, "%s%.*s", parsers[i / 70 / UNITS].before, (int)(i % 4), "abc");
        for (size_t n = i % 70; n-- > 0;)
            length += snprintf(text + length, sizeof text - (size_t)length, "%s", unit);
        eleven_problem problem = {0};
        if (parsers[i / 70 / UNITS].parse(text, (size_t)length, &problem) > ELEVEN_END)
            refused++;
        assert_is_text(problem.sentence);
        assert_true(refused == 0 || memchr(problem.sentence, '\0', sizeof problem.sentence));
    }
    assert_true(refused > PARSERS * UNITS * 60);
}

static void other_bytes_are_escaped(void **state)
{
    (void)state;
    eleven_problem problem;
    assert_int_equal(parse_board("\xe9t\xc3\xa9 2", 6, &problem), ELEVEN_BAD_TEXT);
    assert_string_equal(problem.sentence, "no tile of these rules has the number '\\xe9t\u00e9'");
    assert_int_equal(parse_board("x\xc3\xa9", 2, &problem), ELEVEN_BAD_TEXT);
    assert_string_equal(problem.sentence, "no tile of these rules has the number 'x\\xc3'");
    assert_int_equal(open_file("caf\xe9", 4, &problem), ELEVEN_NO_STORAGE);
    assert_string_equal(problem.sentence, "/nowhere/caf\\xe9 cannot be read: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_utf_8),
        cmocka_unit_test(other_bytes_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
