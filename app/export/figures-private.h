/* figures-private.h: what figures.c (which pictures), figures-write.c (the folder) and
 * figures-page.c (its page) share. Private to export/. */
#pragma once

#include "export/figures.h"

G_BEGIN_DECLS

#define WS_FIGURES_N_PICTURES 3

/**
 * WsFigureItem:
 * @section: (nullable): heading of the section that begins with it
 * @name: of its files
 * @heading: above it
 * @caption: below it
 * @source: below that
 * @alt: for a screen reader
 * @picture: (nullable): drawn when it is written
 * @draw: for figures other than pictures: draws @subject
 * @subject: of @draw
 * @free_subject: frees it
 */
typedef struct {
  char *section;
  char *name;
  char *heading;
  char *caption;
  char *source;
  char *alt;
  WsPicture *picture;
  WsExportDraw draw;
  gpointer subject;
  GDestroyNotify free_subject;
} WsFigureItem;

struct _WsFigureFolder {
  char *title;
  WsExportForm form;
  GPtrArray *items; /* WsFigureItem */
  char *section;    /* of the next item */
  WsRun *run;       /* whose metrics are to be added; NULL */
  guint launch;
};

/* formats of a picture, and of its figures */
extern const char *const ws_figures_pictures[WS_FIGURES_N_PICTURES];
extern const char *const ws_figures_tables[2];

gboolean ws_figures_item_has_data (const WsFigureItem *self);
char *ws_figures_make_page (const WsFigureFolder *self);

G_END_DECLS
