/* PTX of which there is no source: its kernels are found by their names, most are guessed so that
 * they run without a fault, and what is wrong with a file is said with its place. */
#include "reader/demangle.h"
#include "reader/job.h"
#include "reader/ptx-track.h"
#include "paths.h"
#include "specs.h"
#include "virtual/virtual.h"
#include "worker/execution.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- names ---- */

static void
test_names (void)
{
  static const struct {
    const char *mangled;
    const char *name;
  } rows[] = {
    { "_Z4blurPKfPfii", "blur" },
    { "_Z5scaleIfEvPT_S0_i", "scale<float>" },
    { "_Z6reduceIiLj128EEvPKT_PS0_j", "reduce<int, 128>" },
    { "_Z1kILin3ELb1EEvPi", "k<-3, true>" },
    { "_ZN9particles4stepEPNS_8ParticleE", "particles::step" },
    { "_ZN5image5scaleIdEEvPT_", "image::scale<double>" },
    { "_ZN12_GLOBAL__N_14blurEPf", "blur" },
    { "_ZN5image12_GLOBAL__N_14blurEPf", "image::blur" },
    { "_ZL4tinyPf", "tiny" },
    { "plain", "plain" },
    { "_Z", "_Z" },
    { "_Z99k", "_Z99k" },
    { "_ZN5imageI", "_ZN5imageI" },
    { "_Z1kIPfEvT_", "_Z1kIPfEvT_" },
    { "_Z1kILi3", "_Z1kILi3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = ws_user_demangle (rows[i].mangled);

      g_assert_cmpstr (name, ==, rows[i].name);
    }
}

/* ---- guesses ---- */

static char *
read_kept (const char *name)
{
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "ptx", name, NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static WsUserSource *
open_ptx (const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  WsUserSource *source = ws_user_source_new_for_ptx (name, text, NULL, &error);

  g_assert_no_error (error);
  return source;
}

static const WsUserFunction *
get_kernel (const WsUserSource *source, guint index)
{
  return g_ptr_array_index (source->kernels, index);
}

/* Parameters by position: of an address its length, of a number its value. */
static const struct {
  const char *file;
  const char *block;
  const char *grid;
  const char *texts[8];
} guesses[] = {
  { "vector_add.ptx",
    "256",
    "(param_3 + block.x - 1) / block.x",
    { "float in param_3", "float in param_3", "float out param_3", "1024" } },
  { "saxpy.ptx",
    "256",
    "(param_0 + block.x - 1) / block.x",
    { "1024", "2", "float in param_0", "float inout param_0" } },
  { "blur_image.ptx",
    "16, 16",
    "(param_2 + block.x - 1) / block.x, (param_3 + block.y - 1) / block.y",
    { "unsigned char in 16644", "unsigned char out 16384", "64", "64" } },
  { "gather.ptx",
    "256",
    "(param_3 + block.x - 1) / block.x",
    { "double in param_3", "int in param_3", "double out param_3", "1024" } },
  { "histogram.ptx",
    "256",
    "(param_1 + block.x - 1) / block.x",
    { "unsigned char in param_1", "1024", "int inout 256" } },
  { "scan.ptx", "512", "(param_2 + block.x - 1) / block.x", { NULL } },
  { "transpose.ptx", "32, 8", "4, 4", { NULL } },
  { "reduce_template.ptx", "256", "(param_2 + block.x - 1) / block.x", { NULL } },
};

static void
test_guess (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  g_autofree char *text = read_kept (guesses[row].file);
  g_autoptr (WsUserSource) source = open_ptx (guesses[row].file, text);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan =
      ws_user_plan_guess (source, get_kernel (source, 0)->qualified, &error);
  const WsUserLaunch *launch;

  g_assert_no_error (error);
  launch = ws_user_plan_get_launch (plan, 0);
  g_assert_cmpstr (launch->block.text, ==, guesses[row].block);
  if (guesses[row].grid != NULL)
    g_assert_cmpstr (launch->grid.text, ==, guesses[row].grid);
  for (guint i = 0; guesses[row].texts[i] != NULL; i++)
    {
      const WsUserArgument *argument = ws_user_launch_get_argument (launch, i);
      const WsUserBuffer *buffer =
          argument->buffer >= 0 ? ws_user_plan_get_buffer (plan, (guint)argument->buffer) : NULL;
      g_autofree char *found = buffer != NULL
                                   ? g_strdup_printf ("%s %s %s", buffer->type.text,
                                                      buffer->use.text, buffer->length.text)
                                   : g_strdup (argument->value.text);

      g_assert_cmpstr (found, ==, guesses[row].texts[i]);
    }
}

/* ---- running ---- */

static WsRun *
run_kernel (const WsUserSource *source, guint kernel, GError **error)
{
  g_autoptr (WsUserPlan) plan =
      ws_user_plan_guess (source, get_kernel (source, kernel)->qualified, error);
  g_autoptr (WsCompileResult) result = plan != NULL ? ws_user_plan_take_ptx (plan, source) : NULL;
  g_autoptr (WsJob) job =
      result != NULL ? ws_user_make_job (source, plan, result, NULL, error) : NULL;
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 2);

  return job != NULL ? ws_execution_record (device, job, 0, NULL, NULL, error) : NULL;
}

/* Kernels that say nothing of what they do but by doing it. */
static void
test_most_run (void)
{
  g_autofree char *folder = g_build_filename (WS_TEST_DIR, "ptx", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0, n_right = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *text = read_kept (name);
      g_autoptr (WsUserSource) source = open_ptx (name, text);

      for (guint i = 0; i < source->kernels->len; i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (WsRun) run = run_kernel (source, i, &error);

          n++;
          if (run != NULL && run->findings->len == 0)
            n_right++;
          else
            g_test_message ("%s: %s", name, error != NULL ? error->message : "a finding");
        }
    }
  g_assert_cmpuint (n, >=, 30);
  g_assert_cmpuint (n_right * 10, >=, n * 8);
}

/* The text shown is the PTX, and each instruction stands in its own line of it. */
static void
test_places (void)
{
  g_autofree char *text = read_kept ("vector_add.ptx");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (WsUserSource) source = open_ptx ("vector_add.ptx", text);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = run_kernel (source, 0, &error);
  const WsKernel *kernel;

  g_assert_no_error (error);
  kernel = ws_run_get_kernel (run, 0);
  g_assert_cmpstr (kernel->file, ==, "vector_add.ptx");
  g_assert_cmpstr (kernel->source, ==, text);
  g_assert_cmpuint (kernel->n_sites, >, 10);
  for (guint i = 0; i < kernel->n_sites; i++)
    {
      const WsSite *site = &kernel->sites[i];
      const char *opcode = ws_kernel_get_string (kernel, site->opcode);

      g_assert_cmpuint (site->line, >=, 1);
      if (strstr (lines[site->line - 1], opcode) == NULL)
        g_error ("%s is not in line %u: %s", opcode, site->line, lines[site->line - 1]);
    }
}

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Where the source lies beside it, and is no newer, it is shown, and its names are taken. */
static void
test_origin (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ptx-XXXXXX", NULL);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);
  g_autofree char *source_path = g_build_filename (WS_TEST_DIR, "sources", "vector_add.cu", NULL);
  g_autofree char *cu_path = g_build_filename (folder, "vector_add.cu", NULL);
  g_autofree char *ptx_path = g_build_filename (folder, "other.ptx", NULL);
  g_autofree char *text = NULL;
  g_autofree char *ptx = read_kept ("vector_add.ptx");

  g_assert_true (g_file_get_contents (source_path, &text, NULL, NULL));
  write_file (folder, "vector_add.cu", text);
  write_file (folder, "other.ptx", ptx);
  for (guint newer = 0; newer < 2; newer++)
    {
      g_autoptr (GFile) cu = g_file_new_for_path (cu_path);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserSource) source = NULL;
      const WsUserParameter *last;

      g_assert_true (g_file_set_attribute_uint64 (cu, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                                                  newer ? G_MAXINT32 : 1000, G_FILE_QUERY_INFO_NONE,
                                                  NULL, NULL));
      source =
          ws_user_source_new_for_ptx ("other.ptx", ptx, &(WsInputScope){ directory, NULL }, &error);
      g_assert_no_error (error);
      last = &g_array_index (get_kernel (source, 0)->parameters, WsUserParameter, 3);
      g_assert_cmpstr (((const WsUserFile *)source->files->pdata[0])->name, ==,
                       newer ? "other.ptx" : "vector_add.cu");
      g_assert_cmpstr (last->name, ==, newer ? "param_3" : "n");
    }
  g_unlink (cu_path);
  g_unlink (ptx_path);
  g_rmdir (folder);
}

