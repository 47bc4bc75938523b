"""The language server over pipes: the rules of the protocol and of the game, its speed and its memory."""

import atexit
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import time
import unittest

from client import ELEVEN, Client, board_of

LAZY = {"textDocument": {"completion": {"completionItem": {"resolveSupport": {"properties": ["documentation", "detail"]},
                                                           "documentationFormat": ["markdown"]}},
                         "codeAction": {"resolveSupport": {"properties": ["edit"]}},
                         "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                         "hover": {"contentFormat": ["markdown", "plaintext"]}}}

RECORD = """eleven game 1
rules classic
size 4x4
seed 42
result playing
score 52
moves 12

1. U2@d4 U2@a3 U2@c1 R2@d3 U2@a1 R2@a2 U2@a4 U2@a2 R2@a4 U2@d3
11. R2@a2 U2@b2
"""


def slide(row):
    """Slides one row toward its front; independent of the library."""
    tiles, out = [t for t in row if t], []
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1]:
            out.append(2 * tiles.pop(0))
        else:
            out.append(tiles[0])
        tiles.pop(0)
    return out + [0] * (len(row) - len(out))


def moved(board, direction):
    if direction in ("Up", "Down"):
        columns = [list(c) for c in zip(*board)]
        return [list(r) for r in zip(*moved(columns, "Left" if direction == "Up" else "Right"))]
    if direction == "Right":
        return [slide(row[::-1])[::-1] for row in board]
    return [slide(row) for row in board]


class TestCase(unittest.TestCase):
    def start(self, *player, **more):
        client = Client(*player, **more)
        self.addCleanup(client.close)
        return client


class Protocol(TestCase):
    def test_requests_wait_for_initialize_and_end_with_shutdown(self):
        client = self.start(start=False)
        self.assertEqual(client.ask_whole("textDocument/hover", {})["error"]["code"], -32002)
        client.ask("initialize", {"capabilities": {}})
        self.assertEqual(client.ask_whole("initialize", {"capabilities": {}})["error"]["code"], -32600)
        self.assertIsNone(client.ask("shutdown", None))
        for method in ("textDocument/hover", "no/such", "shutdown"):
            self.assertEqual(client.ask_whole(method, {})["error"]["code"], -32600, method)
        client.notify("exit", None)
        self.assertEqual(client.process.wait(60), 0)

    def test_exit_without_shutdown_is_a_failure(self):
        client = self.start()
        client.notify("exit", None)
        self.assertEqual(client.process.wait(60), 1)
        client = self.start()
        client.process.stdin.close()
        self.assertEqual(client.process.wait(60), 1)

    def test_unknown_methods_and_wrong_messages_are_answered(self):
        client = self.start()
        self.assertEqual(client.ask_whole("no/such", {})["error"]["code"], -32601)
        self.assertEqual(client.ask_whole("textDocument/hover", {}, id="text")["error"]["code"], -32602)
        client.notify("$/unheardOf", {})
        client.notify("no/such/notification", {})
        for body, code in [(b"{", -32700), (b"[]", -32600), (b"7", -32700), (b"\xff\xfe", -32700), (b"{}", -32600),
                           (b'{"id":1.5,"method":"shutdown"}', -32600), (b'{"id":{},"method":"x"}', -32600), (b"", -32700)]:
            client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            answer = client.read()
            self.assertEqual((answer["error"]["code"], answer["id"]), (code, None), body)
        self.assertIsNotNone(client.ask_whole("textDocument/hover", {}))

    def test_headers_may_have_other_lines(self):
        client = self.start()
        body = json.dumps({"jsonrpc": "2.0", "id": 77, "method": "shutdown"}).encode()
        client.send_bytes(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: %d\r\n\r\n"
                          % len(body) + body)
        self.assertEqual(client.read(), {"jsonrpc": "2.0", "id": 77, "result": None})

    def test_a_broken_header_ends_the_conversation(self):
        for header in (b"Content-Length: x\r\n\r\n{}", b"Hello: 1\r\n\r\n", b"Content-Length: 99999999999999\r\n\r\n",
                       b"Content-Length: -1\r\n\r\n", b"y" * 5000):
            client = self.start()
            client.send_bytes(header)
            self.assertEqual(client.read()["error"]["code"], -32700, header)
            self.assertEqual(client.process.wait(60), 1)

    def test_why_the_conversation_ended_is_stated(self):
        for given, reason in ((b"Content-Length: 10\r\n\r\nabc", "its last message is incomplete"), (b"left\n", "its last message is incomplete"),
                              (b"Content-Length: x\r\n\r\n", "a header has no usable Content-Length"), (b"", "it was not shut down")):
            done = subprocess.run([ELEVEN, "lsp", "--player", "greedy"], input=given, capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr.decode()),
                             (1, f"eleven lsp: the conversation with the editor ends: {reason}\n"))

    def test_a_message_that_is_too_large_is_skipped(self):
        client = self.start()
        for changes in (False, True):
            client.open("2048(seed=7).Begin.Up")
            method = "didChange" if changes else "didOpen"
            body = (b'{"jsonrpc":"2.0","params":{"textDocument":{"uri":"file:///large.txt"},"text":"' + b"x" * (65 << 20) +
                    b'"},"method":"textDocument/%s"}' % method.encode())
            client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            answer = client.ask_whole("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})
            errors = [note["error"]["message"] for note in client.notes if "error" in note]
            self.assertEqual(errors, ["the message is larger than 64 MiB"])
            self.assertEqual("error" in answer, changes)  # one of the documents is not the client's any more
            client.notes.clear()

    def test_messages_come_in_pieces(self):
        client = self.start()
        body = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "no/such"}).encode()
        for byte in b"Content-Length: %d\r\n\r\n" % len(body) + body:
            client.send_bytes(bytes([byte]))
        self.assertEqual(client.read()["id"], 5)

    def test_waiting_requests_can_be_cancelled(self):
        client = self.start()
        client.open("2048(seed=7).Begin")
        messages = [{"jsonrpc": "2.0", "id": 100 + i, "method": "textDocument/hover", "params": client.at(15)}
                    for i in range(3)] + [{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 101}}]
        bodies = [json.dumps(m).encode() for m in messages]
        client.send_bytes(b"".join(b"Content-Length: %d\r\n\r\n" % len(b) + b for b in bodies))
        answers = {}
        while len(answers) < 3:
            answer = client.read()
            answers[answer.get("id")] = answer
            answers.pop(None, None)
        self.assertIn("result", answers[100])
        self.assertEqual(answers[101]["error"]["code"], -32800)
        self.assertIn("result", answers[102])

    def test_positions_are_utf16_or_utf8(self):
        text = "é𝄞 2048(seed=7).Begin.Up.Lft"
        client = self.start()
        self.assertEqual(client.capabilities["positionEncoding"], "utf-16")
        client.open(text)
        self.assertEqual(client.problems(), [("Lft", "there is no option 'Lft'; the nearest is 'Left'")])
        self.assertIn("1 move\n", client.hover("Up"))
        client = self.start(capabilities={"general": {"positionEncodings": ["utf-16", "utf-8"]}})
        self.assertEqual(client.capabilities["positionEncoding"], "utf-8")
        client.open(text)
        at = len("é𝄞 2048(seed=7).Begin.U".encode())
        hover = client.ask("textDocument/hover", {"textDocument": {"uri": client.uri},
                                                  "position": {"line": 0, "character": at}})
        self.assertEqual(hover["range"]["start"]["character"], at - 1)

    def test_random_edits_keep_both_texts_equal(self):
        chance, client = random.Random(4), self.start()
        client.open("")
        pieces = ["2048(seed=3)", ".Begin", ".Up", ".Left", ".", "\n", "é", "𝄞", "x = ", "\r\n", "2048", "eleven game 1\n"]
        for _ in range(400):
            begin = chance.randint(0, len(client.text))
            end = min(len(client.text), begin + chance.choice([0, 0, 0, 1, 5]))
            if "\r\n" in (client.text[begin - 1:begin + 1], client.text[end - 1:end + 1]):
                continue  # no position is inside a line break
            client.edit(begin, end, "".join(chance.choices(pieces, k=chance.randint(0, 3))))
            if chance.random() < 0.3:  # a second server that receives the whole text must give the same answer
                self.assertEqual(self.view(client), self.fresh_view(client.text))

    def view(self, client):
        document = {"textDocument": {"uri": client.uri}}
        return (client.problems(), client.ask("textDocument/documentSymbol", document),
                client.ask("textDocument/inlayHint", {**document, "range": {"start": client.place(0),
                                                                            "end": client.place(len(client.text))}}))

    def fresh_view(self, text):
        if not hasattr(self, "other"):
            self.other = self.start()
        self.other.open(text)
        return self.view(self.other)


