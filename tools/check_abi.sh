#!/bin/sh
# Whether programs built with the last tagged version run with this shared library: abidiff compares the two. New names are
# fine; a change is fine where the SONAME tells it.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
MAKE="${MAKE:-make} -s -j2"
unset MAKEFLAGS MAKELEVEL MFLAGS

tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null) || {
    echo "abi: no version is tagged yet, so there is nothing to compare with"
    exit 0
}
command -v abidiff >/dev/null || {
    echo "abi: abidiff is missing, so nothing was compared with $tag"
    exit 0
}

# The tagged version is built once and kept.
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
    echo "abi: $(soname "$B/$library") has another SONAME than $tag"
elif abidiff --no-added-syms --headers-dir1 "$old/include" --headers-dir2 include \
    "$old/build/$library" "$B/$library" >"$B/abi/report" 2>&1; then
    echo "abi: programs built with $tag run with this library"
else
    cat "$B/abi/report"
    echo "abi: programs built with $tag may break; undo the change, or tell it by the version (see ABI in package/package.mk)"
    exit 1
fi
