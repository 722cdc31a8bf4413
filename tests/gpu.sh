#!/bin/bash
# gpu.sh [FOLDER]: every test that needs a real GPU, on a machine that has one; without one it says skipped and is content.
#
#   FOLDER     of the built programs (build/bin)
#   PARITY_CASES  folder of the kernels for the parity test (tests/parity)
#   PROGRAMS, TYPES  folders of those of the programs' test (tests/programs, tests/kernels/types)
#   RESULTS    folder for what is printed, to be kept (tests/measured)
#   PARTS      which of sums sandbox parity programs printed faults time cost counters memory ncu residencies scenarios sweeps whole sanitize checks (all)
#
# It needs nothing but the programs, the driver and, for two parts, Nsight Compute and compute-sanitizer; what is missing is said.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin=${1:-$root/build/bin}
results=${RESULTS:-$(mktemp -d)}
export PARITY_CASES=${PARITY_CASES:-$root/tests/parity}
export PROGRAMS=${PROGRAMS:-$root/tests/programs} TYPES=${TYPES:-$root/tests/kernels/types}
parts=${PARTS:-sums sandbox parity programs printed faults time cost counters memory ncu residencies scenarios sweeps whole sanitize checks}
failed=0
passed=0

if ! [ -x "$bin/gpu-measure" ]; then
  echo "gpu.sh: $bin has no gpu-measure; build the project with its tests first." >&2
  exit 2
fi
"$bin/gpu-measure" > /dev/null 2>&1
if [ $? = 77 ]; then
  echo "skipped: no CUDA device"
  exit 0
fi
mkdir -p "$results"

# What the figures depend on, on top of each file.
header () {
  echo "# $1, $(date -u +%Y-%m-%d)"
  "$bin/gpu-measure" devices | sed 's/^/# /; s/GPU-[0-9a-f-]* //'
  nvidia-smi --query-gpu=driver_version,clocks.sm,clocks.mem,clocks.max.sm --format=csv,noheader 2> /dev/null \
    | sed 's/^/# driver, SM clock and memory clock now, highest SM clock: /'
}

# part NAME TITLE COMMAND…: runs it, keeps and shows what it prints.
part () {
  local name=$1 title=$2
  shift 2
  case " $parts " in *" $name "*) ;; *) return 0 ;; esac
  echo "== $title"
  { header "$title"; "$@"; } > "$results/$name.txt" 2>&1
  if [ $? = 0 ]; then
    passed=$((passed + 1))
    grep -v '^ok\|^1\.\.\|^# random\|^# Start\|^# End' "$results/$name.txt" | sed 's/^# //'
  else
    failed=$((failed + 1))
    tail -n 40 "$results/$name.txt"
  fi
}

# Each in a separate process: a failure hides none of the others.
each_program () {
  local name status=0
  while read -r name; do
    "$bin/test-gpu-programs" -p "$name" > "$results/program.log" 2>&1 && echo "$name: as the host says" \
      || { status=1; echo "$name: wrong"; grep -v '^ok\|^# Start\|^# End\|^# random' "$results/program.log" | tail -n 4; }
  done < <("$bin/test-gpu-programs" -l | grep -v /parity/)
  return $status
}

# Lane by lane: the catalogue's kernels, the cases of tests/parity, the kernels of many kinds.
parity () {
  local status=0
  "$bin/test-gpu-parity" || status=1
  "$bin/test-gpu-programs" -p /gpu/programs/parity || status=1
  return $status
}

# A kernel's output is in its run: eight threads print a line each.
printed () {
  "$bin/warpstage-cli" run "$root/tests/user/sources/hello_printf.cu" --device cuda:0 > "$results/printed.log" 2>&1 || { tail -n 5 "$results/printed.log"; return 1; }
  grep 'Hello from block' "$results/printed.log" | sort
  [ "$(grep -c 'Hello from block' "$results/printed.log")" = 8 ]
}

# Nsight Compute's readings of METRICS of the first launch of the seven reductions, TIMES each, as lines "ncu KERNEL METRIC VALUE".
ncu_lines () {
  local ncu kernel metrics=$1 times=$2 i
  ncu=$(command -v ncu || ls /usr/local/cuda/bin/ncu 2> /dev/null) || return 0
  for kernel in reduce1 reduce2 reduce3 reduce4 reduce5 reduce6 reduce7; do
    for i in $(seq "$times"); do
      "$ncu" --clock-control none --cache-control none --csv --page raw --kernel-name regex:^reduce --launch-count 1 --metrics "$metrics" \
        "$bin/gpu-measure" "launch=$kernel" 2> /dev/null \
        | python3 -c '
import csv, sys
rows = list(csv.reader(line for line in sys.stdin if line.startswith("\"")))
for name, value in zip(rows[0], rows[2]):
    if "__" in name: print("ncu", sys.argv[1], name, value.replace(",", ""))' "$kernel"
    done
  done
}