class Chains(TestCase):
    def test_options_follow_the_game(self):
        client = self.start()
        client.open("f(2048(seed=7).")
        self.assertEqual([i["label"] for i in client.complete()], ["Begin Game"])
        client.edit(len(client.text), len(client.text), "Begin.")
        items = client.complete()
        self.assertEqual([i["label"] for i in items], ["# Show Grid", "Up", "Down", "Left", "Hint"])
        self.assertEqual([i["sortText"] for i in items], sorted(i["sortText"] for i in items))
        self.assertEqual([i["label"] for i in items if i.get("preselect")], ["Up"])
        self.assertIn("score 4, gain 4, value ", items[1]["detail"])
        client.edit(len(client.text), len(client.text), "Up.")
        self.assertIn("Undo", [i["label"] for i in client.complete()])

    def test_documentation_is_the_board_after_the_move(self):
        client = self.start()
        client.open("2048(seed=5).Begin.")
        board = board_of(client.complete()[0]["documentation"]["value"])
        chance = random.Random(1)
        for _ in range(60):
            items = {i["label"]: i for i in client.complete() if i["label"] in ("Up", "Down", "Left", "Right")}
            for direction in ("Up", "Down", "Left", "Right"):
                self.assertEqual(direction in items, moved(board, direction) != board)
            direction = chance.choice(sorted(items))
            after = board_of(items[direction]["documentation"]["value"])
            before_new = moved(board, direction)
            differing = [(y, x) for y in range(4) for x in range(4) if after[y][x] != before_new[y][x]]
            self.assertEqual([before_new[y][x] for y, x in differing], [0])
            self.assertIn(after[differing[0][0]][differing[0][1]], (2, 4))
            client.edit(len(client.text), len(client.text), direction + ".")
            board = after

    def test_first_completion_writes_a_seed(self):
        client = self.start()
        for text, option in (("2048.", "Begin Game"), ("2048(size=3x3).", "Begin Game"), ("2048().", "Begin Game")):
            client.open(text)
            item = {i["label"]: i for i in client.complete()}[option]
            client.apply(item["additionalTextEdits"])
            client.edit(len(client.text), len(client.text), item["textEdit"]["newText"])
            self.assertRegex(client.text, r"^2048\(seed=\d+(, size=3x3)?\)\.Begin$")
            shown = board_of(item["documentation"]["value"])
            self.assertEqual(board_of(client.hover("Begin")), shown)

    def test_a_game_under_way_keeps_its_seed(self):
        client = self.start()
        client.open("2048.Begin.Down.")
        self.assertEqual(client.complete()[0]["additionalTextEdits"][0]["newText"], "(seed=0)")

    def test_two_new_games_differ(self):
        client = self.start()
        client.open("2048.")
        first = client.complete()[0]["additionalTextEdits"][0]["newText"]
        client.open("2048%s.Begin\n2048." % first)
        self.assertNotEqual(client.complete()[0]["additionalTextEdits"][0]["newText"], first)

    def test_the_format_that_the_client_prefers(self):
        for formats in (["plaintext", "markdown"], ["markdown", "plaintext"]):
            client = self.start(capabilities={"textDocument": {"completion": {"completionItem": {"documentationFormat": formats}},
                                                               "hover": {"contentFormat": formats}}})
            client.open("2048.Begin.Down")
            shown = (client.complete()[0]["documentation"],
                     client.ask("textDocument/hover", {"textDocument": {"uri": client.uri},
                                                       "position": {"line": 0, "character": 12}})["contents"])
            self.assertEqual(["```" in json.dumps(text) for text in shown], [formats[0] == "markdown"] * 2, shown)

    def test_a_lazy_client_resolves(self):
        client = self.start(capabilities=LAZY)
        client.open("2048.")
        item = client.complete()[0]
        self.assertNotIn("documentation", item)
        self.assertNotIn("detail", item)
        item = client.ask("completionItem/resolve", item)
        self.assertEqual(item["documentation"]["kind"], "markdown")
        self.assertTrue(item["documentation"]["value"].startswith("```text\nScore 0"))
        self.assertIn("seed", item["detail"])
        for method in ("completionItem/resolve", "codeAction/resolve"):
            client.send({"jsonrpc": "2.0", "method": method})
            client.send({"jsonrpc": "2.0", "id": method, "method": method})
            self.assertEqual(client.answer(method)["error"]["code"], -32602)
        for wrong in ({}, {"label": "x", "data": {"uri": client.uri, "game": 10**15, "before": -3, "word": "Up"}}, []):
            self.assertEqual(client.ask("completionItem/resolve", wrong), wrong)

    def test_problems_are_marked(self):
        client = self.start()
        client.open("2048(seed=7).Begin.Right.Up.up.Quux.Undo.Undo\n2048(sed=1).Begin\nn = 2048.toFixed().x + 2048.5\n2048.Begni\n")
        self.assertEqual(client.problems(), [
            ("Right", "nothing moves with 'Right'"),
            ("up", "there is no option 'up'; the nearest is 'Up'"),
            ("Quux", "there is no option 'Quux'"),
            ("sed", "a head states seed, size, rules or goal, not 'sed'"),
            ("Begni", "there is no option 'Begni'; the nearest is 'Begin'")])

    def test_one_mistake_is_one_problem(self):
        client = self.start()
        for text, wrong in (("2048(seed=7).Bgin.Up.Left.Down.Right", ["Bgin"]), ("2048(seed=7).Up.Left.Begin.Up", ["Up"]),
                            ("2048(seed=7).Begin.Right.Right.Right", ["Right"]), ("2048(sed=7).Begin.Lift", ["sed"]),
                            ("2048(seed=7).Begin.Right.Lift.Rigt", ["Right", "Lift", "Rigt"]),
                            ("2048(seed=7).Begin.Up.Undo.Undo.Undo.Up", ["Undo"]), ("2048(rules=clasic).Begin", ["clasic"]),
                            ("2048(size=9x9, rules=x).Begin.Lft", ["9x9"]), ("2048(goal=8, rules=classic).Begin.Lft", ["rules"]),
                            ("2048(seed=1, seed=2).Begin.Lft", ["seed"]), (RECORD.replace("U2@d4", "D2@d4"), ["d4"]),
                            (RECORD.replace("score 52", "score 53").replace("moves 12", "moves 13"), ["score"])):
            client.open(text)
            self.assertEqual([problem[0] for problem in client.problems()], wrong, text)

    def test_the_head_is_completed(self):
        client = self.start()
        names = lambda at=-1: [item["label"] for item in client.complete(at)]
        for text in ("2048(", "f(2048( ", "é 2048(", "2048(, size=4x4", "2048(se"):
            client.open(text)
            at = text.index("2048(") + 5 + ("se" in text) * 2
            self.assertEqual(names(at), ["seed", "size", "rules", "goal"] if "size" not in text else ["seed", "rules", "goal"], text)
        for text, at, keys in (("2048(goal=8, ", 13, ["seed", "size"]), ("2048(, goal=8", 5, ["seed", "size", "rules"]),
                               ("2048(, rules=engine", 5, ["seed", "size"]), ("2048(rules=engine, ", 19, ["seed", "size", "goal"])):
            client.open(text)
            self.assertEqual(names(at), keys, text)
        client.open("2048(")
        self.assertIn("(", client.capabilities["completionProvider"]["triggerCharacters"])
        for label in ("size", "3x3"):
            item, = (item for item in client.complete() if item["label"] == label)
            client.apply([item["textEdit"]])
        self.assertEqual(client.text, "2048(size=3x3")
        client.edit(13, 13, ", rules=")
        self.assertEqual(names(), ["classic", "provider", "engine", "fibonacci"])
        client.apply([client.complete()[3]["textEdit"]])
        client.edit(len(client.text), len(client.text), ",seed=")
        item, = client.complete()
        client.apply([item["textEdit"]])
        self.assertRegex(client.text, r"^2048\(size=3x3, rules=fibonacci,seed=\d+$")
        client.edit(len(client.text), len(client.text), ", ")
        self.assertEqual(names(), ["goal"])
        for head, goals in (("", "2048 512 1024 4096 8192 none"), ("rules=fibonacci, ", "2584 987 1597 4181 6765 none"),
                            ("size=2x2, ", "32 8 16 none"), ("size=1x1,", "none"), ("rules=nonsense, size=9x9, ", "2048 512 1024 4096 8192 none")):
            client.open(f"2048({head}goal=")
            self.assertEqual(names(), goals.split(), head)
        client.open("2048(size=3x3, rules=fibonacci).")
        self.assertEqual(names(), ["Begin Game"])
        self.assertEqual(client.problems(), [])
        for text in ("(", "20480(", "x2048(", "2048)(", "2048(\n", "2048(size=4x4)"):
            client.open(text)
            self.assertEqual(names(), [], text)

    def test_a_move_after_the_end_is_marked(self):
        client = self.start()
        client.open("2048(seed=3, size=2x2).Begin")
        client.act("Let the player finish the game")
        self.assertEqual(client.problems(), [])
        client.edit(len(client.text), len(client.text), ".Up")
        self.assertEqual(client.problems(), [("Up", "the game is lost before 'Up'")])

    def test_a_won_game_can_be_continued(self):
        client = self.start()
        client.open("2048(seed=3, goal=8).Begin")
        client.act("Let the player finish the game")
        self.assertIn("You won: 8!", client.hover(client.text.split(".")[-1], client.text.count(client.text.split(".")[-1]) - 1))
        client.edit(len(client.text), len(client.text), ".")
        self.assertIn("Keep Playing", [i["label"] for i in client.complete()])
        client.edit(len(client.text), len(client.text), "Keep.")
        self.assertIn("Undo", [i["label"] for i in client.complete()])

    def test_actions(self):
        client = self.start()
        client.open("let game = 2048(seed=7).Begin.Lift;\n", "file:///x.js")
        self.assertEqual(set(client.actions(31)), {"Write the nearest option", "Remove this word"})
        client.act("Write the nearest option", 31)
        self.assertEqual(client.text, "let game = 2048(seed=7).Begin.Left;\n")
        client.act("Play the best move", 12)
        self.assertRegex(client.text, r"^let game = 2048\(seed=7\)\.Begin\.Left\.\w+;\n$")
        original = client.text
        client.act("Convert the chain to notation", 12)
        self.assertIn("\neleven game 1\nrules classic\n", client.text)
        client.act("Convert the notation to a chain", client.text.index("eleven"))
        self.assertEqual(client.text.split(), original.replace(";", " ;").split())
        self.assertEqual(client.problems(), [])
        self.assertEqual(set(client.actions(12, only=["quickfix"])), set())
        self.assertEqual(len(client.actions(12, only=["refactor"])), 3)

    def test_places_without_a_game_have_nothing(self):
        client = self.start(capabilities=LAZY)
        client.open("a 2048(seed=7).Begin.Up b", "file:///a.txt")
        action = client.actions(5)["Play the best move"]
        self.assertEqual(client.actions(0), {})
        for kind, count in (("", 3), ("refactor.rewrite", 3), ("refactor.rewrites", 0), ("refac", 0)):
            self.assertEqual(len(client.actions(5, only=[kind])), count, kind)
        item, *_ = client.complete(client.text.index("Up"))
        for changed in ({"uri": "file:///b.txt"}, {"at": -1}, {"at": 0}, {"action": "none"}, {"action": 7}):
            self.assertNotIn("edit", client.ask("codeAction/resolve", {**action, "data": {**action["data"], **changed}}))
        for changed in ({"uri": "file:///b.txt"}, {"game": -1}, {"game": 3}, {"before": -1}, {"before": 9}, {"word": 7}):
            self.assertNotIn("detail", client.ask("completionItem/resolve", {**item, "data": {**item["data"], **changed}}))
        self.assertIn("detail", client.ask("completionItem/resolve", item))

    def test_a_client_of_an_old_protocol_gets_what_it_knows(self):
        for capabilities, takes_actions, kinds in (
                ({"codeAction": {"codeActionLiteralSupport": None}}, False, (12, 12)),
                ({"documentSymbol": {"symbolKind": {"valueSet": [12, 24]}},
                  "completion": {"completionItemKind": {"valueSet": [12, 23]}}}, True, (24, 23))):
            client = self.start(capabilities={"textDocument": capabilities})
            client.open("2048(seed=7).Begin.Up")
            self.assertEqual(bool(client.capabilities["codeActionProvider"]), takes_actions)
            self.assertEqual("Play the best move" in client.actions(), takes_actions)
            symbol, = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})
            self.assertEqual((symbol["kind"], client.complete()[0]["kind"]), kinds)

    def test_several_documents(self):
        client = self.start()
        texts = {f"file:///{i}.txt": f"2048(seed={i}).Begin" for i in range(3)}
        for uri, text in texts.items():
            client.open(text, uri)
        client.open(texts[client.uri], client.uri)  # again
        client.notify("textDocument/didClose", {"textDocument": {"uri": "file:///0.txt"}})
        client.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///3.txt"}})  # no text
        for uri, is_open in {**dict.fromkeys(texts, True), "file:///0.txt": False, "file:///3.txt": False}.items():
            answer = client.ask_whole("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
            self.assertEqual("result" in answer, is_open, uri)

    def test_long_chains_break_into_lines_and_fold(self):
        client = self.start(capabilities={"textDocument": LAZY["textDocument"]})
        client.open("2048(seed=7, size=5x5).Begin")
        lazy = client.actions()["Let the player finish the game"]
        self.assertNotIn("edit", lazy)
        client.apply(client.ask("codeAction/resolve", lazy)["edit"]["changes"][client.uri])
        words = client.text.replace("\n    ", "").split(".")
        client.apply(client.ask("codeAction/resolve", client.actions()["Break the chain into lines"])["edit"]["changes"][client.uri])
        self.assertEqual(client.text.replace("\n    ", "").split("."), words)
        self.assertEqual(client.problems(), [])
        fold, = client.ask("textDocument/foldingRange", {"textDocument": {"uri": client.uri}})
        self.assertEqual((fold["startLine"], fold["endLine"]), (0, client.text.count("\n")))
        symbol, = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})
        self.assertEqual(client.slice(symbol["selectionRange"]), "2048(seed=7, size=5x5)")
        self.assertEqual(client.slice(symbol["range"]), client.text)

    def test_a_chain_in_a_comment_breaks_into_lines_of_the_comment(self):
        client = self.start()
        game = "2048(seed=7).Begin" + ".Up.Left.Down.Right" * 4
        for before, begins in (("    // ", ["\n    //     ."]), ("", ["\n    ."]), ("x = 1  # ", None), ("\t", ["\n\t    ."])):
            client.open(f"int a;\n{before}{game}\nint b;\n")
            at = client.text.index("2048(")
            self.assertEqual("Break the chain into lines" in client.actions(at), begins is not None, before)
            if begins:
                client.act("Break the chain into lines", at)
                self.assertIn(begins[0], client.text)
                self.assertEqual(client.text.replace(begins[0], "."), f"int a;\n{before}{game}\nint b;\n")
                self.assertEqual(client.slice(client.ask("textDocument/definition", client.at(client.text.index("\nint b")))["range"]),
                                 "2048(seed=7)")

    def test_a_chain_of_several_lines_stays_whole(self):
        client = self.start(options={"acceptCommand": "again"})
        client.open("2048(seed=7).Begin.Up\n    .Left\n    .Down")
        item = next(item for item in client.complete(client.text.index("\n")) if item["label"] == "Up")
        self.assertEqual(item["textEdit"]["newText"], "Up")
        client.open("2048(seed=7).Begin\n  .Upx\n  .Left.Up\n")
        client.act("Remove this word", client.text.index("Upx"))
        self.assertEqual(client.text, "2048(seed=7).Begin\n  .Left.Up\n")
        client.open("2048(seed=7).Bgin.Begin")
        client.act("Remove this word", client.text.index("Bgin"))
        self.assertEqual(client.text, "2048(seed=7).Begin")

    def test_definition_and_inlay_hint(self):
        client = self.start()
        client.open("a\nb 2048(seed=7).Begin.Up c")
        place = client.ask("textDocument/definition", client.at(client.text.index("Up")))
        self.assertEqual(client.slice(place["range"]), "2048(seed=7)")
        whole = {"start": client.place(0), "end": client.place(len(client.text))}
        hint, = client.ask("textDocument/inlayHint", {"textDocument": {"uri": client.uri}, "range": whole})
        self.assertEqual(hint["label"], "score 4")
        self.assertEqual(client.text[client.index(hint["position"]):], " c")
        self.assertIsNone(client.hover("c", 0))

    def test_the_list_opens_again_if_the_client_requests_it(self):
        client = self.start(options={"acceptCommand": "again"})
        client.open("2048.")
        item = client.complete()[0]
        self.assertEqual((item["textEdit"]["newText"], item["command"]["command"]), ("Begin.", "again"))


