/* user.c: the user's kernels: lists those of a source, plans and runs them. */
#include "cli/user.h"
#include "cli/column.h"
#include "cli/program.h"
#include "files/input.h"
#include "program/program.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  GMainLoop *loop;
  WsUserKernel *kernel;
  gboolean has_main; /* also if @kernel is NULL */
  WsJob *job;
  GError *error;
} Answer;

static void
wait_for (Answer *self)
{
  g_main_loop_run (self->loop);
  g_clear_pointer (&self->loop, g_main_loop_unref);
}

static void
add_sentence (GError *error, const char *sentence)
{
  char *message = g_strconcat (error->message, " ", sentence, NULL);

  g_free (error->message);
  error->message = message;
}

/* Names the option that allows what was refused. */
static void
add_advice (GError *error)
{
  const char *folder = ws_input_error_get_folder (error);
  g_autofree char *quoted = folder != NULL ? g_shell_quote (folder) : NULL;
  g_autofree char *sentence = NULL;

  if (folder == NULL)
    return;
  sentence = g_strdup_printf (_ ("Use --allow-folder %s."), quoted);
  add_sentence (error, sentence);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->has_main = ws_user_kernel_has_main (result);
  answer->kernel = ws_user_kernel_open_finish (result, NULL, &answer->error);
  g_main_loop_quit (answer->loop);
}

/* Returns: (nullable): the part after the file's name */
static const char *
find_colon (const char *what)
{
  const char *base = strrchr (what, '/') != NULL ? strrchr (what, '/') : what;

  return strchr (base, ':');
}

/* Returns: (transfer full): the path of a source, optionally followed by a colon and a kernel */
char *
cli_user_dup_path (const char *what)
{
  const char *colon = find_colon (what);

  return colon != NULL ? g_strndup (what, (gsize)(colon - what)) : g_strdup (what);
}

/* @what: as in "a/sum.cu:scale<float>"
 * @usual: (nullable): the kernel if it names none
 * @has_main: (out) (optional): whether it is a whole program; also set if it has no kernel that can
 * run by itself */
static WsUserKernel *
open_kernel (const char *what, const char *usual, const char *const *allowed, WsClient *client,
             gboolean *has_main, GError **error)
{
  const char *colon = find_colon (what);
  g_autofree char *path = cli_user_dup_path (what);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_user_kernel_open_async (&(WsUserKernelRequest){ .file = file,
                                                     .kernel = colon != NULL ? colon + 1 : usual,
                                                     .allowed = allowed },
                             client, NULL, opened_cb, &answer);
  wait_for (&answer);
  if (has_main != NULL)
    *has_main = answer.has_main;
  if (answer.kernel == NULL)
    {
      add_advice (answer.error);
      g_propagate_error (error, answer.error);
    }
  return answer.kernel;
}

static gboolean
set_named (WsUserPlan *plan, const char *name, const char *text, GError **error)
{
  g_autofree char *assignment = g_strconcat (name, "=", text, NULL);

  return ws_user_plan_set (plan, assignment, error);
}

/* "out=kernel naive" */
static gboolean
expect (WsUserPlan *plan, const char *said, GError **error)
{
  const char *equals = strchr (said, '=');
  g_autofree char *name = equals != NULL ? g_strndup (said, (gsize)(equals - said)) : NULL;
  g_autofree char *field = NULL;

  if (name == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Give a buffer and its expected contents, as in --expect out=\"= 2 * "
                      "in[i]\", not “%s”."),
                   said);
      return FALSE;
    }
  field = g_strconcat (g_strstrip (name), ".expect", NULL);
  return set_named (plan, field, equals + 1, error);
}

