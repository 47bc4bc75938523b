/* Which of two players is better? Plays pairs of games with the same seeds and tests the results. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>

enum { GAMES = 40 };

typedef struct side {
    const char *player;
    eleven_match_game games[GAMES];
} side;

static eleven_player *open_player(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    const side *player_side = context;
    (void)index;
    *budget = (eleven_budget){0};
    eleven_player *player;
    eleven_player_open(player_side->player, seed, NULL, &player, NULL);
    return player;
}

static bool report(void *context, const eleven_match_game *game)
{
    side *player_side = context;
    player_side->games[game->index] = *game;
    return true;
}

static bool play(side *player_side)
{
    eleven_match match = {.w = 4,
                          .h = 4,
                          .seed = 1,
                          .games = GAMES,
                          .threads = 2,
                          .open = open_player,
                          .report = report,
                          .context = player_side};
    uint64_t scores[GAMES];
    eleven_rules_find("classic", &match.rules);
    if (eleven_match_run(&match))
        return false;
    eleven_summary sum;
    eleven_match_summary(player_side->games, GAMES, scores, &sum);
    printf("%-7s mean score %.0f +- %.0f\n", player_side->player, sum.mean, sum.standard_error);
    return true;
}

int main(void)
{
    static side a = {.player = "corner"}, b = {.player = "random"};
    uint64_t wins = 0, losses = 0;
    if (!play(&a) || !play(&b))
        return 1;
    for (unsigned i = 0; i < GAMES; i++) {
        wins += a.games[i].score > b.games[i].score;
        losses += a.games[i].score < b.games[i].score;
    }
    eleven_sprt test = eleven_sprt_default();
    eleven_verdict verdict = eleven_sprt_verdict(&test, wins, losses);
    printf("%s wins %" PRIu64 " of %" PRIu64 " pairs: %s\n", a.player, wins, wins + losses,
           verdict.decision == ELEVEN_DECISION_H1 ? "better" : "not sure");
    return 0;
}
