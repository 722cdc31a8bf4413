/* model.h: what instructions give, computed on the host from what the PTX manual says, and apart
 * from gpu/vm. */
#pragma once

#include "ptx/isa.h"

#define MODEL_N_WORDS 5

/* What a lane reads: @words: its sources, in their order; predicates: bit k of the last word is
 * that of source k; @carry: 0 or 1; @immediate: of lop3. */
typedef struct {
  guint64 words[MODEL_N_WORDS];
  guint carry;
  guint immediate;
} ModelInput;

/* @bits: of the result; a predicate is 0 or 1, of two the second is the second bit; @carry: behind
 * it; @is_approximate: @value is what it comes close to: within @ulps units of the last place, or
 * @absolute; of numbers of 16 bits, each of @halves is, within its bound. */
typedef struct {
  guint64 bits;
  guint carry;
  gboolean is_approximate;
  long double value;
  long double ulps;
  long double absolute;
  struct {
    long double value;
    long double bound;
  } halves[2];
} ModelResult;

/* FALSE where the model does not know the instruction. */
gboolean model_compute (const WsShape *shape, const ModelInput *input, ModelResult *result);
guint model_get_width (WsPtxType type);
/* Whether numbers of 16 bits are its sources or its results, one or two of them. */
gboolean model_is_half (WsPtxType type);
/* The number that @bits are, of .f16, .bf16, .e4m3x2 and .e5m2x2: of the latter the lower one. */
long double model_read_half (WsPtxType type, guint64 bits);
gboolean model_has_word (const WsShape *shape, WsPtxMod word);
