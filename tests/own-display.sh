#!/bin/bash
# own-display.sh COMMAND…: on a private X display and session bus: nothing else moves the pointer, takes the focus, opens a window
# over what is clicked or is the program already. Skipped (77) where there is no Xvfb.
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/display.sh
. "$root/tests/display.sh"

for program in Xvfb dbus-run-session; do
  command -v "$program" > /dev/null || { echo "1..0 # skipped: there is no $program"; exit 77; }
done
display_start "${WARPSTAGE_DISPLAY:-1920x1080}x24"
dbus-run-session -- "$@"
