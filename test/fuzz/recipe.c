/* Recipes of a training. One that is accepted and small is trained a little. */
#include "fuzz.h"
#include "train/train_room.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    train_recipe recipe;
    eleven_problem problem;
    eleven_error error = train_recipe_parse((const char *)data, size, &recipe, &problem);
    fuzz_check(error, &problem, data, size);
    if (error || recipe.tuples.size * (uint64_t)recipe.tuples.stages > 1 << 16)
        return 0;
    recipe.begin = recipe.begin < 6 ? recipe.begin : 6; /* A game until a large tile appears takes too long here. */
    training *trainer = train_open(&recipe, size, 1);
    expect(trainer);
    train_play(trainer, 0, 64);
    train_promote(trainer);
    train_close(trainer);
    return 0;
}
