/* What buffers hold, by value, and what the host makes of many values. */
#include "job/fold.h"
#include "job/contents.h"

#include <math.h>
#include <string.h>

static GBytes *
make (const WsContents *contents, WsValueType type, guint64 length)
{
  GBytes *bytes = ws_contents_make (contents, type, length);

  g_assert_nonnull (bytes);
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, length * ws_value_type_get_width (type));
  return bytes;
}

static guint64
bits_of (GBytes *bytes, WsValueType type, guint64 i)
{
  guint width = ws_value_type_get_width (type);
  guint64 bits = 0;

  memcpy (&bits, (const guint8 *)g_bytes_get_data (bytes, NULL) + i * width, width);
  return GUINT64_FROM_LE (bits);
}

static double
value_of (GBytes *bytes, WsValueType type, guint64 i)
{
  return ws_value_to_double (type, bits_of (bytes, type, i));
}

static void
test_kinds (void)
{
  static const WsValueType types[] = { WS_VALUE_U32, WS_VALUE_S32, WS_VALUE_F32, WS_VALUE_U64,
                                       WS_VALUE_S64, WS_VALUE_F64, WS_VALUE_B8,  WS_VALUE_B16 };

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      WsContents constant = { .kind = WS_CONTENTS_CONSTANT, .first = 7 };
      WsContents ramp = { .kind = WS_CONTENTS_RAMP, .first = 5, .step = 3 };
      WsContents nothing = { .kind = WS_CONTENTS_NOTHING };
      g_autoptr (GBytes) sevens = make (&constant, types[t], 9);
      g_autoptr (GBytes) steps = make (&ramp, types[t], 9);
      g_autoptr (GBytes) zeros = make (&nothing, types[t], 9);

      for (guint i = 0; i < 9; i++)
        {
          g_assert_cmpfloat (value_of (sevens, types[t], i), ==, 7);
          g_assert_cmpfloat (value_of (steps, types[t], i), ==, 5 + 3. * i);
          g_assert_cmpuint (bits_of (zeros, types[t], i), ==, 0);
        }
    }
}

/* Whole numbers wrap, and what is beyond their ends is at them. */
static void
test_ends (void)
{
  WsContents down = { .kind = WS_CONTENTS_RAMP, .first = 1, .step = -1 };
  WsContents far = { .kind = WS_CONTENTS_CONSTANT, .first = 1e300 };
  WsContents below = { .kind = WS_CONTENTS_CONSTANT, .first = -1e300 };
  WsContents half = { .kind = WS_CONTENTS_CONSTANT, .first = 18446744073709549568. };
  g_autoptr (GBytes) ints = make (&down, WS_VALUE_S32, 3);
  g_autoptr (GBytes) bytes = make (&down, WS_VALUE_B8, 3);
  g_autoptr (GBytes) most = make (&far, WS_VALUE_U64, 1);
  g_autoptr (GBytes) least = make (&below, WS_VALUE_S64, 1);
  g_autoptr (GBytes) large = make (&half, WS_VALUE_U64, 1);

  g_assert_cmpfloat (value_of (ints, WS_VALUE_S32, 2), ==, -1);
  g_assert_cmpuint (bits_of (bytes, WS_VALUE_B8, 2), ==, 255);
  g_assert_cmpuint (bits_of (most, WS_VALUE_U64, 0), ==, G_MAXUINT64);
  g_assert_cmpuint (bits_of (least, WS_VALUE_S64, 0), ==, (guint64)G_MININT64);
  g_assert_cmpuint (bits_of (large, WS_VALUE_U64, 0), ==,
                    G_GUINT64_CONSTANT (18446744073709549568));
}

