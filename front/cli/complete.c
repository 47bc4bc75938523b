/* The program completes its own command line: a shell calls the hidden command `eleven __complete` with the words
 * typed so far and gets the candidates. The scripts only pass words and candidates on, and complete paths. The program
 * also writes the commands as a part of the manual page eleven(6), in mdoc. */
#include "cli/commands.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* bash splits --name=value into three words. */
static const char bash_script[] =
    "_eleven() {\n"
    "    local candidate program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]}\n"
    "    [[ $program == '~/'* ]] && program=$HOME/${program:2}\n"
    "    [[ $word == = ]] && word=\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r candidate _; do\n"
    "        case $candidate in\n"
    "        :files) compopt -o filenames 2>/dev/null\n"
    "            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
    "        :folders) compopt -o filenames 2>/dev/null\n"
    "            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- \"$word\") ;;\n"
    "        *) COMPREPLY+=(\"$candidate\") ;;\n"
    "        esac\n"
    "    done < <(\"$program\" __complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _eleven eleven\n";

/* The arguments of a command that does not exist are paths. */
static const char fish_script[] =
    "function __eleven_complete\n"
    "    set -l words (commandline -opc)\n"
    "    set -l word (commandline -ct)\n"
    "    set -l option (string match -r -- '^--[^=]*=' \"$word\"; or echo '')\n"
    "    set -l path (string replace -r -- '^--[^=]*=' '' \"$word\")\n"
    "    set -l program (string replace -r -- '^~/' \"$HOME/\" $words[1])\n"
    "    command -q $program; or return\n"
    "    for line in ($program __complete $words[2..] \"$word\" 2>/dev/null)\n"
    "        switch $line\n"
    "            case ':files*'\n"
    "                complete -C \"__eleven_path $path\" | string replace -r -- '^' \"$option\"\n"
    "            case ':folders*'\n"
    "                complete -C \"__eleven_path $path\" | string match -r -- '^[^\\t]*/(?:\\t.*)?$' |\n"
    "                    string replace -r -- '^' \"$option\"\n"
    "            case '*'\n"
    "                printf '%s%s\\n' $option $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c eleven -f -a '(__eleven_complete)'\n";

static const char zsh_script[] =
    "#compdef eleven\n"
    "_eleven() {\n"
    "    local line\n"
    "    local -a candidates\n"
    "    compset -P '--*='\n"
    "    for line in \"${(@f)$(${~words[1]} __complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)}\"; do\n"
    "        case $line in\n"
    "        :files*) _files ;;\n"
    "        :folders*) _files -/ ;;\n"
    "        ?*) candidates+=(\"${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
    "        esac\n"
    "    done\n"
    "    _describe eleven candidates\n"
    "}\n"
    "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
    "    _eleven \"$@\"\n"
    "else\n"
    "    compdef _eleven eleven\n"
    "fi\n";

static const struct {
    const char *name, *script;
} shells[] = {{"bash", bash_script}, {"fish", fish_script}, {"zsh", zsh_script}};
enum { SHELLS = sizeof shells / sizeof *shells };

const char *completion_shell(unsigned index)
{
    return index < SHELLS ? shells[index].name : NULL;
}

const char *completion_script(unsigned index)
{
    return index < SHELLS ? shells[index].script : NULL;
}

static void offer(const char *typed, const char *before, const char *word, const char *description)
{
    char candidate[80];
    snprintf(candidate, sizeof candidate, "%s%s", before, word);
    if (strncmp(candidate, typed, strlen(typed)) == 0)
        printf("%s\t%s\n", candidate, description);
}

static void offer_kind(const char *typed, const value_kind *kind)
{
    for (unsigned i = 0; kind->name && kind->name(i); i++)
        offer(typed, "", kind->name(i), "");
    for (const char *at = kind->words ? kind->words : ""; *at; at += strcspn(at, " "), at += *at == ' ') {
        char word[32];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        offer(typed, "", word, "");
    }
    if (kind->path)
        puts(kind->path == PATH_FILE ? ":files" : ":folders");
}

static void offer_options(const char *typed, const cli_command *command)
{
    const cli_option *option;
    for (unsigned i = 0; (option = option_at(command, i)); i++)
        offer(typed, "--", option->name, option->help);
}

/* How many arguments come before the last word, without the name of the command. */
static int arguments_before(const cli_command *command, word_list words)
{
    int count = 0;
    for (int i = 1; i + 1 < words.count; i++) {
        const cli_option *option = words.at[i][0] == '-' ? option_find(command, words.at[i]) : NULL;
        count += words.at[i][0] != '-';
        i += option && option->value && !strchr(words.at[i], '=');
    }
    return count;
}

/* Each lower-case word of the usage line once: "list" and "show" of "[list | show NAME]". */
static void offer_usage(const char *typed, const char *usage)
{
    static const char between[] = "[]| ";
    for (const char *at = usage + strspn(usage, between); *at;) {
        char word[32];
        size_t length = strcspn(at, between);
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (islower((unsigned char)*at) && strstr(usage, word) == at)
            offer(typed, "", word, "");
        at += length + strspn(at + length, between);
    }
}

/* Words of the usage line that come first, "[list | show NAME]", or second, "[A against B]"; elsewhere what the command
 * lists. */
