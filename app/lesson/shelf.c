#include "lesson/shelf.h"

#include "bundle/bundle.h"
#include "words/words.h"

#include <string.h>

/* Returns: (transfer full): the folder of the user's own files, which need not exist */
char *
ws_shelf_get_folder (const WsShelf *self)
{
  return g_build_filename (g_get_user_data_dir (), "warpstage", self->name, NULL);
}

/* Returns: (transfer full): "why", of "/home/user/why.lesson" */
char *
ws_shelf_make_id (const WsShelf *self, const char *path)
{
  char *id = g_path_get_basename (path);

  if (g_str_has_suffix (id, self->suffix))
    id[strlen (id) - strlen (self->suffix)] = '\0';
  return id;
}

/* Returns: whether a name is a file name rather than an id */
gboolean
ws_shelf_is_path (const WsShelf *self, const char *name)
{
  return strchr (name, '/') != NULL || g_str_has_suffix (name, self->suffix);
}

/* (transfer full) */
static char *
make_bundled_path (const WsShelf *self, const char *id)
{
  return g_strconcat ("/warpstage/", self->name, "/", id, self->suffix, NULL);
}

/* Returns: (transfer full) (element-type utf8): ids of the bundled ones */
GPtrArray *
ws_shelf_list_bundled (const WsShelf *self)
{
  g_autofree char *prefix = g_strconcat ("/warpstage/", self->name, "/", NULL);
  g_auto (GStrv) children =
      g_resource_enumerate_children (ws_bundle_get_resource (), prefix, 0, NULL);
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; children != NULL && children[i] != NULL; i++)
    if (g_str_has_suffix (children[i], self->suffix))
      g_ptr_array_add (ids, ws_shelf_make_id (self, children[i]));
  return ids;
}

/* Returns: (transfer full) (element-type filename): paths of the user's */
GPtrArray *
ws_shelf_list_own (const WsShelf *self)
{
  g_autofree char *folder = ws_shelf_get_folder (self);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, self->suffix))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  return paths;
}

/**
 * ws_shelf_read:
 * @file: any file
 *
 * Returns: (transfer full) (nullable): its contents, up to one byte more than the limit
 */
GBytes *
ws_shelf_read (const WsShelf *self, GFile *file, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *buffer = g_malloc (self->max_bytes + 1);
  gsize size;

  if (stream == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (stream), buffer, self->max_bytes + 1, &size,
                                   NULL, error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&buffer), size);
}

/* Returns: (transfer full) (nullable): a bundled one */
GBytes *
ws_shelf_read_bundled (const WsShelf *self, const char *id, GError **error)
{
  g_autofree char *path = make_bundled_path (self, id);

  return g_resource_lookup_data (ws_bundle_get_resource (), path, 0, error);
}

static gboolean
has (GPtrArray *ids, const char *id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_str_equal (g_ptr_array_index (ids, i), id))
      return TRUE;
  return FALSE;
}

/**
 * ws_shelf_find:
 * @id: of one that is bundled, or of the user's
 * @file: (out) (transfer full) (nullable): the user's file; %NULL for a bundled one
 * @known: (out) (transfer full) (nullable): if there is none: a list of the existing ones
 *
 * Returns: whether there is one
 */
gboolean
ws_shelf_find (const WsShelf *self, const char *id, GFile **file, char **known)
{
  g_autoptr (GPtrArray) ids = ws_shelf_list_bundled (self);
  g_autoptr (GPtrArray) own = ws_shelf_list_own (self);

  *file = NULL;
  *known = NULL;
  if (has (ids, id))
    return TRUE;
  for (guint i = 0; i < own->len; i++)
    {
      g_autofree char *one = ws_shelf_make_id (self, g_ptr_array_index (own, i));

      if (g_str_equal (one, id))
        {
          *file = g_file_new_for_path (g_ptr_array_index (own, i));
          return TRUE;
        }
      g_ptr_array_add (ids, g_steal_pointer (&one));
    }
  *known = ws_words_list ((const char *const *)ids->pdata, ids->len);
  return FALSE;
}
