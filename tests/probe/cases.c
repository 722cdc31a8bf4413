#include "cases.h"

#include <string.h>

static void
case_free (WsCase *self)
{
  g_free (self->name);
  g_free (self->ptx);
  g_free (self->blocks);
  g_strfreev (self->covers);
  g_free (self);
}

static void
read_three (GKeyFile *file, const char *name, const char *key, guint32 three[3])
{
  gsize n;
  g_autofree int *numbers = g_key_file_get_integer_list (file, name, key, &n, NULL);

  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < 3; i++)
    three[i] = (guint32)numbers[i];
}

static WsCase *
read_case (GKeyFile *file, const char *folder, const char *name)
{
  WsCase *self = g_new0 (WsCase, 1);
  g_autofree char *base = g_strconcat (name, ".ptx", NULL);
  g_autofree char *path = g_build_filename (folder, "ptx", base, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree int *blocks = NULL;
  gsize n_blocks;

  self->name = g_strdup (name);
  g_file_get_contents (path, &self->ptx, &self->ptx_length, &error);
  g_assert_no_error (error);
  read_three (file, name, "grid", self->grid);
  read_three (file, name, "block", self->block);
  self->shared_bytes = (guint32)g_key_file_get_integer (file, name, "shared", NULL);
  self->n = (guint32)g_key_file_get_integer (file, name, "n", &error);
  self->n_out = (guint32)g_key_file_get_integer (file, name, "out", &error);
  blocks = g_key_file_get_integer_list (file, name, "blocks", &n_blocks, &error);
  g_assert_no_error (error);
  self->n_blocks = (guint)n_blocks;
  self->blocks = g_new (guint32, n_blocks);
  for (guint i = 0; i < n_blocks; i++)
    self->blocks[i] = (guint32)blocks[i];
  self->contended = g_key_file_get_boolean (file, name, "contended", NULL);
  self->covers = g_key_file_get_string_list (file, name, "covers", NULL, &error);
  g_assert_no_error (error);
  return self;
}

GPtrArray *
ws_cases_load (const char *folder)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, "cases.ini", NULL);
  GPtrArray *cases = g_ptr_array_new_with_free_func ((GDestroyNotify)case_free);
  g_auto (GStrv) names = NULL;

  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  names = g_key_file_get_groups (file, NULL);
  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (cases, read_case (file, folder, names[i]));
  return cases;
}

/* Small numbers of both signs, the same everywhere. */
static gint32 *
make_input (const WsCase *self)
{
  gint32 *input = g_new (gint32, self->n);
  guint32 state = 12345;

  for (guint i = 0; i < self->n; i++)
    {
      state = state * 1664525 + 1013904223;
      input[i] = (gint32)((state >> 16) % 21) - 9;
    }
  return input;
}

WsRun *
ws_case_record (WsDevice *device, const WsCase *each, WsCaseRecord record, gpointer data,
                gint32 *out)
{
  g_autoptr (GError) error = NULL;
  const WsDeviceClass *klass = device->klass;
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, device->id, device->name, klass->origin);
  g_autofree gint32 *input = make_input (each);
  g_autofree gint32 *zeros = g_new0 (gint32, each->n_out);
  guint64 addresses[2];
  guint8 params[20];
  const WsLaunchRequest request = {
    .entry = each->name,
    .grid = { each->grid[0], each->grid[1], each->grid[2] },
    .block = { each->block[0], each->block[1], each->block[2] },
    .dynamic_shared_bytes = each->shared_bytes,
    .params = params,
    .params_size = sizeof params,
  };
  const WsRecordRequest wanted = {
    .builder = builder, .blocks = each->blocks, .n_blocks = each->n_blocks, .residencies = TRUE
  };
  WsLaunch launch = { .grid = { each->grid[0], each->grid[1], each->grid[2] },
                      .block = { each->block[0], each->block[1], each->block[2] } };

  klass->free_all (device);
  klass->load (device, each->ptx, (gssize)each->ptx_length, each->name, &error);
  g_assert_no_error (error);
  launch.kernel = ws_run_builder_add_kernel (
      builder, klass->describe (device, each->name, each->name, "k.cu", NULL, &error));
  g_assert_no_error (error);
  ws_run_builder_add_launch (builder, &launch);
  klass->alloc (device, each->n * 4ull, "in", &addresses[0], &error);
  klass->alloc (device, each->n_out * 4ull, "out", &addresses[1], &error);
  klass->write (device, addresses[0], input, each->n * 4ull, &error);
  klass->write (device, addresses[1], zeros, each->n_out * 4ull, &error);
  g_assert_no_error (error);
  memcpy (params, addresses, sizeof addresses);
  memcpy (params + 16, &each->n, 4);
  ws_run_builder_add_region (builder, "in", WS_SPACE_GLOBAL, addresses[0], each->n * 4ull,
                             WS_VALUE_S32);
  ws_run_builder_add_region (builder, "out", WS_SPACE_GLOBAL, addresses[1], each->n_out * 4ull,
                             WS_VALUE_S32);
  if (record != NULL)
    g_assert_true (record (device, each, &request, &wanted, data));
  else
    klass->launch (device, &request, &wanted, NULL, NULL, &error);
  g_assert_no_error (error);
  if (out != NULL)
    klass->read (device, addresses[1], out, each->n_out * 4ull, &error);
  g_assert_no_error (error);
  return ws_run_builder_end (builder);
}
