/* Lessons on paper: pages, answers at the end, the PDF. */
#include "lesson-fixture.h"
#include "scratch.h"

#include "handout/handout-private.h"

#include <string.h>

static WsCatalog *catalog;

static const char steps[] = "\n## Values\n"
                            "view: tree\n"
                            "at: stride 2\n"
                            "hide: values\n"
                            "\n"
                            "Predict them.\n"
                            "\n"
                            "? What comes out?\n"
                            "- none\n"
                            "* something\n"
                            "- all\n"
                            "= The sum is {result}.\n"
                            "\n"
                            "And this explains it.\n"
                            "\n"
                            "## Two pictures\n"
                            "view: lanes, code\n"
                            "\n"
                            "Words below two pictures.\n"
                            "\n"
                            "## Beside\n"
                            "beside: reduce3\n"
                            "\n"
                            "Words of another.\n"
                            "\n"
                            "? Why is that so, said in your own words?\n"
                            "= Because of the stride.\n"
                            "\n"
                            "## Only words\n"
                            "view: words\n"
                            "\n"
                            "The end.\n";

/* (transfer full): a lesson whose first step has @n_words words */
static WsLesson *
make_lesson (guint n_words)
{
  GString *text = g_string_new ("# A <lesson> & more\nkernel: reduce1\nelements: 32\nblock: 32\n"
                                "time: 25 min\nbefore: a < b\nWhat it is about.\n\n## First\n"
                                "view: code\n\nBegins");
  WsLesson *lesson;

  for (guint i = 0; i < n_words; i++)
    g_string_append (text, i % (60 + n_words % 50) == 59 ? "\n\nwords" : " words");
  g_string_append (text, ".\n");
  g_string_append (text, steps);
  lesson = lesson_fixture_read (catalog, "test", text->str);
  g_string_free (text, TRUE);
  return lesson;
}

/* (transfer full): what its steps need; one for all lengths of words, as they run the same */
static WsLessonRuns *
run (const WsLesson *lesson)
{
  WsLessonRuns *runs = ws_lesson_runs_new ();

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    lesson_fixture_run_step (catalog, lesson, i, runs);
  return runs;
}

static WsHandout *
make_handout (const WsLesson *lesson, WsLessonRuns *runs)
{
  WsHandout *handout = ws_handout_new ();
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();

  ws_handout_add_lesson (handout, lesson, runs, problems);
  g_assert_cmpuint (problems->len, ==, 0);
  return handout;
}

/* ---- pages ---- */

static const WsHandoutPiece *
get_piece (const WsHandoutLayout *layout, guint i)
{
  return &g_array_index (layout->pieces, WsHandoutPiece, i);
}

/* Every item once, in its order, within the page and below what is before it. */
static void
check_places (const WsHandout *handout, const WsHandoutLayout *layout, PangoContext *context)
{
  guint item = 0;
  guint line = 0;

  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const WsHandoutPiece *piece = get_piece (layout, i);
      const WsHandoutItem *what = ws_handout_get_item (handout, piece->item);
      const WsHandoutPiece *before = i > 0 ? get_piece (layout, i - 1) : NULL;

      g_assert_cmpuint (piece->item, ==, item);
      g_assert_cmpuint (piece->first_line, ==, line);
      g_assert_cmpfloat (piece->y, >=, layout->top - 0.01);
      g_assert_cmpfloat (piece->y + piece->height, <=, layout->bottom + 0.01);
      g_assert_cmpuint (piece->page, <, layout->n_pages);
      if (before != NULL && before->page == piece->page)
        g_assert_cmpfloat (piece->y, >=, before->y + before->height - 0.01);
      else if (before != NULL)
        g_assert_cmpuint (piece->page, ==, before->page + 1);
      if (what->picture != NULL)
        {
          g_assert_cmpfloat (piece->height, >=, what->least - 0.01);
          g_assert_cmpfloat (piece->height, <=, what->most + 0.01);
        }
      if (what->text != NULL)
        {
          double x;
          g_autoptr (PangoLayout) text =
              ws_handout_set_text (what, context, layout, what->text, &x);
          guint n = (guint)pango_layout_get_line_count (text);

          line += piece->n_lines;
          g_assert_cmpuint (line, <=, n);
          /* what a page's end divides has two lines at least on either side */
          if (piece->n_lines < n && n >= 4)
            g_assert_cmpuint (piece->n_lines, >=, 2);
          if (line < n)
            continue;
        }
      item++;
      line = 0;
    }
  g_assert_cmpuint (item, ==, ws_handout_get_n_items (handout));
}

