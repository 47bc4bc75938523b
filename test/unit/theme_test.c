/* Themes: tiles can be distinguished and read, in every depth of colour. Contrast is computed independently here. */
#include "expect.h"

#include <math.h>

#include "picture/theme.h"
#include "eleven.h"

enum { RANKS_SEEN = 17 }; /* all that 4x4 can reach */

/* ---- Contrast, as WCAG 2 defines it -------------------------------------------------------------------- */

static double linear(unsigned channel)
{
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double luminance(colour c)
{
    return 0.2126 * linear(c >> 16 & 255) + 0.7152 * linear(c >> 8 & 255) + 0.0722 * linear(c & 255);
}

static double contrast(colour a, colour b)
{
    double light = fmax(luminance(a), luminance(b)), dark = fmin(luminance(a), luminance(b));
    return (light + 0.05) / (dark + 0.05);
}

static void contrast_agrees_with_the_definition(void **state)
{
    (void)state;
    assert_true(fabs(colour_contrast(0x000000, 0xffffff) - 21) < 1e-9);
    assert_true(fabs(colour_contrast(0x767676, 0xffffff) - 4.54) < 0.005); /* the well-known grey */
    for (uint64_t i = 0, random = 1; i < 1000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        colour a = (colour)(random >> 40) & 0xffffff, b = (colour)(random >> 16) & 0xffffff;
        assert_true(fabs(colour_contrast(a, b) - contrast(a, b)) < 1e-9);
    }
}

/* ---- Different tiles look different -------------------------------------------------------------------- */

static void expect_tiles_apart(const char *name, colour_depth depth)
{
    struct theme theme = theme_load(name, depth);
    for (unsigned a = 1; a <= RANKS_SEEN; a++) {
        assert_true(theme.tile[a] != theme.ink[a]);
        assert_true(theme.tile[a] != theme.board);
        for (unsigned b = 1; b < a; b++)
            if (theme.tile[a] == theme.tile[b] && theme.ink[a] == theme.ink[b])
                fail_msg("%s, depth %d: ranks %u and %u look the same", name, (int)depth, b, a);
    }
}

static void expect_tiles_apart_in_all_themes(colour_depth depth)
{
    for (unsigned i = 0; eleven_theme_name(i); i++)
        expect_tiles_apart(eleven_theme_name(i), depth);
}

static void tiles_differ_in_24_bits(void **state)
{
    (void)state;
    expect_tiles_apart_in_all_themes(DEPTH_TRUE);
}

static void tiles_differ_in_256_colours(void **state)
{
    (void)state;
    expect_tiles_apart_in_all_themes(DEPTH_256);
}

static void tiles_differ_in_16_colours(void **state)
{
    (void)state;
    expect_tiles_apart_in_all_themes(DEPTH_16);
}

static void tiles_differ_in_8_colours(void **state)
{
    (void)state;
    expect_tiles_apart_in_all_themes(DEPTH_8);
}

static void no_two_tiles_share_one_of_256_colours(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_theme_name(i); i++) {
        struct theme theme = theme_load(eleven_theme_name(i), DEPTH_256);
        for (unsigned a = 1; a <= RANKS_SEEN; a++)
            for (unsigned b = 1; b < a; b++)
                if (colour_to_256(theme.tile[a]) == colour_to_256(theme.tile[b]))
                    fail_msg("%s: ranks %u and %u share a tile colour", theme.name, b, a);
    }
}

