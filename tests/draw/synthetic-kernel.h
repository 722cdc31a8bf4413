/* synthetic-kernel.h: the one kernel whose instructions all made-up runs use. Private to
 * synthetic*.c and schedule.c. */
#pragma once

#include "synthetic.h"

G_BEGIN_DECLS

enum {
  SITE_TID,
  SITE_LOAD,
  SITE_LOAD_MORE,
  SITE_ADD_MORE,
  SITE_STORE_SHARED,
  SITE_BARRIER,
  SITE_LOOP,
  SITE_TEST,
  SITE_BRANCH,
  SITE_READ_A,
  SITE_READ_B,
  SITE_ADD,
  SITE_WRITE,
  SITE_LOOP_BARRIER,
  SITE_AGAIN,
  SITE_WARP_BRANCH,
  SITE_NOTHING,
  SITE_SHUFFLE,
  SITE_ADD_SHUFFLED,
  SITE_WARP_READ_A,
  SITE_WARP_READ_B,
  SITE_WARP_ADD,
  SITE_WARP_WRITE,
  SITE_WARP_SYNC,
  SITE_LAST_BRANCH,
  SITE_READ_RESULT,
  SITE_STORE_RESULT,
  SITE_STORE_OWN,
  SITE_EXIT,
  N_SITES
};

/* (transfer full): "h200", "k40c", ... */
WsSpec *synthetic_load_spec (const char *id);
/* memory that a site reaches */
WsSpace synthetic_site_get_space (guint site);
/* (transfer full) */
WsKernel *synthetic_kernel_new (SyntheticKernel kernel, SyntheticValues values);

G_END_DECLS
