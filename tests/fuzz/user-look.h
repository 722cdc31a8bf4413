/* user-look.h: what is made of a source of the user's, or of PTX: everything that the program makes
 * of one, but for what a compiler does; and how much work that was. */
#pragma once

#include "reader/answer.h"
#include "reader/plan-values.h"

G_BEGIN_DECLS

/* PTX in which each kernel of the plan takes what the plan gives it */
WsCompileResult *ws_fuzz_pretend_to_compile (const WsUserSource *source, const WsUserPlan *plan);
/* elements of a buffer are made where they are looked at: whether these are not too many */
gboolean ws_fuzz_plan_is_small (const WsUserPlan *plan);
void ws_fuzz_look_at_plan (const WsUserSource *source, const WsUserPlan *plan, gboolean is_ptx);
void ws_fuzz_look_at_source (const WsUserSource *source, gsize size);
/* @name: of a file with that text, about which a worker is asked */
void ws_fuzz_ask_about (const char *name, const char *text);
/* that the work since @before is in proportion to @size bytes */
void ws_fuzz_check_work (guint64 before, gsize size);
/* text as a file is read: UTF-8 without NUL; (transfer full) (nullable) */
char *ws_fuzz_read_text (const guint8 *data, gsize size);

G_END_DECLS
