#include "charts/timing-bar.h"

#include "toolkit/squeezer.h"
#include "toolkit/tip.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _WsTimingBar {
  GtkWidget parent_instance;

  WsTimingKind kind;
  gboolean updating;

  GtkWidget *choice;
  GtkBox *wide;
  GtkToggleButton *toggles[WS_N_TIMINGS]; /* in it */
  GtkDropDown *drop;
  GtkStringList *titles; /* in it */
  GtkDropDown *over;
  char **overs; /* names of the options in it; nullable */
  GtkMenuButton *compare;
  GtkPopover *popover;
  AdwSplitButton *run;
  GtkWidget *stop;
  AdwButtonContent *stop_content;
  GtkWidget *clear;
  GtkWidget *live;
  AdwButtonContent *live_content;
  char *progress; /* nullable: none is running */
  WsTimingKind of_progress;
  gboolean offers;
};

enum { PROP_0, PROP_KIND, N_PROPS };
enum { OVER_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsTimingBar, ws_timing_bar, GTK_TYPE_WIDGET)

static const WsSheetClass live_class = {
  N_ ("Live"), N_ ("Repeated times of the selected kernel, as they come"), N_ ("Start"), FALSE,
  NULL,
};

/* Returns: the type of #WsTimingKind; its values are called as settings call them */
GType
ws_timing_kind_get_type (void)
{
  static gsize type;

  if (g_once_init_enter (&type))
    {
      static GEnumValue values[WS_N_TIMINGS + 1];

      for (int i = 0; i < WS_N_TIMINGS; i++)
        {
          const char *name = ws_timing_kind_get_name ((WsTimingKind)i);

          values[i] = (GEnumValue){ i, name, name };
        }
      g_once_init_leave (&type, g_enum_register_static ("WsTimingKind", values));
    }
  return type;
}

/* Returns: (transfer none): what there is to know of it to show it */
const WsSheetClass *
ws_timing_kind_get_class (WsTimingKind kind)
{
  g_return_val_if_fail (kind < WS_N_TIMINGS, NULL);
  return kind == WS_TIMING_LIVE ? &live_class
                                : ws_sheet_get_class ((WsSweepKind)(kind - WS_TIMING_SWEEPS));
}

/**
 * ws_timing_kind_get_name:
 * @kind: what a chart of timings is of
 *
 * Returns: (transfer none): its name in settings and on command lines: "live", else as of
 * ws_sweep_kind_get_name()
 */
const char *
ws_timing_kind_get_name (WsTimingKind kind)
{
  g_return_val_if_fail (kind < WS_N_TIMINGS, NULL);
  return kind == WS_TIMING_LIVE ? "live"
                                : ws_sweep_kind_get_name ((WsSweepKind)(kind - WS_TIMING_SWEEPS));
}

/**
 * ws_timing_kind_parse:
 * @name: as ws_timing_kind_get_name() gives it
 * @kind: (out): which it is; left alone where there is none
 *
 * Returns: whether there is one of that name
 */
gboolean
ws_timing_kind_parse (const char *name, WsTimingKind *kind)
{
  WsSweepKind sweep;

  if (g_strcmp0 (name, ws_timing_kind_get_name (WS_TIMING_LIVE)) == 0)
    *kind = WS_TIMING_LIVE;
  else if (name != NULL && ws_sweep_kind_parse (name, &sweep))
    *kind = (WsTimingKind)(WS_TIMING_SWEEPS + sweep);
  else
    return FALSE;
  return TRUE;
}

static void
update_buttons (WsTimingBar *self)
{
  gboolean live = self->kind == WS_TIMING_LIVE;
  gboolean busy = self->progress != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->run), !live && !busy && self->offers);
  gtk_widget_set_visible (GTK_WIDGET (self->over), self->overs != NULL && !busy);
  gtk_widget_set_visible (self->stop, busy);
  gtk_widget_set_visible (self->live, live && self->offers);
  gtk_widget_set_visible (self->clear, live && self->offers);
  /* while a sweep runs its progress needs the room */
  gtk_widget_set_visible (GTK_WIDGET (self->compare), !live && !busy && self->offers);
}

