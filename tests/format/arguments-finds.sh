#!/bin/bash
# arguments.py finds a function with too many parameters.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/ui"

# expect STATUS WORDS PARAMETERS: arguments.py ends so, and says so, of a function with these parameters
expect () {
  local status=0
  printf 'static void\nlong_one (%s)\n{\n}\n' "$3" > "$tree/ui/long.c"
  output=$("$here/arguments.py" "$tree") || status=$?
  [ "$status" = "$1" ] && [[ $output == *"$2"* ]] || { printf 'of %s: %s\n' "$3" "$output"; exit 1; }
}

six='int a, int b, int c, void (*d) (int x, int y), int e[2], int f'
expect 0 'All functions' "$six"
expect 1 'ui/long.c:2: long_one takes 7' "$six, int g"
expect 1 'takes 7' "$six, ..."
expect 0 'All functions' 'GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline'
printf 'gboolean\nWS_OWN (of_variant) (%s)\n{\n}\n' "$six, int g" > "$tree/ui/variant.c"
expect 1 'ui/variant.c:2: of_variant takes 7' "$six"
echo "Every function was found."
