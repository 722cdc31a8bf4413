/* order.c: any bytes as what a worker answers about a source, read by whoever asked, and as what it
 * is asked to make of one: the first byte says which. What a worker answers is always understood.
 */
#include "order.h"

#include "fuzz.h"
#include "own-look.h"

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
WsOwnSource *
ws_fuzz_order_read_source (void)
{
  return ws_own_source_new (WS_FUZZ_ORDER_NAME, source_text, NULL, NULL);
}

/* (transfer full): of it */
WsOwnPlan *
ws_fuzz_order_make_plan (const WsOwnSource *source)
{
  return ws_own_plan_guess (source, NULL, NULL);
}

/* What is asked about it; it borrows. */
WsOwnQuestion
ws_fuzz_order_ask (void)
{
  return (WsOwnQuestion){ .name = WS_FUZZ_ORDER_NAME, .text = source_text };
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
  g_autoptr (WsOwnOutline) outline = ws_own_outline_from_variant (answer, &error);
  G_GNUC_UNUSED g_autoptr (GVariant) missing = ws_own_answer_get_missing (answer);
  g_autoptr (WsOwnBracket) bracket = ws_own_answer_get_bracket (answer);

  if (bracket != NULL)
    ws_fuzz_hear (g_strdup (bracket->text));
  if (!is_explained (outline, error))
    return;
  ws_fuzz_hear (g_strdup (outline->file));
  for (guint i = 0; i < outline->kernels->len; i++)
    ws_fuzz_hear (g_strdup (((WsOwnOutlineKernel *)outline->kernels->pdata[i])->name));
}

/* @is_same: whether it is a worker's own answer */
static void
hear_made (GVariant *answer, const WsOwnOrder *order, gboolean is_same)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsOwnMade) made = ws_own_made_from_variant (answer, order, &error);

  if (!is_explained (made, error))
    return;
  g_assert_true (ws_job_check (made->job, NULL));
  for (guint i = 0; i < made->expected->len; i++)
    {
      const WsOwnExpected *one = &g_array_index (made->expected, WsOwnExpected, i);

      g_assert_cmpuint (one->buffer, <, order->plan->buffers->len);
      g_assert_cmpuint (one->index, <, made->job->buffers->len);
    }
  if (is_same)
    {
      g_autoptr (GVariant) again = g_variant_ref_sink (ws_own_made_to_variant (made));

      g_assert_true (g_variant_equal (answer, again));
    }
}

static void
hear_made_of_plan (GVariant *answer)
{
  g_autoptr (WsOwnSource) source = ws_fuzz_order_read_source ();
  g_autoptr (WsOwnPlan) plan = ws_fuzz_order_make_plan (source);
  const WsInputScope nothing = { NULL, NULL };
  g_autoptr (WsOwnContents) contents = NULL;
  WsOwnOrder order = { .question = ws_fuzz_order_ask (), .plan = plan, .buffer = -1 };

  ws_own_field_set (&ws_own_plan_get_buffer (plan, 0)->contents, "file a.csv", NULL);
  contents = ws_own_contents_read (plan, &nothing, NULL);
  order.contents = contents;
  hear_made (answer, &order, FALSE);
}

static void
hear_remarks (GVariant *answer)
{
  g_autoptr (WsOwnSource) source = ws_fuzz_order_read_source ();
  g_autoptr (WsOwnPlan) plan = ws_fuzz_order_make_plan (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) remarks = ws_own_remarks_from_variant (answer, plan, &error);

  if (!is_explained (remarks, error))
    return;
  for (guint i = 0; i < remarks->len; i++)
    {
      ws_fuzz_hear (g_strdup (g_array_index (remarks, WsOwnRemark, i).problem));
      ws_fuzz_hear (g_strdup (g_array_index (remarks, WsOwnRemark, i).value));
    }
}

static void
hear_settings (GVariant *answer)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ws_own_settings_from_variant (answer, &error);

  if (is_explained (text, error))
    ws_fuzz_hear (g_steal_pointer (&text));
}

/* ---- what is asked ---- */

static void
follow (GVariant *asked)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsOwnWork) work = ws_own_work_new (asked, &error);
  WsOwnOrder order = { .buffer = -1 };
  g_autoptr (GVariant) made = NULL;
  GVariant *answer;

  if (!is_explained (work, error) || !ws_fuzz_plan_is_small (work->plan))
    return;
  if (work->compiled == NULL)
    {
      if (work->source->ptx == NULL)
        ws_compile_request_free (ws_own_work_make_request (work, 75));
      return;
    }
  answer = ws_own_work_make (work, &error);
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
  GVariant *answer = ws_own_form_answer (asked, &error);
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
  GVariant *answer = ws_own_settings_answer (asked, &error);
  g_autoptr (GVariant) settings = NULL;
  g_autofree char *text = NULL;

  if (!is_explained (answer, error))
    return;
  settings = g_variant_ref_sink (answer);
  text = ws_own_settings_from_variant (settings, NULL);
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
