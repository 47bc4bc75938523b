/* Endgame tables and the player strong: chances compared with a recursion over tiles (endgame_model.h), and the
 * promises of the player. */
#include "endgame_fixture.h"
#include "endgame_model.h"

#include "eleven/network.h"
#include "train/train_room.h"

static eleven_endgame *tables;

#ifdef SMALL_TESTS
enum { BOARDS = 60, STRANGE = 300, ADVICE = 6 };
#else
enum { BOARDS = 600, STRANGE = 3000, ADVICE = 25 };
#endif

/* The table of five keeps chances from here on. */
static const double SURE = 0.9;

/* The table of six keeps chances as the squares of 65536 numbers; the table of five keeps those from SURE on in 255
 * steps, which become smaller towards certainty. */
static bool is_kept_chance(const model_shape *shape, double kept, double chance)
{
    const double FLOATS = 2e-6, CLOSE = 1e-3;
    if (shape != &model_five)
        return (kept > 0) == (chance > 0) && fabs(kept - chance) <= sqrt(chance) / 65535 + FLOATS;
    if (fabs(chance - SURE) < CLOSE && kept == 0)
        return true;
    return chance < SURE ? kept == 0 : fabs(kept - chance) <= sqrt((1 - chance) * (1 - SURE)) / 254 + FLOATS;
}

static int build_tables(void **state)
{
    (void)state;
    if (make_folder())
        return -1;
    eleven_endgame_build build = tiny_build(folder, 1);
    model_open(&model_six);
    model_open(&model_five);
    model_open(&model_last);
    model_open(&model_last_but_one);
    return eleven_endgame_run(&build, NULL) || eleven_endgame_open(folder, &tables, NULL);
}

static int drop_tables(void **state)
{
    eleven_endgame_close(tables);
    model_close(&model_six);
    model_close(&model_five);
    model_close(&model_last);
    model_close(&model_last_but_one);
    return remove_folder(state);
}

/* ---- Boards --------------------------------------------------------------------------------------------- */

static eleven_board board_of_ranks(const uint8_t cells[MODEL_CELLS])
{
    eleven_board board;
    eleven_board_empty(4, 4, &board);
    memcpy(board.cells, cells, MODEL_CELLS);
    return board;
}

/* Half the sum of the tiles that are not locked. */
static unsigned layer_of(const model_shape *shape, const uint8_t cells[MODEL_CELLS])
{
    unsigned sum = 0;
    for (unsigned i = 0; i < MODEL_CELLS; i++)
        sum += shape->limits[i] != '#' && cells[i] ? 1u << (cells[i] - 1) : 0;
    return sum;
}

/* A board of the formation in a late layer, so that few boards follow, with locked tiles up to `highest`. */
static void random_formation(uint64_t *random, const model_shape *shape, unsigned highest, unsigned earliest,
                             uint8_t cells[MODEL_CELLS])
{
    do
        for (unsigned i = 0; i < MODEL_CELLS; i++) {
            char limit = shape->limits[i];
            unsigned most = limit == '#' ? 0 : (unsigned)(shape->goal - (limit - '0'));
            unsigned lowest = oracle_below(random, 8) == 0 ? 4 : (unsigned)shape->goal;
            cells[i] = limit == '#' ? (uint8_t)(lowest + oracle_below(random, highest - lowest + 1))
                                    : (uint8_t)oracle_below(random, most + 1);
        }
    while (!model_fits(shape, cells) || layer_of(shape, cells) < earliest);
}

/* ---- Chances -------------------------------------------------------------------------------------------- */

/* One of the images with the best chance has exactly these chances. */
static void expect_one_of(const model_shape *shape, const model_answer *answer, const double chances[ELEVEN_DIRECTIONS])
{
    const double CLOSE = 1e-3;
    bool found = false;
    for (unsigned k = 0; k < answer->images && !found; k++) {
        found = answer->best[k] >= answer->most - CLOSE;
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            found = found && is_kept_chance(shape, chances[d], answer->chances[k][d]);
    }
    assert_true(found);
}

