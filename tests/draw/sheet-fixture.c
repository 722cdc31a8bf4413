#include "sheet-fixture.h"

#include <math.h>

#define N_KERNELS 7
#define DATE      G_GINT64_CONSTANT (1795262400) /* 2026-11-21, noon, UTC */

static const char *const ideas[N_KERNELS] = {
  "interleaved addressing",      "strided index",        "sequential addressing",
  "first add during the load",   "unroll the last warp", "completely unrolled",
  "several elements per thread",
};

/* tests/measured/h200-time.txt, n 2^22, block 128: median, p5, p95 in ns */
static const guint64 measured_ladder[N_KERNELS][3] = {
  { 48383, 47968, 50144 }, { 34816, 34239, 36479 }, { 32095, 31392, 33824 },
  { 20160, 19519, 21439 }, { 19648, 18880, 21215 }, { 19455, 18783, 21056 },
  { 16896, 16127, 18432 },
};

/* M. Harris, "Optimizing Parallel Reduction in CUDA": µs */
static const guint64 g80_ladder[N_KERNELS] = { 8054, 3456, 1722, 965, 536, 381, 268 };

/* first launch, 2^24 ints, RTX 2080 Ti: ns and achieved occupancy */
static const guint64 first_launches[N_KERNELS] = { 1110000, 744700, 648770, 254620,
                                                   221890,  161180, 123870 };
static const double first_occupancies[N_KERNELS] = {
  .9847, .9764, .9726, .8977, .8801, .7049, .9334
};

/* the same, kernel 7, ns: blocks 128 to 1024 by grids 512 to 4096 */
static const guint64 ti_cells[4][4] = { { 122720, 123420, 122660, 122590 },
                                        { 122820, 122910, 122530, 122660 },
                                        { 123260, 123940, 123870, 123010 },
                                        { 126050, 126080, 126270, 147840 } };

/* warpstage-cli time reduce1,...,reduce7 --sizes 2^17..2^25 --block 128 --device vm:h200: ns */
static const guint64 modelled[N_KERNELS][9] = {
  { 15469, 16284, 18109, 21721, 28955, 48306, 77183, 134977, 250694 },
  { 15009, 15667, 16984, 19619, 24888, 40206, 61276, 103417, 187698 },
  { 14866, 15524, 16843, 19478, 24747, 40016, 61085, 103226, 187507 },
  { 14576, 14904, 15559, 16870, 19495, 24742, 35238, 56242, 102954 },
  { 14219, 14547, 15202, 16514, 19139, 24386, 34882, 55885, 102479 },
  { 14159, 14487, 15142, 16453, 19078, 24326, 34822, 55825, 102398 },
  { 14825, 15153, 15802, 17101, 19699, 24895, 35287, 56071, 97639 },
};

/* kernel 3, made up near what the virtual H200 says: block, ns, theoretical, achieved */
static const struct {
  guint32 block;
  guint64 ns;
  double theoretical;
  double achieved;
} occupancies[] = {
  { 32, 118400, .5, .412 },   { 64, 61900, 1, .731 },     { 96, 47300, .984, .796 },
  { 128, 40016, 1, .868 },    { 192, 37800, .938, .861 }, { 256, 36900, 1, .902 },
  { 384, 37700, .938, .874 }, { 512, 38800, 1, .921 },    { 768, 46500, .75, .702 },
  { 1024, 44300, 1, .935 },
};

/* bytes moved and operations for each element */
static const double work[N_KERNELS][2] = { { 4.16, 29.4 }, { 4.16, 14.2 }, { 4.16, 11.9 },
                                           { 4.08, 6.1 },  { 4.08, 4.9 },  { 4.08, 4.6 },
                                           { 4.01, 2.2 } };

static const struct {
  const char *device;
  const char *name;
  const char *driver;
  const char *source;
  guint64 peak;
  guint64 copy;
} devices[] = {
  [SHEET_H200] = { "cuda:0", "NVIDIA H200", "580.159.04", NULL, 4814304000000, 4251000000000 },
  [SHEET_VM_H200] = { "vm:h200", "Virtual NVIDIA H200", NULL, NULL, 4800000000000, 0 },
  [SHEET_PUBLISHED] = { "", "NVIDIA G80", NULL, "M. Harris, Optimizing Parallel Reduction in CUDA",
                        86400000000, 0 },
};

