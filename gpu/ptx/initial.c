/* initial.c: initial values of .global and .const variables. PTX ISA, section 5.4.4. */
#include "ptx/parser.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  WsPtxVariable *variable;
  guint32 index; /* of the variable in the module */
  const guint64 *dimensions;
  guint n_dimensions;
  GByteArray *bytes;
} Initial;

static gboolean
put (WsParser *self, const WsToken *token, Initial *initial, guint64 element, guint64 bits)
{
  guint width = ws_ptx_type_get_width (initial->variable->type);
  guint64 end = (element + 1) * width;
  guint8 little[8];

  if (end > WS_MAX_INIT_BYTES - self->init_bytes)
    return ws_parser_error (self, token, _ ("initial values of more than %d bytes"),
                            WS_MAX_INIT_BYTES);
  for (guint i = 0; i < 8; i++)
    little[i] = (guint8)(bits >> 8 * i);
  if (initial->bytes->len < end)
    {
      guint old = initial->bytes->len;

      g_byte_array_set_size (initial->bytes, (guint)end);
      memset (initial->bytes->data + old, 0, end - old);
    }
  memcpy (initial->bytes->data + element * width, little, MIN (width, sizeof little));
  return TRUE;
}

/* symbol = name (("+" | "-") constant)? */
static gboolean
parse_symbol (WsParser *self, WsPtxRelocation *relocation)
{
  const WsToken token = self->token;
  const WsSymbol *symbol = token.kind == WS_TOKEN_NAME ? ws_parser_find (self, token.atom) : NULL;
  g_autofree char *text = ws_parser_dup_token (self, &token);
  WsConstant offset = { 0, FALSE };

  if (symbol == NULL)
    return ws_parser_error (self, &token, _ ("'%s' is not declared"), text);
  if (symbol->kind == WS_SYMBOL_FUNCTION)
    {
      relocation->symbol = symbol->index;
      relocation->is_function = TRUE;
    }
  else if (symbol->kind != WS_SYMBOL_VARIABLE || symbol->scope != WS_PTX_SCOPE_MODULE)
    return ws_parser_error (self, &token, _ ("'%s' has no address known at compile time"), text);
  else
    relocation->symbol = symbol->index;
  ws_parser_next (self);
  if ((ws_parser_is (self, '+') || ws_parser_is (self, '-')) && !ws_parser_constant (self, &offset))
    return FALSE;
  relocation->addend += (gint64)offset.bits;
  return TRUE;
}

/* address = symbol | "generic" "(" symbol ")" (("+" | "-") constant)? */
static gboolean
parse_address (WsParser *self, WsPtxRelocation *relocation)
{
  WsConstant offset = { 0, FALSE };

  if (!ws_parser_accept_keyword (self, WS_KW_GENERIC))
    return parse_symbol (self, relocation);
  relocation->is_generic = TRUE;
  if (!ws_parser_expect (self, '(', _ ("after generic")) || !parse_symbol (self, relocation)
      || !ws_parser_expect (self, ')', _ ("after the symbol")))
    return FALSE;
  if ((ws_parser_is (self, '+') || ws_parser_is (self, '-')) && !ws_parser_constant (self, &offset))
    return FALSE;
  relocation->addend = (gint64)((guint64)relocation->addend + offset.bits);
  return TRUE;
}

static gboolean
put_address (WsParser *self, const WsToken *token, Initial *initial, guint64 element,
             WsPtxRelocation *relocation)
{
  guint width = ws_ptx_type_get_width (initial->variable->type);

  relocation->variable = initial->index;
  relocation->offset = element * width;
  relocation->width_bytes = (guint8)width;
  if (relocation->symbol != WS_NONE)
    g_array_append_val (self->module->relocations, *relocation);
  return put (self, token, initial, element, 0);
}

static gboolean
is_float_type (WsPtxType type)
{
  return type == WS_PTX_F32 || type == WS_PTX_F64;
}

/* float = ("+" | "-")? floating-point constant */
static gboolean
parse_float (WsParser *self, Initial *initial, guint64 element)
{
  WsPtxType type = initial->variable->type;
  gboolean negative = ws_parser_is (self, '-');
  const WsToken start = self->token;
  double value;
  float single;
  guint32 single_bits;

  if (ws_parser_is (self, '+') || ws_parser_is (self, '-'))
    ws_parser_next (self);
  if (self->token.kind != WS_TOKEN_FLOAT)
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token,
                              _ ("expected a floating-point constant for .%s, not '%s'"),
                              ws_isa_get_type_name (type), found);
    }
  if (self->token.float_bits == 32)
    {
      single_bits = (guint32)self->token.bits;
      memcpy (&single, &single_bits, sizeof single);
      value = (double)single;
    }
  else
    memcpy (&value, &self->token.bits, sizeof value);
  if (negative)
    value = -value;
  if (ws_ptx_type_get_width (type) == 4)
    {
      single = (float)value;
      memcpy (&single_bits, &single, sizeof single);
      /* A NaN of 0f keeps its payload. */
      if (self->token.float_bits == 32 && !negative)
        single_bits = (guint32)self->token.bits;
      ws_parser_next (self);
      return put (self, &start, initial, element, single_bits);
    }
  else
    {
      guint64 bits;

      memcpy (&bits, &value, sizeof bits);
      ws_parser_next (self);
      return put (self, &start, initial, element, bits);
    }
}

