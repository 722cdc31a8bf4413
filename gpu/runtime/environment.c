/* environment.c: configuration for a program that starts normally and loads this library instead of
 * CUDA's, from environment variables set by warpstage-cli.
 *
 *   WARPSTAGE_SPEC      file of the model: ws_spec_to_variant()'s bytes
 *   WARPSTAGE_HISTORY   file descriptor for the history
 *   WARPSTAGE_CAPTURE   launch to capture, counted from 0
 *   WARPSTAGE_SECONDS   limit on the host's time for all launches together
 */
#include "runtime/runtime-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Text that is not a number is ignored. */
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
 * Terminates the program if the environment names no device: no call would work.
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
    fcntl ((int)history, F_SETFD, FD_CLOEXEC); /* it is for this program only */
  ws_runtime_begin (&(WsRuntimeOptions){
      .spec = spec,
      .history = (int)history,
      .capture = (guint32)read_number ("WARPSTAGE_CAPTURE", G_MAXUINT32),
      .max_seconds = (double)seconds,
  });
}
