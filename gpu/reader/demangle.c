/* demangle.c: the name that a kernel has in its source. Itanium C++ ABI, "Mangling"; as much of it
 * as kernels need: namespaces, and templates of numbers and types of numbers. */
#include "reader/demangle.h"

#include <string.h>

static const struct {
  char code;
  const char *name;
} types[] = {
  { 'b', "bool" },          { 'c', "char" },         { 'a', "signed char" },
  { 'h', "unsigned char" }, { 's', "short" },        { 't', "unsigned short" },
  { 'i', "int" },           { 'j', "unsigned int" }, { 'l', "long" },
  { 'm', "unsigned long" }, { 'x', "long long" },    { 'y', "unsigned long long" },
  { 'f', "float" },         { 'd', "double" },
};

static const char *
find_type (char code)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].code == code)
      return types[i].name;
  return NULL;
}

/* "5scale": its end, %NULL if it is none */
static const char *
read_name (const char *at, GString *text)
{
  guint64 length = 0;

  while (g_ascii_isdigit (*at) && length < 4096)
    length = length * 10 + (guint64)(*at++ - '0');
  if (length == 0 || strlen (at) < length)
    return NULL;
  g_string_append_len (text, at, (gssize)length);
  return at + length;
}

/* "IfLi256EE", behind the I */
static const char *
read_arguments (const char *at, GString *text)
{
  g_string_append_c (text, '<');
  for (guint n = 0; at != NULL && *at != 'E'; n++)
    {
      if (n > 0)
        g_string_append (text, ", ");
      if (*at == 'L' && find_type (at[1]) != NULL)
        {
          const char *end = strchr (at + 2, 'E');

          if (end == NULL)
            return NULL;
          if (at[1] == 'b')
            g_string_append (text, at[2] == '1' ? "true" : "false");
          else
            {
              if (at[2] == 'n')
                g_string_append_c (text, '-');
              g_string_append_len (text, at + 2 + (at[2] == 'n'), end - at - 2 - (at[2] == 'n'));
            }
          at = end + 1;
        }
      else if (find_type (*at) != NULL)
        g_string_append (text, find_type (*at++));
      else if (g_ascii_isdigit (*at))
        at = read_name (at, text);
      else
        return NULL;
    }
  if (at == NULL)
    return NULL;
  g_string_append_c (text, '>');
  return at + 1;
}

/**
 * ws_user_demangle:
 * @name: of a kernel in PTX: "_Z5scaleIfEvPT_S0_i"
 *
 * Returns: (transfer full): as its source has it: "scale<float>"; @name itself where it is no
 * mangled name, or one of a kind that kernels seldom have
 */
char *
ws_user_demangle (const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *at = name + 2;
  gboolean is_nested;

  if (!g_str_has_prefix (name, "_Z"))
    return g_strdup (name);
  is_nested = *at == 'N';
  at += is_nested;
  do
    {
      gsize before = text->len;
      gsize first;

      /* of internal linkage */
      at += *at == 'L';
      if (before > 0)
        g_string_append (text, "::");
      first = text->len;
      at = read_name (at, text);
      if (at != NULL && g_str_has_prefix (text->str + first, "_GLOBAL__N_"))
        g_string_truncate (text, before);
      if (at != NULL && *at == 'I')
        at = read_arguments (at + 1, text);
    }
  while (at != NULL && is_nested && *at != 'E');
  return at != NULL ? g_string_free (g_steal_pointer (&text), FALSE) : g_strdup (name);
}
