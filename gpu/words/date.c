#include "words/date.h"

#include <glib/gi18n.h>

#define CONTEXT "date"

/* As of g_date_time_format(), whose names of months are the locale's. */
static const char *const formats[WS_N_DATES] = {
  /* xgettext:no-c-format
   * Translators: a day, as in "2026-11-22", as of strftime() */
  [WS_DATE_DAY] = NC_ ("date", "%F"),
  /* xgettext:no-c-format
   * Translators: a time of day, as in "14:05", as of strftime() */
  [WS_DATE_TIME] = NC_ ("date", "%H:%M"),
  /* xgettext:no-c-format
   * Translators: a day and a time, as in "2 Nov 2026, 14:05", as of strftime() */
  [WS_DATE_DAY_AND_TIME] = NC_ ("date", "%-d %b %Y, %H:%M"),
  /* xgettext:no-c-format
   * Translators: a day of this year and a time, as in "2 Nov, 14:05", as of strftime() */
  [WS_DATE_THIS_YEAR] = NC_ ("date", "%-d %b, %H:%M"),
  /* xgettext:no-c-format
   * Translators: a year, as in "2026", as of strftime() */
  [WS_DATE_YEAR] = NC_ ("date", "%Y"),
};

/**
 * ws_date_format:
 * @unix_seconds: since 1970; 0 or less if unknown
 * @form: how much of it is said
 *
 * Returns: (transfer full): it, in local time and the user's language; empty if unknown
 */
char *
ws_date_format (gint64 unix_seconds, WsDateForm form)
{
  g_autoptr (GDateTime) date =
      unix_seconds > 0 ? g_date_time_new_from_unix_local (unix_seconds) : NULL;
  char *text;

  g_return_val_if_fail ((guint)form < WS_N_DATES, NULL);

  if (date == NULL)
    return g_strdup ("");
  text = g_date_time_format (date, g_dpgettext2 (NULL, CONTEXT, formats[form]));
  /* what a translator wrote may be no format */
  return text != NULL ? text : g_date_time_format (date, formats[form]);
}
