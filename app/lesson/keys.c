/* keys.c: the keys below a heading: what to run, how to show it, and when. */
#include "lesson/lesson-private.h"

#include "scenario/scenario.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

/* The name of each key, and whether it is allowed below the lesson's title. */
static const struct {
  const char *name;
  gboolean of_lesson;
} keys[WS_LESSON_N_KEYS] = {
  [WS_LESSON_KEY_KERNEL] = { "kernel", TRUE },
  [WS_LESSON_KEY_ELEMENTS] = { "elements", TRUE },
  [WS_LESSON_KEY_BLOCK] = { "block", TRUE },
  [WS_LESSON_KEY_OP] = { "op", TRUE },
  [WS_LESSON_KEY_TYPE] = { "type", TRUE },
  [WS_LESSON_KEY_SEED] = { "seed", TRUE },
  [WS_LESSON_KEY_GRID] = { "grid", TRUE },
  [WS_LESSON_KEY_REPEATS] = { "repeats", TRUE },
  [WS_LESSON_KEY_SET] = { "set", TRUE },
  [WS_LESSON_KEY_DEVICE] = { "device", TRUE },
  [WS_LESSON_KEY_LAUNCH] = { "launch", TRUE },
  [WS_LESSON_KEY_OUTCOME] = { "outcome", FALSE },
  [WS_LESSON_KEY_FOLLOW] = { "follow", FALSE },
  [WS_LESSON_KEY_BESIDE] = { "beside", FALSE },
  [WS_LESSON_KEY_VIEW] = { "view", FALSE },
  [WS_LESSON_KEY_AT] = { "at", FALSE },
  [WS_LESSON_KEY_HIGHLIGHT] = { "highlight", FALSE },
  [WS_LESSON_KEY_HIDE] = { "hide", FALSE },
  [WS_LESSON_KEY_SHOW] = { "show", FALSE },
  [WS_LESSON_KEY_ANSWERS] = { "answers", FALSE },
  [WS_LESSON_KEY_EXERCISE] = { "exercise", FALSE },
  [WS_LESSON_KEY_ORDER] = { "order", TRUE },
  [WS_LESSON_KEY_TIME] = { "time", TRUE },
  [WS_LESSON_KEY_BEFORE] = { "before", TRUE },
};

/* ---- taking them ---- */

/**
 * ws_lesson_keys_clear:
 * @self: (inout): the keys below a heading; then empty
 */
void
ws_lesson_keys_clear (WsLessonKeys *self)
{
  for (guint i = 0; i < WS_LESSON_N_KEYS; i++)
    g_free (self->values[i].text);
  *self = (WsLessonKeys){ 0 };
}

/**
 * ws_lesson_keys_inherit:
 * @self: (inout): of a step, still empty
 * @lesson: what the lesson says for all its steps
 */
void
ws_lesson_keys_inherit (WsLessonKeys *self, const WsLessonKeys *lesson)
{
  for (guint i = 0; i < WS_LESSON_N_WORK_KEYS; i++)
    self->values[i] =
        (WsLessonValue){ g_strdup (lesson->values[i].text), lesson->values[i].place, TRUE };
}

/* WS_LESSON_N_KEYS where there is none. */
static WsLessonKey
find_key (const char *name, gsize length)
{
  for (guint i = 0; i < WS_LESSON_N_KEYS; i++)
    if (strlen (keys[i].name) == length && g_ascii_strncasecmp (keys[i].name, name, length) == 0)
      return i;
  return WS_LESSON_N_KEYS;
}

/* (transfer full): those of a step, or of a lesson */
static char *
list_keys (gboolean in_step)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < WS_LESSON_N_KEYS; i++)
    if (in_step ? i < WS_LESSON_N_STEP_KEYS : keys[i].of_lesson)
      g_ptr_array_add (names, (gpointer)keys[i].name);
  return ws_words_list ((const char *const *)names->pdata, names->len);
}

/**
 * ws_lesson_keys_take:
 * @self: (inout): the keys below a heading so far
 * @name: before the colon
 * @place: of @name
 * @value: after the colon; copied
 * @in_step: whether the heading is a step's
 * @problems: receives errors in the line
 *
 * Takes one line, "name: value".
 */
