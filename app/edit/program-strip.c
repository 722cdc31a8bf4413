#include "edit/program-strip.h"

#include "toolkit/short-text.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define PART   "ws-part" /* data of what stands for a launch, or for the rounds of a loop */
#define LAUNCH "ws-launch"
#define SPIN   "ws-spin" /* where a round is chosen */

#define FILE_NAME "ws-file" /* of a button that saves it */

#define MAX_TITLE_CHARS   24
#define MAX_PROBLEM_CHARS 40
#define MAX_VERDICT_CHARS 28
#define MAX_FILE_CHARS    40
#define MAX_HEIGHT_PX     150 /* of the rows of several streams */
#define ROW_SPACING_PX    3
#define OUTPUT_WIDTH_PX   480
#define OUTPUT_HEIGHT_PX  360
#define FILES_HEIGHT_PX   200

struct _WsProgramStrip {
  GtkBox parent_instance;

  WsProgramStory *story; /* nullable */
  guint shown;           /* launch that is; G_MAXUINT: none of them */
  GPtrArray *stops;      /* where Left and Right go: chips, and the buttons of loops */
  GtkWidget *row;
  GtkWidget *scroller;
  GtkMenuButton *output;
  GtkLabel *output_label;
  GtkLabel *said;
  GtkLabel *ending;
  GtkWidget *printed; /* of standard output, and the next of standard error */
  GtkWidget *complained;
  GtkWidget *files; /* that it has written, a row each */
  GtkWidget *longer;
  GtkLabel *memory; /* who has written what the launch shown finds */
  guint tick;       /* that brings the launch shown into sight */
};

enum { CHOSEN, SAVE_FILE, LONGER, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsProgramStrip, ws_program_strip, GTK_TYPE_BOX)

static guint
get_number (gpointer widget, const char *key)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), key));
}

static void
set_number (gpointer widget, const char *key, guint number)
{
  g_object_set_data (G_OBJECT (widget), key, GUINT_TO_POINTER (number));
}

/* Where the launch is that is shown; else the first of @part. */
static WsStoryPlace
find_place (WsProgramStrip *self, guint part)
{
  WsStoryPlace place;

  if (!ws_program_story_find (self->story, self->shown, &place) || place.part != part)
    place = (WsStoryPlace){ .part = part };
  return place;
}

static void
choose (WsProgramStrip *self, const WsStoryPlace *place)
{
  g_signal_emit (self, signals[CHOSEN], 0, ws_program_story_get_launch (self->story, place));
}

/* ---- what stands for a step ---- */

static GtkWidget *
make_lines (const char *above, const char *below, int max_chars)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = gtk_label_new (above);
  GtkWidget *second = gtk_label_new (below);

  gtk_label_set_ellipsize (GTK_LABEL (first), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (first), max_chars);
  gtk_label_set_ellipsize (GTK_LABEL (second), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (second), MAX_PROBLEM_CHARS);
  gtk_widget_add_css_class (second, "program-detail");
  gtk_box_append (GTK_BOX (lines), first);
  gtk_box_append (GTK_BOX (lines), second);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  return lines;
}

static void
describe (GtkWidget *widget, const WsStoryItem *item)
{
  ws_tip_set (widget, item->sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  item->sentence, -1);
  if (item->problem != NULL)
    gtk_widget_add_css_class (widget, "program-problem");
}

static void
clicked_cb (WsProgramStrip *self, GtkButton *button)
{
  WsStoryPlace place = find_place (self, get_number (button, PART));

  place.launch = get_number (button, LAUNCH);
  choose (self, &place);
}

static GtkWidget *
make_chip (WsProgramStrip *self, const WsStoryItem *item, guint part)
{
  GtkWidget *button = gtk_button_new ();
  g_autofree char *below = *item->time != '\0'
                               ? g_strdup_printf ("%s · %s", item->detail, item->time)
                               : g_strdup (item->detail);
  g_autofree char *above =
      item->problem != NULL ? g_strdup_printf ("⚠ %s", item->title) : g_strdup (item->title);

  gtk_button_set_child (GTK_BUTTON (button), make_lines (above, below, MAX_TITLE_CHARS));
  gtk_widget_add_css_class (button, "program-chip");
  describe (button, item);
  set_number (button, PART, part);
  set_number (button, LAUNCH, item->launch);
  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->stops, button);
  return button;
}

