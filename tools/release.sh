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
PYTHON=${PYTHON:-python3}
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

# The files of an earlier release are replaced. The checksums are for all files of the folder, so it contains no others.
check_dist() {
    for path in "$DIST"/*; do
        file=${path##*/}
        [ ! -d "$path" ] || fail "$DIST contains the folder '$file'; make release DIST=FOLDER uses another folder"
        case $file in
        '*' | SHA256SUMS | *eleven[-_0]*[0-9]*.tar.* | *eleven*_[0-9]*.deb | eleven*_[0-9]*.dsc | eleven_2048-[0-9]*.whl) ;;
        eleven-*[0-9].html | eleven-*[0-9].spdx.json | eleven-*[0-9].el | eleven-2048-[0-9]*.tgz | eleven-2048-[0-9]*.vsix) ;;
        *) grep -qxF "$(sha256sum <"$path" | cut -d ' ' -f 1)  ./$file" "$DIST/SHA256SUMS" 2>/dev/null ||
            fail "$DIST contains '$file', which is not of a release; make release DIST=FOLDER uses another folder" ;;
        esac
    done
}

checksum() { # FILE: written next to it, in the form that `sha256sum -c` reads
    (cd "$DIST" && sha256sum "$1" >"$1.sha256")
}

# The folder may also be in a repository that is not ours, or in one that git does not trust, as it then says.
check_repository() {
    prefix=$(git rev-parse --verify -q HEAD >/dev/null && git rev-parse --show-prefix) && [ -z "$prefix" ] ||
        fail "a release is made from a commit, and git finds none for this folder"
}

make_dist() {
    check_repository
    [ -z "$(git status --porcelain)" ] || echo "release: uncommitted changes are not part of $name.tar.gz" >&2
    git -c tar.umask=0002 archive --format=tar --prefix="$name/" -o "$DIST/$name.tar.new" HEAD ||
        fail "git archive failed"
    gzip -9n <"$DIST/$name.tar.new" >"$DIST/$name.tar.gz.new"
    rm "$DIST/$name.tar.new"
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
    (cd "$DIST" && rm -f ./*eleven*.deb ./eleven_*.dsc ./eleven_*.debian.tar.xz ./eleven_*.orig.tar.gz)
    cp "$work"/*.deb "$work"/*.dsc "$work"/*.debian.tar.xz "$work"/*.orig.tar.gz "$DIST"
    rm -rf "$work"
    trap - EXIT
}

# The page as a folder for any static host, and as one file.
make_page() {
    mkdir "$work/$name-web"
    cp build/web/* "$work/$name-web/"
    cp LICENSE "$work/$name-web/LICENSE.txt"
    cp front/web/font/OFL.txt "$work/$name-web/OFL.txt"
    (cd "$work/$name-web" && sha256sum ./* >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
    pack "$DIST/$name-web.tar.gz" "$work" "$name-web"
    { cat build/eleven.html && echo '<!--' && cat LICENSE && echo && cat front/web/font/OFL.txt && echo '-->'; } >"$DIST/$name.html"
}

make_npm() {
    cp LICENSE front/web/
    cp front/web/font/OFL.txt front/web/dist/
    (cd front/web && npm pack --silent --ignore-scripts --pack-destination "$DIST" >/dev/null)
}

# The wheel contains the library, the source distribution builds it.
make_python() {
    ${MAKE:-make} -s wheel
    cp build/python/dist/*.whl "$DIST/"
    mkdir -p "$work/sdist/eleven_2048-$VERSION"
    tar -C "$work/sdist/eleven_2048-$VERSION" --strip-components=1 -xf build/python/dist/*.tar.gz
    pack "$DIST/eleven_2048-$VERSION.tar.gz" "$work/sdist" "eleven_2048-$VERSION"
}

make_editors() {
    (cd editors/vscode && npm ci --silent && npm run --silent package >"$work/vsce")
    $PYTHON tools/rezip.py editors/vscode/eleven-2048.vsix "$DIST/eleven-2048-$VERSION.vsix"
    plugin=$work/eleven-vim
    mkdir -p "$plugin/plugin"
    cp editors/vim/eleven-ale.vim editors/neovim/eleven.lua "$plugin/plugin/"
    cp LICENSE "$plugin/"
    pack "$DIST/eleven-vim-$VERSION.tar.gz" "$work" eleven-vim
    cp editors/emacs/eleven.el "$DIST/eleven-$VERSION.el"
}

# Recipes for other systems. They contain the checksum of the tarball, so they cannot be part of it.
make_recipes() {
    sum=$(sha256sum "$DIST/$name.tar.gz" | cut -d ' ' -f 1)
    for recipe in package/recipes/*.in; do
        sed "s|@VERSION@|$VERSION|g; s|@SHA256@|$sum|g; s|@HOMEPAGE@|$HOMEPAGE|g" "$recipe" \
            >"$DIST/$(basename "$recipe" .in)"
    done
}

# What is new in this version, from the changelog.
make_notes() {
    awk -v version="$VERSION" '/^## / { on = index($0, version) } on && !/^## /' CHANGELOG.md >"$DIST/NOTES.md"
    [ -s "$DIST/NOTES.md" ] || fail "CHANGELOG.md has no part for version $VERSION"
    $PYTHON tools/sbom.py "$VERSION" "$DIST/$name.tar.gz" >"$DIST/$name.spdx.json"
}

# Everything is built in a clone of the last commit, so no file of this folder can get into it by accident.
make_all() {
    check_repository
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    check_dist
    target=$DIST DIST=$work/dist
    mkdir "$DIST"
    git clone -q . "$work/clone"
    cd "$work/clone"
    unset B
    $PYTHON tools/version.py || fail "the versions differ; 'tools/version.py $VERSION' makes them equal"
    echo "The source ..."
    make_dist
    echo "The page, the packages for npm and Python ..."
    ${MAKE:-make} -s -j"$(nproc)" all web-package
    make_page
    make_npm
    make_python
    echo "Editors ..."
    make_editors
    make_recipes
    make_notes
    echo "The Debian packages ..."
    (make_deb)
    (cd "$DIST" && sha256sum ./* >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
    (cd "$target" && rm -f ./*)
    cp "$DIST"/* "$target"
    list
}

# Name, size in bytes and checksum of each file.
list() {
    (cd "$DIST" && while read -r sum file; do
        printf '%-44s %9d  %s\n' "${file#./}" "$(wc -c <"$file")" "$sum"
    done <SHA256SUMS)
}

case ${1:-} in
all) make_all ;;
dist)
    make_dist
    ls -l "$DIST/$name.tar.gz"
    ;;
deb)
    make_dist
    make_deb
    ls -l "$DIST"/*.deb
    ;;
*) fail "usage: tools/release.sh dist | deb | all" ;;
esac
