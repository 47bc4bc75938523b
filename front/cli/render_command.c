/* Pictures of boards and games, as files: which game, which moves of it, in which form. */
#include "cli/commands.h"
#include "base/game_file.h"
#include "base/nearest.h"
#include "base/options.h"
#include "picture/picture.h"
#include "base/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOVES_SHOWN = 500, PACE = 350, PACE_LEAST = 50, PACE_MOST = 10000 };

typedef enum render_form { FORM_SVG, FORM_TXT, FORM_ANS, FORM_HTML, FORMS } render_form;

static const char *const form_names[FORMS] = {"svg", "txt", "ans", "html"};

typedef struct move_range {
    bool is_given;
    uint64_t from, to; /* moves from the first, 1; both are shown */
} move_range;

typedef struct render_wish {
    const char *output, *form_name, *theme;
    render_form form;
    eleven_rules rules;
    move_range range;
    int64_t at, pace;
    bool replaces;
} render_wish;

/* ---- Words --------------------------------------------------------------------------------------------- */

static int option_range(const char *command, const char *option, const char *text, void *target)
{
    move_range *range = target;
    char from[24] = "";
    const char *dots = strstr(text, "..");
    if (dots && (size_t)(dots - text) < sizeof from)
        memcpy(from, text, (size_t)(dots - text));
    range->is_given = dots && text_is_number(from, UINT32_MAX, &range->from) &&
                      text_is_number(dots + 2, UINT32_MAX, &range->to) && range->from >= 1 && range->from <= range->to;
    return range->is_given
               ? 0
               : complain(command, STATUS_USAGE, "--%s '%s' is not a range of moves such as 1..50", option, text);
}

