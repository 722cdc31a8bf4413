/* The parser: what it makes of real PTX, where lanes meet again, what it refuses and how it says
 * so and hostile text. */
#include "paths.h"
#include "ptx/ptx.h"

#include <string.h>

#define HEADER ".version 8.0\n.target sm_75\n.address_size 64\n"

static char *
read_file (const char *name)
{
  g_autofree char *path = g_build_filename (WS_BUILD_DIR, "ptx", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static WsPtxModule *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  WsPtxModule *module = ws_ptx_parse (text, -1, "test.ptx", &error);

  g_assert_no_error (error);
  return module;
}

static const WsPtxInstruction *
instruction (const WsPtxFunction *function, guint i)
{
  return &g_array_index (function->instructions, WsPtxInstruction, i);
}

static void
test_real (void)
{
  g_autofree char *text = read_file ("reduce1.int.sum.ptx");
  g_autoptr (WsPtxModule) module = parse (text);
  WsPtxFunction *function = ws_ptx_module_find (module, "_Z7reduce1PKiPij");
  g_autoptr (WsKernel) kernel = NULL;
  guint n_branches = 0;

  g_assert_nonnull (function);
  g_assert_cmpuint (module->version_major, ==, 9);
  g_assert_cmpstr (module->target, ==, "sm_75");
  g_assert_cmpuint (function->params->len, ==, 3);
  g_assert_cmpuint (function->param_bytes, ==, 20);
  kernel = ws_ptx_function_to_kernel (module, function, "reduce1", "reduce1.cu", "");
  g_assert_cmpuint (kernel->n_sites, ==, function->instructions->len);
  for (guint i = 0; i < kernel->n_sites; i++)
    {
      const WsSite *site = &kernel->sites[i];

      g_assert_cmpuint (site->line, >, 5);
      g_assert_cmpuint (site->line, <, 30);
      if (site->op_class == WS_OP_BRANCH)
        {
          n_branches++;
          g_assert_cmpuint (site->target, <, kernel->n_sites);
          g_assert_cmpuint (site->reconverge, <, kernel->n_sites);
        }
    }
  g_assert_cmpuint (n_branches, ==, 5);
}

/* An addition that was inlined from another file belongs to the line of the kernel that calls it.
 */
static void
test_inlined_line (void)
{
  g_autofree char *text = read_file ("reduce1.int.sum.ptx");
  g_autoptr (WsPtxModule) module = parse (text);
  WsPtxFunction *function = ws_ptx_module_find (module, "_Z7reduce1PKiPij");
  gboolean found = FALSE;

  for (guint i = 0; i < function->instructions->len; i++)
    if (instruction (function, i)->opcode == WS_PTX_ADD
        && instruction (function, i)->types[0] == WS_PTX_S32
        && instruction (function, i)->line == 20)
      found = TRUE;
  g_assert_true (found);
}

typedef struct {
  const char *name;
  const char *body;
  guint branch;     /* instruction */
  guint reconverge; /* instruction, WS_NONE */
} Flow;

static const Flow flows[] = {
  { "if", "@%p1 bra A; mov.u32 %r1, 1; A: ret;", 0, 2 },
  { "if-else", "@%p1 bra A; mov.u32 %r1, 1; bra B; A: mov.u32 %r1, 2; B: ret;", 0, 4 },
  { "loop", "A: add.u32 %r1, %r1, 1; @%p1 bra A; ret;", 1, 2 },
  { "nested", "@%p1 bra C; @%p1 bra A; mov.u32 %r1, 1; A: mov.u32 %r1, 2; C: ret;", 1, 3 },
  { "two-exits", "@%p1 bra A; ret; A: ret;", 0, WS_NONE },
  { "endless-arm", "@%p1 bra A; ret; A: bra A;", 0, 1 },
  { "guarded-return", "@%p1 bra A; @%p1 ret; A: mov.u32 %r1, 1; ret;", 0, 2 },
  { "switch",
    "L: .branchtargets A, B, C; brx.idx %r1, L; A: bra D; B: bra D; C: mov.u32 %r1, 1; D: ret;", 0,
    4 },
};

static void
test_flow (gconstpointer data)
{
  const Flow *flow = data;
  g_autofree char *text = g_strdup_printf (
      HEADER ".visible .entry k () { .reg .pred %%p<2>; .reg .b32 %%r<2>; %s }", flow->body);
  g_autoptr (WsPtxModule) module = parse (text);
  WsPtxFunction *function = ws_ptx_module_find (module, "k");

  g_assert_cmpuint (instruction (function, flow->branch)->reconverge, ==, flow->reconverge);
}

/* Of random graphs: the reconvergence point is on every way to the end, and no nearer one is. */
static gboolean
reaches_end (const WsPtxFunction *function, guint from, guint without, guint8 *seen)
{
  const WsPtxBlock *block = &g_array_index (function->blocks, WsPtxBlock, from);

  if (from == without || seen[from])
    return FALSE;
  seen[from] = 1;
  if (block->n_succ == 0)
    return TRUE;
  for (guint i = 0; i < block->n_succ; i++)
    if (reaches_end (function, g_array_index (function->edges, guint32, block->first_edge + i),
                     without, seen))
      return TRUE;
  return FALSE;
}

static gboolean
post_dominates (const WsPtxFunction *function, guint a, guint b)
{
  g_autofree guint8 *seen = g_malloc0 (function->blocks->len);

  return !reaches_end (function, b, a, seen);
}

static void
test_random_graphs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) text =
          g_string_new (HEADER ".visible .entry k () { .reg .pred %p<2>; .reg .b32 %r<2>;\n");
      guint n = (guint)g_rand_int_range (random, 2, 12);
      g_autoptr (WsPtxModule) module = NULL;
      WsPtxFunction *function;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "L%u: mov.u32 %%r1, %u; %sbra L%d;\n", i, i,
                                g_rand_boolean (random) ? "@%p1 " : "",
                                g_rand_int_range (random, 0, (gint32)n + 1));
      g_string_append_printf (text, "L%u: ret; }\n", n);
      module = parse (text->str);
      function = ws_ptx_module_find (module, "k");
      for (guint b = 0; b < function->blocks->len; b++)
        {
          g_autofree guint8 *seen = g_malloc0 (function->blocks->len);
          guint32 ipdom = g_array_index (function->blocks, WsPtxBlock, b).ipdom;

          if (!reaches_end (function, b, G_MAXUINT, seen))
            continue; /* never ends: nothing is promised */
          if (ipdom != WS_NONE)
            g_assert_true (post_dominates (function, ipdom, b));
          for (guint a = 0; a < function->blocks->len; a++)
            if (a != b && post_dominates (function, a, b))
              {
                g_assert_cmpuint (ipdom, !=, WS_NONE);
                g_assert_true (a == ipdom || post_dominates (function, a, ipdom));
              }
        }
    }
}

