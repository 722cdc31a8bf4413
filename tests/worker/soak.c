/* soak: many runs through one worker, and what it and this program hold of the computer's memory.
 *
 *   soak [--runs N] [--seed S] [--bound MB] [--mixed] [--kills N] [--verbose]
 *
 * Recordings of several kernels and sizes; --mixed puts timings, counts, faults, refusals and runs
 * that are given up between them, chosen by the seed. It fails where either grows by more than the
 * bound from its 10th run to its last, or the worker is lost on the way. Then the worker is killed
 * in the middle of so many runs as --kills says: each must fail with a sentence or be whole, and
 * the next must be right.
 */
#include "chosen.h"
#include "call.h"

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST 10 /* runs after which memory is first read */

typedef struct {
  int runs;
  int seed;
  int bound_mb;
  int kills;
  gboolean mixed;
  gboolean verbose;
} Options;

typedef struct {
  Call call;
  WsClient *client;
  GRand *random;
  GCancellable *cancellable;
  guint pid;
  guint done;
} Soak;

typedef struct {
  double worker_mb;
  double own_mb;
} Memory;

static double
read_resident_mb (guint pid)
{
  g_autofree char *file = g_strdup_printf ("/proc/%u/statm", pid);
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;

  if (!g_file_get_contents (file, &text, NULL, NULL))
    return -1;
  words = g_strsplit (text, " ", -1);
  return (double)g_ascii_strtoull (words[1], NULL, 10) * (double)sysconf (_SC_PAGESIZE) / 1048576;
}

static Memory
read_memory (const Soak *self)
{
  return (Memory){ .worker_mb = read_resident_mb (self->pid),
                   .own_mb = read_resident_mb ((guint)getpid ()) };
}

static gboolean
cancel_cb (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

/* ---- what may come next ---- */

static void
record (Soak *self, const Chosen *job)
{
  chosen_record_async (self->client, job, NULL, NULL, call_recorded_cb, self);
}

static void
record_fault (Soak *self, const Chosen *job)
{
  Chosen other = *job;

  other.kernel = "null1";
  record (self, &other);
}

static void
record_nothing (Soak *self, const Chosen *job)
{
  Chosen other = *job;

  other.block = 2048;
  record (self, &other);
}

static void
measure (Soak *self, const Chosen *job)
{
  const WsTimeRequest request = { .repeats = 5, .warmup = 1, .rotate = TRUE };

  chosen_time_async (self->client, job, &request, NULL, call_timed_cb, self);
}

static void
count (Soak *self, const Chosen *job)
{
  chosen_count_async (self->client, job, 0, NULL, call_counted_cb, self);
}

/* At once, or after up to 20 ms: a request that is not out yet, one that has just gone, and one
 * that is running. */
static void
give_up (Soak *self, const Chosen *job)
{
  const WsTimeRequest request = { .repeats = 0 };

  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  chosen_time_async (self->client, job, &request, self->cancellable, call_timed_cb, self);
  g_timeout_add_full (G_PRIORITY_DEFAULT, (guint)g_rand_int_range (self->random, 0, 20), cancel_cb,
                      g_object_ref (self->cancellable), g_object_unref);
}

static const struct {
  void (*begin) (Soak *self, const Chosen *job);
  int weight;
} kinds[] = { { record, 20 }, { measure, 4 },      { count, 2 },
              { give_up, 4 }, { record_fault, 2 }, { record_nothing, 1 } };

static void
begin_mixed (Soak *self, const Chosen *job)
{
  int all = 0;
  int chosen;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    all += kinds[i].weight;
  chosen = g_rand_int_range (self->random, 0, all);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (chosen < kinds[i].weight)
        {
          kinds[i].begin (self, job);
          return;
        }
      chosen -= kinds[i].weight;
    }
}

/* (transfer full): "0,1,2 ... 63": events of tens of megabytes */
static char *
make_many_blocks (void)
{
  GString *list = g_string_new ("0");

  for (guint i = 1; i < 64; i++)
    g_string_append_printf (list, ",%u", i);
  return g_string_free (list, FALSE);
}

/* The same round of jobs again and again, so that only what is kept makes a difference. Every
 * hundredth is a large one. */
static void
run_one (Soak *self, const Options *options)
{
  static const char *const kernels[] = { "reduce1", "reduce4", "reduce8", "vector_add", "reduce7" };
  g_autofree char *many = make_many_blocks ();
  guint i = self->done;
  Chosen job = {
    .device = "vm:h200",
    .kernel = kernels[i % G_N_ELEMENTS (kernels)],
    .n = (guint64)1000 << (i % 3),
    .block = 128,
    .type = WS_VALUE_S32,
    .op = i % G_N_ELEMENTS (kernels) == 3 ? "map" : "sum",
    .seed = i,
    .max_grid = 64,
    .repeats = 1,
  };

  if (i % 100 == 50)
    {
      job.kernel = "reduce1";
      job.op = "sum";
      job.n = 1 << 16;
      job.block = 1024;
      job.blocks = many;
      record (self, &job);
    }
  else if (options->mixed && i >= FIRST)
    begin_mixed (self, &job);
  else
    record (self, &job);
  g_main_loop_run (self->call.loop);
  self->done++;
}

