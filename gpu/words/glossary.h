/* glossary.h: the words of the subject, each with its meaning in a sentence or two: what a tooltip
 * and the list of words show. One table is their source.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsGlossaryHit:
 * @term: index of the term
 * @start: where it begins in the text, bytes
 * @end: behind it, bytes
 */
typedef struct {
  guint term;
  gsize start;
  gsize end;
} WsGlossaryHit;

guint ws_glossary_get_n_terms (void);
char *ws_glossary_dup_name (guint term);
const char *ws_glossary_get_meaning (guint term);
gboolean ws_glossary_find (const char *text, gsize from, WsGlossaryHit *hit);

G_END_DECLS
