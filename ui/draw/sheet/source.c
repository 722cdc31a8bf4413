/* source.c: what stands round the documents' charts: what was run, on which device, what
 * failed. */
#include "sheet/words.h"

/* The least and greatest n and block of all points. */
typedef struct {
  guint64 n_from;
  guint64 n_to;
  guint32 block_from;
  guint32 block_to;
  guint repeats;
  gboolean cached;
} Range;

static void
get_range (const WsSweep *sweep, Range *range)
{
  *range = (Range){ .n_from = G_MAXUINT64, .block_from = G_MAXUINT32 };
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      range->n_from = MIN (range->n_from, point->n);
      range->n_to = MAX (range->n_to, point->n);
      range->block_from = MIN (range->block_from, point->block);
      range->block_to = MAX (range->block_to, point->block);
      if (!ws_sheet_is_timed (point))
        continue;
      range->repeats = MAX (range->repeats, point->time.n);
      range->cached |= !point->rotates;
    }
}

static gboolean
is_same_plan (const WsSweep *a, const WsSweep *b)
{
  Range x;
  Range y;

  get_range (a, &x);
  get_range (b, &y);
  return x.n_from == y.n_from && x.n_to == y.n_to && x.block_from == y.block_from
         && x.block_to == y.block_to && a->first_launch_only == b->first_launch_only;
}

static void
append_block (GString *text, const Range *range)
{
  if (range->block_to == 0)
    return;
  if (range->block_from == range->block_to)
    g_string_append_printf (text, ", block %u", range->block_to);
  else
    g_string_append_printf (text, ", block %u to %u", range->block_from, range->block_to);
}

/* "2²² ints", "2¹⁷ to 2²⁵ ints" */
static void
append_elements (GString *text, const WsSweep *sweep, const Range *range)
{
  g_autofree char *from = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)range->n_from);
  g_autofree char *to = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)range->n_to);

  if (range->n_to == 0)
    g_string_append (text, ws_sheet_name_type (sweep->type));
  else if (range->n_from == range->n_to)
    g_string_append_printf (text, "%s %s", to, ws_sheet_name_type (sweep->type));
  else
    g_string_append_printf (text, "%s to %s %s", from, to, ws_sheet_name_type (sweep->type));
}

/* "measured on NVIDIA H200", "modelled: Virtual NVIDIA H200" */
static void
append_origin (GString *text, const WsSweep *sweep)
{
  g_autofree char *device = ws_sheet_clean (sweep->device_name);
  WsFigures figures = ws_sheet_get_figures (sweep);

  g_string_append (text, figures == WS_FIGURES_MODELLED    ? "modelled"
                         : figures == WS_FIGURES_PUBLISHED ? "published"
                                                           : "measured");
  if (*device != '\0')
    g_string_append_printf (text, "%s%s", figures == WS_FIGURES_MEASURED ? " on " : ": ", device);
}

char *
ws_sheet_make_subtitle (const WsSweep *sweep, gboolean with_block)
{
  GString *text = g_string_new (NULL);
  guint n_points = ws_sweep_get_n_points (sweep);
  guint n_done = 0;
  Range range;

  get_range (sweep, &range);
  append_elements (text, sweep, &range);
  if (with_block)
    append_block (text, &range);
  if (sweep->first_launch_only)
    g_string_append (text, ", first launch only");
  if (range.repeats > 1)
    g_string_append_printf (text, WS_SHEET_DOT "median of %u", range.repeats);
  g_string_append (text, WS_SHEET_DOT);
  append_origin (text, sweep);
  for (guint i = 0; i < n_points; i++)
    {
      WsSweepState state = ws_sweep_get_point (sweep, i)->state;

      n_done += state == WS_SWEEP_DONE || state == WS_SWEEP_FAILED;
    }
  if (n_done < n_points)
    g_string_append_printf (text, WS_SHEET_DOT "%u of %u done", n_done, n_points);
  return g_string_free (text, FALSE);
}

