#include "form.h"

#include <pango/pango.h>
#include <string.h>

#define MOST_LENGTH 1.8 /* of the longest of the others */

/* Numbers in words, as lessons write them. */
#define WORDS                                                                                  \
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|sixteen|half|third|quarter|" \
  "fifth|eighth|tenth|sixteenth|twentieth|hundredth|once|twice|(twenty|thirty|forty)(-\\w+)?"
#define DIGITS "[0-9][0-9,.]*"
#define UNITS                                                                                \
  "%|×|per cent|bytes?|[kMGT]?B|[kMGT]?B/s|[nµm]?s|passes|pass|segments?|sectors?|lanes?|" \
  "warps?|blocks?|SMs?|stages?|launch(es)?|steps?|of them"

/* What an answer may have that the others do not; the first says that it is nothing else. */
static const struct {
  const char *name;
  const char *pattern;
} features[] = {
  { "is a number", "^((about|nearly|only|an?|all) )*(" DIGITS "|" WORDS ")(\\h?(" UNITS "))?$" },
  { "has digits", "[0-9]" },
  { "has a decimal", "[0-9]\\.[0-9]" },
  { "has a unit", "([0-9]|\\b(" WORDS "))\\h?(" UNITS ")(\\W|$)" },
  { "says why", ": ." },
};

static gboolean
has (guint feature, const char *text)
{
  return g_regex_match_simple (features[feature].pattern, text, G_REGEX_CASELESS, 0);
}

/* (transfer full) */
static char *
strip (const char *markup)
{
  char *text = NULL;

  g_assert_true (pango_parse_markup (markup, -1, 0, NULL, &text, NULL, NULL));
  return text;
}

char *
form_find_giveaway (const char *const *answers, guint right)
{
  g_autofree char *it = strip (answers[right]);
  gboolean others_have[G_N_ELEMENTS (features)] = { FALSE };
  glong longest = 0;

  for (guint i = 0; answers[i] != NULL; i++)
    {
      g_autofree char *other = strip (answers[i]);

      if (i == right)
        continue;
      longest = MAX (longest, g_utf8_strlen (other, -1));
      for (guint k = 0; k < G_N_ELEMENTS (features); k++)
        others_have[k] = others_have[k] || has (k, other);
    }
  for (guint k = 0; k < G_N_ELEMENTS (features); k++)
    if (has (k, it) && !others_have[k])
      return g_strdup_printf ("“%s” alone %s", it, features[k].name);
  if (!has (0, it) && (double)g_utf8_strlen (it, -1) > MOST_LENGTH * (double)longest)
    return g_strdup_printf ("“%s” is longer than the others", it);
  return NULL;
}
