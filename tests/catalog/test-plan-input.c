/* The input of a plan, the host's result and its bound. */
#include "plans.h"

#include <math.h>

static WsPlan *
make_plan (PlanFixture *fixture, const char *id, guint64 n, guint32 block, const char *type,
           const char *op, guint64 seed)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, id, NULL);
  g_autoptr (GError) error = NULL;
  WsPlanParameters parameters;
  WsPlan *plan;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  parameters.seed = seed;
  g_assert_true (ws_plan_set_type (&parameters, type, &error));
  g_assert_true (ws_plan_set_op (&parameters, op, &error));
  plan = ws_plan_new (fixture->catalog, kernel, &parameters,
                      ws_catalog_find_spec (fixture->catalog, "h200", NULL), &error);
  g_assert_no_error (error);
  return plan;
}

static void
test_slide (PlanFixture *fixture, gconstpointer data)
{
  static const int slide[] = { 10, 1, 8, -1, 0, -2, 3, 5, -2, -3, 2, 7, 0, 11, 0, 2 };
  g_autoptr (WsPlan) ints = make_plan (fixture, "reduce1", 16, 16, "int", "sum", 0);
  g_autoptr (WsPlan) floats = make_plan (fixture, "reduce1", 17, 16, "float", "max", 0);
  g_autoptr (WsPlan) other = make_plan (fixture, "reduce1", 16, 16, "int", "sum", 1);
  g_autoptr (GBytes) a = ws_plan_make_input (ints);
  g_autoptr (GBytes) b = ws_plan_make_input (floats);
  g_autoptr (GBytes) c = ws_plan_make_input (other);
  double bound;

  g_assert_cmpuint (g_bytes_get_size (a), ==, 64);
  g_assert_cmpuint (g_bytes_get_size (b), ==, 68);
  g_assert_false (g_bytes_equal (a, c));
  for (guint i = 0; i < 16; i++)
    {
      g_assert_cmpint (((const gint32 *)g_bytes_get_data (a, NULL))[i], ==, slide[i]);
      g_assert_cmpfloat (((const float *)g_bytes_get_data (b, NULL))[i], ==, slide[i]);
    }
  g_assert_cmpfloat (((const float *)g_bytes_get_data (b, NULL))[16], ==, 99);
  /* the slide's own result */
  g_assert_cmpuint (plan_expect (ints, a, &bound), ==, 41);
  g_assert_cmpfloat (bound, ==, 0);
}

static void
test_ranges (PlanFixture *fixture, gconstpointer data)
{
  static const char *const ops[] = { "sum", "max", "min", "product" };
  const guint64 n = 100000;

  for (guint o = 0; o < G_N_ELEMENTS (ops); o++)
    {
      g_autoptr (WsPlan) ints = make_plan (fixture, "reduce1", n, 128, "int", ops[o], 3);
      g_autoptr (WsPlan) floats = make_plan (fixture, "reduce1", n, 128, "float", ops[o], 3);
      g_autoptr (GBytes) a = ws_plan_make_input (ints);
      g_autoptr (GBytes) again = ws_plan_make_input (ints);
      g_autoptr (GBytes) b = ws_plan_make_input (floats);
      const gint32 *x = g_bytes_get_data (a, NULL);
      const float *y = g_bytes_get_data (b, NULL);
      guint planted = 0, units = 0;
      double sum = 0;

      g_assert_true (g_bytes_equal (a, again));
      for (guint64 i = 0; i < n; i++)
        {
          if (o == 3)
            {
              g_assert_cmpint (ABS (x[i]) & 1, ==, 1);
              g_assert_cmpint (ABS (x[i]), <=, 5);
              units += ABS (x[i]) == 1;
              g_assert_cmpfloat_with_epsilon (y[i], 1, 0.0101);
              continue;
            }
          if (ABS (x[i]) == 99)
            planted++;
          else
            {
              g_assert_cmpint (x[i], >=, -9);
              g_assert_cmpint (x[i], <=, 11);
            }
          g_assert_true (fabsf (y[i]) == 99 || (y[i] >= -9 && y[i] <= 11));
          g_assert_cmpfloat_with_epsilon (y[i] * 10, roundf (y[i] * 10), 1e-4);
          sum += x[i];
        }
      g_assert_cmpuint (planted, ==, o == 1 || o == 2 ? 1 : 0);
      if (o == 3)
        g_assert_cmpuint (units, >, n * 9 / 10);
      else
        g_assert_cmpfloat_with_epsilon (sum / n, 1, 0.1); /* the mean of -9 ... 11 */
    }
}

