#!/bin/bash
# The house's rules that a command can see: sizes, layers, words. Prints what breaks one, with its place and the rule.
#
#   house.sh FOLDER
set -euo pipefail
# shellcheck source=tests/format/sources.sh
. "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

cd "$1"
broken=0

# complain RULE: says RULE over the lines that come in, if any do.
complain () {
  local lines
  lines=$(cat)
  [ -n "$lines" ] || return 0
  printf '%s\n%s\n\n' "$1" "$lines"
  broken=1
}

# find_in PATTERN FILE-PATTERN…: FILE:LINE:TEXT of what matches the extended regular expression PATTERN.
find_in () {
  local pattern=$1
  shift
  list_sources . "$@" | xargs -r -d '\n' grep -nHE -e "$pattern" || [ $? -lt 124 ]
}

complain "A function has at most 80 lines, or a comment before it that gives the reason, as in: long because it is a table." < <(
  list_sources . 'app/*.c' 'gpu/*.c' 'ui/*.c' | xargs -r -d '\n' awk '
    FNR == 1 { reason = 0 }
    /^$/ || /^}/ { if (!/^}/) reason = 0 }
    /[Ll]ong because/ { reason = 1 }
    /^[a-z_0-9]+ \(/ { name = $1 }
    /^{/ { begin = FNR; excused = reason }
    /^}/ { if (begin && FNR - begin + 1 > 80 && !excused) print FILENAME ":" begin ": " name " has " FNR - begin + 1 " lines"; begin = 0; reason = 0 }')

complain "ui sees record, derive, timing and occupancy, and nothing else of gpu." < <(
  find_in '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<](vm|cuda|compile|worker|wire|catalog|job|device|probe|ptx|sandbox|files)/' 'ui/*.c' 'ui/*.h')

complain "ui includes nothing of app." < <(
  find_in '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<](app|window|cli|dialog|timings|client|export|scenarios|sweeps)/' 'ui/*.c' 'ui/*.h')

complain "A path of who compiled it says nothing in PTX: the file's name does." < <(
  find_in '^[[:space:]]*\.file[[:space:]]+[0-9]+ "/' '*.ptx' | grep -v '"/usr/local/cuda/')

toolkit='^[[:space:]]*#[[:space:]]*include[[:space:]]*["<](gtk|gdk|gsk|adwaita|libadwaita|gtksourceview)[/.-]'
complain "gpu knows no GTK, no cairo, no Pango." < <(
  find_in "$toolkit|include[[:space:]]*[\"<](cairo|pango)" 'gpu/*.c' 'gpu/*.h')

complain "Drawing, client, export, slides, lessons and command line know no GTK: they work without a display." < <(
  find_in "$toolkit" 'ui/draw/*.c' 'ui/draw/*.h' 'app/client/*' 'app/export/*' 'app/slide/*' 'app/lesson/*' 'app/gate/*' 'app/exercise/*' 'app/handout/*' 'app/page/*' 'app/lecture/*' 'app/cli/*' 'app/sweeps/*' 'app/scenarios/*' 'app/fetch/*' 'app/machine/*' 'app/kernel/*')

complain "gpu and ui write nothing to the terminal and end no program: they return a GError." < <(
  find_in '^[^*/]*[^_[:alnum:]](exit|abort|printf|g_print|g_printerr) \(' 'gpu/*.c' 'ui/*.c' | grep -vE '^gpu/(worker|host)/main\.c:')

complain "A signal says what type its values have: they live as long as the emission." < <(
  find_in '\bG_TYPE_POINTER\b' 'app/*.c' 'gpu/*.c' 'ui/*.c')

writers='g_file_(replace|create|append_to|copy|move|set_contents|open_tmp|new_tmp)[[:alnum:]_]*|g_(fopen|freopen|creat|rename|mkstemp)[[:alnum:]_]*'
writers="$writers|g_key_file_save_to_file|json_generator_to_file|cairo_surface_write_to_png|cairo_(svg|pdf|ps)_surface_create"
writers="$writers|fopen|freopen|creat|mkstemp|mkostemp|rename|renameat|renameat2"
# app/fetch writes what has come of a download, which is to be taken up again, and a folder that appears when it is whole.
# gpu/compile/folder.c writes what a compiler reads, in a folder of its own that goes with it; gpu/host/folder.c so what a program finds.
# gpu/sandbox/calls.c names what it forbids.
complain "Files are written by gpu/files and nothing else: whole, or not at all." < <(
  find_in "(^|[^_[:alnum:]])($writers) \\(|O_(CREAT|TRUNC|APPEND|TMPFILE)" 'app/*.c' 'gpu/*.c' 'ui/*.c' | grep -vE '^(gpu/files|app/fetch)/|^gpu/(compile|host)/folder\.c:|^gpu/sandbox/calls\.c:')

# Written so that this file does not find itself.
complain "What is not done is not in the tree; what is done needs no such word." < <(
  find_in '\b(TO''DO|FIX''ME|X''XX|[Ss]tu''bs?|HA''CK)\b' 'app/*' 'gpu/*' 'ui/*' 'tests/*' 'resources/*' 'cmake/*' '*.md' '*.txt' \
    | grep -v '^gpu/runtime/errors\.def:') # CUDA's own words

[ "$broken" = 0 ] || exit 1
echo "Sizes, layers and words are as the house wants them."
