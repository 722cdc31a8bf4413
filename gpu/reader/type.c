#include "reader/type.h"

#include <string.h>

#define MAX_DEPTH   8     /* of names for names */
#define MAX_NAMES   10000 /* that one type leads to */
#define MAX_SPELLED 4096  /* bytes of what stands for a template; a longer one is not known */

typedef struct {
  const char *name;
  WsValueType value;
  guint32 bytes;
  guint32 n;         /* numbers in it */
  guint32 alignment; /* 0: its bytes */
  gboolean is_float;
} Row;

/* After the CUDA C++ Programming Guide, "Built-in Vector Types": sizes and alignments. */
static const Row rows[] = {
  { "float", WS_VALUE_F32, 4, 1, 0, TRUE },
  { "double", WS_VALUE_F64, 8, 1, 0, TRUE },
  { "int", WS_VALUE_S32, 4, 1, 0, FALSE },
  { "unsigned", WS_VALUE_U32, 4, 1, 0, FALSE },
  { "uint", WS_VALUE_U32, 4, 1, 0, FALSE },
  { "bool", WS_VALUE_B8, 1, 1, 0, FALSE },
  { "char", WS_VALUE_B8, 1, 1, 0, FALSE },
  { "uchar", WS_VALUE_B8, 1, 1, 0, FALSE },
  { "short", WS_VALUE_B16, 2, 1, 0, FALSE },
  { "ushort", WS_VALUE_B16, 2, 1, 0, FALSE },
  { "long", WS_VALUE_S64, 8, 1, 0, FALSE },
  { "ulong", WS_VALUE_U64, 8, 1, 0, FALSE },
  { "size_t", WS_VALUE_U64, 8, 1, 0, FALSE },
  { "ptrdiff_t", WS_VALUE_S64, 8, 1, 0, FALSE },
  { "int8_t", WS_VALUE_B8, 1, 1, 0, FALSE },
  { "uint8_t", WS_VALUE_B8, 1, 1, 0, FALSE },
  { "int16_t", WS_VALUE_B16, 2, 1, 0, FALSE },
  { "uint16_t", WS_VALUE_B16, 2, 1, 0, FALSE },
  { "int32_t", WS_VALUE_S32, 4, 1, 0, FALSE },
  { "uint32_t", WS_VALUE_U32, 4, 1, 0, FALSE },
  { "int64_t", WS_VALUE_S64, 8, 1, 0, FALSE },
  { "uint64_t", WS_VALUE_U64, 8, 1, 0, FALSE },
  { "half", WS_VALUE_F16, 2, 1, 0, TRUE },
  { "__half", WS_VALUE_F16, 2, 1, 0, TRUE },
  { "half2", WS_VALUE_F16, 4, 2, 0, TRUE },
  { "__half2", WS_VALUE_F16, 4, 2, 0, TRUE },
  { "nv_bfloat16", WS_VALUE_BF16, 2, 1, 0, TRUE },
  { "__nv_bfloat16", WS_VALUE_BF16, 2, 1, 0, TRUE },
  { "nv_bfloat162", WS_VALUE_BF16, 4, 2, 0, TRUE },
  { "__nv_bfloat162", WS_VALUE_BF16, 4, 2, 0, TRUE },
  { "char2", WS_VALUE_B8, 2, 2, 0, FALSE },
  { "char3", WS_VALUE_B8, 3, 3, 1, FALSE },
  { "char4", WS_VALUE_B8, 4, 4, 0, FALSE },
  { "uchar2", WS_VALUE_B8, 2, 2, 0, FALSE },
  { "uchar3", WS_VALUE_B8, 3, 3, 1, FALSE },
  { "uchar4", WS_VALUE_B8, 4, 4, 0, FALSE },
  { "short2", WS_VALUE_B16, 4, 2, 0, FALSE },
  { "short4", WS_VALUE_B16, 8, 4, 0, FALSE },
  { "ushort2", WS_VALUE_B16, 4, 2, 0, FALSE },
  { "ushort4", WS_VALUE_B16, 8, 4, 0, FALSE },
  { "int2", WS_VALUE_S32, 8, 2, 0, FALSE },
  { "int3", WS_VALUE_S32, 12, 3, 4, FALSE },
  { "int4", WS_VALUE_S32, 16, 4, 0, FALSE },
  { "uint2", WS_VALUE_U32, 8, 2, 0, FALSE },
  { "uint3", WS_VALUE_U32, 12, 3, 4, FALSE },
  { "uint4", WS_VALUE_U32, 16, 4, 0, FALSE },
  { "dim3", WS_VALUE_U32, 12, 3, 4, FALSE },
  { "float2", WS_VALUE_F32, 8, 2, 0, TRUE },
  { "float3", WS_VALUE_F32, 12, 3, 4, TRUE },
  { "float4", WS_VALUE_F32, 16, 4, 0, TRUE },
  { "double2", WS_VALUE_F64, 16, 2, 0, TRUE },
  { "double4", WS_VALUE_F64, 32, 4, 16, TRUE },
  { "cuComplex", WS_VALUE_F32, 8, 2, 0, TRUE },
  { "cuFloatComplex", WS_VALUE_F32, 8, 2, 0, TRUE },
  { "cuDoubleComplex", WS_VALUE_F64, 16, 2, 0, TRUE },
  /* objects, which are numbers */
  { "cudaTextureObject_t", WS_VALUE_U64, 8, 1, 0, FALSE },
  { "cudaSurfaceObject_t", WS_VALUE_U64, 8, 1, 0, FALSE },
  /* the generators of cuRAND's headers */
  { "curandState", WS_VALUE_U32, 48, 12, 8, FALSE },
  { "curandState_t", WS_VALUE_U32, 48, 12, 8, FALSE },
  { "curandStateXORWOW_t", WS_VALUE_U32, 48, 12, 8, FALSE },
  { "curandStatePhilox4_32_10_t", WS_VALUE_U32, 64, 16, 16, FALSE },
};

