/* words.c: what is to be run, and how far it is, in words. */
#include "timings/private.h"

#include "pen/paint.h"

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
                                   : g_strdup_printf ("%s to %s", least, most);
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
  static const char *const words[] = { "no",    "one",   "two",  "three", "four",   "five",  "six",
                                       "seven", "eight", "nine", "ten",   "eleven", "twelve" };
  guint n = count_kernels (sweep);

  if (n == 1)
    {
      g_autofree char *title = ws_sheet_shorten_title (ws_sweep_get_point (sweep, 0)->title);

      return g_strdup_printf ("kernel %s", title);
    }
  return n < G_N_ELEMENTS (words) ? g_strdup_printf ("%s kernels", words[n])
                                  : g_strdup_printf ("%u kernels", n);
}

/**
 * ws_timing_describe_plan:
 * @sweep: what is to be run
 *
 * Returns: (transfer full): which kernels, how many elements, what blocks
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
  return g_strdup_printf ("%s, %s elements, %s %s", kernels, elements,
                          block.least == block.most ? "block" : "blocks of", blocks);
}

/**
 * ws_timing_describe_progress:
 * @sweep: one under way
 *
 * Returns: (transfer full): which point is being timed, of how many
 */
char *
ws_timing_describe_progress (const WsSweep *sweep)
{
  guint n = ws_sweep_get_n_points (sweep);
  guint over = 0;

  for (guint i = 0; i < n; i++)
    if (ws_sweep_get_point (sweep, i)->state == WS_SWEEP_DONE
        || ws_sweep_get_point (sweep, i)->state == WS_SWEEP_FAILED)
      over++;
  return g_strdup_printf ("%u of %u", MIN (over + 1, n), n);
}

/**
 * ws_timing_make_subtitle:
 * @sheet: a sheet
 * @with_title: whether its title is part of it
 *
 * Returns: (transfer full): what was timed, and on what; not whether that was measured
 */
char *
ws_timing_make_subtitle (const WsSheet *sheet, gboolean with_title)
{
  static const char *const origins[] = { "measured on ", "modelled: ", "published: " };
  g_autofree char *title = with_title ? ws_sheet_shorten_title (sheet->title) : NULL;
  GString *text = g_string_new (sheet->subtitle);

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    g_string_replace (text, origins[i], "", 1);
  if (title != NULL)
    {
      g_string_prepend (text, "  ·  ");
      g_string_prepend (text, title);
    }
  return g_string_free (text, FALSE);
}
