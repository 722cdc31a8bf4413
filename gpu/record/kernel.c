#include "record/bounds.h"
#include "record/record-private.h"

#include <glib/gi18n.h>
#include <string.h>

static GVariant *
fixed_array (const char *element_format, gconstpointer data, gsize n, gsize element_size)
{
  /* an empty array is NULL to its owner, but g_variant_new_fixed_array() needs an address */
  return g_variant_new_fixed_array (G_VARIANT_TYPE (element_format), n > 0 ? data : "", n,
                                    element_size);
}

static gconstpointer
view_child (GVariant *variant, gsize child, gsize element_size, gsize *n)
{
  g_autoptr (GVariant) array = g_variant_get_child_value (variant, child);

  /* the child shares the memory of its serialised parent, which outlives it */
  return g_variant_get_fixed_array (array, n, element_size);
}

/* Returns: (transfer floating): it, as %WS_REGION_FORMAT */
static GVariant *
region_to_variant (const WsRegion *self)
{
  return g_variant_new (WS_REGION_FORMAT, self->name, (guchar)self->space, self->address,
                        self->size_bytes, (guchar)self->value_type);
}

/**
 * ws_kernel_new:
 * @like: its contents; the backing is ignored, and shared variables may be %NULL
 *
 * Copies everything.
 */
WsKernel *
ws_kernel_new (const WsKernel *like)
{
  GVariantBuilder regions;
  g_autoptr (GVariant) variant = NULL;

  g_return_val_if_fail (like != NULL, NULL);
  g_return_val_if_fail (like->entry != NULL && like->title != NULL && like->file != NULL, NULL);

  g_variant_builder_init (&regions, G_VARIANT_TYPE ("a" WS_REGION_FORMAT));
  for (guint i = 0; like->shared != NULL && i < like->shared->len; i++)
    g_variant_builder_add_value (&regions, region_to_variant (g_ptr_array_index (like->shared, i)));
  variant = g_variant_ref_sink (g_variant_new (
      "(sssmsms@a" WS_SITE_FORMAT "@au@au@ay@a" WS_REGION_FORMAT ")", like->entry, like->title,
      like->file, like->source, like->ptx,
      fixed_array (WS_SITE_FORMAT, like->sites, like->n_sites, sizeof *like->sites),
      fixed_array ("u", like->registers, like->n_registers, sizeof *like->registers),
      fixed_array ("u", like->register_names, like->n_register_names, sizeof *like->register_names),
      fixed_array ("y", like->strings, like->strings_size, 1), g_variant_builder_end (&regions)));
  return ws_kernel_new_from_variant (variant);
}

/**
 * ws_kernel_new_from_variant:
 * @variant: of %WS_KERNEL_FORMAT, in normal form and host byte order
 *
 * The kernel keeps @variant; its arrays are unchecked views into it: see ws_kernel_check().
 */
WsKernel *
ws_kernel_new_from_variant (GVariant *variant)
{
  WsKernel *self = g_new0 (WsKernel, 1);
  g_autoptr (GVariant) regions = NULL;
  gsize n;

  self->backing = g_variant_ref (variant);
  /* serialises a variant that was built in pieces: from now on its memory does not move */
  g_variant_get_data (variant);
  g_variant_get (variant, "(sssmsms@a" WS_SITE_FORMAT "@au@au@ay@a" WS_REGION_FORMAT ")",
                 &self->entry, &self->title, &self->file, &self->source, &self->ptx, NULL, NULL,
                 NULL, NULL, &regions);
  self->sites = view_child (variant, 5, sizeof (WsSite), &n);
  self->n_sites = n;
  self->registers = view_child (variant, 6, sizeof (guint32), &self->n_registers);
  self->register_names = view_child (variant, 7, sizeof (guint32), &n);
  self->n_register_names = n;
  self->strings = view_child (variant, 8, 1, &self->strings_size);
  self->shared = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_region_free);
  for (gsize i = 0; i < g_variant_n_children (regions); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (regions, i);
      g_ptr_array_add (self->shared, ws_region_new_from_variant (child));
    }
  return self;
}

