#include "sidebar/side-list.h"

#include "sidebar/side-row.h"

#include <string.h>

#define N_SPARE_ROWS                                                                             \
  2                   /* made beyond each edge of what is in sight, so that scrolling finds them \
                       */
#define PADDING_PX 12 /* more than the theme has above the first row and below the last */

/* A line of the list: an item, or the heading above the first of a section. */
typedef struct {
  WsSideItem *item; /* of a heading: the one below */
  gboolean is_heading;
  guint place;       /* of an item: which in the model, from 0 */
  int y;             /* in pixels */
  GtkWidget *widget; /* NULL unless it is in sight */
} Line;

/* What can be a line. The sample shows the longest text that there has been, is never seen, and
 * says how large a line is. */
enum { ROW, HEADING, N_KINDS };

typedef struct {
  GtkWidget *sample;
  glong n_chars; /* of its text */
  int height;    /* in pixels */
  GPtrArray *spare;
} Kind;

/**
 * WsSideList:
 *
 * Rows of one height under headings of one height, in a #GtkViewport: a row is a widget while it is
 * in sight, or has the keyboard. One row is chosen: by a click, or by the keys that go through the
 * rows.
 *
 * Signals: "chosen" (a #WsSideItem): the user has chosen another row; "activated": and wants to go
 * on with it, by a click or Enter.
 */
struct _WsSideList {
  GtkWidget parent_instance;

  GtkAdjustment *adjustment; /* what of it is in sight; NULL until it is known */
  GListModel *model;         /* WsSideItem; NULL for none yet */
  GArray *lines;             /* Line */
  double page;               /* how much of it was in sight last, in pixels */
  gboolean laid_out;         /* since the lines changed */
  guint tick;                /* that makes widgets of lines; 0 for none */
  Kind kinds[N_KINDS];
  WsSideItem *selected;  /* NULL for none */
  WsSideItem *scroll_to; /* as soon as it is laid out; NULL for none */
  WsSideItem *pressed;   /* by the pointer, which may let it go elsewhere; NULL for none */
};

enum { CHOSEN, ACTIVATED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSideList, ws_side_list, GTK_TYPE_WIDGET)

/* ---- lines ---- */

static Line *
get_line (WsSideList *self, guint i)
{
  return &g_array_index (self->lines, Line, i);
}

static Kind *
get_kind (WsSideList *self, const Line *line)
{
  return &self->kinds[line->is_heading ? HEADING : ROW];
}

/* Returns: index of the row of @item; the number of lines where it has none */
static guint
find_line (WsSideList *self, WsSideItem *item)
{
  guint i = 0;

  while (i < self->lines->len
         && (get_line (self, i)->is_heading || get_line (self, i)->item != item))
    i++;
  return i;
}

/* Returns: index of the line at a height; the number of lines where there is none */
static guint
find_line_at (WsSideList *self, double y)
{
  guint i = 0;

  while (i < self->lines->len
         && (y < get_line (self, i)->y
             || y >= get_line (self, i)->y + get_kind (self, get_line (self, i))->height))
    i++;
  return i;
}

/* Returns: (transfer none) (nullable): the item of the row at a height */
static WsSideItem *
get_item_at (WsSideList *self, double y)
{
  guint i = find_line_at (self, y);

  return i < self->lines->len && !get_line (self, i)->is_heading ? get_line (self, i)->item : NULL;
}

static GtkWidget *
make_heading (void)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING,
                                   "xalign", 0., NULL);

  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (label, "sidebar-heading");
  return label;
}

/* By the user and by screen readers. */
static void
set_seen (GtkWidget *widget, gboolean seen)
{
  gtk_widget_set_child_visible (widget, seen);
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, !seen, -1);
}

