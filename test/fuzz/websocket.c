/* A game over a WebSocket. Each message is a byte that chooses the kind of frame, and bytes up to a NUL; the target
 * frames them, with a mask of 0. A kind above 127 is followed by raw bytes. What the server sends are whole frames. */
#include "server_rig.h"

static const char handshake[] = "GET /api/v1/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

static void send_frame(int line, unsigned kind, const uint8_t *payload, size_t length)
{
    uint8_t head[8] = {0};
    size_t size = length < 126 ? 6 : 8;
    head[0] = (uint8_t)(0x80 | (kind & 0x4f));
    head[1] = (uint8_t)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        head[2] = (uint8_t)(length >> 8);
        head[3] = (uint8_t)length;
    }
    server_send(line, head, size);
    server_send(line, payload, length);
}

static void expect_frames(const uint8_t *at, size_t length)
{
    while (length >= 2 && length < ANSWER_MOST / 2) {
        size_t head = 2, body = at[1];
        expect(!(at[1] & 0x80) && (at[0] & 0x80));
        if (body == 126) {
            head = 4;
            expect(length >= head);
            body = (size_t)at[2] << 8 | at[3];
        }
        expect(body < 1 << 16 && length >= head + body);
        at += head + body;
        length -= head + body;
    }
    expect(length != 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answer[2 * ANSWER_MOST];
    if (size == 0 || size > 10000)
        return 0;
    int line = server_connect();
    server_send(line, handshake, sizeof handshake - 1);
    size_t length = server_receive(line, answer, "\r\n\r\n");
    expect(length > 12 && memcmp(answer, "HTTP/1.1 101", 12) == 0);
    for (fuzz_in in = {data, size}; in.left;) {
        unsigned kind = fuzz_byte(&in);
        const uint8_t *nul = in.left ? memchr(in.at, 0, in.left) : NULL;
        size_t part = nul ? (size_t)(nul - in.at) : in.left;
        if (kind & 0x80)
            server_send(line, in.at, part);
        else
            send_frame(line, kind, in.at, part);
        in.at += part + (nul != NULL);
        in.left -= part + (nul != NULL);
    }
    send_frame(line, 8, (const uint8_t *)"\x03\xe8", 2);
    shutdown(line, SHUT_WR);
    char *frames = strstr(answer, "\r\n\r\n") + 4;
    size_t first = length - (size_t)(frames - answer);
    memmove(answer, frames, first);
    length = first + server_receive(line, answer + first, NULL);
    expect_frames((const uint8_t *)answer, length);
    close(line);
    return 0;
}
