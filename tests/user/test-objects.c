/* Structures and vectors that host code hands to kernels by value, and templates of structures:
 * what they are called, and what they hold. */
#include "reader/job.h"

#include <string.h>

static WsUserPlan *
guess (const char *text, GError **error)
{
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, error);

  g_assert_nonnull (source);
  return ws_user_plan_guess (source, NULL, error);
}

/* ---- what they hold ---- */

#define TYPES                                                                                      \
  "struct P { int a; float b; };\n"                                                                \
  "struct Q { P p; int2 v; int n = 9; };\n"                                                        \
  "struct Scale { float f = 1, g {2}; Scale (float x, int n = 4) : f (x * n) {} float h () { f = " \
  "7; } "                                                                                          \
  "};\n"                                                                                           \
  "struct Body { int a; Body (int x) { a = x; } };\n"                                              \
  "P top = {5, 6}, shared;\nvoid other () { shared.a = 3; }\n"                                     \
  "void init (P &p) { p.a = 1; }\nvoid init_it (P *p) { p->a = 1; }\nP make (int a);\n"            \
  "void show (P p) {}\n"

static void
test_held (void)
{
  static const struct {
    const char *type;
    const char *code;
    const char *argument;
    const char *value;
    const char *why;
  } rows[] = {
    { "P", "P p = {3, 2.5f};", "p", "3, 2.5", "the launch in line * passes “p”" },
    { "P", "P p {n, 2.5f};", "p", "100, 2.5", "the launch*" },
    { "P", "P p = {3};", "p", "3, 0", "the launch*" },
    { "P", "P p = {.a = 3, .b = 1};", "p", "3, 1", "the launch*" },
    { "P", "P p; p.a = 7; p.b = n / 8.f;", "p", "7, 12.5", "the launch*" },
    { "P", "P p = {1, 2}; p.a = 7;", "p", "7, 2", "the launch*" },
    { "P", "P p = {1, 2}; p = P{3, 4};", "p", "3, 4", "the launch*" },
    { "P", "auto p = P{3, 4}; P q = p;", "q", "3, 4", "the launch*" },
    { "P", "", "P{3, 4}", "3, 4", "the launch*" },
    { "P", "", "top", "5, 6", "the launch*" },
    { "P", "const P o {9}, p = {1, 2}, *q = &o;", "p", "1, 2", "the launch*" },
    { "P", "P o, p, q; p.a = 3; p.b = 4;", "p", "3, 4", "the launch*" },
    { "P", "P p = {1, 2}; show (p);", "p", "1, 2", "the launch*" },
    { "Q", "Q q = {{1, 2}, {3, 4}};", "q", "1, 2, 3, 4, 9", "the launch*" },
    { "Q", "Q q; q.p = P{1, 2}; q.v = make_int2 (3, 4);", "q", "1, 2, 3, 4, 9", "the launch*" },
    { "Q", "Q q; q.p.a = 1; q.v.y = 5; q.p = P{3, 4}; q.v.x = 6;", "q", "3, 4, 6, 5, 9", "*" },
    { "Scale", "", "Scale (3.f)", "12, 2", "the launch*" },
    { "Scale", "Scale s (3.f, 2);", "s", "6, 2", "the launch*" },
    { "int3", "", "make_int3 (1, 2, n)", "1, 2, 100", "the launch*" },
    { "float2", "float2 v = {1.5f, 2};", "v", "1.5, 2", "the launch*" },
    { "float2", "float2 v; v.x = 3; v.y = 0.5f;", "v", "3, 0.5", "the launch*" },
    { "dim3", "", "dim3 (4, 5)", "4, 5, 1", "the launch*" },
    { "dim3", "dim3 d (4, 5, 6);", "d", "4, 5, 6", "the launch*" },
    /* not known */
    { "P", "P p; p.a = 7;", "p", "7, 1", "not known: b" },
    { "P", "P p; p.a = 7; if (n > 200) p.a = 8; p.b = 2;", "p", "64, 2", "not known: a" },
    { "P", "P p = {1, 2}; for (int i = 0; i < 3; i++) { p.a += 2; }", "p", "64, 2",
      "not known: a" },
    { "P", "P p = {1, 2}; if (n > 200) n = 3; else p.a = 7;", "p", "64, 2", "not known: a" },
    { "P", "P p = {1, 2}; p.a++;", "p", "64, 2", "not known: a" },
    { "P", "P p = {1, 2}; init (p);", "p", "64, 1", "its fields are not known" },
    { "P", "P p = {1, 2}; init_it (&p);", "p", "64, 1", "its fields are not known" },
    { "P", "P p = {1, 2}; p = make (3);", "p", "64, 1", "its fields are not known" },
    { "P", "P p = make (3);", "p", "64, 1", "its fields are not known" },
    { "P", "", "shared", "64, 1", "its fields are not known" },
    { "Body", "", "Body (3)", "64", "its fields are not known" },
    { "int3", "int3 v = make_int3 (1);", "v", "64, 64, 64", "its fields are not known" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          TYPES
          "__global__ void k (%s p) {}\nint main () { int n = 100; %s\nk<<<1, 32>>> (%s); }\n",
          rows[i].type, rows[i].code, rows[i].argument);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserPlan) plan = guess (text, &error);
      const WsUserField *value;

      g_assert_no_error (error);
      value = &ws_user_launch_get_argument (ws_user_plan_get_launch (plan, 0), 0)->value;
      if (!g_str_equal (value->text, rows[i].value)
          || !g_pattern_match_simple (rows[i].why, value->why))
        g_error ("%s %s: %s (%s)", rows[i].code, rows[i].argument, value->text, value->why);
      g_assert_cmpint (value->is_unknown, ==, !g_str_has_prefix (value->why, "the launch"));
    }
}

