/* The results of a solve, in words and in JSON. */
#ifndef CLI_SOLVE_REPORT_H
#define CLI_SOLVE_REPORT_H

#include "eleven/solver.h"

typedef struct solve_report {
    const eleven_solve *solve;
    const eleven_solution *solution;

    /* Seconds. */
    double enumerating, solving;
} solve_report;

void solve_report_text(const solve_report *report);
void solve_report_json(const solve_report *report);

/* The same of tables. */
void table_facts_text(const eleven_table_facts *facts);
void table_facts_json(const eleven_table_facts *facts);
void table_answer_text(const eleven_table_facts *facts, const eleven_table_answer *answer);
void table_answer_json(const eleven_table_facts *facts, const eleven_board *board, const eleven_table_answer *answer);

/* "score", "moves", "reach 64", "forced score", "forced moves", "forced tile". */
enum { OBJECTIVE_NAME = 32 };
void objective_name(const eleven_rules *rules, const eleven_objective *objective, char name[OBJECTIVE_NAME]);

/* "1,234,567". */
enum { GROUPED = 32 };
const char *grouped(uint64_t number, char text[GROUPED]);

#endif
