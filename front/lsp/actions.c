/* Code actions. Each is a row of a table: its title and the edits that it makes. A client that can resolve actions gets
 * the edits only of the one that it chooses. */
#include "lsp/lsp_room.h"

#include <stdio.h>
#include <string.h>

enum { FINISH_MOVES = 5000 };

/* What an action works on. `step`: the step at the cursor, NULL if there is none. */
typedef struct action_place {
    lsp_server *server;
    lsp_document *document;
    const lsp_game *game;
    const lsp_step *step;
} action_place;

static bool can_play(const action_place *place)
{
    const eleven_state *state = game_is_right(place->game) ? game_last_state(place->game) : NULL;
    return state && place->server->player && eleven_state_has_begun(state) &&
           eleven_state_status(state) == ELEVEN_STATUS_PLAYING;
}

/* Lets the player make one move from *state, which becomes the state after it, and appends the move to the text. */
static bool play_move(const action_place *place, eleven_state **state, buffer *out)
{
    eleven_player *player = place->server->player;
    const eleven_record *head = eleven_state_head(*state);
    const eleven_game *game = eleven_state_game(*state);
    eleven_advice advice;
    eleven_ply ply;
    char text[80];
    if (eleven_state_status(*state) != ELEVEN_STATUS_PLAYING ||
        eleven_player_choose(player, &head->rules, &game->board, NULL, &advice))
        return false;
    uint32_t moves = game->ply;
    eleven_state *next;
    if (eleven_state_move(*state, advice.direction, &ply, &next))
        return false;
    if (place->game->is_record) {
        eleven_ply_print(&head->rules, head->start.board.w, &ply, moves, text, sizeof text);
    } else {
        snprintf(text, sizeof text, ".%s", eleven_choice_word(eleven_direction_choice(advice.direction)));
    }
    eleven_state_free(*state);
    *state = next;
    buffer_text(out, text);
    return !out->failed;
}

static json_t *play_moves(const action_place *place, unsigned most)
{
    buffer out = {0};
    eleven_state *state = NULL;
    unsigned moves = 0;
    /* "Grid" gives an equal state of our own. */
    if (!eleven_state_choose(game_last_state(place->game), "Grid", 4, &state, NULL))
        while (moves < most && play_move(place, &state, &out))
            moves++;
    json_t *edits = moves ? edit_extension(place->document, place->game, out.at, moves, state) : NULL;
    eleven_state_free(state);
    buffer_free(&out);
    return edits;
}

static json_t *play_best(const action_place *place)
{
    return play_moves(place, 1);
}

static json_t *finish_game(const action_place *place)
{
    return play_moves(place, FINISH_MOVES);
}

/* Replaces the game up to the byte `end` by the text that `print` makes of its last state, between `before` and
 * `after`. */
static json_t *rewrite(const action_place *place, size_t (*print)(const eleven_state *, char *, size_t), size_t end,
                       const char *before, const char *after)
{
    const eleven_state *state = game_last_state(place->game);
    size_t length = print(state, NULL, 0);
    buffer text = {0};
    json_t *edits = NULL;
    buffer_text(&text, before);
    bool is_whole =
        length > 0 && buffer_reserve(&text, length) && print(state, text.at + text.length, length + 1) == length;
    text.length += length;
    if (is_whole)
        buffer_text(&text, after);
    if (is_whole && !text.failed)
        edits = json_pack("[o]", edit_of(place->document, place->game->begin, end, text.at));
    buffer_free(&text);
    return edits;
}

static bool is_chain(const action_place *place)
{
    return game_is_right(place->game) && !place->game->is_record &&
           eleven_state_has_begun(game_last_state(place->game));
}

/* A record has lines of its own, and a blank line ends it. */
static json_t *to_notation(const action_place *place)
{
    const lsp_document *document = place->document;
    const lsp_game *game = place->game;
    bool begins_line = document->lines[document_line(document, game->begin)] == game->begin;
    bool ends_line = game->end == document->text.length || strchr("\r\n", document->text.at[game->end]);
    return rewrite(place, eleven_state_print, game->end, begins_line ? "" : "\n", ends_line ? "" : "\n");
}

static bool is_chainable(const action_place *place)
{
    return game_is_right(place->game) && place->game->is_record && eleven_chain_print(place->game->start, NULL, 0) > 0;
}

/* The line breaks after the record stay: without them, what follows would become a part of the chain. */
static json_t *to_chain(const action_place *place)
{
    const char *text = place->document->text.at;
    size_t end = place->game->end;
    while (strchr(" \t\r\n", text[end - 1]))
        end--;
    end += strspn(text + end, " \t");
    return rewrite(place, eleven_chain_print, end, "", text[end] ? "" : "\n");
}

enum { WORDS_PER_LINE = 10 };

/* What comes before the dots of further lines: what comes before the chain on its own line, and more blanks. */
static void put_line_start(const action_place *place, buffer *out)
{
    const lsp_document *document = place->document;
    size_t begin = place->game->begin, line = document->lines[document_line(document, begin)];
    buffer_text(out, "\n");
    buffer_add(out, document->text.at + line, begin - line);
    buffer_text(out, "    ");
}

/* After other text than the sign of a comment, a further line would not continue the chain. */
static bool can_continue(const action_place *place)
{
    buffer line = {0};
    eleven_chain_word word;
    put_line_start(place, &line);
    buffer_text(&line, ".Up");
    bool continues = !line.failed && eleven_chain_next(line.at, line.length, 0, &word);
    buffer_free(&line);
    return continues;
}

static bool is_long_line(const action_place *place)
{
    const lsp_game *game = place->game;
    return is_chain(place) && game->step_count > WORDS_PER_LINE &&
           document_line(place->document, game->begin) == document_line(place->document, game->end) &&
           can_continue(place);
}

