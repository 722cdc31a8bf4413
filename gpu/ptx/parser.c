/* parser.c: reads tokens, for all parts of the parser. */
#include "ptx/parser.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* Advances to the next token; the current one becomes the previous one. */
void
ws_parser_next (WsParser *self)
{
  self->previous = self->token;
  ws_lexer_next (&self->lexer, &self->token);
  if (self->atoms.atoms->len > WS_MAX_NAMES)
    ws_parser_give_up (self, &self->token, "names", WS_MAX_NAMES);
}

/* Whether the current token is that directive, as in ".reg", or one of the plain words. */
gboolean
ws_parser_is_keyword (const WsParser *self, WsKeyword keyword)
{
  return self->token.atom == keyword
         && (self->token.kind == WS_TOKEN_DIRECTIVE
             || (self->token.kind == WS_TOKEN_NAME && keyword >= WS_KW_FUNCTION_NAME
                 && keyword < WS_KW_FIRST_TYPE));
}

/* Whether the current token is that word; if so, consumes it. */
gboolean
ws_parser_accept_keyword (WsParser *self, WsKeyword keyword)
{
  if (!ws_parser_is_keyword (self, keyword))
    return FALSE;
  ws_parser_next (self);
  return TRUE;
}

/**
 * ws_parser_accept:
 * @punct: a character, or two by WS_PUNCT2()
 *
 * Whether the current token is that; if so, consumes it.
 */
gboolean
ws_parser_accept (WsParser *self, guint punct)
{
  if (!ws_parser_is (self, punct))
    return FALSE;
  ws_parser_next (self);
  return TRUE;
}

/**
 * ws_parser_expect:
 * @where: where it is missing, for the message, as in "after the instruction"
 *
 * Consumes a required token. One missing at the end of a line is reported there.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_expect (WsParser *self, guint punct, const char *where)
{
  g_autofree char *found = NULL;

  if (ws_parser_accept (self, punct))
    return TRUE;
  /* A token missing at the end of a line is reported there, not at the start of the next line. */
  if (self->previous.line != 0 && self->token.line > self->previous.line
      && self->token.kind != WS_TOKEN_BAD)
    {
      WsToken end = self->previous;

      end.start += end.length;
      end.column += end.length;
      return ws_parser_error (self, &end, _ ("expected '%c' %s"), (char)punct, where);
    }
  found = ws_parser_dup_token (self, &self->token);
  return ws_parser_error (self, &self->token, _ ("expected '%c' %s, not '%s'"), (char)punct, where,
                          found);
}

/**
 * ws_parser_read_number:
 * @max: the greatest allowed
 * @what: description for the message, as in "the file number"
 * @value: (out): the number; untouched after an error
 *
 * Reads one plain number of a directive.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_read_number (WsParser *self, guint64 max, const char *what, guint64 *value)
{
  g_autofree char *found = NULL;

  if (self->token.kind != WS_TOKEN_INTEGER)
    {
      found = ws_parser_dup_token (self, &self->token);
      return ws_parser_error (self, &self->token, _ ("expected %s, not '%s'"), what, found);
    }
  if (self->token.bits > max)
    return ws_parser_error (self, &self->token, _ ("%s is at most %" PRIu64), what, max);
  *value = self->token.bits;
  ws_parser_next (self);
  return TRUE;
}

/**
 * ws_parser_skip_statement:
 * @self: a parser, after an error
 *
 * Skips past the next ';', but not out of the braces open before the statement. Braces that the
 * statement opened may have been meant to end with it.
 */
void
ws_parser_skip_statement (WsParser *self)
{
  const guint32 own = self->open_braces;
  guint32 depth = own;

  self->open_braces = 0;
  while (self->token.kind != WS_TOKEN_END)
    {
      if (ws_parser_is (self, '{'))
        depth++;
      else if (ws_parser_is (self, '}'))
        {
          if (depth == 0)
            return;
          depth--;
        }
      else if (ws_parser_is (self, ';') && depth <= own)
        {
          ws_parser_next (self);
          return;
        }
      ws_parser_next (self);
    }
}

/**
 * ws_parser_skip_section:
 * @self: a parser, before the "{"
 *
 * Skips a debug section: braces with any contents.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_skip_section (WsParser *self)
{
  const WsToken open = self->token;
  guint32 depth = 0;

  if (!ws_parser_is (self, '{'))
    return ws_parser_expect (self, '{', "before the section");
  do
    {
      if (ws_parser_is (self, '{'))
        depth++;
      else if (ws_parser_is (self, '}'))
        depth--;
      else if (self->token.kind == WS_TOKEN_END)
        return ws_parser_error (self, &open, _ ("unterminated section"));
      ws_parser_next (self);
    }
  while (depth > 0);
  return TRUE;
}
