/* Questions about 2048 and their answers. The evidence is checked each time. */
#include "cli/commands.h"
#include "cli/fact_report.h"
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

typedef struct facts_options {
    const char *folder, *game;
    bool as_json;
} facts_options;

static const char *fact_name(unsigned index)
{
    return eleven_fact_at(index) ? eleven_fact_at(index)->name : NULL;
}

static const eleven_fact *find_fact(const char *name)
{
    char hint[NEAREST_HINT];
    nearest best = nearest_to(name);
    for (unsigned i = 0; eleven_fact_at(i); i++) {
        if (strcmp(eleven_fact_at(i)->name, name) == 0)
            return eleven_fact_at(i);
        nearest_consider(&best, eleven_fact_at(i)->name);
    }
    complain("facts", STATUS_USAGE, "unknown fact '%s'%s", name,
             nearest_hint(&best, "", "; 'eleven facts' lists the facts", hint));
    return NULL;
}

/* ---- Text ----------------------------------------------------------------------------------------------- */

enum { LINE = 100 };

/* A paragraph in lines of at most LINE characters, each after `indent` blanks. Returns where the paragraph ends. */
static const char *print_paragraph(const char *text, int indent)
{
    int column = 0;
    while (*text && *text != '\n') {
        int word = (int)strcspn(text, " \n");
        if (column && column + 1 + word > LINE - indent) {
            putchar('\n');
            column = 0;
        }
        column += printf("%*s%.*s", column ? 1 : indent, "", word, text);
        text += word;
        text += *text == ' ';
    }
    putchar('\n');
    return text;
}

static void print_head(const eleven_fact *fact)
{
    printf("%s: %s\n\n", fact->name, fact->question);
    print_paragraph(fact->claim, 0);
    printf("(%s)\n\n", eleven_fact_status_name(fact->status));
    for (const char *text = fact->argument; *text; text += *text == '\n') {
        text = print_paragraph(text, 0);
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
        fact_report_print(report);
    } else {
        print_paragraph(fact->claim, 4);
        fact_report_print_failures(report);
        printf("    %s\n\n", holds ? "checked: all evidence holds" : "checked: some evidence does NOT hold");
    }
    return holds;
}

/* ---- JSON ----------------------------------------------------------------------------------------------- */

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
    json_put_string(json, "name", fact->name);
    json_put_string(json, "status", eleven_fact_status_name(fact->status));
    json_put_string(json, "question", fact->question);
    json_put_string(json, "claim", fact->claim);
    write_argument(fact->argument, json);
    fact_report_write(report, json);
    json_put_bool(json, "holds", holds);
    json_put_end(json);
    return holds;
}

/* ---- The command ---------------------------------------------------------------------------------------- */

/* One fact, or all where `only` is NULL. */
static int check_facts(const eleven_fact *only, const facts_options *options)
{
    json_out json = json_put_to(stdout);
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
    if (options->as_json && !only)
        json_put_end(&json);
    if (options->as_json)
        json_put_line(&json);
    return hold ? 0 : complain("facts", STATUS_FAILURE, "some of the evidence does not hold");
}

static int print_game(const char *name)
{
    size_t length;
    const char *text = eleven_fact_game(name, &length);
    if (!text)
        return complain("facts", STATUS_USAGE, "no fact has a game '%s'; 'eleven facts NAME' names the games of a fact",
                        name);
    fwrite(text, 1, length, stdout);
    return 0;
}

static int run_facts(void *given, word_list words)
{
    const facts_options *options = given;
    if (options->game)
        return print_game(options->game);
    const eleven_fact *only = words.count ? find_fact(words.at[0]) : NULL;
    if (words.count && !only)
        return STATUS_USAGE;
    return check_facts(only, options);
}

static const value_kind kind_fact = {.name = fact_name};

static const cli_option rows[] = {
    OPTION(facts_options, folder, "games", 0, "DIR", kind_folder, "read the games that prove facts from this folder"),
    OPTION(facts_options, game, "print-game", 0, "GAME", kind_text, "print such a game and do nothing else"),
    OPTION_JSON(facts_options, as_json),
    {0},
};

const cli_command facts_command = {
    .name = "facts",
    .arguments = "[NAME]",
    .summary = "Answer questions about 2048, with evidence that is checked each time",
    .details = "Without NAME it lists all facts and checks their evidence, in less than a minute. With NAME it\n"
               "prints the argument for one fact and everything that its check finds. The exit status is 1 if\n"
               "some evidence does not hold.\n"
               "\n"
               "  eleven facts min-win-score\n"
               "  eleven facts --print-game min-moves | eleven replay -\n",
    .most = 1,
    .argument = &kind_fact,
    .options = rows,
    .size = sizeof(facts_options),
    .run = run_facts,
};
