/* private.h: what the files of code/ share. */
#pragma once

#include "code/code.h"

G_BEGIN_DECLS

WsData *ws_data_new_for_code (const WsScene *scene);

G_END_DECLS
