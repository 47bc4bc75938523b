/* The library with an allocator of the caller: everything that it allocates comes from there, nothing from malloc, all
 * of it comes back, and where the allocator fails, each function says so and gives back what it had. */
#include "expect.h"
#include "eleven.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- An allocator that counts, and can fail ------------------------------------------------------------- */

/* `fail_at`: the allocation that fails, from 1; 0: none. `strangers`: allocations beside it. */
static struct {
    pthread_mutex_t lock;
    size_t live, calls, fail_at, strangers;
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER};

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *old);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *old);
char *__wrap_strdup(const char *text);

static void count_stranger(void)
{
    __atomic_add_fetch(&heap.strangers, 1, __ATOMIC_RELAXED);
}

void *__wrap_malloc(size_t size)
{
    count_stranger();
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    count_stranger();
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    count_stranger();
    return __real_realloc(old, size);
}

void __wrap_free(void *old)
{
    count_stranger();
    __real_free(old);
}

char *__wrap_strdup(const char *text)
{
    count_stranger();
    return __real_strdup(text);
}

/* The size is before the block, which is full of rubbish at first. */
static void *heap_resize(void *context, void *old, size_t size)
{
    assert_ptr_equal(context, &heap);
    assert_true(size > 0);
    pthread_mutex_lock(&heap.lock);
    size_t had = old ? *(size_t *)((char *)old - 16) : 0;
    char *block = ++heap.calls == heap.fail_at ? NULL : __real_malloc(size + 16);
    if (block) {
        heap.live += size - had;
        *(size_t *)block = size;
        memset(block + 16, 0xa5, size);
    }
    if (block && old) {
        memcpy(block + 16, old, had < size ? had : size);
        __real_free((char *)old - 16);
    }
    pthread_mutex_unlock(&heap.lock);
    return block ? block + 16 : NULL;
}

static void *heap_allocate(void *context, size_t size)
{
    return heap_resize(context, NULL, size);
}

static void heap_release(void *context, void *old)
{
    assert_ptr_equal(context, &heap);
    assert_non_null(old);
    pthread_mutex_lock(&heap.lock);
    heap.live -= *(size_t *)((char *)old - 16);
    pthread_mutex_unlock(&heap.lock);
    __real_free((char *)old - 16);
}

static const eleven_allocator counting = {sizeof counting, &heap, heap_allocate, heap_resize, heap_release};

/* ---- Every object of the library ------------------------------------------------------------------------ */

static char folder[] = "/tmp/eleven-memory-XXXXXX", path[64];

static const char game_text[] = "eleven game 1\nrules classic\nsize 4x4\nseed 7\n";

static eleven_error session_used(void)
{
    eleven_record head = {.rules = rules_named("classic")};
    eleven_session *session = eleven_session_new();
    if (!session)
        return ELEVEN_NO_MEMORY;
    eleven_error error = eleven_session_begin(session, &head, 4, 4, 0) ? ELEVEN_OK : eleven_session_error(session);
    for (unsigned i = 0; i < 100 && !error; i++)
        if (!eleven_session_move(session, (eleven_direction)(i % ELEVEN_DIRECTIONS), 0) &&
            eleven_session_error(session) != ELEVEN_IMPOSSIBLE)
            error = eleven_session_error(session);
    eleven_session_free(session);
    return error;
}

static eleven_error actions_used(void)
{
    eleven_record head = {.rules = rules_named("classic"), .from_board = true};
    head.start.board = board_of(&head.rules, "1024 1024 . . / . . . . / . . . . / . . . .");
    eleven_budget budget = {.size = sizeof budget};
    eleven_player *player = NULL;
    if (eleven_player_open("greedy", 1, NULL, &player, NULL))
        return ELEVEN_NO_MEMORY;
    eleven_session *session = eleven_session_new();
    bool is_done = session && eleven_session_begin(session, &head, 4, 4, 0) &&
                   eleven_session_autoplay(session, player, &budget, 0) && eleven_session_keep_playing(session, 0) &&
                   eleven_session_new_game(session, 7, "", 0);
    eleven_error error = is_done   ? eleven_session_load(session, game_text, strlen(game_text), 0, NULL)
                         : session ? eleven_session_error(session)
                                   : ELEVEN_NO_MEMORY;
    eleven_session_free(session);
    eleven_player_close(player);
    return error;
}

