/* parse.c: the lines of a lesson: headings, keys below them, paragraphs with a mark or without. */
#include "lesson/lesson-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_ANSWERS 6 /* that fit on a slide */

/* The kind of a paragraph, by its mark. */
typedef enum {
  PARAGRAPH_WORDS,
  PARAGRAPH_QUESTION,
  PARAGRAPH_WRONG,
  PARAGRAPH_RIGHT,
  PARAGRAPH_REVEAL,
  PARAGRAPH_NOTES,
} Paragraph;

static const char marks[] = {
  [PARAGRAPH_QUESTION] = '?', [PARAGRAPH_WRONG] = '-', [PARAGRAPH_RIGHT] = '*',
  [PARAGRAPH_REVEAL] = '=',   [PARAGRAPH_NOTES] = '>',
};

/**
 * Reader:
 * @keys: of the step
 * @lesson_keys: of the lesson
 * @step: (nullable): that is read; %NULL before the first
 * @in_keys: whether a heading has just been read, and what comes may be keys
 * @text: (nullable): the paragraph that is read
 * @paragraph: what it is
 * @place: where it begins
 * @plain: what a paragraph without a mark is; a question where there must be none
 */
typedef struct {
  WsLesson *lesson;
  GPtrArray *problems;
  WsLessonKeys keys;
  WsLessonKeys lesson_keys;
  WsLessonStep *step;
  gboolean in_keys;
  GString *text;
  Paragraph paragraph;
  WsLessonPlace place;
  Paragraph plain;
} Reader;

/* ---- paragraphs ---- */

static void
take_question (Reader *self)
{
  if (self->step->question != NULL)
    ws_lesson_problem_add (self->problems, self->place,
                           _ ("The step has a question already: use another step."));
  else
    self->step->question = ws_lesson_text_new (self->text->str, self->place);
}

static void
take_answer (Reader *self)
{
  WsLessonStep *step = self->step;

  if (step->question == NULL)
    ws_lesson_problem_add (
        self->problems, self->place,
        _ ("These answers have no question; to begin text with “-” or “*”, put “\\” before it."));
  else if (step->reveal->len > 0)
    ws_lesson_problem_add (self->problems, self->place,
                           _ ("Answers must come before the text to reveal."));
  else if (step->answers->len == MAX_ANSWERS)
    ws_lesson_problem_add (self->problems, self->place,
                           ngettext ("A question can have at most %d answer.",
                                     "A question can have at most %d answers.", MAX_ANSWERS),
                           MAX_ANSWERS);
  else
    g_ptr_array_add (step->answers, ws_lesson_answer_new (self->text->str, self->place,
                                                          self->paragraph == PARAGRAPH_RIGHT));
}

static void
take_about (Reader *self)
{
  if (self->lesson->title == NULL)
    ws_lesson_problem_add (
        self->problems, self->place,
        _ ("A lesson must begin with its title, as in “# Why kernel 1 diverges”."));
  else if (self->paragraph != PARAGRAPH_WORDS)
    ws_lesson_problem_add (self->problems, self->place,
                           _ ("“%c” must be in a step, which begins with “## ” and its title."),
                           marks[self->paragraph]);
  else if (self->lesson->about != NULL)
    ws_lesson_problem_add (self->problems, self->place,
                           _ ("The introduction of a lesson must be one paragraph; a step begins "
                              "with “## ” and its title."));
  else
    self->lesson->about = ws_lesson_text_new (self->text->str, self->place);
}

static void
end_paragraph (Reader *self)
{
  g_autoptr (GString) text = self->text;
  GPtrArray *list;

  if (text == NULL)
    return;
  g_strchomp (text->str);
  if (*text->str == '\0')
    ws_lesson_problem_add (self->problems, self->place, _ ("“%c” needs text after it."),
                           marks[self->paragraph]);
  else if (self->step == NULL)
    take_about (self);
  else if (self->paragraph == PARAGRAPH_QUESTION)
    take_question (self);
  else if (self->paragraph == PARAGRAPH_WRONG || self->paragraph == PARAGRAPH_RIGHT)
    take_answer (self);
  else
    {
      list = self->paragraph == PARAGRAPH_WORDS    ? self->step->words
             : self->paragraph == PARAGRAPH_REVEAL ? self->step->reveal
                                                   : self->step->notes;
      g_ptr_array_add (list, ws_lesson_text_new (text->str, self->place));
    }
  self->text = NULL;
}

