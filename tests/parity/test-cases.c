/* Every kernel of parity.ini on the virtual GPU: its output against plain C, its recording against
 * what the file says that the kernel covers. */
#include "cases.h"

#include "virtual/virtual.h"

#include <string.h>

/* Runs it and keeps the run. */
static WsRun *
record (const WsParityCase *self, guint n_threads, gint32 **out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSpec) spec = ws_parity_load_spec ("h200", &error);
  g_autoptr (WsDevice) device = NULL;
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autofree char *ptx = ws_parity_case_load_ptx (self, &error);
  g_autofree char *source = ws_parity_case_load_source (self, &error);
  g_autofree char *file = g_path_get_basename (self->source);
  g_autofree gint32 *in = ws_parity_case_make_input (self);
  guint8 params[WS_PARITY_PARAM_BYTES];
  WsLaunchRequest request;
  WsRecordRequest recorded = { .counts = TRUE, .residencies = TRUE };
  WsLaunch launch;
  WsKernel *kernel;
  guint64 in_at;
  guint64 out_at;
  guint32 shared;

  g_assert_no_error (error);
  device = ws_vm_device_new (spec, n_threads);
  *out = g_new0 (gint32, self->n_out);
  if (!device->klass->load (device, ptx, -1, self->ptx, &error)
      || !device->klass->get_shared_bytes (device, self->entry, &shared, &error)
      || !device->klass->alloc (device, self->n * 4, "in", &in_at, &error)
      || !device->klass->alloc (device, self->n_out * 4, "out", &out_at, &error)
      || !device->klass->write (device, in_at, in, self->n * 4, &error)
      || !device->klass->write (device, out_at, *out, self->n_out * 4, &error))
    g_error ("%s: %s", self->id, error->message);
  builder = ws_run_builder_new (spec, device->id, device->name, WS_ORIGIN_MODELLED);
  kernel = device->klass->describe (device, self->entry, self->id, file, source, &error);
  g_assert_no_error (error);
  ws_run_builder_add_kernel (builder, kernel);
  ws_parity_case_fill_launch (self, shared, &launch);
  recorded.builder = builder;
  recorded.launch = ws_run_builder_add_launch (builder, &launch);
  recorded.blocks = self->blocks;
  recorded.n_blocks = self->n_blocks;
  ws_parity_case_fill_request (self, in_at, out_at, params, &request);
  device->klass->launch (device, &request, &recorded, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, out_at, *out, self->n_out * 4, &error);
  g_assert_no_error (error);
  return ws_run_builder_end (builder);
}

static void
test_output (gconstpointer data)
{
  const WsParityCase *self = data;
  g_autofree gint32 *in = ws_parity_case_make_input (self);
  g_autofree gint32 *expected = ws_parity_case_expect (self, in);
  g_autofree gint32 *out = NULL;
  g_autoptr (WsRun) run = record (self, 2, &out);

  g_assert_cmpuint (run->findings->len, ==, 0);
  for (guint i = 0; i < self->n_out; i++)
    if (out[i] != expected[i])
      g_error ("%s: out[%u] is 0x%x, not 0x%x", self->id, i, (guint)out[i], (guint)expected[i]);
}

/* Each recorded block has events, of each of its warps; none has lanes that the warp lacks. */
static void
test_blocks (gconstpointer data)
{
  const WsParityCase *self = data;
  g_autofree gint32 *out = NULL;
  g_autoptr (WsRun) run = record (self, 2, &out);
  g_autoptr (GVariant) variant = ws_run_to_variant (run);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) again = NULL;
  guint n_warps = ws_launch_get_n_warps (&run->launches[0]);

  g_assert_cmpuint (run->n_blocks, ==, self->n_blocks);
  for (guint b = 0; b < self->n_blocks; b++)
    {
      const WsBlockRecord *block = ws_run_find_block (run, 0, self->blocks[b]);
      g_autofree guint *seen = g_new0 (guint, n_warps);

      g_assert_nonnull (block);
      for (guint i = 0; i < block->n_events; i++)
        {
          const WsEvent *event = &run->events[block->first_event + i];
          guint32 warp = ws_launch_get_warp_mask (&run->launches[0], event->warp);

          g_assert_cmpuint (event->block, ==, self->blocks[b]);
          g_assert_cmpuint (event->active & ~warp, ==, 0);
          g_assert_cmpuint (event->taken & ~event->active, ==, 0);
          seen[event->warp]++;
        }
      for (guint w = 0; w < n_warps; w++)
        g_assert_cmpuint (seen[w], >, 0);
    }
  /* what another process would be sent is a run too */
  again = ws_run_new_from_variant (variant, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->n_events, ==, run->n_events);
}

