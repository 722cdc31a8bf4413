#!/bin/bash
# whole.sh BIN [NAME…]: the programs, or those named, of tests/whole on the real GPU, their calls handed on by Warpstage's libcudart: each prints what it prints without
# (tests/whole/expected), and has done what it does on the virtual GPU; a launch of each is captured and recorded on cuda:0. Prints for each what
# it took, measured and modelled. Needs nvcc. KEEP: a folder for all that came.
set -u
bin=$(realpath "$1")
shift
cd "$(dirname "$0")/../whole" || exit 1
command -v nvcc > /dev/null || PATH=$PATH:/usr/local/cuda/bin
command -v nvcc > /dev/null || { echo "nvcc is not here"; exit 0; }
for library in "$bin/../lib/warpstage" "$bin"/../lib/*/warpstage; do [ ! -e "$library/real/libcudart.so.13" ] || break; done
cuda=$(dirname "$(dirname "$(realpath "$(command -v nvcc)")")")
cudart=${WARPSTAGE_CUDART:-$(find "$cuda/" -name libcudart.so.13 | head -1)}
work=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
"$bin/gpu-history" spec "${MODEL:-h100}" "$work/spec" || exit 1
# one FOLDER/NAME.cu each; "-2" of a name that another folder has, too
declare -A seen
names=()
for source in sources/*.cu ../user/sources/*.cu ../bench/unseen/*.cu; do
  grep -qE 'main *\(' "$source" || continue
  name=$(basename "$source" .cu)
  [ -z "${seen[$name]:-}" ] || name=$name-2
  seen[$name]=1
  [ $# = 0 ] || [[ " $* " = *" $name "* ]] || continue
  [ -e "expected/$name.txt" ] && names+=("$name=$source")
done
compile () {
  nvcc -std=c++17 -arch=sm_90 -cudart shared --extended-lambda --expt-relaxed-constexpr -w -include ./watch.h -I../user/sources \
    -Xcompiler -idirafter,../../resources/program -o "$2/${1%%=*}" "${1#*=}" > "$2/${1%%=*}.log" 2>&1
}
export -f compile
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'compile "$1" "$2"' _ {} "$work"
# run NAME real|virtual
run () {
  local at="$work/$1"
  case $2 in
  real) set -- "$1" "$2" LD_LIBRARY_PATH="$library/real:${LD_LIBRARY_PATH:-}" WARPSTAGE_PASSED_TO="$cudart" WARPSTAGE_PASSED_HISTORY=3 ;;
  virtual) set -- "$1" "$2" LD_LIBRARY_PATH="$library:${LD_LIBRARY_PATH:-}" WARPSTAGE_SPEC="$work/spec" WARPSTAGE_HISTORY=3 ;;
  esac
  (cd "$work" && env "${@:3}" timeout 60 "$at" > "$at.$2.out" 2> "$at.$2.err" 3> "$at.$2.history")
  { echo "status $?"; cat "$at.$2.out"; echo ----; cat "$at.$2.err"; } > "$at.$2.txt"
}
export -f run
export work library cudart
for name in "${names[@]%%=*}"; do [ ! -x "$work/$name" ] || echo "$name"; done | xargs -P "$(nproc)" -I{} bash -c 'run "$1" virtual' _ {}
status=0
for name in "${names[@]%%=*}"; do
  if [ ! -x "$work/$name" ]; then
    head -1 "expected/$name.txt" | grep -q 'does not compile' && echo "$name: same: does not compile" || { echo "$name: does not compile"; status=1; }
    continue
  fi
  run "$name" real
  python3 - "expected/$name.txt" "$work/$name.real.txt" << 'PYTHON' > "$work/$name.compared" && said=same || { said="prints something else"; status=1; }
import re, sys
def words(path): return re.split(r"[ \n\t=,()]", open(path, errors="replace").read())
def number(word):
    found = re.match(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", word)
    return (float(found[0]), word[found.end():]) if found else (None, word)
def near(a, b):
    (x, rest), (y, other) = number(a), number(b)
    return a == b or (x is not None and y is not None and rest == other and abs(x - y) <= max(1e-5, 1e-3 * max(abs(x), abs(y))))
a, b = map(words, sys.argv[1:])
different = [(x, y) for x, y in zip(a, b) if not near(x, y)]
print(different[:3], len(a), len(b))
sys.exit(bool(different) or len(a) != len(b))
PYTHON
  "$bin/gpu-history" compare "$work/$name.virtual.history" "$work/$name.real.history" > "$work/$name.steps" 2>&1 && did="the same steps" || did="$(grep -A1 differs "$work/$name.steps" | tr '\n' ' ' | cut -c1-300)"
  (cd "$work" && timeout 100 "$bin/warpstage-cli" run --device cuda:0 -- "./$name" > "$name.job" 2> "$name.job.err") && job=recorded \
    || job="not recorded: $(tail -1 "$work/$name.job.err")"
  awk -v name="$name" -v said="$said" -v did="$did" -v job="$job" '$1 == "launch" { n++; modelled += $2; measured += $3 }
    END { printf "%s: %s; %s; %s; %d launches, modelled %.1f µs, measured %.1f µs\n", name, said, did, job, n, modelled, measured }' "$work/$name.steps"
  [ "$said" = same ] || head -c 300 "$work/$name.compared"
done
exit $status
