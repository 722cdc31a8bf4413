#include "history/step.h"

#include <glib/gi18n.h>
#include <string.h>

/* kind, name, title, words; stream, copy, module; grid; block; shared bytes; address, from, size;
 * begin, duration; error; changed, and
 * whether it is repeated */
#define STEP_BUT_CHANGED     \
  "(usssuuu(uuu)(uuu)uttttt" \
  "u"
#define STEP_TYPE   STEP_BUT_CHANGED "matb)"
#define STEP_FORMAT STEP_BUT_CHANGED "@matb)"

G_DEFINE_QUARK (ws - history - error - quark, ws_history_error)

/* (transfer floating) */
static GVariant *
changed_to_variant (const GArray *changed)
{
  gboolean is_known = changed != NULL && changed->len <= WS_HISTORY_MAX_CHANGED;

  return g_variant_new_maybe (G_VARIANT_TYPE ("at"), is_known ? g_variant_new_fixed_array (
                                                         G_VARIANT_TYPE_UINT64, changed->data,
                                                         changed->len, sizeof (guint64))
                                                              : NULL);
}

/* (transfer full) (nullable) */
static GArray *
changed_from_variant (GVariant *variant)
{
  g_autoptr (GVariant) list = g_variant_get_maybe (variant);
  const guint64 *addresses;
  GArray *changed;
  gsize n;

  if (list == NULL)
    return NULL;
  addresses = g_variant_get_fixed_array (list, &n, sizeof (guint64));
  if (n > WS_HISTORY_MAX_CHANGED)
    return NULL;
  changed = g_array_sized_new (FALSE, FALSE, sizeof (guint64), (guint)n);
  return g_array_append_vals (changed, addresses, (guint)n);
}

/**
 * ws_step_to_variant:
 *
 * Returns: (transfer floating): for ws_step_from_variant()
 */
GVariant *
ws_step_to_variant (const WsStep *self)
{
  return g_variant_new (STEP_FORMAT, self->kind, self->name != NULL ? self->name : "",
                        self->title != NULL ? self->title : "",
                        self->words != NULL ? self->words : "", self->stream, self->copy,
                        self->module, self->grid[0], self->grid[1], self->grid[2], self->block[0],
                        self->block[1], self->block[2], self->shared_bytes, self->address,
                        self->from, self->size, self->begin_ns, self->duration_ns, self->error,
                        changed_to_variant (self->changed), self->is_repeated);
}

static gboolean
is_good (const WsStep *self)
{
  return self->kind <= WS_STEP_LAST && self->copy <= WS_COPY_LAST
         && strlen (self->name) <= WS_HISTORY_MAX_NAME
         && strlen (self->title) <= WS_HISTORY_MAX_NAME
         && strlen (self->words) <= WS_HISTORY_MAX_WORDS
         && self->begin_ns <= G_MAXINT64 - MIN (self->duration_ns, G_MAXINT64);
}

/**
 * ws_step_from_variant:
 * @variant: anything
 * @error: return location for a #GError: %WS_HISTORY_ERROR_NONSENSE
 *
 * Returns: (transfer full) (nullable): the step, checked for itself
 */
WsStep *
ws_step_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsStep) self = g_new0 (WsStep, 1);
  g_autoptr (GVariant) changed = NULL;
  guint32 kind = 0;
  guint32 copy = 0;

  if (g_variant_is_of_type (variant, G_VARIANT_TYPE (STEP_TYPE)))
    {
      g_variant_get (variant, STEP_FORMAT, &kind, &self->name, &self->title, &self->words,
                     &self->stream, &copy, &self->module, &self->grid[0], &self->grid[1],
                     &self->grid[2], &self->block[0], &self->block[1], &self->block[2],
                     &self->shared_bytes, &self->address, &self->from, &self->size, &self->begin_ns,
                     &self->duration_ns, &self->error, &changed, &self->is_repeated);
      self->changed = changed_from_variant (changed);
      self->kind = (WsStepKind)kind;
      self->copy = (WsCopyKind)copy;
      if (is_good (self))
        return g_steal_pointer (&self);
    }
  g_set_error_literal (error, WS_HISTORY_ERROR, WS_HISTORY_ERROR_NONSENSE,
                       _ ("A step of the program's history is damaged."));
  return NULL;
}

void
ws_step_free (WsStep *self)
{
  g_free (self->name);
  g_free (self->title);
  g_free (self->words);
  g_clear_pointer (&self->changed, g_array_unref);
  g_free (self);
}

/* Returns: whether both do the same, to the same kernel or by the same call, as rounds of a loop
 * do; times and addresses may differ */
gboolean
ws_step_is_like (const WsStep *self, const WsStep *other)
{
  return self->kind == other->kind && self->copy == other->copy && self->stream == other->stream
         && self->module == other->module && self->size == other->size
         && self->shared_bytes == other->shared_bytes && self->error == other->error
         && memcmp (self->grid, other->grid, sizeof self->grid) == 0
         && memcmp (self->block, other->block, sizeof self->block) == 0
         && g_str_equal (self->name, other->name);
}
