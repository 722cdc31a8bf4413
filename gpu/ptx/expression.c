/* expression.c: constant expressions. PTX ISA, section 4.6: C's operators on 64-bit integers. */
#include "ptx/parser.h"

#include <glib/gi18n.h>

static gboolean parse_conditional (WsParser *self, guint depth, WsConstant *value);

/* primary = integer | "WARP_SZ" | "(" conditional ")" */
static gboolean
parse_primary (WsParser *self, guint depth, WsConstant *value)
{
  g_autofree char *text = NULL;

  if (self->token.kind == WS_TOKEN_INTEGER)
    {
      *value = (WsConstant){ self->token.bits, self->token.is_unsigned };
      ws_parser_next (self);
      return TRUE;
    }
  if (self->token.kind == WS_TOKEN_NAME && self->token.atom == WS_KW_WARP_SZ)
    {
      *value = (WsConstant){ WS_WARP_SIZE, FALSE };
      ws_parser_next (self);
      return TRUE;
    }
  if (ws_parser_accept (self, '('))
    return parse_conditional (self, depth + 1, value)
           && ws_parser_expect (self, ')', "after the expression");
  text = ws_parser_dup_token (self, &self->token);
  return ws_parser_error (self, &self->token, _ ("expected a constant, not '%s'"), text);
}

/* unary = ("-" | "+" | "~")* ("!" unary | primary) */
static gboolean
parse_unary (WsParser *self, guint depth, WsConstant *value)
{
  /* Signs are accumulated without recursion: for any number of them, the value is constant + sign *
   * x. */
  guint64 constant = 0;
  gint64 sign = 1;

  for (;;)
    {
      if (ws_parser_accept (self, '+'))
        continue;
      if (ws_parser_accept (self, '-'))
        {
          sign = -sign;
          continue;
        }
      if (ws_parser_accept (self, '~'))
        {
          /* c + s * (-1 - x) = (c - s) - s * x */
          constant -= (guint64)sign;
          sign = -sign;
          continue;
        }
      break;
    }
  if (ws_parser_accept (self, '!'))
    {
      if (depth >= WS_MAX_DEPTH)
        return ws_parser_error (self, &self->token, _ ("the expression is nested too deeply"));
      if (!parse_unary (self, depth + 1, value))
        return FALSE;
      *value = (WsConstant){ value->bits == 0, FALSE };
    }
  else if (!parse_primary (self, depth, value))
    return FALSE;
  value->bits = constant + (sign < 0 ? -value->bits : value->bits);
  return TRUE;
}

static guint
precedence (const WsToken *token)
{
  if (token->kind != WS_TOKEN_PUNCT)
    return 0;
  switch (token->punct)
    {
    case WS_PUNCT2 ('|', '|'):
      return 1;
    case WS_PUNCT2 ('&', '&'):
      return 2;
    case '|':
      return 3;
    case '^':
      return 4;
    case '&':
      return 5;
    case WS_PUNCT2 ('=', '='):
    case WS_PUNCT2 ('!', '='):
      return 6;
    case '<':
    case '>':
    case WS_PUNCT2 ('<', '='):
    case WS_PUNCT2 ('>', '='):
      return 7;
    case WS_PUNCT2 ('<', '<'):
    case WS_PUNCT2 ('>', '>'):
      return 8;
    case '+':
    case '-':
      return 9;
    case '*':
    case '/':
    case '%':
      return 10;
    default:
      return 0;
    }
}

static gboolean
divide (WsParser *self, const WsToken *token, WsConstant *a, WsConstant b, gboolean is_unsigned)
{
  gboolean remainder = token->punct == '%';

  if (b.bits == 0)
    return ws_parser_error (self, token, _ ("division by zero"));
  if (is_unsigned)
    a->bits = remainder ? a->bits % b.bits : a->bits / b.bits;
  else if ((gint64)b.bits == -1)
    /* The one quotient that C leaves undefined, G_MININT64 / -1, wraps around. */
    a->bits = remainder ? 0 : -a->bits;
  else
    a->bits =
        (guint64)(remainder ? (gint64)a->bits % (gint64)b.bits : (gint64)a->bits / (gint64)b.bits);
  return TRUE;
}

