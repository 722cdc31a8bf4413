#include "dialog/share-button.h"

#include "dialog/picture-form.h"

struct _WsShareButton {
  GtkWidget parent_instance;

  GSettings *settings;

  GtkMenuButton *button;
  GMenuModel *share_menu;
  GtkWidget *form;
  GtkDropDown *theme_list;
  GtkDropDown *size_list;
  GtkStringList *sizes;
  GtkSwitch *caption_switch;
};

enum { DRAG, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsShareButton, ws_share_button, GTK_TYPE_WIDGET)

/* The header that it is in would move its window by the same motion. */
static void
hold_window (WsShareButton *self)
{
  GtkWidget *handle = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_WINDOW_HANDLE);
  g_autoptr (GListModel) controllers = NULL;

  if (handle == NULL)
    return;
  controllers = gtk_widget_observe_controllers (handle);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        gtk_event_controller_reset (controller);
    }
}

static GdkContentProvider *
drag_cb (GtkDragSource *source, double x, double y, WsShareButton *self)
{
  GdkContentProvider *provider = NULL;

  g_signal_emit (self, signals[DRAG], 0, &provider);
  if (provider != NULL)
    hold_window (self);
  return provider;
}

/* Created on demand, as it has many widgets. */
static void
menu_wanted_cb (GtkMenuButton *button, gpointer data)
{
  WsShareButton *self = data;

  if (gtk_menu_button_get_popover (button) != NULL)
    return;
  gtk_menu_button_set_menu_model (button, self->share_menu);
  gtk_popover_menu_add_child (GTK_POPOVER_MENU (gtk_menu_button_get_popover (button)), self->form,
                              "form");
}

static void
ws_share_button_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), WS_TYPE_SHARE_BUTTON);
  g_clear_object (&WS_SHARE_BUTTON (object)->settings);

  G_OBJECT_CLASS (ws_share_button_parent_class)->dispose (object);
}

static void
ws_share_button_class_init (WsShareButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_share_button_dispose;
  signals[DRAG] = g_signal_new ("drag", WS_TYPE_SHARE_BUTTON, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, GDK_TYPE_CONTENT_PROVIDER, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/share-button.ui");
  gtk_widget_class_bind_template_child (widget_class, WsShareButton, button);
  gtk_widget_class_bind_template_child (widget_class, WsShareButton, share_menu);
  gtk_widget_class_bind_template_child (widget_class, WsShareButton, form);
  gtk_widget_class_bind_template_child (widget_class, WsShareButton, theme_list);
  gtk_widget_class_bind_template_child (widget_class, WsShareButton, size_list);
  gtk_widget_class_bind_template_child (widget_class, WsShareButton, sizes);
  gtk_widget_class_bind_template_child (widget_class, WsShareButton, caption_switch);
}

static void
ws_share_button_init (WsShareButton *self)
{
  GtkDragSource *drag = gtk_drag_source_new ();
  GtkGesture *press = gtk_gesture_drag_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new ("org.warpstage.Warpstage");
  ws_picture_form_add_sizes (self->sizes);
  ws_picture_form_bind (self->settings, self->size_list, self->theme_list, self->caption_switch);
  gtk_menu_button_set_create_popup_func (self->button, menu_wanted_cb, self, NULL);
  /* before the button, which would take the press for its own */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "prepare", G_CALLBACK (drag_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (press, "begin", G_CALLBACK (hold_window), self);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
}

/* Returns: (transfer none): what it offers */
GMenuModel *
ws_share_button_get_menu (WsShareButton *self)
{
  g_return_val_if_fail (WS_IS_SHARE_BUTTON (self), NULL);
  return self->share_menu;
}
