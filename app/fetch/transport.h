/* transport.h: downloading and unpacking, in any thread; by libcurl and libarchive, or not at all.
 * Private to fetch/. */
#pragma once

#include "fetch/wheels.h"

G_BEGIN_DECLS

/* Called with the bytes received so far */
typedef void (*WsDownloadProgress) (guint64 bytes, gpointer user_data);

/**
 * WsDownload:
 * @address: of a file
 * @wheel: the package
 * @path: its target; an existing file is taken as its beginning
 * @progress: (nullable): called with the bytes received
 * @user_data: for @progress
 */
typedef struct {
  const char *address;
  const WsWheel *wheel;
  const char *path;
  WsDownloadProgress progress;
  gpointer user_data;
} WsDownload;

gboolean ws_transport_check (GError **error);
gboolean ws_download (const WsDownload *self, GCancellable *cancellable, GError **error);
gboolean ws_unpack (const char *path, const WsWheel *wheel, const char *folder,
                    GCancellable *cancellable, GError **error);
char *ws_unpack_licence (const char *path, GError **error);

G_END_DECLS
