#include "window/version-pair.h"

#include "edit/version-dialog.h"
#include "edit/version-strip.h"

struct _WsVersionPair {
  GObject parent_instance;

  GtkWindow *window;
  WsSession *session;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsPresentation *presentation;
  WsUserEditor *editor;
  WsUserVersions *versions;
  gboolean compares; /* two versions of the edited source are side by side */
};

G_DEFINE_FINAL_TYPE (WsVersionPair, ws_version_pair, G_TYPE_OBJECT)

/* A normal edit: it can be undone, and it runs. */
static void
version_chosen_cb (WsVersionPair *self, guint index)
{
  const WsUserVersion *version = ws_user_versions_get (self->versions, index);

  if (version != NULL && ws_user_editor_get_document (self->editor) != NULL)
    ws_user_editor_set_text (self->editor, version->text);
}

static void
side_by_side_cb (WsVersionPair *self, WsRun *before, WsRun *after)
{
  const WsRunPlace place = WS_RUN_PLACE_INIT;

  ws_beside_page_show_run (ws_panes_get_beside (self->panes), after);
  if (ws_playhead_get_run (self->playhead) != before)
    ws_session_show (self->session, before, WS_SHOWN_AGAIN, &place);
  if (ws_panes_get_current (self->panes) != WS_PANE_BESIDE)
    ws_presentation_fill (self->presentation, WS_PANE_BESIDE);
  self->compares = TRUE;
}

/* Leaves the two runs: shows the newest next to its text again, at the same instant. */
static void
whole_cb (WsVersionPair *self)
{
  WsRun *shown = ws_playhead_get_run (self->playhead);
  WsRunPlace place = { .launch = ws_playhead_get_launch (self->playhead),
                       .block = ws_playhead_get_block (self->playhead),
                       .keeps = TRUE };
  WsSessionState state = ws_session_get_state (self->session);
  const WsUserVersion *version;
  int whole;

  g_object_get (self->panes, "whole", &whole, NULL);
  if (!self->compares || whole == WS_PANE_BESIDE)
    return;
  self->compares = FALSE;
  if (ws_user_versions_get_n (self->versions) == 0 || !ws_user_editor_is_shown (self->editor))
    return;
  version = ws_user_versions_get (self->versions, ws_user_versions_get_present (self->versions));
  /* runs requested in the meantime are shown; the two runs themselves need not be */
  if (version->run == NULL
      || !(state == WS_SESSION_DERIVES || (state == WS_SESSION_RESTS && version->run != shown)))
    return;
  if (ws_run_find_block (version->run, place.launch, place.block) == NULL)
    place = (WsRunPlace)WS_RUN_PLACE_INIT;
  ws_session_show (self->session, version->run, WS_SHOWN_AGAIN, &place);
}

static void
compare_cb (WsVersionPair *self)
{
  GtkWidget *dialog = ws_version_dialog_new (self->window, self->versions);

  g_signal_connect_object (dialog, "side-by-side", G_CALLBACK (side_by_side_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
ws_version_pair_dispose (GObject *object)
{
  WsVersionPair *self = WS_VERSION_PAIR (object);

  g_clear_object (&self->versions);
  g_clear_object (&self->editor);

  G_OBJECT_CLASS (ws_version_pair_parent_class)->dispose (object);
}

static void
ws_version_pair_class_init (WsVersionPairClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_version_pair_dispose;
}

static void
ws_version_pair_init (WsVersionPair *self)
{
}

/**
 * ws_version_pair_new:
 * @context: of the window
 * @presentation: shows two runs side by side
 * @editor: (transfer none): of the user's source
 * @versions: (transfer none): of it
 *
 * Returns: (transfer full): the versions below the source, and two of them side by side
 */
WsVersionPair *
ws_version_pair_new (const WsContext *context, WsPresentation *presentation, WsUserEditor *editor,
                     WsUserVersions *versions)
{
  WsVersionPair *self = g_object_new (WS_TYPE_VERSION_PAIR, NULL);
  GtkWidget *strip = ws_version_strip_new (versions);

  self->window = context->window;
  self->session = context->session;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->presentation = presentation;
  self->editor = g_object_ref (editor);
  self->versions = g_object_ref (versions);
  ws_code_editor_add (ws_panes_get_editor (self->panes), strip);
  g_signal_connect_object (strip, "chosen", G_CALLBACK (version_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (strip, "compare", G_CALLBACK (compare_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panes, "notify::whole", G_CALLBACK (whole_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
