/* words.c: the words about the documents' charts: names, subtitles, sources, what failed. */
#include "sheet/words.h"

#include <math.h>
#include <string.h>

#define MAX_CHARS   160 /* of a name or a sentence that came from elsewhere */
#define MAX_KERNELS 64  /* in one chart */

/* ---- which points count ---- */

gboolean
ws_sheet_is_timed (const WsSweepPoint *point)
{
  return point->state == WS_SWEEP_DONE && point->time.n > 0 && point->time.median_ns > 0;
}

gboolean
ws_sheet_is_ranked (const WsSweepPoint *point)
{
  return ws_sheet_is_timed (point) && point->correct;
}

const WsSweepPoint *
ws_sheet_find_point (const WsSweep *sweep, const char *kernel, guint64 n)
{
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (g_strcmp0 (point->kernel, kernel) == 0 && (n == 0 || point->n == n))
        return point;
    }
  return NULL;
}

GPtrArray *
ws_sheet_list_kernels (const WsSweep *sweep)
{
  GPtrArray *kernels = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < ws_sweep_get_n_points (sweep) && kernels->len < MAX_KERNELS; i++)
    {
      WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (point->kernel != NULL && g_hash_table_add (seen, point->kernel))
        g_ptr_array_add (kernels, point);
    }
  return kernels;
}

WsFigures
ws_sheet_get_figures (const WsSweep *sweep)
{
  if (sweep->source != NULL)
    return WS_FIGURES_PUBLISHED;
  return sweep->origin == WS_ORIGIN_MEASURED ? WS_FIGURES_MEASURED : WS_FIGURES_MODELLED;
}

double
ws_sheet_get_time (const WsSweepPoint *point)
{
  return ws_sheet_is_timed (point) ? (double)point->time.median_ns : NAN;
}

WsChartPoint *
ws_sheet_add_time (WsSeries *series, double x, const WsSweepPoint *point)
{
  WsChartPoint *p = ws_series_add_point (series, x, ws_sheet_get_time (point));

  if (ws_sheet_is_timed (point) && point->time.n > 1)
    {
      p->low = (double)point->time.p5_ns;
      p->high = (double)point->time.p95_ns;
    }
  return p;
}

/* ---- numbers ---- */

static char *
format_fixed (double value, int decimals)
{
  char format[8];
  char text[G_ASCII_DTOSTR_BUF_SIZE + 310];

  g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 9));
  g_ascii_formatd (text, sizeof text, format, value);
  return g_strdup (text);
}

char *
ws_sheet_format_times (double factor)
{
  if (!isfinite (factor) || factor > 1e9)
    return g_strdup ("very many");
  return format_fixed (factor, factor < 1.095 ? 2 : factor < 9.95 ? 1 : 0);
}

void
ws_sheet_column_init (WsSheetColumn *self, WsQuantity quantity, double least, double largest)
{
  *self = (WsSheetColumn){ .quantity = quantity, .unit = "", .divisor = 1, .decimals = 2 };
  if (!isfinite (largest) || largest <= 0)
    return;
  self->unit = ws_quantity_choose_unit (quantity, largest, &self->divisor);
  least = isfinite (least) && least > 0 ? least / self->divisor : 1;
  self->decimals = CLAMP (2 - (int)floor (log10 (least * 1.0005)), 0, 3);
}

char *
ws_sheet_column_format (const WsSheetColumn *self, double value)
{
  if (!isfinite (value))
    return g_strdup ("–");
  return format_fixed (value / self->divisor, self->decimals);
}

char *
ws_sheet_format_percent (double share)
{
  return isfinite (share) ? format_fixed (share * 100, 1) : g_strdup ("–");
}

char *
ws_sheet_format_factor (double factor)
{
  return isfinite (factor) ? format_fixed (factor, 2) : g_strdup ("–");
}

/* ---- names ---- */

char *
ws_sheet_clean (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  GString *clean = g_string_new (NULL);
  guint n = 0;

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (++n > MAX_CHARS)
        {
          g_string_append (clean, "…");
          break;
        }
      g_string_append_unichar (clean, g_unichar_isgraph (c) || c == 0x202f ? c : ' ');
    }
  return g_strstrip (g_string_free (clean, FALSE));
}

/* Where the words after "Kernel 7: " begin; NULL where there is no such beginning. */
static const char *
skip_number (const char *title)
{
  const char *colon;

  if (!g_str_has_prefix (title, "Kernel "))
    return NULL;
  colon = strchr (title, ':');
  return colon != NULL && colon > title + 7 ? colon : NULL;
}

/**
 * ws_sheet_shorten_title:
 * @title: (nullable): of a kernel
 *
 * Returns: (transfer full): "1 interleaved addressing" of "Kernel 1: interleaved addressing", "10:
 * 64 bytes" of "Kernel 10: 64 bytes"; what is no numbered kernel, as it is
 */
char *
ws_sheet_shorten_title (const char *title)
{
  g_autofree char *clean = ws_sheet_clean (title);
  const char *colon = skip_number (clean);

  if (colon == NULL)
    return g_steal_pointer (&clean);
  /* not "10 64 bytes" */
  if (colon[1] == ' ' && g_ascii_isdigit (colon[2]))
    return g_strdup (clean + 7);
  return g_strdup_printf ("%.*s%s", (int)(colon - clean - 7), clean + 7, colon + 1);
}