/* A figure stands with its heading and the first of its words; no heading is the last on a page. */
static void
check_company (const WsHandout *handout, const WsHandoutLayout *layout)
{
  guint heading = 0;
  guint n_figures = 0;

  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const WsHandoutPiece *piece = get_piece (layout, i);
      const WsHandoutItem *item = ws_handout_get_item (handout, piece->item);

      if (item->style == WS_HANDOUT_STEP && item->text != NULL)
        {
          heading = piece->page;
          g_assert_cmpuint (get_piece (layout, i + 1)->page, ==, piece->page);
        }
      if (item->style == WS_HANDOUT_TITLE && item->text != NULL)
        g_assert_cmpuint (get_piece (layout, i + 1)->page, ==, piece->page);
      if (item->picture == NULL)
        continue;
      n_figures++;
      g_assert_cmpuint (piece->page, ==, heading);
      g_assert_cmpuint (get_piece (layout, i + 1)->page, ==, piece->page);
    }
  /* code, tree and its warps, two, two with none; and the tree and its warps of the answer */
  g_assert_cmpuint (n_figures, ==, 9);
}

static void
test_pages (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (WsLesson) first = make_lesson (1);
  g_autoptr (WsLessonRuns) runs = run (first);
  guint most = 0;

  for (guint n = 0; n < 1500; n += n < 900 ? 131 : 9)
    {
      g_autoptr (WsLesson) lesson = make_lesson (n);
      g_autoptr (WsHandout) handout = make_handout (lesson, runs);

      for (WsPaper paper = 0; paper < WS_N_PAPERS; paper++)
        {
          WsHandoutLayout layout;

          ws_handout_lay_out (handout, paper, context, &layout);
          g_assert_cmpint ((int)layout.height, ==, paper == WS_PAPER_A4 ? 841 : 792);
          check_places (handout, &layout, context);
          check_company (handout, &layout);
          most = MAX (most, layout.n_pages);
          ws_handout_layout_clear (&layout);
        }
    }
  g_assert_cmpuint (most, >=, 7);
  g_object_unref (context);
}

/* Every view of a run has room on paper, those that are not listed here too. */
static void
test_views (void)
{
  guint n = 0;

  for (WsView view = 0; view < WS_N_VIEWS; view++)
    {
      g_autofree char *text = g_strdup_printf (
          "# T\nkernel: reduce1\nelements: 32\nblock: 32\n\n## S\nview: %s\n\nW.\n",
          ws_view_get_name (view));
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (WsLesson) lesson =
          ws_lesson_new_from_data ("test", text, strlen (text), catalog, &problems);
      g_autoptr (WsLessonRuns) runs = NULL;
      g_autoptr (WsHandout) handout = NULL;

      if (lesson == NULL) /* of something that no lesson shows */
        continue;
      runs = run (lesson);
      handout = make_handout (lesson, runs);
      for (guint i = 0; i < ws_handout_get_n_items (handout); i++)
        {
          const WsHandoutItem *item = ws_handout_get_item (handout, i);

          if (item->picture == NULL)
            continue;
          g_assert_cmpfloat (item->least, >=, 25);
          g_assert_cmpfloat (item->most, >=, item->least);
          n++;
        }
    }
  g_assert_cmpuint (n, >=, 6);
}

/* ---- what is said where ---- */

static const WsHandoutItem *
find_named (const WsHandout *handout, const char *name)
{
  for (guint i = 0; i < ws_handout_get_n_items (handout); i++)
    if (g_strcmp0 (ws_handout_get_item (handout, i)->name, name) == 0)
      return ws_handout_get_item (handout, i);
  g_error ("There is no place %s.", name);
}

