/* main.c: warpstage-cli: the command line. */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/user.h"
#include "cli/output.h"

#include "words/locale.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

/* ---- kernels ---- */

static void
print_option (const WsOption *option)
{
  g_autofree char *initial = ws_option_format (option, option->initial);
  g_autofree char *range = option->choices != NULL
                               ? g_strjoinv (", ", option->choices)
                               : g_strdup_printf (_ ("%u to %u"), option->least, option->most);

  printf (_ ("  --set %s=%s    %s (%s)\n"), option->name, initial, ws_words_translate (option->tip),
          range);
}

/* Everything the catalogue has on one kernel. */
static int
show_kernel (WsCatalog *catalog, const char *id)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, id, &error);

  if (kernel == NULL)
    return cli_fail (error);
  printf ("%s\n\n%s\n", ws_words_translate (kernel->title), ws_words_translate (kernel->idea));
  if (kernel->look != NULL)
    printf (_ ("Look at: %s\n"), ws_words_translate (kernel->look));
  printf (_ ("Still slow because: %s\n"), ws_words_translate (kernel->defect));
  for (guint i = 0; i < kernel->options->len; i++)
    {
      if (i == 0)
        printf ("\n");
      print_option (ws_catalog_kernel_get_option (kernel, i));
    }
  return CLI_OK;
}

static int
list_kernels (WsCatalog *catalog, int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[KERNEL|F.cu|F.ptx]");
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) allowed = NULL;
  gboolean json = FALSE;
  int width = -1;
  const GOptionEntry entries[] = {
    { "allow-folder", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &allowed,
      _ ("A folder outside that of F.cu that it may include or read files from; may be repeated"),
      "FOLDER" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print what a source has as JSON"), NULL },
    { 0 },
  };

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc > 2)
    return cli_usage (context, _ ("This command lists all kernels, or describes one."));
  if (argc == 2 && ws_user_kernel_is_source (argv[1]))
    return cli_user_show (argv[1], (const char *const *)allowed, json);
  if (json)
    return cli_usage (context, _ ("--json is for a source: F.cu or F.ptx."));
  if (argc == 2)
    return show_kernel (catalog, argv[1]);
  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    cli_column_widen (&width, ws_catalog_get_kernel (catalog, i)->id);
  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);

      cli_column_print (width, kernel->id);
      printf ("  %s\n%*s%s\n", ws_words_translate (kernel->title), abs (width) + 2, "",
              ws_words_translate (kernel->idea));
    }
  return CLI_OK;
}

/* ---- the program ---- */

