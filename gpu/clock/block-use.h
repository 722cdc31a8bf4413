/* block-use.h: what a block took. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsBlockUse:
 * @duration: cycles that the block took, alone on its SM
 * @issue: of them, cycles of all schedulers together
 * @missed: 32-byte sectors that came from or went to the device memory
 *
 * What a block took.
 */
typedef struct {
  guint32 duration;
  guint32 issue;
  guint32 missed;
} WsBlockUse;

G_END_DECLS
