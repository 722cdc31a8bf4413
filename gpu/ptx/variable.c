/* variable.c: declarations of registers, variables and parameters. PTX ISA, chapter 5. */
#include "ptx/parser.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

enum {
  MAX_DIMENSIONS = 8,
};

/* The part before a declared name. */
typedef struct {
  WsSpace space;
  WsPtxType type;
  guint32 vector;
  guint32 align; /* 0 if not given */
} Qualifiers;

/**
 * ws_ptx_variable_free:
 * @self: (transfer full): a variable; its name is the module's
 */
void
ws_ptx_variable_free (WsPtxVariable *self)
{
  g_clear_pointer (&self->init, g_bytes_unref);
  g_free (self);
}

static guint64
align_up (guint64 offset, guint32 align)
{
  return (offset + align - 1) / align * align;
}

static gboolean
parse_align (WsParser *self, guint32 *align)
{
  const WsToken token = self->token;
  guint64 value = 0;

  if (!ws_parser_read_number (self, WS_MAX_ALIGN, _ ("the alignment"), &value))
    return FALSE;
  if (value == 0 || (value & (value - 1)) != 0)
    return ws_parser_error (self, &token, _ ("the alignment must be a power of two, not %u"),
                            (guint)value);
  *align = (guint32)value;
  return TRUE;
}

static gboolean
accept_type (WsParser *self, WsPtxType *type)
{
  if (self->token.kind != WS_TOKEN_DIRECTIVE || self->token.atom <= WS_KW_FIRST_TYPE
      || self->token.atom >= WS_KW_END)
    return FALSE;
  *type = (WsPtxType)(self->token.atom - WS_KW_FIRST_TYPE);
  ws_parser_next (self);
  return TRUE;
}

/* attribute = ".attribute" "(" anything ")" */
static gboolean
parse_attribute (WsParser *self)
{
  if (!ws_parser_expect (self, '(', _ ("after .attribute")))
    return FALSE;
  while (!ws_parser_is (self, ')') && !ws_parser_is (self, ';') && self->token.kind != WS_TOKEN_END)
    ws_parser_next (self);
  return ws_parser_expect (self, ')', "after the attributes");
}

/* ptr = ".ptr" (".global" | ".shared" | ".local" | ".const")? (".align" number)?; a promise without
 * effect */
static gboolean
parse_ptr (WsParser *self)
{
  guint32 ignored;

  if (!ws_parser_accept_keyword (self, WS_KW_GLOBAL)
      && !ws_parser_accept_keyword (self, WS_KW_SHARED)
      && !ws_parser_accept_keyword (self, WS_KW_LOCAL))
    ws_parser_accept_keyword (self, WS_KW_CONST);
  return !ws_parser_accept_keyword (self, WS_KW_ALIGN) || parse_align (self, &ignored);
}

/* qualifiers = (".align" number | attribute | ".v2" | ".v4" | type | ptr)* with one type */
static gboolean
parse_qualifiers (WsParser *self, Qualifiers *q)
{
  g_autofree char *found = NULL;

  q->type = WS_PTX_TYPE_NONE;
  q->vector = 1;
  q->align = 0;
  while (self->token.kind == WS_TOKEN_DIRECTIVE)
    {
      if (ws_parser_accept_keyword (self, WS_KW_ALIGN))
        {
          if (!parse_align (self, &q->align))
            return FALSE;
        }
      else if (ws_parser_accept_keyword (self, WS_KW_ATTRIBUTE))
        {
          if (!parse_attribute (self))
            return FALSE;
        }
      else if (ws_parser_accept_keyword (self, WS_KW_V2))
        q->vector = 2;
      else if (ws_parser_accept_keyword (self, WS_KW_V4))
        q->vector = 4;
      else if (q->type != WS_PTX_TYPE_NONE && q->space == WS_SPACE_PARAM
               && ws_parser_accept_keyword (self, WS_KW_PTR))
        {
          if (!parse_ptr (self))
            return FALSE;
        }
      else if (q->type != WS_PTX_TYPE_NONE || !accept_type (self, &q->type))
        break;
    }
  if (q->type != WS_PTX_TYPE_NONE)
    return TRUE;
  found = ws_parser_dup_token (self, &self->token);
  return ws_parser_error (self, &self->token, _ ("expected a type such as .b32, not '%s'"), found);
}

static gboolean
expect_name (WsParser *self, WsToken *name)
{
  g_autofree char *found = NULL;

  if (self->token.kind == WS_TOKEN_NAME && self->token.atom != WS_KW_UNDERSCORE)
    {
      *name = self->token;
      ws_parser_next (self);
      return TRUE;
    }
  found = ws_parser_dup_token (self, &self->token);
  return ws_parser_error (self, &self->token, _ ("expected a name, not '%s'"), found);
}

