#!/bin/sh
# Eleven on a bare Debian: a minimal system with gcc, libc6-dev, make and git, where a clone of the last commit is built
# and played as a newcomer would. `tools/bare.sh help` prints the usage.
#
# The bare system is an archive in a cache folder. A run unpacks it and enters it in mount and process namespaces of its
# own. What is mounted there ends with the run, however the run ends, and nobody else sees it.
set -eu

cache=${XDG_CACHE_HOME:-$HOME/.cache}/eleven-bare
root=$cache/root
optional='libzstd-dev libjansson-dev libwebsockets-dev libwslay-dev'

usage() {
    cat <<END
usage: tools/bare.sh [play | test | packages | artefacts | help] [SUITE]

  play      run 'make play' in a bare Debian: without optional libraries, with each of them, with all of them (default);
            in another release than that of this machine only without and with all
  test      run 'make test' there
  packages  install, use, upgrade and purge there the Debian packages that 'make deb' has put in dist/
  artefacts install and use there the rest of what 'make release' has put in dist/
  help      print this text

SUITE is the release of Debian: bookworm, stable or the like; by default that of this machine.

It prints 'ok NAME', 'not ok NAME' or 'skip NAME (REASON)'. It needs root and mmdebstrap. The bare systems are kept in
$cache; remove that folder to create them again.
END
}

skip() {
    echo "skip make $what$other ($1)"
    exit 0
}

# ---- Outside: the bare system ------------------------------------------------------------------------------

# Packages come from where this machine has them: the same sources, proxy and other settings for downloads.
create() {
    [ ! -e "$archive" ] || return 0
    command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed"
    rm -rf "$cache/new.tar" "$cache/sources"
    mkdir "$cache/sources"
    for file in $(grep -lws "$here" /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources); do
        sed "s/\b$here\b/$suite/g" "$file" >"$cache/sources/$(basename "$file")"
    done
    apt-config dump | grep '^Acquire::' >"$cache/apt.conf" || true
    mmdebstrap --variant=apt --include=gcc,libc6-dev,make,git,ca-certificates --dpkgopt=force-unsafe-io \
        --aptopt="$cache/apt.conf" "$suite" "$cache/new.tar" $(find "$cache/sources" -type f) \
        </dev/null >"$cache/log" 2>&1 || skip "mmdebstrap failed: $(tail -n 1 "$cache/log")"
    mv "$cache/new.tar" "$archive"
}

# A fresh copy with this machine's way to the network, and the clone.
unpack() {
    remove
    mkdir "$root"
    tar -xf "$archive" -C "$root"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    cp -R /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    cp "$HOME/.npmrc" "$root/root/" 2>/dev/null || true
    git -c advice.detachedHead=false clone -q "$(dirname "$0")/.." "$root/root/eleven"
    cp "$0" "$root/root/bare.sh"
    case $what in
    packages | artefacts) cp -R "${DIST:-dist}" "$root/root/packages" ;;
    esac
}

remove() { rm -rf --one-file-system "$root"; }

# The command runs as process 1 of its namespace: when it ends, everything that it started ends.
enter() {
    registry=$(npm config get registry 2>/dev/null || true)
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child sh -c '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount -t sysfs -o ro sysfs "$root/sys" || true
        mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$root/dev/pts"
        mount -t tmpfs tmpfs "$root/dev/shm"
        exec chroot "$root" "$@"' sh "$root" \
        /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" BARE=yes OTHER="$other" \
        NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt ${registry:+npm_config_registry="$registry"} \
        sh /root/bare.sh "inside_$what"
}

# ---- Inside ------------------------------------------------------------------------------------------------