static eleven_error chain_used(void)
{
    eleven_record head = {.rules = rules_named("classic"), .from_board = true};
    head.start.board = board_of(&head.rules, "2 4 / . 2");
    eleven_state *state = eleven_state_new(&head), *next = NULL;
    eleven_error error = state ? ELEVEN_OK : ELEVEN_NO_MEMORY;
    for (unsigned i = 0; i < 5 && !error; i++) {
        eleven_option options[ELEVEN_OPTIONS_MAX];
        assert_true(eleven_state_options(state, NULL, options) > 0);
        error = eleven_state_choose(state, options[0].word, strlen(options[0].word), &next, NULL);
        eleven_state_free(error ? NULL : state);
        state = error ? state : next;
    }
    eleven_state_free(state);
    return error;
}

/* A text that is empty was not made. */
static eleven_error chain_printed(void)
{
    static char text[ELEVEN_STATE_TEXT];
    eleven_record head;
    eleven_ply ply;
    size_t end;
    assert_false(eleven_chain_head_parse("2048(seed=7)", 12, &head, &end, NULL));
    eleven_state *state = eleven_state_new(&head), *begun = NULL, *moved = NULL, *followed = NULL;
    eleven_error error = state ? eleven_state_choose(state, "Begin", 5, &begun, NULL) : ELEVEN_NO_MEMORY;
    error = error ? error : eleven_state_move(begun, ELEVEN_LEFT, &ply, &moved);
    if (!error && !(followed = eleven_state_follow(begun, &ply, eleven_state_game(moved), 0)))
        error = ELEVEN_NO_MEMORY;
    if (!error && (!eleven_state_print(followed, text, sizeof text) || !eleven_chain_print(moved, text, sizeof text)))
        error = ELEVEN_NO_MEMORY;
    eleven_state_free(followed);
    eleven_state_free(moved);
    eleven_state_free(begun);
    eleven_state_free(state);
    return error;
}

static eleven_error players_used(void)
{
    static const char *const names[] = {"random", "greedy", "corner", "montecarlo", "search", "network"};
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 4 . . / . . 8 . / . . . . / . 2 . .");
    eleven_budget budget = {.size = sizeof budget, .nodes = 20};
    eleven_error error = ELEVEN_OK;
    for (unsigned i = 0; i < sizeof names / sizeof *names && !error; i++) {
        eleven_player *player;
        eleven_advice advice;
        error = eleven_player_open(names[i], 1, NULL, &player, NULL);
        if (!error)
            error = eleven_player_choose(player, &rules, &board, &budget, &advice);
        eleven_player_close(player);
    }
    return error;
}

static eleven_error search_used(void)
{
    static uint64_t memory[ELEVEN_ROWTABLE_BYTES / 8];
    eleven_rules rules = rules_named("classic");
    const eleven_rowtable *rows = eleven_rowtable_init(memory, &rules);
    eleven_evaluation *evaluation = eleven_evaluation_new(&rules);
    eleven_search *search = evaluation ? eleven_search_new(rows, eleven_evaluation_evaluator(evaluation), NULL) : NULL;
    eleven_search_result result;
    eleven_error error =
        search ? eleven_search_run(search, eleven_bitboard_start(rows, 1), NULL, &result) : ELEVEN_NO_MEMORY;
    eleven_search_free(search);
    eleven_evaluation_free(evaluation);
    return error;
}

static bool know_nothing(void *context, const eleven_rules *rules, eleven_evaluator *evaluator)
{
    (void)context, (void)rules, (void)evaluator;
    return false;
}

static const eleven_network *late_of(void *context)
{
    (void)context;
    return eleven_network_shipped();
}

