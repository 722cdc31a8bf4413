/* A plan as bytes, and what there is to know of a source: they come back as they were, but for who
 * said what; anything else is refused. */
#include "reader/answer.h"
#include "user/plan-variant.h"

static WsUserPlan *
make_plan (void)
{
  g_autoptr (WsUserSource) source =
      ws_user_source_new ("a.cu",
                          "__constant__ float mask[3];\n"
                          "__global__ void k (const float *in, float *out, int n) {\n"
                          "  int i = threadIdx.x; if (i < n) out[i] = mask[0] * in[i]; }\n",
                          NULL, NULL);

  return ws_user_plan_guess (source, NULL, NULL);
}

static void
test_whole (void)
{
  g_autoptr (WsUserPlan) plan = make_plan ();
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsUserPlan) again = NULL;
  g_autoptr (GVariant) same = NULL;
  g_autoptr (GError) error = NULL;

  ws_user_field_say (&ws_user_plan_get_buffer (plan, 0)->contents, "file /etc/passwd");
  g_ptr_array_add (plan->skipped, g_strdup ("“l” is left out."));
  ws_user_plan_get_launch (plan, 0)->line = 7;
  variant = g_variant_ref_sink (ws_user_plan_to_variant (plan));
  again = ws_user_plan_from_variant (variant, &error);
  g_assert_no_error (error);
  same = g_variant_ref_sink (ws_user_plan_to_variant (again));
  g_assert_true (g_variant_equal (variant, same));
  g_assert_cmpint (ws_user_launch_get_argument (ws_user_plan_get_launch (again, 0), 1)->buffer, ==,
                   1);
  g_assert_cmpstr (ws_user_plan_get_buffer (again, 2)->symbol, ==, "mask");
  g_assert_false (ws_user_plan_get_buffer (again, 0)->contents.is_users);
  g_assert_cmpuint (again->skipped->len, ==, 1);
  g_assert_cmpstr (again->skipped->pdata[0], ==, "“l” is left out.");
  g_assert_cmpuint (ws_user_plan_get_launch (again, 0)->line, ==, 7);
}

