/* How likely each tile is. On small boards the solver computes perfect play, once for each tile as the goal of play.
 * The values are recorded here, and the check computes those of the smallest boards again. On 4x4 nobody knows perfect
 * play, and the games of the strongest player are counted. */
#include "facts/facts_room.h"

#include "eleven/match.h"

#include <math.h>
#include <stdio.h>

/* The ranks that are goals of play, and how many boards the check solves again. */
enum { GOALS_FROM = 3, HIGHEST_GOAL = 10, SOLVED_AGAIN = 3 };

/* `eleven solve WxH --for all`, and `--goal TILE` for the boards with a goal. */
const odds_board odds_boards[ODDS_BOARDS] = {
    {.w = 2,
     .h = 2,
     .largest = 5,
     .positions = 110,
     .score = 66.9641494571013,
     .moves = 11.9604457689424,
     .forced = {8, 3, 3},
     .reach = {[3] = {1, 0}, [4] = {0.96251125375, 0.03748874625}, [5] = {0.0828872890715542, 0.917112710928446}}},
    {.w = 2,
     .h = 3,
     .largest = 7,
     .positions = 21752,
     .score = 480.258271775958,
     .moves = 52.9577519272676,
     .forced = {40, 8, 4},
     .reach = {[3] = {1, 0},
               [4] = {1, 0},
               [5] = {0.999896763424663, 0.000103236575336616},
               [6] = {0.939263692430809, 0.0607363075691911},
               [7] = {0.0569921604956341, 0.943007839504366}}},
    {.w = 2,
     .h = 4,
     .largest = 9,
     .positions = 4980767,
     .score = 2641.87303569224,
     .moves = 203.144458014182,
     .forced = {112, 15, 5},
     .reach = {[3] = {1, 0},
               [4] = {1, 0},
               [5] = {1, 0},
               [6] = {0.999996397240425, 3.60275957485661e-06},
               [7] = {0.997312387874792, 0.00268761212520828},
               [8] = {0.869755862371817, 0.130244137628183},
               [9] = {0.0246393335300848, 0.975360666469915}}},
    {.w = 3,
     .h = 3,
     .largest = 10,
     .positions = 48713519,
     .score = 5468.48679741027,
     .moves = 366.743393284455,
     .forced = {164, 22, 5},
     .reach = {[3] = {1, 0},
               [4] = {1, 0},
               [5] = {1, 0},
               [6] = {1, 7.01119100238477e-18},
               [7] = {0.999999805905096, 1.94094904114663e-07},
               [8] = {0.995709643198808, 0.00429035680119171},
               [9] = {0.736774177023158, 0.263225822976842},
               [10] = {0.0113378800825267, 0.988662119917473}}},
    {.w = 2,
     .h = 5,
     .goal = 9,
     .largest = 9,
     .positions = 255359478,
     .score = 5522.02733472245,
     .moves = 370.728064645724,
     .forced = {188, 25, 5},
     .reach = {[3] = {1, 0},
               [4] = {1, 0},
               [5] = {1, 0},
               [6] = {0.999999999999991, 9.06854098883452e-15},
               [7] = {0.999999974273029, 2.57269713927569e-08},
               [8] = {0.999946193927948, 5.38060720523086e-05},
               [9] = {0.991585843995599, 0.0084141560044012}}},
    {.w = 2,
     .h = 6,
     .goal = 6,
     .largest = 6,
     .positions = 236620755,
     .score = 866.844376686447,
     .moves = 95.629766354058,
     .forced = {308, 31, 6},
     .reach = {[3] = {1, 0}, [4] = {1, 0}, [5] = {1, 0}, [6] = {1, 0}}},
    {.w = 3,
     .h = 4,
     .goal = 6,
     .largest = 6,
     .positions = 254944734,
     .score = 811.800305230429,
     .moves = 95.1041187720365,
     .forced = {332, 33, 6},
     .reach = {[3] = {1, 0}, [4] = {1, 0}, [5] = {1, 0}, [6] = {1, 0}}},
};

/* eleven match --player strong@5 --games 108 --seed 2048, with the full endgame tables. `games_with`: by rank, how many
 * games reached it. */
enum { GAMES = 108, FIRST_SEEN = 14, LAST_SEEN = 17 };
static const uint64_t games_with[LAST_SEEN + 1] = {[14] = 105, [15] = 68, [16] = 1, [17] = 0};
static const uint64_t MEAN_SCORE = 597069, MEAN_ERROR = 21077;

/* ---- Perfect play --------------------------------------------------------------------------------------- */

