/* States of the interactive provider: their options follow the game, their path decides everything, and what
 * they print can be read again. */
#include "expect.h"
#include "heap.h"
#include "../oracle/oracle.h"

#include "eleven/interactive.h"
#include "eleven/session.h"

#include <stdlib.h>

/* ---- Helpers ------------------------------------------------------------------------------------------- */

static eleven_record seeded(const char *rules, unsigned w, unsigned h, uint64_t seed)
{
    eleven_record head = {.rules = rules_named(rules), .has_seed = true, .seed = seed};
    eleven_game_start(&head.rules, w, h, seed, &head.start, NULL);
    return head;
}

static eleven_record from_board(const char *board)
{
    eleven_record head = {.rules = rules_named("classic"), .from_board = true};
    head.start = game_at(&head.rules, board);
    return head;
}

/* Goes along words that are separated by blanks, and frees all states but the last. */
static eleven_state *walk(const eleven_record *head, const char *path)
{
    eleven_state *state = eleven_state_new(head);
    assert_non_null(state);
    while (*path) {
        eleven_state *next = NULL;
        eleven_problem problem = {0};
        size_t length = strcspn(path, " ");
        if (eleven_state_choose(state, path, length, &next, &problem))
            fail_msg("%s", problem.sentence);
        eleven_state_free(state);
        state = next;
        path += length + (path[length] == ' ');
    }
    return state;
}

static void expect_options(const eleven_state *state, const eleven_player *player, const char *expected)
{
    eleven_option options[ELEVEN_OPTIONS_MAX];
    char found[256] = "";
    unsigned count = eleven_state_options(state, player, options);
    for (unsigned i = 0; i < count; i++) {
        strcat(found, i ? "|" : "");
        strcat(found, options[i].label);
    }
    assert_string_equal(found, expected);
}

static void expect_refusal(eleven_state *state, const char *word, const char *sentence)
{
    eleven_state *next = NULL;
    eleven_problem problem = {0};
    assert_int_equal(eleven_state_choose(state, word, strlen(word), &next, &problem), ELEVEN_BAD_TEXT);
    assert_string_equal(problem.sentence, sentence);
    assert_null(next);
    assert_int_equal(eleven_state_choose(state, word, strlen(word), &next, NULL), ELEVEN_BAD_TEXT);
}

/* ---- Options ------------------------------------------------------------------------------------------- */

static void the_start_offers_the_beginning(void **unused)
{
    (void)unused;
    eleven_record head = seeded("classic", 4, 4, 7);
    eleven_state *state = walk(&head, "");
    expect_options(state, NULL, "Begin Game");
    assert_false(eleven_state_has_begun(state));
    expect_refusal(state, "Up", "the game has not begun before 'Up'");
    expect_refusal(state, "Bgin", "there is no option 'Bgin'");
    eleven_state_free(state);
}

static void impossible_moves_are_absent(void **unused)
{
    (void)unused;
    eleven_record head = from_board("2 4 8 . / . . . . / . . . . / . . . .");
    eleven_player *greedy = player_of("greedy", 0);
    eleven_state *state = walk(&head, "Begin");
    expect_options(state, NULL, "# Show Grid|Down|Right");
    expect_options(state, greedy, "# Show Grid|Down|Right|Hint");
    expect_refusal(state, "Up", "nothing moves with 'Up'");
    expect_refusal(state, "Undo", "there is no move to take back with 'Undo'");
    expect_refusal(state, "Begin", "the game has begun before 'Begin'");
    expect_refusal(state, "Keep", "only a won game can be continued by 'Keep'");
    eleven_state_free(state);
    eleven_player_close(greedy);
}

static void a_won_game_offers_to_keep_playing(void **unused)
{
    (void)unused;
    eleven_record head = from_board("1024 1024 / . .");
    eleven_state *state = walk(&head, "Begin Left");
    assert_int_equal(eleven_state_status(state), ELEVEN_STATUS_WON);
    expect_options(state, NULL, "# Show Grid|Undo|Keep Playing");
    expect_refusal(state, "Left", "the game is won before 'Left'");
    eleven_state_free(state);
    state = walk(&head, "Begin Left Keep");
    assert_int_equal(eleven_state_status(state), ELEVEN_STATUS_PLAYING);
    eleven_state_free(state);
    state = walk(&head, "Begin Left Keep Undo");
    assert_int_equal(eleven_state_status(state), ELEVEN_STATUS_WON);
    eleven_state_free(state);
}

