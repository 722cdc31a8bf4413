#include "edit/user-versions.h"

#include "advice/causes.h"

#define MAX_RUNS 8 /* that are kept whole: a few MB each */

struct _WsUserVersions {
  GObject parent_instance;

  GPtrArray *versions; /* WsUserVersion, the oldest first */
  guint present;       /* of them; where there are none, 0 */
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsUserVersions, ws_user_versions, G_TYPE_OBJECT)

static void
clear_outcome (WsUserVersion *self)
{
  g_clear_pointer (&self->time, g_free);
  g_clear_pointer (&self->took, g_free);
  g_clear_pointer (&self->cause, g_free);
  g_clear_pointer (&self->run, ws_run_unref);
}

static void
version_free (WsUserVersion *self)
{
  clear_outcome (self);
  g_free (self->text);
  g_free (self);
}

/* (transfer full): of all launches, in three digits; empty where one of them is not known */
static char *
format_duration (WsRun *run)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  double value = 0;
  guint unit = 0;

  for (gsize i = 0; i < run->n_launches; i++)
    {
      if (!run->launches[i].has_duration)
        return g_strdup ("");
      value += (double)run->launches[i].duration_ns;
    }
  for (; value >= 1000 && unit + 1 < G_N_ELEMENTS (units); unit++)
    value /= 1000;
  return g_strdup_printf ("%.*f\u202f%s", value < 10 ? 2 : value < 100 ? 1 : 0, value, units[unit]);
}

static void
take_outcome (WsUserVersion *self, WsRun *run)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (run->date);

  clear_outcome (self);
  self->time = time != NULL ? g_date_time_format (time, "%X") : g_strdup ("");
  self->took = format_duration (run);
  self->origin = run->origin;
  self->has_verdict = run->has_result;
  self->is_right = run->correct;
  self->n_findings = ws_run_count_mistakes (run);
  self->run = ws_run_ref (run);
}

/* ---- why it takes its time, in a thread ---- */

static void
cause_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WsCauses *causes = ws_causes_new (data, 0);
  char *title = causes == NULL         ? NULL
                : causes->n_causes > 0 ? g_strdup (causes->causes[0].title)
                : causes->is_small     ? g_strdup (causes->remark.title)
                                       : NULL;

  g_clear_pointer (&causes, ws_causes_free);
  g_task_return_pointer (task, title, g_free);
}

static void
cause_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WsUserVersions *self = WS_USER_VERSIONS (source);
  g_autofree char *title = g_task_propagate_pointer (G_TASK (result), NULL);

  for (guint i = 0; i < self->versions->len; i++)
    {
      WsUserVersion *version = g_ptr_array_index (self->versions, i);

      if (version->run != g_task_get_task_data (G_TASK (result)))
        continue;
      g_free (version->cause);
      version->cause = g_steal_pointer (&title);
      g_signal_emit (self, signals[CHANGED], 0);
      return;
    }
}

static void
ask_cause (WsUserVersions *self, WsRun *run)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, cause_cb, NULL);

  g_task_set_task_data (task, ws_run_ref (run), (GDestroyNotify)ws_run_unref);
  g_task_run_in_thread (task, cause_thread);
}

/* ---- what is kept ---- */

/* The newest runs, and the present one. */
static void
drop_runs (WsUserVersions *self)
{
  guint n = 0;

  for (guint i = self->versions->len; i-- > 0;)
    {
      WsUserVersion *version = g_ptr_array_index (self->versions, i);

      if (version->run != NULL && ++n > MAX_RUNS && i != self->present)
        g_clear_pointer (&version->run, ws_run_unref);
    }
}

/**
 * ws_user_versions_take:
 * @self: versions
 * @run: (transfer none): of a text
 *
 * A text that ran before becomes the current one again, with its new result; any other becomes the
 * newest, and the oldest is dropped if there are more than fifty.
 */
void
ws_user_versions_take (WsUserVersions *self, WsRun *run)
{
  const char *text = ws_run_get_kernel (run, 0)->source;
  WsUserVersion *version = NULL;

  g_return_if_fail (WS_IS_USER_VERSIONS (self) && text != NULL);
  for (guint i = 0; i < self->versions->len && version == NULL; i++)
    if (g_str_equal (ws_user_versions_get (self, i)->text, text))
      {
        version = g_ptr_array_index (self->versions, i);
        self->present = i;
      }
  if (version == NULL)
    {
      version = g_new0 (WsUserVersion, 1);
      version->text = g_strdup (text);
      g_ptr_array_add (self->versions, version);
      if (self->versions->len > WS_USER_MAX_VERSIONS)
        g_ptr_array_remove_index (self->versions, 0);
      self->present = self->versions->len - 1;
    }
  if (version->run != run)
    {
      take_outcome (version, run);
      ask_cause (self, run);
    }
  drop_runs (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ws_user_versions_clear:
 * @self: versions
 *
 * Removes all: another kernel is open.
 */
void
ws_user_versions_clear (WsUserVersions *self)
{
  g_return_if_fail (WS_IS_USER_VERSIONS (self));
  g_ptr_array_set_size (self->versions, 0);
  self->present = 0;
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ws_user_versions_get_n:
 * @self: versions
 *
 * Returns: number of versions
 */
guint
ws_user_versions_get_n (WsUserVersions *self)
{
  g_return_val_if_fail (WS_IS_USER_VERSIONS (self), 0);
  return self->versions->len;
}

/**
 * ws_user_versions_get:
 * @self: versions
 * @index: of one, the oldest first
 *
 * Returns: (transfer none): it, until they change
 */
const WsUserVersion *
ws_user_versions_get (WsUserVersions *self, guint index)
{
  g_return_val_if_fail (WS_IS_USER_VERSIONS (self) && index < self->versions->len, NULL);
  return g_ptr_array_index (self->versions, index);
}

/**
 * ws_user_versions_get_present:
 * @self: versions
 *
 * Returns: index of the one that ran last
 */
guint
ws_user_versions_get_present (WsUserVersions *self)
{
  g_return_val_if_fail (WS_IS_USER_VERSIONS (self), 0);
  return self->present;
}

static void
ws_user_versions_finalize (GObject *object)
{
  g_ptr_array_unref (WS_USER_VERSIONS (object)->versions);
  G_OBJECT_CLASS (ws_user_versions_parent_class)->finalize (object);
}

static void
ws_user_versions_class_init (WsUserVersionsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_user_versions_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_USER_VERSIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_user_versions_init (WsUserVersions *self)
{
  self->versions = g_ptr_array_new_with_free_func ((GDestroyNotify)version_free);
}

/**
 * ws_user_versions_new:
 *
 * Returns: (transfer full): no versions yet
 */
WsUserVersions *
ws_user_versions_new (void)
{
  return g_object_new (WS_TYPE_USER_VERSIONS, NULL);
}
