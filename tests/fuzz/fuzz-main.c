/* fuzz-main.c: one target as libFuzzer calls it. Compiled once for each, with WS_FUZZ_NAME as its
 * name. */
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
gsize LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed);
gsize LLVMFuzzerMutate (guint8 *data, gsize size, gsize max_size);

#define PASTE(a, b, c)     a##b##c
#define TARGET(name, more) PASTE (ws_fuzz_, name, more)

/* A warning of GLib's ends a process by SIGTRAP, for which libFuzzer keeps no input. */
static GLogWriterOutput
log_cb (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  g_log_writer_default (level, fields, n, data);
  if ((level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) != 0)
    abort ();
  return G_LOG_WRITER_HANDLED;
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  g_log_set_writer_func (log_cb, NULL, NULL);
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  TARGET (WS_FUZZ_NAME, ) (data, size);
  return 0;
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  gsize changed = TARGET (WS_FUZZ_NAME, _mutate) (data, size, max_size, seed);

  return changed > 0 ? changed : LLVMFuzzerMutate (data, size, max_size);
}
