#!/bin/bash
# package.sh BIN: the package for Python, from the tree, with the programs of BIN: package.py. Skipped (77) where tests/run.sh has fetched no
# NumPy, Numba and Triton: see find_python in tests/builds.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
python=${WARPSTAGE_TEST_PYTHON:-}
[ -n "$python" ] || { echo "skipped: there is no NumPy; tests/run.sh fetches it"; exit 77; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export PYTHONPATH=$here/../../app/python/src WARPSTAGE_PROGRAMS=$1 TRITON_CACHE_DIR=$work/triton TMPDIR=$work PYTHONDONTWRITEBYTECODE=1
unset VIRTUAL_ENV LD_LIBRARY_PATH
"$python/bin/python" -W error::ResourceWarning "$here/package.py" || exit 1
# the package leaves no folder behind
[ -z "$(find "$work" -maxdepth 1 -regextype egrep -regex '.*/warpstage-[a-z0-9_]{8}')" ] || { ls "$work"; exit 1; }
