#include "dialog/stall-dialog.h"

#include <glib/gi18n.h>

#define WAIT "wait"
#define STOP "stop"

/* What is asked of one client, for as long as it lives. */
typedef struct {
  GtkWidget *widget; /* weak: whose window is asked */
  WsClient *client;  /* not owned */
  GtkWidget *dialog; /* weak */
} Watch;

static void
watch_free (gpointer data, GClosure *closure)
{
  Watch *self = data;

  if (self->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (self->dialog));
  g_clear_weak_pointer (&self->dialog);
  g_clear_weak_pointer (&self->widget);
  g_free (self);
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Watch *self)
{
  if (g_str_equal (response, STOP))
    ws_client_end_worker (self->client);
}

static void
make_dialog (Watch *self, GtkWindow *parent)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Worker Not Responding"), NULL);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), WAIT, _ ("_Wait"), STOP,
                                    _ ("_Stop"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), STOP,
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), WAIT);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), WAIT);
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), self);
  g_set_weak_pointer (&self->dialog, dialog);
}

static char *
dup_body (WsClientStall stall, guint seconds)
{
  if (stall == WS_CLIENT_STALL_SILENT)
    return g_strdup_printf (
        _ ("It has not responded for %u seconds: it hangs, or the computer is very busy. Stop ends "
           "it and what it runs; all finished runs are kept."),
        seconds);
  return g_strdup_printf (
      _ ("It is running, but has made no progress for %u seconds: it hangs, or waits for a "
         "compiler or a driver. Stop ends it and what it runs; all finished runs are kept."),
      seconds);
}

static void
stalled_cb (WsClient *client, guint stall, guint seconds, Watch *self)
{
  GtkRoot *root = self->widget != NULL ? gtk_widget_get_root (self->widget) : NULL;
  g_autofree char *body = NULL;

  if (stall == WS_CLIENT_STALL_NONE)
    {
      if (self->dialog != NULL)
        gtk_window_destroy (GTK_WINDOW (self->dialog));
      return;
    }
  if (!GTK_IS_WINDOW (root))
    return;
  if (self->dialog == NULL)
    make_dialog (self, GTK_WINDOW (root));
  body = dup_body (stall, seconds);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (self->dialog), body);
  gtk_window_present (GTK_WINDOW (self->dialog));
}

/**
 * ws_stall_dialog_watch:
 * @widget: in the window that is to ask
 *
 * From now on, asks whether to wait for @client's worker or to stop it, if it may have stalled. The
 * question closes when the worker progresses, and returns when it does not.
 */
void
ws_stall_dialog_watch (GtkWidget *widget, WsClient *client)
{
  Watch *self = g_new0 (Watch, 1);

  g_return_if_fail (GTK_IS_WIDGET (widget) && WS_IS_CLIENT (client));
  g_set_weak_pointer (&self->widget, widget);
  self->client = client;
  g_signal_connect_data (client, "stalled", G_CALLBACK (stalled_cb), self, watch_free, 0);
}
