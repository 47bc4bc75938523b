/* The problems of a document: impossible heads, impossible moves, unknown words. */
#include "base/memory.h"
#include "base/nearest.h"
#include "lsp/lsp_room.h"

#include <stdio.h>
#include <string.h>

enum { PROBLEMS_MOST = 100, ERROR = 1 };

static void add_problem(const lsp_document *document, size_t begin, size_t end, const char *code, const char *sentence,
                        json_t *problems)
{
    if (json_array_size(problems) < PROBLEMS_MOST)
        json_array_append_new(problems,
                              json_pack("{s:o, s:i, s:s, s:s, s:s}", "range", document_range(document, begin, end),
                                        "severity", ERROR, "source", "eleven", "code", code, "message", sentence));
}

const char *lsp_nearest_word(const eleven_state *state, const char *word, size_t length)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)(length < sizeof typed ? length : sizeof typed - 1), word);
    eleven_option options[ELEVEN_OPTIONS_MAX];
    unsigned count = eleven_state_options(state, NULL, options);
    nearest best = {.typed = typed};
    for (unsigned i = 0; i < count; i++)
        nearest_consider(&best, options[i].word);
    return nearest_is_close(&best) ? best.name : NULL;
}

static bool is_word(const char *word, size_t length)
{
    for (unsigned i = 0; i < ELEVEN_CHOICES; i++) {
        const char *known = eleven_choice_word((eleven_choice)i);
        if (strlen(known) == length && memcmp(known, word, length) == 0)
            return true;
    }
    return false;
}

/* After a wrong word the rest of the chain is played from the state before it. So an impossible move there is a
 * consequence, not another mistake; an unknown word is one. */
static void add_step_problem(const lsp_document *document, const lsp_game *game, size_t index, bool is_first,
                             json_t *problems)
{
    const lsp_step *step = &game->steps[index];
    const char *word = document->text.at + game->begin + step->begin;
    size_t length = step->end - step->begin;
    eleven_state *state = document_state(document, game, index), *next = NULL;
    eleven_problem problem = {.sentence = ""};
    char sentence[sizeof problem.sentence + 64];
    if (!state)
        return;
    eleven_state_choose(state, word, length, &next, &problem);
    bool is_known = is_word(word, length);
    if (is_known && !is_first)
        return;
    const char *meant = is_known ? NULL : lsp_nearest_word(state, word, length);
    snprintf(sentence, sizeof sentence, "%s", problem.sentence);
    if (meant)
        snprintf(sentence, sizeof sentence, "%s; the nearest is '%s'", problem.sentence, meant);
    add_problem(document, game->begin + step->begin, game->begin + step->end, is_known ? "impossible" : "unknown",
                sentence, problems);
}

static void add_game_problems(const lsp_document *document, const lsp_game *game, json_t *problems)
{
    if (!game->is_sure)
        return;
    if (game->problem)
        add_problem(document, game->problem_begin, game->problem_end, game->is_record ? "record" : "head",
                    game->problem->sentence, problems);
    size_t wrong = 0;
    for (size_t i = 0; wrong < game->wrong_count && json_array_size(problems) < PROBLEMS_MOST; i++)
        if (!game_step_is_good(game, i))
            add_step_problem(document, game, i, wrong++ == 0, problems);
}

void lsp_diagnose(lsp_server *server, lsp_document *document)
{
    unsigned failures = memory_failures();
    size_t count = document_update(document);
    json_t *problems = json_array();
    for (size_t i = 0; i < count; i++)
        add_game_problems(document, &document->games[i], problems);
    if (document->marks)
        json_array_extend(problems, document->marks);
    if (memory_failures() != failures) {
        /* What is missing is found when the next message has been answered. */
        document_forget(document);
        json_decref(problems);
        return;
    }
    document->is_undiagnosed = false;
    lsp_notify(
        server, "textDocument/publishDiagnostics",
        json_pack("{s:s, s:I, s:o}", "uri", document->uri, "version", document->version, "diagnostics", problems));
}
