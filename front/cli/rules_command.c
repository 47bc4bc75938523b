/* Rule sets: lists the shipped ones, prints one, checks a file. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>

static void write_rules(json_out *json, const eleven_rules *rules)
{
    char line[256];
    eleven_rules_describe(rules, line, sizeof line);
    json_put_string(json, "rules", rules->name);
    json_put_string(json, "description", line);
    json_put_hash(json, "rules_hash", eleven_rules_hash(rules));
}

static int list(const char *name, bool as_json)
{
    json_out json = {.out = stdout};
    eleven_rules rules;
    char line[256];
    if (name)
        fail_usage("unexpected argument '%s' after 'rules list'", name);
    if (as_json)
        json_put_array(&json, NULL);
    for (unsigned i = 0; eleven_rules_name(i) && eleven_rules_find(eleven_rules_name(i), &rules); i++)
        if (as_json) {
            json_put_object(&json, NULL);
            write_rules(&json, &rules);
            json_put_end(&json);
        } else {
            eleven_rules_describe(&rules, line, sizeof line);
            printf("%-10s %016" PRIx64 "  %s\n", rules.name, eleven_rules_hash(&rules), line);
        }
    if (as_json)
        json_finish(&json);
    return 0;
}

static int show(const char *name, bool as_json)
{
    static char text[ELEVEN_RULES_TEXT];
    eleven_rules rules;
    name_find(eleven_rules_name, "rule set", name, NULL);
    eleven_rules_find(name, &rules);
    eleven_rules_print(&rules, text, sizeof text);
    if (!as_json) {
        fputs(text, stdout);
        return 0;
    }
    json_out json = json_begin(stdout);
    write_rules(&json, &rules);
    json_put_string(&json, "text", text);
    json_finish(&json);
    return 0;
}

static void check_json(eleven_error error, const eleven_rules *rules, const eleven_problem *problem)
{
    json_out json = json_begin(stdout);
    json_put_bool(&json, "ok", !error);
    if (error) {
        json_put_number(&json, "line", problem->line);
        json_put_number(&json, "column", problem->column);
        json_put_string(&json, "error", problem->sentence);
    } else {
        write_rules(&json, rules);
    }
    json_finish(&json);
}

static int check(const char *path, bool as_json)
{
    eleven_rules rules;
    eleven_problem problem;
    buffer file = input_read(path);
    eleven_error error = eleven_rules_parse(file.at, file.length, &rules, &problem);
    buffer_free(&file);
    if (as_json)
        check_json(error, &rules, &problem);
    else if (error)
        fail_in_file(path, &problem);
    else
        printf("%s: ok, %s, hash %016" PRIx64 "\n", input_name(path), rules.name, eleven_rules_hash(&rules));
    return error ? STATUS_FAILURE : 0;
}

struct options {
    bool as_json;
};

/* `wants`: what must follow the action; NULL: nothing. */
static const struct {
    const char *name;
    const char *wants;
    int (*run)(const char *name, bool as_json);
} actions[] = {{"list", NULL, list}, {"show", "NAME", show}, {"check", "FILE", check}};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const char *action_name(unsigned index)
{
    return index < ACTIONS ? actions[index].name : NULL;
}

static int run_rules(void *given, word_list words)
{
    const struct options *options = given;
    unsigned action = words.count ? name_find(action_name, "action", words.at[0], NULL) : 0;
    const char *name = words.count > 1 ? words.at[1] : NULL;
    if (actions[action].wants && !name)
        fail_usage("'rules %s' needs a %s", actions[action].name, actions[action].wants);
    return actions[action].run(name, options->as_json);
}

static const cli_option rows[] = {
    OPTION_JSON(as_json),
    {0},
};

const cli_command rules_command = {
    .name = "rules",
    .arguments = "[list | show NAME | check FILE]",
    .summary = "List the shipped rule sets, print one, or check a rule file",
    .details = "Rule files are described in eleven-formats(5). '-' as FILE is standard input.\n"
               "\n"
               "  eleven rules show classic > my.rules\n"
               "  eleven rules check my.rules\n"
               "  eleven play --rules my.rules\n",
    .most = 2,
    .argument = &kind_rules,
    OPTIONS(rows),
    .run = run_rules,
};
