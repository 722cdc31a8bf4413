/* variant.c: changes GVariants: a field of a record, a record of an array, a text; never their
 * form, so that what reads them has to look at what they say. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#define MOST_CHANGES 4

static const guint64 telling[] = {
  0,
  1,
  2,
  3,
  7,
  8,
  15,
  16,
  31,
  32,
  33,
  63,
  64,
  127,
  128,
  255,
  256,
  1023,
  1024,
  1025,
  0x7fff,
  0x8000,
  0xffff,
  0x10000,
  0xfffff,
  0x7fffffff,
  0x80000000,
  0xfffffffe,
  0xffffffff,
  0x100000000,
  0xffffffffff,
  0x10000000000,
  0x20000000000,
  0x7fffffffffffffff,
  0x8000000000000000,
  0xfffffffffffffff0,
  0xffffffffffffffff,
};

static const double telling_doubles[] = {
  0, -0.0, 1, -1, 0.5, 1e-300, 1e300, -1e300, 1e19, 4294967296., G_MAXDOUBLE, G_MINDOUBLE
};

#define LONG "a text that is longer than any room that somebody may have given it; "

static const char *const telling_texts[] = {
  "",
  "a",
  "<b>&amp;</b>",
  "R&D <",
  "\n",
  "\t\"\\,;",
  "%s%n%d",
  "é",
  "\xe2\x80\xae",
  "mid",
  "last",
  "0,mid,last",
  "2^20",
  "-1",
  "18446744073709551616",
  "1e400",
  "nan",
  "vm:h200",
  "vm:g80",
  "cuda:0",
  "reduce1",
  "reduce7",
  "vector_add",
  "float",
  "int",
  "max",
  "product",
  "map",
  "sm-efficiency",
  "/* */ \"x\" // y",
  "setp.ge.u32",
  "bra.uni",
  "ld.global.v4.u32",
  "st.shared.f64",
  LONG LONG LONG LONG,
};

static guint
below (GRand *rand, gsize n)
{
  return n > 1 ? (guint)g_rand_int_range (rand, 0, (gint32)MIN (n, G_MAXINT32)) : 0;
}

static guint64
other_number (GRand *rand, guint64 value)
{
  switch (below (rand, 7))
    {
    case 0:
      return value + 1;
    case 1:
      return value - 1;
    case 2:
      return value ^ (G_GUINT64_CONSTANT (1) << below (rand, 64));
    case 3:
      return below (rand, 64);
    case 4:
      return value * 2;
    case 5:
      return value + below (rand, 256) - 128;
    default:
      return telling[below (rand, G_N_ELEMENTS (telling))];
    }
}

static GVariant *
other_double (GRand *rand, double value)
{
  switch (below (rand, 4))
    {
    case 0:
      return g_variant_new_double (-value);
    case 1:
      return g_variant_new_double (value * 1e10);
    case 2:
      return g_variant_new_double (below (rand, 2) == 0 ? (double)NAN : (double)INFINITY);
    default:
      return g_variant_new_double (telling_doubles[below (rand, G_N_ELEMENTS (telling_doubles))]);
    }
}

static GVariant *
other_string (GRand *rand, GVariant *before)
{
  const char *text = g_variant_get_string (before, NULL);
  gsize length = strlen (text);
  g_autoptr (GString) string = g_string_new (text);
  gsize at = below (rand, length + 1);

  switch (below (rand, 5))
    {
    case 0:
      return g_variant_new_string (telling_texts[below (rand, G_N_ELEMENTS (telling_texts))]);
    case 1:
      g_string_truncate (string, at);
      break;
    case 2:
      g_string_insert (string, (gssize)at,
                       telling_texts[below (rand, G_N_ELEMENTS (telling_texts))]);
      break;
    case 3:
      if (at < length)
        string->str[at] = (char)(1 + below (rand, 127));
      break;
    default:
      g_string_erase (string, (gssize)at, (gssize)below (rand, length - at));
      break;
    }
  if (!g_utf8_validate (string->str, -1, NULL))
    return g_variant_new_string ("\xef\xbf\xbd");
  return g_variant_new_string (string->str);
}

/* Of numbers alone: all its values have one size. */
static gboolean
is_fixed (const GVariantType *type)
{
  gsize length = g_variant_type_get_string_length (type);

  return strspn (g_variant_type_peek_string (type), "ybnqiuxtd(){}") >= length;
}

