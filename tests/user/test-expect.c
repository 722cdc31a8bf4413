/* What must come out of a kernel of the user's: how it is said, what it is taken for, and that it
 * is held against what came out. */
#include "reader/job.h"

#include <string.h>

/* ---- words ---- */

static void
test_words (void)
{
  static const struct {
    const char *text;
    WsExpectKind kind;
    const char *rest;
    double bound; /* -1: not said */
  } rows[] = {
    { "", WS_EXPECT_NOTHING, "", -1 },
    { NULL, WS_EXPECT_NOTHING, "", -1 },
    { " nothing ", WS_EXPECT_NOTHING, "nothing", -1 },
    { "before", WS_EXPECT_BEFORE, "before", -1 },
    { "before within 0.5", WS_EXPECT_BEFORE, "before", 0.5 },
    { "kernel naive<float>", WS_EXPECT_KERNEL, "naive<float>", -1 },
    { "= 2 * in[i] within 1e-3", WS_EXPECT_LINE, "2 * in[i]", 1e-3 },
    { "ramp 0 1", WS_EXPECT_CONTENTS, "ramp 0 1", -1 },
    { "file a.csv within 0", WS_EXPECT_CONTENTS, "file a.csv", 0 },
  };
  static const char *const wrong[] = {
    "=", "kernel ", "= within 1", "zeros within x", "zeros within -1", "zeros within nan"
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (WsExpect) expect = { 0 };

      g_assert_true (ws_expect_read (rows[i].text, &expect, NULL));
      g_assert_cmpint (expect.kind, ==, rows[i].kind);
      g_assert_cmpstr (expect.text, ==, rows[i].rest);
      g_assert_cmpint (expect.has_bound, ==, rows[i].bound >= 0);
      if (expect.has_bound)
        g_assert_cmpfloat (expect.bound, ==, rows[i].bound);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (WsExpect) expect = { 0 };
      g_autoptr (GError) error = NULL;

      g_assert_false (ws_expect_read (wrong[i], &expect, &error));
      g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FIELD);
    }
}