# The newcomer has no package lists yet; they are only fetched to see whether that works.
try_mirror() {
    apt-get update -q >/tmp/log 2>&1 || skip "no package mirror answers: $(tail -n 1 /tmp/log)"
    rm -rf /var/lib/apt/lists/*
}

# Installs these optional libraries and removes the others.
install_only() {
    change=
    for package in $optional; do
        case " $* " in
        *" $package "*) change="$change $package" ;;
        *) change="$change $package-" ;;
        esac
    done
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $change
}

# What is in the build works, and what is not is reported in one sentence.
check_feature() { # PACKAGE PACKAGES COMMAND...
    package=$1 packages=$2 status=0
    shift 2
    said=$(build/eleven "$@" </dev/null 2>&1) || status=$?
    library=${package#lib}
    library=${library%-dev}
    sentence="eleven $1: this program was built without $library; install $package and build again"
    case " $packages " in
    *" $package "*) [ "$said" != "$sentence" ] ;;
    *) [ "$said" = "$sentence" ] && [ "$status" = 1 ] ;;
    esac && return
    echo "eleven $* printed: $said (exit status $status)"
    return 1
}

play_with() { # PACKAGE...
    [ $# = 0 ] || install_only "$@" || return
    status=0
    printf '%s\n' left right up down left right up down quit | make play >/tmp/game 2>&1 || status=$?
    cat /tmp/game
    echo "make play: exit status $status"
    [ "$status" = 0 ] && [ "$(grep -cE '^(Left|Right|Up|Down)[.:]' /tmp/game)" -ge 4 ] &&
        [ "$(tail -n 1 /tmp/game)" = "Play again: build/eleven" ] || return
    check_feature libzstd-dev "$*" solve 2x2 --layers /tmp/layers -o /tmp/2x2.elx --force || return
    check_feature libjansson-dev "$*" lsp || return
    check_feature libwebsockets-dev "$*" serve --web /nonexistent || return
    case " $* " in
    *" libwebsockets-dev "*) check_feature libwslay-dev "$*" serve --web /nonexistent ;;
    esac
}

play() { # NAME PACKAGE...
    name="make play, $1$other"
    shift
    if play_with "$@" >/tmp/log 2>&1; then
        echo "ok $name"
    else
        echo "not ok $name"
        cat /tmp/log
        failed=1
    fi
}

inside_play() {
    failed=0
    play "no optional library"
    [ -n "$other" ] || for package in $optional; do
        play "only $package" "$package"
    done
    play "all optional libraries" $optional
    return $failed
}

inside_test() {
    if make test; then
        echo "ok make test"
    else
        echo "not ok make test"
        return 1
    fi
}

try() { # NAME FUNCTION
    if "$2" >/tmp/log 2>&1; then
        echo "ok $1"
    else
        echo "not ok $1"
        cat /tmp/log
        failed=1
    fi
}

install_packages() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        $(find "$1" -name '*.deb' ! -name '*-dbgsym*') pkgconf
}

# Sets up the packages and two users; one has no home folder.
packages_install() {
    apt-get update -q && install_packages /root/packages || return
    useradd --create-home player && useradd --no-create-home --home-dir /nonexistent homeless
}

# What the packages test themselves, as an ordinary user.
packages_use() {
    for test in program library python; do
        su -s /bin/sh player -c "AUTOPKGTEST_TMP=\$(mktemp -d) sh -e /dev/stdin" \
            <"package/debian/tests/$test" || return
    done
}

game_of() { # USER: plays two moves and prints the game
    su -s /bin/sh "$1" -c "cd /; printf '%s\\n' left up quit | PATH=/usr/games:\$PATH eleven" </dev/null
}

packages_play() { game_of player | grep -q '^Left'; }

# Without a home folder nothing can be saved. The game says so, and can still be played.
packages_play_homeless() {
    game_of homeless >/tmp/homeless 2>&1
    cat /tmp/homeless
    grep -q '^Left' /tmp/homeless && grep -qi 'not saved' /tmp/homeless
}

# The same packages with a higher version. The saved game is still there.
packages_upgrade() {
    mkdir -p /tmp/newer && rm -rf /tmp/newer/*
    for package in $(find /root/packages -name '*.deb' ! -name '*-dbgsym*'); do
        dpkg-deb -R "$package" /tmp/newer/tree &&
            sed -i 's/upstream1/upstream2/g' /tmp/newer/tree/DEBIAN/control &&
            dpkg-deb --root-owner-group -b /tmp/newer/tree "/tmp/newer/$(basename "$package")" || return
        rm -rf /tmp/newer/tree
    done
    install_packages /tmp/newer && dpkg -l eleven | grep upstream2 || return
    su -s /bin/sh player -c '/usr/games/eleven games' | grep -q '1 game\|running'
}

packages_purge() {
    DEBIAN_FRONTEND=noninteractive apt-get purge -y -q eleven libeleven0 libeleven-dev python3-eleven || return
    left=$(find / -xdev -name '*eleven*' ! -path '/root/*' ! -path '/home/*' ! -path '/tmp/*' ! -path '/proc/*' \
        ! -path '/var/cache/apt/*')
    echo "left over: $left"
    [ -z "$left" ]
}

# The source without git: `make play` installs the core libraries, and `make uninstall` leaves nothing.
artefacts_source() {
    mkdir -p /tmp/source && tar -xf /root/packages/eleven-[0-9]*[0-9].tar.gz -C /tmp/source --strip-components=1 &&
        printf '%s\n' left up quit | make -C /tmp/source play >/tmp/game && grep '^Left' /tmp/game &&
        make -s -j2 -C /tmp/source install PREFIX=/tmp/prefix LDCONFIG=: && /tmp/prefix/bin/eleven version &&
        make -s -C /tmp/source uninstall PREFIX=/tmp/prefix LDCONFIG=: || return
    left=$(find /tmp/prefix ! -type d)
    echo "left over: $left"
    [ -z "$left" ]
}

install_tools() {
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        python3-venv python3-setuptools python3-wheel python3-numpy python3-cffi nodejs npm vim neovim emacs-nox elpa-eglot
}

# The wheel contains the library. The source distribution builds it with the compiler.
artefacts_python() {
    for package in /root/packages/*.whl /root/packages/eleven_2048-*.tar.gz; do
        rm -rf /tmp/venv && python3 -m venv --system-site-packages /tmp/venv &&
            /tmp/venv/bin/pip install --no-index --no-deps --no-build-isolation "$package" || return
        AUTOPKGTEST_TMP=/tmp PATH=/tmp/venv/bin:$PATH sh -e package/debian/tests/python || return
    done
}

artefacts_npm() {
    mkdir -p /tmp/npm && cd /tmp/npm && npm install --silent /root/packages/eleven-2048-*.tgz || return
    [ -e node_modules/eleven-2048/LICENSE ] && node --input-type=module -e "import { Game } from 'eleven-2048'; const game = new Game({ seed: 1 });
        process.exit(game.move('left') || game.move('up') ? 0 : 1)"
}

# Vim and Neovim find the plugin as a package; a file *.2048 gets its type.
artefacts_vim() {
    start=$HOME/.vim/pack/eleven/start && site=$HOME/.local/share/nvim/site/pack/eleven
    mkdir -p "$start" "$site" && tar -xf /root/packages/eleven-vim-*.tar.gz -C "$start" && cp -R "$start" "$site/" &&
        vim -es -u NONE -c 'packloadall' -c 'redir! >/tmp/vim | scriptnames | redir END' -c 'quitall!'
    cat /tmp/vim
    grep -q eleven /tmp/vim &&
        nvim --headless '+edit /tmp/game.2048' '+lua io.write(vim.bo.filetype)' '+quitall!' | grep -q 2048
}

# Emacs compiles the package without a warning and loads it.
artefacts_emacs() {
    emacs -q --batch --eval "(setq byte-compile-error-on-warn t package-user-dir \"/tmp/elpa\")" -f package-initialize \
        --eval "(package-install-file (car (file-expand-wildcards \"/root/packages/eleven-*.el\")))" \
        --eval "(require 'eleven)"
}

inside_artefacts() {
    failed=0
    try "the source is installed without git, and removed without a rest" artefacts_source
    try "tools for the other artefacts" install_tools
    try "the wheel and the source distribution for Python work" artefacts_python
    try "the package for npm works" artefacts_npm
    try "the plugin works in Vim and Neovim" artefacts_vim
    try "the package works in Emacs" artefacts_emacs
    return $failed
}

inside_packages() {
    failed=0
    try "packages are installed" packages_install
    try "packages work for an ordinary user" packages_use
    try "the installed game can be played" packages_play
    try "the installed game can be played without a home folder" packages_play_homeless
    try "packages are upgraded, games are kept" packages_upgrade
    try "packages are purged without a rest" packages_purge
    return $failed
}

# ---- Both --------------------------------------------------------------------------------------------------

what=${1:-play}
other=${OTHER:-}
case $what in
play | test | packages | artefacts) ;;
inside_*)
    trap 'exit 130' INT TERM
    cd /root/eleven
    what=${1#inside_}
    try_mirror
    "$1"
    exit
    ;;
help | --help | -h)
    usage
    exit
    ;;
*)
    echo "bare.sh: there is no command '$what'; 'tools/bare.sh help' lists them" >&2
    exit 2
    ;;
esac
[ -z "${BARE:-}" ] || skip "this is the bare system"
[ "$(id -u)" = 0 ] || skip "it needs root"
unshare --mount --pid --fork true 2>/dev/null || skip "this machine does not allow new namespaces"
here=$(. /etc/os-release && echo "$VERSION_CODENAME")
suite=${2:-$here}
archive=$cache/$suite.tar
[ "$suite" = "$here" ] || other=", $suite"
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9
create
trap remove EXIT
trap 'exit 130' INT
unpack
enter
