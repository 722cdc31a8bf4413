#!/bin/bash
# measure.sh OUT [NAME…]: compiles the whole programs, or those named, with nvcc, runs them on the real GPU of this computer, and writes to the
# folder OUT what each printed: NAME.txt, "status N", its standard output, a line "----", its standard error. tests/whole/expected holds it.
set -u
cd "$(dirname "$0")" || exit 1
out=$1
shift
mkdir -p "$out"
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
declare -A seen
# These answer otherwise each time: bitonic_sort begins with the time of day, gray_image with what malloc() gives; own_header reads managed
# memory without waiting for its kernel.
skipped=' bitonic_sort gray_image own_header '
for source in sources/*.cu ../user/sources/*.cu ../bench/unseen/*.cu; do
  grep -qE 'main *\(' "$source" || continue
  name=$(basename "$source" .cu)
  [ -z "${seen[$name]:-}" ] || name=$name-2
  seen[$name]=1
  [ $# = 0 ] || [[ " $* " = *" $name "* ]] || continue
  [[ $skipped != *" $name "* ]] || continue
  # the headers of samples are found last, as Warpstage's are
  if ! nvcc -std=c++17 -arch=sm_90 --extended-lambda --expt-relaxed-constexpr -w -include ./watch.h -I../user/sources \
      -Xcompiler -idirafter,../../resources/program -o "$built/$name" "$source" 2> "$built/log"; then
    { echo 'does not compile'; head -3 "$built/log"; } > "$out/$name.txt"
    continue
  fi
  timeout 60 "$built/$name" > "$built/stdout" 2> "$built/stderr"
  { echo "status $?"; cat "$built/stdout"; echo ----; cat "$built/stderr"; } > "$out/$name.txt"
done
