/* Rule sets as data: the shipped ones, what makes a set sound, and its fingerprint. */
#include "core/core.h"
#include "base/hash.h"

#include <limits.h>

static void fill_doubling(eleven_rules *rules)
{
    for (unsigned n = 1; n < ELEVEN_RANKS; n++) {
        rules->value[n] = UINT32_C(1) << n;
        if (n + 1 < ELEVEN_RANKS)
            rules->merge[n][n] = (eleven_rank)(n + 1);
    }
}

static void fill_fibonacci(eleven_rules *rules)
{
    rules->value[1] = 1;
    rules->value[2] = 2;
    rules->merge[1][1] = 2;
    for (unsigned n = 3; n < ELEVEN_RANKS; n++) {
        rules->value[n] = rules->value[n - 1] + rules->value[n - 2];
        rules->merge[n - 1][n - 2] = rules->merge[n - 2][n - 1] = (eleven_rank)n;
    }
}

typedef struct shipped_rules {
    const char *name;
    /* Fills in face values and merges. */
    void (*fill)(eleven_rules *rules);
    /* Spawn weights of ranks 1 and 2. */
    uint32_t first, second;
    /* Weights of one and of two new tiles per move. */
    uint32_t one, two;
    uint8_t start_tiles;
    eleven_rank goal;
    bool cascade;
} shipped_rules;

static const shipped_rules shipped_sets[] = {
    {"classic", fill_doubling, 9, 1, 1, 0, 2, 11, false},
    {"provider", fill_doubling, 1, 0, 1, 0, 1, 11, false},
    {"engine", fill_doubling, 9, 1, 3, 2, 2, 11, true},
    {"fibonacci", fill_fibonacci, 9, 1, 1, 0, 2, 17, false},
};

enum { SHIPPED_SETS = sizeof shipped_sets / sizeof *shipped_sets };

const char *eleven_rules_name(unsigned index)
{
    return index < SHIPPED_SETS ? shipped_sets[index].name : NULL;
}

bool eleven_rules_find(const char *name, eleven_rules *rules)
{
    for (unsigned i = 0; i < SHIPPED_SETS; i++) {
        const shipped_rules *set = &shipped_sets[i];
        if (!core_text_equal(name, set->name))
            continue;
        *rules = (eleven_rules){.start_tiles = set->start_tiles, .goal = set->goal, .cascade = set->cascade};
        for (unsigned c = 0; name[c]; c++)
            rules->name[c] = name[c];
        rules->spawn_weight[1] = set->first;
        rules->spawn_weight[2] = set->second;
        rules->count_weight[1] = set->one;
        rules->count_weight[2] = set->two;
        set->fill(rules);
        return true;
    }
    return false;
}

/* The ranks that can arise from the tiles that appear, as bits: every merge of two reached ranks reaches another, until
 * nothing is added. Classic: {2, 4} -> {2, 4, 8} -> {2, 4, 8, 16} -> ... */
static uint32_t reachable_ranks(const eleven_rules *rules)
{
    uint32_t reached = 0, before;
    for (unsigned n = 1; n < ELEVEN_RANKS; n++)
        reached |= rules->spawn_weight[n] ? UINT32_C(1) << n : 0;
    do {
        before = reached;
        for (unsigned a = 1; a < ELEVEN_RANKS; a++)
            for (unsigned b = 1; b < ELEVEN_RANKS; b++)
                if (rules->merge[a][b] && reached >> a & 1 && reached >> b & 1)
                    reached |= UINT32_C(1) << rules->merge[a][b];
    } while (reached != before);
    return reached;
}

/* Computes how many cells each rank needs. A tile that appears needs 1. A merged tile needs its two halves at once: the
 * first is built, then it rests in one cell while the second is built.
 *
 *     classic:  2 and 4 need 1 cell,  8 = 4 + 4 needs 2,  16 = 8 + 8 needs 3,  ...  2048 needs 10
 *
 * Ranks that cannot arise keep UINT_MAX / 2. A merge gives a higher rank than its halves, so one pass is enough. */
static void find_cells_needed(const eleven_rules *rules, unsigned needed[ELEVEN_RANKS])
{
    needed[0] = 0;
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        needed[rank] = rules->spawn_weight[rank] ? 1 : UINT_MAX / 2;
    for (unsigned high = 1; high < ELEVEN_RANKS; high++)
        for (unsigned low = 1; low <= high; low++) {
            unsigned result = rules->merge[high][low];
            unsigned first = needed[high] > needed[low] ? needed[high] : needed[low];
            unsigned cells = needed[high] == needed[low] ? first + 1 : first;
            if (result && cells < needed[result])
                needed[result] = cells;
        }
}

eleven_rank eleven_rules_goal(const eleven_rules *rules, unsigned w, unsigned h)
{
    unsigned needed[ELEVEN_RANKS], rank = rules->goal;
    find_cells_needed(rules, needed);
    while (needed[rank] > w * h)
        rank--;
    return rank < rules->goal && rules->spawn_weight[rank] ? 0 : (eleven_rank)rank;
}

