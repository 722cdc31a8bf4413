/* error.c: diagnostics: message, location, and the line with a caret. */
#include "ptx/parser.h"
#include "words/place.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_TOKEN 80

void
ws_ptx_diagnostic_free (WsPtxDiagnostic *self)
{
  g_free (self->message);
  g_free (self->rendered);
  g_free (self);
}

/* Returns: (transfer full): its text for quoting in messages: truncated, valid UTF-8, without
 * control characters */
char *
ws_parser_dup_token (const WsParser *self, const WsToken *token)
{
  gsize length = MIN (token->length, MAX_TOKEN);

  if (token->kind == WS_TOKEN_END)
    return g_strdup (_ ("end of file"));
  return ws_words_clean (self->module->text + token->start, length);
}

/**
 * ws_parser_owner:
 * @self: a parser that is in a function
 *
 * Returns: (transfer none): "kernel" or "function", as in "kernel 'reduce1'"
 */
const char *
ws_parser_owner (const WsParser *self)
{
  return self->function->is_entry ? "kernel" : "function";
}

static char *
render (const WsParser *self, const WsToken *token, const char *message)
{
  g_autofree char *place = ws_words_point (self->module->text, self->module->length, token->start);

  return g_strdup_printf ("%s:%u:%u: error: %s\n%s", self->module->name, token->line, token->column,
                          message, place);
}

static void
add (WsParser *self, const WsToken *token, const char *message, gboolean fatal)
{
  WsPtxDiagnostic *diagnostic;

  if (self->module->diagnostics->len >= WS_MAX_ERRORS)
    return;
  diagnostic = g_new0 (WsPtxDiagnostic, 1);
  diagnostic->line = token->line;
  diagnostic->column = token->column;
  diagnostic->message = g_strdup (message);
  diagnostic->rendered = render (self, token, message);
  diagnostic->fatal = fatal;
  g_ptr_array_add (self->module->diagnostics, diagnostic);
}

/**
 * ws_parser_error:
 * @token: where
 * @format: what is wrong, as of printf()
 *
 * Reports that the text is not PTX. The last of %WS_MAX_ERRORS says that there are too many, and
 * stops the parser.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_parser_error (WsParser *self, const WsToken *token, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  /* An error of the lexer explains more than the parser's error that follows from it. */
  if (token->kind == WS_TOKEN_BAD)
    {
      g_autofree char *text = ws_parser_dup_token (self, token);

      g_free (message);
      message = g_strdup_printf ("%s: '%s'", token->message, text);
    }
  if (self->n_errors == WS_MAX_ERRORS - 1)
    {
      g_free (message);
      message = g_strdup (_ ("too many errors"));
      self->stopped = TRUE;
    }
  if (self->n_errors < WS_MAX_ERRORS)
    {
      /* Errors take precedence over unsupported features. */
      if (self->module->diagnostics->len >= WS_MAX_ERRORS)
        for (guint i = self->module->diagnostics->len; i-- > 0;)
          if (!((WsPtxDiagnostic *)g_ptr_array_index (self->module->diagnostics, i))->fatal)
            {
              g_ptr_array_remove_index (self->module->diagnostics, i);
              break;
            }
      add (self, token, message, TRUE);
      self->n_errors++;
    }
  if (self->stopped)
    {
      /* Stops parsing: every loop ends at the end of the text. */
      self->lexer.at = self->lexer.length;
      self->token = (WsToken){
        .kind = WS_TOKEN_END, .start = token->start, .line = token->line, .column = token->column
      };
    }
  return FALSE;
}

/**
 * ws_parser_give_up:
 * @token: where
 * @what: what exceeds the limit, as in "names"
 * @limit: the limit
 *
 * Reports that the text is too large, and stops parsing.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_parser_give_up (WsParser *self, const WsToken *token, const char *what, int limit)
{
  if (self->stopped)
    return FALSE;
  self->stopped = TRUE;
  return ws_parser_error (self, token, _ ("the PTX has more than %d %s"), limit, what);
}

/**
 * ws_parser_unsupported:
 * @token: where
 * @format: what is not supported, as of printf()
 *
 * Reports valid PTX that cannot be run here: only the function with it is marked.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_parser_unsupported (WsParser *self, const WsToken *token, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  add (self, token, message, FALSE);
  if (self->function != NULL && self->function->diagnostic == NULL)
    self->function->diagnostic = render (self, token, message);
  return FALSE;
}
