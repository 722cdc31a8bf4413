#include "dataflow/dataflow-private.h"

static gsize
hash (guint32 tag, guint64 granule)
{
  guint64 h = (granule ^ ((guint64)tag << 40)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return h ^ h >> 32;
}

static void
grow (WsCells *self)
{
  gsize n_slots = self->n_slots == 0 ? 1024 : self->n_slots * 2;

  g_free (self->slots);
  self->slots = g_new0 (guint32, n_slots);
  self->n_slots = n_slots;
  for (gsize i = 0; i < self->n_cells; i++)
    {
      gsize slot = hash (self->cells[i].tag, self->cells[i].granule) & (n_slots - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (n_slots - 1);
      self->slots[slot] = i + 1;
    }
}

/* Frees them; the struct itself is the caller's. Pointers from ws_cells_get() end here. */
void
ws_cells_clear (WsCells *self)
{
  g_free (self->cells);
  g_free (self->slots);
}

/**
 * ws_cells_get:
 * @self: cells; all zeros to begin with
 * @tag: which memory, and of local memory whose: what tells apart equal addresses
 * @granule: an address, divided by %WS_CELL_BYTES
 *
 * Returns: (transfer none) (array fixed-size=8): for each byte of the granule the node that wrote
 * it, or that was made where it was first read; %WS_NONE for none. Made where it is not there
 * yet, and borrowed until the next call
 */
guint32 *
ws_cells_get (WsCells *self, guint32 tag, guint64 granule)
{
  gsize slot;

  if (self->last < self->n_cells && self->cells[self->last].granule == granule
      && self->cells[self->last].tag == tag)
    return self->cells[self->last].node;
  if (self->n_cells * 2 >= self->n_slots)
    grow (self);
  slot = hash (tag, granule) & (self->n_slots - 1);
  while (self->slots[slot] != 0)
    {
      WsCell *cell = &self->cells[self->slots[slot] - 1];
      if (cell->granule == granule && cell->tag == tag)
        {
          self->last = cell - self->cells;
          return cell->node;
        }
      slot = (slot + 1) & (self->n_slots - 1);
    }
  if (self->n_cells == self->n_allocated)
    {
      self->n_allocated = MAX (self->n_allocated * 2, 512);
      self->cells = g_renew (WsCell, self->cells, self->n_allocated);
    }
  self->cells[self->n_cells] = (WsCell){ .granule = granule, .tag = tag };
  for (guint i = 0; i < WS_CELL_BYTES; i++)
    self->cells[self->n_cells].node[i] = WS_NONE;
  self->last = self->n_cells;
  self->slots[slot] = ++self->n_cells;
  return self->cells[self->n_cells - 1].node;
}
