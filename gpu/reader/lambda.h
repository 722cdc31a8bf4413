/* lambda.h: lambdas of host code for kernels: "[=] __device__ (int i) { ... }".
 *
 * The type of a lambda has no name, so that no compiler could be asked for a kernel of it. Written
 * as a structure with operator() it has one; what it captures by value are the structure's fields.
 */
#pragma once

#include "reader/source.h"

G_BEGIN_DECLS

/**
 * WsLambdaCapture:
 * @name: of the field, as the lambda calls it
 * @value: what it is set to; the variable itself where nothing was assigned to it since it was
 * declared
 * @is_address: whether it is a pointer
 * @is_changed: whether it is counted up or the like, so that @value does not say what it is
 */
typedef struct {
  char *name;
  WsSpan value;
  gboolean is_address;
  gboolean is_changed;
} WsLambdaCapture;

/**
 * WsLambda:
 * @file: index of the file that it stands in
 * @tokens: of that
 * @at: index of its "["
 * @name: of the structure, with its namespaces
 * @refused: (nullable): a sentence: why a kernel cannot be handed it
 * @captures: (element-type WsLambdaCapture): in the order of the fields
 * @functor: (nullable): the structure; %NULL where it is refused
 * @call: (nullable): its operator()
 */
typedef struct {
  guint file;
  const WsTokens *tokens;
  guint at;
  char *name;
  char *refused;
  GArray *captures;
  WsTokens *functor;
  WsUserFunction *call;
} WsLambda;

void ws_lambda_add_all (WsUserSource *source);
const WsLambda *ws_lambda_find (const WsUserSource *source, const WsTokens *tokens, guint at);

G_END_DECLS
