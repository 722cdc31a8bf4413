#include "edit/version-strip.h"

#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define KEY "ws-version"

struct _WsVersionStrip {
  GtkBox parent_instance;

  WsUserVersions *versions;
  GtkWidget *box;
  GtkAdjustment *adjustment;
};

enum { CHOSEN, COMPARE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsVersionStrip, ws_version_strip, GTK_TYPE_BOX)

static void
clicked_cb (WsVersionStrip *self, GtkButton *button)
{
  g_signal_emit (self, signals[CHOSEN], 0,
                 GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), KEY)));
}

static void
compare_cb (WsVersionStrip *self)
{
  g_signal_emit (self, signals[COMPARE], 0);
}

/* The outcome, as a sign: findings take precedence over the result. */
static const char *
get_sign (const WsUserVersion *version)
{
  if (version->n_findings > 0)
    return "⚠";
  if (!version->has_verdict)
    return "";
  return version->is_right ? "✓" : "✗";
}

static char *
describe (const WsUserVersion *version)
{
  GString *text = g_string_new (NULL);

  /* Translators: the time of day at which a version of the source ran */
  g_string_append_printf (text, _ ("Ran at %s."), version->time);
  if (*version->took != '\0')
    {
      g_autofree char *took =
          g_strdup_printf (version->origin == WS_ORIGIN_MEASURED ? _ ("It took %s, measured.")
                                                                 : _ ("It took %s, modelled."),
                           version->took);

      g_string_append_printf (text, " %s", took);
    }
  if (version->has_verdict)
    g_string_append_printf (
        text, " %s", version->is_right ? _ ("The result is right.") : _ ("The result is wrong."));
  if (version->n_findings > 0)
    g_string_append_printf (text, " %s", _ ("It does something wrong."));
  if (version->cause != NULL)
    {
      g_autofree char *cause = g_strdup_printf (_ ("What costs most: %s."), version->cause);

      g_string_append_printf (text, "\n%s", cause);
    }
  g_string_append_printf (text, "\n%s", _ ("A click brings this text back."));
  return g_string_free (text, FALSE);
}

static GtkWidget *
make_button (WsVersionStrip *self, guint index)
{
  const WsUserVersion *version = ws_user_versions_get (self->versions, index);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const char *sign = get_sign (version);
  g_autofree char *above =
      g_strdup_printf ("%s%s%s", version->time, *sign != '\0' ? " " : "", sign);
  GtkWidget *time = gtk_label_new (above);
  GtkWidget *took = gtk_label_new (version->took);
  g_autofree char *tip = describe (version);

  gtk_widget_add_css_class (took, "dim-label");
  gtk_box_append (GTK_BOX (lines), time);
  gtk_box_append (GTK_BOX (lines), took);
  gtk_button_set_child (GTK_BUTTON (button), lines);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "version");
  if (index == ws_user_versions_get_present (self->versions))
    gtk_widget_add_css_class (button, "version-present");
  ws_tip_set (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  g_object_set_data (G_OBJECT (button), KEY, GUINT_TO_POINTER (index));
  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  return button;
}

/* The newest is at the right edge. */
static void
show_newest (WsVersionStrip *self)
{
  gtk_adjustment_set_value (self->adjustment, gtk_adjustment_get_upper (self->adjustment));
}

/* A single version offers nothing to go back to. */
static void
fill (WsVersionStrip *self)
{
  guint n = ws_user_versions_get_n (self->versions);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  for (guint i = 0; i < n; i++)
    gtk_box_append (GTK_BOX (self->box), make_button (self, i));
  gtk_widget_set_visible (GTK_WIDGET (self), n > 1);
}

static void
ws_version_strip_dispose (GObject *object)
{
  g_clear_object (&WS_VERSION_STRIP (object)->versions);
  G_OBJECT_CLASS (ws_version_strip_parent_class)->dispose (object);
}

static void
ws_version_strip_class_init (WsVersionStripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_version_strip_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_VERSION_STRIP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[COMPARE] = g_signal_new ("compare", WS_TYPE_VERSION_STRIP, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_version_strip_init (WsVersionStrip *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *compare = gtk_button_new_with_label (_ ("Compare…"));

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->box);
  gtk_widget_set_hexpand (scroller, TRUE);
  self->adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_signal_connect_object (self->adjustment, "notify::upper", G_CALLBACK (show_newest), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (compare, "flat");
  gtk_widget_set_valign (compare, GTK_ALIGN_CENTER);
  ws_tip_set (compare, _ ("Two versions line by line, and their runs"));
  g_signal_connect_object (compare, "clicked", G_CALLBACK (compare_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), scroller);
  gtk_box_append (GTK_BOX (self), compare);
  gtk_widget_add_css_class (GTK_WIDGET (self), "versions");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * ws_version_strip_new:
 * @versions: (transfer none): what it shows
 *
 * Returns: (transfer floating): a strip, which is hidden while there is nothing to go back to
 */
GtkWidget *
ws_version_strip_new (WsUserVersions *versions)
{
  WsVersionStrip *self = g_object_new (WS_TYPE_VERSION_STRIP, NULL);

  self->versions = g_object_ref (versions);
  g_signal_connect_object (versions, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
