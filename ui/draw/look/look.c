#include "look/look.h"

/* Whether any of the #WsHide is kept back. */
gboolean
ws_look_hides (const WsLook *self, guint hide)
{
  return (self->emphasis->hide & hide) != 0;
}

/* What happens in the stage: the caption of all views of a block.
 *
 * Returns: (transfer full) (nullable): it */
char *
ws_look_say_stage (const WsLook *self)
{
  const WsScene *scene = self->frame.scene;
  const WsFinding *finding =
      scene->record == NULL ? ws_run_find_finding (scene->run, scene->launch) : NULL;

  if (scene->record == NULL)
    return finding != NULL && !ws_look_hides (self, WS_HIDE_FAULT) ? g_strdup (finding->message)
                                                                   : NULL;
  if (ws_look_hides (self, WS_HIDE_MASKS | WS_HIDE_COUNTS))
    return ws_stages_name (scene->stages, ws_scene_stage_at (scene, self->frame.moment->position));
  return ws_scene_caption (scene, ws_scene_stage_at (scene, self->frame.moment->position),
                           !ws_look_hides (self, WS_HIDE_FAULT));
}
