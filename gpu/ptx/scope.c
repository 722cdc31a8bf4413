/* scope.c: names and scopes. PTX ISA, section 4.4 (identifiers) and 7.1: each { } has its own
 * names. */
#include "ptx/parser.h"

#include <glib/gi18n.h>

/* Opens a scope: names declared in it may shadow outer ones. PTX ISA, sections 4.4 and 7.1. */
void
ws_parser_push_scope (WsParser *self)
{
  WsScope scope = { self->symbols->len, self->fixups->len };

  g_array_append_val (self->scopes, scope);
}

static WsPtxOperand *
fixup_operand (WsParser *self, const WsFixup *fixup)
{
  if (fixup->instruction == WS_NONE)
    return &g_array_index (self->function->elements, WsPtxOperand, fixup->operand);
  return &g_array_index (self->function->instructions, WsPtxInstruction, fixup->instruction)
              .operands[fixup->operand];
}

static void
resolve (WsParser *self, const WsFixup *fixup, const WsSymbol *symbol)
{
  WsPtxOperand *operand = fixup_operand (self, fixup);
  g_autofree char *name = NULL;

  if (operand->kind == WS_PTX_OPERAND_LABEL && symbol->kind == WS_SYMBOL_LABEL)
    operand->target = symbol->index;
  else if (operand->kind == WS_PTX_OPERAND_VECTOR && symbol->kind == WS_SYMBOL_TARGETS)
    {
      self->n_ways += MIN (symbol->count, WS_MAX_WAYS + 1 - self->n_ways);
      if (self->n_ways > WS_MAX_WAYS)
        {
          ws_parser_give_up (self, &fixup->token, _ ("branch table targets"), WS_MAX_WAYS);
          return;
        }
      operand->first_element = symbol->index;
      operand->n_elements = symbol->count;
    }
  else
    {
      name = ws_parser_dup_token (self, &fixup->token);
      ws_parser_error (self, &fixup->token,
                       operand->kind == WS_PTX_OPERAND_LABEL
                           ? _ ("'%s' is not a label")
                           : _ ("'%s' is not a .branchtargets list"),
                       name);
    }
}

/* Closes the innermost scope. Only now are its labels known: resolves those declared in this scope,
 * and leaves the rest to the enclosing one; a label missing from the function's outermost scope is
 * an error. */
void
ws_parser_pop_scope (WsParser *self)
{
  const WsScope scope = g_array_index (self->scopes, WsScope, self->scopes->len - 1);
  guint32 kept = scope.first_fixup;

  for (guint32 i = scope.first_fixup; i < self->fixups->len; i++)
    {
      const WsFixup fixup = g_array_index (self->fixups, WsFixup, i);
      const WsSymbol *symbol = ws_parser_find (self, fixup.atom);

      if (symbol != NULL && symbol->depth == self->scopes->len)
        resolve (self, &fixup, symbol);
      else if (self->scopes->len > 2)
        g_array_index (self->fixups, WsFixup, kept++) = fixup;
      else
        {
          g_autofree char *name = ws_parser_dup_token (self, &fixup.token);

          ws_parser_error (self, &fixup.token, _ ("label '%s' is not declared in this function"),
                           name);
        }
    }
  g_array_set_size (self->fixups, kept);
  for (guint32 i = self->symbols->len; i-- > scope.first_symbol;)
    {
      const WsSymbol *symbol = &g_array_index (self->symbols, WsSymbol, i);

      ws_intern_get (&self->atoms, symbol->atom)->symbol = symbol->shadowed;
    }
  g_array_set_size (self->symbols, scope.first_symbol);
  g_array_set_size (self->scopes, self->scopes->len - 1);
}

/**
 * ws_parser_find:
 * @atom: of a name
 *
 * Returns: (transfer none) (nullable): what the name means here, valid until the next declaration
 */
WsSymbol *
ws_parser_find (WsParser *self, guint32 atom)
{
  guint32 index = ws_intern_get (&self->atoms, atom)->symbol;

  return index != WS_NONE ? &g_array_index (self->symbols, WsSymbol, index) : NULL;
}

