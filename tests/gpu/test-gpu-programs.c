/* Kernels of many kinds on the real GPU: each gives what the same in C gives, as on the virtual
 * one (tests/programs, and types of tests/kernels). */
#include "derive/compare-runs.h"
#include "gpu.h"
#include "programs.h"
#include "types.h"

static void
test_program (gconstpointer data)
{
  g_auto (Gpu) gpu = { 0 };

  if (gpu_open (&gpu))
    g_assert_true (program_run (data, gpu.gpu, NULL));
}

static WsRun *
record (const Program *program, WsDevice *device)
{
  const guint32 blocks[] = { 0, program->grid - 1 };
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, device->id, device->name, device->klass->origin);
  const WsRecordRequest wanted = { .builder = builder,
                                   .blocks = blocks,
                                   .n_blocks = MIN (program->grid, 2) };

  return program_run (program, device, &wanted) ? ws_run_builder_end (builder) : NULL;
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
  if (real == NULL)
    {
      g_test_skip ("it cannot be recorded there");
      return;
    }
  virtual = record (program, gpu.vm);
  if (!ws_compare_runs (virtual, real, program_has_atomics (program), &comparison))
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