static GtkWidget *
make_mark (const WsStoryItem *item)
{
  g_autofree char *above =
      item->problem != NULL ? g_strdup_printf ("⚠ %s", item->title) : g_strdup (item->title);
  GtkWidget *mark =
      make_lines (above, item->problem != NULL ? item->problem : item->detail, MAX_TITLE_CHARS);

  gtk_widget_add_css_class (mark, "program-mark");
  describe (mark, item);
  return mark;
}

/* ---- loops ---- */

static void
round_cb (WsProgramStrip *self, GtkWidget *show)
{
  GtkWidget *popover = gtk_widget_get_ancestor (show, GTK_TYPE_POPOVER);
  GtkWidget *spin = g_object_get_data (G_OBJECT (show), SPIN);
  WsStoryPlace place = find_place (self, get_number (show, PART));

  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  place.round = (guint)gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (spin)) - 1;
  gtk_popover_popdown (GTK_POPOVER (popover));
  choose (self, &place);
}

static GtkWidget *
make_rounds (WsProgramStrip *self, guint part)
{
  const WsStoryPart *of = ws_program_story_get_part (self->story, part);
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("_Round"));
  GtkWidget *spin = gtk_spin_button_new_with_range (1, of->n_rounds, 1);
  GtkWidget *show = gtk_button_new_with_mnemonic (_ ("_Show"));

  gtk_label_set_mnemonic_widget (GTK_LABEL (label), spin);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  ws_short_text (spin, WS_SHORT_NUMBER);
  set_number (show, PART, part);
  g_object_set_data (G_OBJECT (show), SPIN, spin);
  g_signal_connect_object (show, "clicked", G_CALLBACK (round_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_editable_get_delegate (GTK_EDITABLE (spin)), "activate",
                           G_CALLBACK (gtk_widget_activate), show, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), spin);
  gtk_box_append (GTK_BOX (box), show);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "program-rounds");
  ws_tip_set (button, _ ("A loop: choose which of its rounds is shown"));
  set_number (button, PART, part);
  set_number (button, LAUNCH, G_MAXUINT);
  g_object_set_data (G_OBJECT (button), SPIN, spin);
  g_ptr_array_add (self->stops, button);
  return button;
}

static void
label_rounds (WsProgramStrip *self, GtkWidget *button)
{
  guint part = get_number (button, PART);
  const WsStoryPart *of = ws_program_story_get_part (self->story, part);
  WsStoryPlace place;
  gboolean is_here = ws_program_story_find (self->story, self->shown, &place) && place.part == part;
  g_autofree char *text = is_here
                              /* Translators: one of the rounds of a loop, as in "37 of 100" */
                              ? g_strdup_printf (_ ("%1$u of %2$u"), place.round + 1, of->n_rounds)
                              : g_strdup_printf ("× %u", of->n_rounds);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), text);
  if (is_here)
    gtk_spin_button_set_value (g_object_get_data (G_OBJECT (button), SPIN), place.round + 1);
}

/* ---- the row ---- */

/* A row for each stream; what comes later is further to the right. */
static GtkWidget *
make_part (WsProgramStrip *self, guint index)
{
  const WsStoryPart *part = ws_program_story_get_part (self->story, index);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_homogeneous (GTK_GRID (grid), TRUE);
  gtk_grid_set_row_spacing (GTK_GRID (grid), ROW_SPACING_PX);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 2);
  for (guint i = 1; i < self->story->streams->len; i++)
    gtk_grid_attach (GTK_GRID (grid), gtk_label_new (NULL), 0, (int)i, 1, 1);
  for (guint i = 0; i < part->items->len; i++)
    {
      const WsStoryItem *item = g_ptr_array_index (part->items, i);
      GtkWidget *child =
          item->launch != G_MAXUINT ? make_chip (self, item, index) : make_mark (item);

      gtk_grid_attach (GTK_GRID (grid), child, (int)i + 1, (int)item->stream, 1, 1);
    }
  gtk_box_append (GTK_BOX (box), grid);
  if (part->n_rounds > 1)
    {
      gtk_box_append (GTK_BOX (box), make_rounds (self, index));
      gtk_widget_add_css_class (box, "program-loop");
    }
  return box;
}

static GtkWidget *
make_streams (const WsProgramStory *story)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, ROW_SPACING_PX);

  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  for (guint i = 0; i < story->streams->len; i++)
    {
      /* Translators: a stream of CUDA, by its number */
      g_autofree char *text =
          g_strdup_printf (_ ("stream %u"), g_array_index (story->streams, guint32, i));
      GtkWidget *label = gtk_label_new (text);

      gtk_widget_add_css_class (label, "program-mark");
      gtk_box_append (GTK_BOX (box), label);
    }
  return box;
}