/* dimensions = ("[" constant? "]")*; only the first may be open, as 0 */
static gboolean
parse_dimensions (WsParser *self, guint64 dimensions[MAX_DIMENSIONS], guint *n, gboolean *is_open)
{
  *n = 0;
  *is_open = FALSE;
  while (ws_parser_is (self, '['))
    {
      const WsToken token = self->token;
      WsConstant size = { 0, FALSE };

      if (*n == MAX_DIMENSIONS - 1)
        return ws_parser_error (self, &token, _ ("an array of more than %d dimensions"),
                                MAX_DIMENSIONS - 1);
      ws_parser_next (self);
      if (ws_parser_is (self, ']') && *n == 0)
        *is_open = TRUE;
      else if (!ws_parser_constant (self, &size))
        return FALSE;
      else if (size.bits > WS_MAX_VARIABLE_BYTES)
        return ws_parser_error (self, &token, _ ("the array is too large"));
      if (!ws_parser_expect (self, ']', _ ("after the size")))
        return FALSE;
      dimensions[(*n)++] = size.bits;
    }
  return TRUE;
}

/* Where the bytes of a variable go. Those of .shared in an entry wait for ws_ptx_module_lay_out().
 */
static gboolean
place_variable (WsParser *self, const WsToken *token, WsPtxVariable *variable)
{
  WsPtxModule *module = self->module;
  guint64 end = 0;
  guint64 max = WS_MAX_FRAME_BYTES;

  if (variable->is_extern)
    return TRUE;
  switch (variable->space)
    {
    case WS_SPACE_GLOBAL:
      end = module->global_bytes;
      max = WS_MAX_VARIABLE_BYTES;
      break;
    case WS_SPACE_CONST:
      end = module->const_bytes;
      max = WS_MAX_VARIABLE_BYTES;
      break;
    case WS_SPACE_SHARED:
      end = self->shared_end;
      break;
    case WS_SPACE_LOCAL:
      end = self->function->local_bytes;
      break;
    default:
      end = self->function->local_param_bytes;
      break;
    }
  end = align_up (end, variable->align);
  variable->offset = end;
  end += variable->size;
  if (end > max)
    return ws_parser_error (self, token, _ ("more than %" PRIu64 " bytes of variables"), max);
  switch (variable->space)
    {
    case WS_SPACE_GLOBAL:
      module->global_bytes = end;
      break;
    case WS_SPACE_CONST:
      module->const_bytes = end;
      break;
    case WS_SPACE_SHARED:
      self->shared_end = end;
      break;
    case WS_SPACE_LOCAL:
      self->function->local_bytes = (guint32)end;
      break;
    default:
      self->function->local_param_bytes = (guint32)end;
      break;
    }
  return TRUE;
}

static WsPtxVariable *
new_variable (WsParser *self, const WsToken *name, const Qualifiers *q, const guint64 *dimensions,
              guint n_dimensions)
{
  const WsAtom *atom = ws_intern_get (&self->atoms, name->atom);
  WsPtxVariable *variable = g_new0 (WsPtxVariable, 1);
  guint width = ws_ptx_type_get_width (q->type);
  guint64 size = (guint64)width * q->vector;

  variable->name = g_string_chunk_insert_len (self->module->strings, atom->start, atom->length);
  variable->space = q->space;
  variable->type = q->type;
  variable->align = q->align != 0 ? q->align : width * q->vector;
  /* An open dimension counts as one until the others are known to be small enough. */
  for (guint i = 0; i < n_dimensions; i++)
    size = size <= WS_MAX_VARIABLE_BYTES / MAX (dimensions[i], 1) ? size * MAX (dimensions[i], 1)
                                                                  : G_MAXUINT64;
  for (guint i = 0; i < n_dimensions; i++)
    if (dimensions[i] == 0 && size != G_MAXUINT64)
      size = 0;
  variable->size = size;
  return variable;
}

