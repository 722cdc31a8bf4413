#!/bin/bash
# arguments.py finds a function with too many parameters, and one on its list that has few enough.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/ui"
list=$tree/list

# expect STATUS WORDS PARAMETERS: arguments.py ends so, and says so, of a function with these parameters
expect () {
  local status=0
  printf 'static void\nlong_one (%s)\n{\n}\n' "$3" > "$tree/ui/long.c"
  output=$("$here/arguments.py" "$tree" "$list") || status=$?
  [ "$status" = "$1" ] && [[ $output == *"$2"* ]] || { printf 'of %s: %s\n' "$3" "$output"; exit 1; }
}

six='int a, int b, int c, void (*d) (int x, int y), int e[2], int f'
: > "$list"
expect 0 'All but 0' "$six"
expect 1 'ui/long.c:2: long_one takes 7' "$six, int g"
expect 1 'takes 7' "$six, ..."
expect 0 'All but 0' 'GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline'
echo 'ui/long.c long_one' > "$list"
expect 0 'All but 1' "$six, int g"
expect 1 'few enough' "$six"
echo "Every function was found."
