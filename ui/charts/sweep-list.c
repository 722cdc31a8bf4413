#include "charts/sweep-list.h"

#include "pen/paint.h"
#include "sheet/words.h"
#include "charts/sweep-item.h"
#include "toolkit/tip.h"
#include "words/date.h"

#include <glib/gi18n.h>

struct _WsSweepList {
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkListBox *list;
  GListStore *items; /* WsSweepItem */
  gboolean updating;
};

enum { CHOSEN, REMOVE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSweepList, ws_sweep_list, GTK_TYPE_WIDGET)

/* ---- words ---- */

static void
append (GString *text, const char *word)
{
  if (word == NULL || *word == '\0')
    return;
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, word);
}

/* "2^22", or in full; empty where they differ, or only one is known */
static char *
tell_elements (const WsSweep *sweep)
{
  guint64 n = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (n != 0 && point->n != n)
        return NULL;
      n = point->n;
    }
  return n > 1 ? ws_format_count (n) : NULL;
}

static guint32
get_block (const WsSweep *sweep)
{
  guint32 block = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (block != 0 && point->block != block)
        return 0;
      block = point->block;
    }
  return block;
}

/* (transfer full): the day and the minute; the year where it is not this one; of what was
 * published the year alone */
static char *
tell_date (const WsSweep *sweep)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (sweep->date);

  if (sweep->source != NULL)
    return ws_date_format (sweep->date, WS_DATE_YEAR);
  if (date != NULL && g_date_time_get_year (date) == g_date_time_get_year (now))
    return ws_date_format (sweep->date, WS_DATE_THIS_YEAR);
  return ws_date_format (sweep->date, WS_DATE_DAY_AND_TIME);
}

/* Returns: (transfer full): its device, and when it was run: of a published one the year */
/* When it was run and on what; of a published one, where it is from. */
static char *
make_title (const WsSweep *sweep)
{
  g_autofree char *date = tell_date (sweep);
  GString *text = g_string_new (NULL);

  append (text, sweep->device_name);
  append (text, date);
  return g_string_free (text, FALSE);
}

static char *
make_subtitle (const WsSweep *sweep)
{
  GString *text = g_string_new (NULL);
  g_autofree char *n = tell_elements (sweep);
  guint32 block = get_block (sweep);

  if (n != NULL)
    {
      /* Translators: a number of ints, floats or the like */
      g_autofree char *elements =
          g_strdup_printf (_ ("%1$s %2$s"), n, ws_sheet_name_type (sweep->type));

      append (text, elements);
    }
  if (block > 0)
    {
      g_autofree char *threads = g_strdup_printf (_ ("block %u"), block);

      append (text, threads);
    }
  if (sweep->source != NULL)
    {
      g_autofree char *source = g_strdup_printf (_ ("published: %s"), sweep->source);

      append (text, source);
    }
  else
    append (text, _ (ws_origin_get_name (sweep->origin)));
  return g_string_free (text, FALSE);
}

/* ---- rows ---- */

/* (transfer full) (nullable) */
static WsSweepItem *
get_item (WsSweepList *self, guint n)
{
  return g_list_model_get_item (G_LIST_MODEL (self->items), n);
}

static guint
get_n_items (WsSweepList *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->items));
}

#define ITEM "item" /* of a row */

/* While the list's rows change, its indices and the model's differ. */
static WsSweepItem *
get_row_item (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), ITEM);
}

static void
chosen_cb (WsSweepList *self, GParamSpec *pspec, WsSweepItem *item)
{
  if (!self->updating)
    g_signal_emit (self, signals[CHOSEN], 0, ws_sweep_item_get_sweep (item),
                   ws_sweep_item_get_chosen (item));
}

static void
remove_cb (WsSweepList *self, GtkButton *button)
{
  /* the list is made anew in the course of it */
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);
  g_autoptr (WsSweepItem) item = g_object_ref (get_row_item (GTK_LIST_BOX_ROW (row)));

  g_signal_emit (self, signals[REMOVE], 0, ws_sweep_item_get_sweep (item));
}

static GtkWidget *
make_words (const WsSweep *sweep)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *title = make_title (sweep);
  g_autofree char *subtitle = make_subtitle (sweep);
  const char *texts[] = { title, subtitle };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GtkWidget *label = gtk_label_new (texts[i]);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
      if (i == 1)
        {
          gtk_widget_add_css_class (label, "dim-label");
          gtk_widget_add_css_class (label, "caption");
        }
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_widget_set_hexpand (box, TRUE);
  return box;
}

/* The row's end: what deletes it, of one that is the user's own. */
static GtkWidget *
make_remove (WsSweepList *self, const char *title)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *tip = g_strdup_printf (_ ("Delete %s"), title);

  ws_tip_set (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  return button;
}

/* What is in a row. */
static GtkWidget *
make_content (WsSweepList *self, WsSweepItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  const WsSweep *sweep = ws_sweep_item_get_sweep (item);
  g_autofree char *title = make_title (sweep);

  if (ws_sweep_item_is_shown (item))
    {
      GtkWidget *label = gtk_label_new (_ ("shown"));

      gtk_box_append (GTK_BOX (row), make_words (sweep));
      gtk_widget_add_css_class (label, "timing-badge");
      gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (row), label);
    }
  else
    {
      GtkWidget *check = gtk_check_button_new ();

      gtk_check_button_set_child (GTK_CHECK_BUTTON (check), make_words (sweep));
      g_object_bind_property (item, "chosen", check, "active",
                              G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                      -1);
      gtk_widget_set_hexpand (check, TRUE);
      gtk_box_append (GTK_BOX (row), check);
    }
  if (sweep->source == NULL)
    gtk_box_append (GTK_BOX (row), make_remove (self, title));
  gtk_widget_add_css_class (row, "sweep-row");
  return row;
}

