/* lexer.c: splits the text into tokens. PTX ISA, section 4: syntax. */
#include "ptx/lexer.h"

#include <glib/gi18n.h>
#include <string.h>

enum {
  NAME_START = 1 << 0,
  NAME_PART = 1 << 1,
  DIGIT = 1 << 2,
  SPACE = 1 << 3,
};

static const guint8 classes[256] = {
  [' '] = SPACE,
  ['\t'] = SPACE,
  ['\r'] = SPACE,
  ['\v'] = SPACE,
  ['\f'] = SPACE,
  ['0' ... '9'] = DIGIT | NAME_PART,
  ['a' ... 'z'] = NAME_START | NAME_PART,
  ['A' ... 'Z'] = NAME_START | NAME_PART,
  ['_'] = NAME_START | NAME_PART,
  ['$'] = NAME_START | NAME_PART,
  ['%'] = NAME_START,
};

#define IS(c, class) (classes[(guint8)(c)] & (class))

static guint32
skip_name (const WsLexer *self, guint32 at)
{
  while (IS (self->text[at], NAME_PART))
    at++;
  return at;
}

/* Returns FALSE, and stays at its beginning, for an unterminated comment. */
static gboolean
skip_space (WsLexer *self)
{
  for (;;)
    {
      const char *at = self->text + self->at;

      if (IS (*at, SPACE))
        self->at++;
      else if (*at == '\n')
        {
          self->at++;
          self->line++;
          self->line_start = self->at;
        }
      else if (at[0] == '/' && at[1] == '/')
        {
          const char *end = memchr (at, '\n', self->length - self->at);

          self->at = end != NULL ? (guint32)(end - self->text) : self->length;
        }
      else if (at[0] == '/' && at[1] == '*')
        {
          const char *end = memmem (at + 2, self->length - self->at - 2, "*/", 2);

          if (end == NULL)
            return FALSE;
          for (const char *c = at; c < end; c++)
            if (*c == '\n')
              {
                self->line++;
                self->line_start = (guint32)(c + 1 - self->text);
              }
          self->at = (guint32)(end + 2 - self->text);
        }
      else
        return TRUE;
    }
}

static void
bad (WsToken *token, const char *message)
{
  token->kind = WS_TOKEN_BAD;
  token->message = message;
}

/* 0fXXXXXXXX and 0dXXXXXXXXXXXXXXXX: the bits of a float or double. */
static void
lex_float_bits (WsLexer *self, WsToken *token, guint digits)
{
  guint32 from = self->at + 2;
  guint32 end = skip_name (self, from);

  token->kind = WS_TOKEN_FLOAT;
  token->float_bits = (guint8)(digits * 4);
  for (guint32 i = from; i < end; i++)
    {
      int digit = g_ascii_xdigit_value (self->text[i]);

      if (digit < 0)
        bad (token, _ ("invalid hexadecimal digit in a floating-point constant"));
      else
        token->bits = token->bits << 4 | (guint)digit;
    }
  if (token->kind == WS_TOKEN_FLOAT && end - from != digits)
    bad (token,
         digits == 8 ? _ ("0f needs 8 hexadecimal digits") : _ ("0d needs 16 hexadecimal digits"));
  self->at = end;
}

static void
lex_integer (WsLexer *self, WsToken *token, guint base, guint32 from)
{
  guint32 end = skip_name (self, from);
  guint32 last = end;
  gboolean overflow = FALSE;

  token->kind = WS_TOKEN_INTEGER;
  self->at = end;
  if (last > from && self->text[last - 1] == 'U')
    {
      last--;
      token->is_unsigned = TRUE;
    }
  if (last == from)
    {
      bad (token, _ ("number without digits"));
      return;
    }
  for (guint32 i = from; i < last; i++)
    {
      int digit = g_ascii_xdigit_value (self->text[i]);

      if (digit < 0 || (guint)digit >= base)
        {
          bad (token, _ ("invalid digit in a number"));
          return;
        }
      overflow |= token->bits > (G_MAXUINT64 - (guint)digit) / base;
      token->bits = token->bits * base + (guint)digit;
    }
  if (overflow)
    bad (token, _ ("the number does not fit into 64 bits"));
  else if (token->bits > G_MAXINT64)
    token->is_unsigned = TRUE;
}

static void
lex_decimal_float (WsLexer *self, WsToken *token)
{
  guint32 from = self->at;
  guint32 at = from;
  char buffer[64];
  double value;

  while (IS (self->text[at], DIGIT) || self->text[at] == '.')
    at++;
  if (self->text[at] == 'e' || self->text[at] == 'E')
    {
      at++;
      if (self->text[at] == '+' || self->text[at] == '-')
        at++;
      while (IS (self->text[at], DIGIT))
        at++;
    }
  self->at = at;
  token->kind = WS_TOKEN_FLOAT;
  token->float_bits = 64;
  token->is_decimal = TRUE;
  if (at - from >= sizeof buffer)
    bad (token, _ ("a floating-point constant of more than 63 characters"));
  else
    {
      char *end;

      memcpy (buffer, self->text + from, at - from);
      buffer[at - from] = '\0';
      value = g_ascii_strtod (buffer, &end);
      memcpy (&token->bits, &value, sizeof value);
      if (*end != '\0' || IS (self->text[at], NAME_PART))
        bad (token, _ ("invalid number"));
    }
}

