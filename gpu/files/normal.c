/* normal.c: after the "GVariant Specification": each value has one serialised form. */
#include "files/normal.h"

#include <string.h>

#define MAX_DEPTH 128 /* of containers in each other: as GLib has it */

/**
 * Layout:
 * @alignment: of its values: a power of two
 * @size: of each of them: bytes; 0 if that differs
 * @is_free: whether any bytes of that size are a value: no truth values, no padding
 */
typedef struct {
  gsize alignment;
  gsize size;
  gboolean is_free;
} Layout;

typedef struct {
  const guint8 *data;
  gsize size;
} Bytes;

static gboolean check (const GVariantType *type, const Layout *layout, Bytes bytes, guint depth);

static gsize
align (gsize at, gsize alignment)
{
  return (at + alignment - 1) & ~(alignment - 1);
}

/* ---- layouts ---- */

static Layout get_layout (const GVariantType *type);

static Layout
get_tuple_layout (const GVariantType *type)
{
  Layout self = { 1, 0, TRUE };
  gboolean is_fixed = TRUE;

  for (const GVariantType *member = g_variant_type_first (type); member != NULL;
       member = g_variant_type_next (member))
    {
      Layout each = get_layout (member);
      gsize at = align (self.size, each.alignment);

      self.alignment = MAX (self.alignment, each.alignment);
      self.is_free = self.is_free && each.is_free && at == self.size;
      is_fixed = is_fixed && each.size > 0;
      self.size = at + each.size;
    }
  if (!is_fixed)
    return (Layout){ self.alignment, 0, FALSE };
  /* that of no members is a byte, which is 0 */
  if (self.size == 0)
    return (Layout){ 1, 1, FALSE };
  self.is_free = self.is_free && align (self.size, self.alignment) == self.size;
  self.size = align (self.size, self.alignment);
  return self;
}

static Layout
get_layout (const GVariantType *type)
{
  switch (*g_variant_type_peek_string (type))
    {
    case 'y':
      return (Layout){ 1, 1, TRUE };
    case 'b':
      return (Layout){ 1, 1, FALSE };
    case 'n':
    case 'q':
      return (Layout){ 2, 2, TRUE };
    case 'i':
    case 'u':
    case 'h':
      return (Layout){ 4, 4, TRUE };
    case 'x':
    case 't':
    case 'd':
      return (Layout){ 8, 8, TRUE };
    case 'v':
      return (Layout){ 8, 0, FALSE };
    case 'a':
    case 'm':
      return (Layout){ get_layout (g_variant_type_element (type)).alignment, 0, FALSE };
    case '(':
    case '{':
      return get_tuple_layout (type);
    default: /* texts */
      return (Layout){ 1, 0, FALSE };
    }
}

/* ---- where children end ---- */

static gsize
get_offset_size (gsize size)
{
  return size > G_MAXUINT32 ? 8 : size > G_MAXUINT16 ? 4 : size > G_MAXUINT8 ? 2 : 1;
}

static gsize
read_offset (Bytes bytes, gsize at, gsize offset_size)
{
  guint64 offset = 0;

  memcpy (&offset, bytes.data + at, offset_size);
  return (gsize)GUINT64_FROM_LE (offset);
}

/* Whether so many offsets behind @body bytes are no larger than they have to be. */
static gboolean
is_least (gsize body, gsize n, gsize size)
{
  for (gsize each = 1; each <= 8; each *= 2)
    if (get_offset_size (body + n * each) <= each)
      return body + n * each == size;
  return FALSE;
}

/* Goes to where the next child begins: what lies between is 0. */
static gboolean
pad (Bytes bytes, gsize *at, gsize alignment, gsize end)
{
  for (; *at % alignment != 0; ++*at)
    if (*at >= end || bytes.data[*at] != 0)
      return FALSE;
  return TRUE;
}

static Bytes
cut (Bytes bytes, gsize from, gsize to)
{
  return (Bytes){ bytes.data + from, to - from };
}

/* ---- values ---- */

static gboolean
check_text (char kind, Bytes bytes)
{
  const char *text = (const char *)bytes.data;

  if (bytes.size == 0 || text[bytes.size - 1] != '\0' || strlen (text) != bytes.size - 1)
    return FALSE;
  return kind == 'o'   ? g_variant_is_object_path (text)
         : kind == 'g' ? g_variant_is_signature (text)
                       : g_utf8_validate (text, (gssize)bytes.size - 1, NULL);
}

static gboolean
check_variant (Bytes bytes, guint depth)
{
  const guint8 *end = bytes.size > 0 ? memrchr (bytes.data, '\0', bytes.size) : NULL;
  gsize at = end != NULL ? (gsize)(end - bytes.data) : 0;
  g_autofree char *text = NULL;
  Layout layout;

  if (end == NULL)
    return FALSE;
  text = g_strndup ((const char *)end + 1, bytes.size - at - 1);
  if (!g_variant_type_string_is_valid (text) || !g_variant_type_is_definite ((GVariantType *)text))
    return FALSE;
  layout = get_layout ((const GVariantType *)text);
  return check ((const GVariantType *)text, &layout, cut (bytes, 0, at), depth);
}