/* The form is told, or is the end of the file's name. */
static int form_read(render_wish *wish)
{
    const char *dot = strrchr(wish->output, '.');
    const char *name = wish->form_name ? wish->form_name : dot ? dot + 1 : "svg";
    nearest best = nearest_to(name);
    for (unsigned i = 0; i < FORMS; i++) {
        if (strcmp(name, form_names[i]) == 0) {
            wish->form = (render_form)i;
            return 0;
        }
        nearest_consider(&best, form_names[i]);
    }
    if (wish->form_name)
        return complain("render", STATUS_USAGE, "--as '%s' is neither svg, txt, ans nor html; the nearest is '%s'",
                        name, best.name);
    return complain("render", STATUS_USAGE, "'%s' ends neither in .svg, .txt, .ans nor .html; --as tells the form",
                    wish->output);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static void draw_still(const render_wish *wish, const picture *still, buffer *out)
{
    switch (wish->form) {
    case FORM_TXT: picture_text(still, out); break;
    case FORM_ANS: picture_ansi(still, out); break;
    default: picture_svg(still, out);
    }
}

static void look_at(picture *still, const eleven_game *game)
{
    still->board = game->board;
    still->score = game->score;
    still->moves = game->ply;
    still->status = eleven_game_status(still->rules, game);
}

/* Every position from one move to another, one below another. */
static void draw_strip(const render_wish *wish, eleven_reader *reader, picture *still, uint32_t count, buffer *out)
{
    eleven_ply ply;
    draw_still(wish, still, out);
    while (count > 0 && eleven_reader_next(reader, &ply, NULL, NULL) == ELEVEN_OK) {
        if (ply.keeps_playing)
            continue;
        count--;
        look_at(still, &reader->game);
        buffer_byte(out, '\n');
        draw_still(wish, still, out);
    }
}

static int draw_moves(const render_wish *wish, eleven_reader *reader, picture *still, uint32_t count, buffer *out)
{
    bool moves = wish->form == FORM_SVG || wish->form == FORM_HTML;
    if (!moves) {
        draw_strip(wish, reader, still, count, out);
        return 0;
    }
    return film_svg(reader, still, count, (unsigned)wish->pace, out)
               ? 0
               : complain("render", STATUS_FAILURE, "out of memory: the game has too many moves for a moving picture");
}

/* ---- A game -------------------------------------------------------------------------------------------- */

/* Which positions: from after `from` moves to after `to`. */
static int range_choose(const render_wish *wish, uint32_t moves, uint32_t *from, uint32_t *to)
{
    bool is_film = wish->form == FORM_SVG || wish->form == FORM_HTML;
    *to = moves;
    *from = !is_film ? moves : moves > MOVES_SHOWN ? moves - MOVES_SHOWN : 0;
    if (wish->at >= 0 && wish->at > moves)
        return complain("render", STATUS_USAGE, "--at '%" PRId64 "' is past the end: the game has %" PRIu32 " moves",
                        wish->at, moves);
    if (wish->range.is_given && wish->range.to > moves)
        return complain("render", STATUS_USAGE,
                        "--moves '%" PRIu64 "..%" PRIu64 "' is past the end: the game has %" PRIu32 " moves",
                        wish->range.from, wish->range.to, moves);
    if (wish->range.is_given) {
        *from = (uint32_t)wish->range.from - 1;
        *to = (uint32_t)wish->range.to;
    }
    if (wish->at >= 0)
        *from = *to = (uint32_t)wish->at;
    return 0;
}

/* Reads the game to its end, so that nothing is drawn of one that is wrong. */
static eleven_error count_moves(eleven_reader reader, uint32_t *moves, eleven_problem *problem)
{
    eleven_ply ply;
    eleven_error error;
    while ((error = eleven_reader_next(&reader, &ply, NULL, problem)) == ELEVEN_OK)
        ;
    *moves = reader.game.ply;
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

static int draw_game(const render_wish *wish, const char *path, const file_text *file, buffer *out)
{
    eleven_reader reader;
    eleven_problem problem;
    eleven_ply ply;
    uint32_t moves = 0, from, to;
    eleven_error error = eleven_reader_open(&reader, file->text, file->length, &problem);
    if (!error)
        error = count_moves(reader, &moves, &problem);
    if (error)
        return complain_of_file("render", path, &problem);
    int status = range_choose(wish, moves, &from, &to);
    if (status)
        return status;
    while (reader.game.ply < from)
        eleven_reader_next(&reader, &ply, NULL, NULL);
    picture still = {.rules = &reader.record.rules, .theme = wish->theme, .has_score = true};
    look_at(&still, &reader.game);
    return draw_moves(wish, &reader, &still, to - from, out);
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int draw_board(const render_wish *wish, const char *text, buffer *out)
{
    picture still = {.rules = &wish->rules, .theme = wish->theme};
    int status = board_read("render", "the board", text, &wish->rules, &still.board);
    if (status)
        return status;
    eleven_game game = {.board = still.board};
    still.status = eleven_game_status(&wish->rules, &game);
    if (still.status == ELEVEN_WON)
        still.status = ELEVEN_PLAYING; /* a board alone does not tell whether its player goes on */
    draw_still(wish, &still, out);
    return 0;
}

static int draw(const render_wish *wish, const char *what, buffer *out)
{
    bool is_file = strcmp(what, "-") == 0 || access(what, F_OK) == 0;
    file_text file = {0};
    if (is_file && game_file_read("render", what, &file))
        return STATUS_FAILURE;
    if (wish->form == FORM_HTML)
        page_begin(wish->theme, out);
    int status = is_file ? draw_game(wish, what, &file, out) : draw_board(wish, what, out);
    if (wish->form == FORM_HTML)
        page_end(out);
    free(file.text);
    return status;
}

/* The whole picture is drawn before the file is touched. */
static int render(const render_wish *wish, const char *what)
{
    buffer out = {0};
    int status = draw(wish, what, &out);
    if (status == 0 && out.failed)
        status = complain("render", STATUS_FAILURE, "out of memory");
    if (status == 0)
        status = output_write("render", wish->output, out.at, out.length);
    buffer_free(&out);
    return status;
}

static int render_run(word_list words)
{
    render_wish wish = {.output = "-", .at = -1, .pace = PACE};
    const cli_option options[] = {
        {"output", "OUT", "where to: .svg, .txt, .ans or .html (standard output)", option_text, &wish.output, 'o'},
        {"as", "FORM", "svg, txt, ans or html (what OUT ends in, or svg)", option_text, &wish.form_name, 0},
        {"moves", "A..B", "show these moves (in a moving picture the last 500)", option_range, &wish.range, 'm'},
        {"at", "N", "show the position after N moves", option_number, &wish.at, 0},
        {"pace", "MS", "milliseconds a move (350)", option_number, &wish.pace, 0},
        {"theme", "NAME", "colours (original)", option_theme, &wish.theme, 0},
        {"rules", "RULES", "of a board: a shipped rule set or a rule file (classic)", option_rules, &wish.rules, 'r'},
        {"force", NULL, "replace OUT where it exists", NULL, &wish.replaces, 0},
        {0}};
    int status = options_read(&render_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    status = form_read(&wish);
    if (status)
        return status;
    if (wish.pace < PACE_LEAST || wish.pace > PACE_MOST)
        return complain("render", STATUS_USAGE, "--pace '%" PRId64 "' is not from %d to %d", wish.pace, PACE_LEAST,
                        PACE_MOST);
    if (!wish.replaces && strcmp(wish.output, "-") != 0 && access(wish.output, F_OK) == 0)
        return complain("render", STATUS_FAILURE, "%s exists; --force replaces it", wish.output);
    rules_or_classic(&wish.rules);
    return render(&wish, words.at[0]);
}

const cli_command render_command = {
    .name = "render",
    .arguments = "GAME|BOARD",
    .summary = "Draw a board, or a game as a moving picture",
    .details = "GAME is a file in any format that 'eleven convert' reads; '-' is standard input. BOARD is "
               "told as for\n"
               "'eleven move'. A game becomes a moving .svg or .html, which loops and shows the last "
               "position to who\n"
               "wants no motion; as .txt and .ans (text with terminal colours) its last position, or those "
               "of --moves.\n",
    .least = 1,
    .most = 1,
    .run = render_run,
};
