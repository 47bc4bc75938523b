#!/bin/sh
# Draws doc/terminal.svg, the picture in the README: the real program after a fixed list of keys.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
keys=$(awk 'BEGIN { for (i = 0; i < 24; i++) printf "sasdsasdsasasa" }')
${PYTHON:-/usr/bin/python3} tools/screenshot.py doc/terminal.svg 64x23 "$keys" \
    "${B:-build}/eleven" play --data "$folder" --seed 18
