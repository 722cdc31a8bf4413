/* decode.c: from what each thread wrote to what each warp did.
 *
 * The threads of a warp wrote without asking each other. Those that executed an instruction
 * together read the same clock, so records with the same site and clock are one event. Instructions
 * without a record were executed by the lanes of the record before them; their times are spread
 * evenly up to those lanes' next record.
 */
#include "probe/probe-private.h"

#include "ptx/exchange.h"

#include <string.h>

typedef struct {
  const guint8 *at;  /* the thread's next record */
  const guint8 *end; /* what it wrote ends here */
} Stream;

typedef struct {
  const WsProbeData *data;
  const GArray *instructions;
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
  return &g_array_index (self->instructions, WsPtxInstruction, site);
}

static guint
slots_of (const Decoder *self, guint32 site)
{
  return ws_ptx_probe_get_slots (self->data->probe->probed->kinds[site], instruction (self, site));
}

/* (nullable): the record under way. A stream that ends in the middle of one, or is none, ends. */
static const WsProbeHeader *
peek (const Decoder *self, const Stream *stream)
{
  const WsProbeHeader *header = (const WsProbeHeader *)(const void *)stream->at;
  guint32 site;

  if (stream->at >= stream->end)
    return NULL;
  site = header->site & ~WS_PROBE_TAKEN;
  if (site >= self->instructions->len || slots_of (self, site) == 0
      || stream->at + (gsize)(slots_of (self, site) - 1) * WS_PROBE_ROW_BYTES >= stream->end)
    return NULL;
  return header;
}

static guint64
to_time (const Decoder *self, guint64 clock)
{
  return self->start + (clock > self->raw_start ? clock - self->raw_start : 0);
}

static guint64
read_64 (const guint8 *record, guint offset)
{
  guint64 bits;

  memcpy (&bits, record + offset, sizeof bits);
  return bits;
}

static guint64
keep_width (guint64 bits, guint width_bytes)
{
  return width_bytes >= 8 ? bits : bits & ((G_GUINT64_CONSTANT (1) << (8 * width_bytes)) - 1);
}

static void
add_lane (Decoder *self, guint64 address, guint64 value)
{
  WsLane lane = { .address = address, .value = value };

  g_array_append_val (self->lanes, lane);
}

/* The space that all lanes reach into, or the generic one. */
static WsSpace
common_space (const Decoder *self, const WsEvent *event, const WsPtxInstruction *in,
              const guint8 *const *records)
{
  WsSpace all = WS_SPACE_NONE;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((event->taken >> lane) & 1)
      {
        WsSpace space = in->space;

        ws_probe_translate (self->data, &space, read_64 (records[lane], WS_PROBE_ROW_BYTES));
        if (all == WS_SPACE_NONE)
          all = space;
        else if (all != space)
          return WS_SPACE_GENERIC;
      }
  return all;
}

static void
add_memory (Decoder *self, WsEvent *event, const WsPtxInstruction *in, const guint8 *const *records)
{
  guint width = ws_ptx_type_get_width (in->types[0]);

  event->space = (guint8)common_space (self, event, in, records);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsSpace space = in->space;
      guint64 address;

      if (((event->taken >> lane) & 1) == 0)
        continue;
      address =
          ws_probe_translate (self->data, &space, read_64 (records[lane], WS_PROBE_ROW_BYTES));
      if (event->space == WS_SPACE_GENERIC)
        address += space == WS_SPACE_SHARED  ? WS_SHARED_WINDOW
                   : space == WS_SPACE_LOCAL ? WS_LOCAL_WINDOW
                                             : 0;
      for (guint e = 0; e < MAX (in->vector, 1); e++)
        add_lane (self, address + (guint64)e * width,
                  keep_width (read_64 (records[lane], ws_ptx_probe_value_offset (e)), width));
    }
}

static void
add_exchange (Decoder *self, const WsEvent *event, const WsPtxInstruction *in,
              const guint8 *const *records, gboolean is_shuffle)
{
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      guint64 operands;
      guint64 address = event->taken;

      if (((event->taken >> lane) & 1) == 0)
        continue;
      operands = read_64 (records[lane], WS_PROBE_ROW_BYTES);
      if (is_shuffle)
        ws_ptx_shuffle_source (in, lane, (guint32)operands, (guint32)(operands >> 32), &address);
      add_lane (self, address,
                keep_width (read_64 (records[lane], ws_ptx_probe_value_offset (0)), 4));
    }
}