void
ws_lesson_keys_take (WsLessonKeys *self, const char *name, WsLessonPlace place,
                     const WsLessonValue *value, gboolean in_step, GPtrArray *problems)
{
  WsLessonKey key = find_key (name, strlen (name));
  g_autofree char *all = NULL;

  if (key == WS_LESSON_N_KEYS)
    {
      all = list_keys (in_step);
      ws_lesson_problem_add (
          problems, place,
          _ ("Unknown key “%1$s”; known are %2$s. Text starts after an empty line."), name, all);
    }
  else if (in_step && key >= WS_LESSON_N_STEP_KEYS)
    ws_lesson_problem_add (problems, place, _ ("“%s” must be below the title of the lesson."),
                           keys[key].name);
  else if (!in_step && !keys[key].of_lesson)
    ws_lesson_problem_add (problems, place, _ ("“%s” must be below the title of a step."),
                           keys[key].name);
  else if (self->values[key].text != NULL && !self->values[key].is_inherited)
    ws_lesson_problem_add (problems, place, _ ("“%1$s” is set already, in line %2$u."),
                           keys[key].name, self->values[key].place.line);
  else if (*value->text == '\0')
    ws_lesson_problem_add (problems, place, _ ("“%s:” needs a value."), keys[key].name);
  else
    {
      g_free (self->values[key].text);
      self->values[key] = (WsLessonValue){ g_strdup (value->text), value->place, FALSE };
    }
}

/* ---- reading them ---- */

/* The input, and the destination of errors. */
typedef struct {
  WsLesson *lesson;
  WsCatalog *catalog;
  GPtrArray *problems;
} Reader;

static gboolean
complain (const Reader *self, WsLessonPlace place, GError *error)
{
  ws_lesson_problem_add (self->problems, place, "%s", error->message);
  g_error_free (error);
  return FALSE;
}

/* (transfer full) (element-type WsLessonText): the parts between @separators, trimmed, each with
 * its place */
static GPtrArray *
split (const char *text, WsLessonPlace place, const char *separators)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_text_free);
  WsLessonCursor cursor = { text, place };

  while (*cursor.at != '\0')
    {
      const char *begin;
      WsLessonPlace begins_at;
      g_autofree char *piece = NULL;

      while (*cursor.at != '\0' && (strchr (separators, *cursor.at) || strchr (" \t", *cursor.at)))
        ws_lesson_cursor_next (&cursor);
      begin = cursor.at;
      begins_at = cursor.place;
      while (*cursor.at != '\0' && strchr (separators, *cursor.at) == NULL)
        ws_lesson_cursor_next (&cursor);
      piece = g_strchomp (g_strndup (begin, (gsize)(cursor.at - begin)));
      if (*piece != '\0')
        g_ptr_array_add (pieces, ws_lesson_text_new (piece, begins_at));
    }
  return pieces;
}

static const WsLessonText *
get_piece (GPtrArray *pieces, guint i)
{
  return i < pieces->len ? g_ptr_array_index (pieces, i) : NULL;
}

/* @n if it is none of them. */
static guint
find_name (const char *const *names, guint n, const char *name)
{
  guint i = 0;

  while (i < n && !g_str_equal (names[i], name))
    i++;
  return i;
}

/* An integer within bounds, or a problem from @format, with the bounds. */
static gboolean
read_number (const Reader *self, const WsLessonText *text, const char *what, guint least,
             guint most, guint *number)
{
  guint64 read;

  if (g_ascii_string_to_unsigned (text->text, 10, least, most, &read, NULL))
    {
      *number = (guint)read;
      return TRUE;
    }
  ws_lesson_problem_add (self->problems, text->place,
                         _ ("%1$s must be an integer from %2$u to %3$u, not “%4$s”."), what, least,
                         most, text->text);
  return FALSE;
}

/* ---- what is run ---- */

static gboolean
read_device (const Reader *self, const WsLessonValue *value, WsLessonDevice *device)
{
  static const char *const kinds[] = { [WS_LESSON_DEVICE_ANY] = "any",
                                       [WS_LESSON_DEVICE_VIRTUAL] = "virtual",
                                       [WS_LESSON_DEVICE_REAL] = "real" };
  const WsSpec *spec;

  *device = (WsLessonDevice){ WS_LESSON_DEVICE_ANY, NULL };
  if (value->text == NULL)
    return TRUE;
  device->kind = find_name (kinds, G_N_ELEMENTS (kinds), value->text);
  if (device->kind < G_N_ELEMENTS (kinds))
    return TRUE;
  spec = ws_catalog_find_spec (self->catalog, value->text, NULL);
  if (spec == NULL)
    {
      ws_lesson_problem_add (self->problems, value->place,
                             _ ("Unknown device “%s”: use any, virtual, real, or a model of the "
                                "virtual GPU, as in k40c."),
                             value->text);
      return FALSE;
    }
  *device = (WsLessonDevice){ WS_LESSON_DEVICE_SPEC, spec->id };
  return TRUE;
}

static gboolean
set_n (WsPlanParameters *parameters, const char *text, GError **error)
{
  return ws_plan_parse_n (text, &parameters->n, error);
}

static gboolean
set_block (WsPlanParameters *parameters, const char *text, GError **error)
{
  return ws_plan_parse_block (text, &parameters->block, error);
}

static gboolean
set_repeats (WsPlanParameters *parameters, const char *text, GError **error)
{
  return ws_plan_parse_repeats (text, &parameters->repeats, error);
}

