/* Rule sets: which there are, what one says, whether a file holds a sound one. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/options.h"
#include "base/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_rules(json_out *json, const eleven_rules *rules)
{
    char line[RULES_LINE];
    rules_describe(rules, line);
    json_put_string(json, "name", rules->name);
    json_put_string(json, "description", line);
    json_put_hash(json, "hash", eleven_rules_hash(rules));
}

/* ---- list ---------------------------------------------------------------------------------------------- */

static void list_json(void)
{
    json_out json = json_put_to(stdout);
    eleven_rules rules;
    json_put_array(&json, NULL);
    for (unsigned i = 0; eleven_rules_name(i) && eleven_rules_find(eleven_rules_name(i), &rules); i++) {
        json_put_object(&json, NULL);
        write_rules(&json, &rules);
        json_put_end(&json);
    }
    json_put_end(&json);
    json_put_line(&json);
}

static int list(const char *name, bool as_json)
{
    eleven_rules rules;
    char line[RULES_LINE];
    if (name)
        return complain("rules", STATUS_USAGE, "'rules list' takes no name, so '%s' means nothing", name);
    if (as_json) {
        list_json();
        return 0;
    }
    for (unsigned i = 0; eleven_rules_name(i) && eleven_rules_find(eleven_rules_name(i), &rules); i++) {
        rules_describe(&rules, line);
        printf("%-10s %016" PRIx64 "  %s\n", rules.name, eleven_rules_hash(&rules), line);
    }
    return 0;
}

/* ---- show ---------------------------------------------------------------------------------------------- */

static int show(const char *name, bool as_json)
{
    static char text[ELEVEN_RULES_TEXT];
    eleven_rules rules;
    nearest best = nearest_to(name);
    for (unsigned i = 0; eleven_rules_name(i); i++)
        nearest_consider(&best, eleven_rules_name(i));
    if (!eleven_rules_find(name, &rules))
        return complain("rules", STATUS_USAGE, "there are no shipped rules '%s'; the nearest are '%s'", name,
                        best.name);
    eleven_rules_print(&rules, text, sizeof text);
    if (!as_json) {
        fputs(text, stdout);
        return 0;
    }
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    write_rules(&json, &rules);
    json_put_string(&json, "text", text);
    json_put_end(&json);
    json_put_line(&json);
    return 0;
}

/* ---- check --------------------------------------------------------------------------------------------- */

static void check_json(eleven_error error, const eleven_rules *rules, const eleven_problem *problem)
{
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_bool(&json, "ok", !error);
    if (error) {
        json_put_number(&json, "line", problem->line);
        json_put_number(&json, "column", problem->column);
        json_put_string(&json, "sentence", problem->sentence);
    } else {
        write_rules(&json, rules);
    }
    json_put_end(&json);
    json_put_line(&json);
}

static int check(const char *path, bool as_json)
{
    file_text file;
    eleven_rules rules;
    eleven_problem problem;
    if (input_read("rules", path, &file))
        return STATUS_FAILURE;
    eleven_error error = eleven_rules_parse(file.text, file.length, &rules, &problem);
    free(file.text);
    if (as_json) {
        check_json(error, &rules, &problem);
        return error ? STATUS_FAILURE : 0;
    }
    if (error)
        return complain_of_file("rules", path, &problem);
    printf("%s: ok, %s, hash %016" PRIx64 "\n", file_name(path), rules.name, eleven_rules_hash(&rules));
    return 0;
}

/* ---- The command --------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const char *wants; /* what must follow it; NULL: nothing */
    int (*run)(const char *name, bool as_json);
} actions[] = {{"list", NULL, list}, {"show", "NAME", show}, {"check", "FILE", check}};

static int rules_run(word_list words)
{
    bool as_json = false;
    const cli_option options[] = {{"json", NULL, "answer in JSON", NULL, &as_json, 0}, {0}};
    int status = options_read(&rules_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    const char *action = words.count ? words.at[0] : "list";
    const char *name = words.count > 1 ? words.at[1] : NULL;
    nearest best = nearest_to(action);
    for (unsigned i = 0; i < sizeof actions / sizeof *actions; i++) {
        nearest_consider(&best, actions[i].name);
        if (strcmp(actions[i].name, action) != 0)
            continue;
        if (actions[i].wants && !name)
            return complain("rules", STATUS_USAGE, "'rules %s' needs a %s", action, actions[i].wants);
        return actions[i].run(name, as_json);
    }
    return complain("rules", STATUS_USAGE, "there is no 'rules %s'; the nearest is 'rules %s'", action, best.name);
}

const cli_command rules_command = {
    .name = "rules",
    .arguments = "[list | show NAME | check FILE]",
    .summary = "List the shipped rule sets, show one, or check a rule file",
    .details = "'-' as FILE is standard input.\n",
    .most = 2,
    .run = rules_run,
};
