#!/bin/sh
# Checks that object files are pure: they use no symbols except mem*, assert and their own, and have no writable data.
#
#     sh tools/check_pure.sh OBJECT...
set -eu
[ $# -gt 0 ] || exit 0

defined=$(nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u)
undefined=$(nm -u "$@" | awk '$1 == "U" { print $2 }' | sort -u |
    grep -vxE 'mem(cpy|move|set|cmp)|__mem(cpy|move|set)_chk|__stack_chk_fail|__assert_fail|__cpu_model|__cpu_indicator_init|_GLOBAL_OFFSET_TABLE_' || true)
foreign=$(printf '%s\n' "$undefined" | while read -r name; do
    [ -z "$name" ] || printf '%s\n' "$defined" | grep -qxF "$name" || echo "$name"
done)
# Constants that contain addresses are in .data.rel.ro, which is read-only after the program is loaded.
writable=$(nm -A --format=sysv "$@" | awk -F'|' '$3 ~ /[bBdDcC]/ && $7 !~ /^\.data\.rel\.ro/ { print $1 }' || true)

if [ -n "$foreign$writable" ]; then
    [ -z "$foreign" ] || printf 'pure: symbols that a pure room may not use: %s\n' "$(echo $foreign)"
    [ -z "$writable" ] || printf 'pure: writable data:\n%s\n' "$writable"
    exit 1
fi
echo "pure: $# objects use only mem* and assert and have no writable data"