/* Words that say nothing of size and kind. */
static const char *const qualifiers[] = {
  "const",      "volatile",          "__restrict__", "__restrict", "restrict", "struct",
  "class",      "register",          "static",       "constexpr",  "inline",   "__constant__",
  "__device__", "__shared__",        "extern",       "mutable",    "typename", "std",
  "signed",     "__grid_constant__", "__managed__",
};

static const Row *
find_row (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (name, rows[i].name))
      return &rows[i];
  return NULL;
}

static gboolean
is_qualifier (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (qualifiers); i++)
    if (g_str_equal (word, qualifiers[i]))
      return TRUE;
  return FALSE;
}

/**
 * ws_user_type_is_word:
 * @word: of a source
 *
 * Whether it is one of the words of a number's type, as in "unsigned".
 */
gboolean
ws_user_type_is_word (const char *word)
{
  return find_row (word) != NULL || g_str_equal (word, "const") || g_str_equal (word, "signed");
}

static void
set_row (WsUserType *type, const Row *row)
{
  type->is_known = TRUE;
  type->value = row->value;
  type->bytes = row->bytes;
  type->alignment = row->alignment != 0 ? row->alignment : MIN (row->bytes, 16);
  type->is_float = row->is_float;
  type->n_fields = 0;
  for (guint i = 0; row->n > 1 && i < row->n; i++)
    {
      static const char *const names[] = { "x", "y", "z", "w" };

      if (row->n <= G_N_ELEMENTS (names))
        g_strlcpy (type->fields[i].name, names[i], sizeof type->fields[i].name);
      else
        g_snprintf (type->fields[i].name, sizeof type->fields[i].name, "v%u", i);
      type->fields[i].value = row->value;
      type->fields[i].offset = i * (row->bytes / row->n);
      type->fields[i].n = 1;
      type->n_fields = i + 1;
    }
}

/* What a structure's template stands for where it is named: of "Add<float>" T is "float". */
typedef struct {
  const WsUserSource *source;
  GPtrArray *names;  /* utf8 */
  GPtrArray *values; /* utf8 */
} Instance;

