/* Collects what the check of a fact finds, and writes it as text or as JSON. */
#ifndef CLI_FACT_REPORT_H
#define CLI_FACT_REPORT_H

#include "base/buffer.h"
#include "base/json.h"

#include "eleven/facts.h"

/* One string of a report, in the order in which the check reports them: a sentence, or a cell of a table. */
typedef enum finding_kind { FINDING_HOLDS, FINDING_FAILS, FINDING_CAPTION, FINDING_HEAD, FINDING_CELL } finding_kind;

typedef struct finding {
    finding_kind kind;
    char *text; /* owned */

    /* Of the table that contains the cell. */
    unsigned columns;
} finding;

typedef struct fact_report {
    /* The folder of the games that prove facts; NULL: those inside the program. */
    const char *folder;

    /* The game that was read last. */
    buffer game;

    finding *findings; /* owned */
    size_t count, capacity;

    /* Out of memory. */
    bool failed;
} fact_report;

/* Checks the fact and collects the findings; false where something does not hold. */
bool fact_report_check(fact_report *report, const eleven_fact *fact);
void fact_report_free(fact_report *report);

/* Prints everything, or only what does not hold. */
void fact_report_print(const fact_report *report);
void fact_report_print_failures(const fact_report *report);

/* Writes "evidence" and "tables" into an open object. */
void fact_report_write(const fact_report *report, json_out *json);

#endif
