/* A game as one moving SVG. Every tile that ever stands on the board is an element with keyframes of its own: when it
 * appears, where it slides, when it is merged away. All of them last as long as the whole film, so that it loops.
 *
 *     move i   |--slide--|--new tiles grow, merged ones pop--|   `pace` milliseconds, the slide at most 100 of them
 *
 * Places are told relative to the last one, which is where the element is without any animation: who wants no motion,
 * or has a viewer that knows none, sees the last position. */
#include "picture/picture.h"

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
    bool is_merged;     /* it came from a merge, not from chance */
    int32_t born, died; /* moves; NEVER: it stands there from the beginning, or to the end */
    uint8_t cell;       /* the last one */
    unsigned hop_count;
    actor_hop *hops; /* owned */
} film_actor;

typedef struct film {
    picture *still;
    film_actor *actors; /* owned */
    size_t count, capacity;
    size_t at[ELEVEN_CELLS_MAX]; /* index + 1 of the actor on each cell; 0: none */
    uint64_t *scores;            /* after each move; owned */
    int32_t moves;
    double length; /* milliseconds */
    unsigned pace, slide;
    bool failed; /* memory was short */
} film;

/* ---- Watching the game --------------------------------------------------------------------------------- */

static film_actor *actor_add(film *made, eleven_rank rank, uint8_t cell, int32_t born, bool is_merged)
{
    if (made->count == made->capacity) {
        size_t capacity = made->capacity * 2 + 256;
        film_actor *actors = realloc(made->actors, capacity * sizeof *actors);
        if (!actors) {
            made->failed = true;
            return NULL;
        }
        made->actors = actors;
        made->capacity = capacity;
    }
    made->actors[made->count++] = (film_actor){rank, is_merged, born, NEVER, cell, 0, NULL};
    made->at[cell] = made->count;
    return &made->actors[made->count - 1];
}

static void actor_hop_to(film *made, film_actor *actor, uint8_t to)
{
    actor_hop *hops = realloc(actor->hops, (actor->hop_count + 1) * sizeof *hops);
    if (!hops) {
        made->failed = true;
        return;
    }
    actor->hops = hops;
    actor->hops[actor->hop_count++] = (actor_hop){made->moves, actor->cell};
    actor->cell = to;
}

static void watch_hop(film *made, eleven_hop hop)
{
    const eleven_rules *rules = made->still->rules;
    film_actor *mover = &made->actors[made->at[hop.from] - 1];
    actor_hop_to(made, mover, hop.to);
    size_t other = made->at[hop.to];
    made->at[hop.to] = made->at[hop.from];
    made->at[hop.from] = 0;
    if (!hop.merged)
        return;
    eleven_rank rank = rules->merge[mover->rank][made->actors[other - 1].rank];
    mover->died = made->actors[other - 1].died = made->moves;
    actor_add(made, rank, hop.to, made->moves, true);
}

static void watch_move(film *made, const eleven_events *events)
{
    for (unsigned i = 0; i < events->hop_count && !made->failed; i++)
        watch_hop(made, events->hops[i]);
    for (unsigned i = 0; i < events->spawn_count && !made->failed; i++)
        actor_add(made, events->spawns[i].rank, events->spawns[i].cell, made->moves, false);
}

static void watch(film *made, eleven_reader *reader, uint32_t count)
{
    eleven_ply ply;
    eleven_events events;
    for (unsigned i = 0; i < (unsigned)made->still->board.w * made->still->board.h; i++)
        if (made->still->board.cells[i])
            actor_add(made, made->still->board.cells[i], (uint8_t)i, NEVER, false);
    made->scores = calloc((size_t)count + 1, sizeof *made->scores);
    made->failed |= !made->scores;
    if (made->failed)
        return;
    made->scores[0] = made->still->score;
    while (made->moves < (int32_t)count && !made->failed &&
           eleven_reader_next(reader, &ply, &events, NULL) == ELEVEN_OK) {
        if (ply.keeps_playing)
            continue;
        watch_move(made, &events);
        made->scores[++made->moves] = reader->game.score;
    }
    made->still->board = reader->game.board;
    made->still->score = reader->game.score;
    made->still->moves = reader->game.ply;
    made->still->status = eleven_game_status(made->still->rules, &reader->game);
}

