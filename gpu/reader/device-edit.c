#include "reader/device-edit.h"

#include "ptx/ptx.h"
#include "reader/demangle.h"
#include "user/outline.h"

#include <glib/gi18n.h>
#include <string.h>

struct _WsDeviceEdit {
  WsUserSource *source; /* the text as it is now */
  WsPtxModule *before;  /* as the program was compiled */
  WsCompileRequest *request;
};

static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE,
                       _ ("The edit needs the whole program to be compiled."));
  return FALSE;
}

/* ---- what has changed ---- */

/* Whether the host never sees what stands in a function's body. A type that follows from it, and
 * what the compiler itself computes with it, it does see. */
static gboolean
is_hidden (const WsUserFunction *function)
{
  static const char *const seen[] = { "__host__", "auto", "constexpr" };

  if (function == NULL || !function->has_body || function->file != 0
      || !(function->is_kernel || function->is_device))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    if (ws_span_has_word (&function->head, seen[i]))
      return FALSE;
  return TRUE;
}

/* (transfer full): of each token of the source whether the host may see it */
static gboolean *
find_seen (const WsUserSource *self, const WsTokens *tokens)
{
  gboolean *seen = g_new (gboolean, tokens->list->len + 1);

  for (guint i = 0; i < tokens->list->len; i++)
    seen[i] = TRUE;
  for (guint i = 0; i < self->items->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (self->items, i);
      const WsUserFunction *function = item->function;

      if (item->is_made || !is_hidden (function) || function->body.tokens != tokens)
        continue;
      /* the preprocessor's lines hold for what follows them */
      for (guint at = function->body.first; at < function->body.end; at++)
        seen[at] = ws_tokens_get (tokens, at)->kind == WS_TOKEN_DIRECTIVE;
    }
  return seen;
}

static guint
skip_hidden (const gboolean *seen, guint at, guint n)
{
  while (at < n && !seen[at])
    at++;
  return at;
}

static gboolean
is_same_token (const WsTokens *a, guint i, const WsTokens *b, guint j)
{
  const WsToken *x = ws_tokens_get (a, i);
  const WsToken *y = ws_tokens_get (b, j);

  return x->length == y->length && memcmp (a->text + x->start, b->text + y->start, x->length) == 0;
}

/**
 * ws_device_edit_is_one:
 * @before: a source
 * @after: what it has become
 *
 * Returns: whether they differ in bodies of kernels and of device functions alone, beside blanks
 * and comments
 */
gboolean
ws_device_edit_is_one (const WsUserSource *before, const WsUserSource *after)
{
  const WsTokens *a = ((const WsUserFile *)g_ptr_array_index (before->files, 0))->tokens;
  const WsTokens *b = ((const WsUserFile *)g_ptr_array_index (after->files, 0))->tokens;
  g_autofree gboolean *seen_a = find_seen (before, a);
  g_autofree gboolean *seen_b = find_seen (after, b);
  guint n_a = a->list->len;
  guint n_b = b->list->len;
  guint i = skip_hidden (seen_a, 0, n_a);
  guint j = skip_hidden (seen_b, 0, n_b);

  while (i < n_a && j < n_b)
    {
      if (!is_same_token (a, i, b, j))
        return FALSE;
      i = skip_hidden (seen_a, i + 1, n_a);
      j = skip_hidden (seen_b, j + 1, n_b);
    }
  return i == n_a && j == n_b;
}

/* ---- what is compiled ---- */

/* Kernels that are made of templates are there where they are asked for by their names. */
static void
ask_for_templates (const WsPtxModule *before, WsCompileRequest *request)
{
  for (guint i = 0; i < before->functions->len; i++)
    {
      const WsPtxFunction *function = g_ptr_array_index (before->functions, i);
      g_autofree char *name = function->is_entry ? ws_user_demangle (function->name) : NULL;

      if (name != NULL && strchr (name, '<') != NULL)
        g_ptr_array_add (request->expressions, g_steal_pointer (&name));
    }
}

/* The host copies to variables, whether a kernel leads to them or not. */
static void
keep_variables (WsUserSource *self, const WsPtxModule *before)
{
  for (guint i = 0; i < before->variables->len; i++)
    ws_user_source_keep (self,
                         ((const WsPtxVariable *)g_ptr_array_index (before->variables, i))->name);
}

static void
add_headers (GVariant *body, WsCompileRequest *request)
{
  g_autofree const char **headers = NULL;

  if (!g_variant_lookup (body, "headers", "^a&s", &headers))
    return;
  for (guint i = 0; headers[i] != NULL && headers[i + 1] != NULL; i += 2)
    ws_compile_request_add_header (request, headers[i], headers[i + 1]);
}

