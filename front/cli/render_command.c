/* Draws pictures of boards and games: which game, which of its moves, in which form. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "chart/charts.h"
#include "picture/theme.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* A moving picture shows the last moves of a long game, each for so many milliseconds. */
enum { MOVES_SHOWN = 500, PACE = 350 };

typedef enum render_form { FORM_SVG, FORM_TXT, FORM_ANS, FORM_HTML, FORMS } render_form;

static const char *form_name(unsigned index)
{
    static const char *const names[FORMS] = {"svg", "txt", "ans", "html"};
    return index < FORMS ? names[index] : NULL;
}

/* The first and the last move, counted from 1. */
typedef struct move_range {
    bool is_given;
    uint64_t from, to;
} move_range;

struct options {
    const char *output, *form_name, *theme;
    eleven_rules rules;
    move_range range;

    /* `at`: -1 is not given; `pace`: milliseconds, 0 is not given. */
    int64_t at, pace;
    bool replaces;
};

typedef struct render_job {
    const struct options *options;
    render_form form;
    buffer *out;
} render_job;

static void read_range(const cli_option *option, const char *text, void *value)
{
    move_range *range = value;
    const char *dots = strstr(text, "..");
    range->is_given = dots && eleven_number_parse(text, (size_t)(dots - text), UINT32_MAX, &range->from) &&
                      eleven_number_parse(dots + 2, strlen(dots + 2), UINT32_MAX, &range->to) && range->from >= 1 &&
                      range->from <= range->to;
    if (!range->is_given)
        fail_value(option, "a range of moves such as 1..50", text);
}

/* The form is given, or is the ending of the file's name. */
static render_form read_form(const struct options *options)
{
    const char *dot = strrchr(options->output, '.');
    const char *name = options->form_name ? options->form_name : dot ? dot + 1 : "svg";
    for (render_form form = 0; form < FORMS; form++)
        if (strcmp(name, form_name(form)) == 0)
            return form;
    fail_usage("the name '%s' should end in .svg, .txt, .ans or .html; or use --as FORM", options->output);
}

static bool is_film(const render_job *job)
{
    return job->form == FORM_SVG || job->form == FORM_HTML;
}

/* Refuses what would have no effect. */
static void check_options(const render_job *job, bool is_game)
{
    const struct options *options = job->options;
    if (options->at >= 0 && options->range.is_given)
        fail_usage("--at draws one position and --moves several, so they cannot be combined");
    if (!is_game && (options->at >= 0 || options->range.is_given))
        fail_usage("--%s cannot be combined with a board, which has no moves", options->at >= 0 ? "at" : "moves");
    if (is_game && options->rules.name[0])
        fail_usage("--rules cannot be combined with a file, which contains a game");
    if (options->pace && (!is_game || !is_film(job) || options->at >= 0))
        fail_usage("--pace needs a moving picture: a game as svg or html, without --at");
    if (options->theme && job->form == FORM_TXT)
        fail_usage("--theme cannot be combined with txt, which has no colours");
}

static void draw_still(const render_job *job, const eleven_picture *still)
{
    static const eleven_picture_kind kinds[FORMS] = {ELEVEN_PICTURE_SVG, ELEVEN_PICTURE_TEXT, ELEVEN_PICTURE_ANSI,
                                                     ELEVEN_PICTURE_SVG};
    eleven_bytes drawn;
    if (eleven_picture_draw(still, kinds[job->form], &drawn))
        fail_no_memory();
    buffer_add(job->out, drawn.at, drawn.length);
    eleven_bytes_free(&drawn);
}

/* Every position from one move to another, one below another. */
static void draw_strip(const render_job *job, eleven_reader *reader, eleven_picture *still, uint32_t count)
{
    eleven_ply ply;
    draw_still(job, still);
    while (count > 0 && eleven_reader_next(reader, &ply, NULL, NULL) == ELEVEN_OK) {
        if (ply.keeps_playing)
            continue;
        if (--count == 0)
            reader_take_keep(reader);
        still->game = reader->game;
        buffer_byte(job->out, '\n');
        draw_still(job, still);
    }
}

static void draw_moves(const render_job *job, eleven_reader *reader, eleven_picture *still, uint32_t count)
{
    unsigned pace = (unsigned)job->options->pace;
    if (!is_film(job))
        draw_strip(job, reader, still, count);
    else if (!film_svg(reader, still, count, pace ? pace : PACE, job->out))
        fail_no_memory();
}

/* Which positions: from after `from` moves to after `to`. */
static void range_choose(const render_job *job, uint32_t moves, uint32_t *from, uint32_t *to)
{
    const struct options *options = job->options;
    *to = moves;
    *from = !is_film(job) ? moves : moves > MOVES_SHOWN ? moves - MOVES_SHOWN : 0;
    if (options->at > (int64_t)moves)
        fail_usage("--at %" PRId64 " is past the end: the game has %" PRIu32 " move%s", options->at, moves,
                   plural(moves));
    if (options->range.is_given && options->range.to > moves)
        fail_usage("--moves %" PRIu64 "..%" PRIu64 " is past the end: the game has %" PRIu32 " move%s",
                   options->range.from, options->range.to, moves, plural(moves));
    if (options->range.is_given) {
        *from = (uint32_t)options->range.from - 1;
        *to = (uint32_t)options->range.to;
    }
    if (options->at >= 0)
        *from = *to = (uint32_t)options->at;
}