/* Errors are collected: one run names them all, up to twenty. */
static void
test_collected (void)
{
  g_autoptr (GString) text = g_string_new (HEADER ".entry k () { .reg .b32 %r<2>;\n");
  g_autoptr (WsPtxModule) module = NULL;
  gboolean ok;

  for (guint i = 0; i < 5; i++)
    g_string_append (text, "add.s32 %r1;\nmov.u32 %r1, 1;\n");
  g_string_append (text, "}\n");
  module = ws_ptx_parse_collect (text->str, -1, "test.ptx", &ok);
  g_assert_false (ok);
  g_assert_cmpuint (module->diagnostics->len, ==, 5);
}

static void
test_hostile (void)
{
  g_autofree char *whole = read_file ("reduce1.int.sum.ptx");
  gsize length = strlen (whole);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  static const char *const texts[] = {
    HEADER ".entry k () { .reg .b32 %r<4000000000>; mov.u32 %r3999999999, 1; ret; }",
    HEADER ".shared .b8 a[1000000000000]; .entry k () { ret; }",
    HEADER ".entry k (.param .b8 a[4000000000]) { ret; }",
    HEADER ".entry k () "
           "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{",
    HEADER ".global .u32 a[2] = "
           "{((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    HEADER ".func f () { call f; ret; } .entry k () { call f; ret; }",
    HEADER ".entry k () { @",
    "\xff\xfe\x00",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      gboolean ok;
      g_autoptr (WsPtxModule) module = ws_ptx_parse_collect (texts[i], -1, "hostile.ptx", &ok);

      g_assert_nonnull (module);
    }
  for (guint i = 0; i < 1500; i++)
    {
      g_autofree char *copy = g_memdup2 (whole, length + 1);
      gsize n = length;
      gboolean ok;
      g_autoptr (WsPtxModule) module = NULL;

      for (guint k = 0; k < 3; k++)
        copy[g_rand_int_range (random, 0, (gint32)length)] =
            (char)g_rand_int_range (random, 1, 256);
      if (i % 4 == 0)
        n = (gsize)g_rand_int_range (random, 0, (gint32)length);
      module = ws_ptx_parse_collect (copy, (gssize)n, "hostile.ptx", &ok);
      for (guint f = 0; ok && f < module->functions->len; f++)
        {
          WsPtxFunction *function = g_ptr_array_index (module->functions, f);
          g_autoptr (WsKernel) kernel = NULL;

          if (function->is_entry && function->has_body
              && ws_ptx_function_check (module, function, NULL))
            kernel = ws_ptx_function_to_kernel (module, function, "k", "k.cu", NULL);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ptx/real", test_real);
  g_test_add_func ("/ptx/inlined-line", test_inlined_line);
  g_test_add_func ("/ptx/random-graphs", test_random_graphs);
  g_test_add_func ("/ptx/collected", test_collected);
  g_test_add_func ("/ptx/hostile", test_hostile);
  for (guint i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx/flow/%s", flows[i].name);

      g_test_add_data_func (path, &flows[i], test_flow);
    }
  return g_test_run ();
}
