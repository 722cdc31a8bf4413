/* words.h: what sentences are made of that no single template can hold: things that are counted,
 * and lists. A sentence itself is one template, marked for gettext where it is said. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Both forms of a template, in a table; ngettext() chooses where it is shown. */
#define WS_PLURAL(one, many) \
  {                          \
    one, many                \
  }

typedef struct {
  const char *one;
  const char *many;
} WsPlural;

typedef enum {
  WS_NOUN_BLOCK,
  WS_NOUN_BYTE,
  WS_NOUN_ELEMENT,
  WS_NOUN_LANE,
  WS_NOUN_REGISTER,
  WS_NOUN_SLOT,
  WS_NOUN_THREAD,
  WS_NOUN_WARP,
  WS_NOUN_WAVE,
  WS_N_NOUNS
} WsNoun;

const char *ws_words_translate (const char *text);
char *ws_words_count (WsNoun noun, guint64 n);
char *ws_words_count_as (WsNoun noun, guint64 n, const char *shown);
char *ws_words_format (const WsPlural *plural, guint64 n, const char *a, const char *b);
char *ws_words_list (const char *const *items, guint n_items);
void ws_words_add_item (GString *list, const char *item);
char *ws_words_capitalize (const char *text);
void ws_words_append (GString *text, const char *sentence);
char *ws_words_shorten (const char *sentence);
char *ws_words_make_markup (const char *sentence);
char *ws_words_format_extent (const guint32 extent[3]);
gboolean ws_words_match (const char *text, const char *wanted);

G_END_DECLS
