#include "toolkit/pane.h"

#include "toolkit/glossary-tip.h"
#include "toolkit/head-layout.h"
#include "toolkit/tip.h"

#include <glib/gi18n.h>

#define MAX_TITLE_CHARS 8 /* that a narrow pane has room for */

struct _WsPane {
  GtkWidget parent_instance;

  GtkWidget *child;

  GtkLabel *title;
  GtkInscription *subtitle;
  GtkBox *header;
  GtkWidget *sheet_header; /* of the sheet that replaces its view */
  GtkLabel *sheet_title;
  GtkBox *controls;
  GtkMenuButton *menu_button;
  GMenu *pane_menu;
  GtkStack *stack;
  GtkBox *view_box;
  GtkLabel *message;
  GtkButton *message_button;
};

enum { PROP_0, PROP_TITLE, N_PROPS };
enum { MAXIMISE, EXPORT, COPY, CLOSE, DRAG, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];
static GtkBuildableIface *parent_buildable;

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WsPane, ws_pane, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static void
activate_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  if (g_str_equal (action_name, "pane.maximise"))
    g_signal_emit (widget, signals[MAXIMISE], 0);
  else if (g_str_equal (action_name, "pane.export"))
    g_signal_emit (widget, signals[EXPORT], 0);
  else if (g_str_equal (action_name, "pane.close"))
    g_signal_emit (widget, signals[CLOSE], 0);
  else
    g_signal_emit (widget, signals[COPY], 0);
}

static void
header_pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsPane *self)
{
  if (n_press == 2)
    g_signal_emit (self, signals[MAXIMISE], 0);
}

/* Dragging the header, or with Ctrl the view, drags the picture; a sheet is none. */
static GdkContentProvider *
drag_cb (GtkDragSource *source, double x, double y, WsPane *self)
{
  GdkContentProvider *provider = NULL;

  if (!gtk_widget_get_visible (self->sheet_header))
    g_signal_emit (self, signals[DRAG], 0, &provider);
  return provider;
}

/* A plain drag is the view's own: it pans, or chooses. */
static void
view_pressed_cb (GtkGesture *source, GdkEventSequence *sequence, gpointer data)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (source));

  gtk_gesture_set_state (source, (state & GDK_CONTROL_MASK) != 0 ? GTK_EVENT_SEQUENCE_CLAIMED
                                                                 : GTK_EVENT_SEQUENCE_DENIED);
}

static void
ws_pane_add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  WsPane *self = WS_PANE (buildable);

  if (self->view_box == NULL) /* of its own template */
    parent_buildable->add_child (buildable, builder, child, type);
  else if (g_strcmp0 (type, "control") == 0)
    gtk_box_append (self->controls, GTK_WIDGET (child));
  else
    ws_pane_set_child (self, GTK_WIDGET (child));
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = ws_pane_add_child;
}

static void
ws_pane_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_set_string (value, gtk_label_get_text (WS_PANE (object)->title));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_pane_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_TITLE:
      ws_pane_set_title (WS_PANE (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_pane_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ws_pane_parent_class)->dispose (object);
}

/* Created on demand: few panes' menus are opened, and they have many widgets. */
static void
menu_wanted_cb (GtkMenuButton *button, gpointer pane)
{
  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_menu_model (button, G_MENU_MODEL (WS_PANE (pane)->pane_menu));
}