static gboolean
reveal_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WsProgramStrip *self = WS_PROGRAM_STRIP (widget);
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  graphene_rect_t bounds;

  self->tick = 0;
  for (guint i = 0; i < self->stops->len; i++)
    {
      GtkWidget *stop = g_ptr_array_index (self->stops, i);

      if (gtk_widget_has_css_class (stop, "program-present")
          && gtk_widget_compute_bounds (stop, self->row, &bounds))
        gtk_adjustment_clamp_page (adjustment, bounds.origin.x,
                                   bounds.origin.x + bounds.size.width);
    }
  return G_SOURCE_REMOVE;
}

/* Which of them is shown, by a colour and in words. */
static void
mark_shown (WsProgramStrip *self)
{
  WsStoryPlace place = { .part = G_MAXUINT };

  if (self->story != NULL)
    ws_program_story_find (self->story, self->shown, &place);
  for (guint i = 0; i < self->stops->len; i++)
    {
      GtkWidget *stop = g_ptr_array_index (self->stops, i);

      if (GTK_IS_MENU_BUTTON (stop))
        label_rounds (self, stop);
      else if (get_number (stop, PART) == place.part && get_number (stop, LAUNCH) == place.launch)
        gtk_widget_add_css_class (stop, "program-present");
      else
        gtk_widget_remove_css_class (stop, "program-present");
    }
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal_cb, NULL, NULL);
}

static void
fill_row (WsProgramStrip *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->stops, 0);
  while ((child = gtk_widget_get_first_child (self->row)) != NULL)
    gtk_box_remove (GTK_BOX (self->row), child);
  if (self->story == NULL)
    return;
  if (self->story->streams->len > 1)
    gtk_box_append (GTK_BOX (self->row), make_streams (self->story));
  for (guint i = 0; i < self->story->parts->len; i++)
    gtk_box_append (GTK_BOX (self->row), make_part (self, i));
}

/* ---- what it printed ---- */

static GtkWidget *
make_text (const char *title)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *text = gtk_text_view_new ();

  gtk_text_view_set_editable (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (text), TRUE);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (text), GTK_WRAP_WORD_CHAR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), text);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), OUTPUT_HEIGHT_PX);
  gtk_widget_set_size_request (scroller, OUTPUT_WIDTH_PX, -1);
  gtk_widget_add_css_class (scroller, "program-output");
  return scroller;
}

static void
set_text (GtkWidget *scroller, const char *text)
{
  GtkWidget *view = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller));
  g_autofree char *plain = g_strchomp (g_strdup (text));

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), plain, -1);
  gtk_widget_set_visible (scroller, *text != '\0');
}

static void
save_cb (WsProgramStrip *self, GtkButton *button)
{
  gtk_menu_button_popdown (self->output);
  g_signal_emit (self, signals[SAVE_FILE], 0, g_object_get_data (G_OBJECT (button), FILE_NAME));
}

static GtkWidget *
make_file (WsProgramStrip *self, const WsProgramFile *file)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *name = g_filename_display_name (file->name);
  g_autofree char *size = g_format_size_full (file->bytes, G_FORMAT_SIZE_IEC_UNITS);
  GtkWidget *title = gtk_label_new (name);
  GtkWidget *bytes = gtk_label_new (size);
  GtkWidget *save = gtk_button_new_with_label (_ ("Save…"));
  /* Translators: a file's name, of a button */
  g_autofree char *sentence = g_strdup_printf (_ ("Save %s"), name);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (title), MAX_FILE_CHARS);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (bytes, "dim-label");
  gtk_accessible_update_property (GTK_ACCESSIBLE (save), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence,
                                  -1);
  g_object_set_data_full (G_OBJECT (save), FILE_NAME, g_strdup (file->name), g_free);
  g_signal_connect_object (save, "clicked", G_CALLBACK (save_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), bytes);
  gtk_box_append (GTK_BOX (row), save);
  return row;
}

/* A heading, and a row each. */
static void
fill_files (WsProgramStrip *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *heading = gtk_label_new (_ ("Files it has written"));

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (box), heading);
  for (guint i = 0; i < self->story->files->len; i++)
    gtk_box_append (GTK_BOX (box), make_file (self, g_ptr_array_index (self->story->files, i)));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->files), box);
  gtk_widget_set_visible (self->files, self->story->files->len > 0);
}

static void
longer_cb (WsProgramStrip *self)
{
  gtk_menu_button_popdown (self->output);
  g_signal_emit (self, signals[LONGER], 0);
}

