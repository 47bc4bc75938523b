#!/bin/sh
# Compares the signatures that `eleven bench` prints, at every vector width that this processor has, with the ones pinned
# in bench/signature: the engines', which browsers compute as well, and the player's, which follows from the network that
# ships. Whoever changes what is computed, or that network, changes the file in the same commit, and says why.
#
#     sh tools/check_signature.sh PROGRAM...
set -eu
pinned=$(cat bench/signature)
for program in "$@"; do
    for bits in 128 256 512; do
        found=$("$program" bench --once --bits $bits 2>/dev/null | sed -n 1,2p) || true
        if [ -z "$found" ]; then
            [ $bits != 128 ] || { echo "$program bench gives no signature"; exit 1; }
        elif [ "$found" != "$pinned" ]; then
            printf '%s computes with %s bits\n%s\nbench/signature says\n%s\n' "$program" $bits "$found" "$pinned"
            exit 1
        else
            echo "$program, $bits bits:" $found
        fi
    done
done
