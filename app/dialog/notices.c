#include "dialog/notices.h"

#include "toolkit/tip.h"

#include <glib/gi18n.h>

struct _WsNotices {
  GObject parent_instance;

  GtkInfoBar *bar;
  GtkLabel *label;
  GtkWidget *remedies[WS_N_REMEDIES]; /* buttons of @bar */
  GtkBox *signs;
  WsSign *news; /* the latest of them; a weak pointer */
};

enum { SIGNAL_FIND_LINE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsNotices, ws_notices, G_TYPE_OBJECT)

#define RESPONSE_FIND_LINE 1

/* Each remedy is an action of the window, or a response of the bar. */
static const struct {
  const char *label;
  int response;
  const char *action;
  const char *tooltip;
} remedies[WS_N_REMEDIES] = {
  [WS_REMEDY_FIND_LINE] = { N_ ("_Find the Line"), RESPONSE_FIND_LINE, NULL,
                            N_ ("Run it on the virtual GPU, which names the line of the source") },
  [WS_REMEDY_GET_COMPILER] = { N_ ("_Get the Compiler…"), GTK_RESPONSE_APPLY, "win.get-compiler",
                               NULL },
  [WS_REMEDY_ALLOW_FOLDER] = { N_ ("_Allow This Folder"), GTK_RESPONSE_ACCEPT, "win.allow-folder",
                               NULL },
  [WS_REMEDY_CONNECT_AGAIN] = { N_ ("Connect _Again"), GTK_RESPONSE_YES, "win.connect-again",
                                NULL },
  [WS_REMEDY_INSTALL_WORKER] = { N_ ("_Install the Worker"), GTK_RESPONSE_OK, "win.install-worker",
                                 N_ ("Copy this computer's worker there") },
};

static void
response_cb (WsNotices *self, int response)
{
  ws_notices_hide_error (self);
  if (response == RESPONSE_FIND_LINE)
    g_signal_emit (self, signals[SIGNAL_FIND_LINE], 0);
}

static void
ws_notices_finalize (GObject *object)
{
  WsNotices *self = WS_NOTICES (object);

  g_clear_weak_pointer (&self->news);

  G_OBJECT_CLASS (ws_notices_parent_class)->finalize (object);
}

