"""The files that `make install` installs, and programs that use them."""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import installed
from installed import ROOT, CC, WARNINGS, files, flags, make, prefix, run, run_program, scratch

PROGRAM = r"""
#include <eleven.h>
#include <stdio.h>

int main(void)
{
    eleven_rules rules;
    eleven_board board;
    char text[ELEVEN_BOARD_TEXT];
    if (!eleven_rules_find("classic", &rules) ||
        eleven_board_parse(&rules, "2 2 4 8", 7, &board, NULL))
        return 1;
    eleven_board_slide(&rules, &board, ELEVEN_RIGHT, NULL);
    eleven_board_print(&rules, &board, ELEVEN_LAYOUT_LINE, text, sizeof text);
    puts(text);
    return eleven_network_shipped() ? 0 : 1;
}
"""
ANSWER = ". 4 4 8\n"


def have(tool):
    return unittest.skipUnless(shutil.which(tool), f"{tool} is missing")


def global_names(*command):
    """The global names that an object file defines."""
    lines = run("nm", "--defined-only", *command).splitlines()
    return {words[2] for words in map(str.split, lines) if len(words) == 3}


class Flags(unittest.TestCase):
    def test_flags_of_a_packager_are_added(self):
        folder = scratch()
        shown = run(installed.MAKE, "-n", "-B", f"B={folder}", "CPPFLAGS=-DTHEIRS", "LDFLAGS=-LTHEIRS",
                    "CFLAGS=-Ofast -ffast-math -funsafe-math-optimizations -DTHEIRS_TOO", f"{folder}/eleven", cwd=ROOT)
        compiled = [line for line in shown.splitlines() if re.search(r" -c -o \S+ (src|front)/", line)]
        self.assertGreater(len(compiled), 100)
        for line in compiled:
            for flag in ("-DTHEIRS ", "-DTHEIRS_TOO ", "-Iinclude ", "-D_FILE_OFFSET_BITS=64 "):
                self.assertIn(flag, line)
            self.assertRegex(line, "-O3 -DTHEIRS_TOO .*-fno-fast-math -ffp-contract=off")
        self.assertNotRegex(shown, "-Ofast|-ffast-math|-funsafe-math")
        self.assertTrue(all("-DELEVEN_HAS_ZSTD" in line for line in compiled if "front/" in line)
                        or not any("-DELEVEN_HAS_ZSTD" in line for line in compiled))

    def test_lto_does_not_leave_the_reading_of_files_to_the_linker(self):
        folder = scratch()
        for name in ("player/network_shipped", "facts/facts_evidence"):
            made = f"{folder}/pic/src/{name}.o"
            shown = run(installed.MAKE, "-n", "-B", f"B={folder}", "CFLAGS=-O2 -flto=auto", made, cwd=ROOT)
            line = next(line for line in shown.splitlines() if f" -o {made} " in line)
            self.assertEqual(re.findall(r" -f(?:no-)?lto", line)[-1], " -fno-lto")


class Names(unittest.TestCase):
    @have("gcc")
    def test_the_exported_names_are_those_of_the_headers(self):
        declared = scratch() / "declared"
        run("gcc", "-std=c11", "-fsyntax-only", "-aux-info", declared, "-I", prefix() / "include", "-x", "c",
            prefix() / "include/eleven.h")
        ours = [line for line in declared.read_text().splitlines() if "eleven" in line.split("*/")[0]]
        declared = set(re.findall(r"\b(eleven_\w+) \((?!\*)", "\n".join(ours)))
        self.assertGreater(len(declared), 100)
        self.assertEqual(global_names("-D", prefix() / "lib/libeleven.so"), declared)

    def test_the_symbols_of_the_debian_package_are_the_exported_names(self):
        lines = (ROOT / "package/debian/libeleven0.symbols").read_text().splitlines()[2:]
        names = [line.split("@")[0].strip() for line in lines]
        self.assertEqual(names, sorted(global_names("-D", prefix() / "lib/libeleven.so")))

    def test_the_manual_page_states_what_is_promised(self):
        page = (prefix() / "share/man/man3/libeleven.3").read_text()
        self.assertIn(".Sh COMPATIBILITY", page)
        self.assertRegex(page, r"\.Pa libeleven\.so\.\d+ \.\n")

    def test_the_library_does_not_read_the_environment(self):
        names = run("nm", "-D", "--undefined-only", prefix() / "lib/libeleven.so")
        self.assertIn(" malloc", names)
        self.assertNotRegex(names, r" (secure_getenv|getenv|environ|__environ|exit|abort|printf|puts|stdout|stderr)\b")

    def test_the_static_library_defines_only_its_own_names(self):
        names = global_names("-g", prefix() / "lib/libeleven.a")
        self.assertIn("eleven_board_slide", names)
        self.assertEqual({name for name in names if not name.startswith("eleven_")}, set())

    def test_the_library_stays_when_a_program_closes_it(self):
        """With what it keeps until the program ends, which would be made again otherwise."""
        run(sys.executable, "-c", """import _ctypes, ctypes, sys
_ctypes.dlclose(ctypes.CDLL(sys.argv[1])._handle)
assert sys.argv[1] in open("/proc/self/maps").read()""", (prefix() / "lib/libeleven.so").resolve())

    def test_soname_is_the_abi(self):
        output = run("readelf", "-d", prefix() / "lib/libeleven.so")
        header = (ROOT / "include/eleven/version.h").read_text()
        version = re.search(r'ELEVEN_VERSION "([^"]+)"', header)[1]
        abi = re.search(r"ELEVEN_ABI (\d+)", header)[1]
        self.assertRegex(output, rf"SONAME.*\[libeleven\.so\.{re.escape(abi)}\]")
        real = prefix() / f"lib/libeleven.so.{version}"
        for link in (prefix() / "lib/libeleven.so", prefix() / f"lib/libeleven.so.{abi}"):
            self.assertTrue(link.is_symlink())
            self.assertEqual(link.resolve(), real.resolve())


