/* ptx-mutate.c: changes PTX by its lines and words. What is put in comes from the tables that the
 * parser is made of: whole instructions in one of isa.def's forms, their words, directives, special
 * registers, and numbers at the ends of their types. */
#include "fuzz.h"

#include <string.h>

#define MOST_CHANGES 4

static const struct {
  const char *name;
  const char *forms;
} rows[] = {
#define WS_ISA(id, name, op_class, combiner, operations, forms, ...) { name, forms },
#include "record/isa.def"
#undef WS_ISA
};

static const char *const words[] = {
#define WS_KEYWORD(id, name) name,
#include "ptx/keywords.def"
#undef WS_KEYWORD
#define WS_MOD(id, name) name,
#include "ptx/modifiers.def"
#undef WS_MOD
  "u8",     "u16",   "u32",   "u64",         "s8",           "s16",         "s32",    "s64",
  "b8",     "b16",   "b32",   "b64",         "b128",         "f16",         "f16x2",  "bf16",
  "bf16x2", "f32",   "f64",   "pred",        "eq",           "ne",          "lt",     "le",
  "gt",     "ge",    "lo",    "ls",          "hi",           "hs",          "equ",    "neu",
  "ltu",    "leu",   "gtu",   "geu",         "num",          "nan",         "global", "shared",
  "local",  "param", "const", "shared::cta", "param::entry", "param::func", "v2",     "v4",
};

static const char *const specials[] = {
#define WS_SPECIAL(id, name, type) name,
#include "ptx/special.def"
#undef WS_SPECIAL
  "WARP_SZ",
};

static const char *const numbers[] = {
  "0",
  "1",
  "2",
  "3",
  "4",
  "7",
  "8",
  "15",
  "16",
  "31",
  "32",
  "33",
  "63",
  "64",
  "127",
  "128",
  "255",
  "256",
  "1024",
  "4096",
  "65535",
  "65536",
  "1048576",
  "2147483647",
  "2147483648",
  "4294967295",
  "4294967296",
  "68719476736",
  "9223372036854775807",
  "9223372036854775808",
  "18446744073709551615",
  "18446744073709551616",
  "-1",
  "-2",
  "-4",
  "-8",
  "-2147483648",
  "-4294967296",
  "-9223372036854775808",
  "0x7fffffff",
  "0xffffffffU",
  "017",
  "0b101",
  "0f3F800000",
  "0f7F800000",
  "0f7FC00000",
  "0fFF800000",
  "0f00000001",
  "0d3FF0000000000000",
  "0d7FF0000000000000",
  "0d7FF8000000000000",
  "1.5",
  "1e10",
  "(1+2)",
  "(1<<31)",
  "-(5)",
  "(7/0)",
  "(7%0)",
  "-1U",
};

/* The classes of words in isa.def, and registers that every mutated kernel has. */
static const struct {
  const char *name;
  const char *choices;
} classes[] = {
#define WS_WORD_CLASS(name, as, words) { name, words },
#include "ptx/classes.def"
#undef WS_WORD_CLASS
};

#define REGISTERS                                                                                 \
  "\n\t.reg .pred %zp<4>; .reg .b16 %zh<4>; .reg .b32 %zw<4>; .reg .b64 %zl<4>; .reg .f32 "       \
  "%zf<4>; .reg .f64 %zd<4>; .local .b8 zloc[16]; "                                               \
  ".shared .b8 zsh[64]; mov.u32 %zw0, %tid.x; mov.u32 %zw1, %laneid; cvt.u64.u32 %zl0, %zw0; "    \
  "cvt.u64.u32 %zl1, %zw1; "                                                                      \
  "setp.lt.u32 %zp0, %zw0, 7; cvt.rn.f32.u32 %zf0, %zw0; cvt.rn.f64.u32 %zd0, %zw0; cvt.u16.u32 " \
  "%zh0, %zw0;\n"

static guint
below (GRand *rand, gsize n)
{
  return n > 1 ? (guint)g_rand_int_range (rand, 0, (gint32)MIN (n, G_MAXINT32)) : 0;
}

#define ONE_OF(rand, array) ((array)[below (rand, G_N_ELEMENTS (array))])

