/* parse.c: the lines of an exercise: a title, keys below it, paragraphs, hints, and texts between
 * fences. */
#include "exercise/exercise.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

#define BOM   "\xef\xbb\xbf"
#define FENCE "```"
#define HINT  '!'

/* Of each block what stands behind its fence, and whether an exercise must have it. */
static const struct {
  const char *name;
  gboolean is_needed;
} blocks[WS_EXERCISE_N_BLOCKS] = {
  [WS_EXERCISE_CODE] = { "cuda", TRUE },
  [WS_EXERCISE_JOB] = { "wsjob", FALSE },
  [WS_EXERCISE_OUTPUT] = { "output", FALSE },
  [WS_EXERCISE_SOLUTION] = { "solution", TRUE },
};

/**
 * Reader:
 * @requirements: (element-type utf8): as they are written
 * @has_view: whether a view is named
 * @in_keys: whether the title has just been read, and what comes may be keys
 * @text: (nullable): the paragraph that is read
 * @is_hint: whether it is a hint
 * @place: where it begins
 * @fenced: (nullable): the text between fences that is read
 * @block: which; %WS_EXERCISE_N_BLOCKS of one that is passed over
 * @fence: where its fence stands
 * @places: of each block its fence's
 */
typedef struct {
  WsExercise *exercise;
  WsCatalog *catalog;
  GPtrArray *problems;
  GPtrArray *requirements;
  gboolean has_view;
  gboolean in_keys;
  GString *text;
  gboolean is_hint;
  WsLessonPlace place;
  GString *fenced;
  WsExerciseBlock block;
  WsLessonPlace fence;
  WsLessonPlace places[WS_EXERCISE_N_BLOCKS];
} Reader;

/* ---- paragraphs ---- */

static void
end_paragraph (Reader *self)
{
  static const WsLessonTextRules rules = { FALSE, 0 };
  g_autoptr (GString) read = g_steal_pointer (&self->text);
  GPtrArray *list = self->is_hint ? self->exercise->hints : self->exercise->words;
  WsLessonText *text;

  if (read == NULL)
    return;
  g_strchomp (read->str);
  if (*read->str == '\0')
    ws_lesson_problem_add (self->problems, self->place, _ ("“%c” needs text after it."), HINT);
  else if (self->exercise->title == NULL)
    ws_lesson_problem_add (
        self->problems, self->place,
        _ ("An exercise must begin with its title, as in “# A sum without bank conflicts”."));
  else if (self->is_hint && list->len == WS_EXERCISE_MAX_HINTS)
    ws_lesson_problem_add (self->problems, self->place,
                           _ ("An exercise can have at most %d hints."), WS_EXERCISE_MAX_HINTS);
  else
    {
      text = ws_lesson_text_new (read->str, self->place);
      ws_lesson_text_check (NULL, NULL, text, &rules, self->problems);
      g_ptr_array_add (list, text);
    }
}

/* "\\! not a hint" are words. */
static void
read_text (Reader *self, const char *line, WsLessonPlace place)
{
  gboolean is_hint = *line == HINT && (line[1] == ' ' || line[1] == '\t' || line[1] == '\0');
  gsize skipped = is_hint ? 1 + strspn (line + 1, " \t") : *line == '\\' ? 1 : 0;

  if (self->text != NULL && !is_hint)
    {
      g_string_append_printf (self->text, "\n%s", line);
      return;
    }
  end_paragraph (self);
  place.column += (guint)skipped;
  self->text = g_string_new (line + skipped);
  self->is_hint = is_hint;
  self->place = place;
}

/* ---- keys ---- */

