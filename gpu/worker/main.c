/* main.c: warpstage-worker: runs kernels for the program that started it, and writes the results
 * to stdout.
 *
 * One thread reads requests, so that a cancel is received while a job runs; the main thread runs
 * the jobs; a third sends a heartbeat every second, and whether work progresses. The worker exits
 * when stdin closes, without waiting for a job that hangs. This is also how it exits with the
 * program that started it: PR_SET_PDEATHSIG would kill it with the starting thread.
 */
#include "calibrate/calibrate.h"
#include "catalog/catalog.h"
#include "sandbox/sandbox.h"
#include "worker/compiling.h"
#include "worker/devices.h"
#include "wire/protocol.h"
#include "worker/execution.h"
#include "words/locale.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRESS_INTERVAL_US 50000
#define ALIVE_INTERVAL_US    G_USEC_PER_SEC
#define LET_GO_US            (3 * G_USEC_PER_SEC) /* grace period for a job after stdin has closed */
#define EXIT_LOST            3
#define EXIT_STUCK           4
#define LARGE_BYTES          (1 << 20) /* of one allocation: larger ones return to the system when freed */
#define SAMPLES_INTERVAL_US  10000
#define MAX_SAMPLES          256 /* of one message */

/* exit status: the program that started it knows why it was stopped */
G_STATIC_ASSERT (WS_SANDBOX_CORE_SECONDS == WS_PROTOCOL_CORE_SECONDS);

typedef struct {
  char *message; /* NULL: stdin has closed */
  GVariant *body;
  GCancellable *cancellable; /* created on receipt: a cancel may arrive before its turn */
} Request;

typedef struct {
  GInputStream *in;
  GOutputStream *out; /* of one thread at a time: out_lock */
  GMutex out_lock;
  gint is_far; /* atomic: set by the client: compress large messages, and write newlines */
  guint steps; /* atomic: progress of the work, not counting the device's */
  GAsyncQueue *requests;
  GMutex lock;
  GCond ended;
  gboolean has_ended;
  WsDevice *device; /* the device in use, else NULL */
  GQueue open;      /* Request: received, not answered yet; owned by the answering thread */
  WsCatalog *catalog;
  WsDevices *devices;
  const char *const *specs; /* nullable: paths of the user's spec files */
  WsCompiling *compiling;   /* for a worker that only compiles */
  gboolean makes_programs;  /* and compiles whole programs */
  WsSandbox sandbox;
  WsTimingCache *timings;
  gint64 last_progress_us;
  guint64 samples[MAX_SAMPLES]; /* samples not sent yet, in ns */
  guint n_samples;
  gint64 last_samples_us;
} Worker;

static void
request_free (Request *self)
{
  g_free (self->message);
  g_clear_pointer (&self->body, g_variant_unref);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static void
queue (Worker *self, Request *request)
{
  request->cancellable = g_cancellable_new ();
  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->open, request);
  g_mutex_unlock (&self->lock);
  g_async_queue_push (self->requests, request);
}

static void
close_request (Worker *self, Request *request)
{
  g_mutex_lock (&self->lock);
  g_queue_remove (&self->open, request);
  g_mutex_unlock (&self->lock);
  request_free (request);
}

/* Cancels all earlier requests, whether they have begun or not. */
static void
cancel_open (Worker *self, GVariant *body)
{
  g_mutex_lock (&self->lock);
  for (GList *link = self->open.head; link != NULL; link = link->next)
    g_cancellable_cancel (((Request *)link->data)->cancellable);
  g_mutex_unlock (&self->lock);
}

/* To be called with the lock held. */
static gboolean
end_line (Worker *self, GError **error)
{
  return g_output_stream_write_all (self->out, "\n", 1, NULL, NULL, error)
         && g_output_stream_flush (self->out, NULL, error);
}

/* Compression takes place before the lock, so that others need not wait. */
static gboolean
write_far (Worker *self, const char *message, GVariant *body, GError **error)
{
  g_autoptr (GBytes) frame = ws_protocol_pack_squeezed (message, body, error);
  gboolean written;

  if (frame == NULL)
    return FALSE;
  g_mutex_lock (&self->out_lock);
  written = g_output_stream_write_all (self->out, g_bytes_get_data (frame, NULL),
                                       g_bytes_get_size (frame), NULL, NULL, error)
            && end_line (self, error);
  g_mutex_unlock (&self->out_lock);
  return written;
}

