/* exercise.c: any bytes as an exercise. Of one that can be read, all that is shown is formatted. */
#include "fuzz.h"

#include "exercise/exercise.h"

#include <pango/pango.h>

static const char *const words[] = {
  "# T\n",
  "requires: result\n",
  "requires: races == 0; launches <= 1\n",
  "requires: bank-conflicts < 3\n",
  "requires: mistakes >= 1\n",
  "requires: duration == 1\n",
  "kernels: sum.*\n",
  "kernels: (\n",
  "device: k40c\n",
  "\n\nWords.\n",
  "\n! hint\n",
  "\n\\! none\n",
  "```cuda\n__global__ void f () {}\n```\n",
  "```wsjob\n[buffer a]\nexpect=kernel b\n```\n",
  "```wsjob\ncontents=file a\n```\n",
  "```output\n1\n```\n",
  "```solution\n__global__ void f () {}\n```\n",
  "```\n",
  "<b>",
  "</b>",
  "<tt>",
  "&amp;",
  "{block}",
};

void
ws_fuzz_exercise (const guint8 *data, gsize size)
{
  static WsCatalog *catalog; /* of every input: reading it takes longer than an exercise */
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsExercise) exercise = NULL;
  g_autoptr (WsGate) gate = NULL;
  g_autofree char *asked = NULL;
  g_auto (GStrv) paragraphs = NULL;

  if (catalog == NULL)
    catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  exercise = ws_exercise_new_from_data ("fuzz", (const char *)data, size, catalog, &problems);
  g_assert_true ((exercise == NULL) == (ws_lesson_problems_count (problems, FALSE) > 0));
  for (guint i = 0; i < problems->len; i++)
    ws_fuzz_hear (ws_lesson_problem_format (problems->pdata[i], "F"));
  if (exercise == NULL)
    return;
  gate = ws_exercise_make_gate (exercise);
  asked = ws_exercise_dup_words (exercise);
  paragraphs = g_strsplit (asked, "\n", -1);
  g_assert_cmpuint (g_strv_length (paragraphs), ==, exercise->words->len);
  for (guint i = 0; paragraphs[i] != NULL; i++)
    g_assert_true (pango_parse_markup (paragraphs[i], -1, 0, NULL, NULL, NULL, NULL));
  for (guint i = 0; i < exercise->hints->len; i++)
    {
      g_autofree char *markup = ws_exercise_dup_hint (exercise, i);

      g_assert_true (pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, NULL));
    }
}

gsize
ws_fuzz_exercise_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_text (data, size, max_size, seed, words, G_N_ELEMENTS (words));
}
