#include "views/calculator-view.h"

#include "views/calculator-fields.h"

#define MIN_CHARTS_PX 130 /* with less, they say nothing */

struct _WsCalculatorView {
  GtkWidget parent_instance;

  WsCalculatorState *state;
  GtkWidget *fields;
  GtkWidget *plot;
};

enum { PROP_0, PROP_THEME, N_PROPS };
enum { CHANGED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCalculatorView, ws_calculator_view, GTK_TYPE_WIDGET)

static void
state_changed_cb (WsCalculatorView *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WsCalculatorView *self = WS_CALCULATOR_VIEW (widget);

  if (g_str_equal (name, "calculator.undo"))
    ws_calculator_state_undo (self->state);
  else if (g_str_equal (name, "calculator.redo"))
    ws_calculator_state_redo (self->state);
  else if (g_str_equal (name, "calculator.from-run"))
    ws_calculator_state_return_to_run (self->state);
  else if (g_str_equal (name, "calculator.compare"))
    ws_calculator_state_toggle_pinned (self->state);
  else if (g_str_equal (name, "calculator.run"))
    gtk_widget_activate_action (widget, "win.run-block", "u",
                                ws_calculator_state_get_launch (self->state)->threads);
  else
    ws_calculator_state_step_limits (self->state, g_str_equal (name, "calculator.newer") ? 1 : -1);
}

static WsThemeKind
get_theme (WsCalculatorView *self)
{
  return ws_drawing_get_theme (WS_DRAWING (self->plot));
}

static void
ws_calculator_view_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsCalculatorView *self = WS_CALCULATOR_VIEW (object);

  switch (prop_id)
    {
    case PROP_THEME:
      g_value_set_enum (value, get_theme (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_calculator_view_set_property (GObject *object, guint prop_id, const GValue *value,
                                 GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_THEME:
      ws_calculator_view_set_theme (WS_CALCULATOR_VIEW (object), g_value_get_enum (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_calculator_view_dispose (GObject *object)
{
  WsCalculatorView *self = WS_CALCULATOR_VIEW (object);

  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_CALCULATOR_VIEW);
  g_clear_object (&self->state);

  G_OBJECT_CLASS (ws_calculator_view_parent_class)->dispose (object);
}

static void
add_actions (GtkWidgetClass *klass)
{
  static const char *const actions[] = { "calculator.older",   "calculator.newer",
                                         "calculator.compare", "calculator.undo",
                                         "calculator.redo",    "calculator.from-run",
                                         "calculator.run" };
  static const struct {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_bracketleft, 0, "calculator.older" },
    { GDK_KEY_bracketright, 0, "calculator.newer" },
    { GDK_KEY_comma, 0, "calculator.older" },
    { GDK_KEY_period, 0, "calculator.newer" },
    { GDK_KEY_c, 0, "calculator.compare" },
    { GDK_KEY_r, 0, "calculator.run" },
    { GDK_KEY_z, GDK_CONTROL_MASK, "calculator.undo" },
    { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "calculator.redo" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i], NULL, action_cb);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action,
                                         NULL);
}

static GtkSizeRequestMode
ws_calculator_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ws_calculator_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  WsCalculatorView *self = WS_CALCULATOR_VIEW (widget);
  int fields_minimum = 0;
  int fields_natural = 0;

  /* the height asks for no width: the fields, which have their own, may have none of it */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  gtk_widget_measure (self->plot, orientation, for_size, minimum, natural, NULL, NULL);
  if (gtk_widget_get_visible (self->fields))
    gtk_widget_measure (self->fields, orientation, for_size, &fields_minimum, &fields_natural, NULL,
                        NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (*minimum, fields_minimum);
      *natural = MAX (*natural, fields_natural);
    }
  else
    *natural += fields_natural;
}

/* The fields above the charts; where they would take the charts' room, the charts alone, whose
 * points and keys ask the same. */
static void
ws_calculator_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsCalculatorView *self = WS_CALCULATOR_VIEW (widget);
  int above = 0;

  if (gtk_widget_get_visible (self->fields))
    {
      gtk_widget_measure (self->fields, GTK_ORIENTATION_VERTICAL, width, NULL, &above, NULL, NULL);
      if (height - above < MIN_CHARTS_PX)
        above = 0;
      gtk_widget_set_child_visible (self->fields, above > 0);
      if (above > 0)
        gtk_widget_allocate (self->fields, width, above, -1, NULL);
    }
  gtk_widget_allocate (self->plot, width, height - above, -1,
                       gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (0, (float)above)));
}

