/* test-agreement.c: the calculator against cuda_occupancy.h of the CUDA Toolkit, input by input. */
#include "occupancy/occupancy.h"

#include <locale.h>

#ifdef WS_HAVE_CUDA_OCCUPANCY

#include <cuda_occupancy.h>

#define NVIDIA_REGISTERS_MAX                                           \
  255 /* from 7.0 on the header admits 256; no instruction can name it \
       */

static guint64 n_compared;

static cudaOccDeviceProp
make_properties (const WsOccupancyLimits *limits)
{
  return (cudaOccDeviceProp){
    .computeMajor = (int)limits->cc_major,
    .computeMinor = (int)limits->cc_minor,
    .maxThreadsPerBlock = (int)limits->threads_per_block,
    .maxThreadsPerMultiprocessor = (int)limits->warps * 32,
    .regsPerBlock = (int)limits->registers_per_block,
    .regsPerMultiprocessor = (int)limits->registers,
    .warpSize = 32,
    .sharedMemPerBlock = limits->shared_per_block_bytes,
    .sharedMemPerMultiprocessor = limits->shared_bytes,
    .numSms = 1,
    .sharedMemPerBlockOptin = limits->shared_opt_in_bytes,
    .reservedSharedMemPerBlock = limits->shared_reserved_bytes,
  };
}

/* What the header calls a carve-out was a preference for L1, or for neither, before 7.0. */
static cudaOccDeviceState
make_state (const WsOccupancyLimits *limits, int carve_out)
{
  cudaOccDeviceState state = { .carveoutConfig = carve_out };

  if (limits->cc_major < 7 && carve_out >= 0)
    state.cacheConfig = carve_out == 0    ? CACHE_PREFER_L1
                        : carve_out <= 50 ? CACHE_PREFER_EQUAL
                                          : CACHE_PREFER_SHARED;
  return state;
}

static void
compare (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  cudaOccDeviceProp properties = make_properties (limits);
  cudaOccDeviceState state = make_state (limits, launch->carve_out);
  cudaOccFuncAttributes attributes = {
    .maxThreadsPerBlock = G_MAXINT,
    .numRegs = (int)launch->registers,
    .sharedSizeBytes = launch->static_shared_bytes,
    .partitionedGCConfig = PARTITIONED_GC_OFF,
    .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
    .maxDynamicSharedSizeBytes = launch->dynamic_shared_bytes,
    .numBlockBarriers = (int)launch->barriers,
  };
  cudaOccResult theirs = { 0 };
  WsOccupancy ours;
  guint limiters = 0;
  cudaOccError error;

  ws_occupancy_compute (limits, launch, &ours);
  error =
      cudaOccMaxActiveBlocksPerMultiprocessor (&theirs, &properties, &attributes, &state,
                                               (int)launch->threads, launch->dynamic_shared_bytes);
  n_compared++;
  limiters |= theirs.limitingFactors & OCC_LIMIT_WARPS ? 1u << WS_LIMITER_WARPS : 0;
  limiters |= theirs.limitingFactors & OCC_LIMIT_BLOCKS ? 1u << WS_LIMITER_BLOCKS : 0;
  limiters |= theirs.limitingFactors & OCC_LIMIT_REGISTERS ? 1u << WS_LIMITER_REGISTERS : 0;
  limiters |= theirs.limitingFactors & OCC_LIMIT_SHARED_MEMORY ? 1u << WS_LIMITER_SHARED : 0;
  limiters |= theirs.limitingFactors & OCC_LIMIT_BARRIERS ? 1u << WS_LIMITER_BARRIERS : 0;
  /* the header finds resources that limit before it looks at barriers, and keeps them */
  if (theirs.limitingFactors & OCC_LIMIT_BARRIERS)
    limiters = (limiters & ours.limiters) | 1u << WS_LIMITER_BARRIERS;
  if (error == CUDA_OCC_SUCCESS && (guint)theirs.activeBlocksPerMultiprocessor == ours.blocks
      && limiters == ours.limiters
      && (ours.blocks == 0
          || ((guint)theirs.allocatedRegistersPerBlock == ours.registers_per_block
              && theirs.allocatedSharedMemPerBlock == ours.shared_per_block_bytes)))
    return;
  g_error ("%u.%u, %u threads, %u registers, %u + %u bytes, carve-out %d, %u barriers: "
           "cuda_occupancy.h (error %d) has %d blocks, limiters %#x; the calculator %u, %#x",
           limits->cc_major, limits->cc_minor, launch->threads, launch->registers,
           launch->static_shared_bytes, launch->dynamic_shared_bytes, launch->carve_out,
           launch->barriers, error, theirs.activeBlocksPerMultiprocessor, limiters, ours.blocks,
           ours.limiters);
}

