#include "window/kernel-choice.h"

#include "inspector/summary.h"
#include "sidebar/sidebar.h"
#include "toolkit/tip.h"
#include "words/words.h"

struct _WsKernelChoice {
  GObject parent_instance;

  WsCatalog *catalog;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsPresentation *presentation;
  WsEditing *editing;
  WsFields *fields;
  WsSidebar *sidebar;
  WsSummary *summary;            /* of the kernel shown */
  GtkLabel *shown_whole;         /* title of what is shown */
  GtkLabel *shown_short;         /* shown if that does not fit */
  const WsCatalogKernel *kernel; /* the chosen kernel; NULL until the window begins */
  gboolean updating;
};

enum { SIGNAL_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsKernelChoice, ws_kernel_choice, G_TYPE_OBJECT)

/* ---- what is shown ---- */

/* (transfer full): number and name */
static char *
name_kernel (const WsCatalogKernel *kernel)
{
  return g_strdup_printf ("%u  %s", kernel->number, ws_words_translate (kernel->name));
}

/* (transfer full): of the shown run; for a source without one, the file's name */
static char *
make_shown_title (WsKernelChoice *self, const WsRun *run)
{
  g_autofree char *name = NULL;

  if (!ws_editing_shows_no_run (self->editing))
    return g_strdup (run != NULL ? run->title : "");
  name = g_file_get_basename (ws_user_opener_get_file (ws_editing_get_opener (self->editing)));
  return g_filename_display_name (name);
}

/* Shows the kernel's name, summary and result: of the chosen kernel, until there is a run. */
static void
update_shown (WsKernelChoice *self)
{
  const WsRun *run = ws_playhead_get_run (self->playhead);
  const WsCatalogKernel *kernel = ws_editing_shows_no_run (self->editing) ? NULL
                                  : run != NULL ? ws_catalog_find (self->catalog, run->id, NULL)
                                                : self->kernel;
  g_autofree char *whole = NULL;
  g_autofree char *brief = NULL;
  g_autofree char *said = NULL;
  WsUserOpener *opener = ws_editing_get_opener (self->editing);
  WsUserKernel *own;
  gboolean is_own;

  if (kernel != NULL)
    {
      whole = g_strdup (ws_words_translate (kernel->title));
      brief = name_kernel (kernel);
      ws_summary_show (self->summary, ws_words_translate (kernel->idea),
                       ws_words_translate (kernel->look), ws_words_translate (kernel->defect));
    }
  else
    {
      whole = make_shown_title (self, run);
      brief = g_strdup (whole);
      ws_summary_show (self->summary, NULL, NULL, NULL);
    }
  own = opener != NULL ? ws_user_opener_get_kernel (opener) : NULL;
  is_own = kernel == NULL && run != NULL && g_str_has_prefix (run->id, WS_USER_PREFIX)
           && (own != NULL || (opener != NULL && ws_user_opener_runs_main (opener)));
  said = is_own && !ws_user_opener_runs_main (opener) ? ws_user_kernel_dup_said (own) : NULL;
  is_own |= ws_editing_shows_no_run (self->editing);
  ws_fields_set_own (self->fields, is_own);
  ws_panes_set_said (self->panes, said);
  if (is_own)
    ws_sidebar_select (self->sidebar, WS_KERNEL_ACTION, "");
  gtk_label_set_text (self->shown_whole, whole);
  gtk_label_set_text (self->shown_short, brief);
  ws_tip_set (GTK_WIDGET (self->shown_short), whole);
}

/* ---- the choice ---- */

/**
 * ws_kernel_choice_select:
 * @self: a choice
 * @kernel: (transfer none): a kernel of the catalogue
 *
 * Only selects the kernel in the list.
 */
void
ws_kernel_choice_select (WsKernelChoice *self, const WsCatalogKernel *kernel)
{
  self->updating = TRUE;
  self->kernel = kernel;
  ws_fields_set_kernel (self->fields, kernel);
  ws_sidebar_select (self->sidebar, WS_KERNEL_ACTION, kernel->id);
  self->updating = FALSE;
  update_shown (self);
}

/**
 * ws_kernel_choice_shows_other:
 * @self: a choice
 *
 * Returns: whether the shown kernel is not in the list
 */
gboolean
ws_kernel_choice_shows_other (WsKernelChoice *self)
{
  const WsRun *run = ws_playhead_get_run (self->playhead);

  return run != NULL && ws_catalog_find (self->catalog, run->id, NULL) == NULL;
}

/**
 * ws_kernel_choice_choose:
 * @self: a choice
 * @kernel: (transfer none): a kernel of the catalogue
 *
 * Chooses @kernel, as if the user selected it in the list.
 */