/* What ends the popover: files, and what can be done where it was stopped. */
static void
make_rest (WsProgramStrip *self, GtkWidget *box)
{
  self->files = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->files), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->files), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->files), FILES_HEIGHT_PX);
  self->longer = gtk_button_new_with_mnemonic (_ ("Run _Longer"));
  gtk_widget_set_halign (self->longer, GTK_ALIGN_START);
  ws_tip_set (self->longer, _ ("Runs it once more, with six times the time for its kernels"));
  g_signal_connect_object (self->longer, "clicked", G_CALLBACK (longer_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), self->files);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->ending));
  gtk_box_append (GTK_BOX (box), self->longer);
}

static void
make_output (WsProgramStrip *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->output = GTK_MENU_BUTTON (gtk_menu_button_new ());
  self->output_label = GTK_LABEL (gtk_label_new (NULL));
  self->said = GTK_LABEL (gtk_label_new (NULL));
  self->ending = GTK_LABEL (gtk_label_new (NULL));
  self->printed = make_text (_ ("Standard output"));
  self->complained = make_text (_ ("Standard error"));
  gtk_label_set_ellipsize (self->output_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (self->output_label, MAX_VERDICT_CHARS);
  gtk_label_set_xalign (self->said, 0);
  gtk_label_set_wrap (self->said, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->said), "heading");
  gtk_label_set_xalign (self->ending, 0);
  gtk_label_set_wrap (self->ending, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->ending), "dim-label");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->said));
  gtk_box_append (GTK_BOX (box), self->printed);
  gtk_box_append (GTK_BOX (box), self->complained);
  make_rest (self, box);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (self->output, popover);
  gtk_menu_button_set_child (self->output, GTK_WIDGET (self->output_label));
  gtk_widget_set_valign (GTK_WIDGET (self->output), GTK_ALIGN_CENTER);
  ws_tip_set (GTK_WIDGET (self->output), _ ("What the program printed, and how it ended"));
}

static void
fill_output (WsProgramStrip *self)
{
  const WsProgramStory *story = self->story;
  /* Translators: the last line that a program printed, as in "Test PASSED" */
  g_autofree char *said = story != NULL && story->verdict != NULL
                              ? g_strdup_printf (_ ("The program says: %s"), story->verdict)
                              : NULL;
  g_autofree char *label = NULL;

  if (story == NULL)
    return;
  label = g_strdup_printf ("%s %s", story->is_good ? "✓" : "✗",
                           story->verdict != NULL ? story->verdict : story->outcome);
  gtk_label_set_text (self->output_label, said != NULL || !story->is_good ? label : _ ("Output"));
  gtk_label_set_text (self->said, said != NULL ? said : "");
  gtk_widget_set_visible (GTK_WIDGET (self->said), said != NULL);
  set_text (self->printed, story->output);
  set_text (self->complained, story->errors);
  gtk_label_set_text (self->ending, story->ending);
  gtk_widget_set_visible (self->longer, story->is_stopped);
  fill_files (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->output), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  said != NULL ? said : story->ending, -1);
}

/* ---- what the launch finds ---- */

static gboolean
follow_cb (WsProgramStrip *self, const char *launch)
{
  g_signal_emit (self, signals[CHOSEN], 0, (guint)g_ascii_strtoull (launch, NULL, 10));
  return GDK_EVENT_STOP;
}

static void
make_memory (WsProgramStrip *self)
{
  self->memory = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->memory, 0);
  gtk_label_set_ellipsize (self->memory, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->memory), "program-memory");
  gtk_widget_set_visible (GTK_WIDGET (self->memory), FALSE);
  g_signal_connect_swapped (self->memory, "activate-link", G_CALLBACK (follow_cb), self);
}

/* "in ← cudaMemcpy": of a launch, it leads there. */
static void
add_writer (const WsBuffer *buffer, GString *markup)
{
  g_autofree char *name = g_markup_escape_text (buffer->name, -1);
  g_autofree char *writer = g_markup_escape_text (buffer->writer, -1);

  if (markup->len > 0)
    g_string_append (markup, "   ");
  if (buffer->writer_launch != WS_NONE)
    g_string_append_printf (markup, "<b>%s</b> ← <a href=\"%u\">%s</a>", name,
                            buffer->writer_launch, writer);
  else
    g_string_append_printf (markup, "<b>%s</b> ← %s", name, writer);
}

/**
 * ws_program_strip_set_job:
 * @self: a strip
 * @job: (nullable): of the launch that is shown
 *
 * Says who has written the memory that it finds.
 */