/* Of integers nothing may differ; of floating-point numbers what another order rounds to. */
static void
test_bounds (void)
{
  static const float values[] = { 1, -2000, 3 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (values, sizeof values);
  g_auto (WsExpect) said = { 0 };
  g_auto (WsExpect) unsaid = { 0 };

  g_assert_true (ws_expect_read ("before within 3", &said, NULL));
  g_assert_true (ws_expect_read ("before", &unsaid, NULL));
  g_assert_cmpfloat (ws_expect_get_bound (&said, WS_VALUE_F32, bytes), ==, 3);
  g_assert_cmpfloat (ws_expect_get_bound (&unsaid, WS_VALUE_S32, bytes), ==, 0);
  g_assert_cmpfloat_with_epsilon (ws_expect_get_bound (&unsaid, WS_VALUE_F32, bytes), 0.02, 1e-9);
}

/* ---- a job of it ---- */

#define SOURCE                                                                          \
  "__global__ void scale (const float *in, float *out, int n)\n"                        \
  "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * in[i]; }\n" \
  "__global__ void naive (float *out, int n, const float *in)\n"                        \
  "{ for (int i = 0; i < n; i++) out[i] = in[i] + in[i]; }\n"                           \
  "__global__ void other (float *table) { table[0] = 1; }\n"

#define PTX                                                                            \
  ".version 7.0\n.target sm_75\n.address_size 64\n"                                    \
  ".visible .entry scale (.param .u64 a, .param .u64 b, .param .u32 n)\n{\nret;\n}\n"  \
  ".visible .entry naive (.param .u64 a, .param .u32 n, .param .u64 b)\n{\nret;\n}\n"  \
  ".visible .entry warpstage_expected_out (.param .u64 a, .param .u64 b, .param .u32 " \
  "n)\n{\nret;\n}\n"

typedef struct {
  WsUserSource *source;
  WsUserPlan *plan;
  WsCompileResult *compiled;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->source = ws_user_source_new ("a.cu", SOURCE, NULL, NULL);
  self->plan = ws_user_plan_guess (self->source, "scale", NULL);
  self->compiled = ws_compile_result_new ("kept");
  self->compiled->ptx = g_strdup (PTX);
  g_ptr_array_add (self->compiled->names, g_strdup ("scale"));
  g_ptr_array_add (self->compiled->names, g_strdup ("naive"));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ws_user_source_free (self->source);
  ws_user_plan_free (self->plan);
  ws_compile_result_free (self->compiled);
}

static void
set (Fixture *self, const char *assignment)
{
  g_assert_true (ws_user_plan_set (self->plan, assignment, NULL));
}

static void
test_contents (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = NULL;
  const WsCheck *check;

  set (self, "n=3");
  set (self, "out.expect=values 1, 2, 4 within 0.25");
  job = ws_user_make_job (self->source, self->plan, self->compiled, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (job->checks->len, ==, 1);
  check = ws_job_get_check (job, 0);
  g_assert_cmpstr (ws_job_get_buffer (job, check->buffer)->name, ==, "out");
  g_assert_cmpuint (check->count, ==, 3);
  g_assert_cmpfloat (check->bound, ==, 0.25);
  g_assert_cmpfloat (((const float *)g_bytes_get_data (check->contents.values, NULL))[2], ==, 4);
  g_clear_pointer (&job, ws_job_unref);

  set (self, "out.expect=values 1, 2");
  job = ws_user_make_job (self->source, self->plan, self->compiled, NULL, &error);
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FIELD);
  g_assert_cmpstr (error->message, ==,
                   "“out” has 3 elements, but expected values for 2 are given.");
}

/* A line becomes a kernel that stands behind the source, with its places in a file of its own. */
static void
test_line (Fixture *self, gconstpointer data)
{
  g_autoptr (WsCompileRequest) request = ws_user_source_make_request (self->source);
  g_autoptr (WsUserPlan) plan = NULL;
  g_autoptr (WsCompileResult) compiled = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (GError) error = NULL;
  const WsJobLaunch *launch;

  set (self, "out.expect== in[i] + n");
  ws_user_plan_ask (self->plan, request);
  g_assert_cmpuint (request->expressions->len, ==, 1);
  g_assert_true (g_str_has_suffix (
      request->source,
      "extern \"C\" __global__ void warpstage_expected_out (float *in, float *out, int n)\n{\n"
      "  for (long long i = 0; i < (long long)(n); i++)\n    out[i] = (\n"
      "#line 1 \"out.expect\"\nin[i] + n\n);\n}\n"));
  plan = ws_user_plan_make_reference (self->plan, self->source, 1, &error);
  g_assert_no_error (error);
  compiled = ws_user_plan_take_reference (self->plan, self->source, self->compiled, 1);
  job = ws_user_make_job (self->source, plan, compiled, NULL, &error);
  g_assert_no_error (error);
  launch = ws_job_get_launch (job, 0);
  g_assert_cmpuint (launch->grid[0] * launch->block[0], ==, 1);
  g_assert_cmpuint (job->checks->len, ==, 0);
}

/* A kernel is given what the other has, by the names of its parameters. */
static void
test_kernel (Fixture *self, gconstpointer data)
{
  g_autoptr (WsCompileRequest) request = ws_user_source_make_request (self->source);
  g_autoptr (WsUserPlan) plan = NULL;
  g_autoptr (WsCompileResult) compiled = NULL;
  g_autoptr (GError) error = NULL;
  const WsUserLaunch *launch;

  set (self, "out.expect=kernel naive");
  ws_user_plan_ask (self->plan, request);
  g_assert_cmpstr (request->expressions->pdata[1], ==, "naive");
  plan = ws_user_plan_make_reference (self->plan, self->source, 1, &error);
  g_assert_no_error (error);
  launch = ws_user_plan_get_launch (plan, 0);
  g_assert_cmpint (ws_user_launch_get_argument (launch, 0)->buffer, ==, 1);
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 1)->value.text, ==, "1024");
  g_assert_cmpint (ws_user_launch_get_argument (launch, 2)->buffer, ==, 0);
  compiled = ws_user_plan_take_reference (self->plan, self->source, self->compiled, 1);
  g_assert_cmpstr (compiled->names->pdata[0], ==, "naive");
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  static const struct {
    const char *assignment;
    const char *says;
  } rows[] = {
    { "out.expect=kernel none", "The file has no kernel “none” to compare with." },
    { "out.expect=kernel other",
      "Parameter “table” of “other” does not exist in the kernel that runs:*" },
    { "out.expect==", "After “=” give an expression*" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      set (self, rows[i].assignment);
      g_assert_false (ws_user_plan_check_expected (self->plan, self->source, &error));
      if (!g_pattern_match_simple (rows[i].says, error->message))
        g_error ("%s", error->message);
    }
}

