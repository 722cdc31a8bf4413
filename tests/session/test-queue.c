/* Whose turn it is: requests that are not carried out, and ended by hand. */
#include "session/queue.h"

#define N_MAX 32

typedef struct {
  char name;
  WsRequest request;
  GTask *task; /* while it is running */
  GCancellable *cancellable;
  guint n_asked;
  guint n_done;
  gboolean was_cancelled;
} Item;

typedef struct {
  WsQueue *queue;
  GString *asked; /* names, in the order of their turns */
  GString *done;
  guint n_clients;
} Fixture;

static Fixture *the_fixture;

static void
cancelled_cb (GCancellable *cancellable, Item *item)
{
  if (item->task != NULL)
    g_task_return_new_error (item->task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled.");
}

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  Item *item = data;

  g_assert_null (item->task);
  item->n_asked++;
  item->task = g_task_new (client, NULL, callback, callback_data);
  g_string_append_c (the_fixture->asked, item->name);
  if (g_cancellable_is_cancelled (cancellable))
    cancelled_cb (cancellable, item);
  else
    g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), item);
}

static void
done_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  Item *item = data;
  g_autoptr (GError) error = NULL;

  item->n_done++;
  g_task_propagate_boolean (G_TASK (result), &error);
  item->was_cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_string_append_c (the_fixture->done, item->name);
  g_clear_object (&item->task);
}

/* The callback of an item that makes room is the queue's alone: the item lets go of its task when
 * it is asked again. */
static void
ask_again (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
           gpointer callback_data, gpointer data)
{
  Item *item = data;

  g_clear_object (&item->task);
  ask (client, cancellable, callback, callback_data, data);
}

static void
turn (void)
{
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
}

static void
add_to (Fixture *fixture, Item *item, char name, const char *device, WsPriority priority,
        gboolean yields)
{
  *item = (Item){ .name = name, .cancellable = g_cancellable_new () };
  item->request = (WsRequest){ .device = device,
                               .priority = priority,
                               .yields = yields,
                               .ask = ask_again,
                               .done = done_cb,
                               .user_data = item };
  ws_queue_add (fixture->queue, &item->request, item->cancellable);
}

static void
add (Fixture *fixture, Item *item, char name, WsPriority priority)
{
  add_to (fixture, item, name, "vm:h200", priority, FALSE);
}

/* @n of them, named from 'a' on. */
static void
add_some (Fixture *fixture, Item *items, const WsPriority *priorities, guint n)
{
  for (guint i = 0; i < n; i++)
    add (fixture, &items[i], (char)('a' + i), priorities[i]);
}

static void
end (Item *item)
{
  g_assert_nonnull (item->task);
  g_task_return_boolean (item->task, TRUE);
  turn ();
  g_assert_cmpuint (item->n_done, ==, 1);
  g_assert_false (item->was_cancelled);
}

static void
client_added_cb (WsQueue *queue, WsClient *client, Fixture *fixture)
{
  g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_STOPPED);
  fixture->n_clients++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  the_fixture = fixture;
  fixture->queue = ws_queue_new (NULL);
  fixture->asked = g_string_new (NULL);
  fixture->done = g_string_new (NULL);
  g_signal_connect (fixture->queue, "client-added", G_CALLBACK (client_added_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  turn ();
  g_assert_finalize_object (fixture->queue);
  g_string_free (fixture->asked, TRUE);
  g_string_free (fixture->done, TRUE);
}

static void
clear (Item *items, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (items[i].n_done, ==, 1);
      g_clear_object (&items[i].cancellable);
    }
}

/* ---- turns ---- */

/* One at a time, the most urgent first, the first of those that are as urgent. */
static void
test_order (Fixture *fixture, gconstpointer data)
{
  Item items[6];

  add (fixture, &items[0], 'a', WS_PRIORITY_SWEEP);
  g_assert_cmpstr (fixture->asked->str, ==, "a");
  add (fixture, &items[1], 'b', WS_PRIORITY_LIVE);
  add (fixture, &items[2], 'c', WS_PRIORITY_CELL);
  add (fixture, &items[3], 'd', WS_PRIORITY_SWEEP);
  add (fixture, &items[4], 'e', WS_PRIORITY_RECORD);
  add (fixture, &items[5], 'f', WS_PRIORITY_CELL);
  g_assert_cmpuint (ws_queue_get_n_waiting (fixture->queue, "vm:h200"), ==, 5);
  g_assert_cmpuint (ws_queue_get_n_waiting (fixture->queue, "vm:k40c"), ==, 0);
  turn ();
  g_assert_cmpstr (fixture->asked->str, ==, "a");
  end (&items[0]);
  g_assert_cmpstr (fixture->asked->str, ==, "ae");
  end (&items[4]);
  end (&items[2]);
  end (&items[5]);
  end (&items[3]);
  end (&items[1]);
  g_assert_cmpstr (fixture->asked->str, ==, "aecfdb");
  g_assert_cmpstr (fixture->done->str, ==, "aecfdb");
  clear (items, 6);
}

