#include "editor/code-search.h"

#include "toolkit/short-text.h"

#include <glib/gi18n.h>

struct _WsCodeSearch {
  GtkWidget parent_instance;

  GtkSourceView *view; /* nullable */
  GtkSourceSearchSettings *settings;
  GtkSourceSearchContext *context; /* nullable: of the text that is there while the bar is open */
  GtkWidget *bar;
  GtkEditable *wanted;
  GtkEditable *instead;
  GtkWidget *replace_row;
  GtkLabel *count;
};

G_DEFINE_FINAL_TYPE (WsCodeSearch, ws_code_search, GTK_TYPE_WIDGET)

static GtkTextBuffer *
get_buffer (WsCodeSearch *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
}

/* "2 of 7" if the selection is a match. */
static void
show_count (WsCodeSearch *self)
{
  int n =
      self->context != NULL ? gtk_source_search_context_get_occurrences_count (self->context) : 0;
  g_autofree char *text = NULL;
  GtkTextIter start;
  GtkTextIter end;
  int i;

  if (self->context == NULL || *gtk_editable_get_text (self->wanted) == '\0' || n < 0)
    {
      gtk_label_set_text (self->count, "");
      return;
    }
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  i = gtk_source_search_context_get_occurrence_position (self->context, &start, &end);
  if (i > 0)
    /* Translators: which of the places found is shown, and how many there are */
    text = g_strdup_printf (_ ("%1$d of %2$d"), i, n);
  else
    text = g_strdup_printf ("%d", n);
  gtk_label_set_text (self->count, text);
}

/* Selects the match, and scrolls to it. */
static void
show_found (WsCodeSearch *self, const GtkTextIter *start, const GtkTextIter *end)
{
  GtkTextBuffer *buffer = get_buffer (self);

  gtk_text_buffer_select_range (buffer, start, end);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer),
                                0.12, FALSE, 0, 0);
  show_count (self);
}

/* Searches from the selection on, which may match again while the user types more of it. */
static void
wanted_cb (WsCodeSearch *self)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_source_search_settings_set_search_text (self->settings, gtk_editable_get_text (self->wanted));
  if (self->context == NULL)
    return;
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, NULL);
  if (gtk_source_search_context_forward (self->context, &start, &start, &end, NULL))
    show_found (self, &start, &end);
  else
    show_count (self);
}

static void
go (WsCodeSearch *self, int direction)
{
  GtkTextIter start;
  GtkTextIter end;
  gboolean found;

  g_return_if_fail (WS_IS_CODE_SEARCH (self));
  if (self->context == NULL)
    return;
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  found = direction > 0
              ? gtk_source_search_context_forward (self->context, &end, &start, &end, NULL)
              : gtk_source_search_context_backward (self->context, &start, &start, &end, NULL);
  if (found)
    show_found (self, &start, &end);
}

static void
next_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  go (WS_CODE_SEARCH (widget), 1);
}

static void
previous_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  go (WS_CODE_SEARCH (widget), -1);
}

/* Replaces the selection if it is a match; and moves to the next. */
static void
replace_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsCodeSearch *self = WS_CODE_SEARCH (widget);
  const char *text = gtk_editable_get_text (self->instead);
  GtkTextIter start;
  GtkTextIter end;

  if (self->context == NULL)
    return;
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  if (gtk_source_search_context_replace (self->context, &start, &end, text, -1, NULL))
    gtk_text_buffer_select_range (get_buffer (self), &end, &end);
  go (self, 1);
}

static void
replace_all_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsCodeSearch *self = WS_CODE_SEARCH (widget);

  if (self->context != NULL)
    gtk_source_search_context_replace_all (self->context, gtk_editable_get_text (self->instead), -1,
                                           NULL);
  show_count (self);
}

static void
close_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsCodeSearch *self = WS_CODE_SEARCH (widget);

  ws_code_search_close (self);
  if (self->view != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
ws_code_search_dispose (GObject *object)
{
  WsCodeSearch *self = WS_CODE_SEARCH (object);

  g_clear_object (&self->context);
  g_clear_object (&self->settings);
  g_clear_weak_pointer (&self->view);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_CODE_SEARCH);
  G_OBJECT_CLASS (ws_code_search_parent_class)->dispose (object);
}

