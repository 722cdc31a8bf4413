#include "registry/capture.h"

#include <string.h>

/* Allocations are looked through for addresses of others up to so many bytes together: lists and
 * trees are small, and what is larger holds numbers. */
#define MAX_SEARCHED_BYTES (64u << 20)

typedef struct {
  const WsReachable *reach;
  GArray *found;     /* WsSpan */
  GHashTable *known; /* addresses of those, and of what is not to be found */
  gsize searched_bytes;
} Search;

static gboolean
learn (Search *self, guint64 address)
{
  return g_hash_table_add (self->known, g_memdup2 (&address, sizeof address));
}

static void
find_in (Search *self, const guint8 *data, gsize size)
{
  for (gsize at = 0; at + sizeof (guint64) <= size; at += sizeof (guint64))
    {
      WsSpan span;
      guint64 address;

      memcpy (&address, data + at, sizeof address);
      if (self->reach->find (self->reach->data, address, &span) && learn (self, span.address))
        g_array_append_val (self->found, span);
    }
}

/* Those that an address among the parameters leads to, and addresses in what that leads to. */
static void
search (Search *self, const guint8 *params, gsize size)
{
  find_in (self, params, size);
  for (guint i = 0; i < self->found->len && self->found->len < WS_HISTORY_MAX_MEMORIES; i++)
    {
      const WsSpan span = g_array_index (self->found, WsSpan, i);
      const guint8 *data;

      if (span.size > MAX_SEARCHED_BYTES - self->searched_bytes)
        continue;
      self->searched_bytes += span.size;
      data = self->reach->read (self->reach->data, &span);
      if (data != NULL)
        find_in (self, data, span.size);
    }
}

static void
add (const WsReachable *reach, const WsSpan *span, const char *symbol, GPtrArray *memories)
{
  const guint8 *data = span->size > 0 ? reach->read (reach->data, span) : NULL;
  WsHistoryMemory *memory;

  if (data == NULL)
    return;
  memory = g_new0 (WsHistoryMemory, 1);
  memory->address = span->address;
  memory->symbol = g_strdup (symbol);
  memory->bytes = g_bytes_new (data, span->size);
  g_ptr_array_add (memories, memory);
}

/* Not to be found any more, even where it was found. */
static void
forget (Search *self, guint64 address)
{
  learn (self, address);
  for (guint i = 0; i < self->found->len; i++)
    if (g_array_index (self->found, WsSpan, i).address == address)
      {
        g_array_remove_index (self->found, i);
        return;
      }
}

/* Variables have a place in memory, too: there they are taken by their names. */
static void
add_variables (Search *self, const WsRegistry *registry, const WsModule *module,
               GPtrArray *memories)
{
  GHashTableIter iter;
  const WsVariable *variable;

  g_hash_table_iter_init (&iter, registry->variables);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&variable))
    {
      const WsReachable *reach = self->reach;
      const guint8 *data;
      WsSpan span;
      WsSpan all;

      if (variable->module != module || !reach->find_variable (reach->data, variable, &span))
        continue;
      data = reach->read (reach->data, &span);
      if (data == NULL)
        continue;
      add (reach, &span, variable->name, memories);
      if (reach->find (reach->data, span.address, &all))
        forget (self, all.address);
      find_in (self, data, span.size);
    }
}

static int
compare_addresses (gconstpointer a, gconstpointer b)
{
  guint64 x = (*(const WsHistoryMemory *const *)a)->address;
  guint64 y = (*(const WsHistoryMemory *const *)b)->address;

  return x < y ? -1 : x > y;
}

/**
 * ws_reachable_collect:
 * @self: memory of the device
 * @registry: of the program
 * @module: which has the kernel
 * @params: (array length=size): its parameters
 * @size: of them
 *
 * Returns: (transfer full) (element-type WsHistoryMemory): the variables of the module, and each
 * allocation that an address in them, in the parameters, or in such an allocation leads to;
 * ascending
 */
GPtrArray *
ws_reachable_collect (const WsReachable *self, const WsRegistry *registry, const WsModule *module,
                      const guint8 *params, gsize size)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (WsSpan));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GPtrArray *memories = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_history_memory_free);
  Search state = { self, found, known, 0 };

  add_variables (&state, registry, module, memories);
  search (&state, params, size);
  for (guint i = 0; i < found->len; i++)
    add (self, &g_array_index (found, WsSpan, i), "", memories);
  g_ptr_array_sort (memories, compare_addresses);
  return memories;
}
