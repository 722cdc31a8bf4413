/* isa.c: reads the rows of isa.def. A spelling is matched against the forms of its row once; the
 * parser caches the result. */
#include "ptx/isa.h"

#include <string.h>

typedef struct {
  const char *name;
  WsOpClass op_class;
  const char *forms;
  const char *tooltip;
} Row;

static const Row rows[] = {
#define WS_ISA(id, name, op_class, combiner, operations, forms, tooltip) \
  [WS_PTX_##id] = { name, op_class, forms, tooltip },
#include "record/isa.def"
#undef WS_ISA
};
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == WS_PTX_N_OPCODES);

static const char *const mod_names[] = {
#define WS_MOD(id, name) [WS_PTX_MOD_##id] = name,
#include "ptx/modifiers.def"
#undef WS_MOD
};

static const struct {
  const char *name;
  WsPtxType type;
} specials[] = {
#define WS_SPECIAL(id, name, type) [WS_PTX_SREG_##id] = { name, WS_PTX_##type },
#include "ptx/special.def"
#undef WS_SPECIAL
};

static const struct {
  const char *name;
  guint width_bytes;
} types[WS_PTX_N_TYPES] = {
  [WS_PTX_U8] = { "u8", 1 },         [WS_PTX_U16] = { "u16", 2 },
  [WS_PTX_U32] = { "u32", 4 },       [WS_PTX_U64] = { "u64", 8 },
  [WS_PTX_S8] = { "s8", 1 },         [WS_PTX_S16] = { "s16", 2 },
  [WS_PTX_S32] = { "s32", 4 },       [WS_PTX_S64] = { "s64", 8 },
  [WS_PTX_B8] = { "b8", 1 },         [WS_PTX_B16] = { "b16", 2 },
  [WS_PTX_B32] = { "b32", 4 },       [WS_PTX_B64] = { "b64", 8 },
  [WS_PTX_B128] = { "b128", 16 },    [WS_PTX_F16] = { "f16", 2 },
  [WS_PTX_F16X2] = { "f16x2", 4 },   [WS_PTX_BF16] = { "bf16", 2 },
  [WS_PTX_BF16X2] = { "bf16x2", 4 }, [WS_PTX_F32] = { "f32", 4 },
  [WS_PTX_F64] = { "f64", 8 },       [WS_PTX_TF32] = { "tf32", 4 },
  [WS_PTX_E4M3X2] = { "e4m3x2", 2 }, [WS_PTX_E5M2X2] = { "e5m2x2", 2 },
  [WS_PTX_E4M3] = { "e4m3", 1 },     [WS_PTX_E5M2] = { "e5m2", 1 },
  [WS_PTX_S4] = { "s4", 1 },         [WS_PTX_U4] = { "u4", 1 },
  [WS_PTX_U16X2] = { "u16x2", 4 },   [WS_PTX_S16X2] = { "s16x2", 4 },
  [WS_PTX_PRED] = { "pred", 0 },
};

static const char *const compare_names[] = {
  [WS_PTX_EQ] = "eq",   [WS_PTX_NE] = "ne",   [WS_PTX_LT] = "lt",   [WS_PTX_LE] = "le",
  [WS_PTX_GT] = "gt",   [WS_PTX_GE] = "ge",   [WS_PTX_LO] = "lo",   [WS_PTX_LS] = "ls",
  [WS_PTX_HI] = "hi",   [WS_PTX_HS] = "hs",   [WS_PTX_EQU] = "equ", [WS_PTX_NEU] = "neu",
  [WS_PTX_LTU] = "ltu", [WS_PTX_LEU] = "leu", [WS_PTX_GTU] = "gtu", [WS_PTX_GEU] = "geu",
  [WS_PTX_NUM] = "num", [WS_PTX_NAN] = "nan",
};

static const struct {
  const char *name;
  WsSpace space;
} spaces[] = {
  { "global", WS_SPACE_GLOBAL },
  { "shared", WS_SPACE_SHARED },
  { "local", WS_SPACE_LOCAL },
  { "param", WS_SPACE_PARAM },
  { "const", WS_SPACE_CONST },
  { "shared::cta", WS_SPACE_SHARED },
  { "shared::cluster", WS_SPACE_SHARED },
  { "param::entry", WS_SPACE_PARAM },
  { "param::func", WS_SPACE_PARAM },
};

/* The classes of words that isa.def's forms use. */
typedef enum { AS_MOD, AS_TYPE, AS_COMPARE, AS_SPACE, AS_VECTOR } Meaning;

typedef struct {
  const char *name;
  Meaning meaning;
  const char *words;
} WordClass;

static const WordClass word_classes[] = {
#define WS_WORD_CLASS(name, as, words) { name, as, words },
#include "ptx/classes.def"
#undef WS_WORD_CLASS
};

