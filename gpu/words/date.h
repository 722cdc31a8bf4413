/* date.h: days and times as people read them. What programs read has dates of its own
 * (ui/draw/table). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  WS_DATE_DAY,          /* in stamps and sources */
  WS_DATE_TIME,         /* of a day that is known */
  WS_DATE_DAY_AND_TIME, /* in lists */
  WS_DATE_THIS_YEAR,    /* likewise, of a day of this year */
  WS_DATE_YEAR,         /* of what was published */
  WS_N_DATES
} WsDateForm;

char *ws_date_format (gint64 unix_seconds, WsDateForm form);

G_END_DECLS