static void
ws_code_search_class_init (WsCodeSearchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_code_search_dispose;
  gtk_widget_class_set_css_name (widget_class, "codesearch");
  gtk_widget_class_install_action (widget_class, "search.next", NULL, next_cb);
  gtk_widget_class_install_action (widget_class, "search.previous", NULL, previous_cb);
  gtk_widget_class_install_action (widget_class, "search.replace", NULL, replace_cb);
  gtk_widget_class_install_action (widget_class, "search.replace-all", NULL, replace_all_cb);
  gtk_widget_class_install_action (widget_class, "search.close", NULL, close_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "search.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_SHIFT_MASK,
                                       "search.previous", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/code-search.ui");
  gtk_widget_class_bind_template_child (widget_class, WsCodeSearch, bar);
  gtk_widget_class_bind_template_child (widget_class, WsCodeSearch, wanted);
  gtk_widget_class_bind_template_child (widget_class, WsCodeSearch, instead);
  gtk_widget_class_bind_template_child (widget_class, WsCodeSearch, replace_row);
  gtk_widget_class_bind_template_child (widget_class, WsCodeSearch, count);
}

static void
activate_cb (WsCodeSearch *self, GtkEditable *entry)
{
  gtk_widget_activate_action (GTK_WIDGET (self),
                              entry == self->wanted ? "search.next" : "search.replace", NULL);
}

static void
ws_code_search_init (WsCodeSearch *self)
{
  GtkEditable *entries[2];

  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = gtk_source_search_settings_new ();
  gtk_source_search_settings_set_wrap_around (self->settings, TRUE);
  entries[0] = self->wanted;
  entries[1] = self->instead;
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      ws_short_text (GTK_WIDGET (entries[i]), WS_SHORT_WORDS);
      g_signal_connect_object (entries[i], "activate", G_CALLBACK (activate_cb), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (self->wanted, "changed", G_CALLBACK (wanted_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * ws_code_search_set_view:
 * @view: (nullable) (transfer none): the view that it searches, which gets the focus back
 */
void
ws_code_search_set_view (WsCodeSearch *self, GtkSourceView *view)
{
  g_return_if_fail (WS_IS_CODE_SEARCH (self));
  g_set_weak_pointer (&self->view, view);
}

/**
 * ws_code_search_open:
 * @self: a bar with a view
 * @replaces: whether what is found can be replaced
 *
 * Shows and focuses it. A selection within one line becomes the search text.
 */
void
ws_code_search_open (WsCodeSearch *self, gboolean replaces)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;

  g_return_if_fail (WS_IS_CODE_SEARCH (self) && self->view != NULL);
  buffer = get_buffer (self);
  gtk_widget_set_visible (self->replace_row, replaces);
  gtk_widget_set_visible (self->bar, TRUE);
  if (self->context == NULL
      || gtk_source_search_context_get_buffer (self->context) != GTK_SOURCE_BUFFER (buffer))
    {
      g_clear_object (&self->context);
      self->context = gtk_source_search_context_new (GTK_SOURCE_BUFFER (buffer), self->settings);
      g_signal_connect_object (self->context, "notify::occurrences-count", G_CALLBACK (show_count),
                               self, G_CONNECT_SWAPPED);
    }
  if (gtk_text_buffer_get_selection_bounds (buffer, &start, &end)
      && gtk_text_iter_get_line (&start) == gtk_text_iter_get_line (&end))
    {
      g_autofree char *text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);

      gtk_editable_set_text (self->wanted, text);
    }
  gtk_widget_grab_focus (GTK_WIDGET (self->wanted));
  gtk_editable_select_region (self->wanted, 0, -1);
  show_count (self);
}

/* Hides it, and the marks of matches. */
void
ws_code_search_close (WsCodeSearch *self)
{
  g_return_if_fail (WS_IS_CODE_SEARCH (self));
  g_clear_object (&self->context);
  gtk_widget_set_visible (self->bar, FALSE);
}
