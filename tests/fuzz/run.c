/* run.c: any bytes as a .wsrun file. One that can be read is derived, drawn, written and read
 * again. */
#include "fuzz.h"

#include "job/source.h"
#include "record/file.h"
#include "record/record-private.h"

#define HEADER_BYTES 16
#define VERSION_AT   8

/* A run that was read says itself what it is. */
static void
read_again (const WsRun *run)
{
  g_autoptr (GVariant) variant = ws_run_to_variant (run);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) again = ws_run_new_from_variant (variant, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (again->n_events, ==, run->n_events);
}

/* The job is not looked at until it is to run again. */
static void
read_job (const WsRun *run)
{
  g_autoptr (WsJobSource) source = ws_job_source_new_for_run (run);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = source != NULL ? ws_job_source_make (source, &error) : NULL;

  g_assert_true (source == NULL || (job == NULL) == (error != NULL));
}

void
ws_fuzz_run (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_run_load_bytes (bytes, &error);

  g_assert_true ((run == NULL) == (error != NULL));
  if (run == NULL)
    return;
  read_again (run);
  read_job (run);
  ws_fuzz_look_at_run (run, ws_fuzz_choose (data, size));
}

gsize
ws_fuzz_run_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  guint32 version = size > HEADER_BYTES ? data[VERSION_AT] : 0;
  const char *format = ws_run_get_format (version);

  return ws_fuzz_mutate_payload (data, size, max_size, HEADER_BYTES,
                                 G_VARIANT_TYPE (format != NULL ? format : WS_RUN_FORMAT), seed);
}
