/* exporter.h: exports the contents of a window's panes: to files, to the clipboard, by dragging. */
#pragma once

#include "window/panes.h"

G_BEGIN_DECLS

#define WS_TYPE_EXPORTER (ws_exporter_get_type ())
G_DECLARE_FINAL_TYPE (WsExporter, ws_exporter, WS, EXPORTER, GObject)

/* Signals: exported (char *): a file or a folder was written, at this path; told (char *): short
 * news, as a sentence; failed (char *): the error, as a sentence. */
WsExporter *ws_exporter_new (WsPanes *panes, WsPlayhead *playhead, GSettings *settings);
void ws_exporter_set_theme (WsExporter *self, WsThemeKind theme);
void ws_exporter_tell_no_picture (WsExporter *self);
void ws_exporter_export_picture (WsExporter *self, const WsPicture *picture, int width, int height);
void ws_exporter_export_pane (WsExporter *self, int pane);
void ws_exporter_export_figures (WsExporter *self);
void ws_exporter_export_page (WsExporter *self);
void ws_exporter_export_animation (WsExporter *self);
void ws_exporter_copy_picture (WsExporter *self, WsPicture *picture, int width, int height);
void ws_exporter_copy_pane (WsExporter *self, int pane);
void ws_exporter_copy_animation (WsExporter *self, WsPicture *picture, int width, int height);
GdkContentProvider *ws_exporter_drag_picture (WsExporter *self, WsPicture *picture, int width,
                                              int height);

G_END_DECLS