static void
test_links (void)
{
  g_autoptr (WsLesson) lesson = make_lesson (10);
  g_autoptr (WsLessonRuns) runs = run (lesson);
  g_autoptr (WsHandout) handout = make_handout (lesson, runs);
  guint n_links = 0;

  for (guint i = 0; i < ws_handout_get_n_items (handout); i++)
    {
      const WsHandoutItem *item = ws_handout_get_item (handout, i);
      gboolean in_answers = i >= handout->items->len;

      if (item->link == NULL)
        continue;
      g_assert_cmpint (item->link[0], ==, in_answers ? 'q' : 'a');
      g_assert_nonnull (find_named (handout, item->link)->text);
      n_links++;
    }
  g_assert_cmpuint (n_links, ==, 4);
  g_assert_cmpstr (find_named (handout, "q1.2")->text, ==, find_named (handout, "a1.2")->text);
  g_assert_cmpstr (find_named (handout, "q1.4")->text, ==, "4. Beside");
}

/* What the question hides is hidden in its figure, and shown in that of the answer. */
static void
test_hidden (void)
{
  g_autoptr (WsLesson) lesson = make_lesson (10);
  g_autoptr (WsLessonRuns) runs = run (lesson);
  g_autoptr (WsHandout) handout = make_handout (lesson, runs);
  guint n_hidden = 0;
  guint n_shown = 0;
  guint n_right = 0;

  for (guint i = 0; i < ws_handout_get_n_items (handout); i++)
    {
      const WsHandoutItem *item = ws_handout_get_item (handout, i);
      gboolean in_answers = i >= handout->items->len;

      if (item->picture != NULL && item->picture->options.emphasis.hide != 0)
        n_hidden++;
      if (in_answers && item->picture != NULL)
        {
          g_assert_cmpuint (item->picture->options.emphasis.hide, ==, 0);
          n_shown++;
        }
      if (item->style == WS_HANDOUT_RIGHT)
        {
          g_assert_true (in_answers);
          g_assert_cmpstr (item->text, ==, "something");
          n_right++;
        }
      if (item->text != NULL && strstr (item->text, "The sum is") != NULL)
        g_assert_true (in_answers);
      if (item->n_lines > 0)
        g_assert_false (in_answers);
    }
  g_assert_cmpuint (n_hidden, ==, 2);
  g_assert_cmpuint (n_shown, ==, 2);
  g_assert_cmpuint (n_right, ==, 1);
}

/* ---- the file ---- */

/* (transfer full): what pdftotext finds on the pages from @first to @last */
static char *
read_pages (const char *path, const char *first, const char *last)
{
  const char *argv[] = { "pdftotext", "-f", first, "-l", last, "-raw", path, "-", NULL };
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                     NULL, NULL, &out, NULL, NULL, &error))
    return NULL;
  return g_steal_pointer (&out);
}

static void
count_cb (guint done, guint n, gpointer data)
{
  guint *counts = data;

  g_assert_cmpuint (done, ==, counts[0] + 1);
  counts[0] = done;
  counts[1] = n;
}

static void
check_text (const char *path, guint n_pages)
{
  g_autofree char *last = g_strdup_printf ("%u", n_pages);
  g_autofree char *before_last = g_strdup_printf ("%u", n_pages - 1);
  g_autofree char *all = read_pages (path, "1", last);
  g_autofree char *questions = read_pages (path, "1", before_last);

  if (all == NULL)
    {
      g_test_skip ("pdftotext is not installed");
      return;
    }
  g_assert_nonnull (strstr (all, "A <lesson> & more"));
  g_assert_nonnull (strstr (all, "What it is about."));
  g_assert_nonnull (strstr (all, "25 min · 5 steps · Requires: a < b"));
  g_assert_nonnull (strstr (questions, "What comes out?"));
  g_assert_nonnull (strstr (questions, "Answer on page"));
  g_assert_nonnull (strstr (questions, "Left: Kernel 1"));
  g_assert_nonnull (strstr (questions, "Right: Kernel 3"));
  g_assert_null (strstr (questions, "The sum is"));
  g_assert_null (strstr (questions, "Because of the stride."));
  g_assert_nonnull (strstr (all, "Because of the stride."));
  g_assert_nonnull (strstr (all, "And this explains it."));
}

