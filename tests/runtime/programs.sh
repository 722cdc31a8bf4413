#!/bin/bash
# programs.sh HOST: compiles each program of programs/ by nvcc, runs it by HOST, and compares its output with the .out file next to it. A
# first line "// nvcc: OPTIONS" is for the compiler. Skipped (77) where there is no nvcc, or a program cannot be confined.
set -u
host=$1
here=$(cd "$(dirname "$0")" && pwd)
nvcc=${WARPSTAGE_COMPILER:+$WARPSTAGE_COMPILER/bin/nvcc}
[ -n "$nvcc" ] || nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || { echo "skipped: there is no nvcc"; exit 77; }
"$host" --check 2> /dev/null || { echo "skipped: a program cannot be confined here"; exit 77; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
status=0
fail () { echo "$1: $2"; status=1; }
compile () {
  local options
  options=$(sed -n '1s,^// nvcc: ,,p' "$1")
  (cd "$here/programs" && "$nvcc" -shared -o "$work/$(basename "$1" .cu).so" "$(basename "$1")" -Xcompiler -fPIC -std=c++17 -lineinfo \
    -gencode arch=compute_90,code=[compute_90,sm_90] --no-compress -cudart none $options)
}
for source in "$here"/programs/*.cu; do
  name=$(basename "$source" .cu)
  compile "$source" > "$work/$name.log" 2>&1 || { cat "$work/$name.log"; fail "$name" "does not compile"; continue; }
  mkdir "$work/$name"
  timeout 600 "$host" --own="$work/$name" "$work/$name.so" > "$work/$name.out" 2> "$work/$name.err"
  diff "${source%.cu}.out" "$work/$name.out" || fail "$name" "prints something else"
  [ ! -e "${source%.cu}.err" ] || diff "${source%.cu}.err" "$work/$name.err" || fail "$name" "says something else"
  echo "$name: done"
done
exit $status
