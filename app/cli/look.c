/* look.c: the options that choose a moment of a run, for the commands that export. */
#include "cli/look.h"

#include "record/file.h"

#include <glib/gi18n.h>

/**
 * cli_look_add_options:
 * @group: option group of a command
 * @self: (out): the defaults, then filled by the options; must outlive @group
 */
void
cli_look_add_options (GOptionGroup *group, CliLookOptions *self)
{
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_FILENAME, &self->run, _ ("Draw this run instead of recording one"),
      "F.wsrun" },
    { "kernel", 'k', 0, G_OPTION_ARG_STRING, &self->kernel,
      _ ("Kernel to run (or as the last argument)"), "KERNEL" },
    { "launch", 'l', 0, G_OPTION_ARG_INT, &self->launch, _ ("Launch of the plan, counted from 1"),
      "L" },
    { "show-block", 0, 0, G_OPTION_ARG_INT, &self->block, _ ("Block to show; must be recorded"),
      "B" },
    { "warp", 'w', 0, G_OPTION_ARG_INT, &self->warp, _ ("Warp to follow"), "W" },
    { "first", 0, 0, G_OPTION_ARG_INT, &self->first, _ ("First element to show enlarged"), "E" },
    { "layout", 0, 0, G_OPTION_ARG_STRING, &self->layout,
      _ ("For tree: layout of the data flow: auto, tree, scan, stencil, tiles, scatter, map, "
         "plain; or pyramid for all launches"),
      "PATTERN" },
    { "sm", 0, 0, G_OPTION_ARG_INT, &self->sm, _ ("For sms: this SM over time"), "N" },
    { "hide", 0, 0, G_OPTION_ARG_STRING, &self->hide,
      _ ("Hide, as for a question: values, masks, counts, times, published, fault"), "WHAT,…" },
    { "highlight", 0, 0, G_OPTION_ARG_STRING, &self->highlight,
      _ ("Highlight, as in “warp 0; thread 4”: warp, lane, thread, element, row, line, sm"),
      "WHAT;…" },
    { "memory", 0, 0, G_OPTION_ARG_STRING, &self->memory,
      _ ("For memory: request, lines or buffer"), "WHAT" },
    { "memory-color", 0, 0, G_OPTION_ARG_STRING, &self->memory_color,
      _ ("For a buffer: colour by auto, count, block, time or value"), "WHAT" },
    { "memory-rank", 0, 0, G_OPTION_ARG_STRING, &self->memory_rank,
      _ ("For lines: sort by bytes or time"), "WHAT" },
    { "ptx", 0, 0, G_OPTION_ARG_NONE, &self->ptx, _ ("Also show the PTX of the current line"),
      NULL },
    { 0 },
  };

  *self = (CliLookOptions){
    .launch = 1, .stage = CLI_NOT_GIVEN, .block = CLI_NOT_GIVEN, .sm = CLI_NOT_GIVEN, .time = 0.5
  };
  g_option_group_add_entries (group, entries);
}

void
cli_look_clear (CliLookOptions *self)
{
  g_clear_pointer (&self->run, g_free);
  g_clear_pointer (&self->kernel, g_free);
  g_clear_pointer (&self->hide, g_free);
  g_clear_pointer (&self->highlight, g_free);
  g_clear_pointer (&self->memory, g_free);
  g_clear_pointer (&self->memory_color, g_free);
  g_clear_pointer (&self->memory_rank, g_free);
  g_clear_pointer (&self->layout, g_free);
}

/**
 * cli_look_read_hide:
 * @names: (nullable): what to hide, as in "values, masks"
 * @hide: (inout): gets the flags, too
 *
 * Returns: %FALSE if a name is unknown
 */
gboolean
cli_look_read_hide (const char *names, guint *hide, GError **error)
{
  g_auto (GStrv) words = g_strsplit (names != NULL ? names : "", ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      WsHide flag;

      if (*g_strstrip (words[i]) == '\0')
        continue;
      if (!ws_hide_parse (words[i], &flag))
        {
          g_set_error (
              error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              _ ("Only values, masks, counts, times, published or fault can be hidden, not “%s”."),
              words[i]);
          return FALSE;
        }
      *hide |= flag;
    }
  return TRUE;
}

