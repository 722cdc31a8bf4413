/* What a source is, asked of a worker, which is given the files that the source may name. No
 * compiler is needed. */
#include "kernel/user-asking.h"
#include "scratch.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  GMainLoop *loop;
  WsUserOutline *outline;
  char *bracket; /* nullable */
  GError *error;
} Asked;

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;

  const WsUserBracket *bracket = ws_user_ask_get_bracket (result);

  asked->outline = ws_user_ask_finish (result, NULL, &asked->error);
  asked->bracket = bracket != NULL ? g_strdup (bracket->text) : NULL;
  g_main_loop_quit (asked->loop);
}

static void
write_file (const Scratch *self, const char *name, const char *text)
{
  g_autofree char *path = scratch_get_path (self, name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static WsUserOutline *
ask (const Scratch *self, const char *text, GCancellable *cancellable, char **bracket,
     GError **error)
{
  g_autofree char *path = scratch_get_path (self, "job");
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  const WsInputScope scope = { folder, NULL };
  const WsUserQuestion question = { .name = "a.cu", .text = text };
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  Asked asked = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_user_ask_async (client, &question, &scope, cancellable, asked_cb, &asked);
  g_main_loop_run (asked.loop);
  g_main_loop_unref (asked.loop);
  if (asked.error != NULL)
    g_propagate_error (error, asked.error);
  if (bracket != NULL)
    *bracket = g_steal_pointer (&asked.bracket);
  g_free (asked.bracket);
  return asked.outline;
}

/* Three rounds: the header, the header that it includes, and the outline. */
static void
test_rounds (Scratch *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserOutline) outline = NULL;

  write_file (self, "job/below/kernels.cuh",
              "#include \"more.cuh\"\n__global__ void first (float *p) { p[0] = 1; }\n");
  write_file (self, "job/below/more.cuh", "__global__ void second (float *p) { p[0] = 2; }\n");
  outline = ask (self, "#include \"below/kernels.cuh\"\nint main () { first<<<1, 32>>> (0); }\n",
                 NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (outline->kernels->len, ==, 2);
  g_assert_cmpuint (outline->plan->launches->len, ==, 1);
  g_assert_cmpstr (ws_user_plan_get_launch (outline->plan, 0)->kernel, ==, "first");
}

static void
test_outside (Scratch *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  write_file (self, "far.cuh", "#define N 1\n");
  write_file (self, "job/a.cu", "");
  g_assert_null (ask (self, "\n#include \"../far.cuh\"\n__global__ void k (int *p) { p[0] = N; }\n",
                      NULL, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_OUTSIDE);
  g_assert_true (g_str_has_prefix (error->message, "a.cu:2: “../far.cuh” "));
  g_assert_cmpstr (ws_input_error_get_folder (error), ==, self->folder);
}

static void
test_no_text (Scratch *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ask (self, "\xff", NULL, NULL, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE);
}

/* Where a source cannot be read, the bracket that may be to blame is said with the error. */
static void
test_bracket (Scratch *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bracket = NULL;
  g_autofree char *none = NULL;

  g_assert_null (ask (self, "__global__ void k (int *p) {", NULL, &bracket, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NO_KERNEL);
  g_assert_cmpstr (bracket, ==, "{");
  g_clear_error (&error);
  g_assert_null (ask (self, "int main () {}", NULL, &none, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NO_KERNEL);
  g_assert_null (none);
}

static void
test_cancelled (Scratch *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ask (self, "__global__ void k () {}\n", cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  static const ScratchTest tests[] = {
    { "/own-asking/rounds", test_rounds },       { "/own-asking/outside", test_outside },
    { "/own-asking/no-text", test_no_text },     { "/own-asking/bracket", test_bracket },
    { "/own-asking/cancelled", test_cancelled },
  };

  g_test_init (&argc, &argv, NULL);
  scratch_add_tests (tests, G_N_ELEMENTS (tests), "none");
  return g_test_run ();
}
