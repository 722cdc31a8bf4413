#include "ui/sweep-list.h"

#include "pen/paint.h"

#include <adwaita.h>

#define WIDTH      360
#define MAX_HEIGHT 420

struct _WsSweepList {
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *box;

  GPtrArray *sweeps; /* what its rows are of */
  WsSweep *shown;
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

/* (transfer full) (nullable): the day and the minute; the year where it is not this one; of what
 * was published the year alone */
static char *
tell_date (const WsSweep *sweep)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) date = NULL;
  const char *format = "%-d %b %Y, %H:%M";

  if (sweep->date <= 0)
    return NULL;
  date = g_date_time_new_from_unix_local (sweep->date);
  if (date == NULL)
    return NULL;
  if (sweep->source != NULL)
    format = "%Y";
  else if (g_date_time_get_year (date) == g_date_time_get_year (now))
    format = "%-d %b, %H:%M";
  return g_date_time_format (date, format);
}

char *
ws_sweep_list_make_title (const WsSweep *sweep)
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
      g_autofree char *elements =
          g_strdup_printf ("%s %s", n, sweep->type == WS_VALUE_F32 ? "floats" : "ints");

      append (text, elements);
    }
  if (block > 0)
    {
      g_autofree char *threads = g_strdup_printf ("block %u", block);

      append (text, threads);
    }
  if (sweep->source != NULL)
    {
      g_autofree char *source = g_strdup_printf ("published: %s", sweep->source);

      append (text, source);
    }
  else
    append (text, ws_origin_get_name (sweep->origin));
  return g_string_free (text, FALSE);
}

/* ---- rows ---- */

static WsSweep *
get_sweep (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "sweep");
}

static void
put_sweep (GtkWidget *widget, WsSweep *sweep)
{
  g_object_set_data_full (G_OBJECT (widget), "sweep", ws_sweep_ref (sweep),
                          (GDestroyNotify)ws_sweep_unref);
}

static void
toggled_cb (WsSweepList *self, GtkCheckButton *check)
{
  if (!self->updating)
    g_signal_emit (self, signals[CHOSEN], 0, get_sweep (GTK_WIDGET (check)),
                   gtk_check_button_get_active (check));
}

static void
remove_cb (WsSweepList *self, GtkButton *button)
{
  /* the list is made anew in the course of it */
  g_autoptr (WsSweep) sweep = ws_sweep_ref (get_sweep (GTK_WIDGET (button)));

  g_signal_emit (self, signals[REMOVE], 0, sweep);
}

static GtkWidget *
make_words (const WsSweep *sweep)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *title = ws_sweep_list_make_title (sweep);
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
make_remove (WsSweepList *self, WsSweep *sweep, const char *title)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *tip = g_strdup_printf ("Delete %s", title);

  put_sweep (button, sweep);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
make_row (WsSweepList *self, WsSweep *sweep, gboolean shown, gboolean chosen)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *title = ws_sweep_list_make_title (sweep);

  if (shown)
    {
      GtkWidget *label = gtk_label_new ("shown");

      gtk_box_append (GTK_BOX (row), make_words (sweep));
      gtk_widget_add_css_class (label, "timing-badge");
      gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (row), label);
    }
  else
    {
      GtkWidget *check = gtk_check_button_new ();

      gtk_check_button_set_child (GTK_CHECK_BUTTON (check), make_words (sweep));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), chosen);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                      -1);
      gtk_widget_set_hexpand (check, TRUE);
      put_sweep (check, sweep);
      g_signal_connect_object (check, "toggled", G_CALLBACK (toggled_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (row), check);
    }
  if (sweep->source == NULL)
    gtk_box_append (GTK_BOX (row), make_remove (self, sweep, title));
  gtk_widget_add_css_class (row, "sweep-row");
  return row;
}

static void
append_heading (WsSweepList *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (label, "sweep-heading");
  gtk_box_append (GTK_BOX (self->box), label);
}

/* ---- the same list again ---- */

static gboolean
has_rows_of (WsSweepList *self, GPtrArray *sweeps, WsSweep *shown)
{
  if (self->sweeps == NULL || self->sweeps->len != sweeps->len || self->shown != shown)
    return FALSE;
  for (guint i = 0; i < sweeps->len; i++)
    if (self->sweeps->pdata[i] != sweeps->pdata[i])
      return FALSE;
  return TRUE;
}