static gboolean
set_seed (WsPlanParameters *parameters, const char *text, GError **error)
{
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &parameters->seed, NULL))
    return TRUE;
  g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_DAMAGED,
               _ ("The seed must be an integer of at least 0, not “%s”."), text);
  return FALSE;
}

static gboolean
set_grid (WsPlanParameters *parameters, const char *text, GError **error)
{
  guint64 grid;

  if (g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &grid, NULL))
    {
      parameters->max_grid = (guint32)grid;
      return TRUE;
    }
  g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_DAMAGED,
               _ ("The largest grid must be a number of blocks, not “%s”."), text);
  return FALSE;
}

/* The lesson's options for all steps apply to kernels that have them. */
static gboolean
set_options (const Reader *self, const WsLessonValue *value, WsLessonWork *work)
{
  GError *error = NULL;

  if (value->text == NULL
      || ws_plan_set_options (&work->parameters, work->kernel, value->text, &error))
    return TRUE;
  if (!value->is_inherited || work->kernel->options->len > 0)
    return complain (self, value->place, error);
  g_clear_error (&error);
  return TRUE;
}

static gboolean
read_parameters (const Reader *self, const WsLessonValue *values, WsLessonWork *work)
{
  static gboolean (*const setters[WS_LESSON_N_WORK_KEYS]) (WsPlanParameters *, const char *,
                                                           GError **) = {
    [WS_LESSON_KEY_ELEMENTS] = set_n,      [WS_LESSON_KEY_BLOCK] = set_block,
    [WS_LESSON_KEY_OP] = ws_plan_set_op,   [WS_LESSON_KEY_TYPE] = ws_plan_set_type,
    [WS_LESSON_KEY_SEED] = set_seed,       [WS_LESSON_KEY_GRID] = set_grid,
    [WS_LESSON_KEY_REPEATS] = set_repeats,
  };
  gboolean good = TRUE;

  ws_plan_parameters_init (&work->parameters, work->kernel);
  for (guint i = 0; i < WS_LESSON_N_WORK_KEYS; i++)
    {
      GError *error = NULL;

      if (setters[i] == NULL || values[i].text == NULL)
        continue;
      /* what the lesson says for all its steps may mean nothing to this one */
      if (i == WS_LESSON_KEY_REPEATS && work->kernel->max_repeats == 0)
        {
          if (!values[i].is_inherited)
            ws_lesson_problem_add (self->problems, values[i].place,
                                   _ ("%s does not repeat its work."), work->kernel->id);
          continue;
        }
      if (!setters[i](&work->parameters, values[i].text, &error))
        good = complain (self, values[i].place, error);
    }
  return set_options (self, &values[WS_LESSON_KEY_SET], work) && good;
}

/* The place of the key that caused a plan's rejection. */
static WsLessonPlace
find_culprit (const WsLessonValue *values, const GError *error)
{
  static const WsLessonKey culprits[] = {
    [WS_CATALOG_ERROR_DAMAGED] = WS_LESSON_KEY_KERNEL,
    [WS_CATALOG_ERROR_UNKNOWN_KERNEL] = WS_LESSON_KEY_KERNEL,
    [WS_CATALOG_ERROR_BAD_N] = WS_LESSON_KEY_ELEMENTS,
    [WS_CATALOG_ERROR_BAD_BLOCK] = WS_LESSON_KEY_BLOCK,
    [WS_CATALOG_ERROR_BAD_PARAMETER] = WS_LESSON_KEY_KERNEL,
    [WS_CATALOG_ERROR_BAD_REPEATS] = WS_LESSON_KEY_REPEATS,
    [WS_CATALOG_ERROR_BAD_OPTION] = WS_LESSON_KEY_SET,
  };
  WsLessonKey key = WS_LESSON_KEY_KERNEL;

  if (error->domain == WS_CATALOG_ERROR && (guint)error->code < G_N_ELEMENTS (culprits))
    key = culprits[error->code];
  return values[values[key].text != NULL ? key : WS_LESSON_KEY_KERNEL].place;
}

static void
read_launch (const Reader *self, const WsLessonValue *value, guint n_launches, WsLessonWork *work)
{
  guint64 number;

  if (value->text == NULL)
    return;
  if (g_str_equal (value->text, "last"))
    work->launch = WS_NONE;
  else if (n_launches == 1 && value->is_inherited)
    return;
  else if (g_ascii_string_to_unsigned (value->text, 10, 1, n_launches, &number, NULL))
    work->launch = (guint)number - 1;
  else
    ws_lesson_problem_add (self->problems, value->place,
                           ngettext ("The plan has %1$u launch, counted from 1; there is no launch "
                                     "“%2$s”.",
                                     "The plan has %1$u launches, counted from 1; there is no "
                                     "launch “%2$s”.",
                                     n_launches),
                           n_launches, value->text);
}

