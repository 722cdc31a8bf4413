#include "sweeps/sweep-store.h"

#include "files/replacement.h"
#include "sweeps/published.h"
#include "sweeps/sweep-file.h"

#include <glib/gstdio.h>
#include <string.h>

#define SUFFIX    ".wssweep"
#define MAX_KEPT  20                /* of each kind */
#define MAX_BYTES (4 * 1024 * 1024) /* of a file */

struct _WsSweepStore {
  GObject parent_instance;

  char *folder;
  GPtrArray *sweeps;    /* WsSweep: the latest first */
  GPtrArray *published; /* WsSweep */
  GThreadPool *writer;  /* one thread, so that files are written in order; Write */
};

/* A file to be written, or, with no @bytes, to be removed. */
typedef struct {
  char *path;
  GBytes *bytes;
} Write;

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSweepStore, ws_sweep_store, G_TYPE_OBJECT)

/* ---- the writer's thread ---- */

static void
write_cb (gpointer data, gpointer user_data)
{
  Write *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_path_get_dirname (self->path);

  if (self->bytes == NULL)
    g_unlink (self->path);
  else
    {
      gsize size;
      const char *contents = g_bytes_get_data (self->bytes, &size);

      g_mkdir_with_parents (folder, 0700);
      if (!ws_file_replace_path (self->path, contents, size, WS_REPLACE_PRIVATE, &error))
        g_message ("A sweep could not be kept: %s", error->message);
    }
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->path);
  g_free (self);
}

/* @bytes: (nullable) (transfer full) */
static void
push_write (WsSweepStore *self, const WsSweep *sweep, GBytes *bytes)
{
  Write *write = g_new0 (Write, 1);
  g_autofree char *name = g_strconcat (sweep->id, SUFFIX, NULL);

  write->path = g_build_filename (self->folder, name, NULL);
  write->bytes = bytes;
  g_thread_pool_push (self->writer, write, NULL);
}

/* ---- reading ---- */

/* (transfer full) (nullable) */
static WsSweep *
load (WsSweepStore *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *contents = NULL;
  g_autofree char *own_name = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (WsSweep) sweep = NULL;
  GStatBuf info;
  gsize size;

  if (g_stat (path, &info) != 0 || info.st_size > MAX_BYTES
      || !g_file_test (path, G_FILE_TEST_IS_REGULAR)
      || !g_file_get_contents (path, &contents, &size, NULL))
    return NULL;
  bytes = g_bytes_new_take (g_steal_pointer (&contents), size);
  sweep = ws_sweep_file_from_bytes (bytes, NULL);
  if (sweep == NULL)
    return NULL;
  own_name = g_strconcat (sweep->id, SUFFIX, NULL);
  return g_str_equal (own_name, name) ? g_steal_pointer (&sweep) : NULL;
}

static int
compare_dates (gconstpointer a, gconstpointer b)
{
  const WsSweep *x = *(WsSweep *const *)a;
  const WsSweep *y = *(WsSweep *const *)b;

  return x->date > y->date ? -1 : x->date < y->date;
}

static void
load_all (WsSweepStore *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      WsSweep *sweep = g_str_has_suffix (name, SUFFIX) ? load (self, name) : NULL;

      if (sweep != NULL)
        g_ptr_array_add (self->sweeps, sweep);
    }
  g_ptr_array_sort (self->sweeps, compare_dates);
}

/* ---- the object ---- */

static void
ws_sweep_store_finalize (GObject *object)
{
  WsSweepStore *self = WS_SWEEP_STORE (object);

  g_thread_pool_free (self->writer, FALSE, TRUE); /* what is to be written is written */
  g_ptr_array_unref (self->sweeps);
  g_ptr_array_unref (self->published);
  g_free (self->folder);

  G_OBJECT_CLASS (ws_sweep_store_parent_class)->finalize (object);
}

