/* words.c: texts for the documents' charts: names, subtitles, sources, failures. */
#include "sheet/words.h"

#include "words/date.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_CHARS   160 /* of a name or a sentence from an untrusted source */
#define MAX_KERNELS 64  /* in one chart */

/* ---- which points count ---- */

/* Whether it has a time. */
gboolean
ws_sheet_is_timed (const WsSweepPoint *point)
{
  return point->state == WS_SWEEP_DONE && point->time.n > 0 && point->time.median_ns > 0;
}

/* Whether it has a time, and a correct result: a wrong one cannot be faster than anything. */
gboolean
ws_sheet_is_ranked (const WsSweepPoint *point)
{
  return ws_sheet_is_timed (point) && point->correct;
}

/**
 * ws_sheet_find_point:
 * @kernel: id of a kernel
 * @n: elements; 0 for any size
 *
 * Returns: (transfer none) (nullable): its first point of the kernel
 */
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

/* Returns: (transfer container) (element-type WsSweepPoint): the first point of each kernel, in
 * their order; of at most 64 kernels */
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

/* Returns: whether its figures are measured, modelled or published */
WsFigures
ws_sheet_get_figures (const WsSweep *sweep)
{
  if (sweep->source != NULL)
    return WS_FIGURES_PUBLISHED;
  return sweep->origin == WS_ORIGIN_MEASURED ? WS_FIGURES_MEASURED : WS_FIGURES_MODELLED;
}

/* Returns: its median in ns; NAN if it has none */
double
ws_sheet_get_time (const WsSweepPoint *point)
{
  return ws_sheet_is_timed (point) ? (double)point->time.median_ns : NAN;
}

/**
 * ws_sheet_add_time:
 * @series: of times, ns
 * @x: where the point stands
 *
 * With more than one sample, the band is from the 5th to the 95th percentile.
 *
 * Returns: (transfer none): the point, valid until the next is added
 */
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

/**
 * ws_sheet_format_times:
 * @factor: how many times
 *
 * Returns: (transfer full): as in "30", "2.4", "1.03"; "very many" beyond 10^9
 */
char *
ws_sheet_format_times (double factor)
{
  if (!isfinite (factor) || factor > 1e9)
    return g_strdup (_ ("very many"));
  return format_fixed (factor, factor < 1.095 ? 2 : factor < 9.95 ? 1 : 0);
}

/**
 * ws_sheet_column_init:
 * @self: (out): the number format of a table column: one unit and number of decimals for all
 * @largest: the largest of them; NAN if none is known
 */
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

/**
 * ws_sheet_column_format:
 * @value: in the quantity's own unit
 *
 * Returns: (transfer full): it, without the unit; a dash if unknown
 */
char *
ws_sheet_column_format (const WsSheetColumn *self, double value)
{
  if (!isfinite (value))
    return g_strdup ("–");
  return format_fixed (value / self->divisor, self->decimals);
}

/**
 * ws_sheet_format_percent:
 * @share: from 0 to 1
 *
 * Returns: (transfer full): for a column of percentages, as in "7.2"; a dash if unknown
 */
char *
ws_sheet_format_percent (double share)
{
  return isfinite (share) ? format_fixed (share * 100, 1) : g_strdup ("–");
}

/**
 * ws_sheet_format_factor:
 * @factor: how many times
 *
 * Returns: (transfer full): for a column of factors, as in "2.33"; a dash if unknown
 */
char *
ws_sheet_format_factor (double factor)
{
  return isfinite (factor) ? format_fixed (factor, 2) : g_strdup ("–");
}

/* ---- names ---- */

/**
 * ws_sheet_clean:
 * @text: (nullable): a name or a sentence from an untrusted source
 *
 * Returns: (transfer full): it, in valid UTF-8, on one line and of limited length
 */
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

/* (transfer full): a title of a kernel as shown */
static char *
show_title (const char *title)
{
  return ws_sheet_clean (ws_words_translate (title));
}

/* (transfer full) (nullable): "7" for "Kernel 7: several elements per thread", in any language;
 * %NULL if there is no such beginning */