/* The nth row of a sweep, headings left out. */
static GtkWidget *
get_row (WsSweepList *self, guint n)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_LABEL (child) && n-- == 0)
      return child;
  return NULL;
}

static void
tick_rows (WsSweepList *self, const char *const *chosen)
{
  self->updating = TRUE;
  for (guint i = 0; i < self->sweeps->len; i++)
    {
      GtkWidget *row = get_row (self, i);
      GtkWidget *check = row != NULL ? gtk_widget_get_first_child (row) : NULL;
      const WsSweep *sweep = self->sweeps->pdata[i];

      if (GTK_IS_CHECK_BUTTON (check))
        gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                     chosen != NULL && g_strv_contains (chosen, sweep->id));
    }
  self->updating = FALSE;
}

/* Returns: the row that has the keyboard, -1 where none has; whether its end has it */
static int
find_focus (WsSweepList *self, gboolean *at_end)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row;

  if (focus == NULL)
    return -1;
  for (guint i = 0; (row = get_row (self, i)) != NULL; i++)
    if (gtk_widget_is_ancestor (focus, row))
      {
        *at_end = focus == gtk_widget_get_last_child (row);
        return (int)i;
      }
  return -1;
}

/* Where a row is gone the one that has taken its place has the keyboard. */
static void
focus_row (WsSweepList *self, guint row, gboolean at_end)
{
  GtkWidget *widget = get_row (self, MIN (row, MAX (self->sweeps->len, 1) - 1));

  if (widget != NULL && !(at_end && gtk_widget_grab_focus (gtk_widget_get_last_child (widget))))
    gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

/* ---- the widget ---- */

static void
ws_sweep_list_dispose (GObject *object)
{
  WsSweepList *self = WS_SWEEP_LIST (object);

  g_clear_pointer (&self->sweeps, g_ptr_array_unref);
  g_clear_pointer (&self->shown, ws_sweep_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);

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
}

static void
ws_sweep_list_init (WsSweepList *self)
{
  self->scroller = gtk_scrolled_window_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_widget_set_size_request (self->scroller, WIDTH, -1);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Timings to compare with", -1);
}

/**
 * ws_sweep_list_new:
 *
 * Returns: (transfer floating): a list of nothing yet
 */
GtkWidget *
ws_sweep_list_new (void)
{
  return g_object_new (WS_TYPE_SWEEP_LIST, NULL);
}

/**
 * ws_sweep_list_set_sweeps:
 * @self: a list
 * @sweeps: (element-type WsSweep): of one kind, the latest first, the published last
 * @shown: (nullable): the one of them that is shown
 * @chosen: (nullable): ids of those that it is compared with
 *
 * Lists them. Where they are the same as before, which they are with each point of a sweep under
 * way, the rows stay, and with them the keyboard and the place in the scroll.
 */
void
ws_sweep_list_set_sweeps (WsSweepList *self, GPtrArray *sweeps, WsSweep *shown,
                          const char *const *chosen)
{
  GtkWidget *child;
  gboolean published = FALSE;
  gboolean at_end = FALSE;
  int focus;

  g_return_if_fail (WS_IS_SWEEP_LIST (self) && sweeps != NULL);

  if (has_rows_of (self, sweeps, shown))
    {
      tick_rows (self, chosen);
      return;
    }
  focus = find_focus (self, &at_end);
  g_clear_pointer (&self->sweeps, g_ptr_array_unref);
  g_clear_pointer (&self->shown, ws_sweep_unref);
  self->sweeps = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);
  self->shown = shown != NULL ? ws_sweep_ref (shown) : NULL;
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  for (guint i = 0; i < sweeps->len; i++)
    {
      WsSweep *sweep = g_ptr_array_index (sweeps, i);

      if (sweep->source != NULL && !published)
        append_heading (self, "Published");
      else if (i == 0)
        append_heading (self, "Run here");
      published = sweep->source != NULL;
      g_ptr_array_add (self->sweeps, ws_sweep_ref (sweep));
      gtk_box_append (GTK_BOX (self->box),
                      make_row (self, sweep, sweep == shown,
                                chosen != NULL && g_strv_contains (chosen, sweep->id)));
    }
  if (focus >= 0)
    focus_row (self, (guint)focus, at_end);
}
