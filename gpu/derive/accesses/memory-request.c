#include "accesses/memory-request.h"

#define HALF_WARP 16

/**
 * ws_memory_request_is_access:
 * @site: of @event
 * @event: any
 *
 * Returns: whether lanes of the event access shared, global, local or constant memory at recorded
 * addresses
 */
gboolean
ws_memory_request_is_access (const WsSite *site, const WsEvent *event)
{
  return (site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
          || site->op_class == WS_OP_ATOMIC)
         && event->access != WS_NONE && event->taken != 0
         && (event->space == WS_SPACE_SHARED || event->space == WS_SPACE_GLOBAL
             || event->space == WS_SPACE_LOCAL || event->space == WS_SPACE_CONST);
}

/**
 * ws_memory_request_get_addresses:
 * @site: of @event
 * @addresses: (out): of the lanes that take part, in lane order: the elements of a vector are one
 * access
 */
guint
ws_memory_request_get_addresses (const WsRun *run, const WsSite *site, const WsEvent *event,
                                 guint64 addresses[WS_WARP_SIZE])
{
  guint n = (guint)__builtin_popcount (event->taken);

  for (guint i = 0; i < n; i++)
    addresses[i] = run->lanes[event->access + i * site->vector].address;
  return n;
}

/**
 * ws_memory_request_get_cost:
 * @site: of @event
 * @cost: (out): its cost; untouched if unknown
 *
 * Returns: ws_memory_request_is_access(), except for constant memory, which no device counts
 */
gboolean
ws_memory_request_get_cost (const WsRun *run, const WsSite *site, const WsEvent *event,
                            WsAccessCost *cost)
{
  guint64 addresses[WS_WARP_SIZE];
  guint bytes = (guint)site->width_bytes * site->vector;
  guint n;

  if (!ws_memory_request_is_access (site, event) || event->space == WS_SPACE_CONST)
    return FALSE;
  n = ws_memory_request_get_addresses (run, site, event, addresses);
  if (event->space == WS_SPACE_SHARED && site->op_class == WS_OP_ATOMIC)
    ws_access_cost_shared_atomic (event->taken, addresses, bytes, run->spec->shared_banks, cost);
  else if (event->space == WS_SPACE_SHARED)
    ws_access_cost_shared_masked (event->taken, addresses, bytes, run->spec->shared_banks, cost);
  else
    ws_access_cost_global (addresses, n, bytes, cost);
  return TRUE;
}

/**
 * ws_memory_request_get_rule:
 * @spec: of a device
 *
 * Returns: its rule for global memory
 */
WsMemoryRequestRule
ws_memory_request_get_rule (const WsSpec *spec)
{
  if (spec->cc_major == 1)
    return spec->cc_minor < 2 ? WS_MEMORY_REQUEST_HALF_IN_ORDER : WS_MEMORY_REQUEST_HALF_SEGMENTS;
  return spec->transaction_bytes == WS_MEMORY_REQUEST_SEGMENT_BYTES ? WS_MEMORY_REQUEST_LINES
                                                                    : WS_MEMORY_REQUEST_SECTORS;
}

static void
begin (WsMemoryRequest *self, WsSpace space, guint32 lanes, const guint64 *addresses,
       guint lane_bytes)
{
  guint n = 0;

  *self = (WsMemoryRequest){ .space = space, .lanes = lanes, .lane_bytes = lane_bytes };
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((lanes >> lane & 1) != 0)
      self->address[lane] = addresses[n++];
  self->asked_bytes = n * lane_bytes;
}

/* ---- shared memory ---- */

/* Adds a word that @lane requests: broadcast with an earlier lane of this part that requested it,
 * unless it is updated; else in the first pass in which its bank is free. @first: the part's first
 * word; @n_in_bank: passes that each bank has work in */
static void
add_word (WsMemoryRequest *self, guint first, guint first_pass, guint8 n_in_bank[WS_WARP_SIZE],
          guint lane, guint64 word)
{
  WsMemoryRequestWord *found = NULL;
  guint bank = (guint)(word & (self->banks - 1));

  for (guint i = first; i < self->n_words && found == NULL && !self->is_atomic; i++)
    if (self->words[i].word == word)
      found = &self->words[i];
  if (found == NULL)
    {
      found = &self->words[self->n_words++];
      *found = (WsMemoryRequestWord){ .word = word,
                                      .bank = bank,
                                      .pass = first_pass + n_in_bank[bank]++ };
    }
  found->lanes |= 1u << lane;
}

