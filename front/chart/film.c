/* A game as one moving SVG. Every tile that is ever on the board is an element with keyframes of its own: when it
 * appears, where it slides, when it is merged away. All of them last as long as the whole film, so that it loops.
 *
 *     move i   |--slide--|--new tiles grow, merged ones pop--|   `pace` milliseconds, the slide at most 100 of them
 *
 * Places are relative to the last one, which is where the element is without any animation. A reader who prefers
 * reduced motion, or whose viewer has none, sees the last position. */
#include "chart/charts.h"
#include "base/array.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEFORE = 700, AFTER = 2600, SLIDE = 100, GROW = 200, NEVER = -1 };

typedef struct actor_hop {
    int32_t move;
    uint8_t from;
} actor_hop;

/* One tile's life. */
typedef struct film_actor {
    eleven_rank rank;
    /* It came from a merge, not from chance. */
    bool is_merged;
    /* Moves; NEVER: it is there from the beginning, or to the end. */
    int32_t born, died;
    /* The last one, and the hops that lead to it; owned. */
    uint8_t cell;
    size_t hop_count, hop_capacity;
    actor_hop *hops;
} film_actor;

struct film {
    eleven_picture *still;
    /* Owned. */
    film_actor *actors;
    size_t count, capacity;
    /* The index + 1 of the actor on each cell; 0: none. */
    size_t at[ELEVEN_CELLS_MAX];
    /* After each move; owned. */
    uint64_t *scores;
    int32_t moves;
    /* Milliseconds. */
    double length;
    unsigned pace, slide;
    /* Out of memory. */
    bool failed;
};

static void add_actor(struct film *film, film_actor actor)
{
    film_actor *actors = array_reserve(film->actors, &film->capacity, film->count + 1, sizeof *actors);
    film->failed |= !actors;
    if (!actors)
        return;
    film->actors = actors;
    actors[film->count++] = actor;
    film->at[actor.cell] = film->count;
}

static void add_hop(struct film *film, film_actor *actor, uint8_t to)
{
    actor_hop *hops = array_reserve(actor->hops, &actor->hop_capacity, actor->hop_count + 1, sizeof *hops);
    film->failed |= !hops;
    if (!hops)
        return;
    actor->hops = hops;
    hops[actor->hop_count++] = (actor_hop){film->moves, actor->cell};
    actor->cell = to;
}

static void read_hop(struct film *film, eleven_hop hop)
{
    const eleven_rules *rules = film->still->rules;
    film_actor *mover = &film->actors[film->at[hop.from] - 1];
    add_hop(film, mover, hop.to);
    size_t other = film->at[hop.to];
    film->at[hop.to] = film->at[hop.from];
    film->at[hop.from] = 0;
    if (!hop.merged)
        return;
    eleven_rank rank = rules->merge[mover->rank][film->actors[other - 1].rank];
    mover->died = film->actors[other - 1].died = film->moves;
    add_actor(film, (film_actor){rank, true, film->moves, NEVER, .cell = hop.to});
}

static void read_move(struct film *film, const eleven_events *events)
{
    for (unsigned i = 0; i < events->hop_count && !film->failed; i++)
        read_hop(film, events->hops[i]);
    for (unsigned i = 0; i < events->spawn_count && !film->failed; i++)
        add_actor(film,
                  (film_actor){events->spawns[i].rank, false, film->moves, NEVER, .cell = events->spawns[i].cell});
}

void reader_take_keep(eleven_reader *reader)
{
    eleven_reader ahead = *reader;
    eleven_ply ply;
    while (eleven_reader_next(&ahead, &ply, NULL, NULL) == ELEVEN_OK)
        if (!ply.keeps_playing)
            return;
    *reader = ahead;
}