/* A job may be refused, given up or faulty; the worker stays. */
static gboolean
is_lost (Soak *self)
{
  gboolean lost = ws_client_get_worker_pid (self->client) != self->pid
                  || (self->call.error != NULL && self->call.error->domain == WS_CLIENT_ERROR);

  if (lost)
    g_printerr ("soak: the worker was lost at run %u: %s\n", self->done,
                self->call.error != NULL ? self->call.error->message : "without an error");
  return lost;
}

static int
judge (const Options *options, const Memory *first, const Memory *last)
{
  double worker_mb = last->worker_mb - first->worker_mb;
  double own_mb = last->own_mb - first->own_mb;

  g_print ("soak: seed %d, %d runs: worker %.1f MB after %d, %.1f MB at the end (%+.1f); client "
           "%.1f MB, %.1f MB (%+.1f)\n",
           options->seed, options->runs, first->worker_mb, FIRST, last->worker_mb, worker_mb,
           first->own_mb, last->own_mb, own_mb);
  if (worker_mb <= options->bound_mb && own_mb <= options->bound_mb)
    return EXIT_SUCCESS;
  g_printerr ("soak: more than %d MB are kept\n", options->bound_mb);
  return EXIT_FAILURE;
}

static int
soak (Soak *self, const Options *options)
{
  Memory first = { 0 };
  Memory now = { 0 };

  for (int i = 0; i < options->runs; i++)
    {
      g_clear_error (&self->call.error);
      run_one (self, options);
      if (i == 0)
        self->pid = ws_client_get_worker_pid (self->client);
      if (is_lost (self) || self->pid == 0)
        return EXIT_FAILURE;
      now = read_memory (self);
      if (i + 1 == FIRST)
        first = now;
      if (options->verbose && ((i + 1) % 100 == 0 || i + 1 == FIRST))
        g_print ("%6d  %7.1f  %7.1f\n", i + 1, now.worker_mb, now.own_mb);
    }
  return judge (options, &first, &now);
}

/* ---- kills ---- */

static gboolean
kill_cb (gpointer data)
{
  guint pid = ws_client_get_worker_pid (data);

  if (pid > 1)
    kill ((pid_t)pid, SIGKILL);
  return G_SOURCE_REMOVE;
}

/* At a random moment from before its start to after its end; of a large run, four times of five. */
static gboolean
kill_one (Soak *self, const Options *options)
{
  guint after_ms = (guint)g_rand_int_range (self->random, 0, 40);
  guint killing = g_timeout_add (after_ms, kill_cb, self->client);
  gboolean good;

  self->done = g_rand_int_range (self->random, 0, 5) > 0 ? 50 : FIRST;
  run_one (self, options);
  good = self->call.error == NULL || self->call.error->domain != WS_CLIENT_ERROR
         || g_error_matches (self->call.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED)
         || g_error_matches (self->call.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL);
  if (!good)
    g_printerr ("soak: killed after %u ms: %s\n", after_ms, self->call.error->message);
  if (g_main_context_find_source_by_id (NULL, killing) != NULL)
    g_source_remove (killing);
  g_clear_error (&self->call.error);
  return good;
}

static int
kill_some (Soak *self, const Options *options)
{
  guint lost = 0;

  for (int i = 0; i < options->kills; i++)
    {
      guint before = ws_client_get_worker_pid (self->client);

      if (!kill_one (self, options))
        return EXIT_FAILURE;
      self->done = 0;
      run_one (self, options);
      /* killed behind its last message: this run found it out */
      if (g_error_matches (self->call.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED))
        {
          g_clear_error (&self->call.error);
          run_one (self, options);
        }
      if (self->call.error != NULL)
        {
          g_printerr ("soak: after kill %d: %s\n", i, self->call.error->message);
          return EXIT_FAILURE;
        }
      lost += ws_client_get_worker_pid (self->client) != before;
    }
  if (options->kills > 0)
    g_print ("soak: seed %d, %d kills: %u workers were lost, and every next run was right\n",
             options->seed, options->kills, lost);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  Options options = { .runs = 300, .seed = 1, .bound_mb = 8 };
  const GOptionEntry entries[] = {
    { "runs", 0, 0, G_OPTION_ARG_INT, &options.runs, "How many", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &options.seed, "Of what is mixed", "S" },
    { "bound", 0, 0, G_OPTION_ARG_INT, &options.bound_mb, "What may be kept", "MB" },
    { "kills", 0, 0, G_OPTION_ARG_INT, &options.kills, "Workers to kill", "N" },
    { "mixed", 0, 0, G_OPTION_ARG_NONE, &options.mixed, "Not only recordings", NULL },
    { "verbose", 0, 0, G_OPTION_ARG_NONE, &options.verbose, "Say every 100 runs", NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  Soak self = { 0 };
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("soak: %s\n", error->message);
      return 2;
    }
  mallopt (M_MMAP_THRESHOLD, 1 << 20); /* as in the window */
  self.client = ws_client_new (NULL);
  self.call.loop = g_main_loop_new (NULL, FALSE);
  self.random = g_rand_new_with_seed ((guint32)options.seed);
  status = soak (&self, &options);
  g_clear_error (&self.call.error);
  if (status == EXIT_SUCCESS)
    status = kill_some (&self, &options);
  g_clear_error (&self.call.error);
  g_clear_object (&self.cancellable);
  g_clear_object (&self.client);
  g_main_loop_unref (self.call.loop);
  g_rand_free (self.random);
  return status;
}
