/* Kernels on numbers of 16 bits and fewer, bytes, copies that go on beside and matrices, as nvcc
 * compiles them (types/): each gives the host's answer. */
#include "derive/dataflow.h"
#include "record/file.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <math.h>
#include <string.h>

#define MOST 16384 /* bytes of a buffer */

typedef union {
  guint8 bytes[MOST];
  guint16 halves[MOST / 2];
  guint32 words[MOST / 4];
  float floats[MOST / 4];
} Buffer;

/* A kernel, the shape of its launch, and what it is to give: @expect fills the whole buffer. */
typedef struct {
  const char *file;
  const char *entry;
  guint grid;
  guint block;
  gint32 n;
  void (*fill) (Buffer *a, Buffer *b, GRand *random);
  void (*expect) (const Buffer *a, const Buffer *b, Buffer *out, gint32 n);
} Kernel;

/* ---- numbers of 16 bits: small ones, which every step holds exactly ---- */

static guint16
to_f16 (float value)
{
  guint32 word;

  if (value == 0)
    return 0;
  memcpy (&word, &value, 4);
  return (guint16)((word >> 16 & 0x8000) | (((word >> 23 & 0xff) - 112) << 10)
                   | (word >> 13 & 0x3ff));
}

static float
from_f16 (guint16 bits)
{
  float value = ldexpf ((float)((bits & 0x3ff) + 1024), (bits >> 10 & 31) - 25);

  value = (bits & 0x7fff) == 0 ? 0 : value;
  return bits & 0x8000 ? -value : value;
}

static guint16
to_bf16 (float value)
{
  guint32 word;

  memcpy (&word, &value, 4);
  return (guint16)(word >> 16);
}

static float
from_bf16 (guint16 bits)
{
  guint32 word = (guint32)bits << 16;
  float value;

  memcpy (&value, &word, 4);
  return value;
}

static void
fill_f16 (Buffer *a, Buffer *b, GRand *random)
{
  for (guint i = 0; i < MOST / 2; i++)
    {
      a->halves[i] = to_f16 ((float)g_rand_int_range (random, -16, 17) / 4);
      b->halves[i] = to_f16 ((float)g_rand_int_range (random, -16, 17) / 4);
    }
}

static void
fill_bf16 (Buffer *a, Buffer *b, GRand *random)
{
  for (guint i = 0; i < MOST / 2; i++)
    {
      a->halves[i] = to_bf16 ((float)g_rand_int_range (random, -8, 9));
      b->halves[i] = to_bf16 ((float)g_rand_int_range (random, -8, 9) / 4);
    }
}

static void
fill_bytes (Buffer *a, Buffer *b, GRand *random)
{
  for (guint i = 0; i < MOST; i++)
    {
      a->bytes[i] = (guint8)g_rand_int (random);
      b->bytes[i] = (guint8)g_rand_int (random);
    }
}

static void
fill_floats (Buffer *a, Buffer *b, GRand *random)
{
  for (guint i = 0; i < MOST / 4; i++)
    {
      a->floats[i] = (float)g_rand_int_range (random, -60, 61) / 4;
      b->floats[i] = (float)g_rand_int_range (random, -60, 61) / 4;
    }
}

static void
expect_axpy (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->halves[i] = to_f16 (1.5f * from_f16 (a->halves[i]) + from_f16 (b->halves[i]));
}

static void
expect_axpy_pairs (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->halves[i] = to_f16 (-2 * from_f16 (a->halves[i]) + from_f16 (b->halves[i]));
}

static void
expect_choice (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    {
      float x = from_f16 (a->halves[i]);
      float y = from_f16 (b->halves[i]);
      float most = fmaxf (fabsf (x), fabsf (y));

      out->halves[i] = to_f16 (most > 2 ? most / 2 : x - y);
    }
}

static void
expect_sum_of_pairs (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  float sums[2] = { 0, 0 };

  for (gint32 i = 0; i < n; i++)
    sums[i % 2] += from_f16 (a->halves[i]);
  out->halves[0] = to_f16 (sums[0]);
  out->halves[1] = to_f16 (sums[1]);
}

static void
expect_dot (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[0] += from_bf16 (a->halves[i]) * from_bf16 (b->halves[i]);
}

