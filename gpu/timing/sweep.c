#include "timing/sweep.h"

static const char *const kind_names[] = { "ladder",   "scaling", "heatmap", "block-size",
                                          "roofline", "option",  "latency" };

G_STATIC_ASSERT (G_N_ELEMENTS (kind_names) == WS_N_SWEEPS);

G_DEFINE_BOXED_TYPE (WsSweep, ws_sweep, ws_sweep_ref, ws_sweep_unref)

static void
point_free (WsSweepPoint *self)
{
  g_free (self->kernel);
  g_free (self->title);
  g_free (self->sentence);
  g_free (self->set);
  g_free (self->option);
  g_free (self);
}

/**
 * ws_sweep_new:
 * @kind: what is swept
 *
 * Returns: (transfer full): a sweep of ints with "sum" and a new id, begun now; the caller fills in
 * its device
 */
WsSweep *
ws_sweep_new (WsSweepKind kind)
{
  WsSweep *self;

  g_return_val_if_fail (kind < WS_N_SWEEPS, NULL);

  self = g_new0 (WsSweep, 1);
  self->refs = 1;
  self->kind = kind;
  self->id = g_uuid_string_random ();
  self->device = g_strdup ("");
  self->device_name = g_strdup ("");
  self->date = g_get_real_time () / G_USEC_PER_SEC;
  self->type = WS_VALUE_S32;
  self->op = g_strdup ("sum");
  self->points = g_ptr_array_new_with_free_func ((GDestroyNotify)point_free);
  return self;
}

WsSweep *
ws_sweep_ref (WsSweep *self)
{
  self->refs++;
  return self;
}

void
ws_sweep_unref (WsSweep *self)
{
  if (--self->refs > 0)
    return;
  g_free (self->id);
  g_free (self->device);
  g_free (self->device_name);
  g_free (self->driver);
  g_free (self->source);
  g_free (self->op);
  g_free (self->over);
  g_free (self->over_label);
  g_free (self->metric);
  g_free (self->metric_title);
  g_free (self->metric_unit);
  g_clear_pointer (&self->spec, ws_spec_unref);
  g_ptr_array_unref (self->points);
  g_free (self);
}

/**
 * ws_sweep_add_point:
 * @kernel: id in the catalogue
 * @title: of the kernel
 * @n: elements
 * @block: threads of a block
 * @max_grid: maximum grid of a grid-stride kernel; 0 for others
 *
 * Returns: (transfer none): a pending point after all others; its address is stable
 */
WsSweepPoint *
ws_sweep_add_point (WsSweep *self, const char *kernel, const char *title, guint64 n, guint32 block,
                    guint32 max_grid)
{
  WsSweepPoint *point = g_new0 (WsSweepPoint, 1);

  point->kernel = g_strdup (kernel);
  point->title = g_strdup (title);
  point->n = n;
  point->block = block;
  point->max_grid = max_grid;
  g_ptr_array_add (self->points, point);
  return point;
}

/**
 * ws_sweep_get_point:
 * @i: index
 *
 * Returns: (transfer none): the point; its address is stable
 */
WsSweepPoint *
ws_sweep_get_point (const WsSweep *self, guint i)
{
  g_return_val_if_fail (i < self->points->len, NULL);
  return g_ptr_array_index (self->points, i);
}

/* Returns: number of points in any state */
guint
ws_sweep_get_n_points (const WsSweep *self)
{
  return self->points->len;
}

/* Returns: number of timed points */
guint
ws_sweep_get_n_done (const WsSweep *self)
{
  guint n = 0;

  for (guint i = 0; i < self->points->len; i++)
    n += ws_sweep_get_point (self, i)->state == WS_SWEEP_DONE;
  return n;
}

/* Whether no point is pending or running. */
gboolean
ws_sweep_is_finished (const WsSweep *self)
{
  for (guint i = 0; i < self->points->len; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (self, i);

      if (point->state == WS_SWEEP_WAITING || point->state == WS_SWEEP_RUNNING)
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer none): its name in files and on command lines: "ladder", "scaling", "heatmap",
 * "block-size", "roofline", "option", "latency" */
const char *
ws_sweep_kind_get_name (WsSweepKind kind)
{
  g_return_val_if_fail (kind < WS_N_SWEEPS, NULL);
  return kind_names[kind];
}

/**
 * ws_sweep_kind_parse:
 * @name: as in "heatmap"; "block-size" was once "occupancy", and is in older files
 * @kind: (out): the kind
 *
 * Returns: whether there is such a kind
 */
gboolean
ws_sweep_kind_parse (const char *name, WsSweepKind *kind)
{
  if (g_str_equal (name, "occupancy"))
    name = kind_names[WS_SWEEP_BLOCK_SIZE];
  for (guint i = 0; i < WS_N_SWEEPS; i++)
    if (g_str_equal (name, kind_names[i]))
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

/* Returns: input bytes per second at its median; 0 if there is none */
double
ws_sweep_point_get_bandwidth (const WsSweepPoint *self)
{
  if (self->state != WS_SWEEP_DONE || self->time.median_ns == 0)
    return 0;
  return (double)self->n_bytes / (double)self->time.median_ns * 1e9;
}
