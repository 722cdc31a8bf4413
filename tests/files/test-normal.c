/* Whether bytes are a GVariant in normal form: as GLib says it, of values that were made at random,
 * whole and damaged. */
#include "files/normal.h"

#include <string.h>

#define ROUNDS  3000
#define DAMAGES 12

/* ---- values made at random ---- */

static void
add_type (GRand *random, GString *type, guint depth)
{
  static const char basic[] = "bynqiuxthdsog";
  int kind = g_rand_int_range (random, 0, depth > 3 ? 3 : 9);

  if (kind < 3)
    g_string_append_c (type, basic[g_rand_int_range (random, 0, (int)sizeof basic - 1)]);
  else if (kind < 5)
    {
      g_string_append_c (type, 'a');
      add_type (random, type, depth + 1);
    }
  else if (kind == 5)
    {
      g_string_append_c (type, 'm');
      add_type (random, type, depth + 1);
    }
  else if (kind == 6)
    g_string_append_c (type, 'v');
  else if (kind == 7)
    {
      g_string_append (type, "{s");
      add_type (random, type, depth + 1);
      g_string_append_c (type, '}');
    }
  else
    {
      int n = g_rand_int_range (random, 0, 5);

      g_string_append_c (type, '(');
      for (int i = 0; i < n; i++)
        add_type (random, type, depth + 1);
      g_string_append_c (type, ')');
    }
}

static GVariant *make_value (GRand *random, const GVariantType *type, guint depth);

static GVariant *
make_any (GRand *random, guint depth)
{
  g_autoptr (GString) type = g_string_new (NULL);

  add_type (random, type, depth);
  return g_variant_new_variant (make_value (random, (const GVariantType *)type->str, depth + 1));
}

static GVariant *
make_text (GRand *random, char kind)
{
  static const char *const texts[] = { "", "a", "warp", "größer", "a longer text, of some bytes" };

  return kind == 'o'   ? g_variant_new_object_path ("/a/b")
         : kind == 'g' ? g_variant_new_signature ("a{sv}")
                       : g_variant_new_string (texts[g_rand_int_range (random, 0, 5)]);
}

static GVariant *
make_number (GRand *random, char kind)
{
  guint32 value = g_rand_int (random);

  switch (kind)
    {
    case 'b':
      return g_variant_new_boolean (value & 1);
    case 'y':
      return g_variant_new_byte ((guint8)value);
    case 'n':
      return g_variant_new_int16 ((gint16)value);
    case 'q':
      return g_variant_new_uint16 ((guint16)value);
    case 'i':
      return g_variant_new_int32 ((gint32)value);
    case 'h':
      return g_variant_new_handle ((gint32)value);
    case 'u':
      return g_variant_new_uint32 (value);
    case 'x':
      return g_variant_new_int64 (value);
    case 't':
      return g_variant_new_uint64 (value);
    default:
      return g_variant_new_double (value);
    }
}

static GVariant *
make_container (GRand *random, const GVariantType *type, guint depth)
{
  GVariantBuilder builder;
  int n = g_rand_int_range (random, 0, 2);

  g_variant_builder_init (&builder, type);
  if (g_variant_type_is_array (type))
    n = g_rand_int_range (random, 0, g_rand_int_range (random, 0, 9) == 0 ? 80 : 5);
  if (g_variant_type_is_tuple (type) || g_variant_type_is_dict_entry (type))
    for (const GVariantType *member = g_variant_type_first (type); member != NULL;
         member = g_variant_type_next (member))
      g_variant_builder_add_value (&builder, make_value (random, member, depth + 1));
  else
    for (int i = 0; i < n; i++)
      g_variant_builder_add_value (&builder,
                                   make_value (random, g_variant_type_element (type), depth + 1));
  return g_variant_builder_end (&builder);
}

static GVariant *
make_value (GRand *random, const GVariantType *type, guint depth)
{
  char kind = *g_variant_type_peek_string (type);

  if (kind == 'v')
    return make_any (random, depth + 1);
  if (g_variant_type_is_container (type))
    return make_container (random, type, depth);
  return strchr ("sog", kind) != NULL ? make_text (random, kind) : make_number (random, kind);
}

/* ---- both answers ---- */

/* Returns: that of both */
static gboolean
compare (const char *type, const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GVariant) variant =
      g_variant_ref_sink (g_variant_new_from_bytes ((const GVariantType *)type, bytes, FALSE));
  gboolean expected = g_variant_is_normal_form (variant);
  GVariant *came = ws_variant_new_normal ((const GVariantType *)type, bytes);
  gboolean is_normal = came != NULL;

  g_clear_pointer (&came, g_variant_unref);

  /* of no bytes at all GLib takes tuples whose members would each be empty */
  if (size == 0)
    return is_normal && expected;
  if (is_normal != expected)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (gsize i = 0; i < size; i++)
        g_string_append_printf (text, " %02x", data[i]);
      g_error ("“%s”: GLib says %d of%s", type, expected, text->str);
    }
  return expected;
}

static void
damage (GRand *random, guint8 *data, gsize *size)
{
  static const guint8 likely[] = { 0, 1, 2, 3, 4, 5, 8, 0xff };
  int kind = g_rand_int_range (random, 0, 6);

  if (kind == 0 && *size > 0)
    *size = (gsize)g_rand_int_range (random, 0, (int)*size);
  else if (kind == 1)
    data[(*size)++] = likely[g_rand_int_range (random, 0, G_N_ELEMENTS (likely))];
  else if (*size > 0)
    data[g_rand_int_range (random, 0, (int)*size)] =
        kind < 5 ? likely[g_rand_int_range (random, 0, G_N_ELEMENTS (likely))]
                 : (guint8)g_rand_int (random);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint n_normal = 0;
  guint n_damaged = 0;

  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autoptr (GString) type = g_string_new (NULL);
      g_autoptr (GVariant) value = NULL;
      g_autofree guint8 *data = NULL;
      gsize size;

      add_type (random, type, 0);
      value = g_variant_ref_sink (make_value (random, (const GVariantType *)type->str, 0));
      size = g_variant_get_size (value);
      data = g_malloc0 (size + DAMAGES + 1);
      g_variant_store (value, data);
      g_assert_true (size == 0 || compare (type->str, data, size));
      for (guint k = 0; k < DAMAGES; k++)
        {
          gboolean is_normal;

          damage (random, data, &size);
          is_normal = compare (type->str, data, size);
          n_normal += is_normal;
          n_damaged += !is_normal;
        }
    }
  g_test_message ("%u damaged values are normal, %u are not", n_normal, n_damaged);
  g_assert_cmpuint (n_normal, >, ROUNDS);
  g_assert_cmpuint (n_damaged, >, ROUNDS);
}

/* Of so many bytes that offsets take two and four. */
static void
test_large (void)
{
  for (gsize size = 250; size < 70000; size += size < 260 || size > 65000 ? 1 : 9000)
    {
      g_autofree guint8 *bytes = g_malloc0 (size);
      g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new (
          "(s@ays)", "a", g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes, size, 1), "b"));
      gsize n = g_variant_get_size (value);
      g_autofree guint8 *data = g_malloc0 (n);

      g_variant_store (value, data);
      g_assert_true (compare ("(says)", data, n));
      data[n - 1] ^= 1;
      compare ("(says)", data, n);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/normal/random", test_random);
  g_test_add_func ("/normal/large", test_large);
  return g_test_run ();
}