/* For the chart below, explains the button; for another one, names it. */
static void
update_progress (WsTimingBar *self)
{
  const char *chart = _ (ws_timing_kind_get_class (self->of_progress)->title);
  g_autofree char *label = NULL;
  g_autofree char *tip = g_strdup_printf (_ ("Stop timing: %s"), chart);

  if (self->progress == NULL)
    label = g_strdup (_ ("Stop"));
  else if (self->kind == self->of_progress)
    label = g_strdup_printf (_ ("Stop, %s"), self->progress);
  else
    label = g_strdup_printf (_ ("%1$s: %2$s"), chart, self->progress);
  adw_button_content_set_label (self->stop_content, label);
  ws_tip_set (self->stop, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->stop), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

static void
set_kind_in_widgets (WsTimingBar *self)
{
  self->updating = TRUE;
  gtk_toggle_button_set_active (self->toggles[self->kind], TRUE);
  gtk_drop_down_set_selected (self->drop, self->kind);
  self->updating = FALSE;
}

static void
toggled_cb (WsTimingBar *self, GtkToggleButton *toggle)
{
  if (self->updating || !gtk_toggle_button_get_active (toggle))
    return;
  for (guint i = 0; i < WS_N_TIMINGS; i++)
    if (self->toggles[i] == toggle)
      ws_timing_bar_set_kind (self, (WsTimingKind)i);
}

static void
selected_cb (WsTimingBar *self)
{
  guint selected = gtk_drop_down_get_selected (self->drop);

  if (!self->updating && selected < WS_N_TIMINGS)
    ws_timing_bar_set_kind (self, (WsTimingKind)selected);
}

static void
over_cb (WsTimingBar *self)
{
  if (!self->updating)
    g_signal_emit (self, signals[OVER_CHOSEN], 0);
}

static void
ws_timing_bar_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_KIND)
    g_value_set_enum (value, WS_TIMING_BAR (object)->kind);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_timing_bar_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_KIND)
    ws_timing_bar_set_kind (WS_TIMING_BAR (object), g_value_get_enum (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_timing_bar_dispose (GObject *object)
{
  WsTimingBar *self = WS_TIMING_BAR (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_TIMING_BAR);
  g_clear_pointer (&self->progress, g_free);
  g_clear_pointer (&self->overs, g_strfreev);

  G_OBJECT_CLASS (ws_timing_bar_parent_class)->dispose (object);
}

static void
ws_timing_bar_class_init (WsTimingBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_SQUEEZER);
  object_class->get_property = ws_timing_bar_get_property;
  object_class->set_property = ws_timing_bar_set_property;
  object_class->dispose = ws_timing_bar_dispose;
  props[PROP_KIND] = g_param_spec_enum (
      "kind", NULL, NULL, WS_TYPE_TIMING_KIND, WS_TIMING_SWEEPS + WS_SWEEP_LADDER,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[OVER_CHOSEN] = g_signal_new ("over-chosen", WS_TYPE_TIMING_BAR, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "timingbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/timing-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, choice);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, wide);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, drop);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, titles);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, over);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, compare);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, popover);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, run);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, stop);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, stop_content);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, clear);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, live);
  gtk_widget_class_bind_template_child (widget_class, WsTimingBar, live_content);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, over_cb);
}

/* A button and a row of the list for each kind. */
static void
add_kinds (WsTimingBar *self)
{
  for (guint i = 0; i < WS_N_TIMINGS; i++)
    {
      const WsSheetClass *klass = ws_timing_kind_get_class ((WsTimingKind)i);
      GtkWidget *toggle = gtk_toggle_button_new_with_label (_ (klass->title));

      self->toggles[i] = GTK_TOGGLE_BUTTON (toggle);
      gtk_toggle_button_set_group (self->toggles[i], i > 0 ? self->toggles[0] : NULL);
      ws_tip_set (toggle, _ (klass->tip));
      g_signal_connect_swapped (toggle, "toggled", G_CALLBACK (toggled_cb), self);
      gtk_box_append (self->wide, toggle);
      gtk_string_list_append (self->titles, _ (klass->title));
    }
}

static void
ws_timing_bar_init (WsTimingBar *self)
{
  self->kind = WS_TIMING_SWEEPS + WS_SWEEP_LADDER;
  self->offers = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->updating = TRUE;
  add_kinds (self);
  self->updating = FALSE;
  ws_timing_bar_set_words (self, NULL, NULL);
  ws_timing_bar_set_compared (self, 0, FALSE);
  ws_timing_bar_set_live (self, FALSE);
  set_kind_in_widgets (self);
  update_progress (self);
  update_buttons (self);
}

/**
 * ws_timing_bar_new:
 * @compare: (transfer floating): what its menu of that name holds
 *
 * Returns: (transfer floating): a row that shows a ladder
 */
GtkWidget *
ws_timing_bar_new (GtkWidget *compare)
{
  WsTimingBar *self = g_object_new (WS_TYPE_TIMING_BAR, NULL);

  gtk_popover_set_child (self->popover, compare);
  return GTK_WIDGET (self);
}

/* Returns: what the chart below is of */
WsTimingKind
ws_timing_bar_get_kind (WsTimingBar *self)
{
  g_return_val_if_fail (WS_IS_TIMING_BAR (self), WS_TIMING_LIVE);
  return self->kind;
}

/**
 * ws_timing_bar_set_kind:
 * @kind: what the chart below is of
 */
void
ws_timing_bar_set_kind (WsTimingBar *self, WsTimingKind kind)
{
  g_return_if_fail (WS_IS_TIMING_BAR (self) && kind < WS_N_TIMINGS);
  if (self->kind == kind)
    return;
  self->kind = kind;
  set_kind_in_widgets (self);
  update_progress (self);
  update_buttons (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_KIND]);
}

/**
 * ws_timing_bar_set_overs:
 * @names: (array zero-terminated=1): of the kernel's options, of which one is swept
 * @labels: (array zero-terminated=1): what people call them
 *
 * Shows a choice if there are two or more. The current choice is kept if it is among them.
 */
void
ws_timing_bar_set_overs (WsTimingBar *self, const char *const *names, const char *const *labels)
{
  g_autoptr (GtkStringList) list = NULL;
  g_autofree char *chosen = g_strdup (ws_timing_bar_get_over (self));
  guint n = g_strv_length ((char **)names);
  guint index = 0;

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  if (n < 2 ? self->overs == NULL
            : self->overs != NULL
                  && g_strv_equal ((const char *const *)self->overs, (const char *const *)names))
    return;
  g_clear_pointer (&self->overs, g_strfreev);
  if (n > 1)
    self->overs = g_strdupv ((char **)names);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (names[i], chosen) == 0)
      index = i;
  list = gtk_string_list_new (labels);
  self->updating = TRUE;
  gtk_drop_down_set_model (self->over, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->over, index);
  self->updating = FALSE;
  update_buttons (self);
}

