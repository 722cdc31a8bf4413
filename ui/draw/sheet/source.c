/* source.c: the texts around the documents' charts: subject, device, failures. */
#include "sheet/words.h"
#include "timing/fidelity.h"

#include <glib/gi18n.h>

/* The minimum and maximum n and block of all points. */
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

/* An item of a list around a chart: @format takes a number. */
static void G_GNUC_PRINTF (2, 3) add (GString *text, const char *format, ...)
{
  g_autofree char *item = NULL;
  va_list args;

  va_start (args, format);
  item = g_strdup_vprintf (format, args);
  va_end (args);
  ws_words_add_item (text, item);
}

static void
add_block (GString *text, const Range *range)
{
  if (range->block_to == 0)
    return;
  if (range->block_from == range->block_to)
    add (text, _ ("block %u"), range->block_to);
  else
    add (text, _ ("block %1$u to %2$u"), range->block_from, range->block_to);
}

/* (transfer full): "2²² ints", "2¹⁷ to 2²⁵ ints" */
static char *
describe_elements (const WsSweep *sweep, const Range *range)
{
  g_autofree char *from = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)range->n_from);
  g_autofree char *to = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)range->n_to);
  const char *type = ws_sheet_name_type (sweep->type);

  if (range->n_to == 0)
    return g_strdup (type);
  if (range->n_from == range->n_to)
    /* Translators: a number of ints, floats or the like */
    return g_strdup_printf (_ ("%1$s %2$s"), to, type);
  return g_strdup_printf (_ ("%1$s to %2$s %3$s"), from, to, type);
}

/**
 * ws_sheet_describe_origin:
 * @figures: where they are from
 * @device: name of a device; may be empty
 *
 * Returns: (transfer full): as in "measured on NVIDIA H200", "modelled: Virtual NVIDIA H200"
 */
char *
ws_sheet_describe_origin (WsFigures figures, const char *device)
{
  static const char *const alone[] = { [WS_FIGURES_MEASURED] = N_ ("measured"),
                                       [WS_FIGURES_MODELLED] = N_ ("modelled"),
                                       [WS_FIGURES_PUBLISHED] = N_ ("published") };
  g_autofree char *clean = ws_sheet_clean (device);

  if (*clean == '\0')
    return g_strdup (_ (alone[figures]));
  return g_strdup_printf (figures == WS_FIGURES_MEASURED   ? _ ("measured on %s")
                          : figures == WS_FIGURES_MODELLED ? _ ("modelled: %s")
                                                           : _ ("published: %s"),
                          clean);
}

/**
 * ws_sheet_make_subtitle:
 * @with_block: whether to include the block: for a sweep that does not vary it
 *
 * Returns: (transfer full): elements, block, samples, and whether it was measured; while running,
 * its progress
 */
char *
ws_sheet_make_subtitle (const WsSweep *sweep, gboolean with_block)
{
  GString *text = g_string_new (NULL);
  guint n_points = ws_sweep_get_n_points (sweep);
  guint n_done = 0;
  g_autofree char *elements = NULL;
  g_autofree char *origin =
      ws_sheet_describe_origin (ws_sheet_get_figures (sweep), sweep->device_name);
  Range range;

  get_range (sweep, &range);
  elements = describe_elements (sweep, &range);
  g_string_append (text, elements);
  if (with_block)
    add_block (text, &range);
  if (sweep->first_launch_only)
    ws_words_add_item (text, _ ("first launch only"));
  if (range.repeats > 1)
    {
      g_string_append (text, WS_SHEET_DOT);
      g_string_append_printf (text, _ ("median of %u"), range.repeats);
    }
  g_string_append_printf (text, WS_SHEET_DOT "%s", origin);
  for (guint i = 0; i < n_points; i++)
    {
      WsSweepState state = ws_sweep_get_point (sweep, i)->state;

      n_done += state == WS_SWEEP_DONE || state == WS_SWEEP_FAILED;
    }
  if (n_done < n_points)
    {
      g_string_append (text, WS_SHEET_DOT);
      g_string_append_printf (text, _ ("%1$u of %2$u done"), n_done, n_points);
    }
  return g_string_free (text, FALSE);
}

