#include "ui/timing-bar.h"

#include "ui/either.h"

#include <adwaita.h>

struct _WsTimingBar {
  GtkWidget parent_instance;

  WsTimingKind kind;
  gboolean updating;

  GtkToggleButton *toggles[WS_N_TIMINGS];
  GtkDropDown *drop;
  GtkWidget *compare;
  GtkWidget *run;
  GtkWidget *stop;
  GtkWidget *clear;
  GtkWidget *live;
  AdwButtonContent *live_content;
  char *progress;
  gboolean offers;
};

enum { PROP_0, PROP_KIND, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsTimingBar, ws_timing_bar, GTK_TYPE_WIDGET)

static const WsSheetClass live_class = {
  "Live", "Times of the kernel chosen, again and again, as they come", "Start", FALSE, NULL, NULL,
};

/**
 * ws_timing_kind_get_class:
 * @kind: what is timed
 *
 * Returns: (transfer none): what there is to know of it to show it
 */
const WsSheetClass *
ws_timing_kind_get_class (WsTimingKind kind)
{
  g_return_val_if_fail (kind < WS_N_TIMINGS, NULL);
  return kind == WS_TIMING_LIVE ? &live_class
                                : ws_sheet_get_class ((WsSweepKind)(kind - WS_TIMING_SWEEPS));
}

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
  for (guint i = 0; i < WS_N_TIMINGS; i++)
    if (g_strcmp0 (name, ws_timing_kind_get_name ((WsTimingKind)i)) == 0)
      {
        *kind = (WsTimingKind)i;
        return TRUE;
      }
  return FALSE;
}

static void
update_buttons (WsTimingBar *self)
{
  gboolean live = self->kind == WS_TIMING_LIVE;
  gboolean busy = self->progress != NULL;

  gtk_widget_set_visible (self->run, !live && !busy && self->offers);
  gtk_widget_set_visible (self->stop, !live && busy);
  gtk_widget_set_visible (self->live, live && self->offers);
  gtk_widget_set_visible (self->clear, live && self->offers);
  /* while a sweep runs its progress needs the room */
  gtk_widget_set_visible (self->compare, !live && !busy && self->offers);
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
ws_timing_bar_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_KIND)
    g_value_set_uint (value, WS_TIMING_BAR (object)->kind);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_timing_bar_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_KIND)
    ws_timing_bar_set_kind (WS_TIMING_BAR (object), (WsTimingKind)g_value_get_uint (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_timing_bar_dispose (GObject *object)
{
  WsTimingBar *self = WS_TIMING_BAR (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->progress, g_free);

  G_OBJECT_CLASS (ws_timing_bar_parent_class)->dispose (object);
}

static void
ws_timing_bar_class_init (WsTimingBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_timing_bar_get_property;
  object_class->set_property = ws_timing_bar_set_property;
  object_class->dispose = ws_timing_bar_dispose;
  props[PROP_KIND] = g_param_spec_uint (
      "kind", NULL, NULL, 0, WS_N_TIMINGS - 1, WS_TIMING_SWEEPS + WS_SWEEP_LADDER,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "timingbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
make_toggles (WsTimingBar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < WS_N_TIMINGS; i++)
    {
      GtkWidget *toggle =
          gtk_toggle_button_new_with_label (ws_timing_kind_get_class ((WsTimingKind)i)->title);

      self->toggles[i] = GTK_TOGGLE_BUTTON (toggle);
      gtk_toggle_button_set_group (self->toggles[i], i > 0 ? self->toggles[0] : NULL);
      gtk_widget_set_tooltip_text (toggle, ws_timing_kind_get_class ((WsTimingKind)i)->tip);
      g_signal_connect_swapped (toggle, "toggled", G_CALLBACK (toggled_cb), self);
      gtk_box_append (GTK_BOX (box), toggle);
    }
  return box;
}

/* All of them beside each other where there is room, else a list. */
static GtkWidget *
make_choice (WsTimingBar *self)
{
  GtkWidget *toggles = make_toggles (self);
  GtkWidget *choice;

  self->drop = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (
      (const char *const[]){ ws_timing_kind_get_class ((WsTimingKind)0)->title,
                             ws_timing_kind_get_class ((WsTimingKind)1)->title,
                             ws_timing_kind_get_class ((WsTimingKind)2)->title,
                             ws_timing_kind_get_class ((WsTimingKind)3)->title,
                             ws_timing_kind_get_class ((WsTimingKind)4)->title,
                             ws_timing_kind_get_class ((WsTimingKind)5)->title, NULL }));
  G_STATIC_ASSERT (WS_N_TIMINGS == 6);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->drop), "What is timed");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Chart", -1);
  g_signal_connect_swapped (self->drop, "notify::selected", G_CALLBACK (selected_cb), self);
  gtk_widget_set_halign (toggles, GTK_ALIGN_START);
  gtk_widget_set_halign (GTK_WIDGET (self->drop), GTK_ALIGN_START);
  choice = ws_either_new (toggles, GTK_WIDGET (self->drop));
  gtk_widget_set_hexpand (choice, TRUE);
  return choice;
}

static GtkWidget *
make_stop (void)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = adw_button_content_new ();

  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), "process-stop-symbolic");
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "timing.stop");
  return button;
}

