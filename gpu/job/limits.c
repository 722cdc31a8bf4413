#include "job/limits.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define MOST_BLOCK_Z 64 /* threads along z; along y up to a block's maximum: CUDA C Programming */
#define MOST_GRID_YZ 65535 /* Guide, "Compute Capabilities" */

static gboolean refuse (GError **error, WsJobError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
refuse (GError **error, WsJobError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (WS_JOB_ERROR, (int)code, format, args));
  va_end (args);
  return FALSE;
}

/**
 * ws_limits_check_needs:
 * @needs: requirements of a program
 * @id: of the job, for the sentence
 * @error: return location: %WS_JOB_ERROR_DEVICE
 *
 * Returns: whether the device is new enough
 */
gboolean
ws_limits_check_needs (const WsJobNeeds *needs, const char *id, const WsSpec *spec, GError **error)
{
  if (spec->cc_major > needs->cc_major
      || (spec->cc_major == needs->cc_major && spec->cc_minor >= needs->cc_minor))
    return TRUE;
  return refuse (error, WS_JOB_ERROR_DEVICE,
                 _ ("%s uses %s, which needs compute capability %u.%u; the %s has %u.%u."), id,
                 needs->what != NULL ? ws_words_translate (needs->what) : "what", needs->cc_major,
                 needs->cc_minor, spec->name, spec->cc_major, spec->cc_minor);
}

static guint
count_threads (const WsExtent *extent)
{
  return extent->block[0] * extent->block[1] * extent->block[2];
}

/**
 * ws_limits_check_block:
 * @extent: of a launch
 * @error: return location: %WS_JOB_ERROR_BLOCK
 *
 * Returns: whether the device supports the block's threads and shared memory
 */
gboolean
ws_limits_check_block (const WsExtent *extent, const WsSpec *spec, GError **error)
{
  guint n = count_threads (extent);

  if (n > spec->max_threads_per_block)
    return refuse (error, WS_JOB_ERROR_BLOCK,
                   _ ("A block of %u threads exceeds the limit of the %s: %u threads per block."),
                   n, spec->name, spec->max_threads_per_block);
  if (extent->block[2] > MOST_BLOCK_Z)
    return refuse (error, WS_JOB_ERROR_BLOCK,
                   _ ("A block of %u threads along z exceeds CUDA's limit: %d."), extent->block[2],
                   MOST_BLOCK_Z);
  if (extent->shared_bytes > spec->shared_per_block_bytes)
    return refuse (error, WS_JOB_ERROR_BLOCK,
                   _ ("A block of %u threads needs %u bytes of shared memory, more than the limit "
                      "of the %s: %u bytes per block."),
                   n, extent->shared_bytes, spec->name, spec->shared_per_block_bytes);
  return TRUE;
}

/**
 * ws_limits_check_grid:
 * @extent: of a launch
 * @error: return location: %WS_JOB_ERROR_SIZE
 *
 * Returns: whether the device supports the grid's blocks
 */
gboolean
ws_limits_check_grid (const WsExtent *extent, const WsSpec *spec, GError **error)
{
  guint n = count_threads (extent);

  for (guint i = 1; i < 3; i++)
    if (extent->grid[i] > MOST_GRID_YZ)
      return refuse (error, WS_JOB_ERROR_SIZE,
                     _ ("A grid of %" PRIu64 " blocks along %c exceeds CUDA's limit: %d."),
                     extent->grid[i], "xyz"[i], MOST_GRID_YZ);
  if (extent->grid[0] <= spec->max_grid_x)
    return TRUE;
  if (extent->n_elements == 0)
    return refuse (error, WS_JOB_ERROR_SIZE,
                   _ ("A grid of %" PRIu64 " blocks exceeds the limit of the %s: %u."),
                   extent->grid[0], spec->name, spec->max_grid_x);
  return refuse (
      error, WS_JOB_ERROR_SIZE,
      ngettext ("%" PRIu64 " elements in blocks of %u thread need a grid of %" PRIu64
                " blocks, more than the limit of the %s: %u. Take larger blocks or fewer elements.",
                "%" PRIu64 " elements in blocks of %u threads need a grid of %" PRIu64
                " blocks, more than the limit of the %s: %u. Take larger blocks or fewer elements.",
                n),
      extent->n_elements, n, extent->grid[0], spec->name, spec->max_grid_x);
}

/**
 * ws_limits_check_memory:
 * @extent: of a job
 * @error: return location: %WS_JOB_ERROR_SIZE
 *
 * Returns: whether the device has memory for all buffers
 */
gboolean
ws_limits_check_memory (const WsExtent *extent, const WsSpec *spec, GError **error)
{
  g_autofree char *wanted = NULL;
  g_autofree char *there = NULL;

  if (extent->memory_bytes <= spec->memory_bytes)
    return TRUE;
  wanted = g_format_size_full (extent->memory_bytes, G_FORMAT_SIZE_IEC_UNITS);
  there = g_format_size_full (spec->memory_bytes, G_FORMAT_SIZE_IEC_UNITS);
  if (extent->n_elements == 0)
    return refuse (error, WS_JOB_ERROR_SIZE, _ ("The buffers need %s of memory; the %s has %s."),
                   wanted, spec->name, there);
  return refuse (error, WS_JOB_ERROR_SIZE,
                 _ ("%" PRIu64 " elements need %s of memory; the %s has %s."), extent->n_elements,
                 wanted, spec->name, there);
}

/**
 * ws_limits_get_spare_shared:
 * @percent: the target occupancy: share of an SM's maximum warps
 * @n_threads: of a block
 * @used_bytes: shared memory that a block uses, if known
 *
 * Unused shared memory that limits the resident blocks to @percent of the SM's warps; at least one
 * block always fits. This is how V. Volkov, "Better performance at lower occupancy" (GTC 2010), set
 * the occupancy of a launch.
 *
 * Returns: bytes for a block to request in addition; 0 for 100 %
 */
guint32
ws_limits_get_spare_shared (guint percent, guint n_threads, guint32 used_bytes, const WsSpec *spec)
{
  guint warps = (n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
  guint blocks = spec->max_warps_per_sm * percent / 100 / MAX (warps, 1);
  guint bytes;

  if (percent >= 100)
    return 0;
  blocks = CLAMP (blocks, 1, spec->max_blocks_per_sm);
  bytes = spec->shared_per_sm_bytes / blocks / 512 * 512;
  bytes = bytes > spec->shared_reserved_bytes ? bytes - spec->shared_reserved_bytes : 0;
  bytes = MIN (bytes, spec->shared_per_block_bytes);
  return bytes > used_bytes ? bytes - used_bytes : 0;
}
