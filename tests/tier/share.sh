#!/bin/bash
# Most of what is tested is tested in the minute after a change: of the GLib test cases at least 70 of 100 are in the tier "fast". Prints how
# many each tier has.
#
#   tests/tier/share.sh BUILD      the build folder, with all test programs
set -euo pipefail
build=$1
least=70
export GSETTINGS_SCHEMA_DIR=$build/share/glib-2.0/schemas GSETTINGS_BACKEND=memory GTK_A11Y=none GDK_DEBUG=gl-disable
export WARPSTAGE_WORKER=$build/bin/warpstage-worker
# a program that is run twice, in different circumstances, has its cases once
list=$(awk '$4 != "-" && !seen[$4]++ { print $1, $4 }' "$build/tests.list")
counts=''
while read -r tier program; do
  [ -x "$build/bin/$program" ] || { echo "There is no $program: not all test programs are built."; exit 77; }
  # what skips itself, without a display, lists nothing
  counts+="$tier $(timeout 60 "$build/bin/$program" -l 2> /dev/null < /dev/null | grep -c '^/' || true)"$'\n'
done <<< "$list"
awk -v least=$least '{ n[$1] += $2; all += $2 }
  END {
    for (tier in n)
      printf "%s: %d of %d cases, %.0f %%\n", tier, n[tier], all, 100 * n[tier] / all
    if (all < 1000 || 100 * n["fast"] < least * all) {
      printf "at least %d %% have to be fast\n", least
      exit 1
    }
  }' <<< "${counts%$'\n'}"