/* CIELAB (1976), in which 2.3 is a difference that is just noticed, and 100 that of black and white. */
static void to_cielab(colour c, double lab[3])
{
    static const double matrix[3][3] = {
        {0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {0.95047, 1, 1.08883};
    double rgb[3] = {linear(c >> 16 & 255), linear(c >> 8 & 255), linear(c & 255)}, f[3];
    for (unsigned i = 0; i < 3; i++) {
        double t = (matrix[i][0] * rgb[0] + matrix[i][1] * rgb[1] + matrix[i][2] * rgb[2]) / white[i];
        f[i] = t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

static double difference(colour a, colour b)
{
    double one[3], other[3];
    to_cielab(a, one);
    to_cielab(b, other);
    return hypot(hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
}

/* The angle between two hues in degrees; 0 for greys, which have none. */
static double turn_of_hue(colour a, colour b)
{
    double one[3], other[3];
    to_cielab(a, one);
    to_cielab(b, other);
    if (hypot(one[1], one[2]) < 25 || hypot(other[1], other[2]) < 25)
        return 0;
    return fabs(remainder(atan2(one[2], one[1]) - atan2(other[2], other[1]), 8 * atan(1))) * 45 / atan(1);
}

/* The limits are what was measured. The palette has nothing nearer than 34 to a salmon that differs from its
 * neighbours, and a hue that turns by 40 degrees has another name. */
static void in_256_colours_tiles_look_as_in_24_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_theme_name(i); i++) {
        struct theme wanted = theme_load(eleven_theme_name(i), DEPTH_TRUE),
                     fitted = theme_load(eleven_theme_name(i), DEPTH_256);
        double sum = 0;
        for (unsigned rank = 1; rank <= RANKS_SEEN; rank++) {
            double away = difference(wanted.tile[rank], fitted.tile[rank]);
            double turn = turn_of_hue(wanted.tile[rank], fitted.tile[rank]);
            bool is_night = contrast(wanted.tile[rank], 0x000000) < 2; /* the palette has no such blue */
            if (away > (is_night ? 40 : 35) || turn > (is_night ? 31 : 25))
                fail_msg("%s, rank %u: %.1f away, turned by %.0f", wanted.name, rank, away, turn);
            sum += away;
        }
        if (sum / RANKS_SEEN > 14.5)
            fail_msg("%s: %.2f away on average", wanted.name, sum / RANKS_SEEN);
        assert_true(difference(wanted.page, fitted.page) < 6.5 && difference(wanted.board, fitted.board) < 12);
        assert_true(difference(wanted.empty, fitted.empty) < 12 && difference(wanted.text, fitted.text) < 12);
    }
}

static void in_256_colours_tiles_differ_visibly(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_theme_name(i); i++) {
        struct theme theme = theme_load(eleven_theme_name(i), DEPTH_256);
        for (unsigned a = 1; a <= RANKS_SEEN; a++) {
            assert_true(difference(theme.tile[a], theme.empty) > 8 && difference(theme.tile[a], theme.board) > 8);
            for (unsigned b = 1; b < a; b++)
                if (difference(theme.tile[a], theme.tile[b]) < (a <= 11 ? 8 : 5))
                    fail_msg("%s: ranks %u and %u differ by %.1f", theme.name, b, a,
                             difference(theme.tile[a], theme.tile[b]));
        }
    }
}

static void the_nearest_colour_is_the_one_that_looks_alike(void **state)
{
    (void)state;
    assert_int_equal(colour_to_256(0xede0c8), 254); /* with distances in RGB it is pink: 224 */
    assert_int_equal(colour_to_256(0xd98200), 172);
    assert_int_equal(colour_to_256(0x776e65), 242);
    assert_int_equal(colour_to_256(0x1b1a18), 234);
    for (uint64_t i = 0, random = 1; i < 300; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        colour wanted = (colour)(random >> 40) & 0xffffff, found = colour_from_256(colour_to_256(wanted));
        double least = 1000;
        for (unsigned index = 16; index < 256; index++)
            least = fmin(least, difference(wanted, colour_from_256(index)));
        /* Two perceptual spaces disagree a little, most about blue. */
        if (difference(wanted, found) > 2 * least + 20)
            fail_msg("%06x: %06x is %.1f away, the nearest %.1f", wanted, found, difference(wanted, found), least);
    }
}

/* ---- Reading them -------------------------------------------------------------------------------------- */

static void expect_readable(const struct theme *theme, colour ink, colour ground, double least, const char *what)
{
    if (contrast(ink, ground) < least)
        fail_msg("%s: %s has a contrast of %.2f: %06x on %06x", theme->name, what, contrast(ink, ground), ink, ground);
}

static void expect_readable_tiles(const char *name, colour_depth depth, unsigned first)
{
    struct theme theme = theme_load(name, depth);
    char what[20];
    for (unsigned rank = first; rank < ELEVEN_RANKS; rank++) {
        snprintf(what, sizeof what, "rank %u", rank);
        expect_readable(&theme, theme.ink[rank], theme.tile[rank], 3, what);
    }
}

static void numbers_are_readable_on_their_tiles(void **state)
{
    (void)state;
    assert_string_equal(eleven_theme_name(0), "original");
    expect_readable_tiles("original", DEPTH_TRUE, 12); /* those up to 2048 are given */
    for (unsigned i = 1; eleven_theme_name(i); i++)
        expect_readable_tiles(eleven_theme_name(i), DEPTH_TRUE, 1);
}

static void numbers_are_readable_in_256_colours(void **state)
{
    (void)state;
    struct theme original = theme_load("original", DEPTH_256);
    for (unsigned rank = 1; rank <= 11; rank++)
        expect_readable(&original, original.ink[rank], original.tile[rank], 1.6, "a tile");
    expect_readable_tiles("original", DEPTH_256, 12);
    for (unsigned i = 1; eleven_theme_name(i); i++)
        expect_readable_tiles(eleven_theme_name(i), DEPTH_256, 1);
}

static void words_are_readable(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_theme_name(i); i++) {
        struct theme theme = theme_load(eleven_theme_name(i), DEPTH_TRUE);
        expect_readable(&theme, theme.text, theme.page, 4.5, "text");
        expect_readable(&theme, theme.faint, theme.page, 3, "faint text");
        theme = theme_load(eleven_theme_name(i), DEPTH_256);
        expect_readable(&theme, theme.text, theme.page, 4.5, "text in 256 colours");
        expect_readable(&theme, theme.faint, theme.page, 3, "faint text in 256 colours");
    }
}

static void banners_are_readable(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_theme_name(i); i++) {
        struct theme theme = theme_load(eleven_theme_name(i), DEPTH_TRUE);
        expect_readable(&theme, theme.won_ink, theme.won, i ? 3 : 2.9, "the banner of a win");
        expect_readable(&theme, theme.lost_ink, theme.lost, 3, "the banner of a loss");
    }
}

