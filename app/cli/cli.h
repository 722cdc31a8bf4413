/* cli.h: what the commands of warpstage-cli share. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"
#include "occupancy/occupancy.h"

G_BEGIN_DECLS

enum {
  CLI_OK = 0,
  CLI_FAILED = 1, /* something went wrong, or the result is */
  CLI_USAGE = 2,
};

/* Of numbers, none of which is said by not saying one. */
#define CLI_NOT_SAID G_MININT
#define CLI_NO_SEED  G_MININT64

/* What to run, as options of a command line. */
typedef struct {
  char *device;
  char *n;
  char *block;
  char *op;
  char *type;
  char *blocks;
  char *repeats;
  gint64 seed;
  int max_grid;
} CliRunOptions;

/* What the calculator is asked, as options of a command line. */
typedef struct {
  char *capability;
  int threads;
  int registers;
  int static_shared_bytes;
  int dynamic_shared_bytes;
  int carve_out;
  int barriers;
} CliOccupancyOptions;

/* Says a sentence on stderr, on one line, whatever stands in a name. */
void cli_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
int cli_fail (const GError *error);
/* Says @sentence and the command's help. */
int cli_usage (GOptionContext *context, const char *sentence);
/* (transfer full): the options that say what to run, to be parsed into @options */
GOptionGroup *cli_run_group_new (CliRunOptions *options);
void cli_run_options_init (CliRunOptions *self);
void cli_run_options_clear (CliRunOptions *self);
WsRun *cli_record (WsCatalog *catalog, const char *kernel, const CliRunOptions *options,
                   WsRun **partial, GError **error);
WsJobSource *cli_choose_source (WsCatalog *catalog, const char *what, const CliRunOptions *options,
                                GError **error);
gboolean cli_read_parameters (const WsCatalogKernel *kernel, const CliRunOptions *options,
                              WsPlanParameters *parameters, GError **error);

/* cli-client.c */
/* (transfer full): a client that gives a silent worker up, as below */
WsClient *cli_client_new (void);
/* From now on: says so where the worker's work does not go on, and ends one that is silent. */
void cli_watch (WsClient *client);
GPtrArray *cli_list_devices (WsClient *client, GError **error);
char *cli_choose_device (WsClient *client, const char *wanted);
GArray *cli_time (WsClient *client, const char *device, WsJobSource *source, guint repeats,
                  gboolean rotate, WsClientTiming *timing, GError **error);
GPtrArray *cli_count (WsClient *client, const char *device, WsJobSource *source, guint launch,
                      GError **error);

void cli_print_run (const WsRun *run);
/* Says on stderr where the result is wrong. Returns: the exit status */
int cli_finish_run (const WsRun *run);
char *cli_run_to_json (const WsRun *run);

/* cli-occupancy.c */
void cli_occupancy_options_init (CliOccupancyOptions *self);
void cli_occupancy_options_clear (CliOccupancyOptions *self);
/* (transfer full): the options that say what is launched, to be parsed into @options */
GOptionGroup *cli_occupancy_group_new (CliOccupancyOptions *options);
gboolean cli_occupancy_read (const CliOccupancyOptions *options, const WsOccupancyLimits **limits,
                             WsOccupancyLaunch *launch, GError **error);

int cli_occupancy (int argc, char **argv);
int cli_devices (int argc, char **argv);
int cli_time_command (WsCatalog *catalog, int argc, char **argv);
int cli_counters (WsCatalog *catalog, int argc, char **argv);
gboolean cli_export_is_occupancy (int argc, char **argv);
int cli_export_occupancy (int argc, char **argv);
int cli_scenario (WsCatalog *catalog, int argc, char **argv);
gboolean cli_export_is_scenario (int argc, char **argv);
int cli_export_scenario (WsCatalog *catalog, int argc, char **argv);
int cli_chart (WsCatalog *catalog, int argc, char **argv);
int cli_export (WsCatalog *catalog, int argc, char **argv);
int cli_animate (WsCatalog *catalog, int argc, char **argv);
int cli_figures (WsCatalog *catalog, int argc, char **argv);

G_END_DECLS
