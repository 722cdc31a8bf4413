/* fidelity.h: how far the modelled times of a virtual GPU are from those of the real one. Reads
 * fidelity.ini, which tests/bench/fidelity.py --data writes. */
#pragma once

#include "timing/sweep.h"

G_BEGIN_DECLS

/**
 * WsFidelity:
 * @gpu: the real one, as in "NVIDIA H200"
 * @launches: how many were compared
 * @factor: error factor: geometric mean of the ratios, too long or too short
 * @is_published: whether the times of the real one are published by others; else they were measured
 * @is_of_group: whether all compared kernels are of the requested kernels' group
 *
 * A comparison. Its texts live as long as the program.
 */
typedef struct {
  const char *gpu;
  guint launches;
  double factor;
  gboolean is_published;
  gboolean is_of_group;
} WsFidelity;

gboolean ws_fidelity_find (const char *device, const char *const *kernels, WsFidelity *fidelity);
guint ws_fidelity_get_percent (const WsFidelity *self);
char *ws_fidelity_describe (const char *device, const char *const *kernels);
char *ws_fidelity_describe_run (const WsRun *run);
char *ws_fidelity_describe_sweep (const WsSweep *sweep);
char *ws_fidelity_format_sweep (const WsSweep *sweep);

G_END_DECLS
