#!/bin/bash
# Whether ptxas takes each form that isa.def has; skipped (77) where there is none. What it does not take is shown.
set -u
golden=$1
ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
[ -x "$ptxas" ] || { echo "skipped: there is no ptxas"; exit 77; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
"$golden" print "$work" || exit 1
failed=0
for ptx in "$work"/*.ptx; do
  "$ptxas" -arch=sm_90 -O0 -o /dev/null "$ptx" 2> "$ptx.errors" && continue
  failed=1
  while IFS=: read -r line message; do
    echo "$(sed -n "${line}p" "$ptx")  --$message"
  done < <(sed -nE 's/^.*line ([0-9]+); (error|fatal) *: (.*)$/\1:\3/p' "$ptx.errors" | sort -un)
done
exit $failed
