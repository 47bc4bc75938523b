/* Checkpoints of a small training, of which the target changes a few bytes and then the checksum. What is accepted is
 * trained on. */
#include "fuzz.h"
#include "base/hash.h"
#include "train/train_room.h"

enum { REGIONS = 4, WORKER_HEAD = 64 + sizeof(train_step) * (HORIZON_MAX + 1) };

static training *trainer;
static fuzz_file file;
/* The bytes of a right checkpoint, of what is changed, and of the trainer before it. */
static uint8_t *right, *changed, *cells;
static size_t length;
static train_worker *worker;
static train_past past;

static size_t read_whole(const char *path, uint8_t **bytes)
{
    FILE *in = fopen(path, "rb");
    expect(in && fseek(in, 0, SEEK_END) == 0);
    size_t size = (size_t)ftell(in);
    *bytes = malloc(size);
    rewind(in);
    expect(*bytes && fread(*bytes, 1, size, in) == size && fclose(in) == 0);
    return size;
}

static void begin(void)
{
    static const char recipe[] =
        "eleven recipe 1\nname a\ntuple 0 1\ntuple 4 5\nhorizon 3\nlambda 0.5\nrestart 10\nstages 2\nbegin 5\n";
    char path[200];
    expect(!eleven_trainer_open(recipe, sizeof recipe - 1, 1, 1, (eleven_trainer **)&trainer, NULL));
    eleven_trainer_close((eleven_trainer *)trainer);
    train_recipe parsed;
    expect(!train_recipe_parse(recipe, sizeof recipe - 1, &parsed, NULL));
    trainer = train_open(&parsed, 1, 1);
    expect(trainer);
    train_play(trainer, 0, 1000);
    snprintf(path, sizeof path, "%s/checkpoint", fuzz_folder());
    expect(!train_save(trainer, path, NULL));
    length = read_whole(path, &right);
    changed = malloc(length);
    cells = malloc(trainer->bytes);
    worker = malloc(sizeof *worker);
    expect(changed && cells && worker);
    memcpy(cells, trainer->cells, trainer->bytes);
    *worker = trainer->worker[0];
    past = trainer->past;
    file = fuzz_file_new();
}

/* Of the head, of the beginning of the worker, of the weights at the end, of anything. */
static size_t place_of(fuzz_in *in)
{
    size_t head = 8 + 8 + sizeof(train_recipe) + sizeof(train_past) + 8, at = fuzz_byte(in) << 8 | fuzz_byte(in);
    switch (fuzz_byte(in) % REGIONS) {
    case 0: return at % head;
    case 1: return head + at % (size_t)WORKER_HEAD;
    case 2: return length - 8 - at % 4096;
    default: return at << 8 | fuzz_byte(in);
    }
}

static void correct(void)
{
    uint64_t sum = HASH_START, word;
    for (size_t i = 0; i + 8 < length; i += 8) {
        memcpy(&word, changed + i, sizeof word);
        sum = hash_word(sum, word);
    }
    memcpy(changed + length - 8, &sum, sizeof sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    eleven_problem problem;
    if (!trainer)
        begin();
    memcpy(changed, right, length);
    unsigned mode = fuzz_byte(&in);
    while (in.left) {
        size_t at = place_of(&in);
        if (at < length)
            changed[at] = (uint8_t)fuzz_byte(&in);
    }
    if (mode < 250)
        correct();
    fuzz_file_fill(&file, changed, mode == 255 ? length / 2 : length);
    eleven_error error = train_load(trainer, file.path, &problem);
    fuzz_check(error, &problem, data, size);
    if (!error)
        train_play(trainer, 0, 32);
    memcpy(trainer->cells, cells, trainer->bytes);
    trainer->worker[0] = *worker;
    trainer->past = past;
    return 0;
}
