/* finding-private.h: a finding in a run, and in its file. */
#pragma once

#include "record/finding.h"

G_BEGIN_DECLS

void ws_finding_free (WsFinding *self);
GVariant *ws_finding_to_variant (const WsFinding *self);
WsFinding *ws_finding_new_from_variant (GVariant *variant);

G_END_DECLS
