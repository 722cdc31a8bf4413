/* flight.c: how long launches take, by a pair of events round each. The events are looked at when
 * the program waits, or ends; they never make it wait. */
#include "history/write.h"
#include "passing.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#define MAX_FLIGHTS 4096    /* that are waited for: more are not timed */
#define PATIENCE_US 2000000 /* for those that run on when the program ends */

/* Of each device: events that are free; and the first launch, from which begins are counted. */
static struct {
  GPtrArray *events;
  cudaEvent_t first;
  guint64 first_ns;
} devices[WS_PASSING_DEVICES];

static gboolean
may_record (const WsPassing *self)
{
  return self->history >= 0 && g_hash_table_size (self->sequences) == 0;
}

/* "Not ready" is an error, too, and would take the place of one that the program has not asked for
 * yet. */
static gboolean
may_ask (const WsPassing *self)
{
  return may_record (self) && WS_REAL (cudaPeekAtLastError) () == cudaSuccess;
}

/* Returns: @error, forgotten by CUDA */
static cudaError_t
forget (cudaError_t error)
{
  if (error != cudaSuccess)
    WS_REAL (cudaGetLastError) ();
  return error;
}

static cudaEvent_t
take_event (int device)
{
  GPtrArray *events = devices[device].events;
  cudaEvent_t event = NULL;

  if (events != NULL && events->len > 0)
    return g_ptr_array_steal_index_fast (events, events->len - 1);
  return forget (WS_REAL (cudaEventCreate) (&event)) == cudaSuccess ? event : NULL;
}

static void
give_event (int device, cudaEvent_t event)
{
  if (event == NULL || event == devices[device].first)
    return;
  if (devices[device].events == NULL)
    devices[device].events = g_ptr_array_new ();
  g_ptr_array_add (devices[device].events, event);
}

static void
give_back (WsFlight *self)
{
  give_event (self->device, self->before);
  give_event (self->device, self->after);
  self->before = self->after = NULL;
}

/**
 * ws_flight_begin:
 * @flight: (out): a launch that is about to be asked for
 * @record: how an event is recorded in its stream
 * @stream: its stream
 */
void
ws_flight_begin (WsPassing *self, WsFlight *flight, WsRecord record, cudaStream_t stream)
{
  *flight = (WsFlight){ .now = ws_passing_now (self) };
  if (!may_record (self) || g_queue_get_length (&self->flights) >= MAX_FLIGHTS
      || forget (WS_REAL (cudaGetDevice) (&flight->device)) != cudaSuccess
      || flight->device >= WS_PASSING_DEVICES)
    return;
  flight->before = take_event (flight->device);
  flight->after = take_event (flight->device);
  if (flight->before == NULL || flight->after == NULL
      || forget (record (flight->before, stream)) != cudaSuccess)
    give_back (flight);
}

/**
 * ws_flight_end:
 * @flight: (inout): a launch that was asked for just now
 * @record: how an event is recorded in its stream
 * @stream: its stream
 * @error: what CUDA has answered
 *
 * To be called before anything else: what is between the events counts.
 */
void
ws_flight_end (WsPassing *self, WsFlight *flight, WsRecord record, cudaStream_t stream,
               cudaError_t error)
{
  if (flight->before != NULL
      && (error != cudaSuccess || !may_record (self)
          || forget (record (flight->after, stream)) != cudaSuccess))
    give_back (flight);
}

/* The program ends: before the driver does, which was there before this was called for. */
static void
end_cb (void)
{
  WsPassing *self = ws_passing_enter ();

  ws_flight_land_all (self);
  ws_passing_leave (self);
}

/**
 * ws_flight_await:
 * @flight: (nullable): a launch that was asked for
 * @step: its index in the history; %G_MAXUINT if it has none
 */
void
ws_flight_await (WsPassing *self, WsFlight *flight, guint step)
{
  static gboolean is_first = TRUE;

  if (flight->before == NULL)
    return;
  if (step == G_MAXUINT)
    {
      give_back (flight);
      return;
    }
  if (is_first)
    atexit (end_cb);
  is_first = FALSE;
  if (devices[flight->device].first == NULL)
    {
      devices[flight->device].first = flight->before;
      devices[flight->device].first_ns = flight->now;
    }
  flight->step = step;
  g_queue_push_tail (&self->flights, g_memdup2 (flight, sizeof *flight));
}

