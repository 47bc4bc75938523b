/* The one hash function: FNV-1a with 64 bits (Fowler, Noll, Vo), for fingerprints and checksums. */
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

#endif