/* One of "a,b,C"; (transfer full) */
static char *
one_of_list (GRand *rand, const char *list)
{
  g_auto (GStrv) choices = g_strsplit (list, ",", -1);
  const char *choice = choices[below (rand, g_strv_length (choices))];

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (g_str_equal (choice, classes[i].name))
      return one_of_list (rand, classes[i].choices);
  return g_strdup (choice);
}

/* ---- an instruction ---- */

static gboolean
is_type (const char *word)
{
  return g_str_equal (word, "pred")
         || (strchr ("usbf", word[0]) != NULL && g_ascii_isdigit (word[1]));
}

/* A register, or a number, that fits a type. */
static char *
make_value (GRand *rand, const char *type, gboolean written)
{
  char letter = 'w';
  guint bits =
      type != NULL && g_ascii_isdigit (type[1]) ? (guint)g_ascii_strtoull (type + 1, NULL, 10) : 32;

  if (!written && below (rand, 5) == 0)
    return g_strdup (below (rand, 3) > 0 ? ONE_OF (rand, numbers) : ONE_OF (rand, specials));
  if (g_strcmp0 (type, "pred") == 0)
    letter = 'p';
  else if (bits == 64)
    letter = type[0] == 'f' ? 'd' : 'l';
  else if (bits == 32)
    letter = type != NULL && type[0] == 'f' ? 'f' : 'w';
  else
    letter = 'h';
  return g_strdup_printf ("%%z%c%u", letter, below (rand, 4));
}

/* A place that the text has already, or one of its own. */
static char *
make_memory (GRand *rand, const char *text)
{
  const char *at = strchr (text + below (rand, strlen (text)), '[');
  const char *end = at != NULL ? strchr (at, ']') : NULL;

  if (end != NULL && end - at < 60 && below (rand, 3) > 0)
    return g_strndup (at, (gsize)(end - at) + 1);
  switch (below (rand, 4))
    {
    case 0:
      return g_strdup_printf ("[zsh+%s]", ONE_OF (rand, numbers));
    case 1:
      return g_strdup_printf ("[zloc+%u]", below (rand, 4) * 4);
    case 2:
      return g_strdup_printf ("[%%zw%u]", below (rand, 4));
    default:
      return g_strdup_printf ("[%%zl%u+%s]", below (rand, 4), ONE_OF (rand, numbers));
    }
}

static char *
make_operand (GRand *rand, const char *rule, const char *const types[2], guint vector,
              const char *text)
{
  static const char *const wider[][2] = {
    { "u16", "u32" }, { "s16", "s32" }, { "u32", "u64" }, { "s32", "s64" }
  };
  const char *type = types[0];
  g_autofree char *value = NULL;

  if (rule[0] == 'm')
    return make_memory (rand, text);
  if (rule[0] == 'n')
    return g_strdup (ONE_OF (rand, numbers));
  if (rule[0] == 'l' || rule[0] == 't' || rule[0] == 'c')
    return NULL;
  if (rule[1] == '1')
    type = types[1];
  else if (rule[1] == 'i')
    type = "u32";
  else if (rule[1] == 'p')
    type = "pred";
  for (guint i = 0; rule[1] == 'w' && types[0] != NULL && i < G_N_ELEMENTS (wider); i++)
    if (g_str_equal (types[0], wider[i][0]))
      type = wider[i][1];
  if ((rule[0] == 'v' || rule[0] == 'w') && vector > 1)
    {
      g_autoptr (GString) list = g_string_new ("{");

      for (guint i = 0; i < vector; i++)
        {
          g_autofree char *element = make_value (rand, type, TRUE);

          g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", element);
        }
      return g_string_free (g_string_append_c (g_steal_pointer (&list), '}'), FALSE);
    }
  value = make_value (rand, type, strchr ("dvy", rule[0]) != NULL);
  if (strchr (rule, '|') != NULL && below (rand, 2) == 0)
    return g_strdup_printf ("%s|%%zp%u", value, below (rand, 4));
  return g_steal_pointer (&value);
}

