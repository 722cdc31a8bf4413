#include "playback/plan-row.h"

#include "schedule/launcher.h"
#include "pen/paint.h"
#include "toolkit/tip.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define SPACING_PX      4
#define MAX_TITLE_CHARS 16 /* of a kernel that names a step */

/**
 * WsPlanRow:
 *
 * It is one button high for any plan: if not all launches fit, it shows those around the current
 * one, and a button on either side moves to the next of the others.
 */
struct _WsPlanRow {
  WsFollower parent_instance;

  GPtrArray *steps;  /* a GtkToggleButton per launch; then a label with what they leave, if known */
  GPtrArray *arrows; /* labels between these */
  guint n_launches;  /* of @steps */
  GtkWidget *earlier; /* to the last of the launches before those that have room */
  GtkWidget *later;
  guint first; /* of @steps that have room */
  guint last;
  char *plan; /* what the row says, in one text */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (WsPlanRow, ws_plan_row, WS_TYPE_FOLLOWER)

/* ---- those that have room ---- */

static int
get_width (GtkWidget *child)
{
  int width;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  return width;
}

/* Returns: width of the steps from @first to @last, with the parts before and after them */
static int
get_range_width (WsPlanRow *self, guint first, guint last)
{
  int width = 0;

  for (guint i = first; i <= last && i < self->steps->len; i++)
    {
      width += get_width (g_ptr_array_index (self->steps, i));
      if (i < last)
        width += get_width (g_ptr_array_index (self->arrows, i)) + 2 * SPACING_PX;
    }
  if (first > 0)
    width += get_width (self->earlier) + SPACING_PX;
  if (last + 1 < self->steps->len)
    width += get_width (self->later) + SPACING_PX;
  return width;
}

/* As many as fit, around the current launch. */
static void
find_range (WsPlanRow *self, int width)
{
  guint n = self->steps->len;
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  guint shown = playhead != NULL ? ws_playhead_get_launch (playhead) : 0;
  gboolean grows = TRUE;

  self->first = 0;
  self->last = MAX (n, 1) - 1;
  if (n == 0 || get_range_width (self, self->first, self->last) <= width)
    return;
  self->first = self->last = MIN (shown, n - 1);
  while (grows)
    {
      grows = FALSE;
      if (self->last + 1 < n && get_range_width (self, self->first, self->last + 1) <= width)
        {
          self->last++;
          grows = TRUE;
        }
      if (self->first > 0 && get_range_width (self, self->first - 1, self->last) <= width)
        {
          self->first--;
          grows = TRUE;
        }
    }
}

/* Places @child at *@x, if it @is_there, and moves *@x behind it. */
static void
place (WsPlanRow *self, GtkWidget *child, gboolean is_there, int *x, int width, int height)
{
  GtkAllocation box = { *x, 0, MIN (get_width (child), width), height };
  int least;

  gtk_widget_set_child_visible (child, is_there);
  if (!is_there)
    return;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  box.width = MAX (box.width, least);
  *x += box.width + SPACING_PX;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    box.x = width - box.x - box.width;
  gtk_widget_size_allocate (child, &box, -1);
}

static void
ws_plan_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsPlanRow *self = WS_PLAN_ROW (widget);
  int x = 0;

  find_range (self, width);
  place (self, self->earlier, self->first > 0, &x, width, height);
  for (guint i = 0; i < self->steps->len; i++)
    {
      gboolean is_there = i >= self->first && i <= self->last;

      place (self, g_ptr_array_index (self->steps, i), is_there, &x, width, height);
      if (i < self->arrows->len)
        place (self, g_ptr_array_index (self->arrows, i), is_there && i < self->last, &x, width,
               height);
    }
  place (self, self->later, self->last + 1 < self->steps->len, &x, width, height);
}

/* The widest step, with a button on either side, is the least. */
static void
ws_plan_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsPlanRow *self = WS_PLAN_ROW (widget);
  int least;
  int most = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      gtk_widget_measure (child, orientation, -1, &least, NULL, NULL, NULL);
      most = MAX (most, least);
    }
  *minimum = *natural = most;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  *natural = get_range_width (self, 0, MAX (self->steps->len, 1) - 1);
  if (self->steps->len > 1)
    *minimum += get_width (self->earlier) + get_width (self->later) + 2 * SPACING_PX;
  *natural = MAX (*natural, *minimum);
}

/* ---- what it says ---- */

