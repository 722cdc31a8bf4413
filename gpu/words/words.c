#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define QUOTED 80 /* characters of what a sentence quotes */

static const WsPlural nouns[WS_N_NOUNS] = {
  [WS_NOUN_BLOCK] = WS_PLURAL ("%s block", "%s blocks"),
  [WS_NOUN_BYTE] = WS_PLURAL ("%s byte", "%s bytes"),
  [WS_NOUN_ELEMENT] = WS_PLURAL ("%s element", "%s elements"),
  [WS_NOUN_LANE] = WS_PLURAL ("%s lane", "%s lanes"),
  [WS_NOUN_REGISTER] = WS_PLURAL ("%s register", "%s registers"),
  [WS_NOUN_SLOT] = WS_PLURAL ("%s slot", "%s slots"),
  [WS_NOUN_THREAD] = WS_PLURAL ("%s thread", "%s threads"),
  [WS_NOUN_WARP] = WS_PLURAL ("%s warp", "%s warps"),
  [WS_NOUN_WAVE] = WS_PLURAL ("%s wave", "%s waves"),
};

/**
 * ws_words_translate:
 * @text: (nullable): what a key file, a job or a run says to people
 *
 * To be called where @text is shown: what is kept, sent or written stays as it was given.
 *
 * Returns: (transfer none) (nullable): it, in the user's language where po/ has a translation
 */
const char *
ws_words_translate (const char *text)
{
  return text != NULL && *text != '\0' ? gettext (text) : text;
}

/* Returns: (transfer none): the form of @plural for @n, in the user's language */
static const char *
choose (const WsPlural *plural, guint64 n)
{
  return ngettext (plural->one, plural->many, n);
}

/**
 * ws_words_format:
 * @plural: a template in a table, whose arguments are texts: %1$s, %2$s
 * @n: how many
 * @a: the first argument
 * @b: (nullable): the second
 *
 * Returns: (transfer full): the form of @plural for @n, with its arguments
 */
char *
ws_words_format (const WsPlural *plural, guint64 n, const char *a, const char *b)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* of a table: msgfmt checks translations */
  return g_strdup_printf (choose (plural, n), a, b);
#pragma GCC diagnostic pop
}

/**
 * ws_words_count_as:
 * @n: how many
 * @shown: @n, as it is written
 *
 * Returns: (transfer full): as in "12 288 bytes"
 */
char *
ws_words_count_as (WsNoun noun, guint64 n, const char *shown)
{
  g_return_val_if_fail ((guint)noun < WS_N_NOUNS, NULL);

  return ws_words_format (&nouns[noun], n, shown, NULL);
}

/**
 * ws_words_count:
 * @n: how many
 *
 * Returns: (transfer full): as in "1 block", "12 blocks"
 */
char *
ws_words_count (WsNoun noun, guint64 n)
{
  char shown[24];

  g_snprintf (shown, sizeof shown, "%" PRIu64, n);
  return ws_words_count_as (noun, n, shown);
}

/**
 * ws_words_list:
 * @items: (array length=n_items): words of one kind, in the user's language
 *
 * Returns: (transfer full): "a", "a and b", "a, b and c"
 */
char *
ws_words_list (const char *const *items, guint n_items)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i + 1 < n_items; i++)
    ws_words_add_item (list, items[i]);
  if (n_items < 2)
    return g_strdup (n_items > 0 ? items[0] : "");
  /* Translators: the last two of a list, or all but the last and the last */
  return g_strdup_printf (_ ("%1$s and %2$s"), list->str, items[n_items - 1]);
}

/**
 * ws_words_add_item:
 * @list: items so far
 * @item: one more
 *
 * Adds to a list whose end is not known: "a, b".
 */
void
ws_words_add_item (GString *list, const char *item)
{
  g_autofree char *before = g_strdup (list->str);

  if (list->len == 0)
    g_string_assign (list, item);
  else
    /* Translators: what a list has so far, and what comes next */
    g_string_printf (list, _ ("%1$s, %2$s"), before, item);
}

