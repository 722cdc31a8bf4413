/* sweeps.c: the page's sweeps: what is finished and shown, what it is compared with, running
 * more. */
#include "timings/private.h"

#include "words/words.h"

#include <glib/gi18n.h>

#define COMPARE_KEY "timing-compare"
#define MAX_REMOVED 8 /* that can still be restored */

static gboolean
is_sweep_kind (WsTimingKind kind)
{
  return kind >= WS_TIMING_SWEEPS;
}

static WsSweepKind
get_sweep_kind (WsTimingPage *self)
{
  return (WsSweepKind)(ws_timing_bar_get_kind (self->bar) - WS_TIMING_SWEEPS);
}

/**
 * ws_timing_page_plan:
 * @kind: what to sweep
 * @fields: whether with n and block of the window's fields; else with what suits the kind
 * @error: return location: %G_IO_ERROR_NOT_FOUND if there is no device yet, else as
 * ws_sweep_plan() has it
 *
 * Device, type, operator and, where a kind has one, the kernel are the window's.
 *
 * Returns: (transfer full) (nullable): a sweep with all its points, none run; %NULL if there can
 * be none
 */
WsSweep *
ws_timing_page_plan (WsTimingPage *self, WsSweepKind kind, gboolean fields, GError **error)
{
  WsSweepRequest request;

  if (self->device == NULL || self->device->spec == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("No device to run it on yet."));
      return NULL;
    }
  ws_sweep_request_init (&request, kind);
  if (self->kernel != NULL && ws_sweep_kind_takes (kind, self->kernel))
    {
      request.kernel = self->kernel->id;
      request.options = self->parameters.options;
      request.over = ws_timing_bar_get_over (self->bar);
    }
  /* what maps combines nothing: its operator and type are its own */
  if (self->kernel != NULL && self->kernel->blueprint == NULL)
    {
      request.type = self->parameters.type;
      request.op = self->parameters.op;
    }
  if (fields && self->kernel != NULL && (self->kernel->blueprint == NULL || request.kernel != NULL))
    {
      request.n = self->parameters.n;
      request.block = self->parameters.block;
    }
  return ws_sweep_plan (self->catalog, &request, self->device->spec, error);
}

/* ---- what is shown ---- */

/* Returns: whether the chart shown is the one that is being timed */
gboolean
ws_timing_page_is_sweeping (WsTimingPage *self)
{
  WsTimingKind kind = ws_timing_bar_get_kind (self->bar);

  return self->sweep != NULL && is_sweep_kind (kind) && self->sweep->kind == get_sweep_kind (self);
}

/* Returns: whether the chart shown cannot be timed yet, as another one is */
gboolean
ws_timing_page_is_held_up (WsTimingPage *self)
{
  return self->sweep != NULL && is_sweep_kind (ws_timing_bar_get_kind (self->bar))
         && !ws_timing_page_is_sweeping (self);
}

/* Whether it is of the kernel, and the option, that Run would sweep: another one's chart has
 * nothing to do with it. (What is of several kernels always begins with the same.)
 * @planned: (nullable): what Run would sweep */
static gboolean
is_of_choice (const WsSweep *planned, const WsSweep *sweep)
{
  return planned == NULL
         || (g_strcmp0 (planned->over, sweep->over) == 0 && ws_sweep_get_n_points (sweep) > 0
             && g_str_equal (ws_sweep_get_point (planned, 0)->kernel,
                             ws_sweep_get_point (sweep, 0)->kernel));
}

/* (nullable): the latest of the device chosen, else the latest; never a published one */
static WsSweep *
find_shown (WsTimingPage *self, GPtrArray *sweeps)
{
  g_autoptr (WsSweep) planned = NULL;
  WsSweep *latest = NULL;

  if (ws_timing_page_is_sweeping (self))
    return self->sweep;
  planned = ws_timing_page_plan (self, get_sweep_kind (self), FALSE, NULL);
  for (guint i = 0; i < sweeps->len; i++)
    {
      WsSweep *sweep = g_ptr_array_index (sweeps, i);

      if (sweep->source != NULL || !is_of_choice (planned, sweep))
        continue;
      if (self->device != NULL && g_strcmp0 (sweep->device, self->device->id) == 0)
        return sweep;
      if (latest == NULL)
        latest = sweep;
    }
  return latest;
}

/* Offers the options of the kernel chosen, where the chart sweeps one of them. */
void
ws_timing_page_update_overs (WsTimingPage *self)
{
  WsTimingKind kind = ws_timing_bar_get_kind (self->bar);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  if (kind == WS_TIMING_SWEEPS + WS_SWEEP_OPTION && self->kernel != NULL
      && ws_sweep_kind_takes (WS_SWEEP_OPTION, self->kernel))
    for (guint i = 0; i < self->kernel->options->len; i++)
      {
        const WsOption *option = ws_catalog_kernel_get_option (self->kernel, i);

        g_ptr_array_add (names, option->name);
        g_ptr_array_add (labels, (gpointer)ws_words_translate (option->label));
      }
  g_ptr_array_add (names, NULL);
  g_ptr_array_add (labels, NULL);
  ws_timing_bar_set_overs (self->bar, (const char *const *)names->pdata,
                           (const char *const *)labels->pdata);
}

