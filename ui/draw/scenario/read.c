/* read.c: a scenario out of its file, which is taken from strangers. */
#include "scenario/data.h"
#include "scenario/private.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define MAX_BYTES        (64 * 1024)
#define MAX_TEXT         400 /* characters of a text */
#define MAX_N            (G_GUINT64_CONSTANT (1) << 32)
#define MAX_BLOCK        1024
#define MAX_REPEATS      1000000000
#define MAX_WAVE_PERCENT 10000
#define HEAD             "scenario"

static const char *const summary_names[] = { "", "spread", "resident", "causes", "work" };

typedef struct {
  const char *id;
  GKeyFile *file;
  WsScenario *scenario;
  GError **error;
} Reader;

/* Says what is wrong, and where. Always FALSE. */
static gboolean G_GNUC_PRINTF (4, 5)
    refuse (Reader *self, const char *group, const char *key, const char *format, ...)
{
  g_autoptr (GString) where = g_string_new (self->id);
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  if (group != NULL)
    g_string_append_printf (where, ", [%s]", group);
  if (key != NULL)
    g_string_append_printf (where, ", %s", key);
  g_set_error (self->error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED,
               _ ("The scenario cannot be read: %s: %s."), where->str, what);
  return FALSE;
}

/* ---- single values ---- */

static gboolean
check_text (Reader *self, const char *group, const char *key, const char *text)
{
  if (g_utf8_strlen (text, -1) > MAX_TEXT)
    return refuse (self, group, key, _ ("it has more than %d characters"), MAX_TEXT);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isprint (g_utf8_get_char (p)))
      return refuse (self, group, key, _ ("it contains an invalid character"));
  return TRUE;
}

/* @value: (out) (transfer full) (nullable): NULL where there is no such key */
static gboolean
read_text (Reader *self, const char *group, const char *key, char **value)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_key_file_get_string (self->file, group, key, &error);

  *value = NULL;
  if (text == NULL)
    {
      if (g_error_matches (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND))
        return TRUE;
      return refuse (self, group, key, _ ("it is not valid text"));
    }
  g_strstrip (text);
  if (!check_text (self, group, key, text))
    return FALSE;
  if (*text != '\0')
    *value = g_steal_pointer (&text);
  return TRUE;
}

static gboolean
read_needed_text (Reader *self, const char *group, const char *key, char **value)
{
  if (!read_text (self, group, key, value))
    return FALSE;
  return *value != NULL || refuse (self, group, key, _ ("it is missing"));
}

static gboolean
parse_whole (Reader *self, const char *group, const char *key, const char *text, guint64 max,
             guint64 *value)
{
  char *end;

  errno = 0;
  *value = g_ascii_strtoull (text, &end, 10);
  if (!g_ascii_isdigit (*text) || *end != '\0' || errno != 0 || *value < 1 || *value > max)
    return refuse (self, group, key, _ ("“%s” is not an integer from 1 to %" PRIu64), text, max);
  return TRUE;
}

/* 0 where there is no such key */
static gboolean
read_whole (Reader *self, const char *group, const char *key, guint64 max, guint64 *value)
{
  g_autofree char *text = NULL;

  *value = 0;
  if (!read_text (self, group, key, &text))
    return FALSE;
  return text == NULL || parse_whole (self, group, key, text, max, value);
}

/* (transfer full) (nullable): the items of a list, without blanks round them */
static char **
split (const char *text)
{
  char **items = g_strsplit (text, ";", -1);
  guint n = g_strv_length (items);

  for (guint i = 0; i < n; i++)
    g_strstrip (items[i]);
  if (n > 0 && *items[n - 1] == '\0') /* a ";" behind the last */
    g_clear_pointer (&items[n - 1], g_free);
  return items;
}

/* ---- the head ---- */

static gboolean
read_groups (Reader *self)
{
  WsScenario *scenario = self->scenario;
  g_autofree char *names = NULL;
  g_autofree char *words = NULL;
  g_auto (GStrv) name_items = NULL;
  g_auto (GStrv) word_items = NULL;

  if (!read_text (self, HEAD, "groups", &names) || !read_text (self, HEAD, "group-words", &words))
    return FALSE;
  name_items = split (names != NULL ? names : "");
  word_items = split (words != NULL ? words : "");
  scenario->n_groups = MAX (g_strv_length (name_items), 1);
  if (scenario->n_groups > WS_SCENARIO_MAX_GROUPS)
    return refuse (self, HEAD, "groups", _ ("at most %d are possible"), WS_SCENARIO_MAX_GROUPS);
  if (g_strv_length (word_items) > scenario->n_groups)
    return refuse (self, HEAD, "group-words", _ ("there are more columns than groups"));
  for (guint i = 0; i < scenario->n_groups; i++)
    {
      scenario->group_names[i] = g_strdup (name_items[0] != NULL ? name_items[i] : "");
      scenario->group_words[i] = i < g_strv_length (word_items) ? g_strdup (word_items[i]) : NULL;
    }
  return TRUE;
}