static void add_objectives(eleven_solve *solve, eleven_rank largest)
{
    static const eleven_objective_kind kinds[] = {ELEVEN_OBJECTIVE_EXPECT_SCORE, ELEVEN_OBJECTIVE_EXPECT_MOVES,
                                                  ELEVEN_OBJECTIVE_FORCE_SCORE, ELEVEN_OBJECTIVE_FORCE_MOVES,
                                                  ELEVEN_OBJECTIVE_FORCE_RANK};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        solve->objectives[solve->objective_count++].kind = kinds[i];
    for (unsigned rank = GOALS_FROM; rank <= largest; rank++)
        solve->objectives[solve->objective_count++] = (eleven_objective){ELEVEN_OBJECTIVE_REACH, (eleven_rank)rank};
}

/* Both values have this relative error at most. */
static bool is_same(double found, double expected, double error)
{
    return fabs(found - expected) <= 2 * error * expected;
}

static bool agrees(const eleven_solution *found, const odds_board *board)
{
    const eleven_worth *value = found->values, *goal = value + 5 - GOALS_FROM;
    bool holds = found->counts.positions == board->positions && found->largest == board->largest &&
                 is_same(value[0].value, board->score, found->error) &&
                 is_same(value[1].value, board->moves, found->error);
    for (unsigned i = 0; i < 3; i++)
        holds &= value[2 + i].value == board->forced[i];
    for (unsigned rank = GOALS_FROM; rank <= board->largest; rank++)
        holds &= is_same(goal[rank].value, board->reach[rank].value, found->error) &&
                 is_same(goal[rank].loss, board->reach[rank].loss, found->error);
    return holds;
}

void fact_odds_board(fact_check *check, const odds_board *board)
{
    eleven_solve solve = {.size = sizeof solve, .rules = check->rules, .w = board->w, .h = board->h};
    static const char sentence[] = "On %ux%u, perfect play over %s positions has the chances of the table%s.";
    eleven_solution found;
    eleven_problem problem;
    solve.rules.goal = board->goal;
    add_objectives(&solve, board->largest);
    if (eleven_solve_run(&solve, &found, &problem))
        fact_report(check, false, "%ux%u could not be solved: %s.", board->w, board->h, problem.sentence);
    else if (agrees(&found, board))
        fact_report(check, true, sentence, board->w, board->h, GROUPED(found.counts.positions), "");
    else
        fact_report(check, false, sentence, board->w, board->h, GROUPED(found.counts.positions), " no longer");
}

/* ---- Tables --------------------------------------------------------------------------------------------- */

typedef struct share_text {
    char text[24];
} share_text;

/* "2x3", or "2x5 to 512" if the games end with this tile. */
static share_text name_board(const odds_board *board)
{
    share_text out;
    int length = snprintf(out.text, sizeof out.text, "%ux%u", board->w, board->h);
    if (board->goal)
        snprintf(out.text + length, sizeof out.text - (size_t)length, " to %u", 1u << board->goal);
    return out;
}

/* Per cent, with three digits of what is rarer: reaching the tile or missing it. */
static share_text share_print(const eleven_worth *share)
{
    share_text out;
    double rarer = fmin(share->value, share->loss);
    if (rarer == 0)
        snprintf(out.text, sizeof out.text, "always");
    else if (rarer < 1e-12)
        snprintf(out.text, sizeof out.text, "100%% - %.0e%%", 100 * rarer);
    else
        snprintf(out.text, sizeof out.text, "%.*f%%", (int)fmax(0, -floor(log10(rarer))), 100 * share->value);
    return out;
}

/* The chances of a tile on each board; empty where the board is too small for it, "?" where games end before. */
static void add_cells(char *cells, size_t size, eleven_rank rank)
{
    size_t at = 0;
    for (const odds_board *board = odds_boards; board < odds_boards + ODDS_BOARDS; board++)
        at += (size_t)snprintf(cells + at, size - at, "|%s",
                               rank <= board->largest ? share_print(&board->reach[rank]).text
                               : board->goal          ? "?"
                                                      : "");
}

static void report_chances(fact_check *check)
{
    char cells[300];
    fact_table(check, "The chance of each tile, if it is what you play for", "tile|2x2|2x3|2x4|3x3|2x5|2x6|3x4");
    for (unsigned rank = GOALS_FROM; rank <= HIGHEST_GOAL; rank++) {
        add_cells(cells, sizeof cells, (eleven_rank)rank);
        fact_row(check, "%u%s", 1u << rank, cells);
    }
}

static void report_worth(fact_check *check)
{
    fact_table(check, "What perfect play is worth, on average and against the worst tiles",
               "board|positions, up to symmetry|mean score|mean moves|forced score|forced moves|forced tile");
    for (const odds_board *board = odds_boards; board < odds_boards + ODDS_BOARDS; board++)
        fact_row(check, "%s|%s|%.15g|%.15g|%u|%u|%u", name_board(board).text, GROUPED(board->positions), board->score,
                 board->moves, board->forced[0], board->forced[1], 1u << board->forced[2]);
}

