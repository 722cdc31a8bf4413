#!/bin/bash
# nowindow.sh: builds the command line and the worker alone (GUI=OFF), in build-nowindow, and sees that they need nothing of a window's, and
# with FETCH=OFF neither libcurl nor libarchive; and that they draw.
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../app/prepare.sh"
bin=$root/build-nowindow/bin
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
status=0

prepare_folder build-nowindow -DGUI=OFF -DFETCH=OFF -DCUB=OFF -DCMAKE_BUILD_TYPE=Release
prepare_targets build-nowindow
[ ! -e "$bin/warpstage" ] || { echo "there is a window"; status=1; }
for program in warpstage-cli warpstage-worker warpstage-host; do
  ldd "$bin/$program" > "$work/needs"
  if grep -E 'lib(gtk|gdk|adwaita|gtksourceview|cmark|curl|archive)|not found' "$work/needs"; then
    echo "$program: needs this"
    status=1
  fi
  # X is what Debian's cairo asks for, and nothing else
  if readelf -d "$bin/$program" | grep -E 'NEEDED.*lib(X|xcb)'; then
    echo "$program: asks for X"
    status=1
  fi
done
"$bin/warpstage-cli" export tree --kernel reduce1 -o "$work/tree.png" || { echo "warpstage-cli does not draw"; status=1; }
[ "$(head -c 4 "$work/tree.png" | tail -c 3)" = PNG ] || { echo "this is no picture"; status=1; }
exit $status