/* Returns how many tiles are locked. */
static unsigned expect_chances(const uint8_t cells[MODEL_CELLS])
{
    const double CLOSE = 1e-3;
    eleven_board board = board_of_ranks(cells);
    double chances[ELEVEN_DIRECTIONS];
    unsigned locked = eleven_endgame_chances(tables, eleven_bitboard_pack(&board), chances);
    model_answer last = model_ask(&model_last, cells), last_but_one = model_ask(&model_last_but_one, cells);
    model_answer five = model_ask(&model_five, cells), six = model_ask(&model_six, cells);
    if (last.most == 0 && last_but_one.most == 0 && fabs(five.most - SURE) <= CLOSE)
        return 0;
    if (last.most > 0) {
        assert_int_equal(locked, 6);
        expect_one_of(&model_last, &last, chances);
    } else if (last_but_one.most > 0) {
        assert_int_equal(locked, 6);
        expect_one_of(&model_last_but_one, &last_but_one, chances);
    } else if (five.most > SURE) {
        assert_int_equal(locked, 5);
        expect_one_of(&model_five, &five, chances);
    } else if (six.most > 0) {
        assert_int_equal(locked, 6);
        expect_one_of(&model_six, &six, chances);
    } else {
        assert_int_equal(locked, 0);
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            assert_true(chances[d] == 0);
    }
    return locked;
}

static void expect_all_images(uint64_t seed, const model_shape *shape, unsigned highest, unsigned earliest)
{
    unsigned known = 0;
    for (unsigned i = 0; i < BOARDS; i++) {
        uint8_t cells[MODEL_CELLS], image[MODEL_CELLS];
        random_formation(&seed, shape, highest, earliest, cells);
        for (unsigned way = 0; way < 8; way++) {
            model_turn(cells, way, image);
            known += expect_chances(image) != 0;
        }
    }
    assert_true(known > 2 * BOARDS);
}

static void chances_are_those_of_a_recursion(void **state)
{
    (void)state;
    expect_all_images(1, &model_six, 12, 30);
    expect_all_images(2, &model_five, 12, 18);
    expect_all_images(7, &model_last, 12, 12);
    expect_all_images(9, &model_last_but_one, 12, 6);
}

static void the_largest_tiles_can_be_locked(void **state)
{
    (void)state;
    expect_all_images(3, &model_six, 17, 34);
    expect_all_images(4, &model_five, 17, 22);
    expect_all_images(8, &model_last, 17, 14);
}

static void earlier_chances_agree_too(void **state)
{
    (void)state;
    uint64_t random = 5;
    uint8_t cells[MODEL_CELLS];
    for (unsigned i = 0; i < BOARDS; i++) {
        random_formation(&random, &model_five, 14, 8, cells);
        expect_chances(cells);
    }
}

/* Only some of these boards have the formation, often with too large tiles next to it. */
static void other_boards_are_recognised(void **state)
{
    (void)state;
    uint64_t random = 6;
    unsigned unknown = 0;
    for (unsigned i = 0; i < STRANGE; i++) {
        uint8_t cells[MODEL_CELLS];
        random_formation(&random, i % 2 ? &model_six : &model_five, 17, i % 2 ? 34 : 22, cells);
        for (unsigned changes = 1 + oracle_below(&random, 3); changes; changes--)
            cells[oracle_below(&random, MODEL_CELLS)] = (uint8_t)(1 + oracle_below(&random, 17));
        if (layer_of(&model_six, cells) >= 30)
            unknown += expect_chances(cells) == 0;
    }
    assert_true(unknown > STRANGE / 10);
}

static unsigned chances_on(const char *text, double chances[ELEVEN_DIRECTIONS])
{
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, text);
    return eleven_endgame_chances(tables, eleven_bitboard_pack(&board), chances);
}

static void a_locked_tile_is_not_shifted(void **state)
{
    (void)state;
    double chances[ELEVEN_DIRECTIONS];
    assert_int_equal(chances_on("1024 512 256 . / 128 2048 64 2 / 32 16 8 4 / 2 4 . .", chances), 6);
    assert_true(chances[ELEVEN_RIGHT] == 0);
    assert_true(chances[ELEVEN_UP] > 0);
    assert_int_equal(chances_on("1024 512 256 2 / 128 2048 64 4 / 32 16 8 4 / 2 4 2 .", chances), 6);
    assert_true(chances[ELEVEN_RIGHT] > 0);
}