static void
make_live (WsTimingBar *self)
{
  self->live = gtk_button_new ();
  self->live_content = ADW_BUTTON_CONTENT (adw_button_content_new ());
  gtk_button_set_child (GTK_BUTTON (self->live), GTK_WIDGET (self->live_content));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->live), "timing.live");
  self->clear = gtk_button_new_with_label ("Clear");
  gtk_widget_set_tooltip_text (self->clear, "Forget the samples, and begin anew");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->clear), "timing.clear");
}

static void
ws_timing_bar_init (WsTimingBar *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkBoxLayout *layout = GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (widget));

  self->kind = WS_TIMING_SWEEPS + WS_SWEEP_LADDER;
  self->offers = TRUE;
  gtk_box_layout_set_spacing (layout, 6);
  gtk_widget_set_parent (make_choice (self), widget);
  self->compare = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->compare), "Compare");
  self->run = adw_split_button_new ();
  adw_split_button_set_label (ADW_SPLIT_BUTTON (self->run), "Run");
  adw_split_button_set_dropdown_tooltip (ADW_SPLIT_BUTTON (self->run), "What to run");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run), "timing.run");
  self->stop = make_stop ();
  make_live (self);
  gtk_widget_set_parent (self->compare, widget);
  gtk_widget_set_parent (self->run, widget);
  gtk_widget_set_parent (self->stop, widget);
  gtk_widget_set_parent (self->clear, widget);
  gtk_widget_set_parent (self->live, widget);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "What is timed", -1);
  ws_timing_bar_set_words (self, NULL, NULL);
  ws_timing_bar_set_compared (self, 0, FALSE);
  ws_timing_bar_set_live (self, FALSE);
  set_kind_in_widgets (self);
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
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), compare);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->compare), popover);
  return GTK_WIDGET (self);
}

WsTimingKind
ws_timing_bar_get_kind (WsTimingBar *self)
{
  g_return_val_if_fail (WS_IS_TIMING_BAR (self), WS_TIMING_LIVE);
  return self->kind;
}

void
ws_timing_bar_set_kind (WsTimingBar *self, WsTimingKind kind)
{
  g_return_if_fail (WS_IS_TIMING_BAR (self) && kind < WS_N_TIMINGS);
  if (self->kind == kind)
    return;
  self->kind = kind;
  set_kind_in_widgets (self);
  update_buttons (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_KIND]);
}

/**
 * ws_timing_bar_set_words:
 * @self: a row
 * @usual: (nullable): what Run runs, in words; %NULL where it cannot
 * @fields: (nullable): what it would run with the window's fields; %NULL where that is the same
 *
 * Says what the button does before it does it.
 */
void
ws_timing_bar_set_words (WsTimingBar *self, const char *usual, const char *fields)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *tip = usual != NULL ? g_strdup_printf ("Run %s", usual) : NULL;

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  gtk_widget_set_tooltip_text (self->run, tip);
  if (usual != NULL)
    {
      g_autofree char *label = g_strdup_printf ("As in the documents: %s", usual);

      g_menu_append (menu, label, "timing.run");
    }
  if (fields != NULL)
    {
      g_autofree char *label = g_strdup_printf ("With the fields above: %s", fields);

      g_menu_append (menu, label, "timing.run-fields");
    }
  adw_split_button_set_menu_model (ADW_SPLIT_BUTTON (self->run), G_MENU_MODEL (menu));
}

void
ws_timing_bar_set_progress (WsTimingBar *self, const char *progress)
{
  g_autofree char *label = NULL;

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  if (g_strcmp0 (self->progress, progress) == 0)
    return;
  g_free (self->progress);
  self->progress = g_strdup (progress);
  label = progress != NULL ? g_strdup_printf ("Stop, %s", progress) : g_strdup ("Stop");
  adw_button_content_set_label (ADW_BUTTON_CONTENT (gtk_button_get_child (GTK_BUTTON (self->stop))),
                                label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->stop), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  update_buttons (self);
}

void
ws_timing_bar_set_live (WsTimingBar *self, gboolean live)
{
  const char *label = live ? "Pause" : "Start";

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  adw_button_content_set_icon_name (self->live_content, live ? "media-playback-pause-symbolic"
                                                             : "media-playback-start-symbolic");
  adw_button_content_set_label (self->live_content, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->live), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_set_tooltip_text (self->live, live ? "Stop timing; what was measured stays"
                                                : "Time the kernel chosen, again and again");
}

void
ws_timing_bar_set_offers (WsTimingBar *self, gboolean offers)
{
  g_return_if_fail (WS_IS_TIMING_BAR (self));
  self->offers = offers;
  update_buttons (self);
}

void
ws_timing_bar_set_compared (WsTimingBar *self, guint n, gboolean any)
{
  g_autofree char *label = n > 0 ? g_strdup_printf ("Compare, %u", n) : g_strdup ("Compare");

  g_return_if_fail (WS_IS_TIMING_BAR (self));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->compare), label);
  gtk_widget_set_tooltip_text (self->compare,
                               any ? "Earlier timings, and published ones, on the same axes"
                                   : "There is nothing yet to compare with");
  gtk_widget_set_sensitive (self->compare, any);
}
