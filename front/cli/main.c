/* One program, a table of commands. Without a command it plays. */
#include "cli/commands.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const cli_command help_command, version_command;

static const cli_command *const commands[] = {
    &play_command,        &replay_command,  &review_command,     &move_command,  &show_command,
    &best_command,        &watch_command,   &match_command,      &train_command, &endgame_command,
    &solve_command,       &facts_command,   &games_command,      &stats_command, &rules_command,
    &random_command,      &convert_command, &render_command,     &serve_command, &bench_command,
    &interactive_command, &lsp_command,     &completion_command, &help_command,  &version_command,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

const cli_command *command_at(unsigned index)
{
    return index < COMMANDS ? commands[index] : NULL;
}

static const cli_command *find_command(const char *name)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int unknown_command(const char *caller, const char *typed)
{
    nearest best = nearest_to(typed);
    for (unsigned i = 0; i < COMMANDS; i++)
        nearest_consider(&best, commands[i]->name);
    return complain(caller, STATUS_USAGE, "there is no command '%s'; the nearest is '%s'", typed, best.name);
}

/* ---- help and version ---------------------------------------------------------------------------------- */

static void print_commands(void)
{
    printf("Eleven, the game 2048.\n\nusage: eleven [COMMAND] [ARGUMENT]... [OPTION]...\n\ncommands:\n");
    for (unsigned i = 0; i < COMMANDS; i++)
        printf("  %-12s %s\n", commands[i]->name, commands[i]->summary);
    printf("\nWithout a command it plays. 'eleven help COMMAND' explains a command.\n");
}

static int help_run(word_list words)
{
    const cli_option options[] = {{0}};
    int status = options_read(&help_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (words.count == 0) {
        print_commands();
        return 0;
    }
    const cli_command *command = find_command(words.at[0]);
    if (!command)
        return unknown_command("help", words.at[0]);
    char ask[] = "--help";
    char *asked[] = {ask};
    return command->run((word_list){1, asked});
}

static const cli_command help_command = {.name = "help",
                                         .arguments = "[COMMAND]",
                                         .summary = "List the commands, or explain one",
                                         .details = "",
                                         .most = 1,
                                         .run = help_run};

static int version_run(word_list words)
{
    bool as_json = false;
    const cli_option options[] = {{"json", NULL, "answer in JSON", NULL, &as_json, 0}, {0}};
    int status = options_read(&version_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (!as_json) {
        puts("eleven " ELEVEN_VERSION);
        return 0;
    }
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_string(&json, "version", ELEVEN_VERSION);
    json_put_end(&json);
    json_put_line(&json);
    return 0;
}

static const cli_command version_command = {
    .name = "version", .arguments = "", .summary = "Tell the version", .details = "", .run = version_run};

/* ---- Dispatch ------------------------------------------------------------------------------------------ */

/* What was printed must have arrived: a full disk is a failure, a reader that has gone away is not. */
static int finish(const char *name, int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno == EPIPE)
        return status;
    return complain(name, STATUS_FAILURE, "the answer cannot be written: %s",
                    errno ? strerror(errno) : "an earlier part of it was lost");
}

/* Options without a command are those of play, but for the two that every program understands. */
static const cli_command *command_for(const char *word)
{
    static const struct {
        const char *word;
        const cli_command *command;
    } shortcuts[] = {{"--help", &help_command}, {"-h", &help_command}, {"--version", &version_command}};
    for (unsigned i = 0; i < sizeof shortcuts / sizeof *shortcuts; i++)
        if (strcmp(shortcuts[i].word, word) == 0)
            return shortcuts[i].command;
    return find_command(word);
}

int main(int count, char **arguments)
{
    word_list words = {count > 0 ? count - 1 : 0, arguments + 1};
    const cli_command *command = words.count ? command_for(words.at[0]) : &play_command;
    bool is_named = command && words.count;
    if (!command && words.at[0][0] == '-')
        command = &play_command;
    if (!command)
        return unknown_command("", words.at[0]);
    if (is_named)
        words = (word_list){words.count - 1, words.at + 1};
    return finish(command->name, command->run(words));
}