/* Returns: (transfer none): a widget of that kind, in the list and at no place */
static GtkWidget *
take_widget (WsSideList *self, Kind *kind)
{
  GtkWidget *widget;

  if (kind->spare->len > 0)
    widget = g_ptr_array_steal_index (kind->spare, kind->spare->len - 1);
  else
    {
      widget = kind == &self->kinds[ROW] ? ws_side_row_new () : make_heading ();
      gtk_widget_set_parent (widget, GTK_WIDGET (self));
    }
  set_seen (widget, TRUE);
  return widget;
}

static void
give_back (Kind *kind, GtkWidget *widget)
{
  set_seen (widget, FALSE);
  g_ptr_array_add (kind->spare, widget);
}

/* Makes the widget of a line, and puts it behind those of the lines above: screen readers read
 * widgets in their order. */
static void
show_line (WsSideList *self, guint i)
{
  Line *line = get_line (self, i);
  GtkWidget *before = NULL;

  if (line->widget != NULL)
    return;
  line->widget = take_widget (self, get_kind (self, line));
  for (guint k = i; k > 0 && before == NULL; k--)
    before = get_line (self, k - 1)->widget;
  gtk_widget_insert_after (line->widget, GTK_WIDGET (self), before);
  /* one that was out of sight may have asked for a layout there, which GTK gave to none of the
   * list; it asks no second time */
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  if (line->is_heading)
    {
      gtk_label_set_text (GTK_LABEL (line->widget), ws_side_item_get_section (line->item));
      return;
    }
  ws_side_row_show (WS_SIDE_ROW (line->widget), line->item, line->place + 1,
                    g_list_model_get_n_items (self->model));
  ws_side_row_set_selected (WS_SIDE_ROW (line->widget), line->item == self->selected);
}

static void
hide_line (WsSideList *self, guint i)
{
  Line *line = get_line (self, i);

  if (line->widget != NULL)
    give_back (get_kind (self, line), line->widget);
  line->widget = NULL;
}

static gboolean
is_in_sight (WsSideList *self, const Line *line)
{
  int spare = N_SPARE_ROWS * self->kinds[ROW].height;
  double top = gtk_adjustment_get_value (self->adjustment);

  return line->y + get_kind (self, line)->height > top - spare
         && line->y < top + gtk_adjustment_get_page_size (self->adjustment) + spare;
}

/* Widgets for the lines in sight and for the row that has the keyboard; none for others. */
static void
update_lines (WsSideList *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  for (guint i = 0; i < self->lines->len; i++)
    if (!is_in_sight (self, get_line (self, i)) && get_line (self, i)->widget != focus)
      hide_line (self, i);
  for (guint i = 0; i < self->lines->len; i++)
    if (is_in_sight (self, get_line (self, i)))
      show_line (self, i);
}

static void
place_lines (WsSideList *self)
{
  int y = 0;

  for (guint i = 0; i < self->lines->len; i++)
    {
      get_line (self, i)->y = y;
      y += get_kind (self, get_line (self, i))->height;
    }
}

static void
clear_line (gpointer line)
{
  g_clear_object (&((Line *)line)->item);
}

static void
add_line (WsSideList *self, WsSideItem *item, gboolean is_heading, guint place)
{
  const Line line = { .item = g_object_ref (item), .is_heading = is_heading, .place = place };
  Kind *kind = get_kind (self, &line);
  const char *text = is_heading ? ws_side_item_get_section (item) : ws_side_item_get_label (item);
  glong n_chars = g_utf8_strlen (text, -1);

  g_array_append_val (self->lines, line);
  if (n_chars <= kind->n_chars)
    return;
  kind->n_chars = n_chars;
  if (is_heading)
    gtk_label_set_text (GTK_LABEL (kind->sample), text);
  else
    ws_side_row_show (WS_SIDE_ROW (kind->sample), item, 1, 1);
}

