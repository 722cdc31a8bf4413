#include "sidebar/fields.h"

#include "pen/paint.h"
#include "toolkit/short-text.h"
#include "toolkit/steady-drop.h"
#include "toolkit/wrap-layout.h"
#include "sidebar/entry-mark.h"
#include "sidebar/option-field.h"

#include <glib/gi18n.h>

#define OP_CHARS   7   /* "product" */
#define TYPE_CHARS 4   /* "float" */
#define SETTLE_MS  450 /* after the last keystroke, what was typed is taken as meant */

struct _WsFields {
  GtkBox parent_instance;

  GtkEntry *n_entry;
  GtkEntry *block_entry;
  GtkBox *n_box;
  GtkBox *block_box;
  GtkDropDown *kernel_drop;
  GtkButton *own_button;
  GtkBox *arguments_box;
  GtkEntry *arguments_entry;
  gboolean is_program; /* it is a program, whose main() has run */
  gboolean is_own;     /* the kernel shown is none of the catalogue: it has settings of its own */
  GtkBox *repeats_box;
  GtkEntry *repeats_entry;
  GtkDropDown *op_drop;
  GtkDropDown *type_drop;
  GtkSpinButton *shown_spin;
  GtkAdjustment *shown_adjustment;
  GtkLabel *shown_total;
  GtkRevealer *problem_revealer;
  GtkLabel *problem;

  const WsCatalogKernel *kernel; /* NULL: a reduction */
  GPtrArray *options;            /* WsOptionField: of the kernel's options, behind the repeats */
  WsPlanParameters rest;         /* what has no field: seed, max_grid */
  WsPlanParameters kept;         /* of the last reduction, for the next */
  gboolean has_kept;
  guint settle;
  gboolean updating;
};

enum { CHANGED, SETTLED, BLOCK_SHOWN, KERNEL_CHOSEN, ARGUMENTS_GIVEN, PROBLEM, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsFields, ws_fields, GTK_TYPE_BOX)

static void
settle_now (WsFields *self)
{
  g_clear_handle_id (&self->settle, g_source_remove);
  g_signal_emit (self, signals[SETTLED], 0);
}

static gboolean
settle_cb (gpointer data)
{
  WsFields *self = data;

  self->settle = 0;
  g_signal_emit (self, signals[SETTLED], 0);
  return G_SOURCE_REMOVE;
}

static void
text_changed_cb (WsFields *self)
{
  if (self->updating)
    return;
  g_signal_emit (self, signals[CHANGED], 0);
  g_clear_handle_id (&self->settle, g_source_remove);
  self->settle = g_timeout_add (SETTLE_MS, settle_cb, self);
}

static void
choice_changed_cb (WsFields *self)
{
  if (self->updating)
    return;
  g_signal_emit (self, signals[CHANGED], 0);
  settle_now (self);
}

static void
shown_changed_cb (WsFields *self)
{
  if (!self->updating)
    g_signal_emit (self, signals[BLOCK_SHOWN], 0);
}

/* Up doubles, Down halves: the sizes of interest are powers of two. */
static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                WsFields *self)
{
  GtkWidget *entry = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  guint64 value;
  g_autofree char *text = NULL;

  if ((key != GDK_KEY_Up && key != GDK_KEY_Down)
      || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (!ws_plan_parse_n (gtk_editable_get_text (GTK_EDITABLE (entry)), &value, NULL)
      || value > G_MAXUINT64 / 2)
    return GDK_EVENT_STOP;
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, key == GDK_KEY_Up ? value * 2 : MAX (value / 2, 1));
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  return GDK_EVENT_STOP;
}

static void
add_keys (WsFields *self, GtkEntry *entry)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (text_changed_cb), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (settle_now), self);
}

static void
select_text (GtkDropDown *drop, const char *text)
{
  GListModel *model = gtk_drop_down_get_model (drop);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), text))
      gtk_drop_down_set_selected (drop, i);
}