/* Returns: (transfer none) (nullable): name of the option that is to be swept; %NULL if there is
 * nothing to choose */
const char *
ws_timing_bar_get_over (WsTimingBar *self)
{
  guint chosen;

  g_return_val_if_fail (WS_IS_TIMING_BAR (self), NULL);
  chosen = gtk_drop_down_get_selected (self->over);
  return self->overs != NULL && chosen < g_strv_length (self->overs) ? self->overs[chosen] : NULL;
}

/**
 * ws_timing_bar_set_words:
 * @usual: (nullable): what Run runs, in words; %NULL if it cannot
 * @fields: (nullable): what it would run with the window's fields; %NULL if that is the same
 *
 * Explains in advance what the button does.
 */
void
ws_timing_bar_set_words (WsTimingBar *self, const char *usual, const char *fields)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *tip = usual != NULL ? g_strdup_printf (_ ("Run %s"), usual) : NULL;

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  ws_tip_set (GTK_WIDGET (self->run), tip);
  if (usual != NULL)
    {
      g_autofree char *label = g_strdup_printf (_ ("As in the documents: %s"), usual);

      g_menu_append (menu, label, "timing.run");
    }
  if (fields != NULL)
    {
      g_autofree char *label = g_strdup_printf (_ ("With the settings above: %s"), fields);

      g_menu_append (menu, label, "timing.run-fields");
    }
  adw_split_button_set_menu_model (self->run, G_MENU_MODEL (menu));
}

/**
 * ws_timing_bar_set_progress:
 * @kind: which chart is being timed: it need not be the one below
 * @progress: (nullable): how far that is, as in "3 of 7"; it can be stopped. %NULL if none is
 * timed
 */
void
ws_timing_bar_set_progress (WsTimingBar *self, WsTimingKind kind, const char *progress)
{
  g_return_if_fail (WS_IS_TIMING_BAR (self) && kind < WS_N_TIMINGS);
  if (self->of_progress == kind && g_strcmp0 (self->progress, progress) == 0)
    return;
  self->of_progress = kind;
  g_free (self->progress);
  self->progress = g_strdup (progress);
  update_progress (self);
  update_buttons (self);
}

/**
 * ws_timing_bar_set_live:
 * @live: whether live timings run: the button pauses them then
 */
void
ws_timing_bar_set_live (WsTimingBar *self, gboolean live)
{
  const char *label = live ? _ ("Pause") : _ ("Start");

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  adw_button_content_set_icon_name (self->live_content, live ? "media-playback-pause-symbolic"
                                                             : "media-playback-start-symbolic");
  adw_button_content_set_label (self->live_content, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->live), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  ws_tip_set (self->live, live ? _ ("Stop timing; the samples are kept")
                               : _ ("Time the selected kernel repeatedly"));
}

/**
 * ws_timing_bar_set_offers:
 * @offers: whether it offers to run: not if a larger control does
 */
void
ws_timing_bar_set_offers (WsTimingBar *self, gboolean offers)
{
  g_return_if_fail (WS_IS_TIMING_BAR (self));
  self->offers = offers;
  update_buttons (self);
}

/**
 * ws_timing_bar_set_compared:
 * @n: sweeps that are chosen to be compared with
 * @any: whether there is any to choose
 */
void
ws_timing_bar_set_compared (WsTimingBar *self, guint n, gboolean any)
{
  g_autofree char *label =
      n > 0 ? g_strdup_printf (_ ("Compare, %u"), n) : g_strdup (_ ("Compare"));

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  gtk_menu_button_set_label (self->compare, label);
  ws_tip_set (GTK_WIDGET (self->compare),
              any ? _ ("Earlier and published timings, on the same axes")
                  : _ ("Nothing to compare with yet"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->compare), any);
}
