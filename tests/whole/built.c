#include "built.h"

#include "program/program-cache.h"

typedef struct {
  GMainLoop *loop;
  WsCompileResult *result;
  GError *error;
} Answer;

static void
compiled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->result = ws_program_cache_compile_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

WsCompileResult *
built_compile (WsClient *client, WsCompileRequest *request)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_program_cache_compile_async (client, request, NULL, compiled_cb, &answer);
  ws_compile_request_free (request); /* it is not needed any more */
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  g_assert_no_error (answer.error);
  return answer.result;
}