/* "NVIDIA H200, driver 580.159, measured", "NVIDIA G80, published: M. Harris, ..." */
static void
add_device (GString *text, const WsSweep *sweep)
{
  g_autofree char *publisher = ws_sheet_describe_origin (WS_FIGURES_PUBLISHED, sweep->source);
  g_autofree char *off = ws_fidelity_format_sweep (sweep);

  ws_sheet_append_device (text, sweep->device_name, sweep->driver);
  ws_words_add_item (text,
                     sweep->source != NULL ? publisher : _ (ws_origin_get_name (sweep->origin)));
  if (off != NULL)
    ws_words_add_item (text, off);
}

/* @other: (nullable): a sweep whose plan was already given */
static void
add_plan (GString *text, const WsSweep *sweep, const WsSweep *other)
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
      g_string_append (text, WS_SHEET_DOT);
      if (range.n_from != range.n_to)
        g_string_append_printf (text, _ ("n %1$s to %2$s"), from, to);
      else
        g_string_append_printf (text, _ ("n %s"), to);
      add_block (text, &range);
    }
  if (range.repeats > 1)
    add (text, _ ("median of %u"), range.repeats);
  if (sweep->first_launch_only)
    ws_words_add_item (text, _ ("first launch only"));
  if (range.cached && ws_sheet_get_figures (sweep) == WS_FIGURES_MEASURED)
    ws_words_add_item (text, _ ("L2 may serve the input"));
}

/**
 * ws_sheet_make_source:
 * @sweeps: (array length=n_sweeps): what is drawn
 * @n_sweeps: how many
 *
 * Returns: (transfer full): the source and date of all sweeps' figures
 */
char *
ws_sheet_make_source (WsSweep *const *sweeps, guint n_sweeps)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_sweeps; i++)
    {
      g_autoptr (GString) source = g_string_new (NULL);

      add_device (source, sweeps[i]);
      add_plan (source, sweeps[i], i > 0 ? sweeps[0] : NULL);
      ws_sheet_append_day (source, sweeps[i]->date);
      if (i == 1)
        {
          g_string_append (text, WS_SHEET_DOT);
          g_string_append_printf (text, _ ("compared with: %s"), source->str);
        }
      else
        g_string_append_printf (text, "%s%s", i > 1 ? "; " : "", source->str);
    }
  return g_string_free (text, FALSE);
}

/* "kernel 7", and whatever distinguishes the point from its neighbours */
static char *
name_point (const WsSweep *sweep, const WsSweepPoint *point)
{
  const WsSheetClass *klass = ws_sheet_get_class (sweep->kind);
  g_autofree char *kernel = ws_sheet_refer (point->title);

  return klass->name_point != NULL ? klass->name_point (point, kernel) : g_steal_pointer (&kernel);
}

/**
 * ws_sheet_append_failures:
 * @caption: receives sentences
 *
 * Appends failures and wrong results to the caption.
 */
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
          n_wrong == 1
              ? g_strdup_printf (_ ("The result of %s was wrong: not counted."), name)
              : g_strdup_printf (
                  ngettext ("%1$u result was wrong and is not counted, first that of %2$s.",
                            "%1$u results were wrong and are not counted, first that of %2$s.",
                            n_wrong),
                  n_wrong, name);

      ws_words_append (caption, text);
    }
  if (failed != NULL)
    {
      g_autofree char *name = name_point (sweep, failed);
      g_autofree char *begun = ws_words_capitalize (name);
      g_autofree char *why = ws_sheet_clean (failed->sentence);
      g_autofree char *text = NULL;
      guint n = ws_sweep_get_n_points (sweep);

      if (n_failed == 1)
        text = *why != '\0' ? g_strdup_printf (_ ("%1$s failed: %2$s"), begun, why)
                            : g_strdup_printf (_ ("%s failed."), begun);
      else if (*why != '\0')
        text =
            g_strdup_printf (_ ("%1$u of %2$u failed, %3$s first: %4$s"), n_failed, n, name, why);
      else
        text = g_strdup_printf (_ ("%1$u of %2$u failed, %3$s first."), n_failed, n, name);
      ws_words_append (caption, text);
    }
}

/**
 * ws_sheet_explain_nothing:
 * @sweep: a sweep without a valid point
 *
 * Returns: (transfer full): what its chart is waiting for, or that nothing ran
 */
char *
ws_sheet_explain_nothing (const WsSweep *sweep)
{
  if (ws_sweep_get_n_points (sweep) == 0)
    return g_strdup (_ ("Nothing has run yet."));
  if (ws_sweep_is_finished (sweep))
    return g_strdup (_ ("No point has a time yet."));
  return g_strdup (_ ("The first point is not finished yet."));
}
