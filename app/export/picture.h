/* picture.h: the contents of a pane as a picture to draw and write. */
#pragma once

#include "export/data.h"
#include "export/export.h"

G_BEGIN_DECLS

typedef struct _WsPicture WsPicture;

/**
 * WsPictureClass:
 * @copy: (transfer full): a snapshot of the subject
 * @free: (transfer full): a copy
 * @make_name: (transfer full): a name for the file, without suffix
 * @draw: draws it on the theme's background
 * @describe: as ws_picture_describe()
 * @make_data: (transfer full) (nullable): the figures behind it
 *
 * A picture composed of others, by code outside this folder.
 */
typedef struct {
  gpointer (*copy) (gpointer subject);
  void (*free) (gpointer subject);
  char *(*make_name) (const WsPicture *picture);
  void (*draw) (const WsPicture *picture, cairo_t *cr, const WsTheme *theme, double width,
                double height);
  char *(*describe) (const WsPicture *picture, char **title, char **caption, char **source);
  WsData *(*make_data) (const WsPicture *picture);
} WsPictureClass;

/**
 * WsPicture:
 * @view: the view; ignored for a scenario or a sheet
 * @scene: (nullable): its scene
 * @moment: when
 * @options: as on the screen
 * @calculator: (nullable): shown in the view of occupancy
 * @scenario: (nullable): the scenario, if it shows one
 * @table: as on the screen
 * @sheet: (nullable): the charts, if it is a sheet
 * @charts: as on the screen
 * @sweeps: (nullable) (element-type WsSweep): the sheet's data, the sweep shown first
 * @live: (nullable): the sheet's live data
 * @data: (nullable): for a copy: the sheet's figures at that time
 * @name: (nullable): of a copy: what ws_picture_make_name() gave
 * @klass: (nullable): for a composed picture: then @scene and @moment give its position
 * @subject: (nullable): the subject of @klass
 *
 * Sweeps, live timings and scenarios keep changing. A copy is a snapshot, and can be drawn and
 * written in another thread.
 */
struct _WsPicture {
  WsView view;
  WsScene *scene;
  WsMoment moment;
  WsFigureOptions options;
  WsCalculator *calculator;
  WsScenario *scenario;
  WsScenarioOptions table;
  WsSheet *sheet;
  WsSheetOptions charts;
  GPtrArray *sweeps;
  WsLive *live;
  WsData *data;
  char *name;
  const WsPictureClass *klass;
  gpointer subject;
};

WsPicture *ws_picture_copy (const WsPicture *self);
void ws_picture_free (WsPicture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPicture, ws_picture_free)
gboolean ws_picture_is_of_view (const WsPicture *self);
char *ws_picture_make_name (const WsPicture *self);
void ws_picture_draw (const WsPicture *self, cairo_t *cr, const WsTheme *theme, double width,
                      double height);
char *ws_picture_describe (const WsPicture *self, char **title, char **caption, char **source);
gboolean ws_picture_has_data (const WsPicture *self);
WsData *ws_picture_make_data (const WsPicture *self);
gboolean ws_picture_write (const WsPicture *self, const WsExportForm *form, const char *path,
                           GCancellable *cancellable, GError **error);
GBytes *ws_picture_to_svg (const WsPicture *self, const WsExportForm *form, GError **error);
void ws_picture_write_async (const WsPicture *self, const WsExportForm *form, const char *path,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
char *ws_picture_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
