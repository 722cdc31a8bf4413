/* expression.c: any text as what is typed into a form: a number, a grid, a type, what must come
 * out; its names are those of a source and of a plan that lead to each other. */
#include "fuzz.h"

#include "user-look.h"
#include "tokens.h"

#include <string.h>

static const char source_text[] =
    "#define SQUARE(x) ((x) * (x))\n"
    "#define SIDE (4 * 3)\n"
    "#define A B + B\n"
    "#define B A + A\n"
    "typedef unsigned int word; using real = float; enum { LEFT, RIGHT = 7 };\n"
    "struct Body { float x, y[4]; word n; };\n"
    "constexpr int table[] = { 1, 2, 4, 8 };\n"
    "int twice (int x) { return x * 2; }\n"
    "int again (int x) { int y = x + 1; return y > 9 ? again (y) : again (y / 2); }\n"
    "template <typename T> __global__ void scale (const T *in, T *out, T by, int n) {\n"
    "  out[threadIdx.x] = in[threadIdx.x] * by; }\n";

static const char *const words[] = {
  "SQUARE (",     "SIDE",        "A",        "twice (", "again (",  "n",       "by",
  "grid.x",       "block.y",     "RIGHT",    "table[",  "Body",     "word",    "real",
  "min (",        "max (",       "log2 (",   "sqrt (",  "sizeof (", "(float)", "(int)",
  "1e308",        "0x7f",        "1u << 31", "nothing", "values",   "ramp",    "sum of in",
  "kernel scale", "within 1e-3", "before",   "= in[i]",
};

static void
evaluate (const WsUserSource *source, const char *text)
{
  WsWork work = { 0 };
  const WsScope scope = { .source = source, .work = &work };
  WsRange range = ws_evaluate_text (&scope, text);
  guint64 count;

  g_assert_cmpuint (work.depth, ==, 0);
  g_assert_true (!range.known || range.low <= range.high);
  g_assert_true (!ws_range_get_count (&range, &count) || count <= 9000000000000000);
}

/* As values of a form's fields, which name each other. */
static void
fill_in (const WsUserSource *source, const char *text)
{
  static const char *const names[] = { "n",    "by",    "in.length", "in.type",    "in.contents",
                                       "grid", "block", "shared",    "out.expect", "out.contents" };
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, "scale<float>", NULL);
  WsUserLaunch *launch;
  guint32 dims[3];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (WsUserPlan) one = ws_user_plan_copy (plan);
      g_autofree char *assignment = g_strdup_printf ("%s=%s", names[i], text);
      g_autoptr (GError) error = NULL;

      ws_user_plan_set (one, assignment, &error);
      g_assert_no_error (error);
      launch = ws_user_plan_get_launch (one, 0);
      if (ws_user_plan_get_dims (one, launch, &launch->grid, dims))
        g_assert_cmpuint (dims[0], >, 0);
      ws_fuzz_look_at_plan (source, one, FALSE);
    }
}

static void
read_words (const WsUserSource *source, const char *text)
{
  g_auto (WsExpect) expect = { 0 };
  g_autoptr (GError) error = NULL;
  WsUserType type;

  if (ws_user_type_parse (source, text, &type))
    g_assert_cmpuint (type.n_fields, <=, WS_USER_MAX_FIELDS);
  if (!ws_expect_read (text, &expect, &error))
    ws_fuzz_hear (g_strdup (error->message));
}

void
ws_fuzz_expression (const guint8 *data, gsize size)
{
  g_autofree char *text = ws_fuzz_read_text (data, size);
  g_autoptr (WsUserSource) source = NULL;
  guint64 before;

  /* what is typed is UTF-8 by the time it is looked at */
  if (text == NULL || !g_utf8_validate (text, -1, NULL))
    return;
  source = ws_user_source_new ("k.cu", source_text, NULL, NULL);
  before = ws_work_get_total ();
  evaluate (source, text);
  evaluate (NULL, text);
  read_words (source, text);
  fill_in (source, text);
  ws_fuzz_check_work (before, size);
}

gsize
ws_fuzz_expression_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_tokens (data, size, max_size, seed, words, G_N_ELEMENTS (words));
}