static void
ws_notices_class_init (WsNoticesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_notices_finalize;
  signals[SIGNAL_FIND_LINE] = g_signal_new ("find-line", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_notices_init (WsNotices *self)
{
}

static void
add_remedies (WsNotices *self)
{
  for (guint i = 0; i < WS_N_REMEDIES; i++)
    {
      GtkWidget *button =
          gtk_info_bar_add_button (self->bar, _ (remedies[i].label), remedies[i].response);

      if (remedies[i].tooltip != NULL)
        ws_tip_set (button, _ (remedies[i].tooltip));
      if (remedies[i].action != NULL)
        gtk_actionable_set_action_name (GTK_ACTIONABLE (button), remedies[i].action);
      gtk_widget_set_visible (button, FALSE);
      self->remedies[i] = button;
    }
}

/**
 * ws_notices_new:
 * @bar: of errors
 * @label: in @bar
 * @signs: of news and work
 *
 * Returns: (transfer full): the notices of the window that has these widgets, and not longer
 */
WsNotices *
ws_notices_new (GtkInfoBar *bar, GtkLabel *label, GtkBox *signs)
{
  WsNotices *self = g_object_new (WS_TYPE_NOTICES, NULL);

  self->bar = bar;
  self->label = label;
  self->signs = signs;
  add_remedies (self);
  g_signal_connect_object (bar, "response", G_CALLBACK (response_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ws_notices_show_error:
 * @self: notices
 * @sentence: what went wrong, and how to fix it
 *
 * Shows @sentence below the header until it is closed or the next run begins.
 */
void
ws_notices_show_error (WsNotices *self, const char *sentence)
{
  g_return_if_fail (WS_IS_NOTICES (self));
  for (guint i = 0; i < WS_N_REMEDIES; i++)
    gtk_widget_set_visible (self->remedies[i], FALSE);
  gtk_label_set_text (self->label, sentence);
  gtk_info_bar_set_revealed (self->bar, TRUE);
}

/**
 * ws_notices_offer:
 * @self: notices
 * @remedy: a remedy
 * @helps: whether it may help against the error shown
 */
void
ws_notices_offer (WsNotices *self, WsRemedy remedy, gboolean helps)
{
  g_return_if_fail (WS_IS_NOTICES (self) && remedy < WS_N_REMEDIES);
  gtk_widget_set_visible (self->remedies[remedy], helps);
}

/**
 * ws_notices_hide_error:
 * @self: notices
 */
void
ws_notices_hide_error (WsNotices *self)
{
  g_return_if_fail (WS_IS_NOTICES (self));
  gtk_info_bar_set_revealed (self->bar, FALSE);
}

/**
 * ws_notices_shows_error:
 * @self: notices
 *
 * Returns: whether an error is shown
 */
gboolean
ws_notices_shows_error (WsNotices *self)
{
  g_return_val_if_fail (WS_IS_NOTICES (self), FALSE);
  return gtk_info_bar_get_revealed (self->bar);
}

/**
 * ws_notices_get_error:
 * @self: notices
 *
 * Returns: the error that is shown, or was shown last; empty before the first
 */
const char *
ws_notices_get_error (WsNotices *self)
{
  g_return_val_if_fail (WS_IS_NOTICES (self), NULL);
  return gtk_label_get_text (self->label);
}

/**
 * ws_notices_get_remedy:
 * @self: notices
 * @remedy: a remedy
 *
 * Returns: (transfer none): its button
 */
GtkWidget *
ws_notices_get_remedy (WsNotices *self, WsRemedy remedy)
{
  g_return_val_if_fail (WS_IS_NOTICES (self) && remedy < WS_N_REMEDIES, NULL);
  return self->remedies[remedy];
}

/* The latest news replace the previous ones. */
static WsSign *
tell (WsNotices *self, const char *sentence)
{
  g_autofree char *valid = g_utf8_make_valid (sentence, -1);

  if (self->news != NULL)
    ws_sign_end (self->news);
  g_set_weak_pointer (&self->news, ws_sign_new_news (self->signs, valid));
  return self->news;
}

/**
 * ws_notices_tell:
 * @self: notices
 * @sentence: what there is to say, as plain text
 *
 * Shows @sentence for a while.
 */
void
ws_notices_tell (WsNotices *self, const char *sentence)
{
  g_return_if_fail (WS_IS_NOTICES (self));
  tell (self, sentence);
}

/**
 * ws_notices_tell_and_offer:
 * @self: notices
 * @sentence: what there is to say, as plain text
 * @label: of a button next to it, with a mnemonic
 * @action: what the button does
 * @target: (transfer floating) (nullable): for the action
 *
 * Shows @sentence for a while, and something to do about it.
 */
void
ws_notices_tell_and_offer (WsNotices *self, const char *sentence, const char *label,
                           const char *action, GVariant *target)
{
  g_return_if_fail (WS_IS_NOTICES (self));
  ws_sign_offer (tell (self, sentence), label, action, target);
}

/**
 * ws_notices_add_news:
 * @self: notices
 * @sentence: what there is to say, as plain text
 *
 * Shows @sentence for a while, next to other news.
 */
void
ws_notices_add_news (WsNotices *self, const char *sentence)
{
  g_return_if_fail (WS_IS_NOTICES (self));
  ws_sign_new_news (self->signs, sentence);
}

/**
 * ws_notices_add_work:
 * @self: notices
 * @sentence: what is done, as in "Opening max.wsrun…"
 * @action: what stops it
 *
 * Returns: (transfer none): a sign, shown until ws_sign_end()
 */
WsSign *
ws_notices_add_work (WsNotices *self, const char *sentence, const char *action)
{
  g_return_val_if_fail (WS_IS_NOTICES (self), NULL);
  return ws_sign_new_work (self->signs, sentence, action);
}

/**
 * ws_notices_get_news:
 * @self: notices
 *
 * Returns: (transfer none) (nullable): the latest news; %NULL once they have gone
 */
WsSign *
ws_notices_get_news (WsNotices *self)
{
  g_return_val_if_fail (WS_IS_NOTICES (self), NULL);
  return self->news;
}

/**
 * ws_notices_get_signs:
 * @self: notices
 *
 * Returns: (transfer none): where news and work are shown
 */
GtkBox *
ws_notices_get_signs (WsNotices *self)
{
  g_return_val_if_fail (WS_IS_NOTICES (self), NULL);
  return self->signs;
}
