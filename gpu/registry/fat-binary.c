/* fat-binary.c: after crt/host_runtime.h of CUDA 13. */
#include "registry/fat-binary.h"

#include "fatbin/layout.h"
#include "ptx/link.h"
#include "vm/vm.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define WRAPPER_MAGIC  0x466243b1u
#define LINKED_VERSION 2
#define IS_ZSTD        0x8000u
#define IS_COMPRESSED  (0x1000u | 0x2000u | IS_ZSTD) /* by three methods, over the years */
#define MAX_CODE_BYTES (256u << 20)

/* As the linker finds them in .nvFatBinSegment (fatbinary_section.h). */
typedef struct {
  guint32 magic;
  guint32 version;
  const guint8 *data;
  const guint8 *const *parts; /* of LINKED_VERSION: those that it was linked of, to a NULL */
} Wrapper;

/* Where an entry's code is, unpacked, for good; %NULL if it cannot be. */
static const guint8 *
unpack (const WsFatBinaryEntry *entry, const guint8 *data, gsize *size)
{
  guint64 unpacked;
  guint8 *code;

  *size = entry->bytes;
  if ((entry->flags & IS_COMPRESSED) == 0)
    return data;
  if ((entry->flags & IS_ZSTD) == 0 || entry->packed_bytes > entry->bytes)
    return NULL;
  unpacked = ZSTD_getFrameContentSize (data, entry->packed_bytes);
  if (unpacked > MAX_CODE_BYTES) /* or is not known */
    return NULL;
  *size = unpacked;
  code = g_malloc (unpacked);
  if (ZSTD_decompress (code, unpacked, data, entry->packed_bytes) == unpacked)
    return code;
  g_free (code);
  return NULL;
}

/* Whether code for one architecture runs on another: CUDA C++ Programming Guide, "Binary
 * Compatibility". */
static gboolean
runs_on (guint32 code, guint32 gpu)
{
  return code / 10 == gpu / 10 && code % 10 <= gpu % 10;
}

static void
find_code (WsFatBinary *self, guint architecture, const guint8 *data)
{
  guint32 best[] = { 0, 0, 0 };
  WsFatBinaryHeader binary;

  memcpy (&binary, data, sizeof binary);
  if (binary.magic != WS_FAT_BINARY_MAGIC)
    return;
  for (guint64 at = binary.header_bytes, end = at + binary.bytes;
       at + sizeof (WsFatBinaryEntry) <= end;)
    {
      const guint8 *code;
      gsize size;
      WsFatBinaryEntry entry;

      memcpy (&entry, data + at, sizeof entry);
      if (entry.header_bytes < sizeof entry || entry.header_bytes > end - at
          || entry.bytes > end - at - entry.header_bytes)
        return;
      code = data + at + entry.header_bytes;
      at += entry.header_bytes + entry.bytes;
      if (entry.kind > WS_FAT_BINARY_CUBIN || entry.architecture < best[entry.kind]
          || (entry.kind == WS_FAT_BINARY_CUBIN && !runs_on (entry.architecture, architecture))
          || (code = unpack (&entry, code, &size)) == NULL)
        continue;
      if (entry.kind == WS_FAT_BINARY_PTX)
        {
          self->ptx = (const char *)code;
          self->ptx_bytes = strnlen (self->ptx, size);
        }
      else if (entry.kind == WS_FAT_BINARY_CUBIN)
        {
          self->cubin = code;
          self->cubin_bytes = size;
        }
      best[entry.kind] = entry.architecture;
    }
}

/* Kernels of Python's have the tags "[abi:v1][abi:…]" behind their names, by which Numba tells one
 * version of them from another, and the module before it, which is the script: both are cut. */
static void
cut_tags (char *title)
{
  char *tags = strstr (title, "[abi:v");
  char *end = tags;
  char *name = title;

  if (tags == NULL)
    return;
  while (g_str_has_prefix (end, "[abi:") && strchr (end, ']') != NULL)
    end = strchr (end, ']') + 1;
  for (char *at = title; at < tags; at++)
    if (at[0] == ':' && at[1] == ':')
      name = at + 2;
  memmove (tags, end, strlen (end) + 1);
  memmove (title, name, strlen (name) + 1);
}

/**
 * ws_fat_binary_demangle:
 * @name: in the PTX
 *
 * Returns: (transfer full): as C++ has it, where the program brings what can say so:
 * "add(float const*, float*, int)"
 */
char *
ws_fat_binary_demangle (const char *name)
{
  char *(*demangle_name) (const char *, char *, size_t *, int *);
  void *library = dlopen ("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
  char *found = NULL;
  char *copy;
  int status = -1;

  *(void **)&demangle_name = library != NULL ? dlsym (library, "__cxa_demangle") : NULL;
  if (demangle_name != NULL)
    found = demangle_name (name, NULL, NULL, &status);
  copy = g_strdup (status == 0 ? found : name);
  cut_tags (copy);
  free (found);
  if (library != NULL)
    dlclose (library);
  return copy;
}

/* Calls of CUDA's that the virtual GPU does not have are refused where a kernel makes them. */
static gboolean
is_of_system (const char *name)
{
  return ws_system_find (name) != 0 || g_str_has_prefix (name, "cuda")
         || g_str_has_prefix (name, "__cuda");
}

/**
 * ws_module_link:
 * @texts: (array length=n): PTX
 * @error: return location for a #GError: %WS_PTX_ERROR
 *
 * Returns: (transfer full) (nullable): all of it as one
 */
char *
ws_module_link (const char *const *texts, guint n, GError **error)
{
  static const WsPtxOutside outside = { is_of_system, ws_fat_binary_demangle };

  return ws_ptx_link (texts, n, &outside, error);
}

/* Source files that were compiled by nvcc -rdc=true: nvlink has linked their machine code, and left
 * their PTX as it is. */
static void
link_parts (WsFatBinary *self, const guint8 *const *parts)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      WsFatBinary part = { 0 };

      find_code (&part, 0, parts[i]);
      if (part.ptx != NULL)
        g_ptr_array_add (texts, g_strndup (part.ptx, part.ptx_bytes));
    }
  if (texts->len == 0)
    return;
  self->ptx = ws_module_link ((const char *const *)texts->pdata, texts->len, &error);
  self->ptx_bytes = self->ptx != NULL ? strlen (self->ptx) : 0;
  self->problem = error != NULL ? g_strdup (error->message) : NULL;
}

/**
 * ws_fat_binary_read:
 * @image: what __cudaRegisterFatBinary() gets, a fat binary itself, or PTX, zero-terminated
 * @architecture: compute capability of the GPU that is meant, times ten; 0: of none
 *
 * Returns: what it has: the PTX for the highest architecture, and what ptxas made for the GPU's
 */
WsFatBinary
ws_fat_binary_read (gconstpointer image, guint architecture)
{
  WsFatBinary self = { 0 };
  guint32 magic;

  memcpy (&magic, image, sizeof magic);
  if (magic == WRAPPER_MAGIC)
    {
      Wrapper wrapper;

      memcpy (&wrapper, image, sizeof wrapper);
      find_code (&self, architecture, wrapper.data);
      if (wrapper.version == LINKED_VERSION && wrapper.parts != NULL)
        link_parts (&self, wrapper.parts);
    }
  else if (magic == WS_FAT_BINARY_MAGIC)
    find_code (&self, architecture, image);
  else if (memcmp (image, ELFMAG, SELFMAG) != 0)
    {
      self.ptx_bytes = strnlen (image, MAX_CODE_BYTES);
      self.ptx = g_strndup (image, self.ptx_bytes);
    }
  return self;
}