void
ws_kernel_choice_choose (WsKernelChoice *self, const WsCatalogKernel *kernel)
{
  if (self->updating || kernel == NULL)
    return;
  ws_presentation_close_lesson (self->presentation);
  /* while a kernel outside the list is shown, the last one chosen in the list can be chosen
   * again */
  if (kernel == self->kernel && !ws_kernel_choice_shows_other (self))
    return;
  ws_kernel_choice_select (self, kernel);
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0);
}

static void
kernel_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsKernelChoice *self = data;

  ws_kernel_choice_choose (
      self, ws_catalog_find (self->catalog, g_variant_get_string (parameter, NULL), NULL));
}

/* The kernel before or after the chosen one. */
static void
next_kernel_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsKernelChoice *self = data;
  guint n = ws_catalog_get_n_kernels (self->catalog);
  guint i = 0;

  while (i < n && ws_catalog_get_kernel (self->catalog, i) != self->kernel)
    i++;
  i += g_str_equal (g_action_get_name (G_ACTION (action)), "next-kernel") ? 1 : -1;
  if (i < n)
    ws_kernel_choice_choose (self, ws_catalog_get_kernel (self->catalog, i));
}

static void
kernel_chosen_cb (WsKernelChoice *self, const char *id)
{
  ws_kernel_choice_choose (self, ws_catalog_find (self->catalog, id, NULL));
}

/* ---- the list ---- */

/* The list selects the chosen kernel instead of a lesson. */
static void
select_own_kernel (WsKernelChoice *self)
{
  if (self->kernel != NULL)
    ws_sidebar_select (self->sidebar, WS_KERNEL_ACTION, self->kernel->id);
}

/* The catalogue, by group; the summary reserves room for the longest text. */
static void
fill_kernels (WsKernelChoice *self)
{
  g_autoptr (GListStore) kernels = g_list_store_new (WS_TYPE_SIDE_ITEM);

  for (guint i = 0; i < ws_catalog_get_n_kernels (self->catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (self->catalog, i);
      g_autofree char *name = name_kernel (kernel);
      const char *idea = ws_words_translate (kernel->idea);
      g_autoptr (WsSideItem) item = ws_side_item_new (ws_words_translate (kernel->group), name,
                                                      idea, WS_KERNEL_ACTION, kernel->id);

      /* the row only has the number; users search for "kernel 2" */
      ws_side_item_set_words (item, ws_words_translate (kernel->title));
      g_list_store_append (kernels, item);
      ws_summary_add (self->summary, idea, ws_words_translate (kernel->look),
                      ws_words_translate (kernel->defect));
    }
  ws_sidebar_add_section (self->sidebar, 0, G_LIST_MODEL (kernels));
}

static const GActionEntry entries[] = {
  { "kernel", kernel_cb, "s" },
  { "next-kernel", next_kernel_cb },
  { "previous-kernel", next_kernel_cb },
};

static void
ws_kernel_choice_class_init (WsKernelChoiceClass *klass)
{
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_kernel_choice_init (WsKernelChoice *self)
{
}

/**
 * ws_kernel_choice_new:
 * @context: of the window
 * @presentation: replaced by a chosen kernel
 * @editing: whose source may be shown
 *
 * Returns: (transfer full): a choice, whose actions the window has by now
 */
WsKernelChoice *
ws_kernel_choice_new (const WsContext *context, WsPresentation *presentation, WsEditing *editing)
{
  WsKernelChoice *self = g_object_new (WS_TYPE_KERNEL_CHOICE, NULL);

  self->catalog = context->catalog;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->presentation = presentation;
  self->editing = editing;
  self->fields = ws_context_get_child (context, "fields");
  self->sidebar = ws_context_get_child (context, "sidebar");
  self->summary = ws_context_get_child (context, "summary");
  self->shown_whole = ws_context_get_child (context, "shown_whole");
  self->shown_short = ws_context_get_child (context, "shown_short");
  g_action_map_add_action_entries (G_ACTION_MAP (context->window), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (presentation, "lesson-closing", G_CALLBACK (select_own_kernel), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (editing, "opened", G_CALLBACK (update_shown), self, G_CONNECT_SWAPPED);
  /* after the editor, which then knows whether its text is shown */
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update_shown), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_panes_get_timing (self->panes), "kernel-chosen",
                           G_CALLBACK (kernel_chosen_cb), self, G_CONNECT_SWAPPED);
  fill_kernels (self);
  return self;
}

/**
 * ws_kernel_choice_get:
 * @self: a choice
 *
 * Returns: (transfer none) (nullable): the chosen kernel; %NULL until the window begins
 */
const WsCatalogKernel *
ws_kernel_choice_get (WsKernelChoice *self)
{
  g_return_val_if_fail (WS_IS_KERNEL_CHOICE (self), NULL);
  return self->kernel;
}
