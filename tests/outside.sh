#!/bin/bash
# What others make of our files: web pages in a real browser, Debian's chromium. Five minutes at most; not part of tests/run.sh, as a
# browser is large. Says so where there is none.
#
#   tests/outside.sh [BIN]      BIN is where the programs are (build-fast/bin)
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/builds.sh
. "$root/tests/builds.sh"

outside_needs=(
  'file|/usr/bin/chromium|chromium'
  'file|/usr/bin/chromedriver|chromium-driver'
  'file|/usr/lib/python3/dist-packages/selenium/__init__.py|python3-selenium'
  'file|/usr/lib/python3/dist-packages/PIL/__init__.py|python3-pil'
)

bin=${1:-}
if [ -z "$bin" ]; then
  prepare_needs "${build_needs[@]}" "${test_needs[@]}"
  configure_fast
  prepare_targets build-fast warpstage-cli warpstage-worker
  bin=$root/build-fast/bin
fi
if ! (prepare_needs "${outside_needs[@]}"); then
  say "skipped: web pages in a browser: chromium cannot be installed"
  exit 77
fi
timeout 300 /usr/bin/python3 "$root/tests/page/browser.py" "$bin"