/* element = constant | mask "(" address ")" | address | float */
static gboolean
parse_element (WsParser *self, Initial *initial, guint64 element)
{
  WsPtxType type = initial->variable->type;
  guint width = ws_ptx_type_get_width (type);
  const WsToken token = self->token;
  WsPtxRelocation relocation = { .symbol = WS_NONE };
  WsConstant value;

  if (is_float_type (type)
      || (token.kind == WS_TOKEN_FLOAT && !token.is_decimal && width * 8 == token.float_bits))
    return parse_float (self, initial, element);
  if (token.kind == WS_TOKEN_NAME && token.atom != WS_KW_WARP_SZ)
    {
      if (width < 4)
        return ws_parser_error (self, &token, _ ("an address does not fit into .%s"),
                                ws_isa_get_type_name (type));
      return parse_address (self, &relocation)
             && put_address (self, &token, initial, element, &relocation);
    }
  if (!ws_parser_constant (self, &value))
    return FALSE;
  if (ws_parser_accept (self, '('))
    {
      while (relocation.shift < 56 && (value.bits >> relocation.shift & 0xff) == 0)
        relocation.shift += 8;
      if (width != 1 || value.bits != (guint64)0xff << relocation.shift)
        return ws_parser_error (self, &token,
                                _ ("a mask selects one byte of an address in an array of bytes"));
      return parse_address (self, &relocation) && ws_parser_expect (self, ')', "after the address")
             && put_address (self, &token, initial, element, &relocation);
    }
  return put (self, &token, initial, element, value.bits);
}

/* braces = "{" (item ("," item)*)? "}"; items are braces, except in the innermost dimension, where
 * they are elements */
static gboolean
parse_braces (WsParser *self, Initial *initial, guint level, guint64 first)
{
  guint64 size = initial->dimensions[level];
  guint64 stride = 1;
  guint64 n = 0;

  for (guint i = level + 1; i < initial->n_dimensions; i++)
    stride *= initial->dimensions[i];
  if (!ws_parser_expect (self, '{', "before the initial values"))
    return FALSE;
  self->open_braces++;
  if (!ws_parser_is (self, '}'))
    do
      {
        /* An open first dimension, "x[] = { ... }", takes any number. */
        if (n >= size && !(level == 0 && size == 0))
          return ws_parser_error (self, &self->token, _ ("more initial values than elements"));
        if (stride > 0 && n >= WS_MAX_INIT_BYTES / stride)
          return ws_parser_error (self, &self->token, _ ("initial values of more than %d bytes"),
                                  WS_MAX_INIT_BYTES);
        if (level + 1 < initial->n_dimensions
                ? !parse_braces (self, initial, level + 1, first + n * stride)
                : !parse_element (self, initial, first + n))
          return FALSE;
        n++;
      }
    while (ws_parser_accept (self, ','));
  if (!ws_parser_expect (self, '}', "after the initial values"))
    return FALSE;
  self->open_braces--;
  if (level == 0 && size == 0)
    initial->variable->size = n * stride * ws_ptx_type_get_width (initial->variable->type);
  return TRUE;
}

/**
 * ws_parser_initial_value:
 * @self: a parser, after the "="
 * @variable: the variable; receives its initial bytes
 * @index: of the variable in the module
 * @dimensions: (array length=n_dimensions): elements along each; 0 for an open first dimension
 * @n_dimensions: 0 for a scalar
 *
 * initial-value = braces | element
 *
 * PTX ISA, section 5.4.4. Addresses become relocations of the module.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_initial_value (WsParser *self, WsPtxVariable *variable, guint32 index,
                         const guint64 *dimensions, guint n_dimensions)
{
  Initial initial = { variable, index, dimensions, n_dimensions, g_byte_array_new () };
  gboolean ok =
      n_dimensions > 0 ? parse_braces (self, &initial, 0, 0) : parse_element (self, &initial, 0);

  self->init_bytes += initial.bytes->len;
  variable->init = g_byte_array_free_to_bytes (initial.bytes);
  return ok;
}
