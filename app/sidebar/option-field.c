#include "sidebar/option-field.h"

#include "toolkit/short-text.h"
#include "toolkit/steady-drop.h"
#include "toolkit/tip.h"
#include "sidebar/entry-mark.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

#define NUMBER_CHARS 5
#define MOST_CHARS   14 /* of a choice: what is longer is whole in the list */

/**
 * WsOptionField:
 *
 * Emits "changed" with every change, and "settled" when what is there is meant: a choice was made,
 * or Enter pressed.
 */
struct _WsOptionField {
  GtkBox parent_instance;

  const WsOption *option;
  GtkEntry *entry;   /* NULL of choices */
  GtkDropDown *drop; /* NULL of a number */
  gboolean updating;
};

enum { CHANGED, SETTLED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsOptionField, ws_option_field, GTK_TYPE_BOX)

static void
text_changed_cb (WsOptionField *self)
{
  ws_option_field_show_problem (self);
  if (!self->updating)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
settle_cb (WsOptionField *self)
{
  if (!self->updating)
    g_signal_emit (self, signals[SETTLED], 0);
}

static void
chosen_cb (WsOptionField *self)
{
  if (!self->updating)
    g_signal_emit (self, signals[CHANGED], 0);
  settle_cb (self);
}

/* Up doubles, Down halves, as in the fields beside it; between the option's limits. */
static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                WsOptionField *self)
{
  const WsOption *option = self->option;
  guint32 value;
  guint64 next;

  if ((key != GDK_KEY_Up && key != GDK_KEY_Down)
      || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (ws_option_field_get_value (self, &value, NULL))
    {
      g_autofree char *text = NULL;

      next = key == GDK_KEY_Up ? MAX ((guint64)value * 2, 1) : value / 2;
      text = ws_option_format (option, (guint32)CLAMP (next, option->least, option->most));
      gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
    }
  return GDK_EVENT_STOP;
}

static void
ws_option_field_class_init (WsOptionFieldClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_OPTION_FIELD, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", WS_TYPE_OPTION_FIELD, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_option_field_init (WsOptionField *self)
{
  gtk_box_set_spacing (GTK_BOX (self), 6);
}

static GtkWidget *
add_entry (WsOptionField *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autofree char *tip = g_strdup_printf (
      /* Translators: what an option does, a sentence; then its limits */
      _ ("%1$s From %2$u to %3$u; Up and Down double and halve it."),
      ws_words_translate (self->option->tip), self->option->least, self->option->most);

  self->entry = GTK_ENTRY (gtk_entry_new ());
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), NUMBER_CHARS);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), NUMBER_CHARS);
  ws_tip_set (GTK_WIDGET (self->entry), tip);
  ws_short_text (self->entry, WS_SHORT_NUMBER);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (text_changed_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (settle_cb), self);
  return GTK_WIDGET (self->entry);
}

/* As wide as the longest choice. */
static GtkWidget *
add_drop (WsOptionField *self)
{
  const char *const *choices = (const char *const *)self->option->choices;
  gsize chars = 0;

  for (guint i = 0; choices[i] != NULL; i++)
    chars = MAX (chars, strlen (choices[i]));
  self->drop = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (choices));
  ws_steady_drop (self->drop, (int)MIN (chars, MOST_CHARS));
  ws_tip_set (GTK_WIDGET (self->drop), ws_words_translate (self->option->tip));
  g_signal_connect_swapped (self->drop, "notify::selected", G_CALLBACK (chosen_cb), self);
  return GTK_WIDGET (self->drop);
}

/**
 * ws_option_field_new:
 * @option: (transfer none): an option of a kernel; must outlive the field
 *
 * Returns: (transfer floating): a field for it, which shows what the catalogue suggests
 */
WsOptionField *
ws_option_field_new (const WsOption *option)
{
  WsOptionField *self = g_object_new (WS_TYPE_OPTION_FIELD, NULL);
  GtkWidget *label;
  GtkWidget *field;

  g_return_val_if_fail (option != NULL, NULL);

  self->option = option;
  label = gtk_label_new (ws_words_translate (option->label));
  field = option->choices != NULL ? add_drop (self) : add_entry (self);
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), field);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  ws_option_field_set_value (self, option->initial);
  return self;
}

/**
 * ws_option_field_get_value:
 * @self: a field
 * @value: (out): the option's value
 * @error: return location: %WS_CATALOG_ERROR_BAD_OPTION: a sentence with what is possible
 *
 * Returns: whether what is there is one
 */
gboolean
ws_option_field_get_value (WsOptionField *self, guint32 *value, GError **error)
{
  g_return_val_if_fail (WS_IS_OPTION_FIELD (self), FALSE);

  if (self->drop == NULL)
    return ws_option_parse (self->option, gtk_editable_get_text (GTK_EDITABLE (self->entry)), value,
                            error);
  *value = gtk_drop_down_get_selected (self->drop);
  return ws_option_check (self->option, *value, error);
}

/**
 * ws_option_field_set_value:
 * @self: a field
 * @value: what to show; no signal is emitted
 */
void
ws_option_field_set_value (WsOptionField *self, guint32 value)
{
  g_autofree char *text = NULL;

  g_return_if_fail (WS_IS_OPTION_FIELD (self));

  text = ws_option_format (self->option, value);
  self->updating = TRUE;
  if (self->drop != NULL)
    gtk_drop_down_set_selected (self->drop, value);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->updating = FALSE;
}

/**
 * ws_option_field_show_problem:
 * @self: a field
 *
 * Marks it where what is there is no value of the option.
 */
void
ws_option_field_show_problem (WsOptionField *self)
{
  guint32 value;

  g_return_if_fail (WS_IS_OPTION_FIELD (self));

  if (self->entry != NULL)
    ws_entry_mark (self->entry, !ws_option_field_get_value (self, &value, NULL));
}
