#include "dialog/user-dialog.h"

#include "compile/compiler.h"
#include "toolkit/short-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTH_PX    640
#define HEIGHT_PX   640
#define ENTRY_CHARS 26

/* What is said in a field. */
typedef enum {
  WORDS,    /* anything */
  EXAMINED, /* an expression, or other words that may be wrong */
  USE,
  EXPECTED, /* likewise examined, of a buffer that is written */
} Kind;

/* A field of the plan, and what is typed into it. */
typedef struct {
  WsUserField *field;
  WsUserField *draft;
  Kind kind;
  GtkWidget *row;
  GtkWidget *input; /* an entry, or a list to choose of */
} Row;

struct _WsUserDialog {
  AdwWindow parent_instance;

  WsUserKernel *kernel;
  WsUserPlan *draft;       /* what stands in the fields */
  GArray *rows;            /* Row */
  GArray *remarks;         /* nullable: WsUserRemark: what a worker says of the draft */
  GCancellable *examining; /* nullable: it is asked */
  gboolean accepts;        /* it is to be run as soon as the worker has answered */
  GtkWidget *run;
  GtkEditable *instance; /* nullable: of a template: which of its kernels */
  char *chosen;          /* nullable: another one, that was typed in */
};

enum { ACCEPTED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsUserDialog, ws_user_dialog, ADW_TYPE_WINDOW)

static const char *const uses[] = { "in", "out", "inout", NULL };

/* ---- a row ---- */

/* Tab goes from entry to entry, and does not stop at the rows, too. */
#define WS_TYPE_USER_ROW (ws_user_row_get_type ())
G_DECLARE_FINAL_TYPE (WsUserRow, ws_user_row, WS, USER_ROW, AdwActionRow)

struct _WsUserRow {
  AdwActionRow parent_instance;
};

G_DEFINE_FINAL_TYPE (WsUserRow, ws_user_row, ADW_TYPE_ACTION_ROW)

static gboolean
ws_user_row_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *input = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (widget));

  return gtk_widget_get_focus_child (widget) == NULL && gtk_widget_child_focus (input, direction);
}

static void
ws_user_row_class_init (WsUserRowClass *klass)
{
  GTK_WIDGET_CLASS (klass)->focus = ws_user_row_focus;
}

static void
ws_user_row_init (WsUserRow *self)
{
}

/* ---- what is typed ---- */

static const char *
get_text (const Row *row)
{
  return GTK_IS_DROP_DOWN (row->input)
             ? uses[gtk_drop_down_get_selected (GTK_DROP_DOWN (row->input))]
             : gtk_editable_get_text (GTK_EDITABLE (row->input));
}

/* An unchanged field remains a guess. */
static gboolean
is_changed (const Row *row)
{
  return g_strcmp0 (row->field->text != NULL ? row->field->text : "", get_text (row)) != 0;
}

/* (nullable): what the worker says of it */
static const WsUserRemark *
find_remark (const WsUserDialog *self, const Row *row)
{
  g_autoptr (GPtrArray) fields = ws_user_form_list (self->draft);
  guint index;

  return self->remarks != NULL && (row->kind == EXAMINED || row->kind == EXPECTED)
                 && g_ptr_array_find (fields, row->draft, &index)
             ? &g_array_index (self->remarks, WsUserRemark, index)
             : NULL;
}

/* (transfer full): what an expression comes to, and why it is so */
static char *
describe (const Row *row, const char *value)
{
  g_autofree char *guess = row->field->why != NULL && !is_changed (row)
                               ? g_strdup_printf (_ ("A guess: %s"), row->field->why)
                               : NULL;
  gboolean says_more = value != NULL && !g_str_equal (value, row->draft->text);

  if (says_more && guess != NULL)
    return g_strdup_printf ("=\u00a0%s · %s", value, guess);
  return says_more ? g_strdup_printf ("=\u00a0%s", value) : g_strdup (guess != NULL ? guess : "");
}

