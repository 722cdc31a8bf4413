/* sheet-fixture.h: sweeps with figures that do not change: published ones, of an H200 and of the
 * virtual one, for the tests of sheets. */
#pragma once

#include "sheet/sheet.h"

G_BEGIN_DECLS

typedef enum {
  SHEET_H200,    /* measured, tests/measured/h200-time.txt; where that has none, made up near it */
  SHEET_VM_H200, /* modelled */
  SHEET_PUBLISHED, /* a G80's ladder, an RTX 2080 Ti's heat map */
} SheetFixture;

/* (transfer full): of every kind; of what is published, ladder and heat map alone */
WsSweep *sheet_fixture_new_sweep (WsSweepKind kind, SheetFixture which);
/* (transfer full): the first launches of an RTX 2080 Ti, as a ladder */
WsSweep *sheet_fixture_new_first_launches (void);
/* (transfer full): no points yet */
WsSweep *sheet_fixture_new_empty (WsSweepKind kind, SheetFixture which);
/* A point that is done. Borrowed. */
WsSweepPoint *sheet_fixture_add (WsSweep *sweep, guint kernel, guint64 n, guint32 block,
                                 guint32 max_grid, guint64 median_ns);
/* (transfer full): @n samples, measured about 48 µs with a long tail, or modelled and equal */
WsLive *sheet_fixture_new_live (SheetFixture which, guint n);
/* (transfer full): the sheet of one sweep, which may be %NULL for none to compare with */
WsSheet *sheet_fixture_new_sheet (WsSweepKind kind, SheetFixture which, WsSweep *compared);

G_END_DECLS
