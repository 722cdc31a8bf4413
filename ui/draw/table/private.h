/* private.h: what data.c (the table) and its writers share. */
#pragma once

#include "table/data.h"

G_BEGIN_DECLS

typedef enum {
  WS_CELL_UNKNOWN,
  WS_CELL_TEXT,
  WS_CELL_NUMBER,
} WsCellKind;

/* @text: of the table's strings */
typedef struct {
  WsCellKind kind;
  const char *text;
  double number;
} WsCell;

typedef struct {
  const char *key;
  WsCell value;
} WsDataHead;

/**
 * WsData:
 * @head: (element-type WsDataHead): in the order in which they were set
 * @columns: (element-type utf8): of the table's strings
 * @cells: (element-type WsCell): n_columns for each row; the last may have fewer
 * @strings: holds all texts
 */
struct _WsData {
  GArray *head;
  GPtrArray *columns;
  GArray *cells;
  guint n_rows;
  guint n_put; /* cells of the last row */
  GStringChunk *strings;
};

const WsCell *ws_data_get_cell (const WsData *self, guint row, guint column);
void ws_data_set_date (WsData *self, const char *key, gint64 unix_seconds);
void ws_data_format_number (double value, char text[G_ASCII_DTOSTR_BUF_SIZE]);

/* data-head.c: the head of all tables, and of those of a run */
WsData *ws_data_new_titled (const char *name, const char *title);
WsData *ws_data_new_of_launch (const char *name, const WsRun *run, guint launch);
void ws_data_set_origin (WsData *self, WsOrigin origin);
void ws_data_set_device (WsData *self, const char *name, const char *id, const char *driver);
void ws_data_set_type (WsData *self, WsValueType type);
void ws_data_set_run (WsData *self, const WsRun *run);
void ws_data_set_launch (WsData *self, const WsRun *run, guint launch);
void ws_data_add_columns (WsData *self, const char *const *names);
void ws_data_put_text_or_nothing (WsData *self, const char *value);
void ws_data_put_nothing (WsData *self);
void ws_data_put_space (WsData *self, WsSpace space);
void ws_data_put_value (WsData *self, WsValueType type, guint64 bits);
void ws_data_put_hex (WsData *self, guint64 value, int digits);
void ws_data_put_index (WsData *self, guint32 index);

G_END_DECLS
