/* writer.h: finds which step wrote the contents of a piece of memory before a launch. */
#pragma once

#include "history/history.h"

G_BEGIN_DECLS

typedef enum {
  WS_WRITER_UNKNOWN, /* possibly the host directly, or unknown */
  WS_WRITER_NONE,    /* nothing, since its allocation */
  WS_WRITER_CALL,    /* a copy, cudaMemset(), or a library's */
  WS_WRITER_LAUNCH,
} WsWriterKind;

/**
 * WsWriter:
 * @kind: what it was
 * @step: (nullable) (transfer none): which
 * @launch: of a launch: which, of all of the program, counted from 0; of %WS_WRITER_NONE, the first
 * one since it was allocated
 */
typedef struct {
  WsWriterKind kind;
  const WsStep *step;
  guint launch;
} WsWriter;

WsWriter ws_history_find_writer (const WsHistory *self, guint launch, guint64 address, gsize size);
char *ws_writer_describe (const WsWriter *self, const char *kernel);

G_END_DECLS
