/* Sessions against a naive model: a list of games after each action, and a place in it. */
#include "session_fixture.h"
#include "../oracle/oracle.h"

/* ---- The model ----------------------------------------------------------------------------------------- */

enum { ENTRIES_MOST = 400 };

/* What the model knows of one entry; the counters are at the entry that begins the game. */
typedef struct note {
    size_t game;
    eleven_game after;
    bool is_move;
    uint64_t seed;
    uint32_t undos, helped;
} note;

typedef struct model {
    eleven_rules rules;
    note notes[ENTRIES_MOST];
    size_t length, position, unsaved;
} model;

static note *last_note(model *at)
{
    return &at->notes[at->position - 1];
}

static note *game_note(model *at)
{
    return &at->notes[last_note(at)->game];
}

static void add_note(model *at, note added)
{
    if (at->unsaved > at->position)
        at->unsaved = at->position;
    at->notes[at->position++] = added;
    at->length = at->position;
}

static bool model_move(model *at, eleven_direction direction)
{
    eleven_game game = last_note(at)->after;
    uint64_t word = eleven_random(game_note(at)->seed, game.ply + 1);
    if (!eleven_game_step(&at->rules, &game, direction, word, NULL))
        return false;
    add_note(at, (note){.game = last_note(at)->game, .after = game, .is_move = true});
    return true;
}

static bool model_keep_playing(model *at)
{
    eleven_game game = last_note(at)->after;
    if (!eleven_game_keep_playing(&at->rules, &game))
        return false;
    add_note(at, (note){.game = last_note(at)->game, .after = game});
    return true;
}

static void model_begin(model *at, eleven_game game, uint64_t seed)
{
    add_note(at, (note){.game = at->position, .after = game, .seed = seed});
}

static bool model_undo(model *at)
{
    if (at->position <= 1)
        return false;
    game_note(at)->undos += last_note(at)->is_move;
    at->position--;
    return true;
}

static bool model_seek(model *at, size_t position)
{
    if (position < 1 || position > at->length)
        return false;
    at->position = position;
    return true;
}

/* ---- Both at once -------------------------------------------------------------------------------------- */

/* A session and its model, and where chance for the test itself comes from. */
typedef struct pair {
    eleven_session *session;
    model model;
    uint64_t random;
} pair;

static void act_move(pair *at)
{
    eleven_direction direction = (eleven_direction)oracle_below(&at->random, ELEVEN_DIRECTIONS);
    assert_int_equal(eleven_session_move(at->session, direction, acted), model_move(&at->model, direction));
}

static void act_undo(pair *at)
{
    assert_int_equal(eleven_session_undo(at->session, acted), model_undo(&at->model));
}

static void act_redo(pair *at)
{
    assert_int_equal(eleven_session_redo(at->session, acted), model_seek(&at->model, at->model.position + 1));
}

static void act_seek(pair *at)
{
    size_t position = oracle_below(&at->random, (unsigned)at->model.length + 3);
    assert_int_equal(eleven_session_seek(at->session, position, acted), model_seek(&at->model, position));
}

static void act_new_game(pair *at)
{
    const eleven_board *board = &last_note(&at->model)->after.board;
    uint64_t seed = oracle_random(&at->random);
    eleven_game game;
    eleven_game_start(&at->model.rules, board->w, board->h, seed, &game, NULL);
    assert_true(eleven_session_new_game(at->session, seed, "", acted));
    model_begin(&at->model, game, seed);
}

static void act_begin_near_a_win(pair *at)
{
    eleven_record head = head_at("classic", "1024 1024 . / 8 2 . / . . 4");
    head.rules = at->model.rules;
    head.seed = oracle_random(&at->random);
    assert_true(eleven_session_begin(at->session, &head, 0, 0, acted));
    model_begin(&at->model, head.start, head.seed);
}

static void act_keep_playing(pair *at)
{
    assert_int_equal(eleven_session_keep_playing(at->session, acted), model_keep_playing(&at->model));
}

static bool choose_any(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                       const eleven_budget *budget, eleven_advice *advice)
{
    (void)rules, (void)board, (void)budget;
    advice->direction = *(const eleven_direction *)player->context;
    return true;
}

static void act_autoplay(pair *at)
{
    eleven_direction direction = (eleven_direction)oracle_below(&at->random, ELEVEN_DIRECTIONS);
    eleven_player player = {.name = "any", .context = &direction, .choose = choose_any};
    eleven_budget budget = {0};
    bool moved = model_move(&at->model, direction);
    assert_int_equal(eleven_session_autoplay(at->session, &player, &budget, acted), moved);
    game_note(&at->model)->helped += moved;
}

static void act_mark_helped(pair *at)
{
    eleven_session_mark_helped(at->session);
    game_note(&at->model)->helped = last_note(&at->model)->after.ply;
}

static void act_save(pair *at)
{
    eleven_session_saved(at->session);
    at->model.unsaved = at->model.length;
}

static const struct {
    unsigned weight;
    void (*act)(pair *at);
} actions[] = {{40, act_move},        {18, act_undo},    {10, act_redo},
               {3, act_seek},         {3, act_new_game}, {2, act_begin_near_a_win},
               {6, act_keep_playing}, {8, act_autoplay}, {2, act_mark_helped},
               {3, act_save}};