static void report_exact_chances(fact_check *check)
{
    fact_table(check, "The same chances with all digits", "board|tile|reached|missed");
    for (const odds_board *board = odds_boards; board < odds_boards + ODDS_BOARDS; board++)
        for (unsigned rank = GOALS_FROM; rank <= board->largest; rank++)
            fact_row(check, "%s|%u|%.15g|%.15g", name_board(board).text, 1u << rank, board->reach[rank].value,
                     board->reach[rank].loss);
}

static void report_games(fact_check *check)
{
    char caption[120];
    snprintf(caption, sizeof caption, "4x4: %d games of the player strong, with a mean score of %s +- %s", GAMES,
             GROUPED(MEAN_SCORE), GROUPED(MEAN_ERROR));
    fact_table(check, caption, "tile|games that reached it|share|at least (95%)|at most (95%)");
    for (unsigned rank = FIRST_SEEN; rank <= LAST_SEEN; rank++) {
        eleven_interval share = eleven_wilson(games_with[rank], GAMES);
        fact_row(check, "%u|%s|%.1f%%|%.1f%%|%.1f%%", 1u << rank, GROUPED(games_with[rank]),
                 100 * (double)games_with[rank] / GAMES, 100 * share.low, 100 * share.high);
    }
}

static void check_odds(fact_check *check)
{
    for (unsigned i = 0; i < SOLVED_AGAIN; i++)
        fact_odds_board(check, &odds_boards[i]);
    report_chances(check);
    report_games(check);
    report_worth(check);
    report_exact_chances(check);
}

const checked_fact fact_odds = {
    .fact = {.name = "odds",
             .status = ELEVEN_FACT_MEASURED,
             .question = "How likely is each tile, if you play as well as possible?",
             .claim = "A perfect player makes the largest tile of a small board rarely: the 32 of 2x2 in 8.29% of the "
                      "games, the 128 of 2x3 in 5.70%, the 512 of 2x4 in 2.46%, the 1024 of 3x3 in 1.13%. The tile "
                      "below it succeeds in 74% to 96%. These chances are exact. On 4x4, where nobody knows "
                      "perfect play, `strong`, as it was in November 2026, makes a 16384 in 97% of its games, a 32768 "
                      "in 63% and "
                      "a 65536 in 1%.",
             .argument =
                 "Why can this be known exactly? A small board has so few positions that a computer can look at "
                 "each of them: 110 on 2x2, 48,713,519 on 3x3. No game returns to an earlier position, "
                 "because every move adds to the sum of the tiles. So one can begin at the end, where nothing "
                 "is left to decide, and compute backwards. The chance before a move is that of the best "
                 "direction. The chance after a slide is the mean over all new tiles. The result is the "
                 "chance of a player who makes no mistake, and nobody can do better.\n"
                 "Why do the chances of a board add up to more than 100%? Each number belongs to a player "
                 "of its own, who wants this tile and nothing else. The player who wants a 1024 takes risks "
                 "that the player who wants a 512 avoids.\n"
                 "How was it found? 'eleven solve 3x3 --for all' computes the values of 3x3 in half a minute. "
                 "The check solves 2x2, 2x3 and 2x4 again and compares the values with those that are "
                 "recorded; 'make facts-check' does the same for 3x3. The table also states what perfect play "
                 "can force when an adversary chooses every new tile.\n"
                 "What about 2x5, 2x6 and 3x4? They have too many positions for this, so their games end with a "
                 "tile: 'eleven solve 2x5 --for all --goal 512', and '--goal 64' for 2x6 and 3x4. They take "
                 "some minutes, and tools/odds.py does it again. What happens after a tile does not change the "
                 "chance of reaching it, so the chances of all tiles up to this one are those of the whole game. "
                 "Scores and moves are those of the shorter games, and what can be forced is at least as much in "
                 "the whole game. On 2x6 and 3x4 a 64 can be forced, whatever tiles appear; on 2x5 only a 32.\n"
                 "What about 4x4? It has far too many positions. So games of the strongest player of this "
                 "program were counted: 'eleven match --player strong@5 --games 108 --seed 2048', with the "
                 "full endgame tables. The version of 23 November 2026 played them. They are recorded, and the "
                 "check does not play them again. Of 108 games one learns only so much: the table states between which "
                 "limits the share would be "
                 "in very many games, with a confidence of 95% (E. B. Wilson's interval). A perfect player "
                 "does at least as well."},
    .check = check_odds};
