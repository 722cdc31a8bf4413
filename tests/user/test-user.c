/* What is read of a source: its words, what an expression comes to, what is left out, what is said
 * of what is wrong. */
#include "reader/job.h"
#include "reader/access-ranges.h"
#include "reader/plan-values.h"

#include <string.h>

/* ---- words ---- */

static void
test_tokens (void)
{
  g_autoptr (WsTokens) tokens =
      ws_tokens_new ("k<<<g, b>>> (a[1] /* ( */, \")\"); // x\n#define N \\\n 3\nint b;");

  g_assert_true (ws_tokens_is (tokens, 1, "<<<"));
  g_assert_true (ws_tokens_is (tokens, 5, ">>>"));
  g_assert_cmpuint (ws_tokens_get_partner (tokens, 6), ==, 13);
  g_assert_cmpuint (ws_tokens_get_partner (tokens, 10), ==, 8);
  g_assert_cmpuint (ws_tokens_get (tokens, 12)->kind, ==, WS_TOKEN_STRING);
  g_assert_cmpuint (ws_tokens_get (tokens, 15)->kind, ==, WS_TOKEN_DIRECTIVE);
  g_assert_cmpuint (ws_tokens_get (tokens, 15)->line, ==, 2);
  g_assert_cmpuint (ws_tokens_get (tokens, 16)->line, ==, 4);
  g_assert_null (ws_tokens_get (tokens, 19));
}

/* ---- expressions ---- */

static gboolean
look_up (const WsScope *scope, const char *name, WsRange *range)
{
  if (!g_str_equal (name, "i") && !g_str_equal (name, "n"))
    return FALSE;
  *range = g_str_equal (name, "n") ? ws_range_new (100) : ws_range_new_between (0, 9);
  return TRUE;
}

static void
test_expressions (void)
{
  static const struct {
    const char *text;
    double low;
    double high;
  } rows[] = {
    { "1 << 20", 1 << 20, 1 << 20 },
    { "(n + 32 - 1) / 32", 4, 4 },
    { "n * sizeof(float)", 400, 400 },
    { "n * sizeof (unsigned long long)", 800, 800 },
    { "7 / 2 * 2.0", 6, 6 },
    { "(float)7 / 2", 3.5, 3.5 },
    { "ceil (n / 16.0)", 7, 7 },
    { "ceil (n / 16)", 6, 6 },
    { "std::min (n, 64)", 64, 64 },
    { "unknown > 1 ? atoi (text) : 5", 5, 5 },
    { "0x10 + 1'000 + 2u", 1018, 1018 },
    { "2 * i + 1", 1, 19 },
    { "n - i", 91, 100 },
    { "i % 4", 0, 3 },
    { "i & 3", 0, 3 },
    { "-i", -9, 0 },
    { "static_cast<int> (2.9)", 2, 2 },
    { "twice (n + 1)", 202, 202 },
    { "SQUARE (3)", 9, 9 },
    { "SIDE", 12, 12 },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = ws_user_source_new (
      "a.cu",
      "#define SQUARE(x) ((x) * (x))\n#define SIDE (4 * 3)\nint twice (int x) { return x * 2; }\n",
      NULL, &error);
  const WsScope scope = { .source = source, .lookup = look_up };

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WsRange range = ws_evaluate_text (&scope, rows[i].text);

      if (!range.known || range.low != rows[i].low || range.high != rows[i].high)
        g_error ("%s: %d %g %g", rows[i].text, range.known, range.low, range.high);
    }
}

static void
test_unknown (void)
{
  static const char *const texts[] = { "",   "x",   "n +",     "f (3)", "n / 0",
                                       "(n", "n n", "1 << 90", "a[i]" };
  const WsScope scope = { .lookup = look_up };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (ws_evaluate_text (&scope, texts[i]).known)
      g_error ("%s", texts[i]);
}

/* What leads to ever more, or into ever deeper brackets, ends. */
static void
test_endless (void)
{
  g_autoptr (GString) text =
      g_string_new ("#define A B + B\n#define B A + A\nint main () { int a0 = 1;\n");
  g_autofree char *deep = g_strnfill (100000, '(');
  g_autofree char *signs = g_strnfill (100000, '-');
  const WsScope none = { 0 };
  g_autoptr (WsUserSource) source = NULL;
  g_autoptr (WsUserPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (ws_evaluate_text (&none, deep).known);
  g_assert_false (ws_evaluate_text (&none, signs).known);
  for (guint i = 1; i < 60; i++)
    g_string_append_printf (text, "int a%u = a%u + a%u + a%u;\n", i, i - 1, i - 1, i - 1);
  g_string_append (text, "k<<<a59, A>>> (0); }\n__global__ void k (int *p) { p[p[p[0]]] = a; }\n");
  source = ws_user_source_new ("a.cu", text->str, NULL, &error);
  g_assert_no_error (error);
  plan = ws_user_plan_guess (source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plan->launches->len, ==, 1);
}

/* Fields that name themselves, twice over, lead to no more and more: a form is filled in as one
 * types. */
static void
test_circle (void)
{
  g_autoptr (WsUserSource) source =
      ws_user_source_new ("a.cu", "__global__ void k (int n) {}\n", NULL, NULL);
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, NULL, NULL);
  WsUserLaunch *launch = ws_user_plan_get_launch (plan, 0);
  g_autoptr (GString) text = g_string_new ("n=x");
  guint64 before;
  guint32 dims[3];
  WsRange range;

  ws_user_field_set (&launch->block, "(n + block.x - 1) / block.x", NULL);
  ws_user_field_set (&launch->grid, "block.x + grid.x + grid.x", NULL);
  ws_user_plan_set (plan, "n=n + n + n", NULL);
  before = ws_work_get_total ();
  g_assert_false (ws_user_plan_get_dims (plan, launch, &launch->block, dims));
  g_assert_false (ws_user_plan_get_dims (plan, launch, &launch->grid, dims));
  g_assert_false (ws_user_plan_evaluate (plan, launch, "n", &range));
  g_assert_cmpuint (ws_work_get_total () - before, <, 1000000);

  /* nor a long text that names itself as often as one likes */
  for (guint i = 0; i < 15000; i++)
    g_string_append (text, " + n");
  ws_user_plan_set (plan, text->str, NULL);
  before = ws_work_get_total ();
  g_assert_false (ws_user_plan_evaluate (plan, launch, "n", &range));
  g_assert_cmpuint (ws_work_get_total () - before, <, 100 * text->len);
}