static gboolean read_span (const WsUserSource *source, const WsSpan *span, WsUserTypeLookup lookup,
                           gpointer data, WsWork *work, WsUserType *type);

static char *
look_up_instance (const char *name, gpointer data)
{
  const Instance *self = data;

  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), name))
      return g_strdup (g_ptr_array_index (self->values, i));
  return NULL;
}

/**
 * ws_user_type_spell:
 * @span: of a type
 * @lookup: (nullable): says what a template's parameter stands for
 * @data: for @lookup
 *
 * Returns: (transfer full): it, with what its words stand for
 */
char *
ws_user_type_spell (const WsSpan *span, WsUserTypeLookup lookup, gpointer data)
{
  GString *text = g_string_new (NULL);

  for (guint i = span->first; i < span->end && text->len < MAX_SPELLED; i++)
    {
      g_autofree char *word = ws_tokens_dup (span->tokens, i);
      g_autofree char *stands_for =
          lookup != NULL && ws_tokens_is_word (span->tokens, i) ? lookup (word, data) : NULL;

      if (text->len > 0
          && (ws_tokens_is (span->tokens, i - 1, ",")
              || (ws_tokens_is_word (span->tokens, i) && ws_tokens_is_word (span->tokens, i - 1))))
        g_string_append_c (text, ' ');
      g_string_append (text, stands_for != NULL ? stands_for : word);
    }
  return g_string_free (text, FALSE);
}

/* The structure of a name; %NULL if a template has several definitions: which one is meant is
 * not known here. */
static const WsUserItem *
find_structure (const WsUserSource *source, const char *name)
{
  const GPtrArray *named = g_hash_table_lookup (source->named, name);
  const WsUserItem *found = NULL;

  for (guint i = 0; named != NULL && i < named->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (named, i);

      if (item == found || item->function != NULL || !ws_span_has_word (&item->span, "{")
          || !ws_tokens_is (item->span.tokens, item->span.first, "template"))
        continue;
      if (found != NULL)
        return NULL;
      found = item;
    }
  return found != NULL ? found : ws_user_source_find_item (source, name);
}

/* Whether @arguments, or the defaults, say what all of the template's parameters stand for. */
static gboolean
take_instance (const WsUserItem *item, const char *arguments, Instance *instance)
{
  const WsTokens *tokens = item->span.tokens;
  g_autoptr (WsTokens) given = ws_tokens_new (arguments != NULL ? arguments : "");
  WsSpan all = ws_tokens_get_all (given);
  g_autoptr (GArray) values = ws_span_split (&all, ",");
  g_autoptr (GArray) parameters = NULL;
  WsSpan inside = { tokens, item->span.first + 2,
                    ws_tokens_skip_angles (tokens, item->span.first + 1) - 1 };

  if (!ws_tokens_is (tokens, item->span.first, "template"))
    return arguments == NULL;
  parameters = ws_span_split (&inside, ",");
  for (guint i = 0; i < parameters->len; i++)
    {
      WsSpan parameter = g_array_index (parameters, WsSpan, i);
      WsSpan value = { tokens, parameter.end, parameter.end };

      for (guint k = parameter.end; k-- > parameter.first;)
        if (ws_tokens_is (tokens, k, "="))
          {
            value.first = k + 1;
            parameter.end = k;
          }
      if (i < values->len)
        value = g_array_index (values, WsSpan, i);
      if (value.first >= value.end || parameter.end <= parameter.first)
        return FALSE;
      g_ptr_array_add (instance->values, ws_user_type_spell (&value, look_up_instance, instance));
      g_ptr_array_add (instance->names, ws_tokens_dup (tokens, parameter.end - 1));
    }
  return values->len <= parameters->len;
}

static gboolean
parse (const WsUserSource *source, const char *text, WsUserTypeLookup lookup, gpointer data,
       WsWork *work, WsUserType *type)
{
  g_autoptr (WsTokens) tokens = ws_tokens_new (text);
  WsSpan all = ws_tokens_get_all (tokens);

  return read_span (source, &all, lookup, data, work, type);
}

