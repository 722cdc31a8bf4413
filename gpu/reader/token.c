#include "reader/token.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_ANGLED        4096  /* tokens of a template's arguments */
#define MAX_LOOKED        20000 /* tokens of a function in which a name is looked for */
#define MAX_NESTED_ANGLES 200   /* tokens of the arguments of templates within each other */
#define MANY              64 /* tokens in which a name is not looked for from the first to the last */

static const char *const signs[] = {
  "<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "<<", ">>", "<=", ">=", "==",
  "!=",  "&&",  "||",  "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=",
};

static _Thread_local guint64 n_all_steps;

/**
 * ws_work_add:
 * @n: steps that were taken
 *
 * Counts work, which tests hold against the length of what is read: seconds depend on the machine.
 */
void
ws_work_add (guint n)
{
  n_all_steps += n;
}

/* Returns: how many tokens and registers this thread has looked at so far */
guint64
ws_work_get_total (void)
{
  return n_all_steps;
}

/* Returns: (transfer none): the reason of a guess where too many steps lead to what is right */
const char *
ws_work_tell_cut (void)
{
  return _ ("reading this file takes too many steps; the value is not known");
}

typedef struct {
  const char *text;
  const char *at;
  guint line;
  gboolean begins_line; /* nothing but blanks stood before in this line */
  GArray *list;
} Lexer;

static void
step (Lexer *self)
{
  if (*self->at == '\n')
    {
      self->line++;
      self->begins_line = TRUE;
    }
  self->at++;
}

/* Blanks and comments. */
static void
skip_blanks (Lexer *self)
{
  while (*self->at != '\0')
    {
      if (g_ascii_isspace (*self->at) || (self->at[0] == '\\' && self->at[1] == '\n'))
        step (self);
      else if (self->at[0] == '/' && self->at[1] == '/')
        while (*self->at != '\0' && *self->at != '\n')
          step (self);
      else if (self->at[0] == '/' && self->at[1] == '*')
        {
          const char *end = strstr (self->at + 2, "*/");

          end = end != NULL ? end + 2 : self->at + strlen (self->at);
          while (self->at < end)
            step (self);
        }
      else
        return;
    }
}

static void
add (Lexer *self, WsTokenKind kind, const char *end)
{
  const WsToken token = { .kind = kind,
                          .start = (guint32)(self->at - self->text),
                          .length = (guint32)(end - self->at),
                          .line = self->line };

  g_array_append_val (self->list, token);
  while (self->at < end)
    step (self);
  self->begins_line = FALSE;
}

static gboolean
is_word_start (char c)
{
  return g_ascii_isalpha (c) || c == '_' || (c & 0x80) != 0;
}

static gboolean
is_word (char c)
{
  return is_word_start (c) || g_ascii_isdigit (c);
}

static const char *
find_directive_end (const char *at)
{
  while (*at != '\0' && *at != '\n')
    {
      if (at[0] == '/' && at[1] == '/')
        return at + strcspn (at, "\n");
      if (at[0] == '/' && at[1] == '*')
        {
          const char *end = strstr (at + 2, "*/");

          if (end == NULL)
            return at + strcspn (at, "\n");
          at = end + 1;
        }
      at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    }
  return at;
}

