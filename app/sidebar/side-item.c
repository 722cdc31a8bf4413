#include "sidebar/side-item.h"

#include "words/words.h"

struct _WsSideItem {
  GObject parent_instance;

  char *section;
  char *label;
  char *tip;
  char *words;
  char *action;
  char *target;
};

G_DEFINE_FINAL_TYPE (WsSideItem, ws_side_item, G_TYPE_OBJECT)

static void
ws_side_item_finalize (GObject *object)
{
  WsSideItem *self = WS_SIDE_ITEM (object);

  g_free (self->section);
  g_free (self->label);
  g_free (self->tip);
  g_free (self->words);
  g_free (self->action);
  g_free (self->target);

  G_OBJECT_CLASS (ws_side_item_parent_class)->finalize (object);
}

static void
ws_side_item_class_init (WsSideItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_side_item_finalize;
}

static void
ws_side_item_init (WsSideItem *self)
{
}

/**
 * ws_side_item_new:
 * @section: heading of all rows that follow each other under it, in the user's language
 * @label: what the row says, likewise
 * @tip: (nullable): says more
 * @action: what it does when it is chosen, as in "win.kernel"
 * @target: with what: a string
 *
 * Returns: (transfer full): an item
 */
WsSideItem *
ws_side_item_new (const char *section, const char *label, const char *tip, const char *action,
                  const char *target)
{
  WsSideItem *self = g_object_new (WS_TYPE_SIDE_ITEM, NULL);

  self->section = g_strdup (section);
  self->label = g_strdup (label);
  self->tip = g_strdup (tip);
  self->action = g_strdup (action);
  self->target = g_strdup (target);
  return self;
}

/**
 * ws_side_item_get_section:
 * @self: an item
 *
 * Returns: the heading that it stands under
 */
const char *
ws_side_item_get_section (WsSideItem *self)
{
  g_return_val_if_fail (WS_IS_SIDE_ITEM (self), NULL);
  return self->section;
}

/**
 * ws_side_item_get_label:
 * @self: an item
 *
 * Returns: what its row says
 */
const char *
ws_side_item_get_label (WsSideItem *self)
{
  g_return_val_if_fail (WS_IS_SIDE_ITEM (self), NULL);
  return self->label;
}

/**
 * ws_side_item_get_tip:
 * @self: an item
 *
 * Returns: (nullable): what says more
 */
const char *
ws_side_item_get_tip (WsSideItem *self)
{
  g_return_val_if_fail (WS_IS_SIDE_ITEM (self), NULL);
  return self->tip;
}

/**
 * ws_side_item_set_words:
 * @self: an item
 * @words: (nullable): what a search finds it by, beside what it says
 */
void
ws_side_item_set_words (WsSideItem *self, const char *words)
{
  g_return_if_fail (WS_IS_SIDE_ITEM (self));
  g_free (self->words);
  self->words = g_strdup (words);
}

/**
 * ws_side_item_dup_text:
 * @self: an item
 *
 * Returns: (transfer full): all that a search finds it by, but for its label
 */
char *
ws_side_item_dup_text (WsSideItem *self)
{
  const char *parts[] = { self->target, self->section, self->words, self->tip };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL)
      ws_words_append (text, parts[i]);
  return g_string_free (text, FALSE);
}

/**
 * ws_side_item_get_action:
 * @self: an item
 *
 * Returns: what it does when it is chosen
 */
const char *
ws_side_item_get_action (WsSideItem *self)
{
  g_return_val_if_fail (WS_IS_SIDE_ITEM (self), NULL);
  return self->action;
}

/**
 * ws_side_item_get_target:
 * @self: an item
 *
 * Returns: with what it does it
 */
const char *
ws_side_item_get_target (WsSideItem *self)
{
  g_return_val_if_fail (WS_IS_SIDE_ITEM (self), NULL);
  return self->target;
}

/**
 * ws_side_item_does:
 * @self: an item
 * @action: as in "win.kernel"
 * @target: with what
 *
 * Returns: whether that is what it does
 */
gboolean
ws_side_item_does (WsSideItem *self, const char *action, const char *target)
{
  g_return_val_if_fail (WS_IS_SIDE_ITEM (self), FALSE);
  return g_str_equal (self->action, action) && g_str_equal (self->target, target);
}
