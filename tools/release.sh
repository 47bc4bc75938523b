#!/bin/sh
# Builds what is published, from the last commit: `make dist`, `make deb` and `make release` run it.
#
#     sh tools/release.sh dist          the source as a tarball, with its checksum; KEY=ID also signs it
#     sh tools/release.sh deb           the Debian packages
#     sh tools/release.sh all           everything, in a clean clone
#
# The environment names the version (VERSION), the folder of the results (DIST) and the date in all files
# (SOURCE_DATE_EPOCH); make sets them.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
DIST=$(mkdir -p "$DIST" && cd "$DIST" && pwd)
name=eleven-$VERSION
umask 022

fail() {
    echo "release: $*" >&2
    exit 1
}

# Several files as one archive that does not depend on the machine or on the time.
pack() { # ARCHIVE FOLDER NAME...
    archive=$1 folder=$2
    shift 2
    tar -C "$folder" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
        -cf - "$@" | gzip -9n >"$archive.new"
    mv "$archive.new" "$archive"
}

checksum() { # FILE: written next to it, in the form that `sha256sum -c` reads
    (cd "$DIST" && sha256sum "$1" >"$1.sha256")
}

make_dist() {
    git rev-parse --verify -q HEAD >/dev/null || fail "this is not a git repository; the tarball is made from a commit"
    [ -z "$(git status --porcelain)" ] || echo "release: uncommitted changes are not part of $name.tar.gz" >&2
    git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$DIST/$name.tar.gz.new"
    mv "$DIST/$name.tar.gz.new" "$DIST/$name.tar.gz"
    checksum "$name.tar.gz"
    if [ -n "${KEY:-}" ]; then
        gpg --batch --yes --local-user "$KEY" --armor --detach-sign "$DIST/$name.tar.gz"
    fi
}

# Debian's tools want the packaging in debian/, beside the source.
make_deb() {
    command -v dpkg-buildpackage >/dev/null || fail "dpkg-buildpackage is missing; install dpkg-dev and debhelper"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cp "$DIST/$name.tar.gz" "$work/eleven_$VERSION.orig.tar.gz"
    tar -C "$work" -xf "$work/eleven_$VERSION.orig.tar.gz"
    cp -R "$work/$name/package/debian" "$work/$name/debian"
    (
        cd "$work/$name"
        dpkg-checkbuilddeps || fail "install these packages and try again"
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$work" LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" \
            dpkg-buildpackage -us -uc >"$work/log" 2>&1 || {
            tail -n 40 "$work/log"
            fail "dpkg-buildpackage failed; the lines above state the reason"
        }
    )
    rm -rf "$DIST/debian"
    mkdir "$DIST/debian"
    cp "$work"/*.deb "$work"/*.dsc "$work"/*.debian.tar.xz "$work"/*.orig.tar.gz "$work"/*.buildinfo "$work"/*.changes "$DIST/debian/"
    rm -rf "$work"
    trap - EXIT
}

case ${1:-} in
dist)
    make_dist
    ls -l "$DIST/$name.tar.gz"
    ;;
deb)
    make_dist
    make_deb
    ls -l "$DIST"/debian/*.deb
    ;;
*) fail "usage: tools/release.sh dist | deb | all" ;;
esac
