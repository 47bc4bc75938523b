#!/bin/sh
# Builds the unit and property tests, and the program that prints the signatures, for another machine. Its libraries and
# headers are Debian's, unpacked into FOLDER/root: nothing is installed.
#
#     sh tools/cross.sh i386|arm64|s390x COMPILER FOLDER
set -eu
machine=$1 compiler=$2 folder=$3
root=$PWD/$folder/root
mkdir -p "$folder"

# Unpacks the libraries from these sources of packages, or from those of this machine.
unpack() {
    rm -rf "$root.new"
    mmdebstrap --variant=extract --architectures="$machine" --aptopt="$folder/apt.conf" \
        --include=libc6-dev,libc-bin,libcmocka-dev,libncurses-dev,libsqlite3-dev "$suite" "$root.new" "$@" \
        </dev/null >"$folder/log" 2>&1
}

if [ ! -d "$root" ]; then
    apt-config dump | grep '^Acquire::' >"$folder/apt.conf" || true # a proxy, for instance
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # The list of security updates for another machine can be incomplete for days; the libraries are there without it.
    unpack || unpack "deb http://deb.debian.org/debian $suite main" || { tail -n 5 "$folder/log"; exit 1; }
    mv "$root.new" "$root"
fi
exec "${MAKE:-make}" -s -j2 B="$folder" CC="$compiler --sysroot=$root" CFLAGS='-O2 -DSMALL_TESTS -DNO_MEMORY_LIMIT' \
    tests "$folder/signature"
