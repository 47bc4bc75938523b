/* The transposition table: what it gives back, what it refuses, what has to go. */
#include "expect.h"
#include "player/player_room.h"

static search_table opened_table(void)
{
    search_table table;
    assert_true(player_table_open(&table, 1));
    return table;
}

/* A hash in bucket 5 whose check bits are `check`. */
static uint64_t hash_of(uint64_t check)
{
    return check << 40 | 5;
}

static bool finds(const search_table *table, uint64_t hash, unsigned level, unsigned rarity, float expected)
{
    float value = -1;
    bool found = player_table_find(table, (table_question){hash, level, rarity}, &value);
    return found && value == expected;
}

static bool misses(const search_table *table, uint64_t hash, unsigned level, unsigned rarity)
{
    float value;
    return !player_table_find(table, (table_question){hash, level, rarity}, &value);
}

static void a_bucket_is_a_cache_line(void **state)
{
    (void)state;
    search_table table = opened_table();
    assert_int_equal(sizeof *table.buckets, 64);
    assert_int_equal((uintptr_t)table.buckets % 64, 0);
    assert_int_equal(table.size * 64, 1 << 20);
    player_table_close(&table);
}

static void what_was_stored_is_found_again(void **state)
{
    (void)state;
    search_table table = opened_table();
    const float values[] = {0.0F, 1.0F, -1.5F, 123456.0F, -876544.0F, 0.15625F};
    for (unsigned i = 0; i < 6; i++) {
        assert_true(misses(&table, hash_of(i + 1), 1, 0));
        player_table_store(&table, (table_question){hash_of(i + 1), 3, 7}, values[i]);
    }
    for (unsigned i = 0; i < 6; i++)
        assert_true(finds(&table, hash_of(i + 1), 3, 7, values[i]));
    player_table_close(&table);
}

static void a_value_is_rounded_to_the_nearest_of_27_bits(void **state)
{
    (void)state;
    search_table table = opened_table();
    float worst = 0;
    for (unsigned i = 1; i < 2000; i++) {
        float value = 1.0F + (float)i * 4.7683716e-4F, found = 0;
        player_table_store(&table, (table_question){hash_of(9), 1, 0}, value);
        assert_true(player_table_find(&table, (table_question){hash_of(9), 1, 0}, &found));
        float off = found > value ? found - value : value - found;
        worst = off > worst ? off : worst;
    }
    assert_true(worst <= 1.0F / (1 << 19)); /* 18 bits of the fraction are kept: at most half of the last */
    player_table_close(&table);
}

static void an_entry_answers_only_what_took_no_more_effort(void **state)
{
    (void)state;
    search_table table = opened_table();
    player_table_store(&table, (table_question){hash_of(1), 4, 20}, 8.0F);
    assert_true(finds(&table, hash_of(1), 4, 20, 8.0F));
    assert_true(finds(&table, hash_of(1), 3, 20, 8.0F));
    assert_true(finds(&table, hash_of(1), 4, 21, 8.0F));
    assert_true(misses(&table, hash_of(1), 5, 20));
    assert_true(misses(&table, hash_of(1), 4, 19));
    player_table_close(&table);
}

static void a_board_in_the_same_bucket_is_another_board(void **state)
{
    (void)state;
    search_table table = opened_table();
    player_table_store(&table, (table_question){hash_of(1), 4, 0}, 8.0F);
    assert_true(misses(&table, hash_of(2), 1, 63));
    assert_true(misses(&table, hash_of(1) + 1, 1, 63)); /* same check, another bucket */
    player_table_close(&table);
}

static void a_board_has_one_entry(void **state)
{
    (void)state;
    search_table table = opened_table();
    for (uint64_t i = 1; i <= TABLE_SLOTS; i++)
        player_table_store(&table, (table_question){hash_of(i), 2, 0}, (float)i);
    player_table_store(&table, (table_question){hash_of(3), 4, 0}, 33.0F);
    for (uint64_t i = 1; i <= TABLE_SLOTS; i++)
        assert_true(finds(&table, hash_of(i), 2, 0, i == 3 ? 33.0F : (float)i));
    player_table_close(&table);
}

static void in_a_full_bucket_the_least_deep_entry_goes(void **state)
{
    (void)state;
    search_table table = opened_table();
    for (uint64_t i = 1; i <= TABLE_SLOTS; i++)
        player_table_store(&table, (table_question){hash_of(i), i == 6 ? 2 : 4, 0}, (float)i);
    player_table_store(&table, (table_question){hash_of(99), 3, 0}, 99.0F);
    assert_true(misses(&table, hash_of(6), 1, 63));
    assert_true(finds(&table, hash_of(99), 3, 0, 99.0F));
    assert_true(finds(&table, hash_of(7), 4, 0, 7.0F));
    player_table_close(&table);
}

static void an_old_entry_goes_before_a_young_one(void **state)
{
    (void)state;
    search_table table = opened_table();
    player_table_age(&table);
    player_table_store(&table, (table_question){hash_of(1), 9, 0}, 1.0F);
    player_table_age(&table);
    assert_true(finds(&table, hash_of(1), 9, 0, 1.0F)); /* still of use */
    for (uint64_t i = 2; i <= TABLE_SLOTS; i++)
        player_table_store(&table, (table_question){hash_of(i), 1, 0}, (float)i);
    player_table_store(&table, (table_question){hash_of(99), 1, 0}, 99.0F);
    assert_true(misses(&table, hash_of(1), 1, 63));
    for (uint64_t i = 2; i <= TABLE_SLOTS; i++)
        assert_true(finds(&table, hash_of(i), 1, 0, (float)i));
    player_table_close(&table);
}

static void a_cleared_table_knows_nothing(void **state)
{
    (void)state;
    search_table table = opened_table();
    player_table_store(&table, (table_question){hash_of(1), 9, 0}, 1.0F);
    player_table_clear(&table, 100);
    assert_int_equal(table.used, 128);
    assert_true(misses(&table, hash_of(1), 1, 63));
    player_table_clear(&table, SIZE_MAX);
    assert_int_equal(table.used, table.size);
    player_table_close(&table);
}

static void rarity_grows_as_a_line_gets_less_probable(void **state)
{
    (void)state;
    assert_int_equal(player_table_rarity(1.0F), 0);
    assert_int_equal(player_table_rarity(0.5F), 4);
    assert_int_equal(player_table_rarity(0.25F), 8);
    assert_int_equal(player_table_rarity(1e-30F), TABLE_RARITIES - 1);
    unsigned last = 0;
    for (float chance = 1; chance > 1e-6F; chance *= 0.97F) {
        assert_true(player_table_rarity(chance) >= last);
        last = player_table_rarity(chance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_is_a_cache_line),
        cmocka_unit_test(what_was_stored_is_found_again),
        cmocka_unit_test(a_value_is_rounded_to_the_nearest_of_27_bits),
        cmocka_unit_test(an_entry_answers_only_what_took_no_more_effort),
        cmocka_unit_test(a_board_in_the_same_bucket_is_another_board),
        cmocka_unit_test(a_board_has_one_entry),
        cmocka_unit_test(in_a_full_bucket_the_least_deep_entry_goes),
        cmocka_unit_test(an_old_entry_goes_before_a_young_one),
        cmocka_unit_test(a_cleared_table_knows_nothing),
        cmocka_unit_test(rarity_grows_as_a_line_gets_less_probable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
