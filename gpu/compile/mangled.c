/* mangled.c: finds "image::scale<float>" among the kernels of a PTX text, if the compiler does not
 * give the mangled name. After the Itanium C++ ABI, "Mangling": template arguments that are numbers
 * and built-in types; others only if there is a single instance. */
#include "compile/mangled.h"

#include <string.h>

#define ENTRY ".entry "

static const struct {
  const char *name;
  const char *code;
} types[] = {
  { "bool", "b" },          { "char", "c" },           { "signed char", "a" },
  { "unsigned char", "h" }, { "uchar", "h" },          { "uint8_t", "h" },
  { "short", "s" },         { "unsigned short", "t" }, { "int", "i" },
  { "unsigned", "j" },      { "unsigned int", "j" },   { "uint", "j" },
  { "uint32_t", "j" },      { "long", "l" },           { "unsigned long", "m" },
  { "size_t", "m" },        { "long long", "x" },      { "unsigned long long", "y" },
  { "float", "f" },         { "double", "d" },
};

/* "float", "256", "true", or the name of a class */
static void
append_argument (GString *text, const char *argument)
{
  gboolean is_true = g_str_equal (argument, "true");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (argument, types[i].name))
      {
        g_string_append (text, types[i].code);
        return;
      }
  if (is_true || g_str_equal (argument, "false"))
    g_string_append_printf (text, "Lb%dE", is_true);
  else if (*argument != '\0' && argument[strspn (argument, "0123456789")] == '\0')
    g_string_append_printf (text, "L?%sE", argument); /* of any type */
  else
    g_string_append_printf (text, "%zu%s", strlen (argument), argument);
}

/* "5scaleIfLi4EE" for "image::scale<float, 4>", with the arguments if @whole */
static char *
mangle (const char *expression, gboolean whole)
{
  const char *angle = strchr (expression, '<');
  g_autofree char *plain =
      angle != NULL ? g_strndup (expression, (gsize)(angle - expression)) : g_strdup (expression);
  const char *last = g_strrstr (plain, "::") != NULL ? g_strrstr (plain, "::") + 2 : plain;
  g_autofree char *name = g_strstrip (g_strdup (last));
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%zu%s", strlen (name), name);
  if (angle != NULL)
    g_string_append_c (text, 'I');
  if (angle != NULL && whole)
    {
      const char *end = strrchr (angle, '>');
      g_autofree char *inside =
          g_strndup (angle + 1, end != NULL ? (gsize)(end - angle - 1) : strlen (angle + 1));
      g_auto (GStrv) parts = g_strsplit (inside, ",", -1);

      for (guint i = 0; parts[i] != NULL; i++)
        append_argument (text, g_strstrip (parts[i]));
      g_string_append_c (text, 'E');
    }
  return g_string_free (text, FALSE);
}

/* (transfer full) (nullable): the only kernel that matches the pattern @part, or equals @plain */
static char *
find (const char *ptx, const char *part, const char *plain)
{
  g_autofree char *pattern = g_strconcat ("*", part, "*", NULL);
  char *found = NULL;

  for (const char *at = strstr (ptx, ENTRY); at != NULL; at = strstr (at, ENTRY))
    {
      gsize length;
      g_autofree char *name = NULL;

      at += strlen (ENTRY);
      length = strcspn (at, " (\n");
      name = g_strndup (at, length);
      if (!g_str_equal (name, plain) && !g_pattern_match_simple (pattern, name))
        continue;
      if (found != NULL)
        {
          g_free (found);
          return NULL;
        }
      found = g_steal_pointer (&name);
    }
  return found;
}

/**
 * ws_mangled_find:
 * @ptx: from a compiler
 * @expression: a kernel, as in "image::scale<float>"
 *
 * Returns: (transfer full): its name in @ptx; empty if there is none, or several
 */
char *
ws_mangled_find (const char *ptx, const char *expression)
{
  g_autofree char *whole = mangle (expression, TRUE);
  g_autofree char *part = mangle (expression, FALSE);
  char *found = find (ptx, whole, expression);

  if (found == NULL)
    found = find (ptx, part, expression);
  return found != NULL ? found : g_strdup ("");
}