static void boards_at_the_goal_are_left_to_the_search(void **state)
{
    (void)state;
    double chances[ELEVEN_DIRECTIONS];
    assert_int_equal(chances_on("1024 512 256 . / 128 2048 64 . / 32 16 8 4 / . . 2 4", chances), 6);
    assert_int_equal(chances_on("1024 512 256 . / 128 2048 64 . / 32 16 8 8 / . . 2 4", chances), 0);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        assert_true(chances[d] == 0);
}

/* ---- The player ----------------------------------------------------------------------------------------- */

static eleven_player *open_strong(void)
{
    eleven_player *player = eleven_strong_network_player_new(tables, player_of("network", 1));
    assert_non_null(player);
    return player;
}

static void it_needs_tables(void **state)
{
    (void)state;
    eleven_player *own;
    assert_null(player_of("strong", 1));
    assert_int_equal(eleven_player_open("strong", 1, folder, &own, NULL), ELEVEN_OK);
    assert_string_equal(own->name, "strong");
    eleven_player_close(own);
    eleven_player *player = open_strong();
    assert_string_equal(player->name, "strong");
    eleven_player_close(player);
}

static bool advise(eleven_player *player, const eleven_rules *rules, const eleven_board *board, unsigned depth,
                   eleven_advice *advice)
{
    return !eleven_player_choose(player, rules, board, &(eleven_budget){.size = sizeof(eleven_budget), .depth = depth},
                                 advice);
}

static eleven_board random_board(uint64_t *random, unsigned w, unsigned h, unsigned highest)
{
    eleven_board board;
    eleven_board_empty(w, h, &board);
    for (unsigned i = 0; i < w * h; i++)
        board.cells[i] = (eleven_rank)(oracle_below(random, 4) ? oracle_below(random, highest + 1) : 0);
    return board;
}

static void expect_fair_advice(eleven_player *player, unsigned which, const eleven_board *board)
{
    eleven_rules rules = rules_named(oracle_all[which].name);
    oracle_grid grid = oracle_grid_of(&oracle_all[which], board);
    unsigned legal = oracle_legal(&oracle_all[which], &grid);
    eleven_advice advice;
    assert_int_equal(advise(player, &rules, board, 3, &advice), legal != 0);
    for (unsigned d = 0; legal && d < ELEVEN_DIRECTIONS; d++)
        assert_int_equal(isnan(advice.values[d]), !(legal >> d & 1));
    if (legal)
        assert_true(legal >> advice.direction & 1);
}

static void it_plays_on_any_board_under_any_rules(void **state)
{
    (void)state;
    static const struct {
        unsigned w, h;
    } sizes[] = {{4, 4}, {3, 3}, {5, 4}};
    uint64_t random = 8;
    eleven_player *player = open_strong();
    for (unsigned which = 0; which < ORACLE_RULES; which++)
        for (unsigned size = 0; size < 3; size++)
            for (unsigned i = 0; i < ADVICE; i++) {
                unsigned highest = i % 3 == 0 ? 17 : 4;
                eleven_board board = random_board(&random, sizes[size].w, sizes[size].h, highest);
                expect_fair_advice(player, which, &board);
            }
    eleven_player_close(player);
}

static void it_has_no_move_on_a_lost_board(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_advice advice;
    eleven_player *player = open_strong();
    static const char *const lost[] = {"2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2",
                                       "131072 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2"};
    for (unsigned i = 0; i < 2; i++) {
        eleven_board board = board_of(&rules, lost[i]);
        assert_false(advise(player, &rules, &board, 0, &advice));
        assert_false(advise(player, &rules, &board, 1, &advice));
    }
    eleven_player_close(player);
}

/* Up to a 4096; up to a 16384 where no tile is half as large. */
static bool network_plays(const uint8_t cells[MODEL_CELLS])
{
    bool present[32] = {false};
    unsigned largest = 0;
    for (unsigned i = 0; i < MODEL_CELLS; i++) {
        present[cells[i]] = true;
        largest = cells[i] > largest ? cells[i] : largest;
    }
    return largest < 13 || (largest < 15 && !present[largest - 1]);
}

