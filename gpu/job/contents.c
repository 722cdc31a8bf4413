#include "job/contents.h"

#include <math.h>
#include <string.h>

void
ws_contents_clear (WsContents *self)
{
  g_clear_pointer (&self->values, g_bytes_unref);
  g_clear_pointer (&self->patches, g_array_unref);
}

/**
 * ws_contents_copy:
 * @copy: (out caller-allocates): the copy, to be cleared with ws_contents_clear()
 */
void
ws_contents_copy (const WsContents *self, WsContents *copy)
{
  *copy = *self;
  if (self->values != NULL)
    g_bytes_ref (self->values);
  if (self->patches != NULL)
    copy->patches = g_array_copy (self->patches);
}

static gboolean
patches_equal (const GArray *a, const GArray *b)
{
  guint n = a != NULL ? a->len : 0;

  if (n != (b != NULL ? b->len : 0))
    return FALSE;
  return n == 0 || memcmp (a->data, b->data, n * sizeof (WsPatch)) == 0;
}

/* Returns: whether both are specified identically */
gboolean
ws_contents_equal (const WsContents *a, const WsContents *b)
{
  return a->kind == b->kind && a->seed == b->seed && a->first == b->first && a->step == b->step
         && a->count == b->count && a->divisor == b->divisor && a->plus == b->plus
         && (a->values == b->values
             || (a->values != NULL && b->values != NULL && g_bytes_equal (a->values, b->values)))
         && patches_equal (a->patches, b->patches);
}

/**
 * ws_contents_add_patch:
 * @index: of an element
 * @bits: its new value
 */
void
ws_contents_add_patch (WsContents *self, guint64 index, guint64 bits)
{
  WsPatch patch = { index, bits };

  g_return_if_fail (self != NULL);

  if (self->patches == NULL)
    self->patches = g_array_new (FALSE, FALSE, sizeof (WsPatch));
  g_array_append_val (self->patches, patch);
}

/**
 * ws_contents_random:
 * @seed: any
 * @i: index of an element
 *
 * Returns: the @i-th number of splitmix64 (G. Steele, D. Lea, C. Flood, "Fast splittable
 * pseudorandom number generators", 2014), seeded with @seed
 */