static void
read_outcome (const Reader *self, const WsLessonValue *value, WsLessonOutcome *outcome)
{
  *outcome = WS_LESSON_OUTCOME_RIGHT;
  if (value->text == NULL)
    return;
  while (*outcome < WS_LESSON_OUTCOME_REFUSAL
         && !g_str_equal (value->text, ws_lesson_outcome_get_name (*outcome)))
    (*outcome)++;
  if (g_str_equal (value->text, ws_lesson_outcome_get_name (*outcome)))
    return;
  *outcome = WS_LESSON_OUTCOME_RIGHT;
  ws_lesson_problem_add (self->problems, value->place,
                         _ ("Unknown outcome “%s”: use right, fault or refusal."), value->text);
}

/* "block 2, warp 1" */
static void
read_follow (const Reader *self, const WsLessonValue *value, const WsPlanLaunch *launch,
             WsLessonWork *work)
{
  const guint64 n_threads = (guint64)launch->block[0] * launch->block[1] * launch->block[2];
  const struct {
    const char *name;
    guint64 n;
    guint *number;
  } things[] = {
    { "block", (guint64)launch->grid[0] * launch->grid[1] * launch->grid[2], &work->block },
    { "warp", (n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE, &work->warp },
  };
  g_autoptr (GPtrArray) pieces = NULL;

  if (value->text == NULL)
    return;
  pieces = split (value->text, value->place, ",;");
  for (guint i = 0; i < pieces->len; i++)
    {
      const WsLessonText *piece = get_piece (pieces, i);
      g_autoptr (GPtrArray) tokens = split (piece->text, piece->place, " \t");
      const WsLessonText *number = get_piece (tokens, 1);
      guint64 read;
      guint k = 0;

      while (k < G_N_ELEMENTS (things)
             && !g_str_equal (things[k].name, get_piece (tokens, 0)->text))
        k++;
      if (k == G_N_ELEMENTS (things) || tokens->len != 2)
        ws_lesson_problem_add (
            self->problems, piece->place,
            _ ("“%s” cannot be followed; use a block and a warp, as in “block 2, warp 1”."),
            piece->text);
      else if (!g_ascii_string_to_unsigned (number->text, 10, 0, things[k].n - 1, &read, NULL))
        ws_lesson_problem_add (
            self->problems, number->place,
            things[k].number == &work->block
                ? _ ("The launch has blocks 0 to %1$u; there is no block “%2$s”.")
                : _ ("The block has warps 0 to %1$u; there is no warp “%2$s”."),
            (guint)(things[k].n - 1), number->text);
      else
        *things[k].number = (guint)read;
    }
}

static gboolean
check_plan (const Reader *self, const WsLessonValue *values, WsLessonWork *work)
{
  GError *error = NULL;
  g_autoptr (WsPlan) plan = ws_lesson_work_plan (work, self->catalog, &error);

  if (plan == NULL)
    return complain (self, find_culprit (values, error), error);
  read_launch (self, &values[WS_LESSON_KEY_LAUNCH], plan->launches->len, work);
  read_outcome (self, &values[WS_LESSON_KEY_OUTCOME], &work->outcome);
  read_follow (
      self, &values[WS_LESSON_KEY_FOLLOW],
      &g_array_index (plan->launches, WsPlanLaunch, MIN (work->launch, plan->launches->len - 1)),
      work);
  return TRUE;
}

/* Returns: whether there is a kernel, and its settings can be run */
static gboolean
read_work (const Reader *self, const WsLessonValue *values, WsLessonWork *work)
{
  const WsLessonValue *kernel = &values[WS_LESSON_KEY_KERNEL];
  gboolean good = read_device (self, &values[WS_LESSON_KEY_DEVICE], &work->device);
  GError *error = NULL;

  if (kernel->text == NULL)
    return FALSE;
  work->kernel = ws_catalog_find (self->catalog, kernel->text, &error);
  if (work->kernel == NULL)
    return complain (self, kernel->place, error);
  if (work->kernel->library != NULL)
    {
      work->kernel = NULL;
      ws_lesson_problem_add (self->problems, kernel->place,
                             _ ("%s is compiled code, which cannot be recorded."), kernel->text);
      return FALSE;
    }
  return read_parameters (self, values, work) && good && check_plan (self, values, work);
}

/* "reduce3", or what differs: "kernel reduce3 block 256". */
static void
read_beside (const Reader *self, const WsLessonValue *own, const WsLessonValue *value,
             WsLessonStep *step)
{
  g_autoptr (GPtrArray) pieces = split (value->text, value->place, " \t,");
  WsLessonValue values[WS_LESSON_N_WORK_KEYS];

  memcpy (values, own, sizeof values);
  /* another kernel may lack this one's options and repeats */
  values[WS_LESSON_KEY_SET].is_inherited = values[WS_LESSON_KEY_REPEATS].is_inherited = TRUE;
  if (step->work.kernel == NULL)
    {
      ws_lesson_problem_add (self->problems, value->place,
                             _ ("The step has no kernel to compare with."));
      return;
    }
  for (guint i = 0; i < pieces->len; i += 2)
    {
      const WsLessonText *name = get_piece (pieces, i);
      const WsLessonText *said = get_piece (pieces, i + 1);
      WsLessonKey key = find_key (name->text, strlen (name->text));

      if (pieces->len == 1)
        {
          key = WS_LESSON_KEY_KERNEL;
          said = name;
        }
      if (key >= WS_LESSON_N_WORK_KEYS || said == NULL)
        {
          ws_lesson_problem_add (self->problems, name->place,
                                 key >= WS_LESSON_N_WORK_KEYS
                                     ? _ ("“%s” does not describe a run: give a kernel, or the "
                                          "differences, as in “kernel reduce3 block 256”.")
                                     : _ ("“%s” needs a value."),
                                 name->text);
          return;
        }
      values[key] = (WsLessonValue){ said->text, said->place, FALSE };
    }
  step->has_beside = read_work (self, values, &step->beside);
}

/* ---- what is shown ---- */

static void
complain_of_view (const Reader *self, const WsLessonText *piece)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *all = NULL;

  for (guint i = 0; i < WS_N_VIEWS; i++)
    g_ptr_array_add (names, (gpointer)ws_view_get_name (i));
  g_ptr_array_add (names, (gpointer)ws_pattern_get_name (WS_PATTERN_PYRAMID));
  g_ptr_array_add (names, NULL);
  all = g_strjoinv (", ", (char **)names->pdata);
  /* Translators: %2$s are names as one writes them; words, chart and scenario are, too */
  ws_lesson_problem_add (self->problems, piece->place,
                         _ ("Unknown view “%1$s”: use %2$s, words, a chart, as in “chart ladder”, "
                            "or a scenario, as in “scenario occupancy-k40c”."),
                         piece->text, all);
}

