/* glib.c: tells ThreadSanitizer what GLib's synchronisation orders.
 *
 * GLib is not compiled with the sanitizer and its locks are bare futexes, so that without this
 * every line that a GMutex guards would be reported as a race. Linked into a program, these
 * functions stand before GLib's of the same name: each calls GLib's and says "what came before a
 * release of this address comes before what follows an acquire of it", no more than GLib promises.
 */
#include <dlfcn.h>
#include <gio/gio.h>
#include <sanitizer/tsan_interface.h>

#define REAL(name) ((__typeof__ (&name))find (#name))

static void *
find (const char *name)
{
  void *found = dlsym (RTLD_NEXT, name);

  g_assert (found != NULL);
  return found;
}

/* ---- locks ---- */

void
g_mutex_lock (GMutex *mutex)
{
  static __typeof__ (&g_mutex_lock) real;

  if (real == NULL)
    real = REAL (g_mutex_lock);
  real (mutex);
  __tsan_acquire (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked = REAL (g_mutex_trylock) (mutex);

  if (locked)
    __tsan_acquire (mutex);
  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  static __typeof__ (&g_mutex_unlock) real;

  if (real == NULL)
    real = REAL (g_mutex_unlock);
  __tsan_release (mutex);
  real (mutex);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  gboolean woken;

  __tsan_release (mutex);
  woken = REAL (g_cond_wait_until) (cond, mutex, end_time);
  __tsan_acquire (mutex);
  return woken;
}

/* ---- what is handed from thread to thread ---- */

void
g_async_queue_push (GAsyncQueue *queue, gpointer data)
{
  __tsan_release (queue);
  REAL (g_async_queue_push) (queue, data);
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_pop) (queue);

  __tsan_acquire (queue);
  return data;
}

gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_try_pop) (queue);

  __tsan_acquire (queue);
  return data;
}

gpointer
g_async_queue_timeout_pop (GAsyncQueue *queue, guint64 timeout)
{
  gpointer data = REAL (g_async_queue_timeout_pop) (queue, timeout);

  __tsan_acquire (queue);
  return data;
}

/* A callback of a source: called by the thread that runs the main context. */
typedef struct {
  GSourceFunc func;
  gpointer data;
  GDestroyNotify notify;
} Callback;

static gboolean
call_cb (gpointer data)
{
  Callback *self = data;

  __tsan_acquire (self);
  return self->func (self->data);
}

static void
free_cb (gpointer data)
{
  Callback *self = data;

  __tsan_acquire (self);
  if (self->notify != NULL)
    self->notify (self->data);
  g_free (self);
}

static Callback *
callback_new (GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  Callback *self = g_new (Callback, 1);

  *self = (Callback){ func, data, notify };
  __tsan_release (self);
  return self;
}

void
g_source_set_callback (GSource *source, GSourceFunc function, gpointer data, GDestroyNotify notify)
{
  /* callbacks of other sources have other arguments */
  if (source->source_funcs == &g_idle_funcs || source->source_funcs == &g_timeout_funcs)
    REAL (g_source_set_callback) (source, call_cb, callback_new (function, data, notify), free_cb);
  else
    REAL (g_source_set_callback) (source, function, data, notify);
}

guint
g_idle_add_full (gint priority, GSourceFunc function, gpointer data, GDestroyNotify notify)
{
  return REAL (g_idle_add_full) (priority, call_cb, callback_new (function, data, notify), free_cb);
}

/* ---- what is counted: who frees it comes after all who let go of it ---- */

/* clang-format off */
#define COUNTED(type, ref_name, unref_name)                                                          \
  type ref_name (type self) { return REAL (ref_name) (self); }                                       \
  void unref_name (type self) { __tsan_release (self); __tsan_acquire (self); REAL (unref_name) (self); }
/* clang-format on */

COUNTED (GVariant *, g_variant_ref, g_variant_unref)
COUNTED (GBytes *, g_bytes_ref, g_bytes_unref)

void
g_object_unref (gpointer object)
{
  __tsan_release (object);
  __tsan_acquire (object);
  REAL (g_object_unref) (object);
}

void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  __tsan_release (box);
  __tsan_acquire (box);
  REAL (g_atomic_rc_box_release_full) (box, clear);
}

/* ---- what is told once ---- */

void
g_cancellable_cancel (GCancellable *cancellable)
{
  if (cancellable != NULL)
    __tsan_release (cancellable);
  REAL (g_cancellable_cancel) (cancellable);
}

gboolean
g_cancellable_is_cancelled (GCancellable *cancellable)
{
  gboolean cancelled = REAL (g_cancellable_is_cancelled) (cancellable);

  if (cancelled)
    __tsan_acquire (cancellable);
  return cancelled;
}
