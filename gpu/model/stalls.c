#include "model/stalls.h"

WsStalls *
ws_stalls_new (guint n_ops)
{
  WsStalls *self = g_new0 (WsStalls, 1);

  self->n_ops = n_ops;
  self->here = g_malloc0_n (MAX (n_ops, 1), sizeof *self->here);
  self->blamed = g_malloc0_n (MAX (n_ops, 1), sizeof *self->blamed);
  self->spans = g_array_new (FALSE, FALSE, sizeof (WsStallSpan));
  return self;
}

void
ws_stalls_free (WsStalls *self)
{
  if (self == NULL)
    return;
  g_free (self->here);
  g_free (self->blamed);
  g_array_unref (self->spans);
  g_free (self);
}