static json_t *break_lines(const action_place *place)
{
    const lsp_game *game = place->game;
    buffer start = {0};
    put_line_start(place, &start);
    json_t *edits = start.failed ? NULL : json_array();
    for (size_t i = 0; edits && i < game->step_count; i += WORDS_PER_LINE) {
        size_t dot = game->begin + game->steps[i].begin - 1;
        json_array_append_new(edits, edit_of(place->document, dot, dot, start.at));
    }
    buffer_free(&start);
    return edits;
}

static bool is_wrong(const action_place *place)
{
    return place->game->start && !place->game->is_record && place->step &&
           !game_step_is_good(place->game, (size_t)(place->step - place->game->steps));
}

static const char *nearest_word(const action_place *place)
{
    size_t index = (size_t)(place->step - place->game->steps);
    const eleven_state *state = document_state(place->document, place->game, index);
    return !state ? NULL
                  : lsp_nearest_word(state, place->document->text.at + place->game->begin + place->step->begin,
                                     place->step->end - place->step->begin);
}

static bool has_nearest(const action_place *place)
{
    return is_wrong(place) && nearest_word(place);
}

static json_t *use_nearest(const action_place *place)
{
    size_t begin = place->game->begin + place->step->begin, end = place->game->begin + place->step->end;
    return json_pack("[o]", edit_of(place->document, begin, end, nearest_word(place)));
}

static json_t *remove_word(const action_place *place)
{
    const lsp_game *game = place->game;
    size_t begin = place->step == game->steps ? game->head_end : place->step[-1].end;
    return json_pack("[o]", edit_of(place->document, game->begin + begin, game->begin + place->step->end, ""));
}

static bool has_wrong_end(const action_place *place)
{
    return game_has_wrong_end(place->game);
}

static json_t *correct_end(const action_place *place)
{
    json_t *edits = json_array();
    edit_stated_end(place->document, place->game, game_last_state(place->game), edits);
    return edits;
}

static const struct {
    const char *name, *title, *kind;
    bool (*is_open)(const action_place *place);
    json_t *(*edits)(const action_place *place);
} actions[] = {
    {"nearest", "Write the nearest option", "quickfix", has_nearest, use_nearest},
    {"remove", "Remove this word", "quickfix", is_wrong, remove_word},
    {"correct", "Correct the end that the head states", "quickfix", has_wrong_end, correct_end},
    {"best", "Play the best move", "refactor.rewrite", can_play, play_best},
    {"finish", "Let the player finish the game", "refactor.rewrite", can_play, finish_game},
    {"notation", "Convert the chain to notation", "refactor.rewrite", is_chain, to_notation},
    {"chain", "Convert the notation to a chain", "refactor.rewrite", is_chainable, to_chain},
    {"break", "Break the chain into lines", "refactor.rewrite", is_long_line, break_lines},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static json_t *make_edit(const action_place *place, unsigned index)
{
    json_t *edits = actions[index].edits(place);
    return edits ? json_pack("{s:{s:o}}", "changes", place->document->uri, edits) : NULL;
}

static json_t *make_action(const action_place *place, unsigned index)
{
    size_t at = place->step ? place->game->begin + place->step->begin : place->game->begin;
    json_t *action =
        json_pack("{s:s, s:s, s:{s:s, s:I, s:s}}", "title", actions[index].title, "kind", actions[index].kind, "data",
                  "uri", place->document->uri, "at", (json_int_t)at, "action", actions[index].name);
    if (place->server->client.resolves_edits)
        return action;
    json_object_set_new(action, "edit", make_edit(place, index));
    return action;
}

/* Whether the client wants this kind: it wants all, or those below the kinds that it names. */
static bool is_wanted(const json_t *only, const char *kind)
{
    size_t i;
    json_t *name;
    json_array_foreach(only, i, name)
    {
        size_t length = json_string_length(name);
        if (json_is_string(name) && strncmp(kind, json_string_value(name), length) == 0 &&
            (kind[length] == '.' || kind[length] == '\0' || length == 0))
            return true;
    }
    return !json_is_array(only);
}

static bool find_place(lsp_server *server, lsp_document *document, size_t at, action_place *place)
{
    const lsp_game *game = document_game_at(document, at);
    if (!game || !game->is_sure)
        return false;
    *place = (action_place){server, document, game, game_step_at(game, at)};
    return true;
}

json_t *lsp_actions(lsp_server *server, lsp_document *document, const json_t *params)
{
    action_place place;
    const json_t *only = lsp_look(params, "context.only");
    json_t *list = json_array();
    if (!server->client.takes_actions ||
        !find_place(server, document, document_offset(document, lsp_look(params, "range.start")), &place))
        return list;
    for (unsigned i = 0; i < ACTIONS; i++)
        if (is_wanted(only, actions[i].kind) && actions[i].is_open(&place))
            json_array_append_new(list, make_action(&place, i));
    return list;
}

json_t *lsp_action_resolve(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    if (!params)
        return lsp_fail(failure, LSP_INVALID_PARAMS, "an action is missing");
    action_place place;
    json_t *action = json_deep_copy(params);
    const char *name = json_string_value(lsp_look(params, "data.action"));
    json_int_t at = json_integer_value(lsp_look(params, "data.at"));
    lsp_document *document = lsp_named_document(server, json_string_value(lsp_look(params, "data.uri")));
    if (!name || !document || at < 0 || !find_place(server, document, (size_t)at, &place))
        return action;
    for (unsigned i = 0; i < ACTIONS; i++)
        if (strcmp(actions[i].name, name) == 0 && actions[i].is_open(&place))
            json_object_set_new(action, "edit", make_edit(&place, i));
    return action;
}
