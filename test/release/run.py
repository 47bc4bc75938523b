#!/usr/bin/env python3
"""Builds the release and uses each part of it as a stranger would. Prints `ok NAME`, `not ok NAME` or
`skip NAME (reason)` per test. The exit status is 1 if a test failed.

    test/release/run.py [DIST]       with DIST, an existing release is tested

The packages are tried on a bare system by `tools/bare.sh packages`, most of the rest by `tools/bare.sh artefacts`.
"""

import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLEAN = {name: value for name, value in os.environ.items()
         if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "B", "CC", "MAKE", "PYTHON")}
VERSION = re.search(r'ELEVEN_VERSION "(.*)"', (ROOT / "include/eleven/version.h").read_text())[1]


def run(*command, folder=ROOT, limit=900, **environment):
    """Runs a command that must succeed; returns its output."""
    done = subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit, env={**CLEAN, **environment})
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


class Release:
    def __init__(self, dist, scratch):
        self.dist, self.scratch = dist, scratch

    def folder(self, name):
        path = self.scratch / name
        path.mkdir()
        return path

    def one(self, pattern):
        found = sorted(self.dist.glob(pattern))
        assert len(found) == 1, f"{pattern}: {[path.name for path in found]}"
        return found[0]

    def unpack(self, pattern):
        folder = self.folder(re.sub(r"\W", "", pattern))
        with tarfile.open(self.one(pattern)) as archive:
            archive.extractall(folder)
        return next(folder.iterdir())


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def everything_has_a_checksum(release):
    run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=release.dist)
    listed = {line.split("./")[1] for line in (release.dist / "SHA256SUMS").read_text().splitlines()}
    assert listed == {path.name for path in release.dist.iterdir()} - {"SHA256SUMS"}


def the_tarball_is_the_commit(release):
    archive = subprocess.run(["git", "archive", "--format=tar", f"--prefix=eleven-{VERSION}/", "HEAD"], cwd=ROOT,
                             check=True, stdout=subprocess.PIPE).stdout
    unpacked = subprocess.run(["gzip", "-dc", release.one(f"eleven-{VERSION}.tar.gz")], check=True,
                              stdout=subprocess.PIPE).stdout
    assert archive == unpacked


def the_tarball_installs(release):
    source = release.unpack(f"eleven-{VERSION}.tar.gz")
    prefix = release.scratch / "prefix"
    run("make", "-s", "-j2", "install", f"PREFIX={prefix}", "LDCONFIG=:", "LIBDIR=lib64", folder=source)
    assert VERSION in run(prefix / "bin/eleven", "version")
    assert run("pkg-config", "--variable=libdir", "eleven", PKG_CONFIG_PATH=str(prefix / "lib64/pkgconfig")).strip()
    run("make", "-s", "uninstall", f"PREFIX={prefix}", "LDCONFIG=:", "LIBDIR=lib64", folder=source)
    left = [path for path in prefix.rglob("*") if not path.is_dir()]
    assert not left, left


def lintian_is_silent(release):
    # Only lintian of Debian 12 asks for init scripts, and it does not know the newest policy.
    outdated = ("package-supports-alternative-init-but-no-init.d-script", "newer-standards-version")
    output = run("lintian", "--allow-root", "--display-info", "--pedantic", "--fail-on", "none",
                 *sorted(release.dist.glob("*.deb")), release.one("*.dsc"))
    said = [line for line in output.splitlines() if not any(tag in line for tag in outdated)]
    assert not said, said


def the_page_is_complete_and_plays(release):
    page = release.unpack(f"eleven-{VERSION}-web.tar.gz")
    run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=page)
    assert (page / "LICENSE.txt").read_text() == (ROOT / "LICENSE").read_text()
    named = re.findall(r'(?:src|href)="([\w.-]+)"', (page / "index.html").read_text())
    assert named and all((page / name).exists() for name in named), named
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=page))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        run("node", "page.mjs", f"http://127.0.0.1:{server.server_port}/", release.one("eleven-*.html").as_uri(), folder=HERE)
    finally:
        server.shutdown()


