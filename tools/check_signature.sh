#!/bin/sh
# Compares the bench signature of each program, at every vector width that this processor has, with the one pinned in
# bench/signature. Whoever changes what the engines compute changes that file in the same commit, and says why.
#
#     sh tools/check_signature.sh PROGRAM...
set -eu
pinned=$(cat bench/signature)
for program in "$@"; do
    for bits in 128 256 512; do
        found=$("$program" bench --once --bits $bits --json 2>/dev/null | sed 's/.*"signature":"\([0-9a-f]*\)".*/\1/') || true
        if [ -z "$found" ]; then
            [ $bits != 128 ] || { echo "$program bench gives no signature"; exit 1; }
        elif [ "$found" != "$pinned" ]; then
            echo "$program computes $found with $bits bits; bench/signature says $pinned"
            exit 1
        else
            echo "$program, $bits bits: $found"
        fi
    done
done
