#include "toolkit/text-room.h"

#include <math.h>
#include <string.h>

typedef struct {
  char *markup;
  glong n_letters; /* of what is read of it */
  gboolean is_plain;
} Text;

/**
 * WsTextRoom:
 *
 * Laying out a dozen sentences takes milliseconds, and GTK asks often: each width is measured once,
 * until the texts or the label's font change.
 */
struct _WsTextRoom {
  GtkLabel *label;     /* borrowed */
  GArray *texts;       /* Text: the longest first */
  GHashTable *heights; /* width + 1: height in pixels, of the texts */
  guint serial;        /* of the font and its resolution, as @heights knows them */
};

/* Beyond this number all widths are dropped: while resizing, each occurs only once. */
#define MOST_WIDTHS 64
#define LONG_WORD   12    /* letters */
#define LAST_PLAIN  0x24f /* of Latin; almost any font has these */

static void
text_clear (gpointer text)
{
  g_free (((Text *)text)->markup);
}

/* Letters, not bytes: accents and tags have bytes but no width. */
static glong
count_letters (const char *markup)
{
  g_autofree char *read = NULL;

  if (!pango_parse_markup (markup, -1, 0, NULL, &read, NULL, NULL))
    return g_utf8_strlen (markup, -1);
  return g_utf8_strlen (read, -1);
}

/* Whether a text's letters are all of one font, as far as one can tell: a line with a letter from
 * another font may be a pixel higher. */
static gboolean
is_plain (const char *markup)
{
  for (const char *c = markup; *c != '\0'; c = g_utf8_next_char (c))
    if (g_utf8_get_char (c) > LAST_PLAIN && !g_unichar_ispunct (g_utf8_get_char (c))
        && !g_unichar_isspace (g_utf8_get_char (c)))
      return FALSE;
  return TRUE;
}

/**
 * ws_text_room_new:
 * @label: which shows the texts; borrowed
 *
 * Returns: (transfer full): room for no text yet
 */
WsTextRoom *
ws_text_room_new (GtkLabel *label)
{
  WsTextRoom *self = g_new0 (WsTextRoom, 1);

  self->label = label;
  self->texts = g_array_new (FALSE, FALSE, sizeof (Text));
  g_array_set_clear_func (self->texts, text_clear);
  self->heights = g_hash_table_new (NULL, NULL);
  return self;
}

void
ws_text_room_free (WsTextRoom *self)
{
  g_array_unref (self->texts);
  g_hash_table_unref (self->heights);
  g_free (self);
}

/* Forgets the texts. */
void
ws_text_room_clear (WsTextRoom *self)
{
  g_return_if_fail (self != NULL);
  g_array_set_size (self->texts, 0);
  g_hash_table_remove_all (self->heights);
}

/**
 * ws_text_room_add:
 * @markup: a text that the label may be asked to show
 */
void
ws_text_room_add (WsTextRoom *self, const char *markup)
{
  guint i = 0;
  Text text;

  g_return_if_fail (self != NULL && markup != NULL);

  text = (Text){ .markup = g_strdup (markup),
                 .n_letters = count_letters (markup),
                 .is_plain = is_plain (markup) };
  while (i < self->texts->len && g_array_index (self->texts, Text, i).n_letters >= text.n_letters)
    i++;
  g_array_insert_val (self->texts, i, text);
  g_hash_table_remove_all (self->heights);
}

/* Returns: how long the lines are together, in pixels */
static double
get_length (PangoLayout *layout)
{
  double length = 0;
  PangoRectangle line;

  for (GSList *l = pango_layout_get_lines_readonly (layout); l != NULL; l = l->next)
    {
      pango_layout_line_get_pixel_extents (l->data, NULL, &line);
      length += line.width;
    }
  return length;
}

/* Lines of a paragraph can hardly be more than these: its letters are as wide as those of the texts
 * measured, but for a tenth, and each line ends with a word that has no room on it. */
static double
bound_lines (const Text *text, double letter_px, int width)
{
  return ceil ((double)text->n_letters * letter_px * 1.1 / MAX (1, width - LONG_WORD * letter_px));
}

/* Of dozens of texts, only a few of the longest can be the highest: only these are laid out. */
static int
measure (WsTextRoom *self, int width, double enough)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->label), "");
  double letter_px = 0;
  int n_lines = 0;
  int room = 0;

  pango_layout_set_wrap (layout, gtk_label_get_wrap_mode (self->label));
  pango_layout_set_width (layout, width >= 0 ? width * PANGO_SCALE : -1);
  for (guint i = 0; i < self->texts->len && room <= enough; i++)
    {
      const Text *text = &g_array_index (self->texts, Text, i);
      gboolean is_paragraph = strchr (text->markup, '\n') == NULL;
      int height;

      if (n_lines > 0 && is_paragraph
          && (width < 0 || bound_lines (text, letter_px, width) < n_lines + text->is_plain))
        continue;
      pango_layout_set_markup (layout, text->markup, -1);
      pango_layout_get_pixel_size (layout, NULL, &height);
      room = MAX (room, height);
      if (!is_paragraph)
        continue;
      n_lines = MAX (n_lines, pango_layout_get_line_count (layout));
      letter_px = MAX (letter_px, get_length (layout) / MAX (1.0, (double)text->n_letters));
    }
  return room;
}

/**
 * ws_text_room_get_height:
 * @width: in pixels; -1 for as wide as a text likes
 * @enough: in pixels, always the same for a width: what is higher need not be known more exactly
 *
 * Returns: how high the highest of the texts is, or what the label shows now: in pixels
 */
int
ws_text_room_get_height (WsTextRoom *self, int width, double enough)
{
  guint serial;
  gpointer known;
  int height;

  g_return_val_if_fail (self != NULL, 0);

  serial = pango_context_get_serial (gtk_widget_get_pango_context (GTK_WIDGET (self->label)));
  if (serial != self->serial || g_hash_table_size (self->heights) >= MOST_WIDTHS)
    g_hash_table_remove_all (self->heights);
  self->serial = serial;
  if (!g_hash_table_lookup_extended (self->heights, GINT_TO_POINTER (width + 1), NULL, &known))
    {
      known = GINT_TO_POINTER (measure (self, width, enough));
      g_hash_table_insert (self->heights, GINT_TO_POINTER (width + 1), known);
    }
  gtk_widget_measure (GTK_WIDGET (self->label), GTK_ORIENTATION_VERTICAL, width, &height, NULL,
                      NULL, NULL);
  return MAX (GPOINTER_TO_INT (known), height);
}