/* By pass; stable. */
static void
sort_words (WsMemoryRequest *self)
{
  for (guint i = 1; i < self->n_words; i++)
    {
      WsMemoryRequestWord word = self->words[i];
      guint k = i;

      for (; k > 0 && self->words[k - 1].pass > word.pass; k--)
        self->words[k] = self->words[k - 1];
      self->words[k] = word;
    }
}

static void
init_shared (WsMemoryRequest *self, guint32 lanes, const guint64 *addresses, guint lane_bytes,
             guint banks, gboolean is_atomic)
{
  guint n_lanes = ws_access_get_lanes_per_pass (lane_bytes, banks);

  begin (self, WS_SPACE_SHARED, lanes, addresses, lane_bytes);
  self->is_atomic = is_atomic;
  self->banks = banks;
  for (guint first = 0; first < WS_WARP_SIZE; first += n_lanes)
    {
      guint8 n_in_bank[WS_WARP_SIZE] = { 0 };
      guint first_word = self->n_words;
      guint most = 0;

      for (guint lane = first; lane < first + n_lanes; lane++)
        if ((lanes >> lane & 1) != 0)
          for (guint64 word = self->address[lane] / 4;
               word <= (self->address[lane] + lane_bytes - 1) / 4; word++)
            add_word (self, first_word, self->n_passes, n_in_bank, lane, word);
      for (guint bank = 0; bank < banks; bank++)
        most = MAX (most, n_in_bank[bank]);
      self->n_passes += most;
      self->n_parts += most > 0;
    }
  self->ways = (self->n_passes + self->n_parts - 1) / MAX (self->n_parts, 1);
  sort_words (self);
}

/**
 * ws_memory_request_init_shared:
 * @self: (out): a request
 * @lanes: that take part
 * @addresses: byte address of each of them, in lane order
 * @lane_bytes: that each asks for: 1 to 16
 * @banks: of four bytes, 16 or 32
 *
 * Divides a load or store of shared memory into passes. A warp is served in parts of
 * ws_access_get_lanes_per_pass() lanes; in each, a bank serves one word per pass to all lanes that
 * request it; the next word of the same bank takes the next pass.
 */
void
ws_memory_request_init_shared (WsMemoryRequest *self, guint32 lanes, const guint64 *addresses,
                               guint lane_bytes, guint banks)
{
  init_shared (self, lanes, addresses, lane_bytes, banks, FALSE);
}

/**
 * ws_memory_request_init_shared_atomic:
 * @self: (out): a request
 * @lanes: that take part
 * @addresses: byte address of each of them, in lane order
 * @lane_bytes: that each updates: 4, 8 or 16
 * @banks: of four bytes, 16 or 32
 *
 * Divides an atomic on shared memory into passes, by the rule of ws_access_cost_shared_atomic(): a
 * word counts once for each lane that updates it.
 */
void
ws_memory_request_init_shared_atomic (WsMemoryRequest *self, guint32 lanes,
                                      const guint64 *addresses, guint lane_bytes, guint banks)
{
  init_shared (self, lanes, addresses, lane_bytes, banks, TRUE);
}

/* Returns: the banks that are busy in the most passes: a bit for each; 0 without a conflict */
guint32
ws_memory_request_get_worst_banks (const WsMemoryRequest *self)
{
  guint n_words[WS_WARP_SIZE] = { 0 };
  guint most = 0;
  guint32 banks = 0;

  if (self->ways < 2)
    return 0;
  for (guint i = 0; i < self->n_words; i++)
    {
      guint n = ++n_words[self->words[i].bank];

      most = MAX (most, n);
    }
  for (guint bank = 0; bank < self->banks; bank++)
    banks |= (guint32)(n_words[bank] == most) << bank;
  return banks;
}

/* Returns: the lanes that get a word, in global memory a byte, at the same time as another lane */
guint32
ws_memory_request_get_broadcast (const WsMemoryRequest *self)
{
  guint32 lanes = 0;

  if (self->is_atomic)
    return 0;
  for (guint i = 0; i < self->n_words && self->lane_bytes >= 4; i++)
    if ((self->words[i].lanes & (self->words[i].lanes - 1)) != 0)
      lanes |= self->words[i].lanes;
  for (guint a = 0; a < WS_WARP_SIZE; a++)
    for (guint b = a + 1; b < WS_WARP_SIZE; b++)
      if ((self->lanes >> a & 1) != 0 && (self->lanes >> b & 1) != 0
          && self->address[a] == self->address[b])
        lanes |= 1u << a | 1u << b;
  return lanes;
}

/* ---- global memory ---- */