static void
ws_pane_class_init (WsPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_pane_get_property;
  object_class->set_property = ws_pane_set_property;
  object_class->dispose = ws_pane_dispose;

  props[PROP_TITLE] =
      g_param_spec_string ("title", NULL, NULL, "",
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[MAXIMISE] = g_signal_new ("maximise", WS_TYPE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 0);
  signals[EXPORT] =
      g_signal_new ("export", WS_TYPE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COPY] =
      g_signal_new ("copy", WS_TYPE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CLOSE] =
      g_signal_new ("close", WS_TYPE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DRAG] = g_signal_new ("drag", WS_TYPE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                GDK_TYPE_CONTENT_PROVIDER, 0);

  gtk_widget_class_install_action (widget_class, "pane.maximise", NULL, activate_cb);
  gtk_widget_class_install_action (widget_class, "pane.export", NULL, activate_cb);
  gtk_widget_class_install_action (widget_class, "pane.copy", NULL, activate_cb);
  gtk_widget_class_install_action (widget_class, "pane.close", NULL, activate_cb);
  gtk_widget_class_set_css_name (widget_class, "pane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  g_type_ensure (WS_TYPE_HEAD_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/pane.ui");
  gtk_widget_class_bind_template_child (widget_class, WsPane, title);
  gtk_widget_class_bind_template_child (widget_class, WsPane, subtitle);
  gtk_widget_class_bind_template_child (widget_class, WsPane, header);
  gtk_widget_class_bind_template_child (widget_class, WsPane, sheet_header);
  gtk_widget_class_bind_template_child (widget_class, WsPane, sheet_title);
  gtk_widget_class_bind_template_child (widget_class, WsPane, controls);
  gtk_widget_class_bind_template_child (widget_class, WsPane, menu_button);
  gtk_widget_class_bind_template_child (widget_class, WsPane, pane_menu);
  gtk_widget_class_bind_template_child (widget_class, WsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, WsPane, view_box);
  gtk_widget_class_bind_template_child (widget_class, WsPane, message);
  gtk_widget_class_bind_template_child (widget_class, WsPane, message_button);
}

static GtkDragSource *
add_drag (WsPane *self, GtkBox *of)
{
  GtkDragSource *drag = gtk_drag_source_new ();

  g_signal_connect (drag, "prepare", G_CALLBACK (drag_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (of), GTK_EVENT_CONTROLLER (drag));
  return drag;
}

static void
ws_pane_init (WsPane *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkDragSource *of_view;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->menu_button, menu_wanted_cb, self, NULL);
  ws_glossary_tip_add (self->title, FALSE);
  add_drag (self, self->header);
  of_view = add_drag (self, self->view_box);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (of_view), GTK_PHASE_CAPTURE);
  g_signal_connect (of_view, "begin", G_CALLBACK (view_pressed_cb), NULL);
  g_signal_connect (click, "pressed", G_CALLBACK (header_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->header), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* Its accessible name is what its header says. */
static void
update_name (WsPane *self)
{
  gboolean has_sheet = gtk_widget_get_visible (self->sheet_header);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (has_sheet ? self->sheet_title : self->title),
                                  -1);
}

/**
 * ws_pane_set_title:
 * @title: heading; also its accessible name
 */
void
ws_pane_set_title (WsPane *self, const char *title)
{
  g_autofree char *menu = NULL;

  g_return_if_fail (WS_IS_PANE (self));
  if (g_str_equal (gtk_label_get_text (self->title), title))
    return;
  gtk_label_set_text (self->title, title);
  /* only the pane's edge shortens it */
  gtk_label_set_width_chars (self->title,
                             (int)MIN (g_utf8_strlen (title, -1) * 2 / 5, MAX_TITLE_CHARS));
  menu = g_strdup_printf (_ ("Menu of %s"), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  menu, -1);
  update_name (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TITLE]);
}

/**
 * ws_pane_set_file:
 * @name: of a file, as its title: if shortened, the distinctive end is kept
 */
void
ws_pane_set_file (WsPane *self, const char *name)
{
  g_return_if_fail (WS_IS_PANE (self));
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_MIDDLE);
  ws_pane_set_title (self, name);
}

/**
 * ws_pane_add_submenu:
 * @label: of the menu's item
 * @model: what it opens
 *
 * Adds a submenu to the pane's menu.
 */
