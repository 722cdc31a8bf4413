/* absent.c: a program that was built without libcurl or libarchive. */
#include "fetch/transport.h"

#include <glib/gi18n.h>

/**
 * ws_transport_check:
 * @error: return location for a #GError: %G_IO_ERROR_NOT_SUPPORTED
 *
 * Returns: whether anything can be fetched
 */
gboolean
ws_transport_check (GError **error)
{
  g_set_error_literal (
      error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
      _ ("This program was built without libcurl and libarchive and cannot fetch files: install a "
         "CUDA Toolkit, or set WARPSTAGE_COMPILER to a folder with NVIDIA's NVRTC."));
  return FALSE;
}

/**
 * ws_download:
 * @self: not looked at
 * @error: return location for a #GError: %G_IO_ERROR_NOT_SUPPORTED
 *
 * Returns: %FALSE
 */
gboolean
ws_download (const WsDownload *self, GCancellable *cancellable, GError **error)
{
  return ws_transport_check (error);
}

/**
 * ws_unpack:
 * @path: of a wheel
 * @folder: where to
 * @error: return location for a #GError: %G_IO_ERROR_NOT_SUPPORTED
 *
 * Returns: %FALSE
 */
gboolean
ws_unpack (const char *path, const WsWheel *wheel, const char *folder, GCancellable *cancellable,
           GError **error)
{
  return ws_transport_check (error);
}

/**
 * ws_unpack_licence:
 * @path: of a wheel
 * @error: return location for a #GError: %G_IO_ERROR_NOT_SUPPORTED
 *
 * Returns: (transfer full) (nullable): %NULL
 */
char *
ws_unpack_licence (const char *path, GError **error)
{
  ws_transport_check (error);
  return NULL;
}
