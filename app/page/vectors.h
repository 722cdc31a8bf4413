/* vectors.h: many pictures as SVG that share their parts: each is written once; light and dark
 * differ only by style. Private to page/.
 *
 * A picture is a list of elements. An element is a path (a style with parts, or glyphs), or a clip
 * with elements. A style is a CSS class, with a colour for light and one for dark. Elements of only
 * one theme are not displayed in the other.
 */
#pragma once

#include "page/drawings.h"
#include "page/ids.h"

G_BEGIN_DECLS

/**
 * WsVectors:
 * @glyphs: outlines of characters: "x,y,rest;x,y,rest"
 * @shapes: of parts of paths, from where they begin: "h10v10h-10z"
 * @parts: of paths: "x,y,shape", and words: "x,y,glyph,dx,glyph"
 * @elements: "p", "t" or "g" of path, text or clip; style or clip, colon, parts or elements:
 * "pa:4-9,c"
 * @clips: outlines
 * @styles: declarations for light, a slash, declarations for dark
 * @pictures: elements of each, from the back to the front: "0-1f,1x"
 *
 * The tables that all pictures share.
 */
typedef struct {
  WsIds glyphs;
  WsIds shapes;
  WsIds parts;
  WsIds elements;
  WsIds clips;
  WsIds styles;
  WsIds pictures;
} WsVectors;

WsVectors *ws_vectors_new (void);
void ws_vectors_free (WsVectors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsVectors, ws_vectors_free)

gboolean ws_vectors_add (WsVectors *self, const WsDrawing *drawing, guint32 *number,
                         GError **error);
char *ws_vectors_make_css (const WsVectors *self);
char *ws_vectors_pack (const WsVectors *self);

G_END_DECLS
