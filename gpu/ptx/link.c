/* link.c: links several modules of PTX into one. Names that are ".extern" in one are found in
 * another; names local to a module are kept apart; source files are renumbered into one list.
 *
 * Linking works on the text, so that the result is read, shown and run as any other module. It
 * begins with the prototypes of all functions, then has variables, then functions: each is declared
 * before use. PTX ISA, section 11.6 (linking directives). */
#include "ptx/link.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
  LOCAL, /* local to its module */
  VISIBLE,
  WEAK, /* any one of several equal definitions */
  EXTERN
} Linkage;

/* A function, kernel or variable. */
typedef struct {
  guint module;
  char *name;
  Linkage linkage;
  gboolean is_function;
  gboolean is_entry;
  gboolean is_shared; /* in shared memory: has no value to share with other modules */
  const char *start;
  const char *head_end; /* start of a function's body; NULL if it has none */
  const char *value;    /* start of a variable's initial value; NULL if it has none */
  const char *end;
  gboolean is_left_out;
} Item;

typedef struct {
  const char *end;     /* of its text */
  GHashTable *names;   /* renamed in the output: new names, by its own */
  GHashTable *files;   /* likewise, numbers of source files */
  GPtrArray *sections; /* their starts and ends, alternating */
} Module;

typedef struct {
  Module *modules;
  guint n_modules;
  GPtrArray *items;
  GHashTable *defined; /* Item, by name: visible to all modules */
  GHashTable *taken;   /* names */
  GPtrArray *files;    /* paths, from number 1 on */
  const WsPtxOutside *outside;
  const char *version; /* the greatest, as text */
  const char *target;
} Linker;

/* ---- words of the text ---- */

typedef struct {
  const char *start;
  const char *end; /* equal to start at the end of the text */
} Word;

static gboolean
is_part (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$';
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end)
    if (g_ascii_isspace (*at))
      at++;
    else if (end - at > 1 && at[0] == '/' && at[1] == '/')
      while (at < end && *at != '\n')
        at++;
    else if (end - at > 1 && at[0] == '/' && at[1] == '*')
      {
        const char *close = g_strstr_len (at + 2, end - at - 2, "*/");

        at = close != NULL ? close + 2 : end;
      }
    else
      break;
  return at;
}

/* A name, a number, a string, a directive with its dot, or one character. */
static Word
next_word (const char *at, const char *end)
{
  Word word = { .start = skip_blanks (at, end) };

  word.end = word.start;
  if (word.end == end)
    return word;
  if (*word.end++ == '"')
    {
      const char *close = memchr (word.end, '"', (gsize)(end - word.end));

      word.end = close != NULL ? close + 1 : end;
      return word;
    }
  if (is_part (*word.start) || *word.start == '.' || *word.start == '%')
    while (word.end < end && is_part (*word.end))
      word.end++;
  return word;
}

static gboolean
is_word (const Word *word, const char *text)
{
  gsize length = strlen (text);

  return (gsize)(word->end - word->start) == length && memcmp (word->start, text, length) == 0;
}

static gboolean
is_name (const Word *word)
{
  return word->end > word->start
         && (g_ascii_isalpha (*word->start) || *word->start == '_' || *word->start == '$');
}

/* (transfer full) */
static char *
dup_word (const Word *word)
{
  return g_strndup (word->start, (gsize)(word->end - word->start));
}

static const char *
find_line_end (const char *at, const char *end)
{
  const char *newline = memchr (at, '\n', (gsize)(end - at));

  return newline != NULL ? newline : end;
}

/* ---- contents of a module ---- */

static void
item_free (gpointer data)
{
  Item *self = data;

  g_free (self->name);
  g_free (self);
}

