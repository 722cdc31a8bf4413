#include "picture.h"

WsPicture *
ws_picture_copy (const WsPicture *self)
{
  WsPicture *copy = g_memdup2 (self, sizeof *self);

  if (copy->scene != NULL)
    ws_scene_ref (copy->scene);
  if (copy->calculator != NULL)
    g_object_ref (copy->calculator);
  if (copy->scenario != NULL)
    ws_scenario_ref (copy->scenario);
  return copy;
}

void
ws_picture_free (WsPicture *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->scene, ws_scene_unref);
  g_clear_object (&self->calculator);
  g_clear_pointer (&self->scenario, ws_scenario_unref);
  g_free (self);
}

char *
ws_picture_make_name (const WsPicture *self)
{
  const char *view = ws_view_get_name (self->view);

  if (self->scenario != NULL)
    return g_strdup (self->scenario->id);
  if (self->scene == NULL)
    return g_strdup (view);
  /* neither the SMs nor the calculator have stages */
  if (self->view == WS_VIEW_SMS || self->view == WS_VIEW_OCCUPANCY)
    return g_strdup_printf ("%s-%s", self->scene->run->job, view);
  return g_strdup_printf ("%s-%s-stage%u", self->scene->run->job, view,
                          ws_scene_stage_at (self->scene, self->moment.position));
}

/**
 * ws_picture_write:
 * @self: a picture
 * @theme: how it looks
 * @width: in pixels
 * @height: in pixels
 * @path: where to; its suffix says the format
 * @error: return location: of #WsExportError, or of files
 *
 * Returns: whether it was written
 */
gboolean
ws_picture_write (const WsPicture *self, WsThemeKind theme, int width, int height, const char *path,
                  GError **error)
{
  WsFigureOptions options = self->options;

  if (self->scenario != NULL)
    return ws_export_scenario (self->scenario, &self->table, theme, width, height, path, error);
  if (self->calculator != NULL)
    options.calculator = ws_calculator_state_get_calculator (self->calculator);
  return ws_export_figure (self->view, self->scene, &self->moment, &options, theme, width, height,
                           path, error);
}
