/* report-sanitizer.c: the output format of compute-sanitizer, which other tools can parse. After
 * NVIDIA's "Compute Sanitizer" documentation, with its terms where it has one. */
#include "cli/report.h"
#include "gate/gate.h"

#include <inttypes.h>
#include <stdio.h>

#define PREFIX "========= "

static const char *const titles[WS_FINDING_LAST + 1] = {
  [WS_FINDING_OUT_OF_BOUNDS] = "Invalid access, out of bounds",
  [WS_FINDING_MISALIGNED] = "Invalid access, misaligned",
  [WS_FINDING_DIVERGENT_BARRIER] = "Barrier error detected. Divergent thread(s) in block",
  [WS_FINDING_DEADLOCK] = "Barrier error detected. Missing wait",
  [WS_FINDING_ENDLESS] = "The launch timed out",
  [WS_FINDING_UNINITIALISED] = "Uninitialized memory read",
  [WS_FINDING_RACE] = "Error: Race reported",
  [WS_FINDING_TRAP] = "Program hit trap",
  [WS_FINDING_DEVICE] = "Unspecified launch failure",
  [WS_FINDING_USE_AFTER_SCOPE] = "Invalid access of local memory, out of scope",
  [WS_FINDING_USE_AFTER_FREE] = "Invalid access of freed memory",
  [WS_FINDING_INVALID_FREE] = "Malloc/Free Error encountered",
  [WS_FINDING_WRONG_MASK] = "Barrier error detected. Invalid arguments",
  [WS_FINDING_CONDITIONAL_BARRIER] = "Warning: Barrier under a condition",
};

static void
print_place (const CliReport *self, const WsFinding *finding, guint32 site, const char *head)
{
  const char *file;
  guint line = cli_report_find_line (self->run, finding->launch, site, &file);
  g_autofree char *path = line > 0 ? cli_report_dup_path (self, file) : NULL;

  printf (PREFIX "    %s %s", head, ws_run_get_kernel (self->run, finding->launch)->title);
  if (line > 0)
    printf (" in %s:%u", path, line);
  printf ("\n");
}

static void
print_thread (const CliReport *self, const WsFinding *finding)
{
  const WsLaunch *launch = &self->run->launches[finding->launch];
  guint thread = finding->warp * WS_WARP_SIZE + finding->lane;
  const guint32 *block = launch->block;
  const guint32 *grid = launch->grid;

  if (finding->warp == WS_NONE || finding->lane == WS_NONE || finding->block == WS_NONE)
    return;
  printf (PREFIX "    by thread (%u,%u,%u) in block (%u,%u,%u)\n", thread % block[0],
          thread / block[0] % block[1], thread / block[0] / block[1], finding->block % grid[0],
          finding->block / grid[0] % grid[1], finding->block / grid[0] / grid[1]);
}

static void
print_finding (const CliReport *self, const WsFinding *finding)
{
  printf (PREFIX "%s\n", titles[finding->kind]);
  print_place (self, finding, finding->site, "at");
  if (finding->has_other)
    print_place (self, finding, finding->other.site, "and");
  print_thread (self, finding);
  if (finding->place != NULL)
    printf (PREFIX "    Address 0x%" PRIx64 ", %s\n", finding->address, finding->place);
  printf (PREFIX "    %s\n" PREFIX "\n", finding->message);
}

void
cli_report_print_sanitizer (const CliReport *self)
{
  guint n_errors = 0;

  printf (PREFIX "COMPUTE-SANITIZER\n");
  for (guint i = 0; i < self->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (self->findings, i);

      n_errors += !ws_finding_is_remark (finding);
      print_finding (self, finding);
    }
  for (guint i = 0; i < self->results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (self->results, i);

      n_errors += !result->holds;
      if (!result->holds)
        printf (PREFIX "Requirement: %s: %s\n" PREFIX "\n", result->text, result->words);
    }
  printf (PREFIX "ERROR SUMMARY: %u error%s\n", n_errors, n_errors == 1 ? "" : "s");
}
