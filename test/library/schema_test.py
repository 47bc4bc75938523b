"""The description of the server that is installed, checked by a validator of OpenAPI from npm."""

import json
import pathlib
import shutil
import subprocess
import unittest

from installed import prefix, run, scratch

HERE = pathlib.Path(__file__).resolve().parent


@unittest.skipIf(not shutil.which("npm"), "npm is missing")
class OpenApi(unittest.TestCase):
    def setUp(self):
        if not (HERE / "node_modules/@seriousme").exists():
            subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=HERE, check=True, stdin=subprocess.DEVNULL)

    def check(self, file, status):
        run(HERE / "node_modules/.bin/validate-api", file, status=status)

    def test_the_description_is_valid(self):
        file = prefix() / "share/eleven/schema/openapi.json"
        self.check(file, 0)
        wrong = json.loads(file.read_text())
        del wrong["paths"]["/api/v1/board"]["get"]["responses"]
        wrong["paths"]["/api/v1/game"]["get"]["parameters"][0]["in"] = "nowhere"
        broken = scratch() / "wrong.json"
        broken.write_text(json.dumps(wrong))
        self.check(broken, 1)


if __name__ == "__main__":
    unittest.main()
