"""Plays in Vim with ALE as a user does: keys through a pseudo-terminal, with the configuration in editors/. A timer in Vim
writes what it shows to a file, also while the list is open."""

import contextlib
import json
import os
import pathlib
import pty
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ELEVEN = str(pathlib.Path(os.environ.get("ELEVEN", "build/eleven")).resolve())
CONFIGURATION = """
set nocompatible noswapfile viminfo=
silent! packadd! ale
source %(root)s/editors/vim/eleven-ale.vim
function! Show(timer)
  let items = map(copy(complete_info(['items']).items), '[v:val.word, v:val.info]')
  let state = {'line': getline(1), 'open': pumvisible(), 'items': items, 'ale': exists('*ale#completion#OmniFunc'),
        \\ 'problems': map(getloclist(0), 'v:val.text')}
  call writefile([json_encode(state)], '%(folder)s/new')
  call rename('%(folder)s/new', '%(folder)s/state')
endfunction
call timer_start(50, 'Show', {'repeat': -1})
"""


class Vim(unittest.TestCase):
    file = "notes.txt"

    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "vimrc").write_text(CONFIGURATION % {"root": ROOT, "folder": folder.name})
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "eleven").symlink_to(ELEVEN)
        environment = {**os.environ, "HOME": folder.name, "TERM": "xterm", "PATH": f"{folder.name}/bin:{os.environ['PATH']}"}
        self.keys, slave = pty.openpty()
        self.editor = subprocess.Popen(["vim", "-u", "vimrc", "-i", "NONE", self.file], env=environment, cwd=folder.name,
                                       stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        threading.Thread(target=self.drain, daemon=True).start()
        self.addCleanup(os.close, self.keys)
        self.addCleanup(self.editor.wait)
        self.addCleanup(self.editor.kill)

    def drain(self):
        try:
            while os.read(self.keys, 65536):
                pass
        except OSError:
            pass

    def type(self, keys):
        os.write(self.keys, keys.encode())

    def wait(self, condition, seconds=60):
        until, state = time.monotonic() + seconds, None
        while time.monotonic() < until:
            with contextlib.suppress(FileNotFoundError):  # Vim removes the old state a moment before it renames the new one
                state = json.loads((self.folder / "state").read_text())
                if condition(state):
                    return state
            time.sleep(0.02)
        self.fail(f"nothing happens: {state}")

    def test_a_game_and_a_mistake(self):
        self.wait(lambda state: True)
        self.type("i2048(seed=7)")
        for word in ("Begin", "Left", "Down"):
            self.type(".")
            self.type("\x18\x0f")
            state = self.wait(lambda state: word in [item[0] for item in state["items"]] and state["open"])
            info = dict(state["items"])[word]
            self.assertNotIn("```", info)
            at = [item[0] for item in state["items"]].index(word)
            self.type("\x0e" * at + "\x19")
            self.wait(lambda state: state["line"].endswith("." + word) and not state["open"])
        self.type(".Lft\x1b:w\r")
        state = self.wait(lambda state: state["problems"])
        self.assertEqual(state["problems"], ["unknown: there is no option 'Lft'; the nearest is 'Left'"])


class VimWithATypeThatALEKnows(Vim):
    file = "notes.py"


if __name__ == "__main__":
    unittest.main()
