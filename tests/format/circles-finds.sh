#!/bin/bash
# circles.py finds a circle of two and of three folders, and of files of one, and none where there is none.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/{gpu/run,gpu/read,ui/pen,app/window}
printf '' > "$tree/gpu/run/run.h"
printf '#include "run/run.h"\n' > "$tree/gpu/read/read.h"
printf '#include "read/read.h"\n#include "pen/pen.h"\n' > "$tree/ui/pen/pen.h"
printf '#include "pen/pen.h"\n#include <gio/gio.h>\n' > "$tree/app/window/window.h"
"$here/circles.py" "$tree"
for line in 'read/read.h' 'pen/pen.h' 'window/window.h'; do
  printf '#include "%s"\n' "$line" > "$tree/gpu/run/run.c"
  if said=$("$here/circles.py" "$tree"); then
    echo "circles.py did not find the circle over $line: $said"
    exit 1
  fi
  grep -qF "run/run.c includes $line" <<< "$said" || { echo "circles.py does not say what makes the circle: $said"; exit 1; }
done
printf '' > "$tree/gpu/run/run.c"
printf '#include "run/run.h"\n' > "$tree/gpu/run/private.h"
printf '#include "run/private.h"\n' > "$tree/gpu/run/spec.c"
printf '#include "run/private.h"\n' > "$tree/gpu/run/run.c"
printf '' > "$tree/gpu/run/spec.h"
"$here/circles.py" "$tree"
for name in run.h run.c run-private.h; do
  printf '#include "run/spec.h"\n' > "$tree/gpu/run/$name"
  if said=$("$here/circles.py" "$tree"); then
    echo "circles.py did not find the circle of files over $name: $said"
    exit 1
  fi
  grep -qF "run/$name includes run/spec.h" <<< "$said" || { echo "circles.py does not say what makes the circle: $said"; exit 1; }
  printf '' > "$tree/gpu/run/$name"
done
