/* change.c: hashes the contents of each allocation before and after a launch.
 *
 * A launch that changed nothing changes nothing again if arguments and memory are the same:
 * benchmark loops are full of these. Its kernel is then not executed again.
 */
#include "runtime/change.h"

#include <stdio.h>
#include <string.h>

/* Limits: with more memory or launches, a program spends its time in its kernels anyway. */
#define MOST_BYTES     (G_GUINT64_CONSTANT (256) << 20) /* of all allocations together */
#define ALL_MOST_BYTES (G_GUINT64_CONSTANT (2) << 30)   /* of everything hashed */

/* The hash of an allocation's contents. */
typedef struct {
  guint64 address;
  guint64 size;
  guint64 hash;
} Held;

/* FNV-1a's prime, with four interleaved sequences of words: as fast as memory. */
static guint64
make_hash (const guint8 *data, gsize size)
{
  const guint64 prime = G_GUINT64_CONSTANT (0x100000001b3);
  guint64 rows[4] = { 1, 2, 3, 4 };
  guint64 hash = size;
  gsize at = 0;

  for (; at + sizeof rows <= size; at += sizeof rows)
    {
      guint64 words[4];

      memcpy (words, data + at, sizeof words);
      for (guint i = 0; i < 4; i++)
        {
          rows[i] = (rows[i] ^ words[i]) * prime;
          rows[i] ^= rows[i] >> 32;
        }
    }
  for (; at < size; at++)
    hash = (hash ^ data[at]) * prime;
  for (guint i = 0; i < 4; i++)
    {
      hash = (hash ^ rows[i]) * prime;
      hash ^= hash >> 32;
    }
  return hash;
}

/**
 * ws_digest_new:
 *
 * Returns: (transfer full) (nullable): a digest of the device's memory; %NULL if that is too large
 */
GArray *
ws_digest_new (WsRuntime *self)
{
  const GPtrArray *allocations = ws_vm_device_get_memory (self->device)->allocations;
  guint64 bytes = 0;
  GArray *digest;

  for (guint i = 0; i < allocations->len; i++)
    bytes += ((const WsAllocation *)g_ptr_array_index (allocations, i))->size;
  if (bytes > MOST_BYTES || bytes > ALL_MOST_BYTES - MIN (self->digested_bytes, ALL_MOST_BYTES))
    return NULL;
  self->digested_bytes += bytes;
  digest = g_array_sized_new (FALSE, FALSE, sizeof (Held), allocations->len);
  for (guint i = 0; i < allocations->len; i++)
    {
      const WsAllocation *one = g_ptr_array_index (allocations, i);
      const Held held = { one->address, one->size, make_hash (one->data, one->size) };

      g_array_append_val (digest, held);
    }
  return digest;
}

static const Held *
get_held (const GArray *digest, guint index)
{
  return index < digest->len ? &g_array_index (digest, Held, index) : NULL;
}

/**
 * ws_digest_compare:
 * @before: from ws_digest_new()
 * @after: from a later call
 *
 * Returns: (transfer full) (element-type guint64): addresses of changed or new allocations,
 * ascending
 */
GArray *
ws_digest_compare (const GArray *before, const GArray *after)
{
  GArray *changed = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint k = 0;

  for (guint i = 0; i < after->len; i++)
    {
      const Held *now = get_held (after, i);
      const Held *then;

      while ((then = get_held (before, k)) != NULL && then->address < now->address)
        k++;
      if (then == NULL || memcmp (then, now, sizeof *now) != 0)
        g_array_append_val (changed, now->address);
    }
  return changed;
}

/* ---- launches that change nothing ---- */

struct _WsSettled {
  WsKernelWork kernel;
  GArray *digest;
  guint64 duration_ns;
  char *printed;
};

void
ws_settled_clear (WsRuntime *self)
{
  if (self->settled == NULL)
    return;
  g_free (self->settled->kernel.params);
  g_array_unref (self->settled->digest);
  g_free (self->settled->printed);
  g_clear_pointer (&self->settled, g_free);
}

static gboolean
is_same_digest (const GArray *a, const GArray *b)
{
  return a->len == b->len && memcmp (a->data, b->data, a->len * sizeof (Held)) == 0;
}

static gboolean
is_same_kernel (const WsKernelWork *a, const WsKernelWork *b)
{
  return a->function == b->function && memcmp (&a->grid, &b->grid, sizeof a->grid) == 0
         && memcmp (&a->block, &b->block, sizeof a->block) == 0 && a->shared == b->shared
         && a->params_size == b->params_size && memcmp (a->params, b->params, a->params_size) == 0;
}

/**
 * ws_settled_has:
 * @digest: the current memory
 *
 * Returns: whether the launch would change nothing
 */
gboolean
ws_settled_has (const WsRuntime *self, const WsKernelWork *kernel, const GArray *digest)
{
  const WsSettled *settled = self->settled;

  return settled != NULL && is_same_kernel (&settled->kernel, kernel)
         && is_same_digest (settled->digest, digest);
}

/**
 * ws_settled_set:
 * @digest: (transfer none): the memory before the launch, and equally after it
 * @step: its result
 * @printed: output of its kernel
 *
 * Remembers that the launch changed nothing.
 */
void
ws_settled_set (WsRuntime *self, const WsKernelWork *kernel, GArray *digest, const WsStep *step,
                const char *printed)
{
  WsSettled *settled = g_new (WsSettled, 1);

  *settled = (WsSettled){ *kernel, g_array_ref (digest), step->duration_ns, g_strdup (printed) };
  settled->kernel.params = g_memdup2 (kernel->params, kernel->params_size);
  ws_settled_clear (self);
  self->settled = settled;
}

/**
 * ws_settled_repeat:
 * @step: (inout): of the launch
 *
 * Repeats the visible effects of a launch that changes nothing: its duration and output.
 */
void
ws_settled_repeat (const WsRuntime *self, WsStep *step)
{
  fputs (self->settled->printed, stdout);
  step->duration_ns = self->settled->duration_ns;
  step->changed = g_array_new (FALSE, FALSE, sizeof (guint64));
  step->is_repeated = TRUE;
}
