/* Questions about 2048 and their answers. The evidence is checked each time; what a check finds is collected in a
 * report, which is written as text or as JSON. */
#include "cli/commands.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest file that is read. */
enum { GAME_BYTES = 1 << 28 };

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

    progress shown;
} fact_report;

static void add(fact_report *report, finding_kind kind, unsigned columns, const char *text)
{
    char *copy = strdup(text);
    report->findings = array_reserve(report->findings, &report->capacity, report->count + 1, sizeof *report->findings);
    if (!copy || !report->findings)
        fail_no_memory();
    report->findings[report->count++] = (finding){kind, copy, columns};
}

static void add_evidence(void *context, const char *sentence, bool holds)
{
    add(context, holds ? FINDING_HOLDS : FINDING_FAILS, 0, sentence);
}

static void add_table(void *context, const char *caption, const char *const *columns, unsigned count)
{
    add(context, FINDING_CAPTION, count, caption);
    for (unsigned i = 0; i < count; i++)
        add(context, FINDING_HEAD, count, columns[i]);
}

static void add_row(void *context, const char *const *cells, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        add(context, FINDING_CELL, count, cells[i]);
}

static const char *read_game(void *context, const char *name, size_t *length)
{
    fact_report *report = context;
    char path[4096];
    eleven_problem problem;
    if (!report->folder)
        return eleven_fact_game(name, length);
    snprintf(path, sizeof path, "%s/%s.2048", report->folder, name);
    buffer_free(&report->game);
    if (file_read(path, GAME_BYTES, &report->game, &problem)) {
        complain("facts", 0, "%s", problem.sentence);
        return NULL;
    }
    *length = report->game.length;
    return report->game.at;
}

static void show_check(void *context, const eleven_progress *done)
{
    fact_report *report = context;
    char positions[GROUPED];
    progress_show(&report->shown, done->share, "checked %s positions, ", grouped(done->done, positions));
}

static bool fact_report_check(fact_report *report, const eleven_fact *fact)
{
    eleven_fact_listener listener = {.size = sizeof listener,
                                     .context = report,
                                     .evidence = add_evidence,
                                     .table = add_table,
                                     .row = add_row,
                                     .game = read_game,
                                     .progress = show_check};
    report->shown = progress_begin(0, false);
    bool holds = eleven_fact_check(fact, &listener);
    progress_end(&report->shown);
    return holds;
}

static void fact_report_free(fact_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        free(report->findings[i].text);
    free(report->findings);
    buffer_free(&report->game);
    *report = (fact_report){.folder = report->folder};
}

/* After the caption of a table come its cells, with sentences between them. Gives the cell that follows the finding
 * `at`, or the number of findings where the table has no more. */
static size_t next_cell(const fact_report *report, size_t at)
{
    for (at++; at < report->count && report->findings[at].kind != FINDING_CAPTION; at++)
        if (report->findings[at].kind == FINDING_HEAD || report->findings[at].kind == FINDING_CELL)
            return at;
    return report->count;
}

enum { WIDEST = 12 };

static void print_table(const fact_report *report, size_t caption)
{
    unsigned width[WIDEST] = {0}, column = 0, columns = report->findings[caption].columns;
    printf("\n  %s\n", report->findings[caption].text);
    for (size_t at = next_cell(report, caption); at < report->count; at = next_cell(report, at)) {
        unsigned length = (unsigned)strlen(report->findings[at].text);
        width[column % WIDEST] = length > width[column % WIDEST] ? length : width[column % WIDEST];
        column = (column + 1) % columns;
    }
    for (size_t at = next_cell(report, caption); at < report->count; at = next_cell(report, at)) {
        printf(column ? "  %*s" : "    %-*s", (int)width[column], report->findings[at].text);
        column = (column + 1) % columns;
        fputs(column ? "" : "\n", stdout);
    }
}

/* All sentences, or those that do not hold. */
static void print_sentences(const fact_report *report, bool failures_alone)
{
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].kind == FINDING_FAILS)
            printf("%s  BAD %s\n", failures_alone ? "  " : "", report->findings[i].text);
        else if (report->findings[i].kind == FINDING_HOLDS && !failures_alone)
            printf("  ok  %s\n", report->findings[i].text);
}

