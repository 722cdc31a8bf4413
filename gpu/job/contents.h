/* contents.h: the initial contents of a buffer, described compactly whatever its length.
 */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsContentsKind:
 * @WS_CONTENTS_NOTHING: undefined, for a buffer that is only written
 * @WS_CONTENTS_CONSTANT: every element is @first
 * @WS_CONTENTS_RAMP: element i is @first + i * @step
 * @WS_CONTENTS_RANDOM: element i is (@first + r) / @divisor + @plus, with r one of 0 ... @count - 1
 * by @seed and i
 * @WS_CONTENTS_FACTORS: random numbers by @seed whose product neither vanishes nor overflows,
 * however many there are: small odd integers, mostly 1 and -1; floating-point numbers near 1
 * @WS_CONTENTS_VALUES: @values
 *
 * Integers are computed modulo 2 to their width, single precision in single precision.
 */
typedef enum {
  WS_CONTENTS_NOTHING,
  WS_CONTENTS_CONSTANT,
  WS_CONTENTS_RAMP,
  WS_CONTENTS_RANDOM,
  WS_CONTENTS_FACTORS,
  WS_CONTENTS_VALUES,
  WS_CONTENTS_LAST = WS_CONTENTS_VALUES
} WsContentsKind;

/**
 * WsPatch:
 * @index: of the element
 * @bits: its value
 *
 * One element that differs from the pattern.
 */
typedef struct {
  guint64 index;
  guint64 bits;
} WsPatch;

/**
 * WsContents:
 * @kind: how the elements are generated
 * @seed: of random ones
 * @first: see @kind
 * @step: of a ramp
 * @count: of random ones: how many there are to choose from
 * @divisor: of random ones: not 0
 * @plus: of random ones
 * @values: (nullable): of %WS_CONTENTS_VALUES: the elements, packed, in native byte order
 * @patches: (nullable) (element-type WsPatch): applied on top
 */
typedef struct {
  WsContentsKind kind;
  guint64 seed;
  double first;
  double step;
  guint32 count;
  double divisor;
  double plus;
  GBytes *values;
  GArray *patches;
} WsContents;

void ws_contents_clear (WsContents *self);
void ws_contents_copy (const WsContents *self, WsContents *copy);
gboolean ws_contents_equal (const WsContents *a, const WsContents *b);
void ws_contents_add_patch (WsContents *self, guint64 index, guint64 bits);
GBytes *ws_contents_make (const WsContents *self, WsValueType type, guint64 length);
GBytes *ws_contents_make_part (const WsContents *self, WsValueType type, guint64 length,
                               guint64 first, guint64 n);

guint64 ws_contents_random (guint64 seed, guint64 i);

G_END_DECLS
