/* web-page-private.h: what web-page.c (what is on it), web-run.c and web-lesson.c (which moments),
 * web-metrics.c (a table), web-data.c (as JSON) and web-page-write.c (as HTML) share. Private to
 * page/, and its tests.
 */
#pragma once

#include "page/web-page.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define WS_WEB_MAX_LISTINGS 2

/**
 * WsWebPicture:
 * @heading: (nullable): above it
 * @note: (nullable): Pango markup: below it
 * @alt: what there is to see, for a screen reader
 * @n_rows: rows, of warps or of text, of a strip below all others, as wide as the page; 0 of other
 * pictures
 * @picture: that is drawn when the page is written
 */
typedef struct {
  char *heading;
  char *note;
  char *alt;
  guint n_rows;
  WsPicture *picture;
} WsWebPicture;

/**
 * WsWebView:
 * @name: on its button
 * @figure: (nullable): its one figure, below that
 * @pictures: (element-type WsWebPicture): beside each other
 *
 * One way to look at a step; the reader chooses among those of a step.
 */
typedef struct {
  char *name;
  char *figure;
  GPtrArray *pictures;
} WsWebView;

/**
 * WsWebListing:
 * @code: number of a listing of the page
 * @line: of that, from 1, which is lit; 0 for none
 */
typedef struct {
  guint code;
  guint line;
} WsWebListing;

/**
 * WsWebStep:
 * @title: (nullable): above it
 * @subtitle: (nullable): below that
 * @words: (nullable): Pango markup, a line for each paragraph: what happens, or is said
 * @views: (element-type WsWebView): at least one, but of a step that has words alone
 * @listings: (array length=n_listings): what is executed: of each run that is seen
 * @veils: whether the shares of lanes beside the code are kept back until it is revealed
 * @question: (nullable): Pango markup
 * @answers: (nullable) (array zero-terminated=1): Pango markup
 * @right: the right one; -1 where none is
 * @reveal: (nullable): Pango markup, a line for each paragraph: what is said then
 * @told: (nullable) (element-type WsWebView): what is seen then, where that is something else
 * @hides: whether there is something to reveal
 * @stops: whether Page Down stops there
 * @source: (nullable): where the figures are from
 */
typedef struct {
  char *title;
  char *subtitle;
  char *words;
  GPtrArray *views;
  WsWebListing listings[WS_WEB_MAX_LISTINGS];
  guint n_listings;
  gboolean veils;
  char *question;
  char **answers;
  int right;
  char *reveal;
  GPtrArray *told;
  gboolean hides;
  gboolean stops;
  char *source;
} WsWebStep;

/**
 * WsWebCode:
 * @scene: (nullable): whose kernel's source it is
 * @file: (nullable): its name, where there is no scene
 * @text: (nullable): likewise, what stands in it
 *
 * A listing.
 */
typedef struct {
  WsScene *scene;
  char *file;
  char *text;
} WsWebCode;

/**
 * WsWebRun:
 * @heading: (nullable): above its column
 *
 * A column of the table of metrics.
 */
typedef struct {
  char *heading;
  WsRun *run;
} WsWebRun;

struct _WsWebPage {
  char *title; /* NULL until there is something on it */
  char *about; /* nullable: below it */
  GPtrArray *steps;
  GPtrArray *codes; /* WsWebCode */
  GPtrArray *runs;  /* WsWebRun: of the table of metrics */
  double seconds;   /* from stop to stop where the page plays; 0 where it does not */
  gboolean is_brief;
};

WsWebStep *ws_web_page_add_step (WsWebPage *self);
void ws_web_page_add_listing (WsWebPage *self, WsWebStep *step, const WsPicture *picture);
void ws_web_page_add_text (WsWebPage *self, WsWebStep *step, const char *file, const char *text);
WsWebView *ws_web_view_new (const char *name, const char *figure);
void ws_web_view_free (gpointer view);
WsWebPicture *ws_web_view_add_picture (WsWebView *self, const char *heading, const char *note,
                                       const WsPicture *picture);
void ws_web_view_add_strip (WsWebView *self, const char *alt, const WsPicture *picture,
                            guint n_rows);

/* web-metrics.c */
GPtrArray *ws_web_runs_new (void);
void ws_web_page_add_metrics (WsWebPage *self, const char *heading, WsRun *run);
void ws_web_metrics_add (JsonBuilder *json, const GPtrArray *runs);

/* web-data.c */
char *ws_web_data_make (const WsWebPage *self, const WsWebPageWatch *watch, char **drawings,
                        char **css, GError **error);

G_END_DECLS