static void act(pair *at)
{
    unsigned total = 0, i = 0;
    for (unsigned k = 0; k < sizeof actions / sizeof *actions; k++)
        total += actions[k].weight;
    unsigned drawn = oracle_below(&at->random, total);
    while (drawn >= actions[i].weight)
        drawn -= actions[i++].weight;
    actions[i].act(at);
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

static void compare_now(pair *at)
{
    eleven_record record;
    eleven_session_record(at->session, &record);
    expect_position(at->session, at->model.position, at->model.length);
    assert_int_equal(eleven_session_unsaved(at->session), at->model.unsaved);
    assert_true(same_game(eleven_session_game(at->session), &last_note(&at->model)->after));
    assert_int_equal(record.undos, game_note(&at->model)->undos);
    assert_int_equal(record.helped, game_note(&at->model)->helped);
    assert_true(record.seed == game_note(&at->model)->seed);
}

static void compare_all(pair *at)
{
    for (size_t i = 0; i < at->model.length; i++) {
        const eleven_entry *entry = eleven_session_entry(at->session, i);
        const note *expected = &at->model.notes[i];
        assert_true(same_game(&entry->after, &expected->after));
        assert_int_equal(entry->game, expected->game);
        assert_int_equal(entry->begins_game, expected->game == i);
        if (entry->begins_game)
            assert_true(entry->head->undos == expected->undos && entry->head->helped == expected->helped);
        else
            assert_int_equal(entry->ply.keeps_playing, !expected->is_move);
    }
}

static void play_random_session(pair *at, uint64_t seed)
{
    unsigned w = 2 + oracle_below(&at->random, 3), h = 2 + oracle_below(&at->random, 3);
    eleven_rules rules = rules_named(eleven_rules_name(seed % 2 ? 0 : 2)); /* classic, engine */
    eleven_record head = {.rules = rules, .has_seed = true, .seed = seed};
    at->session = session_of(&head, w, h);
    at->model.rules = rules;
    at->model.length = at->model.position = at->model.unsaved = 0;
    eleven_game game;
    eleven_game_start(&rules, w, h, seed, &game, NULL);
    model_begin(&at->model, game, seed);
    for (unsigned i = 0; i < 100; i++) {
        act(at);
        compare_now(at);
    }
    compare_all(at);
    eleven_session_free(at->session);
}

static void a_thousand_random_sessions_agree_with_the_model(void **state)
{
    (void)state;
    static pair at;
    at.random = 2048;
    for (uint64_t seed = 0; seed < 1000; seed++)
        play_random_session(&at, seed);
}

/* ---- Long sessions ------------------------------------------------------------------------------------- */

/* Ten thousand actions on, all the way back, and all the way on again: always the same boards. */
static void undo_and_redo_have_no_limit(void **state)
{
    (void)state;
    enum { ACTIONS = 10000 };
    eleven_game *games = calloc(ACTIONS + 1, sizeof *games);
    eleven_session *session = session_sized("classic", 4, 4, 1);
    assert_non_null(games);
    games[0] = *eleven_session_game(session);
    for (unsigned i = 1; i <= ACTIONS; i++) {
        if (!move_some(session, i) && !eleven_session_keep_playing(session, acted))
            assert_true(eleven_session_new_game(session, i, "", acted));
        games[i] = *eleven_session_game(session);
    }
    for (unsigned i = ACTIONS; i >= 1; i--) {
        assert_true(eleven_session_undo(session, acted));
        assert_true(same_game(eleven_session_game(session), &games[i - 1]));
    }
    assert_false(eleven_session_undo(session, acted));
    for (unsigned i = 1; i <= ACTIONS; i++) {
        assert_true(eleven_session_redo(session, acted));
        assert_true(same_game(eleven_session_game(session), &games[i]));
    }
    assert_false(eleven_session_redo(session, acted));
    free(games);
    eleven_session_free(session);
}

/* One game of ten thousand moves, without a seed. */
static void a_long_game_comes_back_to_its_start(void **state)
{
    (void)state;
    eleven_record head = {.rules = rules_named("provider"), .from_board = true};
    head.rules.goal = 0;
    head.start.board = board_of(&head.rules, "2 . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . ."
                                             "/ . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . 2");
    eleven_session *session = session_of(&head, 0, 0);
    for (unsigned i = 0; i < 10000; i++)
        assert_true(move_some(session, i % 3 ? ELEVEN_LEFT : ELEVEN_DOWN));
    eleven_game last = *eleven_session_game(session);
    while (eleven_session_undo(session, acted))
        assert_in_range(eleven_session_position(session), 1, 10000);
    assert_true(same_game(eleven_session_game(session), &head.start));
    assert_int_equal(record_of(session).undos, 10000);
    for (unsigned i = 0; i < 10000; i++)
        assert_true(move_some(session, i % 3 ? ELEVEN_LEFT : ELEVEN_DOWN)); /* made again, not redone */
    assert_true(same_game(eleven_session_game(session), &last));
    eleven_session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_random_sessions_agree_with_the_model),
        cmocka_unit_test(undo_and_redo_have_no_limit),
        cmocka_unit_test(a_long_game_comes_back_to_its_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
