#!/bin/bash
# The command line and a worker that says nothing: every command ends with a sentence and a status, in the time that it is given.
#   silent.sh FOLDER-OF-PROGRAMS
set -u
cli=$1/warpstage-cli
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
failures=0
fail () { echo "FAILED: $*"; failures=$((failures + 1)); }

# ends_with_sentence MODE WORDS ARGUMENTS…: the command fails by itself, with one sentence that has these words, and prints nothing else
ends_with_sentence () {
  local mode=$1 words=$2; shift 2
  FAULTY_WORKER=$mode WARPSTAGE_WORKER=$faulty timeout 120 "$cli" "$@" > "$work/out" 2> "$work/err" < /dev/null
  local status=$?
  [ $status = 1 ] || fail "$mode: $*: status $status"
  [ "$(grep -c '^warpstage-cli: ' "$work/err")" = 1 ] || fail "$mode: $*: not one sentence: $(cat "$work/err")"
  grep -q -- "$words" "$work/err" || fail "$mode: $*: does not say “$words”: $(cat "$work/err")"
}

faulty=$1/faulty-worker
export WARPSTAGE_PATIENCE=0.02
for command in devices 'run reduce1 -n 1000' 'run reduce1 -n 1000 -d vm:h200' 'time reduce1 -n 1000 -d vm:h200' 'counters reduce1 -n 1000 -d vm:h200' 'scenario block-sizes -d vm:h200' \
    "chart scaling -n 2^18 -d vm:h200 -o $work/chart.csv" "chart live -k reduce1 -n 1000 --seconds 1 -o $work/live.csv"; do
  # shellcheck disable=SC2086
  ends_with_sentence silent 'WARPSTAGE_WORKER' $command
done
# it greets, and no more: of a recording that is long silence, and the end of it
export WARPSTAGE_PATIENCE=0.05
ends_with_sentence deaf 'did not respond' devices
ends_with_sentence deaf 'did not respond' run reduce1 -n 1000 -d vm:h200
ends_with_sentence huge 'did not respond' run reduce1 -n 1000 -d vm:h200
faulty=
ends_with_sentence silent 'WARPSTAGE_WORKER' devices
ends_with_sentence silent 'WARPSTAGE_WORKER' run reduce1 -n 1000 -d vm:h200

# one that lives and does not get on is waited for, which it says
FAULTY_WORKER=still WARPSTAGE_WORKER=$1/faulty-worker "$cli" run reduce1 -n 1000 -d vm:h200 > "$work/out" 2> "$work/err" < /dev/null &
pid=$!
for _ in $(seq 600); do
  [ "$(grep -c 'made no progress' "$work/err")" -lt 2 ] || break
  sleep 0.1
done
[ "$(grep -c 'made no progress' "$work/err")" -ge 2 ] || fail "still: says nothing of it: $(cat "$work/err")"
kill -0 $pid 2> /dev/null || fail "still: was not waited for"
kill $pid; wait $pid 2> /dev/null

[ $failures = 0 ] && echo "every command ends"
[ $failures = 0 ]