/* One of a number's, a structure's or an address's.
 * @offset: of the field */
static void
add_part (WsUserType *type, const char *name, const WsUserType *of, guint part, guint32 offset,
          guint32 n)
{
  gboolean is_part = !of->is_pointer && of->n_fields > 0;
  guint k = type->n_fields;

  if (k == WS_USER_MAX_FIELDS)
    return;
  type->n_fields++;
  g_snprintf (type->fields[k].name, sizeof type->fields[k].name, is_part ? "%s.%s" : "%s", name,
              is_part ? of->fields[part].name : "");
  type->fields[k].value = of->is_pointer ? WS_VALUE_U64
                          : is_part      ? of->fields[part].value
                                         : of->value;
  type->fields[k].is_address = of->is_pointer || (is_part && of->fields[part].is_address);
  type->fields[k].of = is_part ? of->fields[part].of : of->value;
  type->fields[k].of_bytes = is_part                               ? of->fields[part].of_bytes
                             : of->is_pointer && of->n_fields == 0 ? of->bytes
                                                                   : 0;
  type->fields[k].is_const = is_part ? of->fields[part].is_const : of->is_const;
  type->fields[k].offset = offset + (is_part ? of->fields[part].offset : 0);
  type->fields[k].n = n * (is_part ? of->fields[part].n : 1);
  if (is_part)
    type->fields[k].initial = of->fields[part].initial;
}

/* Of an array of structures each is some fields of its own: they do not lie beside each other. */
static void
add_field (WsUserType *type, const char *name, const WsUserType *of, guint32 n)
{
  guint32 align = MAX (of->is_pointer ? 8 : of->alignment, 1);
  guint32 bytes = of->is_pointer ? 8 : of->bytes;
  guint32 offset = (type->bytes + align - 1) / align * align;
  gboolean is_structure = !of->is_pointer && of->n_fields > 0;
  guint first = type->n_fields;

  type->alignment = MAX (type->alignment, align);
  type->has_addresses |= of->is_pointer || of->has_addresses;
  if (!is_structure)
    add_part (type, name, of, 0, offset, n);
  for (guint32 i = 0; is_structure && i < MIN (n, WS_USER_MAX_FIELDS); i++)
    {
      g_autofree char *numbered = n > 1 ? g_strdup_printf ("%s[%u]", name, i) : g_strdup (name);

      for (guint part = 0; part < of->n_fields; part++)
        add_part (type, numbered, of, part, offset + i * bytes, 1);
    }
  /* several addresses are no buffer */
  for (guint k = first; n > 1 && k < type->n_fields; k++)
    type->fields[k].of_bytes = 0;
  type->bytes = offset + bytes * n;
}

/* How many elements "[4]" or "[N]" has; 0 if unknown. */
static guint32
read_length (const Instance *instance, const WsTokens *tokens, guint open)
{
  g_autofree char *length = ws_tokens_dup (tokens, open + 1);
  g_autofree char *stands_for = look_up_instance (length, (gpointer)instance);
  const WsUserMacro *macro = ws_user_source_find_macro (instance->source, length);

  if (ws_tokens_get_partner (tokens, open) != open + 2)
    return 0;
  return (guint32)g_ascii_strtoull (stands_for != NULL ? stands_for
                                    : macro != NULL    ? macro->tokens->text
                                                       : length,
                                    NULL, 0);
}

/* "= 1" and "{1}" behind a field's name, which is left. */
static WsSpan
take_initial (WsSpan *part)
{
  for (guint i = part->first; i < part->end; i++)
    if (ws_tokens_is (part->tokens, i, "=") || ws_tokens_is (part->tokens, i, "{"))
      {
        WsSpan initial = { part->tokens, i + 1, part->end };

        if (ws_tokens_is (part->tokens, i, "{"))
          initial.end = ws_tokens_get_partner (part->tokens, i);
        part->end = i;
        return initial;
      }
  return (WsSpan){ 0 };
}

