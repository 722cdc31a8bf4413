/* sequence.h: how streams are captured into a graph. */
#pragma once

#include "runtime/work.h"

G_BEGIN_DECLS

cudaError_t ws_runtime_submit (WsRuntime *self, const WsWork *work, cudaStream_t handle,
                               gboolean waits);
cudaError_t ws_sequence_add (WsRuntime *self, WsStream *stream, const WsWork *work);
cudaError_t ws_sequence_check_legacy (WsRuntime *self, const WsStream *stream);
cudaError_t ws_sequence_forbid (WsRuntime *self);
cudaError_t ws_sequence_forbid_wait (WsRuntime *self, const WsStream *stream);
gboolean ws_sequence_is_open (const WsRuntime *self, const WsSequence *sequence);
cudaError_t ws_sequence_join (WsRuntime *self, WsStream *stream, const WsRuntimeEvent *event);

G_END_DECLS