/**
 * ws_timing_page_list_shown:
 * @self: a page that shows sweeps
 *
 * Returns: (transfer container) (element-type WsSweep): the one shown, then those that it is
 * compared with, the latest first; empty where none was run
 */
GPtrArray *
ws_timing_page_list_shown (WsTimingPage *self)
{
  g_autoptr (GPtrArray) sweeps = ws_sweep_store_list (self->store, get_sweep_kind (self));
  g_auto (GStrv) chosen = g_settings_get_strv (self->settings, COMPARE_KEY);
  WsSweep *shown = find_shown (self, sweeps);
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);

  if (shown == NULL)
    return list;
  g_ptr_array_add (list, ws_sweep_ref (shown));
  for (guint i = 0; i < sweeps->len; i++)
    {
      WsSweep *sweep = g_ptr_array_index (sweeps, i);

      if (sweep != shown && g_strv_contains ((const char *const *)chosen, sweep->id))
        g_ptr_array_add (list, ws_sweep_ref (sweep));
    }
  return list;
}

/* Lists what there is to compare with. */
void
ws_timing_page_fill_list (WsTimingPage *self)
{
  g_autoptr (GPtrArray) sweeps = NULL;
  g_autoptr (GPtrArray) shown = NULL;
  g_auto (GStrv) chosen = g_settings_get_strv (self->settings, COMPARE_KEY);

  if (!is_sweep_kind (ws_timing_bar_get_kind (self->bar)))
    return;
  sweeps = ws_sweep_store_list (self->store, get_sweep_kind (self));
  shown = ws_timing_page_list_shown (self);
  ws_sweep_list_set_sweeps (self->list, sweeps, shown->len > 0 ? shown->pdata[0] : NULL,
                            (const char *const *)chosen);
  ws_timing_bar_set_compared (self->bar, shown->len > 1 ? shown->len - 1 : 0, sweeps->len > 0);
}

/* ---- the list's answers ---- */

static void
choose (WsTimingPage *self, const char *id, gboolean chosen)
{
  g_auto (GStrv) before = g_settings_get_strv (self->settings, COMPARE_KEY);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) after = NULL;

  for (guint i = 0; before[i] != NULL; i++)
    if (!g_str_equal (before[i], id))
      g_strv_builder_add (builder, before[i]);
  if (chosen)
    g_strv_builder_add (builder, id);
  after = g_strv_builder_end (builder);
  g_settings_set_strv (self->settings, COMPARE_KEY, (const char *const *)after);
}

static void
chosen_cb (WsTimingPage *self, WsSweep *sweep, gboolean chosen)
{
  g_autoptr (GPtrArray) shown = NULL;

  choose (self, sweep->id, chosen);
  shown = ws_timing_page_list_shown (self);
  /* not the list, which has the keyboard */
  ws_timing_bar_set_compared (self->bar, shown->len > 1 ? shown->len - 1 : 0, TRUE);
  ws_timing_page_update_sheet (self);
}

/* Forgets the choice of sweeps that there are no longer. Not at once: one that was deleted can be
 * had back, and is chosen then as it was. */
static void
prune_chosen (WsTimingPage *self)
{
  g_auto (GStrv) before = g_settings_get_strv (self->settings, COMPARE_KEY);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) after = NULL;

  for (guint kind = 0; kind < WS_N_SWEEPS; kind++)
    {
      g_autoptr (GPtrArray) sweeps = ws_sweep_store_list (self->store, (WsSweepKind)kind);

      for (guint i = 0; i < sweeps->len; i++)
        {
          const WsSweep *sweep = g_ptr_array_index (sweeps, i);

          if (g_strv_contains ((const char *const *)before, sweep->id))
            g_strv_builder_add (builder, sweep->id);
        }
    }
  after = g_strv_builder_end (builder);
  if (g_strv_length (after) < g_strv_length (before))
    g_settings_set_strv (self->settings, COMPARE_KEY, (const char *const *)after);
}

/* What was deleted, or given up, can be had back for a while. */
static void
put_aside (WsTimingPage *self, WsSweep *sweep, gboolean stopped)
{
  g_ptr_array_add (self->removed, ws_sweep_ref (sweep));
  if (self->removed->len > MAX_REMOVED)
    g_ptr_array_remove_index (self->removed, 0);
  g_signal_emit_by_name (self, "removed", sweep, stopped);
}

static void
remove_cb (WsTimingPage *self, WsSweep *sweep)
{
  ws_sweep_store_remove (self->store, sweep);
  put_aside (self, sweep, FALSE);
  ws_timing_page_update (self);
}

/**
 * ws_timing_page_restore:
 * @id: of a sweep that was deleted, or given up before its end
 *
 * Keeps it after all.
 */
