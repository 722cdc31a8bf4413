#include "dialog/show-folder.h"

typedef struct {
  GtkWindow *parent; /* weak */
  char *folder;
} Waiting;

static void
waiting_free (Waiting *self)
{
  g_clear_weak_pointer (&self->parent);
  g_free (self->folder);
  g_free (self);
}

/* Where no file manager answers, whatever opens folders does. */
static void
shown_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  g_autofree char *uri = NULL;

  if (reply == NULL && waiting->parent != NULL)
    {
      uri = g_filename_to_uri (waiting->folder, NULL, NULL);
      gtk_show_uri (waiting->parent, uri, GDK_CURRENT_TIME);
    }
  waiting_free (waiting);
}

/**
 * ws_show_folder:
 * @parent: the widget that asks
 * @path: a local file or folder
 *
 * Opens the folder that it is in, with it selected where the file manager can (the desktop's
 * org.freedesktop.FileManager1).
 */
void
ws_show_folder (GtkWindow *parent, const char *path)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  const char *uris[] = { uri, NULL };
  Waiting *waiting;

  g_return_if_fail (GTK_IS_WINDOW (parent) && path != NULL);

  if (uri == NULL)
    return;
  if (bus == NULL)
    {
      g_autofree char *folder_uri = g_filename_to_uri (folder, NULL, NULL);

      gtk_show_uri (parent, folder_uri, GDK_CURRENT_TIME);
      return;
    }
  waiting = g_new0 (Waiting, 1);
  g_set_weak_pointer (&waiting->parent, parent);
  waiting->folder = g_steal_pointer (&folder);
  g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                          "org.freedesktop.FileManager1", "ShowItems",
                          g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                          NULL, shown_cb, waiting);
}

/**
 * ws_show_file:
 * @parent: the widget that asks
 * @path: a local file
 *
 * Opens it with the program that the desktop has for its kind.
 */
void
ws_show_file (GtkWindow *parent, const char *path)
{
  g_autofree char *uri = NULL;

  g_return_if_fail (GTK_IS_WINDOW (parent) && path != NULL);

  uri = g_filename_to_uri (path, NULL, NULL);
  if (uri != NULL)
    gtk_show_uri (parent, uri, GDK_CURRENT_TIME);
}
