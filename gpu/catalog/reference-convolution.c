/* reference-convolution.c: convolutions of floats, and their masks.
 *
 * The factors are added up in the kernels' order by fmaf(), as nvcc makes fused multiply-adds of
 * sum += in[i] * mask[j]; elements beyond the ends count as 0, and adding 0 to a sum that began at
 * 0 changes no bit of it. So the results are identical bit for bit.
 */
#include "catalog/reference-private.h"

#include <math.h>

typedef struct {
  const float *in;
  const float *mask;
  gint64 width;
  gint64 height;
  gint64 mask_width;
  gint64 mask_height;
} Picture;

static float
convolve (const Picture *self, gint64 column, gint64 row)
{
  gint64 left = column - self->mask_width / 2;
  gint64 top = row - self->mask_height / 2;
  float sum = 0;

  for (gint64 y = MAX (top, 0); y < MIN (top + self->mask_height, self->height); y++)
    for (gint64 x = MAX (left, 0); x < MIN (left + self->mask_width, self->width); x++)
      sum = fmaf (self->in[y * self->width + x],
                  self->mask[(y - top) * self->mask_width + x - left], sum);
  return sum;
}

static GBytes *
convolve_all (WsReferenceInput *input, guint64 count, Picture *picture)
{
  float *results;

  picture->in = ws_reference_get_buffer (input, "in");
  picture->mask = ws_reference_get_buffer (input, "mask");
  results = picture->in != NULL && picture->mask != NULL ? g_try_new (float, count) : NULL;
  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = convolve (picture, (gint64)i % picture->width, (gint64)i / picture->width);
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

/**
 * ws_reference_convolution_1d:
 * @input: buffers in and mask, numbers n and mask_width
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): for each element, the weighted sum of it and its neighbours
 */
GBytes *
ws_reference_convolution_1d (WsReferenceInput *input, guint64 count, double *bound)
{
  Picture picture = { .width = ws_reference_get_number (input, "n"),
                      .height = 1,
                      .mask_width = ws_reference_get_number (input, "mask_width"),
                      .mask_height = 1 };

  return convolve_all (input, count, &picture);
}

/**
 * ws_reference_convolution_2d:
 * @input: buffers in and mask, numbers n: columns, height: rows, and mask_width
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): for each element, row by row, the weighted sum of those
 * around it
 */
GBytes *
ws_reference_convolution_2d (WsReferenceInput *input, guint64 count, double *bound)
{
  gint64 mask_width = ws_reference_get_number (input, "mask_width");
  Picture picture = { .width = ws_reference_get_number (input, "n"),
                      .height = ws_reference_get_number (input, "height"),
                      .mask_width = mask_width,
                      .mask_height = mask_width };

  return convolve_all (input, count, &picture);
}

/* A factor is one plus its steps from the nearest end of the mask; in two dimensions, from the
 * nearest corner, along both axes. */
static GBytes *
make_pyramid (gint64 width, gint64 height, guint64 count)
{
  float *factors = g_try_new0 (float, count);

  for (guint64 i = 0; factors != NULL && i < count; i++)
    {
      gint64 x = (gint64)i % width - width / 2;
      gint64 y = (gint64)i / width - height / 2;

      factors[i] = (float)(width / 2 + 1 + height / 2 - ABS (x) - ABS (y));
    }
  return factors != NULL ? g_bytes_new_take (factors, count * sizeof *factors) : NULL;
}

/**
 * ws_reference_pyramid_1d:
 * @input: number mask_width
 * @count: factors
 * @bound: (out): unchanged: they are exact
 *
 * Returns: (transfer full) (nullable): a mask that weighs near elements more, as in 1 2 3 2 1
 */
GBytes *
ws_reference_pyramid_1d (WsReferenceInput *input, guint64 count, double *bound)
{
  return make_pyramid (ws_reference_get_number (input, "mask_width"), 1, count);
}

/**
 * ws_reference_pyramid_2d:
 * @input: number mask_width
 * @count: factors
 * @bound: (out): unchanged: they are exact
 *
 * Returns: (transfer full) (nullable): a square mask that weighs near elements more: with five
 * rows, the first is 1 2 3 2 1, the middle one 3 4 5 4 3
 */
GBytes *
ws_reference_pyramid_2d (WsReferenceInput *input, guint64 count, double *bound)
{
  gint64 mask_width = ws_reference_get_number (input, "mask_width");

  return make_pyramid (mask_width, mask_width, count);
}
