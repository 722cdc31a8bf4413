#include "catalog/catalog-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* Separators between groups of three digits: spaces of several widths, underscore, apostrophe,
 * comma. */
static gboolean
is_separator (gunichar c)
{
  return c == ' ' || c == '_' || c == '\'' || c == ',' || c == 0x00a0 || c == 0x2009 || c == 0x202f
         || c == 0x2019;
}

/* digits = digit {digit} | digit [digit [digit]] {separator digit digit digit} Advances @text past
 * them; FALSE on overflow or if there is no digit. */
static gboolean
read_digits (const char **text, guint64 *number, gboolean *overflow)
{
  const char *p = *text;
  guint64 value = 0;
  guint group = 0; /* digits since the last separator */
  gboolean separated = FALSE;

  *overflow = FALSE;
  if (!g_ascii_isdigit (*p))
    return FALSE;
  while (*p != '\0')
    {
      if (g_ascii_isdigit (*p))
        {
          if (!g_uint64_checked_mul (&value, value, 10)
              || !g_uint64_checked_add (&value, value, *p - '0'))
            *overflow = TRUE;
          group++;
          p++;
        }
      else if (is_separator (g_utf8_get_char (p)) && g_ascii_isdigit (*g_utf8_next_char (p)))
        {
          if (separated ? group != 3 : group > 3)
            return FALSE;
          separated = TRUE;
          group = 0;
          p = g_utf8_next_char (p);
        }
      else
        break;
    }
  if (separated && group != 3)
    return FALSE;
  *text = p;
  *number = value;
  return !*overflow;
}

static gboolean
power (guint64 base, guint64 exponent, guint64 *number)
{
  *number = 1;
  if (base <= 1)
    {
      *number = exponent == 0 ? 1 : base;
      return TRUE;
    }
  for (guint64 i = 0; i < exponent; i++)
    if (!g_uint64_checked_mul (number, *number, base))
      return FALSE;
  return TRUE;
}

/* n = digits [ "^" digits | "e" digits | "K" | "M" | "G" ]; K, M and G are binary, with or without
 * an "i" */
static gboolean
read_whole (const char *text, guint64 *n, gboolean *overflow)
{
  guint64 exponent, factor = 1;
  const char *p = text;

  if (!read_digits (&p, n, overflow))
    return FALSE;
  while (*p == ' ')
    p++;
  if (*p == '^' || *p == 'e' || *p == 'E')
    {
      gboolean of_ten = *p != '^';

      p++;
      while (*p == ' ')
        p++;
      if (!read_digits (&p, &exponent, overflow))
        return FALSE;
      if (!of_ten)
        *overflow = !power (*n, exponent, n);
      else
        *overflow = !power (10, exponent, &factor);
    }
  else if (*p != '\0' && strchr ("kKmMgG", *p) != NULL)
    {
      switch (g_ascii_tolower (*p))
        {
        case 'k':
          factor = 1 << 10;
          break;
        case 'm':
          factor = 1 << 20;
          break;
        default:
          factor = 1 << 30;
        }
      p++;
      if (*p == 'i')
        p++;
    }
  if (*p != '\0')
    return FALSE;
  if (!*overflow)
    *overflow = !g_uint64_checked_mul (n, *n, factor);
  return !*overflow;
}

/**
 * ws_plan_read_whole:
 * @text: what the user typed, without surrounding spaces: "4", "2^3", "1 000"
 * @number: (out): the number
 *
 * Returns: whether it is a whole number of at most 64 bits
 */
gboolean
ws_plan_read_whole (const char *text, guint64 *number)
{
  gboolean overflow;

  return read_whole (text, number, &overflow);
}

/**
 * ws_plan_parse_n:
 * @text: what the user typed: "4194304", "4 194 304", "2^22", "4M" (binary: 4 x 2^20), "1e6"
 * @n: (out): the number
 *
 * Reads a number of elements. ws_plan_new() checks it against the kernel and the device.
 *
 * Returns: %FALSE with %WS_CATALOG_ERROR_BAD_N and a sentence for the user
 */
gboolean
ws_plan_parse_n (const char *text, guint64 *n, GError **error)
{
  g_autofree char *trimmed = NULL;
  gboolean overflow = FALSE;
  guint64 value = 0;

  if (text == NULL || !g_utf8_validate (text, -1, NULL))
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                              _ ("The number of elements is not text."));
  trimmed = g_strstrip (g_strdup (text));
  if (*trimmed == '\0')
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                              _ ("The number of elements is missing: try 4194304, 2^20 or 4M."));
  if (*trimmed == '-' || g_str_has_prefix (trimmed, "−"))
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                              _ ("The number of elements must be at least 1."));
  if (!read_whole (trimmed, &value, &overflow))
    {
      if (overflow)
        return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                                  _ ("%s elements exceed any memory."), trimmed);
      return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                                _ ("“%s” is not an integer: try 4194304, 2^20 or 4M."), trimmed);
    }
  if (value == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                              _ ("The number of elements must be at least 1."));
  *n = value;
  return TRUE;
}

/**
 * ws_plan_parse_sizes:
 * @text: what the user typed: "2^17..2^28" in powers of two, or numbers separated by commas
 *
 * Reads numbers of elements, WS_PLAN_MAX_SIZES of them at most.
 *
 * Returns: (transfer full) (element-type guint64) (nullable): the numbers, at least one; %NULL with
 * %WS_CATALOG_ERROR_BAD_N and a sentence
 */
