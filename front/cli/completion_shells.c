/* The completions of three shells. Each script is plain data with a little code around it: nothing in it runs
 * eleven. */
#include "cli/commands.h"
#include "cli/completion.h"

#include <stdint.h>
#include <stdio.h>

static void put_words(choice place)
{
    for (unsigned i = 0; place.word && place.word(i); i++)
        printf("%s%s", i ? " " : "", place.word(i));
}

/* ---- bash ---------------------------------------------------------------------------------------------- */

static void bash_option_name(void *state, const cli_option *option)
{
    (void)state;
    printf(" --%s", option->name);
}

/* One branch for an option that takes a value: what to offer after it. */
static void bash_option_value(void *state, const cli_option *option)
{
    (void)state;
    if (!option->value)
        return;
    choice place = place_of_option(option);
    printf("        --%s", option->name);
    if (option->letter)
        printf("|-%c", option->letter);
    printf(") words='");
    put_words(place);
    printf("' kind=%s ;;\n", place.takes_files ? "file" : place.takes_folders ? "directory" : "");
}

static void bash_command(const cli_command *command)
{
    argument_word words[ARGUMENT_WORDS];
    unsigned count = command_arguments(command, words);
    const char *kind = "";
    printf("    %s)\n        options='", command->name);
    options_visit(command, bash_option_name, NULL);
    printf(" '\n        case $before in\n");
    options_visit(command, bash_option_value, NULL);
    printf("        *) words='");
    for (unsigned i = 0; i < count; i++) {
        printf("%s%s", i ? " " : "", words[i].is_literal ? words[i].text : "");
        put_words(words[i].place);
        kind = words[i].place.takes_files ? "file" : kind;
    }
    printf("' kind=%s ;;\n        esac ;;\n", kind);
}

void complete_bash(void)
{
    printf("# bash completion for eleven; made by 'eleven completion bash'.\n"
           "_eleven() {\n"
           "    local word=$2 before=$3 command=${COMP_WORDS[1]} commands='' options='' words='' kind=''\n"
           "    if [[ $word == '=' ]]; then\n"
           "        word=''\n"
           "    elif [[ $before == '=' ]]; then\n"
           "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    fi\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        command=play commands='");
    for (unsigned i = 0; command_at(i); i++)
        printf("%s%s", i ? " " : "", command_at(i)->name);
    printf("'\n    fi\n    case $command in\n    -*) command=play ;;\n    esac\n    case $command in\n");
    for (unsigned i = 0; command_at(i); i++)
        bash_command(command_at(i));
    printf("    esac\n"
           "    case $word in\n"
           "    -*) words=$options kind='' ;;\n"
           "    *) [[ -n $commands ]] && words=$commands kind='' ;;\n"
           "    esac\n"
           "    local IFS=$' \\t\\n'\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "    if [[ -n $kind ]]; then\n"
           "        local IFS=$'\\n'\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        COMPREPLY+=($(compgen -A \"$kind\" -- \"$word\"))\n"
           "    fi\n"
           "}\n"
           "complete -F _eleven eleven\n");
}

/* ---- fish ---------------------------------------------------------------------------------------------- */

static void fish_quoted(const char *text)
{
    putchar('\'');
    put_escaped(text, "'\\");
    putchar('\'');
}

static void fish_option(void *state, const cli_option *option)
{
    const cli_command *command = state;
    const char *or_none = command == &play_command ? "__fish_use_subcommand; or " : "";
    printf("complete -c eleven -n '%s__fish_seen_subcommand_from %s' -l %s", or_none, command->name, option->name);
    if (option->letter)
        printf(" -s %c", option->letter);
    if (option->value) {
        choice place = place_of_option(option);
        printf(" %s -a '", place.takes_files ? "-rF" : "-x");
        if (place.takes_folders)
            printf("(__fish_complete_directories)");
        put_words(place);
        putchar('\'');
    }
    printf(" -d ");
    fish_quoted(option->help);
    putchar('\n');
}

