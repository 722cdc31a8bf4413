#include "edit.h"

#include "helpers.h"
#include "measure.h"
#include "window/editing.h"
#include "window/window.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define LINES 100

/* When what was typed has got how far, in microseconds. */
typedef struct {
  WsWindow *window;
  gint64 typed;
  gint64 asked;    /* the pause is over */
  gint64 compiled; /* there is a job */
  gint64 recorded; /* there is a run */
  gint64 derived;
  gint64 painted;
  WsRun *before;
} Way;

/**
 * Subject:
 * @name: of what is edited, for the line that is printed
 * @main: what follows its kernel
 * @plan: (nullable): its .wsjob file; without one its own main() runs
 */
typedef struct {
  const char *name;
  const char *main;
  const char *plan;
} Subject;

static const Subject subjects[] = {
  { "a kernel of 100 lines, n = 2^20", "",
    "[launch 1]\nkernel=sum\ngrid=4096\nblock=256\nargument.n=1048576\n"
    "[buffer in]\nlength=n\ncontents=random 0 100\n[buffer out]\nlength=4096\n" },
  { "a kernel of 100 lines in a program, n = 2^20, main() as it is",
    "#include <cstdio>\n"
    "#include <vector>\n"
    "int main ()\n"
    "{\n"
    "  int n = 1 << 20, *in, *out;\n"
    "  std::vector<int> host (n, 1);\n"
    "  cudaMalloc (&in, n * sizeof (int));\n"
    "  cudaMalloc (&out, n / 256 * sizeof (int));\n"
    "  cudaMemcpy (in, host.data (), n * sizeof (int), cudaMemcpyHostToDevice);\n"
    "  sum<<<n / 256, 256>>> (in, out, n);\n"
    "  cudaMemcpy (host.data (), out, n / 256 * sizeof (int), cudaMemcpyDeviceToHost);\n"
    "  printf (\"%d\\n\", host[0]);\n"
    "  return 0;\n"
    "}\n",
    NULL },
};

/* A tree in shared memory, and steps of arithmetic until there are enough lines. (transfer full) */
static char *
make_source (void)
{
  GString *text = g_string_new ("__global__ void sum (const int *in, int *out, int n)\n"
                                "{\n"
                                "  __shared__ int sdata[256];\n"
                                "  int tid = threadIdx.x;\n"
                                "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "  int x = i < n ? in[i] : 0;\n"
                                "\n");
  guint n = 7;

  for (; n < LINES - 13; n++)
    g_string_append_printf (text, n % 3 != 0 ? "  x = x %c %u;\n" : "  // step\n",
                            n % 2 != 0 ? '+' : '^', n);
  g_string_append (text, "  sdata[tid] = x;\n"
                         "  __syncthreads ();\n"
                         "  for (int s = 1; s < blockDim.x; s *= 2)\n"
                         "    {\n"
                         "      if (tid % (2 * s) == 0)\n"
                         "        sdata[tid] += sdata[tid + s];\n"
                         "      __syncthreads ();\n"
                         "    }\n"
                         "\n"
                         "  if (tid == 0)\n"
                         "    out[blockIdx.x] = sdata[0];\n"
                         "}\n");
  return g_string_free (text, FALSE);
}

static void
look (Way *self)
{
  gint64 now = g_get_monotonic_time ();
  WsSessionState state = ws_session_get_state (ws_window_get_session (self->window));

  if (self->asked == 0
      && ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (self->window))))
    self->asked = now;
  if (self->asked != 0 && self->compiled == 0
      && !ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (self->window))))
    self->compiled = now;
  if (self->compiled != 0 && self->recorded == 0 && state == WS_SESSION_DERIVES)
    self->recorded = now;
  if (self->recorded != 0 && self->derived == 0 && state == WS_SESSION_RESTS)
    self->derived = now;
}

static void
painted_cb (GdkFrameClock *clock, Way *self)
{
  look (self);
  if (self->derived != 0 && self->painted == 0
      && ws_playhead_get_run (ws_window_get_playhead (self->window)) != self->before)
    self->painted = g_get_monotonic_time ();
}

