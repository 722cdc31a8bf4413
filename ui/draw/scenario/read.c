/* read.c: reads a scenario from its file, which is untrusted. */
#include "scenario/data.h"
#include "keys/section.h"
#include "scenario/private.h"

#include <glib/gi18n.h>
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
  WsSection section; /* the head, or a row */
  WsScenario *scenario;
} Reader;

/* 0 if there is no such key */
static gboolean
read_whole (const WsSection *section, const char *key, guint64 max, guint64 *value)
{
  *value = 0;
  return !ws_section_has (section, key) || ws_section_read_number (section, key, 1, max, value);
}

/* (transfer full) (nullable): the items of a list, without surrounding spaces */
static char **
split (const char *text)
{
  char **items = g_strsplit (text, ";", -1);
  guint n = g_strv_length (items);

  for (guint i = 0; i < n; i++)
    g_strstrip (items[i]);
  if (n > 0 && *items[n - 1] == '\0') /* a ";" after the last */
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

  if (!ws_section_read_optional (&self->section, "groups", &names)
      || !ws_section_read_optional (&self->section, "group-words", &words))
    return FALSE;
  name_items = split (names != NULL ? names : "");
  word_items = split (words != NULL ? words : "");
  scenario->n_groups = MAX (g_strv_length (name_items), 1);
  if (scenario->n_groups > WS_SCENARIO_MAX_GROUPS)
    return ws_section_refuse (&self->section, "groups", _ ("at most %d are possible."),
                              WS_SCENARIO_MAX_GROUPS);
  if (g_strv_length (word_items) > scenario->n_groups)
    return ws_section_refuse (&self->section, "group-words",
                              _ ("there are more columns than groups."));
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

  if (!ws_section_read_text (&self->section, "columns", &text))
    return FALSE;
  items = split (text);
  for (guint i = 0; items[i] != NULL; i++)
    {
      WsScenarioColumn column;

      if (!ws_scenario_column_parse (items[i], &column))
        return ws_section_refuse (&self->section, "columns", _ ("unknown column “%s”."), items[i]);
      for (guint k = 0; k < scenario->n_columns; k++)
        if (scenario->columns[k] == column)
          return ws_section_refuse (&self->section, "columns", _ ("duplicate “%s”."), items[i]);
      scenario->columns[scenario->n_columns++] = column;
    }
  return scenario->n_columns > 0
         || ws_section_refuse (&self->section, "columns", _ ("none given."));
}

static gboolean
read_summary (Reader *self)
{
  g_autofree char *text = NULL;

  if (!ws_section_read_optional (&self->section, "summary", &text))
    return FALSE;
  if (text == NULL)
    return TRUE;
  for (guint i = 1; i < G_N_ELEMENTS (summary_names); i++)
    if (g_str_equal (text, summary_names[i]))
      {
        self->scenario->summary = i;
        return TRUE;
      }
  return ws_section_refuse (&self->section, "summary", _ ("unknown summary “%s”."), text);
}

static gboolean
read_device (Reader *self)
{
  if (!ws_section_read_optional (&self->section, "device", &self->scenario->spec))
    return FALSE;
  for (const char *p = self->scenario->spec; p != NULL && *p != '\0'; p++)
    if (!g_ascii_isalnum (*p))
      return ws_section_refuse (&self->section, "device", _ ("“%s” is not a GPU model."),
                                self->scenario->spec);
  return TRUE;
}

static gboolean
read_head (Reader *self)
{
  WsScenario *scenario = self->scenario;
  guint64 order;

  if (!g_key_file_has_group (self->section.file, HEAD))
    return ws_section_refuse (&self->section, NULL, _ ("it is missing."));
  if (!read_whole (&self->section, "order", G_MAXUINT16, &order)
      || !ws_section_read_text (&self->section, "title", &scenario->title)
      || !ws_section_read_text (&self->section, "words", &scenario->words)
      || !ws_section_read_text (&self->section, "row-title", &scenario->row_title)
      || !ws_section_read_optional (&self->section, "source", &scenario->source)
      || !ws_section_read_optional (&self->section, "published-on", &scenario->published_on)
      || !read_whole (&self->section, "published-n", MAX_N, &scenario->published_n)
      || !read_whole (&self->section, "published-repeats", MAX_REPEATS,
                      &scenario->published_repeats)
      || !ws_section_read_optional (&self->section, "measured-on", &scenario->measured_on)
      || !read_whole (&self->section, "measured-n", MAX_N, &scenario->measured_n))
    return FALSE;
  scenario->order = (guint)order;
  return read_groups (self) && read_columns (self) && read_summary (self) && read_device (self);
}