/* A row that has the keyboard keeps it where its item stays. */
static void
keep_focus (WsSideList *self, GtkWidget *row, WsSideItem *item)
{
  guint i = find_line (self, item);

  if (i == self->lines->len)
    {
      give_back (&self->kinds[ROW], row);
      return;
    }
  get_line (self, i)->widget = row;
  ws_side_row_show (WS_SIDE_ROW (row), item, get_line (self, i)->place + 1,
                    g_list_model_get_n_items (self->model));
}

static void
fill (WsSideList *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));
  g_autoptr (WsSideItem) focused =
      focus != NULL ? g_object_ref (ws_side_row_get_item (WS_SIDE_ROW (focus))) : NULL;
  const char *section = NULL;

  for (guint i = 0; i < self->lines->len; i++)
    {
      if (get_line (self, i)->widget == focus)
        get_line (self, i)->widget = NULL;
      hide_line (self, i);
    }
  g_array_set_size (self->lines, 0);
  for (guint i = 0; i < g_list_model_get_n_items (self->model); i++)
    {
      g_autoptr (WsSideItem) item = g_list_model_get_item (self->model, i);

      if (g_strcmp0 (section, ws_side_item_get_section (item)) != 0)
        add_line (self, item, TRUE, i);
      add_line (self, item, FALSE, i);
      section = ws_side_item_get_section (item); /* the line holds it */
    }
  if (focus != NULL)
    keep_focus (self, focus, focused);
  self->laid_out = FALSE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* ---- what is in sight ---- */

/* The heading comes into sight with the first row below it. */
static void
scroll (WsSideList *self, guint i)
{
  const Line *line = get_line (self, i);
  int top = i > 0 && get_line (self, i - 1)->is_heading ? get_line (self, i - 1)->y : line->y;

  gtk_adjustment_clamp_page (self->adjustment, top, line->y + self->kinds[ROW].height + PADDING_PX);
}

/* Where the list has become lower, the row that has the keyboard stays in sight. */
static void
follow_page (WsSideList *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));
  double before = self->page;
  double top = gtk_adjustment_get_value (self->adjustment);
  guint i;

  self->page = gtk_adjustment_get_page_size (self->adjustment);
  if (focus == NULL || self->page >= before)
    return;
  i = find_line (self, ws_side_row_get_item (WS_SIDE_ROW (focus)));
  if (i < self->lines->len && get_line (self, i)->y >= top && get_line (self, i)->y < top + before)
    scroll (self, i);
}

/* Before a frame is laid out: in the course of a layout GTK takes no new widget. */
static gboolean
update_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WsSideList *self = WS_SIDE_LIST (widget);
  g_autoptr (WsSideItem) scroll_to = NULL;
  guint i;

  if (self->laid_out && self->adjustment != NULL)
    {
      follow_page (self);
      scroll_to = g_steal_pointer (&self->scroll_to);
      i = find_line (self, scroll_to);
      if (i < self->lines->len)
        scroll (self, i);
      update_lines (self);
    }
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
queue_update (WsSideList *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), update_cb, NULL, NULL);
}

/* ---- choosing ---- */

static void
show_selected (WsSideList *self, WsSideItem *item, gboolean selected)
{
  guint i = find_line (self, item);

  if (i < self->lines->len && get_line (self, i)->widget != NULL)
    ws_side_row_set_selected (WS_SIDE_ROW (get_line (self, i)->widget), selected);
}

static void
choose (WsSideList *self, WsSideItem *item)
{
  g_autoptr (WsSideItem) chosen = g_object_ref (item);

  if (item == self->selected)
    return;
  ws_side_list_select (self, chosen);
  g_signal_emit (self, signals[CHOSEN], 0, chosen);
}

/* The keyboard goes to a row, which comes into sight. */
static void
focus_line (WsSideList *self, guint i)
{
  show_line (self, i);
  ws_side_list_scroll_to (self, get_line (self, i)->item);
  gtk_widget_grab_focus (get_line (self, i)->widget);
}

/* Returns: index of the row that has the keyboard, or else of the one chosen, or else of the first;
 * the number of lines where there is none */