/* What is wrong with a file is said in UTF-8, whatever stands there. */
static void
test_no_text (void)
{
  g_autoptr (WsUserPlan) plan = ws_user_plan_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (ws_user_plan_read_text (plan, "[launch \xff\n", &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FILE);
  g_assert_cmpstr (error->message, ==, "The kernel's settings are not UTF-8 text.");
}

/* Names with brackets are kept and found again. */
static void
test_brackets (void)
{
  g_autoptr (WsUserSource) source =
      ws_user_source_new ("a.cu",
                          "template <int N> __global__ void k (float *p) { p[threadIdx.x] = N; }\n"
                          "__global__ void other () {}\n",
                          NULL, NULL);
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, "k<sizeof (int[2])>", NULL);
  g_autoptr (WsUserPlan) again = ws_user_plan_copy (plan);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  ws_user_field_set (&ws_user_plan_get_launch (plan, 0)->block, "96", NULL);
  text = ws_user_plan_to_text (plan, NULL);
  g_assert_true (ws_user_plan_read_text (again, text, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (ws_user_plan_get_launch (again, 0)->block.text, ==, "96");
}

/* ---- sources ---- */

/* Host code goes, and every line keeps its number. */
static void
test_left_out (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source =
      ws_user_source_new ("a.cu",
                          "#include <vector>\n"
                          "using namespace std;\n"
                          "vector<int> table;\n"
                          "struct Pair { int a, b; };\n"
                          "int helper (int x) { return x; }\n"
                          "int unused (int x) { return printf (\"%d\", x); }\n"
                          "__constant__ int mask[3];\n"
                          "#define USE(x) helper (x)\n"
                          "__global__ void k (Pair *p) { p[0].a = USE (mask[0]); }\n"
                          "int main () {\n"
                          "#ifdef LATER\n"
                          "  k<<<1, 1>>> (0);\n"
                          "#endif\n"
                          "}\n",
                          NULL, &error);
  g_autoptr (WsCompileRequest) request = NULL;
  const char *text;

  g_assert_no_error (error);
  request = ws_user_source_make_request (source);
  text = strstr (request->source, "#line 1 \"a.cu\"\n");
  g_assert_nonnull (text);
  text += strlen ("#line 1 \"a.cu\"\n");
  g_assert_cmpstr (text, ==,
                   "#include <vector>\n"
                   "                    \n"
                   "                  \n"
                   "struct Pair { int a, b; };\n"
                   "int helper (int x) { return x; }\n"
                   "                                               \n"
                   "__constant__ int mask[3];\n"
                   "#define USE(x) helper (x)\n"
                   "__global__ void k (Pair *p) { p[0].a = USE (mask[0]); }\n"
                   "             \n"
                   "#ifdef LATER\n"
                   "                  \n"
                   "#endif\n"
                   " \n");
  g_assert_cmpuint (source->kernels->len, ==, 1);
}

static void
assert_refused (const char *text, const char *kernel, const char *pattern)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, &error);
  g_autoptr (WsUserPlan) plan = source != NULL ? ws_user_plan_guess (source, kernel, &error) : NULL;

  g_assert_null (plan);
  if (!g_pattern_match_simple (pattern, error->message))
    g_error ("%s", error->message);
}

static void
assert_many_refused (guint n_parameters, const char *pattern)
{
  g_autoptr (GString) text = g_string_new ("__global__ void a (");

  for (guint i = 0; i < n_parameters; i++)
    g_string_append_printf (text, "%sint *p%u", i > 0 ? ", " : "", i);
  g_string_append (text, ") {}");
  assert_refused (text->str, NULL, pattern);
}

static void
test_refused (void)
{
  g_autofree char *large = g_strnfill (WS_COMPILE_MAX_SOURCE + 1, '\n');

  assert_refused ("int main () {}", NULL, "“a.cu” has no kernel: *");
  assert_refused ("__global__ void a () {}\n__global__ void b () {}", NULL,
                  "“a.cu” has 2 kernels and launches none: *a.cu:a, a.cu:b.");
  assert_refused ("__global__ void a () {}", "b", "“a.cu” has no kernel “b”; *");
  assert_refused ("\n__global__ void a (int **p) {}", NULL,
                  "a.cu:2: parameter “p” of “a” has type “int ??”*");
  assert_refused ("__global__ void a (int (*f) (int)) {}", NULL,
                  "a.cu:1: parameter “f” of “a” has type “int (?\?) (int)”*");
  assert_refused ("__global__ void a (Unknown u) {}", NULL, "a.cu:1: parameter “u” *");
  assert_refused ("\n#include \"/etc/passwd\"\n", NULL, "a.cu:2: “/etc/passwd” is not included: *");
  assert_refused ("# include <../x.h>\n", NULL, "a.cu:1: “../x.h” is not included: *");
  {
    g_autofree char *name = g_strnfill (60000, 'u');
    g_autofree char *text = g_strdup_printf ("__global__ void a (%s u) {}", name);

    assert_refused (text, NULL, "a.cu:1: parameter “u” of “a” has type “uuu*uu…uu*uuu”*");
  }
  assert_many_refused (500, "a.cu:1: “a” has 500 parameters; at most 256 are supported.");
  assert_many_refused (100, "“a.cu” needs 100 buffers for its launches; at most 64 are supported.");
  assert_refused ("\xff\xfe", NULL, "“a.cu” is not a text file.");
  assert_refused (large, NULL, "“a.cu” has 1.0 MB; *");
}

/* Whatever stands within whatever: it is not known, and nothing ends. */
static void
test_nested (void)
{
  static const struct {
    const char *before;
    const char *middle;
    const char *after;
  } rows[] = {
    { "1?1:", "1", "" },  { "(", "1", ")" },   { "-", "1", "" },    { "!", "1", "" },
    { "f(", "1", ")" },   { "a[", "1", "]" },  { "1?", "1", ":1" }, { "sizeof ", "1", "" },
    { "(int)", "1", "" }, { "1+(", "1", ")" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) text = g_string_new ("#define N ");
      g_autoptr (WsUserSource) source = NULL;
      g_autoptr (WsUserPlan) plan = NULL;

      for (guint j = 0; j < 40000; j++)
        g_string_append (text, rows[i].before);
      g_string_append (text, rows[i].middle);
      for (guint j = 0; j < 40000; j++)
        g_string_append (text, rows[i].after);
      g_string_append (text, "\n__global__ void k (int *p) { p[N] = N; }\n");
      source = ws_user_source_new ("a.cu", text->str, NULL, NULL);
      g_assert_nonnull (source);
      plan = ws_user_plan_guess (source, NULL, NULL);
      g_assert_nonnull (plan);
    }
}

/* Macros that lead from one to the next, as far as a file has room for them. */
static void
test_chain (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (WsUserSource) source = NULL;

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (text, "#define A%u A%u\n", i, i + 1);
  g_string_append (text, "__global__ void k (int *p) { p[A0] = 1; }\n");
  source = ws_user_source_new ("a.cu", text->str, NULL, NULL);
  g_assert_nonnull (source);
}

/* Unrolled code of twice the length takes twice the steps. */
static guint
count_steps (guint n)
{
  g_autoptr (GString) text =
      g_string_new ("__global__ void k (const float *a, float *b, int n) {\n"
                    "int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;\n");
  g_autoptr (WsUserSource) source = NULL;
  WsAccessed accessed;
  guint steps = 0;
  WsReach reach = { .grid = { 4, 1, 1 }, .block = { 256, 1, 1 }, .steps = &steps };

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "int j%u = i + %u; s += a[j%u * n];\n", i, i, i);
  g_string_append (text, "if (i < n) b[i] = s; }\n");
  source = ws_user_source_new ("a.cu", text->str, NULL, NULL);
  reach.source = source;
  reach.kernel = g_ptr_array_index (source->kernels, 0);
  ws_reach_look (&reach, "a", &accessed);
  ws_accessed_clear (&accessed);
  return steps;
}

