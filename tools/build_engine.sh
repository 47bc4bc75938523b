#!/bin/sh
# Builds the engine of the npm package, for node and bundlers: front/web/dist/game.js, its WebAssembly inside. The other
# modules of the package are made by front/web/bundle.mjs.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
CLANG=${CLANG:-clang}
WASM_LD=${WASM_LD:-wasm-ld}
web=front/web
work=$B/engine-work
mkdir -p "$work" $web/dist

objects=
for source in src/core/*.c $web/engine/*.c $web/exchange.c $web/libc.c; do
    object=$work/$(basename "$source" .c).o
    $CLANG --target=wasm32 -c -Os -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wno-enum-float-conversion ${WERROR-} -ffreestanding -nostdlibinc \
        -isystem $web/libc -mbulk-memory -Iinclude -Isrc -Ifront -I. -o "$object" "$source"
    objects="$objects $object"
done
# shellcheck disable=SC2086
$WASM_LD --no-entry --gc-sections --strip-all --compress-relocations -z stack-size=131072 --stack-first -o "$work/engine.wasm" $objects

{
    echo "// The game 2048 as values, with its engine. MIT license."
    echo "const wasmText = '$(base64 -w 0 "$work/engine.wasm")';"
    sed '/^import { wasmText }/d' $web/engine/game.js
} >$web/dist/game.js