/* What a script has said of its kernel: the names of its parameters, and its lines. */
static void
test_script (void)
{
  static const struct {
    const char *said;
    const char *last;
  } remarks[] = {
    { "x y out n", "n" },
    { "x.data x.size out n.of.x", "n_of_x" },
    /* not of all, of too many, of one twice, and what is no name */
    { "x y out", "param_3" },
    { "x y out n m", "param_3" },
    { "x x out n", "param_3" },
    { "x y out ../n", "param_3" },
    { "x y out 4", "param_3" },
    { "x y  n", "param_3" },
  };
  g_autofree char *folder = g_dir_make_tmp ("ptx-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "script.py", NULL);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);
  g_autofree char *kept = read_kept ("vector_add.ptx");
  g_autoptr (WsUserSource) plain = open_ptx ("vector_add.ptx", kept);
  const char *name = get_kernel (plain, 0)->name;

  write_file (folder, "script.py", "# isn't C++ \"\ndef add (x): ...\n");
  for (guint i = 0; i < G_N_ELEMENTS (remarks); i++)
    {
      g_autofree char *ptx =
          g_strdup_printf ("%s\n.file 1 \"/home/someone/script.py\"\n// parameters of %s: %s\n",
                           kept, name, remarks[i].said);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserSource) source =
          ws_user_source_new_for_ptx ("other.ptx", ptx, &(WsInputScope){ directory, NULL }, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (g_array_index (get_kernel (source, 0)->parameters, WsUserParameter, 3).name,
                       ==, remarks[i].last);
      g_assert_cmpstr (((const WsUserFile *)source->files->pdata[0])->name, ==, "script.py");
    }
  g_unlink (path);
  g_rmdir (folder);
}

/* ---- what is wrong ---- */

#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"

static void
test_refused (void)
{
  static const struct {
    const char *text;
    const char *says;
  } rows[] = {
    { "", "a.ptx*" },
    { "int main () {}", "a.ptx:1:*" },
    { HEAD, "“a.ptx” has no kernel: *" },
    { HEAD ".visible .entry k ()\n{\n  nonsense.u32 %r1;\n  ret;\n}\n", "a.ptx:6:*nonsense*" },
    { HEAD ".entry a ()\n{\nret;\n}\n.entry b ()\n{\nret;\n}\n",
      "“a.ptx” has 2 kernels*a.ptx:a, a.ptx:b." },
    { HEAD ".entry a (.param .align 4 .b8 s[12])\n{\n.reg .b32 %r<2>;\n"
           "ld.param.u32 %r1, [s+4];\nret;\n}\n",
      "a.ptx:4: parameter 1 of “a” is a structure of 12 bytes*" },
    { "\xff\xfe", "“a.ptx” is not a text file." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserSource) source =
          ws_user_source_new_for_ptx ("a.ptx", rows[i].text, NULL, &error);
      g_autoptr (WsUserPlan) plan =
          source != NULL ? ws_user_plan_guess (source, NULL, &error) : NULL;

      g_assert_null (plan);
      if (!g_pattern_match_simple (rows[i].says, error->message))
        g_error ("%s", error->message);
    }
}

/* cp.async names no type: it copies bytes. */
static void
test_copies (void)
{
  static const char text[] =
      ".version 7.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry copy (.param .u64 in, .param .u64 out)\n{\n"
      "  .reg .b32 %r<4>;\n  .reg .b64 %rd<8>;\n"
      "  .shared .align 16 .b8 tile[1024];\n"
      "  ld.param.u64 %rd1, [in];\n  ld.param.u64 %rd2, [out];\n"
      "  cvta.to.global.u64 %rd3, %rd1;\n  cvta.to.global.u64 %rd6, %rd2;\n"
      "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd4, %r1, 4;\n  add.s64 %rd5, %rd3, %rd4;\n"
      "  mov.u32 %r2, tile;\n"
      "  cp.async.ca.shared.global [%r2], [%rd5], 4;\n"
      "  cp.async.commit_group;\n  cp.async.wait_group 0;\n"
      "  ld.shared.u32 %r3, [tile];\n  st.global.u32 [%rd6], %r3;\n  ret;\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = ws_user_source_new_for_ptx ("copy.ptx", text, NULL, &error);
  g_autoptr (WsUserPlan) plan = NULL;

  g_assert_no_error (error);
  plan = ws_user_plan_guess (source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->use.text, ==, "in");
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 1)->use.text, ==, "out");
}

