/* An exercise read by value; each mistake by its place and its sentence. */
#include "exercise/exercise.h"

#include <string.h>

static WsCatalog *catalog;

/* What an exercise ends with, where nothing of it is wrong. */
#define CODE "```cuda\nint a;\n```\n```solution\nint b;\n```\n"

/* (transfer full) (nullable) */
static WsExercise *
read_text (const char *text, GPtrArray **problems)
{
  return ws_exercise_new_from_data ("test", text, strlen (text), catalog, problems);
}

static const char *
get_text (GPtrArray *texts, guint i)
{
  g_assert_cmpuint (i, <, texts->len);
  return ((const WsLessonText *)g_ptr_array_index (texts, i))->text;
}

static const char whole[] = "\xef\xbb\xbf# A title\r\n"
                            "requires: result; races == 0\r\n"
                            "requires: bank-conflicts <= 3\n"
                            "kernels: sum.*\n"
                            "device: k40c\n"
                            "view: memory\n"
                            "What to do,\n"
                            "in <b>two</b> lines: { and {{.\n"
                            "\n"
                            "\\! no hint\n"
                            "! one hint\n"
                            "of two lines\n"
                            "! another\n"
                            "\n"
                            "```cuda\n"
                            "# if 1\n"
                            "! a = b;\n"
                            "# endif\n"
                            "```\n"
                            "```wsjob\n"
                            "[buffer a]\n"
                            "expect=kernel b\n"
                            "```\n"
                            "```solution\n"
                            "``` of a comment\n"
                            "\n"
                            "int s;\n"
                            "```";

static void
test_whole (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsExercise) self = read_text (whole, &problems);
  g_auto (GStrv) requirements = NULL;
  g_autoptr (WsGate) gate = NULL;

  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpstr (self->id, ==, "test");
  g_assert_cmpstr (self->title, ==, "A title");
  g_assert_cmpstr (self->spec, ==, "k40c");
  g_assert_cmpstr (self->kernels, ==, "sum.*");
  g_assert_cmpuint (self->view, ==, WS_VIEW_MEMORY);
  g_assert_cmpuint (self->words->len, ==, 2);
  g_assert_cmpstr (get_text (self->words, 0), ==, "What to do,\nin <b>two</b> lines: { and {{.");
  g_assert_cmpstr (get_text (self->words, 1), ==, "! no hint");
  g_assert_cmpuint (self->hints->len, ==, 2);
  g_assert_cmpstr (get_text (self->hints, 0), ==, "one hint\nof two lines");
  g_assert_cmpstr (get_text (self->hints, 1), ==, "another");
  g_assert_cmpstr (self->blocks[WS_EXERCISE_CODE], ==, "# if 1\n! a = b;\n# endif\n");
  g_assert_cmpstr (self->blocks[WS_EXERCISE_JOB], ==, "[buffer a]\nexpect=kernel b\n");
  g_assert_cmpstr (self->blocks[WS_EXERCISE_SOLUTION], ==, "``` of a comment\n\nint s;\n");
  g_assert_null (self->blocks[WS_EXERCISE_OUTPUT]);
  requirements = ws_exercise_list_requirements (self);
  g_assert_cmpuint (g_strv_length (requirements), ==, 4);
  g_assert_cmpstr (requirements[1], ==, "races == 0");
  g_assert_cmpstr (requirements[3], ==, "mistakes == 0");
  gate = ws_exercise_make_gate (self);
  g_assert_nonnull (gate);
}

/* What an exercise says of mistakes itself holds alone. */
static void
test_mistakes_wanted (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsExercise) self = read_text ("# T\nrequires: mistakes >= 1\n\nW\n" CODE, &problems);
  g_auto (GStrv) requirements = ws_exercise_list_requirements (self);

  g_assert_cmpuint (g_strv_length (requirements), ==, 1);
  g_assert_cmpstr (self->spec, ==, "h200");
  g_assert_cmpuint (self->view, ==, WS_VIEW_TREE);
}