static gboolean
read_chart (const Reader *self, GPtrArray *tokens, WsLessonView *view)
{
  const WsLessonText *kind = get_piece (tokens, 1);

  view->kind = WS_LESSON_VIEW_OF_SWEEP;
  if (kind != NULL && tokens->len == 2 && ws_sweep_kind_parse (kind->text, &view->chart))
    return TRUE;
  ws_lesson_problem_add (
      self->problems, kind != NULL ? kind->place : get_piece (tokens, 0)->place,
      _ ("A chart must be ladder, scaling, heatmap, block-size, roofline, option or latency."));
  return FALSE;
}

static gboolean
read_scenario (const Reader *self, GPtrArray *tokens, WsLessonView *view)
{
  const WsLessonText *id = get_piece (tokens, 1);
  const WsLessonText *row = get_piece (tokens, 2);
  const WsLessonText *group = get_piece (tokens, 3);
  GError *error = NULL;
  WsScenario *scenario;

  view->kind = WS_LESSON_VIEW_OF_SCENARIO;
  if (id == NULL || tokens->len > 4)
    {
      ws_lesson_problem_add (self->problems, get_piece (tokens, 0)->place,
                             _ ("A scenario needs a name, and may have a row and a group, as in "
                                "“scenario occupancy-k40c 4 1”."));
      return FALSE;
    }
  scenario = ws_lesson_find_scenario (self->lesson, id->text, &error);
  if (scenario == NULL)
    return complain (self, id->place, error);
  view->scenario = ws_scenario_ref (scenario);
  view->group = 1;
  view->column = WS_SCENARIO_N_COLUMNS;
  if (row != NULL && group != NULL && g_str_equal (row->text, "chart"))
    return ws_scenario_parse_chart (scenario, group->text, &view->column, &error)
           || complain (self, group->place, error);
  return (row == NULL || read_number (self, row, _ ("The row"), 1, scenario->n_rows, &view->row))
         && (group == NULL
             || read_number (self, group, _ ("The group"), 1, scenario->n_groups, &view->group));
}

static gboolean
read_view (const Reader *self, const WsLessonText *piece, WsLessonView *view)
{
  g_autoptr (GPtrArray) tokens = split (piece->text, piece->place, " \t");
  const char *name = get_piece (tokens, 0)->text;

  if (g_str_equal (name, "chart"))
    return read_chart (self, tokens, view);
  if (g_str_equal (name, "scenario"))
    return read_scenario (self, tokens, view);
  if (tokens->len == 1 && ws_view_parse (name, &view->view))
    return TRUE;
  /* a tree that shows all launches */
  if (tokens->len == 1 && g_str_equal (name, ws_pattern_get_name (WS_PATTERN_PYRAMID)))
    {
      view->view = WS_VIEW_TREE;
      view->layout = WS_PATTERN_PYRAMID;
      return TRUE;
    }
  complain_of_view (self, piece);
  return FALSE;
}

