/* head.c: what the heads of tables say: who made them, on what, of what. */
#include "table/private.h"

#include <math.h>

#define EXACT (G_GUINT64_CONSTANT (1) << 53) /* whole numbers up to here are exact as double */

/**
 * ws_data_new_titled:
 * @name: of the table, for files
 * @title: of it, for people
 *
 * Returns: (transfer full): a table of nothing but its title
 */
WsData *
ws_data_new_titled (const char *name, const char *title)
{
  WsData *self = ws_data_new (name);

  ws_data_set_text (self, "title", title);
  return self;
}

/**
 * ws_data_set_origin:
 * @origin: says in the head whether the figures are measured or modelled
 */
void
ws_data_set_origin (WsData *self, WsOrigin origin)
{
  ws_data_set_text (self, "figures", ws_origin_get_name (origin));
}

/**
 * ws_data_set_device:
 * @name: of what ran it
 * @id: (nullable): of it, as in "vm:h200"; %NULL, or empty, of published figures
 * @driver: (nullable): of the GPU, as in "580.159"
 *
 * Says in the head what ran it.
 */
void
ws_data_set_device (WsData *self, const char *name, const char *id, const char *driver)
{
  ws_data_set_text (self, "device", name);
  if (id != NULL && *id != '\0')
    ws_data_set_text (self, "device_id", id);
  ws_data_set_text (self, "driver", driver);
}

/**
 * ws_data_set_type:
 * @type: of the elements
 *
 * Says it in the head, as C does: "unsigned int".
 */
void
ws_data_set_type (WsData *self, WsValueType type)
{
  static const char *const names[] = {
    [WS_VALUE_U32] = "unsigned int", [WS_VALUE_S32] = "int",
    [WS_VALUE_F32] = "float",        [WS_VALUE_U64] = "unsigned long",
    [WS_VALUE_S64] = "long",         [WS_VALUE_F64] = "double",
    [WS_VALUE_B8] = "unsigned char", [WS_VALUE_B16] = "unsigned short",
    [WS_VALUE_F16] = "__half",       [WS_VALUE_BF16] = "__nv_bfloat16",
  };

  if ((guint)type < G_N_ELEMENTS (names))
    ws_data_set_text (self, "type", names[type]);
}

/**
 * ws_data_set_run:
 * @run: what the figures are of
 *
 * Says in the head what ran it, when, and what the user asked for.
 */
void
ws_data_set_run (WsData *self, const WsRun *run)
{
  const char *op;
  guint64 n;
  guint32 block;

  ws_data_set_device (self, run->device_name, run->device, run->driver);
  ws_data_set_origin (self, run->origin);
  ws_data_set_date (self, "date", run->date);
  ws_data_set_text (self, "kernel", run->id);
  ws_data_set_text (self, "kernel_title", run->title);
  ws_data_set_type (self, run->value_type);
  if (run->parameters != NULL && g_variant_lookup (run->parameters, "op", "&s", &op))
    ws_data_set_text (self, "op", op);
  if (run->parameters != NULL && g_variant_lookup (run->parameters, "n", "t", &n))
    ws_data_set_number (self, "n", (double)n);
  if (run->parameters != NULL && g_variant_lookup (run->parameters, "block", "u", &block))
    ws_data_set_number (self, "block", block);
  ws_data_set_number (self, "launches", (double)run->n_launches);
}

/* Of more than one dimension, "16 x 8". */
static void
set_shape (WsData *self, const char *name, const guint32 extent[3])
{
  g_autofree char *shape = extent[2] > 1
                               ? g_strdup_printf ("%u x %u x %u", extent[0], extent[1], extent[2])
                               : g_strdup_printf ("%u x %u", extent[0], extent[1]);

  if (extent[1] > 1 || extent[2] > 1)
    ws_data_set_text (self, name, shape);
}

/**
 * ws_data_set_launch:
 * @launch: index of one of its launches
 *
 * Says in the head which launch the figures are of, counted from 1 as on the command line, with its
 * grid, block and duration.
 */
void
ws_data_set_launch (WsData *self, const WsRun *run, guint launch)
{
  const WsLaunch *record = &run->launches[launch];

  ws_data_set_number (self, "launch", launch + 1);
  if (record->n_elements > 0)
    ws_data_set_number (self, "launch_elements", (double)record->n_elements);
  ws_data_set_number (self, "block", ws_launch_get_n_threads (record));
  set_shape (self, "block_shape", record->block);
  ws_data_set_number (self, "grid", (double)ws_launch_get_n_blocks (record));
  set_shape (self, "grid_shape", record->grid);
  if (record->has_duration)
    ws_data_set_number (self, "duration_ns", (double)record->duration_ns);
}

/**
 * ws_data_new_of_launch:
 * @name: of the table, for files
 * @run: what the figures are of
 * @launch: index of one of its launches
 *
 * Returns: (transfer full): a table without columns whose head says which run, and which launch of
 * it
 */
WsData *
ws_data_new_of_launch (const char *name, const WsRun *run, guint launch)
{
  WsData *self = ws_data_new (name);

  ws_data_set_run (self, run);
  ws_data_set_launch (self, run, launch);
  return self;
}

/**
 * ws_data_add_columns:
 * @self: a table without rows
 * @names: (array zero-terminated=1): of the columns, from left to right
 */
void
ws_data_add_columns (WsData *self, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    ws_data_add_column (self, names[i]);
}

/**
 * ws_data_put_value:
 * @self: a table with a row
 * @type: what @bits are
 *
 * Puts the next cell of the last row, exactly: whole numbers beyond what a double holds are written
 * out.
 */
void
ws_data_put_value (WsData *self, WsValueType type, guint64 bits)
{
  gboolean wide =
      (type == WS_VALUE_U64 && bits > EXACT)
      || (type == WS_VALUE_S64 && ((gint64)bits > (gint64)EXACT || (gint64)bits < -(gint64)EXACT));
  double value = ws_value_to_double (type, bits);

  if (!wide && isfinite (value))
    ws_data_put_number (self, value);
  else
    {
      g_autofree char *text = ws_value_format (type, bits, 32);

      ws_data_put_text (self, text);
    }
}

/**
 * ws_data_put_space:
 * @self: a table with a row
 * @space: where something is
 *
 * Puts the next cell of the last row: what that memory is called in tables, as in "shared".
 */
void
ws_data_put_space (WsData *self, WsSpace space)
{
  static const char *const names[] = {
    [WS_SPACE_NONE] = "register",   [WS_SPACE_PARAM] = "parameter", [WS_SPACE_GLOBAL] = "global",
    [WS_SPACE_SHARED] = "shared",   [WS_SPACE_LOCAL] = "local",     [WS_SPACE_CONST] = "constant",
    [WS_SPACE_GENERIC] = "generic",
  };

  ws_data_put_text_or_nothing (self, (guint)space < G_N_ELEMENTS (names) ? names[space] : NULL);
}

void
ws_data_put_hex (WsData *self, guint64 value, int digits)
{
  g_autofree char *text = g_strdup_printf ("0x%0*" G_GINT64_MODIFIER "x", digits, value);

  ws_data_put_text (self, text);
}

/* An index; nothing of %WS_NONE. */
void
ws_data_put_index (WsData *self, guint32 index)
{
  if (index == WS_NONE)
    ws_data_put_nothing (self);
  else
    ws_data_put_number (self, index);
}
