#include "pen/text.h"

#include <math.h>
#include <string.h>

#define FIRST_CHAR 32
#define N_CHARS    95

/* Widths where there is no font, as shares of the size. */
#define FIXED_MONO 0.602
#define FIXED_SANS 0.56
#define FIXED_CAP  0.7

/* A font at a size, and where its characters are in it. */
typedef struct {
  WsFace face;
  double px;
  PangoFontDescription *description;
  cairo_scaled_font_t *font;
  double cap_height;
  gulong glyph[N_CHARS]; /* 0: not asked for yet */
  double advance[N_CHARS];
} Sized;

typedef struct {
  Sized *sized;
  WsColor color;
  GArray *glyphs; /* cairo_glyph_t */
} Batch;

struct _WsText {
  cairo_t *cr;
  const WsTheme *theme;

  PangoContext *context;
  PangoLayout *layout;
  GPtrArray *sizes;   /* Sized */
  GPtrArray *batches; /* Batch */
  GHashTable *widths; /* of what was measured: a Measured to itself */
  GArray *boxes;      /* WsTextBox, not owned */
};

/* What was measured once need not be measured again, nor shaped: layouts ask for the widths that
 * the drawing asks for later, and it shows what they measured. */
typedef struct {
  const Sized *sized;
  double width;
  PangoLayoutLine *line;
  char string[];
} Measured;

static const cairo_user_data_key_t boxes_key;

static guint
measured_hash (gconstpointer data)
{
  const Measured *self = data;

  return g_str_hash (self->string) ^ g_direct_hash (self->sized);
}

static gboolean
measured_equal (gconstpointer a, gconstpointer b)
{
  const Measured *x = a;
  const Measured *y = b;

  return x->sized == y->sized && strcmp (x->string, y->string) == 0;
}

static void
measured_free (gpointer data)
{
  Measured *self = data;

  pango_layout_line_unref (self->line);
  g_free (self);
}

static void
sized_free (gpointer data)
{
  Sized *self = data;

  g_clear_pointer (&self->description, pango_font_description_free);
  g_clear_pointer (&self->font, cairo_scaled_font_destroy);
  g_free (self);
}

static void
batch_free (gpointer data)
{
  Batch *self = data;

  g_array_unref (self->glyphs);
  g_free (self);
}

static gboolean
is_mono (WsFace face)
{
  return face == WS_FACE_MONO || face == WS_FACE_MONO_BOLD;
}

static void
load (WsText *self, Sized *sized)
{
  g_autoptr (PangoFont) font = NULL;
  cairo_glyph_t glyph = { 0 };
  cairo_glyph_t *glyphs = &glyph;
  cairo_text_extents_t extents;
  int n = 1;

  sized->description = pango_font_description_new ();
  pango_font_description_set_family_static (
      sized->description, is_mono (sized->face) ? self->theme->mono_font : self->theme->font);
  pango_font_description_set_weight (sized->description,
                                     sized->face == WS_FACE_BOLD || sized->face == WS_FACE_MONO_BOLD
                                         ? PANGO_WEIGHT_BOLD
                                         : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size (sized->description, sized->px * PANGO_SCALE);
  sized->cap_height = sized->px * FIXED_CAP;

  font = pango_context_load_font (self->context, sized->description);
  if (font == NULL || !PANGO_IS_CAIRO_FONT (font))
    return;
  sized->font = pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (font));
  if (sized->font == NULL)
    return;
  cairo_scaled_font_reference (sized->font);
  if (cairo_scaled_font_text_to_glyphs (sized->font, 0, 0, "0", 1, &glyphs, &n, NULL, NULL, NULL)
      == CAIRO_STATUS_SUCCESS)
    {
      cairo_scaled_font_glyph_extents (sized->font, glyphs, n, &extents);
      if (extents.y_bearing < 0)
        sized->cap_height = -extents.y_bearing;
      if (glyphs != &glyph)
        cairo_glyph_free (glyphs);
    }
}

static Sized *
get_sized (WsText *self, WsFace face, double px)
{
  Sized *sized;

  /* differences below an eighth of a pixel are not seen; each size that there ever was stays in the
   * font map */
  px = round (px * 8) / 8;
  for (guint i = 0; i < self->sizes->len; i++)
    {
      sized = g_ptr_array_index (self->sizes, i);
      if (sized->face == face && sized->px == px)
        return sized;
    }
  sized = g_new0 (Sized, 1);
  sized->face = face;
  sized->px = px;
  sized->cap_height = px * FIXED_CAP;
  if (self->context != NULL)
    load (self, sized);
  g_ptr_array_add (self->sizes, sized);
  return sized;
}

