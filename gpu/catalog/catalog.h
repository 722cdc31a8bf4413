/* catalog.h: what kernels there are, what they need, how they are launched and how their result is checked. Reads catalog.ini. */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsCatalog WsCatalog;

/**
 * WsCatalogKernel:
 * @id: as in "reduce1"
 * @number: position in its group, 1-based
 * @group: as in "Reduction"
 * @title: as in "Kernel 1: interleaved addressing"
 * @name: short, as in "Interleaved addressing"
 * @idea: one sentence: what it shows
 * @defect: one sentence: what the next kernel mends
 * @file: source, as in "reduce1.cu"
 */
typedef struct {
  char *id;
  guint number;
  char *group;
  char *title;
  char *name;
  char *idea;
  char *defect;
  char *file;
  char *source; /* its text */
  guint elements_per_thread; /* of a launch: 1, 2; 0: as many as needed (grid-stride) */
  guint default_block;
  guint64 default_n;
  /* entry of the PTX for a type, operator and block; see catalog.ini */
  char *entry;
} WsCatalogKernel;

/**
 * WsPlanParameters:
 *
 * What the user chooses. Parsed and validated in one place, for the window's fields and the command line alike.
 */
typedef struct {
  guint64 n;
  guint32 block;
  WsValueType type; /* WS_VALUE_S32 or WS_VALUE_F32 */
  char op[16];      /* "sum", "max", "min", "product" */
  guint64 seed;
  guint32 max_grid; /* of grid-stride kernels */
} WsPlanParameters;

/* One launch of a plan. */
typedef struct {
  char *entry;
  guint64 n_elements;
  guint64 n_results;
  guint32 grid[3];
  guint32 block[3];
  guint32 dynamic_shared_bytes;
} WsPlanLaunch;

typedef struct {
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;
  char *ptx_path;      /* resource path of the PTX */
  char *kernel_title;  /* "reduce6<128>" */
  GArray *launches;    /* WsPlanLaunch */
  guint64 remaining;   /* values left at the end: 1 but for blocks of one thread that combine nothing */
} WsPlan;

#define WS_CATALOG_ERROR (ws_catalog_error_quark ())
GQuark ws_catalog_error_quark (void);
typedef enum {
  WS_CATALOG_ERROR_DAMAGED,
  WS_CATALOG_ERROR_UNKNOWN_KERNEL,
  WS_CATALOG_ERROR_BAD_N,
  WS_CATALOG_ERROR_BAD_BLOCK,
  WS_CATALOG_ERROR_BAD_PARAMETER,
} WsCatalogError;

WsCatalog *ws_catalog_new (const char *resources_dir, GError **error);
void ws_catalog_free (WsCatalog *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCatalog, ws_catalog_free)
guint ws_catalog_get_n_kernels (WsCatalog *self);
const WsCatalogKernel *ws_catalog_get_kernel (WsCatalog *self, guint index);
const WsCatalogKernel *ws_catalog_find (WsCatalog *self, const char *id, GError **error);

/* specs of resources/specs, in order of age. (transfer none) (element-type WsSpec) */
GPtrArray *ws_catalog_get_specs (WsCatalog *self);

void ws_plan_parameters_init (WsPlanParameters *self, const WsCatalogKernel *kernel);
/* @text: "4194304", "2^20", "4M", "100 000"; refuses what is not a positive whole number that fits, and says why */
gboolean ws_plan_parse_n (const char *text, guint64 *n, GError **error);
gboolean ws_plan_parse_block (const char *text, guint32 *block, GError **error);
gboolean ws_plan_set_type (WsPlanParameters *self, const char *text, GError **error);
gboolean ws_plan_set_op (WsPlanParameters *self, const char *text, GError **error);

WsPlan *ws_plan_new (WsCatalog *catalog, const WsCatalogKernel *kernel, const WsPlanParameters *parameters,
                     const WsSpec *spec, GError **error);
void ws_plan_free (WsPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPlan, ws_plan_free)

/* The input, n packed elements: the first 16 of seed 0 are the slide's (10 1 8 -1 0 -2 3 5 -2 -3 2 7 0 11 0 2). (transfer full) */
GBytes *ws_plan_make_input (const WsPlan *self);
/* The host's result; @bound: greatest admissible absolute difference, with the formula's source in the comment of its code */
guint64 ws_plan_expect (const WsPlan *self, GBytes *input, double *bound);
gboolean ws_plan_is_correct (const WsPlan *self, guint64 result, guint64 expected, double bound);

G_END_DECLS
