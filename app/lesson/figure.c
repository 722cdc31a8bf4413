/* figure.c: parses figures, which are referred to by name in braces. */
#include "lesson/lesson-private.h"

#include "metrics/metrics.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

/* One figure being read: @tokens, from @at on. */
typedef struct {
  const WsLesson *lesson;
  const WsLessonStep *step;
  char **tokens;
  guint at;
  WsLessonFigure *figure;
} Reader;

static const char *
peek (const Reader *self)
{
  return self->tokens[self->at] != NULL ? self->tokens[self->at] : "";
}

static gboolean
take (Reader *self, const char *word)
{
  gboolean is_there = g_str_equal (peek (self), word);

  self->at += is_there;
  return is_there;
}

static gboolean
take_number (Reader *self, guint least, guint most, guint *number)
{
  guint64 read;

  if (!g_ascii_string_to_unsigned (peek (self), 10, least, most, &read, NULL))
    return FALSE;
  self->at++;
  *number = (guint)read;
  return TRUE;
}

/* (transfer full): error that there is no such name, with the valid ones */
static char *
refuse_name (const char *name, WsLessonFigureKind kind)
{
  g_autofree char *all = ws_lesson_figure_list_names (kind);

  /* Translators: %1$s is what was written, %2$s are names as typed */
  return g_strdup_printf (
      kind == WS_LESSON_FIGURE_OF_STAGE ? _ ("Unknown figure “%1$s”; a stage has %2$s.")
      : kind == WS_LESSON_FIGURE_OF_REQUEST
          ? _ ("Unknown figure “%1$s”; a request of a warp has %2$s.")
      : kind == WS_LESSON_FIGURE_OF_FAULT ? _ ("Unknown figure “%1$s”; a fault has %2$s.")
      : kind == WS_LESSON_FIGURE_OF_RUN
          ? _ ("Unknown figure “%1$s”; a run has its metrics, and %2$s.")
          : _ ("Unknown figure “%1$s”; a timing has %2$s."),
      name, all);
}

/* ---- scenarios ---- */

/* "4 group 1 time", behind "row". (transfer full) (nullable): what is wrong */
static char *
read_cell (Reader *self, gboolean is_published)
{
  const WsLessonView *view = ws_lesson_step_find_view (self->step, WS_LESSON_VIEW_OF_SCENARIO);
  WsLessonFigure *figure = self->figure;
  guint row = 0;
  guint group = 1;

  figure->kind = is_published ? WS_LESSON_FIGURE_OF_PUBLISHED_CELL : WS_LESSON_FIGURE_OF_CELL;
  if (view == NULL)
    return g_strdup (_ ("The step shows no scenario, so it has no row."));
  if (!take_number (self, 1, view->scenario->n_rows, &row)
      || (take (self, "group") && !take_number (self, 1, view->scenario->n_groups, &group)))
    return g_strdup_printf (_ ("The scenario has rows 1 to %1$u and groups 1 to %2$u."),
                            view->scenario->n_rows, view->scenario->n_groups);
  figure->row = row - 1;
  figure->group = group - 1;
  if (!ws_scenario_column_parse (peek (self), &figure->column))
    return g_strdup_printf (_ ("The scenario has no figure “%s”."), peek (self));
  self->at++;
  if (is_published
      && ws_scenario_get_cell (view->scenario, figure->row, figure->group)
                 ->published[figure->column]
                 .text
             == NULL)
    return g_strdup (_ ("No published figure exists for this."));
  return NULL;
}

/* ---- published sweeps ---- */

/* Whether @name, "g80" or "g80-ladder", refers to "g80-ladder". */
static gboolean
is_called (const WsSweep *sweep, const char *name)
{
  gsize length = strlen (name);

  return g_str_has_prefix (sweep->id, name) && length > 0
         && (sweep->id[length] == '\0' || sweep->id[length] == '-');
}

static const WsSweepPoint *
find_point (const WsSweep *sweep, const char *kernel)
{
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    if (g_str_equal (ws_sweep_get_point (sweep, i)->kernel, kernel))
      return ws_sweep_get_point (sweep, i);
  return NULL;
}

/* "g80 reduce1 time", behind "published". (transfer full) (nullable): what is wrong */
static char *
read_published (Reader *self)
{
  WsLessonFigure *figure = self->figure;
  GPtrArray *published;
  const char *name;
  const char *kernel;

  if (take (self, "row"))
    return read_cell (self, TRUE);
  published = ws_lesson_get_published (self->lesson);
  name = peek (self);
  self->at += *name != '\0';
  kernel = peek (self);
  self->at += *kernel != '\0';
  figure->kind = WS_LESSON_FIGURE_OF_PUBLISHED;
  for (guint i = 0; i < published->len && figure->point == NULL; i++)
    {
      const WsSweep *sweep = g_ptr_array_index (published, i);

      if (!is_called (sweep, name))
        continue;
      figure->point = find_point (sweep, kernel);
      figure->first = ws_sweep_get_point (sweep, 0);
    }
  if (figure->point == NULL)
    return g_strdup_printf (_ ("No published figure exists for “%1$s” on “%2$s”."), kernel, name);
  figure->index = ws_lesson_figure_find_name (figure->kind, peek (self));
  if (figure->index == G_MAXUINT)
    return refuse_name (peek (self), WS_LESSON_FIGURE_OF_POINT);
  self->at++;
  return NULL;
}