/* The built-in search, with points, and a player that searches on its own. */
static eleven_error searchers_used(void)
{
    eleven_rules rules = rules_named("classic");
    const eleven_network *network = eleven_network_shipped();
    const eleven_knowledge nothing = {.size = sizeof nothing, .evaluate = know_nothing};
    eleven_player *players[] = {eleven_network_player_new(network),
                                eleven_network_pair_player_new(network, late_of, NULL),
                                eleven_search_player_new("own", &nothing, 1, NULL), NULL};
    players[3] = players[1] ? eleven_network_player_share(players[1]) : NULL;
    eleven_error error = players[0] && players[2] && players[3] ? ELEVEN_OK : ELEVEN_NO_MEMORY;
    if (!error &&
        (!eleven_player_counts_points(players[0], &rules, 4, 4) || !eleven_player_search(players[1], &rules, 4, 4)))
        error = ELEVEN_NO_MEMORY;
    const eleven_budget two_threads = {.size = sizeof two_threads, .depth = 2, .threads = 2};
    eleven_search_result result;
    if (!error)
        error = eleven_search_run(eleven_player_search(players[0], &rules, 4, 4), (eleven_bitboard){0x1234, 0},
                                  &two_threads, &result);
    assert_true(eleven_network_suits(&rules, 4, 4));
    assert_ptr_equal(players[0] ? eleven_player_network(players[0]) : network, network);
    for (unsigned i = 0; i < 4; i++)
        eleven_player_close(players[i]);
    return error;
}

/* Nobody else: what is sent comes back. */
static bool exchange_alone(void *context, const void *out, const size_t *out_lengths, void *in,
                           const size_t *in_lengths)
{
    (void)context, (void)in_lengths;
    memcpy(in, out, out_lengths[0]);
    return true;
}

/* Reads a file without the allocators of this program. */
static size_t bytes_of_file(const char *name, void *bytes, size_t size)
{
    int file = open(name, O_RDONLY);
    ssize_t length = file < 0 ? 0 : read(file, bytes, size);
    close(file);
    assert_true(length > 0 && (size_t)length < size);
    return (size_t)length;
}

static eleven_error checkpoint_used(void)
{
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2\nsize 1000\n";
    static char bytes[100000];
    const eleven_peers peers = {.size = sizeof peers, .count = 1, .exchange = exchange_alone};
    eleven_trainer *trainer = NULL, *heir = NULL;
    eleven_network *network = NULL, *same = NULL;
    eleven_error error = eleven_trainer_open(recipe, strlen(recipe), 1, 1, &trainer, NULL);
    error = error ? error : eleven_trainer_join(trainer, &peers, NULL);
    error = error ? error : eleven_trainer_run(trainer, 100, NULL);
    error = error ? error : eleven_trainer_checkpoint(trainer, path, NULL);
    error = error ? error : eleven_trainer_continue(trainer, path, NULL);
    error = error ? error : eleven_trainer_pack(trainer, 1, NULL, &network, NULL);
    error = error ? error : eleven_network_save(network, path, NULL);
    error = error ? error : eleven_network_open_bytes(bytes, bytes_of_file(path, bytes, sizeof bytes), &same, NULL);
    error = error ? error : eleven_network_check(path, NULL);
    error = error ? error : eleven_trainer_open(recipe, strlen(recipe), 1, 1, &heir, NULL);
    error = error ? error : eleven_trainer_adopt(heir, path, NULL);
    eleven_network_close(same);
    eleven_network_close(network);
    eleven_trainer_close(heir);
    eleven_trainer_close(trainer);
    return error;
}

static eleven_error trainer_used(void)
{
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2\nsize 1000\n";
    const eleven_bitboard board = {0x21, 0};
    eleven_trainer *trainer = NULL;
    eleven_network *network = NULL;
    eleven_error error = eleven_trainer_open(recipe, strlen(recipe), 1, 1, &trainer, NULL);
    error = error ? error : eleven_trainer_begin_at(trainer, &board, 1, NULL);
    error = error ? error : eleven_trainer_run(trainer, 100, NULL);
    error = error ? error : eleven_trainer_save(trainer, 1, path, NULL);
    eleven_trainer_close(trainer);
    error = error ? error : eleven_network_open(path, &network, NULL);
    eleven_network_close(network);
    error = error ? error : eleven_network_open_late(path, &network, NULL);
    assert_true(error || !network);
    return error;
}

static eleven_player *greedy_open(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    (void)context, (void)index, (void)budget;
    return player_of("greedy", seed);
}