/* Reads a whole declaration, from its linkage on. */
static const char *
read_item (Linker *self, guint module, const char *start, const char *end)
{
  static const struct {
    const char *word;
    Linkage linkage;
  } linkages[] = {
    { ".visible", VISIBLE }, { ".weak", WEAK }, { ".common", WEAK }, { ".extern", EXTERN }
  };
  Item *item = g_new0 (Item, 1);
  gint depth = 0;

  *item = (Item){ .module = module, .start = start };
  g_ptr_array_add (self->items, item);
  for (Word word = next_word (start, end); word.start < end; word = next_word (word.end, end))
    {
      char c = *word.start;

      item->end = word.end;
      for (guint i = 0; i < G_N_ELEMENTS (linkages) && depth == 0; i++)
        if (is_word (&word, linkages[i].word))
          item->linkage = linkages[i].linkage;
      item->is_entry |= depth == 0 && is_word (&word, ".entry");
      item->is_function |= item->is_entry || (depth == 0 && is_word (&word, ".func"));
      item->is_shared |= depth == 0 && is_word (&word, ".shared");
      if (depth == 0 && item->name == NULL && is_name (&word))
        item->name = dup_word (&word);
      if (depth == 0 && c == '=' && item->value == NULL)
        item->value = word.end;
      if (depth == 0 && c == '{' && item->is_function && item->head_end == NULL)
        item->head_end = word.start;
      depth += c == '(' || c == '{';
      depth -= c == ')' || c == '}';
      if (depth == 0 && (c == ';' || (c == '}' && item->head_end != NULL)))
        break;
    }
  return item->end;
}

/* ".file 2 "a.cu"": a file has the same number in all modules. */
static void
read_file (Linker *self, Module *module, const char *at)
{
  Word number = next_word (at, module->end);
  Word path = next_word (number.end, module->end);
  g_autofree char *name = dup_word (&path);
  guint index;

  if (!g_ptr_array_find_with_equal_func (self->files, name, g_str_equal, &index))
    {
      index = self->files->len;
      g_ptr_array_add (self->files, g_steal_pointer (&name));
    }
  g_hash_table_insert (module->files, GUINT_TO_POINTER (atoi (number.start)),
                       GUINT_TO_POINTER (index + 1));
}

/* Returns the position after its closing brace. */
static const char *
read_section (Module *module, const char *start)
{
  Word word = next_word (start, module->end);

  while (word.start < module->end && *word.start != '}')
    word = next_word (word.end, module->end);
  g_ptr_array_add (module->sections, (gpointer)start);
  g_ptr_array_add (module->sections, (gpointer)word.end);
  return word.end;
}

static void
keep_greater (const char **kept, const char *at, const char *end)
{
  Word word = next_word (at, end);

  if (*kept == NULL
      || g_ascii_strtod (word.start + strcspn (word.start, "0123456789"), NULL)
             > g_ascii_strtod (*kept + strcspn (*kept, "0123456789"), NULL))
    *kept = word.start;
}

static void
read_module (Linker *self, guint index, const char *text)
{
  Module *module = &self->modules[index];
  Word word;

  *module = (Module){ .end = text + strlen (text),
                      .names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                      .files = g_hash_table_new (NULL, NULL),
                      .sections = g_ptr_array_new () };
  for (word = next_word (text, module->end); word.start < module->end;)
    {
      const char *next = find_line_end (word.end, module->end);

      if (is_word (&word, ".version"))
        keep_greater (&self->version, word.end, module->end);
      else if (is_word (&word, ".target"))
        keep_greater (&self->target, word.end, module->end);
      else if (is_word (&word, ".file"))
        read_file (self, module, word.end);
      else if (is_word (&word, ".section"))
        next = read_section (module, word.start);
      else if (!is_word (&word, ".address_size") && !is_word (&word, ".loc"))
        next = read_item (self, index, word.start, module->end);
      word = next_word (next, module->end);
    }
}

/* ---- name resolution ---- */

static gboolean
is_definition (const Item *item)
{
  return item->name != NULL && item->linkage != EXTERN
         && (!item->is_function || item->head_end != NULL);
}

/* Of two definitions that may coexist, keeps the one that is not weak. */
static gboolean
define (Linker *self, Item *item, GError **error)
{
  Item *other = g_hash_table_lookup (self->defined, item->name);

  /* the system's own functions take precedence: device-runtime.cu */
  if (item->is_function && self->outside->has (item->name))
    {
      item->is_left_out = TRUE;
      return TRUE;
    }
  if (other != NULL && other->linkage == VISIBLE && item->linkage == VISIBLE)
    {
      g_autofree char *title = self->outside->dup_title (item->name);

      g_set_error (error, WS_PTX_ERROR, WS_PTX_ERROR_NAME,
                   _ ("“%s” is defined by two source files for the device."), title);
      return FALSE;
    }
  if (other != NULL && item->linkage == WEAK)
    {
      item->is_left_out = TRUE;
      return TRUE;
    }
  if (other != NULL)
    other->is_left_out = TRUE;
  g_hash_table_insert (self->defined, item->name, item);
  g_hash_table_add (self->taken, item->name);
  return TRUE;
}