/* In a loop, and by a function's parameter. */
static void
test_launches (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan =
      guess ("struct P { int a, b; };\n__global__ void k (P p) {}\n"
             "void run (P p) { k<<<1, 32>>> (p); }\n"
             "int main () {\n  P p = {1, 2}, q = {3, 4};\n  run (q);\n"
             "  for (int i = 0; i < 2; i++) { p.a = 10 * i; k<<<1, 32>>> (p); p.b *= 2; }\n}\n",
             &error);
  static const char *const values[] = { "3, 4", "0, 64", "10, 64" };

  g_assert_no_error (error);
  g_assert_cmpuint (plan->launches->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (ws_user_launch_get_argument (ws_user_plan_get_launch (plan, i), 0)->value.text,
                     ==, values[i]);
}

/* What the user says of it is known. */
static void
test_said (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = guess ("struct P { int a, b; };\n__global__ void k (P p) {}\n"
                                       "int main () { P p = read (); k<<<1, 32>>> (p); }\n",
                                       &error);
  const WsUserField *value =
      &ws_user_launch_get_argument (ws_user_plan_get_launch (plan, 0), 0)->value;

  g_assert_true (value->is_unknown);
  g_assert_true (ws_user_plan_set (plan, "p=3, 4", &error));
  g_assert_false (value->is_unknown);
}

/* ---- templates of structures ---- */

#define TEMPLATES                                                                                \
  "template <typename T> struct Add { T a; Add (T x = 3) : a (x) {} T operator() (T x) const { " \
  "return "                                                                                      \
  "x + a; } };\n"                                                                                \
  "template <class T, int N = 2> struct Vec { T v[N]; };\n"                                      \
  "template <class T> struct Inc { T operator() (T x) const { return x + 1; } };\n"              \
  "template <class F, class G> struct Both { F f; G g; };\n"                                     \
  "namespace ops { template <class T> struct Twice { T x; }; }\n"                                \
  "template <typename T, typename F> __global__ void map (T *p, int n, F f) { p[0] = f (p[0]); " \
  "}\n"                                                                                          \
  "template <typename T> __global__ void take (T *p, Vec<T, 3> v) { p[0] = v.v[0]; }\n"          \
  "template <typename T> void run (T *d) { map<T, Add<T>><<<1, 64>>> (d, 5, Add<T> (2)); }\n"    \
  "template <typename F> void call (F f) { float *d; map<<<1, 64>>> (d, 5, f); }\n"              \
  "template <typename T> void with (T *d) { call ([] __device__ (float x) { return T (x); }); }\n"

static void
test_templates (void)
{
  static const struct {
    const char *code;
    const char *kernel;
    const char *value; /* of the last argument */
  } rows[] = {
    { "map<float, Add<float>><<<1, 64>>> (d, 5, Add<float> (7));", "map<float, Add<float>>", "7" },
    { "map<<<1, 64>>> (d, 5, Add<float> (7));", "map<float, Add<float>>", "7" },
    { "map<<<1, 64>>> (d, 5, Add<float> ());", "map<float, Add<float>>", "3" },
    { "Add<float> add; map<<<1, 64>>> (d, 5, add);", "map<float, Add<float>>", "3" },
    { "auto add = Add<float> (2); map<<<1, 64>>> (d, 5, add);", "map<float, Add<float>>", "2" },
    { "run<float> (d);", "map<float, Add<float>>", "2" },
    { "run (d);", "map<float, Add<float>>", "2" },
    { "call (Add<double> (4));", "map<float, Add<double>>", "4" },
    { "map<<<1, 64>>> (d, 5, Inc<int>{});", "map<float, Inc<int>>", "0" },
    { "map<<<1, 64>>> (d, 5, Vec<int>{1, 2});", "map<float, Vec<int>>", "1, 2" },
    { "map<<<1, 64>>> (d, 5, Vec<int, 3>{1, 2, 4});", "map<float, Vec<int, 3>>", "1, 2, 4" },
    { "map<<<1, 64>>> (d, 5, Both<Inc<int>, Add<Vec<float>>>{});",
      "map<float, Both<Inc<int>, Add<Vec<float>>>>", "0, 0, 0" },
    { "map<<<1, 64>>> (d, 5, ops::Twice<int>{6});", "map<float, ops::Twice<int>>", "6" },
    { "Vec<float, 3> v = {1, 2, 3}; take<float><<<1, 64>>> (d, v);", "take<float>", "1, 2, 3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text =
          g_strdup_printf (TEMPLATES "int main () { float *d; %s }\n", rows[i].code);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserPlan) plan = guess (text, &error);
      const WsUserLaunch *launch;
      const WsUserArgument *argument;

      g_assert_no_error (error);
      launch = ws_user_plan_get_launch (plan, 0);
      argument = ws_user_launch_get_argument (launch, launch->arguments->len - 1);
      if (!g_str_equal (launch->kernel, rows[i].kernel)
          || !g_str_equal (argument->value.text, rows[i].value))
        g_error ("%s: %s %s", rows[i].code, launch->kernel, argument->value.text);
    }
}

/* ---- lambdas ---- */

/* What a lambda captures are the fields of a structure that stands for it. */
static void
test_lambdas (void)
{
  static const struct {
    const char *code;
    const char *value; /* of the last argument */
    const char *field; /* of the structure; empty of none */
  } rows[] = {
    { "call ([] __device__ (float x) { return x; });", "0", "" },
    { "auto f = [=] __device__ (float x) { return x + a; }; call (f);", "2.5", "float a;" },
    { "const auto f = [a] __device__ (float x) { return x + a; }; call (f);", "2.5", "float a;" },
    { "auto &&f = [a, m] __device__ (float x) { return m + a; }; map<<<1, 64>>> (d, 5, f);",
      "2.5, 7", "unsigned int m;" },
    { "call ([=] __host__ __device__ (float x) mutable -> float { a += x; return a; });", "2.5",
      "float a;" },
    { "call ([=] __device__ (float a) { float m = a; return m; });", "0", "" },
    { "call ([=] __device__ (float x) { int t = n; { int m = t; t = m; } return t + p.m; });",
      "100", "int n;" },
    { "call ([k = 2 * n, b = 0.5f] __device__ (float x) { return k * b; });", "200, 0.5",
      "int k;" },
    { "auto k = a * n; call ([=] __device__ (float x) { return k; });", "250", "float k;" },
    { "auto k = 1u << 4; call ([=] __device__ (float x) { return k; });", "16", "unsigned k;" },
    { "call ([=] __device__ (float x) { return N * x; });", "0",
      "static constexpr int N = 2 * TOP;" },
    /* what is assigned before, other than under a condition */
    { "a = 4; if (n > 3) a = 5; call ([=] __device__ (float x) { return a; }); a = 6;", "4",
      "float a;" },
    { "a += 4; call ([=] __device__ (float x) { return a; });", "1", "float a;" },
    { "set (&n); call ([=] __device__ (float x) { return n; });", "1024", "int n;" },
    { "for (int i = 3; i < 4; i++) call ([=] __device__ (float x) { return i; });", "3", "int i;" },
    { "if (i < n) n = 3; call ([n] __device__ (float x) { return n; });", "100", "int n;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "#define TOP 3\n" TEMPLATES
          "int main () { float *d; int n = 100; float a = 2.5f; unsigned int m = 7;\n"
          "constexpr int N = 2 * TOP; %s }\n",
          rows[i].code);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
      g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, NULL, &error);
      g_autoptr (WsCompileRequest) request = NULL;
      const WsUserLaunch *launch;
      const WsUserField *value;
      const char *functor;
      g_autofree char *fields = NULL;

      g_assert_no_error (error);
      launch = ws_user_plan_get_launch (plan, 0);
      value = &ws_user_launch_get_argument (launch, 2)->value;
      g_assert_cmpstr (launch->kernel, ==, "map<float, lambda_2>");
      if (!g_str_equal (value->text, rows[i].value))
        g_error ("%s: %s (%s)", rows[i].code, value->text, value->why);
      g_assert_cmpint (value->is_unknown, ==,
                       g_str_equal (rows[i].value, "1") || g_str_equal (rows[i].value, "1024"));

      request = ws_user_source_make_request (source);
      g_assert_null (strstr (request->source, "struct lambda_2"));
      ws_compile_request_free (g_steal_pointer (&request));
      ws_user_source_keep (source, launch->kernel);
      request = ws_user_source_make_request (source);
      functor = strstr (request->source, "struct lambda_2 {");
      g_assert_nonnull (functor);
      fields = g_strndup (functor, (gsize)(strstr (functor, "  __device__") - functor));
      if (*rows[i].field == '\0' ? strchr (fields, ';') != NULL
                                 : strstr (fields, rows[i].field) == NULL)
        g_error ("%s: %s", rows[i].code, fields);
    }
}

