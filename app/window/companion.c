#include "window/companion.h"

#include <glib/gi18n.h>

#define CODE_SHARE_OF_HEIGHT 0.58 /* above the figures */
#define CODE_SHARE_OF_WIDTH  0.6  /* beside them */
#define TEXTS_SHARE_OF_WIDTH 0.76 /* likewise, for several texts side by side */

struct _WsCompanion {
  GObject parent_instance;

  WsPane *pane;      /* of the code */
  WsSplit *split;    /* code and figures */
  GtkWidget *editor; /* around the code */
  WsCodeView *code;
  WsInspector *inspector;
  GtkWidget *back; /* weak, nullable: has the keyboard once the sheet is closed */
};

G_DEFINE_FINAL_TYPE (WsCompanion, ws_companion, G_TYPE_OBJECT)

static void
ws_companion_finalize (GObject *object)
{
  g_clear_weak_pointer (&WS_COMPANION (object)->back);

  G_OBJECT_CLASS (ws_companion_parent_class)->finalize (object);
}

static void
ws_companion_class_init (WsCompanionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_companion_finalize;
}

static void
ws_companion_init (WsCompanion *self)
{
}

/**
 * ws_companion_new:
 * @pane: (transfer none): of the code
 * @split: (transfer none): has code and figures
 * @editor: (transfer none): a child of @split, around the code
 * @code: (transfer none): shows the texts next to the figures
 * @inspector: (transfer none): the other child, with the figures
 *
 * Returns: (transfer full): code and figures, with the figures below
 */
WsCompanion *
ws_companion_new (WsPane *pane, WsSplit *split, GtkWidget *editor, WsCodeView *code,
                  WsInspector *inspector)
{
  WsCompanion *self = g_object_new (WS_TYPE_COMPANION, NULL);

  self->pane = pane;
  self->split = split;
  self->editor = editor;
  self->code = code;
  self->inspector = inspector;
  ws_companion_share (self);
  return self;
}

static double
get_code_share (WsCompanion *self)
{
  guint n_texts = 0;

  if (ws_split_get_orientation (self->split) == GTK_ORIENTATION_VERTICAL)
    return CODE_SHARE_OF_HEIGHT;
  for (guint text = 0; text < WS_N_CODE_TEXTS; text++)
    n_texts += ws_code_view_get_shown (self->code, text);
  return n_texts > 1 ? TEXTS_SHARE_OF_WIDTH : CODE_SHARE_OF_WIDTH;
}

/**
 * ws_companion_share:
 * @self: code and figures
 *
 * Adjusts the code's share of the space, after another text is shown or the pane has moved.
 */
void
ws_companion_share (WsCompanion *self)
{
  g_return_if_fail (WS_IS_COMPANION (self));
  ws_split_set_share (self->split, get_code_share (self));
}

/**
 * ws_companion_place:
 * @self: code and figures
 * @place: where to put the figures
 */
void
ws_companion_place (WsCompanion *self, WsCompanionPlace place)
{
  GtkOrientation wanted =
      place == WS_COMPANION_BESIDE ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;

  g_return_if_fail (WS_IS_COMPANION (self));

  gtk_widget_set_visible (GTK_WIDGET (self->inspector), place != WS_COMPANION_HIDDEN);
  gtk_widget_set_visible (self->editor, place != WS_COMPANION_SHEET);
  ws_pane_set_sheet (self->pane, place == WS_COMPANION_SHEET ? _ ("Causes and metrics") : NULL);
  if (ws_split_get_orientation (self->split) == wanted)
    return;
  ws_split_set_orientation (self->split, wanted);
  ws_companion_share (self);
}

/**
 * ws_companion_keep_focus:
 * @self: code and figures
 *
 * To be called before the sheet opens: closing it restores the current focus.
 */
void
ws_companion_keep_focus (WsCompanion *self)
{
  GtkRoot *root;

  g_return_if_fail (WS_IS_COMPANION (self));
  root = gtk_widget_get_root (GTK_WIDGET (self->pane));
  g_set_weak_pointer (&self->back, root != NULL ? gtk_root_get_focus (root) : NULL);
}

/* Moves the focus into the sheet. */
void
ws_companion_take_focus (WsCompanion *self)
{
  g_return_if_fail (WS_IS_COMPANION (self));
  gtk_widget_child_focus (GTK_WIDGET (self->inspector), GTK_DIR_TAB_FORWARD);
}

/* Returns: whether the focus returned to the widget that had it before the sheet opened, if that is
 * still visible */
gboolean
ws_companion_return_focus (WsCompanion *self)
{
  GtkWidget *back;

  g_return_val_if_fail (WS_IS_COMPANION (self), FALSE);
  back = self->back;
  g_clear_weak_pointer (&self->back);
  return back != NULL && gtk_widget_get_mapped (back) && gtk_widget_grab_focus (back);
}