void
ws_kernel_free (WsKernel *self)
{
  g_free (self->entry);
  g_free (self->title);
  g_free (self->file);
  g_free (self->source);
  g_free (self->ptx);
  g_ptr_array_unref (self->shared);
  g_variant_unref (self->backing);
  g_free (self);
}

/**
 * ws_kernel_get_string:
 * @offset: of a text in its strings, or %WS_NONE
 *
 * Returns: (transfer none): the text; "" for %WS_NONE
 */
const char *
ws_kernel_get_string (const WsKernel *self, guint32 offset)
{
  g_return_val_if_fail (self != NULL, "");
  return offset < self->strings_size ? self->strings + offset : "";
}

static gboolean
check_strings (const WsKernel *self, guint index, GError **error)
{
  const char *end = self->strings + self->strings_size;

  if (self->strings_size == 0)
    return TRUE;
  if (end[-1] != '\0')
    return ws_record_damaged (error, _ ("kernel %u: its strings are unterminated"), index);
  for (const char *text = self->strings; text < end; text += strlen (text) + 1)
    if (!ws_bound_check_text (WS_BOUND_INSTRUCTION_BYTES, text, error))
      return FALSE;
    else if (!g_utf8_validate (text, -1, NULL))
      return ws_record_damaged (error, _ ("kernel %u: the text at %zu is not UTF-8"), index,
                                (gsize)(text - self->strings));
  return TRUE;
}

/* Within bounds, and not in the middle of a character. */
static gboolean
is_text (const WsKernel *self, guint32 offset)
{
  return offset < self->strings_size && ((guchar)self->strings[offset] & 0xc0) != 0x80;
}

static gboolean
check_site (const WsKernel *self, guint index, guint i, GError **error)
{
  const WsSite *site = &self->sites[i];
  guint64 n_registers = site->n_defs + site->n_uses + site->n_address
                        + ((site->flags & WS_SITE_GUARDED) != 0 ? 1 : 0);
  const char *what = NULL;

  if (!is_text (self, site->text) || !is_text (self, site->opcode)
      || (site->file != WS_NONE && !is_text (self, site->file)))
    what = "text";
  else if (site->target != WS_NONE && site->target >= self->n_sites)
    what = "target";
  else if (site->reconverge != WS_NONE && site->reconverge >= self->n_sites)
    what = "point of reconvergence";
  else if (n_registers > 0
           && (site->first_register > self->n_registers
               || n_registers > self->n_registers - site->first_register))
    what = "register list";
  else if (site->op_class > WS_OP_LAST)
    what = "class";
  else if (site->space > WS_SPACE_LAST)
    what = "space";
  else if (site->value_type > WS_VALUE_LAST)
    what = "type";
  else if (site->width_bytes > 16)
    what = "width";
  else if (site->vector != 1 && site->vector != 2 && site->vector != 4)
    what = "vector";
  if (what != NULL)
    return ws_record_damaged (error, _ ("kernel %u, site %u: its %s is invalid"), index, i, what);
  if (site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
      || site->op_class == WS_OP_ATOMIC)
    if (site->width_bytes == 0 || site->width_bytes * site->vector > 16)
      return ws_record_damaged (error, _ ("kernel %u, site %u: it moves %u x %u bytes"), index, i,
                                site->vector, site->width_bytes);
  return TRUE;
}