void
ws_program_strip_set_job (WsProgramStrip *self, const WsJob *job)
{
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autofree char *all = NULL;

  g_return_if_fail (WS_IS_PROGRAM_STRIP (self));
  for (guint i = 0; job != NULL && i < job->buffers->len; i++)
    if (ws_job_get_buffer (job, i)->writer != NULL)
      add_writer (ws_job_get_buffer (job, i), markup);
  /* Translators: what a launch of a program finds in memory, and who has written it */
  all = g_strdup_printf ("%s   %s", _ ("Memory before it:"), markup->str);
  gtk_label_set_markup (self->memory, markup->len > 0 ? all : "");
  gtk_widget_set_visible (GTK_WIDGET (self->memory), markup->len > 0);
  ws_tip_set (GTK_WIDGET (self->memory),
              markup->len > 0 ? gtk_label_get_text (self->memory) : NULL);
}

/* ---- the keyboard ---- */

/* The window has other uses for them, and a popover its own. */
static gboolean
key_pressed_cb (WsProgramStrip *self, guint key, guint code, GdkModifierType state)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  int by = key == GDK_KEY_Left ? -1 : key == GDK_KEY_Right ? 1 : 0;

  if (by == 0 || (state & gtk_accelerator_get_default_mod_mask ()) != 0 || focus == NULL
      || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL)
    return GDK_EVENT_PROPAGATE;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    by = -by;
  for (guint i = 0; i < self->stops->len; i++)
    {
      GtkWidget *stop = g_ptr_array_index (self->stops, i);
      guint next = i + (guint)by;

      if (focus != stop && !gtk_widget_is_ancestor (focus, stop))
        continue;
      if (next < self->stops->len)
        gtk_widget_grab_focus (g_ptr_array_index (self->stops, next));
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

/* ---- the object ---- */

static void
ws_program_strip_dispose (GObject *object)
{
  WsProgramStrip *self = WS_PROGRAM_STRIP (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_pointer (&self->story, ws_program_story_free);
  G_OBJECT_CLASS (ws_program_strip_parent_class)->dispose (object);
}

static void
ws_program_strip_finalize (GObject *object)
{
  g_ptr_array_unref (WS_PROGRAM_STRIP (object)->stops);
  G_OBJECT_CLASS (ws_program_strip_parent_class)->finalize (object);
}

static void
ws_program_strip_class_init (WsProgramStripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_program_strip_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_program_strip_finalize;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SAVE_FILE] = g_signal_new ("save-file", WS_TYPE_PROGRAM_STRIP, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LONGER] = g_signal_new ("longer", WS_TYPE_PROGRAM_STRIP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_PROGRAM_STRIP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ws_program_strip_init (WsProgramStrip *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *above = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->stops = g_ptr_array_new ();
  self->shown = G_MAXUINT;
  self->scroller = gtk_scrolled_window_new ();
  self->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), MAX_HEIGHT_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->row);
  gtk_widget_set_hexpand (self->scroller, TRUE);
  make_output (self);
  make_memory (self);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (above), self->scroller);
  gtk_box_append (GTK_BOX (above), GTK_WIDGET (self->output));
  gtk_box_append (GTK_BOX (self), above);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->memory));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_css_class (GTK_WIDGET (self), "program-strip");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What the program did"), -1);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * ws_program_strip_set_story:
 * @self: a strip
 * @story: (nullable) (transfer full): what is told from now on; %NULL for nothing
 */
void
ws_program_strip_set_story (WsProgramStrip *self, WsProgramStory *story)
{
  g_return_if_fail (WS_IS_PROGRAM_STRIP (self));
  g_clear_pointer (&self->story, ws_program_story_free);
  self->story = story;
  fill_row (self);
  fill_output (self);
  mark_shown (self);
}

/* Returns: (transfer none) (nullable): what is told */
const WsProgramStory *
ws_program_strip_get_story (WsProgramStrip *self)
{
  g_return_val_if_fail (WS_IS_PROGRAM_STRIP (self), NULL);
  return self->story;
}

/**
 * ws_program_strip_set_shown:
 * @self: a strip
 * @launch: that is shown, counted from 0; %G_MAXUINT for none
 */
void
ws_program_strip_set_shown (WsProgramStrip *self, guint launch)
{
  g_return_if_fail (WS_IS_PROGRAM_STRIP (self));
  self->shown = launch;
  mark_shown (self);
}

/* Returns: the launch that is marked, counted from 0; %G_MAXUINT for none */
guint
ws_program_strip_get_shown (WsProgramStrip *self)
{
  g_return_val_if_fail (WS_IS_PROGRAM_STRIP (self), G_MAXUINT);
  return self->shown;
}
