#!/usr/bin/env python3
"""Sends mutated messages to the language server. It must never crash, hang or stop answering.

    ELEVEN=build/sanitize/eleven test/fuzz/lsp_fuzz.py [MESSAGES [SEED]]     a million: the long run

The server should be built with AddressSanitizer and UBSan, which end it at the first fault. Where a header was spoilt the
server may say good-bye; then another one is started.
"""

import json
import os
import random
import subprocess
import sys
import threading

ELEVEN = os.environ.get("ELEVEN", "build/eleven")
URIS = ["file:///a.txt", "file:///b.2048", "file:///c.py"]
RECORD = "eleven game 1\nrules classic\nsize 4x4\nseed 42\nresult playing\nscore 52\nmoves 12\n\n" \
         "1. U2@d4 U2@a3 U2@c1 R2@d3 U2@a1 R2@a2 U2@a4 U2@a2 R2@a4 U2@d3\n11. R2@a2 U2@b2 \n"
TEXTS = ["2048.", "2048(seed=7).Begin.Up.Left.Down.", "x = 2048(seed=1, size=3x3, rules=fibonacci).Begin.Left\n.Up", RECORD,
         "2048.Begin.Up.Lift.Undo.Undo.Hint.Grid.Keep", "// 2048(seed=3)\n//   .Begin\n//   .Up é𝄞\r\n", "", "é𝄞\0\n",
         "a\n" + RECORD + "\nb 2048(seed=9).Begin", "2048(size=1x1).Begin.Up", "2048(seed=2, size=2x2, goal=8).Begin.Up.Down."]
METHODS = ["textDocument/completion", "textDocument/hover", "textDocument/inlayHint", "textDocument/codeAction",
           "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/definition",
           "textDocument/formatting", "textDocument/semanticTokens/full", "textDocument/codeLens",
           "workspace/executeCommand", "completionItem/resolve", "codeAction/resolve", "workspace/symbol", "$/cancelRequest"]
ODD = [None, True, -1, 0, 2**31, 2**63 - 1, 1.5, "", "x", [], {}, [[]], {"line": -5, "character": 2**40}, "file:///b.2048"]
WORDS = ["Begin", "Up", "Down", "Left", "Right", "Undo", "Hint", "Grid", "Keep"]
ACTIONS = ["nearest", "remove", "correct", "best", "notation", "chain", "break"]


class Maker:
    def __init__(self, seed):
        self.chance, self.count = random.Random(seed), 0

    def place(self):
        return {"line": self.chance.randint(0, 12), "character": self.chance.randint(0, 60)}

    def params(self):
        begin, end = self.place(), self.place()
        return {"textDocument": {"uri": self.chance.choice(URIS), "version": 1}, "position": begin,
                "range": {"start": begin, "end": end}, "context": {"diagnostics": []}, "id": self.count - 1,
                "command": "eleven.review", "arguments": [self.chance.choice(URIS), self.chance.randint(-1, 40)],
                "data": {"uri": self.chance.choice(URIS), "game": self.chance.randint(0, 30), "word": self.chance.choice(WORDS),
                         "before": self.chance.randint(0, 9), "at": self.chance.randint(0, 40),
                         "action": self.chance.choice(ACTIONS)}}

    def message(self):
        self.count += 1
        kind = self.chance.random()
        if kind < 0.12:
            return {"method": "textDocument/didOpen",
                    "params": {"textDocument": {"uri": self.chance.choice(URIS), "version": 1, "languageId": "x",
                                                "text": self.chance.choice(TEXTS)}}}
        if kind < 0.45:
            text = self.chance.choice([".", "U", ".Up", ".Left", "\n", "(seed=5)", "2048", "", " R2@a2", "é", "𝄞", "eleven game 1\n",
                                       "\r", "\ud834", "2048(", "size=", ", "])
            return {"method": "textDocument/didChange", "params": {**self.params(), "contentChanges": [
                {"range": {"start": self.place(), "end": self.place()}, "text": text}
                for _ in range(self.chance.randint(1, 3))]}}
        if kind < 0.47:
            return {"method": "textDocument/didClose", "params": self.params()}
        return {"id": self.count, "method": self.chance.choice(METHODS), "params": self.params()}

    def spoil(self, value):
        """Puts an unusual value somewhere into a JSON value."""
        if isinstance(value, dict) and value and self.chance.random() < 0.85:
            key = self.chance.choice(list(value))
            if self.chance.random() < 0.1:
                return {k: v for k, v in value.items() if k != key}
            return {**value, key: self.spoil(value[key])}
        if isinstance(value, list) and value and self.chance.random() < 0.8:
            at = self.chance.randrange(len(value))
            return value[:at] + [self.spoil(value[at])] + value[at + 1:]
        return self.chance.choice(ODD)

    def frame(self):
        message = {"jsonrpc": "2.0", **self.message()}
        if self.chance.random() < 0.3:
            message = self.spoil(message)
        body = bytearray(json.dumps(message, ensure_ascii=self.chance.random() < 0.5).encode("utf-8", "surrogatepass"))
        if self.chance.random() < 0.1:
            for _ in range(self.chance.randint(1, 4)):
                body[self.chance.randrange(len(body))] = self.chance.randrange(256)
        header = bytearray(b"Content-Length: %d\r\n\r\n" % len(body))
        if self.chance.random() < 0.0005:
            header[self.chance.randrange(len(header))] = self.chance.randrange(256)
        return bytes(header) + bytes(body)


def session(seed, messages):
    """Runs one server. Returns the number of messages it received, and an error or None."""
    maker, sent = Maker(seed), 0
    server = subprocess.Popen([ELEVEN, "lsp", "--seed", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    seen, errors = [], []
    readers = [threading.Thread(target=lambda: [seen.append(line[-200:]) or len(seen) > 50 and seen.pop(0)
                                                for line in server.stdout]),
               threading.Thread(target=lambda: errors.extend(server.stderr))]
    for reader in readers:
        reader.start()
    setup = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}
    last = {"jsonrpc": "2.0", "id": "last", "method": "shutdown"}
    try:
        server.stdin.write(framed(setup))
        while sent < messages:
            batch = [maker.frame() for _ in range(min(100, messages - sent))]
            server.stdin.write(b"".join(batch))
            sent += len(batch)
        server.stdin.write(framed(last) + framed({"jsonrpc": "2.0", "method": "exit"}))
        server.stdin.close()
    except BrokenPipeError:
        pass
    try:
        status = server.wait(60)
    except subprocess.TimeoutExpired:
        server.kill()
        status = "it hangs"
    for reader in readers:
        reader.join()
    if status not in (0, 1) or errors:
        return sent, f"seed {seed}: status {status}\n" + b"".join(errors).decode(errors="replace")[:3000]
    return sent, None


def framed(message):
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def main(messages=20000, seed=1):
    done = 0
    while done < messages:
        sent, complaint = session(seed, min(5000, messages - done))
        if complaint:
            print(complaint)
            return 1
        done, seed = done + sent, seed + 1
    print(f"{done} messages, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