static void
assert_refused (GVariant *floating, const char *why)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (floating);
  g_autoptr (GError) error = NULL;
  g_autofree char *message =
      g_strdup_printf ("Invalid reply from the worker about a kernel: %s.", why);

  g_assert_null (ws_user_plan_from_variant (variant, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refused (void)
{
  g_autofree char *long_text = g_strnfill (WS_USER_PLAN_MAX_TEXT + 1, 'a');
  g_autoptr (WsUserPlan) plan = make_plan ();
  WsUserLaunch *launch = ws_user_plan_get_launch (plan, 0);
  WsUserArgument *argument = ws_user_launch_get_argument (launch, 0);

  assert_refused (g_variant_new_string ("x"), "not a plan");
  argument->buffer = 3;
  assert_refused (ws_user_plan_to_variant (plan), "no such buffer");
  argument->buffer = -2;
  assert_refused (ws_user_plan_to_variant (plan), "no such buffer");
  argument->buffer = 0;
  g_ptr_array_add (plan->skipped, g_strdup (long_text));
  assert_refused (ws_user_plan_to_variant (plan), "a text is too long");
  g_ptr_array_set_size (plan->skipped, 0);
  ws_user_field_set (&launch->grid, long_text, NULL);
  assert_refused (ws_user_plan_to_variant (plan), "a text is too long");
  ws_user_field_set (&launch->grid, NULL, NULL);
  assert_refused (ws_user_plan_to_variant (plan), "a field is missing");
  ws_user_field_set (&launch->grid, "1", NULL);
  for (guint i = 0; i < WS_JOB_MAX_LAUNCHES; i++)
    ws_user_plan_add_launch (plan, "k");
  assert_refused (ws_user_plan_to_variant (plan), "no launches, or too many");
  g_ptr_array_set_size (plan->launches, 0);
  assert_refused (ws_user_plan_to_variant (plan), "no launches, or too many");
  while (plan->buffers->len <= WS_JOB_MAX_BUFFERS)
    ws_user_plan_add_buffer (plan, "b");
  assert_refused (ws_user_plan_to_variant (plan), "too many buffers");
}

/* ---- outlines ---- */

static GVariant *
make_outline (void)
{
  g_autoptr (WsUserSource) source =
      ws_user_source_new ("a.cu",
                          "struct Pair { int x, y; };\n"
                          "__global__ void k (float *p, Pair by) { p[by.x] = 1; }\n"
                          "__global__ void l (float *p, dim4 n) { p[0] = 1; }\n"
                          "int main () { return 0; }\n",
                          NULL, NULL);
  g_autoptr (WsUserOutline) outline = ws_user_source_outline (source, "k", NULL, NULL);

  return g_variant_ref_sink (ws_user_outline_to_variant (outline));
}

static void
test_outline (void)
{
  g_autoptr (GVariant) variant = make_outline ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserOutline) outline = ws_user_outline_from_variant (variant, &error);
  g_autoptr (GVariant) same = NULL;

  g_assert_no_error (error);
  same = g_variant_ref_sink (ws_user_outline_to_variant (outline));
  g_assert_true (g_variant_equal (variant, same));
  g_assert_cmpstr (outline->file, ==, "a.cu");
  g_assert_false (outline->is_ptx);
  g_assert_true (outline->has_main);
  g_assert_cmpuint (outline->kernels->len, ==, 2);
  g_assert_cmpstr (ws_user_outline_find_kernel (outline, "k")->parameters[1], ==, "by");
  g_assert_null (ws_user_outline_find_kernel (outline, "Pair"));
  g_assert_cmpuint (outline->choices->len, ==, 2);
  g_assert_cmpstr (outline->choices->pdata[1], ==, "l");
  g_assert_cmpuint (ws_user_outline_find_type (outline, "Pair")->n_fields, ==, 2);
  g_assert_null (ws_user_outline_find_type (outline, "dim4"));
  g_assert_null (ws_user_answer_get_missing (variant));
}

/* @value: (nullable): as GVariant's text; %NULL to leave it out */
static void
assert_outline_refused (const char *key, const char *value, const char *why)
{
  g_autoptr (GVariant) good = make_outline ();
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *message =
      g_strdup_printf ("Invalid reply from the worker about a source: %s.", why);
  GVariantDict dict;

  g_variant_dict_init (&dict, good);
  if (value == NULL)
    g_variant_dict_remove (&dict, key);
  else
    g_variant_dict_insert_value (&dict, key, g_variant_new_parsed (value));
  variant = g_variant_ref_sink (g_variant_dict_end (&dict));
  g_assert_null (ws_user_outline_from_variant (variant, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_outline_refused (void)
{
  g_autoptr (GVariant) none = g_variant_ref_sink (g_variant_new_string ("x"));

  g_assert_null (ws_user_outline_from_variant (none, NULL));
  g_assert_null (ws_user_answer_get_missing (none));
  assert_outline_refused ("file", NULL, "it has no name");
  assert_outline_refused ("kernels", NULL, "no kernels, or too many");
  assert_outline_refused ("kernels", "@a(suas) []", "no kernels, or too many");
  assert_outline_refused ("kernels", "[1, 2]", "no kernels, or too many");
  assert_outline_refused ("choices", NULL, "no kernels, or too many");
  assert_outline_refused ("types", NULL, "no types, or too many");
  assert_outline_refused ("types", "[('Pair', true, @u 33)]", "a type has too many fields");
  assert_outline_refused ("plan", NULL, "no plan");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own-variant/whole", test_whole);
  g_test_add_func ("/own-variant/refused", test_refused);
  g_test_add_func ("/own-variant/outline", test_outline);
  g_test_add_func ("/own-variant/outline-refused", test_outline_refused);
  return g_test_run ();
}
