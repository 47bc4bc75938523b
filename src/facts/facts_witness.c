/* Games that bear witness: put into the library by the assembler, and replayed by the rules. The build runs in the
 * root of the repository. */
#include "facts/facts.h"

#include <string.h>

#ifdef __ELF__
#define SHIPPED(symbol, name)                                                                                          \
    __asm__(".pushsection .rodata\n"                                                                                   \
            ".hidden " #symbol ", " #symbol "_end\n"                                                                   \
            ".globl " #symbol ", " #symbol "_end\n" #symbol ": .incbin \"data/facts/" name ".2048\"\n" #symbol         \
            "_end:\n"                                                                                                  \
            ".popsection\n");                                                                                          \
    extern const char symbol[], symbol##_end[];

SHIPPED(eleven_inside_min_moves, "min-moves")
SHIPPED(eleven_inside_min_loss_score, "min-loss-score")
SHIPPED(eleven_inside_max_moves, "max-moves")
SHIPPED(eleven_inside_max_moves_won, "max-moves-won")

static const struct {
    const char *name, *text, *end;
} games[] = {
    {"min-moves", eleven_inside_min_moves, eleven_inside_min_moves_end},
    {"min-loss-score", eleven_inside_min_loss_score, eleven_inside_min_loss_score_end},
    {"max-moves", eleven_inside_max_moves, eleven_inside_max_moves_end},
    {"max-moves-won", eleven_inside_max_moves_won, eleven_inside_max_moves_won_end},
};

const char *eleven_fact_game(const char *name, size_t *length)
{
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        if (strcmp(games[i].name, name) != 0)
            continue;
        *length = (size_t)(games[i].end - games[i].text);
        return games[i].text;
    }
    return NULL;
}
#else
const char *eleven_fact_game(const char *name, size_t *length)
{
    (void)name, (void)length;
    return NULL;
}
#endif

/* ---- Replaying ------------------------------------------------------------------------------------------ */

static void count_tile(witness *found, eleven_rank rank)
{
    found->twos += rank == 1;
    found->fours += rank == 2;
}

/* False where the head does not describe an ordinary game. */
static bool begin(const eleven_rules *rules, const eleven_reader *reader, witness *found)
{
    const eleven_record *head = &reader->record;
    if (eleven_rules_hash(&head->rules) != eleven_rules_hash(rules) || head->from_board || head->start.board.w != 4 ||
        head->start.board.h != 4)
        return false;
    for (unsigned cell = 0; cell < 16; cell++)
        count_tile(found, head->start.board.cells[cell]);
    return true;
}

static eleven_error play(eleven_reader *reader, witness *found, eleven_problem *problem)
{
    eleven_ply ply;
    eleven_error error;
    eleven_rank goal = reader->record.rules.goal;
    while (!(error = eleven_reader_next(reader, &ply, NULL, problem))) {
        for (unsigned i = 0; i < ply.spawn_count; i++)
            count_tile(found, ply.spawns[i].rank);
        if (!found->goal_at && eleven_board_largest(&reader->game.board) >= goal)
            found->goal_at = reader->game.ply;
    }
    return error;
}

bool witness_replay(fact_check *check, const char *name, witness *found)
{
    const eleven_fact_listener *listener = check->listener;
    size_t length = 0;
    const char *text =
        listener->game ? listener->game(listener->state, name, &length) : eleven_fact_game(name, &length);
    eleven_reader reader;
    eleven_problem problem;
    *found = (witness){0};
    if (!text) {
        fact_tell(check, false, "The game %s.2048 is missing.", name);
        return false;
    }
    if (eleven_reader_open(&reader, text, length, &problem)) {
        fact_tell(check, false, "%s.2048:%u:%u: %s.", name, problem.line, problem.column, problem.sentence);
        return false;
    }
    if (!begin(&check->rules, &reader, found)) {
        fact_tell(check, false, "The game %s.2048 is not a classic one on 4x4 from start tiles.", name);
        return false;
    }
    if (play(&reader, found, &problem) != ELEVEN_END) {
        fact_tell(check, false, "%s.2048:%u:%u: %s.", name, problem.line, problem.column, problem.sentence);
        return false;
    }
    found->score = reader.game.score;
    found->moves = reader.game.ply;
    found->largest = eleven_board_largest(&reader.game.board);
    found->status = eleven_game_status(&check->rules, &reader.game);
    return true;
}
