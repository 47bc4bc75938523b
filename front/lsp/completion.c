/* Completion: the options of the state that the chain up to the cursor leads to. An item is cheap; its board and its
 * detail are made when the client asks for them, or at once for a client that never asks. */
#include "lsp/lsp_room.h"
#include "base/named_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Where completion happens: a game, the state before the word at the cursor, and that word. */
typedef struct completion_place {
    lsp_document *document;
    const lsp_game *game;
    eleven_state *state;
    /* The same state, of another seed, which will be written; owned; NULL: none is proposed. */
    eleven_state *proposed;
    /* The word in the document, and the number of steps before it. */
    size_t begin, end, before;
} completion_place;

static bool find_word(completion_place *place, size_t at)
{
    const char *text = place->document->text.at;
    const lsp_game *game = place->game;
    const char *stops = game->is_record ? " \t\r\n" : ".";
    size_t head = game->begin + game->head_end, line = place->document->lines[document_line(place->document, at)];
    bool is_in_comment = game->is_record && memchr(text + line, ';', at - line);
    if (!game->start || at < head || (game->is_record && at == head) || is_in_comment)
        return false;
    place->begin = at;
    while (place->begin > head && !strchr(stops, text[place->begin - 1]))
        place->begin--;
    /* It must be one word: a chain may have line breaks and comment signs before a dot. */
    if (place->begin == head || strcspn(text + place->begin, " \t\r\n") < at - place->begin)
        return false;
    place->before = game_steps_before(game, place->begin - 1);
    place->end = at;
    if (place->before < game->step_count && game->begin + game->steps[place->before].begin == place->begin)
        place->end = game->begin + game->steps[place->before].end;
    place->end = place->end > at ? place->end : at;
    return true;
}

/* A game without a seed and without a move gets the seed that the document proposes. */
static bool needs_seed(const completion_place *place)
{
    return !place->game->is_record && !place->game->has_seed;
}

/* The proposal must not be the seed of another game in the document. */
static void refresh_proposal(lsp_document *document)
{
    size_t count = document_update(document);
    for (size_t i = 0; i < count; i++)
        if (document->games[i].has_seed && document->games[i].seed == document->proposal)
            document->proposal = eleven_random(document->proposal, count) % SEEDS;
}

static eleven_state *proposed_state(const completion_place *place)
{
    eleven_record head = *eleven_state_head(place->game->start);
    head.seed = place->document->proposal;
    eleven_game_start(&head.rules, head.start.board.w, head.start.board.h, head.seed, &head.start, NULL);
    eleven_state *before = eleven_state_new(&head), *begun = NULL;
    if (!before || !eleven_state_has_begun(place->state))
        return before;
    eleven_state_choose(before, "Begin", 5, &begun, NULL);
    eleven_state_free(before);
    return begun;
}

static void propose_seed(completion_place *place)
{
    if (!needs_seed(place) || eleven_state_game(place->state)->ply > 0 || place->game->step_count > 1)
        return;
    refresh_proposal(place->document);
    place->proposed = proposed_state(place);
    if (place->proposed)
        place->state = place->proposed;
}

static bool find_place(lsp_document *document, size_t at, completion_place *place)
{
    *place = (completion_place){.document = document, .game = document_game_at(document, at)};
    if (!place->game || !find_word(place, at))
        return false;
    place->state = document_state(document, place->game, place->before);
    if (place->state)
        propose_seed(place);
    return place->state;
}

/* The text of an option: its word, or in a record the move with its tiles. */
static bool written_text(const completion_place *place, const eleven_option *option, char *text, size_t size)
{
    eleven_direction direction;
    if (!place->game->is_record) {
        snprintf(text, size, "%s", option->word);
        return true;
    }
    if (option->choice == ELEVEN_CHOICE_KEEP) {
        snprintf(text, size, "keep");
        return true;
    }
    eleven_ply ply;
    if (!eleven_direction_parse(option->word, strlen(option->word), &direction))
        return false;
    eleven_state *after;
    const eleven_record *head = eleven_state_head(place->state);
    char printed[64];
    if (eleven_state_move(place->state, direction, &ply, &after))
        return false;
    eleven_ply_print(&head->rules, head->start.board.w, &ply, 1, printed, sizeof printed);
    snprintf(text, size, "%s", printed + 1);
    eleven_state_free(after);
    return true;
}

/* What else has to change: the seed of a chain, the end that the head of a record states. */
static json_t *other_edits(const completion_place *place, const eleven_option *option)
{
    json_t *edits = json_array();
    if (needs_seed(place))
        json_array_append_new(edits, edit_seed(place->document, place->game, eleven_state_head(place->state)->seed));
    if (place->game->is_record && place->end >= place->game->begin + game_last_end(place->game)) {
        eleven_state *after;
        if (eleven_state_choose(place->state, option->word, strlen(option->word), &after, NULL))
            return edits;
        edit_stated_end(place->document, place->game, after, edits);
        eleven_state_free(after);
    }
    return edits;
}