/* Each by itself, so that what is wrong with it has its place; several stand between semicolons. */
static void
take_requirements (Reader *self, const char *value, WsLessonPlace place)
{
  g_auto (GStrv) pieces = g_strsplit (value, ";", -1);

  for (guint i = 0; pieces[i] != NULL; i++)
    {
      const char *one[] = { NULL, NULL };
      WsLessonPlace at = place;
      g_autoptr (GError) error = NULL;
      g_autoptr (WsGate) gate = NULL;

      at.column += (guint)g_utf8_strlen (pieces[i], (gssize)strspn (pieces[i], " \t"));
      place.column += (guint)g_utf8_strlen (pieces[i], -1) + 1;
      one[0] = g_strstrip (pieces[i]);
      gate = ws_gate_new (one, NULL, NULL, &error);
      if (gate == NULL)
        ws_lesson_problem_add (self->problems, at, "%s", error->message);
      else if (self->requirements->len == WS_EXERCISE_MAX_REQUIREMENTS)
        ws_lesson_problem_add (self->problems, at,
                               _ ("An exercise can have at most %d requirements."),
                               WS_EXERCISE_MAX_REQUIREMENTS);
      else
        g_ptr_array_add (self->requirements, g_strdup (one[0]));
    }
}

static void
take_kernels (Reader *self, const char *value, WsLessonPlace place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsGate) gate = ws_gate_new (NULL, value, NULL, &error);

  if (gate == NULL)
    ws_lesson_problem_add (self->problems, place, "%s", error->message);
  else if (self->exercise->kernels != NULL)
    ws_lesson_problem_add (self->problems, place, _ ("“%s” is set already."), "kernels");
  else
    self->exercise->kernels = g_strdup (value);
}

static void
take_device (Reader *self, const char *value, WsLessonPlace place)
{
  g_autoptr (GError) error = NULL;
  const WsSpec *spec = ws_catalog_find_spec (self->catalog, value, &error);

  if (spec == NULL)
    ws_lesson_problem_add (self->problems, place, "%s", error->message);
  else if (self->exercise->spec != NULL)
    ws_lesson_problem_add (self->problems, place, _ ("“%s” is set already."), "device");
  else
    self->exercise->spec = g_strdup (value);
}

static void
take_view (Reader *self, const char *value, WsLessonPlace place)
{
  if (self->has_view)
    ws_lesson_problem_add (self->problems, place, _ ("“%s” is set already."), "view");
  else if (!ws_view_parse (value, &self->exercise->view))
    ws_lesson_problem_add (self->problems, place,
                           _ ("“%s” is not a view of a run, as “tree” is, or “memory”."), value);
  self->has_view = TRUE;
}

static const struct {
  const char *name;
  void (*take) (Reader *self, const char *value, WsLessonPlace place);
} keys[] = {
  { "requires", take_requirements },
  { "kernels", take_kernels },
  { "device", take_device },
  { "view", take_view },
};

static void
take_key (Reader *self, const char *name, WsLessonPlace place, const char *value,
          WsLessonPlace value_place)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      if (g_ascii_strcasecmp (keys[i].name, name) != 0)
        continue;
      if (*value == '\0')
        ws_lesson_problem_add (self->problems, place, _ ("“%s:” needs a value."), keys[i].name);
      else
        keys[i].take (self, value, value_place);
      return;
    }
  ws_lesson_problem_add (self->problems, place,
                         _ ("Unknown key “%s”; known are requires, kernels, device and view. Text "
                            "starts after an empty line."),
                         name);
}

/* Whether it is "name: value". */
static gboolean
read_key (Reader *self, const char *line, WsLessonPlace place)
{
  gsize length = strspn (line, G_CSET_A_2_Z G_CSET_a_2_z "-");
  const char *colon = line + length + strspn (line + length, " \t");
  g_autofree char *name = NULL;
  WsLessonPlace value_place = place;

  if (length == 0 || line[0] == '-' || *colon != ':')
    return FALSE;
  name = g_strndup (line, length);
  colon++;
  colon += strspn (colon, " \t");
  value_place.column += (guint)(colon - line);
  take_key (self, name, place, colon, value_place);
  return TRUE;
}

static void
read_heading (Reader *self, const char *line, WsLessonPlace place)
{
  gsize depth = strspn (line, "#");
  g_autofree char *title = g_strstrip (g_strdup (line + depth));

  end_paragraph (self);
  self->in_keys = TRUE;
  if (depth > 1 || self->exercise->title != NULL)
    ws_lesson_problem_add (self->problems, place, _ ("An exercise has one title, and no steps."));
  else if (*title == '\0')
    ws_lesson_problem_add (self->problems, place, _ ("The exercise has no title."));
  else
    self->exercise->title = g_steal_pointer (&title);
}

