#include "player/course-page.h"

#include "toolkit/paragraph.h"
#include "words/words.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _WsCoursePage {
  GtkWidget parent_instance;

  WsCourse *course;

  GtkScrolledWindow *scrolled;
  GtkLabel *facts;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (WsCoursePage, ws_course_page, GTK_TYPE_WIDGET)

/* ---- rows ---- */

/* (transfer full): "Done", "Step 4 of 14", or nothing */
static char *
describe_state (WsCourse *course, const WsLesson *lesson)
{
  guint seen = ws_course_get_seen (course, lesson->id);

  if (ws_course_is_done (course, lesson))
    return g_strdup (_ ("Done"));
  if (seen == 0)
    return NULL;
  return g_strdup_printf (_ ("Step %1$u of %2$u"), seen, ws_lesson_get_n_steps (lesson));
}

static GtkWidget *
make_number (WsCourse *course, const WsLesson *lesson, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u", number);
  gboolean done = ws_course_is_done (course, lesson);
  GtkWidget *mark =
      done ? gtk_image_new_from_icon_name ("object-select-symbolic") : gtk_label_new (text);

  gtk_widget_add_css_class (mark, "course-number");
  if (done)
    gtk_widget_add_css_class (mark, "course-done");
  gtk_widget_set_valign (mark, GTK_ALIGN_START);
  return mark;
}

static GtkWidget *
make_row (WsCourse *course, const WsLesson *lesson, guint number)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 14);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *facts = ws_lesson_describe (lesson);
  g_autofree char *state = describe_state (course, lesson);
  const char *title = ws_words_translate (lesson->title);
  g_autofree char *spoken = g_strjoin (". ", title, facts, state, NULL);
  GtkWidget *label;

  gtk_widget_add_css_class (box, "course-row");
  gtk_box_append (GTK_BOX (box), make_number (course, lesson, number));
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), ws_paragraph_new (title, "heading"));
  if (lesson->about != NULL)
    gtk_box_append (GTK_BOX (words),
                    ws_paragraph_new (ws_words_translate (lesson->about->text), "course-about"));
  gtk_box_append (GTK_BOX (words), ws_paragraph_new (facts, "dim-label"));
  gtk_box_append (GTK_BOX (box), words);
  if (state != NULL)
    {
      label = gtk_label_new (state);
      gtk_widget_add_css_class (label, "course-state");
      gtk_widget_set_valign (label, GTK_ALIGN_START);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.lesson");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", lesson->id);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

static void
fill (WsCoursePage *self)
{
  GPtrArray *lessons = ws_course_get_lessons (self->course);
  g_autofree char *facts = ws_lesson_describe_course (lessons);
  g_autofree char *with_done = NULL;
  guint n_done = 0;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < lessons->len; i++)
    {
      const WsLesson *lesson = g_ptr_array_index (lessons, i);

      n_done += ws_course_is_done (self->course, lesson);
      gtk_list_box_append (self->list, make_row (self->course, lesson, i + 1));
    }
  /* Translators: "8 lessons · 3 h 45 min", and how many of the lessons are done */
  with_done =
      g_strdup_printf (ngettext ("%1$s · %2$u done", "%1$s · %2$u done", n_done), facts, n_done);
  gtk_label_set_text (self->facts, n_done > 0 ? with_done : facts);
}

/* ---- the widget ---- */

static void
ws_course_page_dispose (GObject *object)
{
  WsCoursePage *self = WS_COURSE_PAGE (object);

  g_clear_object (&self->course);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_COURSE_PAGE);

  G_OBJECT_CLASS (ws_course_page_parent_class)->dispose (object);
}

static void
ws_course_page_class_init (WsCoursePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_course_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "coursepage");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/course-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCoursePage, scrolled);
  gtk_widget_class_bind_template_child (widget_class, WsCoursePage, facts);
  gtk_widget_class_bind_template_child (widget_class, WsCoursePage, list);
}

static void
ws_course_page_init (WsCoursePage *self)
{
  g_type_ensure (ADW_TYPE_CLAMP);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* moving by the keys from row to row scrolls to the present one */
  gtk_list_box_set_adjustment (self->list, gtk_scrolled_window_get_vadjustment (self->scrolled));
}

/**
 * ws_course_page_set_course:
 * @course: (transfer none): what it lists
 */
void
ws_course_page_set_course (WsCoursePage *self, WsCourse *course)
{
  g_return_if_fail (WS_IS_COURSE_PAGE (self) && WS_IS_COURSE (course));
  g_return_if_fail (self->course == NULL);

  self->course = g_object_ref (course);
  g_signal_connect_object (course, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);
}

GtkListBox *
ws_course_page_get_list (WsCoursePage *self)
{
  g_return_val_if_fail (WS_IS_COURSE_PAGE (self), NULL);
  return self->list;
}

/* The keyboard goes to the first lesson that is not done. */
void
ws_course_page_focus (WsCoursePage *self)
{
  GPtrArray *lessons;
  guint i = 0;
  GtkListBoxRow *row;

  g_return_if_fail (WS_IS_COURSE_PAGE (self) && self->course != NULL);

  lessons = ws_course_get_lessons (self->course);
  while (i + 1 < lessons->len && ws_course_is_done (self->course, lessons->pdata[i]))
    i++;
  row = gtk_list_box_get_row_at_index (self->list, (int)i);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}
