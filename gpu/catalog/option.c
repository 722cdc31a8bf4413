/* option.c: options of a single kernel: a stride, the shape of a block. */
#include "catalog/error.h"
#include "catalog/expression.h"
#include "catalog/option.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

static void
clear_option (gpointer data)
{
  WsOption *self = data;

  g_free (self->name);
  g_free (self->label);
  g_free (self->tip);
  g_strfreev (self->choices);
  g_free (self->shows);
}

/* ---- reading ---- */

/* "1..32" */
static gboolean
read_range (const WsSection *section, const char *key, WsOption *option)
{
  g_autofree char *text = ws_section_dup (section, key);
  g_auto (GStrv) ends = g_strsplit (text, "..", 2);
  guint64 least, most;

  if (ends[0] == NULL || ends[1] == NULL
      || !g_ascii_string_to_unsigned (g_strstrip (ends[0]), 10, 0, G_MAXINT32, &least, NULL)
      || !g_ascii_string_to_unsigned (g_strstrip (ends[1]), 10, least, G_MAXINT32, &most, NULL))
    return ws_section_refuse (section, key, _ ("“%s” does not have the form 1..32."), text);
  option->least = (guint32)least;
  option->most = (guint32)most;
  return TRUE;
}

/* The latency that it hides, if specified. */
static gboolean
read_hides (const WsSection *section, const char *key, WsOption *option)
{
  static const char *const names[] = { "nothing", "arithmetic", "memory" };
  g_autofree char *text = ws_section_dup (section, key);

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        option->hides = i;
        return TRUE;
      }
  return text == NULL
         || ws_section_refuse (section, key, _ ("“%s” is neither arithmetic nor memory."), text);
}

static gboolean
read_one (const WsSection *section, const char *name, WsOption *option)
{
  g_autofree char *label = g_strconcat (name, ".label", NULL);
  g_autofree char *tip = g_strconcat (name, ".tip", NULL);
  g_autofree char *range = g_strconcat (name, ".range", NULL);
  g_autofree char *choices = g_strconcat (name, ".choices", NULL);
  g_autofree char *initial = g_strconcat (name, ".default", NULL);
  g_autofree char *shows = g_strconcat (name, ".shows", NULL);
  g_autofree char *hides = g_strconcat (name, ".hides", NULL);
  g_autofree char *text = NULL;

  option->name = g_strdup (name);
  if (ws_section_has (section, shows))
    option->shows = ws_section_dup (section, shows);
  if (!ws_expression_is_name (name))
    return ws_section_refuse (section, "options", _ ("“%s” is not a valid name for an option."),
                              name);
  if (!ws_section_read_text (section, label, &option->label)
      || !ws_section_read_text (section, tip, &option->tip)
      || !ws_section_read_text (section, initial, &text)
      || (ws_section_has (section, hides) && !read_hides (section, hides, option)))
    return FALSE;
  if (ws_section_has (section, range))
    {
      if (!read_range (section, range, option))
        return FALSE;
    }
  else if (ws_section_read_list (section, choices, &option->choices))
    option->most = g_strv_length (option->choices) - 1;
  else
    return FALSE;
  return ws_option_parse (option, text, &option->initial, NULL)
         || ws_section_refuse (section, initial, _ ("“%s” is not possible."), text);
}

/**
 * ws_options_read:
 * @section: of a kernel
 *
 * Returns: (transfer full) (element-type WsOption) (nullable): the kernel's options
 */
GArray *
ws_options_read (const WsSection *section)
{
  g_auto (GStrv) names = ws_section_dup_list (section, "options");
  g_autoptr (GArray) options = g_array_new (FALSE, TRUE, sizeof (WsOption));

  g_array_set_clear_func (options, clear_option);
  if (g_strv_length (names) > WS_PLAN_MAX_OPTIONS)
    {
      ws_section_refuse (section, "options", _ ("a kernel has at most %d options."),
                         WS_PLAN_MAX_OPTIONS);
      return NULL;
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_array_set_size (options, i + 1);
      if (!read_one (section, names[i], &g_array_index (options, WsOption, i)))
        return NULL;
    }
  return g_steal_pointer (&options);
}

/* ---- values ---- */

/* Whether a user who typed @text means @choice: "32 × 16" is "32x16". */
static gboolean
means (const char *text, const char *choice)
{
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "×", "x", 0);
  g_string_replace (plain, " ", "", 0);
  return g_ascii_strcasecmp (plain->str, choice) == 0;
}