guint64
ws_contents_random (guint64 seed, guint64 i)
{
  guint64 z = seed * G_GUINT64_CONSTANT (0xd1342543de82ef95)
              + (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* 0 ... below - 1 */
static inline guint32
pick (guint64 random, guint32 below)
{
  return (guint32)(((random >> 32) * below) >> 32);
}

/* As an element of an integer type: clamped to the range of 64 bits. */
static guint64
to_bits (double value)
{
  if (value >= 0)
    return ws_double_to_count (value);
  return value > -0x1p63 ? (guint64)(gint64)value : (guint64)G_MININT64;
}

/* What is the same for all elements is computed once: there may be 2^28. */
#define FOR_ALL static inline __attribute__ ((always_inline))

/* Random integers without a division, as for a reduction: @plus is the total offset. */
static gboolean
is_whole (const WsContents *self, gint64 *plus)
{
  double sum = self->first + self->plus;

  /* below 2^51, doubles represent every sum with a 32-bit number exactly */
  if (self->divisor != 1 || fabs (self->first) >= 0x1p51 || fabs (self->plus) >= 0x1p51
      || floor (self->first) != self->first || floor (self->plus) != self->plus)
    return FALSE;
  *plus = (gint64)sum;
  return TRUE;
}

FOR_ALL guint64
make_integer (const WsContents *self, WsContentsKind kind, guint64 i)
{
  guint64 random;
  gint64 size;

  switch (kind)
    {
    case WS_CONTENTS_CONSTANT:
      return to_bits (self->first);
    case WS_CONTENTS_RAMP:
      return to_bits (self->first) + i * to_bits (self->step);
    case WS_CONTENTS_RANDOM:
      random = ws_contents_random (self->seed, i);
      return to_bits ((self->first + pick (random, self->count)) / self->divisor + self->plus);
    case WS_CONTENTS_FACTORS:
      random = ws_contents_random (self->seed, i);
      size = pick (random, 32) > 0 ? 1 : random & 2 ? 3 : 5;
      return (guint64)(random & 1 ? size : -size);
    case WS_CONTENTS_NOTHING:
    case WS_CONTENTS_VALUES:
    default:
      return 0;
    }
}

/* The more elements, the rarer are those other than 1: a product has at most some 65,536 factors
 * other than 1. */
FOR_ALL float
make_factor (const WsContents *self, guint64 i, guint64 length)
{
  guint32 stride = (guint32)MIN ((length + 65535) / 65536, G_MAXUINT32);
  float step = length <= 1000 ? 0.1f : 0.01f;
  guint64 random = ws_contents_random (self->seed, i);

  return pick (random, stride) == 0 ? 1.0f + step * (float)((gint32)(random % 3) - 1) : 1.0f;
}

FOR_ALL double
make_double (const WsContents *self, WsContentsKind kind, guint64 i, guint64 length)
{
  switch (kind)
    {
    case WS_CONTENTS_CONSTANT:
      return self->first;
    case WS_CONTENTS_RAMP:
      return self->first + (double)i * self->step;
    case WS_CONTENTS_RANDOM:
      return (self->first + pick (ws_contents_random (self->seed, i), self->count)) / self->divisor
             + self->plus;
    case WS_CONTENTS_FACTORS:
      return (double)make_factor (self, i, length);
    case WS_CONTENTS_NOTHING:
    case WS_CONTENTS_VALUES:
    default:
      return 0;
    }
}

/* As make_double(), but random numbers are rounded in single precision. */
FOR_ALL float
make_float (const WsContents *self, WsContentsKind kind, guint64 i, guint64 length)
{
  guint32 chosen;

  if (kind != WS_CONTENTS_RANDOM)
    return (float)make_double (self, kind, i, length);
  chosen = pick (ws_contents_random (self->seed, i), self->count);
  return (float)(self->first + chosen) / (float)self->divisor + (float)self->plus;
}

/* @n elements from @first on, of contents with @length elements. */
typedef struct {
  guint64 length;
  guint64 first;
  guint64 n;
} Part;

FOR_ALL void
fill_kind (const WsContents *self, WsContentsKind kind, WsValueType type, Part part, gpointer data)
{
  guint width = ws_value_type_get_width (type);

  for (guint64 at = 0; at < part.n; at++)
    {
      guint64 i = part.first + at;

      if (type == WS_VALUE_F32)
        ((float *)data)[at] = make_float (self, kind, i, part.length);
      else if (type == WS_VALUE_F64)
        ((double *)data)[at] = make_double (self, kind, i, part.length);
      else if (type == WS_VALUE_F16 || type == WS_VALUE_BF16)
        {
          double value = make_double (self, kind, i, part.length);
          guint16 bits = GUINT16_TO_LE ((guint16)ws_value_from_double (type, value));

          memcpy ((guint8 *)data + at * width, &bits, width);
        }
      else if (width == sizeof (guint32))
        ((guint32 *)data)[at] = (guint32)make_integer (self, kind, i);
      else
        {
          guint64 bits = GUINT64_TO_LE (make_integer (self, kind, i));

          memcpy ((guint8 *)data + at * width, &bits, width);
        }
    }
}

FOR_ALL void
fill_whole (const WsContents *self, WsValueType type, Part part, gint64 plus, gpointer data)
{
  guint width = ws_value_type_get_width (type);

  for (guint64 at = 0; at < part.n; at++)
    {
      guint64 random = ws_contents_random (self->seed, part.first + at);
      guint64 bits = pick (random, self->count) + (guint64)plus;

      if (width == sizeof (guint32))
        ((guint32 *)data)[at] = (guint32)bits;
      else
        {
          bits = GUINT64_TO_LE (bits);
          memcpy ((guint8 *)data + at * width, &bits, width);
        }
    }
}

FOR_ALL void
fill_type (const WsContents *self, WsValueType type, Part part, gpointer data)
{
  gint64 plus;

  switch (self->kind)
    {
    case WS_CONTENTS_CONSTANT:
      fill_kind (self, WS_CONTENTS_CONSTANT, type, part, data);
      break;
    case WS_CONTENTS_RAMP:
      fill_kind (self, WS_CONTENTS_RAMP, type, part, data);
      break;
    case WS_CONTENTS_RANDOM:
      if (!ws_value_type_is_float (type) && is_whole (self, &plus))
        fill_whole (self, type, part, plus, data);
      else
        fill_kind (self, WS_CONTENTS_RANDOM, type, part, data);
      break;
    case WS_CONTENTS_FACTORS:
      fill_kind (self, WS_CONTENTS_FACTORS, type, part, data);
      break;
    case WS_CONTENTS_NOTHING:
    case WS_CONTENTS_VALUES:
    default:
      break;
    }
}

static void
fill (const WsContents *self, WsValueType type, Part part, gpointer data)
{
  switch (type)
    {
    case WS_VALUE_F32:
      fill_type (self, WS_VALUE_F32, part, data);
      break;
    case WS_VALUE_F64:
      fill_type (self, WS_VALUE_F64, part, data);
      break;
    case WS_VALUE_U32:
    case WS_VALUE_S32:
      fill_type (self, WS_VALUE_U32, part, data);
      break;
    default:
      fill_type (self, type, part, data);
    }
}

static void
put_patches (const WsContents *self, guint width, Part part, guint8 *data)
{
  for (guint i = 0; self->patches != NULL && i < self->patches->len; i++)
    {
      const WsPatch *patch = &g_array_index (self->patches, WsPatch, i);
      guint64 bits = GUINT64_TO_LE (patch->bits);

      if (patch->index >= part.first && patch->index - part.first < part.n)
        memcpy (data + (patch->index - part.first) * width, &bits, width);
    }
}

/* Of the given values, as many as exist. */
static void
copy_values (GBytes *values, guint64 first_byte, guint64 n_bytes, gpointer data)
{
  gsize size;
  const guint8 *from = g_bytes_get_data (values, &size);

  if (first_byte < size)
    memcpy (data, from + first_byte, MIN (n_bytes, size - first_byte));
}

/**
 * ws_contents_make_part:
 * @self: contents that passes ws_job_check()
 * @type: of the elements
 * @length: total number
 * @first: the first requested one
 * @n: number from there on; @first + @n is at most @length
 *
 * Returns: (transfer full) (nullable): those elements, packed; %NULL if out of memory
 */
GBytes *
ws_contents_make_part (const WsContents *self, WsValueType type, guint64 length, guint64 first,
                       guint64 n)
{
  const Part part = { length, first, n };
  guint width = ws_value_type_get_width (type);
  guint8 *data;
  guint64 size;

  g_return_val_if_fail (self != NULL && first <= length && n <= length - first, NULL);

  if (!g_uint64_checked_mul (&size, length, width))
    return NULL;
  size = n * width;
  if (self->kind == WS_CONTENTS_VALUES && self->patches == NULL
      && (first + n) * width <= g_bytes_get_size (self->values))
    return g_bytes_new_from_bytes (self->values, first * width, size);
  data = g_try_malloc0 (MAX (size, 1));
  if (data == NULL)
    return NULL;
  if (self->kind == WS_CONTENTS_VALUES)
    copy_values (self->values, first * width, size, data);
  else if (self->kind != WS_CONTENTS_NOTHING)
    fill (self, type, part, data);
  put_patches (self, width, part, data);
  return g_bytes_new_take (data, size);
}

/**
 * ws_contents_make:
 * @self: contents that passes ws_job_check()
 * @type: of the elements
 * @length: how many
 *
 * Returns: (transfer full) (nullable): the elements, packed; %NULL if out of memory
 */
GBytes *
ws_contents_make (const WsContents *self, WsValueType type, guint64 length)
{
  return ws_contents_make_part (self, type, length, 0, length);
}
