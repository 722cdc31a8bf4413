/* export-calculator.c: warpstage-cli export calculator --cc ...: the calculator as a picture,
 * without a run. */
#include "cli/cli.h"
#include "cli/picture.h"

#include "export/export.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  CliCalculatorOptions launch;
  char *compare;
  char *before;
  CliPictureOptions picture;
} Options;

static gboolean
bad (GError **error, const char *sentence, const char *what)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s “%s”.", sentence, what);
  return FALSE;
}

/* As in "cc=9.0,block=128,regs=32": the rest is as in @self. */
static gboolean
override (CliCalculatorOptions *self, const char *text, GError **error)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", -1);
  const struct {
    const char *name;
    int *number;
  } names[] = {
    { "block", &self->threads },
    { "regs", &self->registers },
    { "smem", &self->static_shared_bytes },
    { "dynamic-smem", &self->dynamic_shared_bytes },
    { "carveout", &self->carve_out },
    { "barriers", &self->barriers },
  };

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *value = strchr (pairs[i], '=');
      gboolean known = FALSE;

      if (value != NULL)
        *value++ = '\0';
      if (value != NULL && g_str_equal (pairs[i], "cc"))
        {
          g_free (self->capability);
          self->capability = g_strdup (value);
          known = TRUE;
        }
      for (guint k = 0; value != NULL && k < G_N_ELEMENTS (names); k++)
        if (g_str_equal (pairs[i], names[k].name))
          {
            gint64 number;

            if (!g_ascii_string_to_signed (value, 10, G_MININT, G_MAXINT, &number, NULL))
              return bad (error, _ ("Expected a number, not"), value);
            *names[k].number = (int)number;
            known = TRUE;
          }
      if (!known)
        return bad (error,
                    _ ("--compare accepts cc, block, regs, smem, dynamic-smem, carveout and "
                       "barriers, as in --compare cc=9.0,block=128, not"),
                    pairs[i]);
    }
  return TRUE;
}

static const WsOccupancyLimits *
find_before (const char *capability, GError **error)
{
  CliCalculatorOptions options;
  const WsOccupancyLimits *limits = NULL;
  WsOccupancyLaunch launch;

  cli_calculator_options_init (&options);
  options.capability = g_strdup (capability);
  options.threads = 1;
  cli_calculator_read (&options, &limits, &launch, error);
  cli_calculator_options_clear (&options);
  return limits;
}

static WsCalculator *
make_calculator (const Options *options, GError **error)
{
  WsCalculatorCase a = { .registers_from = "typed in" };
  WsCalculatorCase b = a;
  const WsOccupancyLimits *before = NULL;

  if (!cli_calculator_read (&options->launch, &a.limits, &a.launch, error))
    return NULL;
  if (options->compare != NULL)
    {
      CliCalculatorOptions other = options->launch;
      gboolean ok;

      other.capability = g_strdup (options->launch.capability);
      ok = override (&other, options->compare, error)
           && cli_calculator_read (&other, &b.limits, &b.launch, error);
      cli_calculator_options_clear (&other);
      if (!ok)
        return NULL;
    }
  if (options->before != NULL && (before = find_before (options->before, error)) == NULL)
    return NULL;
  return ws_calculator_new (&a, options->compare != NULL ? &b : NULL, before);
}

static gboolean
draw (const Options *options, GError **error)
{
  WsPicture picture = { .view = WS_VIEW_CALCULATOR, .options = WS_FIGURE_OPTIONS_INIT };
  g_autoptr (WsCalculator) calculator = make_calculator (options, error);

  if (calculator == NULL)
    return FALSE;
  picture.calculator = calculator;
  picture.options.bare = options->picture.bare;
  return cli_picture_write (&options->picture, &picture, error);
}

/* Whether @argument is the option @name, with or without its value. */
static gboolean
is_option (const char *argument, const char *name)
{
  gsize length = strlen (name);

  return g_str_has_prefix (argument, name) && (argument[length] == '\0' || argument[length] == '=');
}

/**
 * cli_export_is_calculator:
 * @argc: of the command export
 * @argv: of the command export
 *
 * Returns: whether the options describe a launch, so that no run is needed, or request only help on
 * these options
 */
gboolean
cli_export_is_calculator (int argc, char **argv)
{
  /* only this view has it */
  static const char *const own[] = { "--cc", "--compare", "--before" };
  WsView view = WS_N_VIEWS;
  gboolean found = FALSE;
  gboolean described = FALSE;

  for (int i = 1; i < argc; i++)
    {
      found |= ws_view_parse (argv[i], &view) && view == WS_VIEW_CALCULATOR;
      described |= argc == 3
                   && (g_str_equal (argv[i], "-h") || is_option (argv[i], "--help")
                       || is_option (argv[i], "--help-all"));
      for (guint k = 0; k < G_N_ELEMENTS (own); k++)
        described |= is_option (argv[i], own[k]);
    }
  return found && described;
}

/**
 * cli_export_calculator:
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli export calculator --cc: the calculator as a picture or data, without a run.
 *
 * Returns: the exit status
 */
int
cli_export_calculator (int argc, char **argv)
{
  Options options = { .compare = NULL };
  const GOptionEntry entries[] = {
    { "compare", 0, 0, G_OPTION_ARG_STRING, &options.compare,
      _ ("A second launch to compare with, by its differences, as in cc=9.0,block=128"),
      "NAME=VALUE,…" },
    { "before", 0, 0, G_OPTION_ARG_STRING, &options.before,
      _ ("Show what changed since this compute capability"), "X.Y" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("calculator");
  g_autoptr (GError) error = NULL;
  int status = CLI_OK;

  cli_calculator_options_init (&options.launch);
  g_option_context_set_description (
      context, _ ("With a kernel or --run instead of these launch options, the calculator shows "
                  "that launch; see “warpstage-cli export --help”."));
  cli_calculator_add_options (context, &options.launch);
  g_option_context_add_main_entries (context, entries, NULL);
  cli_picture_add_options (context, &options.picture, CLI_PICTURE_SIZE, CLI_PICTURE_FILES);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc != 2)
    status = cli_usage (context, _ ("Give a view to export, and nothing else."));
  else if (options.picture.output == NULL)
    {
      cli_say (_ ("No output file: use -o calculator.png."));
      status = CLI_USAGE;
    }
  else if (!draw (&options, &error))
    status = cli_fail (error);
  cli_calculator_options_clear (&options.launch);
  g_free (options.compare);
  g_free (options.before);
  cli_picture_clear (&options.picture);
  return status;
}
