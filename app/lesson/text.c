/* text.c: checks the contents of a paragraph: a few tags, figures by name, and no literal
 * counts. */
#include "lesson/lesson-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_DEPTH 16
#define MAX_NAME  32 /* characters of a tag or an entity that are looked at */

/* No sizes or colours: the theme's are readable from the last row. */
static const char *const tags[] = { "b", "i", "u", "s", "tt", "sub", "sup" };
static const char *const entities[] = { "amp", "lt", "gt", "quot", "apos" };

/* A number after one of these is a name: "kernel 1", "warps 0 to 3". */
static const char *const nouns[] = {
  "array",    "bank",  "block",  "cell",     "column",  "element", "example",
  "figure",   "group", "kernel", "lane",     "launch",  "line",    "page",
  "register", "row",   "rung",   "scenario", "slide",   "slot",    "SM",
  "stage",    "step",  "stride", "thread",   "version", "warp",    "wave",
};

/* Words allowed between two numbers of a noun. */
static const char *const joints[] = { "and", "or", "to" };

typedef struct {
  const char *name; /* of @names */
  WsLessonPlace place;
} Open;

/**
 * Reader:
 * @rules: what is warned of
 * @open: (array length=depth): tags that are not closed yet
 * @is_counted: whether the words just read allow a number: a noun, or a number that it allowed
 * @is_named: whether the last word has a capital letter: a year may follow
 */
typedef struct {
  const WsLesson *lesson;   /* nullable */
  const WsLessonStep *step; /* nullable */
  GPtrArray *problems;
  WsLessonCursor cursor;
  const WsLessonTextRules *rules;
  Open open[MAX_DEPTH];
  guint depth;
  gboolean is_counted;
  gboolean is_named;
} Reader;

/**
 * ws_lesson_cursor_next:
 * @self: (inout): position in a text, not at its end; moved by one character
 */
void
ws_lesson_cursor_next (WsLessonCursor *self)
{
  self->place.column = *self->at == '\n' ? 1 : self->place.column + 1;
  self->place.line += *self->at == '\n';
  self->at = g_utf8_next_char (self->at);
}

static void
skip (Reader *self, gsize bytes)
{
  const char *end = self->cursor.at + bytes;

  while (self->cursor.at < end)
    ws_lesson_cursor_next (&self->cursor);
}

static const char *
find (const char *const *names, guint n, const char *name, gsize length)
{
  for (guint i = 0; i < n; i++)
    if (strlen (names[i]) == length && strncmp (names[i], name, length) == 0)
      return names[i];
  return NULL;
}

/* ---- markup ---- */

static void
open_tag (Reader *self, const char *name, WsLessonPlace place)
{
  if (self->depth == MAX_DEPTH)
    {
      if (self->open[0].name != NULL)
        ws_lesson_problem_add (self->problems, place, _ ("Too many open tags."));
      self->open[0].name = NULL;
    }
  else
    self->open[self->depth++] = (Open){ name, place };
}

static void
close_tag (Reader *self, const char *name, WsLessonPlace place)
{
  if (self->depth == 0)
    ws_lesson_problem_add (self->problems, place, _ ("</%s> closes no open tag."), name);
  else if (self->open[--self->depth].name != name && self->open[self->depth].name != NULL)
    ws_lesson_problem_add (self->problems, place,
                           _ ("</%1$s> closes <%2$s>, which was opened last."), name,
                           self->open[self->depth].name);
}

static void
read_tag (Reader *self)
{
  const char *begin = self->cursor.at;
  gboolean closes = begin[1] == '/';
  const char *name = begin + 1 + closes;
  gsize length = strspn (name, G_CSET_A_2_Z G_CSET_a_2_z);
  WsLessonPlace place = self->cursor.place;
  const char *tag = find (tags, G_N_ELEMENTS (tags), name, length);

  if (length == 0)
    {
      ws_lesson_problem_add (self->problems, place,
                             _ ("Write a “<” that begins no tag as “&lt;”."));
      skip (self, 1);
      return;
    }
  if (tag == NULL || name[length] != '>')
    ws_lesson_problem_add (self->problems, place,
                           _ ("Unknown tag “<%.*s”: use <b>, <i>, <u>, <s>, <tt>, <sub> or <sup>; "
                              "write a literal “<” as “&lt;”."),
                           (int)MIN (length + closes, MAX_NAME), begin + 1);
  else if (closes)
    close_tag (self, tag, place);
  else
    open_tag (self, tag, place);
  length += strcspn (name + length, "<>\n");
  skip (self, (gsize)(name - begin) + length + (name[length] == '>'));
}

static void
read_entity (Reader *self)
{
  const char *name = self->cursor.at + 1;
  gsize length = strspn (name, G_CSET_A_2_Z G_CSET_a_2_z);

  if (name[length] != ';' || find (entities, G_N_ELEMENTS (entities), name, length) == NULL)
    {
      ws_lesson_problem_add (self->problems, self->cursor.place, _ ("Write “&” as “&amp;”."));
      length = 0;
    }
  skip (self, length > 0 ? length + 2 : 1);
}

static gboolean
is_code (const Reader *self)
{
  for (guint i = 0; i < self->depth; i++)
    if (g_strcmp0 (self->open[i].name, "tt") == 0)
      return TRUE;
  return FALSE;
}

/* ---- figures ---- */