/* What is given up after too many steps says so. */
static void
test_cut (void)
{
  g_autofree char *ones = g_strnfill (2000, '1');
  g_autoptr (GString) text = g_string_new ("__global__ void k (const float *a, float *b, int n) {\n"
                                           "int i = threadIdx.x; float s = 0;\n");
  g_autoptr (WsUserSource) source = NULL;
  g_autoptr (WsUserPlan) plan = NULL;

  for (guint i = 1; i < 2000; i += 2)
    ones[i] = '+';
  ones[1999] = '\0';
  for (guint i = 0; i < 160; i++)
    g_string_append_printf (text, "s += a[i + %s];\n", ones);
  g_string_append (text, "b[i] = s; }\n");
  source = ws_user_source_new ("a.cu", text->str, NULL, NULL);
  plan = ws_user_plan_guess (source, NULL, NULL);
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->length.why, ==,
                   "reading this file takes too many steps; the value is not known");
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 1)->length.why, ==, "the kernel's extent in it");
}

static void
test_steps (void)
{
  guint once = count_steps (500);
  guint twice = count_steps (1000);

  g_assert_cmpuint (once, >, 500);
  g_assert_cmpuint (twice, <, 2 * once + 100);
}

/* ---- plans ---- */

static WsUserPlan *
make_plan (void)
{
  g_autoptr (WsUserSource) source = ws_user_source_new (
      "a.cu",
      "__global__ void k (const float *in, float *out, int n)\n"
      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[2 * i]; }\n",
      NULL, NULL);
  WsUserPlan *plan = ws_user_plan_guess (source, NULL, NULL);

  g_assert_nonnull (plan);
  return plan;
}

static void
set (WsUserPlan *plan, const char *assignment)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ws_user_plan_set (plan, assignment, &error));
  g_assert_no_error (error);
}

static void
test_plan (void)
{
  g_autoptr (WsUserPlan) plan = make_plan ();
  g_autoptr (WsUserPlan) again = make_plan ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *same = NULL;
  const WsUserLaunch *launch = ws_user_plan_get_launch (plan, 0);
  const WsScope plain = { 0 };
  WsRange range;
  guint32 grid[3];

  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->length.text, ==, "2047");
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 1)->length.text, ==, "n");
  set (plan, "n=5000");
  set (plan, "in.length=2 * n");
  set (plan, "in.contents=ramp 0 1");
  set (plan, "block=64, 2");
  g_assert_true (ws_user_plan_get_dims (plan, launch, &launch->grid, grid));
  g_assert_cmpuint (grid[0], ==, 79);
  g_assert_cmpuint (grid[1], ==, 1);
  g_assert_null (ws_user_plan_get_buffer (plan, 0)->length.why);
  g_assert_nonnull (ws_user_plan_get_buffer (plan, 1)->length.why);
  g_assert_false (ws_user_plan_set (plan, "m=3", &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FIELD);
  g_clear_error (&error);
  g_assert_false (ws_user_plan_set (plan, "in.size=3", &error));
  g_clear_error (&error);
  g_assert_false (ws_user_plan_set (plan, "in", &error));
  g_clear_error (&error);

  /* what the user types are powers, in C it is an XOR */
  set (plan, "n=2^20");
  g_assert_true (ws_user_plan_evaluate (plan, launch, "n", &range));
  g_assert_cmpfloat (range.low, ==, 1 << 20);
  g_assert_true (ws_user_plan_evaluate (plan, launch, "-2^2 + 3 * 2^(1 + 1)", &range));
  g_assert_cmpfloat (range.low, ==, 8);
  set (plan, "block=2^6, 2");
  g_assert_true (ws_user_plan_get_dims (plan, launch, &launch->block, grid));
  g_assert_cmpuint (grid[0], ==, 64);
  g_assert_cmpfloat (ws_evaluate_text (&plain, "2 ^ 20").low, ==, 22);
  set (plan, "n=5000");
  set (plan, "block=64, 2");

  /* kept, and read again */
  text = ws_user_plan_to_text (plan, NULL);
  g_assert_true (ws_user_plan_read_text (again, text, &error));
  g_assert_no_error (error);
  same = ws_user_plan_to_text (again, NULL);
  g_assert_cmpstr (same, ==, text);
  g_assert_false (ws_user_plan_read_text (again, "[launch", &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FILE);
}

/* A size that is read later is 0 where it is declared: nothing would run so. */
static void
test_nothing (void)
{
  static const char text[] =
      "__global__ void scale (const float *in, float *out, int n)\n"
      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }\n"
      "int main ()\n{\n  int n = 0;\n  float *a, *b;\n"
      "  cudaMalloc (&a, n * sizeof (float));\n  cudaMalloc (&b, n * sizeof (float));\n"
      "  scale<<<(n + 255) / 256, 256>>> (a, b, n);\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, &error);
  g_autoptr (WsUserPlan) plan = NULL;
  const WsUserLaunch *launch;
  guint32 grid[3];

  g_assert_no_error (error);
  plan = ws_user_plan_guess (source, NULL, &error);
  g_assert_no_error (error);
  launch = ws_user_plan_get_launch (plan, 0);
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 2)->value.text, ==, "1024");
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 2)->value.why, ==,
                   "compared with an index in line 2");
  g_assert_true (ws_user_plan_get_dims (plan, launch, &launch->grid, grid));
  g_assert_cmpuint (grid[0], ==, 4);
  g_assert_cmpstr (launch->block.text, ==, "256");
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->length.text, ==, "n");
}

/* A loop over all elements reaches to the last of them; one from the end, where it begins. */
static void
test_loops (void)
{
  static const struct {
    const char *body;
    const char *length;
  } rows[] = {
    { "for (int i = 0; i < n; i++) out[i] = 1;", "n" },
    { "for (int i = 1; i <= n; i += 2) out[i] = 1;", "n + 1" },
    { "for (int i = 63; i >= 0; i--) out[i] = 1;", "64" },
    { "for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = 1;", "n" },
    { "for (int i = 0; i < 16; ++i) out[i] = 1;", "16" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("__global__ void k (float *out, int n) { %s }\n", rows[i].body);
      g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
      g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, NULL, NULL);

      g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->length.text, ==, rows[i].length);
    }
}

static WsUserPlan *
guess (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, &error);
  WsUserPlan *plan;

  g_assert_no_error (error);
  plan = ws_user_plan_guess (source, NULL, &error);
  g_assert_no_error (error);
  return plan;
}

/* What host code writes into an array is said where it is understood; where it is not, that is
 * said. */
