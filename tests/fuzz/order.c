/* order.c: any bytes as what a worker answers about a source, read by the client, and as what it
 * is asked to make of one: the first byte says which. What a worker answers is always understood.
 */
#include "order.h"

#include "fuzz.h"
#include "user-look.h"

static const char source_text[] =
    "__constant__ float mask[9];\n"
    "__global__ void naive (const float *in, float *out, int n) {\n"
    "  for (int i = 0; i < n; i++) out[i] = in[i] * mask[0]; }\n"
    "__global__ void scale (const float *in, float *out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] * mask[0]; }\n"
    "int main () { float *a, *b; int n = 64;\n"
    "  cudaMalloc (&a, n * sizeof (float)); cudaMalloc (&b, n * sizeof (float));\n"
    "  scale<<<(n + 31) / 32, 32>>> (a, b, n); }\n";

/* (transfer full) */
WsUserSource *
ws_fuzz_order_read_source (void)
{
  return ws_user_source_new (WS_FUZZ_ORDER_NAME, source_text, NULL, NULL);
}

/* (transfer full): of it */
WsUserPlan *
ws_fuzz_order_make_plan (const WsUserSource *source)
{
  return ws_user_plan_guess (source, NULL, NULL);
}

/* What is asked about it; it borrows. */
WsUserQuestion
ws_fuzz_order_ask (void)
{
  return (WsUserQuestion){ .name = WS_FUZZ_ORDER_NAME, .text = source_text };
}

/* @value: (transfer none); says whether there is none for a reason */
static gboolean
is_explained (gconstpointer value, GError *error)
{
  g_assert_true ((value == NULL) == (error != NULL));
  if (error != NULL)
    ws_fuzz_hear (g_strdup (error->message));
  return value != NULL;
}

/* ---- what is answered ---- */

static void
hear_outline (GVariant *answer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserOutline) outline = ws_user_outline_from_variant (answer, &error);
  G_GNUC_UNUSED g_autoptr (GVariant) missing = ws_user_answer_get_missing (answer);
  g_autoptr (WsUserBracket) bracket = ws_user_answer_get_bracket (answer);

  if (bracket != NULL)
    ws_fuzz_hear (g_strdup (bracket->text));
  if (!is_explained (outline, error))
    return;
  ws_fuzz_hear (g_strdup (outline->file));
  for (guint i = 0; i < outline->kernels->len; i++)
    ws_fuzz_hear (g_strdup (((WsUserOutlineKernel *)outline->kernels->pdata[i])->name));
}

/* @is_same: whether it is a worker's own answer */
static void
hear_made (GVariant *answer, const WsUserOrder *order, gboolean is_same)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserMade) made = ws_user_made_from_variant (answer, order, &error);

  if (!is_explained (made, error))
    return;
  g_assert_true (ws_job_check (made->job, NULL));
  for (guint i = 0; i < made->expected->len; i++)
    {
      const WsUserExpected *one = &g_array_index (made->expected, WsUserExpected, i);

      g_assert_cmpuint (one->buffer, <, order->plan->buffers->len);
      g_assert_cmpuint (one->index, <, made->job->buffers->len);
    }
  if (is_same)
    {
      g_autoptr (GVariant) again = g_variant_ref_sink (ws_user_made_to_variant (made));

      g_assert_true (g_variant_equal (answer, again));
    }
}

static void
hear_made_of_plan (GVariant *answer)
{
  g_autoptr (WsUserSource) source = ws_fuzz_order_read_source ();
  g_autoptr (WsUserPlan) plan = ws_fuzz_order_make_plan (source);
  const WsInputScope nothing = { NULL, NULL };
  g_autoptr (WsUserContents) contents = NULL;
  WsUserOrder order = { .question = ws_fuzz_order_ask (), .plan = plan, .buffer = -1 };

  ws_user_field_set (&ws_user_plan_get_buffer (plan, 0)->contents, "file a.csv", NULL);
  contents = ws_user_contents_read (plan, &nothing, NULL);
  order.contents = contents;
  hear_made (answer, &order, FALSE);
}

static void
hear_remarks (GVariant *answer)
{
  g_autoptr (WsUserSource) source = ws_fuzz_order_read_source ();
  g_autoptr (WsUserPlan) plan = ws_fuzz_order_make_plan (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) remarks = ws_user_remarks_from_variant (answer, plan, &error);

  if (!is_explained (remarks, error))
    return;
  for (guint i = 0; i < remarks->len; i++)
    {
      ws_fuzz_hear (g_strdup (g_array_index (remarks, WsUserRemark, i).problem));
      ws_fuzz_hear (g_strdup (g_array_index (remarks, WsUserRemark, i).value));
    }
}

static void
hear_settings (GVariant *answer)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ws_user_settings_from_variant (answer, &error);

  if (is_explained (text, error))
    ws_fuzz_hear (g_steal_pointer (&text));
}

/* ---- what is asked ---- */

static void
follow (GVariant *asked)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserWork) work = ws_user_work_new (asked, &error);
  WsUserOrder order = { .buffer = -1 };
  g_autoptr (GVariant) made = NULL;
  GVariant *answer;

  if (!is_explained (work, error) || !ws_fuzz_plan_is_small (work->plan))
    return;
  if (work->compiled == NULL)
    {
      if (work->source->ptx == NULL)
        ws_compile_request_free (ws_user_work_make_request (work, 75));
      return;
    }
  answer = ws_user_work_make (work, &error);
  if (!is_explained (answer, error))
    return;
  made = g_variant_ref_sink (answer);
  order.plan = work->plan;
  hear_made (made, &order, TRUE);
}

static void
examine (GVariant *asked)
{
  g_autoptr (GError) error = NULL;
  GVariant *answer = ws_user_form_answer (asked, &error);
  g_autoptr (GVariant) remarks = NULL;

  if (!is_explained (answer, error))
    return;
  remarks = g_variant_ref_sink (answer);
  hear_remarks (remarks);
}

static void
write_settings (GVariant *asked)
{
  g_autoptr (GError) error = NULL;
  GVariant *answer = ws_user_settings_answer (asked, &error);
  g_autoptr (GVariant) settings = NULL;
  g_autofree char *text = NULL;

  if (!is_explained (answer, error))
    return;
  settings = g_variant_ref_sink (answer);
  text = ws_user_settings_from_variant (settings, NULL);
  g_assert_nonnull (text);
  ws_fuzz_hear (g_steal_pointer (&text));
}

static void (*const kinds[]) (GVariant *variant) = {
  [WS_FUZZ_ORDER_OUTLINE] = hear_outline, [WS_FUZZ_ORDER_MADE] = hear_made_of_plan,
  [WS_FUZZ_ORDER_REMARKS] = hear_remarks, [WS_FUZZ_ORDER_SETTINGS] = hear_settings,
  [WS_FUZZ_ORDER_FOLLOW] = follow,        [WS_FUZZ_ORDER_EXAMINE] = examine,
  [WS_FUZZ_ORDER_WRITE] = write_settings,
};

void
ws_fuzz_order (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) variant = NULL;

  if (size < 1)
    return;
  bytes = g_bytes_new (data + 1, size - 1);
  variant = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));
  kinds[data[0] % G_N_ELEMENTS (kinds)](variant);
}

gsize
ws_fuzz_order_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_payload (data, size, max_size, 1, G_VARIANT_TYPE_VARDICT, seed);
}
