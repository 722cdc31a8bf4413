#include "page/svg.h"

#define MAX_DEPTH 32 /* cairo nests less */

static WsSvgNode *
node_new (const char *name, const char **names, const char **values)
{
  WsSvgNode *self = g_new0 (WsSvgNode, 1);

  self->name = g_strdup (name);
  self->names = g_strdupv ((char **)names);
  self->values = g_strdupv ((char **)values);
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_svg_node_free);
  return self;
}

void
ws_svg_node_free (WsSvgNode *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_strfreev (self->names);
  g_strfreev (self->values);
  g_ptr_array_unref (self->children);
  g_free (self);
}

/* The elements that are open, the outermost first. */
typedef struct {
  WsSvgNode *root; /* owned */
  GPtrArray *open; /* WsSvgNode, borrowed */
} Reader;

static void
begin (GMarkupParseContext *context, const char *name, const char **names, const char **values,
       gpointer data, GError **error)
{
  Reader *self = data;
  WsSvgNode *node;

  if (self->open->len >= MAX_DEPTH || (self->open->len == 0 && self->root != NULL))
    {
      g_set_error_literal (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, name);
      return;
    }
  node = node_new (name, names, values);
  if (self->open->len > 0)
    g_ptr_array_add (((WsSvgNode *)g_ptr_array_index (self->open, self->open->len - 1))->children,
                     node);
  else
    self->root = node;
  g_ptr_array_add (self->open, node);
}

static void
end (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Reader *self = data;

  g_ptr_array_set_size (self->open, (int)self->open->len - 1);
}

/**
 * ws_svg_parse:
 * @bytes: that cairo wrote
 * @error: return location: of #GMarkupError
 *
 * Returns: (transfer full) (nullable): its outermost element
 */
WsSvgNode *
ws_svg_parse (GBytes *bytes, GError **error)
{
  static const GMarkupParser parser = { .start_element = begin, .end_element = end };
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  Reader reader = { NULL, open };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &reader, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  if (g_markup_parse_context_parse (context, data, (gssize)size, error)
      && g_markup_parse_context_end_parse (context, error))
    return reader.root;
  g_clear_pointer (&reader.root, ws_svg_node_free);
  return NULL;
}

/* Returns: (transfer none) (nullable): what the attribute of that name says */
const char *
ws_svg_node_get (const WsSvgNode *self, const char *name)
{
  for (guint i = 0; self->names[i] != NULL; i++)
    if (g_str_equal (self->names[i], name))
      return self->values[i];
  return NULL;
}
