#include "ui/calculator-fields.h"
#include "ui/short-text.h"

/* The numbers of a launch, in the order of their fields. */
typedef enum {
  NUMBER_THREADS,
  NUMBER_REGISTERS,
  NUMBER_STATIC,
  NUMBER_DYNAMIC,
  NUMBER_CARVE_OUT,
  NUMBER_BARRIERS,
  N_NUMBERS
} Number;

typedef struct {
  const char *label;
  const char *tooltip;
  double least, most, step, page;
  int chars;
} NumberInfo;

static const NumberInfo infos[N_NUMBERS] = {
  [NUMBER_THREADS] = { "_Threads", "Threads of a block", 1, 1024, 32, 128, 4 },
  [NUMBER_REGISTERS] = { "_Registers", "Registers per thread; 0: not known", 0, 255, 1, 8, 3 },
  [NUMBER_STATIC] = { "_Static", "Shared memory that the kernel declares, in bytes per block", 0,
                      262144, 256, 4096, 6 },
  [NUMBER_DYNAMIC] = { "_Dynamic", "Shared memory that the launch asks for, in bytes per block", 0,
                       262144, 256, 4096, 6 },
  [NUMBER_CARVE_OUT] = { "Car_ve-out",
                         "Share of L1's memory wanted for shared memory, in percent; auto: the "
                         "driver's choice",
                         -1, 100, 1, 25, 4 },
  [NUMBER_BARRIERS] = { "_Barriers", "Named barriers that a block uses", 0, 16, 1, 4, 2 },
};

struct _WsCalculatorFields {
  GtkWidget parent_instance;

  WsCalculatorState *state;
  GtkWidget *flow;
  GtkDropDown *capability;
  GtkSpinButton *spins[N_NUMBERS];
  GtkLabel *registers_from;
  GtkWidget *return_button;
  GtkToggleButton *pin_button;
  GtkWidget *undo_button;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (WsCalculatorFields, ws_calculator_fields, GTK_TYPE_WIDGET)

static void
read_launch (WsCalculatorFields *self, WsOccupancyLaunch *launch)
{
  int values[N_NUMBERS];

  for (guint i = 0; i < N_NUMBERS; i++)
    values[i] = gtk_spin_button_get_value_as_int (self->spins[i]);
  *launch = (WsOccupancyLaunch){ .threads = (guint)values[NUMBER_THREADS],
                                 .registers = (guint)values[NUMBER_REGISTERS],
                                 .static_shared_bytes = (guint)values[NUMBER_STATIC],
                                 .dynamic_shared_bytes = (guint)values[NUMBER_DYNAMIC],
                                 .carve_out = values[NUMBER_CARVE_OUT],
                                 .barriers = (guint)values[NUMBER_BARRIERS] };
}

static void
number_changed_cb (WsCalculatorFields *self)
{
  WsOccupancyLaunch launch;

  if (self->updating)
    return;
  read_launch (self, &launch);
  ws_calculator_state_set_launch (self->state, &launch, 0);
}

static void
capability_changed_cb (WsCalculatorFields *self)
{
  guint selected = gtk_drop_down_get_selected (self->capability);

  if (!self->updating && selected < ws_occupancy_limits_get_n ())
    ws_calculator_state_set_limits (self->state, ws_occupancy_limits_get (selected), 0);
}

static void
pin_toggled_cb (WsCalculatorFields *self)
{
  if (!self->updating)
    ws_calculator_state_toggle_pinned (self->state);
}

static void
state_changed_cb (WsCalculatorFields *self)
{
  const WsOccupancyLaunch *launch = ws_calculator_state_get_launch (self->state);
  const double values[N_NUMBERS] = {
    launch->threads,   launch->registers, launch->static_shared_bytes, launch->dynamic_shared_bytes,
    launch->carve_out, launch->barriers
  };
  const char *from = ws_calculator_state_get_registers_from (self->state);

  self->updating = TRUE;
  for (guint i = 0; i < N_NUMBERS; i++)
    {
      GtkAdjustment *adjustment = gtk_spin_button_get_adjustment (self->spins[i]);

      /* a run may have more than a field would let one type */
      if (values[i] > gtk_adjustment_get_upper (adjustment))
        gtk_adjustment_set_upper (adjustment, values[i]);
      gtk_spin_button_set_value (self->spins[i], values[i]);
    }
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    if (ws_occupancy_limits_get (i) == ws_calculator_state_get_limits (self->state))
      gtk_drop_down_set_selected (self->capability, i);
  gtk_label_set_text (self->registers_from, launch->registers == 0 ? "not known"
                                            : from != NULL         ? from
                                                                   : "");
  gtk_widget_set_sensitive (self->return_button, ws_calculator_state_can_return (self->state));
  gtk_widget_set_sensitive (self->undo_button, ws_calculator_state_can_undo (self->state));
  gtk_toggle_button_set_active (self->pin_button, ws_calculator_state_get_pinned (self->state));
  self->updating = FALSE;
}

/* A carve-out of -1 is a word. */
static gboolean
carve_out_output_cb (GtkSpinButton *spin, gpointer data)
{
  int value = gtk_spin_button_get_value_as_int (spin);
  g_autofree char *text = value < 0 ? g_strdup ("auto") : g_strdup_printf ("%d", value);

  if (g_strcmp0 (text, gtk_editable_get_text (GTK_EDITABLE (spin))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static int
carve_out_input_cb (GtkSpinButton *spin, double *value, gpointer data)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  gint64 number;

  if (g_ascii_string_to_signed (text, 10, -1, 100, &number, NULL))
    *value = (double)number;
  else if (g_str_has_prefix (text, "a") || *text == '\0')
    *value = -1;
  else
    return GTK_INPUT_ERROR;
  return TRUE;
}

static void
append (WsCalculatorFields *self, GtkWidget *child)
{
  GtkWidget *cell;

  gtk_flow_box_append (GTK_FLOW_BOX (self->flow), child);
  cell = gtk_widget_get_parent (child);
  gtk_widget_set_focusable (cell, FALSE);
}

static GtkWidget *
make_cell (const char *label, GtkWidget *control)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_label_new_with_mnemonic (label);

  gtk_label_set_mnemonic_widget (GTK_LABEL (name), control);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), control);
  return box;
}

