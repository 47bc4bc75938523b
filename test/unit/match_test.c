/* Matches: the same games on any number of threads, records that a reader accepts, and statistics against
 * numbers worked out by hand. */
#include "expect.h"
#include "base/named_player.h"
#include "base/values.h"
#include "chart/charts.h"
#include "eleven/match.h"

#include <math.h>
#include <stdlib.h>

static void expect_near(double found, double expected, double off)
{
    if (fabs(found - expected) > off)
        fail_msg("%.10g, not %.10g", found, expected);
}

/* ---- Matches ------------------------------------------------------------------------------------------- */

enum { GAMES = 60 };

typedef struct notes {
    eleven_match_game game[GAMES];
    uint64_t record_hash[GAMES];
    unsigned count, most;
    eleven_stop stop;
    const char *player;
} notes;

static eleven_player *open_for_game(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    notes *all = context;
    (void)index;
    assert_true(budget->depth == 0 && budget->nodes == 0);
    return player_of(all->player, seed);
}

/* FNV-1a. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Replays the record to its end; the reader checks moves, tiles and what the head says. */
static void expect_sound_record(const eleven_match_game *game)
{
    eleven_reader reader = opened(game->record);
    eleven_problem problem = {0};
    eleven_ply ply;
    eleven_error error;
    assert_int_equal(game->length, strlen(game->record));
    do
        error = eleven_reader_next(&reader, &ply, NULL, &problem);
    while (error == ELEVEN_OK);
    assert_int_equal(error, ELEVEN_END);
    assert_true(reader.record.has_end && reader.record.has_seed);
    assert_int_equal(reader.record.seed, game->seed);
    assert_int_equal(reader.game.score, game->score);
    assert_int_equal(reader.game.ply, game->moves);
    assert_int_equal(reader.record.helped, game->moves);
    assert_int_equal(eleven_board_largest(&reader.game.board), game->largest);
    assert_int_not_equal(eleven_game_status(&reader.record.rules, &reader.game), ELEVEN_STATUS_PLAYING);
}

static void note_game(void *context, const eleven_match_game *game)
{
    notes *all = context;
    assert_int_equal(game->index, all->count);
    assert_int_equal(game->seed, eleven_random(5, game->index));
    if (game->record) {
        expect_sound_record(game);
        all->record_hash[all->count] = hash_of(game->record, game->length);
    }
    all->game[all->count++] = *game;
    if (all->count >= all->most)
        eleven_stop_request(&all->stop);
}

static notes play(const char *rules, const char *player, unsigned threads, unsigned most, bool keeps_records)
{
    notes all = {.most = most, .player = player};
    eleven_match match = {.size = sizeof(eleven_match),
                          .rules = rules_named(rules),
                          .w = 4,
                          .h = 4,
                          .seed = 5,
                          .games = GAMES,
                          .threads = threads,
                          .keeps_records = keeps_records,
                          .open = open_for_game,
                          .report = note_game,
                          .context = &all,
                          .stop = &all.stop};
    assert_int_equal(eleven_match_run(&match), most < GAMES ? ELEVEN_STOPPED : ELEVEN_OK);
    return all;
}

static void the_same_seed_makes_the_same_games_on_any_number_of_threads(void **state)
{
    (void)state;
    notes one = play("classic", "random", 1, GAMES, true);
    assert_int_equal(one.count, GAMES);
    for (unsigned threads = 2; threads <= 5; threads++) {
        notes some = play("classic", "random", threads, GAMES, true);
        assert_int_equal(some.count, GAMES);
        for (unsigned i = 0; i < GAMES; i++) {
            assert_int_equal(some.game[i].score, one.game[i].score);
            assert_int_equal(some.game[i].moves, one.game[i].moves);
            assert_true(some.record_hash[i] == one.record_hash[i]);
        }
    }
}

static void a_report_can_end_the_match(void **state)
{
    (void)state;
    assert_int_equal(play("classic", "random", 3, 7, true).count, 7);
}

static void records_are_written_on_request_only(void **state)
{
    (void)state;
    notes all = play("provider", "greedy", 1, 3, false);
    assert_null(all.game[0].record);
    play("provider", "greedy", 1, 3, true);
    play("engine", "greedy", 2, 20, true);
    play("fibonacci", "greedy", 2, 20, true);
}

static void a_win_ends_a_game_only_where_the_rules_say_so(void **state)
{
    (void)state;
    notes all = {.most = 1, .player = "greedy"};
    eleven_match match = {.size = sizeof(eleven_match),
                          .rules = rules_named("classic"),
                          .w = 4,
                          .h = 4,
                          .seed = 5,
                          .games = 1,
                          .keeps_records = true,
                          .open = open_for_game,
                          .report = note_game,
                          .context = &all};
    match.rules.goal = 4;
    assert_int_equal(eleven_match_run(&match), ELEVEN_OK);
    assert_true(all.game[0].largest > 4);
    all.count = 0;
    match.rules.goal_ends = true;
    strcpy(match.rules.name, "short");
    assert_int_equal(eleven_match_run(&match), ELEVEN_OK);
    assert_int_equal(all.game[0].largest, 4);
}