static gboolean
define_all (Linker *self, GError **error)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = g_ptr_array_index (self->items, i);

      if (is_definition (item) && item->linkage != LOCAL && !define (self, item, error))
        return FALSE;
    }
  return TRUE;
}

/* Renames it so that no other module has the name. */
static void
rename_in (Linker *self, guint module, const char *name)
{
  GHashTable *names = self->modules[module].names;
  char *other;

  if (g_hash_table_contains (names, name))
    return;
  other = g_hash_table_contains (self->taken, name) ? g_strdup_printf ("%s$%u", name, module)
                                                    : g_strdup (name);
  g_hash_table_insert (names, g_strdup (name), other);
  g_hash_table_add (self->taken, other);
}

/* An ".extern" name is defined elsewhere, or by the system; otherwise it is memory provided by the
 * launch. */
static gboolean
resolve (Linker *self, Item *item, GError **error)
{
  g_autofree char *title = NULL;

  if (item->is_shared)
    {
      rename_in (self, item->module, item->name);
      return TRUE;
    }
  if (item->is_entry && g_hash_table_contains (self->defined, item->name))
    return TRUE; /* of kernels, only those that kernels launch are declared ahead */
  item->is_left_out = g_hash_table_contains (self->defined, item->name);
  if (item->is_left_out || (item->is_function && self->outside->has (item->name)))
    return TRUE;
  title = self->outside->dup_title (item->name);
  g_set_error (error, WS_PTX_ERROR, WS_PTX_ERROR_NAME,
               item->is_function
                   ? _ ("“%s” is called by device code, but no source file defines it as a "
                        "__device__ function.")
                   : _ ("“%s” is used by device code, but no source file defines it as a "
                        "variable of the device."),
               title);
  return FALSE;
}

/* Labels of debug sections: strings used for line numbers. */
static void
rename_labels (Linker *self, guint module)
{
  const GPtrArray *sections = self->modules[module].sections;

  for (guint i = 0; i < sections->len; i += 2)
    {
      const char *end = g_ptr_array_index (sections, i + 1);
      Word before = next_word (g_ptr_array_index (sections, i), end);

      for (Word word = next_word (before.end, end); word.start < end;
           before = word, word = next_word (word.end, end))
        if (*word.start == ':' && is_name (&before))
          {
            g_autofree char *name = dup_word (&before);

            rename_in (self, module, name);
          }
    }
}

static gboolean
settle (Linker *self, GError **error)
{
  if (!define_all (self, error))
    return FALSE;
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = g_ptr_array_index (self->items, i);

      if (item->name == NULL)
        item->is_left_out = TRUE;
      else if (item->linkage == LOCAL)
        rename_in (self, item->module, item->name);
      else if (item->linkage == EXTERN && !resolve (self, item, error))
        return FALSE;
    }
  for (guint i = 0; i < self->n_modules; i++)
    rename_labels (self, i);
  return TRUE;
}

/* ---- output ---- */

static void
write_word (const Module *module, const Word *word, GString *out)
{
  g_autofree char *own = is_name (word) ? dup_word (word) : NULL;
  const char *name = own != NULL ? g_hash_table_lookup (module->names, own) : NULL;

  if (name != NULL)
    g_string_append (out, name);
  else
    g_string_append_len (out, word->start, word->end - word->start);
}

/* Copies a text with its names and file numbers replaced; white space and comments are kept. */
static void
write_text (const Linker *self, guint index, const char *start, const char *end, GString *out)
{
  const Module *module = &self->modules[index];
  gboolean is_file = FALSE; /* whether its number comes next */

  for (Word word = next_word (start, end); word.start < end; word = next_word (start, end))
    {
      guint number = is_file ? (guint)atoi (word.start) : 0;
      gpointer known;

      g_string_append_len (out, start, word.start - start);
      if (is_file
          && g_hash_table_lookup_extended (module->files, GUINT_TO_POINTER (number), NULL, &known))
        g_string_append_printf (out, "%u", GPOINTER_TO_UINT (known));
      else
        write_word (module, &word, out);
      is_file = is_word (&word, ".loc") || is_word (&word, "inlined_at");
      start = word.end;
    }
  g_string_append_c (out, '\n');
}

