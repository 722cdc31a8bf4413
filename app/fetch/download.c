/* download.c: a file by libcurl, begun again where it was broken off, and held against its SHA-256
 * while it comes. */
#include "fetch/transport.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define CONNECT_SECONDS 20
#define SLOW_BYTES      100 /* a second, for SLOW_SECONDS: then nothing comes any more */
#define SLOW_SECONDS    60
#define MAX_REDIRECTS   5
#define CHUNK           65536

typedef struct {
  const WsWheel *wheel;
  CURL *curl;
  int fd;
  GChecksum *sum;
  guint64 bytes;
  guint64 began; /* bytes that were there already */
  WsDownloadProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
  GError *error;
} Download;

/**
 * ws_transport_check:
 * @error: return location for a #GError: not set
 *
 * Returns: whether anything can be fetched
 */
gboolean
ws_transport_check (GError **error)
{
  return TRUE;
}

static gboolean
fail_writing (Download *self)
{
  g_set_error (&self->error, G_IO_ERROR, g_io_error_from_errno (errno),
               _ ("“%s” could not be written: %s."), self->wheel->file, g_strerror (errno));
  return FALSE;
}

/* What is there of the file already counts. */
static gboolean
take_up (Download *self)
{
  guint8 buffer[CHUNK];
  ssize_t n;

  while ((n = read (self->fd, buffer, sizeof buffer)) > 0)
    {
      g_checksum_update (self->sum, buffer, n);
      self->bytes += (guint64)n;
    }
  self->began = self->bytes;
  return n == 0 || fail_writing (self);
}

static gboolean
begin_anew (Download *self)
{
  g_checksum_reset (self->sum);
  self->bytes = self->began = 0;
  return (ftruncate (self->fd, 0) == 0 && lseek (self->fd, 0, SEEK_SET) == 0)
         || fail_writing (self);
}

static size_t
write_cb (char *data, size_t size, size_t count, void *user_data)
{
  Download *self = user_data;
  size_t n = size * count;

  if (self->bytes + n > self->wheel->bytes)
    {
      g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("“%s” is larger than expected; rejected."), self->wheel->file);
      return 0;
    }
  for (size_t done = 0; done < n;)
    {
      ssize_t written = write (self->fd, data + done, n - done);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        {
          fail_writing (self);
          return 0;
        }
      done += (size_t)written;
    }
  g_checksum_update (self->sum, (const guchar *)data, (gssize)n);
  self->bytes += n;
  if (self->progress != NULL)
    self->progress (self->bytes, self->user_data);
  return n;
}

static int
transfer_cb (void *user_data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
  const Download *self = user_data;

  return g_cancellable_is_cancelled (self->cancellable);
}

/* @address: of a mirror that the user names may be of plain http: the sum is checked all the same
 */
static void
set_options (Download *self, const char *address)
{
  const char *protocols = g_str_has_prefix (address, "http://") ? "http,https" : "https";
  const char *bundle = g_getenv ("CURL_CA_BUNDLE");

  curl_easy_setopt (self->curl, CURLOPT_URL, address);
  curl_easy_setopt (self->curl, CURLOPT_PROTOCOLS_STR, protocols);
  curl_easy_setopt (self->curl, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  curl_easy_setopt (self->curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt (self->curl, CURLOPT_MAXREDIRS, (long)MAX_REDIRECTS);
  curl_easy_setopt (self->curl, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt (self->curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt (self->curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
  curl_easy_setopt (self->curl, CURLOPT_LOW_SPEED_LIMIT, (long)SLOW_BYTES);
  curl_easy_setopt (self->curl, CURLOPT_LOW_SPEED_TIME, (long)SLOW_SECONDS);
  curl_easy_setopt (self->curl, CURLOPT_USERAGENT, "warpstage");
  curl_easy_setopt (self->curl, CURLOPT_RESUME_FROM_LARGE, (curl_off_t)self->began);
  curl_easy_setopt (self->curl, CURLOPT_WRITEFUNCTION, write_cb);
  curl_easy_setopt (self->curl, CURLOPT_WRITEDATA, self);
  curl_easy_setopt (self->curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt (self->curl, CURLOPT_XFERINFOFUNCTION, transfer_cb);
  curl_easy_setopt (self->curl, CURLOPT_XFERINFODATA, self);
  if (bundle != NULL)
    curl_easy_setopt (self->curl, CURLOPT_CAINFO, bundle);
}

/* A server that knows no ranges is asked for the whole. */
static gboolean
transfer (Download *self, const char *address)
{
  CURLcode code;

  set_options (self, address);
  code = curl_easy_perform (self->curl);
  if (code == CURLE_RANGE_ERROR && self->error == NULL)
    {
      if (!begin_anew (self))
        return FALSE;
      curl_easy_setopt (self->curl, CURLOPT_RESUME_FROM_LARGE, (curl_off_t)0);
      code = curl_easy_perform (self->curl);
    }
  if (self->error != NULL)
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, &self->error))
    return FALSE;
  if (code == CURLE_OK)
    return TRUE;
  g_set_error (
      &self->error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE,
      _ ("“%s” could not be fetched: %s. The part received is kept: try again to continue."),
      self->wheel->file, curl_easy_strerror (code));
  return FALSE;
}

static gboolean
check_sum (Download *self, const char *path)
{
  if (self->bytes == self->wheel->bytes
      && g_str_equal (g_checksum_get_string (self->sum), self->wheel->sha256))
    return TRUE;
  g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("“%s” has an unexpected SHA-256 checksum; rejected."), self->wheel->file);
  g_unlink (path);
  return FALSE;
}

static gboolean
run (Download *self, const char *address, const char *path)
{
  if (!take_up (self) || (self->bytes > self->wheel->bytes && !begin_anew (self)))
    return FALSE;
  if (self->bytes < self->wheel->bytes && !transfer (self, address))
    return FALSE;
  return check_sum (self, path);
}

/**
 * ws_download:
 * @self: a file
 * @cancellable: (nullable): to give up; what came stays
 * @error: return location for a #GError: %G_IO_ERROR
 *
 * Waits for it.
 *
 * Returns: whether the whole file is there, and is that file
 */
gboolean
ws_download (const WsDownload *self, GCancellable *cancellable, GError **error)
{
  Download running = { .wheel = self->wheel,
                       .progress = self->progress,
                       .user_data = self->user_data,
                       .cancellable = cancellable };
  gboolean is_there;

  running.fd = g_open (self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (running.fd < 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   _ ("“%s” could not be written: %s."), self->path, g_strerror (errno));
      return FALSE;
    }
  running.curl = curl_easy_init ();
  running.sum = g_checksum_new (G_CHECKSUM_SHA256);
  is_there = run (&running, self->address, self->path);
  g_checksum_free (running.sum);
  curl_easy_cleanup (running.curl);
  close (running.fd);
  if (running.error != NULL)
    g_propagate_error (error, running.error);
  return is_there;
}
