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
  const char *place;   /* nullable: name of the remote that is asked; its client's */
  char *device;        /* as the worker calls it */
  WsJobSource *source; /* nullable: what is to run, */
  GVariant *more;      /* and what else is asked for: a{sv} */
  GBytes *frame;       /* nullable: the request, once it is made */
  gulong cancelled_id;
  WsClientProgress progress;
  gpointer progress_data;
  WsClientSamples take_samples;
  gpointer samples_data;
  WsTiming timing; /* of a timing: what its samples are to be held against */
  GPtrArray *counters;
  WsRun *run;
  WsRun *partial;
  gboolean endless; /* samples are handed on, and not kept */
  GArray *samples;
  GPtrArray *devices;
  GVariant *compiled; /* nullable: what a worker that compiles answered */
  GPtrArray *outputs; /* nullable: GBytes: what was computed */
  gboolean making;    /* the request is being made */
  gboolean again;     /* a worker has said that another has to serve it, which one has but once */
  gboolean answered;  /* the caller has been told; what still comes is dropped */
} WsCall;

struct _WsClient {
  GObject parent_instance;

  char **argv;
  WsRemote *remote; /* nullable: the computer that @argv leads to */
  GError *absent;   /* nullable: why there is no worker to be had */
  GError *loss;     /* nullable: why the last one ended, or was not reached */
  const char *mode; /* nullable: what its workers do instead of running kernels, as they are told */
  GMainContext *context;
  WsClientLimits limits;
  WsLink *link;      /* nullable: the worker */
  GQueue *calls;     /* GTask with a WsCall; the head is running */
  gboolean greeted;  /* the worker has said hello */
  char *version;     /* nullable: of the program that the worker is of, once it has greeted */
  char *said;        /* nullable: the last line that a remote's command has printed */
  gint64 told_us;    /* of waiting for a remote's worker, when it was told last */
  gint64 pinged_us;  /* when a ping was sent that is not answered; 0: there is none */
  gint64 latency_us; /* of a remote; -1: not known */
  gboolean sent;     /* the head's request is out */
  gboolean lets_go;  /* the worker was told to give it up */
  gboolean leaving;  /* the worker has said that it ends after this call */
  GSource *letting_go;
  GSource *looking; /* for signs of life */
  WsLife life;
  WsClientStall stall; /* as it was told last, */
  guint n_stalls;      /* so many times on end */
};

void ws_client_begin_call (WsClient *self, GTask *task, WsCall *call);

/* call.c */
gboolean ws_call_is_data (const char *message);
gboolean ws_call_take (WsCall *call, const char *message, GVariant *body);

G_END_DECLS
