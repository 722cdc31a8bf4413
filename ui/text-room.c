#include "ui/text-room.h"

#include <string.h>

/**
 * WsTextRoom:
 *
 * Laying out a dozen sentences takes milliseconds, and GTK asks often: each width is measured once,
 * until the texts or the label's font change.
 */
struct _WsTextRoom {
  GtkLabel *label;     /* borrowed */
  GPtrArray *texts;    /* markup */
  GHashTable *heights; /* width + 1: height in pixels, of the texts */
  guint serial;        /* of the font and its resolution, as @heights knows them */
};

/* More widths than these are forgotten together: a window that is dragged has each but once. */
#define MOST_WIDTHS 64

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
  g_return_if_fail (self != NULL && markup != NULL);
  g_ptr_array_add (self->texts, g_strdup (markup));
  g_hash_table_remove_all (self->heights);
}

static int
measure (WsTextRoom *self, int width)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->label), "");
  gsize longest = 0;
  int room = 0;
  int height;

  for (guint i = 0; i < self->texts->len; i++)
    longest = MAX (longest, strlen (g_ptr_array_index (self->texts, i)));
  pango_layout_set_wrap (layout, gtk_label_get_wrap_mode (self->label));
  pango_layout_set_width (layout, width >= 0 ? width * PANGO_SCALE : -1);
  for (guint i = 0; i < self->texts->len; i++)
    {
      const char *text = g_ptr_array_index (self->texts, i);

      /* of dozens of texts only the long ones can be the highest */
      if (strlen (text) < longest * 4 / 5 && strchr (text, '\n') == NULL)
        continue;
      pango_layout_set_markup (layout, text, -1);
      pango_layout_get_pixel_size (layout, NULL, &height);
      room = MAX (room, height);
    }
  return room;
}

/**
 * ws_text_room_get_height:
 * @self: a room
 * @width: in pixels; -1 for as wide as a text likes
 *
 * Returns: how high the highest of the texts is, or what the label shows now: in pixels
 */
int
ws_text_room_get_height (WsTextRoom *self, int width)
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
      known = GINT_TO_POINTER (measure (self, width));
      g_hash_table_insert (self->heights, GINT_TO_POINTER (width + 1), known);
    }
  gtk_widget_measure (GTK_WIDGET (self->label), GTK_ORIENTATION_VERTICAL, width, &height, NULL,
                      NULL, NULL);
  return MAX (GPOINTER_TO_INT (known), height);
}
