/* parse.c: the module: directives outside functions. PTX ISA, chapter 11. */
#include "ptx/parser.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* ---- directives ---- */

/* version = ".version" major "." minor */
static gboolean
parse_version (WsParser *self)
{
  const WsToken token = self->token;
  g_autofree char *text = ws_parser_dup_token (self, &token);
  char *end = NULL;
  guint64 major = g_ascii_strtoull (text, &end, 10);
  guint64 minor = 0;

  if (token.kind != WS_TOKEN_FLOAT || *end != '.' || major > 1000)
    return ws_parser_error (self, &token, _ ("expected a version such as 9.0, not '%s'"), text);
  minor = g_ascii_strtoull (end + 1, &end, 10);
  if (*end != '\0' || minor > 1000)
    return ws_parser_error (self, &token, _ ("expected a version such as 9.0, not '%s'"), text);
  self->module->version_major = (guint)major;
  self->module->version_minor = (guint)minor;
  ws_parser_next (self);
  return TRUE;
}

/* target = ".target" name ("," name)* */
static gboolean
parse_target (WsParser *self)
{
  do
    {
      if (self->token.kind != WS_TOKEN_NAME)
        {
          g_autofree char *found = ws_parser_dup_token (self, &self->token);

          return ws_parser_error (self, &self->token,
                                  _ ("expected a target such as sm_90, not '%s'"), found);
        }
      if (self->module->target == NULL)
        self->module->target = ws_parser_dup_token (self, &self->token);
      ws_parser_next (self);
    }
  while (ws_parser_accept (self, ','));
  return TRUE;
}

/* address-size = ".address_size" "64" */
static gboolean
parse_address_size (WsParser *self)
{
  const WsToken token = self->token;
  guint64 size = 0;

  if (!ws_parser_read_number (self, 64, _ ("the address size"), &size))
    return FALSE;
  if (size != 64)
    return ws_parser_error (self, &token, _ ("unsupported address size %u; only 64 is supported"),
                            (guint)size);
  self->module->address_size = 64;
  return TRUE;
}

/* linkage = ".extern" | ".visible" | ".weak" | ".common" */
static gboolean
parse_linkage (WsParser *self, gboolean *is_extern)
{
  *is_extern = ws_parser_accept_keyword (self, WS_KW_EXTERN);
  return *is_extern || ws_parser_accept_keyword (self, WS_KW_VISIBLE)
         || ws_parser_accept_keyword (self, WS_KW_WEAK)
         || ws_parser_accept_keyword (self, WS_KW_COMMON);
}

/* declaration = linkage? (".entry" function | ".func" function | variables) */
static gboolean
parse_declaration (WsParser *self)
{
  gboolean is_extern = FALSE;
  gboolean linkage;
  g_autofree char *found = NULL;

  self->item_start = self->token.start;
  linkage = parse_linkage (self, &is_extern);
  if (ws_parser_accept_keyword (self, WS_KW_ENTRY))
    return ws_parser_function (self, TRUE, is_extern);
  if (ws_parser_accept_keyword (self, WS_KW_FUNC))
    return ws_parser_function (self, FALSE, is_extern);
  if (ws_parser_is_keyword (self, WS_KW_GLOBAL) || ws_parser_is_keyword (self, WS_KW_CONST)
      || ws_parser_is_keyword (self, WS_KW_SHARED))
    return ws_parser_variables (self, is_extern);
  found = ws_parser_dup_token (self, &self->token);
  if (linkage)
    return ws_parser_error (self, &self->token, _ ("expected a function or variable, not '%s'"),
                            found);
  if (self->token.kind == WS_TOKEN_DIRECTIVE)
    return ws_parser_error (self, &self->token, _ ("unknown directive '%s'"), found);
  return ws_parser_error (self, &self->token, _ ("expected a directive, not '%s'"), found);
}

/* module-item = version | target | address-size | file | location | section | pragma | alias |
 * declaration */
