#include "dialog/export-progress.h"

#include <glib/gi18n.h>

#define POLL_MS 60

/* What both threads see. */
typedef struct {
  WsExportWork work;
  gpointer data;
  GDestroyNotify free_data;
  int done; /* atomic */
  int n;    /* atomic */
} Job;

struct _WsExportProgress {
  AdwWindow parent_instance;

  GCancellable *cancellable;
  Job *job; /* NULL when it has ended */
  guint poll;

  GtkProgressBar *bar;
  GtkLabel *label;
  GtkButton *cancel_button;
};

enum { ENDED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsExportProgress, ws_export_progress, ADW_TYPE_WINDOW)

static void
job_free (Job *self)
{
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self);
}

/**
 * ws_export_progress_report:
 * @done: parts that are done
 * @n: of how many
 * @progress: what the work was given
 *
 * Reports progress, from the working thread.
 */
void
ws_export_progress_report (guint done, guint n, gpointer progress)
{
  Job *job = progress;

  g_atomic_int_set (&job->n, (int)n);
  g_atomic_int_set (&job->done, (int)done);
}

static gboolean
poll_cb (gpointer data)
{
  WsExportProgress *self = data;
  int n = g_atomic_int_get (&self->job->n);
  int done = g_atomic_int_get (&self->job->done);
  g_autofree char *text = g_strdup_printf (_ ("%d of %d"), done, n);

  if (n > 0)
    {
      gtk_progress_bar_set_fraction (self->bar, CLAMP (done / (double)n, 0, 1));
      gtk_label_set_text (self->label, text);
    }
  return G_SOURCE_CONTINUE;
}

static void
thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;

  if (job->work (job->data, cancellable, job, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsExportProgress) self = data;
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  g_clear_pointer (&self->job, job_free);
  g_clear_handle_id (&self->poll, g_source_remove);
  g_signal_emit (self, signals[ENDED], 0, error);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Closing cancels: the dialog closes when the work has stopped. */
static gboolean
ws_export_progress_close_request (GtkWindow *window)
{
  ws_export_progress_cancel (WS_EXPORT_PROGRESS (window));
  return TRUE;
}

static void
ws_export_progress_dispose (GObject *object)
{
  WsExportProgress *self = WS_EXPORT_PROGRESS (object);

  g_clear_handle_id (&self->poll, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (ws_export_progress_parent_class)->dispose (object);
}

static void
ws_export_progress_class_init (WsExportProgressClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_export_progress_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ws_export_progress_close_request;
  signals[ENDED] = g_signal_new ("ended", WS_TYPE_EXPORT_PROGRESS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/warpstage/ui/export-progress.ui");
  gtk_widget_class_bind_template_child (widget_class, WsExportProgress, bar);
  gtk_widget_class_bind_template_child (widget_class, WsExportProgress, label);
  gtk_widget_class_bind_template_child (widget_class, WsExportProgress, cancel_button);
  gtk_widget_class_bind_template_callback (widget_class, ws_export_progress_cancel);
}

static void
ws_export_progress_init (WsExportProgress *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}

/**
 * ws_export_progress_new:
 * @parent: the window that waits
 * @title: what is done, as in "Exporting all figures"
 * @work: does it, in a thread of its own
 * @data: for @work
 * @free_data: (nullable): for @data, when the work has ended
 *
 * Begins at once; is to be presented.
 *
 * Returns: (transfer none): a dialog, owned by GTK
 */
WsExportProgress *
ws_export_progress_new (GtkWindow *parent, const char *title, WsExportWork work, gpointer data,
                        GDestroyNotify free_data)
{
  WsExportProgress *self =
      g_object_new (WS_TYPE_EXPORT_PROGRESS, "transient-for", parent, "title", title, NULL);
  /* the thread may be the last to let the task go: neither window nor job may be the task's */
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, ended_cb, g_object_ref (self));

  /* files written before cancelling are kept */
  g_task_set_check_cancellable (task, FALSE);
  self->job = g_new0 (Job, 1);
  *self->job = (Job){ .work = work, .data = data, .free_data = free_data };
  self->poll = g_timeout_add (POLL_MS, poll_cb, self);
  g_task_set_task_data (task, self->job, NULL);
  g_task_run_in_thread (task, thread);
  return self;
}

/* Asks the work to end; the dialog closes when it has. */
void
ws_export_progress_cancel (WsExportProgress *self)
{
  g_return_if_fail (WS_IS_EXPORT_PROGRESS (self));
  g_cancellable_cancel (self->cancellable);
  gtk_widget_set_sensitive (GTK_WIDGET (self->cancel_button), FALSE);
}
