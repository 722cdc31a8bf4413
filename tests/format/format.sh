#!/bin/bash
# Every tracked .c and .h is as clang-format 14 writes it; other versions write differently.
set -euo pipefail
# shellcheck source=tests/format/sources.sh
. "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

program=''
for name in clang-format-14 clang-format; do
  if command -v "$name" > /dev/null && [[ $("$name" --version) =~ version\ 14\. ]]; then
    program=$name
    break
  fi
done
if [ -z "$program" ]; then
  echo "skipped: clang-format 14 is not installed"
  exit 77
fi
mapfile -t files < <(list_sources "$1" '*.c' '*.h')
[ ${#files[@]} -gt 0 ] || { echo "There are no sources in $1."; exit 1; }
cd "$1"
"$program" --dry-run -Werror "${files[@]}"
echo "${#files[@]} files are as $program writes them."
