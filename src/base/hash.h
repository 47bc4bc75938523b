/* The one hash function: FNV-1a with 64 bits (Fowler, Noll, Vo), for fingerprints and checksums; and the one mixer, for
 * random words and hash tables. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of no bytes. */
#define HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

/* Continues the hash with more bytes. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = hash_byte(hash, at[i]);
    return hash;
}

/* 2^64 divided by the golden ratio, odd: its multiples are spread evenly over all words. */
#define HASH_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* Continues a checksum with a word. Faster than hash_bytes, and only the upper bits of the product are mixed. */
static inline uint64_t hash_word(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * HASH_GOLDEN;
    return sum ^ sum >> 29;
}

/* Stafford's "variant 13" of the 64-bit finalizer of MurmurHash3: a bijection in which every input bit reaches every
 * output bit. */
static inline uint64_t hash_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

#endif
