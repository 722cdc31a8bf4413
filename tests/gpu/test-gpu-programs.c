/* Kernels of many kinds on the real GPU: each gives what the same in C gives, as on the virtual
 * one (tests/programs, and types of tests/kernels). */
#include "threads/compare-runs.h"
#include "gpu.h"
#include "programs.h"
#include "types.h"

static void
test_program (gconstpointer data)
{
  g_auto (Gpu) gpu = { 0 };
  g_autoptr (GError) error = NULL;

  if (!gpu_open (&gpu))
    return;
  program_run (data, gpu.gpu, NULL, &error);
  g_assert_no_error (error);
}

static WsRun *
record (const Program *program, WsDevice *device)
{
  const guint32 blocks[] = { 0, program->grid - 1 };

  for (;;)
    {
      g_autoptr (WsRunBuilder) builder =
          ws_run_builder_new (device->spec, device->id, device->name, device->klass->origin);
      const WsRecordRequest wanted = { .builder = builder,
                                       .blocks = blocks,
                                       .n_blocks = MIN (program->grid, 2) };
      g_autoptr (GError) error = NULL;

      if (program_run (program, device, &wanted, &error))
        return ws_run_builder_end (builder);
      /* there was not enough room */
      if (!g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_AGAIN))
        g_error ("%s: %s", program->entry, error->message);
    }
}

/* Kernels in whose files are atomics, and those that keep addresses. */
static WsCompareFlags
get_flags (const Program *program)
{
  static const struct {
    const char *name;
    WsCompareFlags flags;
  } of_files[] = {
    { "graphs", WS_COMPARE_CONTENDED },
    { "shared", WS_COMPARE_CONTENDED },
    { "sorts", WS_COMPARE_CONTENDED },
    { "waits", WS_COMPARE_CONTENDED },
  }, of_kernels[] = {
    { "crc", WS_COMPARE_PLACES },
    { "machine", WS_COMPARE_PLACES },
    { "shapes", WS_COMPARE_PLACES },
    { "tree", WS_COMPARE_PLACES },
    { "variable", WS_COMPARE_PLACES },
  };
  WsCompareFlags flags = 0;

  for (guint i = 0; i < G_N_ELEMENTS (of_files); i++)
    if (g_str_equal (program->file, of_files[i].name))
      flags |= of_files[i].flags;
  for (guint i = 0; i < G_N_ELEMENTS (of_kernels); i++)
    if (g_str_equal (program->entry, of_kernels[i].name))
      flags |= of_kernels[i].flags;
  return flags;
}

/* Its first and its last block, recorded on both devices: lane by lane the same. What atomics
 * return is the order of the lanes that meet there. */
static void
test_parity (gconstpointer data)
{
  const Program *program = data;
  g_auto (Gpu) gpu = { 0 };
  g_autoptr (WsRun) real = NULL;
  g_autoptr (WsRun) virtual = NULL;
  WsComparison comparison;

  if (!gpu_open (&gpu))
    return;
  real = record (program, gpu.gpu);
  virtual = record (program, gpu.vm);
  if (!ws_compare_runs (virtual, real, get_flags (program), &comparison))
    {
      g_test_message ("%s", comparison.difference);
      g_test_fail ();
    }
  g_print ("# %s: %" G_GUINT64_FORMAT " blocks, %" G_GUINT64_FORMAT
           " lane events the same; masks differ in %" G_GUINT64_FORMAT
           " (split in %" G_GUINT64_FORMAT "), values of contended atomics in %" G_GUINT64_FORMAT
           ", lanes cut there %" G_GUINT64_FORMAT "\n",
           program->entry, comparison.n_blocks, comparison.n_lane_events, comparison.n_masks,
           comparison.n_parts, comparison.n_contended, comparison.n_cut);
  g_free (comparison.difference);
}

static void
test_types (gconstpointer data)
{
  g_auto (Gpu) gpu = { 0 };
  g_auto (TypeLaunch) launch = { 0 };

  if (gpu_open (&gpu))
    type_kernel_run (data, gpu.gpu, &launch);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_programs; i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/programs/%s", programs[i].entry);

      g_autofree char *parity = g_strdup_printf ("/gpu/programs/parity/%s", programs[i].entry);

      g_test_add_data_func (path, &programs[i], test_program);
      g_test_add_data_func (parity, &programs[i], test_parity);
    }
  for (guint i = 0; i < n_type_kernels; i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/types/%s", type_kernels[i].entry);

      g_test_add_data_func (path, &type_kernels[i], test_types);
    }
  return g_test_run ();
}