/* The form's words, and where it has none of its own, the operands of the next that has. */
static char *
choose_form (GRand *rand, const char *forms, char **operands)
{
  g_auto (GStrv) all = g_strsplit (forms, ";", -1);
  guint chosen = below (rand, g_strv_length (all));

  for (guint i = chosen; all[i] != NULL; i++)
    if (strchr (all[i], ':') != NULL
        && (strstr (all[i], " : ") != NULL || g_str_has_suffix (g_strchomp (all[i]), ":")
            || all[i][0] == ':'))
      {
        char *colon = g_strrstr (all[i], " :");

        colon = colon != NULL ? colon + 1 : strchr (all[i], ':');
        *operands = g_strdup (colon + 1);
        if (i == chosen)
          return g_strndup (all[i], (gsize)(colon - all[i]));
        return g_strdup (all[chosen]);
      }
  *operands = g_strdup ("");
  return g_strdup (all[chosen]);
}

/* (nullable): an instruction of the table; jumps and calls, which need a place, are not made */
static char *
make_instruction (GRand *rand, const char *text)
{
  guint row = below (rand, G_N_ELEMENTS (rows));
  g_autoptr (GString) line = g_string_new ("\t");
  g_autofree char *operands = NULL;
  g_autofree char *form = choose_form (rand, rows[row].forms, &operands);
  g_auto (GStrv) slots = g_strsplit (form, " ", -1);
  g_auto (GStrv) lists = g_strsplit (operands, "/", -1);
  g_auto (GStrv) rules = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  const char *types[2] = { NULL, NULL };
  guint vector = 1;
  guint n = 0;

  if (below (rand, 6) == 0)
    g_string_append_printf (line, "@%s%%zp%u ", below (rand, 2) == 0 ? "!" : "", below (rand, 4));
  g_string_append (line, rows[row].name);
  for (guint i = 0; slots[i] != NULL; i++)
    {
      g_autofree char *word = NULL;

      if (*slots[i] == '\0' || (g_str_has_suffix (slots[i], "?") && below (rand, 3) > 0))
        continue;
      g_strdelimit (slots[i], "?", '\0');
      word = one_of_list (rand, slots[i]);
      g_string_append_printf (line, ".%s", word);
      if (g_str_equal (word, "v2") || g_str_equal (word, "v4"))
        vector = word[1] == '2' ? 2 : 4;
      if (!is_type (word))
        continue;
      if (first == NULL)
        first = g_steal_pointer (&word);
      else if (second == NULL)
        second = g_steal_pointer (&word);
    }
  types[0] = first;
  types[1] = second != NULL ? second : first;
  rules = g_strsplit (lists[0] != NULL ? lists[below (rand, g_strv_length (lists))] : "", " ", -1);
  for (guint i = 0; rules[i] != NULL; i++)
    {
      g_autofree char *operand =
          *rules[i] != '\0' ? make_operand (rand, rules[i], types, vector, text) : NULL;

      if (*rules[i] == '\0')
        continue;
      if (operand == NULL)
        return NULL;
      g_string_append_printf (line, "%s %s", n++ > 0 ? "," : "", operand);
    }
  return g_string_free (g_string_append (g_steal_pointer (&line), ";"), FALSE);
}

/* ---- lines ---- */

static gboolean
has_registers (GPtrArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    if (strstr (lines->pdata[i], "%zp<") != NULL)
      return TRUE;
  return FALSE;
}

/* A new instruction, anywhere behind the first body's begin. */
static void
insert_instruction (GRand *rand, GPtrArray *lines, const char *text)
{
  char *instruction = make_instruction (rand, text);
  guint body = 0;

  if (instruction == NULL)
    return;
  while (body < lines->len
         && !(strchr (lines->pdata[body], '{') != NULL && strchr (lines->pdata[body], '}') == NULL))
    body++;
  if (body == lines->len)
    {
      g_free (instruction);
      return;
    }
  if (!has_registers (lines))
    {
      char *line = lines->pdata[body];

      lines->pdata[body] = g_strconcat (line, REGISTERS, NULL);
      g_free (line);
    }
  g_ptr_array_insert (lines, (gint)(body + 1 + below (rand, lines->len - body - 1)), instruction);
}

/* ---- words ---- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || strchr ("_$%", c) != NULL;
}

typedef struct {
  gsize start;
  gsize length;
} Word;

static GArray *
find_words (const char *line)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Word));

  for (gsize i = 0; line[i] != '\0';)
    {
      Word word = { i, 0 };

      while (line[i] != '\0' && is_word (line[i]))
        i++;
      word.length = i - word.start;
      if (word.length > 0)
        g_array_append_val (found, word);
      else
        i++;
    }
  return found;
}

/* One of the text that begins alike: a register for a register, a name for a name. (transfer full)
 * (nullable) */