static gboolean
take_options (WsUserPlan *plan, const CliRunOptions *options, GError **error)
{
  if (options->op != NULL || options->type != NULL || options->repeats != NULL
      || options->set != NULL || options->max_grid != CLI_NOT_GIVEN || options->seed != CLI_NO_SEED)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _ ("For a kernel of your own use --arg, --grid, --block and --shared."));
      return FALSE;
    }
  for (guint i = 0; options->argument != NULL && options->argument[i] != NULL; i++)
    if (!ws_user_plan_set (plan, options->argument[i], error))
      return FALSE;
  for (guint i = 0; options->expect != NULL && options->expect[i] != NULL; i++)
    if (!expect (plan, options->expect[i], error))
      return FALSE;
  return (options->n == NULL || set_named (plan, "n", options->n, error))
         && (options->grid == NULL || set_named (plan, "grid", options->grid, error))
         && (options->block == NULL || set_named (plan, "block", options->block, error))
         && (options->shared == NULL || set_named (plan, "shared", options->shared, error));
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->job = ws_user_kernel_make_finish (WS_USER_KERNEL (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  ws_user_kernel_save_plan_finish (WS_USER_KERNEL (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static gboolean
save_plan (WsUserKernel *kernel, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_user_kernel_save_plan_async (kernel, saved_cb, &answer);
  wait_for (&answer);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  return answer.error == NULL;
}

/* Prints kernel arguments that only the program knows, and the values that replace them. */
static void
print_unknown (WsUserKernel *kernel)
{
  const WsUserPlan *plan = ws_user_kernel_get_plan (kernel);

  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (plan, i);

      for (guint j = 0; j < launch->arguments->len; j++)
        {
          const WsUserArgument *argument = ws_user_launch_get_argument (launch, j);

          if (argument->value.is_unknown)
            g_printerr (_ ("Line %u: the value of “%s” in “%s” was not understood (%s), and %s is "
                           "used: set it with --arg %s=…\n"),
                        launch->line, argument->name, launch->kernel, argument->value.why,
                        argument->value.text, argument->name);
        }
    }
}

/* Prints what is skipped, and the compiler's messages, except one that is the program's final
 * error. */
static void
print_diagnostics (WsUserKernel *kernel, const GError *last)
{
  GPtrArray *diagnostics = ws_user_kernel_get_diagnostics (kernel);
  const WsUserPlan *plan = ws_user_kernel_get_plan (kernel);
  g_autofree char *file = g_file_get_basename (ws_user_kernel_get_file (kernel));

  for (guint i = 0; i < plan->skipped->len; i++)
    g_printerr ("%s\n", (const char *)g_ptr_array_index (plan->skipped, i));
  print_unknown (kernel);
  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (diagnostics, i);
      g_autofree char *text = cli_format_diagnostic (one, file, ws_user_kernel_get_text (kernel));

      if (last == NULL || !g_str_equal (text, last->message))
        g_printerr ("%s\n", text);
    }
}

/* ---- running it ---- */

/* Whether nothing specifies how its kernels run, so that its main() can decide. */
static gboolean
says_nothing (const char *what, const CliRunOptions *options)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (what);

  return !options->no_main && !options->checks && options->argument == NULL
         && options->expect == NULL && options->grid == NULL && options->block == NULL
         && options->n == NULL && options->shared == NULL && options->allow_folder == NULL
         && !options->keep && find_colon (what) == NULL && !ws_user_kernel_has_settings (file);
}

/* (transfer full) (nullable): the job made from its plan */
static WsJobSource *
make_job (WsUserKernel *kernel, WsClient *client, const CliRunOptions *options, GError **error)
{
  g_autofree char *file = NULL;
  g_autoptr (WsJob) job = NULL;
  Answer answer = { 0 };

  if (!take_options (ws_user_kernel_get_plan (kernel), options, error))
    return NULL;
  answer.loop = g_main_loop_new (NULL, FALSE);
  ws_user_kernel_make_async (kernel, client, NULL, made_cb, &answer);
  wait_for (&answer);
  file = g_file_get_basename (ws_user_kernel_get_file (kernel));
  cli_diagnostics_take (options->diagnostics, ws_user_kernel_get_diagnostics (kernel), file,
                        ws_user_kernel_get_text (kernel));
  if (answer.error != NULL)
    cli_add_place (answer.error, ws_user_kernel_get_diagnostics (kernel), file,
                   ws_user_kernel_get_text (kernel));
  print_diagnostics (kernel, answer.error);
  job = answer.job;
  if (job == NULL)
    {
      add_advice (answer.error);
      g_propagate_error (error, answer.error);
      return NULL;
    }
  job->blocks = g_strdup (options->blocks);
  job->checked = options->checks;
  if (options->keep && !save_plan (kernel, error))
    return NULL;
  return ws_job_source_new_for_job (job);
}

/**
 * cli_user_choose:
 * @what: path of a CUDA source, optionally followed by a colon and one of its kernels
 * @options: how to run it
 *
 * Compiles it, waits for completion, and prints the compiler's messages. If nothing specifies how
 * its kernels run, a whole program runs as it is, so that its launches need not be guessed; unless
 * a sanitizer must see all kernels, or this computer cannot run it.
 *
 * Returns: (transfer full) (nullable): a source of the job
 */
WsJobSource *
cli_user_choose (WsCatalog *catalog, const char *what, const CliRunOptions *options, GError **error)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (GError) cause = NULL;
  gboolean has_main;
  g_autoptr (WsUserKernel) kernel = open_kernel (
      what, NULL, (const char *const *)options->allow_folder, client, &has_main, &cause);

  if (has_main && says_nothing (what, options))
    {
      g_autoptr (GError) unable = NULL;
      gboolean cannot_run = FALSE;
      WsJobSource *source = cli_program_choose (catalog, what, options, &cannot_run, &unable);

      if (kernel == NULL || !cannot_run)
        {
          if (g_error_matches (unable, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_NO_LAUNCH))
            add_sentence (unable, _ ("With --no-main, its launches are read from the source."));
          if (unable != NULL)
            g_propagate_error (error, g_steal_pointer (&unable));
          return source;
        }
      cli_say (_ ("main() cannot run: %s Launches are read from the source."), unable->message);
    }
  else if (has_main && options->checks && !options->no_main)
    cli_say (_ ("Launches and their arguments are read from the source; --run-main checks a launch "
                "of main() itself."));
  if (kernel == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  ws_user_kernel_set_architecture (kernel, cli_find_architecture (catalog, options->device));
  return make_job (kernel, client, options, error);
}

static void
print_field (const char *name, const WsUserField *field)
{
  g_autofree char *both = g_strdup_printf ("%s = %s ", name, field->text);

  printf ("    ");
  cli_column_print (-40, both);
  if (field->why != NULL)
    printf (_ ("(a guess: %s)"), field->why);
  printf ("\n");
}

static void
print_buffer_field (const WsUserBuffer *buffer, const char *name, const WsUserField *field)
{
  g_autofree char *whole = g_strconcat (buffer->name, ".", name, NULL);

  print_field (whole, field);
}

static void
print_plan (const WsUserPlan *plan)
{
  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (plan, i);

      printf (_ ("  Launch %u: %s\n"), i + 1, launch->kernel);
      print_field ("grid", &launch->grid);
      print_field ("block", &launch->block);
      print_field ("shared", &launch->shared);
      for (guint j = 0; j < launch->arguments->len; j++)
        {
          const WsUserArgument *argument = ws_user_launch_get_argument (launch, j);

          if (argument->buffer < 0)
            print_field (argument->name, &argument->value);
          else
            printf (_ ("    %s: the buffer %s\n"), argument->name,
                    ws_user_plan_get_buffer (plan, (guint)argument->buffer)->name);
        }
    }
  for (guint i = 0; i < plan->skipped->len; i++)
    printf ("  %s\n", (const char *)g_ptr_array_index (plan->skipped, i));
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (plan, i);

      printf (_ ("  Buffer %s\n"), buffer->name);
      print_buffer_field (buffer, "type", &buffer->type);
      print_buffer_field (buffer, "length", &buffer->length);
      print_buffer_field (buffer, "use", &buffer->use);
      print_buffer_field (buffer, "contents", &buffer->contents);
      if (buffer->texture.text != NULL)
        print_buffer_field (buffer, "texture", &buffer->texture);
      if (buffer->expect.text != NULL)
        print_buffer_field (buffer, "expect", &buffer->expect);
    }
}

/**
 * cli_user_show:
 * @what: path of a CUDA source, optionally followed by a colon and one of its kernels
 * @allowed: (nullable): folders outside its own whose files it may name
 * @json: whether to print JSON
 *
 * Prints the kernels of the source, and how they would be run.
 *
 * Returns: the exit status
 */
int
cli_user_show (const char *what, const char *const *allowed, gboolean json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (WsUserKernel) kernel = open_kernel (what, "", allowed, client, NULL, &error);
  const WsUserOutline *outline;

  if (kernel == NULL)
    return cli_fail (error);
  if (json)
    {
      cli_user_print_json (kernel);
      return CLI_OK;
    }
  outline = ws_user_kernel_get_outline (kernel);
  for (guint i = 0; i < outline->kernels->len; i++)
    {
      const WsUserOutlineKernel *one = g_ptr_array_index (outline->kernels, i);

      cli_column_print (-32, one->name);
      printf (_ ("line %u\n"), one->line);
    }
  printf ("\n");
  print_plan (ws_user_kernel_get_plan (kernel));
  return CLI_OK;
}
