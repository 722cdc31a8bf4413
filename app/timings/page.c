#include "timings/private.h"

#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define KIND_KEY       "timing-chart"
#define CAPTION_MS     500
#define CAPTION_HEIGHT 340 /* from which on there is room for a sentence below the chart */

enum { PROP_0, PROP_BUSY, N_PROPS };

enum { CHANGED, KERNEL_CHOSEN, REMOVED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsTimingPage, ws_timing_page, GTK_TYPE_WIDGET)

/* ---- what is shown ---- */

/* Of live timings not with every frame: it is to be read. */
static void
update_caption (WsTimingPage *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->live_wanted && self->sheet != NULL && self->caption_time != 0
      && now - self->caption_time < CAPTION_MS * 1000)
    return;
  self->caption_time = self->sheet != NULL ? now : 0;
  gtk_label_set_text (self->caption, self->sheet != NULL ? self->sheet->caption : "");
}

static void
update_caption_place (WsTimingPage *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->caption), self->sheet != NULL && !self->told_elsewhere);
}

/* Recreates the chart, and notifies. */
void
ws_timing_page_update_sheet (WsTimingPage *self)
{
  gint64 began = g_get_monotonic_time ();
  g_autoptr (WsSheet) sheet = NULL;
  gboolean had = self->sheet != NULL;

  g_clear_pointer (&self->shown, g_ptr_array_unref);
  if (ws_timing_bar_get_kind (self->bar) == WS_TIMING_LIVE)
    sheet = ws_timing_page_make_live_sheet (self);
  else
    {
      self->shown = ws_timing_page_list_shown (self);
      /* of one that has only just begun there is nothing to draw but what it is compared with */
      if (self->shown->len > 1
          || (self->shown->len == 1 && ws_sweep_get_n_done (self->shown->pdata[0]) > 0))
        sheet = ws_sheet_new_for_sweeps ((WsSweep *const *)self->shown->pdata, self->shown->len);
    }
  g_clear_pointer (&self->sheet, ws_sheet_unref);
  self->sheet = g_steal_pointer (&sheet);
  ws_timing_page_mark_kernels (self);
  ws_timing_page_show_sheet (self);
  update_caption (self);
  update_caption_place (self);
  if (had != (self->sheet != NULL))
    ws_timing_page_update (self);
  self->last_update_ms = (double)(g_get_monotonic_time () - began) / 1000;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Makes everything that it shows anew: the chart, the row above it, what there is to compare with.
 */
void
ws_timing_page_update (WsTimingPage *self)
{
  WsTimingKind kind = ws_timing_bar_get_kind (self->bar);
  GtkWidget *widget = GTK_WIDGET (self);
  g_autofree char *reason = NULL;
  g_autofree char *usual = NULL;
  g_autofree char *fields = NULL;
  g_autofree char *progress = NULL;

  if (self->updating)
    return;
  self->updating = TRUE;
  ws_timing_page_update_overs (self);
  usual = ws_timing_page_describe_run (self, FALSE, &reason);
  if (kind != WS_TIMING_LIVE && self->kernel != NULL
      && (self->kernel->blueprint == NULL
          || ws_sweep_kind_takes ((WsSweepKind)(kind - WS_TIMING_SWEEPS), self->kernel)))
    fields = ws_timing_page_describe_run (self, TRUE, NULL);
  if (self->sweep != NULL)
    progress = ws_timing_describe_progress (self->sweep);
  ws_timing_page_update_sheet (self);
  ws_timing_bar_set_words (self->bar, usual, g_strcmp0 (fields, usual) != 0 ? fields : NULL);
  ws_timing_bar_set_progress (
      self->bar, self->sweep != NULL ? WS_TIMING_SWEEPS + self->sweep->kind : WS_TIMING_LIVE,
      progress);
  ws_timing_bar_set_live (self->bar, self->live_wanted);
  ws_timing_bar_set_offers (self->bar, self->sheet != NULL || ws_timing_page_is_working (self));
  ws_timing_page_fill_list (self);
  gtk_widget_action_set_enabled (widget, "timing.run", usual != NULL && self->sweep == NULL);
  gtk_widget_action_set_enabled (widget, "timing.run-fields",
                                 fields != NULL && self->sweep == NULL);
  gtk_widget_action_set_enabled (widget, "timing.live",
                                 self->live_wanted
                                     || (usual != NULL && !ws_timing_page_live_is_complete (self)));
  ws_timing_page_update_invitation (self, usual, reason);
  ws_timing_page_update_instead (self);
  self->updating = FALSE;
}

/* Says that the property busy may have changed: something that is timed has begun or ended. */
void
ws_timing_page_notify_busy (WsTimingPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

/**
 * ws_timing_page_choose_kernel:
 * @id: of a kernel, one of whose marks was clicked
 *
 * Emits kernel-chosen.
 */
void
ws_timing_page_choose_kernel (WsTimingPage *self, const char *id)
{
  g_signal_emit (self, signals[KERNEL_CHOSEN], 0, id);
}

/**
 * ws_timing_page_show_problem:
 * @sentence: (nullable): what went wrong; %NULL takes away what is shown
 *
 * Shows @sentence above the chart until it is closed or taken away.
 */
void
ws_timing_page_show_problem (WsTimingPage *self, const char *sentence)
{
  if (sentence != NULL)
    gtk_label_set_text (self->problem, sentence);
  gtk_revealer_set_reveal_child (self->problem_revealer, sentence != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->problem_revealer), sentence != NULL);
}

static void
close_problem_cb (WsTimingPage *self)
{
  ws_timing_page_show_problem (self, NULL);
}

static void
kind_cb (WsTimingPage *self)
{
  WsTimingKind kind = ws_timing_bar_get_kind (self->bar);

  g_settings_set_string (self->settings, KIND_KEY, ws_timing_kind_get_name (kind));
  ws_timing_page_show_problem (self, NULL);
  self->caption_time = 0;
  ws_timing_page_update (self);
}

/* ---- the widget ---- */

static void
ws_timing_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ws_timing_page_parent_class)->map (widget);
  /* samples that came while it could not be seen */
  if (WS_TIMING_PAGE (widget)->live_wanted)
    ws_timing_page_update_sheet (WS_TIMING_PAGE (widget));
}

