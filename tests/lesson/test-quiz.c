/* In which order answers are offered: the same for a question everywhere, its own for each
 * question, and of all that are shipped the right one stands at each place about equally often. And
 * what tells the right one by its form, which test-shipped.c looks for. */
#include "form.h"
#include "lesson-fixture.h"
#include "paths.h"

#include "lesson/lesson-store.h"

#include <string.h>

#define FOLDER WS_SOURCE_DIR "/resources/lessons"

#define STEP(TITLE, KEYS) \
  "## " TITLE "\nview: words\n" KEYS "\nW\n\n? Q\n- a\n- b\n* c\n- d\n= R\n\n"

static WsCatalog *catalog;

/* (transfer full): "c a d b" */
static char *
list_answers (const WsLesson *lesson, guint step)
{
  GPtrArray *answers = ws_lesson_get_step (lesson, step)->answers;
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < answers->len; i++)
    {
      const WsLessonAnswer *answer = g_ptr_array_index (answers, i);

      g_assert_true (answer->is_right == g_str_equal (answer->text.text, "c"));
      g_string_append_printf (all, "%s%s", i > 0 ? " " : "", answer->text.text);
    }
  return g_string_free (all, FALSE);
}

static void
check (const char *id, guint step, const char *expected)
{
  static const char text[] = "# T\n" STEP ("One", "") STEP ("Two", "")
      STEP ("Three", "answers: in order\n") STEP ("Four", "answers: Shuffled\n");
  g_autoptr (WsLesson) lesson = lesson_fixture_read (catalog, id, text);
  g_autofree char *all = list_answers (lesson, step);

  g_assert_cmpstr (all, ==, expected);
}

/* By value: what a handout has that was printed last year is what a window shows today. */
static void
test_order (void)
{
  check ("why", 0, "b c a d");
  check ("why", 1, "d c b a");
  check ("why", 2, "a b c d");
  check ("why", 3, "c a b d");
  check ("how", 0, "c b a d");
  check ("how", 1, "a d c b");
  check ("how", 2, "a b c d");
}

/* ---- those that are shipped ---- */

static int
find_right (const WsLessonStep *step)
{
  for (guint i = 0; i < step->answers->len; i++)
    if (((const WsLessonAnswer *)g_ptr_array_index (step->answers, i))->is_right)
      return (int)i;
  return -1;
}

/* Who always takes the one in the middle is right as often as who throws dice. */
static void
test_places (void)
{
  g_autoptr (GDir) folder = g_dir_open (FOLDER, 0, NULL);
  guint counts[3] = { 0 };
  guint n = 0;
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (FOLDER, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (WsLesson) lesson = ws_lesson_store_read (catalog, file, &problems, NULL);

      g_assert_nonnull (lesson);
      for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
        {
          const WsLessonStep *step = ws_lesson_get_step (lesson, i);

          if (step->answers->len != 3)
            continue;
          counts[find_right (step)]++;
          n++;
        }
    }
  g_test_message ("%u questions: %u, %u, %u", n, counts[0], counts[1], counts[2]);
  g_assert_cmpuint (n, >, 100);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_assert_cmpuint (100 * counts[i], >=, 25 * n);
      g_assert_cmpuint (100 * counts[i], <=, 42 * n);
    }
}

/* ---- form ---- */

static void
test_form (void)
{
  static const struct {
    const char *answers[4]; /* the first is right */
    const char *said;
  } cases[] = {
    { { "19.0\u00a0%", "Nearly always", "About half" }, "“19.0\u00a0%” alone has digits" },
    { { "Nine", "All of them", "Every other one" }, "“Nine” alone is a number" },
    { { "About <b>half</b>", "Nearly all", "None" }, "“About half” alone is a number" },
    { { "2.5", "2", "3" }, "“2.5” alone has a decimal" },
    { { "16 bytes", "16", "4" }, "“16 bytes” alone has a unit" },
    { { "No: fewer are left", "Yes", "No" }, "“No: fewer are left” alone says why" },
    { { "Because others may still read it", "It is slow", "It is not" },
      "“Because others may still read it” is longer than the others" },
    { { "19.0\u00a0%", "33.3\u00a0%", "100.0\u00a0%" }, NULL },
    { { "128", "1", "2" }, NULL },
    { { "One", "Two", "Twenty-five" }, NULL },
    { { "No: fewer are left", "Yes: more are left" }, NULL },
    { { "Neither", "The left one: it is full", "The right one" }, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *said = form_find_giveaway (cases[i].answers, 0);

      g_assert_cmpstr (said, ==, cases[i].said);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, NULL);
  g_test_add_func ("/lesson/quiz/order", test_order);
  g_test_add_func ("/lesson/quiz/places", test_places);
  g_test_add_func ("/lesson/quiz/form", test_form);
  status = g_test_run ();
  ws_catalog_unref (catalog);
  return status;
}