static void
add_capability (WsCalculatorFields *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);

      gtk_string_list_take (list, g_strdup_printf ("%u.%u %s", limits->cc_major, limits->cc_minor,
                                                   ws_occupancy_get_architecture (
                                                       limits->cc_major, limits->cc_minor)));
    }
  self->capability =
      GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&list)), NULL));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->capability),
                               "Compute capability. In the charts, [ and ] step through them.");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->capability), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Compute capability", -1);
  g_signal_connect_swapped (self->capability, "notify::selected",
                            G_CALLBACK (capability_changed_cb), self);
  append (self, GTK_WIDGET (self->capability));
}

static void
add_number (WsCalculatorFields *self, Number number)
{
  const NumberInfo *info = &infos[number];
  GtkWidget *spin = gtk_spin_button_new_with_range (info->least, info->most, info->step);
  GtkWidget *cell = make_cell (info->label, spin);

  ws_short_text (spin, WS_SHORT_NUMBER);
  self->spins[number] = GTK_SPIN_BUTTON (spin);
  gtk_spin_button_set_increments (self->spins[number], info->step, info->page);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), info->chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), info->chars);
  gtk_widget_set_tooltip_text (spin, info->tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  info->tooltip, -1);
  if (number == NUMBER_CARVE_OUT)
    {
      gtk_spin_button_set_numeric (self->spins[number], FALSE);
      g_signal_connect (spin, "output", G_CALLBACK (carve_out_output_cb), NULL);
      g_signal_connect (spin, "input", G_CALLBACK (carve_out_input_cb), NULL);
      carve_out_output_cb (self->spins[number], NULL);
    }
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (number_changed_cb), self);
  if (number == NUMBER_REGISTERS)
    {
      self->registers_from = GTK_LABEL (gtk_label_new (NULL));
      gtk_label_set_ellipsize (self->registers_from, PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (self->registers_from, 20);
      gtk_widget_add_css_class (GTK_WIDGET (self->registers_from), "dim-label");
      gtk_box_append (GTK_BOX (cell), GTK_WIDGET (self->registers_from));
    }
  append (self, cell);
}

static void
add_buttons (WsCalculatorFields *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->return_button = gtk_button_new_with_mnemonic ("From r_un");
  gtk_widget_set_tooltip_text (self->return_button, "Back to the launch that the run shows");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->return_button), "calculator.from-run");
  self->pin_button = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_mnemonic ("_Compare"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pin_button),
                               "Keep this launch as B, and compare with it what comes next (C)");
  g_signal_connect_swapped (self->pin_button, "toggled", G_CALLBACK (pin_toggled_cb), self);
  self->undo_button = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  gtk_widget_set_tooltip_text (self->undo_button, "Undo (Ctrl+Z)");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->undo_button), "calculator.undo");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->undo_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Undo", -1);
  gtk_box_append (GTK_BOX (box), self->return_button);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->pin_button));
  gtk_box_append (GTK_BOX (box), self->undo_button);
  append (self, box);
}

static void
ws_calculator_fields_dispose (GObject *object)
{
  WsCalculatorFields *self = WS_CALCULATOR_FIELDS (object);

  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  g_clear_object (&self->state);
  g_clear_pointer (&self->flow, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_calculator_fields_parent_class)->dispose (object);
}

static void
ws_calculator_fields_class_init (WsCalculatorFieldsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_calculator_fields_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "calculatorfields");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ws_calculator_fields_init (WsCalculatorFields *self)
{
  self->flow = gtk_flow_box_new ();
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (self->flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (self->flow), N_NUMBERS + 2);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (self->flow), 10);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (self->flow), 4);
  gtk_widget_set_parent (self->flow, GTK_WIDGET (self));
  add_capability (self);
  for (guint i = 0; i < N_NUMBERS; i++)
    add_number (self, i);
  add_buttons (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, "Launch",
                                  -1);
}

/**
 * ws_calculator_fields_new:
 * @state: (transfer none): what is asked; the fields follow it and change it
 *
 * Its buttons activate calculator.undo and calculator.from-run of the view around it.
 *
 * Returns: (transfer floating): the fields
 */
GtkWidget *
ws_calculator_fields_new (WsCalculatorState *state)
{
  WsCalculatorFields *self = g_object_new (WS_TYPE_CALCULATOR_FIELDS, NULL);

  g_set_object (&self->state, state);
  g_signal_connect_swapped (state, "changed", G_CALLBACK (state_changed_cb), self);
  state_changed_cb (self);
  return GTK_WIDGET (self);
}