static gboolean
read_highlight (const char *names, WsEmphasis *emphasis, GError **error)
{
  g_auto (GStrv) words = g_strsplit (names != NULL ? names : "", ";", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      WsHighlight highlight;

      if (*g_strstrip (words[i]) == '\0')
        continue;
      if (!ws_highlight_parse (words[i], &highlight)
          || !ws_emphasis_add (emphasis, highlight.kind, highlight.number))
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _ ("Give highlights as in “warp 0; thread 4”, with warp, lane, thread, "
                          "element, row, line or sm, not “%s”."),
                       words[i]);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * cli_look_read_memory:
 * @options: the options for memory
 * @memory: (inout): receives them
 *
 * Returns: %FALSE if a mode, colouring or ranking is unknown
 */
gboolean
cli_look_read_memory (const CliLookOptions *options, WsMemoryOptions *memory, GError **error)
{
  if (options->memory != NULL && !ws_memory_mode_parse (options->memory, &memory->mode))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Memory can be shown as request, lines or buffer, not “%s”."),
                   options->memory);
      return FALSE;
    }
  if (options->memory_color != NULL
      && !ws_memory_coloring_parse (options->memory_color, &memory->coloring))
    {
      g_set_error (
          error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          _ ("A buffer can be coloured by auto, count, block, time or value, not by “%s”."),
          options->memory_color);
      return FALSE;
    }
  if (options->memory_rank != NULL
      && !ws_memory_ranking_parse (options->memory_rank, &memory->ranking))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Lines can be sorted by bytes or time, not by “%s”."), options->memory_rank);
      return FALSE;
    }
  return TRUE;
}

/**
 * cli_look_get_run:
 * @catalog: the kernels to run
 * @options: the file or kernel
 * @run_options: the options it runs with
 * @kernel: (nullable): as given in the last argument
 *
 * Returns: (transfer full) (nullable): the run, read from the file, or recorded now
 */
WsRun *
cli_look_get_run (WsCatalog *catalog, const CliLookOptions *options,
                  const CliRunOptions *run_options, const char *kernel, GError **error)
{
  CliRunOptions watched = *run_options;

  if (options->run != NULL && (kernel != NULL || options->kernel != NULL))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Give --run or a kernel, not both: “%s” is not what the file contains."),
                   kernel != NULL ? kernel : options->kernel);
      return NULL;
    }
  if (options->run != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->run);

      return ws_run_load (file, NULL, error);
    }
  if (kernel == NULL)
    kernel = options->kernel != NULL ? options->kernel : "reduce1";
  watched.is_watched = TRUE;
  return cli_record (catalog, kernel, &watched, NULL, error);
}

static gboolean
is_negative (int number)
{
  return number != CLI_NOT_GIVEN && number < 0;
}

static gboolean
refuse (GError **error, const char *what, int number)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("%s are counted from 0; there is no number %d."), what, number);
  return FALSE;
}

/* Reports what no run can have. */
static gboolean
check (const CliLookOptions *options, GError **error)
{
  const struct {
    const char *what;
    int number;
  } all[] = { { _ ("Stages"), options->stage },
              { _ ("Blocks"), options->block },
              { _ ("SMs"), options->sm },
              { _ ("Warps"), options->warp },
              { _ ("Elements"), options->first } };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (is_negative (all[i].number))
      return refuse (error, all[i].what, all[i].number);
  return TRUE;
}

static gboolean
look_at_block (WsRun *run, guint launch, const CliLookOptions *options, WsScene **out,
               WsMoment *moment, GError **error)
{
  WsScene *scene = *out = ws_scene_new (
      run, launch,
      options->block >= 0 ? (guint)options->block : ws_run_get_first_block (run, launch), error);
  guint n_stages;

  if (scene == NULL)
    return FALSE;
  n_stages = scene->stages->n_stages;
  if (options->stage >= (int)n_stages)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("The block has %u stages, counted from 0; there is no stage %d."), n_stages,
                   options->stage);
      return FALSE;
    }
  if (n_stages > 0)
    moment->position =
        ws_scene_stage_moment (scene, options->stage >= 0 ? (guint)options->stage : n_stages - 1);
  if (options->warp > 0 && (guint)options->warp >= scene->warps->len)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("The block has %u warps, counted from 0; there is no warp %d."),
                   scene->warps->len, options->warp);
      return FALSE;
    }
  moment->warp = (guint)options->warp;
  return TRUE;
}