char *
ws_sheet_refer (const char *title)
{
  g_autofree char *clean = ws_sheet_clean (title);
  char *colon = strchr (clean, ':');
  const char *number = skip_number (clean);

  if (colon != NULL && colon > clean)
    *colon = '\0';
  if (number != NULL)
    clean[0] = 'k';
  return *clean != '\0' ? g_steal_pointer (&clean) : g_strdup ("a kernel without a name");
}

char *
ws_sheet_begin (const char *text)
{
  return g_strdup_printf ("%c%s", g_ascii_toupper (*text), *text != '\0' ? text + 1 : "");
}

char *
ws_sheet_get_idea (const char *title)
{
  g_autofree char *clean = ws_sheet_clean (title);
  const char *colon = skip_number (clean);

  return g_strstrip (g_strdup (colon != NULL ? colon + 1 : ""));
}

/* "H200" of "NVIDIA H200", "virtual G80" of "Virtual NVIDIA G80". */
static char *
shorten_device (const WsSweep *sweep)
{
  static const char *const makers[] = { "NVIDIA ", "GeForce ", "Tesla ", "Quadro " };
  g_autofree char *clean = ws_sheet_clean (sweep->device_name);
  const char *name = clean;
  gboolean virtual = g_str_has_prefix (name, "Virtual ");

  if (virtual)
    name += strlen ("Virtual ");
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (g_str_has_prefix (name, makers[i]) && name[strlen (makers[i])] != '\0')
      name += strlen (makers[i]);
  if (*name == '\0')
    return g_strdup (sweep->source != NULL ? "published" : "a device");
  return g_strdup_printf ("%s%s", virtual ? "virtual " : "", name);
}

char *
ws_sheet_format_date (gint64 unix_seconds, const char *format)
{
  g_autoptr (GDateTime) date =
      unix_seconds > 0 ? g_date_time_new_from_unix_local (unix_seconds) : NULL;

  return date != NULL ? g_date_time_format (date, format) : g_strdup ("");
}

void
ws_sheet_append_device (GString *text, const char *name, const char *driver)
{
  g_autofree char *device = ws_sheet_clean (name);
  g_autofree char *version = ws_sheet_clean (driver);

  g_string_append (text, *device != '\0' ? device : "device not known");
  if (*version != '\0')
    g_string_append_printf (text, ", driver %s", version);
}

void
ws_sheet_append_day (GString *text, gint64 unix_seconds)
{
  g_autofree char *day = ws_sheet_format_date (unix_seconds, "%F");

  if (*day != '\0')
    g_string_append_printf (text, WS_SHEET_DOT "%s", day);
}

char *
ws_sheet_name_sweep (WsSweep *const *sweeps, guint n_sweeps, guint i)
{
  g_autofree char *name = shorten_device (sweeps[i]);
  g_autofree char *day = ws_sheet_format_date (sweeps[i]->date, "%F");
  g_autofree char *minute = NULL;
  gboolean same_name = FALSE;
  gboolean same_day = FALSE;

  for (guint k = 0; k < n_sweeps; k++)
    {
      g_autofree char *other = shorten_device (sweeps[k]);
      g_autofree char *other_day = ws_sheet_format_date (sweeps[k]->date, "%F");

      if (k == i || strcmp (name, other) != 0)
        continue;
      same_name = TRUE;
      same_day |= strcmp (day, other_day) == 0;
    }
  if (!same_name || *day == '\0')
    return g_steal_pointer (&name);
  if (!same_day)
    return g_strdup_printf ("%s, %s", name, day);
  minute = ws_sheet_format_date (sweeps[i]->date, "%H:%M");
  return g_strdup_printf ("%s, %s", name, minute);
}

static gboolean
is_reduction (const char *kernel)
{
  const char *digits = kernel != NULL ? kernel + strlen ("reduce") : NULL;

  return kernel != NULL && g_str_has_prefix (kernel, "reduce") && *digits != '\0'
         && strspn (digits, "0123456789") == strlen (digits);
}

char *
ws_sheet_count_kernels (const WsSweep *sweep)
{
  static const char *const numbers[] = { "no",   "one",    "two",   "three", "four",
                                         "five", "six",    "seven", "eight", "nine",
                                         "ten",  "eleven", "twelve" };
  g_autoptr (GPtrArray) kernels = ws_sheet_list_kernels (sweep);
  const char *what = "reductions";

  for (guint i = 0; i < kernels->len; i++)
    if (!is_reduction (((const WsSweepPoint *)kernels->pdata[i])->kernel))
      what = "kernels";
  if (kernels->len == 1)
    return g_strdup_printf ("one %.*s", (int)strlen (what) - 1, what);
  if (kernels->len < G_N_ELEMENTS (numbers))
    return g_strdup_printf ("%s %s", numbers[kernels->len], what);
  return g_strdup_printf ("%u %s", kernels->len, what);
}

const char *
ws_sheet_name_type (WsValueType type)
{
  static const char *const names[] = {
    [WS_VALUE_U32] = "unsigned ints", [WS_VALUE_S32] = "ints",
    [WS_VALUE_F32] = "floats",        [WS_VALUE_U64] = "unsigned 64-bit ints",
    [WS_VALUE_S64] = "64-bit ints",   [WS_VALUE_F64] = "doubles",
    [WS_VALUE_B8] = "bytes",          [WS_VALUE_B16] = "16-bit words",
  };

  return (guint)type <= WS_VALUE_LAST ? names[type] : "elements";
}
