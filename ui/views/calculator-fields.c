#include "views/calculator-fields.h"
#include "toolkit/short-text.h"
#include "toolkit/wrap-layout.h"

#include <glib/gi18n.h>

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

/* What the template calls them. */
static const char *const number_names[N_NUMBERS] = {
  [NUMBER_THREADS] = "threads_spin",     [NUMBER_REGISTERS] = "registers_spin",
  [NUMBER_STATIC] = "static_spin",       [NUMBER_DYNAMIC] = "dynamic_spin",
  [NUMBER_CARVE_OUT] = "carve_out_spin", [NUMBER_BARRIERS] = "barriers_spin",
};

struct _WsCalculatorFields {
  GtkWidget parent_instance;

  WsCalculatorState *state;
  GtkWidget *box;
  GtkDropDown *capability;
  GtkStringList *capabilities;
  GtkSpinButton *spins[N_NUMBERS];
  GtkLabel *registers_from;
  GtkRevealer *problem_revealer;
  GtkLabel *problem;
  GtkWidget *return_button;
  GtkToggleButton *pin_button;
  GtkWidget *undo_button;
  gboolean updating; /* and until there is a state */
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
  gtk_revealer_set_reveal_child (self->problem_revealer, FALSE);
  for (guint i = 0; i < N_NUMBERS; i++)
    {
      GtkAdjustment *adjustment = gtk_spin_button_get_adjustment (self->spins[i]);

      /* a run may exceed the limits of a field */
      if (values[i] > gtk_adjustment_get_upper (adjustment))
        gtk_adjustment_set_upper (adjustment, values[i]);
      gtk_spin_button_set_value (self->spins[i], values[i]);
    }
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    if (ws_occupancy_limits_get (i) == ws_calculator_state_get_limits (self->state))
      gtk_drop_down_set_selected (self->capability, i);
  gtk_label_set_text (self->registers_from, launch->registers == 0 ? _ ("not known")
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
  g_autofree char *text = value < 0 ? g_strdup (_ ("auto")) : g_strdup_printf ("%d", value);

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

/* Rejects more registers than a thread can have, and keeps the previous value. A value set by a run
 * or a drag may be typed again. */
static int
registers_input_cb (GtkSpinButton *spin, double *value, WsCalculatorFields *self)
{
  double now = gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  guint64 typed;
  g_autofree char *refusal = NULL;

  if (self->state == NULL || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, &typed, NULL)
      || (double)typed == now)
    return FALSE;
  refusal =
      ws_occupancy_refuse_registers (ws_calculator_state_get_limits (self->state), (guint)typed);
  if (refusal == NULL)
    return FALSE;
  gtk_label_set_text (self->problem, refusal);
  gtk_revealer_set_reveal_child (self->problem_revealer, TRUE);
  *value = now;
  return TRUE;
}

static void
add_capabilities (WsCalculatorFields *self)
{
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);

      gtk_string_list_take (
          self->capabilities,
          g_strdup_printf ("%u.%u %s", limits->cc_major, limits->cc_minor,
                           ws_occupancy_get_architecture (limits->cc_major, limits->cc_minor)));
    }
}

static void
ws_calculator_fields_dispose (GObject *object)
{
  WsCalculatorFields *self = WS_CALCULATOR_FIELDS (object);

  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  g_clear_object (&self->state);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_CALCULATOR_FIELDS);

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
  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/warpstage/ui/calculator-fields.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, box);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, problem_revealer);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, problem);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, capability);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, capabilities);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, registers_from);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, return_button);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, pin_button);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorFields, undo_button);
  for (guint i = 0; i < N_NUMBERS; i++)
    gtk_widget_class_bind_template_child_full (widget_class, number_names[i], FALSE,
                                               G_STRUCT_OFFSET (WsCalculatorFields, spins)
                                                   + (gssize)(i * sizeof (GtkSpinButton *)));
  gtk_widget_class_bind_template_callback (widget_class, capability_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, number_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, carve_out_output_cb);
  gtk_widget_class_bind_template_callback (widget_class, carve_out_input_cb);
  gtk_widget_class_bind_template_callback (widget_class, registers_input_cb);
  gtk_widget_class_bind_template_callback (widget_class, pin_toggled_cb);
}

static void
ws_calculator_fields_init (WsCalculatorFields *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < N_NUMBERS; i++)
    ws_short_text (self->spins[i], WS_SHORT_NUMBER);
  add_capabilities (self);
  carve_out_output_cb (self->spins[NUMBER_CARVE_OUT], NULL);
}

/**
 * ws_calculator_fields_set_state:
 * @self: fields of nothing yet
 * @state: (transfer none): the state that the fields follow and change
 *
 * Their buttons activate calculator.undo and calculator.from-run of the view around them.
 */
void
ws_calculator_fields_set_state (WsCalculatorFields *self, WsCalculatorState *state)
{
  g_return_if_fail (WS_IS_CALCULATOR_FIELDS (self) && self->state == NULL);

  g_set_object (&self->state, state);
  g_signal_connect_swapped (state, "changed", G_CALLBACK (state_changed_cb), self);
  state_changed_cb (self);
}