static const char *
selected_text (GtkDropDown *drop)
{
  return gtk_string_object_get_string (gtk_drop_down_get_selected_item (drop));
}

static void
ws_fields_dispose (GObject *object)
{
  WsFields *self = WS_FIELDS (object);

  g_clear_handle_id (&self->settle, g_source_remove);

  G_OBJECT_CLASS (ws_fields_parent_class)->dispose (object);
}

static void
ws_fields_finalize (GObject *object)
{
  g_ptr_array_unref (WS_FIELDS (object)->options);

  G_OBJECT_CLASS (ws_fields_parent_class)->finalize (object);
}

static void
ws_fields_class_init (WsFieldsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  G_OBJECT_CLASS (klass)->dispose = ws_fields_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_fields_finalize;

  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_FIELDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", WS_TYPE_FIELDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[KERNEL_CHOSEN] = g_signal_new ("kernel-chosen", WS_TYPE_FIELDS, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ARGUMENTS_GIVEN] = g_signal_new ("arguments-given", WS_TYPE_FIELDS, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[PROBLEM] = g_signal_new ("problem", WS_TYPE_FIELDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[BLOCK_SHOWN] = g_signal_new ("block-shown", WS_TYPE_FIELDS, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/fields.ui");
  gtk_widget_class_bind_template_child (widget_class, WsFields, n_entry);
  gtk_widget_class_bind_template_child (widget_class, WsFields, block_entry);
  gtk_widget_class_bind_template_child (widget_class, WsFields, n_box);
  gtk_widget_class_bind_template_child (widget_class, WsFields, kernel_drop);
  gtk_widget_class_bind_template_child (widget_class, WsFields, own_button);
  gtk_widget_class_bind_template_child (widget_class, WsFields, arguments_box);
  gtk_widget_class_bind_template_child (widget_class, WsFields, arguments_entry);
  gtk_widget_class_bind_template_child (widget_class, WsFields, block_box);
  gtk_widget_class_bind_template_child (widget_class, WsFields, repeats_box);
  gtk_widget_class_bind_template_child (widget_class, WsFields, repeats_entry);
  gtk_widget_class_bind_template_child (widget_class, WsFields, op_drop);
  gtk_widget_class_bind_template_child (widget_class, WsFields, type_drop);
  gtk_widget_class_bind_template_child (widget_class, WsFields, shown_spin);
  gtk_widget_class_bind_template_child (widget_class, WsFields, shown_adjustment);
  gtk_widget_class_bind_template_child (widget_class, WsFields, shown_total);
  gtk_widget_class_bind_template_child (widget_class, WsFields, problem_revealer);
  gtk_widget_class_bind_template_child (widget_class, WsFields, problem);
}

static void
kernel_chosen_cb (WsFields *self)
{
  if (!self->updating)
    g_signal_emit (self, signals[KERNEL_CHOSEN], 0);
}

static void
arguments_cb (WsFields *self)
{
  g_signal_emit (self, signals[ARGUMENTS_GIVEN], 0,
                 gtk_editable_get_text (GTK_EDITABLE (self->arguments_entry)));
}

static void
ws_fields_init (WsFields *self)
{
  self->options = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->kernel_drop, "notify::selected", G_CALLBACK (kernel_chosen_cb),
                            self);
  g_signal_connect_swapped (self->arguments_entry, "activate", G_CALLBACK (arguments_cb), self);
  ws_steady_drop (self->op_drop, OP_CHARS);
  ws_steady_drop (self->type_drop, TYPE_CHARS);
  ws_short_text (self->arguments_entry, WS_SHORT_WORDS);
  ws_short_text (self->n_entry, WS_SHORT_NUMBER);
  ws_short_text (self->block_entry, WS_SHORT_NUMBER);
  ws_short_text (self->repeats_entry, WS_SHORT_NUMBER);
  ws_short_text (self->shown_spin, WS_SHORT_NUMBER);
  add_keys (self, self->n_entry);
  add_keys (self, self->block_entry);
  add_keys (self, self->repeats_entry);
  g_signal_connect_swapped (self->op_drop, "notify::selected", G_CALLBACK (choice_changed_cb),
                            self);
  g_signal_connect_swapped (self->type_drop, "notify::selected", G_CALLBACK (choice_changed_cb),
                            self);
  g_signal_connect_swapped (self->shown_spin, "value-changed", G_CALLBACK (shown_changed_cb), self);
}