/* The chart has the keys, or what invites to make one. */
static gboolean
ws_timing_page_grab_focus (GtkWidget *widget)
{
  WsTimingPage *self = WS_TIMING_PAGE (widget);

  return gtk_widget_grab_focus (self->sheet != NULL ? self->view : GTK_WIDGET (self->empty_button));
}

/* Tab starts with the row above, not with the chart. */
static gboolean
ws_timing_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (WS_TIMING_PAGE (widget)->content, direction);
}

/* What is compared with may be a chart of its own beside it, and nothing where that has no room.
 * (Other charts say it in words then.) */
static gboolean
hides_compared (WsTimingPage *self)
{
  return self->sheet != NULL && self->sheet->side != NULL
         && ws_timing_kind_get_class (ws_timing_bar_get_kind (self->bar))->beside
         && !ws_sheet_view_has_side (WS_SHEET_VIEW (self->view));
}

/* Returns: how much of @height the chart's sentence takes below it: nothing where that is little */
static int
place_caption (WsTimingPage *self, int width, int height)
{
  GtkWidget *caption = GTK_WIDGET (self->caption);
  int above;
  int below;
  gboolean fits;

  if (!gtk_widget_get_visible (caption))
    return 0;
  gtk_widget_measure (self->content, GTK_ORIENTATION_VERTICAL, width, &above, NULL, NULL, NULL);
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, width, &below, NULL, NULL, NULL);
  fits = height >= MAX (CAPTION_HEIGHT, above + below);
  gtk_widget_set_child_visible (caption, fits);
  if (!fits)
    return 0;
  gtk_widget_allocate (
      caption, width, below, -1,
      gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (0, (float)(height - below))));
  return below;
}

static void
ws_timing_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsTimingPage *self = WS_TIMING_PAGE (widget);
  gboolean hid = hides_compared (self);

  height -= place_caption (self, width, height);
  gtk_widget_allocate (self->content, width, height, baseline, NULL);
  if (hides_compared (self) != hid)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
