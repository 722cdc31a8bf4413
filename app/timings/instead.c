/* instead.c: offers alternatives if live timings do not vary: buttons that open another chart, and
 * time it. */
#include "timings/private.h"

#include "toolkit/wrap-layout.h"

#include <glib/gi18n.h>

typedef struct {
  WsSweepKind kind;
  const char *label;
} Offer;

static const Offer offers[] = {
  { WS_SWEEP_BLOCK_SIZE, N_ ("Sweep the Block Size") },
  { WS_SWEEP_SCALING, N_ ("Sweep n") },
  { WS_SWEEP_OPTION, N_ ("Sweep the Option") },
};

/* What is of several kernels is of reductions, as the block size is. */
static gboolean
suits (const WsCatalogKernel *kernel, WsSweepKind kind)
{
  return ws_sweep_kind_takes (kind == WS_SWEEP_SCALING ? WS_SWEEP_BLOCK_SIZE : kind, kernel);
}

/**
 * ws_timing_page_update_instead:
 * @self: a page
 *
 * Shows below live timings that are all alike what varies, of the window's kernel.
 */
void
ws_timing_page_update_instead (WsTimingPage *self)
{
  gboolean alike = ws_timing_bar_get_kind (self->bar) == WS_TIMING_LIVE && self->sheet != NULL
                   && self->kernel != NULL && !self->live_wanted
                   && self->live->origin == WS_ORIGIN_MODELLED;
  GtkWidget *child = gtk_widget_get_first_child (self->instead); /* the sentence */

  gtk_widget_set_visible (self->instead, alike);
  for (guint i = 0; i < G_N_ELEMENTS (offers); i++)
    {
      child = gtk_widget_get_next_sibling (child);
      gtk_widget_set_visible (child, alike && suits (self->kernel, offers[i].kind));
    }
}

/* Existing timings of this device need not be repeated. */
static void
clicked_cb (GtkWidget *button, WsTimingPage *self)
{
  const Offer *offer = g_object_get_data (G_OBJECT (button), "offer");
  const WsSweep *shown;

  ws_timing_page_set_kind (self, (WsTimingKind)(WS_TIMING_SWEEPS + offer->kind));
  shown = self->shown != NULL && self->shown->len > 0 ? self->shown->pdata[0] : NULL;
  if (shown == NULL || self->device == NULL || g_strcmp0 (shown->device, self->device->id) != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "timing.run", NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Returns: (transfer floating): that nothing varies, and the buttons */
GtkWidget *
ws_timing_page_make_instead (WsTimingPage *self)
{
  GtkWidget *label =
      gtk_label_new (_ ("A virtual GPU takes the same time in every run: nothing varies."));

  self->instead = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->instead,
                                 g_object_new (WS_TYPE_WRAP_LAYOUT, "spacing", 6, NULL));
  gtk_widget_add_css_class (self->instead, "timing-instead");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (self->instead), label);
  for (guint i = 0; i < G_N_ELEMENTS (offers); i++)
    {
      GtkWidget *button = gtk_button_new_with_label (_ (offers[i].label));

      g_object_set_data (G_OBJECT (button), "offer", (gpointer)&offers[i]);
      g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), self);
      gtk_box_append (GTK_BOX (self->instead), button);
    }
  gtk_widget_set_visible (self->instead, FALSE);
  return self->instead;
}
