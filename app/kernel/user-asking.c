#include "kernel/user-asking.h"

#define BRACKET "bracket" /* data of a task */
#define MAIN    "main"    /* likewise: not NULL if there is one */

typedef struct {
  WsClient *client;
  char *name;
  char *text;
  char *kernel;       /* nullable */
  char *settings;     /* nullable */
  WsUserTexts *texts; /* nullable; a thread that reads has them */
} Asking;

static void
asking_free (gpointer data)
{
  Asking *self = data;

  g_object_unref (self->client);
  g_free (self->name);
  g_free (self->text);
  g_free (self->kernel);
  g_free (self->settings);
  g_clear_pointer (&self->texts, ws_user_texts_free);
  g_free (self);
}

/* What the worker said before an error. */
static void
keep_remark (GTask *task, WsClient *client, GAsyncResult *result)
{
  g_autoptr (GVariant) remark = ws_client_ask_dup_remark (client, result);
  WsUserBracket *bracket = remark != NULL ? ws_user_answer_get_bracket (remark) : NULL;

  if (remark != NULL && ws_user_answer_has_main (remark))
    g_object_set_data (G_OBJECT (task), MAIN, GINT_TO_POINTER (TRUE));
  if (bracket != NULL)
    g_object_set_data_full (G_OBJECT (task), BRACKET, bracket,
                            (GDestroyNotify)ws_user_bracket_free);
}

/* @task: (transfer full) */
static void ask (GTask *task);

/* ---- reading what is missing ---- */