static void high_contrast_is_high(void **state)
{
    (void)state;
    struct theme theme = theme_load("high-contrast", DEPTH_TRUE);
    expect_readable(&theme, theme.text, theme.page, 15, "text");
    for (unsigned rank = 1; rank <= RANKS_SEEN; rank++)
        expect_readable(&theme, theme.ink[rank], theme.tile[rank], 7, "a tile");
}

static void the_original_has_the_colours_of_the_original(void **state)
{
    (void)state;
    const colour tiles[] = {0xeee4da, 0xede0c8, 0xf2b179, 0xf59563, 0xf67c5f, 0xf65e3b,
                            0xedcf72, 0xedcc61, 0xedc850, 0xedc53f, 0xedc22e};
    struct theme theme = theme_load("original", DEPTH_TRUE);
    assert_true(theme.page == 0xfaf8ef && theme.board == 0xbbada0 && theme.text == 0x776e65);
    for (unsigned rank = 1; rank <= 11; rank++) {
        assert_int_equal(theme.tile[rank], tiles[rank - 1]);
        assert_int_equal(theme.ink[rank], rank <= 2 ? 0x776e65 : 0xf9f6f2);
    }
}

/* ---- Depths -------------------------------------------------------------------------------------------- */

static void palettes_are_kept_to(void **state)
{
    (void)state;
    struct theme sixteen = theme_load("dark", DEPTH_16), eight = theme_load("dark", DEPTH_8);
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        assert_in_range(sixteen.tile[rank], COLOUR_PALETTE, COLOUR_PALETTE + 15);
        assert_in_range(sixteen.ink[rank], COLOUR_PALETTE, COLOUR_PALETTE + 15);
        assert_in_range(eight.tile[rank], COLOUR_PALETTE, COLOUR_PALETTE + 7);
        assert_in_range(eight.ink[rank], COLOUR_PALETTE, COLOUR_PALETTE + 7);
    }
}

