/* outline.h: what there is to know of a source without reading it: a worker reads it, in its
 * sandbox, and says this of it.
 *
 * It is asked with the source's text and those of the files that the source names. Where some of
 * these are missing it answers with their names; it is then asked again, with them.
 */
#pragma once

#include "own/plan.h"
#include "own/texts.h"

G_BEGIN_DECLS

#define WS_OWN_MAX_SETTINGS (1u << 20) /* bytes of a .wsjob file */

/**
 * WsOwnQuestion:
 * @name: of the source: "sum.cu"
 * @text: of it
 * @kernel: (nullable): see ws_own_plan_guess()
 * @settings: (nullable): what the .wsjob file beside it says
 * @texts: (nullable): of what it names; %NULL where it may name nothing
 */
typedef struct {
  const char *name;
  const char *text;
  const char *kernel;
  const char *settings;
  const WsOwnTexts *texts;
} WsOwnQuestion;

/**
 * WsOwnOutlineKernel:
 * @name: with its namespaces
 * @line: where it stands
 * @parameters: their names; empty where one has none
 */
typedef struct {
  char *name;
  guint line;
  char **parameters;
} WsOwnOutlineKernel;

/**
 * WsOwnOutlineType:
 * @text: as an argument of the plan has it
 * @is_known: whether anything is known of it
 * @n_fields: of a structure or a vector; 0 of a number
 */
typedef struct {
  char *text;
  gboolean is_known;
  guint n_fields;
} WsOwnOutlineType;

/**
 * WsOwnOutline:
 * @file: the file that lines are of: the source, or what PTX was compiled from
 * @is_ptx: whether it is run as it is
 * @kernels: (element-type WsOwnOutlineKernel): those with a body, in their order
 * @choices: (element-type utf8): of ws_own_plan_list_kernels()
 * @types: (element-type WsOwnOutlineType): of the plan's arguments, each once
 * @plan: how it is run
 */
typedef struct {
  char *file;
  gboolean is_ptx;
  GPtrArray *kernels;
  GPtrArray *choices;
  GPtrArray *types;
  WsOwnPlan *plan;
} WsOwnOutline;

/**
 * WsOwnBracket:
 * @line: where it stands
 * @text: it
 *
 * A bracket that has no other.
 */
typedef struct {
  guint line;
  char *text;
} WsOwnBracket;

void ws_own_bracket_free (WsOwnBracket *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsOwnBracket, ws_own_bracket_free)

GVariant *ws_own_question_to_variant (const WsOwnQuestion *self, GError **error);
gboolean ws_own_question_check (const WsOwnQuestion *self, GError **error);
GVariant *ws_own_answer_get_missing (GVariant *answer);
WsOwnBracket *ws_own_answer_get_bracket (GVariant *answer);

WsOwnOutline *ws_own_outline_new (void);
void ws_own_outline_free (WsOwnOutline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsOwnOutline, ws_own_outline_free)
void ws_own_outline_add_kernel (WsOwnOutline *self, const char *name, guint line,
                                const char *const *parameters);
const WsOwnOutlineKernel *ws_own_outline_find_kernel (const WsOwnOutline *self, const char *name);
void ws_own_outline_add_type (WsOwnOutline *self, const char *text, gboolean is_known,
                              guint n_fields);
const WsOwnOutlineType *ws_own_outline_find_type (const WsOwnOutline *self, const char *text);
GVariant *ws_own_outline_to_variant (const WsOwnOutline *self);
WsOwnOutline *ws_own_outline_from_variant (GVariant *answer, GError **error);

G_END_DECLS