/**
 * ws_parser_declare:
 * @kind: the kind of symbol
 * @index: index among symbols of @kind
 *
 * Returns: (transfer none) (nullable): the symbol, to be filled in, valid until the next
 * declaration; %NULL, with an error reported, if this scope already has that name
 */
WsSymbol *
ws_parser_declare (WsParser *self, const WsToken *token, WsSymbolKind kind, guint32 index)
{
  const WsSymbol *old = ws_parser_find (self, token->atom);
  WsSymbol symbol = {
    .kind = kind, .atom = token->atom, .depth = self->scopes->len, .index = index
  };

  if (old != NULL && old->depth == self->scopes->len)
    {
      g_autofree char *name = ws_parser_dup_token (self, token);

      ws_parser_error (self, token, _ ("'%s' is declared twice"), name);
      return NULL;
    }
  symbol.shadowed = ws_intern_get (&self->atoms, token->atom)->symbol;
  ws_intern_get (&self->atoms, token->atom)->symbol = self->symbols->len;
  g_array_append_val (self->symbols, symbol);
  return &g_array_index (self->symbols, WsSymbol, self->symbols->len - 1);
}

/**
 * ws_parser_add_fixup:
 * @token: a label or branch table that need not be declared yet
 * @instruction: with the operand to resolve; %WS_NONE for an element of the function
 * @operand: index of the operand, or of that element
 *
 * Registers a reference that ws_parser_pop_scope() resolves.
 */
void
ws_parser_add_fixup (WsParser *self, const WsToken *token, guint32 instruction, guint32 operand)
{
  WsFixup fixup = {
    .atom = token->atom, .instruction = instruction, .operand = operand, .token = *token
  };

  g_array_append_val (self->fixups, fixup);
}

static guint32
add_register (WsParser *self, guint32 atom, WsPtxType type)
{
  const WsAtom *a = ws_intern_get (&self->atoms, atom);
  WsPtxRegister reg = { g_string_chunk_insert_len (self->module->strings, a->start, a->length),
                        type };

  g_array_append_val (self->function->registers, reg);
  return self->function->registers->len - 1;
}

/* A register of "%r<24>" is created at its first use, so that a huge range costs nothing. */
static guint32
find_in_range (WsParser *self, guint32 atom, const WsSymbol *range, guint32 number)
{
  WsAtom *a = ws_intern_get (&self->atoms, atom);
  guint32 index;

  if (a->cached_range != range->index)
    {
      gint64 key = (gint64)((guint64)range->index << 32 | number);

      /* Another range of the same name may have used the cache: the table is authoritative. */
      index = GPOINTER_TO_UINT (g_tree_lookup (self->ranges, &key));
      if (index == 0)
        {
          index = add_register (self, atom, range->type) + 1;
          g_tree_insert (self->ranges, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index));
        }
      a->cached_range = range->index;
      a->cached_register = index - 1;
    }
  return a->cached_register;
}

/**
 * ws_parser_find_register:
 * @self: a parser that is in a function
 * @atom: of a name
 *
 * "%r17" refers to the innermost range "%r<n>" with n above 17, unless a register of exactly that
 * name is declared further in.
 *
 * Returns: the register's index in the function, %WS_NONE if no register has the name
 */
guint32
ws_parser_find_register (WsParser *self, guint32 atom)
{
  const WsSymbol *symbol = ws_parser_find (self, atom);
  guint32 number;
  guint32 prefix = ws_intern_get_prefix (&self->atoms, atom, &number);
  const WsSymbol *range = prefix != WS_NONE ? ws_parser_find (self, prefix) : NULL;

  /* "%r<2>" declares %r0 and %r1; %r7 belongs to an outer range. */
  while (range != NULL && (range->kind != WS_SYMBOL_RANGE || number >= range->count))
    range = range->shadowed != WS_NONE ? &g_array_index (self->symbols, WsSymbol, range->shadowed)
                                       : NULL;
  if (symbol != NULL && (range == NULL || symbol->depth >= range->depth))
    return symbol->kind == WS_SYMBOL_REGISTER ? symbol->index : WS_NONE;
  return range != NULL ? find_in_range (self, atom, range, number) : WS_NONE;
}