static GtkWidget *
make_row (gpointer item, gpointer data)
{
  GtkWidget *row = gtk_list_box_row_new ();

  g_object_set_data_full (G_OBJECT (row), ITEM, g_object_ref (item), g_object_unref);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), make_content (data, item));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

/* What was run here, and what was published. */
static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  WsSweepItem *item = get_row_item (row);
  WsSweepItem *last = before != NULL ? get_row_item (before) : NULL;
  gboolean published = ws_sweep_item_get_sweep (item)->source != NULL;
  GtkWidget *label;

  if (last != NULL && (ws_sweep_item_get_sweep (last)->source != NULL) == published)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (published ? _ ("Published") : _ ("Run here"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (label, "sweep-heading");
  gtk_list_box_row_set_header (row, label);
}

/* ---- the same list again ---- */

static gboolean
has_rows_of (WsSweepList *self, GPtrArray *sweeps, WsSweep *shown)
{
  if (get_n_items (self) != sweeps->len)
    return FALSE;
  for (guint i = 0; i < sweeps->len; i++)
    {
      g_autoptr (WsSweepItem) item = get_item (self, i);

      if (ws_sweep_item_get_sweep (item) != sweeps->pdata[i]
          || ws_sweep_item_is_shown (item) != (sweeps->pdata[i] == shown))
        return FALSE;
    }
  return TRUE;
}

static void
tick_items (WsSweepList *self, const char *const *chosen)
{
  self->updating = TRUE;
  for (guint i = 0; i < get_n_items (self); i++)
    {
      g_autoptr (WsSweepItem) item = get_item (self, i);

      ws_sweep_item_set_chosen (
          item, chosen != NULL && g_strv_contains (chosen, ws_sweep_item_get_sweep (item)->id));
    }
  self->updating = FALSE;
}

/* What is in the nth row. */
static GtkWidget *
get_content (WsSweepList *self, guint n)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int)n);

  return row != NULL ? gtk_list_box_row_get_child (row) : NULL;
}

/* Returns: index of the focused row, -1 if none; and whether its end has the focus */
static int
find_focus (WsSweepList *self, gboolean *at_end)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *content;

  if (focus == NULL)
    return -1;
  for (guint i = 0; (content = get_content (self, i)) != NULL; i++)
    if (gtk_widget_is_ancestor (focus, content))
      {
        *at_end = focus == gtk_widget_get_last_child (content);
        return (int)i;
      }
  return -1;
}

/* If a row is removed, its successor gets the focus. */
static void
focus_row (WsSweepList *self, guint row, gboolean at_end)
{
  GtkWidget *content = get_content (self, MIN (row, MAX (get_n_items (self), 1) - 1));

  if (content != NULL && !(at_end && gtk_widget_grab_focus (gtk_widget_get_last_child (content))))
    gtk_widget_child_focus (content, GTK_DIR_TAB_FORWARD);
}

/* ---- the widget ---- */

static void
ws_sweep_list_dispose (GObject *object)
{
  WsSweepList *self = WS_SWEEP_LIST (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_SWEEP_LIST);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (ws_sweep_list_parent_class)->dispose (object);
}

static void
ws_sweep_list_class_init (WsSweepListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_sweep_list_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_SWEEP_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, WS_TYPE_SWEEP, G_TYPE_BOOLEAN);
  signals[REMOVE] = g_signal_new ("remove", WS_TYPE_SWEEP_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, WS_TYPE_SWEEP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "sweeplist");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/sweep-list.ui");
  gtk_widget_class_bind_template_child (widget_class, WsSweepList, scroller);
  gtk_widget_class_bind_template_child (widget_class, WsSweepList, list);
}

static void
ws_sweep_list_init (WsSweepList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->items = g_list_store_new (WS_TYPE_SWEEP_ITEM);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->items), make_row, self, NULL);
  gtk_list_box_set_header_func (self->list, header_cb, self, NULL);
}

/* Returns: (transfer floating): a list of nothing yet */
GtkWidget *
ws_sweep_list_new (void)
{
  return g_object_new (WS_TYPE_SWEEP_LIST, NULL);
}

/**
 * ws_sweep_list_set_sweeps:
 * @sweeps: (element-type WsSweep): of one kind, the latest first, the published last
 * @shown: (nullable): the one of them that is shown
 * @chosen: (nullable): ids of those that it is compared with
 *
 * Lists them. If they are the same as before, as for each point of a running sweep, the rows are
 * kept, with focus and scroll position.
 */
void
ws_sweep_list_set_sweeps (WsSweepList *self, GPtrArray *sweeps, WsSweep *shown,
                          const char *const *chosen)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean at_end = FALSE;
  int focus;

  g_return_if_fail (WS_IS_SWEEP_LIST (self) && sweeps != NULL);

  if (has_rows_of (self, sweeps, shown))
    {
      tick_items (self, chosen);
      return;
    }
  focus = find_focus (self, &at_end);
  for (guint i = 0; i < sweeps->len; i++)
    {
      WsSweepItem *item = ws_sweep_item_new (sweeps->pdata[i], sweeps->pdata[i] == shown);

      g_signal_connect_object (item, "notify::chosen", G_CALLBACK (chosen_cb), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (self->items, 0, get_n_items (self), items->pdata, items->len);
  tick_items (self, chosen);
  if (focus >= 0)
    focus_row (self, (guint)focus, at_end);
}
