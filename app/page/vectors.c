#include "page/vectors.h"

#include "page/outline.h"
#include "page/style.h"
#include "page/svg.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define LOOK_AHEAD 64  /* elements that one theme may have more than the other, at one place */
#define WORD_GAP   160 /* per cent of a glyph's width: from there on, another word begins */
#define MAX_DEPTH  16

/* ---- the tables ---- */

WsVectors *
ws_vectors_new (void)
{
  WsVectors *self = g_new0 (WsVectors, 1);

  ws_ids_init (&self->glyphs);
  ws_ids_init (&self->shapes);
  ws_ids_init (&self->parts);
  ws_ids_init (&self->elements);
  ws_ids_init (&self->clips);
  ws_ids_init (&self->styles);
  ws_ids_init (&self->pictures);
  return self;
}

void
ws_vectors_free (WsVectors *self)
{
  if (self == NULL)
    return;
  ws_ids_clear (&self->glyphs);
  ws_ids_clear (&self->shapes);
  ws_ids_clear (&self->parts);
  ws_ids_clear (&self->elements);
  ws_ids_clear (&self->clips);
  ws_ids_clear (&self->styles);
  ws_ids_clear (&self->pictures);
  g_free (self);
}

/* ---- elements of one theme ---- */

/* "p": a path, "t": a text, "g": a clip. */
typedef struct {
  char kind;
  char *style;        /* NULL of a clip */
  GArray *parts;      /* guint32; of a clip its number alone */
  GPtrArray *members; /* Leaf; of a clip */
} Leaf;

/* A glyph, of which cairo has made a symbol. */
typedef struct {
  guint32 number;
  gint64 width;
  gboolean is_empty;
} Glyph;

typedef struct {
  WsVectors *vectors;
  GHashTable *named;  /* char * -> WsSvgNode: what has an id */
  GHashTable *glyphs; /* char * -> Glyph */
  gboolean failed;    /* it has unsupported elements */
} Reader;

static void
leaf_free (gpointer data)
{
  Leaf *self = data;

  g_free (self->style);
  g_array_unref (self->parts);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_free (self);
}

static GPtrArray *
leaves_new (void)
{
  return g_ptr_array_new_with_free_func (leaf_free);
}

static void
find_named (Reader *self, WsSvgNode *node)
{
  const char *id = ws_svg_node_get (node, "id");

  if (id != NULL)
    g_hash_table_insert (self->named, (gpointer)id, node);
  for (guint i = 0; i < node->children->len; i++)
    find_named (self, g_ptr_array_index (node->children, i));
}

/* Whether there is none, or one that only moves and scales. */
static gboolean
read_transform (const WsSvgNode *node, WsOutlineMap *map)
{
  const char *text = ws_svg_node_get (node, "transform");
  double m[6];
  const char *at;

  *map = (WsOutlineMap)WS_OUTLINE_MAP_INIT;
  if (text == NULL)
    return TRUE;
  if (!g_str_has_prefix (text, "matrix("))
    return FALSE;
  at = text + strlen ("matrix(");
  for (guint i = 0; i < G_N_ELEMENTS (m); i++)
    {
      char *end;

      m[i] = g_ascii_strtod (at, &end);
      if (end == at)
        return FALSE;
      at = end + strspn (end, ", ");
    }
  *map = (WsOutlineMap){ m[0], m[4], m[5] };
  return m[1] == 0 && m[2] == 0 && m[0] == m[3] && m[0] > 0;
}

/* (transfer full) (nullable): the data of a path, or of a rectangle as if it were one */
static char *
dup_data (const WsSvgNode *node)
{
  static const char *const names[] = { "x", "y", "width", "height" };
  double box[4];
  char text[4][G_ASCII_DTOSTR_BUF_SIZE];

  if (g_str_equal (node->name, "path"))
    return g_strdup (ws_svg_node_get (node, "d"));
  for (guint i = 0; i < 4; i++)
    {
      const char *value = ws_svg_node_get (node, names[i]);

      box[i] = value != NULL ? g_ascii_strtod (value, NULL) : 0;
    }
  box[2] += box[0];
  box[3] += box[1];
  for (guint i = 0; i < 4; i++)
    g_ascii_dtostr (text[i], sizeof text[i], box[i]);
  return g_strdup_printf ("M %s %s L %s %s L %s %s L %s %s Z", text[0], text[1], text[2], text[1],
                          text[2], text[3], text[0], text[3]);
}