static guint
max_registers (const WsOccupancyLimits *limits)
{
  return MIN (limits->registers_per_thread, NVIDIA_REGISTERS_MAX);
}

/* Every block size and every register count. */
static void
sweep_registers (const WsOccupancyLimits *limits)
{
  for (guint threads = 1; threads <= limits->threads_per_block + 32; threads++)
    for (guint registers = 0; registers <= max_registers (limits); registers++)
      compare (limits,
               &(WsOccupancyLaunch){
                   .threads = threads, .registers = registers, .carve_out = -1, .barriers = 1 });
}

/* Every number of bytes, static and dynamic; and every carve-out around every unit. */
static void
sweep_shared (const WsOccupancyLimits *limits)
{
  guint most = limits->shared_opt_in_bytes + 2048;

  for (guint bytes = 0; bytes <= most; bytes++)
    {
      guint dynamic = bytes % 3 == 0 ? bytes : bytes % 3 == 1 ? 0 : bytes / 2;

      compare (limits, &(WsOccupancyLaunch){ .threads = 64,
                                             .registers = 16,
                                             .static_shared_bytes = bytes - dynamic,
                                             .dynamic_shared_bytes = dynamic,
                                             .carve_out = -1 });
    }
  for (int carve_out = 0; carve_out <= 100; carve_out++)
    for (guint bytes = 127; bytes <= most; bytes += bytes % 128 == 1 ? 126 : 1)
      compare (limits, &(WsOccupancyLaunch){ .threads = 32,
                                             .dynamic_shared_bytes = bytes,
                                             .carve_out = carve_out,
                                             .barriers = 1 });
}

/* All of them together, coarsely. */
static void
sweep_all (const WsOccupancyLimits *limits)
{
  static const guint barriers[] = { 0, 1, 3, 16 };

  for (guint warps = 1; warps <= 32; warps++)
    for (guint registers = 0; registers <= max_registers (limits); registers++)
      for (guint bytes = 0; bytes <= limits->shared_opt_in_bytes; bytes += 4000)
        for (guint b = 0; b < G_N_ELEMENTS (barriers); b++)
          compare (limits,
                   &(WsOccupancyLaunch){ .threads = warps * 32 - registers % 32,
                                         .registers = registers,
                                         .dynamic_shared_bytes = bytes,
                                         .carve_out = b == 1 ? (int)(registers % 102) - 1 : -1,
                                         .barriers = barriers[b] });
}

static void
test_agreement (gconstpointer data)
{
  const WsOccupancyLimits *limits = data;
  guint64 before = n_compared;

  sweep_registers (limits);
  sweep_shared (limits);
  sweep_all (limits);
  g_test_message ("%u.%u: %" G_GUINT64_FORMAT " launches, all as cuda_occupancy.h",
                  limits->cc_major, limits->cc_minor, n_compared - before);
}

/* What no kernel of the capability can have is refused, whatever the header says. */
static void
test_too_many_registers (void)
{
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);
      WsOccupancy result;

      ws_occupancy_compute (
          limits,
          &(WsOccupancyLaunch){ .threads = 32, .registers = limits->registers_per_thread + 1 },
          &result);
      g_assert_cmpuint (result.blocks, ==, 0);
      g_assert_cmpuint (result.limiters, ==, 1u << WS_LIMITER_REGISTERS);
    }
}

int
main (int argc, char *argv[])
{
  int status;
  guint n_known = 0;

  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agreement/too-many-registers", test_too_many_registers);
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);
      g_autofree char *path =
          g_strdup_printf ("/agreement/%u.%u", limits->cc_major, limits->cc_minor);

      /* the header of CUDA 13 has forgotten the first two generations */
      if (limits->cc_major < 3)
        continue;
      g_test_add_data_func (path, limits, test_agreement);
      n_known++;
    }
  status = g_test_run ();
  g_print ("# %" G_GUINT64_FORMAT " launches of %u compute capabilities compared with "
           "cuda_occupancy.h\n",
           n_compared, n_known);
  return status;
}

#else

int
main (void)
{
  g_print ("1..0 # skipped: no cuda_occupancy.h\n");
  return 77;
}

#endif
