#include "schedule.h"

#include "synthetic-kernel.h"

/* A slot of an SM, and when it is free. */
typedef struct {
  guint64 free_at;
  guint sm;
  guint slot;
} Seat;

static gboolean
sooner (const Seat *a, const Seat *b)
{
  if (a->free_at != b->free_at)
    return a->free_at < b->free_at;
  return a->slot != b->slot ? a->slot < b->slot : a->sm < b->sm;
}

static void
sift_down (Seat *heap, guint n)
{
  guint at = 0;

  for (;;)
    {
      guint least = at;
      Seat swap;

      for (guint child = 2 * at + 1; child < n && child < 2 * at + 3; child++)
        if (sooner (&heap[child], &heap[least]))
          least = child;
      if (least == at)
        return;
      swap = heap[at];
      heap[at] = heap[least];
      heap[least] = swap;
      at = least;
    }
}

static void
add_events (WsRunBuilder *builder, guint launch, guint n_warps)
{
  g_autofree WsEvent *events = g_new0 (WsEvent, (gsize)n_warps * 3);

  for (guint i = 0; i < n_warps * 3; i++)
    events[i] = (WsEvent){ .time = i / n_warps * 100,
                           .site = i / n_warps == 2 ? SITE_EXIT : SITE_TID,
                           .active = G_MAXUINT32,
                           .taken = G_MAXUINT32,
                           .access = WS_NONE,
                           .warp = (guint16)(i % n_warps) };
  ws_run_builder_add_block (builder, launch, 0, events, n_warps * 3, NULL, 0);
}

WsRun *
schedule_run_new (const Schedule *self)
{
  g_autoptr (WsSpec) spec = synthetic_load_spec (self->spec);
  g_autofree char *device = g_strconcat ("vm:", self->spec, NULL);
  g_autofree char *name = g_strconcat ("Virtual ", spec->name, NULL);
  g_autoptr (WsRunBuilder) builder = ws_run_builder_new (spec, device, name, WS_ORIGIN_MODELLED);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint n_warps = (self->threads + 31) / 32;
  guint n_seats = self->per_sm * spec->n_sms;
  g_autofree Seat *heap = g_new (Seat, n_seats);
  g_autofree WsResidency *residencies = g_new0 (WsResidency, self->blocks);
  g_autofree WsWarpSpan *spans = g_new0 (WsWarpSpan, (gsize)self->blocks * n_warps);
  WsLaunch launch = { .grid = { self->blocks, 1, 1 },
                      .block = { self->threads, 1, 1 },
                      .n_elements = (guint64)self->blocks * self->threads,
                      .registers_per_thread = 16,
                      .registers_from = WS_REGISTERS_GIVEN };
  guint index;

  for (guint i = 0; i < n_seats; i++)
    heap[i] = (Seat){ i / 4, i % spec->n_sms, i / spec->n_sms };
  for (guint b = 0; b < self->blocks; b++)
    {
      guint64 length = 0;
      WsWarpSpan *own = &spans[(gsize)b * n_warps];

      for (guint w = 0; w < n_warps; w++)
        {
          own[w].start = (guint32)g_rand_int_range (rand, 0, 1 + (int)self->cycles / 40);
          own[w].end =
              own[w].start
              + (guint32)(self->cycles * (1 + self->uneven * g_rand_double_range (rand, 0, 1)));
          length = MAX (length, own[w].end);
        }
      residencies[b] = (WsResidency){ .block = b,
                                      .sm = (guint16)heap[0].sm,
                                      .slot = (guint16)heap[0].slot,
                                      .start = heap[0].free_at,
                                      .end = heap[0].free_at + length };
      launch.duration_cycles = MAX (launch.duration_cycles, residencies[b].end);
      heap[0].free_at = residencies[b].end + self->cycles / 100;
      sift_down (heap, n_seats);
    }
  ws_run_builder_set_about (builder, "scheduled", "A launch", g_variant_new_parsed ("@a{sv} {}"),
                            WS_VALUE_S32, ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (
      builder, synthetic_kernel_new (SYNTHETIC_SEQUENTIAL, SYNTHETIC_SMALL));
  index = ws_run_builder_add_launch (builder, &launch);
  ws_run_builder_add_residencies (builder, index, residencies, self->blocks);
  if (self->spans)
    ws_run_builder_add_warp_spans (builder, index, spans, (gsize)self->blocks * n_warps);
  if (self->kept)
    add_events (builder, index, n_warps);
  return ws_run_builder_end (builder);
}

WsScene *
schedule_scene_new (const Schedule *self)
{
  g_autoptr (WsRun) run = schedule_run_new (self);
  WsScene *scene =
      self->kept ? ws_scene_new (run, 0, 0, NULL) : ws_scene_new_for_launch (run, 0, NULL);

  g_assert_nonnull (scene);
  return scene;
}
