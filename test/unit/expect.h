/* What the tests have in common: rule sets and boards written as text, and checks that show text when they
 * fail. */
#ifndef EXPECT_H
#define EXPECT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "eleven/game.h"
#include "eleven/player.h"

static inline eleven_rules rules_named(const char *name)
{
    eleven_rules rules = {.name = ""};
    assert_true(eleven_rules_find(name, &rules));
    return rules;
}

/* NULL if it cannot be opened. */
static inline eleven_player *player_of(const char *name, uint64_t seed)
{
    eleven_player *player;
    eleven_player_open(name, seed, NULL, &player, NULL);
    return player;
}

static inline eleven_board board_of(const eleven_rules *rules, const char *text)
{
    eleven_board board = {0};
    eleven_problem problem = {0};
    if (eleven_board_parse(rules, text, strlen(text), &board, &problem))
        fail_msg("'%s': %s", text, problem.sentence);
    return board;
}

static inline void expect_board(const eleven_rules *rules, const eleven_board *board, const char *text)
{
    char found[ELEVEN_BOARD_TEXT];
    eleven_board_print(rules, board, ELEVEN_LAYOUT_LINE, found, sizeof found);
    assert_string_equal(found, text);
}

static inline void expect_problem(const eleven_problem *problem, unsigned line, unsigned column, const char *sentence)
{
    assert_string_equal(problem->sentence, sentence);
    assert_int_equal(problem->line, line);
    assert_int_equal(problem->column, column);
}

/* A game at the given board, before its first move. */
static inline eleven_game game_at(const eleven_rules *rules, const char *text)
{
    return (eleven_game){.board = board_of(rules, text)};
}

/* A record's reader after its head. */
static inline eleven_reader opened(const char *text)
{
    eleven_reader reader;
    eleven_problem problem = {0};
    if (eleven_reader_open(&reader, text, strlen(text), &problem))
        fail_msg("%u:%u: %s", problem.line, problem.column, problem.sentence);
    return reader;
}

static inline eleven_ply expect_next(eleven_reader *reader)
{
    eleven_ply ply = {0};
    eleven_problem problem = {0};
    if (eleven_reader_next(reader, &ply, NULL, &problem))
        fail_msg("%u:%u: %s", problem.line, problem.column, problem.sentence);
    return ply;
}

#endif
