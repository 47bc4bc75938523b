#!/bin/sh
# Installs what `make play` or `make test` needs and this machine lacks. It names the packages and asks first, unless
# it runs as root or in CI. Where there is no apt it prints what to install.
#
#     sh tools/install.sh play|test
set -u
for_what=${1:-play}
CC=${CC:-cc}

has_header() { echo "#include <$1>" | $CC -E - >/dev/null 2>&1; }
has_command() { command -v "$1" >/dev/null 2>&1; }
has_python() { /usr/bin/python3 -c "import $1" >/dev/null 2>&1; }

has_package() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q ' installed'; }

has_profiles() { echo 'int main(void) { return 0; }' | clang -fprofile-instr-generate -x c -o /dev/null - 2>/dev/null; }

has_eglot() { has_command emacs && emacs --batch -f package-initialize --eval "(require 'eglot)" >/dev/null 2>&1; }

has_ale() {
    vim -u NONE -Nes -c 'silent! packadd! ale' -c "if empty(globpath(&rtp, 'autoload/ale.vim')) | cquit | endif" \
        -c 'qall!' >/dev/null 2>&1
}

missing=
need() { # PACKAGE PROBE...: the package is missing where the probe fails
    package=$1
    shift
    "$@" || missing="$missing $package"
}

need gcc has_command "$CC"
has_header stdlib.h || missing="$missing libc6-dev"
need libncurses-dev has_header curses.h
need libsqlite3-dev has_header sqlite3.h
if [ "$for_what" = test ]; then
    need python3 has_command /usr/bin/python3
    need python3-pyte has_python pyte
    need clang has_command clang
    need libclang-rt-dev has_profiles
    need llvm has_command llvm-cov
    need clang-format has_command clang-format
    need binutils has_command nm
    need libjansson-dev has_header jansson.h
    need libwebsockets-dev has_header libwebsockets.h
    need libwslay-dev has_header wslay/wslay.h
    need libzstd-dev has_header zstd.h
    need libopenmpi-dev has_command mpicc
    need openmpi-bin has_command mpirun
    need lld has_command wasm-ld
    need nodejs has_command node
    need npm has_command npm
    need chromium has_command "${CHROMIUM:-chromium}"
    need firefox-esr has_command "${FIREFOX:-firefox-esr}"
    need webkit2gtk-driver has_command WebKitWebDriver
    need xvfb has_command Xvfb
    need neovim has_command nvim
    need vim has_ale
    need vim-ale has_ale
    need emacs-nox has_command emacs
    need elpa-eglot has_eglot
    need kate has_command kate
    need dbus-daemon has_command dbus-run-session
    need python3-numpy has_python numpy
    need python3-websockets has_python websockets
    need python3-jsonschema has_python jsonschema
    need python3-cffi has_python cffi
    need python3-matplotlib has_python matplotlib
    need python3-venv has_python ensurepip
    need python3-setuptools has_python setuptools
    need python3-wheel has_python wheel
    need mypy has_python mypy
    need pkg-config has_command pkg-config
    need qemu-user has_command qemu-x86_64
    need cmake has_command cmake
    need g++ has_command g++
    need mandoc has_command mandoc
    need fish has_command fish
    need zsh has_command zsh
    need mmdebstrap has_command mmdebstrap
    # The release and its Debian packages.
    need build-essential has_package build-essential
    need dpkg-dev has_command dpkg-buildpackage
    need debhelper has_command dh
    need dh-python has_command dh_python3
    need pybuild-plugin-pyproject has_package pybuild-plugin-pyproject
    need python3-all has_package python3-all
    need python3-setuptools has_python setuptools
    need lintian has_command lintian
    need reuse has_command reuse
    need systemd has_command systemd-analyze
    printf '#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <stdint.h>\n#include <cmocka.h>\n' |
        $CC -E - >/dev/null 2>&1 || missing="$missing libcmocka-dev"
fi
[ -n "$missing" ] || exit 0

echo "Eleven needs these packages for 'make $for_what':$missing"
if ! has_command apt-get; then
    echo "Please install them (the names are Debian's) and try again."
    exit 1
fi
as_root=
if [ "$(id -u)" != 0 ]; then
    as_root=sudo
    if ! has_command sudo; then
        echo "Please install them as root: apt-get install$missing"
        exit 1
    fi
    if [ -z "${CI:-}" ]; then
        printf 'Install them now with apt-get? [Y/n] '
        read -r answer || answer=n
        case $answer in
        '' | [Yy]*) ;;
        *)
            # Tests that need what is missing are then reported as skipped; playing needs everything.
            [ "$for_what" = test ] && exit 0
            exit 1
            ;;
        esac
    fi
fi
export DEBIAN_FRONTEND=noninteractive
# Standard input belongs to the game: it may hold moves.
install() { $as_root apt-get install -y -q --no-install-recommends $missing </dev/null >"$log" 2>&1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing ..."
if ! install; then
    $as_root apt-get update -q </dev/null >>"$log" 2>&1
    if ! install; then
        tail -n 20 "$log"
        echo "The installation failed; the lines above state the reason."
        exit 1
    fi
fi
echo "Installed."