static void
expect_relu (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->halves[i] = to_bf16 (fmaxf (from_bf16 (a->halves[i]) * from_bf16 (b->halves[i]) + 1, 0));
}

/* ---- bytes ---- */

static void
expect_convolution (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    {
      gint32 sum = 10;

      for (guint k = 0; k < 4; k++)
        sum += (gint8)a->bytes[(guint)i + k] * (gint8)b->bytes[k];
      out->words[i] = (guint32)sum;
    }
}

static void
expect_difference (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < 4 * n; i++)
    out->words[0] += (guint32)ABS (a->bytes[i] - b->bytes[i]);
}

static void
expect_filters (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < 4 * n; i++)
    {
      gint32 at = i / 4 * 12 + i % 4;

      out->bytes[at] = (guint8)ABS (a->bytes[i] - b->bytes[i]);
      out->bytes[at + 4] = (guint8)((a->bytes[i] + b->bytes[i] + 1) / 2);
      out->bytes[at + 8] = (guint8)MIN (a->bytes[i] + b->bytes[i], 255);
    }
}

/* ---- copies ---- */

static void
expect_pipeline (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[i] = a->floats[i] + a->floats[i / 128 * 128 + 127 - i % 128];
}

static void
expect_wide_copy (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[i] = i < 3 ? 0 : a->floats[n - 1 - i];
}

static void
expect_barrier_copy (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[i] = a->floats[i / 128 * 128 + 127 - i % 128];
}

/* ---- matrices ---- */

static void
expect_tile_f16 (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (guint i = 0; i < 256; i++)
    for (guint k = 0; k < 16; k++)
      out->floats[i] +=
          from_f16 (a->halves[i / 16 * 16 + k]) * from_f16 (b->halves[i % 16 * 16 + k]);
}

static void
expect_product (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (guint i = 0; i < 4096; i++)
    {
      float sum = 0;

      for (guint k = 0; k < 64; k++)
        sum += from_f16 (a->halves[i / 64 * 64 + k]) * from_f16 (b->halves[k * 64 + i % 64]);
      out->floats[i] = sum / 2;
    }
}

static void
expect_tile_s8 (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (guint i = 0; i < 256; i++)
    {
      gint32 sum = 7;

      for (guint k = 0; k < 16; k++)
        sum += (gint8)a->bytes[i % 16 * 16 + k] * (gint8)b->bytes[i / 16 * 16 + k];
      out->words[i] = (guint32)sum;
    }
}

static void
expect_tile_tf32 (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (guint i = 0; i < 256; i++)
    for (guint k = 0; k < 8; k++)
      out->floats[i] += a->floats[i / 16 * 8 + k] * b->floats[k * 16 + i % 16];
}

static void
expect_mma (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (guint i = 0; i < 128; i++)
    for (guint k = 0; k < 16; k++)
      out->floats[i] += from_f16 (a->halves[i / 8 * 16 + k]) * from_f16 (b->halves[k * 8 + i % 8]);
}

/* ---- eight bits ---- */

/* Three bits behind the point, to the nearest, of a tie to the even one (OCP 8-bit floating point).
 */
static void
expect_e4m3 (const Buffer *a, const Buffer *b, Buffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    {
      int exponent;

      frexpf (a->floats[i], &exponent);
      exponent = MAX (exponent - 4, -9);
      out->floats[i] = ldexpf (rintf (ldexpf (a->floats[i], -exponent)), exponent);
    }
}

