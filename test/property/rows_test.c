/* The line function against the oracle, on every row there is: length 4 with ranks to 17, lengths 1 to 5 with
 * ranks to 6, toward both ends, under every rule set. And the hops, replayed, agree. */
#include "../unit/expect.h"
#include "../oracle/oracle.h"

/* The i-th of all rows of this length with ranks below `base`. */
static eleven_board row_number(unsigned i, unsigned length, unsigned base)
{
    eleven_board row = {.w = (uint8_t)length, .h = 1};
    for (unsigned x = 0; x < length; x++, i /= base)
        row.cells[x] = (eleven_rank)(i % base);
    return row;
}

/* Plays the hops on the face values: a tile leaves `from`, and settles or merges at `to`. */
static bool replay_hops(const oracle_rules *oracle, oracle_grid *row, const eleven_hop *hops, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t *from = &row->face[hops[i].from], *to = &row->face[hops[i].to];
        uint64_t settled = hops[i].merged ? oracle->sum(*from, *to) : *from;
        if (from == to || *from == 0 || settled == 0 || (!hops[i].merged && *to != 0))
            return false;
        *to = settled;
        *from = 0;
    }
    return true;
}

static bool agrees(const eleven_rules *rules, const oracle_rules *oracle, const eleven_board *before, bool to_left)
{
    uint8_t w = before->w;
    eleven_view view = to_left ? (eleven_view){0, 1, w} : (eleven_view){(uint8_t)(w - 1), -1, w};
    eleven_board row = *before;
    eleven_hop hops[ELEVEN_SIDE_MAX];
    eleven_slide slide = eleven_line_slide(rules, row.cells, view, hops);
    oracle_grid walked = oracle_grid_of(oracle, before), hopped = walked;
    uint64_t gain = 0;
    bool moved = oracle_slide(oracle, &walked, to_left ? ELEVEN_LEFT : ELEVEN_RIGHT, &gain);
    return oracle_shows(oracle, &walked, &row) && gain == slide.gain && moved == (slide.hops > 0) &&
           replay_hops(oracle, &hopped, hops, slide.hops) && oracle_shows(oracle, &hopped, &row);
}

static void check_rows(unsigned length, unsigned base)
{
    unsigned rows = 1;
    for (unsigned i = 0; i < length; i++)
        rows *= base;
    for (unsigned n = 0; n < ORACLE_RULES; n++) {
        eleven_rules rules = rules_named(oracle_all[n].name);
        for (unsigned i = 0; i < rows; i++) {
            eleven_board row = row_number(i, length, base);
            if (agrees(&rules, &oracle_all[n], &row, true) && agrees(&rules, &oracle_all[n], &row, false))
                continue;
            char text[ELEVEN_BOARD_TEXT];
            eleven_board_print(&rules, &row, ELEVEN_LAYOUT_LINE, text, sizeof text);
            fail_msg("%s: the oracle slides '%s' otherwise", oracle_all[n].name, text);
        }
    }
}

static void every_row_of_four_agrees(void **state)
{
    (void)state;
    check_rows(4, 18);
}

static void every_short_row_agrees(void **state)
{
    (void)state;
    for (unsigned length = 1; length <= 5; length++)
        check_rows(length, 7);
}

/* Whole range of ranks: 30 and 31 are the last that merge and the first that do not. */
static void every_pair_of_ranks_agrees(void **state)
{
    (void)state;
    check_rows(2, ELEVEN_RANKS);
}

static void hops_are_optional(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    for (unsigned i = 0; i < 16807; i++) {
        eleven_board slid = row_number(i, 5, 7), without = slid;
        eleven_hop hops[ELEVEN_SIDE_MAX];
        eleven_slide a = eleven_line_slide(&rules, slid.cells, (eleven_view){0, 1, 5}, hops);
        eleven_slide b = eleven_line_slide(&rules, without.cells, (eleven_view){0, 1, 5}, NULL);
        if (a.gain != b.gain || a.hops != b.hops || !eleven_board_equal(&slid, &without))
            fail_msg("row %u", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_of_four_agrees),
        cmocka_unit_test(every_short_row_agrees),
        cmocka_unit_test(every_pair_of_ranks_agrees),
        cmocka_unit_test(hops_are_optional),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