/* Long because it is prose. */
static void
print_help (FILE *to)
{
  fputs (_ ("warpstage-cli shows what a CUDA kernel does, without a window.\n"), to);
  fputs (
      "\n"
      "  warpstage-cli devices [--json] [NAME]\n"
      "  warpstage-cli devices --add NAME COMMAND… | --remove NAME | --install NAME [ssh OPTIONS… "
      "HOST]\n"
      "  warpstage-cli compiler [--get [--accept-licence] [--with-curand] [--with-sass] | "
      "--remove]\n"
      "  warpstage-cli build ARGUMENTS OF nvcc… | --cuda-home\n"
      "  warpstage-cli kernels [KERNEL|F.cu|F.ptx] [--allow-folder FOLDER]… [--json]\n"
      "  warpstage-cli run KERNEL|F.wsrun [--device cuda:0|vm:h200] [--n N] [--block B] [--op sum] "
      "[--type int]\n"
      "                    [--seed S] [--repeats R] [--set NAME=VALUE] [--blocks 0,mid,last] "
      "[--save F.wsrun] "
      "[--buffers FOLDER] [--json] [--both]\n"
      "  warpstage-cli run F.cu[:KERNEL]|F.ptx[:KERNEL] [--arg NAME=VALUE]… [--grid X,Y,Z] "
      "[--block X,Y,Z] "
      "[--shared BYTES] [--allow-folder FOLDER]… [--keep]\n"
      "  warpstage-cli run F.cu [--main-args ARGUMENTS] [--main-launch N]\n"
      "  warpstage-cli run [--main-launch N] -- PROGRAM ARGUMENTS…\n"
      "  warpstage-cli python [--launch N] [--device vm:h200] [--blocks 0,mid,last] [--save "
      "F.wsrun] "
      "[--json] SCRIPT.py ARGUMENTS…\n"
      "  warpstage-cli time KERNEL[,KERNEL…]|F.cu[:KERNEL] [--sizes 2^17..2^28] [--repeat R] "
      "[--cached] "
      "[--csv|--json]\n"
      "                    [the options of run]\n"
      "  warpstage-cli check KERNEL|F.cu|F.ptx [--format text|json|sarif|junit|sanitizer] "
      "[--require WHAT]…\n"
      "                    [--kernels REGEX] [--skip REGEX] [the options of run, on a virtual "
      "GPU]\n"
      "  warpstage-cli counters KERNEL [--launch L] [--csv|--json] [the options of run]\n"
      "  warpstage-cli why KERNEL|F.wsrun [--launch L] [--json] [the options of run]\n"
      "  warpstage-cli sass KERNEL|F.cu[:KERNEL]|F.ptx[:KERNEL] [--arch sm_90] [the options of "
      "run]\n"
      "  warpstage-cli calculator --cc 8.6 --block B [--regs R] [--smem S] [--dynamic-smem D] "
      "[--carveout P] "
      "[--barriers N]\n"
      "                    [--json]\n"
      "  warpstage-cli latency [--json]\n"
      "  warpstage-cli calibrate [--device cuda:0] [--no-check] -o F.ini\n"
      "  warpstage-cli export tree|lanes|code|memory|sms|stalls|calculator [--run F.wsrun | "
      "--kernel "
      "KERNEL and "
      "the options of run] "
      "[--launch L] [--stage K]\n"
      "                    [--show-block B] [--warp W] [--theme light|dark|projector] [--size "
      "WxH] [--scale S]\n"
      "                    -o F.png|.svg|.pdf, or the figures behind it: F.csv|.json\n"
      "                    of memory: [--memory request|lines|buffer] [--memory-color "
      "auto|count|block|time|value]\n"
      "                               [--memory-rank bytes|time]\n"
      "                    of sms: [--time 0..1 or cycles] [--sm N]\n"
      "                    [--beside KERNEL|F.wsrun] [--beside-block B] [--beside-device ID]\n"
      "  warpstage-cli export calculator [the options of calculator] [--compare "
      "cc=9.0,block=128,…] [--before X.Y]\n"
      "                    [--theme light|dark|projector] [--size WxH] -o "
      "F.png|.svg|.pdf|.csv|.json\n"
      "  warpstage-cli export page [--run F.wsrun | --kernel KERNEL and the options of run | "
      "--lesson "
      "LESSON|F.lesson|F.lecture] -o F.html\n"
      "  warpstage-cli animate tree|lanes|code|memory|sms [the options of export] [--fps 25] "
      "[--seconds "
      "S] [--loop]\n"
      "                    -o F.gif|F.webp|'F-%04d.png'\n"
      "  warpstage-cli figures FOLDER [KERNEL] [--scenario SCENARIO] [the options of export, but "
      "no "
      "-o]\n"
      "  warpstage-cli figures FOLDER --lesson LESSON|F.lesson|F.lecture [--device vm:h200] "
      "[--theme "
      "light|dark|projector] [--size WxH]\n"
      "  warpstage-cli lesson list\n"
      "  warpstage-cli lesson check LESSON|F.lesson|F.lecture… [--run]\n"
      "  warpstage-cli exercise list\n"
      "  warpstage-cli exercise show EXERCISE|F.exercise [--code | --hints | --solution]\n"
      "  warpstage-cli exercise check EXERCISE|F.exercise… [--run]\n"
      "  warpstage-cli grade EXERCISE|F.exercise FOLDER|F.cu [--csv F.csv] [--junit F.xml] "
      "[--pages FOLDER] [--jobs N] [--seconds S]\n"
      "  warpstage-cli handout LESSON|F.lesson|F.lecture|--course [--paper a4|letter] [--device "
      "vm:h200] -o F.pdf\n"
      "  warpstage-cli bundle LESSON|F.lesson [--device cuda:0] -o F.lecture\n"
      "  warpstage-cli chart ladder|scaling|heatmap|live|block-size|roofline|option|latency "
      "[--device "
      "cuda:0|vm:h200] "
      "[-n N] [--block B]\n"
      "                    [--type int] [--op sum] [--kernel KERNEL] [--repeat R] [--seconds S] "
      "[--compare published|last|none]\n"
      "                    [--theme light|dark|projector] [--size WxH] [--scale S] -o "
      "F.png|.svg|.pdf|.csv|.json\n"
      "  warpstage-cli chart stalls [the options of export]\n"
      "  warpstage-cli scenario [SCENARIO] [--device vm:k40c] [--json|--csv]\n"
      "  warpstage-cli export scenario [--scenario SCENARIO] [--device vm:k40c] [--row R] "
      "[--group G] [--empty] [--chart COLUMN]\n"
      "                    [--theme light|dark|projector] [--size WxH] -o "
      "F.png|.svg|.pdf|.csv|.json\n"
      "\n",
      to);
  fputs (_ ("Without --device, the first real GPU is used, or else the virtual one. Launches are "
            "counted from 1;\nblocks, warps, lanes and stages from 0.\n"),
         to);
  fputs ("\n", to);
  fputs (_ ("Exit status: 0 if the result is correct, 1 after an error, 2 after a usage error.\n"),
         to);
}