static const Kernel kernels[] = {
  { "half", "axpy_f16", 4, 128, 500, fill_f16, expect_axpy },
  { "half", "axpy_f16x2", 2, 128, 500, fill_f16, expect_axpy_pairs },
  { "half", "choose_f16", 4, 128, 500, fill_f16, expect_choice },
  { "half", "sum_f16x2", 1, 64, 100, fill_f16, expect_sum_of_pairs },
  { "bytes", "convolve_dp4a", 4, 128, 500, fill_bytes, expect_convolution },
  { "bytes", "difference", 4, 128, 500, fill_bytes, expect_difference },
  { "bytes", "filters", 4, 128, 500, fill_bytes, expect_filters },
  { "bf16", "dot_bf16", 4, 128, 500, fill_bf16, expect_dot },
  { "bf16", "relu_bf16x2", 2, 128, 500, fill_bf16, expect_relu },
  { "copies", "pipeline", 1, 128, 1024, fill_floats, expect_pipeline },
  { "copies", "wide_copy", 1, 128, 512, fill_floats, expect_wide_copy },
  { "copies", "barrier_copy", 1, 128, 1024, fill_floats, expect_barrier_copy },
  { "matrices", "tile_f16", 1, 32, 16, fill_f16, expect_tile_f16 },
  { "matrices", "product_f16", 1, 512, 64, fill_f16, expect_product },
  { "matrices", "tile_s8", 1, 32, 16, fill_bytes, expect_tile_s8 },
  { "matrices", "tile_tf32", 1, 32, 16, fill_floats, expect_tile_tf32 },
  { "matrices", "ldmatrix_mma", 1, 32, 16, fill_f16, expect_mma },
  { "eighths", "round_e4m3", 4, 64, 500, fill_floats, expect_e4m3 },
};

/* Recorded and checked: nothing is wrong with it, the run can be read back, and dataflow goes
 * through it. */
static void
record_kernel (WsDevice *device, const char *text, const char *path, const WsLaunchRequest *request)
{
  static const guint32 first = 0;
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, "vm:test", "Test", WS_ORIGIN_MODELLED);
  WsLaunch launch = { .grid = { request->grid[0], 1, 1 }, .block = { request->block[0], 1, 1 } };
  WsRecordRequest record = {
    .builder = builder, .blocks = &first, .n_blocks = 1, .counts = TRUE, .residencies = TRUE
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) read = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (WsDataflow) dataflow = NULL;

  for (guint checks = 0; checks < 2; checks++)
    {
      launch.kernel = ws_run_builder_add_kernel (
          builder,
          device->klass->describe (device, request->entry, request->entry, path, NULL, &error));
      g_assert_no_error (error);
      record.launch = ws_run_builder_add_launch (builder, &launch);
      record.checks = checks == 1;
      record.residencies = checks == 0;
      device->klass->launch (device, request, &record, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  run = ws_run_builder_end (builder);
  g_assert_cmpuint (run->findings->len, ==, 0);
  bytes = ws_run_to_bytes (run, &error);
  g_assert_no_error (error);
  read = ws_run_load_bytes (bytes, &error);
  g_assert_no_error (error);
  dataflow = ws_dataflow_new (read, 0, 0);
  g_assert_nonnull (dataflow);
}

static void
test_kernel (gconstpointer data)
{
  const Kernel *kernel = data;
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (16);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_strdup_printf ("%s/types/%s.ptx", WS_TEST_DIR, kernel->file);
  g_autofree char *text = NULL;
  g_autofree Buffer *buffers = g_new0 (Buffer, 4);
  guint8 params[28];
  guint64 places[3];
  WsLaunchRequest request = { .entry = kernel->entry,
                              .grid = { kernel->grid, 1, 1 },
                              .block = { kernel->block, 1, 1 },
                              .params = params,
                              .params_size = sizeof params };

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  kernel->fill (&buffers[0], &buffers[1], random);
  kernel->expect (&buffers[0], &buffers[1], &buffers[3], kernel->n);
  device->klass->load (device, text, -1, path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 3; i++)
    {
      device->klass->alloc (device, MOST, "buffer", &places[i], &error);
      device->klass->write (device, places[i], &buffers[i], MOST, &error);
    }
  memcpy (params, places, sizeof places);
  memcpy (params + 24, &kernel->n, 4);
  device->klass->launch (device, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, places[2], &buffers[2], MOST, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < MOST / 4; i++)
    /* -0 and 0 are the same answer */
    if (buffers[2].words[i] != buffers[3].words[i]
        && !(buffers[2].floats[i] == 0 && buffers[3].floats[i] == 0))
      {
        g_test_message ("word %u of %s", i, kernel->entry);
        g_assert_cmphex (buffers[2].words[i], ==, buffers[3].words[i]);
      }
  record_kernel (device, text, path, &request);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/types/%s", kernels[i].entry);

      g_test_add_data_func (path, &kernels[i], test_kernel);
    }
  return g_test_run ();
}