static void it_follows_the_tables(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_player *player = open_strong();
    uint64_t random = 9;
    unsigned followed = 0;
    for (unsigned i = 0; i < BOARDS; i++) {
        uint8_t cells[MODEL_CELLS];
        double chances[ELEVEN_DIRECTIONS];
        eleven_advice advice;
        random_formation(&random, i % 2 ? &model_six : &model_five, 17, i % 2 ? 34 : 22, cells);
        eleven_board board = board_of_ranks(cells);
        if (network_plays(cells) || !eleven_endgame_chances(tables, eleven_bitboard_pack(&board), chances))
            continue;
        followed++;
        assert_true(advise(player, &rules, &board, 3, &advice));
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            assert_true(isnan(advice.values[d]) ? chances[d] == 0 : advice.values[d] == chances[d]);
            assert_true(chances[advice.direction] >= chances[d]);
        }
    }
    assert_true(followed > BOARDS / 20);
    eleven_player_close(player);
}

static void expect_same_advice(eleven_player *a, eleven_player *b, const eleven_board *board, unsigned depth,
                               unsigned other_depth)
{
    eleven_rules rules = rules_named("classic");
    eleven_advice left, right;
    bool is_one = advise(a, &rules, board, depth, &left);
    assert_int_equal(is_one, advise(b, &rules, board, other_depth, &right));
    if (!is_one)
        return;
    assert_int_equal(left.direction, right.direction);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        assert_true(left.values[d] == right.values[d] || (isnan(left.values[d]) && isnan(right.values[d])));
}

static void it_plays_like_the_network_at_first_and_at_low_depth(void **state)
{
    (void)state;
    uint64_t random = 10;
    eleven_player *strong = open_strong(), *network = player_of("network", 1);
    for (unsigned i = 0; i < 2 * ADVICE; i++) {
        eleven_board early = random_board(&random, 4, 4, 12), late = random_board(&random, 4, 4, 17);
        expect_same_advice(strong, network, &early, 0, 0);
        expect_same_advice(strong, network, &early, 1, 1);
        expect_same_advice(strong, network, &early, 2, 2);
        expect_same_advice(strong, network, &late, 1, 1);
        expect_same_advice(strong, network, &late, 2, 2);
    }
    eleven_player_close(strong);
    eleven_player_close(network);
}

static const eleven_network *late_network(void *context)
{
    return context;
}

static eleven_player *strong_with_late(void *late)
{
    return eleven_strong_network_player_new(
        tables, eleven_network_pair_player_new(eleven_network_shipped(), late_network, late));
}

/* The second network is the late one that ships, or cannot be opened. */
static void it_plays_like_two_networks_at_low_depth(void **state)
{
    (void)state;
    uint64_t random = 12;
    const eleven_network *shipped = eleven_network_shipped_late();
    eleven_player *network = player_of("network", 1);
    eleven_player *strong = strong_with_late((void *)(uintptr_t)shipped), *half = strong_with_late(NULL);
    eleven_rules rules = rules_named("classic");
    for (unsigned i = 0; i < 2 * ADVICE; i++) {
        eleven_board early = random_board(&random, 4, 4, 9), late = random_board(&random, 4, 4, 13);
        eleven_advice advice;
        late.cells[i % 16] = 14;
        late.cells[(i + 5) % 16] = 0;
        expect_same_advice(strong, network, &early, 0, 0);
        expect_same_advice(half, network, &early, 1, 1);
        expect_same_advice(strong, network, &late, 1, 1);
        expect_same_advice(strong, network, &late, 2, 2);
        assert_false(advise(half, &rules, &late, 2, &advice));
        late.cells[(i + 5) % 16] = 13;
        assert_int_equal(advise(half, &rules, &late, 3, &advice), eleven_board_legal(&rules, &late) != 0);
    }
    eleven_player_close(half);
    eleven_player_close(strong);
    eleven_player_close(network);
}

/* ---- The player with a network that has learned with the tables ------------------------------------------- */

static eleven_player *open_guided(void)
{
    eleven_player *player = eleven_strong_guided_player_new(tables, player_of("network", 1));
    assert_non_null(player);
    return player;
}

static bool is_in_the_tables(const eleven_board *board)
{
    double chances[ELEVEN_DIRECTIONS];
    return eleven_bitboard_largest(eleven_bitboard_pack(board)) >= 13 &&
           eleven_endgame_chances(tables, eleven_bitboard_pack(board), chances) != 0;
}

