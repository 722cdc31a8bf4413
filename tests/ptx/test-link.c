/* Modules of PTX that were compiled apart, as one. */
#include "ptx/link.h"

#include <string.h>

#define HEAD(version, target) \
  ".version " version "\n.target " target "\n.address_size 64\n// not .extern .func lost;\n"

/* Calls twice() and reads three variables of the other; keeps a name to itself that is there, too.
 */
static const char first[] = HEAD (
    "8.0", "sm_75") ".extern .func (.param .b32 r) twice (.param .b32 a);\n"
                    ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
                    ".extern .const .align 4 .u32 factor;\n.extern .global .align 8 .u64 op;\n"
                    ".extern .shared .align 16 .b8 room[];\n"
                    ".visible .global .align 8 .u64 where = counter;\n"
                    ".visible .global .align 4 .u32 counter;\n"
                    ".global .align 1 .b8 $str[3] = {97, 59, 0};\n"
                    ".weak .func (.param .b32 r) same (.param .b32 a)\n{\n  ret;\n}\n"
                    ".visible .entry k (.param .u64 out)\n{\n  .reg .b64 %rd<3>;\n"
                    "  .loc 1 8 0, function_name $L__info_string0, inlined_at 2 3 4\n"
                    "  mov.u64 %rd1, $str;\n  mov.u64 %rd2, counter;\n$L__BB0_1:\n  ret;\n}\n"
                    ".file 1 \"a.cu\"\n.file 2 \"both.h\"\n.section "
                    ".debug_str\n{\n$L__info_string0:\n.b8 97,0\n}\n";

static const char second[] = HEAD (
    "8.3", "sm_90") ".extern .global .align 4 .u32 counter;\n.extern .shared .align 4 .b8 room[];\n"
                    ".func (.param .b32 r) help (.param .b32 a)\n;\n"
                    ".visible .const .align 4 .u32 factor = 3;\n.visible .global .align 8 .u64 op "
                    "= help;\n"
                    ".global .align 1 .b8 $str[2] = {98, 0};\n"
                    ".weak .func (.param .b32 r) same (.param .b32 a)\n{\n  ret;\n}\n"
                    ".func (.param .b32 r) help (.param .b32 a)\n{\n  ret;\n}\n"
                    ".visible .func (.param .b32 r) twice (.param .b32 a)\n{\n  .reg .b64 %rd<3>;\n"
                    "  .loc 1 5 0, function_name $L__info_string0, inlined_at 2 3 4\n"
                    "  mov.u64 %rd1, $str;\n  ret;\n}\n"
                    ".file 1 \"both.h\"\n.file 2 \"b.cu\"\n.section "
                    ".debug_str\n{\n$L__info_string0:\n.b8 98,0\n}\n";

static gboolean
has (const char *name)
{
  return g_str_equal (name, "vprintf");
}

static char *
dup_title (const char *name)
{
  return g_strconcat (name, "(int)", NULL);
}

static char *
join (const char *a, const char *b, GError **error)
{
  const char *const texts[] = { a, b };
  const WsPtxOutside outside = { has, dup_title };

  return ws_ptx_link (texts, 2, &outside, error);
}

static WsPtxModule *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  WsPtxModule *module = ws_ptx_parse (text, -1, "linked", &error);

  g_assert_no_error (error);
  return module;
}

static guint
count (const char *text, const char *what)
{
  guint n = 0;

  while ((text = strstr (text, what)) != NULL)
    {
      n++;
      text += strlen (what);
    }
  return n;
}

/* In either order of the two, since each calls something of the other. */
static void
test_names (void)
{
  static const char *const variables[] = { "factor", "op", "counter", "where" };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *linked = join (i == 0 ? first : second, i == 0 ? second : first, NULL);
      g_autoptr (WsPtxModule) module = parse (linked);

      g_assert_cmpstr (module->target, ==, "sm_90");
      g_assert_nonnull (ws_ptx_module_find (module, "k"));
      g_assert_nonnull (ws_ptx_module_find (module, "twice"));
      g_assert_nonnull (ws_ptx_module_find (module, "same"));
      for (guint v = 0; v < G_N_ELEMENTS (variables); v++)
        g_assert_nonnull (ws_ptx_module_find_variable (module, variables[v]));
      g_assert_cmpuint (count (linked, ".version"), ==, 1);
      g_assert_nonnull (strstr (linked, ".version 8.3"));
      g_assert_null (strstr (linked, "lost"));
    }
}

/* A name that both keep to themselves: each uses its own. */
static void
test_own_names (void)
{
  g_autofree char *linked = join (first, second, NULL);
  g_autoptr (WsPtxModule) module = parse (linked);
  const WsPtxVariable *one = ws_ptx_module_find_variable (module, "$str");
  const WsPtxVariable *other = ws_ptx_module_find_variable (module, "$str$1");
  const char *body = strstr (strstr (linked, "twice (.param .b32 a)\n{"), "{");

  g_assert_cmpuint (one->size, ==, 3);
  g_assert_cmpuint (other->size, ==, 2);
  g_assert_true (strstr (body, "mov.u64 %rd1, $str$1;") == strstr (body, "mov.u64 %rd1, $str"));
  g_assert_cmpuint (count (linked, "$L__info_string0$1"), ==, 2);
  g_assert_cmpuint (count (linked, "$L__info_string0"), ==, 4);
  g_assert_cmpuint (count (linked, "room[]"), ==, 1);
  g_assert_nonnull (strstr (linked, "room$1[]"));
}