static gboolean
parse_choice (const WsOption *self, const char *text, guint32 *value, GError **error)
{
  g_autofree char *known = g_strjoinv (", ", self->choices);

  for (guint i = 0; self->choices[i] != NULL; i++)
    if (means (text, self->choices[i]))
      {
        *value = i;
        return TRUE;
      }
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                            _ ("%s must be one of %s, not “%s”."), ws_words_translate (self->label),
                            known, text);
}

/**
 * ws_option_check:
 * @error: return location: %WS_CATALOG_ERROR_BAD_OPTION: a sentence with the range
 *
 * Returns: whether the value is allowed
 */
gboolean
ws_option_check (const WsOption *self, guint32 value, GError **error)
{
  if (value >= self->least && value <= self->most)
    return TRUE;
  if (self->choices != NULL)
    {
      g_autofree char *known = g_strjoinv (", ", self->choices);

      return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                                _ ("%s must be one of %s: there is no choice %u."),
                                ws_words_translate (self->label), known, value + 1);
    }
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION, _ ("%s must be %u to %u, not %u."),
                            ws_words_translate (self->label), self->least, self->most, value);
}

/**
 * ws_option_parse:
 * @text: what the user typed: "4", "2^3", "32x16"
 * @value: (out): the number; for choices the index of the chosen one, from 0
 * @error: return location: %WS_CATALOG_ERROR_BAD_OPTION: a sentence with the possible values
 */
gboolean
ws_option_parse (const WsOption *self, const char *text, guint32 *value, GError **error)
{
  g_autofree char *trimmed = NULL;
  guint64 number = 0;

  g_return_val_if_fail (self != NULL && text != NULL && value != NULL, FALSE);

  trimmed = g_strstrip (g_strdup (text));
  if (self->choices != NULL)
    return parse_choice (self, trimmed, value, error);
  if (!g_utf8_validate (trimmed, -1, NULL) || !ws_plan_read_whole (trimmed, &number)
      || number > G_MAXUINT32)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                              _ ("%s must be %u to %u, not “%s”."),
                              ws_words_translate (self->label), self->least, self->most, trimmed);
  if (!ws_option_check (self, (guint32)number, error))
    return FALSE;
  *value = (guint32)number;
  return TRUE;
}

/* Returns: (transfer full): in the format of ws_option_parse(): "4", "32x16" */
char *
ws_option_format (const WsOption *self, guint32 value)
{
  if (self->choices != NULL)
    return g_strdup (value <= self->most ? self->choices[value] : "");
  return g_strdup_printf ("%u", value);
}

/* ---- those of a kernel ---- */

/**
 * ws_catalog_kernel_get_option:
 * @index: below the length of its options
 *
 * Returns: (transfer none): the option
 */
const WsOption *
ws_catalog_kernel_get_option (const WsCatalogKernel *kernel, guint index)
{
  g_return_val_if_fail (index < kernel->options->len, NULL);
  return &g_array_index (kernel->options, WsOption, index);
}

/* (transfer full): listed as in a sentence */
static char *
list_options (const WsCatalogKernel *kernel)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < kernel->options->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ws_catalog_kernel_get_option (kernel, i)->name);
  return g_strdup (names->str);
}

static gboolean
refuse_name (const WsCatalogKernel *kernel, const char *name, GError **error)
{
  g_autofree char *known = list_options (kernel);

  if (kernel->options->len == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                              _ ("%s has no option “%s”, nor any other option."), kernel->id, name);
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                            _ ("%s has no option “%s”; it has %s."), kernel->id, name, known);
}

static gboolean
set_check (WsPlanParameters *self, const char *text, GError **error)
{
  self->checked = g_ascii_strcasecmp (text, "yes") == 0;
  return self->checked || g_ascii_strcasecmp (text, "no") == 0
         || ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                               _ ("“check” must be yes or no, not “%s”."), text);
}

/**
 * ws_plan_set_option:
 * @name: of an option; or "check" (yes or no) and "order" (time, warps or lanes), which all kernels
 * have
 * @text: its value, as typed
 * @error: return location: %WS_CATALOG_ERROR_BAD_OPTION: a sentence
 *
 * Returns: whether the kernel has the option, and accepts the value
 */
