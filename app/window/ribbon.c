#include "window/ribbon.h"

#include "toolkit/tip.h"
#include "views/glance.h"
#include "views/miniature.h"

#include <glib/gi18n.h>

typedef struct {
  int id;
  WsGlance *card;
} Card;

struct _WsRibbon {
  GtkWidget parent_instance;

  WsPlayhead *playhead; /* NULL until it is set */
  GArray *cards;        /* Card */
  WsSheetView *sheet;   /* NULL if there is no card of timings */
  WsSheet *timed;       /* nullable: the last timing */
  guint tick;           /* updates the figures once per frame */
};

enum { CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsRibbon, ws_ribbon, GTK_TYPE_WIDGET)

/* ---- the figures ---- */

/* (transfer full) (nullable): how long the launch takes; of all launches if there are several */
static char *
dup_time (WsRibbon *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *time = NULL;
  guint64 ns = 0;

  if (run == NULL)
    return NULL;
  for (guint i = 0; i < run->n_launches; i++)
    ns += run->launches[i].duration_ns;
  if (ns == 0)
    return NULL;
  time = ws_quantity_format (WS_QUANTITY_TIME, (double)ns);
  /* Translators: how long the shown run takes, next to a chart of other runs */
  return g_strdup_printf (_ ("this run: %s"), time);
}

static void
update_figures (WsRibbon *self)
{
  for (guint i = 0; i < self->cards->len; i++)
    {
      WsGlance *card = g_array_index (self->cards, Card, i).card;
      GtkWidget *picture = ws_glance_get_picture (card);
      g_autofree char *figure = NULL;

      if (!gtk_widget_get_visible (GTK_WIDGET (card)) || self->playhead == NULL)
        continue;
      figure =
          WS_IS_CANVAS (picture) ? ws_canvas_dup_figure (WS_CANVAS (picture)) : dup_time (self);
      ws_glance_set_figure (card, figure);
    }
}

static gboolean
follow_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WS_RIBBON (widget)->tick = 0;
  update_figures (WS_RIBBON (widget));
  return G_SOURCE_REMOVE;
}

static void
moved_cb (WsRibbon *self)
{
  if (self->tick == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), follow_cb, NULL, NULL);
}

/* ---- the widget ---- */

static void
clicked_cb (WsRibbon *self, GtkButton *button)
{
  for (guint i = 0; i < self->cards->len; i++)
    if (GTK_BUTTON (g_array_index (self->cards, Card, i).card) == button)
      g_signal_emit (self, signals[CHOSEN], 0, g_array_index (self->cards, Card, i).id);
}

static void
ws_ribbon_map (GtkWidget *widget)
{
  update_figures (WS_RIBBON (widget));
  GTK_WIDGET_CLASS (ws_ribbon_parent_class)->map (widget);
}

static void
ws_ribbon_dispose (GObject *object)
{
  WsRibbon *self = WS_RIBBON (object);
  GtkWidget *child;

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_array_set_size (self->cards, 0);
  g_clear_object (&self->playhead);
  g_clear_pointer (&self->timed, ws_sheet_unref);

  G_OBJECT_CLASS (ws_ribbon_parent_class)->dispose (object);
}

static void
ws_ribbon_finalize (GObject *object)
{
  g_array_unref (WS_RIBBON (object)->cards);

  G_OBJECT_CLASS (ws_ribbon_parent_class)->finalize (object);
}

static void
ws_ribbon_class_init (WsRibbonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ws_ribbon_dispose;
  object_class->finalize = ws_ribbon_finalize;
  widget_class->map = ws_ribbon_map;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_RIBBON, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "ribbon");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ws_ribbon_init (WsRibbon *self)
{
  GtkBoxLayout *layout = GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self)));

  self->cards = g_array_new (FALSE, FALSE, sizeof (Card));
  gtk_box_layout_set_homogeneous (layout, TRUE);
  gtk_box_layout_set_spacing (layout, 10);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Other views"), -1);
}

static void
add_card (WsRibbon *self, int id, const char *title, GtkWidget *picture)
{
  Card card = { id, WS_GLANCE (ws_glance_new (title, picture)) };
  g_autofree char *tip = g_strdup_printf (_ ("Show it large (%d)"), id + 1);

  ws_tip_set (GTK_WIDGET (card.card), tip);
  gtk_widget_set_parent (GTK_WIDGET (card.card), GTK_WIDGET (self));
  g_signal_connect_swapped (card.card, "clicked", G_CALLBACK (clicked_cb), self);
  g_array_append_val (self->cards, card);
}

/**
 * ws_ribbon_add_view:
 * @id: of the card
 * @title: of the card
 * @source: (transfer none): the view on the stage
 */