static const char *
find_string_end (const char *at)
{
  char quote = *at++;

  while (*at != '\0' && *at != '\n' && *at != quote)
    at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

/* A number's digits, point, exponent with its sign, and suffix. */
static const char *
find_number_end (const char *at)
{
  gboolean is_hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');

  while (is_word (*at) || *at == '.' || (*at == '\'' && g_ascii_isxdigit (at[1]))
         || ((*at == '+' || *at == '-') && !is_hex && (at[-1] == 'e' || at[-1] == 'E')))
    at++;
  return at;
}

/* How many "<" before the next token open a template's arguments: two of "map<float, Add<float". */
static guint
count_angles (const Lexer *self)
{
  static const char *const others[] = { "<", ">", ",", "::", "*", "&", "(", ")" };
  const WsTokens so_far = { .text = (char *)self->text, .list = self->list };
  guint n_found = 0, n_closed = 0, depth = 0;

  for (guint i = self->list->len; i-- > 0 && i + MAX_NESTED_ANGLES > self->list->len;)
    {
      const WsToken *token = &g_array_index (self->list, WsToken, i);
      gboolean is_other = token->kind == WS_TOKEN_SIGN;

      for (guint k = 0; is_other && k < G_N_ELEMENTS (others); k++)
        is_other = !ws_tokens_is (&so_far, i, others[k]);
      if (ws_tokens_is (&so_far, i, ")"))
        depth++;
      else if (ws_tokens_is (&so_far, i, "(") && depth-- == 0)
        break;
      if (depth > 0)
        continue;
      if (is_other)
        break;
      if (ws_tokens_is (&so_far, i, ">"))
        n_closed++;
      else if (!ws_tokens_is (&so_far, i, "<") || i == 0 || !ws_tokens_is_word (&so_far, i - 1))
        continue;
      else if (n_closed > 0)
        n_closed--;
      else
        n_found++;
    }
  return n_found;
}

/* Whether the ">>" or ">>>" that stands there are brackets that close a template's arguments. */
static gboolean
closes_angles (const Lexer *self, const char *sign)
{
  return sign[0] == '>' && sign[1] == '>' && sign[2] != '=' && count_angles (self) >= strlen (sign);
}

static void
read_token (Lexer *self)
{
  const char *at = self->at;

  if (*at == '#' && self->begins_line)
    {
      add (self, WS_TOKEN_DIRECTIVE, find_directive_end (at));
      return;
    }
  if (is_word_start (*at))
    {
      while (is_word (*at))
        at++;
      add (self, WS_TOKEN_WORD, at);
      return;
    }
  if (g_ascii_isdigit (*at) || (*at == '.' && g_ascii_isdigit (at[1])))
    {
      add (self, WS_TOKEN_NUMBER, find_number_end (at));
      return;
    }
  if (*at == '"' || *at == '\'')
    {
      add (self, WS_TOKEN_STRING, find_string_end (at));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (*at == *signs[i] && g_str_has_prefix (at, signs[i]))
      {
        add (self, WS_TOKEN_SIGN, closes_angles (self, signs[i]) ? at + 1 : at + strlen (signs[i]));
        return;
      }
  add (self, WS_TOKEN_SIGN, at + 1);
}

static void
pair_brackets (WsTokens *self)
{
  static const char opening[] = "([{";
  static const char closing[] = ")]}";
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->list->len; i++)
    {
      const WsToken *token = ws_tokens_get (self, i);
      char c = self->text[token->start];
      const char *place;

      g_array_append_val (self->partners, i);
      if (token->kind != WS_TOKEN_SIGN || token->length != 1)
        continue;
      if (strchr (opening, c) != NULL)
        g_array_append_val (open, i);
      else if ((place = strchr (closing, c)) != NULL && open->len > 0)
        {
          guint from = g_array_index (open, guint, open->len - 1);

          if (self->text[ws_tokens_get (self, from)->start] != opening[place - closing])
            continue;
          g_array_set_size (open, open->len - 1);
          g_array_index (self->partners, guint, from) = i;
          g_array_index (self->partners, guint, i) = from;
        }
    }
}

/* A megabyte of source is asked a hundred thousand times where a name stands. */
static void
index_places (WsTokens *self)
{
  self->places =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < self->list->len; i++)
    {
      char *text = ws_tokens_dup (self, i);
      GArray *places = g_hash_table_lookup (self->places, text);

      if (places == NULL)
        {
          places = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (self->places, text, places);
        }
      else
        g_free (text);
      g_array_append_val (places, i);
    }
}

/**
 * ws_tokens_find:
 * @from: index of the first that it may be
 * @text: a word or a sign
 *
 * Returns: the index of the next token that is @text; behind the last where there is none
 */