static gboolean
read_columns (Reader *self)
{
  WsScenario *scenario = self->scenario;
  g_autofree char *text = NULL;
  g_auto (GStrv) items = NULL;

  if (!read_needed_text (self, HEAD, "columns", &text))
    return FALSE;
  items = split (text);
  for (guint i = 0; items[i] != NULL; i++)
    {
      WsScenarioColumn column;

      if (!ws_scenario_column_parse (items[i], &column))
        return refuse (self, HEAD, "columns", _ ("unknown column “%s”"), items[i]);
      for (guint k = 0; k < scenario->n_columns; k++)
        if (scenario->columns[k] == column)
          return refuse (self, HEAD, "columns", _ ("duplicate “%s”"), items[i]);
      scenario->columns[scenario->n_columns++] = column;
    }
  return scenario->n_columns > 0 || refuse (self, HEAD, "columns", _ ("none given"));
}

static gboolean
read_summary (Reader *self)
{
  g_autofree char *text = NULL;

  if (!read_text (self, HEAD, "summary", &text))
    return FALSE;
  if (text == NULL)
    return TRUE;
  for (guint i = 1; i < G_N_ELEMENTS (summary_names); i++)
    if (g_str_equal (text, summary_names[i]))
      {
        self->scenario->summary = i;
        return TRUE;
      }
  return refuse (self, HEAD, "summary", _ ("unknown summary “%s”"), text);
}

static gboolean
read_device (Reader *self)
{
  if (!read_text (self, HEAD, "device", &self->scenario->spec))
    return FALSE;
  for (const char *p = self->scenario->spec; p != NULL && *p != '\0'; p++)
    if (!g_ascii_isalnum (*p))
      return refuse (self, HEAD, "device", _ ("“%s” is not a GPU model"), self->scenario->spec);
  return TRUE;
}

static gboolean
read_head (Reader *self)
{
  WsScenario *scenario = self->scenario;
  guint64 order;

  if (!g_key_file_has_group (self->file, HEAD))
    return refuse (self, HEAD, NULL, _ ("it is missing"));
  if (!read_whole (self, HEAD, "order", G_MAXUINT16, &order)
      || !read_needed_text (self, HEAD, "title", &scenario->title)
      || !read_needed_text (self, HEAD, "words", &scenario->words)
      || !read_needed_text (self, HEAD, "row-title", &scenario->row_title)
      || !read_text (self, HEAD, "source", &scenario->source)
      || !read_text (self, HEAD, "published-on", &scenario->published_on)
      || !read_whole (self, HEAD, "published-n", MAX_N, &scenario->published_n)
      || !read_whole (self, HEAD, "published-repeats", MAX_REPEATS, &scenario->published_repeats)
      || !read_text (self, HEAD, "measured-on", &scenario->measured_on)
      || !read_whole (self, HEAD, "measured-n", MAX_N, &scenario->measured_n))
    return FALSE;
  scenario->order = (guint)order;
  return read_groups (self) && read_columns (self) && read_summary (self) && read_device (self);
}

/* ---- rows and cells ---- */

