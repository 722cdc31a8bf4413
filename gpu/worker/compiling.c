#include "worker/compiling.h"

#include "compile/missing.h"
#include "reader/accept.h"
#include "reader/answer.h"
#include "reader/captured.h"
#include "reader/device-edit.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/resource.h>

#define LOOK_US             (G_USEC_PER_SEC / 4) /* between checks of a compiler's CPU time */
#define NEWER_ARCHITECTURE  90 /* for features missing from the lowest one, such as redux.sync */
#define MIDDLE_ARCHITECTURE 80 /* asynchronous copies of threads, as in the virtual GPU */
#define IDLE                20 /* wall-clock limit, as a multiple of the CPU limit */

struct _WsCompiling {
  WsCompiler *compiler;       /* nullable, then @missing tells why: */
  WsNvrtc *nvrtc;             /* nullable: the compiler is either this */
  WsCommand *command;         /* nullable: or that */
  WsProgramCompiler *program; /* nullable: or this, for whole programs */
  GError *missing;
  char **folders;
  WsCompilingEndless endless;
  gpointer user_data;
  GMutex lock;
  GCond ended;
  gboolean is_over;
};

static void
open_compiler (WsCompiling *self)
{
  g_autofree char *folder = NULL;
  const char *folders[] = { NULL, NULL, NULL };

  self->compiler = ws_compiler_find (&self->missing);
  if (self->compiler == NULL)
    return;
  folder = g_path_get_dirname (self->compiler->library);
  folders[0] = folder;
  if (self->compiler->kind == WS_COMPILER_NVRTC)
    {
      self->nvrtc = ws_nvrtc_open (self->compiler, &self->missing);
      folders[1] = self->compiler->include;
      self->folders = g_strdupv ((char **)folders);
    }
  else
    {
      /* a toolkit's other programs and headers are next to it */
      g_autofree char *beside = g_path_get_dirname (folder);

      self->command = ws_command_new (self->compiler, &self->missing);
      folders[1] = beside;
      self->folders = g_strdupv ((char **)folders);
    }
}

/**
 * ws_compiling_new:
 * @what: what it compiles
 * @endless: called, in another thread, when the compiler exceeds its time limit; must not return: a
 * compiler can only be stopped with its process
 * @user_data: for @endless
 *
 * Finds and opens the compiler, so that the worker can then lock itself in.
 *
 * Returns: (transfer full): a compiler, possibly one that only reports why it is unavailable
 */
WsCompiling *
ws_compiling_new (WsCompilingWhat what, WsCompilingEndless endless, gpointer user_data)
{
  WsCompiling *self = g_new0 (WsCompiling, 1);

  self->endless = endless;
  self->user_data = user_data;
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
  if (what == WS_COMPILING_PROGRAMS)
    self->program = ws_program_compiler_new (&self->missing);
  else
    open_compiler (self);
  return self;
}

void
ws_compiling_free (WsCompiling *self)
{
  g_clear_pointer (&self->compiler, ws_compiler_free);
  g_clear_pointer (&self->nvrtc, ws_nvrtc_close);
  g_clear_pointer (&self->command, ws_command_free);
  g_clear_pointer (&self->program, ws_program_compiler_free);
  g_clear_error (&self->missing);
  g_strfreev (self->folders);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->ended);
  g_free (self);
}

/* Returns: (transfer none) (nullable) (array zero-terminated=1): the paths it needs to read */
const char *const *
ws_compiling_get_folders (const WsCompiling *self)
{
  return self->program != NULL ? ws_program_compiler_get_read_folders (self->program)
                               : (const char *const *)self->folders;
}

/* Returns: (transfer none) (nullable): its folder for writing, if it is a program started for each
 * source */
const char *
ws_compiling_get_own_folder (const WsCompiling *self)
{
  if (self->program != NULL)
    return ws_program_compiler_get_folder (self->program);
  return self->command != NULL ? ws_command_get_folder (self->command) : NULL;
}

static gboolean
check (const WsCompiling *self, GError **error)
{
  gboolean is_open = self->nvrtc != NULL || self->command != NULL || self->program != NULL;

  if (!is_open)
    g_propagate_error (error, g_error_copy (self->missing));
  return is_open;
}

static const char *
get_name (const WsCompiling *self)
{
  if (self->program != NULL)
    return ws_program_compiler_get_name (self->program);
  return self->nvrtc != NULL ? ws_nvrtc_get_name (self->nvrtc)
                             : ws_command_get_name (self->command);
}

