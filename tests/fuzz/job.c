/* job.c: any bytes as a job. One that nothing is wrong with is the same after it was sent again;
 * its buffers are filled, its parameter blocks laid out, and what would come out is judged. */
#include "fuzz.h"

#include "job/job.h"

#define MOST_BYTES (1 << 20) /* of a buffer that is filled */

/* As far as memory is worth it. */
static void
fill (const WsJob *job)
{
  for (guint i = 0; i < job->buffers->len; i++)
    {
      g_autoptr (GBytes) bytes = NULL;

      if (ws_buffer_get_bytes (ws_job_get_buffer (job, i)) > MOST_BYTES)
        continue;
      bytes = ws_job_make_contents (job, i, NULL);
      g_assert_cmpuint (g_bytes_get_size (bytes), ==,
                        ws_buffer_get_bytes (ws_job_get_buffer (job, i)));
    }
}

static void
lay_out (const WsJob *job)
{
  guint64 addresses[WS_JOB_MAX_BUFFERS] = { 0 };
  guint8 params[WS_JOB_PARAMS_BYTES];

  for (guint i = 0; i < job->launches->len; i++)
    g_assert_cmpuint (ws_job_fill_parameters (job, ws_job_get_launch (job, i), addresses, params),
                      <=, sizeof params);
}

static GBytes *
read_cb (guint buffer, guint64 first, guint64 n, gpointer data, GError **error)
{
  guint8 *bytes = n <= MOST_BYTES ? g_malloc0 (n) : NULL;

  if (bytes == NULL)
    g_set_error_literal (error, WS_JOB_ERROR, WS_JOB_ERROR_MEMORY, "Too much to be looked at.");
  return bytes != NULL ? g_bytes_new_take (bytes, n) : NULL;
}

static gboolean
is_small (const WsJob *job)
{
  for (guint i = 0; i < job->checks->len; i++)
    {
      const WsCheck *check = ws_job_get_check (job, i);

      if (check->kind == WS_CHECK_FOLD
          && ws_buffer_get_bytes (ws_job_get_buffer (job, check->of)) > MOST_BYTES)
        return FALSE;
    }
  return TRUE;
}

void
ws_fuzz_job (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GVariant) variant =
      g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_job_from_variant (variant, &error);
  g_autoptr (GVariant) sent = NULL;
  g_autoptr (WsJob) again = NULL;
  g_autoptr (GVariant) twice = NULL;
  WsVerdict verdict;

  g_assert_true ((job == NULL) == (error != NULL));
  if (job == NULL)
    {
      ws_fuzz_hear (g_strdup (error->message));
      return;
    }
  sent = g_variant_ref_sink (ws_job_to_variant (job));
  again = ws_job_from_variant (sent, &error);
  g_assert_no_error (error);
  twice = g_variant_ref_sink (ws_job_to_variant (again));
  g_assert_cmpmem (g_variant_get_data (sent), g_variant_get_size (sent), g_variant_get_data (twice),
                   g_variant_get_size (twice));
  fill (again);
  lay_out (again);
  if (is_small (again))
    ws_job_judge (again, NULL, read_cb, NULL, &verdict, NULL);
}

gsize
ws_fuzz_job_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_payload (data, size, max_size, 0, G_VARIANT_TYPE_VARDICT, seed);
}
