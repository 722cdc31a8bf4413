/* live.c: the page's live timings.
 *
 * Samples come by the thousand. Each iteration of the main loop with new samples marks the chart as
 * stale; the next frame recreates it once, and only if visible. Without animations it is recreated
 * once a second.
 */
#include "timings/private.h"

#include <string.h>

#define SHOWN_SAMPLES 4096 /* the latest */
#define SLOW_MS       1000
#define MIN_COLUMNS   64
#define MAX_COLUMNS   2048

static gboolean
is_shown (WsTimingPage *self)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self))
         && ws_timing_bar_get_kind (self->bar) == WS_TIMING_LIVE;
}

/* The latest samples, in columns that begin at multiples of their width, so that those that are
 * full are not made again.
 *
 * Returns: (transfer full) (nullable): a chart; %NULL if there are no samples */
WsSheet *
ws_timing_page_make_live_sheet (WsTimingPage *self)
{
  guint room = (guint)CLAMP (gtk_widget_get_width (self->view), MIN_COLUMNS, MAX_COLUMNS);
  guint kept = self->live != NULL ? ws_live_get_n_kept (self->live) : 0;
  guint n = MIN (kept, SHOWN_SAMPLES);
  guint64 begin;
  guint width = 1;
  guint columns;

  if (n == 0)
    return NULL;
  while (n / width > room)
    width *= 2;
  begin = (ws_live_get_n_total (self->live) - n + width - 1) / width * width;
  columns = (guint)(ws_live_get_n_total (self->live) - begin) / width;
  return ws_sheet_new_for_live (self->live,
                                (guint)(begin - (ws_live_get_n_total (self->live) - kept)),
                                columns * width, columns);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WsTimingPage *self = WS_TIMING_PAGE (widget);

  self->tick = 0;
  if (is_shown (self))
    ws_timing_page_update_sheet (self);
  return G_SOURCE_REMOVE;
}

static gboolean
slow_tick_cb (gpointer data)
{
  WsTimingPage *self = data;

  self->slow_tick = 0;
  if (is_shown (self))
    ws_timing_page_update_sheet (self);
  return G_SOURCE_REMOVE;
}

static gboolean
is_animated (WsTimingPage *self)
{
  gboolean animated;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animated,
                NULL);
  return animated;
}

static void
samples_cb (WsTimingPage *self, WsLive *live)
{
  if (live != self->live || !is_shown (self) || self->tick != 0 || self->slow_tick != 0)
    return;
  /* the first ones are shown at once: they take the place of an invitation */
  if (is_animated (self) || self->sheet == NULL)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else
    self->slow_tick = g_timeout_add (SLOW_MS, slow_tick_cb, self);
}

/* Whether the samples that are there are of what the window shows. */
static gboolean
is_of_job (WsTimingPage *self)
{
  const WsLive *live = self->live;
  const WsPlanParameters *before = &self->live_parameters;
  const WsPlanParameters *now = &self->parameters;

  return live != NULL && self->kernel != NULL && self->device != NULL
         && g_strcmp0 (live->kernel, self->kernel->id) == 0
         && g_strcmp0 (live->device, self->device->id) == 0 && before->n == now->n
         && before->block == now->block && before->type == now->type
         && g_str_equal (before->op, now->op) && before->max_grid == now->max_grid
         && before->repeats == now->repeats && before->seed == now->seed
         && memcmp (before->options, now->options, sizeof now->options) == 0;
}

static void
failed_cb (WsTimingPage *self, GError *error)
{
  self->live_wanted = FALSE;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_timing_page_show_problem (self, error->message);
  ws_timing_page_update (self);
}

/* Returns: whether the samples that are there say all that the device could say of what the window
 * shows: every run of a virtual GPU is alike */
gboolean
ws_timing_page_live_is_complete (WsTimingPage *self)
{
  return is_of_job (self) && self->device->origin == WS_ORIGIN_MODELLED
         && ws_live_get_n_total (self->live) > 0;
}

static void
running_cb (WsTimingPage *self)
{
  if (!ws_live_runner_is_running (self->live_runner) && ws_timing_page_live_is_complete (self))
    self->live_wanted = FALSE;
  /* the cancelled timing has ended */
  ws_timing_page_live_follow (self);
  ws_timing_page_notify_busy (self);
  ws_timing_page_update (self);
}

static void
start (WsTimingPage *self)
{
  g_autoptr (WsJobSource) source =
      ws_catalog_choose (self->catalog, self->kernel, &self->parameters, NULL, TRUE);

  if (!is_of_job (self))
    {
      g_autoptr (WsLive) earlier = g_steal_pointer (&self->live);

      self->live = earlier != NULL && g_strcmp0 (earlier->device, self->device->id) == 0
                       ? ws_live_new_after (earlier, self->kernel->id, self->kernel->title)
                       : ws_live_new (self->kernel->id, self->kernel->title);
      self->live->n = self->parameters.n;
      self->live->block = self->parameters.block;
      self->live->device = g_strdup (self->device->id);
      self->live_parameters = self->parameters;
    }
  ws_live_runner_start (self->live_runner, self->live, source, self->device);
}

/* Times what the window shows, if anything is to be timed: what it showed before is given up. */
void
ws_timing_page_live_follow (WsTimingPage *self)
{
  gboolean can = self->live_wanted && self->device != NULL && self->kernel != NULL;

  if (ws_live_runner_is_running (self->live_runner) && (!can || !is_of_job (self)))
    ws_live_runner_stop (self->live_runner);
  if (can && !ws_live_runner_is_running (self->live_runner))
    start (self);
}

static void
live_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsTimingPage *self = WS_TIMING_PAGE (widget);

  self->live_wanted = !self->live_wanted;
  ws_timing_page_show_problem (self, NULL);
  ws_timing_page_live_follow (self);
  ws_timing_page_update (self);
}

static void
clear_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsTimingPage *self = WS_TIMING_PAGE (widget);

  if (self->live != NULL)
    ws_live_clear (self->live);
  ws_timing_page_update (self);
}

/* Installs the actions timing.live, which begins and stops live timings, and timing.clear, which
 * drops their samples. */
void
ws_timing_page_live_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "timing.live", NULL, live_cb);
  gtk_widget_class_install_action (widget_class, "timing.clear", NULL, clear_cb);
}

/**
 * ws_timing_page_live_init:
 * @self: a page with a session
 *
 * Makes the runner of live timings and follows it.
 */
void
ws_timing_page_live_init (WsTimingPage *self)
{
  self->live_runner = ws_live_runner_new (ws_session_get_queue (self->session));
  g_signal_connect_object (self->live_runner, "samples", G_CALLBACK (samples_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->live_runner, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->live_runner, "notify::running", G_CALLBACK (running_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * ws_timing_page_live_dispose:
 * @self: a page that is disposed of, perhaps for the second time
 *
 * Stops live timings and drops their samples.
 */
void
ws_timing_page_live_dispose (WsTimingPage *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_handle_id (&self->slow_tick, g_source_remove);
  if (self->live_runner != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->live_runner, self);
      ws_live_runner_stop (self->live_runner);
    }
  g_clear_object (&self->live_runner);
  g_clear_pointer (&self->live, ws_live_unref);
}
