/* fuzz-main.c: one target as libFuzzer calls it. Compiled once for each, with WS_FUZZ_NAME as its
 * name. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
gsize LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed);
gsize LLVMFuzzerMutate (guint8 *data, gsize size, gsize max_size);

#define PASTE(a, b, c)     a##b##c
#define TARGET(name, more) PASTE (ws_fuzz_, name, more)

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