static void read_moves(struct film *film, eleven_reader *reader, uint32_t count)
{
    eleven_ply ply;
    eleven_events events;
    for (unsigned i = 0; i < (unsigned)film->still->game.board.w * film->still->game.board.h; i++)
        if (film->still->game.board.cells[i])
            add_actor(film, (film_actor){film->still->game.board.cells[i], false, NEVER, NEVER, .cell = (uint8_t)i});
    film->scores = calloc((size_t)count + 1, sizeof *film->scores);
    film->failed |= !film->scores;
    if (film->failed)
        return;
    film->scores[0] = film->still->game.score;
    while (film->moves < (int32_t)count && !film->failed &&
           eleven_reader_next(reader, &ply, &events, NULL) == ELEVEN_OK) {
        if (ply.keeps_playing)
            continue;
        read_move(film, &events);
        film->scores[++film->moves] = reader->game.score;
    }
    reader_take_keep(reader);
    film->still->game = reader->game;
}

/* Milliseconds from the beginning: when move `move` begins, and when its tiles have slid. */
static double begin_of(const struct film *film, int32_t move)
{
    return BEFORE + (double)move * film->pace;
}

static double slid_at(const struct film *film, int32_t move)
{
    return begin_of(film, move) + film->slide;
}

static void put_time(const struct film *film, double time, buffer *out)
{
    svg_number(out, 100 * fmin(time, film->length) / film->length);
    buffer_byte(out, '%');
}

/* One keyframe: the time, and what is true then. */
static void put_frame(const struct film *film, double time, const char *text, buffer *out)
{
    put_time(film, time, out);
    buffer_text(out, text);
}

static void put_place(const struct film *film, uint8_t cell, uint8_t last, buffer *out)
{
    int w = film->still->game.board.w, x = cell % w - last % w, y = cell / w - last / w;
    buffer_format(out, "{translate:%d%s", x, x ? "em" : "");
    if (y)
        buffer_format(out, " %dem", y);
    buffer_byte(out, '}');
}

static void put_hops(const struct film *film, const film_actor *actor, buffer *out)
{
    for (unsigned i = 0; i < actor->hop_count; i++) {
        const actor_hop *hop = &actor->hops[i];
        if (i == 0)
            buffer_text(out, "0%");
        else
            put_time(film, slid_at(film, actor->hops[i - 1].move), out);
        buffer_byte(out, ',');
        put_time(film, begin_of(film, hop->move), out);
        put_place(film, hop->from, actor->cell, out);
    }
    if (actor->hop_count) {
        put_frame(film, slid_at(film, actor->hops[actor->hop_count - 1].move), "{translate:0}", out);
    }
}

static void put_birth(const struct film *film, const film_actor *actor, double end, buffer *out)
{
    double time = slid_at(film, actor->born), instant = film->length * 1e-5;
    buffer_text(out, "0%,");
    put_frame(film, time, "{scale:0}", out);
    if (actor->is_merged)
        put_frame(film, time + instant, "{scale:1}", out);
    if (actor->is_merged && time + GROW / 2.0 < end)
        put_frame(film, time + GROW / 2.0, "{scale:1.2}", out);
    if (time + GROW < end)
        put_frame(film, time + GROW, "{scale:1}", out);
}

static void put_death(const struct film *film, const film_actor *actor, buffer *out)
{
    double time = slid_at(film, actor->died);
    put_frame(film, time, "{scale:1}", out);
    put_frame(film, time + film->length * 1e-5, ",to{scale:0}", out);
}

static bool is_animated(const film_actor *actor)
{
    return actor->born != NEVER || actor->died != NEVER || actor->hop_count;
}

/* A tile of a cascade can appear and merge again in the same move. Nobody sees it. */
static bool is_seen(const film_actor *actor)
{
    return actor->born == NEVER || actor->born != actor->died;
}

static void put_keyframes(const struct film *film, buffer *out)
{
    for (size_t i = 0; i < film->count; i++) {
        const film_actor *actor = &film->actors[i];
        if (!is_animated(actor) || !is_seen(actor))
            continue;
        buffer_format(out, "@keyframes a%zu{", i);
        put_hops(film, actor, out);
        if (actor->born != NEVER)
            put_birth(film, actor, actor->died == NEVER ? film->length : slid_at(film, actor->died), out);
        if (actor->died != NEVER)
            put_death(film, actor, out);
        buffer_text(out, "}\n");
    }
}

