/* data.c: the figures behind the view of memory. */
#include "memory/private.h"
#include "table/private.h"

#define LEVEL_COLUMNS "l1_sectors", "l2_sectors", "device_memory_sectors"

static const char *
get_kind_name (WsOpClass op_class)
{
  return op_class == WS_OP_LOAD ? "load" : op_class == WS_OP_STORE ? "store" : "atomic";
}

static void
put_place (WsData *self, const WsScene *scene, WsSpace space, guint64 address)
{
  g_autofree char *place = ws_memory_name_place (scene, space, address);

  ws_data_put_text (self, place);
}

static void
put_levels (WsData *self, const WsMemoryLevelCount *count)
{
  for (guint level = 0; level < WS_N_MEMORY_LEVELS; level++)
    if (ws_memory_level_count_get_sum (count) > 0)
      ws_data_put_number (self, (double)count->sectors[level]);
    else
      ws_data_put_nothing (self);
}

/* Of an atomic, how many lanes it serves one after another at an address, at most. */
static void
put_meeting (WsData *self, const WsMemoryRequest *request)
{
  guint64 address;
  guint n_addresses;

  if (request->is_atomic)
    ws_data_put_number (self, ws_memory_request_find_most_shared (request, &address, &n_addresses));
  else
    ws_data_put_nothing (self);
}

/* How many words a request to shared memory is about, each once. */
static guint
count_words (const WsMemoryRequest *request)
{
  guint n = 0;

  for (guint i = 0; i < request->n_words; i++)
    {
      guint k = 0;

      while (k < i && request->words[k].word != request->words[i].word)
        k++;
      n += k == i;
    }
  return n;
}

/* One access: its request. */
static void
put_access (WsData *self, const WsScene *scene, guint index)
{
  const WsEvent *event = &scene->run->events[scene->record->first_event + index];
  const WsSite *site = ws_run_get_site (scene->run, scene->launch, event->site);
  gboolean shared = event->space == WS_SPACE_SHARED;
  WsMemoryLevelCount levels;
  WsMemoryRequest r;

  if (!ws_memory_request_init (&r, scene->run, site, event))
    return;
  ws_data_add_row (self);
  ws_data_put_number (self, index);
  ws_data_put_number (self, event->warp);
  ws_data_put_number (self, site->line);
  ws_data_put_text (self, get_kind_name ((WsOpClass)site->op_class));
  ws_data_put_space (self, r.space);
  put_place (self, scene, r.space, r.address[__builtin_ctz (r.lanes)]);
  ws_data_put_number (self, __builtin_popcount (r.lanes));
  ws_data_put_number (self, r.asked_bytes);
  if (shared || event->space == WS_SPACE_CONST)
    {
      if (shared)
        ws_data_put_number (self, count_words (&r));
      else
        ws_data_put_nothing (self);
      ws_data_put_number (self, r.n_passes);
      if (shared)
        ws_data_put_number (self, r.ways);
      else
        ws_data_put_nothing (self);
      for (guint i = 0; i < 3 + WS_N_MEMORY_LEVELS; i++)
        ws_data_put_nothing (self);
      put_meeting (self, &r);
      return;
    }
  for (guint i = 0; i < 3; i++)
    ws_data_put_nothing (self);
  ws_data_put_number (self, r.n_pieces);
  ws_data_put_number (self, r.moved_bytes);
  ws_data_put_number (self, r.used_bytes);
  ws_memory_use_count_levels (scene->memory, &r, index, &levels);
  put_levels (self, &levels);
  put_meeting (self, &r);
}

/* Every access of the block, of all warps. */
static WsData *
new_for_requests (const WsScene *scene, const WsMoment *moment, const WsMemoryOptions *options)
{
  static const char *const columns[] = {
    "event",       "warp",       "line",        "kind",
    "memory",      "first",      "lanes",       "asked_bytes",
    "words",       "passes",     "ways",        "transactions",
    "moved_bytes", "used_bytes", LEVEL_COLUMNS, "lanes_at_an_address",
    NULL
  };
  WsData *self = ws_data_new_of_launch ("memory", scene->run, scene->launch);

  ws_data_set_number (self, "shown_block", scene->block);
  ws_data_set_text (self, "caches", "modelled");
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < scene->record->n_events; i++)
    put_access (self, scene, i);
  return self;
}