/* ---- Telling when -------------------------------------------------------------------------------------- */

/* Milliseconds from the beginning: when move `move` begins, and when its tiles have slid. */
static double begin_of(const film *made, int32_t move)
{
    return BEFORE + (double)move * made->pace;
}

static double slid_at(const film *made, int32_t move)
{
    return begin_of(made, move) + made->slide;
}

/* A number without what it does not need: "12.5", ".04". */
static void put_decimal(double number, FILE *out)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%.3f", number);
    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    bool is_fraction = length > 1 && text[0] == '0';
    fprintf(out, "%.*s", length - is_fraction, text + is_fraction);
}

static void put_time(const film *made, double time, FILE *out)
{
    put_decimal(100 * fmin(time, made->length) / made->length, out);
    putc('%', out);
}

static void put_place(const film *made, uint8_t cell, uint8_t last, FILE *out)
{
    int w = made->still->board.w, x = cell % w - last % w, y = cell / w - last / w;
    fprintf(out, "{translate:%d%s", x, x ? "em" : "");
    if (y)
        fprintf(out, " %dem", y);
    putc('}', out);
}

/* ---- Keyframes ----------------------------------------------------------------------------------------- */

static void put_hops(const film *made, const film_actor *actor, FILE *out)
{
    for (unsigned i = 0; i < actor->hop_count; i++) {
        const actor_hop *hop = &actor->hops[i];
        if (i == 0)
            fputs("0%", out);
        else
            put_time(made, slid_at(made, actor->hops[i - 1].move), out);
        putc(',', out);
        put_time(made, begin_of(made, hop->move), out);
        put_place(made, hop->from, actor->cell, out);
    }
    if (actor->hop_count) {
        put_time(made, slid_at(made, actor->hops[actor->hop_count - 1].move), out);
        fputs("{translate:0}", out);
    }
}

static void put_birth(const film *made, const film_actor *actor, double end, FILE *out)
{
    double time = slid_at(made, actor->born), instant = made->length * 1e-5;
    fputs("0%,", out);
    put_time(made, time, out);
    fputs("{scale:0}", out);
    if (actor->is_merged) {
        put_time(made, time + instant, out);
        fputs("{scale:1}", out);
    }
    if (actor->is_merged && time + GROW / 2.0 < end) {
        put_time(made, time + GROW / 2.0, out);
        fputs("{scale:1.2}", out);
    }
    if (time + GROW < end) {
        put_time(made, time + GROW, out);
        fputs("{scale:1}", out);
    }
}

static void put_death(const film *made, const film_actor *actor, FILE *out)
{
    double time = slid_at(made, actor->died);
    put_time(made, time, out);
    fputs("{scale:1}", out);
    put_time(made, time + made->length * 1e-5, out);
    fputs(",to{scale:0}", out);
}

static bool is_animated(const film_actor *actor)
{
    return actor->born != NEVER || actor->died != NEVER || actor->hop_count;
}

static void put_keyframes(const film *made, FILE *out)
{
    for (size_t i = 0; i < made->count; i++) {
        const film_actor *actor = &made->actors[i];
        if (!is_animated(actor))
            continue;
        fprintf(out, "@keyframes a%zu{", i);
        put_hops(made, actor, out);
        if (actor->born != NEVER)
            put_birth(made, actor, actor->died == NEVER ? made->length : slid_at(made, actor->died), out);
        if (actor->died != NEVER)
            put_death(made, actor, out);
        fputs("}\n", out);
    }
}