static eleven_error unsound(eleven_problem *problem, const char *what, uint64_t rank, const char *why)
{
    text_out out = core_problem_at(problem, 0, 0);
    core_put(&out, what);
    core_put_number(&out, rank);
    core_put(&out, why);
    return ELEVEN_BAD_RULES;
}

static eleven_error check_merge(const eleven_rules *rules, unsigned a, unsigned b, eleven_problem *problem)
{
    unsigned result = rules->merge[a][b];
    if (result == 0)
        return ELEVEN_OK;
    if (a == 0 || b == 0)
        return unsound(problem, "rank ", a + b, " merges with an empty cell");
    if (result != rules->merge[b][a])
        return unsound(problem, "the merge of rank ", a, " depends on which tile moves");
    if (result <= a || result <= b || result >= ELEVEN_RANKS)
        return unsound(problem, "a merge of rank ", a, " does not give a higher rank");
    if (!rules->value[a] || !rules->value[b] || !rules->value[result])
        return unsound(problem, "a merge of rank ", a, " names a rank without a face value");
    return ELEVEN_OK;
}

static eleven_error check_values(const eleven_rules *rules, eleven_problem *problem)
{
    uint32_t reached = reachable_ranks(rules);
    if (rules->value[0] != 0)
        return unsound(problem, "the empty cell, rank ", 0, ", has a face value");
    for (unsigned a = 1; a < ELEVEN_RANKS; a++) {
        if (reached >> a & 1 && rules->value[a] == 0)
            return unsound(problem, "rank ", a, " appears but has no face value");
        for (unsigned b = 1; b < a; b++)
            if (rules->value[a] && rules->value[a] == rules->value[b])
                return unsound(problem, "rank ", a, " has the face value of another rank");
    }
    if (rules->goal && (rules->goal >= ELEVEN_RANKS || !(reached >> rules->goal & 1)))
        return unsound(problem, "the goal, rank ", rules->goal, ", cannot be reached");
    return ELEVEN_OK;
}

static eleven_error check_weights(const uint32_t *weights, unsigned count, const char *of, eleven_problem *problem)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += weights[i];
    if (weights[0])
        return unsound(problem, of, 0, " has a weight, so that nothing would appear");
    if (sum < 1 || sum > UINT32_C(1) << 31)
        return unsound(problem, of, sum, " is the sum of the weights, which must be 1 to 2147483648");
    return ELEVEN_OK;
}

/* Texts name the rules. */
static eleven_error check_name(const eleven_rules *rules, eleven_problem *problem)
{
    unsigned length = 0;
    for (char c; length < sizeof rules->name && (c = rules->name[length]); length++)
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-')
            return unsound(problem, "sign ", length + 1, " of the name is not a lower-case letter, a digit or '-'");
    if (length == 0 || length == sizeof rules->name)
        return unsound(problem, "the name has ", length, " signs instead of 1 to 31");
    return ELEVEN_OK;
}

eleven_error eleven_rules_check(const eleven_rules *rules, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    for (unsigned a = 0; a < ELEVEN_RANKS && !error; a++)
        for (unsigned b = 0; b < ELEVEN_RANKS && !error; b++)
            error = check_merge(rules, a, b, problem);
    if (!error)
        error = check_weights(rules->spawn_weight, ELEVEN_RANKS, "spawn: ", problem);
    if (!error)
        error = check_weights(rules->count_weight, ELEVEN_SPAWNS_MAX + 1, "tiles per move: ", problem);
    if (!error && (rules->start_tiles < 1 || rules->start_tiles > ELEVEN_SPAWNS_MAX))
        error = unsound(problem, "a game starts with ", rules->start_tiles, " tiles instead of 1 to 8");
    if (!error)
        error = check_values(rules, problem);
    return error ? error : check_name(rules, problem);
}

/* A number as four bytes, the lowest first: the same on every machine. */
static uint64_t hash_field(uint64_t hash, uint32_t number)
{
    for (unsigned byte = 0; byte < 4; byte++)
        hash = hash_byte(hash, (uint8_t)(number >> 8 * byte));
    return hash;
}

uint64_t eleven_rules_hash(const eleven_rules *rules)
{
    uint64_t hash = HASH_START;
    for (unsigned a = 0; a < ELEVEN_RANKS; a++) {
        for (unsigned b = 0; b < ELEVEN_RANKS; b++)
            hash = hash_field(hash, rules->merge[a][b]);
        hash = hash_field(hash, rules->value[a]);
        hash = hash_field(hash, rules->spawn_weight[a]);
    }
    for (unsigned n = 0; n <= ELEVEN_SPAWNS_MAX; n++)
        hash = hash_field(hash, rules->count_weight[n]);
    hash = hash_field(hash, rules->start_tiles);
    hash = hash_field(hash, rules->goal);
    hash = hash_field(hash, rules->cascade);
    return hash_field(hash, rules->goal_ends);
}

eleven_rank eleven_rules_rank(const eleven_rules *rules, uint64_t value)
{
    for (unsigned n = 1; n < ELEVEN_RANKS; n++)
        if (value && rules->value[n] == value)
            return (eleven_rank)n;
    return 0;
}
