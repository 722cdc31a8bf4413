#include "editor/machine-view.h"

#include "editor/line-gutter.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define FIRST_CHOICE  1 /* of the architectures: before them stands that of the run */
#define ADDRESS_TAG   "address"
#define ADDRESS_ALPHA 0.55
#define LABEL_TAG     "label"

struct _WsMachineView {
  GtkWidget parent_instance;

  GArray *list;    /* guint: architectures, ascending */
  guint chosen;    /* of them; 0: the preferred */
  guint preferred; /* of them; 0: not known yet */
  gboolean updating;
  WsMachineCode *code; /* nullable */
  GArray *ptx_uses;    /* nullable: WsLineUse */

  GtkWidget *box;
  GtkDropDown *architectures;
  GtkStringList *names;
  GtkSpinner *spinner;
  GtkLabel *usage;
  GtkStack *stack;
  GtkWidget *scroller;
  GtkWidget *page; /* with the message */
  GtkLabel *message;
  GtkButton *button;
  GtkSourceView *text;
  WsLineGutter *gutter;
};

enum { PROP_0, PROP_ARCHITECTURE, N_PROPS };
enum { CHANGED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsMachineView, ws_machine_view, GTK_TYPE_WIDGET)

static GtkTextBuffer *
get_buffer (WsMachineView *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text));
}

/* ---- the choice ---- */

static guint
find_choice (WsMachineView *self, guint architecture)
{
  for (guint i = 0; i < self->list->len; i++)
    if (g_array_index (self->list, guint, i) == architecture)
      return FIRST_CHOICE + i;
  return 0;
}

static void
show_choice (WsMachineView *self)
{
  self->updating = TRUE;
  gtk_drop_down_set_selected (self->architectures, find_choice (self, self->chosen));
  self->updating = FALSE;
}

static void
set_chosen (WsMachineView *self, guint architecture)
{
  if (self->chosen == architecture)
    return;
  self->chosen = architecture;
  show_choice (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ARCHITECTURE]);
}