static void
lex_number (WsLexer *self, WsToken *token)
{
  const char *at = self->text + self->at;
  guint32 end;

  if (at[0] == '0')
    {
      switch (at[1])
        {
        case 'f':
        case 'F':
          lex_float_bits (self, token, 8);
          return;
        case 'd':
        case 'D':
          lex_float_bits (self, token, 16);
          return;
        case 'x':
        case 'X':
          lex_integer (self, token, 16, self->at + 2);
          return;
        case 'b':
        case 'B':
          lex_integer (self, token, 2, self->at + 2);
          return;
        default:
          break;
        }
    }
  end = self->at;
  while (IS (self->text[end], DIGIT))
    end++;
  if (self->text[end] == '.' || self->text[end] == 'e' || self->text[end] == 'E')
    lex_decimal_float (self, token);
  else
    lex_integer (self, token, at[0] == '0' ? 8 : 10, self->at);
}

static void
lex_string (WsLexer *self, WsToken *token)
{
  guint32 at = self->at + 1;

  token->kind = WS_TOKEN_STRING;
  while (at < self->length && self->text[at] != '"' && self->text[at] != '\n')
    at++;
  if (at >= self->length || self->text[at] != '"')
    {
      bad (token, _ ("unterminated string"));
      self->at = at;
      return;
    }
  self->at = at + 1;
}

static void
lex_punct (WsLexer *self, WsToken *token)
{
  static const char pairs[][3] = { "<<", ">>", "<=", ">=", "==", "!=", "&&", "||" };
  const char *at = self->text + self->at;

  token->kind = WS_TOKEN_PUNCT;
  token->punct = (guint8)at[0];
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (at[0] == pairs[i][0] && at[1] == pairs[i][1])
      {
        token->punct = WS_PUNCT2 (at[0], at[1]);
        self->at += 2;
        return;
      }
  self->at++;
  if (at[0] == '\0' || strchr (",;:{}[]()<>@!|&^~+-*/%=?", at[0]) == NULL)
    bad (token, _ ("invalid character"));
}

/**
 * ws_lexer_init:
 * @self: (out caller-allocates): a lexer at the beginning of @text
 * @text: (array length=length): zero-terminated; must live as long as the lexer and @atoms
 * @length: bytes without the zero
 * @atoms: receives the names
 */
void
ws_lexer_init (WsLexer *self, const char *text, guint32 length, WsIntern *atoms)
{
  *self = (WsLexer){ .text = text, .length = length, .line = 1, .atoms = atoms };
}

/**
 * ws_lexer_next:
 * @token: (out): the next token; %WS_TOKEN_END at the end of the text, on every further call
 *
 * Skips white space and comments. PTX ISA, chapter 4.
 */
void
ws_lexer_next (WsLexer *self, WsToken *token)
{
  gboolean ended = skip_space (self);
  const char *at = self->text + self->at;

  *token = (WsToken){ .kind = WS_TOKEN_END,
                      .start = self->at,
                      .line = self->line,
                      .column = self->at - self->line_start + 1 };
  if (!ended)
    {
      bad (token, _ ("unterminated comment"));
      token->length = 2;
      self->at = self->length;
      return;
    }
  if (self->at >= self->length)
    return;
  if (IS (at[0], NAME_START) && (at[0] != '%' || IS (at[1], NAME_PART)))
    {
      guint32 end = skip_name (self, self->at + 1);

      /* %tid.x is one name. */
      if (at[0] == '%' && self->text[end] == '.' && strchr ("xyzw", self->text[end + 1]) != NULL
          && self->text[end + 1] != '\0' && !IS (self->text[end + 2], NAME_PART))
        end += 2;
      token->kind = WS_TOKEN_NAME;
      token->atom = ws_intern_add (self->atoms, at, end - self->at);
      self->at = end;
    }
  else if (IS (at[0], DIGIT) || (at[0] == '.' && IS (at[1], DIGIT)))
    lex_number (self, token);
  else if (at[0] == '.' && IS (at[1], NAME_START) && at[1] != '%')
    {
      guint32 end = skip_name (self, self->at + 2);

      token->kind = WS_TOKEN_DIRECTIVE;
      token->atom = ws_intern_add (self->atoms, at + 1, end - self->at - 1);
      self->at = end;
    }
  else if (at[0] == '"')
    lex_string (self, token);
  else
    lex_punct (self, token);
  token->length = self->at - token->start;
}

/**
 * ws_lexer_extend_opcode:
 * @token: (inout): the name just read
 *
 * Appends the dotted words that follow immediately: ld.global.L1::no_allocate.u32 is one opcode.
 */
void
ws_lexer_extend_opcode (WsLexer *self, WsToken *token)
{
  guint32 at = self->at;

  if (self->text[at] != '.')
    return;
  while (self->text[at] == '.' || IS (self->text[at], NAME_PART)
         || (self->text[at] == ':' && self->text[at + 1] == ':'))
    at += self->text[at] == ':' ? 2 : 1;
  self->at = at;
  token->length = at - token->start;
  token->atom = ws_intern_add (self->atoms, self->text + token->start, token->length);
}
