#include "palette/palette-item.h"

struct _WsPaletteItem {
  GObject parent_instance;

  char *kind;
  char *label;
  char *more;
  char *id;
  char *aside;
};

G_DEFINE_FINAL_TYPE (WsPaletteItem, ws_palette_item, G_TYPE_OBJECT)

static void
ws_palette_item_finalize (GObject *object)
{
  WsPaletteItem *self = WS_PALETTE_ITEM (object);

  g_free (self->kind);
  g_free (self->label);
  g_free (self->more);
  g_free (self->id);
  g_free (self->aside);

  G_OBJECT_CLASS (ws_palette_item_parent_class)->finalize (object);
}

static void
ws_palette_item_class_init (WsPaletteItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_palette_item_finalize;
}

static void
ws_palette_item_init (WsPaletteItem *self)
{
}

/**
 * ws_palette_item_new:
 * @kind: what it is, in the user's language, as in "Kernel"
 * @label: what it is called, likewise
 * @more: (nullable): what else it is found by
 * @action: what it does, as in "win.kernel"
 * @target: (transfer floating) (nullable): with what
 *
 * Returns: (transfer full): a command
 */
WsPaletteItem *
ws_palette_item_new (const char *kind, const char *label, const char *more, const char *action,
                     GVariant *target)
{
  WsPaletteItem *self = g_object_new (WS_TYPE_PALETTE_ITEM, NULL);
  g_autoptr (GVariant) value = target != NULL ? g_variant_ref_sink (target) : NULL;

  self->kind = g_strdup (kind);
  self->label = g_strdup (label);
  self->more = g_strdup (more != NULL ? more : "");
  self->id = g_action_print_detailed_name (action, value);
  self->aside = g_strdup ("");
  return self;
}

/* @aside: what is said beside it: the key that does the same, or what it is part of */
void
ws_palette_item_set_aside (WsPaletteItem *self, const char *aside)
{
  g_return_if_fail (WS_IS_PALETTE_ITEM (self) && aside != NULL);
  g_free (self->aside);
  self->aside = g_strdup (aside);
}

const char *
ws_palette_item_get_kind (WsPaletteItem *self)
{
  g_return_val_if_fail (WS_IS_PALETTE_ITEM (self), NULL);
  return self->kind;
}

const char *
ws_palette_item_get_label (WsPaletteItem *self)
{
  g_return_val_if_fail (WS_IS_PALETTE_ITEM (self), NULL);
  return self->label;
}

/* Returns: what else it is found by; empty for nothing */
const char *
ws_palette_item_get_more (WsPaletteItem *self)
{
  g_return_val_if_fail (WS_IS_PALETTE_ITEM (self), NULL);
  return self->more;
}

/* Returns: what is said beside it; empty for nothing */
const char *
ws_palette_item_get_aside (WsPaletteItem *self)
{
  g_return_val_if_fail (WS_IS_PALETTE_ITEM (self), NULL);
  return self->aside;
}

/* Returns: what it does, as g_action_parse_detailed_name() reads it */
const char *
ws_palette_item_get_id (WsPaletteItem *self)
{
  g_return_val_if_fail (WS_IS_PALETTE_ITEM (self), NULL);
  return self->id;
}

/* As ws_palette_item_new(), with a string; @list has it then. */
void
ws_palette_item_add (GListStore *list, const char *kind, const char *label, const char *more,
                     const char *action, const char *target)
{
  g_autoptr (WsPaletteItem) command =
      ws_palette_item_new (kind, label, more, action, g_variant_new_string (target));

  g_list_store_append (list, command);
}