/* A substring; the forms are parsed in place. */
typedef struct {
  const char *start;
  gsize length;
} Span;

/* Splits off the part of @rest before @separator. */
static gboolean
take (Span *rest, char separator, Span *piece)
{
  const char *end;

  if (rest->start == NULL)
    return FALSE;
  end = memchr (rest->start, separator, rest->length);
  piece->start = rest->start;
  piece->length = end != NULL ? (gsize)(end - rest->start) : rest->length;
  if (end != NULL)
    *rest = (Span){ end + 1, rest->length - piece->length - 1 };
  else
    *rest = (Span){ NULL, 0 };
  return TRUE;
}

static gboolean
take_word (Span *rest, Span *word)
{
  while (take (rest, ' ', word))
    if (word->length > 0)
      return TRUE;
  return FALSE;
}

static gboolean
is (Span span, const char *word)
{
  return strlen (word) == span.length && memcmp (span.start, word, span.length) == 0;
}

static gboolean
same (Span a, Span b)
{
  return a.length == b.length && memcmp (a.start, b.start, a.length) == 0;
}

static gboolean
is_one_of (Span word, const char *words)
{
  Span rest = { words, strlen (words) };
  Span piece;

  while (take (&rest, ',', &piece))
    if (same (piece, word))
      return TRUE;
  return FALSE;
}

/* One slot of a form: "sat?", "lo,hi", "RND", "u16,s16,I32". */
typedef struct {
  Span choices;
  gboolean optional;
  gboolean used;
} Slot;

/* For a literal word in a form. */
static Meaning
meaning_of (Span word)
{
  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (is (word, spaces[i].name))
      return AS_SPACE;
  return ws_isa_find_type (word.start, word.length) != WS_PTX_TYPE_NONE ? AS_TYPE : AS_MOD;
}

static const WordClass *
find_class (Span choice)
{
  for (guint i = 0; g_ascii_isupper (choice.start[0]) && i < G_N_ELEMENTS (word_classes); i++)
    if (is (choice, word_classes[i].name))
      return &word_classes[i];
  return NULL;
}

/* The name of a class is not one of its words: PTX does not use it. */
static gboolean
slot_takes (const Slot *slot, Span word, Meaning *meaning)
{
  Span rest = slot->choices;
  Span choice;

  while (take (&rest, ',', &choice))
    {
      const WordClass *class = find_class (choice);

      if (class != NULL ? is_one_of (word, class->words) : same (choice, word))
        {
          *meaning = class != NULL ? class->meaning : meaning_of (word);
          return TRUE;
        }
    }
  return FALSE;
}

#define MAX_SLOTS 10

static guint
read_slots (Span form, Slot slots[MAX_SLOTS])
{
  guint n = 0;
  Span word;

  while (take_word (&form, &word))
    {
      g_assert (n < MAX_SLOTS);
      slots[n] = (Slot){ .choices = word };
      if (word.start[word.length - 1] == '?')
        {
          slots[n].optional = TRUE;
          slots[n].choices.length--;
        }
      n++;
    }
  return n;
}

static gboolean
note (WsShape *shape, Span word, Meaning meaning)
{
  switch (meaning)
    {
    case AS_TYPE:
      if (shape->n_types == G_N_ELEMENTS (shape->types))
        return FALSE;
      shape->types[shape->n_types++] = ws_isa_find_type (word.start, word.length);
      return TRUE;
    case AS_COMPARE:
      for (guint i = WS_PTX_EQ; i < G_N_ELEMENTS (compare_names); i++)
        if (is (word, compare_names[i]))
          shape->compare = i;
      return TRUE;
    case AS_SPACE:
      for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
        if (is (word, spaces[i].name))
          shape->space = spaces[i].space;
      return TRUE;
    case AS_VECTOR:
      shape->vector = word.start[1] == '2' ? 2 : 4;
      return TRUE;
    case AS_MOD:
      if (shape->n_mods == WS_PTX_MAX_MODS)
        return FALSE;
      for (guint i = 1; i < G_N_ELEMENTS (mod_names); i++)
        if (is (word, mod_names[i]))
          shape->mods[shape->n_mods++] = i;
      return TRUE;
    default:
      g_assert_not_reached ();
    }
}

/* Whether @words fit @form, which then fills @shape. With @any_order a word may take any free slot,
 * but types stay in order. */