class Player(TestCase):
    GAME = "2048(seed=7).Begin.Up.Left"
    MOVES = ("Up", "Down", "Left", "Right")

    def resident(self, client):
        status = pathlib.Path(f"/proc/{client.process.pid}/status")
        if not status.exists():
            self.skipTest("there is no /proc")
        return int(status.read_text().split("VmRSS:")[1].split()[0])

    def details(self, client, dot="."):
        """Once the player is open."""
        client.edit(len(client.text), len(client.text), dot)
        while (answer := client.ask("textDocument/completion", client.at(-1)))["isIncomplete"]:
            time.sleep(0.02)
        client.edit(len(client.text) - len(dot), len(client.text), "")
        return {i["label"]: i["detail"] for i in answer["items"]}

    def values(self, details):
        return {word: float(details[word].split("value ")[1].split()[0]) for word in self.MOVES if word in details}

    def test_the_first_list_does_not_wait_for_the_player(self):
        times = []
        for _ in range(3):
            client = self.start(None)
            client.open(self.GAME + ".")
            begun = time.perf_counter()
            first = client.ask("textDocument/completion", client.at(-1))
            times.append(time.perf_counter() - begun)
            self.assertIn("Hint", [item["label"] for item in first["items"]])
            self.assertTrue(first["isIncomplete"])
        atexit.register(print, f"the first list takes {min(times) * 1e3:.1f} ms")
        self.assertIn("value ", self.details(client, "")["Left"])  # the player opens in the background

    def test_the_large_network_is_opened_in_the_background(self):
        """In a game with 16384: the list comes without values at once, while two networks are opened, one after the other."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([ELEVEN, "match", "--player", "network", "--depth", "1", "--games", "10", "--seed", "1", "--save", folder],
                           check=True, stdout=subprocess.DEVNULL, timeout=100)
            texts = [path.read_text() for path in sorted(pathlib.Path(folder).iterdir())]
        # Nobody has so many points without a 16384, and it was made long before the last 500 moves.
        text = next(text for text in texts if int(re.search(r"^score (\d+)$", text, re.M)[1]) > 250000)
        seed, moves = re.search(r"^seed (\d+)$", text, re.M)[1], re.findall(r" ([ULDR])[24]@", text)
        names = {name[0]: name for name in self.MOVES}
        client = self.start(None)
        client.open(f"2048(seed={seed}, goal=none).Begin." + ".".join(names[move] for move in moves[:len(moves) - 500]) + ".")
        answers = [client.ask("textDocument/completion", client.at(-1))]
        while answers[-1]["isIncomplete"]:
            time.sleep(0.02)
            answers.append(client.ask("textDocument/completion", client.at(-1)))
        self.assertGreater(len(answers), 10)
        last = answers[-1]["items"]
        self.assertIn("16384", str(last[-1]["documentation"]))
        self.assertIn("value ", " ".join(item["detail"] for item in last))

    def test_a_text_without_a_game_does_not_load_the_player(self):
        client = self.start(None, capabilities=LAZY)
        client.open(self.GAME + ". ")
        before = self.resident(client)
        self.assertIn("Play the best move", client.actions())
        client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})
        self.assertLess(self.resident(client) - before, 4096)
        items = {item["label"]: item for item in client.complete(len(self.GAME) + 1)}
        while "value " not in client.ask("completionItem/resolve", items["Left"])["detail"]:
            time.sleep(0.02)
        self.assertGreater(self.resident(client) - before, 16384)  # the network is loaded

    def test_values_hint_and_best_move_agree(self):
        for player in (None, "search", "corner"):
            client = self.start(player)
            client.open(self.GAME)
            for _ in range(4):
                details = self.details(client)
                values = self.values(details)
                name = player or "network-large"
                hinted = details["Hint"].removeprefix(f"{name} says ")
                self.assertEqual(values[hinted], max(values.values()))
                client.edit(len(client.text), len(client.text), ".Hint")
                self.assertIn(f"\nHint: {hinted}, says {name}\n", client.hover("Hint", client.text.count("Hint") - 1))
                client.act("Play the best move")
                self.assertEqual(client.text.split(".")[-1], hinted)

    def test_a_lens_reviews_a_chain(self):
        client = self.start("corner")
        client.open("2048.toFixed() 2048(seed=7).Begin\n 2048(seed=42).Begin.Up.Lft.Left.Undo.Right.Up.Up.Right.Up.Down.Left")
        self.assertEqual([word for word, _ in client.problems()], ["Lft"])
        document = {"textDocument": {"uri": client.uri}}
        lens, = client.ask("textDocument/codeLens", document)
        self.assertEqual(client.slice(lens["range"]), "2048(seed=42)")
        command = lens["command"]
        self.assertIn(command["command"], client.capabilities["executeCommandProvider"]["commands"])
        self.assertIsNone(client.ask("workspace/executeCommand", {key: command[key] for key in ("command", "arguments")}))
        shown, = (note["params"]["message"] for note in client.notes if note["method"] == "window/showMessage")
        self.assertRegex(shown, r"^9 moves, accuracy \d+\.\d %: inaccuracies \d+, mistakes \d+, blunders \d+$")
        client.notes = [note for note in client.notes if note["method"] != "window/showMessage"]
        found = client.problems()
        self.assertEqual(found.pop(0)[0], "Lft")
        self.assertEqual(len(found), sum(map(int, re.findall(r" (\d+)(?:,|$)", shown))))
        self.assertGreater(len(found), 0)
        for word, message in found:
            self.assertRegex(message, r"^(inaccuracy|mistake|blunder): (Up|Down|Left|Right) is better")
            self.assertIn(word, self.MOVES)
            self.assertNotIn(f" {word} is better", message)
        client.edit(0, 0, " ")
        self.assertEqual([word for word, _ in client.problems()], ["Lft"])  # the marks belong to the text that was reviewed
        for wrong in ({"command": "eleven.other"}, {"command": "eleven.review"}, {},
                      {"command": "eleven.review", "arguments": [client.uri, 2]}, {"command": 7, "arguments": {}},
                      {"command": "eleven.review", "arguments": [client.uri, -1]}):
            self.assertEqual(client.ask_whole("workspace/executeCommand", wrong)["error"]["code"], -32602, wrong)

    def test_values_are_those_of_the_command_line(self):
        client = self.start(None)
        client.open(self.GAME)
        rows = board_of(client.hover("Left"))
        board = " / ".join(" ".join(str(tile or ".") for tile in row) for row in rows)
        answer = json.loads(subprocess.run([ELEVEN, "best", board, "--depth", "2", "--json"], stdout=subprocess.PIPE,
                                           check=True).stdout)
        details = self.details(client)
        found = self.values(details)
        self.assertEqual(sum(detail.endswith(" points") for detail in details.values()), len(found))
        self.assertEqual(set(found), {word.capitalize() for word in answer["values"]})
        for word, value in answer["values"].items():
            self.assertAlmostEqual(found[word.capitalize()], value, delta=0.51)

    def test_the_network_finishes_a_game_with_a_win(self):
        texts = []
        for _ in range(2):  # the same game twice
            client = self.start(None)
            client.open(self.GAME)
            client.act("Let the player finish the game")
            self.assertEqual(client.problems(), [])
            texts.append(client.text)
        self.assertIn("You won: 2048!", client.hover("2048"))
        self.assertEqual(*texts)

    def test_an_unknown_player_is_refused(self):
        done = subprocess.run([ELEVEN, "lsp", "--player", "netwrk"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", "eleven lsp: unknown player 'netwrk'; did you mean 'network'?\n"))


class Records(TestCase):
    def record(self, text=RECORD, **more):
        client = self.start(**more)
        client.open(text, "file:///a.2048")
        return client

    def test_a_good_record_has_no_problem(self):
        self.assertEqual(self.record().problems(), [])

    def test_load_errors_have_exact_ranges(self):
        for old, new, where, message in [
                ("R2@d3", "R2@d9", "d9", "the board has no cell 'd9'"),
                ("R2@d3", "X2@d3", "X2@d3", "a move is U, R, D, L or keep, not 'X2@d3'"),
                ("size 4x4", "size 4x9", "4x9", "a size is 1x1 to 8x8, not '4x9'"),
                ("11. ", "12. ", "12.", "expected move number 11"),
                ("score 52", "score 51", "score", "the score is 52, but the head states 51"),
                ("eleven game 1", "eleven game 2", "2", "this version of Eleven does not know the newer format '2'")]:
            self.assertEqual(self.record(RECORD.replace(old, new)).problems(), [(where, message)])

    def test_moves_are_completed_with_their_tiles(self):
        client = self.record()
        client.edit(len(client.text) - 1, len(client.text) - 1, " ")
        for _ in range(12):
            item = [i for i in client.complete(len(client.text) - 1) if i["label"] != "# Show Grid"][-1]
            self.assertRegex(item["textEdit"]["newText"], r"^[URDL]\d@[a-d][1-4]$")
            board = board_of(item["documentation"]["value"])
            client.apply([item["textEdit"], *item["additionalTextEdits"]])
            self.assertEqual(client.problems(), [])
            last = item["textEdit"]["newText"]
            self.assertEqual(board_of(client.hover(last, client.text.count(last) - 1)), board)
            client.edit(len(client.text) - 1, len(client.text) - 1, " ")

    def test_actions_update_the_head(self):
        client = self.record()
        client.act("Play the best move", 100)
        self.assertEqual(client.problems(), [])
        self.assertIn("moves 13\n", client.text)
        self.assertIn("helped 1\nplain-score 52\n", client.text)
        client.act("Let the player finish the game", 100)
        self.assertEqual(client.problems(), [])
        self.assertRegex(client.text, "result (lost|won)\n")
        moves = int(re.search("moves (\\d+)", client.text)[1])
        self.assertIn(f"helped {moves - 12}\nplain-score 52\n", client.text)
        client.act("Convert the notation to a chain")
        self.assertTrue(client.text.startswith("2048(seed=42).Begin.Up.Up.Up.Right."))
        self.assertEqual(client.problems(), [])
        client.act("Convert the chain to notation")
        self.assertTrue(client.text.startswith("eleven game 1\n"))
        self.assertEqual(client.problems(), [])

    def test_what_follows_a_record_stays_on_its_own_line(self):
        client = self.start()
        head = "eleven game 1\nrules classic\nsize 4x4\nseed 7\n"
        for moves, chain in (("", "2048(seed=7).Begin"), ("\n1. U\n", "2048(seed=7).Begin.Up"), ("\n1. U D \t", "2048(seed=7).Begin.Up.Down")):
            for rest in ("", "\n", "\n\nSome text\n", "\n```\nSome text\n", "\n  ```\n", "\n\n2048(seed=3).Begin\n", "\n" + RECORD):
                for ending in ("\n", "\r\n"):
                    text = "```\n" + (head + moves).rstrip("\n") + rest
                    client.open(text.replace("\n", ending), "file:///a.md")
                    client.act("Convert the notation to a chain", len("```" + ending))
                    self.assertEqual(client.text, f"```\n{chain}{rest or chr(10)}".replace("\n", ending))
                    self.assertEqual(client.problems(), [], text)

    def test_moves_after_a_head_end_before_other_text(self):
        client = self.start()
        for between, rest, after in (("\n", "```\nSome text\n", "\n"), ("\n", "  ```\n", "\n"), ("\n\n", "```\n", "\n"), ("\n", RECORD, "\n"),
                                     ("\n\n", "Some text\n", "\n\n"), ("\n\n\n", "Some text\n", "\n\n"),
                                     ("\n\n", "; mine\n", "\n"), ("\n\n", "2048(seed=3).Begin\n", "\n\n")):
            for ending in ("\n", "\r\n"):
                client.open(f"eleven game 1\nrules classic\nsize 4x4\nseed 7{between}{rest}".replace("\n", ending), "file:///a.md")
                client.act("Play the best move")
                self.assertIn(f"seed 7\n\n1. D2@b3{after}{rest}".replace("\n", ending), client.text)
                self.assertEqual(client.problems(), [], client.text)

    def test_moves_of_the_player_are_counted_as_helped(self):
        for head, more in (("", "helped 1"), ("score 0\nmoves 0\n", "helped 1"), ("helped 3\n", "helped 4"), ("undos 2 ; twice", "helped 1")):
            for end in ("", "\n", "\n\n"):
                text = f"eleven game 1\nrules classic\nsize 4x4\nseed 7\n{head}".rstrip("\n") + end
                client = self.record(text)
                client.act("Play the best move")
                self.assertEqual(client.problems(), [], text)
                self.assertEqual(client.text.count("helped"), 1)
                self.assertIn(f"\n{more}\n", client.text)
                self.assertIn("\n\n1. D", client.text)
                self.assertNotIn("plain-score", client.text)

    def test_blank_lines_around_and_in_records(self):
        head = "eleven game 1\nrules classic\nsize 4x4\nseed 7\nhelped 0\n"
        client = self.record("\n; mine\n" + head.replace("helped 0\n", "") + "\n1. D L\n")
        client.act("Play the best move", len(client.text) - 2)
        self.assertEqual(client.problems(), [])
        self.assertIn("eleven game 1\nrules classic\nsize 4x4\nhelped 1\n", client.text)
        client = self.record(head + "moves 2\n\n1. D\n\n; then\n\n2. L\n\n" + head + "\n1. D\n")
        self.assertEqual(client.problems(), [])
        client.act("Play the best move", client.text.index("2. L"))
        self.assertEqual(client.problems(), [])
        self.assertIn("moves 3\n", client.text)
        self.assertIn("helped 1\n", client.text)
        self.assertIn("plain-score", client.text)

    def test_a_file_of_several_records(self):
        client = self.record(RECORD + "\n" + RECORD.replace("score 52", "score 51"))
        self.assertEqual(client.problems(), [("score", "the score is 52, but the head states 51")])
        second = client.text.rindex("eleven game 1")
        client.act("Correct the end that the head states", second)
        self.assertEqual(client.text, RECORD + "\n" + RECORD)
        self.assertEqual(len(client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})), 2)
        client.act("Play the best move", second)
        self.assertTrue(client.text.startswith(RECORD + "\n"))
        self.assertEqual((client.problems(), client.text.count("helped 1\n")), ([], 1))

    def test_formatting_of_several_records(self):
        loose = RECORD.replace("seed 42", "seed   42")
        for between in ("", "\n", "\n\n\n"):
            client = self.record(loose + between + RECORD + between + loose)
            client.apply(client.ask("textDocument/formatting", client.at(0, options={})))
            self.assertEqual(client.text, RECORD + between + RECORD + between + RECORD)
            self.assertEqual(client.problems(), [])
            self.assertEqual(client.ask("textDocument/formatting", client.at(0, options={})), [])

    def test_prose_and_blocks_of_code(self):
        client = self.start()
        for text, games in (("The club played\neleven game rounds this year.\n", 0), ("eleven game 1 was long.\n", 0),
                            (f"```\n{RECORD}```\n1. Done\n", 1), (f"~~~\n{RECORD}~~~~\n\n```\n{RECORD}```\n", 2),
                            ("```\neleven game 1\nrules classic\nsize 4x4\nseed 42\n```\n1. U\n", 1)):
            client.open(text, "file:///a.md")
            self.assertEqual(client.problems(), [], text)
            self.assertEqual(len(client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}}) or []), games, text)

    def test_a_move_that_was_begun_updates_the_head(self):
        client = self.record("eleven game 1\nrules classic\nsize 4x4\nseed 7\nscore 0\nmoves 0\n\n")
        for moves in range(1, 4):
            client.edit(len(client.text), len(client.text), "L" if moves == 2 else "U")
            item = next(item for item in client.complete() if item["label"] == ("Left" if moves == 2 else "Up"))
            client.apply([item["textEdit"], *item["additionalTextEdits"]])
            self.assertIn(f"moves {moves}\n", client.text)
            self.assertEqual(client.problems(), [])
            client.edit(len(client.text), len(client.text), " ")

    def test_a_record_without_moves_ends_before_other_text(self):
        client = self.start()
        record = "eleven game 1\nrules classic\nsize 4x4\nseed 42\n\n"
        for text, games in (("Some prose.\n", 1), (record, 2), ("2048(seed=7).Begin.Up\n", 2), ("U\n", 1), ("1. U\n", 1), ("; good\nU\n", 1)):
            client.open(record + text)
            self.assertEqual(client.problems(), [], text)
            symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri}})
            self.assertEqual(len(symbols), games, text)

    def test_a_wrong_end_can_be_corrected(self):
        client = self.record(RECORD.replace("score 52", "score 51"))
        client.act("Correct the end that the head states")
        self.assertEqual(client.text, RECORD)

    def test_formatting_keeps_words_and_comments(self):
        loose = ("eleven game 1\nrules   classic ; as usual\nsize 4x4\nseed 42\n\n\n  U U\nU R ; first\n U R U\n\n U R U R U")
        client = self.record(loose)
        client.apply(client.ask("textDocument/formatting", client.at(0, options={"tabSize": 4, "insertSpaces": True})))
        self.assertEqual(client.text, "eleven game 1\nrules classic ; as usual\nsize 4x4\nseed 42\n\n"
                         "1. U U U R ; first\n5. U R U U R U\n11. R U\n")
        self.assertEqual(client.problems(), [])
        self.assertEqual(client.ask("textDocument/formatting", client.at(0, options={})), [])

    def test_formatting_loses_nothing_after_a_nul(self):
        client = self.record(RECORD.replace("seed 42", "seed   42") + "; a\0b\n; more\n")
        found = client.ask("textDocument/formatting", {"textDocument": {"uri": client.uri}, "options": {}})
        self.assertFalse(found)

    def test_the_editors_have_a_colour_for_each_rank(self):
        ranks = self.start().capabilities["semanticTokensProvider"]["legend"]["tokenModifiers"]
        editors = pathlib.Path(__file__).parents[2] / "editors"
        code = json.loads((editors / "vscode/package.json").read_text())["contributes"]
        self.assertEqual([one["id"] for one in code["semanticTokenModifiers"]], ranks)
        rules = code["configurationDefaults"]["editor.semanticTokenColorCustomizations"]["rules"]
        self.assertEqual(list(rules), [f"*.{rank}" for rank in ranks])
        colours = re.search(r"local colours = \{(.*?)\}", (editors / "neovim/eleven.lua").read_text(), re.S)[1]
        self.assertEqual(re.findall("#\\w{6}", colours), list(rules.values()))

    def test_lines_end_as_those_of_the_document(self):
        crlf = RECORD.replace("\n", "\r\n")
        client = self.record(crlf.replace("seed 42", "seed   42"))
        client.apply(client.ask("textDocument/formatting", client.at(0, options={})))
        self.assertEqual(client.text, crlf)
        self.assertEqual(client.ask("textDocument/formatting", client.at(0, options={})), [])
        client.act("Let the player finish the game", 100)
        client.act("Convert the notation to a chain")
        self.assertTrue(client.text.startswith("2048(seed=42).Begin.Up.Up.Up.Right."))
        client.act("Convert the chain to notation")
        self.assertEqual(client.problems(), [])
        self.assertTrue(client.text.startswith("eleven game 1\r\nrules classic\r\n"))
        self.assertEqual(client.text.count("\n"), client.text.count("\r\n"))

    def tokens(self, client):
        """[(text, type, modifiers)]"""
        data = client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": client.uri}})["data"]
        legend = client.capabilities["semanticTokensProvider"]["legend"]
        lines, line, column, found = client.text.split("\n"), 0, 0, []
        for i in range(0, len(data), 5):
            column = data[i + 1] + (column if data[i] == 0 else 0)
            line += data[i]
            units = lines[line].encode("utf-16-le")
            found.append((units[2 * column:2 * (column + data[i + 2])].decode("utf-16-le"), legend["tokenTypes"][data[i + 3]],
                          [name for bit, name in enumerate(legend["tokenModifiers"]) if data[i + 4] >> bit & 1]))
        return found

    def test_semantic_tokens_cover_the_words(self):
        client = self.record(RECORD.replace("seed 42", "seed 42 ; é𝄞 luck"))
        found = self.tokens(client)
        self.assertEqual(found[:4], [("eleven", "keyword", []), ("game", "string", []), ("1", "number", []),
                                     ("rules", "keyword", [])])
        self.assertIn(("; é𝄞 luck", "comment", []), found)
        self.assertEqual(found[-3:], [("U", "function", []), ("2", "number", ["rank1"]), ("b2", "string", [])])

    def test_semantic_tokens_have_ranks(self):
        client = self.record("eleven game 1\nrules classic\nsize 4x4\nstart 2@b2 4@d2\n\n1. U4@a4\n")
        self.assertEqual([token for token in self.tokens(client) if token[2]],
                         [("2", "number", ["rank1"]), ("4", "number", ["rank2"]), ("4", "number", ["rank2"])])
        client.open("é 2048(seed=42).Begin.Up.Down.Lft.Left x 2048.toFixed()\n2048(seed=42, rules=fibonacci).Begin", "file:///a.txt")
        self.assertEqual(self.tokens(client), [
            ("2048", "keyword", []), ("Begin", "function", ["rank1"]), ("Up", "function", ["rank1"]),
            ("Down", "function", ["rank2"]), ("Left", "function", ["rank2"]),
            ("2048", "keyword", []), ("Begin", "function", ["rank1"])])

    def test_symbols_folds_and_definition(self):
        client = self.record(capabilities=LAZY)
        document = {"textDocument": {"uri": client.uri}}
        symbol, = client.ask("textDocument/documentSymbol", document)
        self.assertEqual((symbol["name"], symbol["detail"]), ("2048 classic 4x4: score 52", "12 moves"))
        folds = client.ask("textDocument/foldingRange", document)
        self.assertEqual([(f["startLine"], f["endLine"]) for f in folds], [(0, 6), (8, 9)])
        place = client.ask("textDocument/definition", client.at(client.text.index("R2@d3")))
        self.assertEqual(client.slice(place["range"]), "eleven game 1")

    def test_a_won_record_can_be_continued(self):
        client = self.start()
        client.open("2048(seed=3, goal=8).Begin")
        client.act("Let the player finish the game")
        client.act("Convert the chain to notation")
        client.edit(len(client.text) - 1, len(client.text), " ")
        keep, = [item for item in client.complete() if item["label"] == "Keep Playing"]
        client.apply([keep["textEdit"], *keep["additionalTextEdits"]])
        self.assertTrue(client.text.endswith(" keep"), client.text)
        self.assertIn("\nresult playing\n", client.text)
        self.assertEqual(client.problems(), [])
        self.assertEqual(self.tokens(client)[-1], ("keep", "keyword", []))

    def test_a_lone_cr_ends_a_line_of_the_editor_only(self):
        """The record has no line there: the comment continues."""
        text = RECORD.replace("seed 42", "seed 42 ; one\rtwo")
        for old, new, problems in [("R2@d3", "R2@d3", []), ("R2@d3", "R2@d9", [("d9", "the board has no cell 'd9'")]),
                                   ("score 52", "score 51", [("score", "the score is 52, but the head states 51")])]:
            client = self.record(text.replace(old, new))
            self.assertEqual(client.problems(), problems)
        client.act("Correct the end that the head states")
        self.assertEqual(client.text, text)
        self.assertEqual(client.complete(text.index("two") + 1), [])

    def test_random_edits_of_a_record(self):
        chance, client, other = random.Random(9), self.record(), self.start()
        for _ in range(150):
            begin = chance.randint(0, len(client.text))
            end = min(len(client.text), begin + chance.choice([0, 1, 6]))
            client.edit(begin, end, chance.choice(["U", " ", "\n", "R2@a2", "x", "", ";", "é"]))
            other.open(client.text, client.uri)
            document = {"textDocument": {"uri": client.uri}}
            self.assertEqual(client.problems(), other.problems())
            self.assertEqual(client.ask("textDocument/documentSymbol", document),
                             other.ask("textDocument/documentSymbol", document))
            if chance.random() < 0.3:
                client.edit(0, len(client.text), RECORD)


class Cost(TestCase):
    def is_sanitized(self, client):
        """Sanitizers reserve addresses without end. They are slow, and do not release freed memory."""
        status = pathlib.Path(f"/proc/{client.process.pid}/status")
        return status.exists() and int(status.read_text().split("VmSize:")[1].split()[0]) > 1 << 32

    def long_game(self):
        client = self.start()
        client.open("2048(seed=7, size=8x8, goal=none).Begin")
        client.act("Let the player finish the game")
        self.assertEqual(client.text.count("."), 5001)
        client.problems()
        return client

    def test_five_thousand_moves_complete_quickly(self):
        client, times = self.long_game(), []
        for _ in range(50):
            end = len(client.text)
            begun = time.perf_counter()
            client.edit(end, end, ".")
            self.assertGreater(len(client.complete()), 2)
            times.append(time.perf_counter() - begun)
            client.edit(end, end + 1, "")
        times.sort()
        atexit.register(print, f"5,000 moves: edit and completion take {times[25] * 1e3:.2f} ms (median)")
        if not self.is_sanitized(client):
            self.assertLess(times[25], 0.020)

    def processor_milliseconds(self, client):
        fields = pathlib.Path(f"/proc/{client.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def test_a_large_document(self):
        """Ten megabytes of games: little memory, quick edits."""
        chain = "2048(seed=%d).Begin" + ".Grid.Hint" * 30 + "\nsome text in a file, line by line\n"
        count = 10_000_000 // len(chain)
        self.check_cost("games", "".join(chain % seed for seed in range(count)), (0, 0), (count, 0), 100)

    def test_a_large_chain(self):
        """Ten megabytes of one game in one line: little memory, quick edits where a player works."""
        text = "2048(seed=7).Begin" + ".Up.Undo" * 1_250_000
        self.check_cost("one chain", text, (0, len(text)), (0, len(text)), 0)

    def check_cost(self, name, text, first, last, step):
        client = self.start()
        if not pathlib.Path(f"/proc/{client.process.pid}/status").exists():
            self.skipTest("there is no /proc")
        client.open(text)
        place = lambda line, character: {"textDocument": {"uri": client.uri}, "position": {"line": line, "character": character}}
        client.ask("textDocument/hover", place(0, 0))
        begun = self.processor_milliseconds(client)
        for i in range(20):
            at = dict(zip(("line", "character"), last if i % 2 else first))
            client.notify("textDocument/didChange", {"textDocument": {"uri": client.uri, "version": 2},
                                                     "contentChanges": [{"range": {"start": at, "end": at}, "text": " "}]})
            client.ask("textDocument/hover", place(i * step, 30))
            client.ask("textDocument/completion", place(*last))
        each = (self.processor_milliseconds(client) - begun) / 20
        status = pathlib.Path(f"/proc/{client.process.pid}/status").read_text()
        if self.is_sanitized(client):
            return
        memory = int(status.split("VmHWM:")[1].split()[0]) // 1024
        atexit.register(print, f"{len(text) / 1e6:.0f} MB of {name}: {memory} MB of memory, {each:.0f} ms of processor time per edit")
        self.assertLess(memory, 143)
        self.assertLess(each, 48)

    def test_games_of_a_large_document_fall_asleep_and_wake(self):
        game = self.long_game().text
        chance, client, other = random.Random(7), self.start(capabilities=LAZY), self.start(capabilities=LAZY)
        count = (1 << 20) // len(game) + 4
        client.open("\n".join([game] * count) + "\n" + RECORD)
        pieces = (".Up", ".", "", "\n", " ", "\n.Up", "x", "2048(seed=3).Begin.Up", "2048", "\n" + RECORD)
        for _ in range(4):
            for _ in range(6):
                game_index = chance.randint(0, count)
                around = sum(len(line) + 1 for line in client.text.split("\n")[:game_index]) - chance.randint(0, 8)
                at = chance.choice([max(around, 0), chance.randint(0, len(client.text))])
                client.edit(at, min(len(client.text), at + chance.choice([0, 0, 1, 4])), chance.choice(pieces))
            other.open(client.text)
            places = [client.at(chance.randint(0, len(client.text))) for _ in range(20)]
            for method in ("documentSymbol", "foldingRange", "codeLens"):
                document = {"textDocument": {"uri": client.uri}}
                self.assertEqual(client.ask("textDocument/" + method, document), other.ask("textDocument/" + method, document))
            for place in places:
                self.assertEqual(client.ask("textDocument/hover", place), other.ask("textDocument/hover", place))
            self.assertEqual(client.problems(), other.problems())

    def check_boards(self, client, ends):
        """The server keeps few states and finds the others again: the same as those that a shorter text leads to."""
        whole, other = client.text, self.start()
        for end in random.Random(5).choices(ends, k=60) + ends[-80:]:
            other.open(whole[:end], client.uri)
            boards = [asked.ask("textDocument/hover", asked.at(end))["contents"]["value"] for asked in (client, other)]
            self.assertEqual(*boards)

    def test_every_move_of_a_long_game_has_its_board(self):
        client, chance = self.start(), random.Random(5)
        words = chance.choices(("Up", "Left", "Down", "Right", "Undo", "Hint", "Grid", "Keep", "Upp"), (9, 9, 9, 9, 5, 2, 2, 5, 1), k=1500)
        client.open("2048(seed=3, size=8x8, goal=128).Begin." + ".".join(words))
        wrong = {problem[0] for problem in client.problems()}
        self.assertIn("Upp", wrong)
        ends = [word.end() for word in re.finditer(r"\b(Grid|Hint)\b", client.text)]
        self.check_boards(client, ends)
        client.edit(ends[-60], ends[-60], ".Up")
        self.check_boards(client, [end for end in ends if end <= ends[-60]])

    def test_every_ply_of_a_long_record_has_its_board(self):
        client = self.long_game()
        client.act("Convert the chain to notation")
        client.open(re.sub(r"(result|score|moves) .*\n", "", client.text), "file:///long.2048")
        self.assertEqual(client.problems(), [])
        self.check_boards(client, [ply.end() for ply in re.finditer(r"[UDLR]\d+@\w+", client.text)][:400])

    def test_memory_stays_flat(self):
        client = self.long_game()
        status = pathlib.Path(f"/proc/{client.process.pid}/status")
        if not status.exists():
            self.skipTest("there is no /proc")
        if self.is_sanitized(client):
            return
        sizes, end = [], len(client.text)
        there, beyond = client.place(end), client.place(end + 1)
        document = {"uri": client.uri, "version": 2}
        for i in range(100000):
            changes = [{"range": {"start": there, "end": there}, "text": ".Up"},
                       {"range": {"start": there, "end": {**there, "character": there["character"] + 3}}, "text": ""}]
            client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes[i % 2:i % 2 + 1]})
            if i % 200 == 199:
                client.ask("textDocument/hover", client.at(3))
                client.notes.clear()
            if i % 20000 == 19999:
                sizes.append(int(status.read_text().split("VmRSS:")[1].split()[0]))
        atexit.register(print, f"100,000 edits: resident memory in kB {sizes}")
        self.assertLess(sizes[-1] - sizes[0], 1024)


if __name__ == "__main__":
    unittest.main()