static gboolean
write_message (Worker *self, const char *message, GVariant *body, GError **error)
{
  gboolean written;

  if (g_atomic_int_get (&self->is_far))
    return write_far (self, message, body, error);
  g_mutex_lock (&self->out_lock);
  written = ws_protocol_write (self->out, message, body, NULL, error);
  g_mutex_unlock (&self->out_lock);
  return written;
}

static void say (Worker *self, const char *message, GVariant *body);

static void
answer_ping (Worker *self, GVariant *body)
{
  if (g_variant_is_of_type (body, G_VARIANT_TYPE ("(t)")))
    say (self, "pong", body);
}

/* The newline passes the greeting through a connection that is read by lines. */
static void
be_far (Worker *self, GVariant *body)
{
  g_atomic_int_set (&self->is_far, TRUE);
  g_mutex_lock (&self->out_lock);
  end_line (self, NULL);
  g_mutex_unlock (&self->out_lock);
}

/* Requests handled immediately, while a job runs. */
static const struct {
  const char *message;
  void (*hear) (Worker *self, GVariant *body);
} asides[] = {
  { "cancel", cancel_open },
  { "ping", answer_ping },
  { "far", be_far },
};

/* FALSE for a request that must wait for its turn. */
static gboolean
hear_aside (Worker *self, const Request *request)
{
  for (guint i = 0; i < G_N_ELEMENTS (asides); i++)
    if (g_str_equal (request->message, asides[i].message))
      {
        asides[i].hear (self, request->body);
        return TRUE;
      }
  return FALSE;
}

static gpointer
read_requests (gpointer data)
{
  Worker *self = data;

  for (;;)
    {
      g_autoptr (GError) error = NULL;
      Request *request = g_new0 (Request, 1);

      request->body = ws_protocol_read (self->in, &request->message, NULL, &error);
      if (request->body == NULL)
        {
          if (!g_error_matches (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_CLOSED))
            g_printerr ("warpstage-worker: %s\n", error->message);
          cancel_open (self, NULL);
          queue (self, request);
          g_usleep (LET_GO_US);
          _exit (EXIT_STUCK);
        }
      if (hear_aside (self, request))
        request_free (request);
      else
        queue (self, request);
    }
}