void
ws_timing_page_restore (WsTimingPage *self, const char *id)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self) && id != NULL);

  for (guint i = 0; i < self->removed->len; i++)
    {
      g_autoptr (WsSweep) sweep = ws_sweep_ref (self->removed->pdata[i]);

      if (!g_str_equal (sweep->id, id))
        continue;
      g_ptr_array_remove_index (self->removed, i);
      ws_sweep_store_add (self->store, sweep);
      ws_timing_bar_set_kind (self->bar, (WsTimingKind)(WS_TIMING_SWEEPS + sweep->kind));
      ws_timing_page_update (self);
      return;
    }
}

/* Returns: (transfer none): all sweeps that are finished, and those that others have published */
WsSweepStore *
ws_timing_page_get_store (WsTimingPage *self)
{
  g_return_val_if_fail (WS_IS_TIMING_PAGE (self), NULL);
  return self->store;
}

/* ---- running ---- */

static void
begin (WsTimingPage *self, WsSweep *sweep)
{
  self->cancelled = FALSE;
  self->n_planned = ws_sweep_get_n_points (sweep);
  self->sweep = ws_sweep_ref (sweep);
  ws_sweep_runner_start (self->runner, sweep, self->device);
  ws_timing_page_notify_busy (self);
  ws_timing_page_update (self);
}

static void
run_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsTimingPage *self = WS_TIMING_PAGE (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) sweep = NULL;

  if (!is_sweep_kind (ws_timing_bar_get_kind (self->bar)) || self->sweep != NULL)
    return;
  sweep = ws_timing_page_plan (self, get_sweep_kind (self),
                               g_str_equal (action_name, "timing.run-fields"), &error);
  ws_timing_page_show_problem (self, error != NULL ? error->message : NULL);
  if (sweep != NULL)
    begin (self, sweep);
}

static void
stop_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsTimingPage *self = WS_TIMING_PAGE (widget);

  if (self->sweep == NULL)
    return;
  self->cancelled = TRUE;
  ws_sweep_runner_cancel (self->runner);
}

static void
changed_cb (WsTimingPage *self, WsSweep *sweep)
{
  if (sweep == self->sweep)
    ws_timing_page_update (self);
}

/* One that was stopped, or whose worker died, is not kept, unless that is asked for: what was
 * complete before is shown again. */
static void
finished_cb (WsTimingPage *self, WsSweep *sweep)
{
  g_autoptr (WsSweep) ours = NULL;

  if (sweep != self->sweep)
    return;
  ours = g_steal_pointer (&self->sweep);
  if (ws_sweep_get_n_done (ours) > 0)
    {
      if (self->cancelled || ws_sweep_get_n_points (ours) < self->n_planned)
        put_aside (self, ours, TRUE);
      else
        ws_sweep_store_add (self->store, ours);
    }
  self->cancelled = FALSE;
  ws_timing_page_notify_busy (self);
  ws_timing_page_update (self);
}

static void
failed_cb (WsTimingPage *self, WsSweep *sweep, GError *error)
{
  if (sweep == self->sweep && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_timing_page_show_problem (self, error->message);
}

/* Installs the actions timing.run, which times what suits the chart, timing.run-fields, which takes
 * n and block of the window's fields instead, and timing.stop. */
void
ws_timing_page_sweeps_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "timing.run", NULL, run_cb);
  gtk_widget_class_install_action (widget_class, "timing.run-fields", NULL, run_cb);
  gtk_widget_class_install_action (widget_class, "timing.stop", NULL, stop_cb);
}

/**
 * ws_timing_page_sweeps_init:
 * @self: a page with a session and settings
 * @folder: (nullable): where finished sweeps are kept; %NULL for the user's data folder
 *
 * Opens the store, makes the runner of sweeps, and follows both and the list. Forgets the choice of
 * sweeps that are no longer there.
 */
void
ws_timing_page_sweeps_init (WsTimingPage *self, const char *folder)
{
  self->removed = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);
  self->store = ws_sweep_store_new (folder);
  self->runner = ws_sweep_runner_new (self->catalog, ws_session_get_queue (self->session));
  prune_chosen (self);
  g_signal_connect_object (self->bar, "over-chosen", G_CALLBACK (ws_timing_page_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "remove", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->store, "changed", G_CALLBACK (ws_timing_page_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runner, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runner, "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runner, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ws_timing_page_sweeps_dispose:
 * @self: a page that is disposed of, perhaps for the second time
 *
 * Gives up the running sweep, and drops those that could still be restored.
 */
void
ws_timing_page_sweeps_dispose (WsTimingPage *self)
{
  if (self->runner != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->runner, self);
      ws_sweep_runner_cancel (self->runner);
    }
  if (self->store != NULL)
    g_signal_handlers_disconnect_by_data (self->store, self);
  g_clear_object (&self->runner);
  g_clear_object (&self->store);
  g_clear_pointer (&self->sweep, ws_sweep_unref);
  g_clear_pointer (&self->removed, g_ptr_array_unref);
}
