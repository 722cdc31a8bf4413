#include "record/finding-private.h"
#include "record/format.h"

/* Used in files, and by programs that read them. */
static const char *const kinds[WS_FINDING_LAST + 1] = {
  [WS_FINDING_OUT_OF_BOUNDS] = "out-of-bounds",
  [WS_FINDING_MISALIGNED] = "misaligned",
  [WS_FINDING_DIVERGENT_BARRIER] = "divergent-barrier",
  [WS_FINDING_DEADLOCK] = "deadlock",
  [WS_FINDING_ENDLESS] = "endless",
  [WS_FINDING_UNINITIALISED] = "uninitialised",
  [WS_FINDING_RACE] = "race",
  [WS_FINDING_TRAP] = "trap",
  [WS_FINDING_DEVICE] = "device",
  [WS_FINDING_USE_AFTER_SCOPE] = "use-after-scope",
  [WS_FINDING_USE_AFTER_FREE] = "use-after-free",
  [WS_FINDING_INVALID_FREE] = "invalid-free",
  [WS_FINDING_WRONG_MASK] = "wrong-mask",
  [WS_FINDING_CONDITIONAL_BARRIER] = "conditional-barrier",
};

static const char *const accesses[WS_FINDING_ACCESS_LAST + 1] = {
  [WS_FINDING_ACCESS_NONE] = "none",   [WS_FINDING_ACCESS_READ] = "read",
  [WS_FINDING_ACCESS_WRITE] = "write", [WS_FINDING_ACCESS_ATOMIC] = "atomic",
  [WS_FINDING_ACCESS_FREE] = "free",   [WS_FINDING_ACCESS_RETURN] = "return",
};

/**
 * ws_finding_kind_get_name:
 * @kind: a #WsFindingKind
 *
 * Returns: (transfer none): its name in files, as in "race"
 */
const char *
ws_finding_kind_get_name (guint kind)
{
  g_return_val_if_fail (kind <= WS_FINDING_LAST, "");
  return kinds[kind];
}

/**
 * ws_finding_access_get_name:
 * @access: a #WsFindingAccess
 *
 * Returns: (transfer none): its name in files, as in "write"
 */
const char *
ws_finding_access_get_name (guint access)
{
  g_return_val_if_fail (access <= WS_FINDING_ACCESS_LAST, "");
  return accesses[access];
}

/* Returns: whether it is only a remark: a mistake possible with other input */
gboolean
ws_finding_is_remark (const WsFinding *self)
{
  return self->kind == WS_FINDING_CONDITIONAL_BARRIER;
}

void
ws_finding_free (WsFinding *self)
{
  g_free (self->message);
  g_free (self->place);
  g_free (self);
}

/* Returns: (transfer floating): it, of %WS_FINDING_FORMAT */
GVariant *
ws_finding_to_variant (const WsFinding *self)
{
  const WsOtherAccess *other = &self->other;
  GVariant *maybe = g_variant_new_maybe (
      G_VARIANT_TYPE ("(uuuuy)"), self->has_other
                                      ? g_variant_new ("(uuuuy)", other->site, other->block,
                                                       other->warp, other->lanes, other->access)
                                      : NULL);

  return g_variant_new ("(uuuuuutsutyms@m(uuuuy))", self->kind, self->launch, self->site,
                        self->block, self->warp, self->lane, self->address, self->message,
                        self->lanes, self->count, self->access, self->place, maybe);
}

/**
 * ws_finding_new_from_variant:
 * @variant: of %WS_FINDING_FORMAT, in host byte order
 *
 * Not validated: the check of the run does that.
 */
WsFinding *
ws_finding_new_from_variant (GVariant *variant)
{
  WsFinding *self = g_new0 (WsFinding, 1);
  g_autoptr (GVariant) other = NULL;

  g_variant_get (variant, "(uuuuuutsutyms@m(uuuuy))", &self->kind, &self->launch, &self->site,
                 &self->block, &self->warp, &self->lane, &self->address, &self->message,
                 &self->lanes, &self->count, &self->access, &self->place, &other);
  if (g_variant_n_children (other) > 0)
    {
      g_autoptr (GVariant) access = g_variant_get_child_value (other, 0);

      self->has_other = TRUE;
      g_variant_get (access, "(uuuuy)", &self->other.site, &self->other.block, &self->other.warp,
                     &self->other.lanes, &self->other.access);
    }
  return self;
}