static guint
find_cursor (WsSideList *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));
  guint i = focus != NULL ? find_line (self, ws_side_row_get_item (WS_SIDE_ROW (focus)))
                          : find_line (self, self->selected);

  if (i == self->lines->len)
    i = 0;
  while (i < self->lines->len && get_line (self, i)->is_heading)
    i++;
  return i;
}

/* Keys that go through the rows: from one to the next, or to the first or last. */
typedef struct {
  guint keys[2];
  int step;
  gboolean from_end; /* from beyond the first or the last, and not from where the keyboard is */
} Move;

static const Move moves[] = {
  { { GDK_KEY_Up, GDK_KEY_KP_Up }, -1, FALSE },
  { { GDK_KEY_Down, GDK_KEY_KP_Down }, 1, FALSE },
  { { GDK_KEY_Home, GDK_KEY_KP_Home }, 1, TRUE },
  { { GDK_KEY_End, GDK_KEY_KP_End }, -1, TRUE },
};

static gboolean
move_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  WsSideList *self = WS_SIDE_LIST (widget);
  const Move *move = &moves[g_variant_get_uint32 (arguments)];
  int n = (int)self->lines->len;
  int i = (int)find_cursor (self);

  if (move->from_end)
    i = move->step > 0 ? -1 : n;
  do
    i += move->step;
  while (i >= 0 && i < n && get_line (self, (guint)i)->is_heading);
  if (i >= 0 && i < n)
    {
      focus_line (self, (guint)i);
      choose (self, get_line (self, (guint)i)->item);
    }
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  WsSideList *self = WS_SIDE_LIST (widget);
  guint i = find_cursor (self);

  if (i == self->lines->len)
    return FALSE;
  choose (self, get_line (self, i)->item);
  g_signal_emit (self, signals[ACTIVATED], 0);
  return TRUE;
}

static void
set_pressed (WsSideList *self, WsSideItem *item)
{
  g_autoptr (WsSideItem) before = g_steal_pointer (&self->pressed);
  GtkWidget *row = before != NULL ? ws_side_list_get_row (self, before) : NULL;

  if (row != NULL)
    gtk_widget_unset_state_flags (row, GTK_STATE_FLAG_ACTIVE);
  g_set_object (&self->pressed, item);
  row = item != NULL ? ws_side_list_get_row (self, item) : NULL;
  if (row != NULL)
    gtk_widget_set_state_flags (row, GTK_STATE_FLAG_ACTIVE, FALSE);
}

static void
pressed_cb (WsSideList *self, int n_press, double x, double y)
{
  set_pressed (self, get_item_at (self, y));
}

static void
cancelled_cb (WsSideList *self)
{
  set_pressed (self, NULL);
}

static void
released_cb (WsSideList *self, int n_press, double x, double y, GtkGesture *gesture)
{
  g_autoptr (WsSideItem) pressed = self->pressed != NULL ? g_object_ref (self->pressed) : NULL;
  guint i = find_line_at (self, y);

  set_pressed (self, NULL);
  if (pressed == NULL || get_item_at (self, y) != pressed)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  focus_line (self, i);
  choose (self, pressed);
  g_signal_emit (self, signals[ACTIVATED], 0);
}

/* ---- the widget ---- */

static GtkSizeRequestMode
ws_side_list_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
ws_side_list_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                      int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsSideList *self = WS_SIDE_LIST (widget);
  int least;
  int liked;

  *minimum = *natural = 0;
  for (guint i = 0; i < N_KINDS; i++)
    {
      gtk_widget_measure (self->kinds[i].sample, orientation, -1, &least, &liked, NULL, NULL);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        self->kinds[i].height = least;
      else
        {
          *minimum = MAX (*minimum, least);
          *natural = MAX (*natural, liked);
        }
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  for (guint i = 0; i < self->lines->len; i++)
    *minimum = *natural += get_kind (self, get_line (self, i))->height;
}

