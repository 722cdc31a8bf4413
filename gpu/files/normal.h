/* normal.h: GVariants of bytes that another program wrote: in normal form, or not taken.
 *
 * g_variant_is_normal_form() calls a function for each byte of an array of bytes: programs and runs
 * contain megabytes of them, and several processes check each. Here such an array costs nothing.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GVariant *ws_variant_new_normal (const GVariantType *type, GBytes *bytes);

G_END_DECLS
