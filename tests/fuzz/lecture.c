/* lecture.c: any bytes as a lecture bundle, and as the results of a scenario, which stand in one
 * behind zlib. One that can be read is opened, and shown as slides. */
#include "fuzz.h"

#include "lecture/lecture-private.h"
#include "lesson/lesson-slide.h"
#include "scenarios/scenario-store.h"

#include <string.h>

#define HEADER_BYTES 16
#define MOST_STEPS   3 /* that are drawn */
#define SCENARIO     "occupancy-k40c"

static void
draw_cb (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width, double height)
{
  ws_draw_slide (cr, subject, theme, width, height);
}

static void
show (const WsLesson *lesson, WsLessonRuns *runs, guint32 choice)
{
  for (guint i = 0; i < MIN (ws_lesson_get_n_steps (lesson), MOST_STEPS); i++)
    {
      g_autoptr (GPtrArray) problems = g_ptr_array_new ();
      g_autoptr (WsSlide) slide =
          ws_lesson_make_slide (lesson, i, runs, (choice >> i) & 1, -1, problems);

      ws_fuzz_hear (ws_slide_describe (slide));
      ws_fuzz_hear (g_strdup (slide->source));
      ws_fuzz_draw (draw_cb, slide, choice + i);
    }
}

static gboolean
is_lecture (const guint8 *data, gsize size)
{
  return size >= HEADER_BYTES && memcmp (data, "WSLECT", 6) == 0;
}

static void
take_results (WsCatalog *catalog, const guint8 *data, gsize size, guint32 choice)
{
  g_autoptr (WsScenario) scenario = ws_scenario_store_load (catalog, SCENARIO, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GVariant) results = g_variant_ref_sink (
      g_variant_new_from_bytes (G_VARIANT_TYPE (WS_SCENARIO_RESULTS_FORMAT), bytes, FALSE));
  g_autoptr (GError) error = NULL;

  if (!g_variant_is_normal_form (results))
    return;
  if (ws_scenario_take_results (scenario, results, &error))
    ws_fuzz_look_at_scenario (scenario, choice);
  else
    g_assert_nonnull (error);
}

void
ws_fuzz_lecture (const guint8 *data, gsize size)
{
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLecture) lecture = NULL;
  g_autoptr (WsLessonRuns) runs = NULL;
  g_autoptr (WsLesson) lesson = NULL;
  guint32 choice = ws_fuzz_choose (data, size);

  if (!is_lecture (data, size))
    {
      if (size > HEADER_BYTES)
        take_results (catalog, data + HEADER_BYTES, size - HEADER_BYTES, choice);
      return;
    }
  lecture = ws_lecture_load_bytes (bytes, &error);
  g_assert_true ((lecture == NULL) == (error != NULL));
  if (lecture == NULL)
    return;
  lesson = ws_lecture_open (lecture, catalog, &runs, &error);
  g_assert_true ((lesson == NULL) == (error != NULL));
  if (lesson != NULL)
    show (lesson, runs, choice);
}

gsize
ws_fuzz_lecture_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_payload (
      data, size, max_size, HEADER_BYTES,
      G_VARIANT_TYPE (is_lecture (data, size) ? WS_LECTURE_FORMAT : WS_SCENARIO_RESULTS_FORMAT),
      seed);
}