/* declarator = name dimensions ("=" initial-value)? */
static gboolean
parse_declarator (WsParser *self, const Qualifiers *q, gboolean is_extern)
{
  /* In an entry they are its own; elsewhere, every kernel must find them at the same address. */
  gboolean is_local =
      q->space == WS_SPACE_LOCAL || q->space == WS_SPACE_PARAM
      || (q->space == WS_SPACE_SHARED && self->function != NULL && self->function->is_entry);
  GPtrArray *variables = is_local ? self->function->variables : self->module->variables;
  guint64 dimensions[MAX_DIMENSIONS];
  guint n_dimensions = 0;
  gboolean is_open = FALSE;
  gboolean has_init;
  g_autofree char *text = NULL;
  WsPtxVariable *variable;
  WsSymbol *symbol;
  WsToken name;

  if (!expect_name (self, &name) || !parse_dimensions (self, dimensions, &n_dimensions, &is_open))
    return FALSE;
  text = ws_parser_dup_token (self, &name);
  symbol = ws_parser_declare (self, &name, WS_SYMBOL_VARIABLE, variables->len);
  if (symbol == NULL)
    return FALSE;
  symbol->scope = is_local ? WS_PTX_SCOPE_FUNCTION : WS_PTX_SCOPE_MODULE;

  variable = new_variable (self, &name, q, dimensions, n_dimensions);
  variable->is_extern = is_extern;
  variable->is_inside = self->function != NULL;
  g_ptr_array_add (variables, variable);
  has_init = ws_parser_is (self, '=');
  if (has_init && (is_extern || (q->space != WS_SPACE_GLOBAL && q->space != WS_SPACE_CONST)))
    return ws_parser_error (self, &name, _ ("'%s' cannot have an initial value"), text);
  if (is_open && !is_extern && !has_init)
    return ws_parser_error (self, &name, _ ("'%s' needs a size"), text);
  if (variable->size > WS_MAX_VARIABLE_BYTES)
    return ws_parser_error (self, &name, _ ("'%s' is too large"), text);
  if (has_init)
    {
      guint n = n_dimensions;

      ws_parser_next (self);
      /* A vector is one more dimension in braces. */
      if (q->vector > 1)
        dimensions[n++] = q->vector;
      if (!ws_parser_initial_value (self, variable, variables->len - 1, dimensions, n))
        return FALSE;
    }
  if (q->space == WS_SPACE_SHARED && is_local)
    {
      self->function->shared_bytes += (guint32)MIN (variable->size, WS_MAX_FRAME_BYTES);
      if (variable->size > WS_MAX_FRAME_BYTES || self->function->shared_bytes > WS_MAX_FRAME_BYTES)
        return ws_parser_error (self, &name, _ ("more than %d bytes of variables"),
                                WS_MAX_FRAME_BYTES);
      return TRUE;
    }
  return place_variable (self, &name, variable);
}

/**
 * ws_parser_variables:
 * @self: a parser, at the directive of the space, as in ".shared"
 * @is_extern: whether ".extern" preceded it
 *
 * variables = space qualifiers declarator ("," declarator)* ";"
 *
 * Adds to the variables of the current function, or otherwise of the module. PTX ISA, chapter 5.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_variables (WsParser *self, gboolean is_extern)
{
  static const struct {
    WsKeyword keyword;
    WsSpace space;
  } spaces[] = {
    { WS_KW_GLOBAL, WS_SPACE_GLOBAL }, { WS_KW_CONST, WS_SPACE_CONST },
    { WS_KW_SHARED, WS_SPACE_SHARED }, { WS_KW_LOCAL, WS_SPACE_LOCAL },
    { WS_KW_PARAM, WS_SPACE_PARAM },
  };
  Qualifiers q = { .space = WS_SPACE_NONE };
  const WsToken token = self->token;

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (ws_parser_is_keyword (self, spaces[i].keyword))
      q.space = spaces[i].space;
  ws_parser_next (self);
  if (!parse_qualifiers (self, &q))
    return FALSE;
  if (q.type == WS_PTX_PRED)
    return ws_parser_error (self, &token, _ ("predicates must be in registers"));
  do
    if (!parse_declarator (self, &q, is_extern))
      return FALSE;
  while (ws_parser_accept (self, ','));
  return ws_parser_expect (self, ';', "after the declaration");
}

/* parameter = ".param" qualifiers name dimensions */
static gboolean
parse_parameter (WsParser *self, GPtrArray *variables, WsPtxScope scope, guint32 *bytes)
{
  Qualifiers q = { .space = WS_SPACE_PARAM };
  guint64 dimensions[MAX_DIMENSIONS];
  guint n_dimensions = 0;
  gboolean is_open = FALSE;
  WsPtxVariable *variable;
  WsSymbol *symbol;
  WsToken name;
  guint64 end = *bytes;

  if (ws_parser_is_keyword (self, WS_KW_REG))
    return ws_parser_error (self, &self->token,
                            _ ("parameters in registers are not supported, only .param"));
  if (!ws_parser_accept_keyword (self, WS_KW_PARAM))
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token, _ ("expected .param, not '%s'"), found);
    }
  if (!parse_qualifiers (self, &q))
    return FALSE;
  if (q.type == WS_PTX_PRED)
    return ws_parser_error (self, &self->token, _ ("predicates must be in registers"));
  if (ws_parser_is (self, ',') || ws_parser_is (self, ')'))
    {
      /* A prototype need not name them. */
      name = (WsToken){ .atom = WS_KW_UNDERSCORE,
                        .start = self->token.start,
                        .line = self->token.line,
                        .column = self->token.column };
    }
  else
    {
      if (ws_parser_is_keyword (self, WS_KW_UNDERSCORE))
        {
          name = self->token;
          ws_parser_next (self);
        }
      else if (!expect_name (self, &name))
        return FALSE;
      if (!parse_dimensions (self, dimensions, &n_dimensions, &is_open))
        return FALSE;
    }
  if (name.atom != WS_KW_UNDERSCORE)
    {
      symbol = ws_parser_declare (self, &name, WS_SYMBOL_VARIABLE, variables->len);
      if (symbol == NULL)
        return FALSE;
      symbol->scope = scope;
    }
  variable = new_variable (self, &name, &q, dimensions, n_dimensions);
  g_ptr_array_add (variables, variable);
  end = align_up (end, variable->align);
  if (variable->size > WS_MAX_FRAME_BYTES || end + variable->size > WS_MAX_FRAME_BYTES)
    return ws_parser_error (self, &name, _ ("more than %d bytes of parameters"),
                            WS_MAX_FRAME_BYTES);
  variable->offset = end;
  *bytes = (guint32)(end + variable->size);
  return TRUE;
}

