#include "clock/tensor.h"

/* Multiplications of f16, each with an addition, that all tensor cores of an SM do in a cycle, from
 * a compute capability on, without sparsity. NVIDIA's architecture white papers: Tesla V100 (8
 * tensor cores of 64), Turing (8 of 64), A100 (4 of 256), GA102 (4 of 128), Ada (4 of 128), H100 (4
 * of 512: twice an A100's SM), Blackwell data centre (twice an H100's) and GeForce (as Ada). */
static const struct {
  guint major;
  guint minor;
  guint per_cycle;
} rates[] = {
  { 12, 0, 512 }, { 10, 0, 4096 }, { 9, 0, 2048 }, { 8, 9, 512 },
  { 8, 6, 512 },  { 8, 0, 1024 },  { 7, 0, 512 },
};

static guint
get_rate (const WsSpec *spec)
{
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    if (spec->cc_major > rates[i].major
        || (spec->cc_major == rates[i].major && spec->cc_minor >= rates[i].minor))
      return rates[i].per_cycle;
  return rates[G_N_ELEMENTS (rates) - 1].per_cycle;
}

/* Bits of an element of a: half as many, twice the rate, and the other way round; tf32 comes as 32
 * bits. Of doubles a tensor core does twice what the SM's lanes for them do (A100 and H100 white
 * papers). */
static guint
rate_of_type (const WsSpec *spec, WsPtxType type)
{
  switch (type)
    {
    case WS_PTX_F64:
      return MAX (2 * spec->fp64_lanes, 1);
    case WS_PTX_TF32:
    case WS_PTX_F32:
      return get_rate (spec) / 2;
    case WS_PTX_S8:
    case WS_PTX_U8:
    case WS_PTX_E4M3:
    case WS_PTX_E5M2:
      return get_rate (spec) * 2;
    case WS_PTX_S4:
    case WS_PTX_U4:
      /* the tensor cores of compute capability 9.0 and later have none */
      return get_rate (spec) * (spec->cc_major < 9 ? 4 : 2);
    default:
      return get_rate (spec);
    }
}

/**
 * ws_tensor_get_cycles:
 * @plan: matrices that are multiplied
 *
 * Returns: cycles for which a warp's product occupies the tensor core of one scheduler: the
 * multiplications of its shape, at the SM's rate for its type from the white papers
 */
guint
ws_tensor_get_cycles (const WsSpec *spec, const WsMatrixPlan *plan)
{
  guint n = plan->shape.m * plan->shape.n * plan->shape.k * MAX (spec->schedulers_per_sm, 1);
  guint rate = rate_of_type (spec, plan->types[1]);

  return MAX ((n + rate - 1) / rate, 1);
}