static void
ws_side_list_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsSideList *self = WS_SIDE_LIST (widget);

  place_lines (self);
  self->laid_out = TRUE;
  queue_update (self);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = get_line (self, i);
      GskTransform *place;

      if (line->widget == NULL)
        continue;
      place = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (0, (float)line->y));
      gtk_widget_measure (line->widget, GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_allocate (line->widget, width, get_kind (self, line)->height, -1, place);
    }
}

static gboolean
ws_side_list_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                            GtkTooltip *tooltip)
{
  WsSideList *self = WS_SIDE_LIST (widget);
  guint i = by_keyboard ? find_cursor (self) : find_line_at (self, y);
  const Line *line = i < self->lines->len ? get_line (self, i) : NULL;

  if (line == NULL || line->is_heading || ws_side_item_get_tip (line->item) == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, ws_side_item_get_tip (line->item));
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ .y = line->y,
                                                      .width = gtk_widget_get_width (widget),
                                                      .height = self->kinds[ROW].height });
  return TRUE;
}

/* The keyboard comes in at the row chosen, and goes out from any. */
static gboolean
ws_side_list_focus (GtkWidget *widget, GtkDirectionType direction)
{
  WsSideList *self = WS_SIDE_LIST (widget);
  guint i = find_cursor (self);

  if (gtk_widget_get_focus_child (widget) != NULL || i == self->lines->len)
    return FALSE;
  focus_line (self, i);
  return TRUE;
}

static gboolean
ws_side_list_grab_focus (GtkWidget *widget)
{
  WsSideList *self = WS_SIDE_LIST (widget);
  guint i = find_cursor (self);

  if (i == self->lines->len)
    return FALSE;
  focus_line (self, i);
  return TRUE;
}

static void
ws_side_list_dispose (GObject *object)
{
  WsSideList *self = WS_SIDE_LIST (object);
  GtkWidget *child;

  g_array_set_size (self->lines, 0);
  for (guint i = 0; i < N_KINDS; i++)
    g_ptr_array_set_size (self->kinds[i].spare, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->model);
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_clear_object (&self->adjustment);
  g_clear_object (&self->selected);
  g_clear_object (&self->scroll_to);
  g_clear_object (&self->pressed);

  G_OBJECT_CLASS (ws_side_list_parent_class)->dispose (object);
}

static void
ws_side_list_finalize (GObject *object)
{
  WsSideList *self = WS_SIDE_LIST (object);

  g_array_unref (self->lines);
  for (guint i = 0; i < N_KINDS; i++)
    g_ptr_array_unref (self->kinds[i].spare);

  G_OBJECT_CLASS (ws_side_list_parent_class)->finalize (object);
}