/* splitmix64 begun at 0, 1234567 of the seed's multiple: the reference's own first numbers. */
static void
test_random (void)
{
  WsContents dice = { .kind = WS_CONTENTS_RANDOM, .seed = 3, .first = 1, .count = 6, .divisor = 1 };
  WsContents tenths = {
    .kind = WS_CONTENTS_RANDOM, .seed = 3, .first = -90, .count = 201, .divisor = 10, .plus = 10
  };
  g_autoptr (GBytes) thrown = make (&dice, WS_VALUE_S32, 60000);
  g_autoptr (GBytes) again = make (&dice, WS_VALUE_S32, 30000);
  g_autoptr (GBytes) floats = make (&tenths, WS_VALUE_F32, 4000);
  guint seen[7] = { 0 };

  g_assert_cmpuint (ws_contents_random (0, 0), ==, G_GUINT64_CONSTANT (0xe220a8397b1dcdaf));
  g_assert_cmpuint (ws_contents_random (0, 1), ==, G_GUINT64_CONSTANT (0x6e789e6aa1b965f4));
  g_assert_cmpuint (ws_contents_random (0, 2), ==, G_GUINT64_CONSTANT (0x06c45d188009454f));
  g_assert_cmpuint (ws_contents_random (1, 0), !=, ws_contents_random (0, 0));
  g_assert_cmpmem (g_bytes_get_data (thrown, NULL), 30000 * 4, g_bytes_get_data (again, NULL),
                   g_bytes_get_size (again));
  for (guint i = 0; i < 60000; i++)
    {
      double value = value_of (thrown, WS_VALUE_S32, i);

      g_assert_true (value >= 1 && value <= 6);
      seen[(guint)value]++;
    }
  for (guint i = 1; i <= 6; i++)
    g_assert_true (seen[i] > 9600 && seen[i] < 10400);
  for (guint i = 0; i < 4000; i++)
    {
      double value = value_of (floats, WS_VALUE_F32, i);

      g_assert_true (value >= 1 && value <= 21);
      g_assert_cmpfloat_with_epsilon (value * 10, round (value * 10), 1e-4);
    }
}

static void
test_factors (void)
{
  WsContents contents = { .kind = WS_CONTENTS_FACTORS, .seed = 5 };
  g_autoptr (GBytes) ints = make (&contents, WS_VALUE_S32, 10000);
  g_autoptr (GBytes) floats = make (&contents, WS_VALUE_F32, 100000);
  guint n_larger = 0;
  double product = 1;

  for (guint i = 0; i < 10000; i++)
    {
      gint32 value = (gint32)value_of (ints, WS_VALUE_S32, i);

      g_assert_true (ABS (value) == 1 || ABS (value) == 3 || ABS (value) == 5);
      n_larger += ABS (value) > 1;
    }
  g_assert_true (n_larger > 200 && n_larger < 440);
  for (guint i = 0; i < 100000; i++)
    product *= value_of (floats, WS_VALUE_F32, i);
  g_assert_true (isfinite (product) && product > 1e-30 && product != 1);
}

static void
test_values (void)
{
  static const guint32 numbers[3] = { 1, 2, 3 };
  WsContents contents = { .kind = WS_CONTENTS_VALUES,
                          .values = g_bytes_new_static (numbers, sizeof numbers) };
  WsContents patched = { .kind = WS_CONTENTS_CONSTANT, .first = 4 };
  g_autoptr (GBytes) plain = make (&contents, WS_VALUE_U32, 3);
  g_autoptr (GBytes) changed = NULL;
  g_autoptr (GBytes) others = NULL;

  g_assert_cmpmem (g_bytes_get_data (plain, NULL), 12, numbers, sizeof numbers);
  ws_contents_add_patch (&contents, 1, 77);
  changed = make (&contents, WS_VALUE_U32, 3);
  g_assert_cmpuint (bits_of (changed, WS_VALUE_U32, 0), ==, 1);
  g_assert_cmpuint (bits_of (changed, WS_VALUE_U32, 1), ==, 77);
  g_assert_cmpuint (bits_of (changed, WS_VALUE_U32, 2), ==, 3);
  g_assert_cmpuint (numbers[1], ==, 2);
  ws_contents_add_patch (&patched, 2, 0x1234);
  ws_contents_add_patch (&patched, 9, 1); /* beyond the end: left out */
  others = make (&patched, WS_VALUE_B8, 3);
  g_assert_cmpuint (bits_of (others, WS_VALUE_B8, 1), ==, 4);
  g_assert_cmpuint (bits_of (others, WS_VALUE_B8, 2), ==, 0x34);
  ws_contents_clear (&contents);
  ws_contents_clear (&patched);
}