static gboolean
has_shape (const WsFields *self)
{
  return self->kernel != NULL && self->kernel->blueprint != NULL;
}

static gboolean
has_repeats (const WsFields *self)
{
  return self->kernel != NULL && self->kernel->max_repeats > 0;
}

/* A reduction has a field for all types and operators; what has but one has none. */
static gboolean
has_types (const WsFields *self)
{
  return !has_shape (self) || g_strv_length (self->kernel->types) > 1;
}

static gboolean
has_ops (const WsFields *self)
{
  return !has_shape (self) || g_strv_length (self->kernel->ops) > 1;
}

static gboolean
has_block (const WsFields *self)
{
  return self->kernel == NULL || ws_catalog_kernel_has_block (self->kernel);
}

static gboolean
get_options (WsFields *self, WsPlanParameters *parameters, GError **error)
{
  for (guint i = 0; i < self->options->len; i++)
    if (!ws_option_field_get_value (self->options->pdata[i], &parameters->options[i], error))
      return FALSE;
  return TRUE;
}

/* Fields for what the kernel has of its own, between the repeats and the block that is shown. */
static void
fill_options (WsFields *self)
{
  GtkWidget *before = GTK_WIDGET (self->repeats_box);
  GtkWidget *parent = gtk_widget_get_parent (before);

  for (guint i = 0; i < self->options->len; i++)
    gtk_widget_unparent (self->options->pdata[i]);
  g_ptr_array_set_size (self->options, 0);
  for (guint i = 0; i < self->kernel->options->len; i++)
    {
      WsOptionField *field = ws_option_field_new (ws_catalog_kernel_get_option (self->kernel, i));

      gtk_widget_insert_after (GTK_WIDGET (field), parent, before);
      g_signal_connect_swapped (field, "changed", G_CALLBACK (text_changed_cb), self);
      g_signal_connect_swapped (field, "settled", G_CALLBACK (settle_now), self);
      g_ptr_array_add (self->options, field);
      before = GTK_WIDGET (field);
    }
}

/**
 * ws_fields_get_parameters:
 * @self: the fields
 * @parameters: (out): what they say
 * @error: return location for what a field has wrong: %WS_CATALOG_ERROR
 *
 * Returns: whether every field could be read; limits of kernel and device are checked by
 * ws_plan_new()
 */
gboolean
ws_fields_get_parameters (WsFields *self, WsPlanParameters *parameters, GError **error)
{
  g_return_val_if_fail (WS_IS_FIELDS (self), FALSE);

  *parameters = self->rest;
  return ws_plan_parse_n (gtk_editable_get_text (GTK_EDITABLE (self->n_entry)), &parameters->n,
                          error)
         && (!has_block (self)
             || ws_plan_parse_block (gtk_editable_get_text (GTK_EDITABLE (self->block_entry)),
                                     &parameters->block, error))
         && (!has_repeats (self)
             || ws_plan_parse_repeats (gtk_editable_get_text (GTK_EDITABLE (self->repeats_entry)),
                                       &parameters->repeats, error))
         && get_options (self, parameters, error)
         && (!has_types (self)
             || ws_plan_set_type (parameters, selected_text (self->type_drop), error))
         && (!has_ops (self) || ws_plan_set_op (parameters, selected_text (self->op_drop), error));
}

/**
 * ws_fields_set_parameters:
 * @self: the fields
 * @parameters: what to show; no signal is emitted
 */