static void
selected_cb (WsMachineView *self)
{
  guint selected = gtk_drop_down_get_selected (self->architectures);

  if (self->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  set_chosen (self, selected < FIRST_CHOICE
                        ? 0
                        : g_array_index (self->list, guint, selected - FIRST_CHOICE));
}

/**
 * ws_machine_view_set_architectures:
 * @list: (array length=n): compute capabilities, times ten, that there is machine code for
 * @n: how many they are
 */
void
ws_machine_view_set_architectures (WsMachineView *self, const guint *list, guint n)
{
  g_return_if_fail (WS_IS_MACHINE_VIEW (self));

  g_array_set_size (self->list, 0);
  g_array_append_vals (self->list, list, n);
  self->updating = TRUE;
  gtk_string_list_splice (self->names, FIRST_CHOICE,
                          g_list_model_get_n_items (G_LIST_MODEL (self->names)) - FIRST_CHOICE,
                          NULL);
  for (guint i = 0; i < n; i++)
    gtk_string_list_take (self->names, g_strdup_printf ("sm_%u", list[i]));
  self->updating = FALSE;
  show_choice (self);
}

/**
 * ws_machine_view_set_preferred:
 * @architecture: that is shown while none is chosen
 * @is_of_run: whether it is that of the run's device
 */
void
ws_machine_view_set_preferred (WsMachineView *self, guint architecture, gboolean is_of_run)
{
  /* Translators: an architecture, as in sm_90: that of the device of the run */
  g_autofree char *name =
      g_strdup_printf (is_of_run ? _ ("As the run: sm_%u") : _ ("Default: sm_%u"), architecture);
  const char *const names[] = { name, NULL };

  g_return_if_fail (WS_IS_MACHINE_VIEW (self));
  self->preferred = architecture;
  if (g_strcmp0 (gtk_string_list_get_string (self->names, 0), name) == 0)
    return;
  self->updating = TRUE;
  gtk_string_list_splice (self->names, 0, 1, names);
  self->updating = FALSE;
  show_choice (self);
}

/* Returns: the architecture that is to be shown; 0 if not known yet */
guint
ws_machine_view_get_effective (WsMachineView *self)
{
  g_return_val_if_fail (WS_IS_MACHINE_VIEW (self), 0);
  return self->chosen != 0 ? self->chosen : self->preferred;
}

/* ---- what is shown ---- */

/* Addresses at the start of instructions are paler; labels are bolder. */
static void
tag_lines (WsMachineView *self)
{
  for (guint line = 1; self->code != NULL && line < self->code->ptx_lines->len; line++)
    {
      GtkTextIter start;
      GtkTextIter end;

      gtk_text_buffer_get_iter_at_line (get_buffer (self), &start, (int)line - 1);
      end = start;
      while (g_unichar_isxdigit (gtk_text_iter_get_char (&end)))
        gtk_text_iter_forward_char (&end);
      if (!gtk_text_iter_equal (&start, &end))
        gtk_text_buffer_apply_tag_by_name (get_buffer (self), ADDRESS_TAG, &start, &end);
      else if (gtk_text_iter_forward_to_line_end (&end))
        gtk_text_buffer_apply_tag_by_name (get_buffer (self), LABEL_TAG, &start, &end);
    }
}

static void
show_uses (WsMachineView *self)
{
  g_autoptr (GArray) uses = self->code != NULL && self->ptx_uses != NULL
                                ? ws_machine_code_use_new (self->code, self->ptx_uses)
                                : NULL;

  ws_line_gutter_set_origins (self->gutter, self->code != NULL ? self->code->ptx_lines : NULL);
  ws_line_gutter_set_shares (self->gutter, uses);
}

static void
set_text (WsMachineView *self, WsMachineCode *code)
{
  g_clear_pointer (&self->code, ws_machine_code_unref);
  self->code = code != NULL ? ws_machine_code_ref (code) : NULL;
  gtk_text_buffer_set_text (get_buffer (self), code != NULL ? code->text : "", -1);
  tag_lines (self);
  show_uses (self);
}

static void
show (WsMachineView *self, WsMachineCode *code, const char *usage, const char *sentence,
      gboolean is_busy)
{
  if (code != self->code)
    set_text (self, code);
  gtk_label_set_text (self->usage, usage != NULL ? usage : "");
  ws_tip_set (GTK_WIDGET (self->usage), usage);
  gtk_label_set_text (self->message, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), is_busy);
  gtk_spinner_set_spinning (self->spinner, is_busy);
  gtk_stack_set_visible_child (self->stack, sentence != NULL ? self->page : self->scroller);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* There is no text yet; one is being generated. */
void
ws_machine_view_set_busy (WsMachineView *self)
{
  g_return_if_fail (WS_IS_MACHINE_VIEW (self));
  show (self, NULL, NULL, NULL, TRUE);
  gtk_label_set_text (self->usage, _ ("Disassembling…"));
}

/**
 * ws_machine_view_set_message:
 * @sentence: why there is no text
 * @button_label: (nullable): of a button that cures it
 * @action_name: (nullable): what that does
 */
void
ws_machine_view_set_message (WsMachineView *self, const char *sentence, const char *button_label,
                             const char *action_name)
{
  g_return_if_fail (WS_IS_MACHINE_VIEW (self) && sentence != NULL);
  show (self, NULL, NULL, sentence, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->button), button_label != NULL);
  gtk_button_set_label (self->button, button_label != NULL ? button_label : "");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), action_name);
}

/* Returns: (transfer none) (nullable): why there is no text */
const char *
ws_machine_view_get_message (WsMachineView *self)
{
  g_return_val_if_fail (WS_IS_MACHINE_VIEW (self), NULL);
  return gtk_stack_get_visible_child (self->stack) == self->page
             ? gtk_label_get_text (self->message)
             : NULL;
}

/**
 * ws_machine_view_set_code:
 * @code: (nullable) (transfer none): what is shown
 * @usage: (nullable): what a thread of it takes, in a few words
 */
void
ws_machine_view_set_code (WsMachineView *self, WsMachineCode *code, const char *usage)
{
  g_return_if_fail (WS_IS_MACHINE_VIEW (self));
  show (self, code, usage, NULL, FALSE);
}

/* Returns: (transfer none) (nullable): what is shown */
WsMachineCode *
ws_machine_view_get_code (WsMachineView *self)
{
  g_return_val_if_fail (WS_IS_MACHINE_VIEW (self), NULL);
  return self->code;
}

/**
 * ws_machine_view_set_uses:
 * @ptx_uses: (nullable) (transfer none) (element-type WsLineUse): what each line of the PTX did
 */
