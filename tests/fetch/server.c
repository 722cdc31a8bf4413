#include "server.h"

#include <string.h>

struct _Server {
  GSocketService *service;
  GMutex lock;
  GHashTable *files; /* utf8 GBytes */
  ServerWay way;
  guint64 sent; /* bytes of files */
  guint16 port;
};

static guint64
read_range (const char *request)
{
  const char *range = strstr (request, "Range: bytes=");

  return range != NULL ? g_ascii_strtoull (range + strlen ("Range: bytes="), NULL, 10) : 0;
}

static void
answer (Server *self, GOutputStream *out, const char *request)
{
  g_auto (GStrv) words = g_strsplit (request, " ", 3);
  const char *name = words[0] != NULL && words[1] != NULL ? words[1] + 1 : "";
  GBytes *file = g_hash_table_lookup (self->files, name);
  gsize length = 0;
  const guint8 *data = file != NULL ? g_bytes_get_data (file, &length) : NULL;
  guint64 from = self->way == SERVER_WHOLE ? 0 : MIN (read_range (request), length);
  gsize n = length - (gsize)from;
  g_autoptr (GString) head = g_string_new (NULL);

  if (file == NULL || self->way == SERVER_MISSING)
    {
      g_output_stream_write_all (out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 45,
                                 NULL, NULL, NULL);
      return;
    }
  g_string_printf (
      head, "HTTP/1.1 %s\r\nContent-Length: %" G_GSIZE_FORMAT "\r\nConnection: close\r\n",
      from > 0 ? "206 Partial Content" : "200 OK", n + (self->way == SERVER_LONGER ? 100 : 0));
  if (from > 0)
    g_string_append_printf (head,
                            "Content-Range: bytes %" G_GUINT64_FORMAT "-%" G_GSIZE_FORMAT
                            "/%" G_GSIZE_FORMAT "\r\n",
                            from, length - 1, length);
  g_string_append (head, "\r\n");
  if (self->way == SERVER_BREAKS)
    {
      n /= 2;
      self->way = SERVER_GOOD;
    }
  g_output_stream_write_all (out, head->str, head->len, NULL, NULL, NULL);
  g_output_stream_write_all (out, data + from, n, NULL, NULL, NULL);
  self->sent += n;
  if (self->way == SERVER_LONGER)
    {
      g_autofree char *more = g_strnfill (100, 'x');

      g_output_stream_write_all (out, more, 100, NULL, NULL, NULL);
    }
}

static gboolean
run_cb (GThreadedSocketService *service, GSocketConnection *connection, GObject *source,
        gpointer data)
{
  Server *self = data;
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autoptr (GString) request = g_string_new (NULL);
  char c;

  while (strstr (request->str, "\r\n\r\n") == NULL
         && g_input_stream_read (in, &c, 1, NULL, NULL) == 1)
    g_string_append_c (request, c);
  g_mutex_lock (&self->lock);
  answer (self, g_io_stream_get_output_stream (G_IO_STREAM (connection)), request->str);
  g_mutex_unlock (&self->lock);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  return TRUE;
}

Server *
server_new (void)
{
  Server *self = g_new0 (Server, 1);
  g_autoptr (GError) error = NULL;

  g_mutex_init (&self->lock);
  self->files =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  self->service = g_threaded_socket_service_new (4);
  self->port =
      g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service), NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (self->service, "run", G_CALLBACK (run_cb), self);
  g_socket_service_start (self->service);
  return self;
}

void
server_free (Server *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_object_unref (self->service);
  g_hash_table_unref (self->files);
  g_mutex_clear (&self->lock);
  g_free (self);
}

char *
server_get_base (const Server *self)
{
  return g_strdup_printf ("http://127.0.0.1:%u", self->port);
}

void
server_set (Server *self, const char *name, GBytes *bytes)
{
  g_mutex_lock (&self->lock);
  g_hash_table_replace (self->files, g_strdup (name), g_bytes_ref (bytes));
  g_mutex_unlock (&self->lock);
}

void
server_behave (Server *self, ServerWay way)
{
  g_mutex_lock (&self->lock);
  self->way = way;
  g_mutex_unlock (&self->lock);
}

guint64
server_get_sent (Server *self)
{
  guint64 sent;

  g_mutex_lock (&self->lock);
  sent = self->sent;
  g_mutex_unlock (&self->lock);
  return sent;
}