/**
 * ws_text_new:
 * @cr: (nullable): where text is shown; %NULL only to measure
 * @theme: with the fonts
 */
WsText *
ws_text_new (cairo_t *cr, const WsTheme *theme)
{
  WsText *self = g_new0 (WsText, 1);

  self->theme = theme;
  self->cr = cr;
  self->sizes = g_ptr_array_new_with_free_func (sized_free);
  self->batches = g_ptr_array_new_with_free_func (batch_free);
  self->widths = g_hash_table_new_full (measured_hash, measured_equal, measured_free, NULL);
  if (cr != NULL)
    self->boxes = cairo_get_user_data (cr, &boxes_key);
  if (theme->font != NULL)
    {
      cairo_font_options_t *options = cairo_font_options_create ();
      PangoFontMap *map = pango_cairo_font_map_get_default ();

      /* the same widths on a screen, in a file and at every scale */
      cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
      cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
      cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
      self->context = pango_font_map_create_context (map);
      pango_cairo_context_set_font_options (self->context, options);
      pango_context_set_round_glyph_positions (self->context, FALSE);
      cairo_font_options_destroy (options);
      if (cr != NULL)
        pango_cairo_update_context (cr, self->context);
      self->layout = pango_layout_new (self->context);
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
    }
  return self;
}

void
ws_text_free (WsText *self)
{
  ws_text_flush (self);
  g_hash_table_unref (self->widths);
  g_ptr_array_unref (self->batches);
  g_ptr_array_unref (self->sizes);
  g_clear_object (&self->layout);
  g_clear_object (&self->context);
  g_free (self);
}

/**
 * ws_text_set_target:
 * @cr: where text is shown from now on; of the same scale as the one before
 *
 * Shows what was gathered, and goes on elsewhere.
 */
void
ws_text_set_target (WsText *self, cairo_t *cr)
{
  g_return_if_fail (cr != NULL);

  if (self->cr == cr)
    return;
  ws_text_flush (self);
  self->cr = cr;
  self->boxes = cairo_get_user_data (cr, &boxes_key);
}

/* Returns: (transfer none) (nullable): where text is shown */
cairo_t *
ws_text_get_target (WsText *self)
{
  return self->cr;
}

static double
get_fixed_width (WsFace face, double px, const char *string)
{
  return g_utf8_strlen (string, -1) * px * (is_mono (face) ? FIXED_MONO : FIXED_SANS);
}

/* Where there is a layout. */
static const Measured *
measure (WsText *self, Sized *sized, const char *string)
{
  gsize length = strlen (string) + 1;
  PangoRectangle logical;
  Measured *measured = g_malloc (sizeof *measured + length);
  Measured *known;

  measured->sized = sized;
  memcpy (measured->string, string, length);
  known = g_hash_table_lookup (self->widths, measured);
  if (known != NULL)
    {
      g_free (measured);
      return known;
    }
  pango_layout_set_font_description (self->layout, sized->description);
  pango_layout_set_text (self->layout, string, -1);
  pango_layout_get_extents (self->layout, NULL, &logical);
  measured->width = logical.width / (double)PANGO_SCALE;
  measured->line = pango_layout_line_ref (pango_layout_get_line_readonly (self->layout, 0));
  g_hash_table_add (self->widths, measured);
  return measured;
}

/**
 * ws_text_width:
 * @face: of its font
 * @px: size of the font, pixels
 * @string: the text to measure
 *
 * Returns: its width, pixels
 */
double
ws_text_width (WsText *self, WsFace face, double px, const char *string)
{
  if (self->layout == NULL)
    return get_fixed_width (face, px, string);
  return measure (self, get_sized (self, face, px), string)->width;
}

/**
 * ws_text_cap_height:
 * @face: of its font
 * @px: size of the font, pixels
 *
 * Returns: height of capitals and digits above the baseline, pixels: what a text is centred by
 */
double
ws_text_cap_height (WsText *self, WsFace face, double px)
{
  return get_sized (self, face, px)->cap_height;
}

/* @box: of its capitals, as it is drawn */
static void
note (WsText *self, const WsTextStyle *style, WsBox box, const char *string)
{
  WsTextBox noted = {
    .box = box, .px = style->px, .color = style->color, .string = g_strdup (string)
  };
  double scale_x = 1;
  double scale_y = 1;

  cairo_user_to_device (self->cr, &noted.box.x, &noted.box.y);
  cairo_user_to_device_distance (self->cr, &scale_x, &scale_y);
  noted.box.w *= scale_x;
  noted.box.h *= scale_y;
  noted.px *= scale_y;
  g_array_append_val (self->boxes, noted);
}