static void put_style(const film *made, FILE *out)
{
    double last = slid_at(made, made->moves - 1) + GROW;
    fprintf(out, "<style>\nuse,.s,.end{animation:%.3fs ease-in-out infinite}\n", made->length / 1000);
    fputs("use{font-size:97px}\n.g,.p{visibility:hidden}\n"
          "@supports (scale:1){.g,.p{visibility:visible}.l{visibility:hidden}}\n",
          out);
    fprintf(out, ".s{animation-name:s;animation-timing-function:steps(%d,jump-start)}\n@keyframes s{0%%,", made->moves);
    put_time(made, slid_at(made, 0), out);
    fputs("{translate:0}", out);
    put_time(made, slid_at(made, made->moves), out);
    fprintf(out, ",to{translate:0 -%dpx}}\n.end{animation-name:e}\n@keyframes e{0%%,", 30 * made->moves);
    put_time(made, last, out);
    fputs("{opacity:0}", out);
    put_time(made, last + 500, out);
    fputs("{opacity:1}}\n", out);
    put_keyframes(made, out);
    fputs("@media (prefers-reduced-motion:reduce){use,.s,.end{animation:none}.g,.p{visibility:hidden}"
          ".l{visibility:visible}}\n</style>\n",
          out);
}

/* ---- The picture --------------------------------------------------------------------------------------- */

/* All scores one above another, of which the box shows one at a time; and the last one, for who sees no motion. */
static void put_scores(const film *made, FILE *out)
{
    unsigned x = (unsigned)made->still->board.w * PICTURE_PITCH + PICTURE_GAP - 110;
    fprintf(out,
            "<svg x=\"%u\" y=\"35\" width=\"110\" height=\"28\"><text class=\"l\" x=\"55\" y=\"22\">%" PRIu64
            "</text><g class=\"s\"><text class=\"p\">",
            x, made->still->score);
    for (int32_t i = 0; i <= made->moves; i++)
        fprintf(out, "<tspan x=\"55\" y=\"%d\">%" PRIu64 "</tspan>", 22 + 30 * i, made->scores[i]);
    fputs("</text></g></svg></g></g>\n", out);
}

/* All that come to their end on one cell, the later ones above the earlier. */
static void put_actors(const film *made, unsigned cell, FILE *out)
{
    svg_place(made->still, cell, out);
    for (size_t i = 0; i < made->count; i++) {
        const film_actor *actor = &made->actors[i];
        if (actor->cell != cell)
            continue;
        fprintf(out, "<use href=\"#t%u\"%s", actor->rank, actor->died != NEVER ? " class=\"g\"" : "");
        if (is_animated(actor))
            fprintf(out, " style=\"animation-name:a%zu\"", i);
        fputs("/>\n", out);
    }
    fputs("</g>\n", out);
}

static void put_film(const film *made, FILE *out)
{
    uint32_t ranks = 0;
    for (size_t i = 0; i < made->count; i++)
        ranks |= UINT32_C(1) << made->actors[i].rank;
    svg_begin(made->still, out);
    put_scores(made, out);
    put_style(made, out);
    svg_tile_kinds(made->still, ranks, out);
    for (unsigned i = 0; i < (unsigned)made->still->board.w * made->still->board.h; i++)
        put_actors(made, i, out);
    svg_banner(made->still, out);
    svg_end(out);
}

bool film_svg(eleven_reader *reader, picture *first, const film_wish *wish, FILE *out)
{
    film made = {.still = first, .pace = wish->pace};
    made.slide = wish->pace < SLIDE ? wish->pace : SLIDE;
    watch(&made, reader, wish->count);
    made.length = begin_of(&made, made.moves) + AFTER;
    if (!made.failed && made.moves == 0)
        picture_svg(first, out);
    else if (!made.failed)
        put_film(&made, out);
    for (size_t i = 0; i < made.count; i++)
        free(made.actors[i].hops);
    free(made.actors);
    free(made.scores);
    return !made.failed;
}
