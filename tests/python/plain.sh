#!/bin/bash
# plain.sh BIN: "warpstage-cli python" with a script that needs no package: what it is given, what comes back, and what is refused.
set -u
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export WARPSTAGE_WORKER=$bin/warpstage-worker PYTHONDONTWRITEBYTECODE=1
unset VIRTUAL_ENV PYTHONPATH LD_LIBRARY_PATH
status=0
fail () { echo "$*"; cat "$work/out"; status=1; }

# expect STATUS PATTERN ARGUMENT…: "warpstage-cli python ARGUMENT…" ends so, and says so.
expect () {
  local wanted=$1 pattern=$2 ended=0
  shift 2
  "$bin/warpstage-cli" python "$@" > "$work/out" 2>&1 || ended=$?
  [ "$ended" = "$wanted" ] || fail "$*: ends with status $ended, not $wanted"
  grep -qE -e "$pattern" "$work/out" || fail "$*: does not say “$pattern”"
}

expect 0 '^right --save 7$' --save "$work/plain.wsrun" "$here/plain.py" --save 7
expect 0 'launch 1: twice<<<1, 64>>>' --launch 1 --device vm:k40c -- "$here/plain.py"
expect 0 '^plain.py: twice, launch 1 on ' "$here/plain.py"
expect 1 'there is no launch 2' --launch 2 "$here/plain.py"
expect 2 'No script given' --json
expect 2 'counted from 1' --launch -1 "$here/plain.py"
expect 2 'on a virtual GPU' --device cuda:0 "$here/plain.py"
expect 1 'The program ended with status 2' "$here/no-such-file.py"
"$bin/warpstage-cli" export memory --run "$work/plain.wsrun" -o "$work/memory.json" > "$work/out" 2>&1 || fail "the run cannot be opened"
grep -qF '"first": "numbers[0]"' "$work/memory.json" || fail "the parameters have no names"
mkdir "$work/environment" "$work/environment/bin"
printf '#!/bin/sh\necho "of the environment: $1"\n' > "$work/environment/bin/python3"
chmod +x "$work/environment/bin/python3"
export VIRTUAL_ENV=$work/environment
expect 1 '^of the environment: x.py$' x.py
VIRTUAL_ENV='' PATH=/nowhere "$bin/warpstage-cli" python x.py > "$work/out" 2>&1
grep -q 'There is no python3' "$work/out" || fail "without a python3: does not say so"
exit $status
