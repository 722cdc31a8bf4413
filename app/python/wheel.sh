#!/bin/bash
# Makes the wheel of warpstage, which needs nothing but glibc 2.36: on Debian 12, with what app/run.sh installs, and PyPI.
#
#   app/python/wheel.sh FOLDER      FOLDER gets warpstage-VERSION-py3-none-manylinux_2_36_x86_64.whl
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../prepare.sh"
here=$root/app/python

[ $# = 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 2; }
mkdir -p "$1"
out=$(realpath "$1")
cache=${WARPSTAGE_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/warpstage-tests}
tools=$cache/wheel-tools
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

if ! cmp -s "$here/requirements.txt" "$tools/requirements.txt"; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$tools/requirements.txt"
fi
"$here/cairo.sh" "$cache/wheel-cairo"
# by the name that CMake has for the compiler itself: ccache knows what another build has compiled by it
CC=${CC:-cc} PATH=$tools/bin:$PATH "$tools/bin/pip" wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps -w "$work" "$here"
PATH=$tools/bin:$PATH "$tools/bin/python" "$here/repair.py" "$cache/wheel-cairo/lib" "$work"/warpstage-*.whl "$out"