ws_timing_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (WS_TIMING_PAGE (widget)->content, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
ws_timing_page_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_BUSY)
    g_value_set_boolean (value, ws_timing_page_is_busy (WS_TIMING_PAGE (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_timing_page_dispose (GObject *object)
{
  WsTimingPage *self = WS_TIMING_PAGE (object);

  ws_timing_page_sweeps_dispose (self);
  ws_timing_page_live_dispose (self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  if (self->caption != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->caption)));
  g_clear_pointer (&self->sheet, ws_sheet_unref);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_pointer (&self->device, ws_client_device_free);
  g_clear_object (&self->settings);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (ws_timing_page_parent_class)->dispose (object);
}

static void
ws_timing_page_class_init (WsTimingPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_timing_page_get_property;
  object_class->dispose = ws_timing_page_dispose;
  widget_class->map = ws_timing_page_map;
  widget_class->grab_focus = ws_timing_page_grab_focus;
  widget_class->focus = ws_timing_page_focus;
  widget_class->measure = ws_timing_page_measure;
  widget_class->size_allocate = ws_timing_page_size_allocate;
  props[PROP_BUSY] =
      g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_TIMING_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[KERNEL_CHOSEN] = g_signal_new ("kernel-chosen", WS_TYPE_TIMING_PAGE, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REMOVED] = g_signal_new ("removed", WS_TYPE_TIMING_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 2, WS_TYPE_SWEEP, G_TYPE_BOOLEAN);
  ws_timing_page_sweeps_class_init (widget_class);
  ws_timing_page_live_class_init (widget_class);
  gtk_widget_class_set_css_name (widget_class, "timingpage");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
make_problem (WsTimingPage *self)
{
  GtkWidget *revealer = gtk_revealer_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  self->problem_revealer = GTK_REVEALER (revealer);
  /* one that slides asks a label that wraps for its width at 1048576 pixels of height; this one
   * keeps its room as long as it is visible */
  gtk_revealer_set_transition_type (self->problem_revealer, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE);
  self->problem = GTK_LABEL (label);
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_label_set_xalign (self->problem, 0);
  gtk_label_set_selectable (self->problem, TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  ws_tip_set (close, _ ("Close"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close"), -1);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (close_problem_cb), self);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), close);
  gtk_widget_add_css_class (box, "timing-problem");
  gtk_widget_set_visible (revealer, FALSE);
  gtk_revealer_set_child (self->problem_revealer, box);
  return revealer;
}

/* What the chart shows, in one sentence. */
static GtkWidget *
make_caption (WsTimingPage *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->caption = GTK_LABEL (label);
  gtk_label_set_wrap (self->caption, TRUE);
  gtk_label_set_xalign (self->caption, 0);
  gtk_widget_add_css_class (label, "timing-caption");
  gtk_widget_set_visible (label, FALSE);
  return label;
}

static void
ws_timing_page_init (WsTimingPage *self)
{
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->list = WS_SWEEP_LIST (ws_sweep_list_new ());
  self->bar = WS_TIMING_BAR (ws_timing_bar_new (GTK_WIDGET (self->list)));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_add_named (self->stack, ws_timing_page_make_invitation (self), "empty");
  gtk_stack_add_named (self->stack, ws_timing_page_make_view (self), "chart");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->bar));
  gtk_box_append (GTK_BOX (self->content), make_problem (self));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->stack));
  gtk_box_append (GTK_BOX (self->content), ws_timing_page_make_instead (self));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  gtk_widget_set_parent (make_caption (self), GTK_WIDGET (self));
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timing"), -1);
}

/**
 * ws_timing_page_new:
 * @session: (transfer none): with the catalogue, and the queue by which devices are asked
 * @settings: (transfer none): where it keeps what it shows
 * @folder: (nullable): where finished sweeps are kept; %NULL for the user's data folder
 *
 * Returns: (transfer floating): a page that shows what it showed last
 */
GtkWidget *
ws_timing_page_new (WsSession *session, GSettings *settings, const char *folder)
{
  WsTimingPage *self = g_object_new (WS_TYPE_TIMING_PAGE, NULL);
  g_autofree char *name = g_settings_get_string (settings, KIND_KEY);
  WsTimingKind kind = WS_TIMING_SWEEPS + WS_SWEEP_LADDER;

  self->session = g_object_ref (session);
  self->catalog = ws_session_get_catalog (session);
  self->settings = g_object_ref (settings);
  ws_timing_page_sweeps_init (self, folder);
  ws_timing_page_live_init (self);
  ws_timing_kind_parse (name, &kind);
  ws_timing_bar_set_kind (self->bar, kind);
  g_signal_connect_object (self->bar, "notify::kind", G_CALLBACK (kind_cb), self,
                           G_CONNECT_SWAPPED);
  ws_timing_page_update (self);
  return GTK_WIDGET (self);
}

/**
 * ws_timing_page_set_device:
 * @device: what is run on from now on; copied
 *
 * A running sweep ends on the device that it began on.
 */
void
ws_timing_page_set_device (WsTimingPage *self, const WsClientDevice *device)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self) && device != NULL);
  g_clear_pointer (&self->device, ws_client_device_free);
  self->device = ws_client_device_copy (device);
  ws_timing_page_live_follow (self);
  ws_timing_page_update (self);
}

/**
 * ws_timing_page_set_job:
 * @kernel: (transfer none): of the catalogue: what the window shows, and live timings time
 * @parameters: what the window's fields say of it
 *
 * A running live timing begins anew with it.
 */
void
ws_timing_page_set_job (WsTimingPage *self, const WsCatalogKernel *kernel,
                        const WsPlanParameters *parameters)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self) && kernel != NULL && parameters != NULL);
  self->kernel = kernel;
  self->parameters = *parameters;
  ws_timing_page_live_follow (self);
  ws_timing_page_update (self);
}