static void
test_fills (void)
{
  static const struct {
    const char *code; /* of host code, in line 3 */
    const char *contents;
    const char *why;
  } rows[] = {
    { "for (int i = 0; i < n; i++) h[i] = i;", "ramp 0 1", "as filled in line 3" },
    { "for (int i = 0; i < n; i++) h[i] = n - i;", "ramp 512 -1", "as filled in line 3" },
    { "for (int i = 0; i < n; i++) h[i] = i % 7;", "= i % 7", "as filled in line 3" },
    { "for (int i = 0; i < n; i++) h[i] = i & 3;", "= i & 3", "as filled in line 3" },
    { "for (int i = 0; i < n; i++) h[i] = i / 2;", "= i / 2", "as filled in line 3" },
    { "for (int k = 0; k < n; k++) h[k] = k < n / 2 ? 1 : 0;", "= i < 512 / 2 ? 1 : 0",
      "as filled*" },
    { "for (int i = 0; i < n; i++) h[i] = i == 333 ? 1 : 0;", "= i == 333 ? 1 : 0", "as filled*" },
    { "for (int i = 0; i < n; i++) { int v = i == 333 ? 1 : 0; h[i] = v; }", "= (i == 333 ? 1 : 0)",
      "as filled*" },
    { "for (int i = 0; i < n; i++) h[i] = i % PERIOD;", "= i % 48", "as filled in line 3" },
    { "for (int i = 0; i < n; i++) h[i] = sinf (0.5f * i);", "= sinf (0.5f * i)", "as filled*" },
    { "for (int i = 0; i < n; i++) { float v = i * i; h[i] = v; }", "= (i * i)", "as filled*" },
    { "for (int y = 0; y < 4; y++) for (int x = 0; x < 8; x++) h[y * 8 + x] = x + y;",
      "= (i % 8) + (i / 8)", "as filled in line 3" },
    { "for (int y = 0; y < 4; y++) for (int x = 0; x < 8; x++) h[y * 8 + x] = y * 8 + x;",
      "ramp 0 1", "as filled in line 3" },
    { "for (int y = 0; y < 4; y++) for (int x = 0; x < 8; x++) { int at = y * 8 + x; h[at] = x; }",
      "= (i % 8)", "as filled in line 3" },
    { "for (int i = 0; i < n; i++) h[i] = rand () % 100 - 50;", "random -50 50",
      "*random numbers*" },
    { "for (int i = 0; i < n; i++) h[i] = rand () & 15;", "random 0 16", "*random numbers*" },
    { "for (int i = 0; i < n; i++) h[i] = 2.0f * rand () / RAND_MAX - 1;", "uniform -1 1",
      "*random numbers*" },
    { "std::uniform_int_distribution<int> die (1, 6); for (int i = 0; i < n; i++) h[i] = die "
      "(gen);",
      "random 1 7", "*random numbers*" },
    { "memset (h, 0, n * 4); for (int i = 0; i < n; i++) h[i] = 3;", "constant 3", "as filled*" },
    /* not understood */
    { "float v = 0; for (int i = 0; i < n; i++) { h[i] = v; v += 0.5f; }", "random", "default*3*" },
    { "for (int i = 0; i < n; i++) h[i] = gaussian (i);", "random", "default; how line 3*" },
    { "for (int i = 0; i < n; i += 2) { h[i] = 1; h[i + 1] = 2; }", "random", "default*" },
    { "for (int i = 0; i < n; i++) if (i % 2) h[i] = 1;", "random", "default*" },
    { "for (int i = 0; i < n; i++) h[i] = 0; h[5] = 1;", "random", "default*" },
    { "h[0] = 3;", "random", "default*" },
    { "for (int i = 0; i < n; i++) h[i] = i * 2654435761u % 1000;", "random", "default*" },
    { "memset (h, 255, n * 4);", "random", "default*" },
    { "read_it (h, n);", "random", "any numbers will do" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "#define PERIOD (3 * 16)\nint main () { int n = 512; float *h = make (), *d;\n%s\n"
          "cudaMalloc (&d, n * 4); cudaMemcpy (d, h, n * 4, cudaMemcpyHostToDevice);\n"
          "k<<<2, 256>>> (d, n); }\n"
          "__global__ void k (float *p, int n) { int i = threadIdx.x; if (i < n) p[i] += 1; }\n",
          rows[i].code);
      g_autoptr (WsUserPlan) plan = guess (text);
      const WsUserField *contents = &ws_user_plan_get_buffer (plan, 0)->contents;

      if (!g_str_equal (contents->text, rows[i].contents)
          || !g_pattern_match_simple (rows[i].why, contents->why))
        g_error ("%s: %s (%s)", rows[i].code, contents->text, contents->why);
    }
}

