/* emphasis.c: highlighted SMs, and hidden parts. */
#include "sms/private.h"

/**
 * ws_sms_hides:
 * @hide: flags of #WsHide
 *
 * Returns: whether any of them is hidden
 */
gboolean
ws_sms_hides (const WsSms *self, guint hide)
{
  return (self->options->emphasis.hide & hide) != 0;
}

/* Draws rings around highlighted SMs; for one SM over time, around all of it. */
void
ws_sms_draw_highlights (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  const WsEmphasis *emphasis = &self->options->emphasis;
  double line = ws_highlight_get_line (self->theme, l->scale);

  for (guint i = 0; i < emphasis->n_highlights; i++)
    {
      guint sm = emphasis->highlights[i].number;
      WsBox box = l->grid;

      if (emphasis->highlights[i].kind != WS_HIGHLIGHT_SM)
        continue;
      if (ws_sms_is_single (self->scene, self->options) ? sm != self->options->sm
                                                        : sm >= l->n_sms || l->cell_w <= 0)
        continue;
      if (!ws_sms_is_single (self->scene, self->options))
        box = ws_sms_layout_get_sm (l, sm);
      ws_highlight_draw_ring (self->cr, self->theme, &box, 3 * l->scale, l->scale);
      ws_highlight_draw_pointer (self->cr, self->theme,
                                 &(WsPointer){ .x = box.x - line * 2.4,
                                               .y = box.y + box.h / 2,
                                               .dx = 1,
                                               .size = MIN (l->note_px * 0.7, box.h * 0.7) });
    }
}
