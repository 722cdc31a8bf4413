/* window-tell.c: short news at the bottom of the window. */
#include "window-private.h"

/* A title is Pango markup: names of files, kernels and devices are not. */
static AdwToast *
make_toast (const char *sentence)
{
  g_autofree char *valid = g_utf8_make_valid (sentence, -1);
  g_autofree char *title = g_markup_escape_text (valid, -1);

  return adw_toast_new (title);
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
  adw_toast_overlay_add_toast (self->toasts, make_toast (sentence));
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
  AdwToast *toast = make_toast (sentence);

  adw_toast_set_button_label (toast, label);
  adw_toast_set_action_name (toast, action);
  adw_toast_set_action_target_value (toast, target);
  adw_toast_overlay_add_toast (self->toasts, toast);
}
