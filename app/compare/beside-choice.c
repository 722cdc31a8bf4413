#include "compare/beside-choice.h"

#include "sheet/words.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

struct _WsBesideChoice {
  GtkBox parent_instance;

  WsSession *session;
  GSettings *settings;
  WsRun *run; /* nullable: what it stands beside */
  GSimpleAction *with;
  GtkMenuButton *button;
  WsBesideKind kind;
  char *id;          /* nullable: which of that kind */
  gboolean is_next;  /* it is the kernel that comes next: none was chosen */
  gboolean is_stale; /* the menu is of before */
};

/* Adds what there is to choose to @ids, and its names to @names. */
typedef void (*List) (WsBesideChoice *self, GPtrArray *ids, GPtrArray *names);

typedef struct {
  const char *id;  /* in the settings */
  const char *key; /* of the settings; NULL if there is nothing to choose */
  const char *title;
  List list;
} Kind;

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsBesideChoice, ws_beside_choice, GTK_TYPE_BOX)

/* ---- what there is to choose ---- */

/* Reductions beside reductions, whatever their group; what has a shape of its own beside its group.
 */
static gboolean
does_the_same (WsBesideChoice *self, const WsCatalogKernel *kernel)
{
  const WsCatalogKernel *shown =
      self->run != NULL
          ? ws_catalog_find (ws_session_get_catalog (self->session), self->run->id, NULL)
          : NULL;

  if (shown == NULL || shown->blueprint == NULL || kernel->blueprint == NULL)
    return (kernel->blueprint != NULL) == (shown != NULL && shown->blueprint != NULL);
  return g_str_equal (kernel->group, shown->group);
}

/* Those that do the same: what combines, beside what combines. */
static void
list_kernels (WsBesideChoice *self, GPtrArray *ids, GPtrArray *names)
{
  WsCatalog *catalog = ws_session_get_catalog (self->session);

  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);

      if (kernel->faults || kernel->races || kernel->library != NULL
          || !does_the_same (self, kernel))
        continue;
      g_ptr_array_add (ids, g_strdup (kernel->id));
      g_ptr_array_add (names, g_strdup (ws_words_translate (kernel->title)));
    }
}

static void
list_blocks (WsBesideChoice *self, GPtrArray *ids, GPtrArray *names)
{
  for (guint block = 1; block <= 1024; block *= 2)
    {
      g_autofree char *id = g_strdup_printf ("%u", block);

      g_ptr_array_add (names, g_strdup (id));
      g_ptr_array_add (ids, g_steal_pointer (&id));
    }
}

static void
list_devices (WsBesideChoice *self, GPtrArray *ids, GPtrArray *names)
{
  GPtrArray *devices = ws_session_get_devices (self->session);

  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (!device->usable)
        continue;
      g_ptr_array_add (ids, g_strdup (device->id));
      g_ptr_array_add (names, g_strdup (device->name));
    }
}

static const Kind kinds[WS_BESIDE_N_KINDS] = {
  [WS_BESIDE_KERNEL] = { "kernel", "beside-kernel", N_ ("Another kernel"), list_kernels },
  [WS_BESIDE_BEFORE] = { "before", NULL, N_ ("The run before"), NULL },
  [WS_BESIDE_BLOCK] = { "block", "beside-block", N_ ("Another block size"), list_blocks },
  [WS_BESIDE_DEVICE] = { "device", "beside-device", N_ ("Another device"), list_devices },
};

/* (transfer full): of the run shown, what @kind is about */
static char *
get_present (WsBesideChoice *self, WsBesideKind kind)
{
  if (self->run == NULL)
    return g_strdup ("");
  if (kind == WS_BESIDE_DEVICE)
    return g_strdup (self->run->device);
  if (kind == WS_BESIDE_BLOCK && self->run->n_launches > 0)
    return g_strdup_printf ("%u", ws_launch_get_n_threads (&self->run->launches[0]));
  return g_strdup (self->run->id);
}

static guint
find_id (GPtrArray *ids, const char *id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_strcmp0 (ids->pdata[i], id) == 0)
      return i;
  return WS_NONE;
}

/* Returns: where @ids has what comes next to that at @index, or where that is the last, before it
 */
static guint
get_next (GPtrArray *ids, guint index)
{
  if (index == WS_NONE)
    return 0;
  return index + 1 < ids->len ? index + 1 : index - (index > 0);
}

/* What was chosen last; where nothing was, or it is what is shown by now, the next after that, or
 * the one before. */
