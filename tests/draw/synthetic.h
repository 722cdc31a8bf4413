/* synthetic.h: runs made up event by event, so that drawings can be tried without a device:
 * reductions of every shape. */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

typedef enum {
  SYNTHETIC_INTERLEAVED, /* tid % (2 * s) == 0: every warp diverges */
  SYNTHETIC_STRIDED,     /* index = 2 * s * tid */
  SYNTHETIC_SEQUENTIAL,  /* tid < s */
  SYNTHETIC_FIRST_ADD,   /* two elements on their way in, then as before */
  SYNTHETIC_CASCADE,     /* many elements on their way in; the last warp goes on alone, with all its
                            lanes */
  SYNTHETIC_SHUFFLE,     /* from lane to lane, then over the warps */
  SYNTHETIC_COPY,        /* out[i] = in[i]: no tree at all */
  SYNTHETIC_SILENT,      /* stores nothing */
  SYNTHETIC_N_KERNELS
} SyntheticKernel;

typedef enum {
  SYNTHETIC_SMALL, /* integers of one or two digits */
  SYNTHETIC_WIDE,  /* integers of ten digits */
  SYNTHETIC_FLOAT, /* with all their digits */
} SyntheticValues;

const char *synthetic_get_name (SyntheticKernel kernel);
/* (transfer full): block 0 of a launch of @block threads */
WsRun *synthetic_run_new (SyntheticKernel kernel, guint block, SyntheticValues values);
/* the same, as if a real GPU had run it at noon of 2026-11-21 UTC */
#define SYNTHETIC_DRIVER "580.159"
#define SYNTHETIC_DATE   1795262400
WsRun *synthetic_measured_run_new (SyntheticKernel kernel, guint block, SyntheticValues values);
WsScene *synthetic_scene_new (SyntheticKernel kernel, guint block, SyntheticValues values);

G_END_DECLS
