/* format.c: printf of a kernel: CUDA C++ Programming Guide, "Formatted Output".
 *
 * %[flags][width][.precision][size]type of flags # blank 0 + -, sizes h l ll and types
 * cdiouxXpeEfgGaAs; anything else is printed literally. Arguments are packed as C passes them to
 * printf(): integers take 4 bytes, or 8, floating-point numbers and addresses 8.
 */
#include "vm/vm.h"

#include <string.h>

#define MAX_ARGUMENTS 32
#define MAX_FORMAT    4096 /* bytes of a format that are read */
#define MAX_FIELD     1024 /* of width and precision */

typedef struct {
  char flags[8];
  int width;     /* -1: none */
  int precision; /* -1: none */
  guint bytes;   /* of an integer: 1, 2, 4, 8 */
  char type;
} Specifier;

typedef struct {
  const WsReader *reader;
  guint64 at; /* the next argument */
  guint n;
  GString *out;
} Printer;

static gboolean
read_argument (Printer *self, guint bytes, guint64 *value)
{
  guint64 first = (self->at + bytes - 1) / bytes * bytes;

  *value = 0;
  self->at = first + bytes;
  self->n++;
  return self->reader->read (self->reader->data, first, value, bytes);
}

/* A string in the kernel's memory, up to its 0 or @most bytes. NULL if unreadable. */
static char *
read_text (const WsReader *reader, guint64 address, guint most)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char c = 0;

  while (text->len < most)
    {
      if (!reader->read (reader->data, address + text->len, &c, 1))
        return NULL;
      if (c == '\0')
        break;
      g_string_append_c (text, c);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Pads @text to the width of @spec. */
static void
append_padded (Printer *self, const Specifier *spec, const char *text)
{
  gsize length = strlen (text);
  gsize pad = spec->width > 0 && (gsize)spec->width > length ? (gsize)spec->width - length : 0;
  gboolean left = strchr (spec->flags, '-') != NULL;

  for (gsize i = 0; !left && i < pad; i++)
    g_string_append_c (self->out, ' ');
  g_string_append (self->out, text);
  for (gsize i = 0; left && i < pad; i++)
    g_string_append_c (self->out, ' ');
}

/* A number in digits: @sign or prefix before, zeros as precision or flag ask for. */
static void
append_number (Printer *self, const Specifier *spec, const char *before, const char *digits)
{
  g_autoptr (GString) text = g_string_new (before);
  gsize n_digits = strlen (digits);
  gsize zeros = 0;

  if (spec->precision > 0 && (gsize)spec->precision > n_digits)
    zeros = (gsize)spec->precision - n_digits;
  else if (spec->precision < 0 && strchr (spec->flags, '0') != NULL
           && strchr (spec->flags, '-') == NULL && spec->width > 0
           && (gsize)spec->width > n_digits + text->len)
    zeros = (gsize)spec->width - n_digits - text->len;
  for (gsize i = 0; i < zeros; i++)
    g_string_append_c (text, '0');
  if (spec->precision != 0 || strcmp (digits, "0") != 0)
    g_string_append (text, digits);
  append_padded (self, spec, text->str);
}

static const char *
sign_of (const Specifier *spec, gboolean negative)
{
  return negative                            ? "-"
         : strchr (spec->flags, '+') != NULL ? "+"
         : strchr (spec->flags, ' ') != NULL ? " "
                                             : "";
}

static void
append_integer (Printer *self, const Specifier *spec, guint64 value)
{
  guint unused = 64 - 8 * spec->bytes;
  gboolean alternative = strchr (spec->flags, '#') != NULL;
  g_autofree char *digits = NULL;

  value = value << unused >> unused;
  if (spec->type == 'd' || spec->type == 'i')
    {
      gint64 whole = (gint64)(value << unused) >> unused;

      digits = g_strdup_printf ("%" G_GUINT64_FORMAT, whole < 0 ? -(guint64)whole : (guint64)whole);
      append_number (self, spec, sign_of (spec, whole < 0), digits);
      return;
    }
  if (spec->type == 'u')
    digits = g_strdup_printf ("%" G_GUINT64_FORMAT, value);
  else if (spec->type == 'o')
    digits = g_strdup_printf (
        alternative && value != 0 ? "0%" G_GINT64_MODIFIER "o" : "%" G_GINT64_MODIFIER "o", value);
  else if (spec->type == 'X')
    digits = g_strdup_printf ("%" G_GINT64_MODIFIER "X", value);
  else
    digits = g_strdup_printf ("%" G_GINT64_MODIFIER "x", value);
  append_number (self, spec,
                 spec->type == 'p' || (alternative && value != 0 && spec->type == 'x') ? "0x"
                 : alternative && value != 0 && spec->type == 'X'                      ? "0X"
                                                                                       : "",
                 digits);
}

/* In the C locale, whatever the program's. */
static void
append_float (Printer *self, const Specifier *spec, guint64 bits)
{
  g_autoptr (GString) format = g_string_new ("%");
  char type = spec->type;
  char buffer[2 * MAX_FIELD + 512];
  double value;

  memcpy (&value, &bits, sizeof value);
  g_string_append (format, spec->flags);
  if (spec->width >= 0)
    g_string_append_printf (format, "%d", spec->width);
  if (spec->precision >= 0)
    g_string_append_printf (format, ".%d", spec->precision);
  if (type == 'a' || type == 'A')
    {
      g_autofree char *text = g_strdup_printf (type == 'a' ? "%a" : "%A", value);

      append_padded (self, spec, g_strdelimit (text, ",", '.'));
      return;
    }
  g_string_append_c (format, type);
  g_string_append (self->out, g_ascii_formatd (buffer, sizeof buffer, format->str, value));
}

static gboolean
append_text (Printer *self, const Specifier *spec, guint64 address)
{
  g_autofree char *text =
      address == 0 ? g_strdup ("(null)")
                   : read_text (self->reader, address,
                                spec->precision >= 0 ? (guint)spec->precision : MAX_FORMAT);

  if (text != NULL)
    append_padded (self, spec, text);
  return text != NULL;
}

/* A number in a specifier: digits, or *, which takes an argument. FALSE if that cannot be read.
 */
static gboolean
read_field (Printer *self, const char **at, int *field)
{
  guint64 value = 0;

  if (**at == '*')
    {
      (*at)++;
      if (!read_argument (self, 4, &value))
        return FALSE;
      *field = (int)MIN ((guint32)value, MAX_FIELD);
      return TRUE;
    }
  for (*field = 0; g_ascii_isdigit (**at); (*at)++)
    *field = MIN (*field * 10 + (**at - '0'), MAX_FIELD);
  return TRUE;
}

/* Reads a specifier after a %. *at is then after it; FALSE if an argument cannot be read. */
static gboolean
read_specifier (Printer *self, const char **at, Specifier *spec)
{
  guint n = 0;

  *spec = (Specifier){ .width = -1, .precision = -1, .bytes = 4 };
  while (**at != '\0' && strchr ("# 0+-", **at) != NULL)
    {
      if (n + 1 < sizeof spec->flags && strchr (spec->flags, **at) == NULL)
        spec->flags[n++] = **at;
      (*at)++;
    }
  if ((**at == '*' || g_ascii_isdigit (**at)) && !read_field (self, at, &spec->width))
    return FALSE;
  if (**at == '.')
    {
      (*at)++;
      if (!read_field (self, at, &spec->precision))
        return FALSE;
    }
  if (**at == 'h')
    spec->bytes = *(++*at) == 'h' ? 1 : 2;
  else if (**at == 'l' || **at == 'z' || **at == 'j' || **at == 't')
    spec->bytes = 8;
  while (**at == 'h' || **at == 'l' || **at == 'z' || **at == 'j' || **at == 't')
    (*at)++;
  spec->type = **at;
  if (spec->type == 'p')
    spec->bytes = 8;
  if (**at != '\0')
    (*at)++;
  return TRUE;
}

/* One specifier with its argument. FALSE if that cannot be read. */
static gboolean
print_one (Printer *self, const char *start, const char *end, const Specifier *spec)
{
  guint64 value;

  if (spec->type == '%')
    {
      g_string_append_c (self->out, '%');
      return TRUE;
    }
  if (spec->type == '\0' || strchr ("cdiouxXpeEfgGaAs", spec->type) == NULL
      || self->n >= MAX_ARGUMENTS)
    {
      g_string_append_len (self->out, start, end - start);
      return TRUE;
    }
  if (!read_argument (self, strchr ("eEfgGaAs", spec->type) != NULL || spec->bytes == 8 ? 8 : 4,
                      &value))
    return FALSE;
  if (spec->type == 's')
    return append_text (self, spec, value);
  if (spec->type == 'c')
    {
      const char text[2] = { (char)value, '\0' };

      append_padded (self, spec, text);
    }
  else if (strchr ("eEfgGaA", spec->type) != NULL)
    append_float (self, spec, value);
  else
    append_integer (self, spec, value);
  return TRUE;
}

/**
 * ws_format:
 * @reader: reads the kernel's memory
 * @format: generic address of the format
 * @arguments: generic address of the arguments; 0 for none
 * @out: receives the output
 *
 * Returns: number of arguments printed; -1 if the format, an argument or a string that it points to
 * cannot be read
 */
int
ws_format (const WsReader *reader, guint64 format, guint64 arguments, GString *out)
{
  g_autofree char *text = read_text (reader, format, MAX_FORMAT);
  Printer self = { .reader = reader, .at = arguments, .out = out };

  if (text == NULL)
    return -1;
  for (const char *at = text; *at != '\0';)
    {
      const char *start = at;
      Specifier spec;

      if (*at++ != '%')
        {
          g_string_append_c (out, *start);
          continue;
        }
      if (!read_specifier (&self, &at, &spec) || !print_one (&self, start, at, &spec))
        return -1;
    }
  return (int)self.n;
}
