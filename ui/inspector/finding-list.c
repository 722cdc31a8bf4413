#include "inspector/finding-list.h"

#include "toolkit/paragraph.h"
#include "toolkit/tip.h"

#include "dataflow/hazards.h"

#include <glib/gi18n.h>

struct _WsFindingList {
  WsFollower parent_instance;

  WsRun *run;    /* whose findings they are; NULL for none */
  char *awaited; /* sentence of the chosen finding whose block is being recorded */
  GtkWidget *box;
  GtkWidget *summary;
  GtkWidget *list;
};

enum { LANE_CHOSEN, BLOCK_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsFindingList, ws_finding_list, WS_TYPE_FOLLOWER)

static const WsFinding *
get_finding (const WsFindingList *self, guint index)
{
  return g_ptr_array_index (self->run->findings, index);
}

/* ---- rows ---- */

/* (transfer full) (nullable): number of occurrences, if more than one */
static char *
say_count (const WsFinding *finding)
{
  return finding->count > 1
             ? g_strdup_printf (ngettext ("%'u time", "%'u times", (gulong)finding->count),
                                (guint)MIN (finding->count, G_MAXUINT))
             : NULL;
}

static GtkWidget *
make_row (const WsFinding *finding)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gboolean is_remark = ws_finding_is_remark (finding);
  GtkWidget *sign = gtk_image_new_from_icon_name (is_remark ? "dialog-information-symbolic"
                                                            : "dialog-warning-symbolic");
  GtkWidget *sentence = ws_paragraph_new (finding->message, NULL);
  g_autofree char *count = say_count (finding);
  g_autofree char *spoken = count != NULL ? g_strdup_printf ("%s %s", finding->message, count)
                                          : g_strdup (finding->message);

  gtk_widget_set_valign (sign, GTK_ALIGN_START);
  gtk_widget_add_css_class (sign, is_remark ? "remark-sign" : "finding-sign");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), sentence);
  if (count != NULL)
    {
      GtkWidget *often = gtk_label_new (count);

      gtk_label_set_xalign (GTK_LABEL (often), 0);
      gtk_widget_add_css_class (often, "dim-label");
      gtk_box_append (GTK_BOX (texts), often);
    }
  gtk_box_append (GTK_BOX (box), sign);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  ws_tip_set (row, _ ("Show where and when"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

static void
fill (WsFindingList *self)
{
  guint n = self->run != NULL ? self->run->findings->len : 0;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (get_finding (self, i)));
  gtk_widget_set_visible (self->list, n > 0);
  gtk_widget_set_visible (self->summary, n == 0);
  /* nothing is known of an unchecked kernel */
  gtk_widget_set_visible (self->box,
                          n > 0 || (self->run != NULL && ws_run_was_checked (self->run)));
}

/* ---- choosing one ---- */

/* @index: of a finding whose block was recorded */
static void
show (WsFindingList *self, guint index)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  const WsFinding *finding = get_finding (self, index);
  guint32 event = ws_hazards_find_event (self->run, index);

  ws_playhead_set_playing (playhead, FALSE);
  ws_playhead_look_at (playhead, self->run, finding->launch,
                       finding->block != WS_NONE
                           ? finding->block
                           : ws_run_get_first_block (self->run, finding->launch),
                       finding->warp, event != WS_NONE ? (double)event : -1);
  ws_playhead_set_playing (playhead, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-pane", "s", "code");
  if (finding->lane != WS_NONE)
    g_signal_emit (self, signals[LANE_CHOSEN], 0, finding->lane);
}

/**
 * ws_finding_list_choose:
 * @index: of a finding of the run
 *
 * Shows where and when it happened: launch, block, warp, lane and instant. An unrecorded block is
 * requested first.
 */
void
ws_finding_list_choose (WsFindingList *self, guint index)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  const WsFinding *finding;

  g_return_if_fail (WS_IS_FINDING_LIST (self));
  g_return_if_fail (self->run != NULL && index < self->run->findings->len);

  finding = get_finding (self, index);
  g_clear_pointer (&self->awaited, g_free);
  if (finding->block == WS_NONE || ws_run_find_block (self->run, finding->launch, finding->block))
    {
      show (self, index);
      return;
    }
  if (ws_playhead_get_launch (playhead) != finding->launch)
    ws_playhead_set_launch (playhead, finding->launch);
  self->awaited = g_strdup (finding->message);
  g_signal_emit (self, signals[BLOCK_CHOSEN], 0, finding->block);
}

static void
activated_cb (WsFindingList *self, GtkListBoxRow *row)
{
  ws_finding_list_choose (self, (guint)gtk_list_box_row_get_index (row));
}

/* The requested block has arrived, with another run of the same job. */
static void
show_awaited (WsFindingList *self)
{
  g_autofree char *awaited = g_steal_pointer (&self->awaited);

  for (guint i = 0; awaited != NULL && i < self->run->findings->len; i++)
    {
      const WsFinding *finding = get_finding (self, i);

      if (g_str_equal (finding->message, awaited)
          && ws_run_find_block (self->run, finding->launch, finding->block) != NULL)
        {
          show (self, i);
          return;
        }
    }
}

static void
update (WsFindingList *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  WsRun *run = playhead != NULL ? ws_playhead_get_run (playhead) : NULL;

  if (run == self->run)
    return;
  g_clear_pointer (&self->run, ws_run_unref);
  if (run != NULL)
    self->run = ws_run_ref (run);
  fill (self);
}

/* A new run is shown with its scene; the place in it is set afterwards. */
static void
scene_cb (WsFindingList *self)
{
  update (self);
  if (self->awaited != NULL && self->run != NULL
      && ws_playhead_get_scene (ws_follower_get_playhead (WS_FOLLOWER (self))) != NULL)
    show_awaited (self);
}

/* ---- the object ---- */

static void
ws_finding_list_dispose (GObject *object)
{
  WsFindingList *self = WS_FINDING_LIST (object);

  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->awaited, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_FINDING_LIST);

  G_OBJECT_CLASS (ws_finding_list_parent_class)->dispose (object);
}

static void
ws_finding_list_class_init (WsFindingListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ws_finding_list_dispose;
  signals[LANE_CHOSEN] = g_signal_new ("lane-chosen", WS_TYPE_FINDING_LIST, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[BLOCK_CHOSEN] = g_signal_new ("block-chosen", WS_TYPE_FINDING_LIST, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "findinglist");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/finding-list.ui");
  gtk_widget_class_bind_template_child (widget_class, WsFindingList, box);
  gtk_widget_class_bind_template_child (widget_class, WsFindingList, summary);
  gtk_widget_class_bind_template_child (widget_class, WsFindingList, list);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
ws_finding_list_init (WsFindingList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "notify::playhead", G_CALLBACK (update), NULL);
  ws_follower_connect (WS_FOLLOWER (self), "notify::scene", G_CALLBACK (scene_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::run", G_CALLBACK (update));
  fill (self);
}
