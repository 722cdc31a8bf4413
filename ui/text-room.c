#include "ui/text-room.h"

#include <math.h>
#include <string.h>

/**
 * WsTextRoom:
 *
 * Laying out a dozen sentences takes milliseconds, and GTK asks often: each width is measured once,
 * until the texts or the label's font change.
 */
struct _WsTextRoom {
  GtkLabel *label;     /* borrowed */
  GPtrArray *texts;    /* markup: the longest first */
  GHashTable *heights; /* width + 1: height in pixels, of the texts */
  guint serial;        /* of the font and its resolution, as @heights knows them */
};

/* More widths than these are forgotten together: a window that is dragged has each but once. */
#define MOST_WIDTHS 64
#define LONG_WORD   12 /* letters */

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
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->heights = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * ws_text_room_free:
 * @self: (transfer full): a room
 */
void
ws_text_room_free (WsTextRoom *self)
{
  g_ptr_array_unref (self->texts);
  g_hash_table_unref (self->heights);
  g_free (self);
}

/**
 * ws_text_room_clear:
 * @self: a room
 *
 * Forgets the texts.
 */
void
ws_text_room_clear (WsTextRoom *self)
{
  g_return_if_fail (self != NULL);
  g_ptr_array_set_size (self->texts, 0);
  g_hash_table_remove_all (self->heights);
}

/**
 * ws_text_room_add:
 * @self: a room
 * @markup: a text that the label may be asked to show
 */
void
ws_text_room_add (WsTextRoom *self, const char *markup)
{
  guint i = 0;

  g_return_if_fail (self != NULL && markup != NULL);

  while (i < self->texts->len && strlen (g_ptr_array_index (self->texts, i)) >= strlen (markup))
    i++;
  g_ptr_array_insert (self->texts, (int)i, g_strdup (markup));
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

/* Lines of a paragraph can hardly be more than these: its bytes are as wide as those of the texts
 * measured, but for a tenth, and each line ends with a word that has no room on it. */
static double
bound_lines (const char *text, double byte_px, int width)
{
  return ceil ((double)strlen (text) * byte_px * 1.1 / MAX (1, width - LONG_WORD * byte_px));
}

/* Of dozens of texts only a few of the longest can be the highest: the others are not laid out. */
static int
measure (WsTextRoom *self, int width, double enough)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->label), "");
  double byte_px = 0;
  int n_lines = 0;
  int room = 0;

  pango_layout_set_wrap (layout, gtk_label_get_wrap_mode (self->label));
  pango_layout_set_width (layout, width >= 0 ? width * PANGO_SCALE : -1);
  for (guint i = 0; i < self->texts->len && room <= enough; i++)
    {
      const char *text = g_ptr_array_index (self->texts, i);
      int height;

      if (n_lines > 0 && strchr (text, '\n') == NULL
          && (width < 0 || bound_lines (text, byte_px, width) <= n_lines))
        continue;
      pango_layout_set_markup (layout, text, -1);
      pango_layout_get_pixel_size (layout, NULL, &height);
      room = MAX (room, height);
      if (strchr (text, '\n') != NULL)
        continue;
      n_lines = MAX (n_lines, pango_layout_get_line_count (layout));
      byte_px = MAX (byte_px, get_length (layout) / (double)strlen (text));
    }
  return room;
}

/**
 * ws_text_room_get_height:
 * @self: a room
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
