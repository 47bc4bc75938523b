/* The results of 'eleven solve', and of the tables that it writes. */
#include "cli/commands.h"
#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const names[] = {
    [ELEVEN_OBJECTIVE_EXPECT_SCORE] = "score",
    [ELEVEN_OBJECTIVE_EXPECT_MOVES] = "moves",
    [ELEVEN_OBJECTIVE_REACH] = "reach",
    [ELEVEN_OBJECTIVE_FORCE_SCORE] = "forced score",
    [ELEVEN_OBJECTIVE_FORCE_MOVES] = "forced moves",
    [ELEVEN_OBJECTIVE_FORCE_RANK] = "forced tile",
};

/* "score", "moves", "reach 64", "forced score", "forced moves", "forced tile". */
enum { OBJECTIVE_NAME = 32 };

static void objective_name(const eleven_rules *rules, const eleven_objective *objective, char name[OBJECTIVE_NAME])
{
    if (objective->kind == ELEVEN_OBJECTIVE_REACH)
        snprintf(name, OBJECTIVE_NAME, "reach %" PRIu32, rules->value[objective->rank]);
    else
        snprintf(name, OBJECTIVE_NAME, "%s", names[objective->kind]);
}

/* A rank as its tile, other values as they are. */
static double shown_value(const eleven_rules *rules, const eleven_objective *objective, double value)
{
    return objective->kind == ELEVEN_OBJECTIVE_FORCE_RANK ? rules->value[(unsigned)value] : value;
}

static void put_count(const char *name, uint64_t count, const char *rest)
{
    char text[GROUPED];
    printf("  %-12s %15s%s\n", name, grouped(count, text), rest);
}

/* A probability near 1 is better read from what is missing. */
static void put_value(const eleven_rules *rules, const eleven_objective *objective, const char *name,
                      const eleven_worth *value)
{
    printf("  %-12s %.15g", name, shown_value(rules, objective, value->value));
    if (objective->kind == ELEVEN_OBJECTIVE_REACH && value->loss < 0.5)
        printf(", missed with %.15g", value->loss);
    putchar('\n');
}

static void put_move(const eleven_rules *rules, const eleven_objective *objective, unsigned legal, unsigned direction,
                     const eleven_worth *value)
{
    char name[16];
    snprintf(name, sizeof name, "  %s", eleven_direction_name((eleven_direction)direction));
    if (legal >> direction & 1)
        put_value(rules, objective, name, value);
    else
        printf("  %-12s moves nothing\n", name);
}

static void put_counts(const solve_report *report)
{
    const eleven_solve *solve = report->solve;
    const eleven_solve_counts *counts = &report->solution->counts;
    printf("%ux%u, %s rules, ", solve->w, solve->h, solve->rules.name);
    print_goal(solve->rules.value[solve->rules.goal]);
    putchar('\n');
    put_count("positions", counts->positions, " up to mirror images");
    put_count("", counts->all, " in all");
    put_count("lost", counts->lost, "");
    if (solve->rules.goal)
        put_count("won", counts->won, "");
    put_count("afterstates", counts->afterstates, "");
    put_count("layers", report->solution->layers, "");
    put_count("largest tile", solve->rules.value[report->solution->largest], "");
}

void solve_report_text(const solve_report *report)
{
    const eleven_solve *solve = report->solve;
    double seconds = report->enumerating + report->solving;
    put_counts(report);
    putchar('\n');
    for (unsigned k = 0; k < solve->objective_count; k++) {
        char name[OBJECTIVE_NAME];
        const eleven_objective *objective = &solve->objectives[k];
        objective_name(&solve->rules, objective, name);
        put_value(&solve->rules, objective, name, &report->solution->values[k]);
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS && report->solution->legal; d++)
            put_move(&solve->rules, objective, report->solution->legal, d, &report->solution->moves[d][k]);
    }
    if (solve->start && !report->solution->legal)
        puts("  the game is over");
    if (solve->objective_count)
        printf("  %-12s %.1e at most\n\n", "rel. error", report->solution->error);
    printf("  %-12s %.2f s: %.2f s to enumerate, %.2f s to value; %.3g positions/s\n", "time", seconds,
           report->enumerating, report->solving,
           (double)report->solution->counts.positions / (seconds > 0 ? seconds : 1e-9));
    printf("  %-12s %.1f MB\n", "memory", (double)report->solution->memory / 1e6);
}

static void put_json_head(json_out *json, unsigned w, unsigned h, const eleven_rules *rules)
{
    json_put_pair(json, "size", w, h);
    json_put_string(json, "rules", rules->name);
    json_put_number(json, "goal", rules->value[rules->goal]);
}

static void put_json_objective(json_out *json, const eleven_rules *rules, const eleven_objective *objective)
{
    json_put_string(json, "objective", names[objective->kind]);
    if (objective->kind == ELEVEN_OBJECTIVE_REACH)
        json_put_number(json, "tile", rules->value[objective->rank]);
}