static void
ws_sweep_store_class_init (WsSweepStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_sweep_store_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_SWEEP_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
ws_sweep_store_init (WsSweepStore *self)
{
  g_autoptr (GError) error = NULL;

  self->sweeps = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);
  self->writer = g_thread_pool_new (write_cb, NULL, 1, FALSE, NULL);
  self->published = ws_published_load_all (&error);
  if (self->published == NULL)
    {
      g_warning ("%s", error->message);
      self->published = g_ptr_array_new ();
    }
}

/**
 * ws_sweep_store_new:
 * @folder: (nullable): where they are kept; %NULL for warpstage/sweeps in the user's data folder
 *
 * Returns: (transfer full): a store with what is kept there; files that are damaged are left out,
 * and left alone
 */
WsSweepStore *
ws_sweep_store_new (const char *folder)
{
  WsSweepStore *self = g_object_new (WS_TYPE_SWEEP_STORE, NULL);

  self->folder = folder != NULL
                     ? g_strdup (folder)
                     : g_build_filename (g_get_user_data_dir (), "warpstage", "sweeps", NULL);
  load_all (self);
  return self;
}

/* Returns: (transfer container) (element-type WsSweep): the latest first, the published last */
GPtrArray *
ws_sweep_store_list (WsSweepStore *self, WsSweepKind kind)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);
  GPtrArray *all[] = { self->sweeps, self->published };

  for (guint k = 0; k < G_N_ELEMENTS (all); k++)
    for (guint i = 0; i < all[k]->len; i++)
      {
        WsSweep *sweep = g_ptr_array_index (all[k], i);

        if (sweep->kind == kind)
          g_ptr_array_add (list, ws_sweep_ref (sweep));
      }
  return list;
}

static gboolean
find (WsSweepStore *self, const WsSweep *sweep, guint *index)
{
  for (guint i = 0; i < self->sweeps->len; i++)
    {
      const WsSweep *other = g_ptr_array_index (self->sweeps, i);

      if (g_str_equal (other->id, sweep->id))
        {
          *index = i;
          return TRUE;
        }
    }
  return FALSE;
}

/* The oldest of those of a kind that are too many. */
static void
drop_oldest (WsSweepStore *self, WsSweepKind kind)
{
  guint n = 0;

  for (guint i = 0; i < self->sweeps->len; i++)
    {
      const WsSweep *sweep = g_ptr_array_index (self->sweeps, i);

      if (sweep->kind != kind || ++n <= MAX_KEPT)
        continue;
      push_write (self, sweep, NULL);
      g_ptr_array_remove_index (self->sweeps, i--);
    }
}

/**
 * ws_sweep_store_add:
 * @sweep: (transfer none): a sweep that will not change any more, but that may be kept already
 *
 * Keeps it, and drops the oldest of its kind beyond 20. It is written in the background. One that
 * has no figures is not kept.
 */
void
ws_sweep_store_add (WsSweepStore *self, WsSweep *sweep)
{
  guint index;

  g_return_if_fail (WS_IS_SWEEP_STORE (self) && sweep != NULL && sweep->source == NULL);

  if (ws_sweep_get_n_done (sweep) == 0)
    return;
  ws_sweep_ref (sweep);
  if (find (self, sweep, &index))
    g_ptr_array_remove_index (self->sweeps, index);
  for (index = 0; index < self->sweeps->len; index++)
    if (((const WsSweep *)g_ptr_array_index (self->sweeps, index))->date <= sweep->date)
      break;
  g_ptr_array_insert (self->sweeps, (int)index, sweep);
  push_write (self, sweep, ws_sweep_file_to_bytes (sweep));
  drop_oldest (self, sweep->kind);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ws_sweep_store_remove:
 * @sweep: (transfer none): one of its sweeps; published ones stay
 *
 * Keeps it no longer. ws_sweep_store_add() undoes it.
 */
void
ws_sweep_store_remove (WsSweepStore *self, WsSweep *sweep)
{
  guint index;

  g_return_if_fail (WS_IS_SWEEP_STORE (self) && sweep != NULL);

  if (!find (self, sweep, &index))
    return;
  push_write (self, sweep, NULL);
  g_ptr_array_remove_index (self->sweeps, index);
  g_signal_emit (self, signals[CHANGED], 0);
}