static void write_table(const fact_report *report, size_t caption, json_out *json)
{
    unsigned column = 0, columns = report->findings[caption].columns;
    json_put_object(json, NULL);
    json_put_string(json, "caption", report->findings[caption].text);
    json_put_array(json, "rows"); /* the first one is the head */
    for (size_t at = next_cell(report, caption); at < report->count; at = next_cell(report, at)) {
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

static void fact_report_write(const fact_report *report, json_out *json)
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
    json_put_array(json, "fact_tables");
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].kind == FINDING_CAPTION)
            write_table(report, i, json);
    json_put_end(json);
}

struct options {
    const char *folder, *game;
    uint64_t width;
    bool searches, wins, as_json;
};

static const char *fact_name(unsigned index)
{
    return eleven_fact_at(index) ? eleven_fact_at(index)->name : NULL;
}

enum { LINE = 100 };

static void print_head(const eleven_fact *fact)
{
    printf("%s: %s\n\n", fact->name, fact->question);
    print_paragraph(fact->claim, LINE, 0);
    printf("(%s)\n\n", eleven_fact_status_name(fact->status));
    for (const char *text = fact->argument; *text; text += *text == '\n') {
        text = print_paragraph(text, LINE, 0);
        putchar('\n');
    }
}

/* Checks a fact and shows it, whole or as one of several. */
static bool show(const eleven_fact *fact, fact_report *report, bool is_whole)
{
    if (is_whole)
        print_head(fact);
    else
        printf("%-14s %-9s  %s\n", fact->name, eleven_fact_status_name(fact->status), fact->question);
    fflush(stdout);
    bool holds = fact_report_check(report, fact);
    if (is_whole) {
        printf("Evidence\n");
        print_sentences(report, false);
        for (size_t i = 0; i < report->count; i++)
            if (report->findings[i].kind == FINDING_CAPTION)
                print_table(report, i);
    } else {
        print_paragraph(fact->claim, LINE - 4, 4);
        print_sentences(report, true);
        printf("    %s\n\n", holds ? "checked: all evidence holds" : "checked: some evidence does NOT hold");
    }
    return holds;
}

static void write_argument(const char *argument, json_out *json)
{
    char paragraph[4096];
    json_put_array(json, "argument");
    while (*argument) {
        size_t length = strcspn(argument, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, argument);
        json_put_string(json, NULL, paragraph);
        argument += length + (argument[length] == '\n');
    }
    json_put_end(json);
}

static bool write(const eleven_fact *fact, fact_report *report, json_out *json)
{
    bool holds = fact_report_check(report, fact);
    json_put_object(json, NULL);
    json_put_string(json, "fact", fact->name);
    json_put_string(json, "certainty", eleven_fact_status_name(fact->status));
    json_put_string(json, "question", fact->question);
    json_put_string(json, "claim", fact->claim);
    write_argument(fact->argument, json);
    fact_report_write(report, json);
    json_put_bool(json, "holds", holds);
    json_put_end(json);
    return holds;
}

/* One fact, or all where `only` is NULL. */
static void check_facts(const eleven_fact *only, const struct options *options)
{
    json_out json = {.out = stdout};
    fact_report report = {.folder = options->folder};
    bool hold = true;
    if (options->as_json && !only)
        json_put_array(&json, NULL);
    for (unsigned i = 0; eleven_fact_at(i); i++) {
        const eleven_fact *fact = eleven_fact_at(i);
        if (only && fact != only)
            continue;
        hold &= options->as_json ? write(fact, &report, &json) : show(fact, &report, only != NULL);
        fact_report_free(&report);
    }
    if (options->as_json)
        json_finish(&json);
    if (!hold)
        fail_with("some of the evidence does not hold");
}