/* "NVIDIA H200, driver 580.159, measured", "NVIDIA G80, published: M. Harris, ..." */
static void
append_device (GString *text, const WsSweep *sweep)
{
  g_autofree char *publisher = ws_sheet_clean (sweep->source);

  ws_sheet_append_device (text, sweep->device_name, sweep->driver);
  if (sweep->source != NULL)
    g_string_append_printf (text, ", published%s%s", *publisher != '\0' ? ": " : "", publisher);
  else
    g_string_append_printf (text, ", %s", ws_origin_get_name (sweep->origin));
}

/* @other: (nullable): whose plan was said already */
static void
append_plan (GString *text, const WsSweep *sweep, const WsSweep *other)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  Range range;

  get_range (sweep, &range);
  if (other != NULL && is_same_plan (sweep, other))
    return;
  from = ws_format_count (range.n_from);
  to = ws_format_count (range.n_to);
  if (range.n_to != 0)
    {
      g_string_append (text, WS_SHEET_DOT "n ");
      if (range.n_from != range.n_to)
        g_string_append_printf (text, "%s to ", from);
      g_string_append (text, to);
      append_block (text, &range);
    }
  if (range.repeats > 1)
    g_string_append_printf (text, ", median of %u", range.repeats);
  if (sweep->first_launch_only)
    g_string_append (text, ", first launch only");
  if (range.cached && ws_sheet_get_figures (sweep) == WS_FIGURES_MEASURED)
    g_string_append (text, ", the L2 cache may answer");
}

char *
ws_sheet_make_source (WsSweep *const *sweeps, guint n_sweeps)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_sweeps; i++)
    {
      if (i > 0)
        g_string_append (text, i == 1 ? WS_SHEET_DOT "beside it: " : "; ");
      append_device (text, sweeps[i]);
      append_plan (text, sweeps[i], i > 0 ? sweeps[0] : NULL);
      ws_sheet_append_day (text, sweeps[i]->date);
    }
  return g_string_free (text, FALSE);
}

/* "kernel 7", and what else tells the point from its neighbours */
static char *
name_point (const WsSweep *sweep, const WsSweepPoint *point)
{
  const WsSheetClass *klass = ws_sheet_get_class (sweep->kind);
  g_autofree char *kernel = ws_sheet_refer (point->title);

  return klass->name_point != NULL ? klass->name_point (point, kernel) : g_steal_pointer (&kernel);
}

static void
append_sentence (GString *caption, const char *sentence)
{
  if (caption->len > 0)
    g_string_append_c (caption, ' ');
  g_string_append (caption, sentence);
}

void
ws_sheet_append_failures (GString *caption, const WsSweep *sweep)
{
  const WsSweepPoint *failed = NULL;
  const WsSweepPoint *wrong = NULL;
  guint n_failed = 0;
  guint n_wrong = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (point->state == WS_SWEEP_FAILED && n_failed++ == 0)
        failed = point;
      if (ws_sheet_is_timed (point) && !point->correct && n_wrong++ == 0)
        wrong = point;
    }
  if (wrong != NULL)
    {
      g_autofree char *name = name_point (sweep, wrong);
      g_autofree char *text =
          n_wrong == 1 ? g_strdup_printf ("The result of %s was wrong: it does not count.", name)
                       : g_strdup_printf ("%u results were wrong and do not count, that of %s the "
                                          "first.",
                                          n_wrong, name);

      append_sentence (caption, text);
    }
  if (failed != NULL)
    {
      g_autofree char *name = name_point (sweep, failed);
      g_autofree char *begun = ws_sheet_begin (name);
      g_autofree char *why = ws_sheet_clean (failed->sentence);
      g_autofree char *text = NULL;

      if (n_failed == 1)
        text = g_strdup_printf ("%s failed%s%s", begun, *why != '\0' ? ": " : "",
                                *why != '\0' ? why : ".");
      else
        text = g_strdup_printf ("%u of %u failed, %s first%s%s", n_failed,
                                ws_sweep_get_n_points (sweep), name, *why != '\0' ? ": " : "",
                                *why != '\0' ? why : ".");
      append_sentence (caption, text);
    }
}

char *
ws_sheet_explain_nothing (const WsSweep *sweep)
{
  if (ws_sweep_get_n_points (sweep) == 0)
    return g_strdup ("Nothing was run.");
  if (ws_sweep_is_finished (sweep))
    return g_strdup ("No point has a time.");
  return g_strdup ("The first point is not done yet.");
}
