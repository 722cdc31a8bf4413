/* translate.c: translates the device's addresses to those of the run: shared, local and constant
 * ones are offsets into their window, in the parser's layout. */
#include "probe/probe-private.h"

/* Generic addresses of shared and of local memory lie in windows of this size (PTX ISA, 6.4.1.1:
 * what the window of a space holds; 16 MiB on all GPUs since Fermi). */
#define WINDOW_BYTES (G_GUINT64_CONSTANT (1) << 24)

#define N_WINDOWS 2 /* the table of symbols begins with shared and local memory */

static guint64
own_address (const WsProbe *probe, const WsPtxVariable *variable)
{
  if (variable->space == WS_SPACE_SHARED && variable->is_extern)
    return probe->function->dynamic_shared_offset;
  return variable->offset;
}

/**
 * ws_probe_translate:
 * @data: the launch's records
 * @space: (inout): of the address; a generic one becomes shared, local or global, according to its
 * window
 * @address: on the device
 *
 * Generic addresses of shared and local memory lie in windows of 16 MiB (PTX ISA, 6.4.1.1).
 *
 * Returns: the address in the run: global ones are unchanged, others are offsets into their space,
 * in the parser's layout
 */
guint64
ws_probe_translate (const WsProbeData *data, WsSpace *space, guint64 address)
{
  const GPtrArray *symbols = data->probe->probed->symbols;
  const WsPtxVariable *nearest = NULL;
  guint64 base = 0;

  if (*space == WS_SPACE_GENERIC)
    {
      *space = WS_SPACE_GLOBAL;
      for (guint i = 0; i < N_WINDOWS; i++)
        if (address - data->symbols[i] < WINDOW_BYTES)
          {
            *space = i == 0 ? WS_SPACE_SHARED : WS_SPACE_LOCAL;
            address -= data->symbols[i];
          }
    }
  if (*space == WS_SPACE_GLOBAL)
    return address;
  for (guint i = 0; i < symbols->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (symbols, i);
      guint64 at = data->symbols[N_WINDOWS + i];

      if (variable->space == *space && at <= address && (nearest == NULL || at >= base))
        {
          nearest = variable;
          base = at;
        }
    }
  return nearest != NULL ? address - base + own_address (data->probe, nearest) : address;
}
