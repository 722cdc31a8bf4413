/* page.h: a run or a lesson as a web page, by options of a command line. */
#pragma once

#include "cli/beside.h"
#include "cli/look.h"

G_BEGIN_DECLS

/**
 * CliPageRequest:
 * @look: which run, block and warp
 * @run: with what it runs
 * @beside: the run beside it, if any
 * @lesson: (nullable): a lesson instead: its id or its file
 * @kernel: (nullable): the last argument
 * @output: (nullable): file
 */
typedef struct {
  const CliLookOptions *look;
  const CliRunOptions *run;
  const CliBesideOptions *beside;
  const char *lesson;
  const char *kernel;
  const char *output;
} CliPageRequest;

int cli_export_page (WsCatalog *catalog, const CliPageRequest *request);

G_END_DECLS