/* Files have one number for both, and lines name it. */
static void
test_files (void)
{
  g_autofree char *linked = join (first, second, NULL);
  g_autoptr (WsPtxModule) module = parse (linked);

  g_assert_cmpstr (ws_ptx_module_get_file (module, 1), ==, "a.cu");
  g_assert_cmpstr (ws_ptx_module_get_file (module, 2), ==, "both.h");
  g_assert_cmpstr (ws_ptx_module_get_file (module, 3), ==, "b.cu");
  g_assert_nonnull (
      strstr (linked, ".loc 1 8 0, function_name $L__info_string0, inlined_at 2 3 4"));
  g_assert_nonnull (
      strstr (linked, ".loc 2 5 0, function_name $L__info_string0$1, inlined_at 3 3 4"));
}

/* What is not weak stays, wherever it stands. */
static void
test_weak (void)
{
  static const char *const texts[] = {
    HEAD ("8.0", "sm_75") ".visible .global .u32 x = 1;\n",
    HEAD ("8.0", "sm_75") ".weak .global .u32 x = 2;\n",
  };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *linked = join (texts[i], texts[1 - i], NULL);

      g_assert_nonnull (strstr (linked, "x = 1;"));
      g_assert_null (strstr (linked, "x = 2;"));
    }
}

/* A kernel that another one launches is declared ahead, in its own source or as another's. */
static void
test_kernels (void)
{
  static const char child[] = HEAD ("8.0", "sm_75") ".visible .entry child ()\n{\n  ret;\n}\n";
  static const char own[] = HEAD (
      "8.0",
      "sm_75") ".visible .entry late ();\n.extern .entry child ();\n.visible .entry parent ()\n{\n"
               "  .reg .b64 %rd<3>;\n  mov.u64 %rd1, late;\n  mov.u64 %rd2, child;\n  ret;\n}\n"
               ".visible .entry late ()\n{\n  ret;\n}\n";

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *linked = join (i == 0 ? own : child, i == 0 ? child : own, NULL);
      g_autoptr (WsPtxModule) module = parse (linked);

      g_assert_nonnull (ws_ptx_module_find (module, "late"));
      g_assert_nonnull (ws_ptx_module_find (module, "child"));
    }
}

/* A function of the system's takes precedence over one of the same name in a module. */
static void
test_system (void)
{
  g_autofree char *linked =
      join (first,
            HEAD ("8.0", "sm_75") ".visible .func twice ()\n{\n  ret;\n}\n"
                                  ".visible .const .u32 factor = 1;\n"
                                  ".visible .global .u64 op;\n"
                                  ".visible .func vprintf ()\n{\n  exit;\n}\n",
            NULL);

  g_assert_nonnull (strstr (linked, "vprintf (.param .b64 a, .param .b64 b)"));
  g_assert_null (strstr (linked, "exit;"));
}

static void
test_wrong (void)
{
  static const struct {
    const char *other;
    const char *words;
  } cases[] = {
    { HEAD ("8.0", "sm_75"), "“twice(int)” is called by device code, but no source file" },
    { HEAD ("8.0", "sm_75") ".visible .func twice ()\n{\n  ret;\n}\n",
      "“factor(int)” is used by device code, but no source file" },
    { HEAD ("8.0", "sm_75") ".visible .global .u32 counter;\n",
      "“counter(int)” is defined by two source files" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (join (first, cases[i].other, &error));
      g_assert_error (error, WS_PTX_ERROR, WS_PTX_ERROR_NAME);
      g_assert_true (g_str_has_prefix (error->message, cases[i].words));
    }
}

/* What is no PTX, and every beginning of what is, is read to its end. */
static void
test_nonsense (void)
{
  static const char *const texts[] = { "",   "\"",      "{",       ".extern",
                                       "/*", "= ( . 5", "\n.file", ".section {" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (join (texts[i], "", NULL));
  for (gsize length = 0; length < sizeof first; length++)
    {
      g_autofree char *part = g_strndup (first, length);

      g_free (join (part, second, NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/link/names", test_names);
  g_test_add_func ("/link/own-names", test_own_names);
  g_test_add_func ("/link/files", test_files);
  g_test_add_func ("/link/weak", test_weak);
  g_test_add_func ("/link/kernels", test_kernels);
  g_test_add_func ("/link/system", test_system);
  g_test_add_func ("/link/wrong", test_wrong);
  g_test_add_func ("/link/nonsense", test_nonsense);
  return g_test_run ();
}