/* ---- between fences ---- */

static void
begin_block (Reader *self, const char *line, WsLessonPlace place)
{
  g_autofree char *name = g_strstrip (g_strdup (line + strlen (FENCE)));

  end_paragraph (self);
  self->in_keys = FALSE;
  self->fenced = g_string_new (NULL);
  self->fence = place;
  self->block = 0;
  while (self->block < WS_EXERCISE_N_BLOCKS && !g_str_equal (blocks[self->block].name, name))
    self->block++;
  place.column += (guint)strlen (FENCE);
  if (self->block == WS_EXERCISE_N_BLOCKS)
    ws_lesson_problem_add (self->problems, place,
                           _ ("“```” is followed by cuda, wsjob, output or solution, not “%s”."),
                           name);
  else if (self->exercise->blocks[self->block] != NULL)
    {
      ws_lesson_problem_add (self->problems, place, _ ("The exercise has “%s” already."), name);
      self->block = WS_EXERCISE_N_BLOCKS;
    }
}

static void
end_block (Reader *self)
{
  g_autoptr (GString) fenced = g_steal_pointer (&self->fenced);

  if (self->block == WS_EXERCISE_N_BLOCKS)
    return;
  if (fenced->str[strspn (fenced->str, " \t\n")] == '\0')
    ws_lesson_problem_add (self->problems, self->fence, _ ("The fenced block is empty."));
  self->exercise->blocks[self->block] = g_strdup (fenced->str);
  self->places[self->block] = self->fence;
}

/* An exercise names no file, and what comes out is never left to what is tried. */
static void
check_job_line (Reader *self, const char *line, WsLessonPlace place)
{
  const char *equals = strchr (line, '=');
  g_autofree char *key = equals != NULL ? g_strndup (line, (gsize)(equals - line)) : NULL;
  const char *value = equals != NULL ? equals + 1 + strspn (equals + 1, " \t") : "";
  gsize length = strcspn (value, " \t");

  if (key == NULL)
    return;
  g_strstrip (key);
  place.column += (guint)g_utf8_strlen (line, value - line);
  if ((g_str_equal (key, "contents") || g_str_equal (key, "expect")) && length == strlen ("file")
      && g_str_has_prefix (value, "file"))
    ws_lesson_problem_add (self->problems, place,
                           _ ("An exercise cannot name a file: write the values themselves."));
  else if (g_str_equal (key, "expect") && length == strlen ("before")
           && g_str_has_prefix (value, "before"))
    ws_lesson_problem_add (self->problems, place,
                           _ ("An exercise cannot expect what came out before."));
}

static void
read_fenced (Reader *self, const char *line, WsLessonPlace place)
{
  g_autofree char *end = g_strchomp (g_strdup (line));

  if (g_str_equal (end, FENCE))
    {
      end_block (self);
      return;
    }
  if (self->block == WS_EXERCISE_JOB)
    check_job_line (self, line, place);
  g_string_append (self->fenced, line);
  g_string_append_c (self->fenced, '\n');
}

/* ---- lines ---- */

static void
read_line (Reader *self, char *line, WsLessonPlace place)
{
  if (self->fenced != NULL)
    {
      read_fenced (self, line, place);
      return;
    }
  g_strchomp (line);
  if (line[strspn (line, " \t")] == '\0')
    {
      end_paragraph (self);
      self->in_keys = FALSE;
    }
  else if (g_str_has_prefix (line, FENCE))
    begin_block (self, line, place);
  else if (ws_lesson_is_heading (line))
    read_heading (self, line, place);
  else if (!self->in_keys || !read_key (self, line, place))
    {
      self->in_keys = FALSE;
      read_text (self, line, place);
    }
}