/* Returns: (transfer full): @text with a capital letter first: what begins a sentence */
char *
ws_words_capitalize (const char *text)
{
  g_autofree char *first = g_utf8_strup (text, *text != '\0' ? g_utf8_next_char (text) - text : 0);

  return g_strconcat (first, *text != '\0' ? g_utf8_next_char (text) : "", NULL);
}

/**
 * ws_words_append:
 * @text: sentences
 * @sentence: one more
 *
 * Adds @sentence behind those there are.
 */
void
ws_words_append (GString *text, const char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
}

/* Returns: the last character of @from that is no more than half of a quotation away */
static const char *
step_back (const char *from)
{
  for (guint i = 0; i < QUOTED / 2; i++)
    from = g_utf8_prev_char (from);
  return from;
}

/**
 * ws_words_shorten:
 * @sentence: that may quote what a user wrote, as in “n + 1”
 *
 * Returns: (transfer full): it, with an ellipsis in the middle of what it quotes at length: an
 * expression may be as long as its file
 */
char *
ws_words_shorten (const char *sentence)
{
  static const char opening[] = "“";
  static const char closing[] = "”";
  GString *text = g_string_new (NULL);
  const char *open;

  for (; (open = strstr (sentence, opening)) != NULL;)
    {
      const char *inside = open + strlen (opening);
      const char *close = strstr (inside, closing);
      const char *half;

      if (close == NULL)
        break;
      if (g_utf8_strlen (inside, close - inside) <= QUOTED)
        {
          g_string_append_len (text, sentence, close - sentence);
          sentence = close;
          continue;
        }
      half = g_utf8_offset_to_pointer (inside, QUOTED / 2);
      g_string_append_len (text, sentence, half - sentence);
      g_string_append (text, "…");
      sentence = step_back (close);
    }
  g_string_append (text, sentence);
  return g_string_free (text, FALSE);
}

/**
 * ws_words_match:
 * @text: what is searched
 * @wanted: what is looked for: words apart by blanks; "" finds everything
 *
 * Returns: whether each of the words stands in @text, in capitals or not
 */
gboolean
ws_words_match (const char *text, const char *wanted)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *folded_wanted = g_utf8_casefold (wanted, -1);
  g_auto (GStrv) parts = g_strsplit_set (folded_wanted, " \t", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (folded, parts[i]) == NULL)
      return FALSE;
  return TRUE;
}

/**
 * ws_words_make_markup:
 * @sentence: a sentence or more
 *
 * Returns: (transfer full): Pango markup with the words up to the first colon or full stop in bold
 */
char *
ws_words_make_markup (const char *sentence)
{
  gsize head = strcspn (sentence, ":.");
  g_autofree char *bold = NULL;
  g_autofree char *rest = NULL;
  g_autofree char *first = NULL;

  /* a point within a number is none */
  while (sentence[head] == '.' && g_ascii_isdigit (sentence[head + 1]))
    head += 1 + strcspn (sentence + head + 1, ":.");
  if (sentence[head] != '\0')
    head++;
  first = g_strndup (sentence, head);
  bold = g_markup_escape_text (first, -1);
  rest = g_markup_escape_text (sentence + head, -1);
  return g_strdup_printf ("<b>%s</b>%s", bold, rest);
}

/**
 * ws_words_format_extent:
 * @extent: along x, y and z, of a grid or a block
 *
 * Returns: (transfer full): "128", "(16, 8)", "(4, 4, 2)": as many numbers as say something
 */
char *
ws_words_format_extent (const guint32 extent[3])
{
  if (extent[2] > 1)
    return g_strdup_printf ("(%u, %u, %u)", extent[0], extent[1], extent[2]);
  if (extent[1] > 1)
    return g_strdup_printf ("(%u, %u)", extent[0], extent[1]);
  return g_strdup_printf ("%u", extent[0]);
}
