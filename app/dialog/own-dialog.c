#include "dialog/own-dialog.h"

#include "ui/short-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTH_PX    560
#define HEIGHT_PX   640
#define ENTRY_CHARS 22

/* A field of the plan, and what is typed into it. */
typedef struct {
  WsOwnField *field;
  GtkEditable *entry;
} Row;

struct _WsOwnDialog {
  AdwWindow parent_instance;

  WsOwnKernel *kernel;
  GArray *rows;          /* Row */
  GtkEditable *instance; /* nullable: of a template: which of its kernels */
  char *chosen;          /* nullable: another one, that was typed in */
};

enum { ACCEPTED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsOwnDialog, ws_own_dialog, ADW_TYPE_WINDOW)

static void
take_instance (WsOwnDialog *self)
{
  const WsOwnLaunch *launch = ws_own_plan_get_launch (ws_own_kernel_get_plan (self->kernel), 0);
  const char *text = self->instance != NULL ? gtk_editable_get_text (self->instance) : "";

  if (*text != '\0' && !g_str_equal (text, launch->kernel))
    self->chosen = g_strdup (text);
}

static void
accept (WsOwnDialog *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const char *text = gtk_editable_get_text (row->entry);

      /* what was left as it was stays a guess */
      if (g_strcmp0 (row->field->text != NULL ? row->field->text : "", text) != 0)
        ws_own_field_set (row->field, text, NULL);
    }
  take_instance (self);
  g_signal_emit (self, signals[ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

static void
ws_own_dialog_dispose (GObject *object)
{
  WsOwnDialog *self = WS_OWN_DIALOG (object);

  g_clear_object (&self->kernel);
  g_clear_pointer (&self->chosen, g_free);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (ws_own_dialog_parent_class)->dispose (object);
}

static void
ws_own_dialog_class_init (WsOwnDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_own_dialog_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
  signals[ACCEPTED] = g_signal_new ("accepted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_own_dialog_init (WsOwnDialog *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
}

/* ---- rows ---- */

static GtkEditable *
add_entry (WsOwnDialog *self, AdwPreferencesGroup *group, const char *title, const char *text,
           const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *entry = gtk_entry_new ();

  ws_short_text (entry, WS_SHORT_WORDS);
  gtk_editable_set_text (GTK_EDITABLE (entry), text != NULL ? text : "");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), ENTRY_CHARS);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (accept), self, G_CONNECT_SWAPPED);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), entry);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), entry);
  adw_preferences_group_add (group, row);
  return GTK_EDITABLE (entry);
}

static GtkEditable *
add_row (WsOwnDialog *self, AdwPreferencesGroup *group, const char *title, WsOwnField *field)
{
  g_autofree char *guess =
      field->why != NULL ? g_strdup_printf (_ ("A guess: %s"), field->why) : NULL;
  const Row one = { field, add_entry (self, group, title, field->text, guess) };

  g_array_append_val (self->rows, one);
  return one.entry;
}

static AdwPreferencesGroup *
add_group (AdwPreferencesPage *page, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();
  g_autofree char *escaped = g_markup_escape_text (title, -1);

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), escaped);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), description);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

static void
add_launch (WsOwnDialog *self, AdwPreferencesPage *page, WsOwnLaunch *launch)
{
  AdwPreferencesGroup *group = add_group (page, launch->kernel, NULL);

  if (strchr (launch->kernel, '<') != NULL && ws_own_kernel_get_source (self->kernel)->ptx == NULL
      && ws_own_kernel_get_plan (self->kernel)->launches->len == 1)
    self->instance =
        add_entry (self, group, _ ("Kernel, with the template's arguments"), launch->kernel, NULL);
  add_row (self, group, _ ("Grid, in blocks"), &launch->grid);
  add_row (self, group, _ ("Block, in threads"), &launch->block);
  add_row (self, group, _ ("Dynamic shared memory, in bytes"), &launch->shared);
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      WsOwnArgument *argument = ws_own_launch_get_argument (launch, i);

      if (argument->buffer < 0)
        add_row (self, group, argument->name, &argument->value);
    }
}

static void
add_buffer (WsOwnDialog *self, AdwPreferencesPage *page, WsOwnBuffer *buffer)
{
  g_autofree char *title = g_strdup_printf ("%s: %s", buffer->name, buffer->type.text);
  AdwPreferencesGroup *group = add_group (page, title, NULL);

  add_row (self, group, _ ("Length, in elements"), &buffer->length);
  if (buffer->texture.text != NULL)
    add_row (self, group, _ ("Texture: size, and how it is read"), &buffer->texture);
  add_row (self, group, _ ("Contents"), &buffer->contents);
  add_row (self, group, _ ("Use: in, out or inout"), &buffer->use);
  if (!g_str_equal (buffer->use.text, "in"))
    gtk_entry_set_placeholder_text (
        GTK_ENTRY (add_row (self, group, _ ("Must hold in the end"), &buffer->expect)),
        _ ("nothing"));
}

static GtkWidget *
make_page (WsOwnDialog *self)
{
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  WsOwnPlan *plan = ws_own_kernel_get_plan (self->kernel);

  for (guint i = 0; i < plan->launches->len; i++)
    add_launch (self, page, ws_own_plan_get_launch (plan, i));
  for (guint i = 0; i < plan->buffers->len; i++)
    add_buffer (self, page, ws_own_plan_get_buffer (plan, i));
  add_group (
      page, _ ("What can be said"),
      _ ("Grids, lengths and numbers are expressions of the kernel's numbers, as in “2 * n”. A "
         "buffer holds “nothing”, “zeros”, “constant 1”, “ramp 0 1” (first and step), “random”, "
         "“random 0 100”, “uniform -1 1”, “values 3, 1, 2”, “file a.csv” or “result out”, what "
         "another buffer holds. What it must hold in the end is said in the same words, or as “= 2 "
         "* "
         "in[i]”, “kernel naive” (another kernel of the file, run by one thread) or “before” (what "
         "came out the first time); “within 1e-3” behind it says how far it may be off."));
  gtk_widget_set_vexpand (GTK_WIDGET (page), TRUE);
  return GTK_WIDGET (page);
}

static GtkWidget *
make_header (WsOwnDialog *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  GtkWidget *run = gtk_button_new_with_mnemonic (_ ("_Run"));

  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_widget_add_css_class (run, "suggested-action");
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (gtk_window_close), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "clicked", G_CALLBACK (accept), self, G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), run);
  return header;
}

/**
 * ws_own_dialog_get_chosen:
 * @self: a dialog
 *
 * Returns: (transfer none) (nullable): once it is accepted: another kernel that is to run
 */
const char *
ws_own_dialog_get_chosen (WsOwnDialog *self)
{
  return self->chosen;
}

/**
 * ws_own_dialog_new:
 * @parent: (nullable): above which it stands
 * @kernel: an open source, whose plan is changed
 *
 * Returns: (transfer none): the dialog, not yet shown; it belongs to GTK
 */
GtkWidget *
ws_own_dialog_new (GtkWindow *parent, WsOwnKernel *kernel)
{
  WsOwnDialog *self = g_object_new (WS_TYPE_OWN_DIALOG, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *name = g_file_get_basename (ws_own_kernel_get_file (kernel));

  self->kernel = g_object_ref (kernel);
  gtk_window_set_title (GTK_WINDOW (self), name);
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), make_page (self));
  adw_window_set_content (ADW_WINDOW (self), box);
  return GTK_WIDGET (self);
}
