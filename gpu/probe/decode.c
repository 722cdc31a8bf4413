/* decode.c: turns the records of threads into events of warps.
 *
 * The threads of a warp record independently. Those that executed an instruction together read the
 * same clock, so records with the same site and clock are one event. Instructions without a record
 * were executed by the lanes of the previous record; their times are spread evenly until the next
 * record of these lanes.
 */
#include "probe/probe-private.h"

#include "ptx/exchange.h"

#include <string.h>

typedef struct {
  const guint8 *at;  /* the thread's next record */
  const guint8 *end; /* end of its records */
  guint64 clock;     /* of the next record: the SM's full 64 bits */
  guint32 mask;      /* lanes of its last event */
} Stream;

/* The earliest records of a warp that form one event. */
typedef struct {
  guint32 site;
  guint64 clock;
  guint32 mask;
  guint32 taken;
  const guint8 *records[WS_WARP_SIZE];
} Group;

typedef struct {
  const WsProbeData *data;
  const WsProbeSite *sites;
  guint n_sites;
  Stream streams[WS_WARP_SIZE];
  guint32 block;
  guint16 warp;
  guint64 start;     /* of the block, on the launch's clock */
  guint64 raw_start; /* and on the SM's */
  GArray *events;
  GArray *lanes;
  WsProbeResult *result;
} Decoder;

static const WsPtxInstruction *
instruction (const Decoder *self, guint32 site)
{
  return self->sites[site].instruction;
}

static guint
slots_of (const Decoder *self, guint32 site)
{
  return ws_ptx_probe_get_slots (self->data->probe->probed->kinds[site], instruction (self, site));
}

/* (nullable): the current record; NULL at the end, or if it is truncated or invalid. */
static const WsProbeHeader *
peek (const Decoder *self, const Stream *stream)
{
  const WsProbeHeader *header = (const WsProbeHeader *)(const void *)stream->at;
  guint32 site;

  if (stream->at >= stream->end || (header->site == 0 && header->clock == 0))
    return NULL;
  site = header->site & ~WS_PROBE_TAKEN;
  if (site >= self->n_sites || slots_of (self, site) == 0
      || stream->at + (gsize)(slots_of (self, site) - 1) * WS_PROBE_ROW_BYTES >= stream->end)
    return NULL;
  return header;
}

/* Completes the clock of the next record: the low half advances from the previous record. */
static void
read_clock (const Decoder *self, Stream *stream)
{
  const WsProbeHeader *header = peek (self, stream);

  if (header != NULL)
    stream->clock += (guint32)(header->clock - (guint32)stream->clock);
}

static guint64
to_time (const Decoder *self, guint64 clock)
{
  return self->start + (clock > self->raw_start ? clock - self->raw_start : 0);
}

static guint64
read_bits (const guint8 *at, guint n_bytes)
{
  guint64 bits = 0;

  memcpy (&bits, at, n_bytes);
  return bits;
}

static guint64
read_address (const guint8 *record, WsProbeKind kind)
{
  return read_bits (record + WS_PROBE_ROW_BYTES, kind == WS_PROBE_MEMORY ? 8 : 4);
}

static guint64
read_value (const guint8 *record, WsProbeKind kind, const WsPtxInstruction *in, guint index)
{
  return read_bits (record + ws_ptx_probe_value_offset (kind, in, index),
                    ws_ptx_type_get_width (in->types[0]));
}

static void
add_lane (Decoder *self, guint64 address, guint64 value)
{
  WsLane lane = { .address = address, .value = value };

  g_array_append_val (self->lanes, lane);
}

/* The space of all lanes' addresses, or the generic one. */
static WsSpace
common_space (const Decoder *self, const Group *group, const WsPtxInstruction *in, WsProbeKind kind)
{
  WsSpace all = WS_SPACE_NONE;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((group->taken >> lane) & 1)
      {
        WsSpace space = in->space;

        ws_probe_translate (self->data, &space, read_address (group->records[lane], kind));
        if (all == WS_SPACE_NONE)
          all = space;
        else if (all != space)
          return WS_SPACE_GENERIC;
      }
  return all;
}

static void
add_memory (Decoder *self, const Group *group, const WsPtxInstruction *in, WsProbeKind kind,
            WsSpace common)
{
  guint width = ws_ptx_type_get_width (in->types[0]);

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      const guint8 *record = group->records[lane];
      WsSpace space = in->space;
      guint64 address;

      if (((group->taken >> lane) & 1) == 0)
        continue;
      address = ws_probe_translate (self->data, &space, read_address (record, kind));
      if (common == WS_SPACE_GENERIC)
        address += space == WS_SPACE_SHARED  ? WS_SHARED_WINDOW
                   : space == WS_SPACE_LOCAL ? WS_LOCAL_WINDOW
                                             : 0;
      for (guint e = 0; e < MAX (in->vector, 1); e++)
        add_lane (self, address + (guint64)e * width, read_value (record, kind, in, e));
    }
}

