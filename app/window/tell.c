/* tell.c: short news at the bottom of the window. */
#include "window/private.h"

/* The latest news take the place of those before. */
static WsSign *
tell (WsWindow *self, const char *sentence)
{
  g_autofree char *valid = g_utf8_make_valid (sentence, -1);

  if (self->news != NULL)
    ws_sign_end (self->news);
  g_set_weak_pointer (&self->news, ws_sign_new_news (self->signs, valid));
  return self->news;
}

/**
 * ws_window_tell:
 * @self: a window
 * @sentence: what there is to say, as plain text
 *
 * Shows @sentence for a while.
 */
void
ws_window_tell (WsWindow *self, const char *sentence)
{
  tell (self, sentence);
}

/**
 * ws_window_tell_and_offer:
 * @self: a window
 * @sentence: what there is to say, as plain text
 * @label: of a button beside it, with a mnemonic
 * @action: what the button does
 * @target: (transfer floating): for the action
 *
 * Shows @sentence for a while, and something to do about it.
 */
void
ws_window_tell_and_offer (WsWindow *self, const char *sentence, const char *label,
                          const char *action, GVariant *target)
{
  ws_sign_offer (tell (self, sentence), label, action, target);
}
