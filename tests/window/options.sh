#!/bin/bash
# What warpstage says of a command line that it cannot follow, and that it says so where no window can open: options.sh FOLDER-OF-PROGRAMS
set -u
program=$1/warpstage
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export GSETTINGS_BACKEND=memory
unset DISPLAY WAYLAND_DISPLAY
failed=0

# refused TEXT OPTION...: it ends with 2, and says one sentence with TEXT in it
refused () {
  local text=$1 got; shift
  "$program" "$@" > "$work/out" 2> "$work/err"; got=$?
  if [ $got -ne 2 ] || [ -s "$work/out" ] || [ "$(wc -l < "$work/err")" -ne 1 ] || ! grep -qF -- "warpstage: " "$work/err" \
    || ! grep -qF -- "$text" "$work/err"; then
    echo "not ok: warpstage $* gave $got, expected 2 and “$text”:"; cat "$work/out" "$work/err"; failed=1
  else echo "ok: warpstage $*"; fi
}

# passes OPTION...: nothing is wrong with them; there is no display
passes () {
  "$program" "$@" > "$work/out" 2> "$work/err"
  if [ $? = 2 ] || grep -qF "warpstage: " "$work/err"; then
    echo "not ok: warpstage $* is refused:"; cat "$work/err"; failed=1
  else echo "ok: warpstage $*"; fi
}

refused "Unknown kernel “nosuch”; “warpstage-cli kernels” lists all kernels." --kernel nosuch
refused "Unknown theme “pink”" --theme pink
refused "Unknown pane “sink”. Panes are tree, lanes, sms, timing, code, scenarios, beside, memory, stalls and calculator." --pane sink
# help lists the same panes, and each of them is one
panes=$("$program" --help-all | tr -s ' \n' ' ' | sed -n 's/.*Pane that fills the window: one of \([a-z, ]* and [a-z]*\).*/\1/p')
[ "$panes" = "tree, lanes, sms, timing, code, scenarios, beside, memory, stalls and calculator" ] || { echo "not ok: help lists the panes “$panes”"; failed=1; }
for pane in $(tr -d , <<< "${panes/ and / }"); do passes --pane "$pane"; done
refused "“many” is not" --n many
refused "at least 1" --n 0
refused "too many" --n 2^60
refused "“wide” is not a block size" --block wide
refused "power of two from 1 to 1024, not 96" --block 96
refused "limit of every GPU" --block 2^40
refused "“xor” is not an operator" --op xor
refused "double" --type double
refused "The block size of reduce3" --kernel reduce3 --block 96
refused "vector_add has no operator “max”" --kernel vector_add --op max
passes --kernel reduce3 --n 2^20 --block 256 --op max --type float
passes --block 16
passes --op product

exit $failed