static void a_lost_game_offers_undo(void **unused)
{
    (void)unused;
    eleven_record head = from_board("2 4 / 4 2");
    eleven_state *state = walk(&head, "Begin");
    expect_options(state, NULL, "# Show Grid");
    expect_refusal(state, "Left", "the game is lost before 'Left'");
    eleven_state_free(state);
}

static bool expect_much(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                        const eleven_budget *budget, eleven_advice *advice)
{
    (void)player, (void)rules, (void)board, (void)budget;
    *advice = (eleven_advice){ELEVEN_LEFT, {208597.6, 208597.6, 208597.6, 208597.6}};
    return true;
}

static void details_state_score_gain_and_value(void **unused)
{
    (void)unused;
    eleven_record head = from_board("2 2 / . .");
    eleven_player *greedy = player_of("greedy", 0);
    eleven_state *state = walk(&head, "Begin");
    eleven_option left = {ELEVEN_CHOICE_LEFT, "Left", "Left"};
    char text[128];
    assert_int_equal(eleven_option_describe(state, &left, NULL, text, sizeof text), 15);
    assert_string_equal(text, "score 4, gain 4");
    eleven_option_describe(state, &left, greedy, text, sizeof text);
    assert_string_equal(text, "score 4, gain 4, value 4.02");
    eleven_option_describe(state, &left, &(eleven_player){sizeof(eleven_player), "x", NULL, expect_much, NULL}, text,
                           sizeof text);
    assert_string_equal(text, "score 4, gain 4, value 208598");
    assert_int_equal(eleven_option_describe(state, &left, NULL, text, 8), 15);
    assert_string_equal(text, "score 4");
    eleven_state_free(state);
    eleven_player_close(greedy);
}