/* The charts, whose keys are the view's. */
static gboolean
ws_calculator_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WS_CALCULATOR_VIEW (widget)->plot);
}

/* Tab goes through the fields, too, and not to the charts alone. */
static gboolean
ws_calculator_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  WsCalculatorView *self = WS_CALCULATOR_VIEW (widget);
  gboolean back = direction == GTK_DIR_TAB_BACKWARD || direction == GTK_DIR_UP;
  GtkWidget *order[] = { back ? self->plot : self->fields, back ? self->fields : self->plot };

  if (gtk_widget_get_focus_child (widget) != order[1]
      && gtk_widget_child_focus (order[0], direction))
    return TRUE;
  return gtk_widget_child_focus (order[1], direction);
}

static void
ws_calculator_view_class_init (WsCalculatorViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_CALCULATOR_FIELDS);
  g_type_ensure (WS_TYPE_CALCULATOR_PLOT);
  object_class->get_property = ws_calculator_view_get_property;
  object_class->set_property = ws_calculator_view_set_property;
  object_class->dispose = ws_calculator_view_dispose;

  widget_class->get_request_mode = ws_calculator_view_get_request_mode;
  widget_class->measure = ws_calculator_view_measure;
  widget_class->size_allocate = ws_calculator_view_size_allocate;
  widget_class->grab_focus = ws_calculator_view_grab_focus;
  widget_class->focus = ws_calculator_view_focus;

  props[PROP_THEME] =
      g_param_spec_enum ("theme", NULL, NULL, WS_TYPE_THEME_KIND, WS_THEME_LIGHT,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  /* what is asked is another: title and subtitle, too */
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_CALCULATOR_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  add_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "calculatorview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/warpstage/ui/calculator-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorView, fields);
  gtk_widget_class_bind_template_child (widget_class, WsCalculatorView, plot);
}

static void
ws_calculator_view_init (WsCalculatorView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->state = ws_calculator_state_new ();
  ws_calculator_fields_set_state (WS_CALCULATOR_FIELDS (self->fields), self->state);
  ws_calculator_plot_set_state (WS_CALCULATOR_PLOT (self->plot), self->state);
  g_signal_connect_swapped (self->state, "changed", G_CALLBACK (state_changed_cb), self);
}

/**
 * ws_calculator_view_set_launch:
 * @cc_major: compute capability of the run's device, before the point
 * @cc_minor: behind it
 * @launch: (nullable): the launch that the run shows; 0 registers are unknown ones
 * @registers_from: (nullable): where its registers come from, see
 * ws_calculator_dup_registers_from()
 *
 * Shows it, and lets "From run" come back to it. Of a capability that is not known nothing is
 * shown, and what was there stays.
 */
void
ws_calculator_view_set_launch (WsCalculatorView *self, guint cc_major, guint cc_minor,
                               const WsOccupancyLaunch *launch, const char *registers_from)
{
  g_return_if_fail (WS_IS_CALCULATOR_VIEW (self));
  ws_calculator_state_set_run (self->state, ws_occupancy_limits_find (cc_major, cc_minor), launch,
                               registers_from);
}

/* Returns: (transfer none): what it is asked, and its answer */
WsCalculatorState *
ws_calculator_view_get_state (WsCalculatorView *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_VIEW (self), NULL);
  return self->state;
}

/* Returns: (transfer none): its picture, which takes the keys */
WsCalculatorPlot *
ws_calculator_view_get_plot (WsCalculatorView *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_VIEW (self), NULL);
  return WS_CALCULATOR_PLOT (self->plot);
}

/**
 * ws_calculator_view_set_theme:
 * @theme: in which its picture is drawn
 */
void
ws_calculator_view_set_theme (WsCalculatorView *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_CALCULATOR_VIEW (self));
  if (get_theme (self) == theme)
    return;
  ws_drawing_set_theme (WS_DRAWING (self->plot), theme);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_THEME]);
}

/* Returns: (transfer full): of which compute capability it speaks */
char *
ws_calculator_view_dup_subtitle (WsCalculatorView *self)
{
  g_return_val_if_fail (WS_IS_CALCULATOR_VIEW (self), NULL);
  return ws_calculator_subtitle (ws_calculator_state_get_calculator (self->state));
}