static gboolean
match_form (Span form, Span words, gboolean any_order, WsShape *shape)
{
  Slot slots[MAX_SLOTS];
  guint n_slots = read_slots (form, slots);
  guint next = 0;
  Span word;

  while (take (&words, '.', &word))
    {
      Meaning meaning = AS_MOD;
      guint i = any_order ? 0 : next;

      while (i < n_slots && (slots[i].used || !slot_takes (&slots[i], word, &meaning)))
        {
          if (!any_order && !slots[i].optional)
            return FALSE;
          i++;
        }
      if (i == n_slots || !note (shape, word, meaning))
        return FALSE;
      slots[i].used = TRUE;
      next = i + 1;
    }
  for (guint i = 0; i < n_slots; i++)
    if (!slots[i].used && !slots[i].optional)
      return FALSE;
  return TRUE;
}

static void
read_operands (Span text, WsShape *shape)
{
  Span list;

  shape->n_lists = 0;
  while (take (&text, '/', &list))
    {
      WsOperandList *l;
      Span word;

      g_assert (shape->n_lists < WS_MAX_OPERAND_LISTS);
      l = &shape->lists[shape->n_lists++];
      l->n = 0;
      while (take_word (&list, &word))
        {
          WsOperandRule *rule;

          g_assert (l->n < WS_PTX_MAX_OPERANDS);
          rule = &l->rules[l->n++];
          rule->kind = word.start[0];
          rule->type = word.length > 1 ? word.start[1] : '-';
          rule->pair = word.length > 2 && word.start[2] == '|';
        }
    }
}

/* The row with the longest name that is a prefix of @spelling: bar.warp before bar. */
static const Row *
find_row (Span spelling)
{
  const Row *found = NULL;
  gsize found_length = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gsize length = strlen (rows[i].name);

      if (length > found_length && length <= spelling.length
          && memcmp (rows[i].name, spelling.start, length) == 0
          && (length == spelling.length || spelling.start[length] == '.'))
        {
          found = &rows[i];
          found_length = length;
        }
    }
  return found;
}

/**
 * ws_isa_decode:
 * @spelling: an opcode with its modifiers, as in "setp.ge.u32"; not terminated
 * @length: bytes
 * @shape: (out): its row of isa.def
 *
 * Looks an opcode up in isa.def. Words may be in any order for loads, stores and atomics, and must
 * be in the table's order for others.
 */
void
ws_isa_decode (const char *spelling, gsize length, WsShape *shape)
{
  const Row *row = find_row ((Span){ spelling, length });
  gboolean any_order;
  Span words = { NULL, 0 };
  Span forms, form;
  gboolean matched = FALSE;

  memset (shape, 0, sizeof *shape);
  shape->state = WS_SHAPE_UNKNOWN_MNEMONIC;
  if (row == NULL)
    return;
  shape->state = WS_SHAPE_UNKNOWN_FORM;
  any_order =
      row->op_class == WS_OP_LOAD || row->op_class == WS_OP_STORE || row->op_class == WS_OP_ATOMIC;
  if (length > strlen (row->name))
    words = (Span){ spelling + strlen (row->name) + 1, length - strlen (row->name) - 1 };

  /* Forms without operands have those of the next form with some. */
  forms = (Span){ row->forms, strlen (row->forms) };
  while (take (&forms, ';', &form))
    {
      Span form_words, operands;

      take (&form, ':', &form_words);
      if (!matched)
        {
          memset (shape, 0, sizeof *shape);
          shape->opcode = (WsPtxOpcode)(row - rows);
          shape->vector = 1;
          matched = match_form (form_words, words, any_order, shape);
        }
      if (matched && form.start != NULL && take (&form, ':', &operands))
        {
          read_operands (operands, shape);
          shape->state = WS_SHAPE_KNOWN;
          break;
        }
    }
  if (shape->state != WS_SHAPE_KNOWN || !matched)
    {
      memset (shape, 0, sizeof *shape);
      shape->state = WS_SHAPE_UNKNOWN_FORM;
      shape->opcode = (WsPtxOpcode)(row - rows);
      return;
    }
  /* An instruction on memory that names no space goes through generic addresses. */
  for (guint i = 0; i < shape->lists[0].n; i++)
    if (shape->lists[0].rules[i].kind == 'm' && shape->space == WS_SPACE_NONE)
      shape->space = WS_SPACE_GENERIC;
}

/* The words that @choices allows in a slot: a class has many. */
static void
list_words (Span choices, GPtrArray *words)
{
  Span choice;

  while (take (&choices, ',', &choice))
    {
      const char *named = NULL;
      Span rest;
      Span word;

      for (guint i = 0; i < G_N_ELEMENTS (word_classes); i++)
        if (is (choice, word_classes[i].name))
          named = word_classes[i].words;
      rest = named != NULL ? (Span){ named, strlen (named) } : choice;
      while (take (&rest, ',', &word))
        g_ptr_array_add (words, g_strndup (word.start, word.length));
    }
}

