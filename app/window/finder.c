#include "window/finder.h"

#include "charts/timing-bar.h"
#include "dialog/share-button.h"
#include "palette/palette-menu.h"
#include "palette/command-palette.h"
#include "player/course-page.h"
#include "present/presenter.h"
#include "window/kernel-choice.h"
#include "words/words.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_RECENT 8

struct _WsFinder {
  GObject parent_instance;

  WsContext context;
  WsPresentation *presentation;
  WsLessons *lessons;
  WsSidebar *sidebar;
  WsCommandPalette *palette; /* NULL until first needed */
};

G_DEFINE_FINAL_TYPE (WsFinder, ws_finder, G_TYPE_OBJECT)

/* ---- entries ---- */

/* The rows of the sidebar: lessons and kernels. */
static void
add_rows (WsFinder *self, GListStore *list)
{
  GListModel *rows = ws_sidebar_get_items (self->sidebar);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WsSideItem) row = g_list_model_get_item (rows, i);
      const char *action = ws_side_item_get_action (row);
      gboolean is_kernel = g_str_equal (action, WS_KERNEL_ACTION);
      g_autofree char *more = ws_side_item_dup_text (row);

      ws_palette_item_add (list, is_kernel ? _ ("Kernel") : _ ("Lesson"),
                           ws_side_item_get_label (row), more, action,
                           ws_side_item_get_target (row));
    }
}

static void
add_slides (WsFinder *self, GListStore *list)
{
  WsCourse *course = ws_lessons_get_course (self->lessons);
  GPtrArray *lessons = course != NULL ? ws_course_get_lessons (course) : NULL;

  for (guint i = 0; lessons != NULL && i < lessons->len; i++)
    {
      const WsLesson *lesson = g_ptr_array_index (lessons, i);

      for (guint k = 0; k < ws_lesson_get_n_steps (lesson); k++)
        {
          const char *title = ws_words_translate (ws_lesson_get_step (lesson, k)->title);
          g_autoptr (WsPaletteItem) item =
              ws_palette_item_new (_ ("Slide"), title, ws_words_translate (lesson->title),
                                   "win.lesson-slide", g_variant_new ("(su)", lesson->id, k));

          ws_palette_item_set_aside (item, ws_words_translate (lesson->title));
          g_list_store_append (list, item);
        }
    }
}

static void
add_views (WsFinder *self, GListStore *list)
{
  g_auto (GStrv) names = ws_panes_dup_names ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      int pane = ws_panes_find (names[i]);
      const char *label = pane >= 0 ? ws_panes_get_label (pane) : _ ("Calculator");
      g_autofree char *title = NULL;
      g_autofree char *words = NULL;

      if (pane >= 0)
        g_object_get (ws_panes_get_pane (self->context.panes, pane), "title", &title, NULL);
      words = g_strjoin (" ", names[i], title, NULL);
      ws_palette_item_add (list, _ ("View"), label, words, "win.fill", names[i]);
    }
}

static void
add_charts (WsFinder *self, GListStore *list)
{
  for (WsTimingKind kind = 0; kind < WS_N_TIMINGS; kind++)
    {
      const char *name = ws_timing_kind_get_name (kind);

      ws_palette_item_add (list, _ ("Chart"), _ (ws_timing_kind_get_class (kind)->title), name,
                           "win.show-chart", name);
    }
}

static void
add_scenarios (WsFinder *self, GListStore *list)
{
  WsScenarioPage *page = ws_panes_get_scenarios (self->context.panes);
  GPtrArray *scenarios =
      page != NULL ? ws_scenario_view_get_scenarios (ws_scenario_page_get_view (page)) : NULL;

  for (guint i = 0; scenarios != NULL && i < scenarios->len; i++)
    {
      const WsScenario *scenario = g_ptr_array_index (scenarios, i);

      ws_palette_item_add (list, _ ("Scenario"), ws_words_translate (scenario->title), scenario->id,
                           "win.show-scenario", scenario->id);
    }
}

static void
add_devices (WsFinder *self, GListStore *list)
{
  GPtrArray *devices = ws_session_get_devices (self->context.session);

  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (device->usable)
        ws_palette_item_add (list, _ ("Device"), device->name, device->id, "win.use-device",
                             device->id);
    }
}

static void
add_menus (WsFinder *self, GListStore *list)
{
  ws_palette_item_add_menu (
      list, gtk_menu_button_get_menu_model (ws_context_get_child (&self->context, "menu_button")),
      self->context.window);
  ws_palette_item_add_menu (
      list, ws_share_button_get_menu (ws_context_get_child (&self->context, "share_button")),
      self->context.window);
}

/* ---- the choice ---- */

