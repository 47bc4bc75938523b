/* What the check of a fact found, collected, so that it can be written as text or as JSON. */
#ifndef CLI_FACT_REPORT_H
#define CLI_FACT_REPORT_H

#include "base/json.h"

#include "eleven/facts.h"

/* One string of a report, in the order of their coming: a sentence, or a cell of a table. */
typedef enum finding_kind { FINDING_HOLDS, FINDING_FAILS, FINDING_CAPTION, FINDING_HEAD, FINDING_CELL } finding_kind;

typedef struct finding {
    finding_kind kind;
    unsigned columns; /* of a cell's table */
    char *text;       /* owned */
} finding;

typedef struct fact_report {
    const char *folder; /* witnesses are read from here; NULL: those inside the program */
    char *game;         /* the one read last; owned */
    finding *findings;
    size_t count, room;
    bool failed; /* memory ran short */
} fact_report;

/* Checks the fact and collects what is found; false where something does not hold. */
bool fact_report_check(fact_report *report, const eleven_fact *fact);
void fact_report_free(fact_report *report);

void fact_report_print(const fact_report *report);                 /* all of it */
void fact_report_print_failures(const fact_report *report);        /* only what does not hold */
void fact_report_write(const fact_report *report, json_out *json); /* "evidence" and "tables" of an open object */

#endif