static gboolean
apply (WsParser *self, const WsToken *token, WsConstant *a, WsConstant b)
{
  gboolean is_unsigned = a->is_unsigned || b.is_unsigned;
  gboolean less = is_unsigned ? a->bits < b.bits : (gint64)a->bits < (gint64)b.bits;
  gboolean equal = a->bits == b.bits;

  switch (token->punct)
    {
    case WS_PUNCT2 ('|', '|'):
      *a = (WsConstant){ a->bits != 0 || b.bits != 0, FALSE };
      return TRUE;
    case WS_PUNCT2 ('&', '&'):
      *a = (WsConstant){ a->bits != 0 && b.bits != 0, FALSE };
      return TRUE;
    case WS_PUNCT2 ('=', '='):
      *a = (WsConstant){ equal, FALSE };
      return TRUE;
    case WS_PUNCT2 ('!', '='):
      *a = (WsConstant){ !equal, FALSE };
      return TRUE;
    case '<':
      *a = (WsConstant){ less, FALSE };
      return TRUE;
    case '>':
      *a = (WsConstant){ !less && !equal, FALSE };
      return TRUE;
    case WS_PUNCT2 ('<', '='):
      *a = (WsConstant){ less || equal, FALSE };
      return TRUE;
    case WS_PUNCT2 ('>', '='):
      *a = (WsConstant){ !less, FALSE };
      return TRUE;
    case WS_PUNCT2 ('<', '<'):
      a->bits = b.bits < 64 ? a->bits << b.bits : 0;
      return TRUE;
    case WS_PUNCT2 ('>', '>'):
      if (a->is_unsigned)
        a->bits = b.bits < 64 ? a->bits >> b.bits : 0;
      else
        a->bits = (guint64)((gint64)a->bits >> MIN (b.bits, 63));
      return TRUE;
    case '|':
      a->bits |= b.bits;
      break;
    case '^':
      a->bits ^= b.bits;
      break;
    case '&':
      a->bits &= b.bits;
      break;
    case '+':
      a->bits += b.bits;
      break;
    case '-':
      a->bits -= b.bits;
      break;
    case '*':
      a->bits *= b.bits;
      break;
    default:
      if (!divide (self, token, a, b, is_unsigned))
        return FALSE;
      break;
    }
  a->is_unsigned = is_unsigned;
  return TRUE;
}

/* binary = unary (operator binary)*, by precedence climbing */
static gboolean
parse_binary (WsParser *self, guint depth, guint least, WsConstant *value)
{
  if (!parse_unary (self, depth, value))
    return FALSE;
  for (;;)
    {
      WsToken token = self->token;
      guint level = precedence (&token);
      WsConstant right;

      if (level == 0 || level < least)
        return TRUE;
      ws_parser_next (self);
      /* At most ten levels deep: each level only takes operators that bind tighter. */
      if (!parse_binary (self, depth, level + 1, &right) || !apply (self, &token, value, right))
        return FALSE;
    }
}

/* conditional = binary ("?" conditional ":" conditional)? */
static gboolean
parse_conditional (WsParser *self, guint depth, WsConstant *value)
{
  WsConstant yes, no;

  if (depth >= WS_MAX_DEPTH)
    return ws_parser_error (self, &self->token, _ ("the expression is nested too deeply"));
  if (!parse_binary (self, depth, 1, value))
    return FALSE;
  if (!ws_parser_accept (self, '?'))
    return TRUE;
  if (!parse_conditional (self, depth + 1, &yes)
      || !ws_parser_expect (self, ':', _ ("in the conditional expression"))
      || !parse_conditional (self, depth + 1, &no))
    return FALSE;
  *value = value->bits != 0 ? yes : no;
  return TRUE;
}

/**
 * ws_parser_constant:
 * @value: (out): the value
 *
 * Reads a constant expression: C's operators on 64-bit integers. PTX ISA, section 4.6.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_constant (WsParser *self, WsConstant *value)
{
  return parse_conditional (self, 0, value);
}
