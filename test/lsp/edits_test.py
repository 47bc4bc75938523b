"""Edits by position. A model of its own follows the specification: LF, CR LF and CR end a line, a position counts UTF-16
units or bytes, and what lies beyond the end of a line means its end. After each sequence of edits the server must see the
games exactly where the model has them."""

import random
import re
import unittest

from client import Client

# A letter before it makes it a part of a word, and every character outside ASCII may be a letter.
MARK = re.compile(r"(?<![^\x00-\x7f])2048\(seed=\d+\)")
RAW_MARK = re.compile(r"2048\(seed=\d+\)")


class Model:
    def __init__(self, encoding):
        self.text, self.encoding = "", encoding

    def units(self, text):
        return len(text.encode()) if self.encoding == "utf-8" else len(text.encode("utf-16-le")) // 2

    def lines(self):
        """[(begin, end without the line break)]"""
        lines, begin = [], 0
        for ending in re.finditer("\r\n|\n|\r", self.text):
            lines.append((begin, ending.start()))
            begin = ending.end()
        return lines + [(begin, len(self.text))]

    def offset(self, line, character):
        lines = self.lines()
        if line >= len(lines):
            return len(self.text)
        at, end = lines[line]
        while at < end and character >= self.units(self.text[at]):
            character -= self.units(self.text[at])
            at += 1
        return at

    def position(self, at):
        line = max(i for i, (begin, _) in enumerate(self.lines()) if begin <= at)
        return {"line": line, "character": self.units(self.text[self.lines()[line][0]:at])}

    def marks(self):
        return [{"start": self.position(mark.start()), "end": self.position(mark.end())} for mark in MARK.finditer(self.text)]

    def may_cut(self, at):
        return not any(mark.start() < at < mark.end() for mark in RAW_MARK.finditer(self.text))

    def replace(self, begin, end, text):
        # Half of a surrogate pair cannot be written in UTF-8.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        self.text = self.text[:begin] + text + self.text[end:]


class Edits(unittest.TestCase):
    PIECES = ["\r", "\n", "\r\n", "\r\r", "€", "𝄞", "\ud834", "\udd1e", " ", "", "2048(seed=7)", "2048(seed=12345)"]

    def client(self, encoding):
        client = Client(capabilities={"general": {"positionEncodings": [encoding]},
                                      "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}})
        self.addCleanup(client.close)
        self.assertEqual(client.capabilities["positionEncoding"], encoding)
        return client

    def random_position(self, chance, model):
        while True:
            line = chance.randint(0, len(model.lines()))
            position = {"line": line, "character": chance.randint(0, 15)}
            at = model.offset(**position)
            if model.may_cut(at):
                return at, position

    def edit(self, chance, client, model):
        begin, end = sorted((self.random_position(chance, model) for _ in range(2)), key=lambda place: place[0])
        if chance.random() < 0.6:
            end = begin
        text = "".join(chance.choices(self.PIECES, k=chance.randint(0, 4)))
        client.notify("textDocument/didChange", {
            "textDocument": {"uri": client.uri, "version": 1},
            "contentChanges": [{"range": {"start": begin[1], "end": end[1]}, "text": text}]})
        model.replace(begin[0], end[0], text)

    def test_500_sequences_of_edits_agree_with_a_model(self):
        for encoding in ("utf-16", "utf-8"):
            chance, client = random.Random(encoding), self.client(encoding)
            for sequence in range(250):
                model = Model(encoding)
                client.open("")
                for _ in range(20):
                    self.edit(chance, client, model)
                symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})
                self.assertEqual([symbol["selectionRange"] for symbol in symbols], model.marks(),
                                 (encoding, sequence, model.text))

    def test_half_of_a_surrogate_pair_is_replaced(self):
        client = self.client("utf-16")
        for bad in ("\ud800", "\udc00", "\udc00\ud800", "x\ud83d.", "\\\ud800", "\ud800\\u0041"):
            client.open(bad + " 2048(seed=7)")
            symbol, = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})
            self.assertEqual(symbol["selectionRange"]["start"]["character"], len(bad) + 1, bad.encode("unicode_escape"))


if __name__ == "__main__":
    unittest.main()