/* ---- runs ---- */

/* "threads", behind "stage.", "stage 2.", "request." or "fault.". (transfer full) (nullable): what
 * is wrong
 */
static char *
read_name (Reader *self, WsLessonFigureKind kind, const char *name)
{
  self->figure->kind = kind;
  self->figure->index = ws_lesson_figure_find_name (kind, name);
  return self->figure->index == G_MAXUINT ? refuse_name (name, kind) : NULL;
}

/* "2.threads", behind "stage". (transfer full) (nullable): what is wrong */
static char *
read_numbered_stage (Reader *self)
{
  g_auto (GStrv) parts = g_strsplit (peek (self), ".", 2);
  guint64 number;

  if (g_strv_length (parts) < 2
      || !g_ascii_string_to_unsigned (parts[0], 10, 1, G_MAXINT16, &number, NULL))
    return g_strdup (_ ("Write a figure of a stage as “stage.threads”, or “stage 2.threads”."));
  self->at++;
  self->figure->stage = (guint)number;
  return read_name (self, WS_LESSON_FIGURE_OF_STAGE, parts[1]);
}

/* (transfer full) (nullable): what is wrong */
static char *
read_metric (Reader *self, const char *name)
{
  self->figure->of_plan = g_str_has_prefix (name, "plan.");
  self->figure->kind = WS_LESSON_FIGURE_OF_METRIC;
  self->figure->metric = ws_metrics_intern_id (name + (self->figure->of_plan ? 5 : 0));
  return self->figure->metric == NULL ? refuse_name (name, WS_LESSON_FIGURE_OF_RUN) : NULL;
}

/* (transfer full) (nullable): what is wrong */
static char *
read_run (Reader *self)
{
  WsLessonFigure *figure = self->figure;
  const char *name = peek (self);

  if (figure->kernel != NULL
      && ws_lesson_step_find_view (self->step, WS_LESSON_VIEW_OF_SWEEP) != NULL
      && (figure->index = ws_lesson_figure_find_name (WS_LESSON_FIGURE_OF_POINT, name))
             != G_MAXUINT)
    figure->kind = WS_LESSON_FIGURE_OF_POINT;
  else if (self->step->work.kernel == NULL && figure->kernel == NULL)
    return g_strdup_printf (_ ("The step has no run that “%s” could refer to."), name);
  else if (g_str_has_prefix (name, "stage."))
    {
      self->at++;
      return read_name (self, WS_LESSON_FIGURE_OF_STAGE, name + strlen ("stage."));
    }
  else if (g_str_has_prefix (name, "request."))
    {
      self->at++;
      return read_name (self, WS_LESSON_FIGURE_OF_REQUEST, name + strlen ("request."));
    }
  else if (g_str_has_prefix (name, "fault."))
    {
      self->at++;
      return read_name (self, WS_LESSON_FIGURE_OF_FAULT, name + strlen ("fault."));
    }
  else if (take (self, "stage"))
    return read_numbered_stage (self);
  else if (take (self, "value"))
    {
      figure->kind = WS_LESSON_FIGURE_OF_VALUE;
      return take_number (self, 0, G_MAXINT32, &figure->index)
                 ? NULL
                 : g_strdup (_ ("“value” needs the number of an element after it."));
    }
  else if ((figure->index = ws_lesson_figure_find_name (WS_LESSON_FIGURE_OF_RUN, name))
           != G_MAXUINT)
    figure->kind = WS_LESSON_FIGURE_OF_RUN;
  else
    {
      self->at++;
      return read_metric (self, name);
    }
  self->at++;
  return NULL;
}

/* "reduce3:" or "beside:", if there is one. (transfer full) (nullable): what is wrong */
static char *
read_source (Reader *self)
{
  const char *word = peek (self);
  gsize length = strlen (word);
  g_autofree char *name = NULL;

  if (length == 0 || word[length - 1] != ':')
    return NULL;
  self->at++;
  name = g_strndup (word, length - 1);
  self->figure->is_beside = g_str_equal (name, "beside");
  if (self->figure->is_beside)
    return self->step->has_beside ? NULL : g_strdup (_ ("The step has no second run."));
  self->figure->kernel = ws_catalog_find (self->lesson->catalog, name, NULL);
  return self->figure->kernel != NULL
             ? NULL
             : g_strdup_printf (_ ("The step has no kernel that “%s” could refer to."), name);
}

/**
 * ws_lesson_figure_get_work:
 * @step: that it stands in
 * @work: (out): its work: the step's own, the second run, or the same with another kernel
 *
 * Returns: %FALSE if it needs no run
 */
