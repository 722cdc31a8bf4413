/* rewrite.h: inserts probes into a kernel's PTX, so that a real GPU can record it.
 *
 * Pure functions from PTX text to PTX text, for two recordings of the same launch.
 *
 * Events: the entry gets one more parameter, a #WsProbeControl, and two bodies. Recorded blocks run
 * the first, which is probed; all others run the second, the original kernel. So unrecorded blocks
 * cost next to nothing, and blocks that communicate still all run.
 *
 * Spans: the entry gets one more parameter, a #WsSpanControl, and two bodies, too. Warps of chosen
 * blocks read the clock at entry and exit, and write both with their SM: a dozen instructions,
 * which may still be a tenth of a short kernel. So a launch that probes few blocks measures how
 * long warps live, and one that probes all of them tells where they run.
 *
 * Each thread writes slots of 8 bytes into its own buffer, without synchronisation. The lanes of a
 * warp are interleaved, 256 bytes from one slot to the next. Space for the records of a basic block
 * is reserved at its begin, all or nothing. A record is a header, followed by the payload of an
 * access:
 *
 *   header      site | taken << 31, clock (low 32 bits)
 *   compact     address, value (32 bits each): one element of at most 32 bits, in a space whose
 *               addresses are that short
 *   memory      address (64 bits); then the values, two to a slot or one, as their width allows
 *   shuffle     lane operand, value received; where the clamp is no constant, a slot with it
 *   exchange    nothing, value received
 */
#pragma once

#include "ptx/ptx.h"

G_BEGIN_DECLS

#define WS_PROBE_SLOT_BYTES 8
#define WS_PROBE_ROW_BYTES  256 /* a slot of each lane */
#define WS_PROBE_TAKEN      0x80000000u
#define WS_PROBE_NO_BLOCK   0xffffffffu

/**
 * WsSpanControl:
 * @spans: address of a #WsProbeSpan per warp of the grid, block after block, zeroed
 * @timings: address of a #WsProbeTiming for each of the first @n_timed of them, zeroed
 * @n_warps: of a block
 * @n_timed: warps of the grid that also read the global timer, which is slow
 * @mask: blocks whose index has none of these bits are probed
 *
 * 40 bytes.
 */
typedef struct {
  guint64 spans;
  guint64 timings;
  guint64 n_warps;
  guint64 n_timed;
  guint64 mask;
} WsSpanControl;

/**
 * WsProbeSpan:
 * @start: when the warp began: low 32 bits of the clock of its SM
 * @sm: index of the SM
 * @end: when its last thread left: likewise
 * @reserved: ignored
 *
 * 16 bytes.
 */
typedef struct {
  guint32 start;
  guint32 sm;
  guint32 end;
  guint32 reserved;
} WsProbeSpan;

/**
 * WsProbeTiming:
 * @timer_ns: the global timer
 * @clock: the SM's clock, cycles, read right after it
 *
 * 16 bytes.
 */
typedef struct {
  guint64 timer_ns;
  guint64 clock;
} WsProbeTiming;

/**
 * WsProbeControl:
 * @recorded: address of a guint32 per block of the grid: its index among the recorded blocks, or
 * %WS_PROBE_NO_BLOCK
 * @starts: address of a guint64 per recorded block: clock of its SM when its first thread began
 * @slots: address of the slots: recorded block after block, warp after warp
 * @warp_bytes: bytes of one warp's slots, a multiple of %WS_PROBE_ROW_BYTES
 * @ends: address of a guint64 per recorded thread, zeroed: receives the end of its slots
 * @symbols: address of the table of guint64: generic address of shared and of local memory, then
 * the address of each of #WsPtxProbed.symbols
 * @n_warps: of a block
 * @filter: of two words: bit b % 64 of the first and bit b / 64 % 64 of the second are set for
 * every block b in @recorded, so that most others need not look there
 *
 * All addresses are of global memory. 72 bytes.
 */
typedef struct {
  guint64 recorded;
  guint64 starts;
  guint64 slots;
  guint64 warp_bytes;
  guint64 ends;
  guint64 symbols;
  guint64 n_warps;
  guint64 filter[2];
} WsProbeControl;

/**
 * WsProbeHeader:
 * @site: with %WS_PROBE_TAKEN where it was taken
 * @clock: low 32 bits of the SM's clock
 *
 * The header of a record; zeros where none was written. 8 bytes.
 */
typedef struct {
  guint32 site;
  guint32 clock;
} WsProbeHeader;

G_STATIC_ASSERT (sizeof (WsProbeControl) == 72);
G_STATIC_ASSERT (sizeof (WsSpanControl) == 40);
G_STATIC_ASSERT (sizeof (WsProbeSpan) == 16);
G_STATIC_ASSERT (sizeof (WsProbeTiming) == 16);
G_STATIC_ASSERT (sizeof (WsProbeHeader) == WS_PROBE_SLOT_BYTES);

typedef enum {
  WS_PROBE_NONE,     /* no record: executed by the lanes of the previous record */
  WS_PROBE_PLACE,    /* a header alone */
  WS_PROBE_COMPACT,  /* address and value in one slot */
  WS_PROBE_MEMORY,   /* address and values */
  WS_PROBE_SHUFFLE,  /* lane operand, value; clamp */
  WS_PROBE_EXCHANGE, /* member mask, value: votes, matches, reductions over the warp */
} WsProbeKind;

/**
 * WsPtxProbed:
 * @text: the rewritten module: the entry and what it calls; other entries are left out
 * @kinds: (array length=n_sites): a #WsProbeKind per site of the kernel
 * @n_sites: instructions of the entry and of the functions that it may call
 * @parts: (element-type WsPtxPart): what these are
 * @symbols: (element-type WsPtxVariable) (transfer none): the variables whose addresses the kernel
 * records, as each device has its own layout
 * @control_offset: of the new parameter in the parameter block
 */
typedef struct {
  char *text;
  guint8 *kinds;
  guint n_sites;
  GArray *parts;
  GPtrArray *symbols;
  guint32 control_offset;
} WsPtxProbed;

guint8 *ws_ptx_choose_probes (WsPtxModule *module, WsPtxFunction *function);
guint ws_ptx_probe_get_slots (WsProbeKind kind, const WsPtxInstruction *instruction);
guint ws_ptx_probe_value_offset (WsProbeKind kind, const WsPtxInstruction *instruction,
                                 guint index);
WsPtxProbed *ws_ptx_rewrite (WsPtxModule *module, WsPtxFunction *function, const guint8 *kinds,
                             GError **error);
char *ws_ptx_rewrite_spans (WsPtxModule *module, WsPtxFunction *function, gboolean flat,
                            GError **error);
void ws_ptx_probed_free (WsPtxProbed *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPtxProbed, ws_ptx_probed_free)

G_END_DECLS