/* A rejected launch never begins: it has no blocks and no time. */
static void
check_refusal (const Reader *self, const WsLessonStep *step, WsLessonPlace place)
{
  for (guint i = 0; step->work.outcome == WS_LESSON_OUTCOME_REFUSAL && i < step->n_views; i++)
    {
      const WsLessonView *view = &step->views[i];
      const WsViewClass *klass = ws_view_get_class (view->view);

      if (view->kind == WS_LESSON_VIEW_OF_RUN && !klass->stands_alone
          && klass->needs != WS_VIEW_OF_LIMITS)
        ws_lesson_problem_add (
            self->problems, place,
            _ ("A refused launch has only code and calculator to show, but no %s."), klass->name);
    }
}

static void
check_views (const Reader *self, const WsLessonStep *step, WsLessonPlace place,
             gboolean kernel_is_said)
{
  gboolean of_run = ws_lesson_step_find_view (step, WS_LESSON_VIEW_OF_RUN) != NULL;

  if (of_run && !kernel_is_said)
    ws_lesson_problem_add (self->problems, place,
                           _ ("The step has no kernel to show: name one with “kernel:”."));
  check_refusal (self, step, place);
  if (step->has_beside && (step->n_views != 1 || !of_run))
    ws_lesson_problem_add (self->problems, place,
                           _ ("Two runs side by side need one view of a run."));
}

/* What to time: only the step's own settings; the lesson's number of elements is for a tree. */
static void
read_request (const Reader *self, const WsLessonValue *values, WsLessonPlace place,
              WsLessonStep *step)
{
  const WsLessonView *view = ws_lesson_step_find_view (step, WS_LESSON_VIEW_OF_SWEEP);
  const WsSpec *spec = ws_catalog_find_spec (
      self->catalog, step->work.device.spec != NULL ? step->work.device.spec : "h200", NULL);
  const WsCatalogKernel *kernel = step->work.kernel;
  g_autoptr (WsSweep) sweep = NULL;
  GError *error = NULL;

  if (view == NULL)
    return;
  ws_sweep_request_init (&step->chart, view->chart);
  if (kernel != NULL && ws_sweep_kind_takes (view->chart, kernel))
    step->chart.kernel = kernel->id;
  if (kernel != NULL && !values[WS_LESSON_KEY_ELEMENTS].is_inherited
      && values[WS_LESSON_KEY_ELEMENTS].text != NULL)
    step->chart.n = step->work.parameters.n;
  if (kernel != NULL && !values[WS_LESSON_KEY_BLOCK].is_inherited
      && values[WS_LESSON_KEY_BLOCK].text != NULL)
    step->chart.block = step->work.parameters.block;
  sweep = ws_sweep_plan (self->catalog, &step->chart, spec, &error);
  if (sweep == NULL)
    complain (self, place, error);
}

static void
read_views (const Reader *self, const WsLessonKeys *said, WsLessonStep *step)
{
  const WsLessonValue *value = &said->values[WS_LESSON_KEY_VIEW];
  gboolean kernel_is_said = said->values[WS_LESSON_KEY_KERNEL].text != NULL;
  g_autoptr (GPtrArray) pieces = NULL;

  /* an exercise is text and code, unless it specifies a view */
  if (value->text == NULL && said->values[WS_LESSON_KEY_EXERCISE].text != NULL)
    return;
  if (value->text == NULL)
    {
      step->n_views = kernel_is_said; /* a tree */
      if (!kernel_is_said)
        ws_lesson_problem_add (
            self->problems, step->place,
            _ ("The step shows nothing: name a kernel with “kernel:”, or use “view: words”."));
      check_refusal (self, step, step->place);
      return;
    }
  pieces = split (value->text, value->place, ",");
  if (pieces->len == 1 && g_str_equal (get_piece (pieces, 0)->text, "words"))
    return;
  if (pieces->len > WS_LESSON_MAX_VIEWS)
    ws_lesson_problem_add (self->problems, get_piece (pieces, WS_LESSON_MAX_VIEWS)->place,
                           _ ("A step can have at most two views."));
  for (guint i = 0; i < MIN (pieces->len, WS_LESSON_MAX_VIEWS); i++)
    {
      WsLessonView view = { 0 };

      if (!read_view (self, get_piece (pieces, i), &view))
        {
          g_clear_pointer (&view.scenario, ws_scenario_unref);
          return;
        }
      step->views[step->n_views++] = view;
    }
  check_views (self, step, value->place, kernel_is_said);
  read_request (self, said->values, value->place, step);
}

/* ---- when ---- */

static gboolean
read_share (const WsLessonText *text, double *share)
{
  char *rest = NULL;
  double percent = g_ascii_strtod (text->text, &rest);

  *share = percent / 100;
  return rest != text->text && percent >= 0 && percent <= 100
         && (*rest == '\0' || g_str_equal (rest, "%"));
}