void
ws_machine_view_set_uses (WsMachineView *self, GArray *ptx_uses)
{
  g_return_if_fail (WS_IS_MACHINE_VIEW (self));
  g_clear_pointer (&self->ptx_uses, g_array_unref);
  self->ptx_uses = ptx_uses != NULL ? g_array_ref (ptx_uses) : NULL;
  show_uses (self);
}

/**
 * ws_machine_view_set_columns:
 * @columns: a bit for each #WsLineColumn that its gutter shows
 */
void
ws_machine_view_set_columns (WsMachineView *self, guint columns)
{
  g_return_if_fail (WS_IS_MACHINE_VIEW (self));
  ws_line_gutter_set_columns (self->gutter, columns);
}

/**
 * ws_machine_view_set_line:
 * @line: of the text, at which the warp is, 1-based; 0 for none
 */
void
ws_machine_view_set_line (WsMachineView *self, guint line)
{
  g_return_if_fail (WS_IS_MACHINE_VIEW (self));
  ws_line_gutter_set_line (self->gutter, line);
}

void
ws_machine_view_set_theme (WsMachineView *self, WsThemeKind theme)
{
  const WsColor *color = &ws_theme_get (theme)->ink;
  const GdkRGBA dim = { (float)color->r, (float)color->g, (float)color->b, ADDRESS_ALPHA };
  GtkTextTagTable *table;

  g_return_if_fail (WS_IS_MACHINE_VIEW (self));
  table = gtk_text_buffer_get_tag_table (get_buffer (self));
  g_object_set (gtk_text_tag_table_lookup (table, ADDRESS_TAG), "foreground-rgba", &dim, NULL);
  ws_line_gutter_set_theme (self->gutter, theme);
}

/* Returns: (transfer none): where the text stands */
GtkSourceView *
ws_machine_view_get_text (WsMachineView *self)
{
  g_return_val_if_fail (WS_IS_MACHINE_VIEW (self), NULL);
  return self->text;
}

/* ---- life ---- */

static void
ws_machine_view_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_ARCHITECTURE)
    g_value_set_uint (value, WS_MACHINE_VIEW (object)->chosen);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_machine_view_set_property (GObject *object, guint prop_id, const GValue *value,
                              GParamSpec *pspec)
{
  WsMachineView *self = WS_MACHINE_VIEW (object);

  if (prop_id != PROP_ARCHITECTURE)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  else if (find_choice (self, g_value_get_uint (value)) > 0)
    set_chosen (self, g_value_get_uint (value));
  else /* an architecture without machine code */
    set_chosen (self, 0);
}

static void
ws_machine_view_dispose (GObject *object)
{
  WsMachineView *self = WS_MACHINE_VIEW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_MACHINE_VIEW);
  g_clear_pointer (&self->code, ws_machine_code_unref);
  g_clear_pointer (&self->ptx_uses, g_array_unref);
  g_clear_pointer (&self->list, g_array_unref);

  G_OBJECT_CLASS (ws_machine_view_parent_class)->dispose (object);
}

static void
ws_machine_view_class_init (WsMachineViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_machine_view_get_property;
  object_class->set_property = ws_machine_view_set_property;
  object_class->dispose = ws_machine_view_dispose;
  props[PROP_ARCHITECTURE] =
      g_param_spec_uint ("architecture", NULL, NULL, 0, G_MAXUINT, 0,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_MACHINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "machineview");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/machine-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, box);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, architectures);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, names);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, spinner);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, usage);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, stack);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, scroller);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, page);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, message);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, button);
  gtk_widget_class_bind_template_child (widget_class, WsMachineView, text);
}

static void
ws_machine_view_init (WsMachineView *self)
{
  self->list = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_text_buffer_create_tag (get_buffer (self), ADDRESS_TAG, NULL);
  gtk_text_buffer_create_tag (get_buffer (self), LABEL_TAG, "weight", PANGO_WEIGHT_BOLD, NULL);
  self->gutter = ws_line_gutter_new ();
  gtk_source_gutter_insert (gtk_source_view_get_gutter (self->text, GTK_TEXT_WINDOW_LEFT),
                            GTK_SOURCE_GUTTER_RENDERER (self->gutter), 10);
  g_signal_connect_object (self->architectures, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}
