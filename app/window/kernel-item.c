#include "window/kernel-item.h"

#include "words/words.h"

struct _WsKernelItem {
  GObject parent_instance;

  WsCatalog *catalog;
  const WsCatalogKernel *kernel; /* of the catalogue */
};

enum { PROP_0, PROP_TITLE, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsKernelItem, ws_kernel_item, G_TYPE_OBJECT)

static void
ws_kernel_item_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_TITLE)
    g_value_set_string (value, ws_words_translate (WS_KERNEL_ITEM (object)->kernel->title));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_kernel_item_finalize (GObject *object)
{
  g_clear_pointer (&WS_KERNEL_ITEM (object)->catalog, ws_catalog_unref);

  G_OBJECT_CLASS (ws_kernel_item_parent_class)->finalize (object);
}

static void
ws_kernel_item_class_init (WsKernelItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ws_kernel_item_get_property;
  object_class->finalize = ws_kernel_item_finalize;
  props[PROP_TITLE] =
      g_param_spec_string ("title", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_kernel_item_init (WsKernelItem *self)
{
}

/**
 * ws_kernel_item_list_all:
 * @catalog: (transfer none): kernels; each item keeps it
 *
 * Returns: (transfer full): a list of #WsKernelItem, in the catalogue's order
 */
GListModel *
ws_kernel_item_list_all (WsCatalog *catalog)
{
  GListStore *items = g_list_store_new (WS_TYPE_KERNEL_ITEM);

  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      g_autoptr (WsKernelItem) item = g_object_new (WS_TYPE_KERNEL_ITEM, NULL);

      item->catalog = ws_catalog_ref (catalog);
      item->kernel = ws_catalog_get_kernel (catalog, i);
      g_list_store_append (items, item);
    }
  return G_LIST_MODEL (items);
}

/**
 * ws_kernel_item_get_kernel:
 * @self: an item
 *
 * Returns: (transfer none): the kernel, which the item keeps
 */
const WsCatalogKernel *
ws_kernel_item_get_kernel (WsKernelItem *self)
{
  g_return_val_if_fail (WS_IS_KERNEL_ITEM (self), NULL);
  return self->kernel;
}