void
ws_fields_set_parameters (WsFields *self, const WsPlanParameters *parameters)
{
  g_autofree char *n = g_strdup_printf ("%" G_GUINT64_FORMAT, parameters->n);
  g_autofree char *block = g_strdup_printf ("%u", parameters->block);
  g_autofree char *repeats = g_strdup_printf ("%u", parameters->repeats);

  g_return_if_fail (WS_IS_FIELDS (self));

  self->rest = *parameters;
  self->updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->n_entry), n);
  gtk_editable_set_text (GTK_EDITABLE (self->block_entry), block);
  gtk_editable_set_text (GTK_EDITABLE (self->repeats_entry), repeats);
  select_text (self->op_drop, parameters->op);
  select_text (self->type_drop, parameters->type == WS_VALUE_F32 ? "float" : "int");
  for (guint i = 0; i < self->options->len; i++)
    ws_option_field_set_value (self->options->pdata[i], parameters->options[i]);
  self->updating = FALSE;
  g_clear_handle_id (&self->settle, g_source_remove);
}

/* Those that the kernel has. */
static void
show_fields (WsFields *self)
{
  gboolean listed = !self->is_own && self->kernel != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->own_button), self->is_own && !self->is_program);
  gtk_widget_set_visible (GTK_WIDGET (self->arguments_box), self->is_own && self->is_program);
  gtk_widget_set_visible (
      GTK_WIDGET (self->kernel_drop),
      self->is_own && !self->is_program
          && g_list_model_get_n_items (gtk_drop_down_get_model (self->kernel_drop)) > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->n_box), !self->is_own);
  gtk_widget_set_visible (GTK_WIDGET (self->op_drop), listed && has_ops (self));
  gtk_widget_set_visible (GTK_WIDGET (self->type_drop), listed && has_types (self));
  gtk_widget_set_visible (GTK_WIDGET (self->block_box), listed && has_block (self));
  gtk_widget_set_visible (GTK_WIDGET (self->repeats_box), listed && self->kernel->max_repeats > 0);
  for (guint i = 0; i < self->options->len; i++)
    gtk_widget_set_visible (self->options->pdata[i], listed);
}

/**
 * ws_fields_set_kernel:
 * @self: the fields
 * @kernel: (transfer none): a kernel of the catalogue, which outlives the fields
 *
 * Shows the fields that @kernel has. The reductions share what was typed; every other kernel begins
 * with what the catalogue suggests, which makes its case.
 */
void
ws_fields_set_kernel (WsFields *self, const WsCatalogKernel *kernel)
{
  gboolean had_blueprint = has_shape (self);
  WsPlanParameters parameters;

  g_return_if_fail (WS_IS_FIELDS (self));

  if (kernel == self->kernel)
    return;
  if (!had_blueprint && kernel->blueprint != NULL)
    self->has_kept = ws_fields_get_parameters (self, &self->kept, NULL);
  self->kernel = kernel;
  fill_options (self);
  if (had_blueprint || kernel->blueprint != NULL)
    {
      ws_plan_parameters_init (&parameters, kernel);
      if (kernel->blueprint == NULL && self->has_kept)
        parameters = self->kept;
      ws_fields_set_parameters (self, &parameters);
    }
  show_fields (self);
}

/**
 * ws_fields_set_own:
 * @self: the fields
 * @is_own: whether a kernel of the user's is shown, which has none of the catalogue's fields
 *
 * Shows a button for how it is run in their place.
 */
void
ws_fields_set_own (WsFields *self, gboolean is_own)
{
  g_return_if_fail (WS_IS_FIELDS (self));

  if (is_own == self->is_own)
    return;
  self->is_own = is_own;
  show_fields (self);
}

/**
 * ws_fields_set_program:
 * @self: the fields
 * @arguments: (nullable): of its main(), where a program of the user's has run; %NULL if none
 * has
 *
 * Shows a field for them while ws_fields_set_own() holds, in the place of how a kernel is run.
 * "arguments-given" says what is typed there.
 */
