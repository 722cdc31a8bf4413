#include "compare/beside-choice.h"

#include "toolkit/steady-drop.h"
#include "toolkit/wrap-layout.h"
#include "words/words.h"

#include <glib/gi18n.h>

/* of what is chosen; the lists have it whole */
#define KIND_CHARS  14
#define WHICH_CHARS 26

struct _WsBesideChoice {
  GtkBox parent_instance;

  WsSession *session;
  GSettings *settings;
  WsRun *run; /* nullable: what it stands beside */
  GPtrArray *ids;
  gboolean updating;

  GtkDropDown *kind;
  GtkDropDown *which;
};

/* Adds what there is to choose to @ids, and its names to @names. */
typedef void (*List) (WsBesideChoice *self, GPtrArray *ids, GtkStringList *names);

typedef struct {
  const char *id;  /* in the settings */
  const char *key; /* of the settings; NULL where there is nothing to choose */
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
list_kernels (WsBesideChoice *self, GPtrArray *ids, GtkStringList *names)
{
  WsCatalog *catalog = ws_session_get_catalog (self->session);

  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);

      if (kernel->faults || kernel->races || kernel->library != NULL
          || !does_the_same (self, kernel))
        continue;
      g_ptr_array_add (ids, g_strdup (kernel->id));
      gtk_string_list_append (names, ws_words_translate (kernel->title));
    }
}

static void
list_blocks (WsBesideChoice *self, GPtrArray *ids, GtkStringList *names)
{
  for (guint block = 1; block <= 1024; block *= 2)
    {
      g_autofree char *id = g_strdup_printf ("%u", block);

      gtk_string_list_append (names, id);
      g_ptr_array_add (ids, g_steal_pointer (&id));
    }
}

static void
list_devices (WsBesideChoice *self, GPtrArray *ids, GtkStringList *names)
{
  GPtrArray *devices = ws_session_get_devices (self->session);

  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (!device->usable)
        continue;
      g_ptr_array_add (ids, g_strdup (device->id));
      gtk_string_list_append (names, device->name);
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
find_id (WsBesideChoice *self, const char *id)
{
  for (guint i = 0; i < self->ids->len; i++)
    if (g_strcmp0 (self->ids->pdata[i], id) == 0)
      return i;
  return GTK_INVALID_LIST_POSITION;
}

/* What was chosen last; where nothing was, the next after the one that is shown, or the one before
 * that. */
static guint
choose (WsBesideChoice *self, WsBesideKind kind)
{
  g_autofree char *kept = g_settings_get_string (self->settings, kinds[kind].key);
  g_autofree char *present = get_present (self, kind);
  guint index = find_id (self, kept);

  if (index != GTK_INVALID_LIST_POSITION || self->ids->len == 0)
    return index;
  index = find_id (self, present);
  if (index == GTK_INVALID_LIST_POSITION)
    return 0;
  return index + 1 < self->ids->len ? index + 1 : index - (index > 0);
}

static void
fill (WsBesideChoice *self)
{
  WsBesideKind kind = ws_beside_choice_get_kind (self);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  self->updating = TRUE;
  g_ptr_array_set_size (self->ids, 0);
  if (kinds[kind].list != NULL)
    kinds[kind].list (self, self->ids, names);
  gtk_drop_down_set_model (self->which, G_LIST_MODEL (names));
  gtk_widget_set_visible (GTK_WIDGET (self->which), kinds[kind].list != NULL);
  if (kinds[kind].key != NULL)
    gtk_drop_down_set_selected (self->which, choose (self, kind));
  self->updating = FALSE;
}

/* ---- what is chosen ---- */

static void
kind_cb (WsBesideChoice *self)
{
  WsBesideKind kind = ws_beside_choice_get_kind (self);

  if (self->updating)
    return;
  g_settings_set_string (self->settings, "beside", kinds[kind].id);
  fill (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
which_cb (WsBesideChoice *self)
{
  const char *id = ws_beside_choice_get_id (self);

  if (self->updating || id == NULL)
    return;
  g_settings_set_string (self->settings, kinds[ws_beside_choice_get_kind (self)].key, id);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
devices_cb (WsBesideChoice *self)
{
  g_autofree char *before = g_strdup (ws_beside_choice_get_id (self));

  fill (self);
  if (g_strcmp0 (before, ws_beside_choice_get_id (self)) != 0)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
ws_beside_choice_finalize (GObject *object)
{
  WsBesideChoice *self = WS_BESIDE_CHOICE (object);

  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->run, ws_run_unref);
  g_ptr_array_unref (self->ids);

  G_OBJECT_CLASS (ws_beside_choice_parent_class)->finalize (object);
}

static void
ws_beside_choice_class_init (WsBesideChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_beside_choice_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_BESIDE_CHOICE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static GtkDropDown *
add_drop (WsBesideChoice *self, const char *name, int chars)
{
  GtkWidget *drop = gtk_drop_down_new (NULL, NULL);

  ws_steady_drop (GTK_DROP_DOWN (drop), chars);
  gtk_widget_set_tooltip_text (drop, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (GTK_BOX (self), drop);
  return GTK_DROP_DOWN (drop);
}

static void
ws_beside_choice_init (WsBesideChoice *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->ids = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 g_object_new (WS_TYPE_WRAP_LAYOUT, "spacing", 8, NULL));
  self->kind = add_drop (self, _ ("Compare with"), KIND_CHARS);
  self->which = add_drop (self, _ ("Which one"), WHICH_CHARS);
  for (guint i = 0; i < WS_BESIDE_N_KINDS; i++)
    gtk_string_list_append (titles, _ (kinds[i].title));
  gtk_drop_down_set_model (self->kind, G_LIST_MODEL (titles));
}

/**
 * ws_beside_choice_new:
 * @session: (transfer none): with kernels and devices
 * @settings: (transfer none): keep what is chosen
 *
 * Returns: (transfer floating): a choice
 */
GtkWidget *
ws_beside_choice_new (WsSession *session, GSettings *settings)
{
  WsBesideChoice *self = g_object_new (WS_TYPE_BESIDE_CHOICE, NULL);
  g_autofree char *kept = g_settings_get_string (settings, "beside");

  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  for (guint i = 0; i < WS_BESIDE_N_KINDS; i++)
    if (g_str_equal (kinds[i].id, kept))
      gtk_drop_down_set_selected (self->kind, i);
  fill (self);
  g_signal_connect_object (self->kind, "notify::selected", G_CALLBACK (kind_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->which, "notify::selected", G_CALLBACK (which_cb), self,
                           G_CONNECT_SWAPPED);
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
  guint index;

  g_return_val_if_fail (WS_IS_BESIDE_CHOICE (self), WS_BESIDE_KERNEL);
  index = gtk_drop_down_get_selected (self->kind);
  return index < WS_BESIDE_N_KINDS ? (WsBesideKind)index : WS_BESIDE_KERNEL;
}

/**
 * ws_beside_choice_get_id:
 * @self: a choice
 *
 * Returns: (transfer none) (nullable): id of the kernel or device, or the threads of a block; %NULL
 * where nothing is chosen
 */
const char *
ws_beside_choice_get_id (WsBesideChoice *self)
{
  guint index;

  g_return_val_if_fail (WS_IS_BESIDE_CHOICE (self), NULL);
  index = gtk_drop_down_get_selected (self->which);
  return index < self->ids->len ? self->ids->pdata[index] : NULL;
}
