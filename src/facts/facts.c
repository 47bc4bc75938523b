/* The table of facts. */
#include "facts/facts_room.h"
#include "base/memory.h"
#include "base/sized.h"

#include <assert.h>
#include <string.h>

static const checked_fact *const all_facts[] = {
    &fact_min_moves, &fact_min_win_score, &fact_max_moves,   &fact_min_loss_score,
    &fact_guarantee, &fact_counts,        &fact_random_play, &fact_odds,
};
enum { FACTS = sizeof all_facts / sizeof *all_facts };

const char *eleven_fact_status_name(eleven_fact_status status)
{
    assert((unsigned)status <= ELEVEN_FACT_MEASURED);
    static const char *const names[] = {"proved", "bracketed", "measured"};
    return names[status];
}

const eleven_fact *eleven_fact_at(unsigned index)
{
    return index < FACTS ? &all_facts[index]->fact : NULL;
}

bool eleven_fact_check(const eleven_fact *fact, const eleven_fact_listener *listener)
{
    eleven_fact_listener known;
    SIZED_COPY(known, listener);
    fact_check check = {.listener = &known, .holds = true, .failures = memory_failures()};
    eleven_rules_find("classic", &check.rules);
    for (unsigned i = 0; i < FACTS; i++)
        if (strcmp(all_facts[i]->fact.name, fact->name) == 0) {
            check.work = all_facts[i]->work;
            all_facts[i]->check(&check);
            return check.holds;
        }
    return false;
}