/* What makes no launch, or no buffer, is said with what it was. */
static void
test_impossible (Fixture *self, gconstpointer data)
{
  static const struct {
    const char *assignment;
    const char *back;
    const char *says;
  } rows[] = {
    { "block=0", "block=256",
      "The block of “scale” must be *, not “0”. CUDA*invalid configuration argument*" },
    { "block=none", "block=256", "The block of “scale” must be *, not “none”." },
    { "grid=0, 1", "grid=4",
      "The grid of “scale” must be *, not “0, 1”. CUDA*invalid configuration argument*" },
    { "shared=-1", "shared=0", "The shared memory of “scale” must be *, not “-1”." },
    { "in.length=0", "in.length=n", "The length of “in” must be *, not “0”." },
    { "in.type=none", "in.type=float", "Unknown element type of “in”: “none”." },
    { "in.use=both", "in.use=in", "“in” must be in, out or inout, not “both”." },
    { "in.contents=file /nowhere/a.csv", "in.contents=zeros", "*/nowhere/a.csv*" },
    { "in.contents=random 0 0.5", "in.contents=zeros", "*, not “random 0 0.5”." },
    { "in.contents== i % none", "in.contents=zeros", "Contents of “in”: no number for i = 0*" },
    { "in.contents== 8 / (i - 5)", "in.contents=zeros", "*no number for i = 5*" },
    { "in.contents=random 3", "in.contents=zeros", "*, not “random 3”." },
    { "in.length=1 << 50", "in.length=n", "*" },
    { "in.length=2^62", "in.length=n",
      "The length of “in” is 4611686018427387904 elements: at most 9000000000000000 are "
      "possible." },
    { "grid=2^31", "grid=4",
      "The grid of “scale” has 2147483648 blocks along an axis: at most 2147483647 are possible." },
    { "n=2^62", "n=1024",
      "“n” is 4611686018427387904, which is too large: type int holds at most 2147483647." },
    { "n=-2^40", "n=1024",
      "“n” is -1099511627776, which is too small: type int holds at least -2147483648." },
    { "n=-5", "n=1024",
      "The length of “in” must be an integer of at least 1, not “n”, which is -5." },
    { "n=none", "n=1024", "*“none”*" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsJob) job = NULL;

      set (self, rows[i].assignment);
      job = ws_user_make_job (self->source, self->plan, self->compiled, NULL, &error);
      g_assert_null (job);
      if (!g_pattern_match_simple (rows[i].says, error->message))
        g_error ("%s: %s", rows[i].assignment, error->message);
      set (self, rows[i].back);
    }
}

/* ---- contents ---- */

static GBytes *
make_contents (Fixture *self, const char *contents)
{
  g_autofree char *assignment = g_strconcat ("in.contents=", contents, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = NULL;
  GBytes *bytes;

  set (self, assignment);
  job = ws_user_make_job (self->source, self->plan, self->compiled, NULL, &error);
  g_assert_no_error (error);
  bytes = ws_job_make_contents (job, 0, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
test_random (Fixture *self, gconstpointer data)
{
  g_autoptr (GBytes) one = make_contents (self, "uniform -1 3 seed 7");
  g_autoptr (GBytes) again = make_contents (self, "uniform -1 3 seed 7");
  g_autoptr (GBytes) other = make_contents (self, "uniform -1 3 seed 8");
  const float *values = g_bytes_get_data (one, NULL);
  float low = 3, high = -1;
  guint n_whole = 0;

  g_assert_true (g_bytes_equal (one, again));
  g_assert_false (g_bytes_equal (one, other));
  for (guint i = 0; i < 1024; i++)
    {
      low = MIN (low, values[i]);
      high = MAX (high, values[i]);
      n_whole += values[i] == (int)values[i];
    }
  g_assert_cmpfloat (low, >=, -1);
  g_assert_cmpfloat (low, <, -0.9);
  g_assert_cmpfloat (high, <, 3);
  g_assert_cmpfloat (high, >, 2.9);
  g_assert_cmpuint (n_whole, <, 10);
}

/* An expression of the index, with C's whole numbers and the kernel's numbers. */
static void
test_expression (Fixture *self, gconstpointer data)
{
  g_autoptr (GBytes) bytes = make_contents (self, "= i % 7 - i / 100 * 0.5f + n");
  const float *values = g_bytes_get_data (bytes, NULL);

  for (int i = 0; i < 1024; i++)
    g_assert_cmpfloat (values[i], ==, (float)(i % 7) - (float)(i / 100) * 0.5f + 1024);
}

/* Whole numbers of 64 bits lose nothing on their way; what has no room says where it stands. */
static void
test_exact (Fixture *self, gconstpointer data)
{
  static const guint64 values[] = { G_MAXUINT64, (guint64)G_MININT64, 9007199254740993u,
                                    (guint64)-9007199254740993, 0xfedcba9876543211u };
  static const struct {
    const char *type;
    const char *contents;
    const char *says;
  } rows[] = {
    { "long long", "values 1, 18446744073709551616", "in:1:4: 18446744073709551616 is too large*" },
    { "long long", "values 1\n 2, -9223372036854775809", "in:2:5: -9223372036854775809 is too*" },
    { "int", "values 4294967296", "in:1:1: 4294967296 is too large*" },
    { "unsigned char", "values 255, 256", "in:1:6: 256 is too large*" },
    { "int", "values 1e30", "in:1:1: 1e30 is too large*" },
  };
  g_autoptr (GBytes) bytes = NULL;

  set (self, "in.type=unsigned long long");
  bytes = make_contents (self, "values 18446744073709551615, -9223372036854775808, "
                               "9007199254740993, -9007199254740993, 0xfedcba9876543211");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), sizeof values, values, sizeof values);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *type = g_strconcat ("in.type=", rows[i].type, NULL);
      g_autofree char *contents = g_strconcat ("in.contents=", rows[i].contents, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsJob) job = NULL;

      set (self, type);
      set (self, contents);
      job = ws_user_make_job (self->source, self->plan, self->compiled, NULL, &error);
      g_assert_null (job);
      if (!g_pattern_match_simple (rows[i].says, error->message))
        g_error ("%s: %s", rows[i].contents, error->message);
    }
}