/* A lambda's pointers are the buffers that host code knows by their names, and its own code says
 * what is done with them. */
static void
test_captured_buffers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = guess (
      "template <typename F> __global__ void each (int n, F f) { f (threadIdx.x); }\n"
      "template <typename F> void run (int n, F f) { each<<<1, 64>>> (n, f); }\n"
      "void scale (float *p, float by) { run (64, [=] __device__ (int i) { p[i] *= by; }); }\n"
      "int main () {\n  float *in, *out, h[64];\n  cudaMalloc (&in, 256);\n"
      "  cudaMalloc (&out, 512);\n  for (int i = 0; i < 64; i++) h[i] = 2 * i;\n"
      "  cudaMemcpy (in, h, 256, cudaMemcpyHostToDevice);\n  const float *from = in;\n"
      "  run (64, [out, in] __device__ (int i) { out[i] = in[i]; });\n"
      "  float *half = out + 16;\n"
      "  run (64, [=] __device__ (int i) { half[i] = from[i]; });\n"
      "  scale (out + 32, 3);\n}\n",
      &error);
  const WsUserLaunch *launch;
  const WsUserBuffer *buffer;

  g_assert_no_error (error);
  g_assert_cmpuint (plan->launches->len, ==, 3);
  g_assert_cmpuint (plan->buffers->len, ==, 2);
  buffer = ws_user_plan_get_buffer (plan, 0);
  g_assert_cmpstr (buffer->name, ==, "out");
  g_assert_cmpstr (buffer->length.text, ==, "128");
  g_assert_cmpstr (buffer->use.text, ==, "inout");
  buffer = ws_user_plan_get_buffer (plan, 1);
  g_assert_cmpstr (buffer->name, ==, "in");
  g_assert_cmpstr (buffer->length.text, ==, "n");
  g_assert_cmpstr (buffer->use.text, ==, "in");
  g_assert_cmpstr (buffer->contents.text, ==, "ramp 0 2");
  launch = ws_user_plan_get_launch (plan, 1);
  g_assert_cmpint (ws_user_launch_get_argument (launch, 2)->buffer, ==, 0);
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 2)->value.text, ==, "16");
  g_assert_cmpint (ws_user_launch_get_argument (launch, 3)->buffer, ==, 1);
  launch = ws_user_plan_get_launch (plan, 2);
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 1)->value.text, ==, "3");
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 2)->name, ==, "f.p");
  g_assert_cmpint (ws_user_launch_get_argument (launch, 2)->buffer, ==, 0);
  g_assert_cmpstr (ws_user_launch_get_argument (launch, 2)->value.text, ==, "32");
}