static char *
find_number (const char *title)
{
  g_autofree char *clean = ws_sheet_clean (title);
  const char *colon = strchr (clean, ':');

  if (!g_str_has_prefix (clean, "Kernel ") || colon == NULL || colon <= clean + strlen ("Kernel "))
    return NULL;
  return g_strndup (clean + strlen ("Kernel "), (gsize)(colon - clean) - strlen ("Kernel "));
}

/**
 * ws_sheet_shorten_title:
 * @title: (nullable): of a kernel
 *
 * Distinguishes kernels in little space.
 *
 * Returns: (transfer full): "1 interleaved addressing" of "Kernel 1: interleaved addressing", "10:
 * 64 bytes" of "Kernel 10: 64 bytes"; a kernel without number as shown
 */
char *
ws_sheet_shorten_title (const char *title)
{
  g_autofree char *number = find_number (title);
  g_autofree char *idea = ws_sheet_get_idea (title);

  if (number == NULL)
    return show_title (title);
  /* not "10 64 bytes" */
  return g_strdup_printf (g_ascii_isdigit (*idea) ? "%s: %s" : "%s %s", number, idea);
}

/**
 * ws_sheet_refer:
 * @title: of a kernel, as in "Kernel 7: several elements per thread"
 *
 * Returns: (transfer full): its name within a sentence: "kernel 7"
 */
char *
ws_sheet_refer (const char *title)
{
  g_autofree char *shown = show_title (title);
  g_autofree char *number = find_number (title);
  char *colon = strchr (shown, ':');

  if (number != NULL)
    return g_strdup_printf (_ ("kernel %s"), number);
  if (colon != NULL && colon > shown)
    *colon = '\0';
  return *shown != '\0' ? g_steal_pointer (&shown) : g_strdup (_ ("an unnamed kernel"));
}

/**
 * ws_sheet_get_idea:
 * @title: of a kernel, as in "Kernel 2: strided index"
 *
 * Returns: (transfer full): the part after its number: "strided index"; empty if there is none
 */
char *
ws_sheet_get_idea (const char *title)
{
  g_autofree char *shown = show_title (title);
  g_autofree char *number = find_number (title);
  const char *colon = strchr (shown, ':');

  if (number == NULL)
    return g_strdup ("");
  return g_strstrip (g_strdup (colon != NULL ? colon + 1 : shown));
}

/* "H200" for "NVIDIA H200", "virtual G80" for "Virtual NVIDIA G80". */
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
    return g_strdup (sweep->source != NULL ? _ ("published") : _ ("a device"));
  return virtual ? g_strdup_printf (_ ("virtual %s"), name) : g_strdup (name);
}

/**
 * ws_sheet_append_device:
 * @text: gets words
 * @name: (nullable): of a device
 * @driver: (nullable): its driver's version
 *
 * Appends as in "NVIDIA H200, driver 580.159".
 */
void
ws_sheet_append_device (GString *text, const char *name, const char *driver)
{
  g_autofree char *device = ws_sheet_clean (name);
  g_autofree char *version = ws_sheet_clean (driver);
  const char *known = *device != '\0' ? device : _ ("device not known");

  if (*version != '\0')
    g_string_append_printf (text, _ ("%1$s, driver %2$s"), known, version);
  else
    g_string_append (text, known);
}

/**
 * ws_sheet_append_day:
 * @text: gets words
 * @unix_seconds: since 1970
 *
 * Appends the day, with a separator; nothing if unknown.
 */
void
ws_sheet_append_day (GString *text, gint64 unix_seconds)
{
  g_autofree char *day = ws_date_format (unix_seconds, WS_DATE_DAY);

  if (*day != '\0')
    g_string_append_printf (text, WS_SHEET_DOT "%s", day);
}

/**
 * ws_sheet_name_sweep:
 * @sweeps: (array length=n_sweeps): what is drawn
 * @n_sweeps: how many
 * @i: which one
 *
 * Returns: (transfer full): its device, as in "G80" or "virtual H200"; with the day, or the time,
 * if names would be equal
 */