/* FALSE if it is too large to send. */
static gboolean
try_to_say (Worker *self, const char *message, GVariant *body, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (!write_message (self, message, body, &local) && local->domain != WS_PROTOCOL_ERROR
      && !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    _exit (1); /* the client is gone */
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static void
say (Worker *self, const char *message, GVariant *body)
{
  g_autoptr (GError) error = NULL;

  g_atomic_int_inc (&self->steps);
  if (!try_to_say (self, message, body, &error))
    try_to_say (self, "error", ws_protocol_error_to_variant (error), NULL);
}

/* ---- heartbeat ---- */

/* Whether there is a request to answer. */
static gboolean
read_steps (Worker *self, guint *steps)
{
  *steps = (guint)g_atomic_int_get (&self->steps);
  if (self->device != NULL)
    *steps += (guint)g_atomic_int_get (&self->device->steps);
  return !g_queue_is_empty (&self->open);
}

static gpointer
say_alive (gpointer data)
{
  Worker *self = data;
  gint64 next_us = g_get_monotonic_time ();

  g_mutex_lock (&self->lock);
  while (!self->has_ended)
    {
      guint steps;

      next_us += ALIVE_INTERVAL_US;
      while (!self->has_ended && g_cond_wait_until (&self->ended, &self->lock, next_us))
        ;
      if (self->has_ended || !read_steps (self, &steps))
        continue;
      g_mutex_unlock (&self->lock);
      try_to_say (self, "alive", g_variant_new ("(u)", steps), NULL);
      g_mutex_lock (&self->lock);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

static void
set_device (Worker *self, WsDevice *device)
{
  g_mutex_lock (&self->lock);
  self->device = device;
  g_mutex_unlock (&self->lock);
}

static void
end_life (Worker *self, GThread *thread)
{
  g_mutex_lock (&self->lock);
  self->has_ended = TRUE;
  g_cond_signal (&self->ended);
  g_mutex_unlock (&self->lock);
  g_thread_join (thread);
}

/* ---- jobs ---- */

static void
say_error (Worker *self, const GError *error)
{
  say (self, "error", ws_protocol_error_to_variant (error));
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  Worker *self = data;
  gint64 now_us = g_get_monotonic_time ();

  g_atomic_int_inc (&self->steps);
  if (now_us - self->last_progress_us < PROGRESS_INTERVAL_US)
    return;
  self->last_progress_us = now_us;
  ws_sandbox_grant_time (&self->sandbox);
  say (self, "progress", g_variant_new ("(ds)", fraction, sentence));
}

static void
say_samples (Worker *self)
{
  self->last_samples_us = g_get_monotonic_time ();
  if (self->n_samples > 0)
    say (self, "samples",
         g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, self->samples, self->n_samples,
                                    sizeof *self->samples));
  self->n_samples = 0;
}

static void
sample_cb (const WsSample *sample, gpointer data)
{
  Worker *self = data;

  self->samples[self->n_samples++] = sample->duration_ns;
  if (self->n_samples == MAX_SAMPLES
      || g_get_monotonic_time () - self->last_samples_us >= SAMPLES_INTERVAL_US)
    say_samples (self);
}

static WsJob *
read_job (Worker *self, GVariant *body, WsDevice **device, GError **error)
{
  const char *device_id = "vm:h200";
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsJob) job = NULL;

  if (g_variant_is_of_type (body, G_VARIANT_TYPE_VARDICT))
    {
      g_variant_lookup (body, "device", "&s", &device_id);
      variant = g_variant_lookup_value (body, "job", G_VARIANT_TYPE_VARDICT);
    }
  if (variant == NULL)
    {
      g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                           _ ("Request without a job."));
      return NULL;
    }
  job = ws_job_from_variant (variant, error);
  if (job == NULL || (*device = ws_devices_open (self->devices, device_id, error)) == NULL
      || !ws_job_check_device (job, (*device)->spec, error))
    return NULL;
  return g_steal_pointer (&job);
}

static void
facts_cb (const WsTiming *timing, gpointer data)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "bytes", g_variant_new_uint64 (timing->n_bytes));
  g_variant_builder_add (&builder, "{sv}", "grid", g_variant_new_uint64 (timing->grid));
  g_variant_builder_add (&builder, "{sv}", "copies", g_variant_new_uint32 (timing->n_copies));
  g_variant_builder_add (&builder, "{sv}", "rotates", g_variant_new_boolean (timing->rotates));
  g_variant_builder_add (&builder, "{sv}", "peak_bytes_per_s",
                         g_variant_new_uint64 (timing->peak_bytes_per_s));
  g_variant_builder_add (&builder, "{sv}", "copy_bytes_per_s",
                         g_variant_new_uint64 (timing->copy_bytes_per_s));
  g_variant_builder_add (&builder, "{sv}", "origin", g_variant_new_uint32 (timing->origin));
  if (timing->has_result)
    g_variant_builder_add (&builder, "{sv}", "correct", g_variant_new_boolean (timing->correct));
  say (data, "timing", g_variant_builder_end (&builder));
}

static void
run_time (Worker *self, GVariant *body, WsDevice *device, const WsJob *job,
          GCancellable *cancellable, GError **error)
{
  WsTimingRequest request;
  WsTiming timing;
  gboolean timed;

  ws_timing_request_init (&request);
  request.cache = self->timings;
  request.facts = facts_cb;
  request.sample = sample_cb;
  request.user_data = self;
  g_variant_lookup (body, "repeats", "u", &request.repeats);
  g_variant_lookup (body, "warmup", "u", &request.warmup);
  g_variant_lookup (body, "rotate", "b", &request.rotate);
  g_variant_lookup (body, "copy", "b", &request.copy);
  timed = ws_execution_time (device, job, &request, &timing, cancellable, error);
  say_samples (self);
  if (timed)
    facts_cb (&timing, self);
}

static void
run_count (Worker *self, GVariant *body, WsDevice *device, const WsJob *job,
           GCancellable *cancellable, GError **error)
{
  guint32 launch = 0;
  GVariantBuilder builder;
  g_autoptr (GPtrArray) counters = NULL;

  g_variant_lookup (body, "launch", "u", &launch);
  counters = ws_execution_read_counters (device, job, launch, cancellable, error);
  if (counters == NULL)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ssd)"));
  for (guint i = 0; i < counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (counters, i);

      g_variant_builder_add (&builder, "(ssd)", counter->name, counter->unit, counter->value);
    }
  say (self, "counters", g_variant_builder_end (&builder));
}

/* ws_run_to_variant() returns a full reference, not a floating one: the message takes its own. */
static gboolean
say_run (Worker *self, const char *message, const WsRun *run, GError **error)
{
  g_autoptr (GVariant) variant = ws_run_to_variant (run);

  return try_to_say (self, message, g_variant_new_variant (variant), error);
}