/* The commands, by name: those that need the catalogue, and those that do not. */
static const struct {
  const char *name;
  int (*run) (WsCatalog *catalog, int argc, char **argv);
  int (*run_alone) (int argc, char **argv);
} commands[] = {
  { "devices", NULL, cli_devices },
  { "compiler", NULL, cli_compiler },
  { "build", NULL, cli_build },
  { "kernels", list_kernels, NULL },
  { "run", cli_run, NULL },
  { "python", cli_python, NULL },
  { "time", cli_time_command, NULL },
  { "check", cli_check, NULL },
  { "counters", cli_counters, NULL },
  { "why", cli_why, NULL },
  { "latency", cli_latency, NULL },
  { "calculator", cli_calculator, NULL },
  { "occupancy", cli_calculator, NULL }, /* its old name */
  { "export", cli_export, NULL },
  { "animate", cli_animate, NULL },
  { "figures", cli_figures, NULL },
  { "lesson", cli_lesson, NULL },
  { "exercise", cli_exercise, NULL },
  { "grade", cli_grade, NULL },
  { "handout", cli_handout, NULL },
  { "bundle", cli_bundle, NULL },
  { "chart", cli_chart, NULL },
  { "scenario", cli_scenario, NULL },
  { "sass", cli_sass, NULL },
  { "calibrate", cli_calibrate, NULL },
};

/* (nullable): of "--device ID", "--device=ID" and "-d ID", of any command */
static const char *
find_device (char **argv)
{
  if (g_str_equal (argv[0], "--device") || g_str_equal (argv[0], "-d"))
    return argv[1];
  return g_str_has_prefix (argv[0], "--device=") ? argv[0] + strlen ("--device=") : NULL;
}

/* Workers also offer the spec files named on the command line. */
static void
name_specs (char **argv)
{
  for (guint i = 0; argv[i] != NULL; i++)
    {
      const char *path = ws_spec_file_find (find_device (argv + i));

      if (path != NULL)
        ws_client_add_spec_file (path);
    }
}

/* The worker reports what is wrong with one. */
static void
add_specs (WsCatalog *catalog, char **argv)
{
  ws_catalog_add_user_specs (catalog, NULL);
  for (guint i = 0; argv[i] != NULL; i++)
    {
      const char *path = ws_spec_file_find (find_device (argv + i));

      if (path != NULL)
        ws_catalog_add_spec_file (catalog, path, path, NULL);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (WsCatalog) catalog = NULL;
  g_autoptr (GError) error = NULL;
  const char *command = argc > 1 ? argv[1] : "";
  g_autofree char *prgname = NULL;

  cli_output_begin ();
  ws_locale_init ();
  if (g_str_equal (command, "--version"))
    {
      printf ("warpstage-cli %s\n", WS_VERSION);
      return CLI_OK;
    }
  if (g_str_equal (command, "--help") || g_str_equal (command, "-h")
      || g_str_equal (command, "help"))
    {
      print_help (stdout);
      return CLI_OK;
    }
  prgname = g_strdup_printf ("warpstage-cli %s", command); /* the command's name in its help */
  g_set_prgname (prgname);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (!g_str_equal (command, commands[i].name))
        continue;
      name_specs (argv);
      if (commands[i].run_alone != NULL)
        return commands[i].run_alone (argc - 1, argv + 1);
      catalog = ws_catalog_new (NULL, &error);
      if (catalog != NULL)
        add_specs (catalog, argv);
      return catalog != NULL ? commands[i].run (catalog, argc - 1, argv + 1) : cli_fail (error);
    }
  if (*command != '\0')
    {
      cli_say (_ ("Unknown command “%s”."), command);
      g_printerr ("\n");
    }
  print_help (stderr);
  return CLI_USAGE;
}