/* In parts, at borders that suit nothing, the elements are those of the whole. */
static void
test_parts (void)
{
  static const WsValueType types[] = { WS_VALUE_U32, WS_VALUE_S32, WS_VALUE_F32,
                                       WS_VALUE_U64, WS_VALUE_F64, WS_VALUE_B8 };
  static const guint64 borders[] = { 0, 1, 7, 7, 64, 101 };

  for (guint kind = WS_CONTENTS_NOTHING; kind <= WS_CONTENTS_LAST; kind++)
    for (guint t = 0; t < 2 * G_N_ELEMENTS (types); t++)
      {
        WsValueType type = types[t / 2];
        guint width = ws_value_type_get_width (type);
        WsContents contents = {
          .kind = kind, .seed = 3, .first = 2, .step = 5, .count = 90, .divisor = t % 2 + 1.
        };
        g_autofree guint8 *given = g_malloc0 (101 * width);
        g_autoptr (GBytes) whole = NULL;

        for (guint i = 0; i < 101 * width; i++)
          given[i] = (guint8)(i * 37 + 1);
        contents.values = kind == WS_CONTENTS_VALUES ? g_bytes_new (given, 101 * width) : NULL;
        if (t % 2 == 1)
          for (guint i = 0; i < 3; i++)
            ws_contents_add_patch (&contents, ((const guint64[]){ 6, 7, 100 })[i], 77 + i);
        whole = make (&contents, type, 101);
        for (guint i = 0; i + 1 < G_N_ELEMENTS (borders); i++)
          {
            const guint64 n = borders[i + 1] - borders[i];
            g_autoptr (GBytes) part = ws_contents_make_part (&contents, type, 101, borders[i], n);

            g_assert_cmpmem (g_bytes_get_data (part, NULL), g_bytes_get_size (part),
                             (const guint8 *)g_bytes_get_data (whole, NULL) + borders[i] * width,
                             n * width);
          }
        ws_contents_clear (&contents);
      }
}

/* ---- folds ---- */

/* Into whatever parts the values are cut. */
static void
test_fold_parts (void)
{
  static const WsValueType types[] = { WS_VALUE_U32, WS_VALUE_S32, WS_VALUE_F32 };
  static const gsize borders[] = { 0, 1, 2, 2, 30, 100 };
  const WsContents contents = {
    .kind = WS_CONTENTS_RANDOM, .seed = 1, .first = -50, .count = 99, .divisor = 8, .plus = 0.3
  };

  for (guint fold = 0; fold <= WS_FOLD_LAST; fold++)
    for (guint t = 0; t < G_N_ELEMENTS (types); t++)
      {
        g_autoptr (GBytes) whole = make (&contents, types[t], 100);
        WsFolding folding;
        double bound;
        double bound_of_parts;

        ws_folding_init (&folding, fold, types[t]);
        for (guint i = 0; i + 1 < G_N_ELEMENTS (borders); i++)
          {
            g_autoptr (GBytes) part =
                g_bytes_new_from_bytes (whole, borders[i] * sizeof (guint32),
                                        (borders[i + 1] - borders[i]) * sizeof (guint32));

            ws_folding_add (&folding, part);
          }
        g_assert_cmpuint (ws_folding_finish (&folding, 5, &bound_of_parts), ==,
                          ws_fold (fold, types[t], whole, 5, &bound));
        g_assert_cmpfloat (bound_of_parts, ==, bound);
      }
}