GArray *
ws_plan_parse_sizes (const char *text, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) ends = g_strsplit (parts[i], "..", 2);
      guint64 first;
      guint64 last;

      if (!ws_plan_parse_n (ends[0] != NULL ? ends[0] : "", &first, error)
          || (ends[0] != NULL && ends[1] != NULL && !ws_plan_parse_n (ends[1], &last, error)))
        return NULL;
      if (ends[0] == NULL || ends[1] == NULL)
        last = first;
      for (guint64 n = first; n <= last; n *= 2)
        {
          if (sizes->len == WS_PLAN_MAX_SIZES)
            {
              ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                                 _ ("“%s” are too many sizes: at most %d are possible."), text,
                                 WS_PLAN_MAX_SIZES);
              return NULL;
            }
          g_array_append_val (sizes, n);
          if (n > last / 2) /* doubling may overflow */
            break;
        }
    }
  if (sizes->len > 0)
    return g_steal_pointer (&sizes);
  ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                     _ ("Give sizes as 2^17..2^28 or 1000,100000, not “%s”."), text);
  return NULL;
}

/**
 * ws_plan_parse_block:
 * @text: what the user typed: "128", "2^7"
 * @block: (out): threads of a block
 *
 * Reads a block size. ws_plan_new() checks it against the kernel and the device.
 *
 * Returns: %FALSE with %WS_CATALOG_ERROR_BAD_BLOCK and a sentence
 */
gboolean
ws_plan_parse_block (const char *text, guint32 *block, GError **error)
{
  g_autofree char *trimmed = NULL;
  gboolean overflow = FALSE;
  guint64 value = 0;

  if (text == NULL || !g_utf8_validate (text, -1, NULL))
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_BLOCK, _ ("The block size is not text."));
  trimmed = g_strstrip (g_strdup (text));
  if (*trimmed == '\0')
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_BLOCK,
                              _ ("The block size is missing: try 128."));
  if (!read_whole (trimmed, &value, &overflow) && !overflow)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_BLOCK,
                              _ ("“%s” is not a block size: try 128."), trimmed);
  if (overflow || value > G_MAXUINT32)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_BLOCK,
                              _ ("A block of %s threads exceeds the limit of every GPU."), trimmed);
  if (value == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_BLOCK,
                              _ ("A block needs at least one thread."));
  *block = value;
  return TRUE;
}

/**
 * ws_plan_parse_repeats:
 * @text: what the user typed: "1000", "10^6"
 * @repeats: (out): iterations of a kernel's loop
 *
 * ws_plan_new() checks it against the kernel.
 *
 * Returns: %FALSE with %WS_CATALOG_ERROR_BAD_REPEATS and a sentence
 */
gboolean
ws_plan_parse_repeats (const char *text, guint32 *repeats, GError **error)
{
  g_autofree char *trimmed = NULL;
  gboolean overflow = FALSE;
  guint64 value = 0;

  if (text == NULL || !g_utf8_validate (text, -1, NULL))
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_REPEATS,
                              _ ("The number of repeats is not text."));
  trimmed = g_strstrip (g_strdup (text));
  if (!read_whole (trimmed, &value, &overflow) && !overflow)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_REPEATS,
                              _ ("“%s” is not a number of repeats: try 100."), trimmed);
  if (overflow || value > G_MAXUINT32)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_REPEATS,
                              _ ("%s repeats exceed the limit of every kernel."), trimmed);
  if (value == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_REPEATS,
                              _ ("The number of repeats must be at least 1."));
  *repeats = value;
  return TRUE;
}

static const struct {
  const char *name;
  WsValueType type;
} type_names[] = {
  { "int", WS_VALUE_S32 },
  { "float", WS_VALUE_F32 },
};

/**
 * ws_plan_type_parse:
 * @name: (nullable): "int" or "float"
 * @type: (out): the type; untouched where there is none of this name
 */
gboolean
ws_plan_type_parse (const char *name, WsValueType *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (type_names); i++)
    if (g_strcmp0 (type_names[i].name, name) == 0)
      {
        *type = type_names[i].type;
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_plan_is_op:
 * @name: (nullable): an operator
 *
 * Whether it names a fold, or is "map": each element by itself.
 */
gboolean
ws_plan_is_op (const char *name)
{
  WsFold fold;

  return g_strcmp0 (name, "map") == 0 || ws_fold_parse (name, &fold);
}

/* Returns: (nullable): "int", "float"; %NULL for a type that no kernel has */
const char *
ws_plan_type_name (WsValueType type)
{
  for (guint i = 0; i < G_N_ELEMENTS (type_names); i++)
    if (type_names[i].type == type)
      return type_names[i].name;
  return NULL;
}

/**
 * ws_plan_set_type:
 * @text: "int" or "float"
 *
 * Returns: %FALSE with %WS_CATALOG_ERROR_BAD_PARAMETER
 */
gboolean
ws_plan_set_type (WsPlanParameters *self, const char *text, GError **error)
{
  if (!ws_plan_type_parse (text, &self->type))
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_PARAMETER,
                              _ ("“%s” is not an element type: use int or float."), text);
  return TRUE;
}

/**
 * ws_plan_set_op:
 * @text: "sum", "max", "min" or "product"
 *
 * Returns: %FALSE with %WS_CATALOG_ERROR_BAD_PARAMETER
 */
gboolean
ws_plan_set_op (WsPlanParameters *self, const char *text, GError **error)
{
  if (!ws_plan_is_op (text))
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_PARAMETER,
                              _ ("“%s” is not an operator: use sum, max, min or product."), text);
  g_strlcpy (self->op, text, sizeof self->op);
  return TRUE;
}