/* Elsewhere strong follows its tables five moves ahead. */
static void a_guided_player_asks_the_tables_first(void **state)
{
    (void)state;
    uint64_t random = 13;
    unsigned followed = 0;
    eleven_player *network = player_of("network", 1), *guided = open_guided(), *strong = open_strong();
    for (unsigned i = 0; i < 2 * ADVICE; i++) {
        uint8_t cells[MODEL_CELLS];
        unsigned depth = 1 + i % 3;
        eleven_board board = random_board(&random, 4, 4, 12 + i % 6);
        bool is_inside = is_in_the_tables(&board);
        expect_same_advice(guided, is_inside ? strong : network, &board, depth, is_inside ? 5 : depth);
        if (!is_inside)
            expect_same_advice(guided, network, &board, 0, 2);
        random_formation(&random, i % 2 ? &model_six : &model_five, 17, i % 2 ? 34 : 22, cells);
        board = board_of_ranks(cells);
        if (!is_in_the_tables(&board))
            continue;
        followed++;
        expect_same_advice(guided, strong, &board, depth, 5);
    }
    assert_true(followed > ADVICE / 10);
    eleven_player_close(strong);
    eleven_player_close(guided);
    eleven_player_close(network);
}

static bool has_rank(const eleven_board *board, unsigned rank)
{
    return memchr(board->cells, (int)rank, (size_t)board->w * board->h) != NULL;
}

/* Whichever network it has, it looks at most four moves ahead. From six moves on, the search for the formation plays on
 * the way to the next 8192. */
static void a_guided_player_leads_to_the_tables(void **state)
{
    (void)state;
    uint64_t random = 16;
    eleven_player *network = player_of("network", 1), *guided = open_guided();
    eleven_player *late = eleven_network_player_new(eleven_network_shipped_late());
    eleven_player *other = eleven_strong_guided_player_new(tables, late);
    for (unsigned i = 0; i < ADVICE; i++) {
        unsigned depth = 5 + i % 2;
        eleven_board board = random_board(&random, 4, 4, 12 + i % 4);
        bool builds_8192 = (has_rank(&board, 13) != has_rank(&board, 14)) && !has_rank(&board, 15);
        bool leads = (depth == 6 && builds_8192) || is_in_the_tables(&board);
        expect_same_advice(guided, leads ? other : network, &board, depth, leads ? depth : 4);
    }
    eleven_player_close(other);
    eleven_player_close(guided);
    eleven_player_close(network);
}

/* A file beside the tables is the late network; where it is damaged, nothing plays in its place. */
static void a_network_beside_the_tables_is_used(void **state)
{
    (void)state;
    static const char outside[] = "16384 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . .";
    eleven_rules rules = rules_named("classic");
    eleven_board late = board_of(&rules, outside), early = board_of(&rules, "4096 2 4 . / . . . . / . . . . / . . . .");
    eleven_player *network = player_of("network", 1), *other = eleven_network_player_new(eleven_network_shipped());
    eleven_player *strong;
    const char *path = path_of("strong.weights");
    char *shipped = realpath("data/default.weights", NULL);
    assert_true(shipped && symlink(shipped, path) == 0);
    assert_int_equal(eleven_player_open("strong", 1, folder, &strong, NULL), ELEVEN_OK);
    expect_same_advice(strong, other, &late, 2, 2);
    expect_same_advice(strong, network, &early, 2, 2);
    eleven_player_close(strong);
    assert_int_equal(remove(path), 0);
    FILE *damaged = fopen(path, "w");
    assert_true(damaged && fputs("ELEVENN\n", damaged) >= 0 && fclose(damaged) == 0);
    assert_int_equal(eleven_player_open("strong", 1, folder, &strong, NULL), ELEVEN_BAD_TEXT);
    assert_null(strong);
    assert_int_equal(remove(path), 0);
    free(shipped);
    eleven_player_close(other);
    eleven_player_close(network);
}

static void a_guided_player_needs_a_network(void **state)
{
    (void)state;
    assert_null(eleven_strong_guided_player_new(tables, NULL));
    assert_null(eleven_strong_network_player_new(tables, NULL));
}

static void equal_boards_get_equal_moves(void **state)
{
    (void)state;
    uint64_t random = 11;
    eleven_player *experienced = open_strong();
    for (unsigned i = 0; i < ADVICE; i++) {
        eleven_board board = random_board(&random, 4, 4, 14);
        eleven_player *fresh = open_strong();
        expect_same_advice(experienced, fresh, &board, 3, 3);
        eleven_player_close(fresh);
    }
    eleven_player_close(experienced);
}