static void
test_fold_integers (void)
{
  static const gint32 numbers[] = { 3, -7, 5, 2 };
  static const guint32 naturals[] = { 1, 0xffffffff, 2 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (numbers, sizeof numbers);
  g_autoptr (GBytes) large = g_bytes_new_static (naturals, sizeof naturals);
  double bound = 1;

  g_assert_cmpint ((gint32)ws_fold (WS_FOLD_SUM, WS_VALUE_S32, bytes, 9, &bound), ==, 3);
  g_assert_cmpfloat (bound, ==, 0);
  g_assert_cmpint ((gint32)ws_fold (WS_FOLD_PRODUCT, WS_VALUE_S32, bytes, 9, NULL), ==, -210);
  g_assert_cmpint ((gint32)ws_fold (WS_FOLD_MAX, WS_VALUE_S32, bytes, 9, NULL), ==, 5);
  g_assert_cmpint ((gint32)ws_fold (WS_FOLD_MIN, WS_VALUE_S32, bytes, 9, NULL), ==, -7);
  g_assert_cmpuint (ws_fold (WS_FOLD_SUM, WS_VALUE_U32, large, 9, NULL), ==, 2);
  g_assert_cmpuint (ws_fold (WS_FOLD_MAX, WS_VALUE_U32, large, 9, NULL), ==, 0xffffffff);
  g_assert_cmpuint (ws_fold (WS_FOLD_MAX, WS_VALUE_S32, large, 9, NULL), ==, 2);
  g_assert_cmpuint (ws_fold (WS_FOLD_MIN, WS_VALUE_U32, large, 9, NULL), ==, 1);
}

static void
test_fold_floats (void)
{
  static const float numbers[] = { 0.5f, -1.25f, 8, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (numbers, sizeof numbers);
  const double unit = 0x1p-24;
  double bound;

  g_assert_cmpfloat (
      ws_value_to_double (WS_VALUE_F32, ws_fold (WS_FOLD_SUM, WS_VALUE_F32, bytes, 10, &bound)), ==,
      8.25);
  /* gamma_10 of float and gamma_4 of double times 10.75, and half a unit of the result */
  g_assert_cmpfloat_with_epsilon (bound, 10 * unit / (1 - 10 * unit) * 10.75 + unit * 8.25, 1e-13);
  g_assert_cmpfloat (
      ws_value_to_double (WS_VALUE_F32, ws_fold (WS_FOLD_PRODUCT, WS_VALUE_F32, bytes, 10, &bound)),
      ==, -5);
  /* three factors are not 1 */
  g_assert_cmpfloat_with_epsilon (bound, 4 * unit / (1 - 4 * unit) * 5, 1e-13);
  g_assert_cmpfloat (
      ws_value_to_double (WS_VALUE_F32, ws_fold (WS_FOLD_MAX, WS_VALUE_F32, bytes, 10, &bound)), ==,
      8);
  g_assert_cmpfloat (bound, ==, 0);
  g_assert_cmpfloat (
      ws_value_to_double (WS_VALUE_F32, ws_fold (WS_FOLD_MIN, WS_VALUE_F32, bytes, 10, &bound)), ==,
      -1.25);
}

static void
test_fold_names (void)
{
  WsFold fold;

  for (guint i = 0; i <= WS_FOLD_LAST; i++)
    {
      g_assert_true (ws_fold_parse (ws_fold_get_name (i), &fold));
      g_assert_cmpuint (fold, ==, i);
    }
  g_assert_false (ws_fold_parse ("map", &fold));
  g_assert_false (ws_fold_parse (NULL, &fold));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job/contents/parts", test_parts);
  g_test_add_func ("/job/fold/parts", test_fold_parts);
  g_test_add_func ("/job/contents/kinds", test_kinds);
  g_test_add_func ("/job/contents/ends", test_ends);
  g_test_add_func ("/job/contents/random", test_random);
  g_test_add_func ("/job/contents/factors", test_factors);
  g_test_add_func ("/job/contents/values", test_values);
  g_test_add_func ("/job/fold/integers", test_fold_integers);
  g_test_add_func ("/job/fold/floats", test_fold_floats);
  g_test_add_func ("/job/fold/names", test_fold_names);
  return g_test_run ();
}