/* Whether what was typed into it cannot be run. */
static gboolean
tell (const WsUserDialog *self, const Row *row)
{
  const WsUserRemark *remark = find_remark (self, row);
  const char *problem = remark != NULL ? remark->problem : NULL;
  g_autofree char *said =
      problem == NULL ? describe (row, remark != NULL ? remark->value : NULL) : NULL;
  GtkAccessible *input = GTK_ACCESSIBLE (row->input);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row->row), problem != NULL ? problem : said);
  if (problem != NULL)
    {
      gtk_widget_add_css_class (row->row, "problem");
      gtk_widget_add_css_class (row->input, "error");
    }
  else
    {
      gtk_widget_remove_css_class (row->row, "problem");
      gtk_widget_remove_css_class (row->input, "error");
    }
  gtk_accessible_update_property (input, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  problem != NULL ? problem : said, -1);
  gtk_accessible_update_state (
      input, GTK_ACCESSIBLE_STATE_INVALID,
      problem != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  return problem != NULL && is_changed (row);
}

/* An earlier error may be left unchanged. */
static void
tell_all (WsUserDialog *self)
{
  gboolean is_wrong = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    is_wrong |= tell (self, &g_array_index (self->rows, Row, i));
  gtk_widget_set_sensitive (self->run, !is_wrong);
}

static void accept (WsUserDialog *self);

/* What the worker cannot check here is reported when the job is made. */
static void
examined_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsUserDialog) self = data;
  g_autoptr (GArray) remarks =
      ws_user_kernel_examine_finish (WS_USER_KERNEL (source), result, NULL);

  /* something else stands there by now, or the form is closed */
  if (g_task_get_cancellable (G_TASK (result)) != self->examining)
    return;
  g_clear_object (&self->examining);
  g_clear_pointer (&self->remarks, g_array_unref);
  self->remarks = g_steal_pointer (&remarks);
  tell_all (self);
  if (self->accepts)
    accept (self);
}

static void
stop_examining (WsUserDialog *self)
{
  g_cancellable_cancel (self->examining); /* does nothing if NULL */
  g_clear_object (&self->examining);
  self->accepts = FALSE;
}

/* Fields are expressions that depend on each other, and some may be untrusted: a worker evaluates
 * them all. */
static void
update (WsUserDialog *self)
{
  gboolean is_out = TRUE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      ws_user_field_set (row->draft, get_text (row), NULL);
      if (row->kind == USE)
        is_out = !g_str_equal (row->draft->text, "in");
      if (row->kind == EXPECTED)
        gtk_widget_set_visible (row->row, is_out);
    }
  stop_examining (self);
  self->examining = g_cancellable_new ();
  ws_user_kernel_examine_async (self->kernel, self->draft, self->examining, examined_cb,
                                g_object_ref (self));
}

static void
go_to_problem (WsUserDialog *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (!gtk_widget_has_css_class (row->row, "problem") || !is_changed (row))
        continue;
      gtk_widget_grab_focus (row->input);
      return;
    }
}

static void
take_instance (WsUserDialog *self)
{
  const WsUserLaunch *launch = ws_user_plan_get_launch (ws_user_kernel_get_plan (self->kernel), 0);
  const char *text = self->instance != NULL ? gtk_editable_get_text (self->instance) : "";

  if (*text != '\0' && !g_str_equal (text, launch->kernel))
    self->chosen = g_strdup (text);
}

/* Rejects an invalid field, and moves to it. */
static void
accept (WsUserDialog *self)
{
  if (self->examining != NULL)
    {
      self->accepts = TRUE;
      return;
    }
  self->accepts = FALSE;
  if (!gtk_widget_get_sensitive (self->run))
    {
      go_to_problem (self);
      return;
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (is_changed (row))
        ws_user_field_say (row->field, get_text (row));
    }
  take_instance (self);
  g_signal_emit (self, signals[ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- life ---- */

static void
ws_user_dialog_dispose (GObject *object)
{
  WsUserDialog *self = WS_USER_DIALOG (object);

  stop_examining (self);
  g_clear_object (&self->kernel);
  g_clear_pointer (&self->chosen, g_free);
  g_clear_pointer (&self->remarks, g_array_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->draft, ws_user_plan_free);
  G_OBJECT_CLASS (ws_user_dialog_parent_class)->dispose (object);
}

static void
ws_user_dialog_class_init (WsUserDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_user_dialog_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
  signals[ACCEPTED] = g_signal_new ("accepted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_user_dialog_init (WsUserDialog *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
}

/* ---- rows ---- */

/* A row of @input, which the user works with. */
static GtkWidget *
add_input (AdwPreferencesGroup *group, const char *title, GtkWidget *input)
{
  GtkWidget *row = g_object_new (WS_TYPE_USER_ROW, NULL);

  gtk_widget_set_valign (input, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (input), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), input);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), input);
  adw_preferences_group_add (group, row);
  return row;
}

static GtkWidget *
make_entry (WsUserDialog *self, const char *text)
{
  GtkWidget *entry = gtk_entry_new ();

  ws_short_text (entry, WS_SHORT_WORDS);
  gtk_editable_set_text (GTK_EDITABLE (entry), text != NULL ? text : "");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), ENTRY_CHARS);
  g_signal_connect_object (entry, "activate", G_CALLBACK (accept), self, G_CONNECT_SWAPPED);
  return entry;
}