static void
test_expect (PlanFixture *fixture, gconstpointer data)
{
  static const gint32 ints[] = { G_MAXINT32, 1, -7, 3 };
  static const float floats[] = { 0.5f, -2.0f, 4.0f, 1.0f };
  static const struct {
    const char *op;
    guint32 bits;
    double f;
  } rows[] = {
    { "sum", (guint32)G_MAXINT32 + 1u - 7u + 3u, 3.5 }, /* wraps */
    { "max", G_MAXINT32, 4 },
    { "min", (guint32)-7, -2 },
    { "product", (guint32)G_MAXINT32 * (guint32)-7 * 3u, -4 },
  };
  g_autoptr (GBytes) a = g_bytes_new_static (ints, sizeof ints);
  g_autoptr (GBytes) b = g_bytes_new_static (floats, sizeof floats);

  for (guint o = 0; o < G_N_ELEMENTS (rows); o++)
    {
      g_autoptr (WsPlan) x = make_plan (fixture, "reduce3", 4, 4, "int", rows[o].op, 0);
      g_autoptr (WsPlan) y = make_plan (fixture, "reduce3", 4, 4, "float", rows[o].op, 0);
      double bound = -1;
      guint64 bits = plan_expect (x, a, &bound);

      g_assert_cmpuint (bits, ==, rows[o].bits);
      g_assert_cmpfloat (bound, ==, 0);

      bits = plan_expect (y, b, &bound);
      g_assert_cmpfloat (ws_value_to_double (WS_VALUE_F32, bits), ==, rows[o].f);
      g_assert_cmpfloat (bound, >=, 0);
      g_assert_cmpfloat (bound, <, 1e-5);
    }
}

/* The bound is that of the formula, for the depth of the plan's tree. */
static void
test_bound (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    guint64 n;
    guint32 block;
    guint depth;
  } rows[] = {
    { "reduce1", 128, 128, 7 },
    { "reduce1", 4194304, 128, 28 }, /* four launches of log2 128 */
    { "reduce1", 1000, 1, 1 },       /* the host's */
    { "reduce4", 256, 128, 8 },      /* one on the way in */
    { "reduce7", 4194304, 128, 54 }, /* (2 x 16 - 1) + 7, then 1024 and 4 elements: 1 + 7 each */
    { "reduce8", 4194304, 128, 54 },
    { "reduce12", 4194304, 128, 54 },
    /* 528 blocks of 512 threads: 16 x 4 + 3 - 1 in a thread, 9 in the block; then 2 - 1 and 9 */
    { "reduce11", 16777216, 512, 85 },
    { "reduce11", 16, 1, 18 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsPlan) plan =
          make_plan (fixture, rows[i].kernel, rows[i].n, rows[i].block, "float", "sum", 1);
      g_autoptr (GBytes) input = ws_plan_make_input (plan);
      const float *values = g_bytes_get_data (input, NULL);
      double magnitude = 0, sum = 0, k = rows[i].depth, bound, expected;

      for (guint64 j = 0; j < rows[i].n; j++)
        {
          magnitude += fabs (values[j]);
          sum += values[j];
        }
      expected = (k * 0x1p-24 / (1 - k * 0x1p-24) + rows[i].n * 0x1p-53 / (1 - rows[i].n * 0x1p-53))
                     * magnitude
                 + 0x1p-24 * fabs (sum);
      plan_expect (plan, input, &bound);
      g_assert_cmpfloat_with_epsilon (bound / expected, 1, 1e-12);
    }
}

/* Products of floats stay far from overflow and underflow at every size, and their bound small. */
static void
test_products (PlanFixture *fixture, gconstpointer data)
{
  static const guint64 sizes[] = { 1, 31, 1000, 1001, 65536, 65537, 1048576, 4194304 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (WsPlan) plan =
          make_plan (fixture, "reduce6", sizes[i], 128, "float", "product", i);
      g_autoptr (GBytes) input = ws_plan_make_input (plan);
      double bound;
      double product = ws_value_to_double (WS_VALUE_F32, plan_expect (plan, input, &bound));

      g_assert_cmpfloat (product, >, 1e-12);
      g_assert_cmpfloat (product, <, 1e12);
      g_assert_cmpfloat (bound, <, 0.01 * product);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/plan-input/slide", PlanFixture, NULL, plan_set_up, test_slide, plan_tear_down);
  g_test_add ("/plan-input/ranges", PlanFixture, NULL, plan_set_up, test_ranges, plan_tear_down);
  g_test_add ("/plan-input/expect", PlanFixture, NULL, plan_set_up, test_expect, plan_tear_down);
  g_test_add ("/plan-input/bound", PlanFixture, NULL, plan_set_up, test_bound, plan_tear_down);
  g_test_add ("/plan-input/products", PlanFixture, NULL, plan_set_up, test_products,
              plan_tear_down);
  return g_test_run ();
}
