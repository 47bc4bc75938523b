"""Plays in Neovim as a user does: sends keys to a headless Neovim with the configuration in editors/, and checks what it
shows. The game runs from Begin to the first merge, with CTRL-X CTRL-O and the entries of the list."""

import atexit
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ELEVEN = str(pathlib.Path(os.environ.get("ELEVEN", "build/eleven")).resolve())


# What Neovim 0.11 offers. Earlier versions offer it if the configuration does.
UTF_8 = """
local start = vim.lsp.start_client
vim.lsp.start_client = function(config)
  config.capabilities = vim.lsp.protocol.make_client_capabilities()
  config.capabilities.general = { positionEncodings = { 'utf-8', 'utf-16', 'utf-32' } }
  config.offset_encoding = 'utf-8'
  return start(config)
end
"""


class Neovim(unittest.TestCase):
    before = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.socket, self.file, start = f"{folder.name}/socket", f"{folder.name}/notes", pathlib.Path(folder.name, "init.lua")
        command = json.dumps([ELEVEN, "lsp", "--seed", "3"]).replace("[", "{").replace("]", "}")
        environment = {**os.environ, **{f"XDG_{kind}_HOME": folder.name for kind in ("CONFIG", "DATA", "STATE", "CACHE")}}
        start.write_text(f"{self.before}vim.g.eleven_command = {command}\n" + (ROOT / "editors/neovim/eleven.lua").read_text())
        self.editor = subprocess.Popen(
            ["nvim", "--headless", "-u", str(start), "-i", "NONE", "--listen", self.socket, self.file], env=environment,
            cwd=folder.name, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.editor.wait)
        self.addCleanup(self.editor.kill)
        self.wait(lambda: os.path.exists(self.socket) and self.value("1") == "1")
        self.wait(self.is_served)

    def is_served(self):
        return self.lua("#vim.tbl_filter(function(c) return c.initialized end, vim.lsp.buf_get_clients(0))") == "1"

    def remote(self, *arguments):
        done = subprocess.run(["nvim", "--server", self.socket, *arguments], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)
        return (done.stdout + done.stderr).strip()

    def value(self, expression):
        return self.remote("--remote-expr", expression)

    def lua(self, expression):
        return self.value(f"luaeval(\"{expression}\")")

    def type(self, keys):
        self.remote("--remote-send", keys)

    def wait(self, condition, seconds=60):
        until = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), until, f"nothing happens at '{self.value('getline(1)')}'")
            time.sleep(0.02)

    def choose(self, preferred):
        """Types a dot, opens the list, selects the first entry in `preferred` that it contains, and accepts it. Returns its board."""
        self.type(".<C-x><C-o>")
        self.wait(lambda: self.value("pumvisible()") == "1")
        items = json.loads(self.value('json_encode(map(complete_info(["items"]).items, {_, i -> [i.word, i.info]}))'))
        words = [word for word, _ in items]
        word = next(word for word in preferred if word in words)
        self.assertIn("╭", items[words.index(word)][1])
        self.assertNotIn("```", items[words.index(word)][1])
        at = words.index(word)  # CTRL-X CTRL-O has selected the first entry already
        self.type("<C-n>" * at + "<C-y>")
        self.wait(lambda: self.value("getline(1)").endswith("." + word))
        return items[at][1]

    def test_a_game_from_begin_to_the_first_merge(self):
        self.type("i2048")
        board, moves = self.choose(["Begin"]), 0
        self.wait(lambda: re.match(r"2048\(seed=\d+\)\.Begin$", self.value("getline(1)")))
        while "(+" not in board and moves < 40:
            board, moves = self.choose(["Down", "Left", "Right", "Up"]), moves + 1
        self.assertRegex(board, r"Score \d+ \(\+\d+\)")
        score = re.search(r"Score (\d+)", board)[1]
        self.type("<Esc>")
        answer = self.lua("vim.inspect(vim.lsp.buf_request_sync(0, 'textDocument/hover', "
                          "vim.lsp.util.make_position_params(), 3000))")
        self.assertIn(f"Score {score} (+", answer)
        self.assertEqual(self.lua("#vim.diagnostic.get(0)"), "0")
        atexit.register(print, f"Neovim: a merge after {moves} moves: {self.value('getline(1)')}")

    def test_a_seed_behind_letters_of_two_bytes(self):
        self.type("iäöü 2048")
        self.choose(["Begin"])
        self.wait(lambda: re.match(r"äöü 2048\(seed=\d+\)\.Begin$", self.value("getline(1)")))

    def test_a_record_has_its_type(self):
        self.type(":edit game.2048<CR>")
        self.wait(lambda: self.value("&filetype") == "2048" and self.is_served())

    def test_a_mistyped_move_is_marked(self):
        self.type("i2048(seed=7).Begin.Lft<Esc>")
        self.wait(lambda: self.lua("#vim.diagnostic.get(0)") == "1")
        self.assertEqual(self.lua("vim.diagnostic.get(0)[1].message"), "there is no option 'Lft'; the nearest is 'Left'")


class NeovimThatCountsBytes(Neovim):
    before = UTF_8


if __name__ == "__main__":
    unittest.main()
