#!/usr/bin/env bash
# Installs the wheel into fresh environments of the oldest and the newest Python here, and compares
# what causal-learn's PC learns with a truth of networkx.
#
# usage: fresh.sh WHEEL FOLDER
set -euo pipefail
wheel=$(realpath "$1")
folder=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)

found() { # prints the path of a Python that works, of the versions given
    local version path
    for version in "$@"; do
        for path in "$(command -v "python$version" || true)" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/python; do
            if [ -x "$path" ] && "$path" -c 'import venv, ensurepip' 2>/dev/null; then
                echo "$path"
                return
            fi
        done
    done
}

oldest=$(found 3.10 3.11 3.12 3.13 3.14)
newest=$(found 3.14 3.13 3.12 3.11 3.10)
for python in $(printf '%s\n' "$oldest" "$newest" | sort -u); do
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    env=$folder/fresh-$version
    if [ ! -e "$env/installed" ]; then # the other packages are installed once
        rm -rf "$env"
        "$python" -m venv "$env"
        "$env/bin/python" -m pip install -q --disable-pip-version-check causal-learn==0.1.4.8 networkx
        touch "$env/installed"
    fi
    "$env/bin/python" -m pip install -q --disable-pip-version-check --force-reinstall --no-deps "$wheel"
    (cd / && env -u PYTHONPATH -u SEPDIST_LIBRARY -u SEPDIST_WORKER -u SEPDIST_ENGINE "$env/bin/python" -W ignore "$here/eight_lines.py")
    echo "fresh environment with Python $version: good"
done
