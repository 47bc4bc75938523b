/* Findings on their way to the listener, and example games: the assembler puts their files into the library, and the
 * rules replay them. The build runs in the root of the repository. */
#include "base/inside.h"
#include "base/memory.h"
#include "facts/facts_room.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FINDING = 600 };

static bool is_complete(const fact_check *check)
{
    return memory_failures() == check->failures;
}

void fact_report(fact_check *check, bool holds, const char *format, ...)
{
    char sentence[FINDING];
    va_list values;
    if (check->has_no_memory)
        return;
    if (!is_complete(check)) {
        check->has_no_memory = true;
        holds = false;
        format = "The check ran out of memory.";
    }
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    check->holds &= holds;
    check->listener->evidence(check->listener->context, sentence, holds);
}

/* Cuts the text into cells at its bars, in place. Returns how many there are. */
static unsigned cut_cells(char *text, const char *cells[FACT_COLUMNS_MAX])
{
    unsigned count = 0;
    for (char *cell = text; cell && count < FACT_COLUMNS_MAX; count++) {
        cells[count] = cell;
        cell = strchr(cell, '|');
        if (cell)
            *cell++ = '\0';
    }
    return count;
}

void fact_table(fact_check *check, const char *caption, const char *columns)
{
    char text[FINDING];
    const char *cells[FACT_COLUMNS_MAX];
    snprintf(text, sizeof text, "%s", columns);
    if (check->listener->table)
        check->listener->table(check->listener->context, caption, cells, cut_cells(text, cells));
}

void fact_row(fact_check *check, const char *format, ...)
{
    char text[FINDING];
    const char *cells[FACT_COLUMNS_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (check->listener->row && is_complete(check))
        check->listener->row(check->listener->context, cells, cut_cells(text, cells));
}

void fact_worked(fact_check *check, uint64_t count)
{
    enum { PACE = 1 << 14 };
    const eleven_fact_listener *listener = check->listener;
    uint64_t before = check->worked;
    check->worked += count;
    if (!check->work || !listener->progress || check->worked / PACE == before / PACE)
        return;
    double share = (double)check->worked / (double)check->work;
    listener->progress(listener->context, &(eleven_progress){.share = share < 1 ? share : 1, .done = check->worked});
}

number_text fact_number(uint64_t number)
{
    number_text out;
    char digits[sizeof out.text];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number), at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            out.text[at++] = ',';
        out.text[at++] = digits[i];
    }
    out.text[at] = '\0';
    return out;
}

#ifdef INSIDE_FILE
INSIDE_FILE(eleven_inside_min_moves, "data/facts/min-moves.2048")
INSIDE_FILE(eleven_inside_min_loss_score, "data/facts/min-loss-score.2048")
INSIDE_FILE(eleven_inside_max_moves, "data/facts/max-moves.2048")
INSIDE_FILE(eleven_inside_max_moves_won, "data/facts/max-moves-won.2048")

static const struct {
    const char *name;
    const unsigned char *text, *end;
} example_games[] = {
    {"min-moves", eleven_inside_min_moves, eleven_inside_min_moves_end},
    {"min-loss-score", eleven_inside_min_loss_score, eleven_inside_min_loss_score_end},
    {"max-moves", eleven_inside_max_moves, eleven_inside_max_moves_end},
    {"max-moves-won", eleven_inside_max_moves_won, eleven_inside_max_moves_won_end},
};

const char *eleven_fact_game(const char *name, size_t *length)
{
    for (unsigned i = 0; i < sizeof example_games / sizeof *example_games; i++) {
        if (strcmp(example_games[i].name, name) != 0)
            continue;
        *length = (size_t)(example_games[i].end - example_games[i].text);
        return (const char *)example_games[i].text;
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

static void count_tile(example_game *found, eleven_rank rank)
{
    found->twos += rank == 1;
    found->fours += rank == 2;
}

/* False if this is not an ordinary game from start tiles. */
static bool begin_replay(const eleven_rules *rules, const eleven_reader *reader, example_game *found)
{
    const eleven_record *head = &reader->record;
    if (eleven_rules_hash(&head->rules) != eleven_rules_hash(rules) || head->from_board || head->start.board.w != 4 ||
        head->start.board.h != 4)
        return false;
    for (unsigned cell = 0; cell < 16; cell++)
        count_tile(found, head->start.board.cells[cell]);
    return true;
}

static eleven_error replay_moves(eleven_reader *reader, example_game *found, eleven_problem *problem)
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

static bool refuse_example(fact_check *check, const char *name, const eleven_problem *problem)
{
    fact_report(check, false, "%s.2048:%u:%u: %s.", name, problem->line, problem->column, problem->sentence);
    return false;
}

bool fact_replay(fact_check *check, const char *name, example_game *found)
{
    const eleven_fact_listener *listener = check->listener;
    size_t length = 0;
    const char *text =
        listener->game ? listener->game(listener->context, name, &length) : eleven_fact_game(name, &length);
    eleven_reader reader;
    eleven_problem problem;
    *found = (example_game){0};
    if (!text) {
        fact_report(check, false, "The game %s.2048 is missing.", name);
        return false;
    }
    if (eleven_reader_open(&reader, text, length, &problem))
        return refuse_example(check, name, &problem);
    if (!begin_replay(&check->rules, &reader, found)) {
        fact_report(check, false, "The game %s.2048 is not a classic game on 4x4 from start tiles.", name);
        return false;
    }
    if (replay_moves(&reader, found, &problem) != ELEVEN_END)
        return refuse_example(check, name, &problem);
    found->score = reader.game.score;
    found->moves = reader.game.ply;
    found->largest = eleven_board_largest(&reader.game.board);
    found->status = eleven_game_status(&check->rules, &reader.game);
    return true;
}