/* The cell that was chosen last is looked at: it is the first of its kind. */
static void
test_chosen (Fixture *fixture, gconstpointer data)
{
  static const WsPriority priorities[] = { WS_PRIORITY_CHOSEN_CELL, WS_PRIORITY_CHOSEN_CELL,
                                           WS_PRIORITY_CELL, WS_PRIORITY_CHOSEN_CELL };
  Item items[4];

  add_some (fixture, items, priorities, 4);
  end (&items[0]);
  end (&items[3]);
  end (&items[1]);
  end (&items[2]);
  g_assert_cmpstr (fixture->asked->str, ==, "adbc");
  clear (items, 4);
}

/* What an answer asks comes before what has waited, where it is as urgent or more. */
static void
next_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  Item *item = data;

  done_cb (client, result, item);
  add (the_fixture, item + 1, 'n', WS_PRIORITY_SWEEP);
}

static void
test_next (Fixture *fixture, gconstpointer data)
{
  Item items[3];

  items[0] = (Item){ .name = 'a', .cancellable = g_cancellable_new () };
  items[0].request = (WsRequest){ .device = "vm:h200",
                                  .priority = WS_PRIORITY_SWEEP,
                                  .ask = ask,
                                  .done = next_cb,
                                  .user_data = &items[0] };
  ws_queue_add (fixture->queue, &items[0].request, items[0].cancellable);
  add (fixture, &items[2], 'l', WS_PRIORITY_LIVE);
  end (&items[0]);
  g_assert_cmpstr (fixture->asked->str, ==, "an");
  end (&items[1]);
  end (&items[2]);
  g_assert_cmpstr (fixture->asked->str, ==, "anl");
  clear (items, 3);
}

/* ---- making room ---- */

static void
test_yields (Fixture *fixture, gconstpointer data)
{
  Item live;
  Item cell;
  Item same;
  Item record;

  add_to (fixture, &live, 'l', "vm:h200", WS_PRIORITY_LIVE, TRUE);
  add_to (fixture, &same, 's', "vm:h200", WS_PRIORITY_LIVE, TRUE);
  turn ();
  g_assert_cmpstr (fixture->asked->str, ==, "l"); /* not for its like */
  add_to (fixture, &cell, 'c', "vm:h200", WS_PRIORITY_CELL, TRUE);
  turn ();
  g_assert_cmpstr (fixture->asked->str, ==, "lc");
  g_assert_cmpuint (live.n_done, ==, 0);
  add_to (fixture, &record, 'r', "vm:h200", WS_PRIORITY_RECORD, FALSE);
  turn ();
  g_assert_cmpstr (fixture->asked->str, ==, "lcr");
  end (&record);
  end (&cell);
  end (&live); /* it was first, and is first again */
  end (&same);
  g_assert_cmpstr (fixture->asked->str, ==, "lcrcls");
  g_assert_cmpstr (fixture->done->str, ==, "rcls");
  g_assert_cmpuint (live.n_asked, ==, 2);
  clear (&live, 1);
  clear (&cell, 1);
  clear (&same, 1);
  clear (&record, 1);
}

/* What measures is measured to its end. */
static void
test_measures (Fixture *fixture, gconstpointer data)
{
  Item items[2];

  add_to (fixture, &items[0], 'm', "cuda:0", WS_PRIORITY_SWEEP, FALSE);
  add_to (fixture, &items[1], 'r', "cuda:0", WS_PRIORITY_RECORD, FALSE);
  turn ();
  g_assert_cmpstr (fixture->asked->str, ==, "m");
  end (&items[0]);
  end (&items[1]);
  clear (items, 2);
}

/* ---- giving up ---- */

static void
test_given_up (Fixture *fixture, gconstpointer data)
{
  static const WsPriority priorities[] = { WS_PRIORITY_SWEEP, WS_PRIORITY_SWEEP,
                                           WS_PRIORITY_SWEEP };
  Item items[3];

  add_some (fixture, items, priorities, 3);
  /* one that waits */
  g_cancellable_cancel (items[1].cancellable);
  turn ();
  g_assert_true (items[1].was_cancelled);
  g_assert_cmpuint (ws_queue_get_n_waiting (fixture->queue, "vm:h200"), ==, 1);
  g_assert_cmpuint (items[0].n_done, ==, 0);
  g_assert_cmpuint (items[2].n_asked, ==, 0);
  /* one that runs */
  g_cancellable_cancel (items[0].cancellable);
  turn ();
  g_assert_true (items[0].was_cancelled);
  g_assert_cmpuint (items[2].n_asked, ==, 1);
  end (&items[2]);
  clear (items, 3);
}

