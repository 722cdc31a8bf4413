#include "dialog/compiler-dialog.h"

#include <glib/gi18n.h>

#define WIDTH_PX    640
#define HEIGHT_PX   600
#define MARGIN_PX   18
#define SPACING_PX  12
#define PROGRESS_MS 100

struct _WsCompilerDialog {
  AdwWindow parent_instance;

  WsFetch *fetch;
  GCancellable *cancellable; /* of what goes on; NULL if nothing does */
  guint progress;
  GtkLabel *words;
  GtkTextBuffer *licence;
  GtkProgressBar *bar;
  GtkCheckButton *curand;
  GtkCheckButton *sass;
  GtkCheckButton *accepts;
  GtkButton *get;
};

enum { INSTALLED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsCompilerDialog, ws_compiler_dialog, ADW_TYPE_WINDOW)

static guint
get_parts (WsCompilerDialog *self)
{
  return WS_FETCH_COMPILER | (gtk_check_button_get_active (self->curand) ? WS_FETCH_CURAND : 0u)
         | (gtk_check_button_get_active (self->sass) ? WS_FETCH_SASS : 0u);
}

static void
update (WsCompilerDialog *self)
{
  g_autofree char *size =
      g_format_size (ws_wheels_get_bytes (ws_fetch_get_wheels (self->fetch), get_parts (self)));
  g_autofree char *label = g_strdup_printf (_ ("_Get, %s"), size);
  gboolean is_busy = self->progress != 0;

  gtk_button_set_label (self->get, label);
  gtk_widget_set_sensitive (GTK_WIDGET (self->get),
                            !is_busy && gtk_check_button_get_active (self->accepts));
  gtk_widget_set_sensitive (GTK_WIDGET (self->curand), !is_busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->sass), !is_busy);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), is_busy);
}

static void
stop (WsCompilerDialog *self)
{
  g_cancellable_cancel (self->cancellable); /* does nothing if NULL */
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->progress, g_source_remove);
}

static void
ws_compiler_dialog_dispose (GObject *object)
{
  WsCompilerDialog *self = WS_COMPILER_DIALOG (object);

  stop (self);
  g_clear_pointer (&self->fetch, ws_fetch_unref);
  G_OBJECT_CLASS (ws_compiler_dialog_parent_class)->dispose (object);
}

static void
ws_compiler_dialog_class_init (WsCompilerDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_compiler_dialog_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
  signals[INSTALLED] = g_signal_new ("installed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_compiler_dialog_init (WsCompilerDialog *self)
{
}

/* ---- fetching ---- */

/* The licence, or the next step, was requested: a cancelled request reports nothing. */
static gboolean
is_given_up (WsCompilerDialog *self, GAsyncResult *result)
{
  return self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable;
}

static void
licence_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsCompilerDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ws_fetch_read_licence_finish (result, &error);

  if (is_given_up (self, result))
    return;
  g_clear_object (&self->cancellable);
  if (text != NULL)
    gtk_text_buffer_set_text (self->licence, text, -1);
  gtk_label_set_text (self->words, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->words), error != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->accepts), text != NULL);
}

static void
installed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsCompilerDialog) self = data;
  g_autoptr (GError) error = NULL;
  gboolean is_there = ws_fetch_install_finish (result, &error);

  if (is_given_up (self, result))
    return;
  stop (self);
  update (self);
  if (is_there)
    {
      g_signal_emit (self, signals[INSTALLED], 0);
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  gtk_label_set_text (self->words, error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->words), TRUE);
}

static gboolean
progress_cb (gpointer data)
{
  WsCompilerDialog *self = data;
  g_autofree char *name = NULL;

  gtk_progress_bar_set_fraction (self->bar, ws_fetch_get_fraction (self->fetch, &name));
  gtk_progress_bar_set_text (self->bar, name != NULL ? name : _ ("Unpacking…"));
  return G_SOURCE_CONTINUE;
}

