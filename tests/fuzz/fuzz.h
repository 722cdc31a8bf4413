/* fuzz.h: what the fuzzers share. A target takes any bytes as what a stranger hands to the program,
 * and goes all the way with them: read, derived, drawn, written.
 *
 * It is a plain function, so that libFuzzer can call it (fuzz-main.c) and so can a test with any
 * compiler (test-replay.c). It depends on nothing but its bytes.
 */
#pragma once

#include "scenario/data.h"
#include "pen/theme.h"
#include "export/data.h"

G_BEGIN_DECLS

typedef void (*WsFuzzTarget) (const guint8 *data, gsize size);

/* Changes @data in place. Returns: its new size, at most @max_size; 0 where the default mutation
 * may do. */
typedef gsize (*WsFuzzMutate) (guint8 *data, gsize size, gsize max_size, guint32 seed);

typedef struct {
  const char *name;
  WsFuzzTarget run;
  WsFuzzMutate mutate;
} WsFuzz;

#define WS_FUZZ(name)                                   \
  void ws_fuzz_##name (const guint8 *data, gsize size); \
  gsize ws_fuzz_##name##_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed);
#include "targets.def"
#undef WS_FUZZ

/* ---- look.c: everything that can be made of what was read ---- */

/* @choice: of launches, blocks, moments and options: every value does */
void ws_fuzz_look_at_run (WsRun *run, guint32 choice);
void ws_fuzz_look_at_scenario (const WsScenario *scenario, guint32 choice);
/* @text: taken, nullable: what is told to people is UTF-8 */
void ws_fuzz_hear (char *text);
guint32 ws_fuzz_choose (const guint8 *data, gsize size);

typedef void (*WsFuzzDraw) (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width,
                            double height);
/* at three sizes; now and then into a file's format, too */
void ws_fuzz_draw (WsFuzzDraw draw, gconstpointer subject, guint32 choice);
/* what is written of it, as CSV and JSON; @data: taken, nullable */
void ws_fuzz_write_data (WsData *data);

/* ---- variant.c: GVariants that are a little different, and in normal form ---- */

GVariant *ws_fuzz_mutate_variant (GVariant *variant, GRand *rand);
/* The payload behind @header bytes, of @type. Returns: the new size; 0 where it does not fit or was
 * none. */
gsize ws_fuzz_mutate_payload (guint8 *data, gsize size, gsize max_size, gsize header,
                              const GVariantType *type, guint32 seed);

/* ---- text.c, frames.c ---- */

gsize ws_fuzz_mutate_text (guint8 *data, gsize size, gsize max_size, guint32 seed,
                           const char *const *words, guint n_words);
gsize ws_fuzz_mutate_frames (guint8 *data, gsize size, gsize max_size, guint32 seed);

G_END_DECLS
