#include "edit/version-dialog.h"

#include "toolkit/line-diff.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define WIDTH_PX  760
#define HEIGHT_PX 560

struct _WsVersionDialog {
  AdwWindow parent_instance;

  WsUserVersions *versions;
  GtkDropDown *drops[2]; /* before, after */
  GtkTextView *view;
  GtkWidget *runs; /* the button for both */
};

enum { SIDE_BY_SIDE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsVersionDialog, ws_version_dialog, ADW_TYPE_WINDOW)

/* Of each fate its sign and the name of its tag. */
static const struct {
  const char *sign;
  const char *tag;
} fates[] = {
  [WS_LINE_STAYED] = { "  ", "stayed" },
  [WS_LINE_WENT] = { "− ", "went" },
  [WS_LINE_CAME] = { "+ ", "came" },
};

static const WsUserVersion *
get_version (WsVersionDialog *self, guint which)
{
  guint index = gtk_drop_down_get_selected (self->drops[which]);

  return index < ws_user_versions_get_n (self->versions)
             ? ws_user_versions_get (self->versions, index)
             : NULL;
}

static void
append_line (GtkTextBuffer *buffer, WsLineFate fate, const char *line)
{
  g_autofree char *text = g_strconcat (fates[fate].sign, line, "\n", NULL);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert_with_tags_by_name (buffer, &end, text, -1, fates[fate].tag, NULL);
}

static void
compare (WsVersionDialog *self)
{
  const WsUserVersion *before = get_version (self, 0);
  const WsUserVersion *after = get_version (self, 1);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  g_autoptr (GArray) steps = NULL;
  g_auto (GStrv) old = NULL;
  g_auto (GStrv) new = NULL;

  if (before == NULL || after == NULL)
    return;
  gtk_text_buffer_set_text (buffer, "", 0);
  steps = ws_line_diff_new (before->text, after->text);
  old = g_strsplit (before->text, "\n", -1);
  new = g_strsplit (after->text, "\n", -1);
  for (guint i = 0; i < steps->len; i++)
    {
      const WsLineStep *step = &g_array_index (steps, WsLineStep, i);
      const char *line = step->fate == WS_LINE_WENT ? old[step->before - 1] : new[step->after - 1];

      append_line (buffer, step->fate, line != NULL ? line : "");
    }
  gtk_widget_set_sensitive (self->runs,
                            before->run != NULL && after->run != NULL && before->run != after->run);
}

static void
runs_cb (WsVersionDialog *self)
{
  const WsUserVersion *before = get_version (self, 0);
  const WsUserVersion *after = get_version (self, 1);

  if (before == NULL || after == NULL || before->run == NULL || after->run == NULL)
    return;
  g_signal_emit (self, signals[SIDE_BY_SIDE], 0, before->run, after->run);
  gtk_window_close (GTK_WINDOW (self));
}

static void
ws_version_dialog_dispose (GObject *object)
{
  g_clear_object (&WS_VERSION_DIALOG (object)->versions);
  G_OBJECT_CLASS (ws_version_dialog_parent_class)->dispose (object);
}

static void
ws_version_dialog_class_init (WsVersionDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_version_dialog_dispose;
  signals[SIDE_BY_SIDE] =
      g_signal_new ("side-by-side", WS_TYPE_VERSION_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, WS_TYPE_RUN, WS_TYPE_RUN);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
ws_version_dialog_init (WsVersionDialog *self)
{
}

/* ---- making it ---- */

static GtkWidget *
make_drop (WsVersionDialog *self, guint which, guint chosen, const char *label)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkWidget *drop;

  for (guint i = 0; i < ws_user_versions_get_n (self->versions); i++)
    {
      const WsUserVersion *version = ws_user_versions_get (self->versions, i);
      g_autofree char *name = g_strdup_printf ("%s  %s", version->time, version->took);

      gtk_string_list_append (names, name);
    }
  drop = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), chosen);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  ws_tip_set (drop, label);
  self->drops[which] = GTK_DROP_DOWN (drop);
  g_signal_connect_object (drop, "notify::selected", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
  return drop;
}

static GtkWidget *
make_header (WsVersionDialog *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  guint present = ws_user_versions_get_present (self->versions);

  self->runs = gtk_button_new_with_mnemonic (_ ("_Runs Side by Side"));
  g_signal_connect_object (self->runs, "clicked", G_CALLBACK (runs_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), make_drop (self, 0, present > 0 ? present - 1 : 1, _ ("Before")));
  gtk_box_append (GTK_BOX (box), gtk_label_new ("→"));
  gtk_box_append (GTK_BOX (box), make_drop (self, 1, present, _ ("After")));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), box);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->runs);
  return header;
}

/* The signs say it without the colours. */
static GtkWidget *
make_text (WsVersionDialog *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkTextBuffer *buffer;

  self->view = GTK_TEXT_VIEW (gtk_text_view_new ());
  buffer = gtk_text_view_get_buffer (self->view);
  gtk_text_view_set_editable (self->view, FALSE);
  gtk_text_view_set_monospace (self->view, TRUE);
  gtk_text_view_set_cursor_visible (self->view, FALSE);
  gtk_text_view_set_left_margin (self->view, 12);
  gtk_text_view_set_top_margin (self->view, 8);
  gtk_text_buffer_create_tag (buffer, fates[WS_LINE_STAYED].tag, NULL);
  gtk_text_buffer_create_tag (buffer, fates[WS_LINE_WENT].tag, "paragraph-background",
                              "rgba(213,94,0,0.22)", NULL);
  gtk_text_buffer_create_tag (buffer, fates[WS_LINE_CAME].tag, "paragraph-background",
                              "rgba(0,158,115,0.22)", NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What changed from one version to the other"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}

/**
 * ws_version_dialog_new:
 * @parent: (nullable): above which it stands
 * @versions: (transfer none): at least two
 *
 * Begins with the present one, and the one before it.
 *
 * Returns: (transfer none): the dialog, not yet shown; it belongs to GTK
 */
GtkWidget *
ws_version_dialog_new (GtkWindow *parent, WsUserVersions *versions)
{
  WsVersionDialog *self = g_object_new (WS_TYPE_VERSION_DIALOG, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->versions = g_object_ref (versions);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Two Versions"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), make_text (self));
  adw_window_set_content (ADW_WINDOW (self), box);
  compare (self);
  return GTK_WIDGET (self);
}
