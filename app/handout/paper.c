#include "handout/paper.h"

#include <langinfo.h>
#include <stdint.h>

#define LETTER_WIDTH_MM 216

static const struct {
  const char *name;
  double width; /* points: 1/72 inch */
  double height;
} papers[WS_N_PAPERS] = {
  [WS_PAPER_A4] = { "a4", 595.276, 841.89 },
  [WS_PAPER_LETTER] = { "letter", 612, 792 },
};

/**
 * ws_paper_parse:
 * @name: "a4" or "letter", in capitals or not
 * @paper: (out): it
 *
 * Returns: whether there is such a paper
 */
gboolean
ws_paper_parse (const char *name, WsPaper *paper)
{
  for (guint i = 0; i < WS_N_PAPERS; i++)
    if (g_ascii_strcasecmp (papers[i].name, name) == 0)
      {
        *paper = i;
        return TRUE;
      }
  return FALSE;
}

/* Returns: what lies in the printers of the user's country, as its locale says */
WsPaper
ws_paper_get_usual (void)
{
#ifdef _NL_PAPER_WIDTH
  /* glibc gives a number where others give a string */
  if ((intptr_t)nl_langinfo (_NL_PAPER_WIDTH) == LETTER_WIDTH_MM)
    return WS_PAPER_LETTER;
#endif
  return WS_PAPER_A4;
}

/**
 * ws_paper_get_size:
 * @width: (out): points (1/72 inch)
 * @height: (out): points
 */
void
ws_paper_get_size (WsPaper self, double *width, double *height)
{
  *width = papers[self].width;
  *height = papers[self].height;
}