class Building(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.source = self.folder / "program.c"
        self.source.write_text(PROGRAM)

    @have("pkg-config")
    def test_with_pkg_config(self):
        program = installed.build(self.source, self.folder / "program")
        self.assertIn("libeleven.so.", run("readelf", "-d", program))
        self.assertEqual(run_program(program), ANSWER)

    @have("pkg-config")
    def test_with_pkg_config_statically(self):
        program = self.folder / "program"
        library = prefix() / "lib/libeleven.a"
        words = [library if word == "-leleven" else word for word in flags("--static", "--libs")]
        run(CC, *WARNINGS, *flags("--cflags"), self.source, "-o", program, *words)
        self.assertNotIn("libeleven", run("readelf", "-d", program))
        self.assertEqual(run(program), ANSWER)

    @have("cmake")
    def test_with_cmake(self):
        version = re.search(r'ELEVEN_VERSION "(\d+\.\d+)', (ROOT / "include/eleven/version.h").read_text())[1]
        (self.folder / "CMakeLists.txt").write_text(f"""
cmake_minimum_required(VERSION 3.13)
project(stranger C)
find_package(eleven {version} REQUIRED CONFIG)
add_executable(shared program.c)
target_link_libraries(shared eleven::eleven)
add_executable(static program.c)
target_link_libraries(static eleven::static)
""")
        (self.folder / "root").mkdir()
        (self.folder / "root/lib").symlink_to(prefix() / "lib")  # as on systems where /lib is a link to /usr/lib
        for place in prefix(), self.folder / "root":
            target = scratch()
            run("cmake", "-S", self.folder, "-B", target, f"-DCMAKE_PREFIX_PATH={place}")
            run("cmake", "--build", target)
            self.assertIn("libeleven.so.", run("readelf", "-d", target / "shared"))
            self.assertNotIn("libeleven", run("readelf", "-d", target / "static"))
            for name in ("shared", "static"):
                self.assertEqual(run(target / name), ANSWER)

    @have("cmake")
    def test_cmake_refuses_another_version(self):
        (self.folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.13)\nproject(stranger C)\n"
                                                    "find_package(eleven 99.0 REQUIRED CONFIG)\n")
        done = subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / "built",
                               f"-DCMAKE_PREFIX_PATH={prefix()}"], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("99.0", done.stderr)

    @have("g++")
    def test_each_header_compiles_alone_and_as_c_plus_plus(self):
        for header in ["eleven.h", *(f"eleven/{path.name}" for path in (prefix() / "include/eleven").iterdir())]:
            for words in (["g++", "-std=c++11", "-x", "c++"], ["gcc", "-std=c11", "-x", "c"]):
                source = self.folder / "one.h"
                source.write_text(f"#include <{header}>\n#include <{header}>\n")
                run(*words, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", prefix() / "include",
                    source)