static void
follow (Way *self)
{
  while (self->painted == 0)
    {
      g_main_context_iteration (NULL, TRUE);
      look (self);
    }
}

static gboolean
rests (gpointer window)
{
  return ws_user_editor_get_document (ws_editing_get_editor (ws_window_get_editing (window)))
             != NULL
         && !ws_user_editor_is_stale (ws_editing_get_editor (ws_window_get_editing (window)))
         && ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS;
}

static void
type (WsWindow *window, guint i)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (
      ws_user_editor_get_document (ws_editing_get_editor (ws_window_get_editing (window))));
  g_autofree char *digit = g_strdup_printf ("%u", 1 + i % 9);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line_offset (buffer, &iter, 7, 10);
  gtk_text_buffer_insert (buffer, &iter, digit, -1);
}

static gboolean
has_opened (gpointer window)
{
  return ws_user_opener_get_file (ws_editing_get_opener (ws_window_get_editing (window))) != NULL
         && !ws_user_opener_is_busy (ws_editing_get_opener (ws_window_get_editing (window)));
}

/* Whether it is shown. */
static gboolean
open_subject (WsWindow *window, const Subject *subject, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "sum.cu", NULL);
  g_autofree char *plan = g_build_filename (folder, "sum.wsjob", NULL);
  g_autofree char *kernel = make_source ();
  g_autofree char *source = g_strconcat (kernel, subject->main, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_file_set_contents (path, source, -1, NULL);
  if (subject->plan != NULL)
    g_file_set_contents (plan, subject->plan, -1, NULL);
  else
    g_unlink (plan);
  ws_window_open (window, file);
  if (!helper_wait (has_opened, window))
    return FALSE;
  if (subject->plan == NULL)
    {
      ws_user_opener_permit (ws_editing_get_opener (ws_window_get_editing (window)));
      if (!helper_wait (has_opened, window)
          || !ws_user_opener_runs_main (ws_editing_get_opener (ws_window_get_editing (window))))
        return FALSE;
    }
  return helper_wait (rests, window);
}

static void
bench_subject (WsWindow *window, const Subject *subject, guint repeats)
{
  static const char *const names[] = { "compile", "run and record", "derive", "draw" };
  GArray *parts[G_N_ELEMENTS (names)];
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *folder = g_dir_make_tmp ("bench-XXXXXX", NULL);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  Way way = { .window = window, .painted = 1 };

  if (!open_subject (window, subject, folder))
    {
      printf ("edit       %s: cannot be compiled here\n", subject->name);
      return;
    }
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    parts[k] = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), &way);
  for (guint i = 0; i < repeats + 1; i++)
    {
      double ms[G_N_ELEMENTS (names)];
      double whole;

      helper_iterate (300);
      ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
      way = (Way){ .window = window,
                   .before = ws_playhead_get_run (ws_window_get_playhead (window)) };
      way.typed = g_get_monotonic_time ();
      type (window, i);
      follow (&way);
      ms[0] = (double)(way.compiled - way.asked) / 1e3;
      ms[1] = (double)(way.recorded - way.compiled) / 1e3;
      ms[2] = (double)(way.derived - way.recorded) / 1e3;
      ms[3] = (double)(way.painted - way.derived) / 1e3;
      whole = (double)(way.painted - way.asked) / 1e3;
      if (i == 0)
        continue; /* it warms the caches */
      g_array_append_val (all, whole);
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        g_array_append_val (parts[k], ms[k]);
    }
  printf ("edit       %s: shown %.0f ms after the pause (budget 300):", subject->name,
          measure_get_share (all, 0.5));
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      printf ("%s %s %.0f", k > 0 ? "," : "", names[k], measure_get_share (parts[k], 0.5));
      g_array_unref (parts[k]);
    }
  printf (" ms\n");
  g_signal_handlers_disconnect_by_data (clock, &way);
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (ws_user_editor_get_document (
                                    ws_editing_get_editor (ws_window_get_editing (window)))),
                                FALSE);
}

void
bench_edit (WsWindow *window, guint repeats)
{
  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    bench_subject (window, &subjects[i], repeats);
}