static void expect_detail(eleven_state *state, eleven_choice choice, const char *expected)
{
    char text[128];
    eleven_option option = {choice, "", ""};
    assert_int_equal(eleven_option_describe(state, &option, NULL, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

static void details_state_what_other_options_lead_to(void **unused)
{
    (void)unused;
    eleven_record head = seeded("fibonacci", 5, 3, 7), board = from_board("1024 1024 / . .");
    eleven_state *state = walk(&head, "");
    char text[ELEVEN_STATE_TEXT];
    expect_detail(state, ELEVEN_CHOICE_BEGIN, "2048, fibonacci 5x3, seed 7");
    assert_int_equal(eleven_state_describe(state, NULL, text, sizeof text), 28);
    assert_string_equal(text, "2048, fibonacci 5x3, seed 7\n");
    eleven_state_free(state);
    state = walk(&board, "Begin");
    expect_detail(state, ELEVEN_CHOICE_BEGIN, "2048, classic 2x2");
    expect_detail(state, ELEVEN_CHOICE_GRID, "score 0, 0 moves");
    expect_detail(state, ELEVEN_CHOICE_HINT, "");
    expect_detail(state, ELEVEN_CHOICE_UP, "");
    eleven_state_free(state);
    state = walk(&board, "Begin Left");
    expect_detail(state, ELEVEN_CHOICE_GRID, "score 2048, 1 move");
    expect_detail(state, ELEVEN_CHOICE_UNDO, "back to score 0");
    expect_detail(state, ELEVEN_CHOICE_KEEP, "continue after the win");
    eleven_state_free(state);
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

static void expect_same(const eleven_state *a, const eleven_state *b)
{
    assert_true(eleven_board_equal(&eleven_state_game(a)->board, &eleven_state_game(b)->board));
    assert_int_equal(eleven_state_game(a)->score, eleven_state_game(b)->score);
    assert_int_equal(eleven_state_game(a)->ply, eleven_state_game(b)->ply);
}

static void the_path_decides_the_state(void **unused)
{
    (void)unused;
    eleven_record head = seeded("classic", 4, 4, 7);
    static const char *const paths[][2] = {
        {"Begin Up Left", "Begin Up Left"},        {"Begin Up Undo", "Begin"},
        {"Begin Up Undo Up", "Begin Up"},          {"Begin Up Left Undo Undo Up", "Begin Up"},
        {"Begin Grid Up Grid", "Begin Up"},        {"Begin Hint Up Hint", "Begin Up"},
        {"Begin Up Grid Undo Left", "Begin Left"},
    };
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
        eleven_state *a = walk(&head, paths[i][0]), *b = walk(&head, paths[i][1]);
        expect_same(a, b);
        eleven_state_free(a);
        eleven_state_free(b);
    }
}

static void a_state_outlives_those_it_came_from(void **unused)
{
    (void)unused;
    eleven_record head = seeded("classic", 4, 4, 7);
    eleven_state *begun = walk(&head, "Begin"), *up, *undone;
    assert_int_equal(eleven_state_choose(begun, "Up", 2, &up, NULL), ELEVEN_OK);
    eleven_board board = eleven_state_game(begun)->board;
    eleven_state_free(begun);
    assert_int_equal(eleven_state_choose(up, "Undo", 4, &undone, NULL), ELEVEN_OK);
    eleven_state_free(up);
    assert_true(eleven_board_equal(&eleven_state_game(undone)->board, &board));
    eleven_state_free(undone);
    eleven_state_free(NULL);
}

/* Every state on the way back has the game, the gain and the new tiles that it had on the way there. */
static void undo_goes_all_the_way_back(void **unused)
{
    enum { MOVES = 150 };
    (void)unused;
    static char there[MOVES][ELEVEN_STATE_TEXT];
    eleven_record head = seeded("engine", 5, 5, 3);
    assert_true(eleven_goal_parse("16", 2, &head.rules));
    eleven_state *state = walk(&head, "Begin"), *next;
    unsigned count = 0;
    for (; count < MOVES; count++) {
        eleven_option options[ELEVEN_OPTIONS_MAX];
        unsigned open = eleven_state_options(state, NULL, options);
        eleven_state_describe(state, NULL, there[count], sizeof there[count]);
        if (options[open - 1].choice == ELEVEN_CHOICE_UNDO)
            open--;
        const char *word = options[open - 1].word;
        if (open == 1)
            break;
        assert_int_equal(eleven_state_choose(state, word, strlen(word), &next, NULL), ELEVEN_OK);
        eleven_state_free(state);
        state = next;
    }
    assert_true(count > 40 && eleven_state_game(state)->keeps_playing);
    while (count > 0) {
        char text[ELEVEN_STATE_TEXT];
        assert_int_equal(eleven_state_choose(state, "Undo", 4, &next, NULL), ELEVEN_OK);
        eleven_state_free(state);
        state = next;
        eleven_state_describe(state, NULL, text, sizeof text);
        assert_string_equal(text, there[--count]);
    }
    expect_refusal(state, "Undo", "there is no move to take back with 'Undo'");
    eleven_state_free(state);
}

/* Every move is the oracle's slide and one new tile, the one that the text states. */
static void moves_are_those_of_the_oracle(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    const oracle_rules *oracle = &oracle_all[0];
    eleven_record head = seeded("classic", 4, 4, 99);
    eleven_state *state = walk(&head, "Begin");
    for (unsigned moves = 0; moves < 500 && eleven_state_status(state) == ELEVEN_STATUS_PLAYING;) {
        eleven_direction direction = (eleven_direction)oracle_below(&random, 4);
        oracle_grid grid = oracle_grid_of(oracle, &eleven_state_game(state)->board);
        uint64_t gain = 0;
        bool moved = oracle_slide(oracle, &grid, direction, &gain);
        eleven_ply ply;
        eleven_state *next;
        assert_int_equal(eleven_state_move(state, direction, &ply, &next), moved ? ELEVEN_OK : ELEVEN_IMPOSSIBLE);
        assert_int_equal(next != NULL, moved);
        if (!next)
            continue;
        assert_int_equal(eleven_state_gain(next), gain);
        assert_int_equal(ply.spawn_count, 1);
        assert_int_equal(grid.face[ply.spawns[0].cell], 0);
        grid.face[ply.spawns[0].cell] = oracle->face(ply.spawns[0].rank);
        assert_true(oracle_shows(oracle, &grid, &eleven_state_game(next)->board));
        eleven_state_free(state);
        state = next;
        moves++;
    }
    eleven_state_free(state);
}

static void long_games_are_given_back(void **unused)
{
    (void)unused;
    eleven_record head = seeded("classic", 8, 8, 1);
    head.rules.goal = 0;
    eleven_state *state = walk(&head, "Begin");
    for (unsigned i = 0; i < 100000; i++) {
        eleven_state *next = NULL;
        for (unsigned d = 0; d < 4 && !next; d++)
            eleven_state_move(state, (eleven_direction)((i + d) % 4), NULL, &next);
        if (!next)
            break;
        eleven_state_free(state);
        state = next;
    }
    assert_true(eleven_state_game(state)->ply > 1000);
    eleven_state_free(state);
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

static void the_text_shows_the_board(void **unused)
{
    (void)unused;
    eleven_record head = from_board("2 2 / 1024 .");
    head.has_seed = true;
    eleven_state *state = walk(&head, "Begin Left");
    char text[ELEVEN_STATE_TEXT];
    eleven_state_describe(state, NULL, text, sizeof text);
    assert_non_null(strstr(text, "Score 4 (+4), 1 move\n╭──────────────╮\n│     4     "));
    assert_non_null(strstr(text, "│\n│  1024     "));
    assert_non_null(strstr(text, "╰──────────────╯\nNew: 2 on b"));
    const char *row = eleven_state_game(state)->board.cells[1] ? "1\n" : "2\n";
    assert_string_equal(text + strlen(text) - 2, row);
    eleven_state_free(state);
}

static void expect_text(const eleven_record *head, const char *path, const char *expected)
{
    char text[ELEVEN_STATE_TEXT];
    eleven_state *state = walk(head, path);
    assert_int_equal(eleven_state_describe(state, NULL, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    eleven_state_free(state);
}

static void the_text_states_the_end(void **unused)
{
    (void)unused;
    eleven_record won = from_board("2048 4 / . ."), lost = from_board("2 4 8 / 16 32 64");
    expect_text(&won, "Begin",
                "Score 0, 0 moves\n╭──────────────╮\n│  2048     4  │\n│     ·     ·  │\n╰──────────────╯\n"
                "You won: 2048!\n");
    expect_text(&won, "Begin Keep",
                "Score 0, 0 moves\n╭──────────────╮\n│  2048     4  │\n│     ·     ·  │\n╰──────────────╯\n");
    expect_text(&lost, "Begin",
                "Score 0, 0 moves\n╭──────────────╮\n│   2   4   8  │\n│  16  32  64  │\n╰──────────────╯\n"
                "Game over.\n");
}

static void a_hint_is_in_the_text(void **unused)
{
    (void)unused;
    eleven_record head = from_board("2 2 / . .");
    eleven_player *greedy = player_of("greedy", 0);
    eleven_state *state = walk(&head, "Begin Hint");
    char text[ELEVEN_STATE_TEXT];
    eleven_state_describe(state, greedy, text, sizeof text);
    assert_non_null(strstr(text, "Hint: Left, says greedy\n"));
    eleven_state_describe(state, NULL, text, sizeof text);
    assert_null(strstr(text, "Hint"));
    eleven_option hint = {ELEVEN_CHOICE_HINT, "Hint", "Hint"};
    eleven_option_describe(state, &hint, greedy, text, sizeof text);
    assert_string_equal(text, "greedy says Left");
    eleven_state_free(state);
    state = walk(&head, "Begin Hint Grid"); /* it is gone after the next choice */
    eleven_state_describe(state, greedy, text, sizeof text);
    assert_null(strstr(text, "Hint"));
    eleven_state_free(state);
    eleven_player_close(greedy);
}

static void the_largest_text_fits(void **unused)
{
    (void)unused;
    eleven_rules rules = rules_named("classic");
    eleven_record head = {.rules = rules, .from_board = true, .start = {.board = {.w = 8, .h = 8}}};
    memset(head.start.board.cells, 31, 64);
    head.start.score = UINT64_MAX;
    eleven_state *state = walk(&head, "Begin");
    assert_true(eleven_state_describe(state, NULL, NULL, 0) < ELEVEN_STATE_TEXT);
    eleven_state_free(state);
}

static void a_printed_game_reads_back(void **unused)
{
    (void)unused;
    eleven_record head = seeded("fibonacci", 5, 4, 12);
    eleven_state *state = walk(&head, "Begin Up Left Undo Down Right");
    char text[4096];
    size_t length = eleven_state_print(state, text, sizeof text);
    assert_int_equal(length, strlen(text));
    eleven_reader reader = opened(text);
    assert_int_equal(reader.record.undos, 1);
    for (unsigned i = 0; i < 3; i++)
        expect_next(&reader);
    eleven_ply ply;
    assert_int_equal(eleven_reader_next(&reader, &ply, NULL, NULL), ELEVEN_END);
    assert_true(eleven_board_equal(&reader.game.board, &eleven_state_game(state)->board));
    eleven_state_free(state);
}

static eleven_record printed_head(const eleven_record *head, const char *path)
{
    char text[4096];
    eleven_state *state = walk(head, path);
    assert_false(eleven_state_head(state)->has_end);
    assert_in_range(eleven_state_print(state, text, sizeof text), 1, sizeof text - 1);
    eleven_state_free(state);
    return opened(text).record;
}

static void expect_class(const eleven_record *head, const char *path, unsigned undos, unsigned hints,
                         uint64_t plain_score)
{
    eleven_record found = printed_head(head, path);
    assert_int_equal(found.undos, undos);
    assert_int_equal(found.hints, hints);
    assert_int_equal(found.plain_score, plain_score);
}

/* The score before the first hint or undo is the plain one. What the head states counts too, but not its end. */
static void a_printed_game_states_its_class(void **unused)
{
#define PLAIN "Begin Up Left Right Down Left Up"
    (void)unused;
    eleven_record head = seeded("classic", 4, 4, 7), won = from_board("1024 1024 / . .");
    head.has_end = true;
    eleven_state *state = walk(&head, PLAIN);
    uint64_t score = eleven_state_game(state)->score;
    assert_true(eleven_state_gain(state) > 0);
    eleven_state_free(state);
    expect_class(&head, PLAIN, 0, 0, 0);
    expect_class(&head, PLAIN " Hint Hint Grid", 0, 1, score);
    expect_class(&head, PLAIN " Hint Undo Hint Undo", 2, 2, score);
    expect_class(&head, PLAIN " Undo Hint", 1, 1, score);
    expect_class(&won, "Begin Left Keep Undo", 0, 0, 0);
    head.undos = 2;
    head.hints = 3;
    head.plain_score = 1;
    expect_class(&head, PLAIN " Undo Hint", 3, 4, 1);
    head.undos = head.hints = UINT32_MAX;
    expect_class(&head, PLAIN " Undo Hint", UINT32_MAX, UINT32_MAX, 1);
}

/* The same game, in lines of moves. */
static void a_state_prints_as_a_session_does(void **unused)
{
    (void)unused;
    static char text[4096], same[4096];
    eleven_record head = seeded("classic", 4, 4, 7);
    eleven_session *session = eleven_session_new();
    assert_true(eleven_session_begin(session, &head, 4, 4, 0));
    eleven_state *state = walk(&head, "Begin"), *next;
    for (unsigned i = 0; eleven_session_game(session)->ply < 50; i++) {
        if (!eleven_session_move(session, (eleven_direction)(i % 4), 0))
            continue;
        assert_int_equal(eleven_state_move(state, (eleven_direction)(i % 4), NULL, &next), ELEVEN_OK);
        eleven_state_free(state);
        state = next;
    }
    eleven_session_print(session, same, sizeof same);
    eleven_state_print(state, text, sizeof text);
    assert_string_equal(text, same);
    eleven_state_free(state);
    eleven_session_free(session);
}

/* Where the first or the second allocation fails, there is no state and no text, and nothing is kept. */
static void states_without_memory(void **unused)
{
    (void)unused;
    eleven_record head = seeded("classic", 4, 4, 7);
    eleven_state *state = walk(&head, "Begin Up"), *next;
    size_t live = heap.live;
    for (unsigned i = 1; i <= 2; i++) {
        heap.calls = 0, heap.fail_at = i;
        assert_null(eleven_state_new(&head));
        heap.calls = 0;
        assert_int_equal(eleven_state_move(state, ELEVEN_LEFT, NULL, &next), ELEVEN_NO_MEMORY);
        assert_int_equal(heap.live, live);
    }
    static const char *const words[] = {"Left", "Undo", "Hint", "Grid"};
    for (unsigned i = 0; i < 4; i++) {
        eleven_problem problem = {0};
        heap.calls = 0, heap.fail_at = 1;
        assert_int_equal(eleven_state_choose(state, words[i], 4, &next, &problem), ELEVEN_NO_MEMORY);
        assert_null(next);
        assert_string_equal(problem.sentence, "out of memory");
        assert_int_equal(heap.live, live);
    }
    heap.calls = 0;
    assert_int_equal(eleven_state_print(state, NULL, 0), 0);
    heap.calls = 0;
    assert_int_equal(eleven_chain_print(state, NULL, 0), 0);
    heap.fail_at = 0;
    eleven_state_free(state);
}

/* A board of one cell is full: the game is lost before it begins. */
static void a_game_that_is_lost_at_once_reads_back(void **unused)
{
    (void)unused;
    eleven_record head = seeded("classic", 1, 1, 5);
    eleven_state *state = eleven_state_new(&head);
    char text[512];
    eleven_ply ply;
    assert_non_null(state);
    assert_in_range(eleven_state_print(state, text, sizeof text), 1, sizeof text - 1);
    eleven_reader reader = opened(text);
    assert_int_equal(eleven_reader_next(&reader, &ply, NULL, NULL), ELEVEN_END);
    eleven_state_free(state);
}

/* The states of a record, ply by ply, are those of the game itself. */
static void a_record_can_be_followed(void **unused)
{
    (void)unused;
    eleven_reader reader = opened("eleven game 1\nrules classic\nsize 3x3\nstart 2@a1 2@b1\n\nL2@c3 D4@a1\n");
    eleven_state *state = walk(&reader.record, "Begin");
    eleven_ply ply;
    eleven_events events;
    while (!eleven_reader_next(&reader, &ply, &events, NULL)) {
        eleven_state *next = eleven_state_follow(state, &ply, &reader.game, events.gain);
        assert_non_null(next);
        eleven_state_free(state);
        state = next;
    }
    expect_board(&reader.record.rules, &eleven_state_game(state)->board, "4 . . / . . . / 4 . 2");
    char text[512];
    eleven_state_print(state, text, sizeof text);
    assert_non_null(strstr(text, "\n1. L2@c3 D4@a1\n"));
    assert_int_equal(eleven_chain_print(state, text, sizeof text), 0); /* it has no seed */
    eleven_state *next;
    assert_int_equal(eleven_state_move(state, ELEVEN_UP, &ply, &next), ELEVEN_OK);
    assert_int_equal(ply.spawn_count, 1); /* as a session would let it appear */
    eleven_state_free(next);
    eleven_state_free(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_offers_the_beginning),
        cmocka_unit_test(impossible_moves_are_absent),
        cmocka_unit_test(a_won_game_offers_to_keep_playing),
        cmocka_unit_test(a_lost_game_offers_undo),
        cmocka_unit_test(details_state_score_gain_and_value),
        cmocka_unit_test(details_state_what_other_options_lead_to),
        cmocka_unit_test(the_path_decides_the_state),
        cmocka_unit_test(a_state_outlives_those_it_came_from),
        cmocka_unit_test(undo_goes_all_the_way_back),
        cmocka_unit_test(moves_are_those_of_the_oracle),
        cmocka_unit_test(long_games_are_given_back),
        cmocka_unit_test(the_text_shows_the_board),
        cmocka_unit_test(the_text_states_the_end),
        cmocka_unit_test(a_hint_is_in_the_text),
        cmocka_unit_test(the_largest_text_fits),
        cmocka_unit_test(a_printed_game_reads_back),
        cmocka_unit_test(a_printed_game_states_its_class),
        cmocka_unit_test(a_state_prints_as_a_session_does),
        cmocka_unit_test(states_without_memory),
        cmocka_unit_test(a_game_that_is_lost_at_once_reads_back),
        cmocka_unit_test(a_record_can_be_followed),
        cmocka_unit_test(everything_was_given_back),
    };
    return cmocka_run_group_tests(tests, heap_begin, NULL);
}