/* From 1 on. */
static gboolean
read_count (const WsLessonText *text, guint *number)
{
  guint64 read;

  if (text == NULL || !g_ascii_string_to_unsigned (text->text, 10, 1, G_MAXINT32, &read, NULL))
    return FALSE;
  *number = (guint)read;
  return TRUE;
}

static gboolean
read_at (const WsLessonValue *value, WsLessonInstant *at)
{
  static const char *const names[] = {
    [WS_LESSON_AT_START] = "start",   [WS_LESSON_AT_LOAD] = "load",
    [WS_LESSON_AT_STAGE] = "stage",   [WS_LESSON_AT_STRIDE] = "stride",
    [WS_LESSON_AT_RESULT] = "result", [WS_LESSON_AT_END] = "end",
    [WS_LESSON_AT_TIME] = "time",     [WS_LESSON_AT_LINE] = "line",
  };
  g_autoptr (GPtrArray) tokens = split (value->text, value->place, " \t");
  const WsLessonText *number = get_piece (tokens, 1);
  gboolean has_line = tokens->len == 4 && g_str_equal (get_piece (tokens, 2)->text, "line");

  at->place = value->place;
  at->kind = find_name (names, G_N_ELEMENTS (names), get_piece (tokens, 0)->text);
  switch (at->kind)
    {
    case WS_LESSON_AT_STAGE:
    case WS_LESSON_AT_STRIDE:
      return (tokens->len == 2 || has_line) && read_count (number, &at->number)
             && (!has_line || read_count (get_piece (tokens, 3), &at->line));
    case WS_LESSON_AT_LINE:
      return tokens->len == 2 && read_count (number, &at->line);
    case WS_LESSON_AT_TIME:
      return number != NULL && read_share (number, &at->share)
             && (tokens->len == 2
                 || (tokens->len == 3 && g_str_equal (get_piece (tokens, 2)->text, "%")));
    case WS_LESSON_AT_START:
    case WS_LESSON_AT_LOAD:
    case WS_LESSON_AT_RESULT:
    case WS_LESSON_AT_END:
      return tokens->len == 1;
    default:
      return FALSE;
    }
}

/* ---- what is highlighted, and hidden ---- */

static void
read_highlight (const Reader *self, const WsLessonText *piece, WsEmphasis *emphasis)
{
  g_autoptr (GPtrArray) tokens = split (piece->text, piece->place, " \t");
  const WsLessonText *number = get_piece (tokens, 1);
  WsHighlightKind kind;
  guint64 read;

  if (tokens->len != 2 || !ws_highlight_kind_parse (get_piece (tokens, 0)->text, &kind))
    ws_lesson_problem_add (self->problems, piece->place,
                           _ ("“%s” cannot be highlighted; use warp, thread, lane, element, line, "
                              "row or SM with a number, as in “warp 0”."),
                           piece->text);
  else if (!g_ascii_string_to_unsigned (number->text, 10, ws_highlight_kind_get_first (kind),
                                        G_MAXINT32, &read, NULL))
    ws_lesson_problem_add (self->problems, number->place,
                           _ ("“%1$s” is not the number of a %2$s: they are counted from %3$u."),
                           number->text, ws_highlight_kind_get_name (kind),
                           ws_highlight_kind_get_first (kind));
  else if (!ws_emphasis_add (emphasis, kind, (guint)read))
    ws_lesson_problem_add (self->problems, piece->place,
                           _ ("A step can highlight at most %d things."), WS_MAX_HIGHLIGHTS);
}

static void
read_hidden (const Reader *self, const WsLessonText *piece, guint *hide)
{
  WsHide flag;

  if (ws_hide_parse (piece->text, &flag))
    *hide |= flag;
  else
    ws_lesson_problem_add (
        self->problems, piece->place,
        _ ("“%s” cannot be hidden; use values, masks, counts, times, published or fault."),
        piece->text);
}

static void
read_lists (const Reader *self, const WsLessonKeys *said, WsLessonStep *step)
{
  const WsLessonValue *highlight = &said->values[WS_LESSON_KEY_HIGHLIGHT];
  const WsLessonValue *hide = &said->values[WS_LESSON_KEY_HIDE];
  g_autoptr (GPtrArray) marks = NULL;
  g_autoptr (GPtrArray) hidden = NULL;

  if (highlight->text != NULL)
    {
      marks = split (highlight->text, highlight->place, ";,");
      for (guint i = 0; i < marks->len; i++)
        read_highlight (self, get_piece (marks, i), &step->emphasis);
    }
  if (hide->text != NULL)
    {
      hidden = split (hide->text, hide->place, ",;");
      for (guint i = 0; i < hidden->len; i++)
        read_hidden (self, get_piece (hidden, i), &step->emphasis.hide);
    }
}