/* Of rows that are declared as such: in the function, as its parameter, at the top level. */
static void
test_rows (void)
{
  static const struct {
    const char *declared;
    const char *code;
    const char *contents;
  } rows[] = {
    { "int A[16][32];", "FILL { A[y][x] = x + y; }", "= (i % 32) + (i / 32)" },
    { "int n = 3, A[16][32], B[16][32];", "FILL { A[y][x] = x + y; }", "= (i % 32) + (i / 32)" },
    { "int (*A)[32] = make ();", "FILL { A[y][x] = x + y; }", "= (i % 32) + (i / 32)" },
    { "int (*A)[32]; cudaMallocManaged (&A, sizeof (int) * 512);", "FILL A[y][x] = 32 * y + x;",
      "ramp 0 1" },
    { "", "FILL top[y][x] = x;", "= (i % 8)" },
    { "int A[16][32];", "FILL A[y][y] = y;", "random 0 100" },
    { "", "x = A[2][5]; FILL A[y][x] = x + y;", "random 0 100" },
    { "", "f (3, A[2][5], 4); FILL A[y][x] = x + y;", "random 0 100" },
    { "int A[4][16][32];", "FILL A[y][x] = x + y;", "random 0 100" },
    { "int (*A)[16][32];", "FILL A[y][x] = x + y;", "random 0 100" },
    { "int A[16][32];", "FILL A[0][y][x] = x + y;", "random 0 100" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *name = strstr (rows[i].code, "top") != NULL ? "top" : "A";
      g_auto (GStrv) parts = g_strsplit (rows[i].code, "FILL", -1);
      g_autofree char *code =
          g_strjoinv ("for (int y = 0; y < 16; y++) for (int x = 0; x < 32; x++)", parts);
      g_autofree char *text = g_strdup_printf (
          "static int top[4][8];\nint main () { int *d; %s\n%s\n"
          "cudaMemcpy (d, %s, 2048, cudaMemcpyHostToDevice);\nk<<<2, 256>>> (d); }\n"
          "__global__ void k (int *p) { p[threadIdx.x] += 1; }\n",
          rows[i].declared, code, name);
      g_autoptr (WsUserPlan) plan = guess (text);
      const WsUserField *contents = &ws_user_plan_get_buffer (plan, 0)->contents;

      if (!g_str_equal (contents->text, rows[i].contents))
        g_error ("%s %s: %s (%s)", rows[i].declared, code, contents->text, contents->why);
    }
}

/* A parameter of rows is as long as all of them, and what is written to one is written to it. */
static void
test_row_parameters (void)
{
  static const struct {
    const char *parameter;
    const char *body;
    const char *length;
    const char *use;
  } rows[] = {
    { "float (*A)[16]", "A[blockIdx.x][threadIdx.x] = 1;", "512", "out" },
    { "float A[][16]", "A[blockIdx.x][threadIdx.x] += 1;", "512", "inout" },
    { "float A[32][16]", "A[blockIdx.x][threadIdx.x] += 1;", "512", "inout" },
    { "const float (* __restrict__ A)[W]", "o[0] = A[blockIdx.x][threadIdx.x];", "512", "in" },
    { "float (*A)[4][16]", "A[blockIdx.x][threadIdx.y][threadIdx.x] = 1;", "2048", "out" },
    { "float (*A)[16]", "float *row = A[blockIdx.x]; row[threadIdx.x] = 1;", "512", "out" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("#define W (4 * 4)\n__global__ void k (%s, float *o) { %s }\n"
                           "int main () { float *a, *o; k<<<32, dim3 (16, 4)>>> (a, o); }\n",
                           rows[i].parameter, rows[i].body);
      g_autoptr (WsUserPlan) plan = guess (text);
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (plan, 0);

      g_assert_cmpstr (buffer->name, ==, "A");
      g_assert_cmpstr (buffer->type.text, ==, "float");
      if (!g_str_equal (buffer->length.text, rows[i].length)
          || !g_str_equal (buffer->use.text, rows[i].use))
        g_error ("%s: %s, %s", rows[i].parameter, buffer->length.text, buffer->use.text);
    }
}

/* The first copy has what stood there by then. */
static void
test_filled_again (void)
{
  g_autoptr (WsUserPlan) plan =
      guess ("int main () { int n = 512; float *h = make (), *a, *b;\n"
             "for (int i = 0; i < n; i++) h[i] = 1;\n"
             "cudaMemcpy (a, h, n * 4, cudaMemcpyHostToDevice);\n"
             "for (int i = 0; i < n; i++) h[i] = 2;\n"
             "cudaMemcpy (b, h, n * 4, cudaMemcpyHostToDevice);\n"
             "k<<<2, 256>>> (a, b); }\n"
             "__global__ void k (float *p, float *q) { p[threadIdx.x] += q[threadIdx.x]; }\n");

  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->contents.text, ==, "constant 1");
  g_assert_cmpstr (ws_user_plan_get_buffer (plan, 1)->contents.text, ==, "constant 2");
}

/* A grid or block of 0 that stands in the launch is meant; one of a variable is not known yet. */
static void
test_no_threads (void)
{
  static const struct {
    const char *launch;
    const char *grid;
    const char *block;
  } rows[] = {
    { "k<<<1, 0>>> (p, n);", "1", "0" },
    { "k<<<0, 64>>> (p, n);", "0", "64" },
    { "k<<<dim3 (3, 0), 64>>> (p, n);", "3, 0", "64" },
    { "k<<<NONE, 64>>> (p, n);", "0", "64" },
    { "k<<<blocks, 64>>> (p, n);", "(n + block.x - 1) / block.x", "64" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "#define NONE 0\nint main () { int blocks = 0, n = 100; int *p; %s }\n"
          "__global__ void k (int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = 1; }\n",
          rows[i].launch);
      g_autoptr (WsUserPlan) plan = guess (text);

      g_assert_cmpstr (ws_user_plan_get_launch (plan, 0)->grid.text, ==, rows[i].grid);
      g_assert_cmpstr (ws_user_plan_get_launch (plan, 0)->block.text, ==, rows[i].block);
    }
}

/* Each turn of a loop in host code launches anew: with the counter's value, and with the addresses
 * that were swapped. */
static void
test_launched_in_loops (void)
{
  static const struct {
    const char *code; /* of host code */
    const char *told; /* of each launch: buffers and number */
  } rows[] = {
    { "for (int s = 0; s < 3; s++) k<<<1, 64>>> (a, b, s);", "a b 0; a b 1; a b 2; " },
    { "for (int s = 8; s > 0; s /= 2) { k<<<1, 64>>> (a, b, s); }",
      "a b 8; a b 4; a b 2; a b 1; " },
    { "int s; for (s = 1; s < 9; s <<= 1) k<<<1, 64>>> (a, b, s);",
      "a b 1; a b 2; a b 4; a b 8; " },
    { "for (int s = 0; s < 3; ++s) { k<<<1, 64>>> (a, b, s); std::swap (a, b); }",
      "a b 0; b a 1; a b 2; " },
    { "for (int s = 0; s < 2; s++) { k<<<1, 64>>> (a, b, s); float *t = a; a = b; b = t; }",
      "a b 0; b a 1; " },
    { "for (int s = 0; s < 3; s++) if (s % 2 == 0) k<<<1, 64>>> (a, b, s); else "
      "k<<<1, 64>>> (b, a, s);",
      "a b 0; b a 1; a b 2; " },
    { "for (int s = 4; s <= 8; s *= 2) for (int j = s / 2; j > 1; j--) k<<<1, 64>>> (a, b, s + j);",
      "a b 6; a b 12; a b 11; a b 10; " },
    { "for (int s = 0; s < 2; s++) step (a, b, s);", "a b 0; a b 10; " },
    /* what cannot be counted through is one turn, and none where it says so */
    { "for (int s = 0; s < unknown; s++) k<<<1, 64>>> (a, b, 7);", "a b 7; " },
    { "for (int s = 0; s < 2; s += 0) k<<<1, 64>>> (a, b, s);", "a b 0; " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *step = strstr (rows[i].code, "step (") != NULL
                             ? "void step (float *x, float *y, int i)"
                               "{ k<<<1, 64>>> (x, y, 10 * i); }\n"
                             : "";
      g_autofree char *text = g_strdup_printf (
          "__global__ void k (float *p, float *q, int m) { p[threadIdx.x] = q[threadIdx.x] + m; }\n"
          "%sint main () { float *a, *b; cudaMalloc (&a, 256); cudaMalloc (&b, 256); %s }\n",
          step, rows[i].code);
      g_autoptr (WsUserPlan) plan = guess (text);
      g_autoptr (GString) told = g_string_new (NULL);

      for (guint k = 0; k < plan->launches->len; k++)
        {
          const WsUserLaunch *launch = ws_user_plan_get_launch (plan, k);

          for (guint j = 0; j < 2; j++)
            {
              guint buffer = (guint)ws_user_launch_get_argument (launch, j)->buffer;

              /* they are named after the first launch's parameters, p and q */
              g_string_append (told, g_str_equal (ws_user_plan_get_buffer (plan, buffer)->name, "p")
                                         ? "a "
                                         : "b ");
            }
          g_string_append_printf (told, "%s; ",
                                  ws_user_launch_get_argument (launch, 2)->value.text);
        }
      g_assert_cmpstr (told->str, ==, rows[i].told);
    }
}

/* A loop that goes on for long is cut, and that is said. */
static void
test_launched_for_long (void)
{
  g_autoptr (WsUserPlan) plan = guess ("__global__ void k (float *p) { p[threadIdx.x] += 1; }\n"
                                       "int main () { float *a; cudaMalloc (&a, 256);\n"
                                       "for (int s = 0; s < 1000; s++) k<<<1, 64>>> (a); }\n");

  g_assert_cmpuint (plan->launches->len, ==, WS_HOST_MAX_LAUNCHES);
  g_assert_cmpuint (plan->skipped->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (plan->skipped, 0), ==,
                   "The loop in line 3 makes more launches; only the first 64 are used.");
}

/* How much shared memory a launch needs that says nothing of it. */
static void
test_shared (void)
{
  static const struct {
    const char *declared;
    const char *body;
    const char *shared;
  } rows[] = {
    { "extern __shared__ float s[];", "s[threadIdx.x] = 1;", "block.x * block.y * block.z * 4" },
    { "extern __shared__ double s[];", "s[threadIdx.x] = 1;", "block.x * block.y * block.z * 8" },
    { "extern volatile __shared__ int s[];", "s[2 * threadIdx.x + 1] = 1;",
      "block.x * block.y * block.z * 8" },
    { "extern __shared__ int s[];",
      "int *a = s; int *b = a + blockDim.x; a[threadIdx.x] = b[threadIdx.x] = 1;",
      "block.x * block.y * block.z * 8" },
    { "extern __shared__ int s[];", "s[threadIdx.x + 2] = 1;",
      "(block.x * block.y * block.z + 2) * 4" },
    { "extern __shared__ unsigned char s[];",
      "float *f = reinterpret_cast<float *> (s); f[threadIdx.x] = 1;",
      "block.x * block.y * block.z * 4" },
    { "extern __shared__ __align__ (16) char s[];", "double *f = (double *)s; f[threadIdx.x] = 1;",
      "block.x * block.y * block.z * 8" },
    { "extern __shared__ int s[];", "int t = threadIdx.x; if (t < 10) s[t] = 1;", "40" },
    { "extern __shared__ float s[];", "s[p[threadIdx.x]] = 1;", "block.x * block.y * block.z * 4" },
    { "__shared__ float s[64];", "s[threadIdx.x] = 1;", "0" },
    /* reductions as slides have them */
    { "extern __shared__ float s[];",
      "int t = threadIdx.x; s[t] = p[t];"
      "for (int d = 1; d < blockDim.x; d *= 2) if (t % (2 * d) == 0) s[t] += s[t + d];",
      "block.x * block.y * block.z * 4" },
    { "extern __shared__ float s[];",
      "int t = threadIdx.x; s[t] = p[t];"
      "for (int d = 1; d < blockDim.x; d *= 2)"
      "{ int i = 2 * d * t; if (i < blockDim.x) s[i] += s[i + d]; }",
      "block.x * block.y * block.z * 4" },
    { "extern __shared__ float s[];",
      "int t = threadIdx.x; s[t] = p[t];"
      "for (int d = blockDim.x / 2; d > 0; d >>= 1) if (t < d) s[t] += s[t + d];",
      "block.x * block.y * block.z * 4" },
    { "extern __shared__ float s[];",
      "int t = threadIdx.x; s[t] = p[t]; for (int d = blockDim.x / 2; d > 32; d >>= 1) if (t < d) "
      "s[t] += s[t + d]; if (t < 32) { volatile float *v = s; v[t] += v[t + 32]; v[t] += v[t + "
      "16]; }",
      "block.x * block.y * block.z * 4" },
    /* with a halo of two on either side */
    { "extern __shared__ float s[];",
      "int t = threadIdx.x; s[t + 2] = p[t]; if (t < 2) { s[t] = 0; s[t + 2 + blockDim.x] = 0; }"
      "for (int k = 0; k < 5; k++) p[t] += s[t + k];",
      "(block.x * block.y * block.z + 4) * 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint outside = 0; outside < 2; outside++)
      {
        g_autofree char *text = outside
                                    ? g_strdup_printf ("%s\n__global__ void k (int *p) { %s }\n",
                                                       rows[i].declared, rows[i].body)
                                    : g_strdup_printf ("__global__ void k (int *p) { %s %s }\n",
                                                       rows[i].declared, rows[i].body);
        g_autoptr (WsUserPlan) plan = guess (text);

        if (!g_str_equal (ws_user_plan_get_launch (plan, 0)->shared.text, rows[i].shared))
          g_error ("%s: %s", text, ws_user_plan_get_launch (plan, 0)->shared.text);
      }
}

/* A kernel that does not ask which block a thread is in has one, of as many threads as there is
 * work for. */
static void
test_only_block (void)
{
  static const struct {
    const char *text;
    const char *grid;
    const char *block;
    const char *shared;
  } rows[] = {
    /* the prefix sum of Blelloch, as slides have it: two elements a thread */
    { "__global__ void k (float *out, float *in, int n) { extern __shared__ float t[];"
      "int id = threadIdx.x; int o = 1; t[2 * id] = in[2 * id]; t[2 * id + 1] = in[2 * id + 1];"
      "for (int d = n >> 1; d > 0; d >>= 1) { if (id < d) { int a = o * (2 * id + 1) - 1;"
      "int b = o * (2 * id + 2) - 1; t[b] += t[a]; } o *= 2; }"
      "if (id == 0) t[n - 1] = 0;"
      "for (int d = 1; d < n; d *= 2) { o >>= 1; if (id < d) { int a = o * (2 * id + 1) - 1;"
      "int b = o * (2 * id + 2) - 1; float v = t[a]; t[a] = t[b]; t[b] += v; } }"
      "out[2 * id] = t[2 * id]; out[2 * id + 1] = t[2 * id + 1]; }",
      "1", "n / 2", "block.x * block.y * block.z * 8" },
    /* that of Hillis and Steele: one */
    { "__global__ void k (float *out, float *in, int n) { extern __shared__ float t[];"
      "int id = threadIdx.x, a = 0, b = 1; t[id] = id > 0 ? in[id - 1] : 0;"
      "for (int d = 1; d < n; d *= 2) { a = 1 - a; b = 1 - a;"
      "if (id >= d) t[a * n + id] = t[b * n + id] + t[b * n + id - d];"
      "else t[a * n + id] = t[b * n + id]; } out[id] = t[a * n + id]; }",
      "1", "n", "block.x * block.y * block.z * 8" },
    { "__global__ void k (float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = 1; }", "1", "n",
      "0" },
    /* one that goes on by the block's size takes any block */
    { "__global__ void k (float *p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x)"
      "p[i] = 1; }",
      "1", "256", "0" },
    { "__global__ void k (float *p) { __shared__ float s[128]; s[threadIdx.x] = p[threadIdx.x]; }",
      "1", "128", "0" },
    /* one that can tell blocks apart, be it by what it calls */
    { "__device__ int me () { return blockIdx.x * blockDim.x + threadIdx.x; }\n"
      "__global__ void k (float *p, int n) { if (me () < n) p[me ()] = threadIdx.x; }",
      "(n + block.x - 1) / block.x", "256", "0" },
    { "#define ME (blockIdx.x * blockDim.x + threadIdx.x)\n"
      "__global__ void k (float *p, int n) { if (ME < n) p[ME] = threadIdx.x; }",
      "(n + block.x - 1) / block.x", "256", "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsUserPlan) plan = guess (rows[i].text);
      const WsUserLaunch *launch = ws_user_plan_get_launch (plan, 0);

      if (!g_str_equal (launch->grid.text, rows[i].grid)
          || !g_str_equal (launch->block.text, rows[i].block)
          || !g_str_equal (launch->shared.text, rows[i].shared))
        g_error ("%s: %s; %s; %s", rows[i].text, launch->grid.text, launch->block.text,
                 launch->shared.text);
    }
}

static void
assert_not_filled (const char *text, const char *kernel, const char *says)
{
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, kernel, &error);

  g_assert_null (plan);
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_TYPE);
  if (!g_pattern_match_simple (says, error->message))
    g_error ("%s", error->message);
}

/* An address in a structure has a buffer of its own, named after both. */
static void
test_addresses (void)
{
  g_autoptr (WsUserPlan) plan = guess ("struct Args { float *x; int n; const float *y, a; };\n"
                                       "__global__ void k (Args p) {\n"
                                       "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                       "  if (i < p.n) p.x[i] = p.a * p.y[2 * i + 1]; }\n");
  const WsUserLaunch *launch = ws_user_plan_get_launch (plan, 0);
  static const struct {
    const char *name;
    const char *length;
    const char *use;
  } rows[] = { { "p.x", "1024", "out" }, { "p.y", "2048", "in" } };
  g_autofree char *text = NULL;
  g_autoptr (WsUserPlan) again = ws_user_plan_copy (plan);

  g_assert_cmpuint (ws_user_launch_count_parameters (launch), ==, 1);
  g_assert_cmpuint (launch->arguments->len, ==, 3);
  g_assert_cmpuint (plan->buffers->len, ==, 2);
  /* the numbers alone */
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 0)->value.text, ==, "1024, 1");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (plan, i);

      g_assert_cmpstr (buffer->name, ==, rows[i].name);
      g_assert_cmpstr (buffer->type.text, ==, "float");
      g_assert_cmpstr (buffer->length.text, ==, rows[i].length);
      g_assert_cmpstr (buffer->use.text, ==, rows[i].use);
      g_assert_cmpint (ws_user_launch_get_argument (launch, i + 1)->buffer, ==, (int)i);
    }
  g_assert_true (ws_user_plan_set (plan, "p.x.length=5000", NULL));
  g_assert_true (ws_user_plan_set (plan, "p.y=ramp 0 1", NULL));
  text = ws_user_plan_to_text (plan, NULL);
  g_assert_true (ws_user_plan_read_text (again, text, NULL));
  g_assert_cmpstr (ws_user_plan_get_buffer (again, 0)->length.text, ==, "5000");
  g_assert_cmpstr (ws_user_plan_get_buffer (again, 1)->contents.text, ==, "ramp 0 1");
}