static void
begin_paragraph (Reader *self, Paragraph paragraph, const char *text, WsLessonPlace place)
{
  end_paragraph (self);
  self->text = g_string_new (text);
  self->paragraph = paragraph;
  self->place = place;
}

/* A paragraph without a mark continues the kind of the previous one: text, or the reveal. */
static void
begin_plain (Reader *self, const char *line, WsLessonPlace place)
{
  gboolean is_late = self->plain == PARAGRAPH_QUESTION;

  if (is_late)
    ws_lesson_problem_add (
        self->problems, place,
        _ ("Text must come before the question; begin the text to reveal with “=”."));
  /* "\\- minus" are words */
  place.column += *line == '\\';
  begin_paragraph (self, is_late ? PARAGRAPH_REVEAL : self->plain, line + (*line == '\\'), place);
}

/* The kind of a paragraph without a mark after one with a mark: notes do not count. */
static Paragraph
get_plain (const Reader *self, Paragraph paragraph)
{
  if (paragraph == PARAGRAPH_NOTES)
    return self->plain;
  return paragraph == PARAGRAPH_REVEAL ? PARAGRAPH_REVEAL : PARAGRAPH_QUESTION;
}

/* ---- steps ---- */

static void
check_answers (const Reader *self)
{
  const WsLessonStep *step = self->step;
  guint n_right = 0;

  if (step->answers->len == 0)
    return;
  for (guint i = 0; i < step->answers->len; i++)
    {
      const WsLessonAnswer *answer = g_ptr_array_index (step->answers, i);

      n_right += answer->is_right;
      if (answer->is_right && n_right == 2)
        ws_lesson_problem_add (self->problems, answer->text.place,
                               _ ("Only one answer can be the right one."));
    }
  if (n_right == 0)
    ws_lesson_problem_add (self->problems, step->question->place,
                           _ ("No answer is marked as right: put “*” before it."));
  if (step->answers->len == 1)
    ws_lesson_problem_add (self->problems, step->question->place,
                           _ ("One answer is no choice: give several, or none."));
}

static void
check_texts (const Reader *self, GPtrArray *texts, const WsLessonTextRules *rules)
{
  for (guint i = 0; i < texts->len; i++)
    ws_lesson_text_check (self->lesson, self->step, g_ptr_array_index (texts, i), rules,
                          self->problems);
}

static void
check_order (const Reader *self)
{
  const WsLessonStep *step = self->step;

  if (step->words->len == 0)
    ws_lesson_problem_add (self->problems, step->place, _ ("The step has no text."));
  if (step->question != NULL && step->reveal->len == 0)
    ws_lesson_problem_add (self->problems, step->question->place,
                           _ ("No text to reveal: begin the answer to the question with “=”."));
  if (step->question == NULL && step->emphasis.hide == 0 && step->reveal->len > 0)
    ws_lesson_problem_add (self->problems,
                           ((const WsLessonText *)g_ptr_array_index (step->reveal, 0))->place,
                           _ ("Nothing to reveal: the step asks no question and hides nothing."));
}

/* Answers may be wrong, and mention hidden values among others; notes are only for the lecturer. */
static void
check_words (const Reader *self)
{
  const WsLessonStep *step = self->step;
  const WsLessonTextRules before = { TRUE, step->emphasis.hide };
  const WsLessonTextRules after = { TRUE, 0 };
  const WsLessonTextRules aside = { FALSE, 0 };

  check_order (self);
  check_answers (self);
  check_texts (self, step->words, &before);
  if (step->question != NULL)
    ws_lesson_text_check (self->lesson, step, step->question, &before, self->problems);
  for (guint i = 0; i < step->answers->len; i++)
    {
      const WsLessonAnswer *answer = g_ptr_array_index (step->answers, i);

      ws_lesson_text_check (self->lesson, step, &answer->text, &aside, self->problems);
    }
  check_texts (self, step->reveal, &after);
  check_texts (self, step->notes, &aside);
}

static void
end_step (Reader *self)
{
  end_paragraph (self);
  if (self->step == NULL)
    return;
  ws_lesson_keys_fill_step (&self->keys, self->lesson, self->step, self->problems);
  check_words (self);
  if (!self->step->keeps_order)
    ws_lesson_answers_shuffle (self->step->answers, self->lesson->id, self->lesson->steps->len);
  g_ptr_array_add (self->lesson->steps, g_steal_pointer (&self->step));
}