guint
ws_tokens_find (const WsTokens *self, guint from, const char *text)
{
  const GArray *places;
  guint low = 0, high;

  if (self->places == NULL)
    {
      while (from < self->list->len && !ws_tokens_is (self, from, text))
        from++;
      return MIN (from, self->list->len);
    }
  places = g_hash_table_lookup (self->places, text);
  high = places != NULL ? places->len : 0;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (places, guint, middle) < from)
        low = middle + 1;
      else
        high = middle;
    }
  return places != NULL && low < places->len ? g_array_index (places, guint, low) : self->list->len;
}

/**
 * ws_tokens_new:
 * @text: of a source
 *
 * Returns: (transfer full): its tokens; whatever it is, there are some
 */
WsTokens *
ws_tokens_new (const char *text)
{
  WsTokens *self = g_new0 (WsTokens, 1);
  Lexer lexer = { .line = 1, .begins_line = TRUE };

  self->text = g_strdup (text);
  self->list = g_array_new (FALSE, FALSE, sizeof (WsToken));
  self->partners = g_array_new (FALSE, FALSE, sizeof (guint));
  lexer.text = lexer.at = self->text;
  lexer.list = self->list;
  for (skip_blanks (&lexer); *lexer.at != '\0'; skip_blanks (&lexer))
    read_token (&lexer);
  pair_brackets (self);
  if (self->list->len >= MANY)
    index_places (self);
  return self;
}

void
ws_tokens_free (WsTokens *self)
{
  g_free (self->text);
  g_array_unref (self->list);
  g_array_unref (self->partners);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_free (self);
}

/* Returns: (transfer none) (nullable): it; %NULL behind the last */
const WsToken *
ws_tokens_get (const WsTokens *self, guint index)
{
  ws_work_add (1);
  return index < self->list->len ? &g_array_index (self->list, WsToken, index) : NULL;
}

/**
 * ws_tokens_is:
 * @index: of one, or behind the last
 * @text: a word or a sign
 *
 * Whether that token is @text.
 */
gboolean
ws_tokens_is (const WsTokens *self, guint index, const char *text)
{
  const WsToken *token = ws_tokens_get (self, index);

  /* most differ in the first letter: a megabyte of source is asked for a million of them */
  return token != NULL && self->text[token->start] == *text && strlen (text) == token->length
         && strncmp (self->text + token->start, text, token->length) == 0;
}

/**
 * ws_tokens_is_word:
 * @index: of one, or behind the last
 *
 * Whether that token is a word.
 */
gboolean
ws_tokens_is_word (const WsTokens *self, guint index)
{
  const WsToken *token = ws_tokens_get (self, index);

  return token != NULL && token->kind == WS_TOKEN_WORD;
}

/**
 * ws_tokens_dup:
 * @index: of one, or behind the last
 */
char *
ws_tokens_dup (const WsTokens *self, guint index)
{
  const WsToken *token = ws_tokens_get (self, index);

  return token != NULL ? g_strndup (self->text + token->start, token->length) : g_strdup ("");
}

/**
 * ws_tokens_get_partner:
 * @index: of a bracket
 *
 * Returns: the index of the bracket that closes or opens it; @index where there is none
 */
guint
ws_tokens_get_partner (const WsTokens *self, guint index)
{
  return index < self->partners->len ? g_array_index (self->partners, guint, index) : index;
}

/* Returns: the index behind the ">" that closes the template's arguments; @index where it opens
 * none */
guint
ws_tokens_skip_angles (const WsTokens *self, guint index)
{
  guint depth = 0;

  for (guint i = index; i < MIN (self->list->len, index + MAX_ANGLED); i++)
    {
      if (ws_tokens_is (self, i, "<"))
        depth++;
      else if (ws_tokens_is (self, i, ">"))
        depth -= 1;
      else if (ws_tokens_is (self, i, ">>"))
        depth -= MIN (depth, 2);
      else if (ws_tokens_is (self, i, "("))
        i = ws_tokens_get_partner (self, i);
      else if (ws_tokens_is (self, i, ";") || ws_tokens_is (self, i, "{"))
        return index;
      if (depth == 0)
        return i + 1;
    }
  return index;
}