static void offer_arguments(const char *typed, const cli_command *command, int before)
{
    const char *usage = command->arguments ? command->arguments : "";
    const char *first = usage + strspn(usage, "["), *second = strchr(usage, ' ');
    bool is_word =
        before == 0 ? islower((unsigned char)*first) : before == 1 && second && islower((unsigned char)second[1]);
    if (is_word)
        offer_usage(typed, usage);
    else if (command->argument)
        offer_kind(typed, command->argument);
}

/* The option whose value the last word is; `typed` becomes the part of the value that is there. The words are
 * "--name" "value", "-n" "value", "--name=value", or "--name" "=" "value", which is what bash makes of it. */
static const cli_option *option_before(const cli_command *command, word_list words, const char **typed)
{
    const char *last = words.at[words.count - 1];
    const char *equals = strncmp(last, "--", 2) == 0 ? strchr(last, '=') : NULL;
    int before = words.count - 2;
    if (equals) {
        before = words.count - 1;
        *typed = equals + 1;
    } else if (strcmp(last, "=") == 0) {
        *typed = "";
    } else if (before >= 0 && strcmp(words.at[before], "=") == 0) {
        before--;
    }
    const cli_option *option = before >= 0 ? option_find(command, words.at[before]) : NULL;
    return option && option->value ? option : NULL;
}

static const cli_command *find_command(command_lister *commands, const char *name)
{
    const cli_command *command;
    for (unsigned i = 0; (command = commands(i)); i++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

/* Without a command the options are those of the first one, play. */
void completion_offer(command_lister *commands, word_list words)
{
    if (words.count == 0)
        return;
    const char *typed = words.at[words.count - 1];
    bool has_command = words.at[0][0] != '-';
    const cli_command *command = has_command ? find_command(commands, words.at[0]) : commands(0);
    if (has_command && words.count == 1) {
        for (unsigned i = 0; (command = commands(i)); i++)
            offer(typed, "", command->name, command->summary);
        return;
    }
    if (!command)
        return;
    const cli_option *option = option_before(command, words, &typed);
    if (option)
        offer_kind(typed, option->kind);
    else if (typed[0] == '-')
        offer_options(typed, command);
    else
        offer_arguments(typed, command, arguments_before(command, words));
}

/* ---- The manual page ----------------------------------------------------------------------------------- */
/* A line of text. Nothing in it may be taken for a macro or an escape, and the dashes of an option stay dashes. */
static void put_text(const char *text, size_t length)
{
    if (length && (text[0] == '.' || text[0] == '\''))
        printf("\\&");
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            printf("\\e");
        else if (text[i] == '-' && (i == 0 || !isalnum((unsigned char)text[i - 1])))
            printf("\\-");
        else
            putchar(text[i]);
    putchar('\n');
}

/* How much of the text comes before its next line break: a line holds one sentence at most, and 72 bytes. A mark
 * between blanks ends no sentence. */
static size_t line_length(const char *text, size_t length)
{
    size_t blank = 0, i = 0;
    for (; i < length && (i < 72 || !blank); i++) {
        bool is_blank = text[i] == ' ' || text[i] == '\n';
        if (is_blank && i > 1 && strchr(".?!", text[i - 1]) && text[i - 2] != ' ')
            return i;
        blank = is_blank ? i : blank;
    }
    return i < length ? blank : i;
}

/* Fills lines; the line breaks in the text count as blanks. */
static void put_prose(const char *text, size_t length)
{
    char line[80];
    while (length > 0) {
        size_t taken = line_length(text, length);
        for (size_t i = 0; i < taken && i < sizeof line; i++)
            line[i] = text[i] == '\n' ? ' ' : text[i];
        put_text(line, taken < sizeof line ? taken : sizeof line);
        taken += taken < length;
        text += taken;
        length -= taken;
    }
}

static void put_literal(const char *text, size_t length)
{
    printf(".Bd -literal -compact\n");
    for (const char *end = text + length; text < end;) {
        size_t taken = strcspn(text, "\n");
        put_text(text, taken);
        text += taken + 1;
    }
    printf(".Ed\n");
}

/* Paragraphs are filled. Indented lines are tables and examples, and keep their line breaks. */
static void put_details(const char *details)
{
    while (*details) {
        bool is_indented = *details == ' ';
        const char *at = details;
        while (*at && *at != '\n' && (*at == ' ') == is_indented)
            at += strcspn(at, "\n") + 1;
        printf(".Pp\n");
        (is_indented ? put_literal : put_prose)(details, (size_t)(at - details) - !is_indented);
        details = at + strspn(at, "\n");
    }
}

static void put_option(const cli_option *option)
{
    printf(".It ");
    if (option->letter)
        printf("Fl %c , ", option->letter);
    printf("Fl \\-%s", option->name);
    if (option->value)
        printf(" Ar %s", option->value);
    putchar('\n');
    put_prose(option->help, strlen(option->help));
}

void commands_mdoc(command_lister *commands)
{
    const cli_command *command;
    const cli_option *option;
    char summary[120];
    for (unsigned i = 0; (command = commands(i)); i++) {
        printf(".Ss eleven %s\n", command->name);
        if (command->arguments)
            printf(".Dl eleven %s %s\\&\n.Pp\n", command->name, command->arguments);
        snprintf(summary, sizeof summary, "%s.", command->summary);
        put_prose(summary, strlen(summary));
        if (command->details)
            put_details(command->details);
        printf(".Bl -tag -width Ds\n");
        for (unsigned j = 0; (option = option_at(command, j)); j++)
            put_option(option);
        printf(".El\n");
    }
}
