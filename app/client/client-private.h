/* client-private.h: what client.c (the worker and its messages) and client-calls.c (the public
 * calls) share. */
#pragma once

#include "client/client.h"
#include "client/life.h"
#include "client/link.h"

G_BEGIN_DECLS

typedef enum {
  WS_CALL_DEVICES,
  WS_CALL_RECORD,
  WS_CALL_TIME,
  WS_CALL_COUNTERS,
  WS_CALL_COMPILER,
  WS_CALL_COMPILE,
  WS_CALL_ASK,
  WS_CALL_COMPUTE,
} WsCallKind;

/* One call, from its request to done or error. */
typedef struct {
  WsCallKind kind;
  const char *place;   /* nullable: name of the remote; the client's */
  char *device;        /* the worker's name for it */
  WsJobSource *source; /* nullable: the job, */
  GVariant *more;      /* and the other parameters: a{sv} */
  GBytes *frame;       /* nullable: the request, once composed */
  gulong cancelled_id;
  WsClientProgress progress;
  gpointer progress_data;
  WsClientSamples take_samples;
  gpointer samples_data;
  WsTiming timing; /* of a timing: the context of its samples */
  GPtrArray *counters;
  WsRun *run;
  WsRun *partial;
  gboolean endless; /* samples are forwarded, not kept */
  GArray *samples;
  GPtrArray *devices;
  GVariant *compiled; /* nullable: the answer of a compiler's worker */
  GPtrArray *outputs; /* nullable: GBytes: the computed buffers */
  gboolean making;    /* the request is being composed */
  gboolean again;     /* a worker has asked for a new one to serve it; allowed once per call */
  gboolean answered;  /* the caller has its result; later messages are dropped */
} WsCall;

struct _WsClient {
  GObject parent_instance;

  char **argv;
  WsRemote *remote; /* nullable: the computer that @argv leads to */
  GError *absent;   /* nullable: why no worker can be started */
  GError *loss;     /* nullable: why the last one ended, or could not be reached */
  const char *mode; /* nullable: option of workers that do not run kernels */
  GMainContext *context;
  WsClientLimits limits;
  WsLink *link;      /* nullable: the worker */
  GQueue *calls;     /* GTask with a WsCall; the head is running */
  gboolean greeted;  /* the worker has sent its hello */
  char *version;     /* nullable: version of the worker's program, once it has sent its hello */
  char *said;        /* nullable: the last line that a remote's command has printed */
  gint64 told_us;    /* of waiting for a remote's worker, when last reported */
  gint64 pinged_us;  /* time of an unanswered ping; 0: none */
  gint64 latency_us; /* of a remote; -1: not known */
  gboolean sent;     /* the head's request was sent */
  gboolean lets_go;  /* a cancel was sent to the worker */
  gboolean leaving;  /* the worker has announced that it ends after this call */
  GSource *letting_go;
  GSource *looking; /* for signs of life */
  WsLife life;
  WsClientStall stall; /* as last reported, */
  guint n_stalls;      /* and the number of repetitions */
};

void ws_client_begin_call (WsClient *self, GTask *task, WsCall *call);

/* call.c */
gboolean ws_call_is_data (const char *message);
gboolean ws_call_take (WsCall *call, const char *message, GVariant *body);

G_END_DECLS