/* What must come out names it as the kernel does: the kernel that computes it takes the structure.
 */
static void
test_addresses_expected (void)
{
  g_autoptr (WsUserSource) source = ws_user_source_new (
      "a.cu",
      "struct Args { float *x; int n; };\n"
      "__global__ void k (Args p) { if (threadIdx.x < p.n) p.x[threadIdx.x] = 2; "
      "}\n__global__ void other (Args p) { p.x[0] = 2; }\n",
      NULL, NULL);
  static const char *const said[] = { "p.x.expect== 2 + p.n", "p.x.expect=kernel other" };

  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, "k", NULL);
      g_autoptr (WsUserPlan) reference = NULL;
      g_autofree char *text = NULL;
      const WsUserLaunch *launch;
      g_autoptr (GError) error = NULL;

      g_assert_true (ws_user_plan_set (plan, said[i], NULL));
      reference = ws_user_plan_make_reference (plan, source, 0, &error);
      g_assert_no_error (error);
      launch = ws_user_plan_get_launch (reference, 0);
      g_assert_cmpuint (ws_user_launch_count_parameters (launch), ==, 1);
      g_assert_cmpstr (ws_user_launch_get_argument (launch, 1)->name, ==, "p.x");
      text = ws_user_plan_write_reference (plan, 0);
      g_assert_cmpint (text != NULL, ==, i == 0);
      if (text != NULL)
        g_assert_true (g_pattern_match_simple ("*_p_x (Args p)*p.x[i] = (*2 + p.n*", text));
    }
}