/* Records one behind the other: one changed, some taken out, doubled, put elsewhere. */
static GVariant *
other_records (GRand *rand, GVariant *array, const GVariantType *element)
{
  gsize n = g_variant_n_children (array);
  gsize record = g_variant_get_size (array) / n;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize at = below (rand, n);
  gsize to = below (rand, n);
  gsize most = 1u << below (rand, 6);
  gsize some = 1 + below (rand, MIN (n - at, most));

  g_byte_array_append (bytes, g_variant_get_data (array), (guint)(n * record));
  switch (below (rand, 10))
    {
    case 0:
      g_byte_array_remove_range (bytes, (guint)(at * record), (guint)(some * record));
      break;
      case 1: {
        g_autofree guint8 *copy = g_memdup2 (bytes->data + at * record, some * record);

        g_byte_array_append (bytes, copy, (guint)(some * record));
        break;
      }
    case 2:
      memmove (bytes->data + to * record, bytes->data + at * record, record);
      break;
      case 3: {
        g_autofree guint8 *copy = g_memdup2 (bytes->data + to * record, record);

        memmove (bytes->data + to * record, bytes->data + at * record, record);
        memcpy (bytes->data + at * record, copy, record);
        break;
      }
      default: {
        g_autoptr (GVariant) before = g_variant_get_child_value (array, at);
        g_autoptr (GVariant) after = ws_fuzz_mutate_variant (before, rand);

        g_assert_cmpuint (g_variant_get_size (after), ==, record);
        g_variant_store (after, bytes->data + at * record);
        break;
      }
    }
  return g_variant_new_fixed_array (element, bytes->len > 0 ? (gconstpointer)bytes->data : "",
                                    bytes->len / record, record);
}

static GVariant *
other_array (GRand *rand, GVariant *array)
{
  const GVariantType *element = g_variant_type_element (g_variant_get_type (array));
  gsize n = g_variant_n_children (array);
  g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func ((GDestroyNotify)g_variant_unref);
  guint at;

  if (n > 0 && is_fixed (element) && !g_variant_type_is_dict_entry (element))
    return other_records (rand, array, element);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (children, g_variant_get_child_value (array, i));
  at = below (rand, n);
  switch (n > 0 ? below (rand, 6) : 0)
    {
    case 0:
      if (n > 0)
        g_ptr_array_remove_index (children, at);
      break;
    case 1:
      g_ptr_array_insert (children, (gint)below (rand, n + 1), g_variant_ref (children->pdata[at]));
      break;
      default: {
        GVariant *before = children->pdata[at];

        children->pdata[at] = ws_fuzz_mutate_variant (before, rand);
        g_variant_unref (before);
        break;
      }
    }
  return g_variant_new_array (element, (GVariant *const *)children->pdata, children->len);
}

static GVariant *
other_tuple (GRand *rand, GVariant *tuple)
{
  gsize n = g_variant_n_children (tuple);
  g_autofree GVariant **children = g_new0 (GVariant *, MAX (n, 1));
  gsize at = below (rand, n);
  GVariant *other;

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (tuple, i);

      children[i] = i == at ? ws_fuzz_mutate_variant (child, rand) : g_steal_pointer (&child);
    }
  other = g_variant_classify (tuple) == G_VARIANT_CLASS_DICT_ENTRY
              ? g_variant_new_dict_entry (children[0], children[1])
              : g_variant_new_tuple (children, n);
  for (gsize i = 0; i < n; i++)
    g_variant_unref (children[i]);
  return other;
}

static GVariant *
other_variant (GRand *rand, GVariant *variant)
{
  g_autoptr (GVariant) inner = g_variant_get_variant (variant);
  g_autoptr (GVariant) other = NULL;

  switch (below (rand, 12))
    {
    case 0:
      return g_variant_new_variant (g_variant_new_uint32 ((guint32)other_number (rand, 0)));
    case 1:
      return g_variant_new_variant (
          g_variant_new_string (telling_texts[below (rand, G_N_ELEMENTS (telling_texts))]));
    case 2:
      return g_variant_new_variant (g_variant_new_uint64 (other_number (rand, 0)));
    case 3:
      return g_variant_new_variant (g_variant_new_boolean (below (rand, 2) == 0));
    default:
      other = ws_fuzz_mutate_variant (inner, rand);
      return g_variant_new_variant (other);
    }
}

