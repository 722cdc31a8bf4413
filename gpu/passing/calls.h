/* calls.h: every call of CUDA's runtime, by its number: calls.def. */
#pragma once

#include "runtime/api.h"

#include <glib.h>

G_BEGIN_DECLS

enum {
#define WS_CALL(number, call) WS_CALL_##call = number,
#include "calls.def"
#undef WS_CALL
  WS_N_CALLS
};

extern void *ws_passing_calls[WS_N_CALLS] G_GNUC_INTERNAL;

/* CUDA's own. */
#define WS_REAL(call) ((__typeof__ (&(call)))ws_passing_calls[WS_CALL_##call])
/* The twin of a call for the default stream of a thread: "cudaMemcpy", "_ptds". */
#define WS_TWIN(call, end) ((__typeof__ (&(call)))ws_passing_calls[WS_CALL_##call##end])

/* A watched call: it is forwarded, and recorded by @note, in which "error" is what it returned. */
#define WS_WATCH(call, parameters, arguments, note) \
  cudaError_t call parameters                       \
  {                                                 \
    cudaError_t error = WS_REAL (call) arguments;   \
                                                    \
    note;                                           \
    return error;                                   \
  }

/* The same, with its twin. */
#define WS_WATCH_TWO(call, end, parameters, arguments, note) \
  WS_WATCH (call, parameters, arguments, note)               \
  WS_API cudaError_t call##end parameters;                   \
  cudaError_t call##end parameters                           \
  {                                                          \
    cudaError_t error = WS_TWIN (call, end) arguments;       \
                                                             \
    note;                                                    \
    return error;                                            \
  }

G_END_DECLS
