/* lambda.h: lambdas of host code for kernels: "[=] __device__ (int i) { ... }".
 *
 * The type of a lambda has no name, so a kernel cannot be instantiated with it. Rewritten as a
 * structure with operator(), it has one; its captures by value become the structure's fields.
 */
#pragma once

#include "reader/source.h"

G_BEGIN_DECLS

/**
 * WsLambdaCapture:
 * @name: of the field, as the lambda calls it
 * @value: its initial value; the variable itself if it was not assigned since its declaration
 * @is_address: whether it is a pointer
 * @is_changed: whether it is modified in place, so that @value does not hold
 */
typedef struct {
  char *name;
  WsSpan value;
  gboolean is_address;
  gboolean is_changed;
} WsLambdaCapture;

/**
 * WsLambda:
 * @file: index of its file
 * @tokens: of that
 * @at: index of its "["
 * @name: of the structure, with its namespaces
 * @refused: (nullable): a sentence: why it cannot be passed to a kernel
 * @captures: (element-type WsLambdaCapture): in the order of the fields
 * @functor: (nullable): the structure; %NULL if it is refused
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