static void
choose (WsBesideChoice *self)
{
  const Kind *kind = &kinds[self->kind];
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *kept =
      kind->key != NULL ? g_settings_get_string (self->settings, kind->key) : NULL;
  g_autofree char *present = get_present (self, self->kind);
  guint index;

  g_clear_pointer (&self->id, g_free);
  self->is_next = FALSE;
  if (kind->list == NULL)
    return;
  kind->list (self, ids, names);
  index = find_id (ids, kept);
  if (index == WS_NONE || (self->kind == WS_BESIDE_KERNEL && g_strcmp0 (kept, present) == 0))
    {
      index = get_next (ids, find_id (ids, present));
      self->is_next = self->kind == WS_BESIDE_KERNEL;
    }
  if (index < ids->len)
    self->id = g_strdup (ids->pdata[index]);
}

/* ---- the menu ---- */

/* (transfer full): "block:256"; "kernel:" is the next one */
static char *
make_target (WsBesideKind kind, const char *id)
{
  return g_strdup_printf ("%s:%s", kinds[kind].id, id != NULL ? id : "");
}

static void
add_item (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

static void
add_kind (WsBesideChoice *self, GMenu *menu, WsBesideKind kind)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GMenu) items = g_menu_new ();

  if (kinds[kind].list == NULL)
    {
      g_autofree char *target = make_target (kind, NULL);

      add_item (menu, _ (kinds[kind].title), "compare.with", target);
      return;
    }
  kinds[kind].list (self, ids, names);
  for (guint i = 0; i < ids->len; i++)
    {
      g_autofree char *target = make_target (kind, ids->pdata[i]);

      add_item (items, names->pdata[i], "compare.with", target);
    }
  g_menu_append_submenu (menu, _ (kinds[kind].title), G_MENU_MODEL (items));
}

/* The kernel shown can be another, too. */
static void
add_shown (WsBesideChoice *self, GMenu *menu)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GMenu) items = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  g_autofree char *shown = ws_sheet_refer (self->run != NULL ? self->run->title : "");
  g_autofree char *label = g_strdup_printf (_ ("Instead of %s"), shown);

  list_kernels (self, ids, names);
  for (guint i = 0; i < ids->len; i++)
    add_item (items, names->pdata[i], "win.kernel", ids->pdata[i]);
  g_menu_append_submenu (section, label, G_MENU_MODEL (items));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* (transfer full) */
static GMenuModel *
make_menu (WsBesideChoice *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) with = g_menu_new ();

  add_item (with, _ ("The next kernel"), "compare.with", "kernel:");
  for (guint i = 0; i < WS_BESIDE_N_KINDS; i++)
    add_kind (self, with, i);
  g_menu_append_section (menu, _ ("Compare with"), G_MENU_MODEL (with));
  add_shown (self, menu);
  return G_MENU_MODEL (menu);
}

/* It is about to be opened: a popover of a hundred kernels is not made before. */
static void
opening_cb (GtkMenuButton *button, gpointer data)
{
  WsBesideChoice *self = data;
  g_autoptr (GMenuModel) menu = NULL;

  if (!self->is_stale)
    return;
  menu = make_menu (self);
  /* another one: a popover does not forget the pages of one that changes */
  gtk_menu_button_set_menu_model (button, menu);
  self->is_stale = FALSE;
}

static void
fill (WsBesideChoice *self)
{
  g_autofree char *state = NULL;

  choose (self);
  self->is_stale = TRUE;
  state = make_target (self->kind, self->is_next ? NULL : self->id);
  g_simple_action_set_state (self->with, g_variant_new_string (state));
}

/* ---- what is chosen ---- */

