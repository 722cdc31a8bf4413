#!/bin/bash
# The manual pages are well formed, and have every command and every option that the programs have.
#
#   manual.sh BUILD SOURCES
set -euo pipefail

export LC_ALL=C.UTF-8 ASAN_OPTIONS=detect_leaks=0
bin=$1/bin
pages=$1/share/man/man1
command -v groff > /dev/null || { echo "skipped: groff is not installed"; exit 77; }
broken=0
complain () {
  printf '%s\n' "$*"
  broken=1
}

# has PAGE OPTION: whether it is there, with hyphens as in roff
has () {
  grep -qF -- "${2//-/\\-}" "$pages/$1"
}

for page in warpstage warpstage-cli warpstage-worker; do
  warnings=$(groff -man -Tutf8 -k -ww -z "$pages/$page.1" 2>&1) || true
  [ -z "$warnings" ] || complain "$page.1: $warnings"
  head -c 3 "$pages/$page.1" | grep -q '^\.TH' || complain "$page.1 does not begin with .TH."
  ! grep -q '^@' "$pages/$page.1" || complain "$page.1 has what was not filled in."
done
commands=$("$bin/warpstage-cli" --help | sed -n 's/^  warpstage-cli \([a-z]*\).*/\1/p' | sort -u)
[ "$(wc -w <<< "$commands")" -ge 11 ] || complain "The help has no commands: $commands"
for command in $commands; do
  grep -q "^\.SS $command" "$pages/warpstage-cli.1" || complain "warpstage-cli.1 has no section $command."
  section=$(sed -n "/^\.SS $command/,/^\.S[SH] /p" "$pages/warpstage-cli.1" | sed '$d')
  options=$("$bin/warpstage-cli" "$command" --help-all | { grep -oE '^  (-[a-zA-Z], )?--[a-z-]+' || true; } | { grep -oE -- '--[a-z-]+' || true; } | sed '/^--help/d')
  for option in $options; do
    grep -qF -- "${option//-/\\-}\\fR" <<< "$section" || complain "warpstage-cli.1, $command: $option is missing."
  done
done
grep '^\.SS' "$pages/warpstage-cli.1" | while read -r _ command _; do
  "$bin/warpstage-cli" "$command" --help > /dev/null 2>&1 || { echo "warpstage-cli has no $command."; exit 1; }
done || broken=1
for option in $("$bin/warpstage" --help-all | grep -oE -- '^  (-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | grep -vE -- '--(help|gapplication)'); do
  has warpstage.1 "$option" || complain "warpstage.1: $option is missing."
done
has warpstage-worker.1 --version || complain "warpstage-worker.1: --version is missing."
# what the environment can say, and only that
named=$(grep -rhoE 'g_getenv \("WARPSTAGE_[A-Z]+"\)' "$2/app" "$2/gpu" "$2/ui" | grep -oE 'WARPSTAGE_[A-Z]+' | sort -u)
for name in $named; do
  grep -qF "\fB$name\fR" "$pages/warpstage.1" || complain "warpstage.1 does not tell of $name."
done
[ "$broken" = 0 ] || exit 1
echo "The manual has all that the programs have."