/**
 * ws_device_edit_new:
 * @body: a dictionary: "file", "before" and "source" (s): a name and two texts; "ptx" (s): what the
 * first was compiled to; "headers" (as): names and texts; "architecture" (u); or anything else
 * @error: return location for a #GError: a #WsCompileError or a #WsPtxError
 *
 * Returns: (transfer full) (nullable): an edit of device code alone
 */
WsDeviceEdit *
ws_device_edit_new (GVariant *body, GError **error)
{
  g_autoptr (WsDeviceEdit) self = g_new0 (WsDeviceEdit, 1);
  g_autoptr (WsUserSource) before = NULL;
  const char *file, *old, *new, *ptx;
  guint32 architecture;

  if (!g_variant_is_of_type (body, G_VARIANT_TYPE_VARDICT)
      || !g_variant_lookup (body, "file", "&s", &file)
      || !g_variant_lookup (body, "before", "&s", &old)
      || !g_variant_lookup (body, "source", "&s", &new)
      || !g_variant_lookup (body, "ptx", "&s", &ptx)
      || !g_variant_lookup (body, "architecture", "u", &architecture))
    return refuse (error), NULL;
  if (!ws_user_question_check (&(WsUserQuestion){ .name = file, .text = old }, error)
      || !ws_user_question_check (&(WsUserQuestion){ .name = file, .text = new }, error)
      || (before = ws_user_source_new (file, old, NULL, error)) == NULL
      || (self->source = ws_user_source_new (file, new, NULL, error)) == NULL
      || (self->before = ws_ptx_parse (ptx, -1, file, error)) == NULL)
    return NULL;
  if (!ws_device_edit_is_one (before, self->source))
    return refuse (error), NULL;
  keep_variables (self->source, self->before);
  self->request = ws_user_source_make_request (self->source);
  self->request->architecture = architecture;
  self->request->wants_machine_code = TRUE;
  add_headers (body, self->request);
  ask_for_templates (self->before, self->request);
  return g_steal_pointer (&self);
}

void
ws_device_edit_free (WsDeviceEdit *self)
{
  g_clear_pointer (&self->source, ws_user_source_free);
  g_clear_pointer (&self->before, ws_ptx_module_unref);
  g_clear_pointer (&self->request, ws_compile_request_free);
  g_free (self);
}

/* Returns: (transfer none): what is to be compiled: the kernels, and what they call */
WsCompileRequest *
ws_device_edit_get_request (WsDeviceEdit *self)
{
  return self->request;
}

/* ---- whether the program can do with it ---- */

static const WsPtxFunction *
find_entry (const WsPtxModule *module, const char *name)
{
  for (guint i = 0; i < module->functions->len; i++)
    {
      const WsPtxFunction *function = g_ptr_array_index (module->functions, i);

      if (function->is_entry && g_str_equal (function->name, name))
        return function;
    }
  return NULL;
}

static gboolean
has_entries (const WsPtxModule *self, const WsPtxModule *before)
{
  for (guint i = 0; i < before->functions->len; i++)
    {
      const WsPtxFunction *old = g_ptr_array_index (before->functions, i);
      const WsPtxFunction *now = old->is_entry ? find_entry (self, old->name) : NULL;

      if (!old->is_entry)
        continue;
      if (now == NULL || now->params->len != old->params->len
          || now->param_bytes != old->param_bytes)
        return FALSE;
    }
  return TRUE;
}

/* What the host has registered: a variable that nothing reads any more may be gone, but then a copy
 * to it would fail. */
static gboolean
has_variables (const WsPtxModule *self, const WsPtxModule *before)
{
  for (guint i = 0; i < before->variables->len; i++)
    {
      const WsPtxVariable *old = g_ptr_array_index (before->variables, i);
      const WsPtxVariable *now = ws_ptx_module_find_variable (self, old->name);

      if (old->space == WS_SPACE_SHARED)
        continue;
      if (now == NULL || now->size != old->size || now->space != old->space)
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_device_edit_check:
 * @result: of its request
 * @error: return location for a #GError: a #WsCompileError or a #WsPtxError
 *
 * Returns: whether all that the program's host code knows by name is there as it was
 */
gboolean
ws_device_edit_check (const WsDeviceEdit *self, const WsCompileResult *result, GError **error)
{
  g_autoptr (WsPtxModule) now = NULL;

  if (!ws_compile_result_check (result, error))
    return FALSE;
  now = ws_ptx_parse (result->ptx, -1, self->request->file, error);
  if (now == NULL)
    return FALSE;
  return (has_entries (now, self->before) && has_variables (now, self->before)) || refuse (error);
}