void
ws_ribbon_add_view (WsRibbon *self, int id, const char *title, WsCanvas *source)
{
  GtkWidget *picture;

  g_return_if_fail (WS_IS_RIBBON (self) && WS_IS_CANVAS (source));
  picture = ws_miniature_new (source);
  ws_canvas_set_playhead (WS_CANVAS (picture), self->playhead);
  add_card (self, id, title, picture);
}

/* A card of timings; ws_ribbon_set_sheet() says which. */
void
ws_ribbon_add_sheet (WsRibbon *self, int id, const char *title)
{
  g_return_if_fail (WS_IS_RIBBON (self) && self->sheet == NULL);
  self->sheet = WS_SHEET_VIEW (ws_sheet_view_new ());
  gtk_widget_set_can_target (GTK_WIDGET (self->sheet), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self->sheet), FALSE);
  add_card (self, id, title, GTK_WIDGET (self->sheet));
}

static WsGlance *
get_sheet_card (WsRibbon *self)
{
  return WS_GLANCE (gtk_widget_get_ancestor (GTK_WIDGET (self->sheet), WS_TYPE_GLANCE));
}

/* Whether these are timings of the kernel of @run, as far as they say of which they are. */
static gboolean
is_of_run (const WsSheet *timed, const WsRun *run)
{
  return run == NULL || timed->kernels == NULL
         || g_strv_contains ((const char *const *)timed->kernels, run->id);
}

/* The latest timings, unless they are of other kernels; without any, the times of the run shown. */
static void
update_sheet (WsRibbon *self)
{
  WsRun *run = self->playhead != NULL ? ws_playhead_get_run (self->playhead) : NULL;
  g_autoptr (WsSheet) sheet = NULL;

  if (self->sheet == NULL)
    return;
  if (self->timed != NULL && is_of_run (self->timed, run))
    sheet = ws_sheet_ref (self->timed);
  else if (run != NULL)
    sheet = ws_sheet_new_for_run (run);
  ws_sheet_view_set_sheet (self->sheet, sheet);
  ws_glance_set_note (get_sheet_card (self),
                      sheet == NULL ? _ ("Nothing timed yet:\nopen it to run the ladder") : NULL);
}

/**
 * ws_ribbon_set_sheet:
 * @sheet: (nullable): the timings to show; %NULL for the run's own times
 */
void
ws_ribbon_set_sheet (WsRibbon *self, WsSheet *sheet)
{
  WsSheet *timed = sheet != NULL ? ws_sheet_ref (sheet) : NULL;

  g_return_if_fail (WS_IS_RIBBON (self) && self->sheet != NULL);
  g_clear_pointer (&self->timed, ws_sheet_unref);
  self->timed = timed;
  update_sheet (self);
}

/**
 * ws_ribbon_set_on_stage:
 * @id: id of the card to hide, as its view is on the stage; any other id shows all cards
 */
void
ws_ribbon_set_on_stage (WsRibbon *self, int id)
{
  g_return_if_fail (WS_IS_RIBBON (self));
  for (guint i = 0; i < self->cards->len; i++)
    gtk_widget_set_visible (GTK_WIDGET (g_array_index (self->cards, Card, i).card),
                            g_array_index (self->cards, Card, i).id != id);
  update_figures (self);
}

/* Returns: (transfer none) (nullable): the card of that id */
GtkWidget *
ws_ribbon_get_card (WsRibbon *self, int id)
{
  g_return_val_if_fail (WS_IS_RIBBON (self), NULL);
  for (guint i = 0; i < self->cards->len; i++)
    if (g_array_index (self->cards, Card, i).id == id)
      return GTK_WIDGET (g_array_index (self->cards, Card, i).card);
  return NULL;
}

/**
 * ws_ribbon_set_playhead:
 * @playhead: (transfer none): the playhead of its views; to be called once
 */
void
ws_ribbon_set_playhead (WsRibbon *self, WsPlayhead *playhead)
{
  static const char *const moves[] = { "notify::scene", "notify::position", "notify::time",
                                       "notify::warp" };

  g_return_if_fail (WS_IS_RIBBON (self) && self->playhead == NULL);
  self->playhead = g_object_ref (playhead);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    g_signal_connect_object (playhead, moves[i], G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (playhead, "notify::run", G_CALLBACK (update_sheet), self,
                           G_CONNECT_SWAPPED);
}

void
ws_ribbon_set_theme (WsRibbon *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_RIBBON (self));
  for (guint i = 0; i < self->cards->len; i++)
    ws_drawing_set_theme (
        WS_DRAWING (ws_glance_get_picture (g_array_index (self->cards, Card, i).card)), theme);
}