static void
write_head (const Linker *self, GString *out)
{
  const struct {
    const char *directive;
    const char *value;
  } lines[] = { { ".version", self->version }, { ".target", self->target } };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (lines[i].value != NULL)
      g_string_append_printf (out, "%s %.*s\n", lines[i].directive,
                              (int)strcspn (lines[i].value, "\r\n"), lines[i].value);
  g_string_append (out, ".address_size 64\n");
}

/* An initial value may refer to a function, already declared, or to a variable, which must precede
 * it. */
static gboolean
names_variable (const Item *item)
{
  for (Word word = next_word (item->value != NULL ? item->value : item->end, item->end);
       word.start < item->end; word = next_word (word.end, item->end))
    if (is_name (&word))
      return TRUE;
  return FALSE;
}

static gboolean
is_prototype (const Item *item)
{
  return item->is_function && (!item->is_entry || item->head_end == NULL);
}

static gboolean
is_plain_variable (const Item *item)
{
  return !item->is_function && !names_variable (item);
}

static gboolean
is_other_variable (const Item *item)
{
  return !item->is_function && names_variable (item);
}

static gboolean
has_body (const Item *item)
{
  return item->is_function && item->head_end != NULL;
}

static void
write_items (const Linker *self, GString *out)
{
  static const struct {
    gboolean (*is_meant) (const Item *item);
    gboolean is_head; /* whether to omit a function's body */
  } rounds[] = { { is_prototype, TRUE },
                 { is_plain_variable, FALSE },
                 { is_other_variable, FALSE },
                 { has_body, FALSE } };

  for (guint round = 0; round < G_N_ELEMENTS (rounds); round++)
    for (guint i = 0; i < self->items->len; i++)
      {
        const Item *item = g_ptr_array_index (self->items, i);
        gboolean is_head = rounds[round].is_head && item->head_end != NULL;

        if (item->is_left_out || !rounds[round].is_meant (item))
          continue;
        write_text (self, item->module, item->start, is_head ? item->head_end : item->end, out);
        if (is_head)
          g_string_append (out, ";\n");
      }
}

/* (transfer full) */
static char *
write_all (const Linker *self)
{
  GString *out = g_string_new (NULL);

  write_head (self, out);
  write_items (self, out);
  for (guint i = 0; i < self->files->len; i++)
    g_string_append_printf (out, "\t.file\t%u %s\n", i + 1,
                            (const char *)g_ptr_array_index (self->files, i));
  for (guint i = 0; i < self->n_modules; i++)
    for (guint k = 0; k < self->modules[i].sections->len; k += 2)
      write_text (self, i, g_ptr_array_index (self->modules[i].sections, k),
                  g_ptr_array_index (self->modules[i].sections, k + 1), out);
  return g_string_free (out, FALSE);
}

/**
 * ws_ptx_link:
 * @texts: (array length=n_texts): modules as nvcc -rdc=true makes them
 * @outside: names defined outside of them
 * @error: return location for a #GError: %WS_PTX_ERROR_NAME if something is undefined, or defined
 * twice
 *
 * If @texts are not PTX, neither is the result.
 *
 * Returns: (transfer full) (nullable): one module with the contents of all of them
 */
char *
ws_ptx_link (const char *const *texts, guint n_texts, const WsPtxOutside *outside, GError **error)
{
  Linker self = { .modules = g_new0 (Module, n_texts),
                  .n_modules = n_texts,
                  .outside = outside,
                  .items = g_ptr_array_new_with_free_func (item_free),
                  .defined = g_hash_table_new (g_str_hash, g_str_equal),
                  .taken = g_hash_table_new (g_str_hash, g_str_equal),
                  .files = g_ptr_array_new_with_free_func (g_free) };
  char *linked;

  for (guint i = 0; i < n_texts; i++)
    read_module (&self, i, texts[i]);
  linked = settle (&self, error) ? write_all (&self) : NULL;
  g_hash_table_unref (self.defined);
  g_hash_table_unref (self.taken);
  for (guint i = 0; i < n_texts; i++)
    {
      g_hash_table_unref (self.modules[i].names);
      g_hash_table_unref (self.modules[i].files);
      g_ptr_array_unref (self.modules[i].sections);
    }
  g_free (self.modules);
  g_ptr_array_unref (self.items);
  g_ptr_array_unref (self.files);
  return linked;
}
