/* cli.h: what the commands of warpstage-cli share. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"

G_BEGIN_DECLS

enum {
  CLI_OK = 0,
  CLI_FAILED = 1, /* something went wrong, or the result is */
  CLI_USAGE = 2,
};

/* What to run, as options of a command line. */
typedef struct {
  char *device;
  char *n;
  char *block;
  char *op;
  char *type;
  char *blocks;
  gint64 seed;
  int max_grid;
} CliRunOptions;

int cli_fail (const GError *error);
/* (transfer full): the options that say what to run, to be parsed into @options */
GOptionGroup *cli_run_group_new (CliRunOptions *options);
void cli_run_options_init (CliRunOptions *self);
void cli_run_options_clear (CliRunOptions *self);
WsRun *cli_record (WsCatalog *catalog, const char *kernel, const CliRunOptions *options,
                   WsRun **partial, GError **error);
void cli_print_run (const WsRun *run);
char *cli_run_to_json (const WsRun *run);

int cli_export (WsCatalog *catalog, int argc, char **argv);

G_END_DECLS