static void
list_spellings (const char *begun, const Slot *slots, guint n_slots, GPtrArray *spellings)
{
  g_autoptr (GPtrArray) words = NULL;

  if (n_slots == 0)
    {
      g_ptr_array_add (spellings, g_strdup (begun));
      return;
    }
  if (slots->optional)
    list_spellings (begun, slots + 1, n_slots - 1, spellings);
  words = g_ptr_array_new_with_free_func (g_free);
  list_words (slots->choices, words);
  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *longer =
          g_strconcat (begun, ".", (const char *)g_ptr_array_index (words, i), NULL);

      list_spellings (longer, slots + 1, n_slots - 1, spellings);
    }
}

/* Loads, stores and atomics have very many: each cache modifier combines with each scope.
 *
 * Returns: (transfer full) (element-type utf8): every spelling in isa.def, as in "add.s32" */
GPtrArray *
ws_isa_list_spellings (WsPtxOpcode opcode)
{
  GPtrArray *spellings = g_ptr_array_new_with_free_func (g_free);
  Span forms;
  Span form;

  g_return_val_if_fail ((guint)opcode < WS_PTX_N_OPCODES, spellings);
  forms = (Span){ rows[opcode].forms, strlen (rows[opcode].forms) };
  while (take (&forms, ';', &form))
    {
      Slot slots[MAX_SLOTS];
      Span words;

      take (&form, ':', &words);
      list_spellings (rows[opcode].name, slots, read_slots (words, slots), spellings);
    }
  return spellings;
}

/**
 * ws_isa_find_type:
 * @word: a type without its dot, as in "u32"; not terminated
 * @length: bytes
 *
 * Returns: the type; %WS_PTX_TYPE_NONE if there is no such type
 */
WsPtxType
ws_isa_find_type (const char *word, gsize length)
{
  for (guint i = 1; i < WS_PTX_N_TYPES; i++)
    if (is ((Span){ word, length }, types[i].name))
      return i;
  return WS_PTX_TYPE_NONE;
}

/**
 * ws_isa_get_type_name:
 * @type: a type, not %WS_PTX_TYPE_NONE
 *
 * Returns: (transfer none): its name without the dot, as in "u32"
 */
const char *
ws_isa_get_type_name (WsPtxType type)
{
  g_return_val_if_fail (type > WS_PTX_TYPE_NONE && type < WS_PTX_N_TYPES, "");
  return types[type].name;
}

/**
 * ws_isa_find_special:
 * @name: as in "%tid.x"; not terminated
 * @length: bytes
 *
 * Returns: the special register; %WS_PTX_N_SREGS if there is no such register
 */
WsPtxSpecial
ws_isa_find_special (const char *name, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (specials); i++)
    if (is ((Span){ name, length }, specials[i].name))
      return i;
  return WS_PTX_N_SREGS;
}

/* Returns: its mnemonic without modifiers, as in "setp" */
const char *
ws_ptx_opcode_get_name (WsPtxOpcode opcode)
{
  g_return_val_if_fail ((guint)opcode < WS_PTX_N_OPCODES, "");
  return rows[opcode].name;
}

/* Returns: the class of its sites. Loads and stores of parameters are nevertheless sites of class
 * %WS_OP_ALU. */
WsOpClass
ws_ptx_opcode_get_class (WsPtxOpcode opcode)
{
  g_return_val_if_fail ((guint)opcode < WS_PTX_N_OPCODES, WS_OP_ALU);
  return rows[opcode].op_class;
}

/* Returns: its width in bytes; 0 for %WS_PTX_PRED and %WS_PTX_TYPE_NONE */
guint
ws_ptx_type_get_width (WsPtxType type)
{
  g_return_val_if_fail ((guint)type < WS_PTX_N_TYPES, 0);
  return types[type].width_bytes;
}

/**
 * ws_ptx_instruction_has_mod:
 * @mod: a modifier word
 *
 * Returns: whether @self has it
 */
gboolean
ws_ptx_instruction_has_mod (const WsPtxInstruction *self, WsPtxMod mod)
{
  g_return_val_if_fail (self != NULL, FALSE);
  for (guint i = 0; i < self->n_mods; i++)
    if (self->mods[i] == mod)
      return TRUE;
  return FALSE;
}

/**
 * ws_ptx_instruction_get_dimensions:
 * @self: a tex, suld or sust
 *
 * Returns: number of dimensions of its texture or surface
 */
guint
ws_ptx_instruction_get_dimensions (const WsPtxInstruction *self)
{
  static const WsPtxMod words[] = { WS_PTX_MOD_D1, WS_PTX_MOD_D2, WS_PTX_MOD_D3 };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (ws_ptx_instruction_has_mod (self, words[i]))
      return i + 1;
  return 0;
}
