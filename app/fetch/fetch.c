#include "fetch/fetch.h"

#include "compile/compiler.h"
#include "fetch/transport.h"
#include "files/folder.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

struct _WsFetch {
  gatomicrefcount refs;
  WsWheels *wheels;
  WsFetchPlaces places;
  GMutex lock;
  guint64 done; /* bytes of finished files, */
  guint64 part; /* of the present one, */
  guint64 all;  /* of all that are wanted */
  char *name;   /* nullable: of the present one */
};

/**
 * ws_fetch_places_init:
 * @self: (out caller-allocates): where things go
 *
 * Sets the user's own: the folder that ws_compiler_find() looks into, the user's cache, and the
 * base that WARPSTAGE_WHEELS names.
 */
void
ws_fetch_places_init (WsFetchPlaces *self)
{
  *self = (WsFetchPlaces){
    .folder = ws_compiler_get_fetched_folder (),
    .cache = g_build_filename (g_get_user_cache_dir (), "warpstage", "wheels", NULL),
    .base = g_strdup (g_getenv ("WARPSTAGE_WHEELS")),
  };
}

/**
 * ws_fetch_places_clear:
 * @self: (inout): where things go
 */
void
ws_fetch_places_clear (WsFetchPlaces *self)
{
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->cache, g_free);
  g_clear_pointer (&self->base, g_free);
}

/**
 * ws_fetch_check:
 * @error: return location for a #GError: %G_IO_ERROR_NOT_SUPPORTED
 *
 * Returns: whether this program can fetch anything
 */
gboolean
ws_fetch_check (GError **error)
{
  return ws_transport_check (error);
}

/**
 * ws_fetch_new:
 * @wheels: (transfer full): what there is
 * @places: where it goes
 *
 * Returns: (transfer full): it, with nothing fetched
 */
WsFetch *
ws_fetch_new (WsWheels *wheels, const WsFetchPlaces *places)
{
  WsFetch *self = g_new0 (WsFetch, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->wheels = wheels;
  self->places = (WsFetchPlaces){ .folder = g_strdup (places->folder),
                                  .cache = g_strdup (places->cache),
                                  .base = g_strdup (places->base) };
  return self;
}

WsFetch *
ws_fetch_ref (WsFetch *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_fetch_unref (WsFetch *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  ws_wheels_free (self->wheels);
  ws_fetch_places_clear (&self->places);
  g_mutex_clear (&self->lock);
  g_free (self->name);
  g_free (self);
}

const WsWheels *
ws_fetch_get_wheels (WsFetch *self)
{
  return self->wheels;
}

/**
 * ws_fetch_get_fraction:
 * @name: (out) (optional) (transfer full) (nullable): of the package that comes now
 *
 * Returns: how much of it is there: 0 to 1
 */
double
ws_fetch_get_fraction (WsFetch *self, char **name)
{
  double fraction;

  g_mutex_lock (&self->lock);
  fraction = self->all > 0 ? (double)(self->done + self->part) / (double)self->all : 0;
  if (name != NULL)
    *name = g_strdup (self->name);
  g_mutex_unlock (&self->lock);
  return MIN (fraction, 1);
}

/* ---- in a thread ---- */

static void
progress_cb (guint64 bytes, gpointer data)
{
  WsFetch *self = data;

  g_mutex_lock (&self->lock);
  self->part = bytes;
  g_mutex_unlock (&self->lock);
}

static void
set_progress (WsFetch *self, const WsWheel *wheel, guint64 done)
{
  g_mutex_lock (&self->lock);
  g_free (self->name);
  self->name = g_strdup (wheel != NULL ? wheel->name : NULL);
  self->done = done;
  self->part = 0;
  g_mutex_unlock (&self->lock);
}

static gboolean
make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0700) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
               _ ("The folder “%s” cannot be created: %s."), path, g_strerror (errno));
  return FALSE;
}

static char *
get_path (const WsFetch *self, const WsWheel *wheel)
{
  g_autofree char *name = g_strconcat (wheel->file, ".part", NULL);

  return g_build_filename (self->places.cache, name, NULL);
}

static gboolean
check_machine (const WsFetch *self, GError **error)
{
  struct utsname machine;

  if (self->wheels->machine == NULL || uname (&machine) != 0
      || g_str_equal (machine.machine, self->wheels->machine))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _ ("The packages are for %s, but this computer is a %s: install a CUDA Toolkit."),
               self->wheels->machine, machine.machine);
  return FALSE;
}

static gboolean
fetch_wheel (WsFetch *self, const WsWheel *wheel, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = get_path (self, wheel);
  const char *base = self->places.base != NULL ? self->places.base : self->wheels->base;
  g_autofree char *address =
      g_strdup_printf ("%s/%s", base, self->places.base != NULL ? wheel->file : wheel->path);

  return ws_transport_check (error) && check_machine (self, error)
         && make_folder (self->places.cache, error)
         && ws_download (&(WsDownload){ address, wheel, path, progress_cb, self }, cancellable,
                         error);
}

