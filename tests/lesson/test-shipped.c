/* Every lesson that is shipped: without a mistake or a warning; run on the virtual GPU, all its
 * figures are found, and each of its slides is drawn, at any size. */
#include "form.h"
#include "lesson-fixture.h"
#include "one-scale.h"
#include "part.h"
#include "paths.h"
#include "scratch.h"

#include "lesson/lesson-slide.h"
#include "lesson/lesson-store.h"

#include <string.h>

#define WIDTH  1280
#define HEIGHT 720

static WsCatalog *catalog;

static void
draw (const WsSlide *slide, const WsTheme *theme, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);

  ws_draw_slide (cr, slide, theme, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
draw_all (const WsSlide *slide)
{
  static const int sizes[][2] = { { 1, 1 },     { 3, 2000 },   { 2000, 3 },
                                  { 320, 240 }, { 1024, 768 }, { 768, 1366 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    draw (slide, ws_theme_get (i % WS_N_THEMES), sizes[i][0], sizes[i][1]);
}

static void
check_markup (const char *markup)
{
  g_autoptr (GError) error = NULL;

  if (markup == NULL)
    return;
  pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (strstr (markup, "…"));
  g_assert_null (strstr (markup, "{"));
}

/* What it begins with; @otherwise where that is no number. */
static double
read_number (const char *text, double otherwise)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  return end > text ? number : otherwise;
}

/* The right one must be known to be told; numbers rise. */
static void
check_answers (const WsLesson *lesson, const WsSlide *slide)
{
  gboolean keeps_order = ws_lesson_get_step (lesson, slide->step - 1)->keeps_order;
  g_autofree char *giveaway =
      slide->answers != NULL
          ? form_find_giveaway ((const char *const *)slide->answers, (guint)slide->right)
          : NULL;

  for (guint i = 0; slide->answers != NULL && slide->answers[i] != NULL; i++)
    g_test_message ("%s %s", (int)i == slide->right ? "*" : "-", slide->answers[i]);
  for (guint i = 1; keeps_order && slide->answers[i] != NULL; i++)
    g_assert_cmpfloat (read_number (slide->answers[i - 1], 0), <=,
                       read_number (slide->answers[i], G_MAXDOUBLE));
  if (giveaway != NULL)
    g_error ("%s, step %u: %s", lesson->id, slide->step, giveaway);
}

static void
check_slide (const WsLesson *lesson, guint step, WsLessonRuns *runs, gboolean revealed)
{
  const WsLessonStep *self = ws_lesson_get_step (lesson, step);
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autoptr (WsSlide) slide = ws_lesson_make_slide (lesson, step, runs, revealed, 0, problems);

  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *said = ws_lesson_problem_format (problems->pdata[i], lesson->id);

      g_test_message ("%s", said);
    }
  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpuint (slide->step, ==, step + 1);
  g_assert_cmpuint (slide->parts->len, ==, self->has_beside ? 2 : self->n_views);
  g_assert_cmpuint (slide->answers != NULL ? g_strv_length (slide->answers) : 0, ==,
                    self->answers->len);
  g_assert_true ((slide->right >= 0) == (self->answers->len > 0));
  check_markup (slide->words);
  check_markup (slide->question);
  check_markup (slide->reveal);
  check_markup (slide->notes);
  check_answers (lesson, slide);
  if (self->has_beside)
    one_scale_check (slide, ws_theme_get (WS_THEME_PROJECTOR), WIDTH, HEIGHT);
  draw_all (slide);
}

/* (transfer full): the texts of a slide */
static GArray *
watch (const WsLesson *lesson, guint step, WsLessonRuns *runs, gboolean revealed)
{
  g_autoptr (WsSlide) slide = ws_lesson_make_slide (lesson, step, runs, revealed, -1, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  GArray *texts = ws_text_watch (cr);

  ws_draw_slide (cr, slide, ws_theme_get (WS_THEME_PROJECTOR), WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return texts;
}

static gboolean
is_there (const WsTextBox *text, const GArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const WsTextBox *other = &g_array_index (texts, WsTextBox, i);

      if (strcmp (text->string, other->string) == 0 && ABS (text->box.x - other->box.x) < 0.01
          && ABS (text->box.y - other->box.y) < 0.01)
        return TRUE;
    }
  return FALSE;
}

/* What says less while something is kept back, in the place of what says more. */
static gboolean
says_less (const WsTextBox *text)
{
  /* of lanes; of memory: its sentence, and the line below */
  static const char *const beginnings[] = { "divergence stack", "Warp 0 at line ", "line " };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (g_str_has_prefix (text->string, beginnings[i]))
      return TRUE;
  return FALSE;
}

/* Revealing moves nothing: what the pictures said before they say after, in its place; where
 * something was kept back, a sign stood for it, and now stands no more. */
static void
check_reveal (const WsLesson *lesson, guint step, WsLessonRuns *runs)
{
  const WsLessonStep *self = ws_lesson_get_step (lesson, step);
  g_autoptr (GArray) before = watch (lesson, step, runs, FALSE);
  g_autoptr (GArray) after = watch (lesson, step, runs, TRUE);
  guint n_signs = 0;
  guint n_left = 0;

  for (guint i = 0; i < before->len; i++)
    {
      const WsTextBox *text = &g_array_index (before, WsTextBox, i);

      if (g_str_has_prefix (text->string, WS_VEIL_SIGN))
        n_signs++;
      else if (!is_there (text, after) && !says_less (text))
        g_error ("%s, step %u: “%s” at %.1f, %.1f is gone, or elsewhere, once it is revealed",
                 lesson->id, step + 1, text->string, text->box.x, text->box.y);
    }
  for (guint i = 0; i < after->len; i++)
    n_left += g_str_has_prefix (g_array_index (after, WsTextBox, i).string, WS_VEIL_SIGN);
  if (self->show == 0)
    g_assert_cmpuint (n_left, ==, 0);
  if (self->emphasis.hide != 0 || (self->show > 0 && self->question != NULL))
    g_assert_cmpuint (n_signs, >, n_left);
}

/* Before anything has run there are words, and no part. */
static void
check_waiting (const WsLesson *lesson, guint step)
{
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autoptr (WsSlide) slide = ws_lesson_make_slide (lesson, step, runs, FALSE, -1, problems);

  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_nonnull (slide->words);
  draw_all (slide);
}

/* Each has as many steps as a class listens to. The exercise at the end is solved afterwards. */
static void
test_lengths (void)
{
  g_autoptr (GPtrArray) sentences = NULL;
  g_autoptr (GPtrArray) all = ws_lesson_store_load_all (catalog, &sentences);

  for (guint i = 0; i < all->len; i++)
    {
      const WsLesson *lesson = all->pdata[i];
      guint n_shown = ws_lesson_get_n_steps (lesson) - 1;

      g_test_message ("%s", lesson->id);
      for (guint k = 0; k < n_shown; k++)
        g_assert_null (ws_lesson_get_step (lesson, k)->exercise);
      g_assert_nonnull (ws_lesson_get_step (lesson, n_shown)->exercise);
      g_assert_cmpuint (n_shown, >=, 8);
      g_assert_cmpuint (n_shown, <=, 15);
    }
}

static void
test_lesson (gconstpointer data)
{
  const WsLesson *lesson = data;
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      g_test_message ("step %u", i + 1);
      check_waiting (lesson, i);
      lesson_fixture_run_step (catalog, lesson, i, runs);
      g_assert_true (ws_lesson_step_is_ready (lesson, i, runs));
      check_slide (lesson, i, runs, FALSE);
      check_slide (lesson, i, runs, TRUE);
      check_reveal (lesson, i, runs);
    }
}

/* What the checker warns of is not shipped. */
static void
test_texts (void)
{
  g_autoptr (GDir) folder = g_dir_open (WS_SOURCE_DIR "/resources/lessons", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (WS_SOURCE_DIR "/resources/lessons", name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (WsLesson) lesson = ws_lesson_store_read (catalog, file, &problems, NULL);

      for (guint i = 0; i < problems->len; i++)
        {
          g_autofree char *said = ws_lesson_problem_format (problems->pdata[i], name);

          g_test_message ("%s", said);
        }
      g_assert_cmpuint (problems->len, ==, 0);
      g_assert_cmpuint (lesson->order, <, G_MAXUINT);
    }
}

/* ---- the store ---- */

static void
write_own (const char *name, const char *text)
{
  g_autofree char *folder = ws_lesson_store_get_folder ();
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_store (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sentences = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (WsLesson) own = NULL;
  g_autoptr (WsLesson) zero = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GFile) endless = g_file_new_for_path ("/dev/zero");
  guint n_bundled;

  all = ws_lesson_store_load_all (catalog, &sentences);
  n_bundled = all->len;
  g_assert_cmpuint (n_bundled, >=, 1);
  g_assert_cmpuint (sentences->len, ==, 0);
  for (guint i = 1; i < all->len; i++)
    g_assert_cmpuint (((WsLesson *)all->pdata[i - 1])->order, <,
                      ((WsLesson *)all->pdata[i])->order);
  g_clear_pointer (&all, g_ptr_array_unref);
  g_clear_pointer (&sentences, g_ptr_array_unref);

  write_own ("mine.lesson", "# Mine\n## S\nview: words\n\nW\n");
  write_own ("broken.lesson", "# Broken\n## S\n\nW\n");
  write_own ("notes.txt", "no lesson");
  all = ws_lesson_store_load_all (catalog, &sentences);
  g_assert_cmpuint (all->len, ==, n_bundled + 1);
  g_assert_cmpstr (((WsLesson *)all->pdata[n_bundled])->id, ==, "mine");
  g_assert_cmpuint (sentences->len, ==, 1);
  g_assert_true (g_str_has_suffix (sentences->pdata[0],
                                   "broken.lesson:2:1: The step shows nothing: name a "
                                   "kernel with “kernel:”, or use “view: words”."));
  own = ws_lesson_store_load (catalog, "mine", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (own->title, ==, "Mine");
  g_assert_null (ws_lesson_store_load (catalog, "broken", &error));
  g_assert_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_DAMAGED);
  g_clear_error (&error);
  g_assert_null (ws_lesson_store_load (catalog, "nonsuch", &error));
  g_assert_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "why-kernel-1-diverges"));
  g_clear_error (&error);
  g_assert_null (ws_lesson_store_load (catalog, "/nonsuch/x.lesson", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  zero = ws_lesson_store_read (catalog, endless, &problems, NULL);
  g_assert_null (zero);
  g_assert_cmpuint (problems->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("lessons-XXXXXX", NULL);
  g_autoptr (GPtrArray) sentences = NULL;
  g_autoptr (GPtrArray) all = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  catalog = ws_catalog_new (NULL, NULL);
  all = ws_lesson_store_load_all (catalog, &sentences);
  g_test_add_func ("/lesson/shipped/lengths", test_lengths);
  g_test_add_func ("/lesson/shipped/texts", test_texts);
  g_test_add_func ("/lesson/shipped/store", test_store);
  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *path =
          g_strconcat ("/lesson/shipped/", ((WsLesson *)all->pdata[i])->id, NULL);

      if (part_has (i, 6))
        g_test_add_data_func (path, all->pdata[i], test_lesson);
    }
  status = g_test_run ();
  ws_catalog_unref (catalog);
  scratch_remove (home);
  return status;
}
