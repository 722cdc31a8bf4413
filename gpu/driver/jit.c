#include "driver/jit.h"

#include <string.h>

/* The address of an option's value; NULL if not given. */
static void **
find (const WsJitOptions *self, int name)
{
  for (guint i = 0; self->names != NULL && self->values != NULL && i < self->n; i++)
    if (self->names[i] == name)
      return &self->values[i];
  return NULL;
}

/* A log has a buffer and a size, which is set to that of the text. */
static void
write_log (const WsJitOptions *self, int buffer_name, int size_name, const char *words)
{
  void **buffer = find (self, buffer_name);
  void **size = find (self, size_name);
  gsize room = size != NULL ? (guint32)(guintptr)*size : 0;

  if (buffer != NULL && *buffer != NULL && room > 0)
    g_strlcpy (*buffer, words, room);
  else
    room = 0;
  if (size != NULL)
    *size = GSIZE_TO_POINTER (room > 0 ? MIN (strlen (words), room - 1) : 0);
}

/**
 * ws_jit_say:
 * @self: options of a call that loads or links
 * @words: (nullable): the error, as a sentence; %NULL if none
 *
 * Fills the logs that the program provides.
 */
void
ws_jit_say (const WsJitOptions *self, const char *words)
{
  write_log (self, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, "");
  write_log (self, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
             words != NULL ? words : "");
}