static void
begin_step (Reader *self, const char *title, WsLessonPlace place)
{
  end_step (self);
  if (self->lesson->title == NULL)
    ws_lesson_problem_add (
        self->problems, place,
        _ ("A lesson must begin with its title, as in “# Why kernel 1 diverges”."));
  if (*title == '\0')
    ws_lesson_problem_add (self->problems, place, _ ("The step has no title."));
  ws_lesson_keys_clear (&self->keys);
  ws_lesson_keys_inherit (&self->keys, &self->lesson_keys);
  self->step = ws_lesson_step_new (title, place);
  self->plain = PARAGRAPH_WORDS;
}

/* ---- lines ---- */

static void
read_heading (Reader *self, const char *line, WsLessonPlace place)
{
  gsize depth = strspn (line, "#");
  g_autofree char *title = g_strstrip (g_strdup (line + depth));

  self->in_keys = TRUE;
  if (depth == 2)
    {
      begin_step (self, title, place);
      return;
    }
  end_step (self);
  if (depth > 2)
    ws_lesson_problem_add (self->problems, place,
                           _ ("Put one “#” before the lesson's title, two before a step's; other "
                              "levels are not supported."));
  else if (self->lesson->title != NULL)
    ws_lesson_problem_add (
        self->problems, place,
        _ ("The lesson has a title already; put “##” before the title of a step."));
  else if (*title == '\0')
    ws_lesson_problem_add (self->problems, place, _ ("The lesson has no title."));
  if (depth == 1 && self->lesson->title == NULL)
    self->lesson->title = g_steal_pointer (&title);
}

/* Returns: whether the line is a title, of whatever depth */
gboolean
ws_lesson_is_heading (const char *line)
{
  gsize depth = strspn (line, "#");

  return depth > 0 && (line[depth] == ' ' || line[depth] == '\t' || line[depth] == '\0');
}

/* Whether it is "name: value". */
static gboolean
read_key (Reader *self, const char *line, WsLessonPlace place)
{
  gsize length = strspn (line, G_CSET_A_2_Z G_CSET_a_2_z "-");
  const char *colon = line + length + strspn (line + length, " \t");
  g_autofree char *name = NULL;
  WsLessonValue value = { .place = place };

  if (length == 0 || line[0] == '-' || *colon != ':')
    return FALSE;
  name = g_strndup (line, length);
  colon++;
  colon += strspn (colon, " \t");
  value.text = (char *)colon;
  value.place.column += (guint)(colon - line);
  ws_lesson_keys_take (self->step != NULL ? &self->keys : &self->lesson_keys, name, place, &value,
                       self->step != NULL, self->problems);
  return TRUE;
}

/* Whether it begins with a mark. */
static gboolean
read_mark (Reader *self, const char *line, WsLessonPlace place)
{
  const char *mark = strchr ("?-*=>", *line);
  const char *rest = line + 1;
  Paragraph paragraph = PARAGRAPH_QUESTION;

  if (*line == '\0' || mark == NULL || (*rest != '\0' && *rest != ' ' && *rest != '\t'))
    return FALSE;
  while (marks[paragraph] != *mark)
    paragraph++;
  rest += strspn (rest, " \t");
  /* the marks of mail: a paragraph of several lines, each with one */
  if (paragraph == PARAGRAPH_NOTES && self->text != NULL && self->paragraph == PARAGRAPH_NOTES)
    {
      if (*rest == '\0')
        end_paragraph (self);
      else
        g_string_append_printf (self->text, "\n%s", rest);
      return TRUE;
    }
  if (paragraph == PARAGRAPH_NOTES && *rest == '\0')
    return TRUE;
  place.column += (guint)(rest - line);
  begin_paragraph (self, paragraph, rest, place);
  self->plain = get_plain (self, paragraph);
  return TRUE;
}