/**
 * ws_compiling_describe:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER
 *
 * Returns: (transfer floating) (nullable): its compiler: name, file, headers, location; for whole
 * programs also the host compiler, if different
 */
GVariant *
ws_compiling_describe (const WsCompiling *self, GError **error)
{
  const WsCompiler *compiler;
  GVariantDict dict;

  if (!check (self, error))
    return NULL;
  compiler =
      self->program != NULL ? ws_program_compiler_get_device (self->program) : self->compiler;
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "name", "s", get_name (self));
  g_variant_dict_insert (&dict, "kind", "u", (guint)compiler->kind);
  g_variant_dict_insert (&dict, "library", "s", compiler->library);
  g_variant_dict_insert (&dict, "include", "s", compiler->include != NULL ? compiler->include : "");
  g_variant_dict_insert (&dict, "place", "u", (guint)compiler->place);
  if (self->program != NULL && ws_program_compiler_get_host (self->program) != NULL)
    g_variant_dict_insert (&dict, "host", "s", ws_program_compiler_get_host (self->program));
  return g_variant_dict_end (&dict);
}

static guint
get_seconds (const WsCompiling *self)
{
  if (self->program != NULL)
    return ws_compile_get_limit (WS_COMPILE_PROGRAM_SECONDS);
  return ws_compile_get_limit (self->nvrtc != NULL ? WS_COMPILE_SECONDS
                                                   : WS_COMPILE_COMMAND_SECONDS);
}

static gint64
to_us (struct timeval time)
{
  return time.tv_sec * G_USEC_PER_SEC + time.tv_usec;
}

/* CPU time of compilers, independent of load and slow disks: in this process, as for NVRTC, and in
 * programs that have ended. A running program has its own limit (folder.c). */
static gint64
get_spent_us (void)
{
  gint64 spent_us = 0;

  for (guint i = 0; i < 2; i++)
    {
      struct rusage usage;

      if (getrusage (i == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &usage) == 0)
        spent_us += to_us (usage.ru_utime) + to_us (usage.ru_stime);
    }
  return spent_us;
}