static void
install_keys (GtkWidgetClass *widget_class)
{
  static const guint enter[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    for (guint k = 0; k < G_N_ELEMENTS (moves[i].keys); k++)
      gtk_widget_class_add_binding (widget_class, moves[i].keys[k], 0, move_cb, "u", i);
  for (guint i = 0; i < G_N_ELEMENTS (enter); i++)
    gtk_widget_class_add_binding (widget_class, enter[i], 0, activate_cb, NULL);
}

static void
ws_side_list_class_init (WsSideListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ws_side_list_dispose;
  object_class->finalize = ws_side_list_finalize;
  widget_class->get_request_mode = ws_side_list_get_request_mode;
  widget_class->measure = ws_side_list_measure;
  widget_class->size_allocate = ws_side_list_size_allocate;
  widget_class->query_tooltip = ws_side_list_query_tooltip;
  widget_class->focus = ws_side_list_focus;
  widget_class->grab_focus = ws_side_list_grab_focus;
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_SIDE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, WS_TYPE_SIDE_ITEM);
  signals[ACTIVATED] = g_signal_new ("activated", WS_TYPE_SIDE_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
  /* it looks as lists do */
  gtk_widget_class_set_css_name (widget_class, "list");
  install_keys (widget_class);
}

static void
ws_side_list_init (WsSideList *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkWidget *const samples[N_KINDS] = { [ROW] = ws_side_row_new (), [HEADING] = make_heading () };

  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (self->lines, clear_line);
  for (guint i = 0; i < N_KINDS; i++)
    {
      self->kinds[i].sample = samples[i];
      self->kinds[i].spare = g_ptr_array_new ();
      gtk_widget_set_parent (samples[i], GTK_WIDGET (self));
      set_seen (samples[i], FALSE);
    }
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_PRIMARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  g_signal_connect_swapped (click, "cancel", G_CALLBACK (cancelled_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/**
 * ws_side_list_set_adjustment:
 * @self: a list
 * @adjustment: (transfer none): the vertical one of the #GtkViewport that it is in
 *
 * Says which of its rows are in sight; without, none is.
 */
void
ws_side_list_set_adjustment (WsSideList *self, GtkAdjustment *adjustment)
{
  g_return_if_fail (WS_IS_SIDE_LIST (self) && GTK_IS_ADJUSTMENT (adjustment));
  g_return_if_fail (self->adjustment == NULL);

  self->adjustment = g_object_ref (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (queue_update), self);
  g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (queue_update), self);
}

/**
 * ws_side_list_set_model:
 * @self: a list
 * @model: (transfer none): #WsSideItem; those of a section follow each other; may change
 *
 * Shows @model from now on.
 */
void
ws_side_list_set_model (WsSideList *self, GListModel *model)
{
  g_return_if_fail (WS_IS_SIDE_LIST (self) && G_IS_LIST_MODEL (model));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (fill), self);
  fill (self);
}

/**
 * ws_side_list_get_model:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): what it shows
 */
GListModel *
ws_side_list_get_model (WsSideList *self)
{
  g_return_val_if_fail (WS_IS_SIDE_LIST (self), NULL);
  return self->model;
}

/**
 * ws_side_list_select:
 * @self: a list
 * @item: (transfer none) (nullable): one of its model, also of what it does not show at present
 *
 * Shows that @item is chosen; brings it into sight if another was. Emits nothing.
 */
void
ws_side_list_select (WsSideList *self, WsSideItem *item)
{
  g_autoptr (WsSideItem) before = NULL;

  g_return_if_fail (WS_IS_SIDE_LIST (self));

  before = g_steal_pointer (&self->selected);
  g_set_object (&self->selected, item);
  if (before != NULL && before != item)
    show_selected (self, before, FALSE);
  if (item == NULL)
    return;
  show_selected (self, item, TRUE);
  if (item != before)
    ws_side_list_scroll_to (self, item);
}

/**
 * ws_side_list_get_selected:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): what is chosen
 */
WsSideItem *
ws_side_list_get_selected (WsSideList *self)
{
  g_return_val_if_fail (WS_IS_SIDE_LIST (self), NULL);
  return self->selected;
}

/**
 * ws_side_list_scroll_to:
 * @self: a list
 * @item: (transfer none): one of its model
 *
 * Brings @item into sight, as soon as the list is laid out.
 */
void
ws_side_list_scroll_to (WsSideList *self, WsSideItem *item)
{
  g_return_if_fail (WS_IS_SIDE_LIST (self) && WS_IS_SIDE_ITEM (item));

  g_set_object (&self->scroll_to, item);
  queue_update (self);
}

/**
 * ws_side_list_get_row:
 * @self: a list
 * @item: (transfer none): one of its model
 *
 * Returns: (transfer none) (nullable): the row of @item; %NULL if it is out of sight
 */
GtkWidget *
ws_side_list_get_row (WsSideList *self, WsSideItem *item)
{
  guint i;

  g_return_val_if_fail (WS_IS_SIDE_LIST (self), NULL);

  i = find_line (self, item);
  return i < self->lines->len ? get_line (self, i)->widget : NULL;
}
