/* What a player thinks, compared and put into words. */
#include "base/hint.h"
#include "base/values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two moves with values closer than this share are equal; see hint.h. In other units only rounding is ignored. */
static const double equal_share = 0.002, rounding_share = 1e-6;

value_unit value_unit_of(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                         const eleven_budget *budget)
{
    eleven_strong_view view;
    if (!eleven_strong_player_view(player, rules, board, budget, &view))
        return (value_unit){.in_points = eleven_player_counts_points(player, rules, board->w, board->h)};
    return (value_unit){.in_points = view.kind == ELEVEN_STRONG_NETWORK && view.search,
                        .chance_of = view.kind == ELEVEN_STRONG_TABLES ? rules->value[view.next] : 0};
}

const char *value_unit_name(value_unit unit)
{
    return unit.in_points ? "points" : unit.chance_of ? "chance" : "own";
}

void value_unit_put(json_out *json, value_unit unit)
{
    json_put_string(json, "unit", value_unit_name(unit));
    if (unit.chance_of)
        json_put_number(json, "next_tile", unit.chance_of);
}

bool hint_ask(eleven_player *player, const eleven_rules *rules, const eleven_game *game, const eleven_budget *budget,
              player_hint *hint)
{
    *hint = (player_hint){.unit = value_unit_of(player, rules, &game->board, budget), .score = game->score};
    return !eleven_player_choose(player, rules, &game->board, budget, &hint->advice);
}

static bool repeat_advice(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    (void)rules, (void)board, (void)budget;
    *advice = *(const eleven_advice *)player->context;
    return true;
}

eleven_player advice_repeater(eleven_advice *advice)
{
    return (eleven_player){.size = sizeof(eleven_player), .context = advice, .choose = repeat_advice};
}

double hint_loss(const player_hint *hint, eleven_direction direction)
{
    double loss = hint->advice.values[hint->advice.direction] - hint->advice.values[direction];
    return isfinite(loss) ? fmax(loss, 0) : (double)NAN;
}

bool hint_is_equal(const player_hint *hint, eleven_direction direction)
{
    double best = hint->advice.values[hint->advice.direction];
    double limit = hint->unit.in_points ? equal_share * ((double)hint->score + best) : rounding_share * fabs(best);
    return hint_loss(hint, direction) <= limit;
}

const char *hint_number(double value, char text[HINT_NUMBER])
{
    char digits[GROUPED];
    if (fabs(value) < 9.95)
        snprintf(text, HINT_NUMBER, "%.*f", fabs(value) < 0.095 ? 2 : 1, value);
    else
        snprintf(text, HINT_NUMBER, "%s%s", value < 0 ? "-" : "",
                 grouped((uint64_t)fmin(fabs(value) + 0.5, 1e18), digits));
    return text;
}

const char *hint_amount(value_unit unit, double value, char text[HINT_NUMBER])
{
    char number[HINT_NUMBER];
    if (unit.chance_of)
        snprintf(text, HINT_NUMBER, fabs(value) < 0.001 ? "%.2g%%" : "%.1f%%", 100 * value);
    else
        snprintf(text, HINT_NUMBER, "%.24s%s", hint_number(value, number), unit.in_points ? " points" : "");
    return text;
}

eleven_direction hint_next_best(const player_hint *hint)
{
    eleven_direction best = hint->advice.direction, next = best;
    for (eleven_direction d = ELEVEN_UP; d <= ELEVEN_LEFT; d++)
        if (d != best && !isnan(hint_loss(hint, d)) && (next == best || hint_loss(hint, d) < hint_loss(hint, next)))
            next = d;
    return next;
}

/* "equal to up, right and down". */
static void write_equals(const player_hint *hint, char text[HINT_TEXT])
{
    const char *names[ELEVEN_DIRECTIONS];
    unsigned count = 0;
    for (eleven_direction d = ELEVEN_UP; d <= ELEVEN_LEFT; d++)
        if (d != hint->advice.direction && hint_is_equal(hint, d))
            names[count++] = eleven_direction_name(d);
    size_t length = (size_t)snprintf(text, HINT_TEXT, "equal to %s", names[0]);
    for (unsigned i = 1; i < count; i++)
        length += (size_t)snprintf(text + length, HINT_TEXT - length, "%s%s", i + 1 < count ? ", " : " and ", names[i]);
}

void hint_compare(const player_hint *hint, char text[HINT_TEXT])
{
    eleven_direction next = hint_next_best(hint);
    char number[HINT_NUMBER];
    if (next == hint->advice.direction)
        snprintf(text, HINT_TEXT, "the only move");
    else if (hint_is_equal(hint, next))
        write_equals(hint, text);
    else
        snprintf(text, HINT_TEXT, "%s more than %s", hint_amount(hint->unit, hint_loss(hint, next), number),
                 eleven_direction_name(next));
}
