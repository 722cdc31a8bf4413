/* block-use.h: the resources that a block used. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsBlockUse:
 * @duration: cycles that the block took, alone on its SM
 * @issue: issue cycles, summed over all schedulers
 * @missed: 32-byte sectors transferred from or to the device memory
 *
 * What a block took.
 */
typedef struct {
  guint32 duration;
  guint32 issue;
  guint32 missed;
} WsBlockUse;

G_END_DECLS
