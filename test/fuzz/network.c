/* Files of network weights. The target makes the tuples small, and the length and the checksum right, so that the
 * reader gets to the weights; an odd first byte leaves the file as it is. */
#include "fuzz.h"
#include "base/hash.h"
#include "eleven/network.h"

enum { RULES = 12, TUPLES = 98, TUPLE = 8, CELLS_MOST = 3, FILE_MOST = 1 << 12 };

static void put(uint8_t *at, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static void correct(uint8_t *file, size_t length)
{
    eleven_rules classic;
    size_t head = TUPLES + 1 + (size_t)file[TUPLES] * TUPLE + 8;
    if (length < head + 8)
        return;
    eleven_rules_find("classic", &classic);
    put(file + RULES, eleven_rules_hash(&classic), 8);
    for (unsigned i = 0; i < file[TUPLES]; i++) {
        uint8_t *count = file + TUPLES + 1 + i * TUPLE;
        *count = *count > CELLS_MOST ? CELLS_MOST : *count;
    }
    put(file + head - 4, length - head - 8, 4);
    put(file + length - 8, hash_bytes(HASH_START, file, length - 8), 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t file[FILE_MOST];
    eleven_network *network;
    eleven_problem problem;
    fuzz_in in = {data, size};
    bool is_raw = fuzz_byte(&in) & 1;
    if (in.left > sizeof file)
        return 0;
    memcpy(file, in.at, in.left);
    if (!is_raw && in.left > TUPLES)
        correct(file, in.left);
    eleven_error error = eleven_network_open_bytes(file, in.left, &network, &problem);
    fuzz_check(error, &problem, file, in.left);
    if (error)
        return 0;
    float value = eleven_network_value(network, (eleven_bitboard){UINT64_C(0x0123456789abcdef), in.left & 0xffff});
    expect(value != value || value <= value);
    expect(strlen(eleven_network_about(network)->recipe) < sizeof eleven_network_about(network)->recipe);
    eleven_network_close(network);
    return 0;
}