static gboolean
check_bounds (const WsKernel *self, GError **error)
{
  if (!ws_bound_check_text (WS_BOUND_NAME_BYTES, self->entry, error)
      || !ws_bound_check_text (WS_BOUND_NAME_BYTES, self->title, error)
      || !ws_bound_check_text (WS_BOUND_NAME_BYTES, self->file, error)
      || !ws_bound_check_lines (self->source, error) || !ws_bound_check_lines (self->ptx, error)
      || !ws_bound_check (WS_BOUND_SITES, self->n_sites, error)
      || !ws_bound_check (WS_BOUND_REGISTERS, self->n_register_names, error)
      || !ws_bound_check (WS_BOUND_VARIABLES, self->shared->len, error)
      || !ws_bound_check (WS_BOUND_STRINGS_BYTES, self->strings_size, error))
    return FALSE;
  for (guint i = 0; i < self->shared->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (self->shared, i);

      if (!ws_bound_check_text (WS_BOUND_NAME_BYTES, region->name, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_kernel_check:
 * @index: its number in the run, for messages
 *
 * Checks everything that readers of the kernel's arrays rely on: bounds, terminated strings,
 * register and site indices, types. The first violation is a %WS_RECORD_ERROR_DAMAGED.
 *
 * Returns: %TRUE if nothing is wrong
 */
gboolean
ws_kernel_check (const WsKernel *self, guint index, GError **error)
{
  if (!check_bounds (self, error) || !check_strings (self, index, error))
    return FALSE;
  for (guint i = 0; i < self->n_register_names; i++)
    if (!is_text (self, self->register_names[i]))
      return ws_record_damaged (error, _ ("kernel %u, register %u: its name is invalid"), index, i);
  for (gsize i = 0; i < self->n_registers; i++)
    if (self->registers[i] >= self->n_register_names)
      return ws_record_damaged (error, _ ("kernel %u: entry %zu of its register lists is %u of %u"),
                                index, i, self->registers[i], self->n_register_names);
  for (guint i = 0; i < self->n_sites; i++)
    if (!check_site (self, index, i, error))
      return FALSE;
  for (guint i = 0; i < self->shared->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (self->shared, i);
      if (region->space > WS_SPACE_LAST || region->value_type > WS_VALUE_LAST)
        return ws_record_damaged (error, _ ("kernel %u: its variable “%s” has no type"), index,
                                  region->name);
    }
  return TRUE;
}

WsRegion *
ws_region_copy (const WsRegion *self)
{
  WsRegion *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  return copy;
}

void
ws_region_free (WsRegion *self)
{
  g_free (self->name);
  g_free (self);
}

/**
 * ws_region_new_from_variant:
 * @variant: of %WS_REGION_FORMAT, in host byte order
 *
 * Space and type are not validated: the check of the kernel or of the run does that.
 */
WsRegion *
ws_region_new_from_variant (GVariant *variant)
{
  WsRegion *self = g_new0 (WsRegion, 1);
  guchar space;
  guchar value_type;

  g_variant_get (variant, WS_REGION_FORMAT, &self->name, &space, &self->address, &self->size_bytes,
                 &value_type);
  self->space = space;
  self->value_type = value_type;
  return self;
}

/**
 * ws_buffer_to_variant:
 * @self: a buffer of a run
 *
 * Returns: (transfer floating): it, as %WS_BUFFER_FORMAT
 */
GVariant *
ws_buffer_to_variant (const WsRegion *self)
{
  return g_variant_new (WS_BUFFER_FORMAT, self->name, (guchar)self->space, self->address,
                        self->size_bytes, (guchar)self->value_type, self->columns);
}

/**
 * ws_buffer_new_from_variant:
 * @variant: of %WS_BUFFER_FORMAT, in host byte order
 *
 * Space, type and rows are not validated: the check of the run does that.
 *
 * Returns: (transfer full): a buffer of a run
 */
WsRegion *
ws_buffer_new_from_variant (GVariant *variant)
{
  WsRegion *self = g_new0 (WsRegion, 1);
  guchar space;
  guchar value_type;

  g_variant_get (variant, WS_BUFFER_FORMAT, &self->name, &space, &self->address, &self->size_bytes,
                 &value_type, &self->columns);
  self->space = space;
  self->value_type = value_type;
  return self;
}

const WsKernel *
ws_run_get_kernel (const WsRun *self, guint launch)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (launch < self->n_launches, NULL);
  return g_ptr_array_index (self->kernels, self->launches[launch].kernel);
}