/**
 * ws_tokens_find_angle:
 * @index: of a ">" that closes a template's arguments
 *
 * Returns: the index of the "<" that opens them; @index where there is none
 */
guint
ws_tokens_find_angle (const WsTokens *self, guint index)
{
  guint depth = 0;

  for (guint i = index + 1; i-- > 0 && i + MAX_ANGLED > index;)
    {
      if (ws_tokens_is (self, i, ">"))
        depth++;
      else if (ws_tokens_is (self, i, ">>"))
        depth += 2;
      else if (ws_tokens_is (self, i, "<") && --depth == 0)
        return i;
      else if (ws_tokens_is (self, i, ";") || ws_tokens_is (self, i, "{"))
        return index;
    }
  return index;
}

/* Returns: all of them as a span; without directives before the first other token */
WsSpan
ws_tokens_get_all (const WsTokens *self)
{
  return (WsSpan){ .tokens = self, .end = self->list->len };
}

/* Returns: (transfer full): its text, with one blank where there was anything between two tokens */
char *
ws_span_dup_text (const WsSpan *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = self->first; self->tokens != NULL && i < self->end; i++)
    {
      const WsToken *token = ws_tokens_get (self->tokens, i);
      const WsToken *before = i > self->first ? ws_tokens_get (self->tokens, i - 1) : NULL;

      if (before != NULL && before->start + before->length < token->start)
        g_string_append_c (text, ' ');
      g_string_append_len (text, self->tokens->text + token->start, token->length);
    }
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (element-type WsSpan): what stands between @sign outside of brackets;
 * nothing of an empty span */
GArray *
ws_span_split (const WsSpan *self, const char *sign)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (WsSpan));
  WsSpan part = *self;

  for (guint i = self->first; i < self->end; i++)
    {
      if (ws_tokens_is (self->tokens, i, sign))
        {
          part.end = i;
          g_array_append_val (parts, part);
          part.first = i + 1;
          continue;
        }
      if (ws_tokens_get_partner (self->tokens, i) > i)
        i = MIN (ws_tokens_get_partner (self->tokens, i), self->end - 1);
      else if (ws_tokens_is (self->tokens, i, "<") && i > self->first
               && ws_tokens_is_word (self->tokens, i - 1))
        {
          guint behind = ws_tokens_skip_angles (self->tokens, i);

          /* "a < b, c > d" is no template where arguments are numbers; such calls are not written
           */
          if (behind > i && behind <= self->end)
            i = behind - 1;
        }
    }
  part.end = self->end;
  if (part.first < part.end)
    g_array_append_val (parts, part);
  return parts;
}

/* Behind the next "}" or ";". */
static guint
skip_simple (const WsSpan *span, guint at)
{
  const WsTokens *tokens = span->tokens;

  for (; at < span->end; at = MAX (ws_tokens_get_partner (tokens, at), at) + 1)
    if (ws_tokens_is (tokens, at, "{"))
      return MIN (ws_tokens_get_partner (tokens, at) + 1, span->end);
    else if (ws_tokens_is (tokens, at, ";"))
      return at + 1;
  return span->end;
}

/**
 * ws_span_skip_statement:
 * @self: of a function's body
 * @at: where a statement begins
 *
 * Returns: where it ends: behind its "}" or ";", and that of its "else"
 */
guint
ws_span_skip_statement (const WsSpan *self, guint at)
{
  const WsTokens *tokens = self->tokens;
  guint n_open = 0; /* of "if", round what stands at @at */

  while (at < self->end)
    {
      gboolean is_if = ws_tokens_is (tokens, at, "if");
      gboolean is_else = FALSE;

      if ((is_if || ws_tokens_is (tokens, at, "for") || ws_tokens_is (tokens, at, "while"))
          && ws_tokens_get_partner (tokens, at + 1) > at + 1)
        {
          n_open += is_if;
          at = ws_tokens_get_partner (tokens, at + 1) + 1;
          continue;
        }
      at = skip_simple (self, at);
      for (; n_open > 0 && !is_else; n_open--)
        is_else = ws_tokens_is (tokens, at, "else");
      if (!is_else)
        return at;
      at++;
    }
  return self->end;
}

