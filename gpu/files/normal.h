/* normal.h: GVariants of bytes that another program wrote: in normal form, or not taken.
 *
 * g_variant_is_normal_form() calls a function for each byte of an array of bytes: what a program or
 * a run brings is megabytes, and is looked at in several processes. Here such an array costs
 * nothing.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GVariant *ws_variant_new_normal (const GVariantType *type, GBytes *bytes);

G_END_DECLS
