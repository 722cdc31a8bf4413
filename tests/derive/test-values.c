/* Values that no instruction moved and that are known all the same: what registers hold is computed
 * from what was read, constants included. */
#include "dataflow/dataflow.h"
#include "record/opcode.h"
#include "recorded.h"

static void
test_constants (void)
{
  static const struct {
    const char *text;
    gboolean is;
    guint64 bits;
  } cases[] = {
    { "mov.u32 %r1, 0;", TRUE, 0 },
    { "mov.u32 \t%r1, 17 ;", TRUE, 17 },
    { "@%p1 add.s32 %r1, %r2, -3;", TRUE, (guint64)-3 },
    { "mov.f32 %f1, 0f3F800000;", TRUE, 0x3f800000 },
    { "mov.f64 %fd1, 0d3FF0000000000000;", TRUE, 0x3ff0000000000000 },
    { "and.b32 %r1, %r2, 0x1f;", TRUE, 31 },
    { "mov.u64 %rd1, 5U;", TRUE, 5 },
    { "mov.u32 %r1, %tid.x;", FALSE, 0 },
    { "mov.u64 %rd1, total;", FALSE, 0 },
    { "add.s32 %r1, %r2, %r3;", FALSE, 0 },
    { "ret;", FALSE, 0 },
    { "mov.u32 %r1, ;", FALSE, 0 },
    { "mov.u32 %r1, 3x;", FALSE, 0 },
    { "mov.u32 %r1,", FALSE, 0 },
    { "", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint64 bits = 0;

      g_assert_cmpint (ws_opcode_get_constant (cases[i].text, &bits), ==, cases[i].is);
      g_assert_cmphex (bits, ==, cases[i].bits);
    }
}

static gboolean
convert (const char *opcode, guint64 bits, guint64 *converted)
{
  WsConversion conversion;

  if (!ws_opcode_get_conversion (opcode, &conversion))
    return FALSE;
  *converted = ws_conversion_apply (&conversion, bits);
  return TRUE;
}

static gboolean
shift (const char *opcode, guint64 bits, guint64 by, guint64 *shifted)
{
  guint width = ws_opcode_get_shift (opcode);

  if (width == 0)
    return FALSE;
  *shifted = ws_shift_left (width, bits, by);
  return TRUE;
}

static void
test_conversions (void)
{
  guint64 bits = 99;

  g_assert_true (convert ("cvt.s64.s32", 0xfffffffe, &bits));
  g_assert_cmphex (bits, ==, G_GUINT64_CONSTANT (0xfffffffffffffffe));
  g_assert_true (convert ("cvt.u64.u32", 0xfffffffe, &bits));
  g_assert_cmphex (bits, ==, 0xfffffffe);
  g_assert_true (convert ("cvt.u16.u64", 0x12345, &bits));
  g_assert_cmphex (bits, ==, 0x2345);
  g_assert_true (convert ("cvt.s32.s8", 0x1ff, &bits));
  g_assert_cmphex (bits, ==, 0xffffffff);
  bits = 99;
  g_assert_false (convert ("cvt.rn.f32.s32", 1, &bits));
  g_assert_false (convert ("cvt.f32.f64", 1, &bits));
  g_assert_false (convert ("cvt.sat.s8.s32", 1, &bits));
  g_assert_false (convert ("add.s64.s32", 1, &bits));
  g_assert_cmphex (bits, ==, 99);
}

static void
test_shifts (void)
{
  guint64 bits = 99;

  g_assert_true (shift ("shl.b64", 3, 32, &bits));
  g_assert_cmphex (bits, ==, G_GUINT64_CONSTANT (0x300000000));
  g_assert_true (shift ("shl.b32", 0x80000001, 1, &bits));
  g_assert_cmphex (bits, ==, 2);
  g_assert_true (shift ("shl.b32", 1, 32, &bits));
  g_assert_cmphex (bits, ==, 0);
  g_assert_true (shift ("shl.b64", 1, 64, &bits));
  g_assert_cmphex (bits, ==, 0);
  g_assert_false (shift ("shr.u32", 4, 1, &bits));
}

/* Of a sum of ints each node is the sum of its sources, in every kernel that keeps them in
 * registers. */
static void
test_kernel (gconstpointer data)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = data, .spec = "h200", .n = 4096, .block = 128 });
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, 0, 0);
  guint n_sums = 0;

  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];
      guint32 sum = 0;

      if (node->space != WS_SPACE_NONE || !node->reaches_result)
        continue;
      g_assert_true (node->has_value);
      for (guint k = 0; k < node->n_edges; k++)
        {
          const WsNode *source = &flow->nodes[flow->edges[node->first_edge + k]];

          g_assert_true (source->has_value);
          sum += (guint32)source->value;
        }
      g_assert_cmphex ((guint32)node->value, ==, sum);
      n_sums++;
    }
  g_assert_cmpuint (n_sums, >=, 128);
}

/* The total of kernel 10 is a sum above and a count of blocks below, in one word. */
static void
test_total (void)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce10", .spec = "h200", .n = 4096, .block = 128 });
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, 0, 0);
  const WsNode *total = &flow->nodes[flow->results[0]];
  guint64 block = 0;

  g_assert_true (total->has_value);
  for (guint k = 0; k < total->n_edges; k++)
    if (flow->nodes[flow->edges[total->first_edge + k]].event != WS_NONE)
      block = flow->nodes[flow->edges[total->first_edge + k]].value;
  g_assert_cmphex (total->value & G_MAXUINT32, ==, 1);
  g_assert_cmphex (total->value >> 32, ==, (guint32)block);
}

int
main (int argc, char **argv)
{
  static const char *const kernels[] = { "reduce8", "reduce11", "reduce12" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/values/constants", test_constants);
  g_test_add_func ("/values/conversions", test_conversions);
  g_test_add_func ("/values/shifts", test_shifts);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autofree char *path = g_strconcat ("/values/", kernels[i], NULL);

      g_test_add_data_func (path, kernels[i], test_kernel);
    }
  g_test_add_func ("/values/total", test_total);
  return g_test_run ();
}
