/* Collects findings, then writes them as text or JSON. */
#include "cli/fact_report.h"
#include "base/input_output.h"

#include <stdlib.h>
#include <string.h>

/* ---- Collecting ----------------------------------------------------------------------------------------- */

static void add(fact_report *report, finding_kind kind, unsigned columns, const char *text)
{
    char *copy = strdup(text);
    finding *larger =
        copy ? array_reserve(report->findings, &report->capacity, report->count + 1, sizeof *larger) : NULL;
    if (!larger) {
        free(copy);
        report->failed = true;
        return;
    }
    report->findings = larger;
    report->findings[report->count++] = (finding){kind, copy, columns};
}

static void add_evidence(void *state, const char *sentence, bool holds)
{
    add(state, holds ? FINDING_HOLDS : FINDING_FAILS, 0, sentence);
}

static void add_table(void *state, const char *caption, const char *const *columns, unsigned count)
{
    add(state, FINDING_CAPTION, count, caption);
    for (unsigned i = 0; i < count; i++)
        add(state, FINDING_HEAD, count, columns[i]);
}

static void add_row(void *state, const char *const *cells, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        add(state, FINDING_CELL, count, cells[i]);
}

static const char *read_game(void *state, const char *name, size_t *length)
{
    fact_report *report = state;
    char path[4096];
    if (!report->folder)
        return eleven_fact_game(name, length);
    snprintf(path, sizeof path, "%s/%s.2048", report->folder, name);
    buffer_free(&report->game);
    if (input_read("facts", path, &report->game))
        return NULL;
    *length = report->game.length;
    return report->game.at;
}

bool fact_report_check(fact_report *report, const eleven_fact *fact)
{
    eleven_fact_listener listener = {report, add_evidence, add_table, add_row, read_game};
    bool holds = eleven_fact_check(fact, &listener);
    return holds && !report->failed;
}

void fact_report_free(fact_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        free(report->findings[i].text);
    free(report->findings);
    buffer_free(&report->game);
    *report = (fact_report){.folder = report->folder};
}

/* ---- As text -------------------------------------------------------------------------------------------- */

/* After the caption of a table come its cells, with other findings between them. */
static bool is_cell(const finding *found)
{
    return found->kind == FINDING_HEAD || found->kind == FINDING_CELL;
}

enum { WIDEST = 12 };

static size_t widths(const fact_report *report, size_t at, unsigned width[WIDEST])
{
    unsigned columns = report->findings[at].columns, column = 0;
    memset(width, 0, WIDEST * sizeof *width);
    for (at++; at < report->count && report->findings[at].kind != FINDING_CAPTION; at++) {
        if (!is_cell(&report->findings[at]))
            continue;
        unsigned length = (unsigned)strlen(report->findings[at].text);
        width[column % WIDEST] = length > width[column % WIDEST] ? length : width[column % WIDEST];
        column = (column + 1) % columns;
    }
    return at;
}

static void print_table(const fact_report *report, size_t at)
{
    unsigned width[WIDEST], column = 0, columns = report->findings[at].columns;
    size_t end = widths(report, at, width);
    printf("\n  %s\n", report->findings[at].text);
    for (at++; at < end; at++) {
        if (!is_cell(&report->findings[at]))
            continue;
        printf(column ? "  %*s" : "    %-*s", (int)width[column], report->findings[at].text);
        column = (column + 1) % columns;
        if (column == 0)
            putchar('\n');
    }
}

void fact_report_print(const fact_report *report)
{
    printf("Evidence\n");
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].kind == FINDING_HOLDS || report->findings[i].kind == FINDING_FAILS)
            printf("  %s %s\n", report->findings[i].kind == FINDING_HOLDS ? "ok " : "BAD", report->findings[i].text);
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].kind == FINDING_CAPTION)
            print_table(report, i);
}

void fact_report_print_failures(const fact_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].kind == FINDING_FAILS)
            printf("    BAD %s\n", report->findings[i].text);
}

/* ---- As JSON -------------------------------------------------------------------------------------------- */

static void write_table(const fact_report *report, size_t at, json_out *json)
{
    unsigned column = 0, columns = report->findings[at].columns;
    json_put_object(json, NULL);
    json_put_string(json, "caption", report->findings[at].text);
    json_put_array(json, "rows"); /* the first one is the head */
    for (at++; at < report->count && report->findings[at].kind != FINDING_CAPTION; at++) {
        if (!is_cell(&report->findings[at]))
            continue;
        if (column == 0)
            json_put_array(json, NULL);
        json_put_string(json, NULL, report->findings[at].text);
        column = (column + 1) % columns;
        if (column == 0)
            json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
}

void fact_report_write(const fact_report *report, json_out *json)
{
    json_put_array(json, "evidence");
    for (size_t i = 0; i < report->count; i++) {
        const finding *found = &report->findings[i];
        if (found->kind != FINDING_HOLDS && found->kind != FINDING_FAILS)
            continue;
        json_put_object(json, NULL);
        json_put_string(json, "sentence", found->text);
        json_put_bool(json, "holds", found->kind == FINDING_HOLDS);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_array(json, "tables");
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].kind == FINDING_CAPTION)
            write_table(report, i, json);
    json_put_end(json);
}