/* What the compiler says of a lambda is at its own lines and columns. */
static void
test_lambda_places (void)
{
  g_autoptr (WsUserSource) source = ws_user_source_new (
      "a.cu",
      "template <typename F> __global__ void k (F f) { f (1); }\nnamespace a { namespace b {\n"
      "void go () {\n  k<<<1, 1>>> ([=] __device__ (int i)\n    { lambda_1 (i); });\n}}}\n"
      "__device__ void lambda_1 (int i) {}\n",
      NULL, NULL);
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, NULL, NULL);
  g_autoptr (WsCompileRequest) request = NULL;

  /* another has the usual name */
  g_assert_cmpstr (ws_user_plan_get_launch (plan, 0)->kernel, ==, "k<a::b::lambda_1_>");
  ws_user_source_keep (source, ws_user_plan_get_launch (plan, 0)->kernel);
  request = ws_user_source_make_request (source);
  g_assert_nonnull (strstr (request->source, "namespace a::b {\n\n#line 4 \"a.cu\"\n"
                                             "struct lambda_1_ {\n"));
  g_assert_nonnull (strstr (request->source, "\n#line 5 \"a.cu\"\n    { lambda_1 (i); }\n};\n}\n"));
  /* what it calls is kept, too */
  g_assert_nonnull (strstr (request->source, "__device__ void lambda_1 (int i) {}"));
}

