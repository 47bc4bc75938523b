"""Opens a file in Kate without a screen, with the configuration in editors/. What both sides say is copied to files."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ELEVEN = str(pathlib.Path(os.environ.get("ELEVEN", "build/eleven")).resolve())


class Kate(unittest.TestCase):
    def test_kate_shows_a_mistake(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        home = pathlib.Path(folder.name)
        for name in ("bin", "run", "config/kate/lspclient"):
            (home / name).mkdir(parents=True, mode=0o700)
        program = home / "bin" / "eleven"
        program.write_text(f'#!/bin/sh\ntee {home}/to | {ELEVEN} "$@" | tee {home}/from\n')
        program.chmod(0o755)
        (home / "to").touch(), (home / "from").touch()
        shutil.copy(ROOT / "editors" / "kate" / "settings.json", home / "config" / "kate" / "lspclient")
        # Kate asks before it starts a server; here it has been answered.
        (home / "config" / "katerc").write_text(
            f"[Kate Plugins]\nlspclientplugin=true\n\n[lspclient]\nAllowedServerCommandLines={program} lsp\n")
        (home / "notes.txt").write_text("2048(seed=7).Begin.Lft\n")
        environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": f"{home}/config", "XDG_RUNTIME_DIR": f"{home}/run",
                       "XDG_DATA_HOME": f"{home}/data", "XDG_CACHE_HOME": f"{home}/cache", "QT_QPA_PLATFORM": "offscreen",
                       "PATH": f"{home}/bin:{os.environ['PATH']}"}
        editor = subprocess.Popen(["dbus-run-session", "--", "kate", "-b", "-n", str(home / "notes.txt")], env=environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  start_new_session=True)
        self.addCleanup(editor.wait)
        self.addCleanup(lambda: os.killpg(editor.pid, signal.SIGKILL))
        until = time.monotonic() + 60
        while "there is no option 'Lft'" not in (home / "from").read_text():
            self.assertLess(time.monotonic(), until, (home / "to").read_text()[-2000:])
            time.sleep(0.05)
        self.assertIn('"textDocument/didOpen"', (home / "to").read_text().replace(" ", ""))
        self.assertNotIn('"error"', (home / "from").read_text())


if __name__ == "__main__":
    unittest.main()