static gboolean
check_maybe (const GVariantType *type, Bytes bytes, guint depth)
{
  const GVariantType *element = g_variant_type_element (type);
  Layout layout = get_layout (element);

  if (bytes.size == 0)
    return TRUE;
  if (layout.size > 0)
    return check (element, &layout, bytes, depth);
  return bytes.data[bytes.size - 1] == 0
         && check (element, &layout, cut (bytes, 0, bytes.size - 1), depth);
}

static gboolean
check_fixed_array (const GVariantType *element, const Layout *layout, Bytes bytes, guint depth)
{
  if (bytes.size % layout->size != 0)
    return FALSE;
  for (gsize at = 0; !layout->is_free && at < bytes.size; at += layout->size)
    if (!check (element, layout, cut (bytes, at, at + layout->size), depth))
      return FALSE;
  return TRUE;
}

static gboolean
check_array (const GVariantType *type, Bytes bytes, guint depth)
{
  const GVariantType *element = g_variant_type_element (type);
  Layout layout = get_layout (element);
  gsize offset_size = get_offset_size (bytes.size);
  gsize last;
  gsize at = 0;

  if (layout.size > 0)
    return check_fixed_array (element, &layout, bytes, depth);
  if (bytes.size == 0)
    return TRUE;
  last = bytes.size >= offset_size ? read_offset (bytes, bytes.size - offset_size, offset_size)
                                   : bytes.size;
  if (last >= bytes.size || (bytes.size - last) % offset_size != 0
      || !is_least (last, (bytes.size - last) / offset_size, bytes.size))
    return FALSE;
  for (gsize i = last; i < bytes.size; i += offset_size)
    {
      gsize end = read_offset (bytes, i, offset_size);

      if (end < at || end > last || !pad (bytes, &at, layout.alignment, end)
          || !check (element, &layout, cut (bytes, at, end), depth))
        return FALSE;
      at = end;
    }
  return TRUE;
}

static gboolean
check_tuple (const GVariantType *type, const Layout *layout, Bytes bytes, guint depth)
{
  gsize offset_size = get_offset_size (bytes.size);
  gsize offsets = bytes.size; /* where the last one that was read lies */
  gsize n_offsets = 0;
  gsize at = 0;

  for (const GVariantType *member = g_variant_type_first (type), *next; member != NULL;
       member = next)
    {
      Layout each = get_layout (member);
      gsize end;

      next = g_variant_type_next (member);
      if (!pad (bytes, &at, each.alignment, bytes.size))
        return FALSE;
      if (each.size > 0)
        end = at + each.size;
      else if (next == NULL)
        end = offsets;
      else if (offsets < offset_size || offsets - offset_size < at)
        return FALSE;
      else
        {
          offsets -= offset_size;
          n_offsets++;
          end = read_offset (bytes, offsets, offset_size);
        }
      if (end < at || end > offsets || !check (member, &each, cut (bytes, at, end), depth))
        return FALSE;
      at = end;
    }
  if (layout->size > 0)
    return bytes.size == layout->size
           && (g_variant_type_first (type) != NULL ? pad (bytes, &at, layout->alignment, bytes.size)
                                                   : bytes.data[0] == 0);
  return at == offsets && is_least (at, n_offsets, bytes.size);
}

static gboolean
check (const GVariantType *type, const Layout *layout, Bytes bytes, guint depth)
{
  char kind = *g_variant_type_peek_string (type);

  if (layout->size > 0 && bytes.size != layout->size)
    return FALSE;
  if (layout->is_free)
    return TRUE;
  if (depth > MAX_DEPTH)
    return FALSE;
  switch (kind)
    {
    case 'b':
      return bytes.data[0] <= 1;
    case 'v':
      return check_variant (bytes, depth + 1);
    case 'm':
      return check_maybe (type, bytes, depth + 1);
    case 'a':
      return check_array (type, bytes, depth + 1);
    case '(':
    case '{':
      return check_tuple (type, layout, bytes, depth + 1);
    default:
      return check_text (kind, bytes);
    }
}

/**
 * ws_variant_new_normal:
 * @bytes: whatever they are
 *
 * What g_variant_is_normal_form() says of the value is then known, and costs nothing: nor does it
 * of the values within it.
 *
 * Returns: (transfer floating) (nullable): the value; %NULL if the bytes are not its normal form
 */
GVariant *
ws_variant_new_normal (const GVariantType *type, GBytes *bytes)
{
  Layout layout = get_layout (type);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  /* of no bytes there is no address to count from */
  if (size == 0)
    data = (const guint8 *)"";
  return check (type, &layout, (Bytes){ data, size }, 0)
             ? g_variant_new_from_bytes (type, bytes, TRUE)
             : NULL;
}
