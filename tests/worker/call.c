#include "call.h"

void
call_end (Call *self, GError *error)
{
  g_assert_null (self->error);
  self->error = error;
  self->n_answers++;
  g_main_loop_quit (self->loop);
}

void
call_recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (source), result, &error);
  G_GNUC_UNUSED g_autoptr (WsRun) partial =
      ws_client_record_dup_partial (WS_CLIENT (source), result);

  g_assert_true ((run == NULL) == (error != NULL));
  call_end (data, error);
}

void
call_timed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  G_GNUC_UNUSED g_autoptr (GArray) samples =
      ws_client_time_finish (WS_CLIENT (source), result, NULL, &error);

  call_end (data, error);
}

void
call_counted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  G_GNUC_UNUSED g_autoptr (GPtrArray) counters =
      ws_client_count_finish (WS_CLIENT (source), result, &error);

  call_end (data, error);
}
