/* sms-painter.h: the SMs' drawing in parts, for who shows it frame after frame: the chart of the
 * launch stays, and the playhead goes over it.
 *
 * A painter is set to a moment; then it has parts, which drawn in their order are what
 * ws_draw_sms() draws.
 */
#pragma once

#include "draw/part.h"
#include "draw/sms.h"

G_BEGIN_DECLS

typedef struct _WsSmsPainter WsSmsPainter;

/* @cr: nullable: where all is drawn; else what each part is drawn on has a scale of 1 */
WsSmsPainter *ws_sms_painter_new (cairo_t *cr);
void ws_sms_painter_free (WsSmsPainter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSmsPainter, ws_sms_painter_free)

/* @options: nullable */
void ws_sms_painter_set (WsSmsPainter *self, const WsScene *scene, const WsMoment *moment,
                         const WsSmsOptions *options, const WsTheme *theme, double width,
                         double height);
void ws_sms_painter_forget (WsSmsPainter *self);
const WsPart *ws_sms_painter_get_parts (const WsSmsPainter *self, guint *n_parts);
/* a WsPartFunc */
void ws_sms_painter_draw (gpointer painter, guint i, cairo_t *cr);

G_END_DECLS