/* (transfer full) (nullable) */
static GArray *
read_outline (const WsSvgNode *node, const WsOutlineMap *map)
{
  g_autofree char *data = dup_data (node);

  return data != NULL ? ws_outline_parse (data, map) : NULL;
}

/* @style, @parts, @members: (transfer full) */
static void
add_leaf (GPtrArray *leaves, char kind, char *style, GArray *parts, GPtrArray *members)
{
  Leaf *leaf = g_new (Leaf, 1);

  *leaf = (Leaf){ kind, style, parts, members };
  g_ptr_array_add (leaves, leaf);
}

/* Returns: its number */
static guint32
add_part (WsVectors *self, const WsOutlinePart *part)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ws_outline_append_number (text, part->x);
  g_string_append_c (text, ',');
  ws_outline_append_number (text, part->y);
  g_string_append_c (text, ',');
  ws_ids_append_number (text, ws_ids_add (&self->shapes, part->rest));
  return ws_ids_add (&self->parts, text->str);
}

static void
add_path (Reader *self, const WsSvgNode *node, GPtrArray *leaves)
{
  WsOutlineMap map;
  g_autoptr (GArray) outline = NULL;
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *style = NULL;

  if (read_transform (node, &map))
    {
      outline = read_outline (node, &map);
      style = ws_style_make (node, NULL, map.scale);
    }
  self->failed = outline == NULL || style == NULL;
  for (guint i = 0; !self->failed && i < outline->len; i++)
    {
      guint32 number = add_part (self->vectors, &g_array_index (outline, WsOutlinePart, i));

      g_array_append_val (parts, number);
    }
  if (parts->len > 0)
    add_leaf (leaves, 'p', g_steal_pointer (&style), g_steal_pointer (&parts), NULL);
}

/* ---- texts ---- */

/* The only path of a symbol. (transfer none) (nullable) */
static const WsSvgNode *
find_path (const WsSvgNode *node)
{
  while (node != NULL && !g_str_equal (node->name, "path"))
    node = node->children->len == 1 ? g_ptr_array_index (node->children, 0) : NULL;
  return node;
}

static Glyph *
make_glyph (Reader *self, const char *id)
{
  const WsSvgNode *symbol = g_hash_table_lookup (self->named, id);
  const WsSvgNode *path = symbol != NULL ? find_path (symbol) : NULL;
  const char *data = path != NULL ? ws_svg_node_get (path, "d") : NULL;
  g_autoptr (GArray) parts =
      data != NULL ? ws_outline_parse (data, &(WsOutlineMap)WS_OUTLINE_MAP_INIT) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  Glyph *glyph;

  if (parts == NULL || !g_str_has_prefix (id, "glyph"))
    return NULL;
  glyph = g_new0 (Glyph, 1);
  glyph->is_empty = parts->len == 0;
  for (guint i = 0; i < parts->len; i++)
    {
      const WsOutlinePart *part = &g_array_index (parts, WsOutlinePart, i);

      if (i > 0)
        g_string_append_c (text, ';');
      ws_outline_append_number (text, part->x);
      g_string_append_c (text, ',');
      ws_outline_append_number (text, part->y);
      g_string_append_printf (text, ",%s", part->rest);
      glyph->width = MAX (glyph->width, part->x);
    }
  if (!glyph->is_empty)
    glyph->number = ws_ids_add (&self->vectors->glyphs, text->str);
  return glyph;
}

/* (transfer none) (nullable): what a "use" names */
static const Glyph *
get_glyph (Reader *self, const WsSvgNode *use)
{
  const char *link = ws_svg_node_get (use, "xlink:href");
  Glyph *glyph;

  if (link == NULL || *link != '#')
    return NULL;
  glyph = g_hash_table_lookup (self->glyphs, link + 1);
  if (glyph != NULL)
    return glyph;
  glyph = make_glyph (self, link + 1);
  if (glyph != NULL)
    g_hash_table_insert (self->glyphs, (gpointer)(link + 1), glyph);
  return glyph;
}

/* Words being made of glyphs, each of which has its place. */
typedef struct {
  Reader *reader;
  GArray *numbers; /* guint32: words that are whole */
  GString *word;
  gint64 x; /* of its last glyph */
  gint64 y;
  gint64 width;
} Words;

static void
end_word (Words *self)
{
  guint32 number;

  if (self->word->len == 0)
    return;
  number = ws_ids_add (&self->reader->vectors->parts, self->word->str);
  g_array_append_val (self->numbers, number);
  g_string_truncate (self->word, 0);
}

