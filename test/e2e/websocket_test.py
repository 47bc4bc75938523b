"""WebSockets of `eleven serve`: RFC 6455 section by section, with a foreign client and with raw bytes."""

import asyncio
import base64
import os
import socket
import struct
import threading
import unittest

from serve_test import started, stop

try:
    import websockets
except ImportError:
    websockets = None

KEY = base64.b64encode(b"0123456789abcdef").decode()
HANDSHAKE = {"Host": "localhost", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Key": KEY,
             "Sec-WebSocket-Version": "13"}
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(opcode, payload=b"", final=True, reserved=0, masked=True, length=None):
    """A frame of a client; `length`: how many bytes the length takes, 1, 3 or 9."""
    count, mask = len(payload), os.urandom(4)
    length = length or (1 if count < 126 else 3 if count < 65536 else 9)
    stated = {1: struct.pack("!B", count & 127), 3: struct.pack("!BH", 126, count & 65535),
              9: struct.pack("!BQ", 127, count)}[length]
    head = bytes([final << 7 | reserved << 4 | opcode, stated[0] | masked << 7]) + stated[1:]
    if not masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Raw:
    """A connection that sends and receives exactly what the test says."""

    def __init__(self, port, fields=HANDSHAKE, line="GET /api/v1/play HTTP/1.1"):
        self.plug = socket.create_connection(("127.0.0.1", port), 60)
        self.plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.plug.sendall((line + "\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items()) + "\r\n").encode())
        self.head = b""
        while not self.head.endswith(b"\r\n\r\n"):
            self.head += self.exactly(1)
        self.head = self.head.decode()
        self.status = int(self.head.split()[1])

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.plug.recv(count - len(data))
            if not more:
                raise EOFError(data)
            data += more
        return data

    def send(self, *frames):
        self.plug.sendall(b"".join(frames))

    def read(self):
        first, length = self.exactly(2)
        assert first & 0x70 == 0 and first & 0x80 and length < 128, (first, length)  # never masked, reserved or in parts
        if length > 125:
            length, = struct.unpack({126: "!H", 127: "!Q"}[length], self.exactly({126: 2, 127: 8}[length]))
        return first & 15, self.exactly(length)

    def text(self):
        opcode, payload = self.read()
        assert opcode == TEXT, (opcode, payload)
        return payload.decode()

    def close_code(self):
        """The code of the close frame that comes next, None without one; nothing comes after it."""
        opcode, payload = self.read()
        assert opcode == CLOSE, (opcode, payload)
        payload[2:].decode()
        try:
            rest = self.plug.recv(1)
        except ConnectionResetError:
            rest = b""
        assert rest == b"", rest
        return struct.unpack("!H", payload[:2])[0] if payload else None


class WebSocketTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program, cls.port = started(cls.addClassCleanup, "--player", "greedy")

    @classmethod
    def tearDownClass(cls):
        status = stop(cls.program)
        assert status == 0, status

    def open(self, **fields):
        line = Raw(self.port, {**HANDSHAKE, **fields})
        self.addCleanup(line.plug.close)
        return line

    def refused(self, *frames):
        """The code with which the server closes after these frames."""
        line = self.open()
        line.send(*frames)
        return line.close_code()

    def test_4_2_handshake(self):
        line = self.open(**{"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="})  # the example of section 1.3
        self.assertEqual(line.status, 101)
        self.assertIn("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", line.head)
        self.assertEqual(self.open(Upgrade="WebSocket", Connection="keep-alive, UPGRADE").status, 101)
        for fields, status in (({"Upgrade": "h2c"}, 426), ({"Connection": "close"}, 426), ({"Upgrade": ""}, 426),
                               ({"Sec-WebSocket-Version": "8"}, 426), ({"Sec-WebSocket-Version": ""}, 426),
                               ({"Sec-WebSocket-Key": ""}, 400), ({"Sec-WebSocket-Key": KEY[:-1]}, 400),
                               ({"Sec-WebSocket-Key": "!" + KEY[1:]}, 400), ({"Host": "evil.com"}, 403),
                               ({"Origin": "http://evil.com"}, 403), ({"Origin": "null"}, 403),
                               ({"Origin": "http://localhost:9"}, 101), ({"Origin": "https://[::1]"}, 101),
                               ({"Sec-WebSocket-Key": KEY + " \t"}, 101), ({"Sec-WebSocket-Version": "\t13 "}, 101),
                               ({"Sec-WebSocket-Key": KEY + "="}, 400), ({"Sec-WebSocket-Key": KEY + KEY[:4]}, 400)):
            line = self.open(**fields)
            self.assertEqual(line.status, status, fields)
            if status == 426:
                self.assertIn("\r\nsec-websocket-version: 13\r\n", line.head.lower())
            if status != 101:
                self.assertIn("\r\ncontent-type: application/json\r\n", line.head)
        for first, status in (("GET /api/v1/play HTTP/1.0", 400), ("HEAD /api/v1/play HTTP/1.1", 400),
                              ("POST /api/v1/play HTTP/1.1", 405), ("GET /api/v1/play HTTP/2.0", 505)):
            line = Raw(self.port, line=first)
            line.plug.close()
            self.assertEqual(line.status, status, first)

    def test_5_1_frames_of_clients_are_masked(self):
        self.assertEqual(self.refused(frame(TEXT, b"new", masked=False)), 1002)
        self.assertEqual(self.refused(frame(PING, masked=False)), 1002)

    def test_5_2_reserved_bits_and_opcodes(self):
        for reserved in (1, 2, 4, 7):
            self.assertEqual(self.refused(frame(TEXT, b"new", reserved=reserved)), 1002)
        for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
            self.assertEqual(self.refused(frame(opcode)), 1002)

    def test_5_2_lengths(self):
        for length in (3, 9):
            self.assertEqual(self.refused(frame(TEXT, b"new", length=length)), 1002)  # not the shortest form
        self.assertEqual(self.refused(frame(TEXT, b"x" * 300, length=9)), 1002)
        self.assertEqual(self.refused(b"\x81\xff" + b"\xff" * 8), 1002)
        self.assertEqual(self.refused(b"\x81\xff\x7f" + b"\xff" * 12), 1009)  # refused at its first byte
        self.assertEqual(self.refused(b"\x81\xfe\x01\x00maskx"), 1009)
        line = self.open()
        line.send(frame(TEXT, b"x" * 255))
        self.assertIn("error", line.text())

    def test_5_3_every_mask_and_every_split(self):
        line = self.open()
        for _ in range(8):
            line.send(frame(TEXT, b"new seed=42"))
            self.assertIn('"seed":42', line.text())
        for byte in frame(TEXT, b"up") + frame(TEXT, b"left"):
            line.send(bytes([byte]))
        line.text()
        self.assertIn('"moves":2', line.text())
        line.send(*(frame(TEXT, word) for word in (b"undo", b"undo", b"redo", b"save")))
        self.assertEqual(len([line.text() for _ in range(4)]), 4)

    def test_5_4_fragments_are_joined(self):
        line = self.open()
        line.send(frame(TEXT, b"new", False), frame(0, b"", False), frame(PING, b"between"), frame(0, b" seed=7", True))
        self.assertEqual(line.read(), (PONG, b"between"))
        self.assertIn('"seed":7', line.text())
        line.send(*(frame(0 if i else TEXT, bytes([byte]), i == 2) for i, byte in enumerate(b"new")))
        self.assertIn('"score"', line.text())
        self.assertEqual(self.refused(frame(0, b"new")), 1002)  # nothing to continue
        self.assertEqual(self.refused(frame(TEXT, b"n", False), frame(TEXT, b"ew")), 1002)
        self.assertEqual(self.refused(*[frame(0 if i else TEXT, b"x" * 100, False) for i in range(3)]), 1009)

    def test_5_5_control_frames(self):
        for opcode in (CLOSE, PING, PONG):
            self.assertEqual(self.refused(frame(opcode, final=False)), 1002)
            self.assertEqual(self.refused(frame(opcode, b"x" * 126)), 1002)

    def test_5_5_1_close(self):
        for code in (1000, 1001, 1003, 1007, 1011, 3000, 4999):
            self.assertEqual(self.refused(frame(CLOSE, struct.pack("!H", code) + "Grüße".encode())), code)
        self.assertIsNone(self.refused(frame(CLOSE)))
        for code in (0, 999, 1004, 1005, 1006, 1012, 1015, 1016, 2999, 5000, 65535):
            self.assertEqual(self.refused(frame(CLOSE, struct.pack("!H", code))), 1002)
        self.assertEqual(self.refused(frame(CLOSE, b"\x03")), 1002)
        self.assertEqual(self.refused(frame(CLOSE, b"\x03\xe8\xff")), 1007)
        line = self.open()
        line.send(frame(CLOSE), frame(TEXT, b"new"))  # what comes after a close frame is not answered
        self.assertIsNone(line.close_code())

    def test_5_5_2_ping(self):
        line = self.open()
        for payload in (b"", b"x", bytes(range(125))):
            line.send(frame(PING, payload))
            self.assertEqual(line.read(), (PONG, payload))
        line.send(frame(PONG, b"unsolicited"), frame(TEXT, b"new"))
        self.assertIn('"board"', line.text())

    def test_5_6_and_8_1_only_text_that_is_utf_8(self):
        self.assertEqual(self.refused(frame(BINARY, b"new")), 1003)
        for bad in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"up\xe2\x82"):
            self.assertEqual(self.refused(frame(TEXT, bad)), 1007)
        line = self.open()
        line.send(frame(TEXT, b"\xe2\x82", False), frame(0, b"\xac"))  # a character may be split
        self.assertIn("there is no game yet", line.text())

    def test_a_message_with_a_nul_is_refused(self):
        line = self.open()
        line.send(frame(TEXT, b"new seed=42"))
        self.assertIn('"moves":0', line.text())
        for message in (b"left\0", b"left\0up", b"new\0 seed=5", b"\0"):
            line.send(frame(TEXT, message))
            self.assertIn('"error"', line.text(), message)
        line.send(frame(TEXT, b"up"))
        self.assertRegex(line.text(), '"seed":42.*"moves":1')

    def test_7_a_client_that_disappears(self):
        for _ in range(20):
            line = self.open()
            line.send(frame(TEXT, b"new")[:-2])
            line.plug.close()
        self.assertEqual(self.open().status, 101)

    def test_a_client_that_does_not_read(self):
        count, sent = 60000, []
        line = self.open()
        line.plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.send(frame(TEXT, b"new seed=42"))
        line.text()

        def send():
            for _ in range(count // 100):
                line.send(frame(TEXT, b"x" * 200) * 100)
                sent.append(100)
        sender = threading.Thread(target=send)
        sender.start()
        before = -1
        while before != len(sent):  # until it is blocked
            before = len(sent)
            sender.join(0.2)
        self.assertEqual(self.refused(frame(BINARY)), 1003)  # others are served
        line.plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        for _ in range(count):
            line.text()
        sender.join(60)

    @unittest.skipUnless(websockets, "python3-websockets is not installed")
    def test_a_foreign_client(self):
        async def play():
            async with websockets.connect(f"ws://localhost:{self.port}/api/v1/play", origin="http://localhost") as line:
                await line.send("new seed=42")
                first = await line.recv()
                await line.send([part for part in ("u", "", "p")])  # in fragments
                second = await line.recv()
                await asyncio.wait_for(await line.ping(b"are you there"), 60)
                many = []
                for _ in range(300):
                    await line.send("hint")
                    many.append(await line.recv())
                await line.close(4321, "done")
                return first, second, many, line.close_code
        first, second, many, code = asyncio.run(play())
        self.assertIn('"moves":0', first)
        self.assertIn('"moves":1', second)
        self.assertEqual((len(set(many)), code), (1, 4321))

        async def refused(message):
            async with websockets.connect(f"ws://127.0.0.1:{self.port}/api/v1/play") as line:
                await line.send(message)
                with self.assertRaises(websockets.ConnectionClosed):
                    await line.recv()
                return line.close_code
        self.assertEqual(asyncio.run(refused(b"binary")), 1003)
        self.assertEqual(asyncio.run(refused("x" * 256)), 1009)

        async def foreign():
            async with websockets.connect(f"ws://127.0.0.1:{self.port}/api/v1/play", origin="http://evil.com"):
                pass
        with self.assertRaisesRegex(websockets.InvalidHandshake, "403"):
            asyncio.run(foreign())


if __name__ == "__main__":
    unittest.main()