/* What cannot be filled in says so, and does not come out as something else. */
static void
test_not_filled (void)
{
  static const char lambda[] =
      "template <typename F> __global__ void each (F f) { f (threadIdx.x); }\n"
      "__global__ void k (int *p) { p[0] = 1; }\n"
      "int main () { int *p; k<<<1, 1>>> (p); each<<<1, 32>>> ([&] __device__ (int i) {}); }\n";
  g_autoptr (WsUserPlan) plan = NULL;

  assert_not_filled ("struct Part { int n; }; struct Image { int width; Part *parts; };\n"
                     "__global__ void k (Image image) { image.parts[0].n = image.width; }\n",
                     NULL, "a.cu:2:*“image”*“Image”*pointer*");
  assert_not_filled ("struct Image { int width; float *rows[4]; };\n"
                     "__global__ void k (Image image) { image.rows[0][1] = image.width; }\n",
                     NULL, "a.cu:2:*“image”*“Image”*pointer*");
  assert_not_filled (lambda, "each", "a.cu:3:*lambda*");
  plan = guess (lambda);
  g_assert_cmpuint (plan->launches->len, ==, 1);
  g_assert_cmpstr (ws_user_plan_get_launch (plan, 0)->kernel, ==, "k");
}

/* Brackets round what an atomic or an assignment changes say nothing. */
static void
test_bracketed (void)
{
  static const char *const statements[] = { "atomicAdd (&p[threadIdx.x], 1)",
                                            "atomicAdd (&(p[threadIdx.x]), 1)",
                                            "atomicAdd (&((p[threadIdx.x])), 1)",
                                            "(p[threadIdx.x]) += 1", "(p[threadIdx.x])++" };

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("__global__ void k (int *p) { %s; }\n", statements[i]);
      g_autoptr (WsUserPlan) plan = guess (text);

      g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->use.text, ==, "inout");
    }
}

/* (transfer full) (nullable): of the buffer @name */
static char *
dup_contents (const WsUserPlan *plan, const char *name)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    if (g_str_equal (ws_user_plan_get_buffer (plan, i)->name, name))
      return g_strdup (ws_user_plan_get_buffer (plan, i)->contents.text);
  return NULL;
}

static void
add_fill (GString *text, const char *name, const char *value)
{
  g_string_append_printf (text,
                          "float %s[1024]; float *d_%s; cudaMalloc (&d_%s, 4096);\n"
                          "for (int i = 0; i < 1024; i++) %s[i] = %s;\n"
                          "cudaMemcpy (d_%s, %s, 4096, cudaMemcpyHostToDevice);\n"
                          "k<<<1, 32>>> (d_%s);\n",
                          name, name, name, name, value, name, name, name);
}

/* How much is looked at for what arrays are filled with has a bound for all of them: a long program
 * is far from it; behind it nothing is understood any more, and nothing takes long. */
static void
test_fill_work (void)
{
  g_autoptr (GString) text = g_string_new ("__global__ void k (float *p) { p[threadIdx.x] += 1; }\n"
                                           "int main () {\nint n = 1024, a = 3, b = 4, c = 5;\n");
  g_autoptr (GString) sum = g_string_new ("1");
  g_autoptr (WsUserPlan) plan = NULL;
  g_autofree char *middle = NULL;
  g_autofree char *last = NULL;

  add_fill (text, "first", "(i * a + c) % n");
  for (guint i = 0; i < 60; i++)
    g_string_append (text, "for (int i = 0; i < n; i++) other[i] = (i * a + c) % n + a * c;\n");
  add_fill (text, "middle", "(i * a + c) % n");
  for (guint i = 0; i < 900; i++)
    g_string_append (sum, " + 1");
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, "b = %s;\nfor (int i = 0; i < n; i++) o[i] = i * b * c * n;\n",
                            sum->str);
  add_fill (text, "last", "i");
  g_string_append (text, "}\n");
  plan = guess (text->str);
  middle = dup_contents (plan, "d_middle");
  last = dup_contents (plan, "d_last");
  g_assert_cmpstr (middle, ==, "= (i * 3 + 5) % 1024");
  g_assert_cmpstr (last, ==, "random");
}

/* Of several launches, or of several kernels that nothing launches, those run that can; what is
 * left out is said, with its line. */
