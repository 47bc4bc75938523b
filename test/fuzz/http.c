/* Requests to the HTTP server, over a connection that then ends. Every answer is one of HTTP. If the first byte is
 * even, the rest is a path. */
#include "server_rig.h"

enum { REQUEST_MOST = 20000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answer[ANSWER_MOST];
    if (size == 0 || size > REQUEST_MOST)
        return 0;
    int line = server_connect();
    bool is_path = data[0] % 2 == 0;
    if (is_path)
        server_send(line, "GET /", 5);
    server_send(line, data + 1, size - 1);
    if (is_path)
        server_send(line, " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 49);
    shutdown(line, SHUT_WR);
    size_t length = server_receive(line, answer, NULL);
    expect(length < 9 || memcmp(answer, "HTTP/1.", 7) == 0 || data[0] % 2);
    close(line);
    return 0;
}