static void
launch_cb (WsPlanRow *self)
{
  guint launch = ws_playhead_get_launch (ws_follower_get_playhead (WS_FOLLOWER (self)));

  self->updating = TRUE;
  for (guint i = 0; i < self->n_launches; i++)
    gtk_toggle_button_set_active (g_ptr_array_index (self->steps, i), i == launch);
  self->updating = FALSE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
toggled_cb (GtkToggleButton *button, WsPlanRow *self)
{
  guint index;

  if (self->updating || !g_ptr_array_find (self->steps, button, &index))
    return;
  ws_playhead_set_launch (ws_follower_get_playhead (WS_FOLLOWER (self)), index);
  launch_cb (self); /* a second click on the current launch does not deselect it */
}

static void
further_cb (GtkButton *button, WsPlanRow *self)
{
  guint launch = GTK_WIDGET (button) == self->earlier ? MAX (self->first, 1) - 1 : self->last + 1;

  if (self->n_launches > 0)
    ws_playhead_set_launch (ws_follower_get_playhead (WS_FOLLOWER (self)),
                            MIN (launch, self->n_launches - 1));
}

/* @name: what it does, in words */
static GtkWidget *
make_further (WsPlanRow *self, const char *name)
{
  GtkWidget *button = gtk_button_new_with_label ("…");

  gtk_widget_add_css_class (button, "plan-step");
  ws_tip_set (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (further_cb), self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

/* Returns: (transfer none): a label of the row, behind what is there */
static GtkWidget *
append_label (WsPlanRow *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_insert_before (label, GTK_WIDGET (self), self->later);
  return label;
}

/* Returns: (transfer full): a launch of the host in words */
static char *
describe_grid (const WsRun *run, guint index)
{
  const WsLaunch *launch = &run->launches[index];
  const WsKernel *kernel = ws_run_get_kernel (run, index);
  g_autofree char *elements = ws_words_count (WS_NOUN_ELEMENT, launch->n_elements);
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, ws_launch_get_n_blocks (launch));
  g_autofree char *threads = ws_words_count (WS_NOUN_THREAD, ws_launch_get_n_threads (launch));

  if (launch->n_elements == 0)
    return g_strdup_printf (_ ("Launch %1$u: %2$s, %3$s of %4$s"), index + 1, kernel->title, blocks,
                            threads);
  /* Translators: a kernel, elements, blocks and threads */
  return g_strdup_printf (_ ("Launch %1$u: %2$s, %3$s, %4$s of %5$s"), index + 1, kernel->title,
                          elements, blocks, threads);
}

/* Returns: (transfer full): a launch in words, with who launched it where that was a kernel */
static char *
describe_launch (const WsRun *run, guint index)
{
  g_autofree char *grid = describe_grid (run, index);
  g_autofree char *launcher = ws_launcher_describe (run, index);

  if (launcher == NULL)
    return g_steal_pointer (&grid);
  /* Translators: a launch, and who launched it */
  return g_strdup_printf (_ ("%1$s, %2$s"), grid, launcher);
}

/* Returns: (transfer full): what its button says: how many elements it works on; if unknown, its
 * kernel, or how large a grid is that a kernel launched */
static char *
label_launch (const WsRun *run, guint index)
{
  const WsLaunch *launch = &run->launches[index];
  g_autofree char *blocks = NULL;
  g_autofree char *threads = NULL;

  if (launch->n_elements > 0)
    return ws_format_count (launch->n_elements);
  if (launch->stream == WS_STREAM_HOST)
    return g_strdup (ws_run_get_kernel (run, index)->title);
  blocks = ws_format_count (ws_launch_get_n_blocks (launch));
  threads = ws_format_count (ws_launch_get_n_threads (launch));
  /* Translators: blocks of a grid, and threads of each */
  return g_strdup_printf (_ ("%1$s × %2$s"), blocks, threads);
}

/* What stands before a launch: that it comes after the one before, that this one launched it, or
 * that one further up did. */
static const char *
get_arrow (const WsLaunch *launch, guint index)
{
  if (launch->stream == WS_STREAM_HOST)
    return "→";
  return launch->parent + 1 == index ? "↳" : "·";
}

static void
append_launch (WsPlanRow *self, const WsRun *run, guint index)
{
  const WsLaunch *launch = &run->launches[index];
  g_autofree char *label = label_launch (run, index);
  g_autofree char *name = describe_launch (run, index);
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  if (launch->n_elements == 0)
    {
      GtkLabel *title = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

      gtk_label_set_ellipsize (title, PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (title, MAX_TITLE_CHARS);
    }
  gtk_widget_add_css_class (button, "plan-step");
  ws_tip_set (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "toggled", G_CALLBACK (toggled_cb), self);
  if (index > 0)
    g_ptr_array_add (self->arrows, append_label (self, get_arrow (launch, index)));
  g_ptr_array_add (self->steps, button);
  self->n_launches++;
  gtk_widget_insert_before (button, GTK_WIDGET (self), self->later);
}

static void
append_result (WsPlanRow *self, guint64 n_results)
{
  g_autofree char *text = ws_format_count (n_results);

  g_ptr_array_add (self->arrows, append_label (self, "→"));
  g_ptr_array_add (self->steps, append_label (self, text));
}

/* A single launch that combines nothing offers no choice: it is described instead. */
static void
append_map (WsPlanRow *self, const WsLaunch *launch)
{
  g_autofree char *elements = ws_words_count (WS_NOUN_ELEMENT, launch->n_elements);
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, ws_launch_get_n_blocks (launch));
  g_autofree char *threads = ws_words_count (WS_NOUN_THREAD, ws_launch_get_n_threads (launch));
  /* Translators: elements, blocks and threads */
  g_autofree char *text = g_strdup_printf (_ ("%1$s, %2$s of %3$s"), elements, blocks, threads);
  GtkWidget *label = append_label (self, text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  ws_tip_set (label, text);
  g_ptr_array_add (self->steps, label);
}

static void
clear (WsPlanRow *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    gtk_widget_unparent (g_ptr_array_index (self->steps, i));
  for (guint i = 0; i < self->arrows->len; i++)
    gtk_widget_unparent (g_ptr_array_index (self->arrows, i));
  g_ptr_array_set_size (self->steps, 0);
  g_ptr_array_set_size (self->arrows, 0);
  self->n_launches = 0;
}

static gboolean
is_map (const WsRun *run)
{
  return run->n_launches == 1 && run->launches[0].n_elements > 1
         && run->launches[0].n_results == run->launches[0].n_elements;
}

/* Returns: (transfer full): all that the row says of a run */
static char *
describe_plan (const WsRun *run)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; run != NULL && i < run->n_launches; i++)
    {
      g_autofree char *launch = describe_launch (run, i);

      g_string_append_printf (text, "%s\n%" G_GUINT64_FORMAT "\n", launch,
                              run->launches[i].n_results);
    }
  return g_string_free (text, FALSE);
}

/* Keeps the buttons for another run of the same plan: one may just have been clicked, and this
 * click may have caused the run by unfocusing a field. */
static void
run_cb (WsPlanRow *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  WsRun *run = playhead != NULL ? ws_playhead_get_run (playhead) : NULL;
  g_autofree char *plan = describe_plan (run);

  if (run != NULL && g_strcmp0 (plan, self->plan) == 0)
    {
      launch_cb (self);
      return;
    }
  g_free (self->plan);
  self->plan = g_steal_pointer (&plan);
  clear (self);
  if (run == NULL)
    return;
  if (is_map (run))
    append_map (self, &run->launches[0]);
  else
    for (guint i = 0; i < run->n_launches; i++)
      append_launch (self, run, i);
  if (self->n_launches > 0 && run->launches[run->n_launches - 1].n_results > 0)
    append_result (self, run->launches[run->n_launches - 1].n_results);
  launch_cb (self);
}

static void
ws_plan_row_dispose (GObject *object)
{
  WsPlanRow *self = WS_PLAN_ROW (object);

  clear (self);
  g_clear_pointer (&self->earlier, gtk_widget_unparent);
  g_clear_pointer (&self->later, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_plan_row_parent_class)->dispose (object);
}

static void
ws_plan_row_finalize (GObject *object)
{
  g_ptr_array_unref (WS_PLAN_ROW (object)->steps);
  g_ptr_array_unref (WS_PLAN_ROW (object)->arrows);
  g_free (WS_PLAN_ROW (object)->plan);

  G_OBJECT_CLASS (ws_plan_row_parent_class)->finalize (object);
}

static void
ws_plan_row_class_init (WsPlanRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ws_plan_row_dispose;
  object_class->finalize = ws_plan_row_finalize;
  widget_class->measure = ws_plan_row_measure;
  widget_class->size_allocate = ws_plan_row_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "planrow");
}

static void
ws_plan_row_init (WsPlanRow *self)
{
  self->steps = g_ptr_array_new ();
  self->arrows = g_ptr_array_new ();
  self->earlier = make_further (self, _ ("Earlier launches"));
  self->later = make_further (self, _ ("Later launches"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Launches of the plan"), -1);
  g_signal_connect (self, "notify::playhead", G_CALLBACK (run_cb), NULL);
  ws_follower_connect (WS_FOLLOWER (self), "notify::run", G_CALLBACK (run_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::launch", G_CALLBACK (launch_cb));
}
