/* spec-text.h: a spec file that states the source of each figure. */
#pragma once

#include "calibrate/probes.h"

G_BEGIN_DECLS

char *ws_spec_text_new (const WsDevice *device, const WsSpec *model, const WsFound *found);

G_END_DECLS
