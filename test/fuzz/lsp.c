/* The language server: bytes as they come, if the first one is odd, otherwise bodies of messages, each up to a NUL,
 * which the target frames. The server must end, and its answers must be framed. */
#include "fuzz.h"
#include "base/buffer.h"
#include "lsp/lsp.h"

#include <fcntl.h>

enum { INPUT_MOST = 1 << 15 };

static void add_body(buffer *input, const char *body, size_t length)
{
    buffer_format(input, "Content-Length: %zu\r\n\r\n", length);
    buffer_add(input, body, length);
}

static void add_bodies(buffer *input, const uint8_t *data, size_t size)
{
    static const char begin[] = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
                                "{\"textDocument\":{\"codeAction\":{\"codeActionLiteralSupport\":{}}}}}}";
    add_body(input, begin, sizeof begin - 1);
    while (size) {
        const uint8_t *nul = memchr(data, 0, size);
        size_t length = nul ? (size_t)(nul - data) : size;
        add_body(input, (const char *)data, length);
        data += length + (nul != NULL);
        size -= length + (nul != NULL);
    }
}

static void expect_frames(int out)
{
    static char answers[1 << 20];
    ssize_t length = pread(out, answers, sizeof answers, 0), at = 0;
    for (int head; at < length && length < (ssize_t)sizeof answers; at += head) {
        size_t body;
        expect(sscanf(answers + at, "Content-Length: %zu\r\n\r\n%n", &body, &head) == 1);
        at += (ssize_t)body;
        expect(at + head <= length && answers[at + head - 1] == '}');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file in, out;
    static eleven_player *player;
    buffer input = {0};
    if (!player) {
        in = fuzz_file_new();
        out = fuzz_file_new();
        expect(!eleven_player_open("greedy", 1, NULL, &player, NULL));
    }
    if (size == 0 || size > INPUT_MOST)
        return 0;
    if (data[0] & 1)
        buffer_add(&input, (const char *)data + 1, size - 1);
    else
        add_bodies(&input, data + 1, size - 1);
    fuzz_file_fill(&in, input.at ? input.at : "", input.length);
    fuzz_file_fill(&out, "", 0);
    int status = lsp_serve(&(lsp_options){in.descriptor, out.descriptor, player, NULL, 1});
    expect(status == 0 || status == 1);
    expect_frames(out.descriptor);
    buffer_free(&input);
    return 0;
}