static void
test_file (Scratch *scratch, gconstpointer name)
{
  g_autofree char *path = scratch_get_path (scratch, "a.pdf");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (WsLesson) lesson = make_lesson (200);
  g_autoptr (WsLessonRuns) runs = run (lesson);
  g_autoptr (WsHandout) handout = make_handout (lesson, runs);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  g_autofree char *after = NULL;
  guint counts[2] = { 0 };
  gsize size_after;
  gsize size;

  ws_handout_write (handout, WS_PAPER_LETTER, file, &(WsHandoutWatch){ count_cb, counts, NULL },
                    &error);
  g_assert_no_error (error);
  g_assert_cmpuint (counts[0], ==, counts[1]);
  g_file_get_contents (path, &contents, &size, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (contents, 4, "%PDF", 4);
  check_text (path, counts[1]);
  /* who cancels keeps the old file */
  g_cancellable_cancel (cancellable);
  g_assert_false (ws_handout_write (handout, WS_PAPER_A4, file,
                                    &(WsHandoutWatch){ NULL, NULL, cancellable }, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (g_file_get_contents (path, &after, &size_after, NULL));
  g_assert_cmpmem (after, size_after, contents, size);
}

/* The course begins with a list of its lessons, each with the page that it begins on. */
static void
test_course (void)
{
  g_autoptr (GPtrArray) lessons = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_unref);
  g_autoptr (WsHandout) handout = NULL;
  g_autoptr (WsLessonRuns) runs = NULL;
  guint n_contents = 0;

  for (guint i = 0; i < 3; i++)
    g_ptr_array_add (lessons, make_lesson (20 * i));
  runs = run (lessons->pdata[0]);
  handout = ws_handout_new_course (lessons);
  for (guint i = 0; i < lessons->len; i++)
    ws_handout_add_lesson (handout, lessons->pdata[i], runs, NULL);
  for (guint i = 0; i < ws_handout_get_n_items (handout); i++)
    {
      const WsHandoutItem *item = ws_handout_get_item (handout, i);

      if (item->style != WS_HANDOUT_CONTENTS || item->text == NULL)
        continue;
      n_contents++;
      g_assert_true (find_named (handout, item->link)->new_page);
    }
  g_assert_cmpuint (n_contents, ==, 3);
  g_assert_cmpstr (ws_handout_get_item (handout, 1)->text, ==, "3 lessons · 75 min");
}

/* A course takes hours: of lessons of 25 minutes. */
static void
test_course_time (void)
{
  static const struct {
    guint n;
    const char *said;
  } cases[] = { { 1, "1 lesson · 25 min" },
                { 4, "4 lessons · 100 min" },
                { 9, "9 lessons · 3 h 45 min" },
                { 12, "12 lessons · 5 h" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) lessons =
          g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_unref);
      g_autofree char *said = NULL;

      for (guint k = 0; k < cases[i].n; k++)
        g_ptr_array_add (lessons, make_lesson (5));
      said = ws_lesson_describe_course (lessons);
      g_assert_cmpstr (said, ==, cases[i].said);
    }
}

int
main (int argc, char **argv)
{
  static const ScratchTest files[] = { { "/handout/file", test_file } };
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, NULL);
  g_test_add_func ("/handout/pages", test_pages);
  g_test_add_func ("/handout/views", test_views);
  g_test_add_func ("/handout/links", test_links);
  g_test_add_func ("/handout/hidden", test_hidden);
  scratch_add_tests (files, G_N_ELEMENTS (files), "handout");
  g_test_add_func ("/handout/course", test_course);
  g_test_add_func ("/handout/course-time", test_course_time);
  status = g_test_run ();
  ws_catalog_unref (catalog);
  return status;
}
