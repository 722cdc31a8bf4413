#include "views/stalls-finder.h"

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ws_scene_get_stalls (data);
  g_task_return_boolean (task, TRUE);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  ws_drawing_update_description (WS_DRAWING (source));
  gtk_widget_queue_draw (GTK_WIDGET (source));
}

/**
 * ws_stalls_find:
 * @drawing: is drawn anew once they are known
 * @asked: (inout): the scene that it asked for last
 * @scene: (nullable): of what
 *
 * Lets ws_scene_peek_stalls() know of a scene, where a widget that shows it is seen.
 */
void
ws_stalls_find (WsDrawing *drawing, WsScene **asked, const WsScene *scene)
{
  g_autoptr (GTask) task = NULL;

  if (scene == *asked || (scene != NULL && !gtk_widget_get_mapped (GTK_WIDGET (drawing))))
    return;
  g_clear_pointer (asked, ws_scene_unref);
  if (scene == NULL)
    return;
  *asked = ws_scene_ref ((WsScene *)scene);
  task = g_task_new (drawing, NULL, found_cb, NULL);
  g_task_set_task_data (task, ws_scene_ref (*asked), (GDestroyNotify)ws_scene_unref);
  g_task_run_in_thread (task, find_thread);
}