/* "float x, y = 1;", "int v[4];" of a structure's body */
static gboolean
read_fields (const Instance *instance, const WsSpan *statement, WsWork *work, WsUserType *type)
{
  g_autoptr (GArray) parts = ws_span_split (statement, ",");
  WsUserType of;

  for (guint i = 0; i < parts->len; i++)
    {
      WsSpan part = g_array_index (parts, WsSpan, i);
      WsSpan initial = take_initial (&part);
      guint name = part.end - 1;
      guint32 n = 1;
      guint k = type->n_fields;
      g_autofree char *text = NULL;

      if (part.first >= part.end)
        return FALSE;

      while (ws_tokens_is (part.tokens, name, "]"))
        {
          guint open = ws_tokens_get_partner (part.tokens, name);

          n *= read_length (instance, part.tokens, open);
          name = open - 1;
        }
      if (i == 0)
        {
          WsSpan of_span = { part.tokens, part.first, name };

          if (!read_span (instance->source, &of_span, look_up_instance, (gpointer)instance, work,
                          &of))
            return FALSE;
        }
      else /* of "float *x, y" the latter is none */
        of.is_pointer = ws_tokens_is (part.tokens, part.first, "*");
      if (n == 0 || !ws_tokens_is_word (part.tokens, name))
        return FALSE;
      text = ws_tokens_dup (part.tokens, name);
      add_field (type, text, &of, n);
      if (type->n_fields == k + 1 && (of.is_pointer || of.n_fields == 0))
        type->fields[k].initial = initial;
    }
  return TRUE;
}

/* Whether a statement of a structure's body takes no room: of functions, types, and what all of
 * them share. */
