#include "accesses/work.h"

#include "record/opcode.h"

static gboolean
is_float_type (guint8 type)
{
  return type == WS_VALUE_F32 || type == WS_VALUE_F64;
}

/**
 * ws_work_get_operations:
 * @kernel: whose site it is
 * @is_float: (out): whether they are on floating point numbers
 *
 * Arithmetic in registers counts, and redux, which is one operation for each lane; a comparison, a
 * shift, a move or an atomic does not.
 *
 * Returns: operations per lane of @site: 2 for a fused multiply-add, 0 if it is not arithmetic
 */
guint
ws_work_get_operations (const WsKernel *kernel, const WsSite *site, gboolean *is_float)
{
  *is_float = is_float_type (site->value_type);
  if (site->op_class != WS_OP_ALU && site->op_class != WS_OP_REDUX)
    return 0;
  return ws_opcode_get_operations (ws_kernel_get_string (kernel, site->opcode));
}

/**
 * ws_work_add_site:
 * @self: what other sites did; this one's work is added
 * @kernel: whose site it is
 * @count: what it did
 * @spec: of the device whose unit of traffic counts: segments of 128 bytes or sectors of 32
 *
 * Adds operations, two of a fused multiply-add, for each lane that executed it, and the bytes that
 * loads, stores and atomics of global memory moved, whole sectors or segments.
 */
void
ws_work_add_site (WsWork *self, const WsKernel *kernel, const WsSite *site,
                  const WsSiteCount *count, const WsSpec *spec)
{
  gboolean is_float;
  guint64 operations = ws_work_get_operations (kernel, site, &is_float) * count->taken_lanes;

  *(is_float ? &self->float_operations : &self->integer_operations) += operations;
  self->operations += operations;
  if (ws_site_is_global (site, count)
      && (site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
          || site->op_class == WS_OP_ATOMIC))
    self->moved_bytes += ws_site_count_get_moved_bytes (count, spec);
}

/**
 * ws_work_count:
 * @launch: index of a launch, or %WS_NONE for all of the plan
 * @spec: (nullable): the device whose unit of traffic counts: 32-byte sectors, or 128-byte segments
 * of old ones; %NULL for the run's own
 * @work: (out caller-allocates): bytes moved, and operations
 *
 * Uses the counts of all blocks if the device has them, else the events of the blocks recorded in
 * full.
 *
 * Returns: %FALSE if there is neither
 */
gboolean
ws_work_count (const WsRun *run, guint launch, const WsSpec *spec, WsWork *work)
{
  guint first = launch == WS_NONE ? 0 : launch;
  guint end = launch == WS_NONE ? run->n_launches : launch + 1;
  guint64 executed = 0;

  *work = (WsWork){ .of_all_blocks = TRUE };
  for (guint i = first; i < end; i++)
    work->of_all_blocks = work->of_all_blocks && run->launches[i].has_counts;
  for (guint i = first; i < end; i++)
    {
      const WsKernel *kernel = ws_run_get_kernel (run, i);
      guint64 n_blocks;
      g_autofree WsSiteCount *counts = ws_site_counts_new (run, i, !work->of_all_blocks, &n_blocks);

      for (guint k = 0; k < kernel->n_sites; k++)
        {
          executed += counts[k].executed;
          ws_work_add_site (work, kernel, &kernel->sites[k], &counts[k],
                            spec != NULL ? spec : run->spec);
        }
    }
  return executed > 0;
}