/* What another buffer holds: they are the same memory. */
static void
test_result (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = NULL;
  const WsJobLaunch *launch;

  set (self, "out.contents=result in");
  job = ws_user_make_job (self->source, self->plan, self->compiled, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (job->buffers->len, ==, 1);
  g_assert_cmpuint (ws_job_get_buffer (job, 0)->use, ==, WS_BUFFER_IN | WS_BUFFER_OUT);
  launch = ws_job_get_launch (job, 0);
  g_assert_cmpuint (g_array_index (launch->arguments, WsArgument, 0).buffer, ==, 0);
  g_assert_cmpuint (g_array_index (launch->arguments, WsArgument, 1).buffer, ==, 0);
}

/* ---- several kernels in a file ---- */

static void
assert_kernels (const char *text, const char *expected)
{
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
  g_autoptr (GPtrArray) names = ws_user_plan_list_kernels (source);
  g_autofree char *joined = NULL;

  g_ptr_array_add (names, NULL);
  joined = g_strjoinv ("|", (char **)names->pdata);
  g_assert_cmpstr (joined, ==, expected);
}

static void
test_kernels (void)
{
  assert_kernels (SOURCE, "scale|naive|other");
  assert_kernels ("__global__ void a () {}\n__global__ void b () {}\n"
                  "int main () { a<<<1, 1>>> (); b<<<1, 1>>> (); }\n",
                  "|a|b");
  assert_kernels ("template <typename T> __global__ void a (T *p) {}\n"
                  "template __global__ void a<int> (int *);\n"
                  "template __global__ void a<double> (double *);\n",
                  "a<int>|a<double>");
  assert_kernels ("template <typename T, int N> __global__ void a (T *p) {}\n"
                  "int main () { a<float, 3><<<1, 1>>> (0); a<int, 4><<<1, 1>>> (0); }\n",
                  "|a<float, 3>|a<int, 4>");
  assert_kernels ("namespace m { template <class T> __global__ void a (T *p) {} }\n",
                  "m::a<float>");
}

/* What is said of one kernel stays when another is kept. */
static void
test_kept_apart (void)
{
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", SOURCE, NULL, NULL);
  g_autoptr (WsUserPlan) scale = ws_user_plan_guess (source, "scale", NULL);
  g_autoptr (WsUserPlan) naive = ws_user_plan_guess (source, "naive", NULL);
  g_autoptr (WsUserPlan) first = ws_user_plan_guess (source, "", NULL);
  g_autofree char *text = NULL;
  g_autofree char *both = NULL;

  g_assert_true (ws_user_plan_set (scale, "n=77", NULL));
  g_assert_true (ws_user_plan_set (naive, "n=55", NULL));
  text = ws_user_plan_to_text (scale, NULL);
  both = ws_user_plan_to_text (naive, text);
  g_assert_nonnull (strstr (both, "[scale: launch 1]"));
  g_assert_nonnull (strstr (both, "[naive: launch 1]"));
  g_assert_true (ws_user_plan_read_text (first, both, NULL));
  g_assert_cmpstr (first->kernel, ==, "scale");
  g_assert_cmpstr (ws_user_launch_get_argument (ws_user_plan_get_launch (first, 0), 2)->value.text,
                   ==, "77");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own-expect/words", test_words);
  g_test_add_func ("/own-expect/bounds", test_bounds);
#define ADD(name, function) \
  g_test_add ("/own-expect/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("contents", test_contents);
  ADD ("line", test_line);
  ADD ("kernel", test_kernel);
  ADD ("refused", test_refused);
  ADD ("impossible", test_impossible);
  ADD ("random", test_random);
  ADD ("expression", test_expression);
  ADD ("exact", test_exact);
  ADD ("result", test_result);
#undef ADD
  g_test_add_func ("/own-expect/kernels", test_kernels);
  g_test_add_func ("/own-expect/kept-apart", test_kept_apart);
  return g_test_run ();
}