static void
add_glyph (Words *self, const Glyph *glyph, gint64 x, gint64 y)
{
  if (glyph->is_empty || y != self->y || x < self->x
      || (x - self->x) * 100 > (self->width + 300) * WORD_GAP)
    end_word (self);
  if (glyph->is_empty)
    return;
  if (self->word->len == 0)
    {
      ws_outline_append_number (self->word, x);
      g_string_append_c (self->word, ',');
      ws_outline_append_number (self->word, y);
    }
  else
    {
      g_string_append_c (self->word, ',');
      ws_outline_append_number (self->word, x - self->x);
    }
  g_string_append_c (self->word, ',');
  ws_ids_append_number (self->word, glyph->number);
  self->x = x;
  self->y = y;
  self->width = glyph->width;
}

/* A group of glyphs. Returns: FALSE where it is none */
static gboolean
add_text (Reader *self, const WsSvgNode *group, GPtrArray *leaves)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) word = g_string_new (NULL);
  Words words = { .reader = self, .numbers = parts, .word = word };
  g_autofree char *style = ws_style_make (group, NULL, 1);

  for (guint i = 0; i < group->children->len; i++)
    {
      const WsSvgNode *use = g_ptr_array_index (group->children, i);
      const Glyph *glyph = g_str_equal (use->name, "use") ? get_glyph (self, use) : NULL;
      const char *x = glyph != NULL ? ws_svg_node_get (use, "x") : NULL;
      const char *y = glyph != NULL ? ws_svg_node_get (use, "y") : NULL;

      if (x == NULL || y == NULL)
        return FALSE;
      add_glyph (&words, glyph, ws_outline_round (g_ascii_strtod (x, NULL)),
                 ws_outline_round (g_ascii_strtod (y, NULL)));
    }
  end_word (&words);
  if (parts->len > 0 && style != NULL)
    add_leaf (leaves, 't', g_steal_pointer (&style), g_steal_pointer (&parts), NULL);
  return parts == NULL || style != NULL;
}

/* ---- groups ---- */

static void add_nodes (Reader *self, const GPtrArray *nodes, GPtrArray *leaves, guint depth);

static void
append_outline (GString *text, const WsOutlinePart *part)
{
  g_string_append_c (text, 'M');
  ws_outline_append_number (text, part->x);
  ws_outline_append_number (text, part->y);
  g_string_append (text, part->rest);
}

/* Returns: FALSE where it is no clip, or one that is not made of paths */
static gboolean
add_clip (Reader *self, const WsSvgNode *group, const char *link, GPtrArray *leaves, guint depth)
{
  g_autofree char *id = g_str_has_prefix (link, "url(#") && g_str_has_suffix (link, ")")
                            ? g_strndup (link + 5, strlen (link) - 6)
                            : NULL;
  const WsSvgNode *clip = id != NULL ? g_hash_table_lookup (self->named, id) : NULL;
  g_autoptr (GArray) parts = NULL;
  g_autoptr (GString) outline = g_string_new (NULL);
  g_autoptr (GArray) number = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) members = leaves_new ();
  guint32 shape;

  if (clip == NULL || !g_str_equal (clip->name, "clipPath") || clip->children->len != 1)
    return FALSE;
  parts = read_outline (g_ptr_array_index (clip->children, 0), &(WsOutlineMap)WS_OUTLINE_MAP_INIT);
  for (guint i = 0; parts != NULL && i < parts->len; i++)
    append_outline (outline, &g_array_index (parts, WsOutlinePart, i));
  shape = ws_ids_add (&self->vectors->clips, outline->str);
  g_array_append_val (number, shape);
  if (group->children->len > 0
      && g_str_equal (((WsSvgNode *)g_ptr_array_index (group->children, 0))->name, "use"))
    self->failed = self->failed || !add_text (self, group, members);
  else
    add_nodes (self, group->children, members, depth + 1);
  add_leaf (leaves, 'g', NULL, g_steal_pointer (&number), g_steal_pointer (&members));
  return parts != NULL;
}