static char *
find_like (GRand *rand, GPtrArray *lines, const char *like)
{
  for (guint tries = 0; tries < 16; tries++)
    {
      const char *line = lines->pdata[below (rand, lines->len)];
      g_autoptr (GArray) found = find_words (line);
      Word word;

      if (found->len == 0)
        continue;
      word = g_array_index (found, Word, below (rand, found->len));
      if ((line[word.start] == '%') == (like[0] == '%')
          && g_ascii_isdigit (line[word.start]) == g_ascii_isdigit (like[0])
          && (like[0] != '%' || tries > 8 || line[word.start + 1] == like[1]))
        return g_strndup (line + word.start, word.length);
    }
  return NULL;
}

static void
change_word (GRand *rand, GPtrArray *lines, guint at)
{
  const char *line = lines->pdata[at];
  g_autoptr (GArray) found = find_words (line);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  Word word;

  if (found->len == 0)
    return;
  word = g_array_index (found, Word, below (rand, found->len));
  before = g_strndup (line + word.start, word.length);
  if (below (rand, 3) == 0)
    after = find_like (rand, lines, before);
  else if (g_ascii_isdigit (before[0]))
    after = g_strdup (ONE_OF (rand, numbers));
  else if (word.start > 0 && line[word.start - 1] == '.')
    after = g_strdup (ONE_OF (rand, words));
  else if (before[0] == '%')
    after = below (rand, 2) == 0 ? find_like (rand, lines, before)
                                 : g_strdup (below (rand, 2) == 0 ? ONE_OF (rand, specials)
                                                                  : ONE_OF (rand, numbers));
  else
    after = g_strdup (below (rand, 2) == 0 ? rows[below (rand, G_N_ELEMENTS (rows))].name
                                           : ONE_OF (rand, words));
  if (after != NULL)
    {
      char *changed = g_strdup_printf ("%.*s%s%s", (int)word.start, line, after,
                                       line + word.start + word.length);

      g_free (lines->pdata[at]);
      lines->pdata[at] = changed;
    }
}

/* The launch's form, in the first line. */
static void
change_form (GRand *rand, GPtrArray *lines)
{
  static const guint threads[] = { 1, 2, 31, 32, 33, 64, 96 };
  char *form = g_strdup_printf ("// %u blocks of %u, %u bytes", 1 + below (rand, 4),
                                ONE_OF (rand, threads), below (rand, 5) * 128);

  if (g_str_has_prefix (lines->pdata[0], "// "))
    {
      g_free (lines->pdata[0]);
      lines->pdata[0] = form;
    }
  else
    g_ptr_array_insert (lines, 0, form);
}

static void
change (GRand *rand, GPtrArray *lines, const char *text)
{
  guint at = below (rand, lines->len);
  guint to = below (rand, lines->len);

  switch (below (rand, 12))
    {
    case 0:
      if (lines->len > 1)
        g_ptr_array_remove_index (lines, at);
      break;
    case 1:
      g_ptr_array_insert (lines, (gint)to, g_strdup (lines->pdata[at]));
      break;
      case 2: {
        gpointer line = lines->pdata[at];

        lines->pdata[at] = lines->pdata[to];
        lines->pdata[to] = line;
        break;
      }
    case 3:
      change_form (rand, lines);
      break;
    case 4:
    case 5:
    case 6:
      insert_instruction (rand, lines, text);
      break;
    default:
      change_word (rand, lines, at);
      break;
    }
}

gsize
ws_fuzz_ptx_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *all = NULL;
  g_auto (GStrv) split = g_strsplit (text, "\n", -1);
  guint changes = 1 + below (rand, MOST_CHANGES);

  if (size == 0 || split[0] == NULL || below (rand, 30) == 0)
    return 0;
  for (guint i = 0; split[i] != NULL; i++)
    g_ptr_array_add (lines, g_strdup (split[i]));
  while (changes-- > 0)
    change (rand, lines, text);
  g_ptr_array_add (lines, NULL);
  all = g_strjoinv ("\n", (char **)lines->pdata);
  if (strlen (all) > max_size)
    return 0;
  memcpy (data, all, strlen (all));
  return strlen (all);
}
