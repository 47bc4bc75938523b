#!/bin/sh
# Builds the game for browsers with clang and wasm-ld alone:
#
#     build/web/            the page; eleven-2048.js in it is the component, all in one module
#     build/eleven.html     the page as one file that also works from disk
#     front/web/dist/       what the npm package ships
#
# The scripts are bundled by putting their files one after another, without their import lines.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
CLANG=${CLANG:-clang}
WASM_LD=${WASM_LD:-wasm-ld}
PYTHON=${PYTHON:-python3}
web=front/web
work=$B/web-work
page=$B/web
mkdir -p "$work" "$page"

# ---- The engine: C to WebAssembly. Compiled and linked in two steps, since the clang driver would run wasm-opt.

compile() { # SOURCE OBJECT [OPTION...]
    source=$1 object=$2
    shift 2
    $CLANG --target=wasm32 -c -Os -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror -ffreestanding -nostdlibinc \
        -isystem $web/libc -mbulk-memory -Iinclude -Isrc "$@" -o "$object" "$source"
}

objects=
for source in src/core/*.c src/session/session.c src/session/frame.c src/player/simple.c $web/*.c; do
    object=$work/$(basename "$source" .c).o
    compile "$source" "$object"
    objects="$objects $object"
done
$WASM_LD --no-entry --gc-sections --strip-all -z stack-size=131072 --stack-first -o "$work/eleven.wasm" $objects

# The bench as a program of its own, for its signature: the fast engines with vectors of 128 bits.
bench_objects=
for source in src/core/*.c src/fast/*.c bench/bed.c bench/tasks.c $web/bench/bench_web.c $web/libc.c; do
    object=$work/bench-$(basename "$source" .c).o
    compile "$source" "$object" -O2 -msimd128
    bench_objects="$bench_objects $object"
done
$WASM_LD --no-entry --gc-sections -z stack-size=1048576 --stack-first -o "$work/bench.wasm" $bench_objects

# ---- The scripts

strip_modules() { # FILE...: import lines and the word export are dropped
    for file in "$@"; do
        sed -E '/^import .* from /d; /^export \{/d; s/^export //' "$file"
        echo
    done
}

$PYTHON - "$work/eleven.wasm" >"$work/wasm.js" <<'PYTHON'
import base64, sys, zlib
packed = zlib.compress(open(sys.argv[1], "rb").read(), 9)
print(f"const wasmText = '{base64.b64encode(packed).decode()}';")
PYTHON

exports='Eleven2048, Engine, RecordError, keyDirection, listenForSwipes, directions'
{
    echo "// <eleven-2048>: 2048 as a custom element, with its engine. MIT license."
    cat "$work/wasm.js"
    strip_modules $web/component/engine.js $web/component/themes.js $web/component/look.js $web/component/view.js \
        $web/component/words.js $web/component/announce.js $web/component/input.js $web/component/element.js
} >"$work/component.js"
{
    cat "$work/component.js"
    echo "export { $exports };"
} >"$page/eleven-2048.js"

page_sources="words settings store keeper link statistics gamepad dialogs replay main"
# shellcheck disable=SC2086
strip_modules $(for name in $page_sources; do echo "$web/page/$name.js"; done) >"$work/page.js"
{
    echo "import { $exports } from './eleven-2048.js';"
    cat "$work/page.js"
} >"$page/page.js"

# ---- The page

cp $web/page/index.html $web/page/page.css $web/page/early.js $web/page/manifest.webmanifest $web/page/*.svg "$page"
mkdir -p $web/dist
cp "$page/eleven-2048.js" $web/eleven-2048.d.ts LICENSE $web/dist

$PYTHON $web/pack.py "$page" "$work" "$B/eleven.html" "$exports"
