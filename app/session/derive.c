#include "session/derive.h"

typedef struct {
  WsRun *run;
  guint launch;
  guint block;
} Look;

static void
look_free (Look *look)
{
  ws_run_unref (look->run);
  g_free (look);
}

static void
derive_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Look *look = data;
  WsScene *scene = NULL;

  if (look->block != WS_NONE)
    scene = ws_scene_new (look->run, look->launch, look->block, NULL);
  else if (look->run->n_launches > 0)
    scene = ws_scene_new_first (look->run, MIN (look->launch, (guint)look->run->n_launches - 1));
  g_task_return_pointer (task, scene, (GDestroyNotify)ws_scene_unref);
}

/**
 * ws_derive_async:
 * @run: (transfer none): the run
 * @launch: the launch to show first; the last, if there are fewer
 * @block: a block of it, or %WS_NONE for the first recorded
 * @callback: called when it is done
 */
void
ws_derive_async (WsRun *run, guint launch, guint block, GAsyncReadyCallback callback,
                 gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Look *look = g_new0 (Look, 1);

  look->run = ws_run_ref (run);
  look->launch = launch;
  look->block = block;
  g_task_set_task_data (task, look, (GDestroyNotify)look_free);
  g_task_run_in_thread (task, derive_thread);
}

/**
 * ws_derive_finish:
 * @result: as the callback has it
 *
 * Returns: (transfer full) (nullable): the scene; %NULL if no block was recorded
 */
WsScene *
ws_derive_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
