#!/bin/bash
# Programs as a release builds them are hardened: at a place of their own choosing, with tables that are read-only once filled, a stack
# that is guarded and not executed, and libc's functions that check sizes.
#
#   hardened.sh PROGRAM…
set -euo pipefail

bad=0
# wants PROGRAM WHAT PATTERN OPTION: readelf OPTION has a line that matches.
wants () {
  readelf -W "$4" "$1" | grep -E -e "$3" > /dev/null || { echo "$1: $2"; bad=1; }
}

for program in "$@"; do
  [ -x "$program" ] || { echo "skipped: there is no $program"; exit 77; }
done
for program in "$@"; do
  wants "$program" "is no position-independent executable" 'FLAGS_1.* PIE' -d
  wants "$program" "binds its symbols late" 'FLAGS_1.* NOW' -d
  wants "$program" "has tables that stay writable" 'GNU_RELRO' -l
  wants "$program" "has a stack that can be executed" 'GNU_STACK .* RW ' -l
  wants "$program" "has no guarded stack" 'UND __stack_chk_fail' --dyn-syms
  wants "$program" "calls none of libc's functions that check sizes" 'UND __[a-z]+_chk' --dyn-syms
  if readelf -W -l "$program" | grep 'LOAD .* RWE'; then
    echo "$program: has memory that is written and executed"
    bad=1
  fi
done
[ "$bad" = 0 ] && echo "$# programs are hardened."
exit "$bad"