/* What is not understood is said, and no other kernel is run in its place. */
static void
test_refused (void)
{
  static const struct {
    const char *code;
    const char *says;
  } rows[] = {
    { "map<<<1, 64>>> (d, 5, make_op ());", "a.cu:*: the type of “make_op ()”, which “map” *" },
    { "auto op = make_op (); map<<<1, 64>>> (d, 5, op);",
      "a.cu:*: the type of “op”, which “map” *" },
    { "map<<<1, 64>>> (d, 5, [] (float x) { return x; });", "a.cu:*lambda*It lacks “__device__”." },
    { "float a = 1; map<<<1, 64>>> (d, 5, [&] __device__ (float x) { return a; });",
      "a.cu:*It captures by reference (“&”)*" },
    { "float a = 1; call ([=, &a] __device__ (float x) { return a; });",
      "a.cu:*It captures by reference (“&a”)*" },
    { "call ([] __device__ (auto x) { return x; });", "a.cu:*It is generic:*" },
    { "call ([k = other ()] __device__ (float x) { return k; });",
      "a.cu:*It captures “k = other ()”, which is not known to be a number." },
    { "call ([k = (int) 2.5f] __device__ (float x) { return k; });", "a.cu:*It captures “k =*" },
    { "std::function<float (float)> op = [] __device__ (float x) { return x; }; call (op);",
      "a.cu:*It is kept in a variable of another type*" },
    { "std::vector<float> v (3); call ([=] __device__ (float x) { return v[0]; });",
      "a.cu:*It captures “v”, whose type is not known*" },
    { "float v[3] = {1, 2, 3}; call ([=] __device__ (float x) { return v[0]; });",
      "a.cu:*It captures “v”, whose type is not known*" },
    { "auto p = d + 4; call ([=] __device__ (float x) { return p[0]; });",
      "a.cu:*It captures “p”, whose type is not known*" },
    { "call ([nothing] __device__ (float x) { return x; });",
      "a.cu:*Where it captures “nothing”, no declaration of it is found." },
    { "call ([this] __device__ (float x) { return x; });",
      "a.cu:*It captures “this”, which is not supported." },
    { "with (d);", "a.cu:*It uses “T”, a parameter of the template that it stands in." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text =
          g_strdup_printf (TEMPLATES "int main () { float *d; %s }\n", rows[i].code);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserPlan) plan = guess (text, &error);

      if (plan != NULL)
        g_error ("%s: %s", rows[i].code, ws_user_plan_get_launch (plan, 0)->kernel);
      if (!g_pattern_match_simple (rows[i].says, error->message))
        g_error ("%s: %s", rows[i].code, error->message);
    }
}

