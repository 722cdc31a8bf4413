/* tree-painter.h: a tree's drawing in parts, for who shows it frame after frame: a row whose nodes
 * are what they were is not drawn anew.
 *
 * A painter is set to a moment; then it has parts, which drawn in their order are what
 * ws_draw_tree() draws.
 */
#pragma once

#include "draw/part.h"
#include "draw/tree.h"

G_BEGIN_DECLS

typedef struct _WsTreePainter WsTreePainter;

/* @cr: nullable: where all is drawn; else what each part is drawn on has a scale of 1 */
WsTreePainter *ws_tree_painter_new (cairo_t *cr);
void ws_tree_painter_free (WsTreePainter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsTreePainter, ws_tree_painter_free)

void ws_tree_painter_set (WsTreePainter *self, const WsScene *scene, const WsMoment *moment,
                          const WsTreeOptions *options, const WsTheme *theme, double width,
                          double height);
void ws_tree_painter_forget (WsTreePainter *self);
const WsPart *ws_tree_painter_get_parts (const WsTreePainter *self, guint *n_parts);
/* a WsPartFunc */
void ws_tree_painter_draw (gpointer painter, guint i, cairo_t *cr);

G_END_DECLS
