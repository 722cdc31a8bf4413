/* A lesson read by value; each mistake by its place and sentence. */
#include "lesson/lesson.h"

#include <string.h>

static WsCatalog *catalog;

/* (transfer full) (nullable) */
static WsLesson *
read_text (const char *text, GPtrArray **problems)
{
  return ws_lesson_new_from_data ("test", text, strlen (text), catalog, problems);
}

static void
test_shipped (void)
{
  g_autofree char *text = NULL;
  gsize size;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsLesson) lesson = NULL;

  g_assert_true (g_file_get_contents (
      WS_SOURCE_DIR "/resources/lessons/why-kernel-1-diverges.lesson", &text, &size, NULL));
  lesson = ws_lesson_new_from_data ("why-kernel-1-diverges", text, size, catalog, &problems);
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *said = ws_lesson_problem_format (problems->pdata[i], "F");

      g_test_message ("%s", said);
    }
  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_nonnull (lesson);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, NULL);
  g_test_add_func ("/lesson/parse/shipped", test_shipped);
  (void)read_text;
  return g_test_run ();
}