/* One that has made room, and one that was given up before it came. */
static void
test_given_up_early (Fixture *fixture, gconstpointer data)
{
  Item live;
  Item record;
  Item never = { .name = 'n', .cancellable = g_cancellable_new () };

  add_to (fixture, &live, 'l', "vm:h200", WS_PRIORITY_LIVE, TRUE);
  add_to (fixture, &record, 'r', "vm:h200", WS_PRIORITY_RECORD, FALSE);
  g_cancellable_cancel (live.cancellable);
  turn ();
  g_assert_true (live.was_cancelled);
  g_cancellable_cancel (never.cancellable);
  never.request = (WsRequest){ .device = "vm:h200",
                               .priority = WS_PRIORITY_RECORD,
                               .ask = ask,
                               .done = done_cb,
                               .user_data = &never };
  ws_queue_add (fixture->queue, &never.request, never.cancellable);
  turn ();
  g_assert_true (never.was_cancelled);
  end (&record);
  clear (&live, 1);
  clear (&record, 1);
  clear (&never, 1);
}

/* ---- devices ---- */

/* Each has a worker of its own, and the first goes on with the client that listed them. */
static void
test_devices (Fixture *fixture, gconstpointer data)
{
  Item items[3];
  WsClient *lister = ws_queue_get_client (fixture->queue, NULL);

  g_assert_cmpuint (fixture->n_clients, ==, 1);
  add_to (fixture, &items[0], 'a', "cuda:0", WS_PRIORITY_SWEEP, FALSE);
  g_assert_cmpuint (fixture->n_clients, ==, 1);
  g_assert_true (ws_queue_get_client (fixture->queue, "cuda:0") == lister);
  add_to (fixture, &items[1], 'b', "vm:h200", WS_PRIORITY_SWEEP, FALSE);
  add_to (fixture, &items[2], 'c', "vm:k40c", WS_PRIORITY_SWEEP, FALSE);
  g_assert_cmpuint (fixture->n_clients, ==, 3);
  g_assert_true (ws_queue_get_client (fixture->queue, "vm:h200") != lister);
  g_assert_cmpstr (fixture->asked->str, ==, "abc");
  /* all have something to do */
  g_assert_true (ws_queue_get_client (fixture->queue, NULL) != lister);
  g_assert_cmpuint (fixture->n_clients, ==, 4);
  end (&items[1]);
  g_assert_true (ws_queue_get_client (fixture->queue, NULL)
                 == ws_queue_get_client (fixture->queue, "vm:h200"));
  end (&items[0]);
  end (&items[2]);
  clear (items, 3);
}

/* ---- at random ---- */

typedef struct {
  Item items[N_MAX];
  guint n;
} Crowd;

/* On each device at most one is running, and none that waits is more urgent than it, unless what
 * is running does not yield. */
static void
check_crowd (const Crowd *crowd)
{
  for (guint i = 0; i < crowd->n; i++)
    for (guint k = 0; k < crowd->n; k++)
      {
        const Item *runs = &crowd->items[i];
        const Item *other = &crowd->items[k];

        if (i == k || runs->task == NULL || runs->n_done > 0 || other->n_done > 0
            || runs->request.device != other->request.device)
          continue;
        if (g_task_had_error (runs->task))
          continue; /* it has made room */
        g_assert_true (other->task == NULL || g_task_had_error (other->task));
        g_assert_false (runs->request.yields && other->request.priority > runs->request.priority);
      }
}

static void
test_crowd (Fixture *fixture, gconstpointer data)
{
  static const char *const devices[] = { "cuda:0", "vm:h200" };

  for (guint round = 0; round < 200; round++)
    {
      Crowd crowd = { .n = 0 };
      guint n_left = 0;

      for (guint step = 0; step < 100; step++)
        {
          guint which = (guint)g_test_rand_int_range (0, N_MAX);
          Item *item = &crowd.items[which];

          if (which >= crowd.n && crowd.n < N_MAX)
            add_to (fixture, &crowd.items[crowd.n++], 'x', devices[g_test_rand_int_range (0, 2)],
                    (WsPriority)g_test_rand_int_range (WS_PRIORITY_LIVE, WS_PRIORITY_RECORD + 1),
                    g_test_rand_bit ());
          else if (which < crowd.n && item->n_done == 0 && g_test_rand_bit ())
            g_cancellable_cancel (item->cancellable);
          else if (which < crowd.n && item->n_done == 0 && item->task != NULL
                   && !g_task_had_error (item->task))
            g_task_return_boolean (item->task, TRUE);
          turn ();
          check_crowd (&crowd);
        }
      do
        {
          n_left = 0;
          for (guint i = 0; i < crowd.n; i++)
            {
              Item *item = &crowd.items[i];

              if (item->n_done == 0 && item->task != NULL && !g_task_had_error (item->task))
                g_task_return_boolean (item->task, TRUE);
              n_left += item->n_done == 0;
            }
          turn ();
        }
      while (n_left > 0);
      clear (crowd.items, crowd.n);
    }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/queue/order", test_order);
  ADD ("/queue/chosen", test_chosen);
  ADD ("/queue/next", test_next);
  ADD ("/queue/yields", test_yields);
  ADD ("/queue/measures", test_measures);
  ADD ("/queue/given-up", test_given_up);
  ADD ("/queue/given-up-early", test_given_up_early);
  ADD ("/queue/devices", test_devices);
  ADD ("/queue/crowd", test_crowd);
  return g_test_run ();
}