static eleven_strong_view view_of(eleven_player *player, const char *rules_name, const char *text, unsigned depth)
{
    eleven_rules rules = rules_named(rules_name);
    eleven_board board = board_of(&rules, text);
    eleven_budget budget = {.size = sizeof budget, .depth = depth};
    eleven_strong_view view;
    assert_true(eleven_strong_player_view(player, &rules, &board, depth ? &budget : NULL, &view));
    return view;
}

/* The goals of the tiny tables: a 64 around six tiles; around five a 16 with a pair of 8, which merge to a 32; in the
 * last table a 16 around six tiles, of which one is a 16. */
static void it_states_what_its_values_mean(void **state)
{
    (void)state;
    static const char six[] = "8192 4096 2048 . / 512 1024 256 . / 32 16 8 4 / . . 2 4";
    static const char five[] = "8192 4096 2048 4 / 1024 512 . 8 / 2 4 8 . / . . . .";
    static const char last[] = "8192 4096 2048 . / 1024 512 16 8 / . . 2 4 / . . . .";
    static const char other[] = "8192 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . .";
    eleven_player *player = open_strong();
    eleven_strong_view view = view_of(player, "classic", six, 3);
    assert_true(view.kind == ELEVEN_STRONG_TABLES && view.endgame == tables && !view.search && !view.depth);
    assert_true(view.locked == 6 && view.next == 6);
    view = view_of(player, "classic", five, 0);
    assert_true(view.kind == ELEVEN_STRONG_TABLES && view.locked == 5 && view.next == 5);
    view = view_of(player, "classic", last, 0);
    assert_true(view.kind == ELEVEN_STRONG_TABLES && view.locked == 6 && view.next == 4);
    view = view_of(player, "classic", other, 5);
    assert_true(view.kind == ELEVEN_STRONG_FORMATION && !view.endgame && !view.locked && !view.next);
    assert_true(view.depth == 5 && view.search && !eleven_search_counts_points(view.search));
    assert_int_equal(view_of(player, "classic", other, 0).depth, 4);
    view = view_of(player, "classic", "2 4 8 . / . . . . / . . . . / . . . .", 5);
    assert_true(view.kind == ELEVEN_STRONG_NETWORK && view.depth == 3 && eleven_search_counts_points(view.search));
    static const char alone[] = "16384 4096 2048 . / 512 1024 256 . / 32 16 8 4 / . . 2 4";
    assert_true(view_of(player, "classic", alone, 4).kind == ELEVEN_STRONG_NETWORK);
    assert_true(view_of(player, "classic", alone, 5).kind == ELEVEN_STRONG_TABLES);
    view = view_of(player, "classic", six, 2);
    assert_true(view.kind == ELEVEN_STRONG_NETWORK && view.depth == 2);
    view = view_of(player, "fibonacci", "1 1 . / . . . / . . .", 0);
    assert_true(view.kind == ELEVEN_STRONG_NETWORK && !view.search);
    eleven_player_close(player);
}

static void a_guided_player_states_what_its_values_mean(void **state)
{
    (void)state;
    static const char early[] = "4096 2 4 . / . . . . / . . . . / . . . .";
    static const char six[] = "8192 4096 2048 . / 512 1024 256 . / 32 16 8 4 / . . 2 4";
    static const char other[] = "8192 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . .";
    static const char alone[] = "16384 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . .";
    static const char late[] = "16384 2 8192 4 / 2 1024 . . / 2048 . . . / 512 . . .";
    static const char latest[] = "32768 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . .";
    static const char *const led_by_network[] = {late, early, latest};
    eleven_player *player = open_guided();
    for (unsigned depth = 1; depth <= 6; depth++) {
        for (unsigned i = 0; i < 3; i++) {
            eleven_strong_view view = view_of(player, "classic", led_by_network[i], depth);
            assert_true(view.kind == ELEVEN_STRONG_NETWORK && view.locked == 0);
            assert_int_equal(view.depth, depth < 4 ? depth : 4);
            assert_true(eleven_search_counts_points(view.search));
        }
        for (unsigned i = 0; i < 2; i++) {
            eleven_strong_view view = view_of(player, "classic", i ? alone : other, depth);
            assert_int_equal(view.kind, depth == 6 ? ELEVEN_STRONG_FORMATION : ELEVEN_STRONG_NETWORK);
            assert_int_equal(view.depth, depth == 5 ? 4 : depth);
            assert_int_equal(eleven_search_counts_points(view.search), depth != 6);
        }
        assert_true(view_of(player, "classic", six, depth).kind == ELEVEN_STRONG_TABLES);
    }
    assert_int_equal(view_of(player, "classic", other, 0).depth, 2);
    assert_null(view_of(player, "fibonacci", "1 1 . / . . . / . . .", 0).search);
    assert_int_equal(view_of(player, "classic", "2 2 . / . . . / . . .", 6).depth, 6);
    eleven_player_close(player);
}

