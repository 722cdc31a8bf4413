/* outline.h: a worker's summary of a source, so that nothing outside its sandbox has to parse one.
 *
 * The request has the text of the source and of the files that it names. If some of these are
 * missing, the answer names them, and the request is repeated with them.
 */
#pragma once

#include "user/plan.h"
#include "user/texts.h"

G_BEGIN_DECLS

#define WS_USER_MAX_SETTINGS (1u << 20) /* bytes of a .wsjob file */

/**
 * WsUserQuestion:
 * @name: of the source: "sum.cu"
 * @text: of it
 * @kernel: (nullable): see ws_user_plan_guess()
 * @settings: (nullable): contents of the .wsjob file beside it
 * @texts: (nullable): of the files that it names; %NULL if it may name none
 */
typedef struct {
  const char *name;
  const char *text;
  const char *kernel;
  const char *settings;
  const WsUserTexts *texts;
} WsUserQuestion;

/**
 * WsUserOutlineKernel:
 * @name: with its namespaces
 * @line: where it stands
 * @parameters: their names; empty where one has none
 */
typedef struct {
  char *name;
  guint line;
  char **parameters;
} WsUserOutlineKernel;

/**
 * WsUserOutlineType:
 * @text: as an argument of the plan has it
 * @is_known: whether anything is known of it
 * @n_fields: of a structure or a vector; 0 of a number
 */
typedef struct {
  char *text;
  gboolean is_known;
  guint n_fields;
} WsUserOutlineType;

/**
 * WsUserOutline:
 * @file: the file that lines refer to: the source, or the one that PTX was compiled from
 * @is_ptx: whether it is PTX, and run unchanged
 * @has_main: whether it is a whole program, with a main() that can run
 * @kernels: (element-type WsUserOutlineKernel): those with a body, in their order
 * @choices: (element-type utf8): of ws_user_plan_list_kernels()
 * @types: (element-type WsUserOutlineType): of the plan's arguments, each once
 * @plan: how it is run
 */
typedef struct {
  char *file;
  gboolean is_ptx;
  gboolean has_main;
  GPtrArray *kernels;
  GPtrArray *choices;
  GPtrArray *types;
  WsUserPlan *plan;
} WsUserOutline;

/**
 * WsUserBracket:
 * @line: where it stands
 * @text: it
 *
 * An unmatched bracket.
 */
typedef struct {
  guint line;
  char *text;
} WsUserBracket;

void ws_user_bracket_free (WsUserBracket *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserBracket, ws_user_bracket_free)

GVariant *ws_user_question_to_variant (const WsUserQuestion *self, GError **error);
gboolean ws_user_question_check (const WsUserQuestion *self, GError **error);
GVariant *ws_user_look_up (GVariant *of, const char *key);
GVariant *ws_user_answer_get_missing (GVariant *answer);
WsUserBracket *ws_user_answer_get_bracket (GVariant *answer);
gboolean ws_user_answer_has_main (GVariant *answer);

WsUserOutline *ws_user_outline_new (void);
void ws_user_outline_free (WsUserOutline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserOutline, ws_user_outline_free)
void ws_user_outline_add_kernel (WsUserOutline *self, const char *name, guint line,
                                 const char *const *parameters);
const WsUserOutlineKernel *ws_user_outline_find_kernel (const WsUserOutline *self,
                                                        const char *name);
void ws_user_outline_add_type (WsUserOutline *self, const char *text, gboolean is_known,
                               guint n_fields);
const WsUserOutlineType *ws_user_outline_find_type (const WsUserOutline *self, const char *text);
GVariant *ws_user_outline_to_variant (const WsUserOutline *self);
WsUserOutline *ws_user_outline_from_variant (GVariant *answer, GError **error);

G_END_DECLS