/* Parameters that no instruction reads are handed over all the same. */
static void
test_unread (void)
{
  static const char *const parameters[] = { ".param .u8 p",
                                            ".param .b16 p",
                                            ".param .u32 p",
                                            ".param .u64 p",
                                            ".param .f32 p",
                                            ".param .f64 p",
                                            ".param .align 8 .b8 p[24]" };

  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    {
      g_autofree char *text = g_strdup_printf (HEAD ".entry k (%s)\n{\nret;\n}\n", parameters[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserSource) source = ws_user_source_new_for_ptx ("a.ptx", text, NULL, &error);
      g_autoptr (WsUserPlan) plan = NULL;
      g_autoptr (WsCompileResult) taken = NULL;
      g_autoptr (WsJob) job = NULL;

      g_assert_no_error (error);
      plan = ws_user_plan_guess (source, NULL, &error);
      g_assert_no_error (error);
      taken = ws_user_plan_take_ptx (plan, source);
      job = ws_user_make_job (source, plan, taken, NULL, &error);
      g_assert_no_error (error);
    }
}

/* ---- work ---- */

#define UNROLLED                                                                        \
  ".version 8.0\n.target sm_75\n.address_size 64\n"                                     \
  ".visible .entry k (.param .u64 a, .param .u32 n)\n{\n  .reg .pred %p<9>; .reg .b32 " \
  "%r<4000>; .reg .b64 %rd<4000>; .reg .f32 %f<9>;\n  ld.param.u64 %rd0, [a];\n"        \
  "  ld.param.u32 %r0, [n];\n  mov.u32 %r1, %tid.x;\n"

static gboolean
know_none (const WsPtxVariable *parameter, double *value, gpointer data)
{
  return FALSE;
}

/* Unrolled: each load is one further than the last. */
static guint
count_steps (guint n)
{
  g_autoptr (GString) text = g_string_new (UNROLLED);
  const guint32 ones[3] = { 1, 1, 1 };
  g_autoptr (WsPtxModule) module = NULL;
  g_autoptr (WsTracker) tracker = NULL;
  WsPtxFunction *function;

  for (guint i = 1; i <= n; i++)
    g_string_append_printf (text,
                            "  add.s32 %%r%u, %%r%u, 1;\n  setp.lt.s32 %%p1, %%r%u, %%r0;\n"
                            "  mad.wide.s32 %%rd%u, %%r%u, 4, %%rd0;\n"
                            "  ld.global.f32 %%f1, [%%rd%u];\n",
                            i + 1, i, i + 1, i, i + 1, i);
  g_string_append (text, "  ret;\n}\n");
  module = ws_ptx_parse (text->str, -1, "k.ptx", NULL);
  function = ws_ptx_module_find (module, "k");
  tracker = ws_tracker_new (module, function);
  ws_tracker_begin (tracker, ones, ones, know_none, NULL);
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      if (in->opcode == WS_PTX_LD)
        ws_tracker_look (tracker, &in->operands[1]);
      for (guint k = 0; k < in->n_operands; k++)
        if (in->operands[k].kind == WS_PTX_OPERAND_REGISTER && in->operands[k].reg != WS_NONE)
          ws_tracker_look (tracker, &in->operands[k]);
    }
  return ws_tracker_get_n_steps (tracker);
}

