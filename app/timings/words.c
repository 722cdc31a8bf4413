/* words.c: what is to be run, and how far it is, in words. */
#include "timings/private.h"

#include "pen/paint.h"
#include "sheet/words.h"
#include "timing/fidelity.h"

#include <glib/gi18n.h>

/* The least and the greatest of a figure, and how many different ones there are. */
typedef struct {
  guint64 least;
  guint64 most;
} Extent;

static void
extend (Extent *self, guint64 value)
{
  self->least = self->most == 0 ? value : MIN (self->least, value);
  self->most = MAX (self->most, value);
}

static char *
tell_extent (const Extent *self)
{
  g_autofree char *least = ws_format_count (self->least);
  g_autofree char *most = ws_format_count (self->most);

  return self->least == self->most ? g_steal_pointer (&most)
                                   : g_strdup_printf (_ ("%1$s to %2$s"), least, most);
}

static guint
count_kernels (const WsSweep *sweep)
{
  g_autoptr (GHashTable) kernels = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    g_hash_table_add (kernels, ws_sweep_get_point (sweep, i)->kernel);
  return g_hash_table_size (kernels);
}

static char *
tell_kernels (const WsSweep *sweep)
{
  static const char *const words[] = {
    N_ ("no kernels"),     NULL, /* it is named */
    N_ ("two kernels"),    N_ ("three kernels"),
    N_ ("four kernels"),   N_ ("five kernels"),
    N_ ("six kernels"),    N_ ("seven kernels"),
    N_ ("eight kernels"),  N_ ("nine kernels"),
    N_ ("ten kernels"),    N_ ("eleven kernels"),
    N_ ("twelve kernels"),
  };
  guint n = count_kernels (sweep);

  if (n == 1)
    {
      g_autofree char *title = ws_sheet_shorten_title (ws_sweep_get_point (sweep, 0)->title);

      return g_strdup_printf (_ ("kernel %s"), title);
    }
  return n < G_N_ELEMENTS (words) ? g_strdup (_ (words[n]))
                                  : g_strdup_printf (ngettext ("%u kernel", "%u kernels", n), n);
}

/**
 * ws_timing_describe_plan:
 * @sweep: what is to be run
 *
 * Returns: (transfer full): which kernels, how many elements, what blocks, as in "seven kernels,
 * 4 194 304 elements, block 128"
 */
char *
ws_timing_describe_plan (const WsSweep *sweep)
{
  g_autofree char *kernels = tell_kernels (sweep);
  g_autofree char *elements = NULL;
  g_autofree char *blocks = NULL;
  Extent n = { 0 };
  Extent block = { 0 };

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      extend (&n, ws_sweep_get_point (sweep, i)->n);
      extend (&block, ws_sweep_get_point (sweep, i)->block);
    }
  elements = tell_extent (&n);
  blocks = tell_extent (&block);
  return g_strdup_printf (
      block.least == block.most
          ? ngettext ("%1$s, %2$s element, block %3$s", "%1$s, %2$s elements, block %3$s", n.most)
          : ngettext ("%1$s, %2$s element, blocks of %3$s", "%1$s, %2$s elements, blocks of %3$s",
                      n.most),
      kernels, elements, blocks);
}

/**
 * ws_timing_is_waiting:
 * @sweep: a running one
 *
 * Returns: whether the device does something else, which comes first
 */
gboolean
ws_timing_is_waiting (const WsSweep *sweep)
{
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    if (ws_sweep_get_point (sweep, i)->state == WS_SWEEP_RUNNING)
      return FALSE;
  return TRUE;
}

/**
 * ws_timing_describe_progress:
 * @sweep: a running one
 *
 * Returns: (transfer full): which point is being timed, of how many, as in "3 of 7"; or "waiting"
 */
char *
ws_timing_describe_progress (const WsSweep *sweep)
{
  guint n = ws_sweep_get_n_points (sweep);
  guint over = 0;

  if (ws_timing_is_waiting (sweep))
    return g_strdup (_ ("waiting"));
  for (guint i = 0; i < n; i++)
    if (ws_sweep_get_point (sweep, i)->state == WS_SWEEP_DONE
        || ws_sweep_get_point (sweep, i)->state == WS_SWEEP_FAILED)
      over++;
  return g_strdup_printf (_ ("%1$u of %2$u"), MIN (over + 1, n), n);
}

/**
 * ws_timing_make_subtitle:
 * @self: a page with a sheet
 *
 * Returns: (transfer full): what was timed, the kernel too where it is one, and on what; not
 * whether that was measured
 */
char *
ws_timing_make_subtitle (const WsTimingPage *self)
{
  gboolean is_live = ws_timing_bar_get_kind (self->bar) == WS_TIMING_LIVE;
  const WsSweep *sweep = is_live ? NULL : self->shown->pdata[0];
  WsFigures figures = !is_live                                   ? ws_sheet_get_figures (sweep)
                      : self->live->origin == WS_ORIGIN_MEASURED ? WS_FIGURES_MEASURED
                                                                 : WS_FIGURES_MODELLED;
  g_autofree char *device = ws_sheet_clean (is_live ? self->live->device_name : sweep->device_name);
  g_autofree char *origin = ws_sheet_describe_origin (figures, device);
  const char *kernel = is_live                      ? self->live->title
                       : count_kernels (sweep) == 1 ? ws_sweep_get_point (sweep, 0)->title
                                                    : NULL;
  g_autofree char *title = kernel != NULL ? ws_sheet_shorten_title (kernel) : NULL;
  GString *text = g_string_new (self->sheet->subtitle);

  if (*device != '\0')
    g_string_replace (text, origin, device, 1);
  if (title != NULL)
    {
      g_string_prepend (text, "  ·  ");
      g_string_prepend (text, title);
    }
  return g_string_free (text, FALSE);
}

/**
 * ws_timing_describe_fidelity:
 * @self: a page with a sheet
 *
 * Returns: (transfer full) (nullable): how far its times are off; %NULL if they are not modelled
 */
char *
ws_timing_describe_fidelity (const WsTimingPage *self)
{
  const WsLive *live = self->live;

  if (ws_timing_bar_get_kind (self->bar) != WS_TIMING_LIVE)
    return ws_fidelity_describe_sweep (self->shown->pdata[0]);
  return ws_fidelity_describe (live->device, (const char *const[]){ live->kernel, NULL });
}