/* A field with few usual values is a choice. */
static GtkWidget *
make_input (WsUserDialog *self, Kind kind, const char *text)
{
  GtkWidget *input;

  if (kind != USE || text == NULL || !g_strv_contains (uses, text))
    {
      input = make_entry (self, text);
      g_signal_connect_object (input, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
      return input;
    }
  input = gtk_drop_down_new_from_strings (uses);
  for (guint i = 0; uses[i] != NULL; i++)
    if (g_str_equal (text, uses[i]))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (input), i);
  g_signal_connect_object (input, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return input;
}

/* @field: of the plan; @draft: the same of the draft */
static GtkWidget *
add_row (WsUserDialog *self, AdwPreferencesGroup *group, Kind kind, const char *title,
         WsUserField *field, WsUserField *draft)
{
  Row row = { field, draft, kind, NULL, make_input (self, kind, field->text) };

  row.row = add_input (group, title, row.input);
  g_array_append_val (self->rows, row);
  return row.input;
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
add_launch (WsUserDialog *self, AdwPreferencesPage *page, guint index)
{
  const WsUserPlan *plan = ws_user_kernel_get_plan (self->kernel);
  WsUserLaunch *launch = ws_user_plan_get_launch (plan, index);
  WsUserLaunch *draft = ws_user_plan_get_launch (self->draft, index);
  g_autofree char *title =
      plan->launches->len > 1
          /* Translators: which launch of several, and its kernel */
          ? g_strdup_printf (_ ("Launch %1$u: %2$s"), index + 1, launch->kernel)
          : g_strdup (launch->kernel);
  AdwPreferencesGroup *group = add_group (page, title, NULL);

  if (strchr (launch->kernel, '<') != NULL && !ws_user_kernel_get_outline (self->kernel)->is_ptx
      && plan->launches->len == 1)
    {
      self->instance = GTK_EDITABLE (make_entry (self, launch->kernel));
      add_input (group, _ ("Kernel, with its template arguments"), GTK_WIDGET (self->instance));
    }
  add_row (self, group, EXAMINED, _ ("Grid, in blocks"), &launch->grid, &draft->grid);
  add_row (self, group, EXAMINED, _ ("Block, in threads"), &launch->block, &draft->block);
  add_row (self, group, EXAMINED, _ ("Dynamic shared memory, in bytes"), &launch->shared,
           &draft->shared);
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      WsUserArgument *argument = ws_user_launch_get_argument (launch, i);
      const WsUserOutlineType *type =
          ws_user_outline_find_type (ws_user_kernel_get_outline (self->kernel), argument->type);
      gboolean is_structure = type != NULL && type->n_fields > 0;

      if (argument->buffer < 0)
        add_row (self, group, is_structure ? WORDS : EXAMINED, argument->name, &argument->value,
                 &ws_user_launch_get_argument (draft, i)->value);
    }
}

static void
add_buffer (WsUserDialog *self, AdwPreferencesPage *page, guint index)
{
  WsUserBuffer *buffer = ws_user_plan_get_buffer (ws_user_kernel_get_plan (self->kernel), index);
  WsUserBuffer *draft = ws_user_plan_get_buffer (self->draft, index);
  g_autofree char *title = g_strdup_printf ("%s: %s", buffer->name, buffer->type.text);
  AdwPreferencesGroup *group = add_group (page, title, NULL);

  add_row (self, group, EXAMINED, _ ("Length, in elements"), &buffer->length, &draft->length);
  if (buffer->texture.text != NULL)
    add_row (self, group, WORDS, _ ("Texture: size and access"), &buffer->texture, &draft->texture);
  add_row (self, group, EXAMINED, _ ("Contents"), &buffer->contents, &draft->contents);
  add_row (self, group, USE, _ ("Read (in), written (out) or both (inout)"), &buffer->use,
           &draft->use);
  gtk_entry_set_placeholder_text (
      GTK_ENTRY (add_row (self, group, EXPECTED, _ ("Expected contents"), &buffer->expect,
                          &draft->expect)),
      _ ("not checked"));
}

/* One that stands in for the usual one says what it lacks. */
static void
add_compiler (WsUserDialog *self, AdwPreferencesPage *page)
{
  const char *name = ws_user_kernel_get_compiler (self->kernel);
  const char *lost = name != NULL ? ws_compiler_explain_name (name) : NULL;

  if (lost != NULL)
    add_group (page, name, lost);
}

static void
add_help (AdwPreferencesPage *page)
{
  g_autofree char *text = g_strjoin (
      "\n\n",
      _ ("Grids, lengths and numbers may be expressions of the kernel's numbers, such as “2 * n”."),
      _ ("Contents of a buffer: “nothing”, “zeros”, “constant 1”, “ramp 0 1” (first and step), "
         "“random”, “random 0 100”, “uniform -1 1”, “values 3, 1, 2”, “= i % 7” (of the index i), "
         "“file a.csv”, or “result out” for the contents of another buffer."),
      _ ("Expected contents take the same form, or “= 2 * in[i]”, “kernel naive” (another kernel "
         "of the file, run by one thread) or “before” (the result of the first run); “within 1e-3” "
         "at the end allows that much error."),
      NULL);

  add_group (page, _ ("Accepted Expressions"), text);
}

static GtkWidget *
make_page (WsUserDialog *self)
{
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());

  for (guint i = 0; i < self->draft->launches->len; i++)
    add_launch (self, page, i);
  for (guint i = 0; i < self->draft->buffers->len; i++)
    add_buffer (self, page, i);
  add_compiler (self, page);
  add_help (page);
  gtk_widget_set_vexpand (GTK_WIDGET (page), TRUE);
  return GTK_WIDGET (page);
}

