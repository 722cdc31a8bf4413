/* calculator.c: warpstage-cli calculator: the occupancy of a launch. */
#include "cli/cli.h"
#include "cli/json.h"
#include "schedule/latency-hiding.h"
#include "occupancy/words.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MAX_BYTES    (1 << 30)
#define MAX_BARRIERS 16

static const char *const limiter_names[] = { "warps", "blocks", "registers", "shared_memory",
                                             "barriers" };
G_STATIC_ASSERT (G_N_ELEMENTS (limiter_names) == WS_N_LIMITERS);

/**
 * cli_calculator_options_init:
 * @self: (out): the defaults
 */
void
cli_calculator_options_init (CliCalculatorOptions *self)
{
  *self = (CliCalculatorOptions){ .threads = 0, .carve_out = -1, .barriers = 1 };
}

void
cli_calculator_options_clear (CliCalculatorOptions *self)
{
  g_clear_pointer (&self->capability, g_free);
}

/**
 * cli_calculator_add_options:
 * @context: of a command
 * @options: (out): what the options say; must outlive the context
 *
 * Adds the options that describe the launch.
 */
void
cli_calculator_add_options (GOptionContext *context, CliCalculatorOptions *options)
{
  const GOptionEntry entries[] = {
    { "cc", 0, 0, G_OPTION_ARG_STRING, &options->capability, _ ("Compute capability, 1.0 to 12.1"),
      "X.Y" },
    { "block", 0, 0, G_OPTION_ARG_INT, &options->threads, _ ("Threads per block"), "B" },
    { "regs", 0, 0, G_OPTION_ARG_INT, &options->registers, _ ("Registers per thread"), "R" },
    { "smem", 0, 0, G_OPTION_ARG_INT, &options->static_shared_bytes,
      _ ("Static shared memory, in bytes"), "S" },
    { "dynamic-smem", 0, 0, G_OPTION_ARG_INT, &options->dynamic_shared_bytes,
      _ ("Dynamic shared memory, in bytes"), "D" },
    { "carveout", 0, 0, G_OPTION_ARG_INT, &options->carve_out,
      _ ("Preferred carve-out for shared memory, 0 to 100 percent; -1: driver's choice"),
      "PERCENT" },
    { "barriers", 0, 0, G_OPTION_ARG_INT, &options->barriers, _ ("Named barriers per block"), "N" },
    { 0 },
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

static gboolean bad (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
bad (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_clear_error (error);
  if (error != NULL)
    *error = g_error_new_valist (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, arguments);
  va_end (arguments);
  return FALSE;
}

/* (nullable): of the compute capability that @text names, as in "8.6" */
static const WsOccupancyLimits *
parse_capability (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", 2);
  guint64 cc_major;
  guint64 cc_minor;

  if (g_strv_length (parts) == 2
      && g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXUINT, &cc_major, NULL)
      && g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT, &cc_minor, NULL))
    return ws_occupancy_limits_find ((guint)cc_major, (guint)cc_minor);
  return NULL;
}

static const WsOccupancyLimits *
find_limits (const char *capability, GError **error)
{
  const WsOccupancyLimits *limits = capability != NULL ? parse_capability (capability) : NULL;
  g_autoptr (GString) known = NULL;

  if (limits != NULL)
    return limits;
  known = g_string_new (NULL);
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    g_string_append_printf (known, "%s%u.%u", i > 0 ? ", " : "",
                            ws_occupancy_limits_get (i)->cc_major,
                            ws_occupancy_limits_get (i)->cc_minor);
  if (capability != NULL)
    bad (error, _ ("Unknown compute capability “%1$s”. Known are %2$s."), capability, known->str);
  else
    bad (error, _ ("No compute capability given: use --cc, as in --cc 8.6. Known are %s."),
         known->str);
  return NULL;
}

/**
 * cli_calculator_read:
 * @options: as given on the command line
 * @limits: (out) (transfer none): of the compute capability
 * @launch: (out): the calculator's input
 * @error: return location for a #GError: a sentence that names what is out of bounds
 *
 * Returns: %FALSE if something is out of bounds
 */
gboolean
cli_calculator_read (const CliCalculatorOptions *options, const WsOccupancyLimits **limits,
                     WsOccupancyLaunch *launch, GError **error)
{
  g_autofree char *refusal = NULL;

  *limits = find_limits (options->capability, error);
  if (*limits == NULL)
    return FALSE;
  if (options->threads < 1 || options->threads > MAX_BYTES)
    return bad (error, _ ("A block needs at least one thread: use --block, as in --block 256."));
  if (options->registers < 0 || options->registers > MAX_BYTES)
    return bad (error, _ ("%d registers per thread are not possible."), options->registers);
  refusal = ws_occupancy_refuse_registers (*limits, (guint)options->registers);
  if (refusal != NULL)
    return bad (error, "%s", refusal);
  if (options->static_shared_bytes < 0 || options->dynamic_shared_bytes < 0
      || options->static_shared_bytes > MAX_BYTES || options->dynamic_shared_bytes > MAX_BYTES)
    return bad (error, _ ("Shared memory must be 0 to %d bytes."), MAX_BYTES);
  if (options->carve_out < -1 || options->carve_out > 100)
    return bad (error, _ ("The carve-out must be 0 to 100, or -1 for the driver's choice, not %d."),
                options->carve_out);
  if (options->barriers < 0 || options->barriers > MAX_BARRIERS)
    return bad (error, _ ("A block can have at most %d barriers, not %d."), MAX_BARRIERS,
                options->barriers);
  *launch = (WsOccupancyLaunch){
    .threads = (guint)options->threads,
    .registers = (guint)options->registers,
    .static_shared_bytes = (guint)options->static_shared_bytes,
    .dynamic_shared_bytes = (guint)options->dynamic_shared_bytes,
    .carve_out = options->carve_out,
    .barriers = (guint)options->barriers,
  };
  return TRUE;
}

static void
print_text (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  g_autofree char *advice = ws_occupancy_advise (limits, launch);
  g_autofree char *blocks = NULL;
  WsOccupancy result;

  ws_occupancy_compute (limits, launch, &result);
  blocks = ws_words_count (WS_NOUN_BLOCK, result.blocks);
  printf (
      _ ("occupancy %1$.1f %%: %2$s, %3$u of %4$u warps per SM, compute capability %5$u.%6$u\n"),
      result.occupancy * 100, blocks, result.warps, limits->warps, limits->cc_major,
      limits->cc_minor);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    {
      g_autofree char *allowed = ws_occupancy_explain (limits, launch, (WsLimiter)i);
      g_autofree char *sentence = ws_occupancy_name_explanation ((WsLimiter)i, allowed);

      printf ("%s %s\n", result.limiters >> i & 1 ? "*" : " ", sentence);
    }
  printf (_ ("allocated: %u registers and %u bytes of shared memory per block\n"),
          result.registers_per_block, result.shared_per_block_bytes);
  if (advice != NULL)
    printf (_ ("next: %s\n"), advice);
}

static void
add_limiter (JsonBuilder *builder, const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
             const WsOccupancy *result, guint limiter)
{
  g_autofree char *allowed = ws_occupancy_explain (limits, launch, (WsLimiter)limiter);
  g_autofree char *sentence = ws_occupancy_name_explanation ((WsLimiter)limiter, allowed);

  json_builder_set_member_name (builder, limiter_names[limiter]);
  json_builder_begin_object (builder);
  if (result->limit[limiter] == WS_OCCUPANCY_UNLIMITED)
    {
      json_builder_set_member_name (builder, "blocks");
      json_builder_add_null_value (builder);
    }
  else
    cli_json_add_number (builder, "blocks", result->limit[limiter]);
  json_builder_set_member_name (builder, "limits");
  json_builder_add_boolean_value (builder, (result->limiters >> limiter & 1) != 0);
  cli_json_add_text (builder, "sentence", sentence);
  json_builder_end_object (builder);
}

static void
print_json (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *capability = g_strdup_printf ("%u.%u", limits->cc_major, limits->cc_minor);
  g_autofree char *advice = ws_occupancy_advise (limits, launch);
  WsOccupancy result;

  ws_occupancy_compute (limits, launch, &result);
  json_builder_begin_object (builder);
  cli_json_add_text (builder, "compute_capability", capability);
  cli_json_add_number (builder, "threads_per_block", launch->threads);
  cli_json_add_number (builder, "registers_per_thread", launch->registers);
  cli_json_add_number (builder, "static_shared_bytes", launch->static_shared_bytes);
  cli_json_add_number (builder, "dynamic_shared_bytes", launch->dynamic_shared_bytes);
  cli_json_add_number (builder, "carve_out", launch->carve_out);
  cli_json_add_number (builder, "barriers", launch->barriers);
  cli_json_add_number (builder, "blocks_per_sm", result.blocks);
  cli_json_add_number (builder, "warps_per_sm", result.warps);
  cli_json_add_number (builder, "max_warps_per_sm", limits->warps);
  json_builder_set_member_name (builder, "occupancy");
  json_builder_add_double_value (builder, result.occupancy);
  cli_json_add_number (builder, "registers_per_block", result.registers_per_block);
  cli_json_add_number (builder, "shared_bytes_per_block", result.shared_per_block_bytes);
  cli_json_add_number (builder, "shared_bytes_per_sm", result.shared_per_sm_bytes);
  json_builder_set_member_name (builder, "limiters");
  json_builder_begin_object (builder);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    add_limiter (builder, limits, launch, &result, i);
  json_builder_end_object (builder);
  cli_json_add_text (builder, "advice", advice);
  json_builder_end_object (builder);
  cli_json_print (builder);
}

/* ---- Little's law ---- */

#define LOAD_BYTES 4 /* of an element */

/* Whether it is a model of that compute capability with known latencies. */
static gboolean
find_needs (const WsSpec *spec, const WsOccupancyLimits *limits, WsLatencyHiding *little)
{
  return spec->cc_major == limits->cc_major && spec->cc_minor == limits->cc_minor
         && ws_latency_hiding_init (little, spec);
}

/* Operations in flight, one per lane of these warps, against the number that hides the latencies
 * (latency × throughput), for every model of that compute capability. */
static void
print_needs (WsCatalog *catalog, const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  GPtrArray *specs = ws_catalog_get_specs (catalog);
  WsOccupancy result;
  WsLatencyHiding little;
  double operations;

  ws_occupancy_compute (limits, launch, &result);
  operations = result.warps * WS_WARP_SIZE;
  for (guint i = 0; i < specs->len; i++)
    {
      const WsSpec *spec = g_ptr_array_index (specs, i);

      if (!find_needs (spec, limits, &little))
        continue;
      printf (_ ("Little's law, %s:\n"), spec->name);
      printf (_ ("  arithmetic: %1$.0f cycles × %2$.0f operations per cycle = %3$.0f in flight per "
                 "SM; these warps have %4$.0f, with one each\n"),
              little.latency_cycles, little.operations_per_cycle, little.operations, operations);
      printf (_ ("  memory: %1$.0f ns × %2$.1f GB/s / %3$u SMs = %4$.0f bytes in flight per SM; "
                 "these warps have %5$.0f, with one load of four bytes each\n"),
              little.memory_latency_ns, (double)spec->memory_bandwidth_bytes_per_s / 1e9,
              spec->n_sms, little.bytes_per_sm, operations * LOAD_BYTES);
    }
}

/**
 * cli_calculator:
 * @catalog: whose models have latencies
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli calculator: the calculator's answer, as text or JSON.
 *
 * Returns: the exit status
 */
int
cli_calculator (WsCatalog *catalog, int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  CliCalculatorOptions options;
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  const WsOccupancyLimits *limits;
  WsOccupancyLaunch launch;
  int status = CLI_OK;

  cli_calculator_options_init (&options);
  cli_calculator_add_options (context, &options);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc != 1)
    status = cli_usage (context, _ ("This command takes only options."));
  else if (!cli_calculator_read (&options, &limits, &launch, &error))
    status = cli_usage (context, error->message);
  else if (json)
    print_json (limits, &launch);
  else
    {
      print_text (limits, &launch);
      print_needs (catalog, limits, &launch);
    }
  cli_calculator_options_clear (&options);
  return status;
}