static void add_texts(const lsp_server *server, eleven_state *state, const eleven_option *option, json_t *item)
{
    char text[ELEVEN_STATE_TEXT], detail[128];
    eleven_state *next;
    lazy_player_detail(lsp_ready_player(server, state), state, option, detail, sizeof detail);
    json_object_set_new(item, "detail", json_string(detail));
    if (eleven_state_choose(state, option->word, strlen(option->word), &next, NULL))
        return;
    eleven_state_describe(next, lsp_ready_player(server, next), text, sizeof text);
    json_object_set_new(item, "documentation", lsp_markup(server->client.lists_markdown, text));
    eleven_state_free(next);
}

/* After an accepted word, a dot and the next list follow if the client has a command for that. */
static void add_command(const lsp_server *server, const completion_place *place, json_t *item, char *text)
{
    const char *command = server->client.after_accept;
    if (!command || place->game->is_record)
        return;
    const buffer *whole = &place->document->text;
    eleven_chain_word next;
    if (place->end >= whole->length ||
        (whole->at[place->end] != '.' && !eleven_chain_next(whole->at, whole->length, place->end, &next)))
        strcat(text, ".");
    json_object_set_new(item, "command", json_pack("{s:s, s:s}", "title", "Continue", "command", command));
}

static json_t *make_item(const lsp_server *server, const completion_place *place, const eleven_option *option,
                         bool is_first_move)
{
    char text[80], sort[8];
    if (!written_text(place, option, text, sizeof text - 2))
        return NULL;
    json_t *item = json_pack("{s:s, s:i, s:s}", "label", option->label, "kind", server->client.item_kind, "filterText",
                             place->game->is_record ? text : option->word);
    snprintf(sort, sizeof sort, "%02u", (unsigned)option->choice);
    json_object_set_new(item, "sortText", json_string(sort));
    add_command(server, place, item, text);
    json_object_set_new(
        item, "textEdit",
        json_pack("{s:o, s:s}", "range", document_range(place->document, place->begin, place->end), "newText", text));
    json_object_set_new(item, "additionalTextEdits", other_edits(place, option));
    if (is_first_move)
        json_object_set_new(item, "preselect", json_true());
    /* This finds the item again when the client asks for its texts. */
    json_object_set_new(item, "data",
                        json_pack("{s:s, s:I, s:I, s:s}", "uri", place->document->uri, "game",
                                  (json_int_t)place->game->begin, "before", (json_int_t)place->before, "word",
                                  option->word));
    if (!server->client.resolves_items)
        add_texts(server, place->state, option, item);
    return item;
}

static bool is_move(const eleven_option *option)
{
    return option->choice >= ELEVEN_CHOICE_UP && option->choice <= ELEVEN_CHOICE_RIGHT;
}

static json_t *make_items(const lsp_server *server, const completion_place *place)
{
    json_t *items = json_array();
    eleven_option options[ELEVEN_OPTIONS_MAX];
    bool has_move = false;
    unsigned count = eleven_state_options(place->state, server->player, options);
    for (unsigned i = 0; i < count; i++) {
        json_t *item = make_item(server, place, &options[i], is_move(&options[i]) && !has_move);
        has_move |= is_move(&options[i]);
        if (item)
            json_array_append_new(items, item);
    }
    return items;
}

json_t *lsp_completion(lsp_server *server, lsp_document *document, const json_t *params)
{
    completion_place place;
    size_t at = document_offset(document, json_object_get(params, "position"));
    if (!find_place(document, at, &place))
        return json_pack("{s:b, s:o}", "isIncomplete", false, "items", lsp_head_completion(document, at));
    /* Until the player is open the list has no values; the client asks again. */
    bool is_waiting = server->player && !lsp_ready_player(server, place.state);
    json_t *items = make_items(server, &place);
    eleven_state_free(place.proposed);
    return json_pack("{s:b, s:o}", "isIncomplete", is_waiting, "items", items);
}

/* If the text has changed since the list was made, the item remains as it is. */
json_t *lsp_completion_resolve(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    if (!params)
        return lsp_fail(failure, LSP_INVALID_PARAMS, "an item is missing");
    const json_t *data = json_object_get(params, "data");
    const char *word = json_string_value(json_object_get(data, "word"));
    json_t *item = json_deep_copy(params);
    lsp_document *document = lsp_named_document(server, json_string_value(json_object_get(data, "uri")));
    json_int_t begin = json_integer_value(json_object_get(data, "game"));
    json_int_t before = json_integer_value(json_object_get(data, "before"));
    const lsp_game *game = document && begin >= 0 ? document_game_at(document, (size_t)begin) : NULL;
    if (!word || !game || game->begin != (size_t)begin || !game->start || before < 0 ||
        (size_t)before > game->step_count)
        return item;
    completion_place place = {.document = document, .game = game, .before = (size_t)before};
    place.state = document_state(document, game, place.before);
    if (!place.state)
        return item;
    propose_seed(&place);
    eleven_option options[ELEVEN_OPTIONS_MAX];
    unsigned count = eleven_state_options(place.state, server->player, options);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(options[i].word, word) == 0)
            add_texts(server, place.state, &options[i], item);
    eleven_state_free(place.proposed);
    return item;
}