/* ---- rows and cells ---- */

/* The key of a cell: the row takes precedence over the head, the group's own over the common
 * one. */
static gboolean
find_key (const Reader *self, guint group, const char *name, WsSection *section, char **key)
{
  const char *const sections[] = { self->section.group, HEAD };

  *section = self->section;
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      section->group = sections[i];
      *key = g_strdup_printf ("%s-%u", name, group + 1);
      if (ws_section_has (section, *key))
        return TRUE;
      g_free (*key);
      *key = g_strdup (name);
      if (ws_section_has (section, *key))
        return TRUE;
      g_clear_pointer (key, g_free);
    }
  return FALSE;
}

static gboolean
read_cell_number (const Reader *self, guint group, const char *name, guint64 max, guint64 *value)
{
  WsSection section;
  g_autofree char *key = NULL;

  *value = 0;
  return !find_key (self, group, name, &section, &key) || read_whole (&section, key, max, value);
}

/* The factor from a figure's unit to its column's. */
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
parse_figure (const WsSection *section, const char *key, const char *text,
              WsScenarioFigure figures[])
{
  const char *blank = strchr (text, ' ');
  g_autofree char *name = blank != NULL ? g_strndup (text, (gsize)(blank - text)) : g_strdup (text);
  WsScenarioColumn column;
  char *end = NULL;
  double value;
  double factor;

  if (!ws_scenario_column_parse (name, &column))
    return ws_section_refuse (section, key, _ ("unknown column “%s”."), name);
  if (blank == NULL)
    return ws_section_refuse (section, key, _ ("“%s” has no value."), name);
  while (*blank == ' ')
    blank++;
  value = g_ascii_isdigit (*blank) || *blank == '.' ? g_ascii_strtod (blank, &end) : 0;
  if (end == NULL || end == blank || (*end != '\0' && *end != ' ') || !isfinite (value)
      || value < 0)
    return ws_section_refuse (section, key, _ ("“%s” is not a number."), blank);
  if (ws_scenario_column_is_share (column) && value > 100)
    return ws_section_refuse (section, key, _ ("“%s” is more than 100 %%."), blank);
  if (!find_unit (*end == ' ' ? end + 1 : end, &factor))
    return ws_section_refuse (section, key, _ ("“%s” is not a unit."), end + 1);
  if (figures[column].text != NULL)
    return ws_section_refuse (section, key, _ ("duplicate “%s”."), name);
  figures[column] = (WsScenarioFigure){ value * factor, g_strdup (blank) };
  return TRUE;
}

/* @name: "published" or "measured" */
static gboolean
read_figures (const Reader *self, guint group, const char *name, WsScenarioFigure figures[])
{
  WsSection section;
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) items = NULL;

  if (!find_key (self, group, name, &section, &key))
    return TRUE;
  if (!ws_section_read_optional (&section, key, &text))
    return FALSE;
  items = split (text != NULL ? text : "");
  for (guint i = 0; items[i] != NULL; i++)
    if (!parse_figure (&section, key, items[i], figures))
      return FALSE;
  return TRUE;
}

