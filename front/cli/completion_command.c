/* The shell's completions, made from the tables of commands and options. */
#include "cli/commands.h"
#include "cli/completion.h"
#include "picture/theme.h"
#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Writers ------------------------------------------------------------------------------------------- */

typedef struct writer {
    const char *name;
    void (*write)(void);
} writer;

static const writer writers[] = {
    {"bash", complete_bash}, {"fish", complete_fish}, {"zsh", complete_zsh}, {"mdoc", describe_mdoc}};
enum { WRITERS = sizeof writers / sizeof *writers, SHELLS = WRITERS - 1 };

static const char *shell_name(unsigned index)
{
    return index < SHELLS ? writers[index].name : NULL;
}

/* ---- Places -------------------------------------------------------------------------------------------- */

static const char *command_name(unsigned index)
{
    const cli_command *command = command_at(index);
    return command ? command->name : NULL;
}

static const char *direction_name(unsigned index)
{
    return index < ELEVEN_DIRECTIONS ? eleven_direction_name((eleven_direction)index) : NULL;
}

/* What a word of a usage line stands for. */
static const struct {
    const char *name;
    choice place;
} places[] = {
    {"COMMAND", {command_name, false, false}},      {"DIR", {NULL, false, true}},
    {"DIRECTION", {direction_name, false, false}},  {"FILE", {NULL, true, false}},
    {"PLAYER", {eleven_player_name, false, false}}, {"RULES", {eleven_rules_name, true, false}},
    {"SHELL", {shell_name, false, false}},          {"THEME", {theme_name, false, false}},
};

static bool place_find(const char *name, choice *found)
{
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(places[i].name, name) == 0) {
            *found = places[i].place;
            return true;
        }
    return false;
}

/* "--theme NAME" does not say more by its NAME than by its own. */
choice place_of_option(const cli_option *option)
{
    choice found = {0};
    char name[32] = "";
    if (!option->value || place_find(option->value, &found))
        return found;
    for (unsigned i = 0; option->name[i] && i < sizeof name - 1; i++)
        name[i] = (char)toupper((unsigned char)option->name[i]);
    place_find(name, &found);
    return found;
}

unsigned command_arguments(const cli_command *command, argument_word words[ARGUMENT_WORDS])
{
    static const char between[] = "[]| .";
    unsigned count = 0;
    const char *at = command->arguments + strspn(command->arguments, between);
    while (*at && count < ARGUMENT_WORDS) {
        argument_word *word = &words[count++];
        size_t length = strcspn(at, between);
        *word = (argument_word){.is_literal = islower((unsigned char)*at)};
        snprintf(word->text, sizeof word->text, "%.*s", (int)length, at);
        place_find(word->text, &word->place);
        at += length + strspn(at + length, between);
    }
    return count;
}

void put_escaped(const char *text, const char *special)
{
    for (; *text; text++)
        printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int completion_run(word_list words)
{
    const cli_option options[] = {{0}};
    int status = options_read(&completion_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    nearest best = nearest_to(words.at[0]);
    for (unsigned i = 0; i < WRITERS; i++) {
        if (strcmp(writers[i].name, words.at[0]) == 0) {
            writers[i].write();
            return 0;
        }
        nearest_consider(&best, writers[i].name);
    }
    return complain("completion", STATUS_USAGE, "there is no shell '%s' here; the nearest is '%s'", words.at[0],
                    best.name);
}

const cli_command completion_command = {
    .name = "completion",
    .arguments = "SHELL",
    .summary = "Print what makes a shell complete these commands",
    .details = "SHELL is bash, fish or zsh. 'make install' puts the completions in place; without it:\n"
               "\n"
               "  bash   source <(eleven completion bash), in ~/.bashrc\n"
               "  fish   eleven completion fish > ~/.config/fish/completions/eleven.fish\n"
               "  zsh    source <(eleven completion zsh), in ~/.zshrc after compinit\n",
    .least = 1,
    .most = 1,
    .run = completion_run,
};