char *
ws_sheet_name_sweep (WsSweep *const *sweeps, guint n_sweeps, guint i)
{
  g_autofree char *name = shorten_device (sweeps[i]);
  g_autofree char *day = ws_date_format (sweeps[i]->date, WS_DATE_DAY);
  g_autofree char *minute = NULL;
  gboolean same_name = FALSE;
  gboolean same_day = FALSE;

  for (guint k = 0; k < n_sweeps; k++)
    {
      g_autofree char *other = shorten_device (sweeps[k]);
      g_autofree char *other_day = ws_date_format (sweeps[k]->date, WS_DATE_DAY);

      if (k == i || strcmp (name, other) != 0)
        continue;
      same_name = TRUE;
      same_day |= strcmp (day, other_day) == 0;
    }
  if (!same_name || *day == '\0')
    return g_steal_pointer (&name);
  if (!same_day)
    return g_strdup_printf (_ ("%1$s, %2$s"), name, day);
  minute = ws_date_format (sweeps[i]->date, WS_DATE_TIME);
  return g_strdup_printf (_ ("%1$s, %2$s"), name, minute);
}

static gboolean
is_reduction (const char *kernel)
{
  const char *digits = kernel != NULL ? kernel + strlen ("reduce") : NULL;

  return kernel != NULL && g_str_has_prefix (kernel, "reduce") && *digits != '\0'
         && strspn (digits, "0123456789") == strlen (digits);
}

/* Returns: (transfer full): as in "seven reductions" or "two kernels" */
char *
ws_sheet_count_kernels (const WsSweep *sweep)
{
  static const char *const reductions[] = { N_ ("no reductions"),    N_ ("one reduction"),
                                            N_ ("two reductions"),   N_ ("three reductions"),
                                            N_ ("four reductions"),  N_ ("five reductions"),
                                            N_ ("six reductions"),   N_ ("seven reductions"),
                                            N_ ("eight reductions"), N_ ("nine reductions"),
                                            N_ ("ten reductions"),   N_ ("eleven reductions"),
                                            N_ ("twelve reductions") };
  static const char *const others[] = {
    N_ ("no kernels"),    N_ ("one kernel"),   N_ ("two kernels"), N_ ("three kernels"),
    N_ ("four kernels"),  N_ ("five kernels"), N_ ("six kernels"), N_ ("seven kernels"),
    N_ ("eight kernels"), N_ ("nine kernels"), N_ ("ten kernels"), N_ ("eleven kernels"),
    N_ ("twelve kernels")
  };
  g_autoptr (GPtrArray) kernels = ws_sheet_list_kernels (sweep);
  gboolean reduces = TRUE;

  for (guint i = 0; i < kernels->len; i++)
    reduces &= is_reduction (((const WsSweepPoint *)kernels->pdata[i])->kernel);
  if (kernels->len < G_N_ELEMENTS (others))
    return g_strdup (reduces ? _ (reductions[kernels->len]) : _ (others[kernels->len]));
  return g_strdup_printf (reduces ? ngettext ("%u reduction", "%u reductions", kernels->len)
                                  : ngettext ("%u kernel", "%u kernels", kernels->len),
                          kernels->len);
}

/**
 * ws_sheet_name_type:
 * @type: of elements
 *
 * Returns: (transfer none): its plural, as in "ints"
 */
const char *
ws_sheet_name_type (WsValueType type)
{
  static const char *const names[] = {
    [WS_VALUE_U32] = N_ ("unsigned ints"), [WS_VALUE_S32] = N_ ("ints"),
    [WS_VALUE_F32] = N_ ("floats"),        [WS_VALUE_U64] = N_ ("unsigned 64-bit ints"),
    [WS_VALUE_S64] = N_ ("64-bit ints"),   [WS_VALUE_F64] = N_ ("doubles"),
    [WS_VALUE_B8] = N_ ("bytes"),          [WS_VALUE_B16] = N_ ("16-bit words"),
    [WS_VALUE_F16] = N_ ("halves"),        [WS_VALUE_BF16] = N_ ("bfloat16 numbers"),
  };

  return (guint)type <= WS_VALUE_LAST ? _ (names[type]) : _ ("elements");
}