static void print_game(const char *name)
{
    size_t length;
    const char *text = eleven_fact_game(name, &length);
    if (!text)
        fail_usage("no fact has a game '%s'; 'eleven facts NAME' names the games of a fact", name);
    fwrite(text, 1, length, stdout);
}

static void show_search(void *context, const eleven_progress *done)
{
    char sum[GROUPED];
    progress_show(context, done->share, "searched up to a sum of %s, ", grouped(2 * done->done, sum));
}

static void search_game(const struct options *options)
{
    enum { USUAL_WIDTH = 20000 };
    static eleven_ply plies[ELEVEN_LONG_PLIES];
    eleven_record record = {0};
    uint32_t moves;
    char text[1024];
    progress shown = progress_begin(0, true);
    eleven_long_search search = {.size = sizeof search,
                                 .width = options->width ? (uint32_t)options->width : USUAL_WIDTH,
                                 .wins = options->wins,
                                 .progress = show_search,
                                 .context = &shown,
                                 .stop = &interrupted};
    stop_on_signals();
    eleven_error error = eleven_long_game(&search, &record.start, plies, &moves);
    progress_end(&shown);
    if (error)
        fail_with(error == ELEVEN_STOPPED      ? "stopped before the search has ended"
                  : error == ELEVEN_IMPOSSIBLE ? "no game was found; try a larger --width"
                                               : "out of memory; try a smaller --width");
    eleven_rules_find("classic", &record.rules);
    eleven_record_print(&record, text, sizeof text);
    fputs(text, stdout);
    for (uint32_t i = 0; i < moves; i++) {
        eleven_ply_print(&record.rules, 4, &plies[i], i, text, sizeof text);
        fputs(text, stdout);
    }
    putchar('\n');
}

static int run_facts(void *given, word_list words)
{
    static const char otherwise[] = "; 'eleven facts' lists the facts";
    const struct options *options = given;
    if (options->searches && (words.count != 1 || strcmp(words.at[0], "max-moves") != 0))
        fail_usage("--search is about one fact: eleven facts max-moves --search");
    if (!options->searches && (options->wins || options->width))
        fail_usage("--width and --win are for --search");
    if ((options->searches || options->game) && (options->as_json || options->folder))
        fail_usage("--search and --print-game print a record, without --json and --games");
    if (options->game && (words.count || options->searches))
        fail_usage("--print-game prints one game, without a fact and --search");
    if (options->searches)
        search_game(options);
    else if (options->game)
        print_game(options->game);
    else if (words.count)
        check_facts(eleven_fact_at(name_find(fact_name, "fact", words.at[0], otherwise)), options);
    else
        check_facts(NULL, options);
    return 0;
}

static const value_kind kind_fact = {.name = fact_name};
static const value_kind kind_evidence = {read_text, NULL, PATH_NONE,
                                         "max-moves max-moves-won min-loss-score min-moves"};

static const cli_option rows[] = {
    OPTION(folder, "games", 0, "DIR", kind_folder, "read the games that prove facts from this folder"),
    OPTION(game, "print-game", 0, "GAME", kind_evidence, "print such a game and do nothing else"),
    FLAG(searches, "search", 0, "with max-moves: search for a long game and print its record"),
    NUMBER(width, "width", 0, 1, 10000000, "with --search: positions kept for each sum of tiles (default: 20000)"),
    FLAG(wins, "win", 0, "with --search: a game whose last move makes the 2048"),
    OPTION_JSON(as_json),
    {0},
};

const cli_command facts_command = {
    .name = "facts",
    .arguments = "[NAME]",
    .summary = "Answer questions about 2048, with evidence that is checked each time",
    .details = "Without NAME it lists all facts and checks their evidence, in about a minute. With NAME it\n"
               "prints the argument for one fact and everything that its check finds. The exit status is 1 if\n"
               "some evidence does not hold.\n"
               "\n"
               "  eleven facts min-win-score\n"
               "  eleven facts --print-game min-moves | eleven replay -\n"
               "  eleven facts max-moves --search --width 1000 | eleven replay -\n",
    .most = 1,
    .argument = &kind_fact,
    OPTIONS(rows),
    .run = run_facts,
};
