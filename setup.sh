#!/bin/sh
# Gets the project ready to run: system libraries, .venv, pinned packages. When all is there it does nothing.
#
#     ./setup.sh film         what the film needs
#     ./setup.sh film test    what the tests need
#     ./setup.sh slides       what slides in a browser are shown with
#
# Stopped midway it begins .venv anew; what pip has fetched or compiled by then comes from pip's own cache.
set -eu
cd "$(dirname "$0")"

main() {
    all_ready "$@" && exit
    wait_for_other_setups
    all_ready "$@" && exit
    need_system "$@"
    whole || make_venv
    for set in "$@"; do
        ready "$set" || install "$set"
    done
}

# .venv is whole when the last installation into it ended well, with this Python and in this folder. It has a set when
# that set's pins are the ones installed; slides are shown with reveal.js, which lies in a folder of its own.
whole() { [ -e .venv/whole ] && [ "$(cat .venv/whole)" = "$(state build)" ]; }
ready() { whole && [ -e ".venv/has-$1" ] && [ "$(cat ".venv/has-$1")" = "$(state "$1")" ] && lies_there "$1"; }
state() { { pwd -P; .venv/bin/python -V; cat "$(pins "$1")"; } 2>/dev/null | sha256sum; }
pins() { if [ "$1" = slides ]; then echo assets/slides/package-lock.json; else echo "requirements/$1.txt"; fi; }
lies_there() { [ "$1" != slides ] || [ -e assets/slides/node_modules/reveal.js/package.json ]; }

all_ready() {
    for set in "$@"; do
        ready "$set" || return 1
    done
}

wait_for_other_setups() {
    command -v flock >/dev/null || return 0
    exec 9<setup.sh
    flock -n 9 || { say "waiting for another set-up to finish"; flock 9; }
}

# What pip cannot install, for these sets. It compiles pycairo and manimpango, which come without wheels (on ARM some more).
need_system() {
    missing=
    python=$(find_python) || { python=python3 missing=" python3"; }
    "$python" -c "import ensurepip, venv" 2>/dev/null || missing="$missing $python-venv"
    has_headers "$python" || missing="$missing $python-dev"
    command -v cc >/dev/null && command -v c++ >/dev/null || missing="$missing g++"
    command -v pkg-config >/dev/null || missing="$missing pkg-config"
    pkg-config --exists cairo 2>/dev/null || missing="$missing libcairo2-dev"
    pkg-config --exists pangocairo 2>/dev/null || missing="$missing libpango1.0-dev"
    wants "$*" slides && { command -v npm >/dev/null || missing="$missing npm"; }
    wants "$*" test && { command -v chromium >/dev/null || missing="$missing chromium"; }
    wants "$*" test && { command -v soffice >/dev/null || missing="$missing libreoffice-impress fonts-liberation"; }
    [ -z "$missing" ] || install_system "${missing# }"
    new_enough "$python" || fail "this needs Python 3.11 or newer, and $python is $("$python" -V)"
}

wants() { case " $1 " in *" $2 "*) ;; *) return 1 ;; esac; }

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if new_enough "$candidate"; then echo "$candidate"; return; fi
    done
    command -v python3 >/dev/null && echo python3
}
new_enough() { "$1" -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; }
has_headers() { "$1" -c "import os, sysconfig as s; open(os.path.join(s.get_path('include'), 'Python.h'))" 2>/dev/null; }

install_system() {
    command -v apt-get >/dev/null || fail "missing (as Debian calls it): $1; install that and run this again"
    install="apt-get install --yes --no-install-recommends $1"
    by_hand="run this as root, then try again:  apt-get update && $install"
    if [ "$(id -u)" = 0 ]; then
        sudo=
    elif command -v sudo >/dev/null; then
        sudo=sudo
    else
        fail "system packages are missing; $by_hand"
    fi
    say "installing system packages: $1"
    quietly $sudo apt-get -o DPkg::Lock::Timeout=300 update || say "going on with the package lists at hand"
    quietly $sudo env DEBIAN_FRONTEND=noninteractive ${install%% *} -o DPkg::Lock::Timeout=300 ${install#* } ||
        fail "that failed; $by_hand"
}

make_venv() {
    say "making .venv with $("$python" -V)"
    quietly "$python" -m venv --clear .venv || fail "no .venv could be made"
    pip_install build
    # Lets scenes import film/ and training/ when plain `manim` runs them.
    pwd -P >"$(.venv/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")/glpilot-explained.pth"
    state build >.venv/whole
}

install() {
    say "installing the packages of $(pins "$1") (a minute or two)"
    rm -f ".venv/has-$1"
    if [ "$1" = slides ]; then
        npm_install
    else
        rm -f .venv/whole
        pip_install "$1"
    fi
    state "$1" >".venv/has-$1"
    state build >.venv/whole
}

# Compiles with the tools of requirements/build.txt, pinned too, and not with whatever is newest today.
pip_install() {
    PATH="$PWD/.venv/bin:$PATH" quietly .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
        --require-hashes --no-build-isolation -r "requirements/$1.txt" || fail "the packages could not be installed"
}

npm_install() {
    quietly npm --prefix assets/slides ci --ignore-scripts --no-audit --no-fund || fail "the packages could not be installed"
}

quietly() {
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    "$@" >"$log" 2>&1 </dev/null || { cat "$log" >&2; return 1; }
}

say() { echo "setup: $1"; }
fail() { echo "setup: $1" >&2; exit 2; }

main "$@"