/* The run does not depend on how many cores the host has. */
static void
test_repeats (gconstpointer data)
{
  const WsParityCase *self = data;
  g_autofree gint32 *one = NULL;
  g_autofree gint32 *four = NULL;
  g_autoptr (WsRun) first = record (self, 1, &one);
  g_autoptr (WsRun) second = record (self, 4, &four);

  g_assert_cmpmem (one, self->n_out * 4, four, self->n_out * 4);
  g_assert_cmpmem (first->events, first->n_events * sizeof (WsEvent), second->events,
                   second->n_events * sizeof (WsEvent));
  g_assert_cmpmem (first->lanes, first->n_lanes * sizeof (WsLane), second->lanes,
                   second->n_lanes * sizeof (WsLane));
}

/* The first word is the first of the opcode, the others follow in their order. */
static gboolean
opcode_has (const char *opcode, const char *claim)
{
  g_auto (GStrv) words = g_strsplit (opcode, ".", -1);
  g_auto (GStrv) claimed = g_strsplit (claim, ".", -1);
  guint k = 1;

  if (g_strcmp0 (words[0], claimed[0]) != 0)
    return FALSE;
  for (guint i = 1; words[i] != NULL && claimed[k] != NULL; i++)
    if (strcmp (words[i], claimed[k]) == 0)
      k++;
  return claimed[k] == NULL;
}

static gboolean
happens (const WsRun *run, const char *claim, gboolean guarded, gboolean partial)
{
  const WsKernel *kernel = ws_run_get_kernel (run, 0);

  for (gsize i = 0; i < run->n_events; i++)
    {
      const WsEvent *event = &run->events[i];
      const WsSite *site = &kernel->sites[event->site];

      if (event->taken == 0 || !opcode_has (ws_kernel_get_string (kernel, site->opcode), claim))
        continue;
      if (guarded && (!(site->flags & WS_SITE_GUARDED) || event->taken == event->active))
        continue;
      if (partial && event->taken == ws_launch_get_warp_mask (&run->launches[0], event->warp))
        continue;
      return TRUE;
    }
  return FALSE;
}

static void
test_covers (gconstpointer data)
{
  const WsParityCase *self = data;
  g_autofree gint32 *out = NULL;
  g_autoptr (WsRun) run = record (self, 2, &out);

  g_assert_cmpuint (g_strv_length (self->covers), >, 0);
  for (guint i = 0; self->covers[i] != NULL; i++)
    {
      const char *claim = self->covers[i];
      gboolean guarded = g_str_has_prefix (claim, "guarded ");
      gboolean partial = g_str_has_prefix (claim, "partial ");

      if (guarded || partial)
        claim = strchr (claim, ' ') + 1;
      if (!happens (run, claim, guarded, partial))
        g_error ("%s: “%s” does not happen in the recorded blocks", self->id, self->covers[i]);
    }
}

static void
add (const WsParityCase *self, const char *name, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/parity/%s/%s", self->id, name);

  g_test_add_data_func (path, self, test);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cases = NULL;

  g_test_init (&argc, &argv, NULL);
  cases = ws_parity_load_cases (&error);
  g_assert_no_error (error);
  g_assert_cmpuint (cases->len, >=, 10);
  for (guint i = 0; i < cases->len; i++)
    {
      const WsParityCase *self = g_ptr_array_index (cases, i);

      add (self, "output", test_output);
      add (self, "blocks", test_blocks);
      add (self, "repeats", test_repeats);
      add (self, "covers", test_covers);
    }
  return g_test_run ();
}
