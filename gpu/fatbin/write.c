#include "fatbin/write.h"

#include "fatbin/layout.h"

#include <string.h>

#define ENTRY_BYTES   64 /* nvcc's have this, with nothing in the last sixteen */
#define ENTRY_VERSION 0x101
#define ALIGNMENT     8

/**
 * ws_fat_binary_write:
 * @ptx: of a compiler
 * @architecture: that it is for, as in 75
 *
 * Returns: (transfer full): a fat binary that has it, and no machine code
 */
GBytes *
ws_fat_binary_write (const char *ptx, guint architecture)
{
  gsize length = strlen (ptx) + 1;
  gsize padded = (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  const WsFatBinaryHeader header = { .magic = WS_FAT_BINARY_MAGIC,
                                     .version = WS_FAT_BINARY_VERSION,
                                     .header_bytes = sizeof header,
                                     .bytes = ENTRY_BYTES + padded };
  const WsFatBinaryEntry entry = { .kind = WS_FAT_BINARY_PTX,
                                   .version = ENTRY_VERSION,
                                   .header_bytes = ENTRY_BYTES,
                                   .bytes = padded,
                                   .architecture = architecture };
  gsize size = sizeof header + ENTRY_BYTES + padded;
  guint8 *data = g_malloc0 (size);

  memcpy (data, &header, sizeof header);
  memcpy (data + sizeof header, &entry, sizeof entry);
  memcpy (data + sizeof header + ENTRY_BYTES, ptx, length);
  return g_bytes_new_take (data, size);
}