static guint64
get_ns (float milliseconds)
{
  return milliseconds > 0 ? (guint64)((double)milliseconds * 1e6) : 0;
}

/* Whether the GPU has run it: then that is added to what is told. */
static gboolean
land (WsFlight *flight, GVariantBuilder *told)
{
  float begin = 0;
  float duration = 0;

  if (forget (WS_REAL (cudaEventQuery) (flight->after)) != cudaSuccess)
    return FALSE;
  if (forget (
          WS_REAL (cudaEventElapsedTime) (&begin, devices[flight->device].first, flight->before))
          == cudaSuccess
      && forget (WS_REAL (cudaEventElapsedTime) (&duration, flight->before, flight->after))
             == cudaSuccess)
    g_variant_builder_add (told, "(uttus)", flight->step,
                           devices[flight->device].first_ns + get_ns (begin), get_ns (duration), 0,
                           "");
  give_back (flight);
  return TRUE;
}

/* Of what a kernel leaves for later calls. */
static gboolean
is_fault (cudaError_t error)
{
  static const cudaError_t faults[] = {
    cudaErrorIllegalAddress,      cudaErrorLaunchTimeout,      cudaErrorAssert,
    cudaErrorHardwareStackError,  cudaErrorIllegalInstruction, cudaErrorMisalignedAddress,
    cudaErrorInvalidAddressSpace, cudaErrorInvalidPc,          cudaErrorLaunchFailure,
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    if (faults[i] == error)
      return TRUE;
  return FALSE;
}

/* Where it may be of several launches, no one is blamed. */
static void
tell_fault (WsPassing *self, const WsFlight *first, cudaError_t error)
{
  const char *words = WS_REAL (cudaGetErrorString) (error);
  guint n = g_queue_get_length (&self->flights);
  g_autofree char *sentence = NULL;
  GVariantBuilder told;

  if (n == 1)
    {
      g_variant_builder_init (&told, G_VARIANT_TYPE ("a(uttus)"));
      g_variant_builder_add (&told, "(uttus)", first->step, first->now, (guint64)0, (guint32)error,
                             words);
      ws_passing_flush (self);
      ws_history_write (self->history, "ran", g_variant_builder_end (&told));
      return;
    }
  sentence = g_strdup_printf (_ ("One of the last %u launches failed: %s."), n, words);
  ws_passing_refuse (self, "", sentence);
}

/**
 * ws_flight_land:
 * @error: what the program's call returned
 *
 * Tells the times of the launches that have run, and of a fault that the call has found.
 */
void
ws_flight_land (WsPassing *self, cudaError_t error)
{
  WsFlight *first = g_queue_peek_head (&self->flights);
  GVariantBuilder told;
  GVariant *body;

  if (first == NULL)
    return;
  if (is_fault (error))
    {
      tell_fault (self, first, error);
      g_queue_clear_full (&self->flights, g_free);
      return;
    }
  if (!may_ask (self))
    return;
  g_variant_builder_init (&told, G_VARIANT_TYPE ("a(uttus)"));
  while ((first = g_queue_peek_head (&self->flights)) != NULL && land (first, &told))
    g_free (g_queue_pop_head (&self->flights));
  body = g_variant_ref_sink (g_variant_builder_end (&told));
  if (g_variant_n_children (body) > 0)
    {
      ws_passing_flush (self);
      ws_history_write (self->history, "ran", body);
    }
  g_variant_unref (body);
}

/* The program ends, and asks for no error any more: what still runs is given a moment. */
void
ws_flight_land_all (WsPassing *self)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  ws_passing_flush (self);
  if (g_queue_is_empty (&self->flights))
    return;
  WS_REAL (cudaGetLastError) ();
  ws_flight_land (self, cudaSuccess);
  while (g_queue_get_length (&self->flights) > 0 && may_ask (self) && g_get_monotonic_time () < end)
    {
      g_usleep (100);
      ws_flight_land (self, cudaSuccess);
    }
}