/* The clamp of a shuffle: a constant of the instruction, or in its own slot. */
static guint32
read_clamp (const guint8 *record, const WsPtxInstruction *in)
{
  return in->operands[3].kind == WS_PTX_OPERAND_IMMEDIATE
             ? (guint32)in->operands[3].bits
             : (guint32)read_bits (record + 2 * WS_PROBE_ROW_BYTES, 4);
}

static void
add_exchange (Decoder *self, const Group *group, const WsPtxInstruction *in, WsProbeKind kind)
{
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      const guint8 *record = group->records[lane];
      guint64 address;

      if (((group->taken >> lane) & 1) == 0)
        continue;
      address = read_address (record, kind) & group->taken;
      if (kind == WS_PROBE_SHUFFLE)
        ws_ptx_shuffle_source (in, lane, (guint32)read_address (record, kind),
                               read_clamp (record, in), &address);
      add_lane (self, address, read_bits (record + ws_ptx_probe_value_offset (kind, in, 0), 4));
    }
}

/* The instructions after @site that have no record. */
static guint
count_silent (const Decoder *self, guint32 site)
{
  const guint8 *kinds = self->data->probe->probed->kinds;
  guint32 block = instruction (self, site)->block;
  guint n = 0;

  while (site + n + 1 < self->n_sites && kinds[site + n + 1] == WS_PROBE_NONE
         && instruction (self, site + n + 1)->block == block)
    n++;
  return n;
}

static gboolean
can_be_silent (const WsPtxInstruction *in)
{
  WsOpClass class = ws_ptx_opcode_get_class (in->opcode);

  return class == WS_OP_ALU || class == WS_OP_FENCE || in->space == WS_SPACE_PARAM;
}

static void
add_silent (Decoder *self, const WsEvent *before, guint32 active, guint64 until)
{
  guint n = count_silent (self, before->site);
  guint64 span = until > before->time ? until - before->time : 0;

  for (guint i = 1; i <= n; i++)
    {
      WsEvent event = {
        .time = before->time + span * i / (n + 1),
        .site = before->site + i,
        .block = before->block,
        .active = active,
        .taken = active,
        .access = WS_NONE,
        .warp = before->warp,
      };

      if (active != 0 && can_be_silent (instruction (self, event.site)))
        g_array_append_val (self->events, event);
    }
}

/* The earliest next record of the lanes in a mask. */
static guint64
next_clock (const Decoder *self, guint32 mask, guint64 otherwise)
{
  guint64 least = G_MAXUINT64;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if (((mask >> lane) & 1) && peek (self, &self->streams[lane]) != NULL)
      least = MIN (least, self->streams[lane].clock);
  return least == G_MAXUINT64 ? otherwise : least;
}

/* Removes the earliest records of one event from their streams; FALSE when there are none. */
static gboolean
take (Decoder *self, Group *group)
{
  *group = (Group){ .clock = G_MAXUINT64 };
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      const WsProbeHeader *header = peek (self, &self->streams[lane]);

      if (header != NULL && self->streams[lane].clock < group->clock)
        {
          group->clock = self->streams[lane].clock;
          group->site = header->site & ~WS_PROBE_TAKEN;
        }
    }
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      Stream *stream = &self->streams[lane];
      const WsProbeHeader *header = peek (self, stream);

      if (header == NULL || stream->clock != group->clock
          || (header->site & ~WS_PROBE_TAKEN) != group->site)
        continue;
      group->mask |= 1u << lane;
      if (header->site & WS_PROBE_TAKEN)
        group->taken |= 1u << lane;
      group->records[lane] = stream->at;
      stream->at += (gsize)slots_of (self, group->site) * WS_PROBE_ROW_BYTES;
      read_clock (self, stream);
    }
  return group->mask != 0;
}

/* The lanes that continue after an event: a guarded exit or ret, which does not end a basic block,
 * removes some. */
static guint32
staying (const Decoder *self, const Group *group)
{
  gboolean is_exit =
      ws_ptx_opcode_get_class (instruction (self, group->site)->opcode) == WS_OP_EXIT;

  return is_exit ? group->mask & ~group->taken : group->mask;
}

