/* Frames of WebSockets, RFC 6455 section 5.2, and the key of the handshake, section 4.2.2.
 *
 *     FIN 000 opcode | mask length | length, 0, 2 or 8 bytes | mask, 4 bytes | payload
 *
 * The handshake needs SHA-1. Nothing depends on its strength: it shows that the server understands WebSockets. */
#include "serve/serve_room.h"
#include "base/utf8.h"

#include <string.h>

/* The length that a frame states, at least two bytes of which are here; *size is the size of the head without mask.
 * False if it is not written in the shortest form. */
static bool read_length(const uint8_t *head, uint64_t *length, size_t *size)
{
    unsigned first = head[1] & 127, extra = first == 126 ? 2 : first == 127 ? 8 : 0;
    *length = extra ? 0 : first;
    *size = 2 + extra;
    for (unsigned i = 0; i < extra; i++)
        *length = *length << 8 | head[2 + i];
    return extra == 0 || (extra == 2 ? *length > 125 : *length > UINT16_MAX && *length <= INT64_MAX);
}

int frame_take(char *bytes, size_t have, ws_frame *frame)
{
    const uint8_t *head = (const uint8_t *)bytes;
    enum { RESERVED = 0x70, MASKED = 0x80, LENGTH = 0x7f, MASK = 4, CONTROL_MOST = 125 };
    uint64_t length;
    size_t size;
    if (have < 2)
        return FRAME_MORE;
    frame->opcode = head[0] & 15;
    frame->is_final = head[0] >> 7;
    bool is_control = frame->opcode >= FRAME_CLOSE;
    bool is_known = is_control ? frame->opcode <= FRAME_PONG : frame->opcode <= FRAME_BINARY;
    if (head[0] & RESERVED || !(head[1] & MASKED) || !is_known ||
        (is_control && (!frame->is_final || (head[1] & LENGTH) > CONTROL_MOST)))
        return CLOSE_PROTOCOL;
    if ((head[1] & LENGTH) > CONTROL_MOST && have < ((head[1] & LENGTH) == 126 ? 4 : 10))
        return FRAME_MORE;
    if (!read_length(head, &length, &size))
        return CLOSE_PROTOCOL;
    if (length > MESSAGE_MOST)
        return CLOSE_LARGE;
    if (have < size + MASK + length)
        return FRAME_MORE;
    frame->payload = bytes + size + MASK;
    frame->payload_length = length;
    frame->length = size + MASK + length;
    for (size_t i = 0; i < length; i++)
        frame->payload[i] = (char)(frame->payload[i] ^ bytes[size + i % MASK]);
    return FRAME_COMPLETE;
}

void frame_put(buffer *out, unsigned opcode, const void *payload, size_t length)
{
    unsigned extra = length > UINT16_MAX ? 8 : length > 125 ? 2 : 0;
    buffer_byte(out, 0x80 | opcode);
    buffer_byte(out, extra == 8 ? 127 : extra == 2 ? 126 : (unsigned)length);
    while (extra-- > 0)
        buffer_byte(out, (length >> 8 * extra) & 255);
    buffer_add(out, payload, length);
}

unsigned frame_close_code(const ws_frame *frame)
{
    const uint8_t *bytes = (const uint8_t *)frame->payload;
    if (frame->payload_length == 0)
        return CLOSE_NORMAL;
    unsigned code = frame->payload_length > 1 ? (unsigned)bytes[0] << 8 | bytes[1] : 0;
    /* 1004 to 1006 and 1015 are never sent; 3000 to 4999 belong to programs. */
    bool is_code = (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) || (code >= 3000 && code <= 4999);
    if (!is_code)
        return CLOSE_PROTOCOL;
    return frame_is_text(frame->payload + 2, frame->payload_length - 2) ? code : CLOSE_TEXT;
}

bool frame_is_text(const char *bytes, size_t length)
{
    for (size_t at = 0, size; at < length; at += size) {
        size = utf8_length(bytes + at, length - at);
        if (size == 0)
            return false;
    }
    return true;
}

/* ---- The handshake ------------------------------------------------------------------------------------- */
static uint32_t turn(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

/* One block of SHA-1, FIPS 180-4 section 6.1.2. */
static void sha1_block(const uint8_t block[64], uint32_t state[5])
{
    static const uint32_t constants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (unsigned i = 0; i < 80; i++) {
        const uint8_t *at = block + 4 * i;
        w[i] = i < 16 ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]
                      : turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t mixed = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        uint32_t next = turn(a, 5) + mixed + e + constants[i / 20] + w[i];
        e = d, d = c, c = turn(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

/* The key and the constant of RFC 6455 are 60 bytes together: with the padding exactly two blocks. */
static void sha1_of_key(const char *key, uint8_t digest[20])
{
    uint32_t state[] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t blocks[128] = {0};
    enum { BITS = 480 };
    memcpy(blocks, key, KEY_LENGTH);
    memcpy(blocks + KEY_LENGTH, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    blocks[KEY_LENGTH + 36] = 0x80;
    blocks[126] = BITS >> 8;
    blocks[127] = BITS & 255;
    sha1_block(blocks, state);
    sha1_block(blocks + 64, state);
    for (unsigned i = 0; i < 20; i++)
        digest[i] = (uint8_t)(state[i / 4] >> 8 * (3 - i % 4));
}

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool handshake_accept(const char *key, char accept[29])
{
    /* One byte more than the digest: base64 takes three at a time. */
    uint8_t digest[21] = {0};
    if (strlen(key) != KEY_LENGTH || strspn(key, base64) != KEY_LENGTH - 2 || strcmp(key + KEY_LENGTH - 2, "==") != 0)
        return false;
    sha1_of_key(key, digest);
    for (unsigned i = 0; i < 28; i++) {
        const uint8_t *three = digest + i / 4 * 3;
        uint32_t bits = (uint32_t)three[0] << 16 | (uint32_t)three[1] << 8 | three[2];
        accept[i] = base64[bits >> 6 * (3 - i % 4) & 63];
    }
    accept[27] = '=';
    accept[28] = '\0';
    return true;
}
