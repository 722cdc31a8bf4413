#include "sweeps/figures.h"

#include <glib/gi18n.h>

static gboolean
is_shown (const WsSweep *sweep)
{
  return sweep->source == NULL && ws_sweep_get_n_done (sweep) > 0;
}

/* The sweep first, then what others have published of the same kind, to be compared with: times of
 * whole plans with those of whole plans. */
static GPtrArray *
choose_sweeps (GPtrArray *all, WsSweep *shown)
{
  GPtrArray *chosen = g_ptr_array_new ();

  g_ptr_array_add (chosen, shown);
  for (guint i = 0; i < all->len; i++)
    {
      WsSweep *other = all->pdata[i];

      if (other->source != NULL && other->first_launch_only == shown->first_launch_only)
        g_ptr_array_add (chosen, other);
    }
  return chosen;
}

/* What was run again, on the same device with the same sizes, is shown as it was run last: of two
 * figures with the same title a reader would not know which to take. */
static gboolean
is_repeated (GHashTable *seen, const WsSweep *sweep, const WsSheet *sheet)
{
  return !g_hash_table_add (seen, g_strjoin ("\n", sweep->device != NULL ? sweep->device : "",
                                             sheet->name, sheet->title != NULL ? sheet->title : "",
                                             sheet->subtitle != NULL ? sheet->subtitle : "", NULL));
}

static void
add_sweep (WsFigureFolder *figures, GHashTable *seen, GPtrArray *all, WsSweep *sweep)
{
  g_autoptr (GPtrArray) sweeps = choose_sweeps (all, sweep);
  g_autoptr (WsSheet) sheet =
      ws_sheet_new_for_sweeps ((WsSweep *const *)sweeps->pdata, sweeps->len);
  WsPicture picture = { .options = WS_FIGURE_OPTIONS_INIT,
                        .sheet = sheet,
                        .charts = WS_SHEET_OPTIONS_INIT,
                        .sweeps = sweeps };
  g_autofree char *name = NULL;

  if (is_repeated (seen, sweep, sheet))
    return;
  name = ws_picture_make_name (&picture);
  ws_figures_add (figures, name, NULL, &picture);
}

/**
 * ws_sweeps_add_figures:
 * @store: the sweeps that are kept
 * @figures: the folder that they are added to
 *
 * Adds a chart of each sweep that was run on this machine, beside what others have published of its
 * kind, under a heading of their own. Of those with the same device and the same sizes the latest
 * alone is added; a sweep of which no point is done is left out.
 */
void
ws_sweeps_add_figures (WsSweepStore *store, WsFigureFolder *figures)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean begun = FALSE;

  for (guint kind = 0; kind < WS_N_SWEEPS; kind++)
    {
      g_autoptr (GPtrArray) all = ws_sweep_store_list (store, kind);

      for (guint i = 0; i < all->len; i++)
        {
          if (!is_shown (all->pdata[i]))
            continue;
          if (!begun)
            ws_figures_begin_section (figures, _ ("Timings"));
          begun = TRUE;
          add_sweep (figures, seen, all, all->pdata[i]);
        }
    }
}
