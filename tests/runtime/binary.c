#include "binary.h"

#include <string.h>

#define ENTRY_BYTES 64

typedef struct {
  guint32 magic;
  guint32 version;
  gpointer data;
  gpointer names;
} Wrapper;

static void
put32 (guint8 *at, guint32 value)
{
  memcpy (at, &value, sizeof value);
}

/* As those of a program they are there to its end. */
static GSList *all;

gpointer
binary_new_linked (const char *const *ptx)
{
  guint n = g_strv_length ((char **)ptx);
  gpointer *parts = g_new0 (gpointer, n + 1);
  Wrapper *self = binary_new ("");

  for (guint i = 0; i < n; i++)
    parts[i] = ((const Wrapper *)binary_new (ptx[i]))->data;
  self->version = 2;
  self->names = parts;
  return self;
}

gpointer
binary_new (const char *ptx)
{
  Wrapper *self = g_new0 (Wrapper, 1);
  gsize length = strlen (ptx) + 1;
  gsize padded = (length + 7) / 8 * 8;
  guint8 *data = g_malloc0 (16 + ENTRY_BYTES + padded);
  guint64 bytes = ENTRY_BYTES + padded;
  guint8 *entry = data + 16;

  put32 (data, 0xba55ed50u);
  put32 (data + 4, 1 | 16 << 16);
  memcpy (data + 8, &bytes, 8);
  put32 (entry, 1 | 0x101 << 16);
  put32 (entry + 4, ENTRY_BYTES);
  put32 (entry + 8, (guint32)padded);
  put32 (entry + 28, 90);
  memcpy (entry + ENTRY_BYTES, ptx, length);
  *self = (Wrapper){ 0x466243b1u, 1, data, NULL };
  all = g_slist_prepend (all, self);
  return self;
}
