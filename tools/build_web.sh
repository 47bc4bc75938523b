#!/bin/sh
# Builds the game for browsers with clang and wasm-ld alone:
#
#     build/web/            the page; eleven-2048.js in it is the component, eleven-players.js the worker with the players,
#                           eleven-network.weights what they know, page-NAME.js a part of the page; players, weights and
#                           parts are fetched when somebody first uses them
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
    $CLANG --target=wasm32 -c -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wno-enum-float-conversion ${WERROR-} -ffreestanding -nostdlibinc \
        -isystem $web/libc -mbulk-memory -Iinclude -Isrc -Ifront -I. "$@" -o "$object" "$source"
}

link() { # MODULE STACK OBJECT...
    module=$1 stack=$2
    shift 2
    $WASM_LD --no-entry --gc-sections --strip-all --compress-relocations -z stack-size="$stack" --stack-first -o "$module" "$@"
}

# The page's module, for any browser: small before fast. It is optimized as a whole, which makes it smaller.
objects=
for source in src/core/*.c src/base/array.c src/base/memory.c src/session/session.c src/session/frame.c $web/*.c; do
    object=$work/$(basename "$source" .c).o
    compile "$source" "$object" -Oz -flto
    objects="$objects $object"
done
# shellcheck disable=SC2086
link "$work/eleven.wasm" 131072 $objects

# The players' module, for the worker, and the bench as a program of its own, for its signature: fast before small, with
# vectors of 128 bits. Nobody trains or plays matches in a browser, and the network is fetched.
fast() { # OBJECT_PREFIX SOURCE...: compiles and adds to $objects
    prefix=$1
    shift
    for source in "$@"; do
        object=$work/$prefix-$(basename "$source" .c).o
        compile "$source" "$object" -O2 -msimd128
        objects="$objects $object"
    done
}

objects=
fast fast src/core/*.c src/fast/*.c src/base/problem.c src/base/array.c src/base/memory.c $web/libc.c $web/print.c
shared=$objects
fast bench bench/input.c bench/tasks.c $web/bench/bench_web.c
# shellcheck disable=SC2086
link "$work/bench.wasm" 1048576 $objects

objects=$shared
for source in src/player/*.c src/review/*.c src/players/players.c; do
    case $(basename "$source" .c) in
        match | statistics | kernels | network_shipped | search_team) ;;
        *) fast players "$source" ;;
    esac
done
fast players $web/exchange.c $web/players/*.c
# shellcheck disable=SC2086
link "$work/players.wasm" 1048576 $objects

# The decoders of other programs' games, which the page loads when somebody uses them.
objects=
for source in src/core/*.c src/formats/*.c src/base/problem.c src/base/buffer.c src/base/array.c src/base/memory.c $web/exchange.c $web/libc.c \
    $web/print.c $web/formats/*.c; do
    object=$work/formats-$(basename "$source" .c).o
    compile "$source" "$object" -Oz
    objects="$objects $object"
done
# shellcheck disable=SC2086
link "$work/formats.wasm" 131072 $objects

# ---- The scripts, without comments and indentation, which are a third of them

strip='s/^ +//; /^\/\//d; s/([;,{]) \/\/ .*/\1/' # a comment at the end of a line follows one of these signs

strip_modules() { # FILE...: import lines and the word export are dropped
    for file in "$@"; do
        sed -E -e '/^import .* from /d; /^export \{/d; s/^export (const|let|class|function|async)/\1/' \
            -e "$strip" -e '/^$/d' "$file"
        echo
    done
}

wasm_text() { # NAME MODULE: the module as a constant
    $PYTHON - "$1" "$2" <<'PYTHON'
import base64, sys, zlib
packed = zlib.compress(open(sys.argv[2], "rb").read(), 9)
print(f"const {sys.argv[1]} = '{base64.b64encode(packed).decode()}';")
PYTHON
}