static WsSpec *
make_spec (void)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  WsSpec *spec;

  g_key_file_load_from_file (file, WS_SOURCE_DIR "/resources/specs/h200.ini", G_KEY_FILE_NONE,
                             &error);
  g_assert_no_error (error);
  spec = ws_spec_new_from_key_file (file, "h200", &error);
  g_assert_no_error (error);
  return spec;
}

WsSweep *
sheet_fixture_new_empty (WsSweepKind kind, SheetFixture which)
{
  WsSweep *sweep = ws_sweep_new (kind);

  g_free (sweep->device);
  g_free (sweep->device_name);
  sweep->device = g_strdup (devices[which].device);
  sweep->device_name = g_strdup (devices[which].name);
  sweep->driver = g_strdup (devices[which].driver);
  sweep->source = g_strdup (devices[which].source);
  sweep->origin = which == SHEET_VM_H200 ? WS_ORIGIN_MODELLED : WS_ORIGIN_MEASURED;
  sweep->peak_bytes_per_s = devices[which].peak;
  sweep->copy_bytes_per_s = devices[which].copy;
  sweep->date = which == SHEET_PUBLISHED ? 0 : DATE;
  sweep->repeats = which == SHEET_H200 ? 31 : 1;
  if (which != SHEET_PUBLISHED)
    sweep->spec = make_spec ();
  return sweep;
}

WsSweepPoint *
sheet_fixture_add (WsSweep *sweep, guint kernel, guint64 n, guint32 block, guint32 max_grid,
                   guint64 median_ns)
{
  g_autofree char *id = g_strdup_printf ("reduce%u", kernel);
  g_autofree char *title = g_strdup_printf ("Kernel %u: %s", kernel, ideas[kernel - 1]);
  WsSweepPoint *point = ws_sweep_add_point (sweep, id, title, n, block, max_grid);

  point->state = WS_SWEEP_DONE;
  point->correct = TRUE;
  point->rotates = TRUE;
  point->n_bytes = 4 * n;
  point->time = (WsTimingSummary){ .n = MAX (sweep->repeats, 1),
                                   .median_ns = median_ns,
                                   .p5_ns = median_ns,
                                   .p95_ns = median_ns,
                                   .min_ns = median_ns,
                                   .max_ns = median_ns };
  if (sweep->repeats > 1)
    {
      point->time.p5_ns = median_ns * 98 / 100;
      point->time.p95_ns = median_ns * 103 / 100;
    }
  return point;
}

static void
fill_ladder (WsSweep *sweep, SheetFixture which)
{
  for (guint k = 0; k < N_KERNELS; k++)
    {
      guint64 ns = which == SHEET_H200      ? measured_ladder[k][0]
                   : which == SHEET_VM_H200 ? modelled[k][5]
                                            : g80_ladder[k] * 1000;
      WsSweepPoint *point = sheet_fixture_add (sweep, k + 1, 1 << 22, 128, 0, ns);

      if (which == SHEET_H200)
        {
          point->time.p5_ns = measured_ladder[k][1];
          point->time.p95_ns = measured_ladder[k][2];
        }
    }
}

/* Beyond 2^22 an H200 is a little faster than the virtual one, before it a little slower. */
static void
fill_scaling (WsSweep *sweep, SheetFixture which)
{
  for (guint i = 0; i < 9; i++)
    for (guint k = 0; k < N_KERNELS; k++)
      {
        double factor =
            which == SHEET_H200 ? (double)measured_ladder[k][0] / (double)modelled[k][5] : 1;

        sheet_fixture_add (sweep, k + 1, G_GUINT64_CONSTANT (1) << (17 + i), 128, 0,
                           (guint64)((double)modelled[k][i] * factor));
      }
}

static void
fill_heatmap (WsSweep *sweep, SheetFixture which)
{
  if (which == SHEET_PUBLISHED)
    {
      g_free (sweep->device_name);
      g_free (sweep->source);
      sweep->device_name = g_strdup ("NVIDIA GeForce RTX 2080 Ti");
      sweep->source = g_strdup ("Reduction report, Nsight Compute");
      sweep->first_launch_only = TRUE;
      for (guint row = 0; row < 4; row++)
        for (guint column = 0; column < 4; column++)
          sheet_fixture_add (sweep, 7, 1 << 24, 128u << row, 512u << column, ti_cells[row][column]);
      return;
    }
  for (guint row = 0; row < 5; row++)
    for (guint column = 0; column < 7; column++)
      {
        double warps = MIN ((64u << row) * (double)(64u << column) / (132 * 2048.), 1);
        double ns = 17000 + 39000 / (0.06 + warps) + 800. * row * row + 300. * column * column;

        sheet_fixture_add (sweep, 7, 1 << 24, 64u << row, 64u << column, (guint64)ns);
      }
}