static void fish_command(const cli_command *command)
{
    argument_word words[ARGUMENT_WORDS];
    unsigned count = command_arguments(command, words);
    options_visit(command, fish_option, (void *)(uintptr_t)command);
    for (unsigned i = 0; i < count; i++) {
        if (!words[i].is_literal && !words[i].place.word && !words[i].place.takes_files)
            continue;
        printf("complete -c eleven -n '__fish_seen_subcommand_from %s' %s -a '", command->name,
               words[i].place.takes_files ? "-F" : "-f");
        printf("%s", words[i].is_literal ? words[i].text : "");
        put_words(words[i].place);
        printf("'\n");
    }
}

void complete_fish(void)
{
    printf("# fish completion for eleven; made by 'eleven completion fish'.\n"
           "complete -c eleven -f\n");
    for (unsigned i = 0; command_at(i); i++) {
        printf("complete -c eleven -n __fish_use_subcommand -a %s -d ", command_at(i)->name);
        fish_quoted(command_at(i)->summary);
        putchar('\n');
    }
    for (unsigned i = 0; command_at(i); i++)
        fish_command(command_at(i));
}

/* ---- zsh ----------------------------------------------------------------------------------------------- */

static void zsh_quoted(const char *text, const char *special)
{
    for (; *text; text++)
        if (*text == '\'')
            printf("'\\''");
        else
            put_escaped((char[]){*text, '\0'}, special);
}

/* How to complete the value of an option: words, files, folders, or several of them. A colon would end the action. */
static void zsh_action(choice place)
{
    if (place.word && place.takes_files) {
        printf("{_alternative \"words\\:word\\:(");
        put_words(place);
        printf(")\" \"files\\:file\\:_files\"}");
    } else if (place.word) {
        putchar('(');
        put_words(place);
        putchar(')');
    } else if (place.takes_files) {
        printf("_files");
    } else if (place.takes_folders) {
        printf("_files -/");
    } else {
        putchar(' ');
    }
}

static void zsh_option(void *state, const cli_option *option)
{
    (void)state;
    const char *equals = option->value ? "=" : "";
    printf(" \\\n            ");
    if (option->letter)
        printf("'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name, option->letter, option->value ? "+" : "",
               option->name, equals);
    else
        printf("'--%s%s[", option->name, equals);
    zsh_quoted(option->help, "[]:\\");
    putchar(']');
    if (option->value) {
        printf(":%s:", option->value);
        zsh_action(place_of_option(option));
    }
    putchar('\'');
}

/* The literal words of a command's arguments can stand at any place. */
static void zsh_command(const cli_command *command)
{
    argument_word words[ARGUMENT_WORDS];
    unsigned count = command_arguments(command, words);
    bool has_files = false;
    printf("    %s)\n        _arguments -S", command->name);
    options_visit(command, zsh_option, NULL);
    if (count) {
        printf(" \\\n            '*:argument:{_alternative \"words:word:(");
        for (unsigned i = 0; i < count; i++) {
            printf("%s%s", i ? " " : "", words[i].is_literal ? words[i].text : "");
            put_words(words[i].place);
            has_files |= words[i].place.takes_files;
        }
        printf(")\"%s}'", has_files ? " \"files:file:_files\"" : "");
    }
    printf(" ;;\n");
}

void complete_zsh(void)
{
    printf("#compdef eleven\n# zsh completion for eleven; made by 'eleven completion zsh'.\n"
           "_eleven() {\n    local -a commands=(\n");
    for (unsigned i = 0; command_at(i); i++) {
        printf("        '%s:", command_at(i)->name);
        zsh_quoted(command_at(i)->summary, ":\\");
        printf("'\n");
    }
    printf("    )\n"
           "    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    local command=play\n"
           "    if [[ $words[2] != -* ]]; then\n"
           "        command=$words[2]\n"
           "        shift words\n"
           "        ((CURRENT--))\n"
           "    fi\n"
           "    case $command in\n");
    for (unsigned i = 0; command_at(i); i++)
        zsh_command(command_at(i));
    printf("    esac\n"
           "}\n"
           "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
           "    _eleven \"$@\"\n"
           "else\n"
           "    compdef _eleven eleven\n"
           "fi\n");
}