/* The instructions behind @site that have no record. */
static guint
count_silent (const Decoder *self, guint32 site)
{
  const guint8 *kinds = self->data->probe->probed->kinds;
  guint32 block = instruction (self, site)->block;
  guint n = 0;

  while (site + n + 1 < self->instructions->len && kinds[site + n + 1] == WS_PROBE_NONE
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
add_silent (Decoder *self, const WsEvent *before, guint64 until)
{
  guint n = count_silent (self, before->site);
  guint64 span = until > before->time ? until - before->time : 0;

  for (guint i = 1; i <= n; i++)
    {
      WsEvent event = {
        .time = before->time + span * i / (n + 1),
        .site = before->site + i,
        .block = before->block,
        .active = before->active,
        .taken = before->active,
        .access = WS_NONE,
        .warp = before->warp,
      };

      if (can_be_silent (instruction (self, event.site)))
        g_array_append_val (self->events, event);
    }
}

/* The earliest next record of the lanes of a mask. */
static guint64
next_clock (const Decoder *self, guint32 mask, guint64 otherwise)
{
  guint64 least = G_MAXUINT64;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      const WsProbeHeader *header = (mask >> lane) & 1 ? peek (self, &self->streams[lane]) : NULL;

      if (header != NULL)
        least = MIN (least, header->clock);
    }
  return least == G_MAXUINT64 ? otherwise : least;
}

/* Takes the earliest records that belong together off their streams; 0 when there are none. */
static guint32
take (Decoder *self, WsProbeHeader *first, const guint8 **records, guint32 *taken)
{
  guint32 mask = 0;

  *taken = 0;
  *first = (WsProbeHeader){ .clock = G_MAXUINT64 };
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      const WsProbeHeader *header = peek (self, &self->streams[lane]);

      if (header != NULL && header->clock < first->clock)
        {
          *first = *header;
          first->site &= ~WS_PROBE_TAKEN;
        }
    }
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      Stream *stream = &self->streams[lane];
      const WsProbeHeader *header = peek (self, stream);

      if (header == NULL || header->clock != first->clock
          || (header->site & ~WS_PROBE_TAKEN) != first->site)
        continue;
      mask |= 1u << lane;
      if (header->site & WS_PROBE_TAKEN)
        *taken |= 1u << lane;
      records[lane] = stream->at;
      stream->at += (gsize)slots_of (self, first->site) * WS_PROBE_ROW_BYTES;
    }
  return mask;
}

static void
decode_warp (Decoder *self)
{
  WsProbeHeader header;
  const guint8 *records[WS_WARP_SIZE];
  guint32 mask;
  guint32 taken;

  while ((mask = take (self, &header, records, &taken)) != 0)
    {
      const WsPtxInstruction *in = instruction (self, header.site);
      WsProbeKind kind = self->data->probe->probed->kinds[header.site];
      WsEvent event = {
        .time = to_time (self, header.clock),
        .site = header.site,
        .block = self->block,
        .active = mask,
        .taken = taken,
        .access = WS_NONE,
        .warp = self->warp,
      };

      self->result->n_events++;
      self->result->n_split += mask != header.active;
      if (taken != 0 && kind != WS_PROBE_PLACE)
        {
          event.access = self->lanes->len;
          if (kind == WS_PROBE_MEMORY)
            add_memory (self, &event, in, records);
          else
            add_exchange (self, &event, in, records, kind == WS_PROBE_SHUFFLE);
        }
      g_array_append_val (self->events, event);
      add_silent (self, &event,
                  to_time (self, next_clock (self, mask,
                                             header.clock + count_silent (self, header.site) + 1)));
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

/* What a warp's threads wrote, and how much they would have written. */
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
    }
}

void
ws_probe_decode_block (const WsProbeData *data, guint place, guint32 block, guint64 start,
                       GArray *events, GArray *lanes, WsProbeResult *result)
{
  Decoder self = {
    .data = data,
    .instructions = data->probe->function->instructions,
    .block = block,
    .start = start,
    .raw_start = data->raw[block].start,
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
  g_array_sort (events, compare_events);
}