static gboolean
is_no_field (const WsSpan *statement)
{
  static const char *const words[] = { "using", "typedef", "friend", "static", "template", "enum" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (ws_tokens_is (statement->tokens, statement->first, words[i]))
      return TRUE;
  for (guint i = statement->first; i < statement->end; i++)
    if (ws_tokens_is (statement->tokens, i, "="))
      return FALSE;
    else if (ws_tokens_is (statement->tokens, i, "(")
             || ws_tokens_is (statement->tokens, i, "operator"))
      return TRUE;
  return FALSE;
}

/* Whether something in it changes where its fields lie, in a way that is not read. */
static gboolean
is_odd (const WsSpan *statement)
{
  return ws_span_has_word (statement, "virtual") || ws_span_has_word (statement, "alignas")
         || ws_span_has_word (statement, "__align__");
}

/* What "struct Name : Base {" derives from is read first. @colon: where ":" stands */
static gboolean
read_bases (const Instance *instance, const WsTokens *tokens, guint colon, guint brace,
            WsWork *work, WsUserType *type)
{
  WsSpan inside = { tokens, colon + 1, brace };
  g_autoptr (GArray) bases = ws_span_split (&inside, ",");

  for (guint i = 0; i < bases->len; i++)
    {
      WsSpan base = g_array_index (bases, WsSpan, i);
      WsUserType of;

      if (ws_tokens_is (tokens, base.first, "public")
          || ws_tokens_is (tokens, base.first, "private"))
        base.first++;
      /* where fields of a base lie, and what they are called, is not read */
      if (!read_span (instance->source, &base, look_up_instance, (gpointer)instance, work, &of)
          || !of.is_empty)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_structure (const Instance *instance, const WsUserItem *item, WsWork *work, WsUserType *type)
{
  const WsTokens *tokens = item->span.tokens;
  guint brace = ws_tokens_is (tokens, item->span.first, "template")
                    ? ws_tokens_skip_angles (tokens, item->span.first + 1)
                    : item->span.first;
  guint32 least = 1;
  guint colon = 0;
  WsUserType built = { .is_const = type->is_const, .is_pointer = type->is_pointer };

  while (brace < item->span.end && !ws_tokens_is (tokens, brace, "{"))
    {
      if (ws_tokens_is (tokens, brace, "__align__") || ws_tokens_is (tokens, brace, "alignas"))
        {
          g_autofree char *number = ws_tokens_dup (tokens, brace + 2);

          least = (guint32)MAX (g_ascii_strtoull (number, NULL, 0), 1);
        }
      colon = colon == 0 && ws_tokens_is (tokens, brace, ":") ? brace : colon;
      brace++;
    }
  if (brace == item->span.end
      || (colon > 0 && !read_bases (instance, tokens, colon, brace, work, &built)))
    return FALSE;
  for (guint i = brace + 1, first = i; i < ws_tokens_get_partner (tokens, brace); i++)
    {
      WsSpan statement = { tokens, first, i };

      if (ws_tokens_is (tokens, i, "{"))
        {
          i = ws_tokens_get_partner (tokens, i);
          /* behind a function's, and behind "a {x}" before it, there is no ";" */
          if (statement.first == statement.end
              || (is_no_field (&statement) && !ws_tokens_is (tokens, statement.first, "enum")))
            {
              if (is_odd (&statement))
                return FALSE;
              first = i + 1;
            }
        }
      else if (ws_tokens_is (tokens, i, ":") && i == first + 1)
        first = i + 1;
      else if (ws_tokens_is (tokens, i, ";"))
        {
          if (statement.first < statement.end
              && (is_odd (&statement)
                  || (!is_no_field (&statement)
                      && !read_fields (instance, &statement, work, &built))))
            return FALSE;
          first = i + 1;
        }
    }
  /* one of functions alone, as "struct Plus { ... operator() ... };", has a byte */
  if (built.bytes == 0)
    {
      *type = built;
      type->is_known = type->is_empty = TRUE;
      type->value = WS_VALUE_B8;
      type->bytes = type->alignment = 1;
      return TRUE;
    }
  built.alignment = MAX (MAX (built.alignment, least), 1);
  built.bytes = (built.bytes + built.alignment - 1) / built.alignment * built.alignment;
  built.is_known = built.bytes > 0;
  built.value = built.n_fields > 0 ? built.fields[0].value : WS_VALUE_U32;
  *type = built;
  return built.is_known;
}

/* "typedef float real;", "using real = float;" */
static gboolean
read_alias (const WsUserSource *source, const WsUserItem *item, const char *name, WsWork *work,
            WsUserType *type)
{
  WsSpan span = item->span;
  gboolean is_using = ws_tokens_is (span.tokens, span.first, "using");

  if (!is_using && !ws_tokens_is (span.tokens, span.first, "typedef"))
    return FALSE;
  if (!is_using && ws_span_has_word (&span, "{"))
    return FALSE;
  span.first += is_using ? 3 : 1;
  span.end -= is_using ? 1 : 2;
  return span.first < span.end && read_span (source, &span, NULL, NULL, work, type);
}

/* "Add<float>" */
typedef struct {
  const char *name;
  const char *arguments; /* nullable */
} Named;

/* Numbers of two parts of the C++ library, by what they are of. */
static const Row *
find_complex (const Named *named)
{
  if (!g_str_equal (named->name, "complex"))
    return NULL;
  return g_str_equal (named->arguments, "float")    ? find_row ("cuFloatComplex")
         : g_str_equal (named->arguments, "double") ? find_row ("cuDoubleComplex")
                                                    : NULL;
}

static gboolean
read_item (const WsUserSource *source, const Named *named, WsWork *work, WsUserType *type)
{
  const WsUserItem *item = find_structure (source, named->name);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  Instance instance = { source, names, values };

  if (item == NULL || item->function != NULL || !take_instance (item, named->arguments, &instance))
    return FALSE;
  return read_alias (source, item, named->name, work, type)
         || read_structure (&instance, item, work, type);
}

static gboolean
read_name (const WsUserSource *source, const Named *named, WsUserTypeLookup lookup, gpointer data,
           WsWork *work, WsUserType *type)
{
  const char *name = named->name;
  const Row *row = named->arguments == NULL ? find_row (name) : find_complex (named);
  g_autofree char *stands_for = lookup != NULL ? lookup (name, data) : NULL;
  const WsUserMacro *macro = source != NULL ? ws_user_source_find_macro (source, name) : NULL;
  const WsUserItem *item = source != NULL ? ws_user_source_find_item (source, name) : NULL;
  gboolean good;

  if (row != NULL)
    {
      set_row (type, row);
      return TRUE;
    }
  if (work->depth >= MAX_DEPTH || work->n_steps++ > MAX_NAMES)
    return FALSE;
  work->depth++;
  if (stands_for != NULL)
    good = parse (source, stands_for, NULL, NULL, work, type);
  else if (macro != NULL)
    good = parse (source, macro->tokens->text, lookup, data, work, type);
  else if (item != NULL && item->function == NULL)
    good = read_item (source, named, work, type);
  else
    good = type->is_known && named->arguments == NULL;
  work->depth--;
  return good;
}

static gboolean
read_span (const WsUserSource *source, const WsSpan *span, WsUserTypeLookup lookup, gpointer data,
           WsWork *work, WsUserType *type)
{
  gboolean is_unsigned = FALSE;
  guint n_long = 0;

  *type = (WsUserType){ 0 };
  for (guint i = span->first; i < span->end; i++)
    {
      g_autofree char *word = ws_tokens_dup (span->tokens, i);

      /* a function's */
      if (g_str_equal (word, "(") && ws_tokens_is (span->tokens, i + 1, "*"))
        return FALSE;
      if (g_str_equal (word, "*") || g_str_equal (word, "&"))
        {
          /* an address of addresses is none that a buffer could be */
          if (type->is_pointer)
            return FALSE;
          type->is_pointer = TRUE;
        }
      else if (g_str_equal (word, "const"))
        type->is_const |= !type->is_pointer;
      else if (g_str_equal (word, "unsigned"))
        is_unsigned = TRUE;
      else if (g_str_equal (word, "long"))
        n_long++;
      else if (!ws_tokens_is_word (span->tokens, i) || is_qualifier (word))
        continue;
      else if (ws_tokens_is (span->tokens, i + 1, "::"))
        continue;
      else if (!g_str_equal (word, "int") || (n_long == 0 && !type->is_known))
        {
          guint behind = ws_tokens_is (span->tokens, i + 1, "<") && i + 1 < span->end
                             ? MIN (ws_tokens_skip_angles (span->tokens, i + 1), span->end)
                             : i;
          WsSpan inside = { span->tokens, i + 2, behind - 1 };
          g_autofree char *arguments =
              behind > i + 2 ? ws_user_type_spell (&inside, lookup, data) : NULL;

          if (!read_name (source, &(Named){ word, arguments }, lookup, data, work, type))
            return FALSE;
          i = behind > i + 2 ? behind - 1 : i;
        }
    }
  if (n_long > 0 && !type->is_known)
    set_row (type, find_row ("long"));
  if (is_unsigned && !type->is_known)
    set_row (type, find_row ("unsigned"));
  if (is_unsigned && type->value == WS_VALUE_S32)
    type->value = WS_VALUE_U32;
  if (is_unsigned && type->value == WS_VALUE_S64)
    type->value = WS_VALUE_U64;
  return type->is_known;
}

/**
 * ws_user_type_read:
 * @lookup: (nullable): says what a template's parameter stands for
 * @data: for @lookup
 * @type: (out caller-allocates): what it is
 *
 * Whether it is a number, a vector, a structure, or an address of such, and known.
 */
gboolean
ws_user_type_read (const WsUserSource *source, const WsSpan *span, WsUserTypeLookup lookup,
                   gpointer data, WsUserType *type)
{
  return read_span (source, span, lookup, data, &(WsWork){ 0 }, type);
}

/**
 * ws_user_type_parse:
 * @source: (nullable): that may declare it
 * @text: as in "unsigned int"
 * @type: (out caller-allocates): what it is
 *
 * Whether it is known.
 */
gboolean
ws_user_type_parse (const WsUserSource *source, const char *text, WsUserType *type)
{
  return parse (source, text, NULL, NULL, &(WsWork){ 0 }, type);
}
