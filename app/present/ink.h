/* ink.h: lines drawn by hand over a slide; they stay where they are at every size. */
#pragma once

#include "pen/paint.h"

G_BEGIN_DECLS

typedef struct _WsInk WsInk;

WsInk *ws_ink_new (void);
void ws_ink_free (WsInk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsInk, ws_ink_free)
void ws_ink_begin_line (WsInk *self);
void ws_ink_add (WsInk *self, double x, double y, double width, double height);
void ws_ink_clear (WsInk *self);
guint ws_ink_get_n_lines (const WsInk *self);
void ws_draw_ink (cairo_t *cr, const WsInk *self, WsColor color, double width, double height);

G_END_DECLS
