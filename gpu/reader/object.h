/* object.h: the value of a structure or vector that host code passes to a kernel: "P p = {3, 2.5f};
 * p.a = 7;", "make_int3 (1, 2, 3)", "Scale (3.f)". */
#pragma once

#include "reader/evaluate.h"
#include "reader/type.h"

G_BEGIN_DECLS

/**
 * WsObject:
 * @values: (element-type WsRange): its initialisers in order; those that cannot be evaluated are
 * unknown
 * @named: (element-type utf8 WsRange): values assigned to its fields by name, as in "a" and "a.x";
 * of "a = make_int2 (1, 2)" they are "a#0" and "a#1"
 * @is_set: whether all other fields have the structure's defaults, or else @rest
 * @takes_initials: whether it has the structure's default initialisers
 * @rest: see @is_set
 */
typedef struct {
  GArray *values;
  GHashTable *named;
  gboolean is_set;
  gboolean takes_initials;
  double rest;
} WsObject;

WsObject *ws_object_new (void);
void ws_object_set (WsObject *self, const char *field, WsRange value);
WsObject *ws_object_read (const WsScope *scope, const WsUserFunction *function, const WsSpan *span,
                          WsWork *work);
void ws_object_free (WsObject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsObject, ws_object_free)
WsRange ws_object_get (const WsObject *self, const WsUserSource *source, const WsUserType *type,
                       guint field, guint element, guint number);

G_END_DECLS
