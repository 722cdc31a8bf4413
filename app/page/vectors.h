/* vectors.h: many pictures as SVG, of which each part is written once, however many pictures have
 * it; light and dark, by style alone. Private to page/.
 *
 * A picture is a list of elements. An element is a path: a style and the parts that it has, or some
 * glyphs; or a clip with elements in it. A style is a class of CSS, with a colour for light and one
 * for dark. What only one of the two has is not displayed in the other.
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
 * What all pictures are made of.
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