static void
fill_occupancy (WsSweep *sweep, SheetFixture which)
{
  gboolean modelled_ones = which == SHEET_VM_H200;

  for (guint i = 0; i < G_N_ELEMENTS (occupancies); i++)
    {
      WsSweepPoint *point =
          sheet_fixture_add (sweep, 3, 1 << 22, occupancies[i].block, 0,
                             occupancies[i].ns * (modelled_ones ? 108 : 100) / 100);

      point->has_occupancy = TRUE;
      point->theoretical = occupancies[i].theoretical;
      point->achieved = occupancies[i].achieved * (modelled_ones ? 0.96 : 1);
    }
}

static void
fill_roofline (WsSweep *sweep, SheetFixture which)
{
  fill_ladder (sweep, which);
  for (guint k = 0; k < N_KERNELS; k++)
    {
      WsSweepPoint *point = ws_sweep_get_point (sweep, k);

      point->has_work = TRUE;
      point->moved_bytes = work[k][0] * (double)point->n;
      point->operations = work[k][1] * (double)point->n;
    }
}

WsSweep *
sheet_fixture_new_sweep (WsSweepKind kind, SheetFixture which)
{
  WsSweep *sweep = sheet_fixture_new_empty (kind, which);

  switch (kind)
    {
    case WS_SWEEP_SCALING:
      fill_scaling (sweep, which);
      break;
    case WS_SWEEP_HEATMAP:
      fill_heatmap (sweep, which);
      break;
    case WS_SWEEP_OCCUPANCY:
      fill_occupancy (sweep, which);
      break;
    case WS_SWEEP_ROOFLINE:
      fill_roofline (sweep, which);
      break;
    case WS_SWEEP_LADDER:
    case WS_N_SWEEPS:
    default:
      fill_ladder (sweep, which);
      break;
    }
  return sweep;
}

WsSweep *
sheet_fixture_new_first_launches (void)
{
  WsSweep *sweep = sheet_fixture_new_empty (WS_SWEEP_LADDER, SHEET_PUBLISHED);

  g_free (sweep->device_name);
  g_free (sweep->source);
  sweep->device_name = g_strdup ("NVIDIA GeForce RTX 2080 Ti");
  sweep->source = g_strdup ("Reduction report, Nsight Compute");
  sweep->first_launch_only = TRUE;
  sweep->peak_bytes_per_s = 616000000000;
  for (guint k = 0; k < N_KERNELS; k++)
    {
      WsSweepPoint *point =
          sheet_fixture_add (sweep, k + 1, 1 << 24, k < 3 ? 1024 : 512, 0, first_launches[k]);

      point->has_occupancy = TRUE;
      point->theoretical = 1;
      point->achieved = first_occupancies[k];
    }
  return sweep;
}

WsLive *
sheet_fixture_new_live (SheetFixture which, guint n)
{
  WsLive *live = ws_live_new ("reduce1", "Kernel 1: interleaved addressing");
  g_autofree guint64 *samples = g_new (guint64, MAX (n, 1));
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  live->device = g_strdup (devices[which].device);
  live->device_name = g_strdup (devices[which].name);
  live->driver = g_strdup (devices[which].driver);
  live->origin = which == SHEET_VM_H200 ? WS_ORIGIN_MODELLED : WS_ORIGIN_MEASURED;
  live->n = 1 << 22;
  live->block = 128;
  live->grid = 32768;
  live->n_bytes = 4 * live->n;
  live->rotates = TRUE;
  live->peak_bytes_per_s = devices[which].peak;
  live->copy_bytes_per_s = devices[which].copy;
  live->date = DATE;
  for (guint i = 0; i < n; i++)
    {
      double tail = -log (1 - g_rand_double (rand));
      double drift = 260 * sin (i / 900.) + (i > n / 2 ? 180 : 0);

      samples[i] = which == SHEET_VM_H200 ? modelled[0][5] : (guint64)(47900 + drift + 420 * tail);
      if (which != SHEET_VM_H200 && i % 997 == 500)
        samples[i] += 30000;
    }
  ws_live_append (live, samples, n);
  return live;
}

WsSheet *
sheet_fixture_new_sheet (WsSweepKind kind, SheetFixture which, WsSweep *compared)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_sweep (kind, which);
  WsSweep *sweeps[2] = { sweep, compared };

  return ws_sheet_new_for_sweeps (sweeps, compared != NULL ? 2 : 1);
}