def the_extension_plays_in_its_editor(release):
    vsix = release.one("*.vsix")
    output = run("node", "vscode.mjs", vsix, ROOT / "build/eleven", folder=HERE, limit=300)
    assert ".Begin." in output, output


def the_recipes_name_the_tarball(release):
    checksum = release.one(f"eleven-{VERSION}.tar.gz.sha256").read_text().split()[0]
    for name in ("PKGBUILD", "eleven.rb", "default.nix", "Containerfile", "*.yml"):
        text = release.one(name).read_text()
        assert checksum in text and "@" not in re.sub(r"#.*", "", text).replace('"$@"', ""), name


def the_bill_of_materials_is_spdx(release):
    bill = json.loads(release.one("*.spdx.json").read_text())
    known = {item["SPDXID"] for item in bill["packages"]} | {"SPDXRef-DOCUMENT"}
    assert bill["spdxVersion"] == "SPDX-2.3" and bill["packages"][0]["versionInfo"] == VERSION
    assert all({line["spdxElementId"], line["relatedSpdxElement"]} <= known for line in bill["relationships"])


def a_folder_with_other_files_is_not_emptied(release):
    for folder in (release.folder("others"), release.folder("mixed")):
        foreign, own = folder / "NOTES.md", folder / f"eleven-{VERSION}.el"
        for path in (foreign, own):
            path.write_text("mine")
        if folder.name == "mixed":
            (folder / "SHA256SUMS").write_text((release.dist / "SHA256SUMS").read_text())
        try:
            run("make", "-s", "release", f"DIST={folder}")
            raise AssertionError("the folder is used")
        except AssertionError as problem:
            assert "contains 'NOTES.md', which is not of a release" in str(problem), problem
        assert foreign.read_text() == own.read_text() == "mine"


def every_file_has_a_licence(_):
    run("reuse", "lint")


def the_workflows_are_valid(_):
    run("node", HERE / "workflows.mjs", *sorted((ROOT / ".github/workflows").glob("*.yml")), folder=HERE)


def the_service_is_hardened(_):
    report = run("systemd-analyze", "security", "--offline=true", "package/debian/eleven.service")
    assert re.search(r"exposure level[^\n]*: [01]\.\d", report), report[-300:]


def packages_on_a_bare_system(release):
    print(run("sh", "tools/bare.sh", "packages", DIST=str(release.dist)), end="")


def artefacts_on_a_bare_system(release):
    print(run("sh", "tools/bare.sh", "artefacts", DIST=str(release.dist)), end="")


TESTS = [everything_has_a_checksum, the_tarball_is_the_commit, the_tarball_installs, lintian_is_silent,
         the_page_is_complete_and_plays, the_extension_plays_in_its_editor, the_recipes_name_the_tarball,
         the_bill_of_materials_is_spdx, a_folder_with_other_files_is_not_emptied, every_file_has_a_licence, the_workflows_are_valid, the_service_is_hardened,
         packages_on_a_bare_system, artefacts_on_a_bare_system]


def attempt(name, function, *words):
    try:
        function(*words)
        print(f"ok {name}", flush=True)
        return True
    except Exception as problem:  # a missing tool is a failure too: the caller has checked for the tools
        print(f"not ok {name}\n{problem}", flush=True)
        return False


def main(words):
    with tempfile.TemporaryDirectory(prefix="eleven-release-") as scratch:
        scratch = pathlib.Path(scratch)
        dist = pathlib.Path(words[0]).resolve() if words else scratch / "dist"
        if not words and not attempt("make release", lambda: run("make", "-s", "release", f"DIST={dist}", limit=1200)):
            return 1
        if not attempt("the tools for the tests", lambda: run("npm", "ci", "--silent", "--ignore-scripts", folder=HERE)):
            return 1
        release = Release(dist, scratch)
        return 0 if all([attempt(test.__name__.replace("_", " "), test, release) for test in TESTS]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