static void a_guided_player_searches_for_the_formation_if_there_is_time(void **state)
{
    (void)state;
    static const struct {
        eleven_budget budget;
        bool is_enough;
    } cases[] = {
        {{.nodes = 149999}, false},
        {{.nodes = 150000}, true},
        {{.milliseconds = 0.9}, false},
        {{.milliseconds = 1}, true},
        {{.milliseconds = 100, .nodes = 1000}, false},
        {{.milliseconds = 100, .depth = 5}, false},
        {{.milliseconds = 100, .depth = 6}, true},
        {{.milliseconds = 0.9, .depth = 6}, false},
    };
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "8192 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . .");
    eleven_player *player = open_guided();
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        eleven_budget budget = cases[i].budget;
        eleven_strong_view view;
        budget.size = sizeof budget;
        assert_true(eleven_strong_player_view(player, &rules, &board, &budget, &view));
        assert_int_equal(view.kind, cases[i].is_enough ? ELEVEN_STRONG_FORMATION : ELEVEN_STRONG_NETWORK);
        assert_int_equal(view.depth, cases[i].is_enough || budget.depth < 4 ? budget.depth : 4);
    }
    eleven_player_close(player);
}

static void other_players_have_no_such_view(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 4 / . .");
    eleven_player *network = player_of("network", 1);
    eleven_strong_view view;
    assert_false(eleven_strong_player_view(network, &rules, &board, NULL, &view));
    eleven_player_close(network);
}

/* ---- Learning with the tables --------------------------------------------------------------------------- */

/* Whether a game may lead from one board to the other by this move. */
static bool follows(eleven_bitboard board, eleven_direction direction, eleven_bitboard next)
{
    eleven_rules rules = rules_named("classic");
    eleven_rowtable rows;
    eleven_rowtable_init(&rows, &rules);
    uint64_t new_tile = eleven_bitboard_slide(&rows, board, direction, NULL).low ^ next.low;
    return new_tile && (new_tile & (new_tile - 1)) == 0;
}

/* Untaught weights are all 0, so alone the trainer would take the move that gains most. */
static void training_takes_the_moves_of_the_tables(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\nrate 0\n";
    eleven_rules rules = rules_named("classic");
    eleven_board board_there = board_of(&rules, "8192 4096 2048 . / 512 1024 256 . / 8 4 2 . / . . . .");
    const eleven_bitboard start = eleven_bitboard_pack(&board_there);
    train_recipe parsed;
    unsigned inside = 0, others = 0;
    assert_int_equal(train_recipe_parse(recipe, strlen(recipe), &parsed, NULL), ELEVEN_OK);
    training *trainer = train_open(&parsed, 3, 1);
    assert_int_equal(train_begin_at(trainer, &start, 1, NULL), ELEVEN_OK);
    trainer->tables = tables;
    train_worker *worker = trainer->worker;
    for (unsigned i = 0; i < 20000; i++) {
        double chances[ELEVEN_DIRECTIONS];
        eleven_bitboard board = worker->board;
        bool is_inside = eleven_endgame_chances(tables, board, chances) != 0;
        unsigned moves = worker->path_moves;
        train_play(trainer, 0, 1);
        if (worker->path_moves != moves + 1)
            continue;
        unsigned best = 0;
        for (unsigned d = 1; d < ELEVEN_DIRECTIONS; d++)
            best = chances[d] > chances[best] ? d : best;
        inside += is_inside;
        others += !is_inside;
        assert_true(!is_inside || follows(board, (eleven_direction)best, worker->board));
    }
    assert_true(inside > 500 && others > 500);
    train_close(trainer);
}

/* ---- The line ------------------------------------------------------------------------------------------- */

static double best_chance(eleven_bitboard board, unsigned locked)
{
    double chances[ELEVEN_DIRECTIONS], best = 0;
    if (eleven_endgame_chances(tables, board, chances) == locked)
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            best = fmax(best, chances[d]);
    return best;
}

