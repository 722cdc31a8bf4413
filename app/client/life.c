#include "client/life.h"

/**
 * ws_life_begin:
 * @self: what is known of a worker
 *
 * A request is out: all times begin again.
 */
void
ws_life_begin (WsLife *self)
{
  self->waited_us = self->silent_us = self->still_us = 0;
}

/**
 * ws_life_go_on:
 * @self: what is known of a worker
 *
 * The work has gone on since the last look.
 */
void
ws_life_go_on (WsLife *self)
{
  self->goes_on = TRUE;
}

/**
 * ws_life_take_steps:
 * @self: what is known of a worker
 * @steps: of its work, as it says; see wire/protocol.h
 *
 * The work has gone on if there are others than before.
 */
void
ws_life_take_steps (WsLife *self, guint32 steps)
{
  self->goes_on = self->goes_on || steps != self->steps;
  self->steps = steps;
}

/**
 * ws_life_look:
 * @self: what is known of a worker
 * @heard: bytes that it has said so far
 * @now_us: by g_get_monotonic_time()
 * @turn_us: between two looks, if they are in time
 *
 * Looks whether it has shown life since the last look.
 */
void
ws_life_look (WsLife *self, gsize heard, gint64 now_us, gint64 turn_us)
{
  gint64 passed_us = CLAMP (now_us - self->looked_us, 0, 2 * turn_us);

  self->waited_us += passed_us;
  self->silent_us = heard != self->heard ? 0 : self->silent_us + passed_us;
  self->still_us = self->goes_on ? 0 : self->still_us + passed_us;
  self->looked_us = now_us;
  self->heard = heard;
  self->goes_on = FALSE;
}
