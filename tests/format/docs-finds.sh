#!/bin/bash
# docs.py finds each thing that it looks for: a small tree that keeps every rule passes, and one fault at a time fails with its place.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

plant () {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{gpu/run,app/window}
  cat > "$tree/gpu/run/run.h" << 'END'
#pragma once
#include <gio/gio.h>
G_BEGIN_DECLS
typedef struct { int a; /* is_it () */ } WsRun;
typedef void (*WsDone) (gpointer data);
static inline int *
ws_run_get (const WsRun *self)
{
  return self->a;
}
WsRun *ws_run_read (const char *path, WsDone done,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean ws_run_is_done (const WsRun *self); /* asked often */
void ws_run_count (const int n[2], guint *sum, char **words, GError **error);
const char *ws_run_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
char *ws_run_dup_name (const WsRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsRun, ws_run_free)
char *ws_run_stop (void);
G_END_DECLS
END
  cat > "$tree/gpu/run/run.c" << 'END'
#include "run/run.h"

static char *
helper (int *sum)
{
}

/**
 * ws_run_read:
 * @path: (type filename): where it is
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
ws_run_read (const char *path, void (*done) (gpointer data, int n), GError **error)
{
}

gboolean
ws_run_is_done (const WsRun *self)
{
}

/**
 * ws_run_count:
 * @n: (array fixed-size=2): two numbers
 * @sum: (out): theirs
 * @words: (out) (transfer full): the same in words
 */
void
ws_run_count (const int n[2], guint *sum, char **words, GError **error)
{
}

const char *
ws_run_say (const char *format, ...)
{
}

char *
ws_run_dup_name (const WsRun *self)
{
}

#ifdef FAST
/* Returns: (transfer full): what they did */
char *
ws_run_stop (void)
{
}
#else
char *
ws_run_stop (void)
{
}
#endif
END
  printf 'void ws_window_tell (WsWindow *self);\n' > "$tree/app/window/window.h"
  printf '/**\n * ws_window_tell:\n * @self: a window that is shown\n */\nvoid\nws_window_tell (WsWindow *self)\n{\n}\n' > "$tree/app/window/window.c"
}

# expect NAME SED-SCRIPT [FILE]: with FILE, or run.c, changed by the script, docs.py fails, names the function and its file.
expect () {
  local file=${3:-gpu/run/run.c}
  plant
  sed -i "$2" "$tree/$file"
  if output=$("$here/docs.py" "$tree"); then
    echo "docs.py did not find what is wrong after: $2"
    exit 1
  fi
  [[ $output =~ ^"$file":[0-9]+:\ $1:\  ]] || { printf 'docs.py does not name %s:\n%s\n' "$1" "$output"; exit 1; }
}

# expect_count LINE: docs.py counts so in the tree as it is.
expect_count () {
  local counts
  counts=$("$here/docs.py" "$tree" --counts || true)
  grep -qx "$1" <<< "$counts" || { printf 'docs.py counts wrongly:\n%s\n' "$counts"; exit 1; }
}

plant
"$here/docs.py" "$tree"
expect_count 'gpu/run: 6 of 6'
expect_count 'app/window: 1 of 1'
expect ws_run_read 's/^ \* ws_run_read:/ * ws_run_load:/'
expect ws_run_read 's/@path/@file/'
expect ws_run_read 's/^ \* @path: .*/ * @path:/'
expect ws_run_read 's/(transfer full) (nullable)/(nullable)/'
expect ws_run_read 's/ (nullable)//'
expect ws_run_count '/@n:/d'
expect ws_run_count '/@sum:/d'
expect ws_run_count '/@words:/d'
expect ws_run_stop '/^.. Returns: .* did/d'
expect ws_window_tell '/@self/d' app/window/window.c
expect_count 'app/window: 0 of 1'
echo "Every fault was found."
