/* table-reader.h: tables of figures as files, read back by Python's own csv and json. */
#pragma once

#include "export/data.h"

G_BEGIN_DECLS

/**
 * Table:
 * @head: (element-type utf8 utf8): by key, as it is written in CSV
 * @columns: (element-type utf8)
 * @cells: (element-type utf8): row after row, as written in CSV; of JSON, numbers as %.17g and
 * %NULL for what is not known
 */
typedef struct {
  GHashTable *head;
  GPtrArray *columns;
  GPtrArray *cells;
  guint n_rows;
} Table;

/* A test of both formats: its data is "csv", then "json". */
typedef struct {
  const char *name;
  GTestDataFunc function;
} TableTest;

void table_add_tests (const char *path, const TableTest *tests, guint n);
/* Whether there is a Python to read with; else the test is skipped. */
gboolean table_can_read (void);
/* (transfer full): of a file whose suffix says its format */
Table *table_read (const char *path);
/* (transfer full): written as @suffix, "csv" or "json", and read back */
Table *table_read_data (const WsData *data, const char *suffix);
void table_free (Table *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Table, table_free)
/* (nullable): fails where there is no such column */
const char *table_get (const Table *self, guint row, const char *column);
double table_get_number (const Table *self, guint row, const char *column);
/* (nullable) */
const char *table_get_head (const Table *self, const char *key);

G_END_DECLS