void
ws_pane_add_submenu (WsPane *self, const char *label, GMenuModel *model)
{
  g_autoptr (GMenu) section = NULL;

  g_return_if_fail (WS_IS_PANE (self));
  section = g_menu_new ();
  g_menu_append_submenu (section, label, model);
  g_menu_append_section (self->pane_menu, NULL, G_MENU_MODEL (section));
}

static void
set_subtitle (WsPane *self, const char *subtitle, const char *tooltip)
{
  if (g_strcmp0 (gtk_inscription_get_text (self->subtitle), subtitle) != 0)
    gtk_inscription_set_text (self->subtitle, subtitle);
  ws_tip_set (GTK_WIDGET (self->subtitle), tooltip);
}

/**
 * ws_pane_set_subtitle:
 * @subtitle: what part of what is shown
 *
 * Does not queue a layout: may be called during layout.
 */
void
ws_pane_set_subtitle (WsPane *self, const char *subtitle)
{
  g_return_if_fail (WS_IS_PANE (self));
  set_subtitle (self, subtitle, subtitle);
}

/**
 * ws_pane_set_subtitle_and_remark:
 * @subtitle: what part of what is shown
 * @remark: (nullable): a sentence on it, only shown as a tooltip
 */
void
ws_pane_set_subtitle_and_remark (WsPane *self, const char *subtitle, const char *remark)
{
  g_autofree char *both = g_strjoin (remark != NULL ? "\n" : NULL, subtitle, remark, NULL);

  g_return_if_fail (WS_IS_PANE (self));
  set_subtitle (self, subtitle, both);
}

/**
 * ws_pane_set_head_room:
 * @across: pixels that are kept free at the start of its header, in the place of the title, for
 * what lies over it there; 0 for the title
 * @down: the same above its header
 */
void
ws_pane_set_head_room (WsPane *self, int across, int down)
{
  g_return_if_fail (WS_IS_PANE (self) && across >= 0 && down >= 0);
  gtk_widget_set_visible (GTK_WIDGET (self->title), across == 0);
  gtk_widget_set_margin_start (GTK_WIDGET (self->subtitle), across);
  gtk_widget_set_margin_top (GTK_WIDGET (self->header), down);
}

/**
 * ws_pane_set_sheet:
 * @title: (nullable): of a sheet that lies in the place of its view; %NULL if none does
 *
 * The header then only has this title, and a button that closes the sheet: signal "close".
 */
void
ws_pane_set_sheet (WsPane *self, const char *title)
{
  g_return_if_fail (WS_IS_PANE (self));
  gtk_label_set_text (self->sheet_title, title != NULL ? title : "");
  gtk_widget_set_visible (self->sheet_header, title != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->header), title == NULL);
  update_name (self);
}

/**
 * ws_pane_set_child:
 * @child: (transfer floating): its view
 */
void
ws_pane_set_child (WsPane *self, GtkWidget *child)
{
  g_return_if_fail (WS_IS_PANE (self) && self->child == NULL);
  self->child = child;
  gtk_box_append (self->view_box, child);
}

/* Returns: (transfer none) (nullable): the view in it */
GtkWidget *
ws_pane_get_child (WsPane *self)
{
  g_return_val_if_fail (WS_IS_PANE (self), NULL);
  return self->child;
}

/**
 * ws_pane_set_message:
 * @message: (nullable): a sentence to show in place of the view; %NULL to show the view
 * @button_label: (nullable): a button below it
 * @action_name: (nullable): what the button does
 */
void
ws_pane_set_message (WsPane *self, const char *message, const char *button_label,
                     const char *action_name)
{
  g_return_if_fail (WS_IS_PANE (self));
  gtk_stack_set_visible_child_name (self->stack, message != NULL ? "message" : "view");
  gtk_label_set_text (self->message, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message_button), button_label != NULL);
  if (button_label != NULL)
    gtk_button_set_label (self->message_button, button_label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->message_button), action_name);
}
