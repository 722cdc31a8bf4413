# shellcheck shell=bash
# sources.sh: list_sources FOLDER PATTERN…: the files of FOLDER that git tracks and that match (all of them where there is no git:
# an unpacked archive), a line each. Written but uncommitted work of the day is left alone. To be sourced.
list_sources () {
  local folder=$1 pattern
  shift
  # safe.directory: a checkout may belong to another user than the one who tests it
  if ! git -c safe.directory='*' -C "$folder" ls-files -- "$@" 2> /dev/null; then
    for pattern in "$@"; do
      (cd "$folder" && find . -type f -path "./$pattern" ! -path './build*' | sed 's|^\./||')
    done
  fi | sort -u | while IFS= read -r file; do
    [ ! -f "$folder/$file" ] || printf '%s\n' "$file"
  done
}
