/* play.h: plays kernels by hand, event by event, into a run: a pencil's virtual GPU, for testing
 * what is derived of a run.
 *
 * A test writes the sites down once, in the order of the PTX, and then says which warp executes
 * which with which lanes. The player keeps registers and memory, so that the values in the run are
 * those of a real one.
 */
#pragma once

#include "record/run.h"

#define PLAY_REGISTERS 32
#define PLAY_SHARED    4096 /* words */
#define PLAY_GLOBAL    8192
#define PLAY_INPUT     0x10000 /* address of the input, and */
#define PLAY_OUTPUT    0x20000 /* of the output */

typedef struct {
  GArray *sites;
  GArray *registers;
  GString *strings;
  GArray *events;
  GArray *lanes;
  guint n_threads;
  guint64 time;
  guint32 regs[1024][PLAY_REGISTERS];
  guint32 shared[PLAY_SHARED];
  guint32 input[PLAY_GLOBAL];
  guint32 output[PLAY_GLOBAL];
} Play;

Play *play_new (guint n_threads);

/* @registers: as in "r4 = r3 r2 [r9] @r8": what is written, data sources, address registers, guard;
 * "@!r8" negates it. */
guint play_site (Play *self, WsOpClass op_class, const char *opcode, const char *registers);
guint play_branch (Play *self, const char *registers, guint target, guint reconverge);

guint32 play_warp_mask (const Play *self, guint warp);
guint play_n_warps (const Play *self);
/* @active: lanes on the path; @taken: those whose guard holds */
void play (Play *self, guint site, guint warp, guint32 active, guint32 taken);
/* @address: a byte address for each thread of the warp */
void play_access (Play *self, guint site, guint warp, guint32 active, guint32 taken,
                  const guint64 *address);
/* every lane receives from the one @delta above it, or keeps its own */
void play_shuffle_down (Play *self, guint site, guint warp, guint32 active, guint delta);

WsSpec *play_load_spec (const char *id);
WsKernel *play_make_kernel (const Play *self);
/* (transfer full); frees @self. One launch, of @n_blocks blocks, of which the first is recorded. */
WsRun *play_end (Play *self, const char *spec);

/* Reductions of @n elements by one block of @n_threads, played as the seven kernels' PTX does. */
typedef WsRun *(*PlayKernel) (guint n_threads, guint n, const char *spec);
WsRun *play_reduce1 (guint n_threads, guint n, const char *spec);
WsRun *play_reduce2 (guint n_threads, guint n, const char *spec);
WsRun *play_reduce3 (guint n_threads, guint n, const char *spec);
WsRun *play_reduce_warp (guint n_threads, guint n,
                         const char *spec); /* the last warp unrolled with __syncwarp */
WsRun *play_reduce_shuffle (guint n_threads, guint n, const char *spec);
WsRun *play_add (guint n_threads, guint n, const char *spec); /* C[i] = A[i] + B[i] */
