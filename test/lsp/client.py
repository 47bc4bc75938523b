"""A small language client. It talks to `eleven lsp` over two pipes and keeps all messages that it receives."""

import bisect
import json
import os
import re
import subprocess

ELEVEN = os.environ.get("ELEVEN", "build/eleven")


def with_actions(capabilities):
    """The capabilities, and code actions unless they say something about them."""
    text = capabilities.get("textDocument", {})
    actions = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, **text.get("codeAction", {})}
    return {**capabilities, "textDocument": {**text, "codeAction": actions}}


class Client:
    def __init__(self, player="greedy", start=True, capabilities=None, options=None):
        """With player=None the server uses its default, which takes a moment to open."""
        self.process = subprocess.Popen([ELEVEN, "lsp", "--seed", "1", *(["--player", player] if player else [])],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count, self.notes, self.version = 0, [], 0
        if start:
            self.capabilities = self.ask("initialize", {"processId": None, "rootUri": None,
                                                        "capabilities": with_actions(capabilities or {}),
                                                        "initializationOptions": options})["capabilities"]
            self.notify("initialized", {})

    # ---- Messages

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        length = None
        while line := self.process.stdout.readline():
            if line == b"\r\n":
                return json.loads(self.process.stdout.read(length))
            if line.startswith(b"Content-Length: "):
                length = int(line[16:])
        return None

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, id):
        """The whole answer to a request. Messages that arrive before it are kept in `notes`."""
        while (answer := self.read()) is not None:
            if answer.get("id") == id:
                return answer
            self.notes.append(answer)
        raise EOFError("the server has ended")

    def ask_whole(self, method, params, id=None):
        self.count += 1
        id = id or self.count
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return self.answer(id)

    def ask(self, method, params):
        answer = self.ask_whole(method, params)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    def close(self):
        """Ends the server in the correct way; returns its exit status."""
        if self.process.poll() is None:
            self.ask_whole("shutdown", None)
            self.notify("exit", None)
        self.process.stdin.close()
        status = self.process.wait(60)
        self.process.stdout.close()
        return status

    # ---- Documents

    def open(self, text, uri="file:///game.txt"):
        """Opens a document. No two texts have the same version, so that `problems` knows whose diagnostics have arrived."""
        self.uri, self.text, self.version = uri, text, self.version + 1
        self.notify("textDocument/didOpen",
                  {"textDocument": {"uri": uri, "languageId": "plaintext", "version": self.version, "text": text}})

    def edit(self, begin, end, text):
        """Replaces the characters [begin, end) here and in the server."""
        self.version += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": self.place(begin), "end": self.place(end)}, "text": text}]})
        self.text = self.text[:begin] + text + self.text[end:]

    def place(self, at):
        """The position, in UTF-16 units, of a character with this index."""
        begins = self.line_begins()
        line = bisect.bisect_right(begins, at) - 1
        return {"line": line, "character": len(self.text[begins[line]:at].encode("utf-16-le")) // 2}

    def line_begins(self):
        return [0] + [ending.end() for ending in re.finditer("\r\n|\n|\r", self.text)]

    def index(self, position):
        at, units = self.line_begins()[position["line"]], 0
        while units < position["character"]:
            units += 2 if ord(self.text[at]) > 0xffff else 1
            at += 1
        return at

    def slice(self, range):
        return self.text[self.index(range["start"]):self.index(range["end"])]

    def apply(self, edits):
        """Applies text edits here and in the server, as a client does."""
        for edit in sorted(edits, key=lambda e: self.index(e["range"]["start"]), reverse=True):
            self.edit(self.index(edit["range"]["start"]), self.index(edit["range"]["end"]), edit["newText"])

    def at(self, at, **more):
        at = at if at >= 0 else len(self.text) + 1 + at
        return {"textDocument": {"uri": self.uri}, "position": self.place(at), **more}

    # ---- Services

    def complete(self, at=-1):
        return self.ask("textDocument/completion", self.at(at))["items"]

    def hover(self, word, nth=0):
        at = -1
        for _ in range(nth + 1):
            at = self.text.index(word, at + 1)
        found = self.ask("textDocument/hover", self.at(at))
        return found and found["contents"]["value"]

    def problems(self):
        """The diagnostics of the document, as [(text, message)]."""
        self.ask("textDocument/hover", self.at(0))
        while not any(n["method"] == "textDocument/publishDiagnostics" and n["params"]["uri"] == self.uri and
                      n["params"].get("version") == self.version for n in self.notes):
            self.notes.append(self.read())
        last = [n for n in self.notes if n["params"]["uri"] == self.uri][-1]["params"]["diagnostics"]
        self.notes.clear()
        return [(self.slice(d["range"]), d["message"]) for d in last]

    def actions(self, at=0, only=None):
        place = self.place(at)
        context = {"diagnostics": [], **({"only": only} if only else {})}
        found = self.ask("textDocument/codeAction", {"textDocument": {"uri": self.uri}, "context": context,
                                                     "range": {"start": place, "end": place}})
        return {action["title"]: action for action in found}

    def act(self, title, at=0):
        self.apply(self.actions(at)[title]["edit"]["changes"][self.uri])


def board_of(text):
    """The tile values that a text shows inside its frame, as rows."""
    rows = [line.strip("│ ").split() for line in text.splitlines() if line.startswith("│")]
    return [[0 if cell == "·" else int(cell) for cell in row] for row in rows]