static GVariant *
other_maybe (GRand *rand, GVariant *maybe)
{
  const GVariantType *element = g_variant_type_element (g_variant_get_type (maybe));
  g_autoptr (GVariant) inner = g_variant_get_maybe (maybe);
  g_autoptr (GVariant) other = NULL;

  if (inner == NULL)
    return g_variant_type_equal (element, G_VARIANT_TYPE_STRING)
               ? g_variant_new_maybe (NULL, g_variant_new_string ("x"))
               : g_variant_ref (maybe);
  if (below (rand, 4) == 0)
    return g_variant_new_maybe (element, NULL);
  other = ws_fuzz_mutate_variant (inner, rand);
  return g_variant_new_maybe (element, other);
}

static GVariant *
other_value (GRand *rand, GVariant *value)
{
  switch (g_variant_classify (value))
    {
    case G_VARIANT_CLASS_BOOLEAN:
      return g_variant_new_boolean (!g_variant_get_boolean (value));
    case G_VARIANT_CLASS_BYTE:
      return g_variant_new_byte ((guint8)other_number (rand, g_variant_get_byte (value)));
    case G_VARIANT_CLASS_INT16:
      return g_variant_new_int16 (
          (gint16)other_number (rand, (guint64)g_variant_get_int16 (value)));
    case G_VARIANT_CLASS_UINT16:
      return g_variant_new_uint16 ((guint16)other_number (rand, g_variant_get_uint16 (value)));
    case G_VARIANT_CLASS_INT32:
      return g_variant_new_int32 (
          (gint32)other_number (rand, (guint64)g_variant_get_int32 (value)));
    case G_VARIANT_CLASS_UINT32:
      return g_variant_new_uint32 ((guint32)other_number (rand, g_variant_get_uint32 (value)));
    case G_VARIANT_CLASS_INT64:
      return g_variant_new_int64 (
          (gint64)other_number (rand, (guint64)g_variant_get_int64 (value)));
    case G_VARIANT_CLASS_UINT64:
      return g_variant_new_uint64 (other_number (rand, g_variant_get_uint64 (value)));
    case G_VARIANT_CLASS_DOUBLE:
      return other_double (rand, g_variant_get_double (value));
    case G_VARIANT_CLASS_STRING:
      return other_string (rand, value);
    case G_VARIANT_CLASS_VARIANT:
      return other_variant (rand, value);
    case G_VARIANT_CLASS_MAYBE:
      return other_maybe (rand, value);
    case G_VARIANT_CLASS_ARRAY:
      return other_array (rand, value);
    case G_VARIANT_CLASS_TUPLE:
    case G_VARIANT_CLASS_DICT_ENTRY:
      return other_tuple (rand, value);
    default:
      return g_variant_ref (value);
    }
}

/**
 * ws_fuzz_mutate_variant:
 * @variant: in normal form
 * @rand: where chance comes from
 *
 * Returns: (transfer full): one of the same type with one change
 */
GVariant *
ws_fuzz_mutate_variant (GVariant *variant, GRand *rand)
{
  return g_variant_take_ref (other_value (rand, variant));
}

/**
 * ws_fuzz_mutate_payload:
 * @data: what begins with a header, which stays
 * @size: of @data
 * @max_size: room for it
 * @header: bytes of the header
 * @type: of what follows
 * @seed: of the changes
 *
 * Changes what stands behind a header, in place.
 *
 * Returns: the new size; 0 where what follows is malformed, or would be too large
 */
gsize
ws_fuzz_mutate_payload (guint8 *data, gsize size, gsize max_size, gsize header,
                        const GVariantType *type, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) variant = NULL;
  guint changes = 1 + below (rand, MOST_CHANGES);

  if (size < header || below (rand, 50) == 0)
    return 0;
  bytes = g_bytes_new (data + header, size - header);
  variant = g_variant_ref_sink (g_variant_new_from_bytes (type, bytes, FALSE));
  if (!g_variant_is_normal_form (variant))
    return 0;
  while (changes-- > 0)
    {
      g_autoptr (GVariant) before = g_steal_pointer (&variant);

      variant = ws_fuzz_mutate_variant (before, rand);
    }
  if (g_variant_get_size (variant) > max_size - header)
    return 0;
  if (g_variant_get_size (variant) > 0)
    memcpy (data + header, g_variant_get_data (variant), g_variant_get_size (variant));
  return header + g_variant_get_size (variant);
}