static void
show_chart_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsFinder *self = data;
  WsTimingKind kind;

  if (!ws_timing_kind_parse (g_variant_get_string (parameter, NULL), &kind))
    return;
  ws_timing_page_set_kind (ws_panes_get_timing (self->context.panes), kind);
  gtk_widget_activate_action (GTK_WIDGET (self->context.window), "win.fill", "s", "timing");
}

static void
show_scenario_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsFinder *self = data;
  WsScenarioPage *page = ws_panes_get_scenarios (self->context.panes);

  if (page == NULL
      || !ws_scenario_view_show (ws_scenario_page_get_view (page),
                                 g_variant_get_string (parameter, NULL)))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self->context.window), "win.fill", "s", "scenarios");
}

static void
lesson_slide_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsFinder *self = data;
  WsLessonDeck *deck;
  const char *id;
  guint step;

  g_variant_get (parameter, "(&su)", &id, &step);
  gtk_widget_activate_action (GTK_WIDGET (self->context.window), WS_LESSON_ACTION, "s", id);
  deck = ws_presentation_get_lesson (self->presentation);
  if (deck != NULL)
    ws_deck_go (WS_DECK (deck), step);
}

/* Moves the focus to what is shown, away from a search. */
static void
focus_shown (WsFinder *self)
{
  if (ws_presentation_shows_course (self->presentation))
    ws_course_page_focus (ws_context_get_child (&self->context, "course_page"));
  else if (ws_presentation_shows_slides (self->presentation))
    gtk_widget_grab_focus (
        GTK_WIDGET (ws_presenter_get_view (ws_context_get_child (&self->context, "presenter"))));
  else
    gtk_widget_grab_focus (ws_pane_get_child (
        ws_panes_get_pane (self->context.panes, ws_panes_get_current (self->context.panes))));
}

static void
remember (WsFinder *self, const char *id)
{
  g_auto (GStrv) before = g_settings_get_strv (self->context.settings, "recent-commands");
  g_autoptr (GPtrArray) now = g_ptr_array_new ();

  g_ptr_array_add (now, (gpointer)id);
  for (guint i = 0; before[i] != NULL && now->len < MAX_RECENT; i++)
    if (!g_str_equal (before[i], id))
      g_ptr_array_add (now, before[i]);
  g_ptr_array_add (now, NULL);
  g_settings_set_strv (self->context.settings, "recent-commands", (const char *const *)now->pdata);
}

static void
chosen_cb (WsFinder *self, WsPaletteItem *item)
{
  g_autofree char *action = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_action_parse_detailed_name (ws_palette_item_get_id (item), &action, &target, &error))
    {
      g_critical ("%s", error->message);
      return;
    }
  remember (self, ws_palette_item_get_id (item));
  focus_shown (self);
  gtk_widget_activate_action_variant (GTK_WIDGET (self->context.window), action, target);
  if (gtk_window_is_active (self->context.window))
    focus_shown (self);
}

static void
find_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsFinder *self = data;
  g_autoptr (GListStore) list = g_list_store_new (WS_TYPE_PALETTE_ITEM);
  g_auto (GStrv) recent = g_settings_get_strv (self->context.settings, "recent-commands");

  add_rows (self, list);
  add_views (self, list);
  add_charts (self, list);
  add_scenarios (self, list);
  add_menus (self, list);
  add_devices (self, list);
  add_slides (self, list);
  if (self->palette == NULL)
    {
      GtkWidget *content =
          adw_application_window_get_content (ADW_APPLICATION_WINDOW (self->context.window));

      self->palette = ws_command_palette_new ();
      gtk_widget_set_parent (GTK_WIDGET (self->palette), content);
      g_signal_connect_object (self->palette, "chosen", G_CALLBACK (chosen_cb), self,
                               G_CONNECT_SWAPPED);
    }
  ws_command_palette_open (self->palette, G_LIST_MODEL (list), (const char *const *)recent);
}

static const GActionEntry entries[] = {
  { "find", find_cb },
  { "lesson-slide", lesson_slide_cb, "(su)" },
  { "show-chart", show_chart_cb, "s" },
  { "show-scenario", show_scenario_cb, "s" },
};

static void
ws_finder_class_init (WsFinderClass *klass)
{
}

static void
ws_finder_init (WsFinder *self)
{
}

WsFinder *
ws_finder_new (const WsContext *context, WsPresentation *presentation, WsLessons *lessons)
{
  WsFinder *self = g_object_new (WS_TYPE_FINDER, NULL);

  self->context = *context;
  self->presentation = presentation;
  self->lessons = lessons;
  self->sidebar = ws_context_get_child (context, "sidebar");
  g_action_map_add_action_entries (G_ACTION_MAP (self->context.window), entries,
                                   G_N_ELEMENTS (entries), self);
  return self;
}

/* To be called while the window has its widgets. */
void
ws_finder_end (WsFinder *self)
{
  g_return_if_fail (WS_IS_FINDER (self));
  if (self->palette != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->palette));
  self->palette = NULL;
}
