#include "cli/beside.h"

#include "record/file.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/**
 * cli_beside_add_options:
 * @group: of a command
 * @self: (out): nothing; then what the options say; must outlive @group
 */
void
cli_beside_add_options (GOptionGroup *group, CliBesideOptions *self)
{
  const GOptionEntry entries[] = {
    { "beside", 0, 0, G_OPTION_ARG_FILENAME, &self->what,
      _ ("Another kernel, or run, beside it, at the same stage"), "KERNEL|F.wsrun" },
    { "beside-block", 0, 0, G_OPTION_ARG_STRING, &self->block,
      _ ("Threads of a block of the one beside it"), "B" },
    { "beside-device", 0, 0, G_OPTION_ARG_STRING, &self->device,
      _ ("Device that runs the one beside it"), "ID" },
    { 0 },
  };

  *self = (CliBesideOptions){ NULL };
  g_option_group_add_entries (group, entries);
}

/**
 * cli_beside_clear:
 * @self: options
 *
 * Frees what they hold; the struct itself is the caller's.
 */
void
cli_beside_clear (CliBesideOptions *self)
{
  g_clear_pointer (&self->what, g_free);
  g_clear_pointer (&self->block, g_free);
  g_clear_pointer (&self->device, g_free);
}

/**
 * cli_beside_is_wanted:
 * @self: options
 *
 * Returns: whether anything is to stand beside
 */
gboolean
cli_beside_is_wanted (const CliBesideOptions *self)
{
  return self->what != NULL || self->block != NULL || self->device != NULL;
}

/* (transfer full) (nullable): what @left was given */
static char *
get_number (const WsRun *left, const char *name)
{
  guint64 n;
  guint32 small;

  if (left->parameters == NULL)
    return NULL;
  if (g_variant_lookup (left->parameters, name, "t", &n))
    return g_strdup_printf ("%" PRIu64, n);
  if (g_variant_lookup (left->parameters, name, "u", &small))
    return g_strdup_printf ("%u", small);
  return NULL;
}

/* (transfer full) (nullable) */
static char *
get_word (const WsRun *left, const char *name)
{
  char *word = NULL;

  if (left->parameters != NULL)
    g_variant_lookup (left->parameters, name, "s", &word);
  return word;
}

/* What is run on the right: what was on the left, but for what was said. */
static void
fill (const CliBesideOptions *self, const WsCatalogKernel *kernel, const WsRun *left,
      const CliRunOptions *run_options, CliRunOptions *options)
{
  g_autofree char *seed = get_number (left, "seed");

  cli_run_options_init (options);
  options->n = get_number (left, "n");
  options->block = self->block != NULL ? g_strdup (self->block) : get_number (left, "block");
  options->device = g_strdup (self->device != NULL ? self->device : left->device);
  options->blocks = g_strdup (run_options->blocks);
  options->max_grid = run_options->max_grid;
  if (seed != NULL)
    options->seed = g_ascii_strtoll (seed, NULL, 10);
  if (kernel->map != NULL)
    return;
  options->op = get_word (left, "op");
  options->type = get_word (left, "type");
}

/**
 * cli_beside_get_run:
 * @catalog: what there is to run
 * @self: options that say something
 * @left: (transfer none): what it stands beside
 * @run_options: with what that was run
 * @error: return location for a #GError
 *
 * Returns: (transfer full) (nullable): the run, read from its file, or recorded now with the same
 * elements as @left
 */
WsRun *
cli_beside_get_run (WsCatalog *catalog, const CliBesideOptions *self, const WsRun *left,
                    const CliRunOptions *run_options, GError **error)
{
  const char *what = self->what != NULL ? self->what : left->id;
  const WsCatalogKernel *kernel;
  CliRunOptions options;
  WsRun *run;

  if (g_str_has_suffix (what, ".wsrun"))
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (what);

      if (self->block == NULL && self->device == NULL)
        return ws_run_load (file, NULL, error);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("“%s” stands beside as it was run: neither block nor device can be another."),
                   what);
      return NULL;
    }
  kernel = ws_catalog_find (catalog, what, error);
  if (kernel == NULL)
    return NULL;
  fill (self, kernel, left, run_options, &options);
  run = cli_record (catalog, what, &options, NULL, error);
  cli_run_options_clear (&options);
  return run;
}
