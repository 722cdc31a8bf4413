/* What a kernel does to the real GPU when it misbehaves, and what is said of it. Each in a process
 * of its own: its context does not live on. */
#include "gpu.h"
#include "plans.h"

#include <string.h>

#define HEAD ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"

static const struct {
  const char *name;
  const char *ptx;
  const char *says;
  int code;
} faults[] = {
  { "null", HEAD ".reg .b64 %a; mov.u64 %a, 0; st.global.u32 [%a], 1; ret; }",
    "CUDA_ERROR_ILLEGAL_ADDRESS", WS_DEVICE_ERROR_FAULT },
  { "misaligned",
    HEAD ".reg .b64 %a; .reg .b32 %r; ld.param.u64 %a, [p]; add.u64 %a, %a, 1; ld.global.u32 %r, "
         "[%a]; st.global.u32 [%a], %r; ret; }",
    "CUDA_ERROR_MISALIGNED_ADDRESS", WS_DEVICE_ERROR_FAULT },
  { "trap", HEAD "trap; ret; }", "CUDA_ERROR", WS_DEVICE_ERROR_FAULT },
  { "endless", HEAD "$L: bra $L; ret; }", "considered endless", WS_DEVICE_ERROR_ENDLESS },
};

static void
run_fault (gconstpointer data)
{
  guint index = GPOINTER_TO_UINT (data);
  g_autoptr (GError) error = NULL;
  Gpu gpu = { 0 }; /* not closed: the context is lost */
  guint64 buffer;
  WsLaunchRequest request = { .entry = "k",
                              .grid = { 1, 1, 1 },
                              .block = { 1, 1, 1 },
                              .params = (const guint8 *)&buffer,
                              .params_size = sizeof buffer };

  if (!g_test_subprocess ())
    {
      if (!gpu_open (&gpu))
        return;
      gpu_close (&gpu);
      g_test_trap_subprocess (NULL, 30 * G_USEC_PER_SEC, 0);
      g_test_trap_assert_passed ();
      g_print ("# %s: as expected\n", faults[index].name);
      return;
    }
  g_assert_true (gpu_open (&gpu));
  gpu.gpu->klass->load (gpu.gpu, faults[index].ptx, -1, "k.ptx", &error);
  g_assert_no_error (error);
  gpu.gpu->klass->alloc (gpu.gpu, 64, "in", &buffer, &error);
  g_assert_no_error (error);
  g_assert_false (gpu.gpu->klass->launch (gpu.gpu, &request, NULL, NULL, NULL, &error));
  g_assert_error (error, WS_DEVICE_ERROR, faults[index].code);
  if (strstr (error->message, faults[index].says) == NULL)
    g_error ("“%s” does not say “%s”", error->message, faults[index].says);
  g_assert_true (gpu.gpu->lost);
  _Exit (0);
}

/* More memory than there is, and a block that is too large: said before anything runs, and the
 * device goes on. */
static void
test_limits (void)
{
  g_auto (Gpu) gpu = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  guint64 address;
  WsVerdict verdict;

  if (!gpu_open (&gpu))
    return;
  g_assert_false (
      gpu.gpu->klass->alloc (gpu.gpu, G_GUINT64_CONSTANT (1) << 46, "in", &address, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
  g_clear_error (&error);
  plan = gpu_make_plan (&gpu, "reduce1", 1000, 128, "int", "sum");
  plan_compute (gpu.gpu, gpu.catalog, plan, &verdict, &error);
  g_assert_no_error (error);
  g_assert_true (verdict.correct);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/fault/%s", faults[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), run_fault);
    }
  g_test_add_func ("/gpu/limits", test_limits);
  return g_test_run ();
}
