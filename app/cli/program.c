/* program.c: warpstage-cli … F.cu --run-main: runs the program's own main(), and records one of its
 * launches. */
#include "cli/program.h"

#include "files/input.h"
#include "history/fold.h"
#include "program/program-cuda.h"
#include "program/program.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

typedef struct {
  GMainLoop *loop;
  WsJob *job;
  GError *error;
} Answer;

/* ---- its steps ---- */

/* (transfer full): a step, as in the source */
static char *
format_step (const WsStep *step)
{
  static const char *const copies[] = { N_ ("host to host"), N_ ("host to device"),
                                        N_ ("device to host"), N_ ("device to device") };
  g_autofree char *size = g_format_size_full (step->size, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *grid = ws_words_format_extent (step->grid);
  g_autofree char *block = ws_words_format_extent (step->block);

  switch (step->kind)
    {
    case WS_STEP_LAUNCH:
      return g_strdup_printf ("%.*s<<<%s, %s>>>", (int)strcspn (step->title, "("), step->title,
                              grid, block);
    case WS_STEP_COPY:
      return g_strdup_printf ("%s: %s, %s", step->name, size, _ (copies[step->copy]));
    case WS_STEP_ALLOC:
    case WS_STEP_FREE:
    case WS_STEP_SET:
      return g_strdup_printf ("%s: %s", step->name, size);
    case WS_STEP_LIBRARY:
      return g_strdup_printf (_ ("%s: library, no kernel"), step->name);
    default:
      return g_strdup (step->name);
    }
}

/* @launch: the launch in the first iteration, counted from 1 */
static void
print_step (const WsStep *step, guint launch, guint n_launches)
{
  g_autofree char *text = format_step (step);

  if (step->kind == WS_STEP_LAUNCH && n_launches > 1)
    g_printerr (_ ("launches %u to %u: "), launch, launch + n_launches - 1);
  else if (step->kind == WS_STEP_LAUNCH)
    g_printerr (_ ("launch %u: "), launch);
  g_printerr ("%s", text);
  if (step->duration_ns > 0)
    g_printerr (", %.3g µs", (double)step->duration_ns / 1e3);
  if (step->words != NULL && *step->name != '\0' && g_str_has_prefix (step->words, step->name))
    g_printerr ("%s", step->words + strlen (step->name));
  else if (step->words != NULL && *step->words != '\0')
    g_printerr (*text != '\0' ? ": %s" : "%s", step->words);
  g_printerr ("\n");
}

/* Prints what the program did, with loops folded; launches are counted from 1. */
static void
print_history (const WsHistory *history)
{
  g_autoptr (GArray) folds = ws_history_fold (history);
  guint launch = 1;

  for (guint i = 0; i < folds->len; i++)
    {
      const WsRounds *rounds = &g_array_index (folds, WsRounds, i);
      gboolean is_loop = rounds->n_steps > 1;
      guint of_round = 0;

      if (is_loop)
        g_printerr (ngettext ("  %u time:\n", "  %u times:\n", rounds->n_rounds), rounds->n_rounds);
      for (guint k = 0; k < rounds->n_steps; k++)
        {
          const WsStep *step = g_ptr_array_index (history->steps, rounds->first + k);

          g_printerr (is_loop ? "    " : "  ");
          if (!is_loop && rounds->n_rounds > 1)
            g_printerr ("%u × ", rounds->n_rounds);
          print_step (step, launch + of_round, is_loop ? 1 : rounds->n_rounds);
          of_round += step->kind == WS_STEP_LAUNCH;
        }
      launch += of_round * rounds->n_rounds;
    }
}

static void
print_run (const WsProgramRun *self)
{
  if (self->compiler != NULL)
    g_printerr (_ ("Compiled by %s.\n"), self->compiler);
  if (self->output != NULL)
    g_printerr ("%s%s", self->output, self->errors);
  if (self->signal != 0)
    g_printerr (_ ("The program was ended by signal %d (%s).\n"), self->signal,
                g_strsignal (self->signal));
  else
    g_printerr (g_str_has_prefix (self->history->device, "cuda:")
                    ? _ ("The program ended with status %d. What it did, with times between events "
                         "on the GPU:\n")
                    : _ ("The program ended with status %d. What it did:\n"),
                self->status);
  print_history (self->history);
}

/* ---- the launch ---- */

static void
print_diagnostics (WsUserProgram *program)
{
  GPtrArray *diagnostics = ws_user_program_get_diagnostics (program);

  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    {
      g_autofree char *text = ws_diagnostic_format (g_ptr_array_index (diagnostics, i));

      g_printerr ("%s\n", text);
    }
}

static void
print_files (const WsProgramRun *run, const char *folder)
{
  g_autoptr (GError) error = NULL;

  if (run->files == NULL || run->files->len == 0)
    return;
  g_printerr (folder != NULL ? _ ("Files that it has written:\n")
                             : _ ("Files that it has written; --main-files FOLDER keeps them:\n"));
  for (guint i = 0; i < run->files->len; i++)
    {
      const WsProgramFile *file = g_ptr_array_index (run->files, i);
      g_autofree char *name = g_filename_display_name (file->name);
      g_autofree char *size = g_format_size_full (file->bytes, G_FORMAT_SIZE_IEC_UNITS);

      g_printerr ("  %s, %s\n", name, size);
    }
  if (folder != NULL && !ws_program_files_save (run->files, run->folder, folder, &error))
    g_printerr ("%s\n", error->message);
}

static void
ran_cb (WsUserProgram *program, const CliRunOptions *options)
{
  const WsProgramRun *run = ws_user_program_get_run (program);

  print_diagnostics (program);
  print_run (run);
  print_files (run, options->main_files);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->job = ws_user_program_make_finish (WS_USER_PROGRAM (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static gboolean
is_real (const CliRunOptions *options)
{
  return options->device != NULL && g_str_has_prefix (options->device, "cuda:");
}

/* Makes the job of the requested launch. */
static WsJobSource *
make (WsUserProgram *program, WsCatalog *catalog, const CliRunOptions *options, GError **error)
{
  const WsSpec *spec = cli_find_model (catalog, options->device, error);
  g_autoptr (WsClient) reader = ws_client_new_for_compiler (NULL);
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  if (spec != NULL)
    {
      ws_user_program_set_device (program, spec);
      if (options->main_launch > 0)
        ws_user_program_set_launch (program, (guint)options->main_launch - 1);
      if (options->main_seconds != CLI_NOT_GIVEN)
        ws_user_program_set_seconds (program, options->main_seconds);
      g_signal_connect (program, "ran", G_CALLBACK (ran_cb), (gpointer)options);
      ws_user_program_make_async (program, reader, NULL, made_cb, &answer);
      g_main_loop_run (answer.loop);
    }
  g_main_loop_unref (answer.loop);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  if (answer.job == NULL)
    return NULL;
  answer.job->blocks = g_strdup (options->blocks);
  answer.job->checked = options->checks;
  return ws_job_source_new_for_job (answer.job);
}

/**
 * cli_program_choose:
 * @path: of a CUDA source with a main()
 * @options: the requested launch, and the arguments of main()
 * @cannot_run: (out) (optional): set to %TRUE if this computer cannot run main(), while its
 * kernels may run
 *
 * Compiles and runs the program, and prints what it did; then runs it again up to the requested
 * launch, to record it with the memory it started from.
 *
 * Returns: (transfer full) (nullable): a source of the launch's job
 */
WsJobSource *
cli_program_choose (WsCatalog *catalog, const char *path, const CliRunOptions *options,
                    gboolean *cannot_run, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (WsUserProgram) program = ws_user_program_new (file);
  g_autoptr (GBytes) bytes = ws_input_read (file, WS_COMPILE_MAX_SOURCE, NULL, error);
  g_autofree char *text = bytes != NULL ? ws_input_dup_text (bytes) : NULL;
  g_autofree char *name = NULL;
  g_autoptr (GError) cause = NULL;
  WsJobSource *source;

  if (bytes != NULL && text == NULL)
    ws_compile_refuse_text (path, error);
  if (text == NULL || !ws_user_program_set_arguments (program, options->main_arguments, error))
    return NULL;
  ws_user_program_set_text (program, text);
  if (is_real (options))
    cli_say (_ ("main() runs on the virtual GPU, in its sandbox; its launch is recorded on %s."),
             options->device);
  source = make (program, catalog, options, &cause);
  if (cause == NULL)
    return source;
  if (cannot_run != NULL)
    *cannot_run = ws_user_program_cannot_run (program, cause);
  name = g_file_get_basename (file);
  cli_diagnostics_take (options->diagnostics, ws_user_program_get_diagnostics (program), name,
                        text);
  cli_add_place (cause, ws_user_program_get_diagnostics (program), name, text);
  g_propagate_error (error, g_steal_pointer (&cause));
  return source;
}

/* Chooses the libcudart that runs the command on a real GPU. */
static gboolean
choose_cudart (WsUserProgram *program, GError **error)
{
  g_autoptr (WsClient) client = ws_client_new_for_programs (NULL);
  g_autoptr (WsClientCompiler) compiler = cli_find_compiler (client, NULL);
  g_autofree char *cudart = ws_program_find_cudart (compiler != NULL ? compiler->library : NULL);

  if (cudart != NULL)
    {
      ws_user_program_set_cudart (program, cudart);
      return TRUE;
    }
  g_set_error_literal (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_START,
                       _ ("CUDA's libcudart.so.13 was not found; set WARPSTAGE_CUDART to its "
                          "path."));
  return FALSE;
}

/**
 * cli_program_choose_command:
 * @options: with a command
 *
 * As cli_program_choose(), for a command of the user's: it runs with the user's own rights, and
 * loads Warpstage's libcudart in place of CUDA's. For a real GPU, this library forwards its calls
 * to CUDA's.
 *
 * Returns: (transfer full) (nullable): a source of the launch's job
 */
WsJobSource *
cli_program_choose_command (WsCatalog *catalog, const CliRunOptions *options, GError **error)
{
  g_autoptr (WsUserProgram) program =
      ws_user_program_new_for_command ((const char *const *)options->command);

  if (is_real (options) && !choose_cudart (program, error))
    return NULL;
  return make (program, catalog, options, error);
}