/**
 * ws_text_show:
 * @self: a text that has something to draw on
 * @style: its style
 * @place: its place
 * @string: the text, on one line
 *
 * Returns: its width, pixels
 */
double
ws_text_show (WsText *self, const WsTextStyle *style, const WsTextPlace *place, const char *string)
{
  Sized *sized;
  double width;
  double x;

  g_return_val_if_fail (self->cr != NULL, 0);

  if (*string == '\0')
    return 0;
  sized = get_sized (self, style->face, style->px);
  width = ws_text_width (self, style->face, style->px, string);
  x = place->x - width * place->align;
  if (self->boxes != NULL)
    note (self, style, (WsBox){ x, place->y - sized->cap_height / 2, width, sized->cap_height },
          string);
  if (self->layout == NULL)
    return width;
  ws_paint_set (self->cr, style->color);
  cairo_move_to (self->cr, x, place->y + sized->cap_height / 2);
  pango_cairo_show_layout_line (self->cr, measure (self, sized, string)->line);
  cairo_new_path (self->cr);
  return width;
}

/**
 * ws_text_fit:
 * @face: of its font
 * @px: size of the font, pixels
 * @width: room, pixels
 * @string: the text
 *
 * Returns: (transfer full) (nullable): what of it fits, with "…" where it was shortened; %NULL
 * if not even its first character does
 */
char *
ws_text_fit (WsText *self, WsFace face, double px, double width, const char *string)
{
  glong low = 0;
  glong high;

  if (ws_text_width (self, face, px, string) <= width)
    return g_strdup (string);
  /* the longest beginning that fits with its "…": between low, which does, and high, which does not
   */
  high = g_utf8_strlen (string, -1);
  while (high - low > 1)
    {
      glong middle = (low + high) / 2;
      g_autofree char *begin = g_utf8_substring (string, 0, middle);
      g_autofree char *shortened = g_strconcat (g_strchomp (begin), "…", NULL);

      if (ws_text_width (self, face, px, shortened) <= width)
        low = middle;
      else
        high = middle;
    }
  if (low == 0)
    return NULL;
  {
    g_autofree char *begin = g_utf8_substring (string, 0, low);
    return g_strconcat (g_strchomp (begin), "…", NULL);
  }
}

/**
 * ws_text_show_fit:
 * @self: a text that has something to draw on
 * @style: its style
 * @place: its place
 * @width: room, pixels
 * @string: the text, shortened by ws_text_fit()
 *
 * Returns: the width used, pixels; 0 if nothing fits
 */
double
ws_text_show_fit (WsText *self, const WsTextStyle *style, const WsTextPlace *place, double width,
                  const char *string)
{
  g_autofree char *fit = ws_text_fit (self, style->face, style->px, width, string);

  return fit != NULL ? ws_text_show (self, style, place, fit) : 0;
}

/* Finds the glyphs of @string. Returns: whether all are in the font itself */
static gboolean
look_up (Sized *sized, const char *string)
{
  if (sized->font == NULL)
    return FALSE;
  for (const char *c = string; *c != '\0'; c++)
    {
      guint i = (guchar)*c - FIRST_CHAR;
      cairo_glyph_t glyph;
      cairo_glyph_t *glyphs = &glyph;
      cairo_text_extents_t extents;
      int n = 1;

      if (i >= N_CHARS)
        return FALSE;
      if (sized->glyph[i] != 0)
        continue;
      if (cairo_scaled_font_text_to_glyphs (sized->font, 0, 0, c, 1, &glyphs, &n, NULL, NULL, NULL)
          != CAIRO_STATUS_SUCCESS)
        return FALSE;
      if (n == 1)
        {
          cairo_scaled_font_glyph_extents (sized->font, glyphs, 1, &extents);
          sized->glyph[i] = glyphs[0].index;
          sized->advance[i] = extents.x_advance;
        }
      if (glyphs != &glyph)
        cairo_glyph_free (glyphs);
      if (sized->glyph[i] == 0)
        return FALSE;
    }
  return TRUE;
}

static double
get_advance (const Sized *sized, const char *string)
{
  double width = 0;

  for (const char *c = string; *c != '\0'; c++)
    width += sized->advance[(guchar)*c - FIRST_CHAR];
  return width;
}