static gboolean
parse_item (WsParser *self)
{
  if (ws_parser_accept_keyword (self, WS_KW_VERSION))
    return parse_version (self);
  if (ws_parser_accept_keyword (self, WS_KW_TARGET))
    return parse_target (self);
  if (ws_parser_accept_keyword (self, WS_KW_ADDRESS_SIZE))
    return parse_address_size (self);
  if (ws_parser_accept_keyword (self, WS_KW_FILE))
    return ws_parser_file (self);
  if (ws_parser_accept_keyword (self, WS_KW_LOC))
    return ws_parser_location (self);
  if (ws_parser_accept_keyword (self, WS_KW_SECTION))
    {
      if (self->token.kind == WS_TOKEN_DIRECTIVE || self->token.kind == WS_TOKEN_NAME)
        ws_parser_next (self);
      return ws_parser_skip_section (self);
    }
  if (ws_parser_is_keyword (self, WS_KW_PRAGMA) || ws_parser_is_keyword (self, WS_KW_ALIAS))
    {
      ws_parser_skip_statement (self);
      return TRUE;
    }
  return parse_declaration (self);
}

static gboolean
is_item_start (const WsParser *self)
{
  static const WsKeyword starts[] = { WS_KW_ENTRY,        WS_KW_FUNC,    WS_KW_VISIBLE,
                                      WS_KW_EXTERN,       WS_KW_WEAK,    WS_KW_COMMON,
                                      WS_KW_SECTION,      WS_KW_VERSION, WS_KW_TARGET,
                                      WS_KW_ADDRESS_SIZE, WS_KW_FILE };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (ws_parser_is_keyword (self, starts[i]))
      return TRUE;
  return FALSE;
}

/* After an error outside functions, skips past the next ';' or closed brace, or to the start of
 * another item. */
static void
skip_item (WsParser *self)
{
  guint32 depth = 0;

  self->open_braces = 0;
  while (self->token.kind != WS_TOKEN_END && !(depth == 0 && is_item_start (self)))
    {
      gboolean end = depth == 0 && ws_parser_is (self, ';');

      if (ws_parser_is (self, '{'))
        depth++;
      else if (ws_parser_is (self, '}') && depth <= 1)
        end = TRUE;
      else if (ws_parser_is (self, '}'))
        depth--;
      ws_parser_next (self);
      if (end)
        return;
    }
}

/* module = module-item* */
static void
parse_module (WsParser *self)
{
  ws_parser_next (self);
  while (self->token.kind != WS_TOKEN_END)
    {
      guint32 before = self->token.start;

      if (self->token.kind == WS_TOKEN_PUNCT && self->token.punct == ';')
        ws_parser_next (self);
      else if (!parse_item (self))
        {
          /* The reporter of the error may not have consumed anything. */
          if (self->token.start == before)
            ws_parser_next (self);
          skip_item (self);
        }
    }
}

/* ---- beginning and end ---- */

static void
intern_keywords (WsParser *self)
{
  static const char *const keywords[] = {
#define WS_KEYWORD(id, name) name,
#include "ptx/keywords.def"
#undef WS_KEYWORD
  };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    ws_intern_add (&self->atoms, keywords[i], strlen (keywords[i]));
  /* WS_PTX_TYPE_NONE has a name that cannot occur in a text. */
  ws_intern_add (&self->atoms, "\n", 1);
  for (guint i = 1; i < WS_PTX_N_TYPES; i++)
    {
      const char *name = ws_isa_get_type_name (i);

      ws_intern_add (&self->atoms, name, strlen (name));
    }
  g_assert (self->atoms.atoms->len == WS_KW_END);
}

static void
check_header (WsParser *self)
{
  const WsToken start = { .kind = WS_TOKEN_PUNCT, .line = 1, .column = 1 };

  if (self->n_errors > 0)
    return;
  if (self->module->version_major == 0)
    ws_parser_error (self, &start, _ ("not PTX: no .version directive"));
  else if (self->module->target == NULL)
    ws_parser_error (self, &start, _ ("no .target directive"));
}

/* Files are often declared after their use: only now are all known. */
static void
check_files (WsPtxModule *module)
{
  for (guint f = 0; f < module->functions->len; f++)
    {
      WsPtxFunction *function = g_ptr_array_index (module->functions, f);

      for (guint i = 0; i < function->instructions->len; i++)
        {
          WsPtxInstruction *instruction =
              &g_array_index (function->instructions, WsPtxInstruction, i);

          if (ws_ptx_module_get_file (module, instruction->file) == NULL)
            instruction->file = WS_NONE;
        }
    }
}

