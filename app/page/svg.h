/* svg.h: an SVG that cairo wrote, read back as a tree of elements. Private to page/. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WsSvgNode WsSvgNode;

/**
 * WsSvgNode:
 * @name: of the element: "path"
 * @names: (array zero-terminated=1): of its attributes
 * @values: (array zero-terminated=1): of those
 * @children: (element-type WsSvgNode): elements in it; texts are left out
 */
struct _WsSvgNode {
  char *name;
  char **names;
  char **values;
  GPtrArray *children;
};

WsSvgNode *ws_svg_parse (GBytes *bytes, GError **error);
void ws_svg_node_free (WsSvgNode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSvgNode, ws_svg_node_free)
const char *ws_svg_node_get (const WsSvgNode *self, const char *name);

G_END_DECLS
