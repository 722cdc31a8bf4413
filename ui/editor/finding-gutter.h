/* finding-gutter.h: marks each line with a finding in the margin: for a race both lines. The
 * tooltip has the sentence; a screen reader reads all of them.
 */
#pragma once

#include "record/run.h"
#include "pen/theme.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_FINDING_GUTTER (ws_finding_gutter_get_type ())
G_DECLARE_FINAL_TYPE (WsFindingGutter, ws_finding_gutter, WS, FINDING_GUTTER,
                      GtkSourceGutterRenderer)

WsFindingGutter *ws_finding_gutter_new (void);
void ws_finding_gutter_set_run (WsFindingGutter *self, const WsRun *run, guint launch,
                                gboolean is_ptx);
void ws_finding_gutter_set_theme (WsFindingGutter *self, WsThemeKind theme);
char *ws_finding_gutter_describe_line (WsFindingGutter *self, guint line);

G_END_DECLS