/* The piece at @address among the pieces from @first on; created if absent. */
static WsMemoryRequestPiece *
get_piece (WsMemoryRequest *self, guint first, guint64 address, guint bytes)
{
  for (guint i = first; i < self->n_pieces; i++)
    if (self->pieces[i].address == address && self->pieces[i].bytes == bytes)
      return &self->pieces[i];
  g_assert (self->n_pieces < WS_MEMORY_REQUEST_MAX_PIECES);
  self->pieces[self->n_pieces] = (WsMemoryRequestPiece){ .address = address, .bytes = bytes };
  return &self->pieces[self->n_pieces++];
}

/* The bytes that @lane requests within @piece. */
static void
use (const WsMemoryRequest *self, WsMemoryRequestPiece *piece, guint lane)
{
  guint64 end = self->address[lane] + self->lane_bytes;

  piece->lanes |= 1u << lane;
  for (guint64 at = MAX (self->address[lane], piece->address);
       at < MIN (end, piece->address + piece->bytes); at++)
    piece->used[(at - piece->address) / 32] |= 1u << ((at - piece->address) % 32);
}

/* The requests of lanes @first to @end - 1, in aligned pieces of @bytes. */
static void
add_aligned (WsMemoryRequest *self, guint first, guint end, guint bytes)
{
  guint first_piece = self->n_pieces;

  for (guint lane = first; lane < end; lane++)
    {
      guint64 last = self->address[lane] + self->lane_bytes - 1;

      if ((self->lanes >> lane & 1) == 0)
        continue;
      for (guint64 at = self->address[lane] / bytes; at <= last / bytes; at++)
        use (self, get_piece (self, first_piece, at * bytes, bytes), lane);
    }
}

static gboolean
is_used (const WsMemoryRequestPiece *self, guint from, guint bytes)
{
  for (guint word = from / 32; word < (from + bytes) / 32; word++)
    if (self->used[word] != 0)
      return TRUE;
  return FALSE;
}

/* A segment with only one half requested shrinks to that half, down to 32 bytes. */
static void
shrink (WsMemoryRequestPiece *self)
{
  while (self->bytes > 32)
    {
      guint half = self->bytes / 2;
      gboolean lower = is_used (self, 0, half);

      if (lower && is_used (self, half, half))
        return;
      self->bytes = half;
      if (lower)
        continue;
      self->address += half;
      for (guint word = 0; word < half / 32; word++)
        {
          self->used[word] = self->used[word + half / 32];
          self->used[word + half / 32] = 0;
        }
    }
}

/* Compute capability 1.2 and 1.3: segments of 32 bytes for words of one byte, of 64 for two, of 128
 * for more. */
static void
add_segments (WsMemoryRequest *self, guint first)
{
  guint first_piece = self->n_pieces;

  add_aligned (self, first, first + HALF_WARP,
               self->lane_bytes == 1   ? 32
               : self->lane_bytes == 2 ? 64
                                       : 128);
  for (guint i = first_piece; i < self->n_pieces; i++)
    shrink (&self->pieces[i]);
}

/* Compute capability 1.0 and 1.1: whether lane k of the half-warp requests word k of an aligned
 * segment of sixteen words, of 4, 8 or 16 bytes. */
static gboolean
is_in_order (const WsMemoryRequest *self, guint first)
{
  guint bytes = self->lane_bytes;
  guint64 start = 0;
  gboolean known = FALSE;

  if (bytes != 4 && bytes != 8 && bytes != 16)
    return FALSE;
  for (guint i = 0; i < HALF_WARP; i++)
    {
      guint64 at = self->address[first + i] - (guint64)i * bytes;

      if ((self->lanes >> (first + i) & 1) == 0)
        continue;
      if (known && at != start)
        return FALSE;
      start = at;
      known = TRUE;
    }
  return start % (HALF_WARP * bytes) == 0;
}

/* 16-byte words take two segments. Out of order, each lane has its own. */
static void
add_in_order (WsMemoryRequest *self, guint first)
{
  if (is_in_order (self, first))
    add_aligned (self, first, first + HALF_WARP, MIN (HALF_WARP * self->lane_bytes, 128));
  else
    for (guint lane = first; lane < first + HALF_WARP; lane++)
      add_aligned (self, lane, lane + 1, 32);
}

/* By their addresses. */
static void
sort_pieces (WsMemoryRequest *self)
{
  for (guint i = 1; i < self->n_pieces; i++)
    {
      WsMemoryRequestPiece piece = self->pieces[i];
      guint k = i;

      for (; k > 0 && self->pieces[k - 1].address > piece.address; k--)
        self->pieces[k] = self->pieces[k - 1];
      self->pieces[k] = piece;
    }
}

/**
 * ws_memory_request_init_global:
 * @self: (out): a request
 * @lanes: that take part
 * @addresses: byte address of each of them, in lane order
 * @lane_bytes: that each asks for: 1 to 16
 * @rule: of the device
 *
 * Computes the transactions of a global access.
 */