/* Whether nothing but its children says how they are drawn. */
static gboolean
is_plain (const WsSvgNode *group)
{
  static const char *const known[] = { "id", "style", "clip-rule", "fill", "fill-opacity" };

  for (guint i = 0; group->names[i] != NULL; i++)
    {
      gboolean found = FALSE;

      for (guint j = 0; j < G_N_ELEMENTS (known); j++)
        found = found || g_str_equal (group->names[i], known[j]);
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static void
add_group (Reader *self, const WsSvgNode *group, GPtrArray *leaves, guint depth)
{
  const char *clip = ws_svg_node_get (group, "clip-path");
  const WsSvgNode *first = group->children->len > 0 ? g_ptr_array_index (group->children, 0) : NULL;

  if (depth > MAX_DEPTH)
    self->failed = TRUE;
  else if (clip != NULL)
    self->failed = self->failed || !add_clip (self, group, clip, leaves, depth);
  else if (!is_plain (group))
    self->failed = TRUE;
  else if (first != NULL && g_str_equal (first->name, "use") && add_text (self, group, leaves))
    return;
  else if (first != NULL && (ws_svg_node_get (group, "style") == NULL))
    add_nodes (self, group->children, leaves, depth + 1);
  else
    self->failed = self->failed || first != NULL;
}

static void
add_nodes (Reader *self, const GPtrArray *nodes, GPtrArray *leaves, guint depth)
{
  for (guint i = 0; i < nodes->len && !self->failed; i++)
    {
      const WsSvgNode *node = g_ptr_array_index (nodes, i);

      if (g_str_equal (node->name, "path") || g_str_equal (node->name, "rect"))
        add_path (self, node, leaves);
      else if (g_str_equal (node->name, "g"))
        add_group (self, node, leaves, depth);
      else if (!g_str_equal (node->name, "defs"))
        self->failed = TRUE;
    }
}

/* (transfer full) (nullable): what it is drawn of in that theme, from the back to the front */
static GPtrArray *
read_leaves (WsVectors *self, WsSvgNode *root, GError **error)
{
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) glyphs = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GPtrArray) leaves = leaves_new ();
  Reader reader = { .vectors = self, .named = named, .glyphs = glyphs };

  find_named (&reader, root);
  add_nodes (&reader, root->children, leaves, 0);
  if (!reader.failed)
    return g_steal_pointer (&leaves);
  g_set_error_literal (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
                       _ ("A picture has something that a page cannot show."));
  return NULL;
}

/* ---- both themes ---- */

static gboolean
is_alike (const Leaf *a, const Leaf *b)
{
  return a->kind == b->kind && a->parts->len == b->parts->len
         && memcmp (a->parts->data, b->parts->data, a->parts->len * sizeof (guint32)) == 0;
}

/* The minimum number of elements of each to skip until both match again. */
static void
find_alike (const GPtrArray *light, guint i, const GPtrArray *dark, guint j, guint *n_light,
            guint *n_dark)
{
  for (guint n = 1; n < LOOK_AHEAD; n++)
    for (guint k = 0; k <= n; k++)
      if (i + k < light->len && j + n - k < dark->len
          && is_alike (g_ptr_array_index (light, i + k), g_ptr_array_index (dark, j + n - k)))
        {
          *n_light = k;
          *n_dark = n - k;
          return;
        }
  *n_light = light->len - i;
  *n_dark = dark->len - j;
}

/* An element that grows as long as what follows is of its kind and style. */
typedef struct {
  WsVectors *vectors;
  GArray *elements; /* guint32: those that are whole */
  char kind;        /* of the present one; 0 if there is none */
  guint32 style;
  GArray *parts;
} Merger;

static void
end_element (Merger *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 number;

  if (self->kind == 0)
    return;
  g_string_append_c (text, self->kind);
  ws_ids_append_number (text, self->style);
  g_string_append_c (text, ':');
  ws_ids_append_list (text, self->parts);
  number = ws_ids_add (&self->vectors->elements, text->str);
  g_array_append_val (self->elements, number);
  g_array_set_size (self->parts, 0);
  self->kind = 0;
}

static GArray *merge (WsVectors *vectors, const GPtrArray *light, const GPtrArray *dark);

/* A clip with what both themes have in it. */
static void
add_members (Merger *self, const Leaf *light, const Leaf *dark)
{
  const Leaf *leaf = light != NULL ? light : dark;
  g_autoptr (GPtrArray) none = leaves_new ();
  g_autoptr (GArray) members = merge (self->vectors, light != NULL ? light->members : none,
                                      dark != NULL ? dark->members : none);

  end_element (self);
  self->kind = leaf->kind;
  self->style = g_array_index (leaf->parts, guint32, 0);
  g_array_append_vals (self->parts, members->data, members->len);
  end_element (self);
}

/* Painting twice only looks the same if opaque. */
static gboolean
is_opaque (const char *style)
{
  return strstr (style, "opacity") == NULL;
}