/**
 * ws_parser_parameters:
 * @self: a parser, before the "("
 * @variables: (element-type WsPtxVariable): receives the parameters
 * @scope: the scope of that array
 * @bytes: (inout): end of the parameter block, aligned for each parameter
 *
 * parameters = "(" (parameter ("," parameter)*)? ")"
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_parameters (WsParser *self, GPtrArray *variables, WsPtxScope scope, guint32 *bytes)
{
  if (!ws_parser_expect (self, '(', _ ("before the parameters")))
    return FALSE;
  if (ws_parser_accept (self, ')'))
    return TRUE;
  do
    if (!parse_parameter (self, variables, scope, bytes))
      return FALSE;
  while (ws_parser_accept (self, ','));
  return ws_parser_expect (self, ')', "after the parameters");
}

static gboolean
parse_register (WsParser *self, WsPtxType type)
{
  WsSymbol *symbol;
  WsToken name;
  guint64 count = 0;

  if (!expect_name (self, &name))
    return FALSE;
  if (ws_parser_accept (self, '<'))
    {
      if (!ws_parser_read_number (self, G_MAXUINT32 - 1, _ ("the number of registers"), &count)
          || !ws_parser_expect (self, '>', _ ("after the number of registers")))
        return FALSE;
      symbol = ws_parser_declare (self, &name, WS_SYMBOL_RANGE, self->n_ranges);
      if (symbol == NULL)
        return FALSE;
      self->n_ranges++;
      symbol->count = (guint32)count;
    }
  else
    {
      const WsAtom *atom = ws_intern_get (&self->atoms, name.atom);
      WsPtxRegister reg = {
        g_string_chunk_insert_len (self->module->strings, atom->start, atom->length), type
      };

      symbol = ws_parser_declare (self, &name, WS_SYMBOL_REGISTER, self->function->registers->len);
      if (symbol == NULL)
        return FALSE;
      g_array_append_val (self->function->registers, reg);
    }
  symbol->type = type;
  return TRUE;
}

/**
 * ws_parser_registers:
 * @self: a parser, at ".reg"
 *
 * registers = ".reg" type name ("<" number ">")? ("," name ("<" number ">")?)* ";"
 *
 * Registers of vectors are not supported. PTX ISA, section 5.2.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_registers (WsParser *self)
{
  Qualifiers q = { .space = WS_SPACE_NONE };
  const WsToken token = self->token;

  ws_parser_next (self);
  if (!parse_qualifiers (self, &q))
    return FALSE;
  if (q.vector > 1)
    return ws_parser_error (self, &token, _ ("vector registers are not supported"));
  do
    if (!parse_register (self, q.type))
      return FALSE;
  while (ws_parser_accept (self, ','));
  return ws_parser_expect (self, ';', "after the declaration");
}

/**
 * ws_ptx_operand_get_variable:
 * @function: the function of the operand
 *
 * Returns: (transfer none) (nullable): the variable that it refers to, directly or as memory; %NULL
 * if none
 */
WsPtxVariable *
ws_ptx_operand_get_variable (WsPtxModule *self, WsPtxFunction *function,
                             const WsPtxOperand *operand)
{
  GPtrArray *variables;

  if (operand->kind != WS_PTX_OPERAND_SYMBOL && operand->kind != WS_PTX_OPERAND_MEMORY)
    return NULL;
  switch (operand->scope)
    {
    case WS_PTX_SCOPE_FUNCTION:
      variables = function->variables;
      break;
    case WS_PTX_SCOPE_PARAM:
      variables = function->params;
      break;
    case WS_PTX_SCOPE_RETURN:
      variables = function->returns;
      break;
    default:
      variables = self->variables;
      break;
    }
  return operand->symbol < variables->len ? g_ptr_array_index (variables, operand->symbol) : NULL;
}
