/* Endgame tables: a file of the size "tiny", all 0, of which the target changes a few bytes. The tables are asked
 * about a board; from time to time they are opened again, and verified, with right checksums or wrong ones. */
#include "fuzz.h"
#include "endgame/endgame_room.h"

#include <fcntl.h>
#include <sys/mman.h>

enum { PATCHES = 16 };

static eleven_endgame tables;
static unsigned char *file;
static const char *folder;

static void correct_checksums(void)
{
    const endgame_layout *layout = &tables.layout;
    for (unsigned t = 0; t < ENDGAME_TABLES; t++)
        for (unsigned layer = 0; layer < layout->space[t].layers; layer++) {
            size_t length, place = endgame_layer_place(layout, t, layer, &length);
            uint64_t sum = endgame_checksum(file + place, length);
            memcpy(file + endgame_sum_place(layout, t, layer), &sum, sizeof sum);
        }
    uint64_t sum = endgame_head_sum(layout, file);
    memcpy(file + offsetof(endgame_head, sum), &sum, sizeof sum);
}

static void begin(void)
{
    char path[ENDGAME_PATH];
    eleven_rules classic;
    folder = fuzz_folder();
    eleven_rules_find("classic", &classic);
    expect(endgame_layout_open(&tables.layout, ELEVEN_ENDGAME_TINY));
    expect(endgame_path(path, folder, ELEVEN_ENDGAME_TINY, ""));
    int descriptor = open(path, O_RDWR | O_CREAT, 0600);
    size_t length = tables.layout.length;
    expect(descriptor >= 0 && ftruncate(descriptor, (off_t)length) == 0);
    file = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    expect(file != MAP_FAILED);
    endgame_head head = endgame_head_of(ELEVEN_ENDGAME_TINY);
    memcpy(file, &head, sizeof head);
    correct_checksums();
    tables.file = (file_map){file, length};
    for (unsigned t = 0; t < ENDGAME_TABLES; t++) {
        unsigned layers = tables.layout.space[t].layers;
        tables.state[t] = malloc(layers);
        expect(tables.state[t]);
        memset((void *)tables.state[t], LAYER_WHOLE, layers);
        for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++)
            tables.locked_cells[t][symmetry] = endgame_locked_cells(tables.layout.space[t].shape, symmetry);
    }
    eleven_rowtable_init(&tables.rows, &classic);
}

/* Twelve cells with high tiles first, as boards of the tables have. */
static eleven_bitboard board_of(fuzz_in *in)
{
    eleven_bitboard board = {0, 0};
    unsigned high = 5 + fuzz_byte(in) % 2;
    for (unsigned i = 0; i < 16; i++) {
        unsigned byte = fuzz_byte(in);
        bool is_locked = i < 3 || (i >= 4 && i < 4 + high - 3);
        board = eleven_bitboard_set(board, i, (eleven_rank)(is_locked ? byte % 18 : byte % 7));
    }
    return eleven_bitboard_symmetry(board, fuzz_byte(in) % 8);
}

static void ask(eleven_bitboard board)
{
    double chances[ELEVEN_DIRECTIONS];
    unsigned locked = eleven_endgame_chances(&tables, board, chances);
    expect(locked == 0 || locked == 5 || locked == 6);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        expect(chances[d] >= 0 && chances[d] <= 1);
}

static void open_again(bool has_checksums)
{
    eleven_endgame *opened;
    eleven_problem problem;
    if (has_checksums)
        correct_checksums();
    eleven_error error = eleven_endgame_open(folder, &opened, &problem);
    fuzz_check(error, &problem, (const uint8_t *)"", 0);
    if (!error && eleven_endgame_check(opened, &problem) == ELEVEN_OK)
        expect(eleven_endgame_damage(opened, NULL) == ELEVEN_OK);
    eleven_endgame_close(opened);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    size_t at[PATCHES];
    unsigned char old[PATCHES];
    unsigned count = 0;
    if (!file)
        begin();
    unsigned mode = fuzz_byte(&in);
    eleven_bitboard board = board_of(&in);
    for (; in.left && count < PATCHES; count++) {
        at[count] = (fuzz_byte(&in) << 16 | fuzz_byte(&in) << 8 | fuzz_byte(&in)) % tables.file.length;
        old[count] = file[at[count]];
        file[at[count]] = (unsigned char)fuzz_byte(&in);
    }
    ask(board);
    bool opens = mode >= 254 && size % 16 == 0;
    if (opens)
        open_again(mode & 1);
    while (count-- > 0)
        file[at[count]] = old[count];
    if (opens && mode == 255)
        correct_checksums();
    return 0;
}