static int
compare_ranges (gconstpointer a, gconstpointer b, gpointer data)
{
  const gint64 x = *(const gint64 *)a;
  const gint64 y = *(const gint64 *)b;

  return x < y ? -1 : x > y;
}

/**
 * ws_ptx_parse_collect:
 * @length: bytes of @text, or -1 if it is zero-terminated
 * @name: file name for messages
 * @ok: (out) (optional): whether it is PTX
 *
 * Parses @text as far as possible.
 *
 * Returns: (transfer full): a module with diagnostics; the rest may only be used if @ok
 */
WsPtxModule *
ws_ptx_parse_collect (const char *text, gssize length, const char *name, gboolean *ok)
{
  gsize size = length < 0 ? strlen (text) : (gsize)length;
  WsPtxModule *module = ws_ptx_module_new (text, MIN (size, WS_MAX_TEXT_BYTES), name);
  WsParser parser = { .module = module, .function_index = WS_NONE };
  const WsToken start = { .kind = WS_TOKEN_PUNCT, .line = 1, .column = 1 };

  ws_intern_init (&parser.atoms);
  intern_keywords (&parser);
  parser.symbols = g_array_sized_new (FALSE, FALSE, sizeof (WsSymbol), 256);
  parser.scopes = g_array_new (FALSE, FALSE, sizeof (WsScope));
  parser.fixups = g_array_new (FALSE, FALSE, sizeof (WsFixup));
  parser.shapes = g_array_sized_new (FALSE, FALSE, sizeof (WsShape), 128);
  parser.ranges = g_tree_new_full (compare_ranges, NULL, g_free, NULL);
  parser.inlined = ws_parser_new_inlined ();
  ws_lexer_init (&parser.lexer, module->text, (guint32)module->length, &parser.atoms);
  ws_parser_push_scope (&parser);

  if (size > WS_MAX_TEXT_BYTES)
    ws_parser_give_up (&parser, &start, "bytes", WS_MAX_TEXT_BYTES);
  parse_module (&parser);
  check_header (&parser);
  if (parser.n_errors == 0)
    {
      check_files (module);
      ws_ptx_module_lay_out (module);
      for (guint i = 0; i < module->functions->len; i++)
        ws_ptx_function_find_flow (g_ptr_array_index (module->functions, i));
    }
  if (ok != NULL)
    *ok = parser.n_errors == 0;

  g_tree_unref (parser.ranges);
  g_tree_unref (parser.inlined);
  g_array_unref (parser.shapes);
  g_array_unref (parser.fixups);
  g_array_unref (parser.scopes);
  g_array_unref (parser.symbols);
  ws_intern_clear (&parser.atoms);
  return module;
}

/**
 * ws_ptx_parse:
 * @length: bytes of @text, or -1 if it is zero-terminated
 * @name: file name for messages
 *
 * Parses a module. A function with an instruction missing from isa.def does not make this fail: see
 * ws_ptx_function_check().
 *
 * Returns: (transfer full): the module; %NULL with %WS_PTX_ERROR_SYNTAX, whose message has up to 20
 * errors, each with file:line:column, its line and a caret
 */
WsPtxModule *
ws_ptx_parse (const char *text, gssize length, const char *name, GError **error)
{
  gboolean ok = FALSE;
  g_autoptr (WsPtxModule) module = NULL;
  g_autoptr (GString) message = NULL;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  module = ws_ptx_parse_collect (text, length, name, &ok);
  if (ok)
    return g_steal_pointer (&module);
  message = g_string_new (NULL);
  for (guint i = 0; i < module->diagnostics->len; i++)
    {
      const WsPtxDiagnostic *diagnostic = g_ptr_array_index (module->diagnostics, i);

      if (diagnostic->fatal)
        g_string_append_printf (message, "%s%s", message->len > 0 ? "\n" : "",
                                diagnostic->rendered);
    }
  g_set_error_literal (error, WS_PTX_ERROR, WS_PTX_ERROR_SYNTAX, message->str);
  return NULL;
}