void
ws_fields_set_program (WsFields *self, const char *arguments)
{
  GtkEditable *entry;

  g_return_if_fail (WS_IS_FIELDS (self));

  entry = GTK_EDITABLE (self->arguments_entry);
  self->is_program = arguments != NULL;
  if (!gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (entry))))
    gtk_editable_set_text (entry, arguments != NULL ? arguments : "");
  show_fields (self);
}

/**
 * ws_fields_set_kernels:
 * @self: the fields
 * @names: (array zero-terminated=1): kernels of the user's file
 * @chosen: index of the one that runs
 *
 * Where there are several, they are offered while ws_fields_set_own() holds; "kernel-chosen" says
 * that another was taken.
 */
void
ws_fields_set_kernels (WsFields *self, const char *const *names, guint chosen)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);

  g_return_if_fail (WS_IS_FIELDS (self));

  self->updating = TRUE;
  gtk_drop_down_set_model (self->kernel_drop, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->kernel_drop, chosen);
  self->updating = FALSE;
  show_fields (self);
}

/**
 * ws_fields_get_own_kernel:
 * @self: the fields
 *
 * Returns: index of the kernel that is chosen of ws_fields_set_kernels()
 */
guint
ws_fields_get_own_kernel (WsFields *self)
{
  return gtk_drop_down_get_selected (self->kernel_drop);
}

/**
 * ws_fields_set_problem:
 * @self: the fields
 * @error: (nullable): what is wrong; the field that it concerns is marked and the sentence shown
 * below
 */
void
ws_fields_set_problem (WsFields *self, const GError *error)
{
  g_return_if_fail (WS_IS_FIELDS (self));

  ws_entry_mark (self->n_entry, g_error_matches (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N));
  ws_entry_mark (self->block_entry,
                 g_error_matches (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_BLOCK));
  ws_entry_mark (self->repeats_entry,
                 g_error_matches (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_REPEATS));
  for (guint i = 0; i < self->options->len; i++)
    ws_option_field_show_problem (self->options->pdata[i]);
  if (error != NULL)
    gtk_label_set_text (self->problem, error->message);
  gtk_revealer_set_reveal_child (self->problem_revealer, error != NULL);
  if (error != NULL)
    g_signal_emit (self, signals[PROBLEM], 0);
}

/**
 * ws_fields_set_shown_block:
 * @self: the fields
 * @block: linear index of the block shown
 * @n_blocks: blocks of the launch
 *
 * Shows them; no signal is emitted.
 */
void
ws_fields_set_shown_block (WsFields *self, guint block, guint64 n_blocks)
{
  g_autofree char *count = ws_format_count (n_blocks);
  g_autofree char *total = g_strdup_printf (_ ("of %s"), count);

  g_return_if_fail (WS_IS_FIELDS (self));

  self->updating = TRUE;
  gtk_adjustment_set_upper (self->shown_adjustment, n_blocks > 0 ? n_blocks - 1 : 0);
  gtk_adjustment_set_value (self->shown_adjustment, block);
  gtk_label_set_text (self->shown_total, total);
  self->updating = FALSE;
}

/**
 * ws_fields_get_shown_block:
 * @self: the fields
 *
 * Returns: linear index, in its launch, of the block to be shown
 */
guint
ws_fields_get_shown_block (WsFields *self)
{
  g_return_val_if_fail (WS_IS_FIELDS (self), 0);
  return (guint)gtk_spin_button_get_value_as_int (self->shown_spin);
}

/**
 * ws_fields_forget_change:
 * @self: the fields
 *
 * What was typed last is being run already: it does not settle once more.
 */
void
ws_fields_forget_change (WsFields *self)
{
  g_return_if_fail (WS_IS_FIELDS (self));
  g_clear_handle_id (&self->settle, g_source_remove);
}