static void
read_lines (Reader *self, char *data)
{
  WsLessonPlace place = { 1, 1 };

  for (char *line = data; line != NULL; place.line++)
    {
      char *end = strchr (line, '\n');

      if (end != NULL)
        *end = '\0';
      read_line (self, line, place);
      line = end != NULL ? end + 1 : NULL;
    }
  end_paragraph (self);
  if (self->fenced != NULL)
    {
      ws_lesson_problem_add (self->problems, self->fence, _ ("“```” is not closed."));
      end_block (self);
    }
}

/* ---- the whole ---- */

static gboolean
check_bytes (const char *data, gsize size, GPtrArray *problems)
{
  const char *end;

  if (size > WS_EXERCISE_MAX_BYTES)
    ws_lesson_problem_add (problems, (WsLessonPlace){ 1, 1 },
                           _ ("An exercise can have at most %u bytes; this has more."),
                           WS_EXERCISE_MAX_BYTES);
  else if (!g_utf8_validate (data, (gssize)size, &end))
    ws_lesson_problem_add (problems, ws_lesson_find_place (data, end),
                           _ ("The exercise is not UTF-8 text."));
  else
    return TRUE;
  return FALSE;
}

static void
check_whole (Reader *self)
{
  static const WsLessonPlace top = { 1, 1 };
  const WsExercise *exercise = self->exercise;

  if (exercise->title == NULL)
    ws_lesson_problem_add (
        self->problems, top,
        _ ("An exercise must begin with its title, as in “# A sum without bank conflicts”."));
  if (exercise->words->len == 0)
    ws_lesson_problem_add (self->problems, top, _ ("The exercise does not say what to do."));
  if (self->requirements->len == 0)
    ws_lesson_problem_add (self->problems, top,
                           _ ("Nothing is required: add “requires: result” below the title."));
  for (guint i = 0; i < WS_EXERCISE_N_BLOCKS; i++)
    if (blocks[i].is_needed && exercise->blocks[i] == NULL)
      ws_lesson_problem_add (self->problems, top, _ ("The exercise has no “```%s”."),
                             blocks[i].name);
  if (exercise->blocks[WS_EXERCISE_JOB] != NULL && exercise->blocks[WS_EXERCISE_OUTPUT] != NULL)
    ws_lesson_problem_add (self->problems, self->places[WS_EXERCISE_OUTPUT],
                           _ ("Only a main () prints, and with “```wsjob” it does not run."));
}

/**
 * ws_exercise_new_from_data:
 * @id: of files and command lines; copied
 * @data: (array length=size): a file of an exercise; any bytes
 * @catalog: that has the virtual GPUs
 * @problems: (out) (transfer full) (element-type WsLessonProblem): all that is wrong, in the order
 * of the lines; empty where nothing is
 *
 * Reads an exercise and checks all of it that can be checked before anything runs.
 *
 * Returns: (transfer full) (nullable): the exercise; %NULL if @problems has an error
 */
WsExercise *
ws_exercise_new_from_data (const char *id, const char *data, gsize size, WsCatalog *catalog,
                           GPtrArray **problems)
{
  g_autoptr (WsExercise) exercise = NULL;
  g_autofree char *copy = NULL;
  Reader self = { 0 };

  g_return_val_if_fail (id != NULL && catalog != NULL && problems != NULL, NULL);

  *problems = g_ptr_array_new ();
  if (!check_bytes (data, size, *problems))
    return NULL;
  exercise = ws_exercise_new (id);
  self = (Reader){ .exercise = exercise,
                   .catalog = catalog,
                   .problems = *problems,
                   .requirements = g_ptr_array_new_with_free_func (g_free) };
  copy = g_strndup (data, size);
  /* some editors begin a text with a mark of its encoding */
  read_lines (&self, copy + (g_str_has_prefix (copy, BOM) ? strlen (BOM) : 0));
  check_whole (&self);
  g_ptr_array_add (self.requirements, NULL);
  exercise->requirements = (char **)g_ptr_array_free (self.requirements, FALSE);
  if (exercise->spec == NULL)
    exercise->spec = g_strdup (WS_CATALOG_USUAL_SPEC);
  ws_lesson_problems_sort (*problems);
  return ws_lesson_problems_count (*problems, FALSE) == 0 ? g_steal_pointer (&exercise) : NULL;
}
