#include "page/style.h"

#include <math.h>
#include <string.h>

/* What a property says. */
typedef enum { PAINT, NUMBER, LENGTHS, WORD } Kind;

typedef enum {
  FILL,
  FILL_OPACITY,
  FILL_RULE,
  STROKE,
  STROKE_OPACITY,
  STROKE_WIDTH,
  STROKE_CAP,
  STROKE_JOIN,
  STROKE_MITER,
  STROKE_DASHES,
  STROKE_OFFSET,
  N_PROPERTIES
} Property;

/* Omitted if it equals @usual, SVG's default or the page's for all drawings. */
static const struct {
  const char *name;
  Kind kind;
  const char *usual;
} properties[N_PROPERTIES] = {
  [FILL] = { "fill", PAINT, "" }, /* always written: the page's own is none */
  [FILL_OPACITY] = { "fill-opacity", NUMBER, "1" },
  [FILL_RULE] = { "fill-rule", WORD, "nonzero" },
  [STROKE] = { "stroke", PAINT, "none" },
  [STROKE_OPACITY] = { "stroke-opacity", NUMBER, "1" },
  [STROKE_WIDTH] = { "stroke-width", LENGTHS, "1" },
  [STROKE_CAP] = { "stroke-linecap", WORD, "butt" },
  [STROKE_JOIN] = { "stroke-linejoin", WORD, "miter" },
  [STROKE_MITER] = { "stroke-miterlimit", NUMBER, "10" },
  [STROKE_DASHES] = { "stroke-dasharray", LENGTHS, "none" },
  [STROKE_OFFSET] = { "stroke-dashoffset", LENGTHS, "0" },
};

static const char *const words[] = { "none",  "nonzero", "evenodd", "butt",
                                     "round", "square",  "miter",   "bevel" };

/* (transfer full) (nullable): "rgb(30%, 10%, 90%)" as "#4d19e6" */
static char *
read_color (const char *text)
{
  double parts[3];
  guint bytes[3];
  const char *at = text;

  if (g_str_equal (text, "none"))
    return g_strdup (text);
  if (!g_str_has_prefix (text, "rgb("))
    return NULL;
  at += strlen ("rgb(");
  for (guint i = 0; i < 3; i++)
    {
      char *end;

      parts[i] = g_ascii_strtod (at, &end);
      if (end == at || *end != '%')
        return NULL;
      bytes[i] = (guint)round (CLAMP (parts[i], 0, 100) * 2.55);
      at = end + 1 + strspn (end + 1, ", ");
    }
  if (bytes[0] % 17 == 0 && bytes[1] % 17 == 0 && bytes[2] % 17 == 0)
    return g_strdup_printf ("#%x%x%x", bytes[0] / 17, bytes[1] / 17, bytes[2] / 17);
  return g_strdup_printf ("#%02x%02x%02x", bytes[0], bytes[1], bytes[2]);
}

/* (transfer full) (nullable): numbers, each times @scale, with three digits */
static char *
read_numbers (const char *text, double scale)
{
  GString *numbers = g_string_new (NULL);

  if (g_str_equal (text, "none"))
    return g_string_free (g_string_append (numbers, text), FALSE);
  for (const char *at = text; *at != '\0';)
    {
      char *end;
      char shown[G_ASCII_DTOSTR_BUF_SIZE];
      double number = g_ascii_strtod (at, &end);

      if (end == at)
        return g_string_free (numbers, TRUE);
      g_ascii_formatd (shown, sizeof shown, "%.4g", number * scale);
      g_string_append_printf (numbers, "%s%s", numbers->len > 0 ? " " : "", shown);
      at = end + strspn (end, ", ");
    }
  return g_string_free (numbers, FALSE);
}

/* (transfer full) (nullable): only what is known is ever written */
static char *
read_value (Kind kind, const char *text, double scale)
{
  if (kind == PAINT)
    return read_color (text);
  if (kind != WORD)
    return read_numbers (text, kind == LENGTHS ? scale : 1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i], text))
      return g_strdup (text);
  return NULL;
}

/* (transfer full) (nullable): cairo writes properties as attributes, older ones in one named style
 */
static char *
find (const WsSvgNode *node, const char *name)
{
  const char *at = ws_svg_node_get (node, "style");
  gsize length = strlen (name);

  for (; at != NULL; at = strchr (at, ';'))
    {
      at += strspn (at, "; ");
      if (strncmp (at, name, length) == 0 && at[length + strspn (at + length, " ")] == ':')
        {
          const char *value = strchr (at, ':') + 1;

          return g_strstrip (g_strndup (value, strcspn (value, ";")));
        }
    }
  return g_strdup (ws_svg_node_get (node, name));
}

/* Whether it says nothing: of what is not painted at all. */
static gboolean
is_idle (guint property, char *const values[N_PROPERTIES])
{
  if (property == FILL_OPACITY || property == FILL_RULE)
    return g_strcmp0 (values[FILL], "none") == 0;
  return property > STROKE && (values[STROKE] == NULL || g_str_equal (values[STROKE], "none"));
}

/**
 * ws_style_make:
 * @node: a path, or what is painted like one
 * @group: (nullable): the group that it is in, which says what it does not
 * @scale: of its lengths
 *
 * Returns: (transfer full) (nullable): declarations with semicolons between them, always in one
 * order: "fill:none;stroke:#d2d2d6"; %NULL if it is painted with more than a colour
 */
char *
ws_style_make (const WsSvgNode *node, const WsSvgNode *group, double scale)
{
  char *values[N_PROPERTIES] = { NULL };
  GString *style = g_string_new (NULL);
  gboolean known = TRUE;

  for (guint i = 0; i < N_PROPERTIES; i++)
    {
      g_autofree char *text = find (node, properties[i].name);

      if (text == NULL && group != NULL)
        text = find (group, properties[i].name);
      if (text == NULL && i == FILL)
        text = g_strdup ("rgb(0%,0%,0%)");
      if (text == NULL)
        continue;
      values[i] = read_value (properties[i].kind, text, scale);
      known = known && values[i] != NULL;
    }
  for (guint i = 0; i < N_PROPERTIES; i++)
    {
      if (known && values[i] != NULL && !is_idle (i, values)
          && !g_str_equal (values[i], properties[i].usual))
        g_string_append_printf (style, "%s%s:%s", style->len > 0 ? ";" : "", properties[i].name,
                                values[i]);
    }
  for (guint i = 0; i < N_PROPERTIES; i++)
    g_free (values[i]);
  return g_string_free (style, !known);
}