static void game_seen(void *context, const eleven_match_game *game)
{
    (void)context;
    assert_non_null(game->record);
}

static eleven_error match_used(void)
{
    eleven_match match = {.size = sizeof match,
                          .rules = rules_named("classic"),
                          .w = 3,
                          .h = 3,
                          .games = 3,
                          .threads = 2,
                          .keeps_records = true,
                          .open = greedy_open,
                          .report = game_seen};
    return eleven_match_run(&match);
}

static eleven_error solver_used(void)
{
    static eleven_solution solution;
    eleven_solve solve = {.size = sizeof solve,
                          .rules = rules_named("classic"),
                          .w = 2,
                          .h = 2,
                          .threads = 2,
                          .objectives = {{ELEVEN_OBJECTIVE_EXPECT_SCORE, 0}},
                          .objective_count = 1,
                          .table = path};
    eleven_board board = board_of(&solve.rules, "2 4 / . .");
    eleven_advice advice;
    eleven_table *table = NULL;
    eleven_player *player = NULL;
    static char bytes[100000];
    eleven_error error = eleven_solve_largest(&solve) ? eleven_solve_run(&solve, &solution, NULL) : ELEVEN_NO_MEMORY;
    error = error ? error : eleven_table_open_bytes(bytes, bytes_of_file(path, bytes, sizeof bytes), &table, NULL);
    eleven_table_close(error ? NULL : table);
    error = error ? error : eleven_table_open(path, &table, NULL);
    if (!error && !(player = eleven_table_player_new(table, false)))
        error = ELEVEN_NO_MEMORY;
    error = error ? error : eleven_player_choose(player, &solve.rules, &board, NULL, &advice);
    eleven_player_close(player);
    eleven_table_close(table);
    return error;
}

static eleven_error formats_used(void)
{
    eleven_bytes bytes = {0}, records = {0};
    unsigned lost;
    eleven_error error = eleven_import(game_text, strlen(game_text), ELEVEN_FORMAT_RECORD, &records, &lost, NULL);
    error = error ? error : eleven_export(records.at, records.length, ELEVEN_FORMAT_RECORD, &bytes, &lost, NULL);
    eleven_bytes_free(&bytes);
    eleven_bytes_free(&records);
    return error;
}

static eleven_error long_game_found(void)
{
    static eleven_ply plies[ELEVEN_LONG_PLIES];
    eleven_long_search search = {.size = sizeof search, .width = 2};
    eleven_game start;
    uint32_t moves;
    eleven_error error = eleven_long_game(&search, &start, plies, &moves);
    return error == ELEVEN_IMPOSSIBLE ? ELEVEN_OK : error;
}

static eleven_error pictures_drawn(void)
{
    eleven_rules rules = rules_named("classic");
    eleven_picture picture = {.size = sizeof picture, .rules = &rules, .has_score = true};
    picture.game.board = board_of(&rules, "2 4 8 / . . 2");
    eleven_error error = ELEVEN_OK;
    for (unsigned kind = 0; kind < 3 && !error; kind++) {
        eleven_bytes bytes;
        error = eleven_picture_draw(&picture, (eleven_picture_kind)kind, &bytes);
        assert_true(error ? !bytes.at : bytes.length > 0);
        eleven_bytes_free(&bytes);
    }
    return error;
}

static eleven_error endgame_built(void)
{
    eleven_endgame_build build = {.size = sizeof build, .folder = folder, .threads = 2};
    return eleven_endgame_run(&build, NULL);
}

/* The tables that endgame_built has left. */
static eleven_error endgame_used(void)
{
    eleven_player *player;
    eleven_endgame *endgame;
    eleven_error error = eleven_endgame_open(folder, &endgame, NULL);
    if (error)
        return error;
    player = eleven_strong_network_player_new(endgame, eleven_network_player_new(eleven_network_shipped()));
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 . . . / . . . . / . . . . / . . . .");
    eleven_strong_view view;
    bool found = player && eleven_strong_player_view(player, &rules, &board, NULL, &view) && view.search;
    eleven_player_close(player);
    eleven_player *network = eleven_network_player_new(eleven_network_shipped());
    player = eleven_strong_guided_player_new(endgame, network);
    found = found && player;
    eleven_player_close(player);
    eleven_endgame_close(endgame);
    return found ? ELEVEN_OK : ELEVEN_NO_MEMORY;
}