static void
read_line (Reader *self, const char *line, WsLessonPlace place)
{
  if (line[strspn (line, " \t")] == '\0')
    {
      end_paragraph (self);
      self->in_keys = FALSE;
    }
  else if (ws_lesson_is_heading (line))
    read_heading (self, line, place);
  else if (!self->in_keys || !read_key (self, line, place))
    {
      self->in_keys = FALSE;
      if (read_mark (self, line, place))
        return;
      if (self->text != NULL)
        g_string_append_printf (self->text, "\n%s", line);
      else
        begin_plain (self, line, place);
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
      g_strchomp (line);
      if (ws_lesson_is_heading (line) && strspn (line, "#") == 2
          && self->lesson->steps->len + (self->step != NULL) == WS_LESSON_MAX_STEPS)
        {
          end_step (self);
          ws_lesson_problem_add (self->problems, place, _ ("A lesson can have at most %d steps."),
                                 WS_LESSON_MAX_STEPS);
          return;
        }
      read_line (self, line, place);
      line = end != NULL ? end + 1 : NULL;
    }
  end_step (self);
}

/* ---- the whole ---- */

/* Returns: the place of @at in @data, which is UTF-8 up to there */
WsLessonPlace
ws_lesson_find_place (const char *data, const char *at)
{
  WsLessonPlace place = { 1, 1 };

  for (const char *c = data; c < at; c = g_utf8_next_char (c))
    {
      place.column = *c == '\n' ? 1 : place.column + 1;
      place.line += *c == '\n';
    }
  return place;
}

static gboolean
check_bytes (const char *data, gsize size, GPtrArray *problems)
{
  const char *end;

  if (size > WS_LESSON_MAX_BYTES)
    ws_lesson_problem_add (problems, (WsLessonPlace){ 1, 1 },
                           _ ("A lesson can have at most %u bytes; this has %zu."),
                           WS_LESSON_MAX_BYTES, size);
  else if (!g_utf8_validate (data, (gssize)size, &end))
    ws_lesson_problem_add (problems, ws_lesson_find_place (data, end),
                           _ ("The lesson is not UTF-8 text."));
  else
    return TRUE;
  return FALSE;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const WsLessonProblem *x = *(WsLessonProblem *const *)a;
  const WsLessonProblem *y = *(WsLessonProblem *const *)b;

  if (x->place.line != y->place.line)
    return x->place.line < y->place.line ? -1 : 1;
  return (x->place.column > y->place.column) - (x->place.column < y->place.column);
}

/* Sorts by line. */
void
ws_lesson_problems_sort (GPtrArray *problems)
{
  g_ptr_array_sort (problems, compare_places);
}

/**
 * ws_lesson_new_from_data:
 * @id: of files and command lines; copied
 * @data: (array length=size): a file of a lesson; any bytes
 * @catalog: with its kernels
 * @problems: (out) (transfer full) (element-type WsLessonProblem): all problems, in the order of
 * lines; empty if there are none
 *
 * Reads a lesson and checks everything possible before anything runs.
 *
 * Returns: (transfer full) (nullable): the lesson; %NULL if @problems has an error
 */
WsLesson *
ws_lesson_new_from_data (const char *id, const char *data, gsize size, WsCatalog *catalog,
                         GPtrArray **problems)
{
  Reader self = { 0 };
  g_autoptr (WsLesson) lesson = NULL;
  g_autofree char *copy = NULL;
  gboolean bad;

  g_return_val_if_fail (id != NULL && catalog != NULL && problems != NULL, NULL);

  *problems = self.problems = g_ptr_array_new ();
  if (!check_bytes (data, size, *problems))
    return NULL;
  self.lesson = lesson = ws_lesson_new (id, catalog);
  lesson->text = g_bytes_new (data, size);
  copy = g_strndup (data, size);
  read_lines (&self, copy + (g_str_has_prefix (copy, "\xef\xbb\xbf") ? 3 : 0));
  ws_lesson_keys_fill_lesson (&self.lesson_keys, lesson, *problems);
  if (lesson->steps->len == 0 && (*problems)->len == 0)
    ws_lesson_problem_add (
        *problems, (WsLessonPlace){ 1, 1 },
        lesson->title == NULL
            ? _ ("The file is empty: a lesson must begin with its title, as in “# Why kernel 1 "
                 "diverges”.")
            : _ ("The lesson has no step; each step begins with “## ” and its title."));
  ws_lesson_keys_clear (&self.keys);
  ws_lesson_keys_clear (&self.lesson_keys);
  ws_lesson_problems_sort (*problems);
  bad = ws_lesson_problems_count (*problems, FALSE) > 0;
  return bad ? NULL : g_steal_pointer (&lesson);
}
