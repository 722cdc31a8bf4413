/* server.h: one file by HTTP on this computer, as a good server or a bad one. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ServerWay:
 * @SERVER_GOOD: as it should, with ranges
 * @SERVER_WHOLE: always the whole, whatever range is asked for
 * @SERVER_BREAKS: breaks off after half of what is asked for, once
 * @SERVER_MISSING: knows no such file
 * @SERVER_LONGER: sends more than there is
 *
 * How it answers.
 */
typedef enum {
  SERVER_GOOD,
  SERVER_WHOLE,
  SERVER_BREAKS,
  SERVER_MISSING,
  SERVER_LONGER,
} ServerWay;

typedef struct _Server Server;

Server *server_new (void);
void server_free (Server *self);
char *server_get_base (const Server *self);
void server_set (Server *self, const char *name, GBytes *bytes);
void server_behave (Server *self, ServerWay way);
guint64 server_get_sent (Server *self);

G_END_DECLS