static void
run_record (Worker *self, WsDevice *device, const WsJob *job, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) partial = NULL;

  run =
      ws_execution_record (device, job, g_get_real_time () / G_USEC_PER_SEC,
                           &(WsExecutionWatch){ progress_cb, self, cancellable }, &partial, error);
  if (run != NULL)
    say_run (self, "run", run, error);
  if (partial != NULL)
    say_run (self, "partial", partial, NULL);
}

static void
run_compute (Worker *self, WsDevice *device, const WsJob *job, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GPtrArray) outputs = ws_execution_get_outputs (device, job, cancellable, error);
  GVariantBuilder builder;

  if (outputs == NULL)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aay"));
  for (guint i = 0; i < outputs->len; i++)
    g_variant_builder_add_value (
        &builder,
        g_variant_new_from_bytes (G_VARIANT_TYPE ("ay"), g_ptr_array_index (outputs, i), TRUE));
  try_to_say (self, "computed", g_variant_builder_end (&builder), error);
}

/* A lost device stays lost in this process, and may never return from a call: the client starts
 * another worker. */
static void
end_job (Worker *self, WsDevice *device, const GError *error)
{
  set_device (self, NULL);
  if (device != NULL && device->lost)
    say (self, "bye", NULL);
  if (error != NULL)
    say_error (self, error);
  else
    say (self, "done", NULL);
  if (device != NULL && device->lost)
    _exit (EXIT_LOST);
}

static void
run_calibrate (Worker *self, const Request *request)
{
  const char *device_id = "";
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  WsDevice *device;

  self->last_progress_us = 0;
  if (g_variant_is_of_type (request->body, G_VARIANT_TYPE_VARDICT))
    g_variant_lookup (request->body, "device", "&s", &device_id);
  device = ws_devices_open (self->devices, device_id, &error);
  set_device (self, device);
  if (device != NULL)
    {
      const WsCalibrateRequest calibration = {
        .model = ws_calibrate_find_model (ws_devices_get_bundled (self->devices), device->spec),
        .progress = progress_cb,
        .user_data = self,
      };

      text = ws_calibrate (device, &calibration, request->cancellable, &error);
    }
  if (text != NULL)
    {
      GVariantBuilder builder;

      g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
      g_variant_builder_add (&builder, "{sv}", "text", g_variant_new_string (text));
      try_to_say (self, "calibrated", g_variant_builder_end (&builder), &error);
    }
  end_job (self, device, error);
}

static void
run_job (Worker *self, const Request *request)
{
  GCancellable *cancellable = request->cancellable;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = NULL;
  WsDevice *device = NULL;

  self->last_progress_us = 0;
  job = read_job (self, request->body, &device, &error);
  set_device (self, device);
  if (job != NULL && g_str_equal (request->message, "time"))
    run_time (self, request->body, device, job, cancellable, &error);
  else if (job != NULL && g_str_equal (request->message, "count"))
    run_count (self, request->body, device, job, cancellable, &error);
  else if (job != NULL && g_str_equal (request->message, "compute"))
    run_compute (self, device, job, cancellable, &error);
  else if (job != NULL)
    run_record (self, device, job, cancellable, &error);
  end_job (self, device, error);
}

/* ---- compiling ---- */

/* A compiler can only be stopped with its process; the client starts another worker. */
static void
endless_cb (const GError *error, gpointer data)
{
  say (data, "bye", NULL);
  say_error (data, error);
  _exit (EXIT_LOST);
}

static GVariant *
describe (Worker *self, GVariant *body, GError **error)
{
  return ws_compiling_describe (self->compiling, error);
}

static GVariant *
compile (Worker *self, GVariant *body, GError **error)
{
  return ws_compiling_run (self->compiling, body, error);
}

/* Sends what is known of a source before its error: a bracket may be at fault. */
static void
remark (Worker *self, GVariant *body)
{
  GVariant *known = ws_compiling_remark (body);

  if (known != NULL)
    say (self, "guessed", known);
}

static GVariant *
guess (Worker *self, GVariant *body, GError **error)
{
  GVariant *answer = ws_compiling_guess (body, error);

  if (answer == NULL)
    remark (self, body);
  return answer;
}

static GVariant *
build (Worker *self, GVariant *body, GError **error)
{
  GVariant *answer = ws_compiling_build (self->compiling, body, error);

  if (answer == NULL)
    remark (self, body);
  return answer;
}

