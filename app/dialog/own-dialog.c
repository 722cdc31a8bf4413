#include "dialog/own-dialog.h"

#include "compile/compiler.h"
#include "own/expect.h"
#include "toolkit/short-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTH_PX       640
#define HEIGHT_PX      640
#define ENTRY_CHARS    26
#define MOST_PER_BLOCK 1024 /* threads */

/* What is said in a field. */
typedef enum {
  WORDS, /* anything */
  GRID,
  BLOCK,
  BYTES,
  LENGTH,
  NUMBER,
  CONTENTS,
  USE,
  EXPECTED,
} Kind;

/* A field of the plan, and what is typed into it. */
typedef struct {
  WsOwnField *field;
  WsOwnField *draft;
  Kind kind;
  const WsOwnLaunch *launch; /* nullable: of the draft, whose numbers are meant */
  GtkWidget *row;
  GtkWidget *input; /* an entry, or a list to choose of */
} Row;

struct _WsOwnDialog {
  AdwWindow parent_instance;

  WsOwnKernel *kernel;
  WsOwnPlan *draft; /* what stands in the fields */
  GArray *rows;     /* Row */
  GtkWidget *run;
  GtkEditable *instance; /* nullable: of a template: which of its kernels */
  char *chosen;          /* nullable: another one, that was typed in */
};

enum { ACCEPTED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsOwnDialog, ws_own_dialog, ADW_TYPE_WINDOW)

static const char *const uses[] = { "in", "out", "inout", NULL };

/* ---- a row ---- */

/* Tab goes from entry to entry, and does not stop at the rows, too. */
#define WS_TYPE_OWN_ROW (ws_own_row_get_type ())
G_DECLARE_FINAL_TYPE (WsOwnRow, ws_own_row, WS, OWN_ROW, AdwActionRow)

struct _WsOwnRow {
  AdwActionRow parent_instance;
};

G_DEFINE_FINAL_TYPE (WsOwnRow, ws_own_row, ADW_TYPE_ACTION_ROW)

static gboolean
ws_own_row_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *input = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (widget));

  return gtk_widget_get_focus_child (widget) == NULL && gtk_widget_child_focus (input, direction);
}

static void
ws_own_row_class_init (WsOwnRowClass *klass)
{
  GTK_WIDGET_CLASS (klass)->focus = ws_own_row_focus;
}

static void
ws_own_row_init (WsOwnRow *self)
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

/* What was left as it was stays a guess. */
static gboolean
is_changed (const Row *row)
{
  return g_strcmp0 (row->field->text != NULL ? row->field->text : "", get_text (row)) != 0;
}

/* (transfer full): as in "16, 8" */
static char *
format_dims (const guint32 dims[3])
{
  if (dims[2] != 1)
    return g_strdup_printf ("%u, %u, %u", dims[0], dims[1], dims[2]);
  return dims[1] != 1 ? g_strdup_printf ("%u, %u", dims[0], dims[1])
                      : g_strdup_printf ("%u", dims[0]);
}

static const char *
examine_dims (const WsOwnDialog *self, const Row *row, char **value)
{
  guint32 dims[3];

  if (!ws_own_plan_get_dims (self->draft, row->launch, row->draft, dims))
    return _ ("One to three whole numbers of at least 1");
  if (row->kind == BLOCK && (guint64)dims[0] * dims[1] * dims[2] > MOST_PER_BLOCK)
    return _ ("A block has at most 1024 threads");
  *value = format_dims (dims);
  return NULL;
}

static const char *
examine_number (const WsOwnDialog *self, const Row *row, char **value)
{
  WsRange range;
  guint64 count;

  if (!ws_own_plan_evaluate (self->draft, row->launch, row->draft->text, &range)
      || range.low != range.high)
    return row->kind == NUMBER   ? _ ("A number")
           : row->kind == LENGTH ? _ ("A whole number of at least 1")
                                 : _ ("A number of bytes");
  if (row->kind == LENGTH && (!ws_range_get_count (&range, &count) || count == 0))
    return _ ("A whole number of at least 1");
  if (row->kind == BYTES && (!ws_range_get_count (&range, &count) || count > G_MAXUINT32))
    return _ ("A number of bytes");
  *value = g_strdup_printf ("%.15g", range.low);
  return NULL;
}

static const char *
examine_contents (const Row *row)
{
  static const char *const words[] = { "nothing", "zeros",  "constant", "ramp",  "random",
                                       "uniform", "values", "file",     "result" };
  const char *text = row->draft->text + strspn (row->draft->text, " ");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcspn (text, " ") == strlen (words[i]) && g_str_has_prefix (text, words[i]))
      return NULL;
  return _ ("nothing, zeros, constant, ramp, random, uniform, values, file or result");
}

