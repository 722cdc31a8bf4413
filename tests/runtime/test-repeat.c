/* What a launch has changed is said; one that would change nothing once more is not executed, and
 * one that might is. */
#include "binary.h"
#include "history/writer.h"
#include "runtime/api.h"
#include "runtime/runtime.h"
#include "specs.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define N 1000

#define HEAD                                                                           \
  "  .reg .pred %p<2>;\n  .reg .b32 %r<10>;\n  .reg .b64 %rd<8>;\n"                    \
  "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n  mov.u32 %r3, %tid.x;\n"        \
  "  mad.lo.s32 %r4, %r1, %r2, %r3;\n  setp.ge.u32 %p1, %r4, 1000;\n  @%p1 bra END;\n" \
  "  ld.param.u64 %rd1, [out];\n  mul.wide.u32 %rd2, %r4, 4;\n  add.s64 %rd3, %rd1, %rd2;\n"
#define TAIL "END:\n  ret;\n}\n"

/* out[i] = factor * i; out[i]++; out[i] = out[i], by the clock */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .const .align 4 .u32 factor = 3;\n"
    ".visible .entry fill (.param .u64 out)\n{\n" HEAD
    "  ld.const.u32 %r6, [factor];\n  mul.lo.u32 %r5, %r4, %r6;\n  st.u32 [%rd3], %r5;\n" TAIL
    ".visible .entry raise (.param .u64 out)\n{\n" HEAD
    "  ld.u32 %r5, [%rd3];\n  add.u32 %r5, %r5, 1;\n  st.u32 [%rd3], %r5;\n" TAIL
    ".visible .entry tick (.param .u64 out)\n{\n" HEAD
    "  mov.u32 %r5, %clock;\n  ld.u32 %r6, [%rd3];\n  st.u32 [%rd3], %r6;\n" TAIL;

static char fill, raise_, tick, factor;

static void
check (cudaError_t error)
{
  g_assert_cmpstr (cudaGetErrorName (error), ==, "cudaSuccess");
}

static void
launch (const void *kernel, void *out, guint n)
{
  void *arguments[] = { &out };

  for (guint i = 0; i < n; i++)
    check (cudaLaunchKernel (kernel, (dim3){ 8, 1, 1 }, (dim3){ 128, 1, 1 }, arguments, 0, NULL));
}

static guint32
get_last (const void *out)
{
  guint32 values[N];

  check (cudaMemcpy (values, out, sizeof values, cudaMemcpyDeviceToHost));
  return values[N - 1];
}

static void
add_kernel (void **handle, char *host, const char *name)
{
  __cudaRegisterFunction (handle, host, (char *)name, name, -1, NULL, NULL, NULL, NULL, NULL);
}

/* Each launch, and whether it is executed. */
static const struct {
  const char *kernel;
  gboolean is_repeated;
  gboolean changes;
} expected[] = {
  { "fill", FALSE, TRUE },  { "fill", FALSE, FALSE },
  { "fill", TRUE, FALSE },  { "fill", TRUE, FALSE },  /* the same four times */
  { "raise", FALSE, TRUE }, { "raise", FALSE, TRUE }, /* always something else */
  { "fill", FALSE, TRUE },  { "fill", TRUE, FALSE },  /* as it was when it changed nothing */
  { "fill", FALSE, TRUE },  { "fill", FALSE, FALSE }, /* a constant is another */
  { "fill", FALSE, FALSE },                           /* into other memory */
  { "tick", FALSE, FALSE }, { "tick", FALSE, FALSE }, /* by the clock */
  { "fill", FALSE, TRUE },                            /* the host has written */
};

