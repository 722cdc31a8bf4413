/* The words of the subject: each has a meaning, and is found where it stands in a sentence. */
#include "words/glossary.h"
#include "words/locale.h"

#include <string.h>

static char *
find_all (const char *text)
{
  GString *found = g_string_new (NULL);
  WsGlossaryHit hit = { 0 };

  while (ws_glossary_find (text, hit.end, &hit))
    {
      g_autofree char *part = g_strndup (text + hit.start, hit.end - hit.start);
      g_autofree char *name = ws_glossary_dup_name (hit.term);

      g_string_append_printf (found, "%s%s=%s", found->len > 0 ? ", " : "", part, name);
    }
  return g_string_free (found, FALSE);
}

static void
test_find (void)
{
  static const struct {
    const char *text;
    const char *found;
  } cases[] = {
    { "Stage 3 of 8, stride 4: 1 of 4 warps diverges.",
      "Stage=stage, stride=stride, warps=warp, diverges=diverge" },
    { "two 2-way bank conflicts; banks", "bank conflicts=bank conflict, banks=bank" },
    { "SM efficiency of 132 SMs", "SM efficiency=SM efficiency, SMs=SM" },
    { "Achieved occupancy is not occupancy.",
      "Achieved occupancy=achieved occupancy, occupancy=occupancy" },
    { "a swarm, warped, gridlock, smile, unblocked", "" },
    { "Ärger, Warpé, (warp)", "warp=warp" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = find_all (cases[i].text);

      g_assert_cmpstr (found, ==, cases[i].found);
    }
}

/* In the order of the alphabet, none twice; meanings of a sentence or two, short enough for a
 * tooltip. */
static void
test_terms (void)
{
  g_autofree char *before = g_strdup ("");

  g_assert_cmpuint (ws_glossary_get_n_terms (), >=, 30);
  for (guint i = 0; i < ws_glossary_get_n_terms (); i++)
    {
      g_autofree char *name = ws_glossary_dup_name (i);
      const char *meaning = ws_glossary_get_meaning (i);
      WsGlossaryHit hit;

      g_assert_cmpint (g_ascii_strcasecmp (before, name), <, 0);
      g_assert_true (ws_glossary_find (name, 0, &hit));
      g_assert_cmpuint (hit.term, ==, i);
      g_assert_cmpuint (hit.end, ==, strlen (name));
      g_assert_true (g_str_has_suffix (meaning, "."));
      g_assert_cmpuint (strlen (meaning), <=, 200);
      g_assert_true (g_unichar_isupper (g_utf8_get_char (meaning)) || g_ascii_isdigit (*meaning));
      g_free (before);
      before = g_steal_pointer (&name);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/glossary/find", test_find);
  g_test_add_func ("/glossary/terms", test_terms);
  return g_test_run ();
}