/**
 * ws_timing_page_set_kind:
 * @kind: which chart to show
 *
 * Shows that chart and remembers it, as if the user had chosen it.
 */
void
ws_timing_page_set_kind (WsTimingPage *self, WsTimingKind kind)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self));
  ws_timing_bar_set_kind (self->bar, kind);
}

/* Times what it shows, as its button would.
 *
 * Returns: whether it knows what to time, and on what; else nothing happens */
gboolean
ws_timing_page_begin (WsTimingPage *self)
{
  gboolean live;
  g_autofree char *what = NULL;

  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), FALSE);
  what = ws_timing_page_describe_run (self, FALSE, NULL);
  if (what == NULL)
    return FALSE;
  live = ws_timing_bar_get_kind (self->bar) == WS_TIMING_LIVE;
  if (!ws_timing_page_is_working (self))
    gtk_widget_activate_action (GTK_WIDGET (self), live ? "timing.live" : "timing.run", NULL);
  return TRUE;
}

/* Whether anything is timed, shown or not, or waits until the device is free. */
gboolean
ws_timing_page_is_busy (WsTimingPage *self)
{
  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), FALSE);
  return self->sweep != NULL
         || (self->live_runner != NULL && ws_live_runner_is_running (self->live_runner));
}

/* Returns: (transfer none) (nullable): what is shown, until the page changes; %NULL if there is
 * no chart yet */
WsSheet *
ws_timing_page_get_sheet (WsTimingPage *self)
{
  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), NULL);
  return self->sheet;
}

/* Returns: (transfer none) (nullable): where the figures shown are from: "measured", "modelled" or
 * "published", not yet in the user's language; %NULL if there is no chart yet */
const char *
ws_timing_page_get_origin (WsTimingPage *self)
{
  const WsSweep *sweep;

  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), NULL);
  if (self->sheet == NULL)
    return NULL;
  if (ws_timing_bar_get_kind (self->bar) == WS_TIMING_LIVE)
    return ws_origin_get_name (self->live->origin);
  sweep = self->shown->pdata[0];
  if (sweep->source != NULL)
    return N_ ("published");
  return ws_origin_get_name (sweep->origin);
}

/* Returns: (transfer none) (nullable): what the chart says, in words; %NULL if there is none */
const char *
ws_timing_page_get_finding (WsTimingPage *self)
{
  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), NULL);
  return self->sheet != NULL ? gtk_label_get_text (self->caption) : NULL;
}

/**
 * ws_timing_page_set_told_elsewhere:
 * @told: whether what the chart says is shown elsewhere: it is not shown below it then
 */
void
ws_timing_page_set_told_elsewhere (WsTimingPage *self, gboolean told)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self));
  self->told_elsewhere = told;
  update_caption_place (self);
}

/**
 * ws_timing_page_get_sources:
 * @sweeps: (out) (transfer none) (nullable) (element-type WsSweep): what the sheet is made of, the
 * one shown first, until the page changes; %NULL of live timings
 * @live: (out) (transfer none) (nullable): what the sheet is made of; %NULL of sweeps
 */
void
ws_timing_page_get_sources (WsTimingPage *self, GPtrArray **sweeps, WsLive **live)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self));
  *sweeps = self->shown;
  *live = self->shown == NULL ? self->live : NULL;
}

/* Returns: (transfer full): what was timed, and on what, and how to get out of a chart that is
 * zoomed, which a wheel does by mistake, or to see what has no room; whether it was measured is
 * ws_timing_page_get_origin()'s to say, and left out */
char *
ws_timing_page_dup_subtitle (WsTimingPage *self)
{
  g_autofree char *subtitle = NULL;

  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), NULL);
  if (self->sheet == NULL)
    return g_strdup ("");
  subtitle = ws_timing_make_subtitle (self);
  if (hides_compared (self))
    return g_strconcat (_ ("4 shows both"), "  ·  ", subtitle, NULL);
  if (!ws_sheet_view_is_zoomed (WS_SHEET_VIEW (self->view)))
    return g_steal_pointer (&subtitle);
  return g_strconcat (_ ("zoomed: 0 shows all"), "  ·  ", subtitle, NULL);
}

/* Returns: (transfer full) (nullable): how far the times shown are off; %NULL if they are not
 * modelled, or there is no chart yet */
char *
ws_timing_page_dup_fidelity (WsTimingPage *self)
{
  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), NULL);
  return self->sheet != NULL ? ws_timing_describe_fidelity (self) : NULL;
}

/* Returns: what making its last sheet cost, in milliseconds; drawing it comes on top */
double
ws_timing_page_get_last_update_ms (WsTimingPage *self)
{
  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), 0);
  return self->last_update_ms;
}