static GVariant *
make (Worker *self, GVariant *body, GError **error)
{
  return ws_compiling_make (body, error);
}

static GVariant *
examine (Worker *self, GVariant *body, GError **error)
{
  return ws_compiling_examine (body, error);
}

static GVariant *
write_settings (Worker *self, GVariant *body, GError **error)
{
  return ws_compiling_write (body, error);
}

static GVariant *
edit (Worker *self, GVariant *body, GError **error)
{
  return ws_compiling_edit (self->compiling, body, error);
}

static GVariant *
capture (Worker *self, GVariant *body, GError **error)
{
  return ws_compiling_capture (body, error);
}

typedef GVariant *(*Compile) (Worker *self, GVariant *body, GError **error);

static const struct {
  const char *message;
  Compile run;
  const char *answer;
  gboolean of_programs; /* whether a worker for whole programs also answers it */
} compilings[] = {
  { "compiler", describe, "compiler", TRUE },
  { "compile", compile, "compiled", TRUE },
  { "guess", guess, "guessed" },
  { "build", build, "compiled" },
  { "make", make, "made" },
  { "examine", examine, "examined" },
  { "write", write_settings, "written" },
  { "capture", capture, "captured" },
  { "edit", edit, "compiled" },
};

/* FALSE if the request is not for a compiling worker. */
static gboolean
run_compiler (Worker *self, const Request *request)
{
  for (guint i = 0; i < G_N_ELEMENTS (compilings); i++)
    {
      g_autoptr (GError) error = NULL;
      GVariant *answered;

      if (!g_str_equal (request->message, compilings[i].message)
          || (self->makes_programs && !compilings[i].of_programs))
        continue;
      answered = compilings[i].run (self, request->body, &error);
      if (answered != NULL && try_to_say (self, compilings[i].answer, answered, &error))
        say (self, "done", NULL);
      else
        say_error (self, error);
      return TRUE;
    }
  return FALSE;
}

static gboolean
wants_driver (const Request *request)
{
  const char *device = "";

  if (g_variant_is_of_type (request->body, G_VARIANT_TYPE_VARDICT))
    g_variant_lookup (request->body, "device", "&s", &device);
  return g_str_equal (request->message, "devices") || g_str_has_prefix (device, "cuda:");
}

/* FALSE if another worker must be used. */
static gboolean
admit (Worker *self, const Request *request)
{
  g_autoptr (GError) error = NULL;

  if (!ws_sandbox_admits (&self->sandbox, wants_driver (request)))
    {
      say (self, "again", NULL);
      return FALSE;
    }
  if (!g_str_equal (request->message, "devices")
      && !ws_sandbox_begin_job (&self->sandbox, wants_driver (request), &error))
    g_printerr ("warpstage-worker: %s\n", error->message);
  ws_sandbox_grant_time (&self->sandbox);
  return TRUE;
}

static void
answer (Worker *self, const Request *request)
{
  if (self->compiling != NULL && run_compiler (self, request))
    return;
  if (self->compiling == NULL && g_str_equal (request->message, "devices"))
    {
      say (self, "devices", ws_devices_to_variant (self->devices));
      say (self, "done", NULL);
    }
  else if (self->compiling == NULL
           && (g_str_equal (request->message, "record") || g_str_equal (request->message, "time")
               || g_str_equal (request->message, "count")
               || g_str_equal (request->message, "compute")))
    run_job (self, request);
  else if (self->compiling == NULL && g_str_equal (request->message, "calibrate"))
    run_calibrate (self, request);
  else
    {
      g_autoptr (GError) error = g_error_new (WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                                              _ ("Unknown request “%s”."), request->message);

      say_error (self, error);
    }
}

/* Reads files, before the sandbox blocks access to them. */
static gboolean
prepare (Worker *self, gboolean compiles, GError **error)
{
  g_autoptr (GError) unlocked = NULL;

  if (compiles)
    {
      self->compiling = ws_compiling_new (
          self->makes_programs ? WS_COMPILING_PROGRAMS : WS_COMPILING_KERNELS, endless_cb, self);
      /* the client kills it together with the programs that it starts, which cannot signal one
       * another */
      if (ws_compiling_get_own_folder (self->compiling) != NULL)
        setpgid (0, 0);
      ws_sandbox_enter_compiler (&self->sandbox, ws_compiling_get_folders (self->compiling),
                                 ws_compiling_get_own_folder (self->compiling), &unlocked);
    }
  else
    {
      self->catalog = ws_catalog_new (NULL, error);
      if (self->catalog == NULL)
        return FALSE;
      self->devices = ws_devices_new (self->catalog, self->specs);
      self->timings = ws_timing_cache_new ();
      ws_sandbox_enter (&self->sandbox, ws_sandbox_find_profile (), &unlocked);
    }
  if (unlocked != NULL)
    g_printerr (_ ("warpstage-worker: %s Here the worker has all rights of its user.\n"),
                unlocked->message);
  return TRUE;
}

