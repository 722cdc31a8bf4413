/* spec-file.c: the user's spec files: GPU models that are not bundled. */
#include "catalog/catalog-private.h"
#include "files/input.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_BYTES (64u << 10) /* a bundled one has 4 KB */
#define MOST_FILES 256         /* of the user's folder */
#define SUFFIX     ".ini"

/* Returns: (transfer full) (type filename): the folder of the user's spec files, even if there are
 * none */
char *
ws_spec_file_dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "warpstage", "specs", NULL);
}

/**
 * ws_spec_file_parse:
 * @bytes: of a spec file; a stranger's
 * @id: of the model
 *
 * Returns: (transfer full) (nullable): the spec; %NULL with a %WS_CATALOG_ERROR_DAMAGED or an error
 *   of ws_spec_new_from_key_file(): both name the file and, where there is one, the key
 */
WsSpec *
ws_spec_file_parse (GBytes *bytes, const char *id, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);

  if (size > MOST_BYTES)
    g_set_error (&wrong, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, _ ("larger than %u KB"),
                 MOST_BYTES >> 10);
  else if (size > 0)
    g_key_file_load_from_data (file, text, size, G_KEY_FILE_NONE, &wrong);
  if (wrong == NULL)
    return ws_spec_new_from_key_file (file, id, error);
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, _ ("Spec “%1$s”: %2$s"), id,
               wrong->message);
  return NULL;
}

/**
 * ws_spec_file_load:
 * @path: (type filename): of a spec file; a stranger's
 * @id: of the model
 *
 * Returns: (transfer full) (nullable): the spec; %NULL with an error that names the file
 */
WsSpec *
ws_spec_file_load (const char *path, const char *id, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (GBytes) bytes = ws_input_read (file, MOST_BYTES, NULL, &wrong);

  if (bytes != NULL)
    return ws_spec_file_parse (bytes, id, error);
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, _ ("Spec “%1$s”: %2$s"), id,
               wrong->message);
  return NULL;
}

/**
 * ws_spec_file_find:
 * @device: (nullable): id of a device
 *
 * Returns: (transfer none) (nullable) (type filename): the path in "vm:FILE.ini"; %NULL of any
 *   other device
 */
const char *
ws_spec_file_find (const char *device)
{
  return device != NULL && g_str_has_prefix (device, "vm:") && g_str_has_suffix (device, SUFFIX)
                 && strlen (device) > strlen ("vm:" SUFFIX)
             ? device + strlen ("vm:")
             : NULL;
}

static void
add_failure (GPtrArray *failures, const char *id, const GError *error)
{
  WsSpecFailure *failure;

  if (failures == NULL)
    return;
  failure = g_new (WsSpecFailure, 1);
  failure->id = g_strdup (id);
  failure->message = g_strdup (error->message);
  g_ptr_array_add (failures, failure);
}

static void
failure_free (gpointer data)
{
  WsSpecFailure *self = data;

  g_free (self->id);
  g_free (self->message);
  g_free (self);
}

/* Returns: (transfer full) (element-type WsSpecFailure): none yet */
GPtrArray *
ws_spec_failures_new (void)
{
  return g_ptr_array_new_with_free_func (failure_free);
}

/**
 * ws_catalog_add_spec_file:
 * @path: (type filename): of a spec file
 * @id: of the model that it becomes
 * @failures: (nullable) (element-type WsSpecFailure): gets why it cannot be read
 *
 * Adds a model, unless there is one of this id: the first stays.
 */
void
ws_catalog_add_spec_file (WsCatalog *self, const char *path, const char *id, GPtrArray *failures)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSpec) spec = NULL;

  if (ws_catalog_find_spec (self, id, NULL) != NULL)
    return;
  spec = ws_spec_file_load (path, id, &error);
  if (spec == NULL)
    add_failure (failures, id, error);
  else
    ws_catalog_add_spec (self, spec);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/**
 * ws_catalog_add_user_specs:
 * @failures: (nullable) (element-type WsSpecFailure): gets those that cannot be read
 *
 * Adds the models of the user's folder. One that has the name of a bundled one is left out.
 */
void
ws_catalog_add_user_specs (WsCatalog *self, GPtrArray *failures)
{
  g_autofree char *folder = ws_spec_file_dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && names->len < MOST_FILES && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, SUFFIX) && *name != '.' && g_utf8_validate (name, -1, NULL))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      const char *each = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (folder, each, NULL);
      g_autofree char *id = g_strndup (each, strlen (each) - strlen (SUFFIX));

      ws_catalog_add_spec_file (self, path, id, failures);
    }
}
