/* One program, a table of commands. Without a command it plays. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/wrap.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cli_command completion_command, help_command, version_command;

/* The list of commands, in groups. */
enum { GROUP = 13 };
static const struct {
    const char *title;
    const cli_command *commands[GROUP];
} groups[] = {
    {"play", {&play_command, &watch_command, &interactive_command, &lsp_command, &serve_command}},
    {"look",
     {&show_command, &move_command, &best_command, &replay_command, &review_command, &render_command, &convert_command,
      &games_command, &stats_command, &rules_command, &help_command, &version_command}},
    {"study", {&facts_command, &match_command, &random_command, &solve_command, &bench_command}},
    {"build", {&endgame_command, &train_command, &completion_command}},
};
enum { GROUPS = sizeof groups / sizeof *groups };

static const cli_command *command_at(unsigned index)
{
    for (unsigned i = 0; i < GROUPS; i++)
        for (unsigned k = 0; groups[i].commands[k]; k++)
            if (index-- == 0)
                return groups[i].commands[k];
    return NULL;
}

static const char *command_name(unsigned index)
{
    const cli_command *command = command_at(index);
    return command ? command->name : NULL;
}

static const cli_command *find_command(const char *name)
{
    return command_at(name_find(command_name, "command", name, "; 'eleven help' lists the commands"));
}

static void print_commands(void)
{
    buffer text = {0};
    buffer_text(&text, "Eleven, the game 2048.\n\nusage: eleven [COMMAND] [ARGUMENT]... [OPTION]...\n");
    for (unsigned i = 0; i < GROUPS; i++) {
        buffer_format(&text, "\n%s:\n", groups[i].title);
        for (const cli_command *const *command = groups[i].commands; *command; command++)
            buffer_format(&text, "  %-12s %s\n", (*command)->name, (*command)->summary);
    }
    buffer_text(&text, "\nWithout a command, eleven plays. 'eleven help COMMAND' explains a command.\n");
    wrap_print(&text);
}

static int run_help(void *options, word_list words)
{
    (void)options;
    if (words.count)
        command_help(find_command(words.at[0]));
    else
        print_commands();
    return 0;
}

static const value_kind kind_command = {.name = command_name};

static const cli_command help_command = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "List the commands, or explain one",
    .most = 1,
    .argument = &kind_command,
    .run = run_help,
};

struct options {
    bool as_json;
};

static int run_version(void *options, word_list words)
{
    (void)words;
    if (!((const struct options *)options)->as_json) {
        puts("eleven " ELEVEN_VERSION);
        return 0;
    }
    json_out json = json_begin(stdout);
    json_put_string(&json, "version", ELEVEN_VERSION);
    json_finish(&json);
    return 0;
}

static const cli_command version_command = {
    .name = "version",
    .summary = "Print the version",
    .options = (const cli_option[]){OPTION_JSON(as_json), {0}},
    .size = sizeof(struct options),
    .run = run_version,
};

/* The manual page is not a shell, but it is generated in the same way. */
static int run_completion(void *options, word_list words)
{
    (void)options;
    if (strcmp(words.at[0], "mdoc") == 0)
        commands_mdoc(command_at);
    else
        fputs(completion_script(name_find(completion_shell, "shell", words.at[0], NULL)), stdout);
    return 0;
}

static const value_kind kind_shell = {.name = completion_shell};

static const cli_command completion_command = {
    .name = "completion",
    .arguments = "SHELL",
    .summary = "Print a script that lets a shell complete these commands",
    .details = "SHELL is bash, fish or zsh. 'make install' installs the scripts. Without it:\n"
               "\n"
               "  bash   source <(eleven completion bash), in ~/.bashrc\n"
               "  fish   eleven completion fish | source, in ~/.config/fish/config.fish\n"
               "  zsh    source <(eleven completion zsh), in ~/.zshrc after compinit\n",
    .least = 1,
    .most = 1,
    .argument = &kind_shell,
    .run = run_completion,
};

/* Options without a command are those of play, except for the two that every program understands. */
static const cli_command *command_for(const char *word)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return &help_command;
    if (strcmp(word, "--version") == 0)
        return &version_command;
    return word[0] == '-' ? &play_command : find_command(word);
}

/* A file that is opened must not take the place of a standard stream that is closed, or what is printed would be
 * written into it. To read from a closed standard input and to write to a closed standard output still fail. */
static void hold_standard_streams(void)
{
    for (int stream = 0; stream <= 2; stream++) {
        if (fcntl(stream, F_GETFD) >= 0)
            continue;
        int held = stream == 1 ? open("/dev/null", O_RDONLY) : open("/dev/null", O_WRONLY);
        if (held != stream)
            _exit(STATUS_FAILURE);
    }
}

int main(int count, char **arguments)
{
    hold_standard_streams();
    word_list words = {count > 0 ? count - 1 : 0, arguments + 1};
    word_list rest = {words.count - 1, words.at + 1};
    const char *first = words.count ? words.at[0] : "-";
    int status = 0;
    /* A file that reaches the limit of its size is an error like a full disk, not the end of the program. */
    signal(SIGXFSZ, SIG_IGN);
    complain_of_lost_mappings();
    players_begin();
    if (strcmp(first, "__complete") == 0) {
        completion_offer(command_at, rest);
    } else {
        const cli_command *command = command_for(first);
        status = command_run(command, command == &play_command && first[0] == '-' ? words : rest);
    }
    output_flush();
    return status;
}
