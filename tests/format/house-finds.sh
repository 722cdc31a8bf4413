#!/bin/bash
# house.sh finds what it looks for: a small tree that keeps every rule passes, and one broken rule at a time fails with its place.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
# No repository above the temporary folder has a say.
export GIT_CEILING_DIRECTORIES=${tree%/*}

plant () {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{app/client,gpu/files,gpu/record,gpu/worker,ui/draw,tests}
  printf '#include <glib.h>\n' > "$tree/gpu/record/run.c"
  printf '#include "record/run.h"\n#include <cairo.h>\n' > "$tree/ui/draw/tree.c"
  printf '#include <gtk/gtk.h>\n#include "draw/tree.h"\n' > "$tree/ui/tree-view.c"
  printf 'int main (void) { printf ("hello"); }\n' > "$tree/gpu/worker/main.c"
  printf '  fd = open (path, O_WRONLY | O_CREAT, 0666);\n  renameat (a, b, c, d);\n' > "$tree/gpu/files/replacement.c"
  printf '#include <adwaita.h>\n' > "$tree/app/window.c"
  printf '#include <gio/gio.h>\n' > "$tree/app/client/client.c"
}

# expect FILE LINE: with LINE added to FILE, house.sh fails and names FILE.
expect () {
  plant
  printf '%s\n' "$2" >> "$tree/$1"
  if output=$("$here/house.sh" "$tree"); then
    echo "house.sh did not find in $1: $2"
    exit 1
  fi
  grep -qF "$1:" <<< "$output" || { printf 'house.sh does not name %s:\n%s\n' "$1" "$output"; exit 1; }
}

plant
"$here/house.sh" "$tree"
plant
{ printf 'void\nlong_one (void)\n{\n'; yes '  one_more ();' | head -n 79 || true; printf '}\n'; } > "$tree/ui/long.c"
if "$here/house.sh" "$tree" > /dev/null; then
  echo "house.sh did not find a function of 81 lines"
  exit 1
fi
sed -i '1i /* Long because it is a list. */' "$tree/ui/long.c"
if ! "$here/house.sh" "$tree" > /dev/null; then
  echo "house.sh found a long function whose comment says why"
  exit 1
fi
expect ui/tree-view.c '#include "vm/vm.h"'
expect ui/draw/tree.c '#include "catalog/catalog.h"'
expect ui/draw/tree.c '#include <gtk/gtk.h>'
expect ui/tree-view.c '# include "window/window.h"'
expect ui/tree-view.c '#include "job/job.h"'
expect gpu/record/run.c '#include <cairo.h>'
expect gpu/record/run.c '#include <gtk/gtk.h>'
expect app/client/client.c '#include <gdk/gdk.h>'
expect gpu/record/run.c '  printf ("%d", n);'
expect gpu/record/run.c '  exit (1);'
expect app/window.c '  g_file_set_contents (path, text, -1, NULL);'
expect gpu/record/run.c '  ok = g_file_replace_contents (file, data, size, NULL, FALSE, 0, NULL, NULL, error);'
expect app/window.c '  FILE *f = fopen (path, "w");'
expect ui/draw/tree.c '  cairo_surface_write_to_png (surface, path);'
expect ui/draw/tree.c '  surface = cairo_svg_surface_create (path, 1, 1);'
expect app/window.c '  fd = open (path, O_WRONLY | O_CREAT, 0666);'
expect app/window.c '  g_signal_new ("done", G_TYPE_NONE, 1, G_TYPE_POINTER);'
expect app/window.c '/* TO''DO: finish */'
expect tests/later.c 'X''XX'
echo "Every broken rule was found."