/**
 * ws_span_is_conditional:
 * @self: of a function's body
 * @at: what stands in it
 * @before: what stands behind that
 * @most_steps: tokens that may be looked at
 * @n_steps: (out): those that were
 *
 * Returns: whether what stands at @at may not have happened before what stands at @before: it is in
 * a block or under a condition that the latter is not in
 */
gboolean
ws_span_is_conditional (const WsSpan *self, guint at, guint before, guint most_steps,
                        guint *n_steps)
{
  const WsTokens *tokens = self->tokens;
  gboolean begins = TRUE; /* whether what was passed is one statement */

  *n_steps = 0;
  for (guint i = at; i > self->first && (*n_steps)++ < most_steps; i--)
    {
      guint open = ws_tokens_get_partner (tokens, i - 1);

      if (ws_tokens_is (tokens, i - 1, "{"))
        {
          if (open < before)
            return TRUE;
          begins = FALSE;
        }
      begins = begins && !ws_tokens_is (tokens, i - 1, ";") && !ws_tokens_is (tokens, i - 1, "}");
      if (begins && ws_tokens_is (tokens, i - 1, "else"))
        return TRUE;
      if (open >= i - 1)
        continue;
      if (begins && ws_tokens_is (tokens, i - 1, ")") && open > self->first
          && (ws_tokens_is (tokens, open - 1, "if") || ws_tokens_is (tokens, open - 1, "for")
              || ws_tokens_is (tokens, open - 1, "while")))
        return TRUE;
      i = open + 1;
    }
  return FALSE;
}

/**
 * ws_span_has_word:
 * @word: a word or sign
 *
 * Whether one of its tokens is that.
 */
gboolean
ws_span_has_word (const WsSpan *self, const char *word)
{
  return self->first < self->end && ws_tokens_find (self->tokens, self->first, word) < self->end;
}

/**
 * ws_span_find_initial:
 * @span: of a function's body, or of an item
 * @name: of a variable
 * @value: (out): behind "=", or between the brackets behind its declaration
 *
 * Whether it is set to something there, and to what first.
 */
gboolean
ws_span_find_initial (const WsSpan *span, const char *name, WsSpan *value)
{
  const WsTokens *tokens = span->tokens;

  for (guint i = ws_tokens_find (tokens, span->first, name);
       i + 1 < MIN (span->end, span->first + MAX_LOOKED); i = ws_tokens_find (tokens, i + 1, name))
    {
      gboolean follows_type;

      if ((i > 0 && (ws_tokens_is (tokens, i - 1, ".") || ws_tokens_is (tokens, i - 1, "->"))))
        continue;
      follows_type = i > 0
                     && (ws_tokens_is_word (tokens, i - 1) || ws_tokens_is (tokens, i - 1, ">")
                         || ws_tokens_is (tokens, i - 1, "*") || ws_tokens_is (tokens, i - 1, ","));
      if (ws_tokens_is (tokens, i + 1, "="))
        {
          guint end = i + 2;

          while (end < span->end && !ws_tokens_is (tokens, end, ";")
                 && !ws_tokens_is (tokens, end, ","))
            end = MAX (ws_tokens_get_partner (tokens, end), end) + 1;
          *value = (WsSpan){ tokens, i + 2, MIN (end, span->end) };
          return TRUE;
        }
      if (follows_type && (ws_tokens_is (tokens, i + 1, "(") || ws_tokens_is (tokens, i + 1, "{")))
        {
          guint close = ws_tokens_get_partner (tokens, i + 1);

          if (close == i + 1
              || !(ws_tokens_is (tokens, close + 1, ";") || ws_tokens_is (tokens, close + 1, ",")))
            continue;
          *value = (WsSpan){ tokens, i + 2, close };
          return TRUE;
        }
    }
  return FALSE;
}