/* ---- where their fields lie ---- */

static void
test_types (void)
{
  static const struct {
    const char *text; /* of T */
    guint bytes;      /* 0 of one that is not read */
  } rows[] = {
    { "struct T { float f = 1; int n {2}; };", 8 },
    { "struct T { float f = sqrt (2.f); int n; };", 8 },
    { "struct T { T () : f {1}, n (2) {} float f; int n; };", 8 },
    { "struct T { enum { A, B }; float f; T &operator= (const T &x) = default; };", 4 },
    { "template <int N> struct V { float v[N]; }; struct T { V<3> v; char c; };", 16 },
    { "struct B {}; struct T : public B { float f; };", 4 },
    { "struct T { thrust::complex<float> c; };", 8 },
    { "struct B { int n; }; struct T : B { float f; };", 0 },
    { "struct T { virtual int f () { return 1; } int n; };", 0 },
    { "struct T { alignas (16) float f; int n; };", 0 },
    { "struct T { float v[2 * 2]; };", 0 },
    { "struct T { std::vector<float> v; };", 0 },
    { "template <class X> struct V { X x; }; template <> struct V<int> { char x; };\n"
      "struct T { V<int> v; };",
      0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (rows[i].text, "\n__global__ void k () {}\n", NULL);
      g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
      WsUserType type;
      gboolean is_known = ws_user_type_parse (source, "T", &type);

      if (is_known != (rows[i].bytes > 0) || (is_known && type.bytes != rows[i].bytes))
        g_error ("%s: %d, %u", rows[i].text, is_known, type.bytes);
    }
}

/* Fields of fields, and arrays of them, lie where a compiler puts them. */
static void
test_fields (void)
{
  static const struct {
    const char *name;
    guint offset;
    guint n;
  } rows[] = { { "a.v", 0, 2 },     { "b[0].x", 8, 1 },  { "b[0].y", 12, 1 },
               { "b[1].x", 16, 1 }, { "b[1].y", 20, 1 }, { "c", 24, 3 } };
  g_autoptr (WsUserSource) source =
      ws_user_source_new ("a.cu",
                          "struct V { float v[2]; };\nstruct T { V a; float2 b[2]; int c[3]; };\n"
                          "__global__ void k () {}\n",
                          NULL, NULL);
  WsUserType type;

  g_assert_true (ws_user_type_parse (source, "T", &type));
  g_assert_cmpuint (type.bytes, ==, 40);
  g_assert_cmpuint (type.n_fields, ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpstr (type.fields[i].name, ==, rows[i].name);
      g_assert_cmpuint (type.fields[i].offset, ==, rows[i].offset);
      g_assert_cmpuint (type.fields[i].n, ==, rows[i].n);
    }
}

/* However often a variable is set and launched, and whatever templates stand for, reading ends. */
static void
test_work (void)
{
  g_autoptr (GString) text = g_string_new ("struct P { int a, b; };\n"
                                           "template <class T> struct A { A<T");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = NULL;
  guint64 before = ws_work_get_total ();

  for (guint i = 0; i < 500; i++)
    g_string_append (text, ", T");
  g_string_append (text,
                   "> x; };\n__global__ void k (P p, P q, P r) {}\nint main () { A<int> a;\n");
  for (guint i = 0; i < 199; i++)
    g_string_append (text, "x = 1, ");
  g_string_append (text, "P p = {1, 2}, q, r;\n");
  for (guint i = 0; i < 3000; i++)
    g_string_append (text, "if (c) p.a = q.b = r.a = 3; { q.a = 3; r.b = f (p, q); }\n");
  for (guint i = 0; i < 64; i++)
    g_string_append (text, "k<<<1, 32>>> (p, q, r);\n");
  g_string_append (text, "}\n");
  plan = guess (text->str, &error);
  g_assert_no_error (error);
  g_assert_true (
      ws_user_launch_get_argument (ws_user_plan_get_launch (plan, 0), 0)->value.is_unknown);

  g_assert_cmpuint (ws_work_get_total () - before, <, 200 * text->len);
}

/* Nor do variables that follow from each other, in lambdas without number. */
static void
test_lambda_work (void)
{
  g_autoptr (GString) text =
      g_string_new ("template <typename F> __global__ void k (F f) { f (1); }\n"
                    "int main () {\nauto a0 = 1;\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = NULL;
  guint64 before = ws_work_get_total ();

  for (guint i = 1; i < 7; i++)
    {
      g_string_append_printf (text, "auto a%u = 0", i);
      for (guint k = 0; k < 60; k++)
        g_string_append_printf (text, " + a%u", i - 1);
      g_string_append (text, ";\n");
    }
  g_string_append (text, "int v");
  for (guint i = 0; i < 1500; i++)
    g_string_append_printf (text, ", v%u", i);
  g_string_append (text, ";\n");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (
        text, "k<<<1, 1>>> ([=] __device__ (int i) { return a6 + v%u + v%u; });\n", i, i + 1400);
  g_string_append (text, "}\n");
  plan = guess (text->str, &error);
  g_assert_null (plan);
  if (!g_pattern_match_simple ("*cannot be passed to a kernel here. It*", error->message))
    g_error ("%s", error->message);
  g_assert_cmpuint (ws_work_get_total () - before, <, 300 * text->len);
}

/* The bytes of a structure are of the type that a template's parameter stands for. */
static void
test_bytes (void)
{
  static const char text[] = "struct Scale { float f; Scale (float x) : f (x) {} };\n"
                             "template <typename F> __global__ void k (F s) {}\n"
                             "int main () { k<<<1, 4>>> (Scale (3.f)); }\n";
  static const float three = 3;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = ws_user_source_new ("a.cu", text, NULL, NULL);
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, NULL, &error);
  g_autoptr (WsCompileResult) compiled = ws_compile_result_new ("kept");
  g_autoptr (WsJob) job = NULL;
  const WsArgument *argument;

  g_assert_no_error (error);
  compiled->ptx = g_strdup (".version 8.0\n.target sm_80\n.address_size 64\n"
                            ".visible .entry k (.param .align 4 .b8 k_0[4]) { ret; }\n");
  g_ptr_array_add (compiled->names, g_strdup ("k"));
  job = ws_user_make_job (source, plan, compiled, NULL, &error);
  g_assert_no_error (error);
  argument = &g_array_index (ws_job_get_launch (job, 0)->arguments, WsArgument, 0);
  g_assert_nonnull (argument->bytes);
  g_assert_cmpmem (g_bytes_get_data (argument->bytes, NULL), g_bytes_get_size (argument->bytes),
                   &three, sizeof three);

  /* a compiler that lays it out otherwise is right */
  g_free (compiled->ptx);
  compiled->ptx = g_strdup (".version 8.0\n.target sm_80\n.address_size 64\n"
                            ".visible .entry k (.param .align 4 .b8 k_0[8]) { ret; }\n");
  g_assert_null (ws_user_make_job (source, plan, compiled, NULL, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FIELD);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/objects/held", test_held);
  g_test_add_func ("/objects/launches", test_launches);
  g_test_add_func ("/objects/said", test_said);
  g_test_add_func ("/objects/templates", test_templates);
  g_test_add_func ("/objects/lambdas", test_lambdas);
  g_test_add_func ("/objects/captured-buffers", test_captured_buffers);
  g_test_add_func ("/objects/lambda-places", test_lambda_places);
  g_test_add_func ("/objects/refused", test_refused);
  g_test_add_func ("/objects/types", test_types);
  g_test_add_func ("/objects/fields", test_fields);
  g_test_add_func ("/objects/work", test_work);
  g_test_add_func ("/objects/lambda-work", test_lambda_work);
  g_test_add_func ("/objects/bytes", test_bytes);
  return g_test_run ();
}
