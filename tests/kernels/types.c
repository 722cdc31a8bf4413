/* Kernels on numbers of 16 bits and fewer, bytes, copies that go on beside and matrices, as nvcc
 * compiles them (types/): each gives the host's answer. */
#include "paths.h"
#include "types.h"

#include <math.h>
#include <string.h>

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
fill_f16 (TypeBuffer *a, TypeBuffer *b, GRand *random)
{
  for (guint i = 0; i < TYPE_BUFFER_BYTES / 2; i++)
    {
      a->halves[i] = to_f16 ((float)g_rand_int_range (random, -16, 17) / 4);
      b->halves[i] = to_f16 ((float)g_rand_int_range (random, -16, 17) / 4);
    }
}

static void
fill_bf16 (TypeBuffer *a, TypeBuffer *b, GRand *random)
{
  for (guint i = 0; i < TYPE_BUFFER_BYTES / 2; i++)
    {
      a->halves[i] = to_bf16 ((float)g_rand_int_range (random, -8, 9));
      b->halves[i] = to_bf16 ((float)g_rand_int_range (random, -8, 9) / 4);
    }
}

static void
fill_bytes (TypeBuffer *a, TypeBuffer *b, GRand *random)
{
  for (guint i = 0; i < TYPE_BUFFER_BYTES; i++)
    {
      a->bytes[i] = (guint8)g_rand_int (random);
      b->bytes[i] = (guint8)g_rand_int (random);
    }
}

static void
fill_floats (TypeBuffer *a, TypeBuffer *b, GRand *random)
{
  for (guint i = 0; i < TYPE_BUFFER_BYTES / 4; i++)
    {
      a->floats[i] = (float)g_rand_int_range (random, -60, 61) / 4;
      b->floats[i] = (float)g_rand_int_range (random, -60, 61) / 4;
    }
}

static void
expect_axpy (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->halves[i] = to_f16 (1.5f * from_f16 (a->halves[i]) + from_f16 (b->halves[i]));
}

static void
expect_axpy_pairs (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->halves[i] = to_f16 (-2 * from_f16 (a->halves[i]) + from_f16 (b->halves[i]));
}

static void
expect_choice (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
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
expect_sum_of_pairs (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  float sums[2] = { 0, 0 };

  for (gint32 i = 0; i < n; i++)
    sums[i % 2] += from_f16 (a->halves[i]);
  out->halves[0] = to_f16 (sums[0]);
  out->halves[1] = to_f16 (sums[1]);
}

static void
expect_dot (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[0] += from_bf16 (a->halves[i]) * from_bf16 (b->halves[i]);
}

static void
expect_relu (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->halves[i] = to_bf16 (fmaxf (from_bf16 (a->halves[i]) * from_bf16 (b->halves[i]) + 1, 0));
}

/* ---- bytes ---- */

static void
expect_convolution (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
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
expect_difference (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < 4 * n; i++)
    out->words[0] += (guint32)ABS (a->bytes[i] - b->bytes[i]);
}

static void
expect_filters (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
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
expect_pipeline (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[i] = a->floats[i] + a->floats[i / 128 * 128 + 127 - i % 128];
}

static void
expect_wide_copy (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[i] = i < 3 ? 0 : a->floats[n - 1 - i];
}

static void
expect_barrier_copy (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    out->floats[i] = a->floats[i / 128 * 128 + 127 - i % 128];
}

/* ---- matrices ---- */

static void
expect_tile_f16 (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (guint i = 0; i < 256; i++)
    for (guint k = 0; k < 16; k++)
      out->floats[i] +=
          from_f16 (a->halves[i / 16 * 16 + k]) * from_f16 (b->halves[i % 16 * 16 + k]);
}

static void
expect_product (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
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
expect_tile_s8 (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
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
expect_tile_tf32 (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (guint i = 0; i < 256; i++)
    for (guint k = 0; k < 8; k++)
      out->floats[i] += a->floats[i / 16 * 8 + k] * b->floats[k * 16 + i % 16];
}

static void
expect_mma (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (guint i = 0; i < 128; i++)
    for (guint k = 0; k < 16; k++)
      out->floats[i] += from_f16 (a->halves[i / 8 * 16 + k]) * from_f16 (b->halves[k * 8 + i % 8]);
}

/* ---- eight bits ---- */

/* Three bits behind the point, to the nearest, of a tie to the even one (OCP 8-bit floating point).
 */
static void
expect_e4m3 (const TypeBuffer *a, const TypeBuffer *b, TypeBuffer *out, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    {
      int exponent;

      frexpf (a->floats[i], &exponent);
      exponent = MAX (exponent - 4, -9);
      out->floats[i] = ldexpf (rintf (ldexpf (a->floats[i], -exponent)), exponent);
    }
}

const TypeKernel type_kernels[] = {
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

const guint n_type_kernels = G_N_ELEMENTS (type_kernels);

static void
load (const TypeKernel *self, WsDevice *device, TypeLaunch *launch)
{
  g_autofree char *name = g_strconcat (self->file, ".ptx", NULL);
  const char *named = g_getenv ("TYPES");
  g_autoptr (GError) error = NULL;

  *launch = (TypeLaunch){ .request = { .entry = self->entry,
                                       .grid = { self->grid, 1, 1 },
                                       .block = { self->block, 1, 1 },
                                       .params = launch->params,
                                       .params_size = sizeof launch->params } };
  launch->path = g_build_filename (named != NULL ? named : WS_TEST_DIR "/types", name, NULL);
  g_file_get_contents (launch->path, &launch->ptx, NULL, &error);
  g_assert_no_error (error);
  device->klass->load (device, launch->ptx, -1, launch->path, &error);
  g_assert_no_error (error);
}

void
type_launch_clear (TypeLaunch *self)
{
  g_free (self->ptx);
  g_free (self->path);
}

void
type_kernel_run (const TypeKernel *self, WsDevice *device, TypeLaunch *launch)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (16);
  g_autoptr (GError) error = NULL;
  g_autofree TypeBuffer *buffers = g_new0 (TypeBuffer, 4);
  guint64 places[3];

  self->fill (&buffers[0], &buffers[1], random);
  self->expect (&buffers[0], &buffers[1], &buffers[3], self->n);
  load (self, device, launch);
  for (guint i = 0; i < 3; i++)
    {
      device->klass->alloc (device, TYPE_BUFFER_BYTES, "buffer", &places[i], &error);
      g_assert_no_error (error);
      device->klass->write (device, places[i], &buffers[i], TYPE_BUFFER_BYTES, &error);
      g_assert_no_error (error);
    }
  memcpy (launch->params, places, sizeof places);
  memcpy (launch->params + sizeof places, &self->n, sizeof self->n);
  device->klass->launch (device, &launch->request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, places[2], &buffers[2], TYPE_BUFFER_BYTES, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < TYPE_BUFFER_BYTES / 4; i++)
    /* -0 and 0 are the same answer */
    if (buffers[2].words[i] != buffers[3].words[i]
        && !(buffers[2].floats[i] == 0 && buffers[3].floats[i] == 0))
      {
        g_test_message ("word %u of %s", i, self->entry);
        g_assert_cmphex (buffers[2].words[i], ==, buffers[3].words[i]);
      }
}
