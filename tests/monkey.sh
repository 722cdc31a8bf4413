#!/bin/bash
# The monkey by hand, for any length of time: as in the test monkey, on a private display.
#
#   tests/monkey.sh [COUNT [SEED [FOLDER]]]      100000 actions of seed 1, with the programs of the build folder build-asan
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/display.sh
. "$root/tests/display.sh"

build=$root/${3:-build-asan}
[ -x "$build/bin/test-monkey" ] || die "There is no $build/bin/test-monkey; tests/run.sh builds it into build-asan."
display_start 1920x1080x24
export MONKEY_COUNT=${1:-100000} MONKEY_SEED=${2:-1} MONKEY_HOLDS=1
export G_DEBUG=fatal-warnings GDK_DEBUG=gl-disable GSETTINGS_BACKEND=memory GTK_A11Y=none ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
export GSETTINGS_SCHEMA_DIR=$build/share/glib-2.0/schemas WARPSTAGE_WORKER=$build/bin/warpstage-worker
dbus-run-session -- "$build/bin/test-monkey"
