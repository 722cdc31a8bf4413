#include "cases.h"
#include "paths.h"

#include <string.h>

/* Where the program was built, or where PARITY_CASES says: a machine with a GPU may have no more
 * than the programs. */
static const char *
parity_dir (void)
{
  const char *named = g_getenv ("PARITY_CASES");

  return named != NULL ? named : WS_TEST_DIR;
}

static void
case_free (gpointer data)
{
  WsParityCase *self = data;

  g_free (self->id);
  g_free (self->entry);
  g_free (self->ptx);
  g_free (self->source);
  g_free (self->blocks);
  g_strfreev (self->covers);
  g_free (self);
}

static guint32
read_uint (GKeyFile *file, const char *id, const char *key, GError **error)
{
  return error != NULL && *error == NULL ? (guint32)g_key_file_get_uint64 (file, id, key, error)
                                         : 0;
}

static char *
read_path (GKeyFile *file, const char *id, const char *key, const char *folder, GError **error)
{
  g_autofree char *name = *error == NULL ? g_key_file_get_string (file, id, key, error) : NULL;

  return name != NULL ? g_build_filename (parity_dir (), folder, name, NULL) : NULL;
}

/* (transfer full) */
static guint32 *
read_list (GKeyFile *file, const char *id, const char *key, guint *n, GError **error)
{
  gsize length = 0;
  g_autofree gint *list =
      *error == NULL ? g_key_file_get_integer_list (file, id, key, &length, error) : NULL;
  guint32 *result;

  *n = (guint)length;
  if (list == NULL)
    return NULL;
  result = g_new (guint32, length + 1);
  for (gsize i = 0; i < length; i++)
    result[i] = (guint32)list[i];
  return result;
}

static void
read_shape (GKeyFile *file, const char *id, const char *key, guint32 shape[3], GError **error)
{
  guint n;
  g_autofree guint32 *list = read_list (file, id, key, &n, error);

  if (list == NULL)
    return;
  if (n == 3)
    memcpy (shape, list, 3 * sizeof *list);
  else
    g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                 "%s of %s has %u numbers, not x;y;z.", key, id, n);
}

static WsParityCase *
read_case (GKeyFile *file, const char *id, GError **error)
{
  WsParityCase *self = g_new0 (WsParityCase, 1);

  self->id = g_strdup (id);
  self->entry = g_key_file_get_string (file, id, "entry", error);
  self->ptx = read_path (file, id, "ptx", "ptx", error);
  self->source = read_path (file, id, "source", "kernels", error);
  read_shape (file, id, "grid", self->grid, error);
  read_shape (file, id, "block", self->block, error);
  self->dynamic_shared_bytes = read_uint (file, id, "dynamic_shared", error);
  self->n = read_uint (file, id, "n", error);
  self->n_out = read_uint (file, id, "out", error);
  self->blocks = read_list (file, id, "blocks", &self->n_blocks, error);
  if (*error == NULL && g_key_file_has_key (file, id, "contended", NULL))
    self->contended = g_key_file_get_boolean (file, id, "contended", error);
  if (*error == NULL)
    self->covers = g_key_file_get_string_list (file, id, "covers", NULL, error);
  return self;
}

GPtrArray *
ws_parity_load_cases (GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = g_build_filename (parity_dir (), "parity.ini", NULL);
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (case_free);
  g_auto (GStrv) ids = NULL;

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error))
    return NULL;
  ids = g_key_file_get_groups (file, NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      GError *wrong = NULL;

      g_ptr_array_add (cases, read_case (file, ids[i], &wrong));
      if (wrong != NULL)
        {
          g_propagate_prefixed_error (error, wrong, "%s: ", path);
          return NULL;
        }
    }
  return g_steal_pointer (&cases);
}

static char *
load (const char *path, GError **error)
{
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, error);
  return text;
}

char *
ws_parity_case_load_ptx (const WsParityCase *self, GError **error)
{
  return load (self->ptx, error);
}

char *
ws_parity_case_load_source (const WsParityCase *self, GError **error)
{
  return load (self->source, error);
}

/* All 32 bits of every int look random: splitmix's finaliser, of the index. */
gint32 *
ws_parity_case_make_input (const WsParityCase *self)
{
  gint32 *in = g_new (gint32, self->n);

  for (guint32 i = 0; i < self->n; i++)
    {
      guint64 z = (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

      z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
      in[i] = (gint32)(guint32)(z >> 32);
    }
  return in;
}

void
ws_parity_case_fill_request (const WsParityCase *self, guint64 in, guint64 out,
                             guint8 params[WS_PARITY_PARAM_BYTES], WsLaunchRequest *request)
{
  memcpy (params, &in, 8);
  memcpy (params + 8, &out, 8);
  memcpy (params + 16, &self->n, 4);
  *request = (WsLaunchRequest){
    .entry = self->entry,
    .dynamic_shared_bytes = self->dynamic_shared_bytes,
    .params = params,
    .params_size = WS_PARITY_PARAM_BYTES,
  };
  memcpy (request->grid, self->grid, sizeof request->grid);
  memcpy (request->block, self->block, sizeof request->block);
}

void
ws_parity_case_fill_launch (const WsParityCase *self, guint32 static_shared_bytes, WsLaunch *launch)
{
  *launch = (WsLaunch){
    .static_shared_bytes = static_shared_bytes,
    .dynamic_shared_bytes = self->dynamic_shared_bytes,
    .n_elements = self->n,
    .n_results = self->n_out,
  };
  memcpy (launch->grid, self->grid, sizeof launch->grid);
  memcpy (launch->block, self->block, sizeof launch->block);
}

WsSpec *
ws_parity_load_spec (const char *id, GError **error)
{
  g_autofree char *path = g_strdup_printf ("%s/resources/specs/%s.ini", WS_SOURCE_DIR, id);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error))
    return NULL;
  return ws_spec_new_from_key_file (file, id, error);
}