static char *
examine_expected (const Row *row)
{
  g_auto (WsExpect) expect = { 0 };
  g_autoptr (GError) error = NULL;

  if (*row->draft->text == '\0' || ws_expect_read (row->draft->text, &expect, &error))
    return NULL;
  return g_strdup (error->message);
}

/* (transfer full) (nullable): what is wrong with it
 * @value: (out) (transfer full) (nullable): what an expression comes to */
static char *
examine (const WsOwnDialog *self, const Row *row, char **value)
{
  *value = NULL;
  switch (row->kind)
    {
    case GRID:
    case BLOCK:
      return g_strdup (examine_dims (self, row, value));
    case BYTES:
    case LENGTH:
    case NUMBER:
      return g_strdup (examine_number (self, row, value));
    case CONTENTS:
      return g_strdup (examine_contents (row));
    case EXPECTED:
      return examine_expected (row);
    case WORDS:
    case USE:
    default:
      return NULL;
    }
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
tell (const WsOwnDialog *self, const Row *row)
{
  g_autofree char *value = NULL;
  g_autofree char *problem = examine (self, row, &value);
  g_autofree char *said = problem == NULL ? describe (row, value) : NULL;
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

/* Fields are expressions of each other. What was wrong before may be left so. */
static void
update (WsOwnDialog *self)
{
  gboolean is_wrong = FALSE;
  gboolean is_out = TRUE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      ws_own_field_set (row->draft, get_text (row), NULL);
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (row->kind == USE)
        is_out = !g_str_equal (row->draft->text, "in");
      if (row->kind == EXPECTED)
        gtk_widget_set_visible (row->row, is_out);
      is_wrong |= tell (self, row);
    }
  gtk_widget_set_sensitive (self->run, !is_wrong);
}

static void
go_to_problem (WsOwnDialog *self)
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
take_instance (WsOwnDialog *self)
{
  const WsOwnLaunch *launch = ws_own_plan_get_launch (ws_own_kernel_get_plan (self->kernel), 0);
  const char *text = self->instance != NULL ? gtk_editable_get_text (self->instance) : "";

  if (*text != '\0' && !g_str_equal (text, launch->kernel))
    self->chosen = g_strdup (text);
}

/* What cannot be run is not taken: it is gone to. */
static void
accept (WsOwnDialog *self)
{
  if (!gtk_widget_get_sensitive (self->run))
    {
      go_to_problem (self);
      return;
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (is_changed (row))
        ws_own_field_say (row->field, get_text (row));
    }
  take_instance (self);
  g_signal_emit (self, signals[ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- life ---- */

static void
ws_own_dialog_dispose (GObject *object)
{
  WsOwnDialog *self = WS_OWN_DIALOG (object);

  g_clear_object (&self->kernel);
  g_clear_pointer (&self->chosen, g_free);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->draft, ws_own_plan_free);
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

/* A row of @input, which the user works with. */
static GtkWidget *
add_input (AdwPreferencesGroup *group, const char *title, GtkWidget *input)
{
  GtkWidget *row = g_object_new (WS_TYPE_OWN_ROW, NULL);

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
make_entry (WsOwnDialog *self, const char *text)
{
  GtkWidget *entry = gtk_entry_new ();

  ws_short_text (entry, WS_SHORT_WORDS);
  gtk_editable_set_text (GTK_EDITABLE (entry), text != NULL ? text : "");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), ENTRY_CHARS);
  g_signal_connect_object (entry, "activate", G_CALLBACK (accept), self, G_CONNECT_SWAPPED);
  return entry;
}

/* What is one of few words, as a rule, is chosen. */
static GtkWidget *
make_input (WsOwnDialog *self, Kind kind, const char *text)
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

/* @field: of the plan; @draft: the same of the draft, of @launch there */
static GtkWidget *
add_row (WsOwnDialog *self, AdwPreferencesGroup *group, Kind kind, const char *title,
         WsOwnField *field, WsOwnField *draft, const WsOwnLaunch *launch)
{
  Row row = { field, draft, kind, launch, NULL, make_input (self, kind, field->text) };

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
add_launch (WsOwnDialog *self, AdwPreferencesPage *page, guint index)
{
  const WsOwnPlan *plan = ws_own_kernel_get_plan (self->kernel);
  WsOwnLaunch *launch = ws_own_plan_get_launch (plan, index);
  WsOwnLaunch *draft = ws_own_plan_get_launch (self->draft, index);
  g_autofree char *title =
      plan->launches->len > 1
          /* Translators: which launch of several, and its kernel */
          ? g_strdup_printf (_ ("Launch %1$u: %2$s"), index + 1, launch->kernel)
          : g_strdup (launch->kernel);
  AdwPreferencesGroup *group = add_group (page, title, NULL);

  if (strchr (launch->kernel, '<') != NULL && ws_own_kernel_get_source (self->kernel)->ptx == NULL
      && plan->launches->len == 1)
    {
      self->instance = GTK_EDITABLE (make_entry (self, launch->kernel));
      add_input (group, _ ("Kernel, with the template's arguments"), GTK_WIDGET (self->instance));
    }
  add_row (self, group, GRID, _ ("Grid, in blocks"), &launch->grid, &draft->grid, draft);
  add_row (self, group, BLOCK, _ ("Block, in threads"), &launch->block, &draft->block, draft);
  add_row (self, group, BYTES, _ ("Dynamic shared memory, in bytes"), &launch->shared,
           &draft->shared, draft);
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      WsOwnArgument *argument = ws_own_launch_get_argument (launch, i);
      WsOwnType type;
      gboolean is_structure =
          ws_own_type_parse (ws_own_kernel_get_source (self->kernel), argument->type, &type)
          && type.n_fields > 0;

      if (argument->buffer < 0)
        add_row (self, group, is_structure ? WORDS : NUMBER, argument->name, &argument->value,
                 &ws_own_launch_get_argument (draft, i)->value, draft);
    }
}

static void
add_buffer (WsOwnDialog *self, AdwPreferencesPage *page, guint index)
{
  WsOwnBuffer *buffer = ws_own_plan_get_buffer (ws_own_kernel_get_plan (self->kernel), index);
  WsOwnBuffer *draft = ws_own_plan_get_buffer (self->draft, index);
  const WsOwnLaunch *user = ws_own_plan_find_user (self->draft, index);
  g_autofree char *title = g_strdup_printf ("%s: %s", buffer->name, buffer->type.text);
  AdwPreferencesGroup *group = add_group (page, title, NULL);

  add_row (self, group, LENGTH, _ ("Length, in elements"), &buffer->length, &draft->length, user);
  if (buffer->texture.text != NULL)
    add_row (self, group, WORDS, _ ("Texture: size, and how it is read"), &buffer->texture,
             &draft->texture, user);
  add_row (self, group, CONTENTS, _ ("Contents"), &buffer->contents, &draft->contents, user);
  add_row (self, group, USE, _ ("Read (in), written (out) or both"), &buffer->use, &draft->use,
           user);
  gtk_entry_set_placeholder_text (
      GTK_ENTRY (add_row (self, group, EXPECTED, _ ("Must hold in the end"), &buffer->expect,
                          &draft->expect, user)),
      _ ("nothing"));
}

/* One that stands in for the usual one says what it lacks. */
static void
add_compiler (WsOwnDialog *self, AdwPreferencesPage *page)
{
  const char *name = ws_own_kernel_get_compiler (self->kernel);
  const char *lost = name != NULL ? ws_compiler_explain_name (name) : NULL;

  if (lost != NULL)
    add_group (page, name, lost);
}

static void
add_help (AdwPreferencesPage *page)
{
  g_autofree char *text = g_strjoin (
      "\n\n",
      _ ("Grids, lengths and numbers are expressions of the kernel's numbers, as in “2 * n”."),
      _ ("A buffer holds “nothing”, “zeros”, “constant 1”, “ramp 0 1” (first and step), “random”, "
         "“random 0 100”, “uniform -1 1”, “values 3, 1, 2”, “= i % 7” (of the index i), “file "
         "a.csv” or “result out”, what another buffer holds."),
      _ ("What it must hold in the end is said in the same words, or as “= 2 * in[i]”, “kernel "
         "naive” (another kernel of the file, run by one thread) or “before” (what came out the "
         "first time); “within 1e-3” behind it says how far it may be off."),
      NULL);

  add_group (page, _ ("What can be said"), text);
}

static GtkWidget *
make_page (WsOwnDialog *self)
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
make_header (WsOwnDialog *self, const char *name)
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

/**
 * ws_own_dialog_get_kernel:
 * @self: a dialog
 *
 * Returns: (transfer none): whose plan it changes
 */
WsOwnKernel *
ws_own_dialog_get_kernel (WsOwnDialog *self)
{
  return self->kernel;
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
  g_autofree char *shown = g_filename_display_name (name);

  self->kernel = g_object_ref (kernel);
  self->draft = ws_own_plan_copy (ws_own_kernel_get_plan (kernel));
  gtk_window_set_title (GTK_WINDOW (self), shown);
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_box_append (GTK_BOX (box), make_header (self, shown));
  gtk_box_append (GTK_BOX (box), make_page (self));
  adw_window_set_content (ADW_WINDOW (self), box);
  update (self);
  if (self->rows->len > 0)
    gtk_window_set_focus (GTK_WINDOW (self), g_array_index (self->rows, Row, 0).input);
  return GTK_WIDGET (self);
}
