/* layout.h: the layout of a scenario's table. For lack of room it drops, in this order: decimals,
 * large type, redundant columns, the other group, rows. */
#pragma once

#include "pen/paint.h"
#include "pen/text.h"
#include "scenario/options.h"

G_BEGIN_DECLS

/**
 * WsScenarioLayout:
 * @title: the title; no height without one
 * @place: the GPU that ran it, if different from that of the published figures; else no height
 * @summary: lines of the sentence below it
 * @head: names of groups and columns
 * @rows: the rows that are shown
 * @caption: source of the figures
 * @first_row: first row shown
 * @n_shown: rows shown
 * @label: x and width of the rows' labels
 * @first_group: first group shown
 * @n_groups: groups shown
 * @group: by group: x and width
 * @n_columns: columns shown of each group
 * @columns: which
 * @column_x: by group and column
 * @column_w: by column
 * @sign_w: room at the left of a group for its state
 * @mark_w: room at the right of a figure for its mark
 * @two_lines: whether published figures are below ours
 * @has_bars: whether shares are shown as bars, too
 * @has_long_titles: whether columns have their full titles
 */
typedef struct {
  const WsScenario *scenario;
  const WsTheme *theme;
  double width;
  double height;
  double pad;
  double title_px;
  double summary_px;
  double big_px;
  double small_px;
  double head_px;
  double note_px;
  guint decimals;
  WsBox title;
  WsBox place;
  double place_px;
  char **place_lines;
  WsBox summary;
  char **summary_lines;
  WsBox head;
  gboolean has_names;
  gboolean has_words;
  guint head_lines;
  WsBox rows;
  double row_h;
  guint first_row;
  guint n_shown;
  WsBox caption;
  char **caption_lines;
  gboolean has_legend;
  WsBox label;
  guint label_lines;
  guint first_group;
  guint n_groups;
  WsBox group[WS_SCENARIO_MAX_GROUPS];
  guint n_columns;
  WsScenarioColumn columns[WS_SCENARIO_N_COLUMNS];
  double column_x[WS_SCENARIO_MAX_GROUPS][WS_SCENARIO_N_COLUMNS];
  double column_w[WS_SCENARIO_N_COLUMNS];
  double sign_w;
  double mark_w;
  gboolean two_lines;
  gboolean has_bars;
  gboolean has_long_titles;
} WsScenarioLayout;

void ws_scenario_layout_init (WsScenarioLayout *self, WsText *text, const WsScenario *scenario,
                              const WsScenarioOptions *options, const WsArea *area);
void ws_scenario_layout_clear (WsScenarioLayout *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WsScenarioLayout, ws_scenario_layout_clear)

WsBox ws_scenario_layout_get_cell (const WsScenarioLayout *self, guint row, guint group);
WsBox ws_scenario_layout_get_figure (const WsScenarioLayout *self, guint row, guint group,
                                     guint column);

/**
 * WsScenarioRoom:
 * @least_px: the smallest size of the font
 * @width: of a line, pixels
 * @max_lines: maximum number of lines
 *
 * Room for words.
 */
typedef struct {
  double least_px;
  double width;
  guint max_lines;
} WsScenarioRoom;

char **ws_scenario_wrap (WsText *text, WsFace face, double *px, const WsScenarioRoom *room,
                         const char *string);

void ws_scenario_draw_rows (cairo_t *cr, WsText *text, const WsScenarioLayout *l,
                            const WsScenarioOptions *options);
void ws_scenario_draw_profile (cairo_t *cr, const WsScenarioLayout *l,
                               const WsScenarioResult *result, const WsBox *box);
void ws_scenario_draw_profile_head (cairo_t *cr, WsText *text, const WsScenarioLayout *l, double x,
                                    double y, double width);
void ws_scenario_draw_mark (cairo_t *cr, WsScenarioMark mark, double x, double y, double size,
                            WsColor color);

G_END_DECLS