/* @light, @dark: (nullable): alike; %NULL in the theme that lacks it */
static void
add_leaves (Merger *self, const Leaf *light, const Leaf *dark)
{
  const Leaf *leaf = light != NULL ? light : dark;
  g_autofree char *style = NULL;
  guint32 number;

  if (leaf->kind == 'g')
    {
      add_members (self, light, dark);
      return;
    }
  style =
      g_strconcat (light != NULL ? light->style : "", "/", dark != NULL ? dark->style : "", NULL);
  number = ws_ids_add (&self->vectors->styles, style);
  if (self->kind != leaf->kind || self->style != number || !is_opaque (style))
    end_element (self);
  self->kind = leaf->kind;
  self->style = number;
  g_array_append_vals (self->parts, leaf->parts->data, leaf->parts->len);
}

/* (transfer full): numbers of elements */
static GArray *
merge (WsVectors *vectors, const GPtrArray *light, const GPtrArray *dark)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (guint32));
  Merger self = { .vectors = vectors,
                  .elements = g_array_new (FALSE, FALSE, sizeof (guint32)),
                  .parts = parts };
  guint i = 0;
  guint j = 0;

  while (i < light->len || j < dark->len)
    {
      guint n_light = 0;
      guint n_dark = 0;

      if (i < light->len && j < dark->len
          && is_alike (g_ptr_array_index (light, i), g_ptr_array_index (dark, j)))
        {
          add_leaves (&self, g_ptr_array_index (light, i++), g_ptr_array_index (dark, j++));
          continue;
        }
      find_alike (light, i, dark, j, &n_light, &n_dark);
      for (guint k = 0; k < n_light; k++)
        add_leaves (&self, g_ptr_array_index (light, i++), NULL);
      for (guint k = 0; k < n_dark; k++)
        add_leaves (&self, NULL, g_ptr_array_index (dark, j++));
    }
  end_element (&self);
  return self.elements;
}

/**
 * ws_vectors_add:
 * @drawing: that could be drawn
 * @number: (out): of the picture
 *
 * Returns: whether all of it can be shown
 */
gboolean
ws_vectors_add (WsVectors *self, const WsDrawing *drawing, guint32 *number, GError **error)
{
  g_autoptr (GPtrArray) both = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GArray) elements = NULL;
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < WS_DRAWING_N_THEMES; i++)
    {
      GPtrArray *leaves = read_leaves (self, drawing->roots[i], error);

      if (leaves == NULL)
        return FALSE;
      g_ptr_array_add (both, leaves);
    }
  elements = merge (self, both->pdata[0], both->pdata[1]);
  ws_ids_append_list (list, elements);
  *number = ws_ids_add (&self->pictures, list->str);
  return TRUE;
}

/* The declarations of a class in one theme. */
static void
append_rule (GString *css, guint number, const char *style)
{
  g_string_append (css, ".k");
  ws_ids_append_number (css, number);
  g_string_append_printf (css, "{%s}", *style != '\0' ? style : "display:none");
}

/* Returns: (transfer full): a class for each style: "k" and its number; dark where the reader's
 * screen is, and never on paper */
char *
ws_vectors_make_css (const WsVectors *self)
{
  GString *css = g_string_new (NULL);
  g_autoptr (GString) lights = g_string_new (NULL);
  g_autoptr (GString) darks = g_string_new (NULL);

  for (guint i = 0; i < self->styles.texts->len; i++)
    {
      g_auto (GStrv) both = g_strsplit (g_ptr_array_index (self->styles.texts, i), "/", 2);

      append_rule (g_str_equal (both[0], both[1]) ? css : lights, i, both[0]);
      if (!g_str_equal (both[0], both[1]))
        append_rule (darks, i, both[1]);
    }
  g_string_append_printf (css,
                          "@media print,(prefers-color-scheme:light){%s}\n"
                          "@media screen and (prefers-color-scheme:dark){%s}\n",
                          lights->str, darks->str);
  return g_string_free (css, FALSE);
}

/* (transfer full): without the head of zlib or gzip */
static GBytes *
deflate (const char *text)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream =
      g_converter_output_stream_new (memory, G_CONVERTER (compressor));

  /* neither fails: it is memory */
  g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

/* Returns: (transfer full): all tables but the styles, a line each, deflated, in base64 */
char *
ws_vectors_pack (const WsVectors *self)
{
  const WsIds *const tables[] = { &self->glyphs, &self->shapes,   &self->parts,
                                  &self->clips,  &self->elements, &self->pictures };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *all = ws_ids_join (tables[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", all);
    }
  bytes = deflate (text->str);
  return g_base64_encode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}
