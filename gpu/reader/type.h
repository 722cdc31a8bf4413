/* type.h: types of CUDA C++ as a buffer or a number has them. */
#pragma once

#include "user/plan.h"
#include "reader/source.h"

G_BEGIN_DECLS

/**
 * WsUserType:
 * @value: of a number, or of each of its fields
 * @bytes: of one
 * @alignment: bytes
 * @is_float: whether it is a floating-point number
 * @is_pointer: whether it is a pointer to such
 * @is_const: whether nothing is written through it
 * @is_known: whether it is known
 * @is_empty: whether it is a structure without fields
 * @has_addresses: whether it is a structure with a pointer among its fields
 * @n_fields: of a structure or a vector; 0 of a number
 * @fields: of a structure: see #WsField; their names are of the source's
 */
typedef struct {
  WsValueType value;
  guint32 bytes;
  guint32 alignment;
  gboolean is_float;
  gboolean is_pointer;
  gboolean is_const;
  gboolean is_known;
  gboolean is_empty;
  gboolean has_addresses;
  guint n_fields;
  struct {
    char name[32];
    WsValueType value;
    guint32 offset;
    guint32 n;
    gboolean is_address;
    WsValueType of;    /* type that a pointer points to */
    guint32 of_bytes;  /* of that; 0 if it is not a number, or there are several pointers */
    gboolean is_const; /* that */
    WsSpan initial;    /* default that the source gives a number; else empty */
  } fields[WS_USER_MAX_FIELDS];
} WsUserType;

/* (transfer full) (nullable): a template argument, as in "float" */
typedef char *(*WsUserTypeLookup) (const char *name, gpointer data);

gboolean ws_user_type_is_word (const char *word);
gboolean ws_user_type_read (const WsUserSource *source, const WsSpan *span, WsUserTypeLookup lookup,
                            gpointer data, WsUserType *type);
char *ws_user_type_spell (const WsSpan *span, WsUserTypeLookup lookup, gpointer data);
gboolean ws_user_type_parse (const WsUserSource *source, const char *text, WsUserType *type);

G_END_DECLS