/* The key of a cell: in its row before the head, for its group before all. */
static gboolean
find_key (Reader *self, const char *row, guint group, const char *name, const char **section,
          char **key)
{
  const char *const sections[] = { row, HEAD };

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_autofree char *own = g_strdup_printf ("%s-%u", name, group + 1);

      *section = sections[i];
      *key = NULL;
      if (g_key_file_has_key (self->file, sections[i], own, NULL))
        *key = g_steal_pointer (&own);
      else if (g_key_file_has_key (self->file, sections[i], name, NULL))
        *key = g_strdup (name);
      if (*key != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
read_cell_number (Reader *self, const char *row, guint group, const char *name, guint64 max,
                  guint64 *value)
{
  const char *section;
  g_autofree char *key = NULL;

  *value = 0;
  return !find_key (self, row, group, name, &section, &key)
         || read_whole (self, section, key, max, value);
}

/* What a figure's number is multiplied by to be in its column's unit. */
static gboolean
find_unit (const char *unit, double *factor)
{
  static const struct {
    const char *name;
    double factor;
  } units[] = { { "", 1 },      { "%", 1 },     { "s", 1 },      { "ms", 1e-3 },
                { "µs", 1e-6 }, { "ns", 1e-9 }, { "GB/s", 1e9 }, { "MB/s", 1e6 },
                { "/s", 1 },    { "M/s", 1e6 }, { "G/s", 1e9 },  { "Gflop/s", 1e9 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].name))
      {
        *factor = units[i].factor;
        return TRUE;
      }
  return FALSE;
}

/* figure = column blank number [blank unit]; @figures by column */
static gboolean
parse_figure (Reader *self, const char *section, const char *key, const char *text,
              WsScenarioFigure figures[])
{
  const char *blank = strchr (text, ' ');
  g_autofree char *name = blank != NULL ? g_strndup (text, (gsize)(blank - text)) : g_strdup (text);
  WsScenarioColumn column;
  char *end = NULL;
  double value;
  double factor;

  if (!ws_scenario_column_parse (name, &column))
    return refuse (self, section, key, _ ("unknown column “%s”"), name);
  if (blank == NULL)
    return refuse (self, section, key, _ ("“%s” has no value"), name);
  while (*blank == ' ')
    blank++;
  value = g_ascii_isdigit (*blank) || *blank == '.' ? g_ascii_strtod (blank, &end) : 0;
  if (end == NULL || end == blank || (*end != '\0' && *end != ' ') || !isfinite (value)
      || value < 0)
    return refuse (self, section, key, _ ("“%s” is not a number"), blank);
  if (ws_scenario_column_is_share (column) && value > 100)
    return refuse (self, section, key, _ ("“%s” is more than 100 %%"), blank);
  if (!find_unit (*end == ' ' ? end + 1 : end, &factor))
    return refuse (self, section, key, _ ("“%s” is not a unit"), end + 1);
  if (figures[column].text != NULL)
    return refuse (self, section, key, _ ("duplicate “%s”"), name);
  figures[column] = (WsScenarioFigure){ value * factor, g_strdup (blank) };
  return TRUE;
}

/* @name: "published" or "measured" */
static gboolean
read_figures (Reader *self, const char *row, guint group, const char *name,
              WsScenarioFigure figures[])
{
  const char *section;
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) items = NULL;

  if (!find_key (self, row, group, name, &section, &key))
    return TRUE;
  if (!read_text (self, section, key, &text))
    return FALSE;
  items = split (text != NULL ? text : "");
  for (guint i = 0; items[i] != NULL; i++)
    if (!parse_figure (self, section, key, items[i], figures))
      return FALSE;
  return TRUE;
}

