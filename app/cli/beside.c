#include "cli/beside.h"

#include "record/file.h"
#include "slide/beside-picture.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/**
 * cli_beside_add_options:
 * @group: option group of a command
 * @self: (out): empty, then filled by the options; must outlive @group
 */
void
cli_beside_add_options (GOptionGroup *group, CliBesideOptions *self)
{
  const GOptionEntry entries[] = {
    { "beside", 0, 0, G_OPTION_ARG_FILENAME, &self->what,
      _ ("Another kernel or run to show next to it, at the same stage"), "KERNEL|F.wsrun" },
    { "beside-block", 0, 0, G_OPTION_ARG_STRING, &self->block,
      _ ("Threads per block of the other kernel"), "B" },
    { "beside-device", 0, 0, G_OPTION_ARG_STRING, &self->device,
      _ ("Device that runs the other kernel"), "ID" },
    { 0 },
  };

  *self = (CliBesideOptions){ NULL };
  g_option_group_add_entries (group, entries);
}

void
cli_beside_clear (CliBesideOptions *self)
{
  g_clear_pointer (&self->what, g_free);
  g_clear_pointer (&self->block, g_free);
  g_clear_pointer (&self->device, g_free);
}

/* Returns: whether a second run was requested */
gboolean
cli_beside_is_wanted (const CliBesideOptions *self)
{
  return self->what != NULL || self->block != NULL || self->device != NULL;
}

/* (transfer full) (nullable): the options of @left */
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

/* What runs on the right: the same as on the left, except where options differ. */
/* (transfer full): the left run's options that this kernel also has */
static char **
list_options (const WsRun *left, const WsCatalogKernel *kernel)
{
  g_autoptr (GPtrArray) set = g_ptr_array_new ();
  g_autoptr (GVariantIter) options = NULL;
  const char *name;
  const char *value;

  if (left->parameters != NULL && g_variant_lookup (left->parameters, "options", "a{ss}", &options))
    while (g_variant_iter_next (options, "{&s&s}", &name, &value))
      for (guint i = 0; i < kernel->options->len; i++)
        if (g_str_equal (ws_catalog_kernel_get_option (kernel, i)->name, name))
          g_ptr_array_add (set, g_strdup_printf ("%s=%s", name, value));
  g_ptr_array_add (set, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&set), FALSE);
}

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
  options->is_watched = TRUE;
  if (seed != NULL)
    options->seed = g_ascii_strtoll (seed, NULL, 10);
  options->set = list_options (left, kernel);
  if (kernel->blueprint != NULL)
    return;
  options->op = get_word (left, "op");
  options->type = get_word (left, "type");
}

/**
 * cli_beside_get_run:
 * @catalog: the kernels to run
 * @self: options that request a second run
 * @left: (transfer none): the first run
 * @run_options: the options it ran with
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
                   _ ("“%s” is a saved run: its block size and device cannot be changed."), what);
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

/* (transfer full) (nullable): of @run, as @left is of its own */
static WsScene *
look_beside (WsRun *run, WsView view, const WsScene *left, GError **error)
{
  guint launch = MIN (left->launch, (guint)run->n_launches - 1);
  WsScene *scene;

  if (ws_view_get_class (view)->needs != WS_VIEW_OF_LAUNCH)
    return ws_scene_new (run, launch,
                         ws_run_find_block (run, launch, left->block) != NULL
                             ? left->block
                             : ws_run_get_first_block (run, launch),
                         error);
  scene = ws_scene_new_for_launch (run, launch, NULL);
  if (scene == NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("The SMs of launch %d's blocks were not recorded."), launch + 1);
  return scene;
}

/**
 * cli_beside_look:
 * @runs: the first run, and the one next to it
 * @view: how
 * @options: launch, block and moment of the first
 * @beside: (out) (transfer full): both
 * @picture: (out): the requested picture; borrows @beside
 * @error: return location for a #GError
 *
 * Returns: %FALSE if these do not exist; then @beside is not set
 */
gboolean
cli_beside_look (WsRun *const runs[2], WsView view, const CliLookOptions *options,
                 WsBeside **beside, WsPicture *picture, GError **error)
{
  g_autoptr (WsScene) left = NULL;
  g_autoptr (WsScene) right = NULL;

  if (!cli_look (runs[0], view, options, &left, picture, error))
    return FALSE;
  right = look_beside (runs[1], view, left, error);
  if (right == NULL)
    return FALSE;
  *beside = ws_beside_new (left, right);
  if (ws_view_get_class (view)->needs == WS_VIEW_OF_LAUNCH)
    picture->moment.time = cli_look_get_time (options, ws_beside_get_shared_end (*beside),
                                              ws_scene_get_end_beside (left, right));
  ws_picture_set_beside (picture, *beside);
  return TRUE;
}