static gboolean
find_kind (const char *id, gsize length, WsBesideKind *kind)
{
  for (guint i = 0; i < WS_BESIDE_N_KINDS; i++)
    if (strlen (kinds[i].id) == length && strncmp (kinds[i].id, id, length) == 0)
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

static void
keep (WsBesideChoice *self, WsBesideKind kind, const char *id)
{
  self->kind = kind;
  g_settings_set_string (self->settings, "beside", kinds[kind].id);
  if (kinds[kind].key != NULL)
    g_settings_set_string (self->settings, kinds[kind].key, id);
  fill (self);
}

static void
with_cb (GSimpleAction *action, GVariant *target, WsBesideChoice *self)
{
  const char *text = g_variant_get_string (target, NULL);
  const char *colon = strchr (text, ':');
  WsBesideKind kind;

  if (colon == NULL || !find_kind (text, (gsize)(colon - text), &kind))
    return;
  keep (self, kind, colon + 1);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
devices_cb (WsBesideChoice *self)
{
  g_autofree char *before = g_strdup (self->id);

  fill (self);
  if (g_strcmp0 (before, self->id) != 0)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
ws_beside_choice_finalize (GObject *object)
{
  WsBesideChoice *self = WS_BESIDE_CHOICE (object);

  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_object (&self->with);
  g_clear_pointer (&self->run, ws_run_unref);
  g_free (self->id);

  G_OBJECT_CLASS (ws_beside_choice_parent_class)->finalize (object);
}

static void
ws_beside_choice_class_init (WsBesideChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_beside_choice_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_BESIDE_CHOICE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_beside_choice_init (WsBesideChoice *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  self->with = g_simple_action_new_stateful ("with", G_VARIANT_TYPE_STRING,
                                             g_variant_new_string ("kernel:"));
  g_signal_connect_object (self->with, "change-state", G_CALLBACK (with_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->with));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (group));
  gtk_menu_button_set_label (self->button, _ ("Change either"));
  gtk_menu_button_set_always_show_arrow (self->button, TRUE);
  gtk_menu_button_set_create_popup_func (self->button, opening_cb, self, NULL);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->button));
}

/**
 * ws_beside_choice_new:
 * @session: (transfer none): with kernels and devices
 * @settings: (transfer none): keep what is chosen
 *
 * Returns: (transfer floating): a button with a menu
 */
GtkWidget *
ws_beside_choice_new (WsSession *session, GSettings *settings)
{
  WsBesideChoice *self = g_object_new (WS_TYPE_BESIDE_CHOICE, NULL);
  g_autofree char *kept = g_settings_get_string (settings, "beside");

  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  find_kind (kept, strlen (kept), &self->kind);
  fill (self);
  g_signal_connect_object (session, "devices-changed", G_CALLBACK (devices_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/**
 * ws_beside_choice_set_run:
 * @self: a choice
 * @run: (transfer none): what it stands beside
 */
void
ws_beside_choice_set_run (WsBesideChoice *self, WsRun *run)
{
  g_return_if_fail (WS_IS_BESIDE_CHOICE (self) && run != NULL);

  ws_run_ref (run);
  g_clear_pointer (&self->run, ws_run_unref);
  self->run = run;
  fill (self);
}

/**
 * ws_beside_choice_get_kind:
 * @self: a choice
 *
 * Returns: what is to be another
 */
WsBesideKind
ws_beside_choice_get_kind (WsBesideChoice *self)
{
  g_return_val_if_fail (WS_IS_BESIDE_CHOICE (self), WS_BESIDE_KERNEL);
  return self->kind;
}

/**
 * ws_beside_choice_get_id:
 * @self: a choice
 *
 * Returns: (transfer none) (nullable): id of the kernel or device, or the threads of a block; %NULL
 * if nothing is chosen
 */
const char *
ws_beside_choice_get_id (WsBesideChoice *self)
{
  g_return_val_if_fail (WS_IS_BESIDE_CHOICE (self), NULL);
  return self->id;
}

/**
 * ws_beside_choice_is_next:
 * @self: a choice
 *
 * Returns: whether it is the kernel that comes next: nothing else was chosen
 */
gboolean
ws_beside_choice_is_next (WsBesideChoice *self)
{
  g_return_val_if_fail (WS_IS_BESIDE_CHOICE (self), FALSE);
  return self->is_next;
}

/**
 * ws_beside_choice_choose_next:
 * @self: a choice
 *
 * From now on it is the kernel that comes next to that shown.
 */
void
ws_beside_choice_choose_next (WsBesideChoice *self)
{
  g_return_if_fail (WS_IS_BESIDE_CHOICE (self));
  keep (self, WS_BESIDE_KERNEL, "");
}

/**
 * ws_beside_choice_has_next:
 * @self: a choice
 * @id: of a kernel
 *
 * Returns: whether a kernel that can be compared comes after it
 */
gboolean
ws_beside_choice_has_next (WsBesideChoice *self, const char *id)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint index;

  g_return_val_if_fail (WS_IS_BESIDE_CHOICE (self) && id != NULL, FALSE);
  list_kernels (self, ids, names);
  index = find_id (ids, id);
  return index != WS_NONE && index + 1 < ids->len;
}