static void
test_skipped (void)
{
  static const struct {
    const char *text;
    const char *asked; /* of ws_user_plan_guess() */
    const char *runs;
    const char *says;
  } rows[] = {
    { "template <typename F> __global__ void each (F f) { f (threadIdx.x); }\n"
      "__global__ void k (int *p) { p[0] = 1; }\n"
      "int main () { int *p; k<<<1, 1>>> (p);\n"
      "each<<<1, 32>>> ([&] __device__ (int i) {}); }\n",
      NULL, "k", "a.cu:4: “each” is launched with a lambda*The launch is skipped." },
    { "struct Item { float x; }; struct View { Item *data; int n; };\n"
      "__global__ void v (View view) { view.data[0].x = 1; }\n"
      "__global__ void k (int *p) { p[0] = 1; }\n"
      "int main () { int *p; View view; v<<<1, 1>>> (view); k<<<1, 1>>> (p); }\n",
      NULL, "k", "a.cu:2: parameter “view”*pointer*The launch is skipped." },
    { "struct Rows { float *rows[4]; };\n"
      "__global__ void v (Rows rows) { rows.rows[0][0] = 1; }\n"
      "__global__ void k (int *p) { p[0] = 1; }\n",
      "", "k", "a.cu:2: parameter “rows”*pointer*The kernel is skipped." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", rows[i].text, NULL, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, rows[i].asked, &error);
      g_autoptr (WsUserPlan) copy = NULL;

      g_assert_no_error (error);
      copy = ws_user_plan_copy (plan);
      g_assert_cmpuint (copy->launches->len, ==, 1);
      g_assert_cmpstr (ws_user_plan_get_launch (copy, 0)->kernel, ==, rows[i].runs);
      g_assert_cmpuint (copy->skipped->len, ==, 1);
      if (!g_pattern_match_simple (rows[i].says, g_ptr_array_index (copy->skipped, 0)))
        g_error ("%s", (const char *)g_ptr_array_index (copy->skipped, 0));
    }
}

/* What of a source a compiler is given. (transfer full) */
static char *
keep (const char *text, const char *expression)
{
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
  g_autoptr (WsCompileRequest) request = NULL;

  if (expression != NULL)
    ws_user_source_keep (source, expression);
  request = ws_user_source_make_request (source);
  return g_strdup (strstr (request->source, "#line 1"));
}

/* Operators of the device are there, those of the host are not; a functor only where a kernel is
 * asked for with it. */
static void
test_kept (void)
{
  static const char text[] =
      "#define HD __host__ __device__\n"
      "struct V { float x; };\n"
      "HD V operator+ (V a, V b) { return V{ a.x + b.x }; }\n"
      "std::ostream &operator<< (std::ostream &out, const V &v) { return out << v.x; }\n"
      "struct Plus { __device__ int operator() (int a, int b) { return a + b; } };\n"
      "template <typename F> __global__ void k (V *p, F f) { p[0] = p[1] + p[2]; }\n";
  g_autofree char *plain = keep (text, NULL);
  g_autofree char *asked = keep (text, "k<Plus>");

  g_assert_nonnull (strstr (plain, "operator+"));
  g_assert_null (strstr (plain, "ostream"));
  g_assert_null (strstr (plain, "Plus"));
  g_assert_nonnull (strstr (asked, "struct Plus"));
}

/* Kernels whose heads macros make; their bodies stay in their lines. */
static void
test_macro_heads (void)
{
  static const struct {
    const char *text;
    const char *kernel;
    guint line;
  } rows[] = {
    { "#define KERNEL(name) __global__ void name (float *p, int n)\nKERNEL(fill)\n{\nBODY", "fill",
      2 },
    { "#define KERNEL(name) __global__ void name (float *p, int n)\n\nnamespace a {\n"
      "template <int N> KERNEL(fill) {\nBODY",
      "a::fill<4>", 4 },
    { "#define KERNEL(name, ...) __global__ void name (__VA_ARGS__)\n"
      "KERNEL(fill, float *p, int n) {\nBODY",
      "fill", 2 },
    { "#define GLOBAL(t) __global__ t\nGLOBAL(void) fill (float *p, int n) {\nBODY", "fill", 2 },
    { "#define GLOBAL(t) static __global__ t\n#define KERNEL(name) GLOBAL(void) k_ ## name (float "
      "*p, "
      "int n)\nKERNEL(fill)\n{\nBODY",
      "k_fill", 3 },
    { "#define GLOBAL(t) __global__ t\n\n"
      "GLOBAL(void) __launch_bounds__ (64) fill (float *p, int n) {\nBODY",
      "fill", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) parts = g_strsplit (rows[i].text, "BODY", 2);
      g_autofree char *text = g_strjoinv ("#pragma unroll\nfor (int k = 0; k < 1; k++)\n{\nint i = "
                                          "threadIdx.x; if (i < n) p[i] = k; "
                                          "} }\n",
                                          parts);
      g_autoptr (WsUserPlan) plan = guess (text);
      g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
      g_autoptr (WsCompileRequest) request = ws_user_source_make_request (source);
      const WsUserLaunch *launch = ws_user_plan_get_launch (plan, 0);
      const WsUserFunction *kernel = g_ptr_array_index (source->kernels, 0);
      g_autofree char *why = NULL;
      guint line = 1;

      g_assert_cmpstr (launch->kernel, ==, rows[i].kernel);
      g_assert_cmpuint (launch->arguments->len, ==, 2);
      g_assert_cmpuint (kernel->line, ==, rows[i].line);
      for (const char *at = text; at < strstr (text, "if (i < n)"); at++)
        line += *at == '\n';
      why = g_strdup_printf ("compared with an index in line %u", line);
      g_assert_cmpstr (ws_user_launch_get_argument (launch, 1)->value.why, ==, why);
      g_assert_cmpstr (ws_user_plan_get_buffer (plan, 0)->use.text, ==, "out");
      /* a compiler has it as it stands */
      g_assert_nonnull (strstr (request->source, text));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/user/tokens", test_tokens);
  g_test_add_func ("/user/expressions", test_expressions);
  g_test_add_func ("/user/unknown", test_unknown);
  g_test_add_func ("/user/endless", test_endless);
  g_test_add_func ("/user/left-out", test_left_out);
  g_test_add_func ("/user/refused", test_refused);
  g_test_add_func ("/user/plan", test_plan);
  g_test_add_func ("/user/nothing", test_nothing);
  g_test_add_func ("/user/loops", test_loops);
  g_test_add_func ("/user/nested", test_nested);
  g_test_add_func ("/user/chain", test_chain);
  g_test_add_func ("/user/circle", test_circle);
  g_test_add_func ("/user/no-text", test_no_text);
  g_test_add_func ("/user/brackets", test_brackets);
  g_test_add_func ("/user/cut", test_cut);
  g_test_add_func ("/user/steps", test_steps);
  g_test_add_func ("/user/fills", test_fills);
  g_test_add_func ("/user/rows", test_rows);
  g_test_add_func ("/user/row-parameters", test_row_parameters);
  g_test_add_func ("/user/filled-again", test_filled_again);
  g_test_add_func ("/user/no-threads", test_no_threads);
  g_test_add_func ("/user/shared", test_shared);
  g_test_add_func ("/user/launched-in-loops", test_launched_in_loops);
  g_test_add_func ("/user/launched-for-long", test_launched_for_long);
  g_test_add_func ("/user/only-block", test_only_block);
  g_test_add_func ("/user/addresses", test_addresses);
  g_test_add_func ("/user/addresses-expected", test_addresses_expected);
  g_test_add_func ("/user/not-filled", test_not_filled);
  g_test_add_func ("/user/skipped", test_skipped);
  g_test_add_func ("/user/bracketed", test_bracketed);
  g_test_add_func ("/user/fill-work", test_fill_work);
  g_test_add_func ("/user/kept", test_kept);
  g_test_add_func ("/user/macro-heads", test_macro_heads);
  return g_test_run ();
}