static void without_colours_there_are_none(void **state)
{
    (void)state;
    struct theme theme = theme_load("dark", DEPTH_NONE);
    assert_true(theme.page == COLOUR_DEFAULT && theme.text == COLOUR_DEFAULT && theme.board == COLOUR_DEFAULT);
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
        assert_true(theme.tile[rank] == COLOUR_DEFAULT && theme.ink[rank] == COLOUR_DEFAULT);
}

static void the_xterm_palette_is_its_own_nearest(void **state)
{
    (void)state;
    assert_int_equal(colour_from_256(16), 0x000000);
    assert_int_equal(colour_from_256(208), 0xff8700);
    assert_int_equal(colour_from_256(231), 0xffffff);
    assert_int_equal(colour_from_256(232), 0x080808);
    assert_int_equal(colour_from_256(255), 0xeeeeee);
    for (unsigned index = 16; index < 256; index++)
        assert_int_equal(colour_from_256(colour_to_256(colour_from_256(index))), colour_from_256(index));
}

static void mixing_goes_from_one_colour_to_the_other(void **state)
{
    (void)state;
    assert_int_equal(colour_mix(0x102030, 0xff8000, 0), 0x102030);
    assert_int_equal(colour_mix(0x102030, 0xff8000, 1), 0xff8000);
    assert_int_equal(colour_mix(0x000000, 0xff6432, 0.5f), 0x803219);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static void unknown_names_give_the_first_theme(void **state)
{
    (void)state;
    assert_string_equal(theme_load("no-such-theme", DEPTH_TRUE).name, "original");
    assert_string_equal(theme_load(NULL, DEPTH_8).name, "original");
    assert_string_equal(theme_load("dark", DEPTH_NONE).name, "dark");
    assert_false(theme_exists("no-such-theme"));
    assert_false(theme_exists(""));
    assert_true(theme_exists("colour-blind"));
}

static void themes_follow_each_other_round_and_round(void **state)
{
    (void)state;
    const char *const order[] = {"original", "dark", "high-contrast", "colour-blind"};
    const char *name = order[0];
    for (unsigned i = 0; i < 9; i++) {
        assert_string_equal(name, order[i % 4]);
        assert_true(theme_exists(name));
        name = theme_after(name);
    }
    assert_null(eleven_theme_name(4));
    assert_string_equal(theme_after("no-such-theme"), theme_after(theme_load("no-such-theme", DEPTH_8).name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contrast_agrees_with_the_definition),
        cmocka_unit_test(tiles_differ_in_24_bits),
        cmocka_unit_test(tiles_differ_in_256_colours),
        cmocka_unit_test(tiles_differ_in_16_colours),
        cmocka_unit_test(tiles_differ_in_8_colours),
        cmocka_unit_test(no_two_tiles_share_one_of_256_colours),
        cmocka_unit_test(in_256_colours_tiles_look_as_in_24_bits),
        cmocka_unit_test(in_256_colours_tiles_differ_visibly),
        cmocka_unit_test(the_nearest_colour_is_the_one_that_looks_alike),
        cmocka_unit_test(numbers_are_readable_on_their_tiles),
        cmocka_unit_test(numbers_are_readable_in_256_colours),
        cmocka_unit_test(words_are_readable),
        cmocka_unit_test(banners_are_readable),
        cmocka_unit_test(high_contrast_is_high),
        cmocka_unit_test(the_original_has_the_colours_of_the_original),
        cmocka_unit_test(palettes_are_kept_to),
        cmocka_unit_test(without_colours_there_are_none),
        cmocka_unit_test(the_xterm_palette_is_its_own_nearest),
        cmocka_unit_test(mixing_goes_from_one_colour_to_the_other),
        cmocka_unit_test(unknown_names_give_the_first_theme),
        cmocka_unit_test(themes_follow_each_other_round_and_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