static gboolean
check_kernel (const WsSection *section, const char *key, const char *kernel)
{
  for (const char *p = kernel; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return ws_section_refuse (section, key, _ ("“%s” is not a kernel."), kernel);
  return TRUE;
}

static gboolean
read_set (const Reader *self, guint group, WsScenarioCell *cell)
{
  WsSection section;
  g_autofree char *key = NULL;

  return !find_key (self, group, "set", &section, &key)
         || ws_section_read_optional (&section, key, &cell->set);
}

static gboolean
read_cell (const Reader *self, guint group, WsScenarioCell *cell)
{
  WsSection section;
  g_autofree char *key = NULL;
  guint64 block;
  guint64 repeats;
  guint64 wave_percent;

  if (find_key (self, group, "kernel", &section, &key)
      && (!ws_section_read_optional (&section, key, &cell->kernel)
          || (cell->kernel != NULL && !check_kernel (&section, key, cell->kernel))))
    return FALSE;
  if (!read_set (self, group, cell) || !read_cell_number (self, group, "n", MAX_N, &cell->n)
      || !read_cell_number (self, group, "block", MAX_BLOCK, &block)
      || !read_cell_number (self, group, "repeats", MAX_REPEATS, &repeats)
      || !read_cell_number (self, group, "wave-percent", MAX_WAVE_PERCENT, &wave_percent))
    return FALSE;
  cell->block = (guint32)block;
  cell->repeats = (guint32)repeats;
  cell->wave_percent = (guint32)wave_percent;
  return read_figures (self, group, "published", cell->published)
         && read_figures (self, group, "measured", cell->measured);
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

/* An unknown key is a typing error, which would otherwise go unnoticed. */
static gboolean
check_keys (const WsSection *section, gboolean head)
{
  g_auto (GStrv) keys = g_key_file_get_keys (section->file, section->group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (!is_key (keys[i], head))
      return ws_section_refuse (section, keys[i], _ ("unknown word."));
  return TRUE;
}

static gboolean
read_row (Reader *self)
{
  const WsSection *section = &self->section;
  WsScenario *scenario = self->scenario;
  WsScenarioRow *row = &scenario->rows[scenario->n_rows];
  WsScenarioCell *cells = &scenario->cells[scenario->n_rows * scenario->n_groups];

  scenario->n_rows++;
  if (!check_keys (section, FALSE) || !ws_section_read_optional (section, "label", &row->label)
      || !ws_section_read_optional (section, "words", &row->words)
      || !ws_section_read_optional (section, "pair", &row->pair))
    return FALSE;
  if (row->label == NULL)
    {
      row->label = g_strstrip (g_strdup (section->group + strlen ("row")));
      if (!ws_section_check_text (section, NULL, row->label))
        return FALSE;
    }
  for (guint g = 0; g < scenario->n_groups; g++)
    if (!read_cell (self, g, &cells[g]))
      return FALSE;
  return TRUE;
}

static gboolean
read_rows (Reader *self)
{
  WsScenario *scenario = self->scenario;
  gsize n;
  g_auto (GStrv) sections = g_key_file_get_groups (self->section.file, &n);

  self->section.group = NULL;
  if (n - 1 > WS_SCENARIO_MAX_ROWS)
    return ws_section_refuse (&self->section, NULL, _ ("it has more than %d rows."),
                              WS_SCENARIO_MAX_ROWS);
  scenario->rows = g_new0 (WsScenarioRow, n);
  scenario->cells = g_new0 (WsScenarioCell, n * scenario->n_groups);
  for (guint i = 0; i < n; i++)
    {
      if (g_str_equal (sections[i], HEAD))
        continue;
      if (!g_utf8_validate (sections[i], -1, NULL) || !g_str_has_prefix (sections[i], "row ")
          || strlen (sections[i]) > 100)
        return ws_section_refuse (&self->section, NULL,
                                  _ ("unknown section; use [scenario] or [row …]."));
      self->section.group = sections[i];
      if (!read_row (self))
        return FALSE;
      self->section.group = NULL;
    }
  return scenario->n_rows > 0
         || ws_section_refuse (&self->section, NULL, _ ("it has no [row …] section."));
}

/**
 * ws_scenario_new_from_data:
 * @id: its name; the file's name in messages
 * @data: (array length=size): the text of the file
 *
 * Returns: (transfer full): the scenario, or %NULL with a %WS_SCENARIO_ERROR_DAMAGED that says what
 * is wrong and where
 */
WsScenario *
ws_scenario_new_from_data (const char *id, const char *data, gsize size, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) damage = NULL;
  g_autoptr (WsScenario) scenario = ws_scenario_new_empty (id);
  g_autofree char *path = g_strdup_printf (_ ("The scenario cannot be read: %s"), id);
  Reader self = { .section = { .file = file,
                               .path = path,
                               .most = MAX_TEXT,
                               .domain = WS_SCENARIO_ERROR,
                               .code = WS_SCENARIO_ERROR_DAMAGED,
                               .error = error },
                  .scenario = scenario };

  g_return_val_if_fail (id != NULL && (data != NULL || size == 0), NULL);

  if (data == NULL)
    data = "";
  if (size > MAX_BYTES)
    ws_section_refuse (&self.section, NULL, _ ("it has more than %d bytes."), MAX_BYTES);
  else if (!g_utf8_validate (data, (gssize)size, NULL))
    ws_section_refuse (&self.section, NULL, _ ("it is not text."));
  else if (!g_key_file_load_from_data (file, data, size, G_KEY_FILE_NONE, &damage))
    {
      g_autofree char *what = ws_scenario_clean (damage->message);

      ws_section_refuse (&self.section, NULL, "%s.", what);
    }
  else
    {
      self.section.group = HEAD;
      if (read_head (&self) && check_keys (&self.section, TRUE) && read_rows (&self))
        return g_steal_pointer (&scenario);
    }
  return NULL;
}
