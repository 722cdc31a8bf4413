/* What ptxas says of kernels; what is said where it is missing, refuses, or never ends; and, where
 * it is there, that it is run. */
#include "compile/compile.h"
#include "machine/machine.h"

#include <glib/gstdio.h>
#include <string.h>

#define SAID                                                                \
  "ptxas info    : 0 bytes gmem\n"                                          \
  "ptxas info    : Compiling entry function '_Z3sumPKiPij' for 'sm_90'\n"   \
  "ptxas info    : Function properties for _Z3sumPKiPij\n"                  \
  "    48 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n" \
  "ptxas info    : Used 17 registers, used 1 barriers, 512 bytes smem\n"    \
  "ptxas info    : Compiling entry function 'plain' for 'sm_90'\n"          \
  "ptxas info    : Function properties for plain\n"                         \
  "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"    \
  "ptxas info    : Used 8 registers, used 0 barriers\n"                     \
  "ptxas info    : Function properties for called\n"                        \
  "    99 bytes stack frame, 9 bytes spill stores, 9 bytes spill loads\n"

static void
test_parses (void)
{
  g_autoptr (GPtrArray) list = ws_usage_parse (SAID);
  const WsUsage *sum = ws_usage_find (list, "_Z3sumPKiPij");
  const WsUsage *plain = ws_usage_find (list, "plain");

  g_assert_cmpuint (list->len, ==, 2);
  g_assert_cmpuint (sum->registers, ==, 17);
  g_assert_cmpuint (sum->stack_bytes, ==, 48);
  g_assert_cmpuint (sum->spill_store_bytes, ==, 12);
  g_assert_cmpuint (sum->spill_load_bytes, ==, 16);
  g_assert_cmpuint (sum->shared_bytes, ==, 512);
  g_assert_cmpuint (plain->registers, ==, 8);
  g_assert_cmpuint (plain->stack_bytes, ==, 0);
  g_assert_cmpuint (plain->shared_bytes, ==, 0);
  g_assert_null (ws_usage_find (list, "called"));
}

static void
test_cuts (void)
{
  static const char text[] = "\n//-------- .text.a ---\n\t.section\na:\n.text.a:\n  LDC R1 ;\n"
                             "\n//-------- .text.b ---\nb:\n.text.b:\n  EXIT ;\n";
  g_autofree char *a = ws_machine_cut_kernel (text, "a");
  g_autofree char *b = ws_machine_cut_kernel (text, "b");

  g_assert_cmpstr (a, ==, "  LDC R1 ;\n");
  g_assert_cmpstr (b, ==, "  EXIT ;\n");
  g_assert_null (ws_machine_cut_kernel (text, "c"));
}

#define PTX                                                                                  \
  ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry fill (.param .u64 p)\n{\n" \
  ".reg .b32 %r<2>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"     \
  "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd1, %rd3;\nst.global.u32 [%rd3], %r1;\nret;\n}\n"

static void
test_missing (void)
{
  const WsMachineTools tools = { .seconds = 1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_machine_get_usage (&tools, PTX, 90, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
  g_assert_nonnull (strstr (error->message, "--get --with-sass"));
  g_clear_error (&error);
  g_assert_null (ws_machine_disassemble (&tools, &(WsMachineInput){ PTX, 90, WS_MACHINE_OF_SOURCE },
                                         NULL, NULL, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
}

/* A tool of the test's own: a script. */
static void
test_bad_tools (void)
{
  static const struct {
    const char *script;
    int code;
    const char *says;
  } rows[] = {
    { "#!/bin/sh\nwhile :; do :; done\n", WS_COMPILE_ERROR_ENDLESS, "was stopped" },
    { "#!/bin/sh\necho 'ptxas fatal : no such thing'\nexit 255\n", WS_COMPILE_ERROR_SOURCE,
      "no such thing" },
    { "#!/bin/sh\nexit 1\n", WS_COMPILE_ERROR_SOURCE, "no message" },
  };
  g_autofree char *folder = g_dir_make_tmp ("machine-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "ptxas", NULL);
  const WsMachineTools tools = { .ptxas = path, .seconds = 1 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, rows[i].script, -1, NULL));
      g_assert_cmpint (g_chmod (path, 0700), ==, 0);
      g_assert_null (ws_machine_get_usage (&tools, PTX, 90, &error));
      g_assert_error (error, WS_COMPILE_ERROR, rows[i].code);
      g_assert_nonnull (strstr (error->message, rows[i].says));
    }
  g_unlink (path);
  g_rmdir (folder);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (100 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A tool that never ends is ended when its answer is no longer wanted. */
static void
test_cancelled (void)
{
  g_autofree char *folder = g_dir_make_tmp ("machine-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "ptxas", NULL);
  const WsMachineTools tools = { .ptxas = path, .nvdisasm = path, .seconds = 600 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread;

  g_assert_true (g_file_set_contents (path, "#!/bin/sh\nexec sleep 600\n", -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_null (ws_machine_disassemble (&tools, &(WsMachineInput){ PTX, 90, WS_MACHINE_OF_PTX },
                                         NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_assembles (void)
{
  g_auto (WsMachineTools) tools = { 0 };
  guint n;
  const guint *list = ws_machine_list_architectures (&n);

  ws_machine_tools_find (&tools);
  if (tools.ptxas == NULL)
    {
      g_test_skip ("There is no ptxas here.");
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) usage = ws_machine_get_usage (&tools, PTX, list[i], &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ws_usage_find (usage, "fill")->registers, >=, 4);
    }
}

static void
test_disassembles (void)
{
  g_auto (WsMachineTools) tools = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) usage = NULL;
  g_autofree char *text = NULL;
  g_autofree char *code = NULL;

  ws_machine_tools_find (&tools);
  if (tools.ptxas == NULL || tools.nvdisasm == NULL)
    {
      g_test_skip ("There is no nvdisasm here.");
      return;
    }
  text = ws_machine_disassemble (&tools, &(WsMachineInput){ PTX, 90, WS_MACHINE_OF_PTX }, &usage,
                                 NULL, &error);
  g_assert_no_error (error);
  code = ws_machine_cut_kernel (text, "fill");
  g_assert_nonnull (strstr (code, "STG"));
  g_assert_nonnull (strstr (code, "EXIT"));
  /* the store stands in line 11 of the PTX */
  g_assert_nonnull (strstr (code, "\".nv_debug_ptx_txt\", line 11"));
  g_assert_cmpuint (ws_usage_find (usage, "fill")->registers, >=, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/machine/parses", test_parses);
  g_test_add_func ("/machine/cuts", test_cuts);
  g_test_add_func ("/machine/missing", test_missing);
  g_test_add_func ("/machine/bad-tools", test_bad_tools);
  g_test_add_func ("/machine/cancelled", test_cancelled);
  g_test_add_func ("/machine/assembles", test_assembles);
  g_test_add_func ("/machine/disassembles", test_disassembles);
  return g_test_run ();
}
