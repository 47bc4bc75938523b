#!/bin/sh
# Checks that programs built with the last tagged version run with this shared library. abidiff compares the two. New
# names are allowed. Other changes are allowed if the SONAME changes as well.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
MAKE="${MAKE:-make} -s -j2"
unset MAKEFLAGS MAKELEVEL MFLAGS

tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null) || {
    echo "abi: skipped, since no version has a tag"
    exit 0
}
command -v abidiff >/dev/null || {
    echo "abi: skipped, since abidiff is not installed; nothing was compared with $tag"
    exit 0
}

# The tagged version is built once and kept for later runs.
old=$B/abi/$tag
library=stage/lib/libeleven.so
if [ ! -e "$old/build/$library" ]; then
    rm -rf "$old"
    mkdir -p "$old"
    git archive "$tag" | tar x -C "$old"
    $MAKE -C "$old" B=build library >/dev/null
fi
$MAKE "B=$B" library >/dev/null

soname() { readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p'; }
if [ "$(soname "$old/build/$library")" != "$(soname "$B/$library")" ]; then
    echo "abi: $(soname "$B/$library") has a different SONAME from $tag"
elif abidiff --no-added-syms --headers-dir1 "$old/include" --headers-dir2 include \
    "$old/build/$library" "$B/$library" >"$B/abi/report" 2>&1; then
    echo "abi: programs built with $tag run with this library"
else
    cat "$B/abi/report"
    echo "abi: programs built with $tag may fail; undo the change or increase the version (ABI in package/package.mk)"
    exit 1
fi