# English is in the component; every other language is a module of its own, which is loaded when it is needed.
rm -f "$page"/eleven-words-*.js
languages=
for file in $web/words/*.js; do
    name=$(basename "$file" .js)
    case $name in en | more-*) continue ;; esac
    languages="$languages${languages:+, }'$name'"
    sed -E -e "$strip" -e '/^$/d' "$file" >"$page/eleven-words-$name.js"
done

exports='Eleven2048, Engine, RecordError, engineProblem, isLetter, keyDirection, listenForSwipes, directions'
exports="$exports, languageNames, languageOf, loadWords, wordsFor"
title="// <eleven-2048>: 2048 as a custom element, with its engine. MIT license."
{
    wasm_text wasmText "$work/eleven.wasm"
    strip_modules $web/words/en.js $web/component/module.js $web/component/compiled.js \
        $web/component/engine.js $web/component/themes.js \
        $web/component/look.js $web/component/view.js $web/component/words.js $web/component/font.js \
        $web/component/announce.js $web/component/input.js $web/component/worker_client.js $web/component/element.js
} >"$work/component.js"
{
    echo "$title"
    strip_modules $web/component/address.js | sed "s/'LANGUAGES'/$languages/"
    cat "$work/component.js"
    echo "export { $exports };"
} >"$page/eleven-2048.js"

cp data/default.weights "$page/eleven-network.weights"
{
    echo "// The players of <eleven-2048>, as a worker. MIT license."
    wasm_text playersText "$work/players.wasm"
    echo "const networkSize = $(wc -c <data/default.weights);"
    strip_modules $web/component/module.js $web/players/players.js $web/players/network.js $web/players/worker.js
} >"$page/eleven-players.js"

page_sources="words settings parts store statistics keeper link daily dialogs replay advice review sheet main"
page_files=$(for name in $page_sources; do echo "$web/page/$name.js"; done)
# shellcheck disable=SC2086
strip_modules $page_files >"$work/page.js"
# shellcheck disable=SC2086
page_exports=$(sed -nE 's/^export (async )?(const|let|class|function) ([A-Za-z0-9_]+).*/\3/p' $page_files | paste -sd, -)
{
    echo "import { $exports } from './eleven-2048.js';"
    cat "$work/page.js"
    echo "export { $page_exports };"
} >"$page/page.js"

# The parts that are loaded when they are first used. pack.py adds their imports.
part() { # NAME FILE...
    name=$1
    shift
    sed -E -e '/^import .* from /d' -e "$strip" -e '/^$/d' "$@" >"$work/part-$name.js"
}
rm -f "$work"/part-*.js "$page"/page-*.js
wasm_text formatsText "$work/formats.wasm" >"$work/formats_text.js"
part formats "$work/formats_text.js" $web/component/module.js $web/formats/formats.js
part more $web/words/more-*.js $web/page/more.js
part practice $web/page/position.js $web/page/editor.js $web/page/practice.js $web/page/drills.js
part import $web/page/import.js
part card $web/page/card.js
part chart $web/page/shapes.js $web/page/chart.js
part feel $web/page/feel.js
part gamepad $web/page/gamepad.js
part film $web/page/film_scene.js $web/page/film_svg.js $web/page/film_video.js $web/page/film.js
part insights $web/page/shapes.js $web/page/insights_sums.js $web/page/insights.js

# ---- The page

for name in index.html early.js; do
    sed -E "$strip" "$web/page/$name" >"$work/$name"
done
sed -E -e "$strip" -e 's/([a-z-]): /\1:/g; s/([;,]) /\1/g; s/;? ?([{}]) ?/\1/g' "$web/page/page.css" >"$work/page.css"
cp $web/page/manifest.webmanifest $web/page/*.svg $web/page/*.png $web/font/eleven-font.woff2 "$page"
mkdir -p $web/dist
cp "$page/eleven-2048.js" "$page"/eleven-words-*.js "$page/eleven-players.js" "$page/eleven-network.weights" \
    $web/font/* $web/eleven-2048.d.ts LICENSE $web/dist

$PYTHON $web/pack.py "$page" "$work" "$B/eleven.html" "$exports" "$page_exports"
