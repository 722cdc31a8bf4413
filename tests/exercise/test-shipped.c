/* Every exercise that is shipped: something that it requires does not hold of its code, and all of
 * it of its solution. */
#include "compiler.h"
#include "exercise/examiner.h"
#include "exercise/exercise-store.h"

typedef struct {
  GMainLoop *loop;
  WsAttempt *attempt;
  GError *error;
} Answer;

static WsCatalog *catalog;

static void
tried_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->attempt = ws_examiner_try_finish (WS_EXAMINER (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

/* (transfer full) */
static WsAttempt *
try (WsExaminer *examiner, const char *text)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_examiner_try_async (examiner, "a.cu", text, NULL, tried_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  g_assert_no_error (answer.error);
  return answer.attempt;
}

static void
test_exercise (gconstpointer data)
{
  WsExercise *exercise = (WsExercise *)data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (WsExaminer) examiner = ws_examiner_new (exercise, catalog, &error);
  g_autoptr (WsAttempt) code = NULL;
  g_autoptr (WsAttempt) solution = NULL;

  g_assert_no_error (error);
  if (!compiler_is_here (client))
    return;
  ws_examiner_set_seconds (examiner, 0);
  code = try (examiner, exercise->blocks[WS_EXERCISE_CODE]);
  g_test_message ("code: %s", code->message);
  g_assert_cmpint (code->state, ==, WS_ATTEMPT_FAILED);
  g_assert_nonnull (code->run);
  solution = try (examiner, exercise->blocks[WS_EXERCISE_SOLUTION]);
  g_test_message ("solution: %s", solution->message != NULL ? solution->message : "passes");
  g_assert_cmpint (solution->state, ==, WS_ATTEMPT_PASSED);
  g_assert_null (solution->message);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) sentences = NULL;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, NULL);
  all = ws_exercise_store_load_all (catalog, &sentences);
  for (guint i = 0; i < sentences->len; i++)
    g_error ("%s", (const char *)sentences->pdata[i]);
  g_assert_cmpuint (all->len, >=, 23);
  for (guint i = 0; i < all->len; i++)
    {
      const WsExercise *exercise = g_ptr_array_index (all, i);
      g_autofree char *path = g_strconcat ("/exercise/shipped/", exercise->id, NULL);

      g_test_add_data_func (path, exercise, test_exercise);
    }
  return g_test_run ();
}
