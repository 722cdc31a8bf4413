/* picture.h: what a pane shows, to be written as a picture. */
#pragma once

#include "export/export.h"
#include "ui/calculator-state.h"

G_BEGIN_DECLS

/**
 * WsPicture:
 * @view: which view it is; of a scenario not looked at
 * @scene: (nullable): of what
 * @moment: when
 * @options: as on the screen
 * @calculator: (nullable): what the view of occupancy shows
 * @scenario: (nullable): the table, if it is one
 * @table: as on the screen
 */
typedef struct {
  WsView view;
  WsScene *scene;
  WsMoment moment;
  WsFigureOptions options;
  WsCalculatorState *calculator;
  WsScenario *scenario;
  WsScenarioOptions table;
} WsPicture;

/* (transfer full): with references of its own */
WsPicture *ws_picture_copy (const WsPicture *self);
void ws_picture_free (WsPicture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPicture, ws_picture_free)
/* (transfer full): a name for the file, without suffix */
char *ws_picture_make_name (const WsPicture *self);
gboolean ws_picture_write (const WsPicture *self, WsThemeKind theme, int width, int height,
                           const char *path, GError **error);

G_END_DECLS
