#!/bin/bash
# A change tested in a minute: builds what it changed, without sanitizers, and runs the fast tests of the folders that it touches.
#
#   tests/quick.sh [FOLDER…]      as in tests/quick.sh gpu/vm ui/draw; "all" for every fast test
#
# Without a FOLDER those of what is not committed yet, or else of the last commit. The tests of a folder are those of the folder of tests/
# that has its name, and those that link its library. tests/run.sh is the whole.
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/display.sh
. "$root/tests/display.sh"
# shellcheck source=tests/builds.sh
. "$root/tests/builds.sh"

# list_changed: the files that are not committed, or else those of the last commit.
list_changed () {
  local files
  files=$(git -C "$root" status --porcelain --untracked-files=all | sed -E 's/^...//; s/^.* -> //')
  [ -n "$files" ] || files=$(git -C "$root" show --name-only --format= HEAD)
  printf '%s\n' "$files"
}

# area_of PATH: the folder of tests/ that has the tests of a file or a folder of the tree; the nearest above it that has any.
area_of () {
  local area=${1#*/}
  case $1 in
    gpu | ui | app | resources | tests) area=$1 ;;
  esac
  while [ ! -e "$root/tests/$area/CMakeLists.txt" ]; do
    [[ $area == */* ]] || { area=${1%%/*}; break; }
    area=${area%/*}
  done
  printf '%s\n' "$area"
}

# pick FOLDER…: the fast tests of these folders, a line each: NAME AREA TARGET LIBRARY…
pick () {
  local pattern='' folder
  for folder in "$@"; do
    folder=${folder%/}
    [ "$folder" != all ] || { pattern='.'; break; }
    pattern+="${pattern:+|}^[^ ]+ $(area_of "$folder") | ws-$(basename "$folder")( |\$)"
  done
  sed -n 's/^fast //p' "$root/build-fast/tests.list" | grep -E "$pattern" || true
}

prepare_needs "${build_needs[@]}" "${display_needs[@]}" "${test_needs[@]}"
folders=("$@")
[ $# -gt 0 ] || mapfile -t folders < <(list_changed | xargs -r -n 1 dirname | sort -u)
configure_fast
mapfile -t tests < <(pick "${folders[@]}")
[ ${#tests[@]} -gt 0 ] || { say "No fast test belongs to ${folders[*]}; tests/run.sh has them all."; exit 0; }
mapfile -t names < <(printf '%s\n' "${tests[@]}" | cut -d ' ' -f 1)
mapfile -t targets < <(printf '%s\n' "${tests[@]}" | cut -d ' ' -f 3 | grep -v '^-$' | sort -u)
say "Building for ${#names[@]} tests of ${folders[*]}."
prepare_targets build-fast warpstage-worker warpstage-cli warpstage "${targets[@]}"
find_compiler
display_start 1920x1080x24
run_tests build-fast -R "^($(IFS='|'; echo "${names[*]}"))\$"