/* Reads the game to its end, so that nothing of a wrong game is drawn. */
static uint32_t count_moves(eleven_reader reader, const char *path)
{
    eleven_ply ply;
    eleven_problem problem;
    eleven_error error;
    while ((error = eleven_reader_next(&reader, &ply, NULL, &problem)) == ELEVEN_OK)
        ;
    if (error != ELEVEN_END)
        fail_in_file(path, &problem);
    return reader.game.ply;
}

static void draw_game(const render_job *job, const char *path, const buffer *file)
{
    eleven_reader reader;
    eleven_problem problem;
    eleven_ply ply;
    uint32_t from, to;
    if (eleven_reader_open(&reader, file->at, file->length, &problem))
        fail_in_file(path, &problem);
    range_choose(job, count_moves(reader, path), &from, &to);
    while (reader.game.ply < from)
        eleven_reader_next(&reader, &ply, NULL, NULL);
    if (from == to && job->options->at < 0)
        reader_take_keep(&reader);
    eleven_picture still = {sizeof still, &reader.record.rules, reader.game, true, job->options->theme};
    draw_moves(job, &reader, &still, to - from);
}

/* A board alone does not show whether its player continued after the win. */
static void draw_board(const render_job *job, const char *text)
{
    const eleven_rules *rules = &job->options->rules;
    eleven_game game = {.board = board_read("the board", text, rules), .keeps_playing = true};
    draw_still(job, &(eleven_picture){sizeof(eleven_picture), rules, game, false, job->options->theme});
}

/* No board contains letters. So a word with letters and a dot or a slash, or a text that begins with a letter and has
 * one of them, names a file, even one that does not exist. */
static bool is_path(const char *what)
{
    bool has_letter = isalpha((unsigned char)what[0]);
    for (const char *at = what; *at && !strchr(what, ' '); at++)
        has_letter = has_letter || isalpha((unsigned char)*at);
    return (has_letter && strpbrk(what, "./")) || strcmp(what, "-") == 0 || access(what, F_OK) == 0;
}

/* A page around an SVG. */
static void page_begin(const char *theme, buffer *out)
{
    struct theme colours = theme_load(theme, DEPTH_TRUE);
    buffer_format(out,
                  "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width\">\n<title>2048</title>\n<style>\n"
                  "body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #%06x }\n"
                  "svg { max-width: 96vw; max-height: 96vh }\n</style>\n",
                  colours.page);
}

static void draw(const render_job *job, const char *what, bool is_file)
{
    buffer file = {0};
    if (is_file)
        file = input_read_game(what);
    if (job->form == FORM_HTML)
        page_begin(job->options->theme, job->out);
    if (is_file)
        draw_game(job, what, &file);
    else
        draw_board(job, what);
    if (job->form == FORM_HTML)
        buffer_text(job->out, "</html>\n");
    buffer_free(&file);
}

static int run_render(void *given, word_list words)
{
    struct options *options = given;
    buffer out = {0};
    render_job job = {.options = options, .form = read_form(options), .out = &out};
    bool is_file = is_path(words.at[0]);
    check_options(&job, is_file);
    rules_or_classic(&options->rules);
    output_check(options->output, options->replaces);
    draw(&job, words.at[0], is_file);
    output_write_buffer(options->output, &out);
    return 0;
}

const value_kind kind_theme = {read_name, eleven_theme_name, PATH_NONE, NULL};
static const value_kind kind_range = {.read = read_range};
static const value_kind kind_form = {read_name, form_name, PATH_NONE, NULL};

static const cli_option rows[] = {
    OPTION(output, "output", 'o', "OUT", kind_file, "the file to write (default: standard output)"),
    OPTION(form_name, "as", 0, "FORM", kind_form, "svg, txt, ans or html (default: the ending of OUT, or svg)"),
    OPTION(range, "moves", 'm', "A..B", kind_range, "draw these moves (default: up to 500, see above)"),
    NUMBER(at, "at", 0, 0, 0, "draw the position after N moves"),
    NUMBER(pace, "pace", 0, 50, 10000, "milliseconds per move, 50 to 10000 (default: 350)"),
    OPTION_THEME(theme),
    OPTION_RULES(rules),
    OPTION_FORCE(replaces),
    {0},
};

const cli_command render_command = {
    .name = "render",
    .arguments = "GAME|BOARD",
    .summary = "Draw a board, or a game as a moving picture",
    .details = "GAME is a file in any format that 'eleven convert' reads; '-' is standard input. BOARD is written as\n"
               "for 'eleven show'. In .svg and .html a game becomes a moving picture of its last 500 moves, repeated\n"
               "without end; if the reader prefers reduced motion, it shows the last position. In .txt and .ans\n"
               "(text with terminal colours) the last position is drawn, or with --moves each position.\n"
               "\n"
               "  eleven render game.2048 --output board.svg\n"
               "  eleven render '2 4 8 / 16 32 64' --as txt\n",
    .least = 1,
    .most = 1,
    .argument = &kind_file,
    OPTIONS(rows),
    .defaults = &(const struct options){.output = "-", .at = -1},
    .run = run_render,
};
