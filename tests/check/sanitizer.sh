#!/bin/bash
# What NVIDIA's compute-sanitizer finds in the kernels of this folder, next to what their sources mark: one line per kernel. It needs the
# CUDA Toolkit and a GPU; two minutes are enough.
#
#   sanitizer.sh [KERNEL…]     all of them where none is named
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
toolkit=${CUDA_HOME:-/usr/local/cuda}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$PATH:$toolkit/bin work

cc -O1 -I"$toolkit/include" "$here/launch.c" -o "$work/launch" -l:libcuda.so.1 || exit 1
for source in "$here"/*.cu; do
  nvcc -cubin -lineinfo -arch="${ARCH:-native}" "$source" -o "$work/$(basename "$source" .cu).cubin" &
done
wait

# look FILE KERNEL GRID BLOCK MARKS: each tool's first findings, as lines of the source.
look () {
  local tool log lines found=''
  for tool in memcheck racecheck synccheck initcheck; do
    log=$work/$1.$2.$tool
    timeout -k 1 20 compute-sanitizer --tool "$tool" --print-limit 8 "$work/launch" "$work/$1.cubin" "$2" "$3" "$4" > "$log" 2>&1
    [ $? -lt 124 ] || { found="$found $tool:endless"; continue; }
    grep -q 'ERROR SUMMARY: 0 errors\|RACECHECK SUMMARY: 0 hazards' "$log" && continue
    lines=$(sed -n "s/.*$1\.cu:\([0-9]*\).*/\1/p" "$log" | sort -nu | paste -sd,)
    found="$found $tool:${lines:-somewhere}"
  done
  printf '%-10s %-28s %-30s %s\n' "$1" "$2" "${5:-right}" "${found:- nothing}"
}
export -f look

for source in "$here"/*.cu; do
  awk -v file="$(basename "$source" .cu)" '
    function tell () { if (name != "") print file, name, grid, block, marks == "" ? "right" : marks }
    /^\/\/ launch:/ { next_grid = $3; next_block = $4 }
    /^KERNEL / { tell(); name = $2; grid = next_grid; block = next_block; marks = "" }
    name != "" && match ($0, /\/\/ [a-z-]+$/) { marks = marks (marks == "" ? "" : ",") NR ":" substr ($0, RSTART + 3) }
    END { tell() }' "$source"
done | { [ $# = 0 ] && cat || grep -wF "$(printf '%s\n' "$@")"; } | xargs -P 8 -L 1 bash -c 'look "$@"' look | sort
