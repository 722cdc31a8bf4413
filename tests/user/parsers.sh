#!/bin/bash
# parsers.sh WORKER ARCHIVE… -- PROGRAM…: what parses sources, settings, expressions and PTX, which strangers may have written, is in the
# worker and in none of PROGRAM: they do not even have the code. ARCHIVEs are the libraries of the parsers.
set -u
worker=$1
shift
archives=()
while [ "$1" != -- ]; do
  archives+=("$1")
  shift
done
shift
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

# list_functions FILE…: those that others may call
list_functions () {
  nm --defined-only "$@" 2> /dev/null | sed -n 's/^[0-9a-f]* [Tt] \(ws_[a-z0-9_]*\)$/\1/p' | sort -u
}

# the name of a domain of errors is no parser: who hears of an error has to know it
list_functions "${archives[@]}" | grep -v '_error_quark$' > "$work/parsers"
list_functions "$worker" > "$work/worker"
for needed in ws_tokens_new ws_user_source_read ws_user_plan_make ws_evaluate ws_expect_read ws_user_make_job ws_ptx_parse; do
  for list in parsers worker; do
    grep -qx "$needed" "$work/$list" || { echo "$needed is not among the functions of the $list"; exit 1; }
  done
done
failed=0
for program in "$@"; do
  list_functions "$program" > "$work/program"
  [ "$(wc -l < "$work/program")" -gt 500 ] || { echo "$program has no list of its functions"; exit 1; }
  for found in $(comm -12 "$work/parsers" "$work/program"); do
    echo "$(basename "$program") has $found"
    failed=1
  done
done
exit "$failed"
