/* Environments against game.h: the same positions, seeds and actions make the same games. */
#include "fuzz.h"
#include "eleven/envs.h"

enum { ENVS = 11, STEPS = 64 };

static eleven_rules rules;
static eleven_rowtable *table;

static eleven_board board_of(fuzz_in *in)
{
    eleven_board board;
    eleven_board_empty(4, 4, &board);
    for (unsigned i = 0; i < 16; i++)
        board.cells[i] = (eleven_rank)(fuzz_byte(in) % 18);
    return board;
}

static void expect_step(const eleven_env *env, eleven_game *game, uint64_t seed, unsigned action, int64_t reward,
                        bool over)
{
    eleven_events events;
    eleven_game_keep_playing(&rules, game);
    bool moved = eleven_game_step(&rules, game, (eleven_direction)action, eleven_random(seed, game->ply + 1), &events);
    eleven_board board;
    eleven_bitboard_unpack(env->board, &board);
    expect(eleven_board_equal(&board, &game->board) && env->score == game->score && env->moves == game->ply);
    expect(reward == (int64_t)(moved ? events.gain : 0));
    expect(over == !eleven_board_legal(&rules, &game->board));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    eleven_env envs[ENVS];
    eleven_game games[ENVS];
    uint64_t seed = fuzz_word(&in);
    uint8_t actions[ENVS];
    int64_t rewards[ENVS];
    bool over[ENVS];
    eleven_envs_results results = {
        .size = sizeof results, .rewards = rewards, .over = over, .autoreset = ELEVEN_AUTORESET_DISABLED};
    if (!table) {
        eleven_rules_find("classic", &rules);
        table = eleven_rowtable_init(malloc(ELEVEN_ROWTABLE_BYTES), &rules);
    }
    for (unsigned i = 0; i < ENVS; i++) {
        games[i] = (eleven_game){.board = board_of(&in), .keeps_playing = true};
        envs[i] = eleven_env_from(eleven_bitboard_pack(&games[i].board), seed + i, 0, 0);
    }
    for (unsigned step = 0; step < STEPS && in.left; step++) {
        for (unsigned i = 0; i < ENVS; i++)
            actions[i] = (uint8_t)(fuzz_byte(&in) % 4);
        eleven_envs_step(table, envs, ENVS, actions, &results);
        for (unsigned i = 0; i < ENVS; i++)
            expect_step(&envs[i], &games[i], seed + i, actions[i], rewards[i], over[i]);
    }
    return 0;
}