/* What a thread needs; owned by it alone. */
typedef struct {
  WsUserTexts *texts;
  GVariant *missing;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;

  g_clear_pointer (&self->texts, ws_user_texts_free);
  g_variant_unref (self->missing);
  g_free (self);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *self = data;
  GError *error = NULL;

  if (ws_user_texts_read_missing (self->texts, self->missing, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&self->texts),
                           (GDestroyNotify)ws_user_texts_free);
  else
    g_task_return_error (task, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Asking *self = g_task_get_task_data (task);
  GError *error = NULL;

  self->texts = g_task_propagate_pointer (G_TASK (result), &error);
  if (self->texts != NULL)
    ask (g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/* A file that does not answer holds up the thread alone.
 *
 * @task: (transfer full) */
static void
read_missing (GTask *task, GVariant *missing)
{
  Asking *self = g_task_get_task_data (task);
  g_autoptr (GTask) thread = g_task_new (NULL, g_task_get_cancellable (task), read_cb, task);
  Reading *reading = g_new0 (Reading, 1);

  reading->texts = g_steal_pointer (&self->texts);
  reading->missing = g_variant_ref (missing);
  g_task_set_task_data (thread, reading, reading_free);
  g_task_set_return_on_cancel (thread, TRUE);
  g_task_run_in_thread (thread, read_in_thread);
}

/* ---- asking ---- */

static void
guessed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Asking *self = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GVariant) answer = ws_client_ask_finish (WS_CLIENT (source), result, &error);
  g_autoptr (GVariant) missing = answer != NULL ? ws_user_answer_get_missing (answer) : NULL;
  WsUserOutline *outline;

  if (missing != NULL && self->texts != NULL)
    {
      read_missing (g_steal_pointer (&task), missing);
      return;
    }
  outline = answer != NULL ? ws_user_outline_from_variant (answer, &error) : NULL;
  if (outline != NULL)
    {
      g_object_set_data (G_OBJECT (task), MAIN, GINT_TO_POINTER (outline->has_main));
      g_task_return_pointer (task, outline, (GDestroyNotify)ws_user_outline_free);
    }
  else
    {
      keep_remark (task, WS_CLIENT (source), result);
      g_task_return_error (task, error);
    }
}

static void
ask (GTask *task)
{
  Asking *self = g_task_get_task_data (task);
  const WsUserQuestion question = { .name = self->name,
                                    .text = self->text,
                                    .kernel = self->kernel,
                                    .settings = self->settings,
                                    .texts = self->texts };
  GError *error = NULL;
  GVariant *variant = ws_user_question_to_variant (&question, &error);

  if (variant != NULL)
    {
      ws_client_ask_async (self->client, "guess", variant, g_task_get_cancellable (task),
                           guessed_cb, task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * ws_user_ask_async:
 * @client: of ws_client_new_for_compiler()
 * @question: about a source, without texts
 * @scope: (nullable): what the source may name
 * @cancellable: (nullable): to give up, at once, even where a file does not answer
 *
 * Asks what a source is, and how its kernels are run. Files that it names are read, where the scope
 * allows it, until the worker has all that it asks for; it is given each once.
 */
void
ws_user_ask_async (WsClient *client, const WsUserQuestion *question, const WsInputScope *scope,
                   GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Asking *self = g_new0 (Asking, 1);

  self->client = g_object_ref (client);
  self->name = g_strdup (question->name);
  self->text = g_strdup (question->text);
  self->kernel = g_strdup (question->kernel);
  self->settings = g_strdup (question->settings);
  if (scope != NULL && scope->folder != NULL)
    self->texts = ws_user_texts_new_for_scope (scope, self->name);
  g_task_set_task_data (task, self, asking_free);
  /* the domains of errors that a worker may report must be known before one does */
  (void)WS_USER_PLAN_ERROR;
  (void)WS_INPUT_ERROR;
  ask (task);
}

/**
 * ws_user_ask_finish:
 * @result: from the callback
 * @texts: (out) (optional) (nullable) (transfer full): what the source names, as the worker knows
 * it
 * @error: return location for a #GError: a #WsCompileError, a #WsInputError, a #WsPtxError, a
 * #WsUserPlanError, a #WsClientError or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what the worker said, checked
 */
WsUserOutline *
ws_user_ask_finish (GAsyncResult *result, WsUserTexts **texts, GError **error)
{
  Asking *self = g_task_get_task_data (G_TASK (result));
  WsUserOutline *outline = g_task_propagate_pointer (G_TASK (result), error);

  if (texts != NULL)
    *texts = outline != NULL ? g_steal_pointer (&self->texts) : NULL;
  return outline;
}

/* ---- what is made of it ---- */

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  GVariant *answer = ws_client_ask_finish (WS_CLIENT (source), result, &error);

  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify)g_variant_unref);
  else
    {
      keep_remark (task, WS_CLIENT (source), result);
      g_task_return_error (task, error);
    }
}

static void
send (WsClient *client, const char *request, const WsUserOrder *order, GCancellable *cancellable,
      GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GError *error = NULL;
  GVariant *variant = ws_user_order_to_variant (order, &error);

  g_task_set_task_data (task, (gpointer)order, NULL);
  if (variant != NULL)
    ws_client_ask_async (client, request, variant, cancellable, answered_cb,
                         g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * ws_user_build_async:
 * @client: of ws_client_new_for_compiler()
 * @order: of what; it is not needed after this call
 *
 * Compiles a source. PTX is taken as it is.
 */
void
ws_user_build_async (WsClient *client, const WsUserOrder *order, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  send (client, "build", order, cancellable, callback, user_data);
}

/**
 * ws_user_build_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsCompileError but for errors in the source, a
 * #WsPtxError, a #WsUserPlanError, a #WsClientError or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what came of it: PTX, or errors in the source
 */
WsCompileResult *
ws_user_build_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GVariant) answer = g_task_propagate_pointer (G_TASK (result), error);

  return answer != NULL ? ws_compile_result_from_variant (answer, error) : NULL;
}

/**
 * ws_user_make_async:
 * @client: of ws_client_new_for_compiler()
 * @order: of what, with what was built; it must stay as it is until ws_user_make_finish()
 *
 * Makes the job of what was built, or one that computes what a buffer must hold.
 */
void
ws_user_make_async (WsClient *client, const WsUserOrder *order, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer user_data)
{
  send (client, "make", order, cancellable, callback, user_data);
}

/**
 * ws_user_make_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsUserPlanError, a #WsInputError, %WS_PTX_ERROR,
 * %WS_JOB_ERROR, a #WsClientError or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what was made, checked
 */
WsUserMade *
ws_user_make_finish (GAsyncResult *result, GError **error)
{
  const WsUserOrder *order = g_task_get_task_data (G_TASK (result));
  g_autoptr (GVariant) answer = g_task_propagate_pointer (G_TASK (result), error);

  return answer != NULL ? ws_user_made_from_variant (answer, order, error) : NULL;
}

/* ---- remarks ---- */

/**
 * ws_user_ask_take_remark:
 * @task: (inout): is given what is known of the source of @result, which may have failed
 * @result: from the callback
 */
void
ws_user_ask_take_remark (GTask *task, GAsyncResult *result)
{
  g_object_set_data_full (G_OBJECT (task), BRACKET,
                          g_object_steal_data (G_OBJECT (result), BRACKET),
                          (GDestroyNotify)ws_user_bracket_free);
  g_object_set_data (G_OBJECT (task), MAIN, g_object_get_data (G_OBJECT (result), MAIN));
}

/**
 * ws_user_ask_get_bracket:
 * @result: from the callback
 *
 * Returns: (transfer none) (nullable): where it failed, the bracket of the source that may be to
 * blame
 */
const WsUserBracket *
ws_user_ask_get_bracket (GAsyncResult *result)
{
  return g_object_get_data (G_OBJECT (result), BRACKET);
}

/**
 * ws_user_ask_has_main:
 * @result: from the callback
 *
 * Returns: whether the source is a whole program, also where it failed
 */
gboolean
ws_user_ask_has_main (GAsyncResult *result)
{
  return g_object_get_data (G_OBJECT (result), MAIN) != NULL;
}