static gboolean
check_kernel (Reader *self, const char *section, const char *key, const char *kernel)
{
  for (const char *p = kernel; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return refuse (self, section, key, _ ("“%s” is not a kernel"), kernel);
  return TRUE;
}

static gboolean
read_set (Reader *self, const char *row, guint group, WsScenarioCell *cell)
{
  const char *section;
  g_autofree char *key = NULL;

  return !find_key (self, row, group, "set", &section, &key)
         || read_text (self, section, key, &cell->set);
}

static gboolean
read_cell (Reader *self, const char *row, guint group, WsScenarioCell *cell)
{
  const char *section;
  g_autofree char *key = NULL;
  guint64 block;
  guint64 repeats;
  guint64 wave_percent;

  if (find_key (self, row, group, "kernel", &section, &key)
      && (!read_text (self, section, key, &cell->kernel)
          || (cell->kernel != NULL && !check_kernel (self, section, key, cell->kernel))))
    return FALSE;
  if (!read_set (self, row, group, cell)
      || !read_cell_number (self, row, group, "n", MAX_N, &cell->n)
      || !read_cell_number (self, row, group, "block", MAX_BLOCK, &block)
      || !read_cell_number (self, row, group, "repeats", MAX_REPEATS, &repeats)
      || !read_cell_number (self, row, group, "wave-percent", MAX_WAVE_PERCENT, &wave_percent))
    return FALSE;
  cell->block = (guint32)block;
  cell->repeats = (guint32)repeats;
  cell->wave_percent = (guint32)wave_percent;
  return read_figures (self, row, group, "published", cell->published)
         && read_figures (self, row, group, "measured", cell->measured);
}

static gboolean
is_key (const char *key, gboolean head)
{
  static const char *const of_head[] = { "order",        "title",       "words",
                                         "row-title",    "groups",      "group-words",
                                         "columns",      "summary",     "device",
                                         "published-on", "published-n", "published-repeats",
                                         "measured-on",  "measured-n",  "source" };
  static const char *const of_row[] = { "label", "words", "pair" };
  static const char *const of_cell[] = { "kernel",       "n",   "block",     "repeats",
                                         "wave-percent", "set", "published", "measured" };
  const char *const *names = head ? of_head : of_row;
  guint n = head ? G_N_ELEMENTS (of_head) : G_N_ELEMENTS (of_row);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (key, names[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (of_cell); i++)
    {
      gsize length = strlen (of_cell[i]);

      if (g_str_has_prefix (key, of_cell[i])
          && (key[length] == '\0'
              || (key[length] == '-' && key[length + 1] >= '1'
                  && key[length + 1] <= '0' + WS_SCENARIO_MAX_GROUPS && key[length + 2] == '\0')))
        return TRUE;
    }
  return FALSE;
}

/* A word that means nothing here is a slip of the pen, and would go unseen. */
static gboolean
check_keys (Reader *self, const char *section, gboolean head)
{
  g_auto (GStrv) keys = g_key_file_get_keys (self->file, section, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (!is_key (keys[i], head))
      return refuse (self, section, keys[i], _ ("unknown word"));
  return TRUE;
}

static gboolean
read_row (Reader *self, const char *section)
{
  WsScenario *scenario = self->scenario;
  WsScenarioRow *row = &scenario->rows[scenario->n_rows];
  WsScenarioCell *cells = &scenario->cells[scenario->n_rows * scenario->n_groups];

  scenario->n_rows++;
  if (!check_keys (self, section, FALSE) || !read_text (self, section, "label", &row->label)
      || !read_text (self, section, "words", &row->words)
      || !read_text (self, section, "pair", &row->pair))
    return FALSE;
  if (row->label == NULL)
    {
      row->label = g_strstrip (g_strdup (section + strlen ("row")));
      if (!check_text (self, section, NULL, row->label))
        return FALSE;
    }
  for (guint g = 0; g < scenario->n_groups; g++)
    if (!read_cell (self, section, g, &cells[g]))
      return FALSE;
  return TRUE;
}

static gboolean
read_rows (Reader *self)
{
  WsScenario *scenario = self->scenario;
  gsize n;
  g_auto (GStrv) sections = g_key_file_get_groups (self->file, &n);

  if (n - 1 > WS_SCENARIO_MAX_ROWS)
    return refuse (self, NULL, NULL, _ ("it has more than %d rows"), WS_SCENARIO_MAX_ROWS);
  scenario->rows = g_new0 (WsScenarioRow, n);
  scenario->cells = g_new0 (WsScenarioCell, n * scenario->n_groups);
  for (guint i = 0; i < n; i++)
    {
      if (g_str_equal (sections[i], HEAD))
        continue;
      if (!g_utf8_validate (sections[i], -1, NULL) || !g_str_has_prefix (sections[i], "row ")
          || strlen (sections[i]) > 100)
        return refuse (self, NULL, NULL, _ ("unknown section; use [scenario] or [row …]"));
      if (!read_row (self, sections[i]))
        return FALSE;
    }
  return scenario->n_rows > 0 || refuse (self, NULL, NULL, _ ("it has no [row …] section"));
}

/**
 * ws_scenario_new_from_data:
 * @id: its name; what messages call the file
 * @data: (array length=size): the text of the file
 *
 * Returns: (transfer full): the scenario, or %NULL with %WS_SCENARIO_ERROR_DAMAGED, what is wrong
 * and where
 */
WsScenario *
ws_scenario_new_from_data (const char *id, const char *data, gsize size, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) damage = NULL;
  g_autoptr (WsScenario) scenario = ws_scenario_new_empty (id);
  Reader self = { id, file, scenario, error };

  g_return_val_if_fail (id != NULL && (data != NULL || size == 0), NULL);

  if (data == NULL)
    data = "";
  if (size > MAX_BYTES)
    refuse (&self, NULL, NULL, _ ("it has more than %d bytes"), MAX_BYTES);
  else if (!g_utf8_validate (data, (gssize)size, NULL))
    refuse (&self, NULL, NULL, _ ("it is not text"));
  else if (!g_key_file_load_from_data (file, data, size, G_KEY_FILE_NONE, &damage))
    {
      g_autofree char *what = ws_scenario_clean (damage->message);

      refuse (&self, NULL, NULL, "%s", what);
    }
  else if (read_head (&self) && check_keys (&self, HEAD, TRUE) && read_rows (&self))
    return g_steal_pointer (&scenario);
  return NULL;
}