static void
read_show (const Reader *self, const WsLessonValue *value, WsLessonStep *step)
{
  const WsLessonText text = { value->place, value->text };

  if (ws_lesson_step_find_view (step, WS_LESSON_VIEW_OF_SWEEP) == NULL)
    ws_lesson_problem_add (
        self->problems, value->place,
        _ ("“show” gives the number of visible bars of a chart, but the step has no chart."));
  else
    read_number (self, &text, _ ("The number of visible bars"), 1, G_MAXINT16, &step->show);
}

/* Answers that form a scale are hard to compare when shuffled. */
static void
read_answers (const Reader *self, const WsLessonValue *value, WsLessonStep *step)
{
  step->keeps_order = g_ascii_strcasecmp (value->text, "in order") == 0;
  if (!step->keeps_order && g_ascii_strcasecmp (value->text, "shuffled") != 0)
    ws_lesson_problem_add (self->problems, value->place,
                           _ ("Answers can be “shuffled” or “in order”, not “%s”."), value->text);
}

/* It is only loaded when needed: a lesson can be shown without it. */
static void
read_exercise (const Reader *self, const WsLessonValue *value, WsLessonStep *step)
{
  if (value->text[strspn (value->text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_")] != '\0')
    ws_lesson_problem_add (self->problems, value->place,
                           _ ("“%s” is not the name of an exercise: write it without folder and "
                              "“.exercise”."),
                           value->text);
  step->exercise = g_strdup (value->text);
}

/**
 * ws_lesson_keys_fill_step:
 * @self: what stands below the step's heading
 * @lesson: (inout): that the step is of
 * @step: (inout): gets what they say
 * @problems: receives errors in them
 */
void
ws_lesson_keys_fill_step (const WsLessonKeys *self, WsLesson *lesson, WsLessonStep *step,
                          GPtrArray *problems)
{
  const Reader reader = { lesson, lesson->catalog, problems };
  const WsLessonValue *values = self->values;

  read_work (&reader, values, &step->work);
  if (values[WS_LESSON_KEY_BESIDE].text != NULL)
    read_beside (&reader, values, &values[WS_LESSON_KEY_BESIDE], step);
  read_views (&reader, self, step);
  if (values[WS_LESSON_KEY_AT].text == NULL)
    step->at = (WsLessonInstant){ .kind = step->work.outcome == WS_LESSON_OUTCOME_FAULT
                                              ? WS_LESSON_AT_END
                                              : WS_LESSON_AT_RESULT,
                                  .place = step->place };
  else if (!read_at (&values[WS_LESSON_KEY_AT], &step->at))
    ws_lesson_problem_add (problems, values[WS_LESSON_KEY_AT].place,
                           _ ("Unknown instant “%s”: use start, load, stage 2, stride 4, line 19, "
                              "stage 2 line 19, result, end, or time 50 %%."),
                           values[WS_LESSON_KEY_AT].text);
  read_lists (&reader, self, step);
  if (values[WS_LESSON_KEY_SHOW].text != NULL)
    read_show (&reader, &values[WS_LESSON_KEY_SHOW], step);
  if (values[WS_LESSON_KEY_ANSWERS].text != NULL)
    read_answers (&reader, &values[WS_LESSON_KEY_ANSWERS], step);
  if (values[WS_LESSON_KEY_EXERCISE].text != NULL)
    read_exercise (&reader, &values[WS_LESSON_KEY_EXERCISE], step);
}

/* "25", or "25 min" */
static void
read_minutes (const Reader *self, const WsLessonValue *value, guint *minutes)
{
  gsize digits = strspn (value->text, G_CSET_DIGITS);
  const char *unit = value->text + digits + strspn (value->text + digits, " \t");
  g_autofree char *number = *unit == '\0' || g_str_equal (unit, "min")
                                ? g_strndup (value->text, digits)
                                : g_strdup (value->text);
  const WsLessonText text = { value->place, number };

  /* Translators: of how many minutes a lesson takes: “The time is a whole number from …” */
  read_number (self, &text, _ ("The time, in minutes,"), 1, WS_LESSON_MAX_MINUTES, minutes);
}

/**
 * ws_lesson_keys_fill_lesson:
 * @self: what stands below the lesson's title
 * @lesson: (inout): gets what it says of the lesson itself: order, time, what to know before
 * @problems: receives errors in it
 */
void
ws_lesson_keys_fill_lesson (const WsLessonKeys *self, WsLesson *lesson, GPtrArray *problems)
{
  const Reader reader = { .problems = problems };
  const WsLessonValue *order = &self->values[WS_LESSON_KEY_ORDER];
  const WsLessonValue *minutes = &self->values[WS_LESSON_KEY_TIME];
  const WsLessonText text = { order->place, order->text };

  if (order->text != NULL)
    read_number (&reader, &text, _ ("The order"), 1, G_MAXINT16, &lesson->order);
  if (minutes->text != NULL)
    read_minutes (&reader, minutes, &lesson->minutes);
  lesson->before = g_strdup (self->values[WS_LESSON_KEY_BEFORE].text);
}