/**
 * ws_text_gather_width:
 * @face: of its font
 * @px: size of the font, pixels
 * @string: the text to measure
 *
 * Returns: the width, pixels, that ws_text_gather() gives it: that of its characters, one by one
 */
double
ws_text_gather_width (WsText *self, WsFace face, double px, const char *string)
{
  Sized *sized = get_sized (self, face, px);

  return look_up (sized, string) ? get_advance (sized, string)
                                 : ws_text_width (self, face, px, string);
}

static Batch *
get_batch (WsText *self, Sized *sized, const WsColor *color)
{
  Batch *batch;

  for (guint i = 0; i < self->batches->len; i++)
    {
      batch = g_ptr_array_index (self->batches, i);
      if (batch->sized == sized && memcmp (&batch->color, color, sizeof *color) == 0)
        return batch;
    }
  batch = g_new (Batch, 1);
  batch->sized = sized;
  batch->color = *color;
  batch->glyphs = g_array_new (FALSE, FALSE, sizeof (cairo_glyph_t));
  g_ptr_array_add (self->batches, batch);
  return batch;
}

/**
 * ws_text_gather:
 * @self: a text that has something to draw on
 * @style: its style
 * @place: its place
 * @string: the text
 *
 * Gathers a short text of ASCII characters, for ws_text_flush(); anything else is shown at once.
 */
void
ws_text_gather (WsText *self, const WsTextStyle *style, const WsTextPlace *place,
                const char *string)
{
  Sized *sized = get_sized (self, style->face, style->px);
  Batch *batch;
  double width;
  double x;
  double y;

  g_return_if_fail (self->cr != NULL);

  if (!look_up (sized, string))
    {
      ws_text_show (self, style, place, string);
      return;
    }
  width = get_advance (sized, string);
  x = place->x - width * place->align;
  y = place->y + sized->cap_height / 2;
  if (self->boxes != NULL)
    note (self, style, (WsBox){ x, y - sized->cap_height, width, sized->cap_height }, string);
  batch = get_batch (self, sized, &style->color);
  for (const char *c = string; *c != '\0'; c++)
    {
      guint i = (guchar)*c - FIRST_CHAR;
      cairo_glyph_t glyph = { .index = sized->glyph[i], .x = x, .y = y };

      if (*c != ' ')
        g_array_append_val (batch->glyphs, glyph);
      x += sized->advance[i];
    }
}

/* Line by line: where glyphs touch, all that are shown at once are gathered in a mask as large as
 * their extents. */
static void
show_lines (WsText *self, const Batch *batch)
{
  const cairo_glyph_t *glyphs = (const cairo_glyph_t *)(const void *)batch->glyphs->data;
  guint end;

  for (guint first = 0; first < batch->glyphs->len; first = end)
    {
      end = first + 1;
      while (end < batch->glyphs->len && glyphs[end].y == glyphs[first].y)
        end++;
      cairo_show_glyphs (self->cr, glyphs + first, (int)(end - first));
    }
}

/* Shows what was gathered: before something is painted over it. */
void
ws_text_flush (WsText *self)
{
  for (guint i = 0; i < self->batches->len; i++)
    {
      const Batch *batch = g_ptr_array_index (self->batches, i);

      ws_paint_set (self->cr, batch->color);
      cairo_set_scaled_font (self->cr, batch->sized->font);
      show_lines (self, batch);
    }
  g_ptr_array_set_size (self->batches, 0);
}

/**
 * ws_text_wrap:
 * @face: of its font
 * @px: size of the font, pixels
 * @width: of a line, pixels
 * @max_lines: lines there may be
 * @string: the text; it breaks at spaces
 *
 * Returns: (transfer full) (array zero-terminated=1): its lines; the last is shortened where it
 * does not fit
 */
char **
ws_text_wrap (WsText *self, WsFace face, double px, double width, guint max_lines,
              const char *string)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_auto (GStrv) words = g_strsplit (string, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);
  guint n_lines = 1;

  if (*string != '\0' && max_lines > 0 && ws_text_width (self, face, px, string) <= width)
    {
      g_strv_builder_add (lines, string);
      return g_strv_builder_end (lines);
    }
  for (guint i = 0; words[i] != NULL && max_lines > 0; i++)
    {
      gsize before = line->len;

      if (before > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, words[i]);
      if (before == 0 || n_lines == max_lines || ws_text_width (self, face, px, line->str) <= width)
        continue;
      g_string_truncate (line, before);
      g_strv_builder_add (lines, line->str);
      g_string_assign (line, words[i]);
      n_lines++;
    }
  if (line->len > 0 && max_lines > 0)
    {
      g_autofree char *fit = ws_text_fit (self, face, px, width, line->str);
      if (fit != NULL)
        g_strv_builder_add (lines, fit);
    }
  return g_strv_builder_end (lines);
}

