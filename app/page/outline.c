#include "page/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NUMBERS 6
#define MAX_DIGITS  15  /* of a number that is read without g_ascii_strtod() */
#define LIMIT       1e9 /* hundredths: no picture is larger */

/* The number of arguments of each of cairo's commands. */
static const struct {
  char name;
  guint n_numbers;
} commands[] = { { 'M', 2 }, { 'L', 2 }, { 'C', 6 }, { 'Z', 0 } };

/* A path being read. */
typedef struct {
  const char *at;
  const WsOutlineMap *map;
  GArray *parts;  /* WsOutlinePart */
  GString *rest;  /* of the present part */
  gint64 begin_x; /* of it */
  gint64 begin_y;
  gint64 x; /* where the pen is */
  gint64 y;
  gboolean has_part;
} Reader;

/* Returns: in hundredths, which is what is written */
gint64
ws_outline_round (double pixels)
{
  return isfinite (pixels) ? (gint64)round (CLAMP (pixels * 100, -LIMIT, LIMIT)) : 0;
}

/* A page has a million of them: as g_string_append_printf(), which takes ten times as long. */
static void
append_whole (GString *text, guint64 number)
{
  char digits[20]; /* of 2^64 */
  guint n = 0;

  do
    digits[n++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (n > 0)
    g_string_append_c (text, digits[--n]);
}

/**
 * ws_outline_append_number:
 * @hundredths: a number, in hundredths
 *
 * Appends it as short as SVG allows: "1.5", "-.25"; where a digit stands before it, with a blank
 * between them.
 */
void
ws_outline_append_number (GString *text, gint64 hundredths)
{
  guint64 size = (guint64)ABS (hundredths);
  gboolean is_after_number =
      text->len > 0
      && (g_ascii_isdigit (text->str[text->len - 1]) || text->str[text->len - 1] == '.');

  if (hundredths < 0)
    g_string_append_c (text, '-');
  else if (is_after_number)
    g_string_append_c (text, ' ');
  if (size >= 100 || size == 0)
    append_whole (text, size / 100);
  if (size % 100 == 0)
    return;
  g_string_append_c (text, '.');
  g_string_append_c (text, (char)('0' + size % 100 / 10));
  if (size % 10 != 0)
    g_string_append_c (text, (char)('0' + size % 10));
}

static void
part_clear (gpointer data)
{
  g_free (((WsOutlinePart *)data)->rest);
}

/* A part that only moves is ignored. */
static void
end_part (Reader *self)
{
  WsOutlinePart part = { self->begin_x, self->begin_y, NULL };

  if (self->has_part && self->rest->len > 0)
    {
      part.rest = g_strdup (self->rest->str);
      g_array_append_val (self->parts, part);
    }
  g_string_truncate (self->rest, 0);
}

static void
move_to (Reader *self, gint64 x, gint64 y)
{
  end_part (self);
  self->has_part = TRUE;
  self->x = self->begin_x = x;
  self->y = self->begin_y = y;
}

static void
append_command (Reader *self, char name)
{
  g_string_append_c (self->rest, name);
}

static void
line_to (Reader *self, gint64 x, gint64 y)
{
  if (y == self->y)
    {
      append_command (self, 'h');
      ws_outline_append_number (self->rest, x - self->x);
    }
  else if (x == self->x)
    {
      append_command (self, 'v');
      ws_outline_append_number (self->rest, y - self->y);
    }
  else
    {
      append_command (self, 'l');
      ws_outline_append_number (self->rest, x - self->x);
      ws_outline_append_number (self->rest, y - self->y);
    }
  self->x = x;
  self->y = y;
}

static void
curve_to (Reader *self, const gint64 numbers[MAX_NUMBERS])
{
  append_command (self, 'c');
  for (guint i = 0; i < MAX_NUMBERS; i += 2)
    {
      ws_outline_append_number (self->rest, numbers[i] - self->x);
      ws_outline_append_number (self->rest, numbers[i + 1] - self->y);
    }
  self->x = numbers[4];
  self->y = numbers[5];
}

/* The next part begins where this one began, explicitly or not. */
static void
close_path (Reader *self)
{
  append_command (self, 'z');
  self->x = self->begin_x;
  self->y = self->begin_y;
}

static void
execute (Reader *self, char name, const gint64 numbers[MAX_NUMBERS])
{
  if (name == 'M')
    move_to (self, numbers[0], numbers[1]);
  else if (name == 'L')
    line_to (self, numbers[0], numbers[1]);
  else if (name == 'C')
    curve_to (self, numbers);
  else
    close_path (self);
}

/* As g_ascii_strtod(): whole numbers below 2^53 and these powers are exact, and so is their
 * quotient but for one rounding. Returns: FALSE where it has more digits, or is written otherwise
 */
static gboolean
read_short (const char **at, double *number)
{
  static const double powers[] = { 1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
  gboolean is_negative = **at == '-';
  const char *begin = *at + is_negative;
  const char *point = NULL;
  const char *end = begin;
  guint64 digits = 0;

  for (; g_ascii_isdigit (*end) || (*end == '.' && point == NULL); end++)
    if (*end == '.')
      point = end + 1;
    else if (end - begin >= MAX_DIGITS)
      return FALSE;
    else
      digits = digits * 10 + (guint64)(*end - '0');
  if (end == begin || point == begin + 1 || point == end || *end == 'e' || *end == 'E')
    return FALSE;
  *number = (double)digits / powers[point != NULL ? end - point : 0];
  *number = is_negative ? -*number : *number;
  *at = end;
  return TRUE;
}

static gboolean
read_number (Reader *self, double *number)
{
  char *end;

  while (*self->at == ' ' || *self->at == ',')
    self->at++;
  if (read_short (&self->at, number))
    return TRUE;
  *number = g_ascii_strtod (self->at, &end);
  if (end == self->at)
    return FALSE;
  self->at = end;
  return TRUE;
}

static gboolean
read_command (Reader *self)
{
  const double origin[] = { self->map->x, self->map->y };
  gint64 numbers[MAX_NUMBERS] = { 0 };
  char name = *self->at++;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (commands[i].name != name)
        continue;
      for (guint j = 0; j < commands[i].n_numbers; j++)
        {
          double number;

          if (!read_number (self, &number))
            return FALSE;
          numbers[j] = ws_outline_round (number * self->map->scale + origin[j % 2]);
        }
      execute (self, name, numbers);
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_outline_parse:
 * @data: of a path, as cairo writes it
 * @map: where it lies in the picture
 *
 * Returns: (transfer full) (nullable) (element-type WsOutlinePart): its parts; %NULL if it is not
 * in cairo's form
 */
GArray *
ws_outline_parse (const char *data, const WsOutlineMap *map)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (WsOutlinePart));
  Reader reader = { .at = data, .map = map, .parts = parts, .rest = rest };

  g_array_set_clear_func (parts, part_clear);
  for (;;)
    {
      reader.at += strspn (reader.at, " \n");
      if (*reader.at == '\0')
        break;
      if (!read_command (&reader))
        return NULL;
    }
  end_part (&reader);
  return g_steal_pointer (&parts);
}
