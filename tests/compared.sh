# shellcheck shell=bash
# compared.sh: what a compiler made of a source once, it makes of it again: tests compare it once, where there is a folder for lists of what
# was compared. To be sourced.

# compared_find NAME: prints the path of a list: a line for each comparison, which says all that it depends on. Without a folder it is empty,
# and stays so.
compared_find () {
  [ -n "${WARPSTAGE_COMPARED:-}" ] || { echo /dev/null; return; }
  mkdir -p "$WARPSTAGE_COMPARED"
  touch "$WARPSTAGE_COMPARED/$1"
  echo "$WARPSTAGE_COMPARED/$1"
}