#define MARKUP_SPACING 0.22 /* between lines, of the size */

/* (transfer full): @markup without its tags; all of it where it is damaged */
static char *
strip (const char *markup)
{
  char *text = NULL;

  return pango_parse_markup (markup, -1, 0, NULL, &text, NULL, NULL) ? text : g_strdup (markup);
}

/* (transfer full): where there is a font */
static PangoLayout *
lay_out_markup (WsText *self, double px, double width, double align, const char *markup)
{
  PangoLayout *layout = pango_layout_new (self->context);

  pango_layout_set_font_description (layout, get_sized (self, WS_FACE_SANS, px)->description);
  pango_layout_set_width (layout, (int)(MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_spacing (layout, (int)(px * MARKUP_SPACING * PANGO_SCALE));
  pango_layout_set_alignment (layout, align < 0.25   ? PANGO_ALIGN_LEFT
                                      : align < 0.75 ? PANGO_ALIGN_CENTER
                                                     : PANGO_ALIGN_RIGHT);
  if (pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, NULL))
    pango_layout_set_markup (layout, markup, -1);
  else
    pango_layout_set_text (layout, markup, -1);
  return layout;
}

/**
 * ws_text_measure_markup:
 * @px: size of the font, pixels
 * @width: of a line, pixels
 * @markup: the text to measure; of damaged markup, the tags are text
 * @widest: (out) (optional): its longest line, pixels
 *
 * Returns: height of its lines, pixels
 */
double
ws_text_measure_markup (WsText *self, double px, double width, const char *markup, double *widest)
{
  g_autoptr (PangoLayout) layout = NULL;
  PangoRectangle logical;

  if (self->layout == NULL)
    {
      g_autofree char *text = strip (markup);
      g_auto (GStrv) lines = ws_text_wrap (self, WS_FACE_SANS, px, width, G_MAXUINT16, text);

      if (widest != NULL)
        *widest = MIN (get_fixed_width (WS_FACE_SANS, px, text), width);
      return g_strv_length (lines) * px * (1.15 + MARKUP_SPACING);
    }
  layout = lay_out_markup (self, px, width, 0, markup);
  pango_layout_get_extents (layout, NULL, &logical);
  if (widest != NULL)
    *widest = logical.width / (double)PANGO_SCALE;
  return logical.height / (double)PANGO_SCALE;
}

/**
 * ws_text_show_markup:
 * @self: a text that has something to draw on
 * @style: its style where the markup does not say; its face is not used
 * @place: the left of its lines and the top of the first; and how they stand in @width
 * @width: of a line, pixels
 * @markup: the text; of damaged markup, the tags are text
 *
 * Returns: height of its lines, pixels
 */
double
ws_text_show_markup (WsText *self, const WsTextStyle *style, const WsTextPlace *place, double width,
                     const char *markup)
{
  g_autoptr (PangoLayout) layout = NULL;
  PangoRectangle logical;
  double widest;
  double height;

  g_return_val_if_fail (self->cr != NULL, 0);

  height = ws_text_measure_markup (self, style->px, width, markup, &widest);
  if (self->boxes != NULL && *markup != '\0')
    {
      g_autofree char *text = strip (markup);

      note (self, style,
            (WsBox){ place->x + (width - widest) * place->align, place->y, widest, height }, text);
    }
  if (self->layout == NULL)
    return height;
  layout = lay_out_markup (self, style->px, width, place->align, markup);
  pango_layout_get_extents (layout, NULL, &logical);
  ws_paint_set (self->cr, style->color);
  cairo_move_to (self->cr, place->x, place->y);
  pango_cairo_show_layout (self->cr, layout);
  cairo_new_path (self->cr);
  return height;
}

static void
text_box_clear (gpointer data)
{
  g_free (((WsTextBox *)data)->string);
}

/* From now on each text shown on @cr is noted: for tests, and to know what the pointer is over.
 *
 * Returns: (transfer full) (element-type WsTextBox): where it is noted; must be kept for longer
 * than @cr */
GArray *
ws_text_watch (cairo_t *cr)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (WsTextBox));

  g_array_set_clear_func (boxes, text_box_clear);
  cairo_set_user_data (cr, &boxes_key, boxes, NULL);
  return boxes;
}