static void
get_cb (WsCompilerDialog *self)
{
  stop (self);
  gtk_widget_set_visible (GTK_WIDGET (self->words), FALSE);
  self->cancellable = g_cancellable_new ();
  self->progress = g_timeout_add (PROGRESS_MS, progress_cb, self);
  ws_fetch_install_async (self->fetch, get_parts (self), self->cancellable, installed_cb,
                          g_object_ref (self));
  update (self);
}

/* ---- the window ---- */

static GtkWidget *
make_header (WsCompilerDialog *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  self->get = GTK_BUTTON (gtk_button_new_with_mnemonic (_ ("_Get")));
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->get), "suggested-action");
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (gtk_window_close), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->get, "clicked", G_CALLBACK (get_cb), self, G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), GTK_WIDGET (self->get));
  return header;
}

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

static GtkWidget *
make_licence (WsCompilerDialog *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();

  self->licence = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_set_text (self->licence, _ ("Fetching NVIDIA's licence…"), -1);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), SPACING_PX);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), SPACING_PX);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), SPACING_PX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("NVIDIA's licence"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

/* "cuRAND's headers, 59.5 MB more" */
static GtkCheckButton *
make_part (WsCompilerDialog *self, const char *format, guint part)
{
  g_autofree char *size =
      g_format_size (ws_wheels_get_bytes (ws_fetch_get_wheels (self->fetch), part));
  g_autoptr (GString) label = g_string_new (format);
  GtkWidget *check;

  g_string_replace (label, "%s", size, 1);
  check = gtk_check_button_new_with_mnemonic (label->str);
  g_signal_connect_object (check, "toggled", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return GTK_CHECK_BUTTON (check);
}

static GtkWidget *
make_content (WsCompilerDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING_PX);

  self->curand = make_part (self, _ ("cu_RAND's headers (%s more)"), WS_FETCH_CURAND);
  self->sass = make_part (self, _ ("_Machine code: nvdisasm (%s more)"), WS_FETCH_SASS);
  self->accepts =
      GTK_CHECK_BUTTON (gtk_check_button_new_with_mnemonic (_ ("I _accept NVIDIA's licence")));
  self->words = GTK_LABEL (make_label (""));
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_progress_bar_set_show_text (self->bar, TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->accepts), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->words), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->words), "error");
  g_signal_connect_object (self->accepts, "toggled", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_widget_set_margin_start (box, MARGIN_PX);
  gtk_widget_set_margin_end (box, MARGIN_PX);
  gtk_widget_set_margin_top (box, MARGIN_PX);
  gtk_widget_set_margin_bottom (box, MARGIN_PX);
  gtk_box_append (GTK_BOX (box),
                  make_label (_ ("Your own kernels are compiled by NVIDIA's run-time compiler. It "
                                 "is fetched from PyPI, where NVIDIA publishes it, into a folder "
                                 "of yours; nothing else on this computer changes.")));
  gtk_box_append (GTK_BOX (box), make_licence (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->accepts));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->curand));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->sass));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->words));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
  return box;
}

static gboolean
close_cb (WsCompilerDialog *self)
{
  stop (self);
  return FALSE;
}

/**
 * ws_compiler_dialog_new:
 * @parent: (nullable): parent window
 *
 * Returns: (transfer none): the dialog, not yet shown, which fetches the licence; it belongs to GTK
 */
GtkWidget *
ws_compiler_dialog_new (GtkWindow *parent, WsFetch *fetch)
{
  WsCompilerDialog *self = g_object_new (WS_TYPE_COMPILER_DIALOG, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->fetch = ws_fetch_ref (fetch);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Get the Compiler"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), make_content (self));
  adw_window_set_content (ADW_WINDOW (self), box);
  g_signal_connect (self, "close-request", G_CALLBACK (close_cb), NULL);
  update (self);
  self->cancellable = g_cancellable_new ();
  ws_fetch_read_licence_async (fetch, self->cancellable, licence_cb, g_object_ref (self));
  return GTK_WIDGET (self);
}
