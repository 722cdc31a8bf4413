/* A program that is built without libcurl or libarchive: it fetches nothing, and says so. */
#include "fetch/transport.h"

#include <string.h>

static void
test_refuses (void)
{
  g_autoptr (GError) checked = NULL;
  g_autoptr (GError) downloaded = NULL;
  g_autoptr (GError) unpacked = NULL;
  g_autoptr (GError) read = NULL;

  g_assert_false (ws_transport_check (&checked));
  g_assert_error (checked, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_nonnull (strstr (checked->message, "WARPSTAGE_COMPILER"));
  g_assert_false (ws_download (&(WsDownload){ .address = "https://nowhere/", .path = "/nowhere" },
                               NULL, &downloaded));
  g_assert_error (downloaded, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_false (ws_unpack ("/nowhere", NULL, "/nowhere", NULL, &unpacked));
  g_assert_error (unpacked, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_null (ws_unpack_licence ("/nowhere", &read));
  g_assert_error (read, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fetch-absent/refuses", test_refuses);
  return g_test_run ();
}