static const struct use {
    const char *name;
    eleven_error (*run)(void);

    /* How many allocations to let fail, at most; and whether it can do without some of them. */
    size_t failures;
    bool can_do_without;
} uses[] = {
    {"session", session_used, 100, false},      {"actions", actions_used, 100, false},
    {"chain", chain_used, 100, false},          {"printed chain", chain_printed, 100, false},
    {"players", players_used, 100, false},      {"search", search_used, 100, false},
    {"searchers", searchers_used, 100, false},  {"trainer", trainer_used, 40, false},
    {"checkpoint", checkpoint_used, 100, true}, {"match", match_used, 100, false},
    {"solver", solver_used, 200, true},         {"formats", formats_used, 100, false},
    {"long game", long_game_found, 20, false},  {"pictures", pictures_drawn, 100, false},
    {"building", endgame_built, 40, false},     {"endgame", endgame_used, 100, false},
};

/* One use; the bytes come back in any case, and only the allocator was asked. */
static eleven_error run(const struct use *use, size_t fail_at)
{
    heap.calls = 0;
    heap.fail_at = fail_at;
    size_t strangers = heap.strangers;
    eleven_error error = use->run();
    if (heap.live || heap.strangers != strangers)
        fail_msg("%s, failure %zu: %zu bytes kept, %zu other allocations", use->name, fail_at, heap.live,
                 heap.strangers - strangers);
    return error;
}

/* The network in the library stays open. Where there was no memory for it, it can be opened later. */
static void the_shipped_network_may_fail_at_first(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2\nbegin 5\n";
    eleven_trainer *trainer = NULL;
    eleven_problem problem;
    eleven_allocator_set(&counting);
    heap.calls = 0;
    heap.fail_at = 1;
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 1, 1, &trainer, &problem), ELEVEN_NO_MEMORY);
    assert_string_equal(problem.sentence, "out of memory");
    assert_true(!trainer && heap.calls == 1 && heap.live == 0);
    heap.fail_at = 0;
    eleven_allocator_set(NULL);
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 1, 1, &trainer, &problem), ELEVEN_OK);
    eleven_trainer_close(trainer);
}

static void every_byte_comes_from_the_allocator_and_returns(void **state)
{
    (void)state;
    /* Kept until the end of the program. */
    assert_non_null(eleven_network_shipped());
    assert_non_null(eleven_network_shipped_late());
    eleven_allocator_set(&counting);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        eleven_error error = run(&uses[i], 0);
        if (error || !heap.calls)
            fail_msg("%s: %s after %zu allocations", uses[i].name, eleven_error_name(error), heap.calls);
    }
    eleven_allocator_set(NULL);
}

static void a_failing_allocator_is_out_of_memory(void **state)
{
    (void)state;
    eleven_allocator_set(&counting);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        for (size_t n = 1; n <= uses[i].failures; n++) {
            eleven_error error = run(&uses[i], n);
            if (heap.calls < n)
                break;
            if (error != ELEVEN_NO_MEMORY && !(error == ELEVEN_OK && uses[i].can_do_without))
                fail_msg("%s, failure %zu: %s", uses[i].name, n, eleven_error_name(error));
        }
    eleven_allocator_set(NULL);
}

/* As before: malloc and its relatives. */
static void without_an_allocator_malloc_is_used(void **state)
{
    (void)state;
    heap.calls = 0;
    eleven_session *session = eleven_session_new();
    assert_non_null(session);
    eleven_session_free(session);
    assert_int_equal(heap.calls, 0);
    assert_true(heap.strangers >= 2);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s/file", mkdtemp(folder) ? folder : "");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char tables[64];
    snprintf(tables, sizeof tables, "%s/endgame-tiny", folder);
    unlink(tables);
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_network_may_fail_at_first),
        cmocka_unit_test(every_byte_comes_from_the_allocator_and_returns),
        cmocka_unit_test(a_failing_allocator_is_out_of_memory),
        cmocka_unit_test(without_an_allocator_malloc_is_used),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