static void put_json_value(json_out *json, const eleven_rules *rules, const eleven_objective *objective,
                           const eleven_worth *value)
{
    json_put_decimal(json, "value", shown_value(rules, objective, value->value));
    if (objective->kind == ELEVEN_OBJECTIVE_REACH)
        json_put_decimal(json, "miss", value->loss);
}

/* `legal`: one bit for each direction; a value that is not known is NAN. */
static void put_json_moves(json_out *json, const eleven_rules *rules, const eleven_objective *objective, unsigned legal,
                           const eleven_worth moves[ELEVEN_DIRECTIONS])
{
    double values[ELEVEN_DIRECTIONS], losses[ELEVEN_DIRECTIONS];
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        bool is_known = legal >> d & 1 && !isnan(moves[d].value);
        values[d] = is_known ? shown_value(rules, objective, moves[d].value) : (double)NAN;
        losses[d] = is_known ? moves[d].loss : (double)NAN;
    }
    json_put_values(json, "values", values);
    if (objective->kind == ELEVEN_OBJECTIVE_REACH)
        json_put_values(json, "misses", losses);
}

static void put_json_result(json_out *json, const solve_report *report, unsigned k)
{
    const eleven_rules *rules = &report->solve->rules;
    const eleven_objective *objective = &report->solve->objectives[k];
    eleven_worth moves[ELEVEN_DIRECTIONS];
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        moves[d] = report->solution->moves[d][k];
    json_put_object(json, NULL);
    put_json_objective(json, rules, objective);
    put_json_value(json, rules, objective, &report->solution->values[k]);
    if (report->solve->start)
        put_json_moves(json, rules, objective, report->solution->legal, moves);
    json_put_end(json);
}

void solve_report_json(const solve_report *report)
{
    const eleven_solve *solve = report->solve;
    const eleven_solution *solution = report->solution;
    json_out json = json_begin(stdout);
    put_json_head(&json, solve->w, solve->h, &solve->rules);
    json_put_number(&json, "positions", solution->counts.positions);
    json_put_number(&json, "positions_in_all", solution->counts.all);
    json_put_number(&json, "positions_lost", solution->counts.lost);
    json_put_number(&json, "positions_won", solution->counts.won);
    json_put_number(&json, "positions_terminal", solution->counts.lost + solution->counts.won);
    json_put_number(&json, "afterstates", solution->counts.afterstates);
    json_put_number(&json, "layers", solution->layers);
    json_put_number(&json, "largest_tile", solve->rules.value[solution->largest]);
    json_put_array(&json, "objectives");
    for (unsigned k = 0; k < solve->objective_count; k++)
        put_json_result(&json, report, k);
    json_put_end(&json);
    json_put_decimal(&json, "relative_error", solution->error);
    json_put_decimal(&json, "seconds", report->enumerating + report->solving);
    json_put_decimal(&json, "seconds_enumerating", report->enumerating);
    json_put_number(&json, "memory_bytes", solution->memory);
    json_finish(&json);
}

void table_facts_text(const eleven_table_facts *facts)
{
    char name[OBJECTIVE_NAME], positions[GROUPED];
    objective_name(&facts->rules, &facts->objective, name);
    printf("a table of %ux%u boards, %s rules, ", facts->w, facts->h, facts->rules.name);
    print_goal(facts->rules.value[facts->rules.goal]);
    printf(", %s positions\n", grouped(facts->positions, positions));
    put_value(&facts->rules, &facts->objective, name, &facts->start);
}

void table_facts_json(const eleven_table_facts *facts)
{
    json_out json = json_begin(stdout);
    put_json_head(&json, facts->w, facts->h, &facts->rules);
    json_put_number(&json, "positions", facts->positions);
    put_json_objective(&json, &facts->rules, &facts->objective);
    put_json_value(&json, &facts->rules, &facts->objective, &facts->start);
    json_put_decimal(&json, "relative_error", facts->error);
    json_finish(&json);
}

void table_answer_text(const eleven_table_facts *facts, const eleven_table_answer *answer)
{
    if (answer->legal)
        printf("%s\n\n", eleven_direction_name(answer->best));
    else
        printf("the game is over\n\n");
    put_value(&facts->rules, &facts->objective, "value", &answer->worth);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS && answer->legal; d++)
        put_move(&facts->rules, &facts->objective, answer->legal, d, &answer->moves[d]);
    printf("\n  Values are rounded by the table; the best move is exact.\n");
}

void table_answer_json(const eleven_table_facts *facts, const eleven_board *board, const eleven_table_answer *answer)
{
    json_out json = json_begin(stdout);
    json_put_board(&json, "board", &facts->rules, board);
    put_json_objective(&json, &facts->rules, &facts->objective);
    put_json_value(&json, &facts->rules, &facts->objective, &answer->worth);
    if (answer->legal)
        json_put_string(&json, "direction", eleven_direction_name(answer->best));
    put_json_moves(&json, &facts->rules, &facts->objective, answer->legal, answer->moves);
    json_finish(&json);
}