static bool choose_given(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                         const eleven_budget *budget, eleven_advice *advice)
{
    (void)rules, (void)board, (void)budget;
    *advice = (eleven_advice){.direction = *(const eleven_direction *)player->context};
    return true;
}

static eleven_player *open_given(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    (void)index, (void)seed, (void)budget;
    return context;
}

static void report_nothing(void *context, const eleven_match_game *game)
{
    (void)context, (void)game;
    fail();
}

static void a_move_that_is_not_legal_ends_the_match(void **state)
{
    (void)state;
    eleven_direction choices[] = {ELEVEN_UP, (eleven_direction)77};
    for (unsigned i = 0; i < 2; i++) {
        eleven_player player = {sizeof player, "given", &choices[i], choose_given, NULL};
        eleven_match match = {.size = sizeof match,
                              .rules = rules_named("classic"),
                              .w = 4,
                              .h = 4,
                              .games = 3,
                              .keeps_records = true,
                              .open = open_given,
                              .report = report_nothing,
                              .context = &player};
        assert_int_equal(eleven_match_run(&match), ELEVEN_IMPOSSIBLE);
    }
}

/* ---- Summaries ----------------------------------------------------------------------------------------- */

static void a_summary_adds_up(void **state)
{
    (void)state;
    const eleven_match_game games[] = {
        {.score = 40, .moves = 11, .largest = 3, .milliseconds = 2},
        {.score = 10, .moves = 21, .largest = 2, .milliseconds = 3},
        {.score = 20, .moves = 31, .largest = 4, .milliseconds = 4},
        {.score = 30, .moves = 1, .largest = 3},
    };
    uint64_t scores[4];
    eleven_summary sum;
    eleven_match_summary(games, 4, scores, &sum);
    assert_true(scores[0] == 10 && scores[1] == 20 && scores[2] == 30 && scores[3] == 40);
    assert_true(sum.games == 4 && sum.moves == 64 && sum.least == 10 && sum.most == 40);
    expect_near(sum.mean, 25, 1e-9);
    expect_near(sum.standard_error, 6.454972244, 1e-8); /* sqrt((225 + 25 + 25 + 225) / 3 / 4) */
    expect_near(sum.quartile[0], 17.5, 1e-9);
    expect_near(sum.quartile[1], 25, 1e-9);
    expect_near(sum.quartile[2], 32.5, 1e-9);
    assert_true(sum.reached[2] == 4 && sum.reached[3] == 3 && sum.reached[4] == 1 && sum.reached[5] == 0);
    expect_near(sum.milliseconds, 9, 1e-9);
    expect_near(sum.mean_move_us, 150, 1e-9); /* 9 ms for 10 + 20 + 30 timed moves */
}

static void a_single_game_has_no_error(void **state)
{
    (void)state;
    uint64_t scores[1];
    eleven_summary sum;
    eleven_match_summary(&(eleven_match_game){.score = 7}, 1, scores, &sum);
    assert_true(sum.mean == 7 && sum.standard_error == 0);
    assert_true(sum.quartile[0] == 7 && sum.quartile[1] == 7 && sum.quartile[2] == 7);
}

/* E. B. Wilson's interval, z = 1.959964, worked out by hand: for 41 of 100,
 * (0.4292073 -+ 0.0982925) / 1.0384146. */
static void wilson_intervals_are_the_known_ones(void **state)
{
    (void)state;
    eleven_interval interval = eleven_wilson(5, 10);
    expect_near(interval.low, 0.2365931, 1e-6);
    expect_near(interval.high, 0.7634069, 1e-6);
    interval = eleven_wilson(0, 10);
    expect_near(interval.low, 0, 1e-9);
    expect_near(interval.high, 0.2775328, 1e-6);
    interval = eleven_wilson(10, 10);
    expect_near(interval.low, 0.7224672, 1e-6);
    expect_near(interval.high, 1, 1e-9);
    interval = eleven_wilson(41, 100);
    expect_near(interval.low, 0.3186731, 1e-6);
    expect_near(interval.high, 0.5079857, 1e-6);
}

/* ---- The sequential test ------------------------------------------------------------------------------- */

static void a_sequential_test_decides_at_its_bounds(void **state)
{
    (void)state;
    eleven_sprt test = eleven_sprt_default();
    eleven_verdict verdict = eleven_sprt_verdict(&test, 0, 0);
    assert_true(verdict.ratio == 0 && verdict.decision == ELEVEN_DECISION_NONE);
    expect_near(verdict.bound.high, 2.944438979, 1e-8); /* ln 19 */
    expect_near(verdict.bound.low, -2.944438979, 1e-8);
    verdict = eleven_sprt_verdict(&test, 60, 40);
    expect_near(verdict.ratio, 1.504188, 1e-5); /* 60 ln 1.1 + 40 ln 0.9 = 5.718611 - 4.214421 */
    assert_int_equal(verdict.decision, ELEVEN_DECISION_NONE);
    assert_int_equal(eleven_sprt_verdict(&test, 30, 0).decision, ELEVEN_DECISION_NONE); /* 2.859 */
    assert_int_equal(eleven_sprt_verdict(&test, 31, 0).decision, ELEVEN_DECISION_H1);   /* 2.955 */
    assert_int_equal(eleven_sprt_verdict(&test, 0, 27).decision, ELEVEN_DECISION_NONE); /* -2.845 */
    assert_int_equal(eleven_sprt_verdict(&test, 0, 28).decision, ELEVEN_DECISION_H0);   /* -2.950 */
}

