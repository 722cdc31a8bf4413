/* Kernels of the catalogue as copies of the user's own, and what new kernels begin as: written into
 * a folder, opened from there, compiled and run, they do what they did, and their checks say that
 * it is right. Skipped where there is no compiler. */
#include "answer.h"
#include "chosen.h"
#include "compile/compiler.h"
#include "kernel/user-copy.h"
#include "opening.h"
#include "scratch.h"

#include <string.h>

#define DEVICE "vm:h200"

static WsClient *client;
static WsClient *compiler;

static gboolean
has_compiler (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompiler) found = ws_compiler_find (&error);

  if (found == NULL)
    g_test_skip ("There is no compiler for CUDA here.");
  return found != NULL;
}

/* (transfer full): the job of the source of that name */
static WsJob *
make (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel = opening_open (file, NULL, NULL, NULL, compiler, &error);
  WsJob *job;

  g_assert_no_error (error);
  job = opening_make (kernel, compiler, &error);
  g_assert_no_error (error);
  return job;
}

typedef struct {
  GMainLoop *loop;
  gboolean is_written;
  GError *error;
} Written;

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Written *written = data;

  written->is_written = ws_user_copy_write_finish (result, &written->error);
  g_main_loop_quit (written->loop);
}

static void
write_copy (const WsRun *run, GFile *file)
{
  Written written = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_user_copy_write_async (run, file, compiler, written_cb, &written);
  g_main_loop_run (written.loop);
  g_main_loop_unref (written.loop);
  g_assert_no_error (written.error);
  g_assert_true (written.is_written);
}

/* (transfer full) */
static WsRun *
record (WsJob *job)
{
  g_autoptr (WsJobSource) source = ws_job_source_new_for_job (job);
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_record_async (client, &(WsClientJob){ DEVICE, source }, NULL, NULL, answer_recorded_cb,
                          &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  return g_steal_pointer (&answer.run);
}

static WsRun *
record_chosen (const Chosen *chosen)
{
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };

  chosen_record_async (client, chosen, NULL, NULL, answer_recorded_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  return g_steal_pointer (&answer.run);
}

static const Chosen copies[] = {
  { .device = DEVICE, .kernel = "reduce1", .type = WS_VALUE_S32, .n = 5000, .block = 128 },
  { .device = DEVICE,
    .kernel = "reduce3",
    .n = 4096,
    .block = 64,
    .type = WS_VALUE_F32,
    .op = "max" },
  { .device = DEVICE,
    .kernel = "reduce4",
    .type = WS_VALUE_S32,
    .n = 1000,
    .block = 64,
    .op = "product" },
  { .device = DEVICE,
    .kernel = "reduce6",
    .type = WS_VALUE_S32,
    .n = 4096,
    .block = 128,
    .op = "min" },
  { .device = DEVICE,
    .kernel = "reduceInterleaved",
    .type = WS_VALUE_S32,
    .n = 4096,
    .block = 128 },
  { .device = DEVICE, .kernel = "vector_add", .type = WS_VALUE_F32 },
  { .device = DEVICE, .kernel = "convolution_1d_tiled", .type = WS_VALUE_F32 },
  { .device = DEVICE, .kernel = "matrix_product_tiled", .type = WS_VALUE_F32 },
  { .device = DEVICE, .kernel = "scan_array", .type = WS_VALUE_S32 },
  { .device = DEVICE, .kernel = "transpose_padded", .type = WS_VALUE_F32 },
  { .device = DEVICE, .kernel = "histogram_shared", .type = WS_VALUE_S32 },
  { .device = DEVICE, .kernel = "readOffset", .type = WS_VALUE_F32 },
};

/* As many launches, with the same blocks, and the same verdict. */
static void
test_copy (Scratch *scratch, gconstpointer data)
{
  const Chosen *chosen = data;
  g_autoptr (WsRun) before = NULL;
  g_autoptr (WsRun) after = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (GFile) file = NULL;
  g_autofree char *name = g_strconcat (chosen->kernel, ".cu", NULL);
  g_autofree char *path = scratch_get_path (scratch, name);

  if (!has_compiler ())
    return;
  file = g_file_new_for_path (path);
  before = record_chosen (chosen);
  g_assert_true (ws_user_copy_is_possible (before));
  write_copy (before, file);
  job = make (file);
  after = record (job);
  g_assert_cmpuint (after->n_launches, ==, before->n_launches);
  for (guint i = 0; i < before->n_launches; i++)
    {
      g_assert_cmpmem (after->launches[i].grid, sizeof after->launches[i].grid,
                       before->launches[i].grid, sizeof before->launches[i].grid);
      g_assert_cmpmem (after->launches[i].block, sizeof after->launches[i].block,
                       before->launches[i].block, sizeof before->launches[i].block);
      g_assert_cmpuint (after->launches[i].dynamic_shared_bytes, ==,
                        before->launches[i].dynamic_shared_bytes);
    }
  g_assert_cmpint (after->has_result, ==, before->has_result);
  g_assert_true (after->correct || !after->has_result);
  g_assert_false (ws_user_copy_is_possible (after));
}

/* What is changed in a copy so that it comes out wrong is found wrong. */
static void
test_wrong (Scratch *scratch, gconstpointer data)
{
  g_autofree char *path = scratch_get_path (scratch, "wrong.cu");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (WsRun) before = NULL;
  g_autoptr (WsRun) after = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autofree char *text = NULL;
  char *plus;

  if (!has_compiler ())
    return;
  before = record_chosen (&copies[0]);
  write_copy (before, file);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  plus = strstr (text, "a + b");
  g_assert_nonnull (plus);
  plus[2] = '-';
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  job = make (file);
  after = record (job);
  g_assert_true (after->has_result);
  g_assert_false (after->correct);
}

static void
test_template (Scratch *scratch, gconstpointer data)
{
  WsUserTemplate one;
  g_autofree char *path = scratch_get_path (scratch, "fresh.cu");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsRun) run = NULL;

  ws_user_template_get (GPOINTER_TO_UINT (data), &one);
  g_assert_cmpuint (strlen (one.title), >, 0);
  g_assert_true (ws_user_template_write (one.id, file, &error));
  g_assert_no_error (error);
  if (!has_compiler ())
    return;
  job = make (file);
  job->checked = TRUE;
  run = record (job);
  g_assert_cmpuint (run->findings->len, ==, 0);
  g_assert_cmpuint (run->has_result, ==, job->checks->len > 0);
  g_assert_true (run->correct || !run->has_result);
}

static void
set_up (Scratch *scratch, gconstpointer data)
{
  scratch_set_up (scratch, "unused");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  client = ws_client_new (NULL);
  compiler = ws_client_new_for_compiler (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (copies); i++)
    {
      g_autofree char *path = g_strconcat ("/own-copy/", copies[i].kernel, NULL);

      g_test_add (path, Scratch, &copies[i], set_up, test_copy, scratch_tear_down);
    }
  g_test_add ("/own-copy/wrong", Scratch, NULL, set_up, test_wrong, scratch_tear_down);
  for (guint i = 0; i < ws_user_template_get_n (); i++)
    {
      WsUserTemplate one;
      g_autofree char *path = NULL;

      ws_user_template_get (i, &one);
      path = g_strconcat ("/own-copy/template/", one.id, NULL);
      g_test_add (path, Scratch, GUINT_TO_POINTER (i), set_up, test_template, scratch_tear_down);
    }
  status = g_test_run ();
  g_object_unref (client);
  g_object_unref (compiler);
  return status;
}
