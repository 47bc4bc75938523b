#!/bin/sh
# Compares the signatures that `eleven bench` prints, for every vector width of this processor, with those in
# bench/signature. The first line is the signature of the engines, which browsers compute too. The second line is that
# of the player, which depends on the built-in network. A commit that changes results changes the file and says why.
#
#     sh tools/check_signature.sh PROGRAM...
set -eu
pinned=$(cat bench/signature)
for program in "$@"; do
    for bits in 128 256 512; do
        found=$("$program" bench --once --bits $bits 2>/dev/null | sed -n 1,2p) || true
        if [ -z "$found" ]; then
            [ $bits != 128 ] || { echo "$program bench printed no signature"; exit 1; }
        elif [ "$found" != "$pinned" ]; then
            printf '%s with %s bits:\n%s\nexpected by bench/signature:\n%s\n' "$program" $bits "$found" "$pinned"
            exit 1
        else
            echo "$program, $bits bits:" $found
        fi
    done
done