static gpointer
watch (gpointer data)
{
  WsCompiling *self = data;
  gint64 limit_us = get_seconds (self) * G_USEC_PER_SEC;
  gint64 spent_us = get_spent_us ();
  gint64 began_us = g_get_monotonic_time ();
  gboolean in_time = TRUE;

  g_mutex_lock (&self->lock);
  while (!self->is_over && in_time)
    {
      gint64 now_us = g_get_monotonic_time ();

      g_cond_wait_until (&self->ended, &self->lock, now_us + LOOK_US);
      in_time = get_spent_us () - spent_us < limit_us && now_us - began_us < IDLE * limit_us;
    }
  if (!self->is_over)
    {
      g_autoptr (GError) error = NULL;

      ws_compile_set_endless (get_seconds (self), &error);
      self->endless (error, self->user_data);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

static WsCompileResult *
compile (const WsCompiling *self, const WsCompileRequest *request, GError **error)
{
  if (self->program != NULL)
    return ws_program_compiler_compile (self->program, request, error);
  return self->nvrtc != NULL ? ws_nvrtc_compile (self->nvrtc, request, error)
                             : ws_command_compile (self->command, request, error);
}

/* A missing header may only be needed by the host: compiling the kernels without it shows that. */
static WsCompileResult *
compile_without_missing (const WsCompiling *self, WsCompileRequest *request, GError **error)
{
  g_autoptr (GPtrArray) missing =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_diagnostic_free);
  g_autoptr (WsCompileResult) result = compile (self, request, error);

  while (result != NULL && missing->len < WS_COMPILE_MAX_MISSING)
    {
      WsDiagnostic *one = ws_compile_find_missing (result);

      if (one == NULL)
        break;
      g_ptr_array_add (missing, one);
      ws_compile_request_add_header (request, one->text, "");
      ws_compile_result_free (result);
      result = compile (self, request, error);
    }
  if (result != NULL)
    ws_compile_add_missing (result, missing);
  return g_steal_pointer (&result);
}

/* ENDLESS ends the process. */
static WsCompileResult *
compile_in_time (WsCompiling *self, WsCompileRequest *request, GError **error)
{
  WsCompileResult *result;
  GThread *watcher;

  self->is_over = FALSE;
  watcher = g_thread_new ("compiling", watch, self);
  /* main() needs all of its headers */
  result = self->program != NULL ? compile (self, request, error)
                                 : compile_without_missing (self, request, error);
  g_mutex_lock (&self->lock);
  self->is_over = TRUE;
  g_cond_signal (&self->ended);
  g_mutex_unlock (&self->lock);
  g_thread_join (watcher);
  return result;
}

/* A program with instructions that the virtual GPU lacks is compiled for a GPU that lacks them,
 * too. @result: (inout): unchanged if that does not help */
static void
take_older (WsCompiling *self, WsCompileRequest *request, WsCompileResult **result)
{
  g_autoptr (WsCompileResult) older = NULL;

  request->architecture = MIDDLE_ARCHITECTURE;
  older = compile_in_time (self, request, NULL);
  if (older == NULL || !ws_accept_compiled (older))
    return;
  ws_compile_result_free (*result);
  *result = g_steal_pointer (&older);
}

/**
 * ws_compiling_run:
 * @body: a request, or any other variant
 * @error: return location for a #GError: a #WsCompileError
 *
 * Compiles. Errors of the source are part of the answer.
 *
 * Returns: (transfer floating) (nullable): the result
 */
GVariant *
ws_compiling_run (WsCompiling *self, GVariant *body, GError **error)
{
  g_autoptr (WsCompileRequest) request = NULL;
  g_autoptr (WsCompileResult) result = NULL;

  if (!check (self, error) || (request = ws_compile_request_from_variant (body, error)) == NULL)
    return NULL;
  result = compile_in_time (self, request, error);
  if (result != NULL && result->object != NULL && self->program != NULL
      && request->architecture > MIDDLE_ARCHITECTURE && !ws_accept_compiled (result))
    take_older (self, request, &result);
  return result != NULL ? ws_compile_result_to_variant (result) : NULL;
}

/* ---- sources of the user's ---- */

/**
 * ws_compiling_guess:
 * @body: of ws_user_question_to_variant(), or any other variant
 * @error: return location for a #GError: see ws_user_question_answer()
 *
 * Analyses a source, and plans how its kernels run. The text is untrusted, like those that are
 * compiled; needs no compiler.
 *
 * Returns: (transfer floating) (nullable): the answer
 */
GVariant *
ws_compiling_guess (GVariant *body, GError **error)
{
  return ws_user_question_answer (body, error);
}

/**
 * ws_compiling_remark:
 * @body: of ws_user_question_to_variant(), or any other variant
 *
 * Returns: (transfer floating) (nullable): see ws_user_question_remark()
 */
GVariant *
ws_compiling_remark (GVariant *body)
{
  return ws_user_question_remark (body);
}

static WsCompileResult *
build_for (WsCompiling *self, WsUserWork *work, guint architecture, GError **error)
{
  g_autoptr (WsCompileRequest) request = ws_user_work_make_request (work, architecture);
  g_autoptr (GVariant) checked = g_variant_ref_sink (ws_compile_request_to_variant (request));
  g_autoptr (WsCompileRequest) again = ws_compile_request_from_variant (checked, error);
  WsCompileResult *result = again != NULL ? compile_in_time (self, again, error) : NULL;

  if (result != NULL)
    ws_user_work_tidy (work, result);
  return result;
}

/* Whether the compiler found an error in a line, rather than in the request. */
static gboolean
blames_source (const WsCompileResult *result)
{
  for (guint i = 0; i < result->diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (result->diagnostics, i);

      if (one->severity == WS_SEVERITY_ERROR && one->line > 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether another architecture may give what @result, which was made for @architecture, lacks. An
 * older one: PTX that the virtual GPU knows, or a compiler that knows the architecture; a newer
 * one: what the older one does not have. @result: (nullable): %NULL if the compiler gave up. */
static gboolean
is_worth_trying (const WsCompileResult *result, guint architecture, guint other)
{
  if (other > architecture)
    return other == NEWER_ARCHITECTURE && result != NULL && result->ptx == NULL;
  return other < architecture && (result == NULL || !blames_source (result));
}

/* Compiles for the target GPU, or else for another one. If all fail, reports the first error,
 * unless that only concerned the architecture. */
static WsCompileResult *
build (WsCompiling *self, WsUserWork *work, GError **error)
{
  static const guint others[] = { NEWER_ARCHITECTURE, MIDDLE_ARCHITECTURE,
                                  WS_COMPILE_LEAST_ARCHITECTURE };
  g_autoptr (GError) cause = NULL;
  g_autoptr (WsCompileResult) first = build_for (self, work, work->architecture, &cause);

  if (first != NULL && ws_accept_compiled (first))
    return g_steal_pointer (&first);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (is_worth_trying (first, work->architecture, others[i]))
      {
        g_autoptr (WsCompileResult) other = build_for (self, work, others[i], NULL);
        gboolean tells = first == NULL || !blames_source (first);

        if (other != NULL && (ws_accept_compiled (other) || (tells && blames_source (other))))
          return g_steal_pointer (&other);
      }
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  return g_steal_pointer (&first);
}

/**
 * ws_compiling_build:
 * @body: of ws_user_order_to_variant(), or any other variant
 * @error: return location for a #GError: a #WsCompileError, a #WsPtxError or a #WsUserPlanError
 *
 * Compiles a source with everything its plan requires. PTX is used as it is, without a compiler.
 *
 * Returns: (transfer floating) (nullable): the result
 */
GVariant *
ws_compiling_build (WsCompiling *self, GVariant *body, GError **error)
{
  g_autoptr (WsUserWork) work = ws_user_work_new (body, error);
  g_autoptr (WsCompileResult) result = NULL;

  if (work == NULL)
    return NULL;
  result = ws_user_plan_take_ptx (work->plan, work->source);
  if (result == NULL && check (self, error))
    result = build (self, work, error);
  return result != NULL ? ws_compile_result_to_variant (result) : NULL;
}

/**
 * ws_compiling_make:
 * @body: of ws_user_order_to_variant(), or any other variant
 * @error: return location for a #GError: see ws_user_work_make()
 *
 * Makes the job from the build.
 *
 * Returns: (transfer floating) (nullable): the answer
 */
GVariant *
ws_compiling_make (GVariant *body, GError **error)
{
  g_autoptr (WsUserWork) work = ws_user_work_new (body, error);

  return work != NULL ? ws_user_work_make (work, error) : NULL;
}

/**
 * ws_compiling_examine:
 * @body: of ws_user_form_to_variant(), or any other variant
 * @error: return location for a #GError: see ws_user_form_answer()
 *
 * Returns: (transfer floating) (nullable): remarks on a form
 */
GVariant *
ws_compiling_examine (GVariant *body, GError **error)
{
  return ws_user_form_answer (body, error);
}

/**
 * ws_compiling_write:
 * @body: of ws_user_settings_to_variant(), or any other variant
 * @error: return location for a #GError: see ws_user_settings_answer()
 *
 * Returns: (transfer floating) (nullable): the text of a .wsjob file
 */
GVariant *
ws_compiling_write (GVariant *body, GError **error)
{
  return ws_user_settings_answer (body, error);
}

/**
 * ws_compiling_capture:
 * @body: see ws_user_captured_answer(), or any other variant
 * @error: return location for a #GError: see ws_user_make_captured_job()
 *
 * Makes the job of a launch captured by a program's own process, which has run untrusted code.
 *
 * Returns: (transfer floating) (nullable): the job
 */
GVariant *
ws_compiling_capture (GVariant *body, GError **error)
{
  return ws_user_captured_answer (body, error);
}

/**
 * ws_compiling_edit:
 * @body: see ws_device_edit_new(), or any other variant
 * @error: return location for a #GError: a #WsCompileError or a #WsPtxError, also if the whole
 * program must be compiled
 *
 * Compiles the kernels of a program in which nothing else was edited.
 *
 * Returns: (transfer floating) (nullable): PTX and machine code
 */
GVariant *
ws_compiling_edit (WsCompiling *self, GVariant *body, GError **error)
{
  g_autoptr (WsDeviceEdit) edit = NULL;
  g_autoptr (WsCompileResult) result = NULL;

  if (!check (self, error))
    return NULL;
  if (self->nvrtc == NULL)
    {
      g_set_error_literal (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
                           _ ("Kernels alone are compiled by NVRTC, which is not there."));
      return NULL;
    }
  edit = ws_device_edit_new (body, error);
  if (edit == NULL)
    return NULL;
  result = compile_in_time (self, ws_device_edit_get_request (edit), error);
  return result != NULL && ws_device_edit_check (edit, result, error)
             ? ws_compile_result_to_variant (result)
             : NULL;
}
