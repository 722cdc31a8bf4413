#!/bin/bash
# External parts: web pages in a real browser, Debian's chromium; devices of another computer over a real sshd and a real Slurm; the
# programs without a window, and the wheel in a bare system. Not part of tests/run.sh, as a browser is large. Says what it skips.
#
#   tests/outside.sh [BIN]      BIN is where the programs are (build-fast/bin)
#
# It takes five minutes; .ci/run runs it, too.
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

# Daemons, which a person's computer is not given unasked: there they are used where they are installed.
daemons_needs=(
  'file|/usr/sbin/sshd|openssh-server'
  'command|ssh|openssh-client'
  'file|/usr/sbin/munged|munge'
  'file|/usr/sbin/slurmctld|slurmctld'
  'file|/usr/sbin/slurmd|slurmd'
  'command|srun|slurm-client'
)

# To make the wheel and a bare system; likewise.
wheel_needs=(
  'command|debootstrap|debootstrap'
  'command|curl|curl'
  'command|make|make'
)

bin=${1:-}
if [ -z "$bin" ]; then
  prepare_needs "${build_needs[@]}" "${test_needs[@]}"
  configure_fast
  prepare_targets build-fast warpstage-cli warpstage-worker
  bin=$root/build-fast/bin
fi
failed=0

# try NAME COMMAND…: 77 means that it was skipped, for the reason above.
try () {
  local name=$1 status=0
  shift
  timeout "${limit:-300}" "$@" || status=$?
  [ "$status" = 0 ] || [ "$status" = 77 ] || { say "FAILED: $name"; failed=1; }
}

if (prepare_needs "${outside_needs[@]}"); then
  try "web pages in a browser" /usr/bin/python3 "$root/tests/page/browser.py" "$bin"
else
  say "skipped: web pages in a browser: chromium cannot be installed"
fi
# the tests start their own, with keys and folders of their own; RUNLEVEL keeps the system's from being started
[ "${CI:-}" != true ] || (export RUNLEVEL=1; prepare_needs "${daemons_needs[@]}") || say "sshd or Slurm cannot be installed."
try "devices over ssh" "$root/tests/outside/ssh.sh" "$bin"
try "devices of Slurm" "$root/tests/outside/slurm.sh" "$bin"
limit=1800 try "the programs without a window" "$root/tests/outside/nowindow.sh"
# what the wheel has was compiled a line above: ccache has it
[ "${CI:-}" != true ] || (prepare_needs "${wheel_needs[@]}") || say "debootstrap cannot be installed."
limit=1800 try "the wheel" "$root/tests/outside/wheel.sh"
exit "$failed"
