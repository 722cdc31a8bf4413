/* layout.h: how a fat binary is laid out. NVIDIA documents none of this; this was inferred by
 * comparing "cuobjdump --dump-ptx" with the bytes of its files. */
#pragma once

#include <glib.h>

#define WS_FAT_BINARY_MAGIC   0xba55ed50u
#define WS_FAT_BINARY_VERSION 1
#define WS_FAT_BINARY_PTX     1 /* of an entry: PTX, and machine code */
#define WS_FAT_BINARY_CUBIN   2

/* Its header. */
typedef struct {
  guint32 magic;
  guint16 version;
  guint16 header_bytes;
  guint64 bytes; /* behind the header */
} WsFatBinaryHeader;

/* A kernel's code, once. */
typedef struct {
  guint16 kind;
  guint16 version;
  guint32 header_bytes;
  guint64 bytes; /* behind the header, with padding */
  guint32 packed_bytes;
  guint32 options;
  guint16 minor;
  guint16 major;
  guint32 architecture;
  guint32 name;
  guint32 name_bytes;
  guint64 flags;
} WsFatBinaryEntry;

G_STATIC_ASSERT (sizeof (WsFatBinaryHeader) == 16 && sizeof (WsFatBinaryEntry) == 48);
