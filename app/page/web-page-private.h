/* web-page-private.h: shared by web-page.c (the contents), web-run.c and web-lesson.c (the
 * moments), web-metrics.c (a table), web-data.c (JSON) and web-page-write.c (HTML). Private to
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
 * @alt: description for screen readers
 * @n_rows: rows of warps or text of a full-width strip below all others; 0 for other pictures
 * @picture: drawn when the page is written
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
 * @figure: (nullable): its main figure, below the name
 * @pictures: (element-type WsWebPicture): beside each other
 *
 * One view of a step; the reader chooses among them.
 */
typedef struct {
  char *name;
  char *figure;
  GPtrArray *pictures;
} WsWebView;

/**
 * WsWebListing:
 * @code: index of a listing of the page
 * @line: highlighted line of it, from 1; 0 for none
 */
typedef struct {
  guint code;
  guint line;
} WsWebListing;

/**
 * WsWebStep:
 * @title: (nullable): above it
 * @subtitle: (nullable): below that
 * @words: (nullable): Pango markup, a line for each paragraph: caption or words
 * @views: (element-type WsWebView): at least one, except for a step with words only
 * @listings: (array length=n_listings): the executed code of each run shown
 * @veils: whether the shares of lanes beside the code are hidden until the reveal
 * @question: (nullable): Pango markup
 * @answers: (nullable) (array zero-terminated=1): Pango markup
 * @right: the right one; -1 for none
 * @reveal: (nullable): Pango markup, a line for each paragraph: words of the reveal
 * @told: (nullable) (element-type WsWebView): views after the reveal, if different
 * @hides: whether there is something to reveal
 * @stops: whether Page Down stops there
 * @source: (nullable): source of the figures
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
 * @file: (nullable): its name, without a scene
 * @text: (nullable): likewise, its text
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
  char *title; /* NULL while the page is empty */
  char *about; /* nullable: below it */
  GPtrArray *steps;
  GPtrArray *codes; /* WsWebCode */
  GPtrArray *runs;  /* WsWebRun: of the table of metrics */
  double seconds;   /* between stops if the page plays; 0 if not */
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
