#include "fetch/wheels.h"

#include "bundle/bundle.h"

#include <glib/gi18n.h>
#include <string.h>

#define TABLE "/warpstage/wheels.ini"

static const struct {
  const char *name;
  guint part;
} parts[] = {
  { "compiler", WS_FETCH_COMPILER },
  { "curand", WS_FETCH_CURAND },
  { "sass", WS_FETCH_SASS },
};

static void
wheel_free (gpointer data)
{
  WsWheel *self = data;

  g_free (self->name);
  g_free (self->path);
  g_free (self->file);
  g_free (self->sha256);
  g_strfreev (self->files);
  g_free (self);
}

void
ws_wheels_free (WsWheels *self)
{
  g_free (self->base);
  g_free (self->machine);
  g_ptr_array_unref (self->list);
  g_free (self);
}

static guint
find_part (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (name, parts[i].name))
      return parts[i].part;
  return 0;
}

static gboolean
is_hash (const char *text)
{
  return text != NULL && strlen (text) == 64 && strspn (text, "0123456789abcdef") == 64;
}

static WsWheel *
read_wheel (GKeyFile *file, const char *group, GError **error)
{
  WsWheel *self = g_new0 (WsWheel, 1);
  g_autofree char *part = g_key_file_get_string (file, group, "part", NULL);

  self->name = g_strdup (group);
  self->part = find_part (part);
  self->path = g_key_file_get_string (file, group, "path", NULL);
  self->file = self->path != NULL ? g_path_get_basename (self->path) : NULL;
  self->bytes = g_key_file_get_uint64 (file, group, "bytes", NULL);
  self->sha256 = g_key_file_get_string (file, group, "sha256", NULL);
  self->files = g_key_file_get_string_list (file, group, "files", NULL, NULL);
  self->most = g_key_file_get_uint64 (file, group, "most", NULL);
  if (self->part != 0 && self->path != NULL && self->bytes > 0 && is_hash (self->sha256)
      && self->files != NULL && self->most > 0)
    return self;
  g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE,
               _ ("“%s” in the table of packages is incomplete."), group);
  wheel_free (self);
  return NULL;
}

/**
 * ws_wheels_read:
 * @text: as resources/wheels.ini
 * @error: return location for a #GError: #GKeyFileError
 *
 * Returns: (transfer full) (nullable): the table
 */
WsWheels *
ws_wheels_read (GBytes *text, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (WsWheels) self = NULL;
  g_auto (GStrv) groups = NULL;

  if (!g_key_file_load_from_bytes (file, text, G_KEY_FILE_NONE, error))
    return NULL;
  self = g_new0 (WsWheels, 1);
  self->list = g_ptr_array_new_with_free_func (wheel_free);
  self->base = g_key_file_get_string (file, "wheels", "base", error);
  self->machine = g_key_file_get_string (file, "wheels", "machine", NULL);
  if (self->base == NULL)
    return NULL;
  groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    {
      WsWheel *wheel;

      if (g_str_equal (groups[i], "wheels"))
        continue;
      wheel = read_wheel (file, groups[i], error);
      if (wheel == NULL)
        return NULL;
      g_ptr_array_add (self->list, wheel);
    }
  return g_steal_pointer (&self);
}

/* Returns: (transfer full) (nullable): the table that comes with the program */
WsWheels *
ws_wheels_load (GError **error)
{
  g_autoptr (GBytes) text = g_resource_lookup_data (ws_bundle_get_resource (), TABLE,
                                                    G_RESOURCE_LOOKUP_FLAGS_NONE, error);

  return text != NULL ? ws_wheels_read (text, error) : NULL;
}

/**
 * ws_wheels_get:
 * @index: from 0
 */
const WsWheel *
ws_wheels_get (const WsWheels *self, guint index)
{
  return g_ptr_array_index (self->list, index);
}

/**
 * ws_wheels_get_bytes:
 * @wanted: #WsFetchParts
 *
 * Returns: bytes of all files of these parts
 */
guint64
ws_wheels_get_bytes (const WsWheels *self, guint wanted)
{
  guint64 bytes = 0;

  for (guint i = 0; i < self->list->len; i++)
    if (ws_wheels_get (self, i)->part & wanted)
      bytes += ws_wheels_get (self, i)->bytes;
  return bytes;
}