static const struct {
  const char *text;
  const char *said;
} mistakes[] = {
  { "", "1:1: An exercise must begin with its title, as in “# A sum without bank conflicts”." },
  { "W\n# T\nrequires: result\n" CODE,
    "1:1: An exercise must begin with its title, as in “# A sum without bank conflicts”." },
  { "#\nrequires: result\n\nW\n" CODE, "1:1: The exercise has no title." },
  { "# T\nrequires: result\n\nW\n## S\n" CODE, "5:1: An exercise has one title, and no steps." },
  { "# T\nrequires: result\n\nW\n# U\n" CODE, "5:1: An exercise has one title, and no steps." },
  { "# T\nrequires: result\n" CODE, "1:1: The exercise does not say what to do." },
  { "# T\n\nW\n" CODE, "1:1: Nothing is required: add “requires: result” below the title." },
  { "# T\nrequires:\n\nW\n" CODE, "2:1: “requires:” needs a value." },
  { "# T\nrequires: result;  races = 0\n\nW\n" CODE,
    "2:20: “races = 0” is no requirement: write “result”, or a name, a sign and a number, as in "
    "“races == 0”." },
  { "# T\nrequires: duration <= 3\n\nW\n" CODE,
    "2:11: “duration” is modelled, and cannot be required: it changes with the model. Only what is "
    "counted can." },
  { "# T\nrequires: launches <= x\n\nW\n" CODE, "2:11: “launches <= x” does not end in a number." },
  { "# T\nrequires: result\nneeds: 1\n\nW\n" CODE,
    "3:1: Unknown key “needs”; known are requires, kernels, device and view. Text starts after an "
    "empty line." },
  { "# T\nrequires: result\nkernels: a\nkernels: b\n\nW\n" CODE,
    "4:10: “kernels” is set already." },
  { "# T\nrequires: result\nview: lanes\nview: tree\n\nW\n" CODE, "4:7: “view” is set already." },
  { "# T\nrequires: result\nview: words\n\nW\n" CODE,
    "3:7: “words” is not a view of a run, as “tree” is, or “memory”." },
  { "# T\nrequires: result\ndevice: h200\ndevice: k40c\n\nW\n" CODE,
    "4:9: “device” is set already." },
  { "# T\nrequires: result\n\nW <blink>\n" CODE,
    "4:3: Unknown tag “<blink”: use <b>, <i>, <u>, <s>, <tt>, <sub> or <sup>; write a literal “<” "
    "as “&lt;”." },
  { "# T\nrequires: result\n\nW\n!\n" CODE, "5:2: “!” needs text after it." },
  { "# T\nrequires: result\n\nW\n```cuda\na\n```\n", "1:1: The exercise has no “```solution”." },
  { "# T\nrequires: result\n\nW\n```solution\na\n```\n", "1:1: The exercise has no “```cuda”." },
  { "# T\nrequires: result\n\nW\n" CODE "```cuda\nb\n```\n",
    "11:4: The exercise has “cuda” already." },
  { "# T\nrequires: result\n\nW\n" CODE "```python\nb\n```\n",
    "11:4: “```” is followed by cuda, wsjob, output or solution, not “python”." },
  { "# T\nrequires: result\n\nW\n" CODE "```wsjob\nb\n", "11:1: “```” is not closed." },
  { "# T\nrequires: result\n\nW\n" CODE "```output\n \n```\n", "11:1: The fenced block is empty." },
  { "# T\nrequires: result\n\nW\n" CODE "```wsjob\ncontents = file /etc/passwd\n```\n",
    "12:12: An exercise cannot name a file: write the values themselves." },
  { "# T\nrequires: result\n\nW\n" CODE "```wsjob\nexpect=before\n```\n",
    "12:8: An exercise cannot expect what came out before." },
  { "# T\nrequires: result\n\nW\n" CODE "```wsjob\na\n```\n```output\nb\n```\n",
    "14:1: Only a main () prints, and with “```wsjob” it does not run." },
  { "# T\nrequires: result\n\n\xff\n" CODE, "4:1: The exercise is not UTF-8 text." },
};

static void
test_mistakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (WsExercise) self = read_text (mistakes[i].text, &problems);
      g_autofree char *expected = g_strconcat ("F:", mistakes[i].said, NULL);
      gboolean found = FALSE;

      g_assert_null (self);
      g_assert_cmpuint (problems->len, >, 0);
      for (guint k = 0; k < problems->len; k++)
        {
          g_autofree char *said = ws_lesson_problem_format (problems->pdata[k], "F");

          g_test_message ("%s", said);
          found |= g_str_equal (said, expected);
        }
      g_test_message ("expected: %s", expected);
      g_assert_true (found);
    }
}

static void
test_limits (void)
{
  g_autoptr (GString) hints = g_string_new ("# T\nrequires: result\n\nW\n");
  g_autoptr (GString) requirements = g_string_new ("# T\nrequires: result");
  g_autofree char *large = g_strnfill (WS_EXERCISE_MAX_BYTES + 1, 'x');

  for (guint i = 0; i <= WS_EXERCISE_MAX_HINTS; i++)
    g_string_append (hints, "! hint\n");
  g_string_append (hints, CODE);
  for (guint i = 0; i < WS_EXERCISE_MAX_REQUIREMENTS; i++)
    g_string_append (requirements, ";result");
  g_string_append (requirements, "\n\nW\n" CODE);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GPtrArray) problems = NULL;
      const char *text = i == 0 ? large : i == 1 ? hints->str : requirements->str;
      g_autoptr (WsExercise) self = read_text (text, &problems);

      g_assert_null (self);
      g_assert_cmpuint (problems->len, ==, 1);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  g_test_add_func ("/exercise/parse/whole", test_whole);
  g_test_add_func ("/exercise/parse/mistakes-wanted", test_mistakes_wanted);
  g_test_add_func ("/exercise/parse/mistakes", test_mistakes);
  g_test_add_func ("/exercise/parse/limits", test_limits);
  return g_test_run ();
}
