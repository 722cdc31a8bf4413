# shellcheck shell=bash
# remote.sh: what the tests of other computers' devices share. To be sourced.
#
# It waits for things that happen, up to two minutes each, and asserts no time.

pids=()
failures=0
checks=0

skip () {
  echo "skipped: $*"
  exit 77
}

fail () {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# What was started ends with the test, in reverse order.
clean_up () {
  local i
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    kill "${pids[i]}" 2> /dev/null
  done
  wait 2> /dev/null
  rm -rf "$work"
}

# begin_remote FOLDER-OF-PROGRAMS: sets bin, cli and work; settings are kept in work.
begin_remote () {
  bin=$(realpath "$1")
  cli=$bin/warpstage-cli
  work=$(mktemp -d)
  trap clean_up EXIT
  export GSETTINGS_BACKEND=keyfile XDG_CONFIG_HOME=$work/settings LC_ALL=C.UTF-8
  unset WARPSTAGE_PATIENCE WARPSTAGE_WORKER DISPLAY SSH_ASKPASS
}

end_remote () {
  [ "$failures" = 0 ] || exit 1
  echo "$1: $checks checks are as they should be."
}

find_port () {
  python3 -c 'import socket; s = socket.socket (); s.bind (("127.0.0.1", 0)); print (s.getsockname ()[1])'
}

# wait_for WHAT COMMAND…: until the command succeeds
wait_for () {
  local what=$1 i
  shift
  for ((i = 0; i < 1200; i++)); do
    ! "$@" > /dev/null 2>&1 || return 0
    sleep 0.1
  done
  fail "never happened: $what"
  return 1
}

# says STATUS PATTERN ARGUMENTS…: warpstage-cli ends so, and says that
says () {
  local expected=$1 pattern=$2 status
  shift 2
  checks=$((checks + 1))
  timeout 120 "$cli" "$@" > "$work/out" 2> "$work/err" < /dev/null
  status=$?
  [ "$status" = "$expected" ] || fail "$*: status $status instead of $expected: $(cat "$work/err")"
  grep -q -- "$pattern" "$work/out" "$work/err" || fail "$*: does not say '$pattern': $(tail -n 3 "$work/out" "$work/err")"
}

# same_as_here DEVICE: it records the very same as this computer's virtual GPU
same_as_here () {
  checks=$((checks + 1))
  "$cli" run scan_work_efficient -n 2000 --device "$1" --json > "$work/far" || fail "no recording of $1"
  "$cli" run scan_work_efficient -n 2000 --device vm:h200 --json > "$work/here" || fail "no recording of vm:h200"
  diff <(grep -vE '"(device|device_name|date)"' "$work/far") <(grep -vE '"(device|device_name|date)"' "$work/here") > "$work/diff" \
    || fail "$1 records something else: $(head -n 4 "$work/diff")"
}

# measure_recording DEVICE MBIT: prints how long a recording of some 20 MB takes, there and here
measure_recording () {
  local arguments=(run matrix_product_tiled -n 256 --blocks "0,1,2,3,4,5,6,7" --save "$work/large.wsrun") here far bytes
  checks=$((checks + 1))
  here=$(date +%s%N)
  "$cli" "${arguments[@]}" --device vm:h200 > /dev/null || fail "no large recording here"
  here=$((($(date +%s%N) - here) / 1000000))
  far=$(date +%s%N)
  "$cli" "${arguments[@]}" --device "$1" > /dev/null || fail "no large recording of $1"
  far=$((($(date +%s%N) - far) / 1000000))
  bytes=$(stat -c %s "$work/large.wsrun")
  echo "A recording of $((bytes / 1000000)) MB over $2 Mbit/s: $far ms; here $here ms, and the line alone $((bytes * 8 / $2 / 1000)) ms unsqueezed."
}

# begin_long DEVICE WORKER: a run that takes minutes; returns once its worker works
begin_long () {
  "$cli" run unbalanced_warps -n 2^24 --repeats 100000 --device "$1" > "$work/out" 2> "$work/err" < /dev/null &
  long=$!
  pids+=("$long")
  wait_for "the worker of $1 works" is_working "$2"
}

# is_working WORKER: it has computed for half a second or more
is_working () {
  local pid
  for pid in $(pgrep -fx "$1"); do
    [ "$(awk '{ print $14 + $15 }' "/proc/$pid/stat")" -lt 50 ] || return 0
  done
  return 1
}

# ends_with PATTERN: what begin_long() began ends by itself, with an error that says that
ends_with () {
  checks=$((checks + 1))
  wait "$long" && fail "it does not fail"
  grep -q -- "$1" "$work/err" || fail "does not say '$1': $(cat "$work/err")"
}

# leaves_nothing WORKER: once what begin_long() began is killed, its worker ends
leaves_nothing () {
  local since
  checks=$((checks + 1))
  pgrep -fx "$1" > /dev/null || fail "there is no $1"
  disown "$long" # so that the shell does not tell of it
  kill -KILL "$long"
  since=$(date +%s%N)
  while pgrep -fx "$1" > /dev/null && [ $((($(date +%s%N) - since) / 1000000000)) -lt 60 ]; do
    sleep 0.02
  done
  ! pgrep -fx "$1" > /dev/null || fail "$1 goes on"
  echo "Its worker was gone $((($(date +%s%N) - since) / 1000000)) ms later."
}

holds_gpu () {
  [ "$(squeue -h -t RUNNING | wc -l)" = 1 ]
}

waits_for_gpu () {
  [ "$(squeue -h -t PENDING | wc -l)" = 1 ]
}

queue_is_empty () {
  [ "$(squeue -h -t PENDING | wc -l)" = 0 ]
}

gpu_is_free () {
  [ "$(squeue -h | wc -l)" = 0 ]
}