static WsData *
new_for_lines (const WsScene *scene, const WsMoment *moment, const WsMemoryOptions *options)
{
  static const char *const columns[] = { "line",
                                         "kind",
                                         "memory",
                                         "requests",
                                         "asked_bytes",
                                         "wavefronts",
                                         "ideal_wavefronts",
                                         "transactions",
                                         "moved_bytes",
                                         "for_each_request",
                                         "efficiency",
                                         "lost_bytes",
                                         LEVEL_COLUMNS,
                                         NULL };
  static const char *const time_columns[] = { "warp_cycles", NULL };
  const WsMemoryUse *use = scene->memory;
  const WsMoment start = { .hover_x = -1, .hover_y = -1 };
  WsData *self = ws_data_new_of_launch ("memory lines", scene->run, scene->launch);
  g_autofree guint64 *cycles = NULL;
  WsMemoryDrawing memory;

  ws_data_set_text (self, "counted", use->of_all_blocks ? "all blocks" : "blocks recorded in full");
  ws_data_set_text (self, "caches", "modelled, in the blocks recorded in full");
  ws_data_set_number (self, "transaction_bytes", scene->run->spec->transaction_bytes);
  ws_data_add_columns (self, columns);
  if (options->ranking == WS_MEMORY_RANK_TIME
      && ws_memory_begin (&memory, scene, moment != NULL ? moment : &start, options, NULL)
      && memory.stalls != NULL && memory.stalls->warp_cycles > 0)
    {
      cycles = ws_memory_weigh_lines (&memory);
      ws_data_set_number (self, "warp_cycles", (double)memory.stalls->warp_cycles);
      ws_data_add_columns (self, time_columns);
    }
  for (guint i = 0; i < use->lines->len; i++)
    {
      const WsMemoryLine *line = &g_array_index (use->lines, WsMemoryLine, i);

      ws_data_add_row (self);
      ws_data_put_number (self, line->line);
      ws_data_put_text (self, get_kind_name (line->op_class));
      ws_data_put_space (self, line->space);
      ws_data_put_number (self, (double)line->requests);
      ws_data_put_number (self, (double)line->asked_bytes);
      ws_data_put_number (self, (double)line->wavefronts);
      ws_data_put_number (self, (double)line->ideal_wavefronts);
      ws_data_put_number (self, (double)line->transactions);
      ws_data_put_number (self, (double)line->moved_bytes);
      ws_data_put_number (self, ws_memory_line_get_per_request (line));
      ws_data_put_number (self, ws_memory_line_get_efficiency (line));
      ws_data_put_number (self, (double)ws_memory_line_get_lost_bytes (line, scene->run->spec));
      put_levels (self, &line->levels);
      if (cycles != NULL)
        ws_data_put_number (self, (double)cycles[i]);
    }
  return self;
}

static WsData *
new_for_buffer (const WsScene *scene, const WsMoment *moment, const WsMemoryOptions *options)
{
  static const char *const columns[] = { "element",     "reads",       "writes",
                                         "first_block", "first_cycle", NULL };
  WsData *self = ws_data_new_of_launch ("memory buffer", scene->run, scene->launch);
  const WsMemoryBuffer *buffer = NULL;
  const WsMoment start = { .hover_x = -1, .hover_y = -1 };
  WsMemoryDrawing memory;

  if (ws_memory_begin (&memory, scene, moment != NULL ? moment : &start, options, NULL))
    buffer = ws_memory_get_buffer (&memory);
  if (buffer != NULL)
    {
      const WsRegion *region = g_ptr_array_index (scene->run->regions, buffer->region);

      ws_data_set_text (self, "buffer", region->name);
      ws_data_set_number (self, "buffer_elements", (double)buffer->n_elements);
      if (region->columns > 0)
        ws_data_set_number (self, "buffer_columns", (double)region->columns);
    }
  ws_data_set_text (self, "known", "of blocks recorded in full");
  ws_data_add_columns (self, columns);
  for (guint i = 0; buffer != NULL && i < buffer->n_touches; i++)
    {
      const WsMemoryTouch *touch =
          &g_array_index (scene->memory->touches, WsMemoryTouch, buffer->first + i);

      ws_data_add_row (self);
      ws_data_put_number (self, (double)touch->element);
      ws_data_put_number (self, touch->reads);
      ws_data_put_number (self, touch->writes);
      ws_data_put_number (self, touch->block);
      ws_data_put_number (self, (double)touch->order);
    }
  return self;
}

/**
 * ws_data_new_for_memory:
 * @scene: of a block
 * @moment: (nullable): of a buffer: which one
 * @options: the view's options
 *
 * Returns: (transfer full): a row for each access of the block, each line of the kernel that
 * reaches memory, or each element of the buffer that was touched
 */
WsData *
ws_data_new_for_memory (const WsScene *scene, const WsMoment *moment,
                        const WsMemoryOptions *options)
{
  static WsData *(*const make[WS_N_MEMORY_MODES]) (const WsScene *, const WsMoment *,
                                                   const WsMemoryOptions *) = {
    [WS_MEMORY_REQUEST] = new_for_requests,
    [WS_MEMORY_LINES] = new_for_lines,
    [WS_MEMORY_BUFFER] = new_for_buffer,
  };

  g_return_val_if_fail ((guint)options->mode < WS_N_MEMORY_MODES, NULL);
  return make[options->mode](scene, moment, options);
}