class Folders(unittest.TestCase):
    def test_uninstall_removes_only_what_was_installed(self):
        folder = scratch() / "root"
        kept = ["usr/bin/other", "usr/include/eleven/theirs.h", "usr/lib/libeleven.so.99", "usr/share/man/man1/other.1",
                "usr/share/eleven/eleven.db", "usr/share/eleven/own.weights"]  # with PREFIX=~/.local the saved games are there
        for name in kept:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text("theirs")
        words = [f"DESTDIR={folder}", "PREFIX=/usr"]
        make("install", *words)
        self.assertEqual(sorted({f"usr/{name}" for name in files(prefix())} | set(kept)), files(folder))
        (folder / "usr/share/eleven/web").mkdir(parents=True, exist_ok=True)
        (folder / "usr/share/eleven/web/page.js").write_text("installed while build/web was there")
        make("uninstall", *words)
        self.assertEqual(files(folder), sorted(kept))
        (folder / "usr/include/eleven/theirs.h").unlink()
        make("install", *words)
        make("uninstall", *words)
        self.assertFalse((folder / "usr/include/eleven").exists())
        self.assertFalse((folder / "usr/lib/cmake/eleven").exists())

    def test_large_weights_are_installed_if_they_are_there(self):
        folder = scratch()
        words = [f"DESTDIR={folder / 'root'}", "PREFIX=/usr"]
        own = {name: folder / f"my {name}.weights" for name in ("large", "strong")}
        installed = {name: folder / f"root/usr/share/eleven/{name}.weights" for name in own}
        for name, path in own.items():
            path.write_text(name)
        chosen = [f"{name.upper()}_WEIGHTS={path}" for name, path in own.items()]
        make("install", *words, *chosen)
        self.assertEqual([path.read_text() for path in installed.values()], list(own))
        make("uninstall", *words, *chosen)
        self.assertEqual(files(folder / "root"), [])
        make("install", *words)
        for name, path in installed.items():
            self.assertEqual(path.read_bytes(), (ROOT / f"data/{name}.weights").read_bytes())

    def test_installed_files_do_not_contain_the_folder_of_the_build(self):
        for name in files(prefix()):
            if not (prefix() / name).is_symlink():
                content = (prefix() / name).read_bytes()
                for folder in (str(ROOT), str(prefix())):
                    self.assertNotIn(folder.encode(), content, name)

    def test_a_build_in_another_folder_has_the_same_bytes(self):
        folder = scratch() / "some where" / "else"
        names = run("git", "ls-files", "-co", "--exclude-standard").splitlines()
        for name in names:
            if (ROOT / name).exists() and not name.startswith(("doc/", "editors/", "test/")):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        make("install", f"PREFIX={folder / 'there'}", cwd=folder)
        here = [name for name in files(prefix()) if not name.startswith("share/eleven/web/")]  # built only by `make web`
        self.assertEqual(files(folder / "there"), here)
        for name in here:
            self.assertEqual((folder / "there" / name).read_bytes(), (prefix() / name).read_bytes(), name)


class Pages(unittest.TestCase):
    @have("mandoc")
    def test_manual_pages_are_clean(self):
        pages = [path for path in (prefix() / "share/man").rglob("*eleven*")]
        self.assertEqual(sorted(page.name for page in pages), ["eleven-formats.5", "eleven-json.5", "eleven.6", "libeleven.3"])
        for page in pages:
            output = subprocess.run(["mandoc", "-Tlint", str(page)], capture_output=True, text=True).stdout
            offences = [line for line in output.splitlines() if "referenced manual not found" not in line]
            self.assertEqual(offences, [], page)

    @have("mandoc")
    def test_eleven_6_lists_every_command_and_option(self):
        page = run("mandoc", "-Tascii", "-O", "width=300", prefix() / "share/man/man6/eleven.6")
        page = re.sub(".\b", "", page)
        commands = re.findall(r"^  (\w+) ", run(prefix() / "bin/eleven", "help"), re.M)
        self.assertGreater(len(commands), 10)
        for command in commands:
            part = page.split(f"   eleven {command}\n")[1].split("\n   eleven ")[0]
            for option in re.findall(r"^ +(?:-\w, )?(--[\w-]+(?: \S+)?)  ", run(prefix() / "bin/eleven", "help", command), re.M):
                self.assertIn(option, part, command)

    def test_libeleven_3_lists_every_chapter(self):
        page = (prefix() / "share/man/man3/libeleven.3").read_text()
        for header in (prefix() / "include/eleven").iterdir():
            self.assertIn(f".It In eleven/{header.name}\n", page)

    def test_the_desktop_entry_names_installed_files(self):
        entry = dict(line.split("=", 1) for line in (prefix() / "share/applications/eleven.desktop").read_text()
                     .splitlines() if "=" in line)
        self.assertEqual(entry["Exec"].split()[0], "eleven")
        self.assertTrue((prefix() / f"share/icons/hicolor/scalable/apps/{entry['Icon']}.svg").exists())
        if shutil.which("desktop-file-validate"):
            run("desktop-file-validate", prefix() / "share/applications/eleven.desktop")


if __name__ == "__main__":
    unittest.main()