/* Unrolled code of twice the length takes twice the steps. */
static void
test_steps (void)
{
  guint once = count_steps (500);
  guint twice = count_steps (1000);

  g_assert_cmpuint (once, >, 500);
  g_assert_cmpuint (twice, <, 2 * once + 1000);
}

/* Counters that are all held against each other lead from each to each, in every order: it is said
 * that this was given up. */
static void
test_cut (void)
{
  g_autoptr (GString) text = g_string_new (UNROLLED "  ld.global.f32 %f1, [%rd0];\n");
  g_autoptr (WsUserSource) source = NULL;
  g_autoptr (WsUserPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  g_string_append (text, "$L:\n");
  for (guint i = 2; i < 30; i++)
    {
      g_string_append_printf (text, "  add.s32 %%r%u, %%r%u, 1;\n", i, i < 29 ? i + 1 : 2);
      for (guint k = 2; k < 30; k++)
        if (k != i)
          g_string_append_printf (text, "  setp.lt.s32 %%p1, %%r%u, %%r%u;\n", i, k);
    }
  g_string_append (text, "  mad.wide.s32 %rd1, %r2, 4, %rd0;\n  ld.global.f32 %f1, [%rd1];\n"
                         "  @%p1 bra $L;\n  ret;\n}\n");
  source = open_ptx ("k.ptx", text->str);
  plan = ws_user_plan_guess (source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->length.why, ==,
                   "reading this file takes too many steps; the value is not known");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own-ptx/names", test_names);
  for (guint i = 0; i < G_N_ELEMENTS (guesses); i++)
    {
      g_autofree char *path = g_strconcat ("/own-ptx/guess/", guesses[i].file, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_guess);
    }
  g_test_add_func ("/own-ptx/most-run", test_most_run);
  g_test_add_func ("/own-ptx/places", test_places);
  g_test_add_func ("/own-ptx/origin", test_origin);
  g_test_add_func ("/own-ptx/script", test_script);
  g_test_add_func ("/own-ptx/unread", test_unread);
  g_test_add_func ("/own-ptx/refused", test_refused);
  g_test_add_func ("/own-ptx/copies", test_copies);
  g_test_add_func ("/own-ptx/steps", test_steps);
  g_test_add_func ("/own-ptx/cut", test_cut);
  return g_test_run ();
}
