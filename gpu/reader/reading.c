/* reading.c: a source with what stands for the lambdas of its host code. */
#include "reader/lambda.h"

/**
 * ws_user_source_read:
 * @name: of a CUDA source, or of PTX
 * @texts: (inout) (nullable): what it may name; where it is not complete afterwards, headers were
 * left out
 * @error: return location for a #GError: a #WsCompileError, a #WsInputError or a #WsPtxError
 *
 * Returns: (transfer full) (nullable): what stands in it
 */
WsUserSource *
ws_user_source_read (const char *name, const char *text, WsUserTexts *texts, GError **error)
{
  WsUserSource *self = ws_user_source_read_files (name, text, texts, error);

  if (self != NULL)
    ws_lambda_add_all (self);
  return self;
}

/**
 * ws_user_source_new:
 * @name: of the source: "sum.cu"
 * @scope: (nullable): the headers that it may include; they are read
 * @error: return location for a #GError: a #WsCompileError or a #WsInputError
 *
 * Returns: (transfer full) (nullable): what stands in it
 */
WsUserSource *
ws_user_source_new (const char *name, const char *text, const WsInputScope *scope, GError **error)
{
  g_autoptr (WsUserTexts) texts =
      scope != NULL && scope->folder != NULL ? ws_user_texts_new_for_scope (scope, name) : NULL;

  return ws_user_source_read (name, text, texts, error);
}