static void
run_program (void)
{
  void **handle = __cudaRegisterFatBinary (binary_new (ptx));
  const guint32 five = 5;
  void *out, *other;

  add_kernel (handle, &fill, "fill");
  add_kernel (handle, &raise_, "raise");
  add_kernel (handle, &tick, "tick");
  __cudaRegisterVar (handle, &factor, (char *)"factor", "factor", 0, 4, 1, 0);
  __cudaRegisterFatBinaryEnd (handle);
  check (cudaMalloc (&out, N * 4));
  check (cudaMemset (out, 1, N * 4));
  launch (&fill, out, 4);
  g_assert_cmpuint (get_last (out), ==, 3 * (N - 1));
  launch (&raise_, out, 2);
  g_assert_cmpuint (get_last (out), ==, 3 * (N - 1) + 2);
  launch (&fill, out, 2);
  g_assert_cmpuint (get_last (out), ==, 3 * (N - 1));
  check (cudaMemcpyToSymbol (&factor, &five, sizeof five, 0, cudaMemcpyHostToDevice));
  launch (&fill, out, 2);
  g_assert_cmpuint (get_last (out), ==, 5 * (N - 1));
  check (cudaMalloc (&other, N * 4));
  check (cudaMemcpy (other, out, N * 4, cudaMemcpyDeviceToDevice));
  launch (&fill, other, 1);
  launch (&tick, other, 2);
  check (cudaMemset (out, 0, N * 4));
  launch (&fill, out, 1);
  g_assert_cmpuint (get_last (out), ==, 5 * (N - 1));
}

static void
test_repeated (gconstpointer data)
{
  const WsHistory *history = data;

  g_assert_cmpuint (ws_history_count_launches (history), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const WsStep *step = ws_history_get_launch (history, i);

      g_test_message ("launch %u", i + 1);
      g_assert_cmpstr (step->name, ==, expected[i].kernel);
      g_assert_cmpint (step->is_repeated, ==, expected[i].is_repeated);
      g_assert_nonnull (step->changed);
      g_assert_cmpint (step->changed->len > 0, ==, expected[i].changes);
      g_assert_cmpuint (step->duration_ns, >, 0);
    }
}

/* (transfer full) */
static char *
find_writer (const WsHistory *history, guint launch, const WsStep *alloc)
{
  WsWriter writer = ws_history_find_writer (history, launch, alloc->address, alloc->size);

  return ws_writer_describe (&writer, writer.step != NULL ? writer.step->name : NULL);
}

/* Of both allocations, before some launches. */
static void
test_writers (gconstpointer data)
{
  static const struct {
    guint launch;
    const char *first;
    const char *second;
  } writers[] = {
    { 0, "cudaMemset", NULL },          { 1, "fill, launch 1", NULL },
    { 4, "fill, launch 1", NULL },      { 6, "raise, launch 6", NULL },
    { 8, "fill, launch 7", NULL },      { 10, "fill, launch 9", "cudaMemcpy" },
    { 13, "cudaMemset", "cudaMemcpy" },
  };
  const WsHistory *history = data;
  const WsStep *allocs[2] = { NULL };
  guint n = 0;

  for (guint i = 0; i < history->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (history->steps, i);

      if (step->kind == WS_STEP_ALLOC)
        allocs[n++] = step;
    }
  g_assert_cmpuint (n, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *first = find_writer (history, writers[i].launch, allocs[0]);
      g_autofree char *second = find_writer (history, writers[i].launch, allocs[1]);

      g_assert_cmpstr (first, ==, writers[i].first);
      g_assert_cmpstr (second, ==, writers[i].second);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  g_autoptr (WsSpec) spec = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (WsHistory) history = NULL;
  int descriptor;

  g_test_init (&argc, &argv, NULL);
  spec = specs_load ("h200");
  descriptor = g_file_open_tmp ("repeat-XXXXXX", &path, NULL);
  ws_runtime_begin (
      &(WsRuntimeOptions){ .spec = spec, .history = descriptor, .capture = G_MAXUINT32 });
  run_program ();
  lseek (descriptor, 0, SEEK_SET);
  stream = g_unix_input_stream_new (descriptor, TRUE);
  history = ws_history_read (stream, NULL, NULL);
  g_assert_nonnull (history);
  g_unlink (path);
  g_test_add_data_func ("/repeat/repeated", history, test_repeated);
  g_test_add_data_func ("/repeat/writers", history, test_writers);
  return g_test_run ();
}