/* Memory freed by a job remains in the heaps of its threads, which do not shrink below blocks still
 * in use: occasionally 10 MB remained. */
static void
give_back_memory (void)
{
  if (mallinfo2 ().fordblks > LARGE_BYTES)
    malloc_trim (0);
}

static int
serve (Worker *self, gboolean compiles)
{
  g_autoptr (GError) error = NULL;
  GThread *life;

  if (!prepare (self, compiles, &error))
    {
      say_error (self, error);
      return 1;
    }
  say (self, "hello", g_variant_new ("(uus)", WS_PROTOCOL_VERSION, (guint32)getpid (), WS_VERSION));
  g_thread_unref (g_thread_new ("requests", read_requests, self));
  life = g_thread_new ("alive", say_alive, self);
  for (;;)
    {
      Request *request = g_async_queue_pop (self->requests);
      gboolean closed = request->message == NULL;

      if (!closed && admit (self, request))
        answer (self, request);
      close_request (self, request);
      if (!closed)
        {
          if (g_async_queue_length (self->requests) <= 0)
            give_back_memory ();
          continue;
        }
      end_life (self, life);
      return 0;
    }
}

int
main (int argc, char **argv)
{
  Worker self = { 0 };
  gboolean makes_programs = argc == 2 && g_str_equal (argv[1], "--programs");
  gboolean compiles = makes_programs || (argc == 2 && g_str_equal (argv[1], "--compiler"));
  gboolean has_specs = argc > 2 && g_str_equal (argv[1], "--specs");
  int out;
  int status;

  ws_locale_init ();
  if (argc > 1 && !compiles && !has_specs)
    {
      gboolean version = g_str_equal (argv[1], "--version");

      if (version)
        printf ("warpstage-worker %s, protocol %d\n", WS_VERSION, WS_PROTOCOL_VERSION);
      else
        printf (_ (
            "warpstage-worker runs kernels for Warpstage: it reads requests on stdin and answers "
            "on stdout.\nwarpstage and warpstage-cli start it; wire/protocol.h describes the "
            "protocol.\n\n  --compiler     Only compile CUDA C++ to PTX\n  --programs     Only "
            "compile whole programs to shared objects\n  --specs F.ini…  Offer these virtual GPUs, "
            "too\n  -h, --help     Print this help\n  --version      Print the "
            "version of the program and of the protocol\n"));
      return version || g_str_has_prefix (argv[1], "--help") || g_str_equal (argv[1], "-h") ? 0 : 2;
    }
  self.makes_programs = makes_programs;
  self.specs = has_specs ? (const char *const *)argv + 2 : NULL;
  ws_sandbox_close_inherited ();
  /* otherwise malloc() keeps the memory of a large run, as it raises its threshold for using the
   * heap: 14 MB were left after nine of them */
  mallopt (M_MMAP_THRESHOLD, LARGE_BYTES);
  /* stdout is only for frames: all other output goes to stderr */
  out = dup (STDOUT_FILENO);
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  signal (SIGPIPE, SIG_IGN);
  self.in = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  self.out = g_buffered_output_stream_new (g_unix_output_stream_new (out, TRUE));
  self.requests = g_async_queue_new ();
  g_mutex_init (&self.lock);
  g_mutex_init (&self.out_lock);
  g_cond_init (&self.ended);
  g_queue_init (&self.open);
  status = serve (&self, compiles);
  /* the driver that was probed cannot clean up in the sandbox of the virtual GPU */
  if (self.sandbox.tightened)
    _exit (status);
  g_clear_pointer (&self.compiling, ws_compiling_free);
  g_clear_pointer (&self.timings, ws_timing_cache_free);
  g_clear_pointer (&self.devices, ws_devices_free);
  g_clear_pointer (&self.catalog, ws_catalog_unref);
  g_async_queue_unref (self.requests);
  g_object_unref (self.in);
  g_object_unref (self.out);
  return status;
}