static void
read_figure (Reader *self)
{
  const char *begin = self->cursor.at + 1;
  WsLessonPlace place = self->cursor.place;
  const char *end = strpbrk (begin, "{}");
  g_autofree char *name = NULL;
  g_autofree char *sentence = NULL;
  WsLessonExpression expression;

  if (end == NULL || *end != '}')
    {
      ws_lesson_problem_add (
          self->problems, place,
          _ ("“{” begins a figure, but “}” is missing; write a literal “{” as “{{”."));
      skip (self, 1);
      return;
    }
  name = g_strndup (begin, (gsize)(end - begin));
  sentence = ws_lesson_expression_parse (self->lesson, self->step, name, &expression);
  if (sentence != NULL)
    ws_lesson_problem_add (self->problems, place, "%s", sentence);
  for (guint i = 0; sentence == NULL && i < expression.n; i++)
    if ((ws_lesson_figure_get_hide (&expression.figures[i]) & self->rules->hidden) != 0)
      ws_lesson_problem_warn (
          self->problems, place,
          _ ("“%s” is hidden until the step is revealed, but this text shows it before."), name);
  skip (self, (gsize)(end - begin) + 2);
  self->is_counted = self->is_named = FALSE;
}

/* ---- digits ---- */

/* "warps" and "warp"; what begins a sentence, too. */
static gboolean
is_noun (const char *word, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (nouns); i++)
    {
      gsize n = strlen (nouns[i]);

      if (g_ascii_strncasecmp (word, nouns[i], n) == 0 && length >= n
          && (length == n || (length == n + 1 && g_ascii_tolower (word[n]) == 's')
              || (length == n + 2 && g_ascii_strncasecmp (word + n, "es", 2) == 0)))
        return TRUE;
    }
  return FALSE;
}

/* As in "Harris, 2007". */
static gboolean
is_year (const Reader *self, const char *word, gsize length)
{
  return self->is_named && length == 4
         && (strncmp (word, "19", 2) == 0 || strncmp (word, "20", 2) == 0)
         && strspn (word, G_CSET_DIGITS) == 4;
}

/* Letters before a digit form a name, as in "H200" or "reduce1"; "32-bit" and "4-byte" are
 * kinds. */
static gboolean
is_name (const char *word, gsize length)
{
  gsize first = strcspn (word, G_CSET_DIGITS);
  gsize digits = strspn (word, G_CSET_DIGITS);
  const char *rest = word + digits;

  for (gsize i = 0; i < first && i < length; i++)
    if (g_ascii_isalpha (word[i]) || word[i] == '_')
      return TRUE;
  return digits > 0 && (g_str_has_prefix (rest, "-bit") || g_str_has_prefix (rest, "-byte"));
}

static gboolean
is_of_word (const char *c)
{
  return g_unichar_isalnum (g_utf8_get_char (c)) || *c == '_'
         || ((*c == '-' || *c == '.' || *c == '^') && g_ascii_isalnum (c[1]));
}

static void
read_word (Reader *self)
{
  const char *word = self->cursor.at;
  WsLessonPlace place = self->cursor.place;
  gsize length;
  gboolean has_digit = FALSE;

  while (*self->cursor.at != '\0' && is_of_word (self->cursor.at))
    {
      has_digit = has_digit || g_ascii_isdigit (*self->cursor.at);
      ws_lesson_cursor_next (&self->cursor);
    }
  length = (gsize)(self->cursor.at - word);
  if (!has_digit)
    {
      if (!self->is_counted || find (joints, G_N_ELEMENTS (joints), word, length) == NULL)
        self->is_counted = is_noun (word, length);
      self->is_named = g_unichar_isupper (g_utf8_get_char (word));
      return;
    }
  if (self->rules->digits && !self->is_counted && !is_code (self) && !is_name (word, length)
      && !is_year (self, word, length))
    ws_lesson_problem_warn (
        self->problems, place,
        _ ("“%.*s” is a literal number: take it from the run by its name, as in {stage.threads}."),
        (int)MIN (length, MAX_NAME), word);
}

/* ---- the whole ---- */

/**
 * ws_lesson_text_next_figure:
 * @at: (inout): in a text: where to start; then after the figure, or at the end
 *
 * Returns: (transfer full) (nullable): the text between the next braces
 */
char *
ws_lesson_text_next_figure (const char **at)
{
  const char *c = *at;
  const char *end;

  while ((c = strchr (c, '{')) != NULL && c[1] == '{')
    c += 2;
  end = c != NULL ? strchr (c, '}') : NULL;
  if (end == NULL)
    {
      *at += strlen (*at);
      return NULL;
    }
  *at = end + 1;
  return g_strndup (c + 1, (gsize)(*at - c) - 2);
}

/**
 * ws_lesson_text_check:
 * @lesson: (nullable): the lesson; %NULL for a text without figures, where a brace is literal
 * @step: (nullable): of it, its keys read
 * @text: a paragraph of @step
 * @rules: what is warned of
 * @problems: receives errors in it
 */
void
ws_lesson_text_check (const WsLesson *lesson, const WsLessonStep *step, const WsLessonText *text,
                      const WsLessonTextRules *rules, GPtrArray *problems)
{
  Reader self = { .lesson = lesson,
                  .step = step,
                  .problems = problems,
                  .cursor = { text->text, text->place },
                  .rules = rules };

  while (*self.cursor.at != '\0')
    {
      const char c = *self.cursor.at;

      if (c == '<')
        read_tag (&self);
      else if (c == '&')
        read_entity (&self);
      else if (c == '{' && lesson != NULL && self.cursor.at[1] == '{')
        skip (&self, 2);
      else if (c == '{' && lesson != NULL)
        read_figure (&self);
      else if (is_of_word (self.cursor.at))
        read_word (&self);
      else
        {
          self.is_counted = self.is_counted && strchr (".;:!?(", c) == NULL;
          ws_lesson_cursor_next (&self.cursor);
        }
    }
  for (guint i = 0; i < self.depth; i++)
    if (self.open[i].name != NULL)
      ws_lesson_problem_add (problems, self.open[i].place, _ ("<%s> is not closed."),
                             self.open[i].name);
}
