/* memory.c: global memory: allocations at addresses like a GPU's, multiples of 256, placed such
 * that errors are found: a gap after each catches accesses beyond the end, and distances between
 * buffers are never powers of two, to catch indices that are wrong by a bit or a stride: no byte of
 * a buffer is 2^k bytes away from a byte of another. */
#include "vm/vm.h"

#include <glib/gi18n.h>

#define GAP_BYTES   (G_GUINT64_CONSTANT (64) << 10)
#define ALIGN_BYTES 256
#define END_OF_ALL  (G_GUINT64_CONSTANT (1) << 47) /* of the addresses of a process */

static void
allocation_free (WsAllocation *self)
{
  g_free (self->room); /* an adopted one has none */
  g_free (self->name);
  g_clear_pointer (&self->filled, g_array_unref);
  g_free (self->written);
  g_free (self);
}

/* Host vectors are aligned in it, as on a GPU. */
static void
take_room (WsAllocation *self, gpointer room)
{
  self->room = room;
  self->data =
      (guint8 *)(((guintptr)room + WS_VECTOR_ALIGN - 1) & ~(guintptr)(WS_VECTOR_ALIGN - 1));
}

/**
 * ws_memory_new:
 * @limit_bytes: limit of all allocations together
 * @host: the computer's memory
 */
WsMemory *
ws_memory_new (guint64 limit_bytes, WsHostMemory *host)
{
  WsMemory *self = g_new0 (WsMemory, 1);

  self->host = ws_host_memory_ref (host);
  self->allocations = g_ptr_array_new_with_free_func ((GDestroyNotify)allocation_free);
  self->limit_bytes = limit_bytes;
  self->next = WS_GLOBAL_BASE;
  return self;
}

/**
 * ws_memory_free:
 * @self: (transfer full): global memory; frees its allocations, too
 */
void
ws_memory_free (WsMemory *self)
{
  g_ptr_array_unref (self->allocations);
  ws_host_memory_unref (self->host);
  g_free (self);
}

/* Frees every allocation; addresses start over, so that the same work gets the same ones. */
void
ws_memory_clear (WsMemory *self)
{
  g_ptr_array_set_size (self->allocations, 0);
  self->next = WS_GLOBAL_BASE;
  self->used_bytes = 0;
  self->promised_bytes = 0;
  self->heap_bytes = 0;
}

/**
 * ws_memory_touch:
 * @allocation: (nullable): one of its allocations; %NULL for all
 * @n_bytes: number of bytes written
 *
 * The host commits memory only when it is written: unwritten bytes still have to be taken from free
 * memory.
 */
void
ws_memory_touch (WsMemory *self, WsAllocation *allocation, guint64 n_bytes)
{
  guint64 n;

  if (allocation == NULL)
    {
      for (guint i = 0; i < self->allocations->len; i++)
        ws_memory_touch (self, g_ptr_array_index (self->allocations, i), G_MAXUINT64);
      return;
    }
  n = MIN (n_bytes, allocation->promised_bytes);
  allocation->promised_bytes -= n;
  self->promised_bytes -= n;
}

/**
 * ws_allocation_fill:
 * @first: offset into it, bytes
 * @n_bytes: from there on, that were written
 */
void
ws_allocation_fill (WsAllocation *self, guint64 first, guint64 n_bytes)
{
  guint64 range[2] = { first, first + n_bytes };
  guint64 *last;

  if (self->is_filled || n_bytes == 0)
    return;
  for (guint64 i = first; self->written != NULL && i < range[1]; i++)
    self->written[i >> 3] |= (guint8)(1 << (i & 7));
  if (self->filled == NULL)
    self->filled = g_array_new (FALSE, FALSE, sizeof (guint64));
  last =
      self->filled->len > 0 ? &g_array_index (self->filled, guint64, self->filled->len - 2) : NULL;
  /* adjacent parts are merged into one range */
  if (last != NULL && last[1] == first)
    last[1] = range[1];
  else
    {
      g_array_append_vals (self->filled, range, 2);
      last = &g_array_index (self->filled, guint64, self->filled->len - 2);
    }
  self->is_filled = last[0] == 0 && last[1] == self->size;
}

/* Returns: (transfer none) (nullable): a bit for each byte that was written, updated by later
 * writes. %NULL if all are assumed written */
guint8 *
ws_allocation_get_written (WsAllocation *self)
{
  if (self->is_filled || self->written != NULL)
    return self->is_filled ? NULL : self->written;
  self->written = g_try_malloc0 (self->size / 8 + 1);
  for (guint r = 0; self->written != NULL && self->filled != NULL && r < self->filled->len; r += 2)
    for (guint64 i = g_array_index (self->filled, guint64, r);
         i < g_array_index (self->filled, guint64, r + 1); i++)
      self->written[i >> 3] |= (guint8)(1 << (i & 7));
  return self->written;
}