/* Inside a basic block, lanes do not diverge: fewer lanes than at the last record means that the
 * hardware executed them in parts. */
static void
count_split (Decoder *self, const Group *group)
{
  const WsProbeSite *site = &self->sites[group->site];
  const WsPtxBlock *block =
      &g_array_index (site->function->blocks, WsPtxBlock, site->instruction->block);
  const WsPtxInstruction *first =
      &g_array_index (site->function->instructions, WsPtxInstruction, block->first);
  gboolean split = FALSE;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((group->mask >> lane) & 1)
      {
        split = split || self->streams[lane].mask != group->mask;
        self->streams[lane].mask = staying (self, group);
      }
  self->result->n_events++;
  self->result->n_split += split && first != site->instruction;
}

static void
decode_warp (Decoder *self)
{
  Group group;

  while (take (self, &group))
    {
      const WsPtxInstruction *in = instruction (self, group.site);
      WsProbeKind kind = self->data->probe->probed->kinds[group.site];
      guint64 last = group.clock + count_silent (self, group.site) + 1;
      WsEvent event = {
        .time = to_time (self, group.clock),
        .site = group.site,
        .block = self->block,
        .active = group.mask,
        .taken = group.taken,
        .access = WS_NONE,
        .warp = self->warp,
      };

      count_split (self, &group);
      if (group.taken != 0 && kind != WS_PROBE_PLACE)
        event.access = self->lanes->len;
      if (group.taken != 0 && (kind == WS_PROBE_MEMORY || kind == WS_PROBE_COMPACT))
        {
          event.space = (guint8)common_space (self, &group, in, kind);
          add_memory (self, &group, in, kind, event.space);
        }
      else if (group.taken != 0 && kind != WS_PROBE_PLACE)
        add_exchange (self, &group, in, kind);
      g_array_append_val (self->events, event);
      add_silent (self, &event, staying (self, &group),
                  to_time (self, next_clock (self, group.mask, last)));
    }
}

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const WsEvent *x = a;
  const WsEvent *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->warp < y->warp ? -1 : x->warp > y->warp;
}

/**
 * ws_probe_sort_events:
 * @events: (element-type WsEvent): of one block
 *
 * Sorts by time, then by warp; the order of one warp's events in one cycle is kept.
 */
void
ws_probe_sort_events (GArray *events)
{
  g_array_sort (events, compare_events);
}

/* The records of a warp's threads, and their required size. */
static void
open_streams (Decoder *self, guint place)
{
  const WsProbeData *data = self->data;
  guint64 index = (guint64)place * data->n_warps + self->warp;
  const guint8 *base = data->slots + index * data->warp_bytes;
  guint64 address = data->slots_address + index * data->warp_bytes;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      guint64 first = address + (guint64)lane * WS_PROBE_SLOT_BYTES;
      guint64 end = data->ends[index * WS_WARP_SIZE + lane];
      guint64 written = end > first ? end - first : 0;

      self->result->slots_wanted = MAX (self->result->slots_wanted, written / WS_PROBE_ROW_BYTES);
      if (written > data->warp_bytes)
        {
          self->result->cut = TRUE;
          written = data->warp_bytes;
        }
      self->streams[lane].at = base + (gsize)lane * WS_PROBE_SLOT_BYTES;
      self->streams[lane].end = self->streams[lane].at + written;
      self->streams[lane].clock = self->raw_start;
      self->streams[lane].mask = 0;
      read_clock (self, &self->streams[lane]);
    }
}

/**
 * ws_probe_decode_block:
 * @data: the launch's records
 * @place: index of the block among the recorded ones
 * @block: its linear index in the grid
 * @events: (element-type WsEvent): receives its events, sorted; times are cycles since the block
 * began
 * @lanes: (element-type WsLane): receives their accesses
 * @result: receives what was missing or did not fit
 *
 * Makes events from the records of a block's threads. See the top of this file.
 */
void
ws_probe_decode_block (const WsProbeData *data, guint place, guint32 block, GArray *events,
                       GArray *lanes, WsProbeResult *result)
{
  Decoder self = {
    .data = data,
    .sites = data->probe->sites,
    .n_sites = data->probe->probed->n_sites,
    .block = block,
    .raw_start = data->starts[place],
    .events = events,
    .lanes = lanes,
    .result = result,
  };

  for (guint w = 0; w < data->n_warps; w++)
    {
      self.warp = (guint16)w;
      open_streams (&self, place);
      decode_warp (&self);
    }
  ws_probe_sort_events (events);
}