/**
 * cli_look_get_time:
 * @options: with a non-negative time
 * @shared: the duration that a fraction refers to, in cycles
 * @end: the latest time, in cycles
 *
 * Returns: the requested time of a launch, in cycles
 */
double
cli_look_get_time (const CliLookOptions *options, double shared, double end)
{
  return MIN (options->time <= 1 ? options->time * shared : options->time, end);
}

/* A view of the launch needs no recorded block. */
static gboolean
look_at_launch (WsRun *run, guint launch, const CliLookOptions *options, WsScene **out,
                WsMoment *moment, GError **error)
{
  WsScene *scene = *out = ws_scene_new_for_launch (run, launch, NULL);

  if (scene == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("The SMs of launch %d's blocks were not recorded."), options->launch);
      return FALSE;
    }
  if (options->sm >= (int)scene->timeline->n_sms)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("The device has %u SMs, counted from 0; there is no SM %d."),
                   scene->timeline->n_sms, options->sm);
      return FALSE;
    }
  if (!(options->time >= 0))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("The time must be a fraction of the launch from 0 to 1, or a number of "
                      "cycles, not %g."),
                   options->time);
      return FALSE;
    }
  moment->time =
      cli_look_get_time (options, (double)scene->timeline->end, (double)scene->timeline->end);
  return TRUE;
}

/**
 * cli_look:
 * @run: the run to look at
 * @view: the view
 * @options: launch, block and moment
 * @scene: (out) (transfer full): of that block or launch
 * @picture: (out): the requested picture; borrows @scene
 * @error: return location for a #GError: %G_OPTION_ERROR if these do not exist
 *
 * Returns: %FALSE if these do not exist; then @scene is not set
 */
gboolean
cli_look (WsRun *run, WsView view, const CliLookOptions *options, WsScene **scene,
          WsPicture *picture, GError **error)
{
  guint launch = (guint)options->launch - 1;

  if (!check (options, error))
    return FALSE;
  if (launch >= run->n_launches)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("The plan has %zu launches, counted from 1; there is no launch %d."),
                   run->n_launches, options->launch);
      return FALSE;
    }
  *picture = (WsPicture){ .view = view,
                          .moment = { .hover_x = -1, .hover_y = -1 },
                          .options = WS_FIGURE_OPTIONS_INIT };
  if (options->layout != NULL && !ws_pattern_parse (options->layout, &picture->options.tree.layout))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Unknown layout “%s”; use auto, tree, scan, stencil, tiles, scatter, map, "
                      "plain or pyramid."),
                   options->layout);
      return FALSE;
    }
  if (ws_view_get_class (view)->needs == WS_VIEW_OF_LAUNCH
          ? !look_at_launch (run, launch, options, scene, &picture->moment, error)
          : !look_at_block (run, launch, options, scene, &picture->moment, error))
    return FALSE;
  picture->scene = *scene;
  picture->options.sms.sm = options->sm >= 0 ? (guint)options->sm : WS_NONE;
  picture->options.tree.first = (guint)options->first;
  if (options->first > 0)
    picture->options.tree.focus = WS_TREE_FOCUS_WINDOW;
  picture->options.code.ptx = options->ptx;
  if (!cli_look_read_memory (options, &picture->options.memory, error))
    return FALSE;
  /* a picture can wait for it; drawing in the window must not */
  if (picture->options.memory.ranking == WS_MEMORY_RANK_TIME)
    ws_scene_get_stalls (*scene);
  return cli_look_read_hide (options->hide, &picture->options.emphasis.hide, error)
         && read_highlight (options->highlight, &picture->options.emphasis, error);
}