gboolean
ws_lesson_figure_get_work (const WsLessonFigure *self, const WsLessonStep *step, WsLessonWork *work)
{
  if (self->kind > WS_LESSON_FIGURE_OF_METRIC)
    return FALSE;
  *work = step->work;
  if (self->is_beside)
    *work = step->beside;
  else if (self->kernel == NULL || self->kernel == step->work.kernel)
    ;
  else if (step->has_beside && self->kernel == step->beside.kernel)
    *work = step->beside;
  else
    ws_lesson_work_set_kernel (work, self->kernel);
  return work->kernel != NULL;
}

/* Returns: the flags of #WsHide that also hide it: values and times; the text may mention a count
 * that the picture hides */
guint
ws_lesson_figure_get_hide (const WsLessonFigure *self)
{
  static const char *const times[] = { "duration",
                                       "bandwidth",
                                       "bandwidth-of-peak",
                                       "global-load-throughput",
                                       "global-store-throughput",
                                       NULL };
  gboolean is_time = FALSE;

  switch (self->kind)
    {
    case WS_LESSON_FIGURE_OF_VALUE:
      return WS_HIDE_VALUES;
    case WS_LESSON_FIGURE_OF_FAULT:
      return WS_HIDE_FAULT;
    case WS_LESSON_FIGURE_OF_METRIC:
      is_time = g_strv_contains (times, self->metric);
      break;
    case WS_LESSON_FIGURE_OF_CELL:
    case WS_LESSON_FIGURE_OF_PUBLISHED_CELL:
      is_time = ws_scenario_column_is_clocked (self->column);
      break;
    case WS_LESSON_FIGURE_OF_POINT:
    case WS_LESSON_FIGURE_OF_PUBLISHED:
      is_time = ws_lesson_figure_is_time (self);
      break;
    case WS_LESSON_FIGURE_OF_RUN:
    case WS_LESSON_FIGURE_OF_STAGE:
    case WS_LESSON_FIGURE_OF_REQUEST:
    default:
      break;
    }
  if (!is_time)
    return 0;
  return self->kind == WS_LESSON_FIGURE_OF_PUBLISHED
                 || self->kind == WS_LESSON_FIGURE_OF_PUBLISHED_CELL
             ? WS_HIDE_PUBLISHED
             : WS_HIDE_TIMES;
}

/* Whether the kernel can be run as the step runs its own. (transfer full) (nullable): why not */
static char *
check_kernel (const Reader *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  WsLessonWork work;

  if (self->figure->kernel->library == NULL)
    {
      if (!ws_lesson_figure_get_work (self->figure, self->step, &work))
        return NULL;
      plan = ws_lesson_work_plan (&work, self->lesson->catalog, &error);
      if (plan != NULL)
        return NULL;
    }
  return error != NULL ? g_strdup (error->message)
         : self->figure->kind == WS_LESSON_FIGURE_OF_POINT
             ? NULL
             : g_strdup_printf (_ ("%s is compiled code, which cannot be recorded."),
                                self->figure->kernel->id);
}

/* (transfer full) (nullable): what is wrong */
static char *
read_figure (Reader *self)
{
  char *wrong = read_source (self);

  if (wrong == NULL && *peek (self) == '\0')
    return g_strdup (_ ("The name of the figure is missing."));
  if (wrong == NULL)
    wrong = take (self, "published") ? read_published (self)
            : take (self, "row")     ? read_cell (self, FALSE)
                                     : read_run (self);
  if (wrong == NULL && self->figure->kernel != NULL)
    wrong = check_kernel (self);
  return wrong;
}

/**
 * ws_lesson_expression_parse:
 * @lesson: the lesson that contains it
 * @step: the step that contains it, with its keys already read
 * @text: the text between braces
 * @expression: (out): the figures that it refers to
 *
 * Returns: (transfer full) (nullable): the error, in a sentence; %NULL if there is none
 */
char *
ws_lesson_expression_parse (const WsLesson *lesson, const WsLessonStep *step, const char *text,
                            WsLessonExpression *expression)
{
  g_autofree char *spaced = g_strdelimit (g_strdup (text), "\n\t", ' ');
  g_auto (GStrv) all = g_strsplit (spaced, " ", -1);
  g_autoptr (GPtrArray) tokens = g_ptr_array_new ();
  Reader self = { .lesson = lesson, .step = step };
  char *wrong = NULL;

  *expression = (WsLessonExpression){ 0 };
  for (guint i = 0; all[i] != NULL; i++)
    if (*all[i] != '\0')
      g_ptr_array_add (tokens, all[i]);
  g_ptr_array_add (tokens, NULL);
  self.tokens = (char **)tokens->pdata;
  do
    {
      self.figure = &expression->figures[expression->n++];
      wrong = read_figure (&self);
    }
  while (wrong == NULL && expression->n < G_N_ELEMENTS (expression->figures) && take (&self, "/"));
  if (wrong == NULL && *peek (&self) != '\0')
    wrong = g_strdup_printf (_ ("Unexpected “%s” after a figure."), peek (&self));
  return wrong;
}