/* An unchecked launch may have written anything. */
void
ws_memory_assume_written (WsMemory *self)
{
  for (guint i = 0; i < self->allocations->len; i++)
    ((WsAllocation *)g_ptr_array_index (self->allocations, i))->is_filled = TRUE;
}

/* The smallest power of two of at least @n, at most 2^48. */
static guint64
power_from (guint64 n)
{
  guint64 power = 1;

  while (power < n)
    power *= 2;
  return power;
}

/* A place for @size bytes after all others that is no power of two away from any of them; or, if
 * there is none, directly after the last. */
static guint64
find_place (const WsMemory *self, guint64 size)
{
  guint64 place = self->next;

  for (guint i = 0; i < self->allocations->len && place < END_OF_ALL; i++)
    {
      const WsAllocation *other = g_ptr_array_index (self->allocations, i);
      guint64 end = other->address + other->size;
      guint64 power;

      if (other->is_heap || other->is_parameters || other->room == NULL || size == 0)
        continue;
      /* from the last byte of the other one to the first here, and the other way round */
      power = power_from (place - end + 1);
      if (power > place + size - 1 - other->address)
        continue;
      place = (end + power + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
      /* which may conflict with earlier ones */
      i = G_MAXUINT;
    }
  return place < END_OF_ALL && size < END_OF_ALL - place ? place : self->next;
}

/* Insertion index of an allocation that begins after @address. */
static guint
find_after (const WsMemory *self, guint64 address)
{
  guint low = 0;
  guint high = self->allocations->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (((WsAllocation *)g_ptr_array_index (self->allocations, middle))->address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
insert (WsMemory *self, WsAllocation *allocation)
{
  g_ptr_array_insert (self->allocations, (int)find_after (self, allocation->address), allocation);
}

/**
 * ws_memory_alloc:
 * @size: bytes, zeroed
 * @name: for messages
 *
 * Returns: (transfer none) (nullable): the allocation
 */
WsAllocation *
ws_memory_alloc (WsMemory *self, guint64 size, const char *name, GError **error)
{
  gpointer room = NULL;
  g_autofree char *what = g_strdup_printf (_ ("The buffer “%s”"), name);
  WsAllocation *allocation;

  if (size <= self->limit_bytes - MIN (self->used_bytes, self->limit_bytes))
    {
      if (!ws_host_memory_check (self->host, size, self->promised_bytes, what,
                                 _ ("take fewer elements"), error))
        return NULL;
      room = g_try_malloc0 (size + WS_VECTOR_ALIGN);
    }
  if (room == NULL)
    {
      g_autofree char *wanted = g_format_size (size);
      g_autofree char *limit = g_format_size (self->limit_bytes);

      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
                   _ ("Not enough memory for %s of %s: the device has %s."), wanted, name, limit);
      return NULL;
    }
  self->next = find_place (self, size);
  allocation = g_new0 (WsAllocation, 1);
  allocation->address = self->next;
  allocation->size = size;
  allocation->promised_bytes = size;
  take_room (allocation, room);
  allocation->name = g_strdup (name);
  insert (self, allocation);
  self->used_bytes += size;
  self->promised_bytes += size;
  self->next += (size + GAP_BYTES + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
  return allocation;
}

/**
 * ws_memory_adopt:
 * @data: (transfer none): memory of this process, valid until ws_memory_release()
 * @size: its bytes
 * @name: for messages
 *
 * Makes host memory accessible to kernels at its host address, for managed and pinned memory: there
 * is one copy, and nothing to keep coherent.
 *
 * Returns: (transfer none) (nullable): the allocation; %NULL if it would overlap another one
 */
WsAllocation *
ws_memory_adopt (WsMemory *self, gpointer data, guint64 size, const char *name)
{
  guint64 address = (guint64)(guintptr)data;
  guint at = find_after (self, address);
  WsAllocation *allocation;

  if (at > 0)
    {
      const WsAllocation *before = g_ptr_array_index (self->allocations, at - 1);

      if (address - before->address < before->size)
        return NULL;
    }
  if (at < self->allocations->len
      && ((WsAllocation *)g_ptr_array_index (self->allocations, at))->address - address < size)
    return NULL;
  allocation = g_new0 (WsAllocation, 1);
  allocation->address = address;
  allocation->size = size;
  allocation->data = data;
  allocation->is_filled = TRUE;
  allocation->name = g_strdup (name);
  insert (self, allocation);
  return allocation;
}

/**
 * ws_memory_release:
 * @allocation: (transfer full): one of its allocations
 *
 * Frees an allocation of the host, or releases an adopted one. Its addresses are not reused.
 */
void
ws_memory_release (WsMemory *self, WsAllocation *allocation)
{
  if (allocation->room != NULL)
    {
      self->used_bytes -= allocation->size;
      self->promised_bytes -= allocation->promised_bytes;
    }
  g_ptr_array_remove (self->allocations, allocation);
}

/* Adds an allocation so small that the host's memory is not checked for it. */
static WsAllocation *
add_little (WsMemory *self, guint64 size, const char *name)
{
  WsAllocation *allocation = g_new0 (WsAllocation, 1);

  allocation->address = self->next;
  allocation->size = size;
  take_room (allocation, g_malloc0 (size + WS_VECTOR_ALIGN));
  allocation->name = g_strdup (name);
  insert (self, allocation);
  self->next += (size + GAP_BYTES + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
  return allocation;
}

/**
 * ws_memory_alloc_heap:
 * @size: bytes, zeroed
 *
 * Allocates for a running kernel. It stays until ws_memory_clear().
 *
 * Returns: (transfer none) (nullable): the allocation; %NULL if all of these together would exceed
 * %WS_HEAP_BYTES
 */
WsAllocation *
ws_memory_alloc_heap (WsMemory *self, guint64 size)
{
  WsAllocation *allocation;

  if (size == 0 || size > WS_HEAP_BYTES - self->heap_bytes)
    return NULL;
  /* Translators: memory that a kernel has allocated */
  allocation = add_little (self, size, _ ("device heap"));
  allocation->is_heap = TRUE;
  self->heap_bytes += size;
  return allocation;
}

/**
 * ws_memory_alloc_parameters:
 * @size: bytes, zeroed
 *
 * For the parameters of a grid that a kernel launches: it stays until ws_memory_drop_parameters().
 *
 * Returns: (transfer none): the allocation
 */
WsAllocation *
ws_memory_alloc_parameters (WsMemory *self, guint64 size)
{
  /* Translators: of a grid that a kernel launches */
  WsAllocation *allocation = add_little (self, size, _ ("launch parameters"));

  allocation->is_parameters = TRUE;
  return allocation;
}

/**
 * ws_memory_drop_parameters:
 * @self: a memory, when no block runs
 *
 * Frees the parameters of grids launched by kernels.
 */
void
ws_memory_drop_parameters (WsMemory *self)
{
  for (guint i = self->allocations->len; i > 0; i--)
    if (((WsAllocation *)g_ptr_array_index (self->allocations, i - 1))->is_parameters)
      g_ptr_array_remove_index (self->allocations, i - 1);
}

/**
 * ws_memory_free_heap:
 * @allocation: from ws_memory_alloc_heap()
 * @by: what frees it
 *
 * Its address range stays reserved, so that later uses are detected.
 */
void
ws_memory_free_heap (WsMemory *self, WsAllocation *allocation, const WsOtherAccess *by)
{
  allocation->freed = *by;
  self->heap_bytes -= allocation->size;
  allocation->freed_bytes = allocation->size;
  allocation->size = 0;
  g_clear_pointer (&allocation->room, g_free);
  allocation->data = NULL;
}

/**
 * ws_memory_forget_frees:
 * @self: a memory, before a launch
 *
 * A free is recorded by the site of its kernel: for earlier launches, only the fact is kept.
 */
void
ws_memory_forget_frees (WsMemory *self)
{
  for (guint i = 0; i < self->allocations->len; i++)
    ((WsAllocation *)g_ptr_array_index (self->allocations, i))->freed.site = WS_NONE;
}

/**
 * ws_memory_forget_cached:
 * @self: a memory
 *
 * Marks it as absent from the L2 cache.
 */
void
ws_memory_forget_cached (WsMemory *self)
{
  for (guint i = 0; i < self->allocations->len; i++)
    ((WsAllocation *)g_ptr_array_index (self->allocations, i))->is_cached = FALSE;
}

/**
 * ws_memory_find_nearest:
 * @address: any address
 *
 * Returns: (transfer none) (nullable): the last allocation that begins at or below @address
 */
WsAllocation *
ws_memory_find_nearest (const WsMemory *self, guint64 address)
{
  guint after = find_after (self, address);

  return after > 0 ? g_ptr_array_index (self->allocations, after - 1) : NULL;
}

/**
 * ws_memory_find:
 * @address: any address
 *
 * Returns: (transfer none) (nullable): the allocation that holds @address
 */
WsAllocation *
ws_memory_find (const WsMemory *self, guint64 address)
{
  WsAllocation *nearest = ws_memory_find_nearest (self, address);

  return nearest != NULL && address - nearest->address < nearest->size ? nearest : NULL;
}