void
ws_memory_request_init_global (WsMemoryRequest *self, guint32 lanes, const guint64 *addresses,
                               guint lane_bytes, WsMemoryRequestRule rule)
{
  begin (self, WS_SPACE_GLOBAL, lanes, addresses, lane_bytes);
  self->rule = rule;
  if (rule == WS_MEMORY_REQUEST_SECTORS || rule == WS_MEMORY_REQUEST_LINES)
    {
      add_aligned (self, 0, WS_WARP_SIZE, rule == WS_MEMORY_REQUEST_SECTORS ? 32 : 128);
      sort_pieces (self);
    }
  for (guint first = 0; first < WS_WARP_SIZE && rule >= WS_MEMORY_REQUEST_HALF_SEGMENTS;
       first += HALF_WARP)
    if (rule == WS_MEMORY_REQUEST_HALF_SEGMENTS)
      add_segments (self, first);
    else
      add_in_order (self, first);
  for (guint i = 0; i < self->n_pieces; i++)
    {
      self->moved_bytes += self->pieces[i].bytes;
      self->used_bytes += ws_memory_request_piece_count_used (&self->pieces[i]);
    }
}

/**
 * ws_memory_request_init_constant:
 * @self: (out): a request
 * @lanes: that take part
 * @addresses: byte address of each of them, in lane order
 * @lane_bytes: that each asks for: 1 to 16
 *
 * Computes the passes of the constant cache: it serves one address at a time, to all lanes that
 * request it (CUDA C++ Programming Guide, "Constant Memory" under "Device Memory Accesses"). Pieces
 * are the requested bytes; nothing else is moved.
 */
void
ws_memory_request_init_constant (WsMemoryRequest *self, guint32 lanes, const guint64 *addresses,
                                 guint lane_bytes)
{
  guint64 address;

  ws_memory_request_init_global (self, lanes, addresses, lane_bytes, WS_MEMORY_REQUEST_SECTORS);
  self->space = WS_SPACE_CONST;
  self->moved_bytes = self->used_bytes;
  ws_memory_request_find_most_shared (self, &address, &self->n_passes);
}

/* Returns: its bytes that a lane requests */
guint
ws_memory_request_piece_count_used (const WsMemoryRequestPiece *self)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->used); i++)
    n += (guint)__builtin_popcount (self->used[i]);
  return n;
}

/**
 * ws_memory_request_init:
 * @self: (out): a request; untouched if @event is not an access
 * @site: of @event
 *
 * Computes the request of an event by the rules of the run's device.
 *
 * Returns: whether ws_memory_request_is_access()
 */
gboolean
ws_memory_request_init (WsMemoryRequest *self, const WsRun *run, const WsSite *site,
                        const WsEvent *event)
{
  guint64 addresses[WS_WARP_SIZE];
  guint bytes = (guint)site->width_bytes * site->vector;

  if (!ws_memory_request_is_access (site, event) || bytes < 1 || bytes > 16)
    return FALSE;
  ws_memory_request_get_addresses (run, site, event, addresses);
  if (event->space == WS_SPACE_SHARED)
    init_shared (self, event->taken, addresses, bytes, run->spec->shared_banks,
                 site->op_class == WS_OP_ATOMIC);
  else if (event->space == WS_SPACE_CONST)
    ws_memory_request_init_constant (self, event->taken, addresses, bytes);
  else
    ws_memory_request_init_global (self, event->taken, addresses, bytes,
                                   ws_memory_request_get_rule (run->spec));
  self->space = event->space;
  self->is_atomic = site->op_class == WS_OP_ATOMIC;
  return TRUE;
}

/**
 * ws_memory_request_find_most_shared:
 * @address: (out): the address shared by most lanes, the lowest such
 * @n_addresses: (out): addresses, each once
 *
 * Returns: maximum number of lanes that request the same address
 */
guint
ws_memory_request_find_most_shared (const WsMemoryRequest *self, guint64 *address,
                                    guint *n_addresses)
{
  guint most = 0;

  *address = 0;
  *n_addresses = 0;
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      guint n = 0;
      gboolean again = FALSE;

      if ((self->lanes >> lane & 1) == 0)
        continue;
      for (guint other = 0; other < WS_WARP_SIZE; other++)
        if ((self->lanes >> other & 1) != 0 && self->address[other] == self->address[lane])
          {
            n++;
            again = again || other < lane;
          }
      *n_addresses += !again;
      if (n > most || (n == most && self->address[lane] < *address))
        *address = self->address[lane];
      most = MAX (most, n);
    }
  return most;
}