/* No other cell has a chance nearer to the mean. Returns the board with the tile. */
static eleven_board expect_typical(const eleven_board *board, unsigned locked, const eleven_search_step *step)
{
    eleven_rules rules = rules_named("classic");
    eleven_board after = *board;
    double chances[MODEL_CELLS], mean = 0;
    unsigned empties = 0;
    eleven_board_slide(&rules, &after, step->direction, NULL);
    assert_true(step->tile.rank == 1 && after.cells[step->tile.cell] == 0);
    for (unsigned i = 0; i < MODEL_CELLS; i++) {
        eleven_board with = after;
        with.cells[i] = 1;
        chances[i] = after.cells[i] ? -1 : best_chance(eleven_bitboard_pack(&with), locked);
        mean += fmax(chances[i], 0);
        empties += after.cells[i] == 0;
    }
    mean /= empties;
    for (unsigned i = 0; i < MODEL_CELLS; i++)
        assert_true(chances[i] < 0 || fabs(chances[i] - mean) >= fabs(chances[step->tile.cell] - mean) - 1e-12);
    after.cells[step->tile.cell] = 1;
    return after;
}

static void the_line_has_the_best_moves_and_typical_tiles(void **state)
{
    (void)state;
    uint64_t random = 12;
    unsigned longest = 0;
    for (unsigned i = 0; i < BOARDS; i++) {
        uint8_t cells[MODEL_CELLS];
        double chances[ELEVEN_DIRECTIONS];
        eleven_search_step line[ELEVEN_SEARCH_DEPTH];
        random_formation(&random, i % 2 ? &model_six : &model_five, 17, i % 2 ? 28 : 14, cells);
        eleven_board board = board_of_ranks(cells);
        unsigned locked = eleven_endgame_chances(tables, eleven_bitboard_pack(&board), chances);
        unsigned length = eleven_endgame_line(tables, eleven_bitboard_pack(&board), 1 + i % 20, line);
        assert_true(length <= 1 + i % 20 && length <= ELEVEN_SEARCH_DEPTH && (length > 0) == (locked > 0));
        longest = length > longest ? length : longest;
        for (unsigned k = 0; k < length; k++) {
            eleven_endgame_chances(tables, eleven_bitboard_pack(&board), chances);
            assert_true(chances[line[k].direction] == best_chance(eleven_bitboard_pack(&board), locked));
            if (k + 1 < length)
                board = expect_typical(&board, locked, &line[k]);
        }
        assert_true(!length || line[length - 1].tile.rank == 0);
    }
    assert_true(longest > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_needs_tables),
        cmocka_unit_test(chances_are_those_of_a_recursion),
        cmocka_unit_test(the_largest_tiles_can_be_locked),
        cmocka_unit_test(earlier_chances_agree_too),
        cmocka_unit_test(other_boards_are_recognised),
        cmocka_unit_test(a_locked_tile_is_not_shifted),
        cmocka_unit_test(boards_at_the_goal_are_left_to_the_search),
        cmocka_unit_test(it_plays_on_any_board_under_any_rules),
        cmocka_unit_test(it_has_no_move_on_a_lost_board),
        cmocka_unit_test(it_follows_the_tables),
        cmocka_unit_test(it_plays_like_the_network_at_first_and_at_low_depth),
        cmocka_unit_test(it_plays_like_two_networks_at_low_depth),
        cmocka_unit_test(a_guided_player_asks_the_tables_first),
        cmocka_unit_test(a_guided_player_leads_to_the_tables),
        cmocka_unit_test(a_network_beside_the_tables_is_used),
        cmocka_unit_test(a_guided_player_needs_a_network),
        cmocka_unit_test(a_guided_player_states_what_its_values_mean),
        cmocka_unit_test(a_guided_player_searches_for_the_formation_if_there_is_time),
        cmocka_unit_test(equal_boards_get_equal_moves),
        cmocka_unit_test(it_states_what_its_values_mean),
        cmocka_unit_test(other_players_have_no_such_view),
        cmocka_unit_test(training_takes_the_moves_of_the_tables),
        cmocka_unit_test(the_line_has_the_best_moves_and_typical_tiles),
    };
    return cmocka_run_group_tests(tests, build_tables, drop_tables);
}