static void put_style(const struct film *film, buffer *out)
{
    double last = slid_at(film, film->moves - 1) + GROW;
    buffer_format(out, "<style>\nuse,.s,.end{animation:%.3fs ease-in-out infinite}\n", film->length / 1000);
    buffer_text(out, "use{font-size:97px}\n.g,.p{visibility:hidden}\n"
                     "@supports (scale:1){.g,.p{visibility:visible}.l{visibility:hidden}}\n");
    buffer_format(out, ".s{animation-name:s;animation-timing-function:steps(%d,jump-start)}\n@keyframes s{0%%,",
                  film->moves);
    put_frame(film, slid_at(film, 0), "{translate:0}", out);
    put_time(film, slid_at(film, film->moves), out);
    buffer_format(out, ",to{translate:0 -%dpx}}\n.end{animation-name:e}\n@keyframes e{0%%,", 30 * film->moves);
    put_frame(film, last, "{opacity:0}", out);
    put_frame(film, last + 500, "{opacity:1}}\n", out);
    put_keyframes(film, out);
    buffer_text(out, "@media (prefers-reduced-motion:reduce){use,.s,.end{animation:none}.g,.p{visibility:hidden}"
                     ".l{visibility:visible}}\n</style>\n");
}

/* All scores in a column, of which the box shows one at a time; and the last one, for viewers without motion. */
static void put_scores(const struct film *film, buffer *out)
{
    unsigned x = (unsigned)film->still->game.board.w * PICTURE_PITCH + PICTURE_GAP - 110;
    buffer_format(out,
                  "<svg x=\"%u\" y=\"35\" width=\"110\" height=\"28\"><text class=\"l\" x=\"55\" y=\"22\">%" PRIu64
                  "</text><g class=\"s\"><text class=\"p\">",
                  x, film->still->game.score);
    for (int32_t i = 0; i <= film->moves; i++)
        buffer_format(out, "<tspan x=\"55\" y=\"%d\">%" PRIu64 "</tspan>", 22 + 30 * i, film->scores[i]);
    buffer_text(out, "</text></g></svg></g></g>\n");
}

/* All actors whose last cell is this one, the later ones above the earlier. */
static void put_actors(const struct film *film, unsigned cell, buffer *out)
{
    picture_put_place(film->still, cell, out);
    for (size_t i = 0; i < film->count; i++) {
        const film_actor *actor = &film->actors[i];
        if (actor->cell != cell || !is_seen(actor))
            continue;
        buffer_format(out, "<use href=\"#t%u\"%s", actor->rank, actor->died != NEVER ? " class=\"g\"" : "");
        if (is_animated(actor))
            buffer_format(out, " style=\"animation-name:a%zu\"", i);
        buffer_text(out, "/>\n");
    }
    buffer_text(out, "</g>\n");
}

static void put_film(const struct film *film, buffer *out)
{
    uint32_t ranks = 0;
    for (size_t i = 0; i < film->count; i++)
        ranks |= UINT32_C(1) << film->actors[i].rank;
    picture_open(film->still, out);
    put_scores(film, out);
    put_style(film, out);
    picture_put_kinds(film->still, ranks, out);
    for (unsigned i = 0; i < (unsigned)film->still->game.board.w * film->still->game.board.h; i++)
        put_actors(film, i, out);
    picture_close(film->still, out);
}

bool film_svg(eleven_reader *reader, eleven_picture *still, uint32_t count, unsigned pace, buffer *out)
{
    struct film film = {.still = still, .pace = pace, .slide = pace < SLIDE ? pace : SLIDE};
    read_moves(&film, reader, count);
    film.length = begin_of(&film, film.moves) + AFTER;
    if (!film.failed && film.moves == 0)
        picture_svg(still, out);
    else if (!film.failed)
        put_film(&film, out);
    for (size_t i = 0; i < film.count; i++)
        free(film.actors[i].hops);
    free(film.actors);
    free(film.scores);
    return !film.failed && !out->failed;
}