gboolean
ws_plan_set_option (WsPlanParameters *self, const WsCatalogKernel *kernel, const char *name,
                    const char *text, GError **error)
{
  for (guint i = 0; i < kernel->options->len; i++)
    if (g_ascii_strcasecmp (ws_catalog_kernel_get_option (kernel, i)->name, name) == 0)
      return ws_option_parse (ws_catalog_kernel_get_option (kernel, i), text, &self->options[i],
                              error);
  if (g_ascii_strcasecmp (name, WS_PLAN_CHECK) == 0)
    return set_check (self, text, error);
  if (g_ascii_strcasecmp (name, WS_PLAN_ORDER) == 0)
    return ws_order_find (text, &self->order)
           || ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                                 _ ("“order” must be time, warps or lanes, not “%s”."), text);
  return refuse_name (kernel, name, error);
}

/**
 * ws_plan_set_options:
 * @text: as in "stride=4" or "shape=32x16; tile=8"
 * @error: return location: %WS_CATALOG_ERROR_BAD_OPTION: a sentence
 *
 * Returns: whether the kernel has all options, and accepts the values
 */
gboolean
ws_plan_set_options (WsPlanParameters *self, const WsCatalogKernel *kernel, const char *text,
                     GError **error)
{
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (self != NULL && kernel != NULL && text != NULL, FALSE);

  parts = g_strsplit_set (text, ";,", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *sign = strchr (parts[i], '=');

      if (sign == NULL)
        {
          if (*g_strstrip (parts[i]) == '\0' && i > 0)
            continue;
          return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_OPTION,
                                    _ ("Set options as in stride=4, not “%s”."), parts[i]);
        }
      *sign = '\0';
      if (!ws_plan_set_option (self, kernel, g_strstrip (parts[i]), sign + 1, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_plan_check_options:
 * @error: return location: %WS_CATALOG_ERROR_BAD_OPTION: a sentence with the range
 *
 * Returns: whether each has an allowed value
 */
gboolean
ws_plan_check_options (const WsPlanParameters *self, const WsCatalogKernel *kernel, GError **error)
{
  for (guint i = 0; i < kernel->options->len; i++)
    if (!ws_option_check (ws_catalog_kernel_get_option (kernel, i), self->options[i], error))
      return FALSE;
  return TRUE;
}

/**
 * ws_option_get_axes:
 * @axes: (out caller-allocates) (array fixed-size=3): its values in expressions: the number; for a
 * choice, its number, or the factors of one such as "32x16", or otherwise its index, from 0
 *
 * Returns: number of values: 1 to 3
 */
guint
ws_option_get_axes (const WsOption *self, guint32 value, gint64 axes[3])
{
  g_auto (GStrv) parts = NULL;
  guint n = 0;

  axes[0] = value;
  axes[1] = axes[2] = 1;
  if (self->choices == NULL || value > self->most)
    return 1;
  parts = g_strsplit (self->choices[value], "x", 4);
  for (; parts[n] != NULL; n++)
    if (n == 3 || !g_ascii_string_to_signed (parts[n], 10, 0, G_MAXINT32, &axes[n], NULL))
      {
        axes[0] = value;
        axes[1] = axes[2] = 1;
        return 1;
      }
  return n;
}

/**
 * ws_plan_fill_pattern:
 * @pattern: of catalog.ini
 *
 * Returns: (transfer full): the pattern with the choices filled in
 */
char *
ws_plan_fill_pattern (const WsPlan *self, const char *pattern)
{
  const WsCatalogKernel *kernel = self->kernel;
  const WsPlanParameters *parameters = &self->parameters;
  GString *text = g_string_new (pattern);
  char block[16];

  g_snprintf (block, sizeof block, "%u", parameters->block);
  g_string_replace (text, "{block}", block, 0);
  g_string_replace (text, "{t}", parameters->type == WS_VALUE_F32 ? "f" : "i", 0);
  g_string_replace (text, "{type}", ws_plan_type_name (parameters->type), 0);
  g_string_replace (text, "{op}", parameters->op, 0);
  g_string_replace (text, "{id}", kernel->id, 0);
  for (guint i = 0; i < kernel->options->len; i++)
    {
      const WsOption *option = ws_catalog_kernel_get_option (kernel, i);
      g_autofree char *name = g_strdup_printf ("{%s}", option->name);
      g_autofree char *value = ws_option_format (option, parameters->options[i]);

      g_string_replace (text, name, value, 0);
    }
  return g_string_free (text, FALSE);
}