static void uneven_risks_move_the_bounds(void **state)
{
    (void)state;
    eleven_sprt test = {.p0 = 0.4, .p1 = 0.6, .alpha = 0.01, .beta = 0.2};
    eleven_verdict verdict = eleven_sprt_verdict(&test, 3, 1);
    expect_near(verdict.ratio, 0.8109302162, 1e-9);     /* 2 ln 1.5 */
    expect_near(verdict.bound.high, 4.382026635, 1e-8); /* ln 80 */
    expect_near(verdict.bound.low, -1.599387577, 1e-8); /* ln (20 / 99) */
}

/* ---- Histograms ---------------------------------------------------------------------------------------- */

static void bars_count_every_score_once(void **state)
{
    (void)state;
    uint64_t scores[200], seed = 9;
    for (unsigned i = 0; i < 200; i++)
        scores[i] = 1000 + i * i + eleven_random(seed, i) % 2;
    for (unsigned bars = 1; bars <= 64; bars++) {
        score_histogram histogram = histogram_of(scores, 200, bars);
        uint64_t sum = 0, highest = 0;
        assert_true(histogram.bars >= 1 && histogram.bars <= bars);
        for (unsigned i = 0; i < histogram.bars; i++) {
            uint64_t low = histogram.low + i * histogram.step, found = 0;
            for (unsigned k = 0; k < 200; k++)
                found += scores[k] >= low && scores[k] < low + histogram.step;
            assert_int_equal(histogram.count[i], found);
            sum += found;
            highest = found > highest ? found : highest;
        }
        assert_int_equal(sum, 200);
        assert_int_equal(histogram.highest, highest);
    }
}

static void a_picture_escapes_its_title(void **state)
{
    (void)state;
    const uint64_t scores[] = {10, 20, 20, 35};
    score_histogram histogram = histogram_of(scores, 4, 10);
    buffer svg = {0};
    histogram_svg(&histogram, "a < b & c", &svg);
    assert_false(svg.failed);
    assert_non_null(strstr(svg.at, "a &#60; b &#38; c"));
    assert_null(strstr(svg.at, "a < b"));
    assert_true(strncmp(svg.at, "<svg ", 5) == 0 && strcmp(svg.at + svg.length - 7, "</svg>\n") == 0);
    buffer_free(&svg);
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static void contenders_are_read(void **state)
{
    (void)state;
    match_player contender;
    assert_true(contender_parse("search@3", &contender));
    assert_string_equal(contender.name, "search");
    assert_int_equal(contender.depth, 3);
    assert_true(contender_parse("corner", &contender));
    assert_int_equal(contender.depth, 0);
    assert_true(contender_parse("/x@3/a@2.weights@4", &contender));
    assert_string_equal(contender.name, "/x@3/a@2.weights");
    assert_int_equal(contender.depth, 4);
    static char longest[PLAYER_PATH + 1];
    memset(longest, 'a', PLAYER_PATH);
    const char *const wrong[] = {"", "@3", "search@", "search@0", "search@x", "search@3x", "search@16", longest};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(contender_parse(wrong[i], &contender));
}

static void times_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double milliseconds;
    } right[] = {{"10ms", 10}, {"500us", 0.5}, {"2s", 2000}, {"1.5", 1.5}, {"0.25s", 250}};
    static const char *const wrong[] = {"", "ms", "0", "0ms", "-1ms", "10 ms", "10m", "1e3", "nan", "1.2.3", " 1"};
    double found;
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++) {
        assert_true(milliseconds_parse(right[i].text, &found));
        expect_near(found, right[i].milliseconds, 1e-9);
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(milliseconds_parse(wrong[i], &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_makes_the_same_games_on_any_number_of_threads),
        cmocka_unit_test(a_report_can_end_the_match),
        cmocka_unit_test(records_are_written_on_request_only),
        cmocka_unit_test(a_win_ends_a_game_only_where_the_rules_say_so),
        cmocka_unit_test(a_move_that_is_not_legal_ends_the_match),
        cmocka_unit_test(a_summary_adds_up),
        cmocka_unit_test(a_single_game_has_no_error),
        cmocka_unit_test(wilson_intervals_are_the_known_ones),
        cmocka_unit_test(a_sequential_test_decides_at_its_bounds),
        cmocka_unit_test(uneven_risks_move_the_bounds),
        cmocka_unit_test(bars_count_every_score_once),
        cmocka_unit_test(a_picture_escapes_its_title),
        cmocka_unit_test(contenders_are_read),
        cmocka_unit_test(times_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
