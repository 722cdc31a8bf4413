#include "window/staging.h"

#include "window/switcher.h"

#define TIGHT_PX 1280 /* in a narrower window, the switcher has its own row */

struct _WsStaging {
  GObject parent_instance;

  GtkWidget *box; /* of the switcher */
  WsSwitcher *switcher;
  WsRibbon *ribbon;
  WsPane *pane;      /* the large pane; NULL until there is one */
  int ribbon_px;     /* height of the ribbon; 0 if there is no room */
  gboolean is_tight; /* the switcher does not fit in the header of the pane */
};

enum { CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsStaging, ws_staging, G_TYPE_OBJECT)

static void
ws_staging_finalize (GObject *object)
{
  g_object_unref (WS_STAGING (object)->switcher);

  G_OBJECT_CLASS (ws_staging_parent_class)->finalize (object);
}

static void
ws_staging_class_init (WsStagingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_staging_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_STAGING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
ws_staging_init (WsStaging *self)
{
}

static void
chosen_cb (WsStaging *self, int id)
{
  g_signal_emit (self, signals[CHOSEN], 0, id);
}

/**
 * ws_staging_new:
 * @box: (transfer none): overlaps the panes; for the switcher
 * @ribbon: (transfer none): below them
 *
 * Returns: (transfer full): the surroundings of a pane, hidden
 */
WsStaging *
ws_staging_new (GtkBox *box, WsRibbon *ribbon)
{
  WsStaging *self = g_object_new (WS_TYPE_STAGING, NULL);

  self->box = GTK_WIDGET (box);
  self->switcher = ws_switcher_new (box);
  self->ribbon = ribbon;
  g_signal_connect_object (self->switcher, "chosen", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->ribbon, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ws_staging_add:
 * @self: the surroundings of a pane
 * @id: id of a pane in the switcher
 * @label: text of its button
 * @tip: its button's tooltip
 */
void
ws_staging_add (WsStaging *self, int id, const char *label, const char *tip)
{
  g_return_if_fail (WS_IS_STAGING (self));
  ws_switcher_add (self->switcher, id, label, tip);
}

/**
 * ws_staging_set_room:
 * @self: the surroundings of a pane
 * @width: of the window
 * @height: of the window
 *
 * Returns: whether ws_staging_place() must be called again
 */
gboolean
ws_staging_set_room (WsStaging *self, int width, int height)
{
  static const struct {
    int window;
    int ribbon;
  } heights[] = {
    { 2000, 400 }, { 1350, 270 }, { 1000, 196 }, { 840, 156 }, { 700, 120 }, { 0, 0 }
  };
  guint i = 0;

  g_return_val_if_fail (WS_IS_STAGING (self), FALSE);
  while (height < heights[i].window)
    i++;
  if (self->ribbon_px == heights[i].ribbon && self->is_tight == (width < TIGHT_PX))
    return FALSE;
  self->ribbon_px = heights[i].ribbon;
  self->is_tight = width < TIGHT_PX;
  return TRUE;
}

/* Whatever overlays the header of the large pane. */
static void
keep_head_room (WsStaging *self, gboolean is_shown)
{
  int across = 0;
  int down = 0;

  if (is_shown)
    gtk_widget_measure (self->box,
                        self->is_tight ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1,
                        NULL, self->is_tight ? &down : &across, NULL, NULL);
  ws_pane_set_head_room (self->pane, across, down);
}

/**
 * ws_staging_place:
 * @self: the surroundings of a pane
 * @is_shown: whether a pane is large
 * @id: id of the large pane, or of the one that would be
 * @pane: (transfer none): this pane
 */
void
ws_staging_place (WsStaging *self, gboolean is_shown, int id, WsPane *pane)
{
  g_return_if_fail (WS_IS_STAGING (self));

  gtk_widget_set_visible (self->box, is_shown);
  gtk_widget_set_visible (GTK_WIDGET (self->ribbon), is_shown && self->ribbon_px > 0);
  gtk_widget_set_size_request (GTK_WIDGET (self->ribbon), -1, self->ribbon_px);
  ws_ribbon_set_on_stage (self->ribbon, id);
  if (self->pane != NULL && self->pane != pane)
    ws_pane_set_head_room (self->pane, 0, 0);
  self->pane = pane;
  keep_head_room (self, is_shown);
  ws_switcher_set_chosen (self->switcher, id);
}