/* What was fetched before stays: each file has a second name. */
static gboolean
link_tree (const char *from, const char *to, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
  const char *name;

  if (!make_folder (to, error))
    return FALSE;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *source = g_build_filename (from, name, NULL);
      g_autofree char *target = g_build_filename (to, name, NULL);

      if (g_file_test (source, G_FILE_TEST_IS_DIR) ? !link_tree (source, target, error)
                                                   : link (source, target) != 0)
        {
          if (error != NULL && *error == NULL)
            g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                         _ ("“%s” could not be written: %s."), target, g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
place (const WsFetch *self, const char *made, GError **error)
{
  g_autofree char *old = g_strconcat (self->places.folder, ".old", NULL);

  ws_folder_remove (old);
  if ((!g_file_test (self->places.folder, G_FILE_TEST_EXISTS)
       || g_rename (self->places.folder, old) == 0)
      && g_rename (made, self->places.folder) == 0)
    {
      ws_folder_remove (old);
      return TRUE;
    }
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
               _ ("The compiler could not be installed in “%s”: %s."), self->places.folder,
               g_strerror (errno));
  g_rename (old, self->places.folder);
  return FALSE;
}

static gboolean
unpack_all (const WsFetch *self, guint parts, const char *made, GCancellable *cancellable,
            GError **error)
{
  for (guint i = 0; i < self->wheels->list->len; i++)
    {
      const WsWheel *wheel = ws_wheels_get (self->wheels, i);
      g_autofree char *path = get_path (self, wheel);

      if ((wheel->part & parts) && !ws_unpack (path, wheel, made, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
install (WsFetch *self, guint parts, GCancellable *cancellable, GError **error)
{
  g_autofree char *made = g_strconcat (self->places.folder, ".new", NULL);
  gboolean is_made;
  guint64 done = 0;

  for (guint i = 0; i < self->wheels->list->len; i++)
    {
      const WsWheel *wheel = ws_wheels_get (self->wheels, i);

      if ((wheel->part & parts) == 0)
        continue;
      set_progress (self, wheel, done);
      if (!fetch_wheel (self, wheel, cancellable, error))
        return FALSE;
      done += wheel->bytes;
    }
  set_progress (self, NULL, done);
  ws_folder_remove (made);
  is_made = (g_file_test (self->places.folder, G_FILE_TEST_IS_DIR)
                 ? link_tree (self->places.folder, made, error)
                 : make_folder (made, error))
            && unpack_all (self, parts, made, cancellable, error) && place (self, made, error);
  if (is_made)
    ws_folder_remove (self->places.cache);
  else
    ws_folder_remove (made);
  return is_made;
}

static void
licence_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WsFetch *self = data;
  const WsWheel *first = ws_wheels_get (self->wheels, 0);
  g_autofree char *path = get_path (self, first);
  GError *error = NULL;
  char *text =
      fetch_wheel (self, first, cancellable, &error) ? ws_unpack_licence (path, &error) : NULL;

  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

static void
install_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WsFetch *self = data;
  guint parts = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (task), "parts"));
  GError *error = NULL;

  if (install (self, parts, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Fetches the first package, and reads NVIDIA's licence in it. */
void
ws_fetch_read_licence_async (WsFetch *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, ws_fetch_ref (self), (GDestroyNotify)ws_fetch_unref);
  g_task_run_in_thread (task, licence_thread);
}

/**
 * ws_fetch_read_licence_finish:
 * @result: from the callback
 * @error: return location for a #GError: %G_IO_ERROR
 *
 * Returns: (transfer full) (nullable): the licence's text
 */
char *
ws_fetch_read_licence_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ws_fetch_install_async:
 * @parts: #WsFetchParts
 * @cancellable: (nullable): to give up; what came of files stays, and is taken up again
 *
 * Fetches, checks, unpacks and puts in place. The caller has shown the licence, and the user
 * has accepted it.
 */
void
ws_fetch_install_async (WsFetch *self, guint parts, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  self->all = ws_wheels_get_bytes (self->wheels, parts);
  g_object_set_data (G_OBJECT (task), "parts", GUINT_TO_POINTER (parts));
  g_task_set_task_data (task, ws_fetch_ref (self), (GDestroyNotify)ws_fetch_unref);
  g_task_run_in_thread (task, install_thread);
}

/**
 * ws_fetch_install_finish:
 * @result: from the callback
 * @error: return location for a #GError: %G_IO_ERROR
 *
 * Returns: whether it is in place
 */
gboolean
ws_fetch_install_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * ws_fetch_remove:
 * @error: return location for a #GError: %G_IO_ERROR_NOT_FOUND
 *
 * Removes the compiler, and what has come of files.
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_fetch_remove (WsFetch *self, GError **error)
{
  g_autofree char *old = g_strconcat (self->places.folder, ".old", NULL);

  ws_folder_remove (self->places.cache);
  if (g_rename (self->places.folder, old) == 0)
    {
      ws_folder_remove (old);
      return TRUE;
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("No fetched compiler to remove: “%s” does not exist."), self->places.folder);
  return FALSE;
}
