#!/bin/bash
# Fuzzes: any bytes as what a stranger hands to the program, with what clang's libFuzzer learns from where they lead. Two targets at a time.
#
#   tests/fuzz.sh MINUTES [TARGET…]      each for so long; all of tests/fuzz/targets.def where none is named. "0.5" is half a minute
#
# What goes wrong (a crash, undefined behaviour, a leak, more than TIMEOUT seconds or MEMORY MB) is kept in build-asan/found/TARGET, its
# place is printed, and the script fails. Mended, it is moved to tests/fuzz/found/TARGET under a name that says what went wrong: from then
# on the test fuzz-replay runs it. What reached something new is kept in build-asan/corpus/TARGET for the next time;
# MERGE=1 puts what reaches the most of it into tests/fuzz/corpus/TARGET, BUDGET bytes at most. SEED=N repeats an earlier sequence.
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/builds.sh
. "$root/tests/builds.sh"

TIMEOUT=${TIMEOUT:-30}
MEMORY=${MEMORY:-2048}
MAX_LEN=${MAX_LEN:-65536}
BUDGET=${BUDGET:-400000}
SEED=${SEED:-0} # 0: another each time
build=$root/build-asan

list_targets () {
  sed -n 's/^WS_FUZZ (\([a-z]*\))$/\1/p' "$root/tests/fuzz/targets.def"
}

# The least coverage (edges) that a target's corpus reaches: fewer, and the fuzzers are blind: see tests/fuzz/floors.
floor_of () {
  sed -n "s/^$1 \([0-9]*\)$/\1/p" "$root/tests/fuzz/floors"
}

# mark_of TARGET SECONDS: the file that is there once the target has found nothing with these inputs, for so long, from this seed.
mark_of () {
  local sum
  sum=$({ cat "$build/bin/fuzz-$1"; find "$root/tests/fuzz/corpus/$1" "${@:3}" -type f -print0 | sort -z | xargs -0 cat; floor_of "$1"; echo "$2 $SEED $MAX_LEN"; } \
    | sha256sum | cut -d ' ' -f 1)
  echo "$tests_cache/passed/fuzz-$sum"
}

# fuzz TARGET SECONDS: writes its log and what is printed at the end.
fuzz () {
  local target=$1 seconds=$2 log=$build/$1.log found=$build/found/$1 corpus=$build/corpus/$1 status=0 kept seed known=() mark
  mkdir -p "$found" "$corpus"
  [ ! -d "$root/tests/fuzz/found/$target" ] || known=("$root/tests/fuzz/found/$target")
  mark=$(mark_of "$target" "$seconds" "${known[@]}")
  if [ "$SEED" != 0 ] && [ "${AGAIN:-0}" = 0 ] && [ -e "$mark" ]; then
    printf '%-10s found nothing before, from the same seed\n' "$target" > "$build/$target.result"
    return
  fi
  "$build/bin/fuzz-$target" -max_total_time="$seconds" -seed="$SEED" -timeout="$TIMEOUT" -rss_limit_mb="$MEMORY" -max_len="$MAX_LEN" \
    -artifact_prefix="$found/" -print_final_stats=1 "$corpus" "$root/tests/fuzz/corpus/$target" "${known[@]}" > "$log" 2>&1 || status=$?
  seed=$(sed -n 's/^INFO: Seed: //p' "$log")
  local seen inputs covered
  seen=$(sed -n 's/^#[0-9]*\tINITED cov: \([0-9]*\) .*/\1/p' "$log")
  covered=$(sed -n 's/^#[0-9]*\t[A-Za-z]* *cov: \([0-9]*\) ft: \([0-9]*\) .*/\1 edges, \2 features/p' "$log" | tail -n 1)
  inputs=$(sed -n 's/^stat::number_of_executed_units: //p' "$log")
  kept=$(sed -n 's/.*Test unit written to //p' "$log")
  printf '%-10s %s inputs, %s (%s edges by the corpus), seed %s: %s\n' "$target" "${inputs:-?}" "${covered:-nothing seen}" "${seen:-no}" \
    "${seed:-?}" "$([ "$status" = 0 ] && echo 'nothing found' || echo "FOUND ${kept:-something}")" > "$build/$target.result"
  if [ "$status" = 0 ] && [ "${seen:-0}" -lt "$(floor_of "$target")" ]; then
    printf '%-10s sees %s edges of at least %s: is all of it compiled with -fsanitize=fuzzer-no-link?\n' \
      "$target" "${seen:-no}" "$(floor_of "$target")" >> "$build/$target.result"
    return 1
  fi
  if [ "$status" != 0 ]; then
    grep -E 'runtime error|ERROR|SUMMARY|leak of|^ *#[0-9]+ 0x|^\*\*' "$log" | head -n 30 >> "$build/$target.result"
    return 1
  fi
  [ "$SEED" = 0 ] || { mkdir -p "$tests_cache/passed"; touch "$mark"; }
}

# merge TARGET: the corpus of the tree anew, of what it has and what was reached since.
merge () {
  local target=$1 control=$build/$1.merge small=$build/merged/$1 all=$build/merged/$1.all
  rm -rf "$small" "$all" "$control"
  mkdir -p "$small" "$all"
  "$build/bin/fuzz-$target" -set_cover_merge=1 -merge_control_file="$control" -use_counters=0 -use_cmp=0 -max_len="$MAX_LEN" \
    -timeout="$TIMEOUT" -rss_limit_mb="$MEMORY" "$all" "$root/tests/fuzz/corpus/$target" "$build/corpus/$target" > "$build/$target.merge.log" 2>&1
  "$root/tests/fuzz/choose.py" "$control" "$BUDGET" "$small"
  rm -rf "$root/tests/fuzz/corpus/$target" "$all"
  mv "$small" "$root/tests/fuzz/corpus/$target"
}

[ $# -ge 1 ] || die "Say for how many minutes, as in: tests/fuzz.sh 5 run ptx"
seconds=$(awk -v minutes="$1" 'BEGIN { printf "%d", minutes * 60 }')
shift
[ "$seconds" -gt 0 ] || die "Say for how many minutes, as in: tests/fuzz.sh 5 run ptx"
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(list_targets)
for target in "${targets[@]}"; do
  [ -n "$(floor_of "$target")" ] || die "There is no target $target: $(list_targets | tr '\n' ' ')"
done

prepare_needs "${build_needs[@]}" "${test_needs[@]}"
say "Building the fuzzers into build-asan."
configure_asan
prepare_targets build-asan fuzzers
say "Fuzzing ${targets[*]}, $seconds s each."
sanitizers_settings
export G_SLICE=always-malloc GSETTINGS_BACKEND=memory LC_ALL=C.UTF-8
failed=0
running=0
for target in "${targets[@]}"; do
  if [ "$running" = 2 ]; then
    wait -n || failed=1
    running=1
  fi
  fuzz "$target" "$seconds" &
  running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
  wait -n || failed=1
  running=$((running - 1))
done
for target in "${targets[@]}"; do
  cat "$build/$target.result"
  [ "${MERGE:-0}" = 0 ] || merge "$target"
done
exit "$failed"