# What Nsight Compute and gpu-measure read of the same launches.
read_with_ncu () {
  ncu_lines "$("$bin/gpu-measure" names | paste -sd,)" 1 > "$results/ncu.raw"
  [ -s "$results/ncu.raw" ] || { echo "Nsight Compute is not here"; return 0; }
  "$bin/gpu-measure" agree "$results/ncu.raw"
}

# The residencies against the same counters.
residencies () {
  ncu_lines sm__warps_active.avg.pct_of_peak_sustained_active,smsp__cycles_active.avg.pct_of_peak_sustained_elapsed 5 > "$results/occupancy.raw"
  "$bin/gpu-measure" residencies "$results/occupancy.raw"
}

# The tables of scenarios, measured.
scenarios () {
  local name
  for name in occupancy-k40c block-sizes low-achieved utilisation coalescing-k40c coalescing-large-k40c block-shape-k40c divergence-k40c predication \
    global-reductions; do
    "$bin/warpstage-cli" scenario "$name" --device cuda:0 || return 1
    echo
  done
}

# The worker in its sandbox and without, and what it cannot do inside. The differences are what the sandbox must be taught.
sandbox () {
  local command off status=0
  "$bin/test-gpu-sandbox" || status=1
  for command in 'run reduce1 --n 2^20' 'time reduce7 --n 2^22 --repeat 20' 'counters reduce1 --n 2^22' 'run vector_add --n 8192'; do
    for off in '' off; do
      echo "# warpstage-cli $command, WARPSTAGE_SANDBOX=$off"
      # shellcheck disable=SC2086 # words of a command
      WARPSTAGE_SANDBOX=$off "$bin/warpstage-cli" $command --device cuda:0 > "$results/sandbox${off:+-}$off.log" 2>&1 \
        || { echo "gave $?:"; tail -n 5 "$results/sandbox${off:+-}$off.log"; [ -n "$off" ] || status=1; }
    done
  done
  return $status
}

sanitize () {
  local sanitizer tool status=0
  sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2> /dev/null) \
    || { echo "compute-sanitizer is not here"; return 0; }
  for tool in memcheck racecheck synccheck initcheck; do
    echo "# $tool, every kernel untouched and recorded:"
    GPU_QUICK=1 "$sanitizer" --tool "$tool" --error-exitcode 9 "$bin/test-gpu-sums" -p /gpu/sums -p /gpu/recorded > "$results/sanitize-$tool.log" 2>&1
    [ $? = 0 ] || status=1
    grep 'ERROR SUMMARY\|RACECHECK SUMMARY' "$results/sanitize-$tool.log" || { tail -n 20 "$results/sanitize-$tool.log"; status=1; }
  done
  return $status
}

part sums "Results of every kernel, untouched and recorded" "$bin/test-gpu-sums"
part sandbox "The worker's sandbox" sandbox
part parity "The real GPU's recording against the virtual GPU's" parity
part programs "Kernels of many kinds" each_program
part printed "What kernels print" printed
part faults "Kernels that misbehave" "$bin/test-gpu-faults"
part time "Times of the kernels and of CUB" "$bin/gpu-measure" time
part cost "What recording costs" "$bin/gpu-measure" cost
part counters "Hardware counters" "$bin/gpu-measure" counters
part memory "What memory is asked for: recorded, and as the hardware counts it" "$bin/gpu-measure" memory
part ncu "Hardware counters against Nsight Compute's" read_with_ncu
part residencies "Occupancy and SM efficiency from residencies, and as the hardware counts them" residencies
part scenarios "Scenarios" scenarios
part sweeps "Sweeps, from the worker's start, and live timings" "$bin/bench-sweep" cuda:0 ladder scaling heatmap block-size roofline live
part whole "Whole programs, their calls handed on to the GPU" "$root/tests/gpu/whole.sh" "$bin"
part sanitize "compute-sanitizer's four tools" sanitize
part checks "What compute-sanitizer finds in broken kernels, beside what is wrong with them" "$root/tests/check/sanitizer.sh"
echo "$passed parts passed, $failed failed; what was printed is in $results"
[ "$failed" = 0 ]
