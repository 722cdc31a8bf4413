#!/bin/bash
# tests/tap.sh: a skip is a skip, and nothing hides a failure.
set -euo pipefail
tap=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/tap.sh

# expect STATUS SCRIPT
expect () {
  local status=0
  "$tap" bash -c "$2" > /dev/null || status=$?
  [ "$status" = "$1" ] || { echo "status $status instead of $1 of: $2"; exit 1; }
}

passes='echo "ok 1 /a/b"'
skips='echo "ok 2 /a/c # SKIP there is no German locale"'
expect 0 "$passes"
expect 77 "$passes; $skips"
expect 77 "$skips"
expect 77 'echo "1..0 # skipped: there is no display"'
expect 77 'exit 77'
expect 1 "$skips; exit 1"
expect 1 "$passes; $skips; echo 'not ok 3 /a/d'; exit 1"
expect 134 "$skips; kill -ABRT \$\$"
expect 0 'echo "ok 1 /skip/nothing"; echo "# SKIP is what a message may say"'
echo "Skips show as skips, failures as failures."
