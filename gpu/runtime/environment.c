/* environment.c: a program that starts by itself, and finds this library in CUDA's place: the
 * environment says on what it runs. warpstage-cli sets it.
 *
 *   WARPSTAGE_SPEC      file of the model: ws_spec_to_variant()'s bytes
 *   WARPSTAGE_HISTORY   descriptor that the history is written to
 *   WARPSTAGE_CAPTURE   launch to capture, counted from 0
 *   WARPSTAGE_SECONDS   of the computer's time that all launches may take together
 */
#include "runtime/runtime-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A text that is no number says nothing. */
static gint64
read_number (const char *name, gint64 otherwise)
{
  const char *text = g_getenv (name);
  gint64 value;

  return text != NULL && g_ascii_string_to_signed (text, 10, 0, G_MAXINT32, &value, NULL)
             ? value
             : otherwise;
}

static WsSpec *
read_spec (GError **error)
{
  const char *path = g_getenv ("WARPSTAGE_SPEC");
  g_autoptr (GVariant) variant = NULL;
  char *data;
  gsize size;

  if (path == NULL)
    {
      g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                           "this libcudart is Warpstage's: start the program by "
                           "“warpstage-cli run -- PROGRAM”.");
      return NULL;
    }
  if (!g_file_get_contents (path, &data, &size, error))
    return NULL;
  variant = g_variant_ref_sink (
      g_variant_new_from_data (G_VARIANT_TYPE ("(ssat)"), data, size, FALSE, g_free, data));
  return ws_spec_new_from_variant (variant, error);
}

/**
 * ws_runtime_begin_from_environment:
 *
 * Ends the program where the environment names no device: without one no call can be served.
 */
void
ws_runtime_begin_from_environment (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSpec) spec = read_spec (&error);
  gint64 seconds = read_number ("WARPSTAGE_SECONDS", 0);
  gint64 history = read_number ("WARPSTAGE_HISTORY", -1);

  if (spec == NULL)
    {
      fputs (error->message, stderr);
      fputs ("\n", stderr);
      _exit (WS_STATUS_NO_DEVICE);
    }
  if (history >= 0)
    fcntl ((int)history, F_SETFD, FD_CLOEXEC); /* it is of this program alone */
  ws_runtime_begin (&(WsRuntimeOptions){
      .spec = spec,
      .history = (int)history,
      .capture = (guint32)read_number ("WARPSTAGE_CAPTURE", G_MAXUINT32),
      .max_seconds = (double)seconds,
  });
}