static GtkWidget *
make_header (WsUserDialog *self, const char *name)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  self->run = gtk_button_new_with_mnemonic (_ ("_Run"));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header),
                                   adw_window_title_new (_ ("How It Runs"), name));
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_widget_add_css_class (self->run, "suggested-action");
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (gtk_window_close), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run, "clicked", G_CALLBACK (accept), self, G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->run);
  return header;
}

/* Returns: (transfer none): whose plan it changes */
WsUserKernel *
ws_user_dialog_get_kernel (WsUserDialog *self)
{
  return self->kernel;
}

/* Returns: (transfer none) (nullable): once it is accepted: another kernel that is to run */
const char *
ws_user_dialog_get_chosen (WsUserDialog *self)
{
  return self->chosen;
}

/**
 * ws_user_dialog_new:
 * @parent: (nullable): parent window
 * @kernel: an open source, whose plan is changed
 *
 * Returns: (transfer none): the dialog, not yet shown; it belongs to GTK
 */
GtkWidget *
ws_user_dialog_new (GtkWindow *parent, WsUserKernel *kernel)
{
  WsUserDialog *self = g_object_new (WS_TYPE_USER_DIALOG, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *name = g_file_get_basename (ws_user_kernel_get_file (kernel));
  g_autofree char *shown = g_filename_display_name (name);

  self->kernel = g_object_ref (kernel);
  self->draft = ws_user_plan_copy (ws_user_kernel_get_plan (kernel));
  gtk_window_set_title (GTK_WINDOW (self), shown);
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_box_append (GTK_BOX (box), make_header (self, shown));
  gtk_box_append (GTK_BOX (box), make_page (self));
  adw_window_set_content (ADW_WINDOW (self), box);
  update (self);
  tell_all (self);
  if (self->rows->len > 0)
    gtk_window_set_focus (GTK_WINDOW (self), g_array_index (self->rows, Row, 0).input);
  return GTK_WIDGET (self);
}
