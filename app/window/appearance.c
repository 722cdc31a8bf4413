#include "window/appearance.h"

#include "playback/transport.h"
#include "player/exercise-panel.h"
#include "present/presenter.h"
#include "window/actions.h"
#include "window/projector-scheme.h"

#include <adwaita.h>
#include <math.h>

struct _WsAppearance {
  GObject parent_instance;

  GtkWindow *window;
  GSettings *settings;
  WsPanes *panes;
  WsTransport *transport;
  WsPresenter *presenter;
  WsExercisePanel *exercise_panel;
  WsExporter *exporter;
  WsThemeKind theme;
  gboolean presenting;
  GtkCssProvider *type; /* size of the widgets' text while presenting; NULL until then */
  int type_px;          /* that size, in CSS pixels; 0 unless it presents */
  guint type_idle;
};

G_DEFINE_FINAL_TYPE (WsAppearance, ws_appearance, G_TYPE_OBJECT)

static void
apply_theme_kind (WsAppearance *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autofree char *name = ws_actions_dup_choice (self->window, "theme");
  gboolean projector = self->presenting || g_str_equal (name, "projector");
  WsThemeKind kind;

  if (projector)
    {
      self->theme = WS_THEME_PROJECTOR;
      ws_projector_scheme_add ();
    }
  else
    self->theme = adw_style_manager_get_dark (manager) ? WS_THEME_DARK : WS_THEME_LIGHT;
  if (projector)
    gtk_widget_add_css_class (GTK_WIDGET (self->window), "projector");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->window), "projector");
  kind = self->presenting ? WS_THEME_PRESENTING : self->theme;
  ws_panes_set_theme (self->panes, kind);
  ws_exporter_set_theme (self->exporter, self->theme);
  ws_transport_set_theme (self->transport, kind);
  ws_presenter_set_theme (self->presenter, self->theme);
  ws_exercise_panel_set_theme (self->exercise_panel, kind);
}

/**
 * ws_appearance_apply:
 * @self: the appearance of a window
 *
 * Applies the whole theme, including the application's part.
 */
void
ws_appearance_apply (WsAppearance *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autofree char *name = ws_actions_dup_choice (self->window, "theme");

  if (self->presenting || g_str_equal (name, "dark") || g_str_equal (name, "projector"))
    adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  else if (g_str_equal (name, "light"))
    adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_LIGHT);
  else
    adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);
  apply_theme_kind (self);
}

static void
show_theme (WsAppearance *self, const char *name)
{
  ws_actions_set_choice (self->window, "theme", name);
  ws_appearance_apply (self);
}

static void
theme_setting_cb (WsAppearance *self)
{
  g_autofree char *name = g_settings_get_string (self->settings, "theme");

  show_theme (self, name);
}

/* Size of the widgets' text while presenting. */
static int
get_type_px (WsAppearance *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->window));

  return self->presenting ? (int)ceil (height * ws_theme_get (WS_THEME_PROJECTOR)->min_share) : 0;
}

/**
 * ws_appearance_scale_type:
 * @self: the appearance of a window
 *
 * While presenting, the widgets' text scales with the screen, as drawings do; see .presenting in
 * style.css.
 */
void
ws_appearance_scale_type (WsAppearance *self)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self->window));
  int px = get_type_px (self);
  g_autofree char *css = NULL;

  if (px == self->type_px)
    return;
  self->type_px = px;
  if (self->type == NULL)
    {
      self->type = gtk_css_provider_new ();
      gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (self->type),
                                                  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
    }
  css = px > 0 ? g_strdup_printf (".presenting { font-size: %dpx; }", px) : g_strdup ("");
  gtk_css_provider_load_from_data (self->type, css, -1);
}

static gboolean
scale_type_cb (gpointer data)
{
  WsAppearance *self = data;

  self->type_idle = 0;
  ws_appearance_scale_type (self);
  return G_SOURCE_REMOVE;
}

/**
 * ws_appearance_follow_size:
 * @self: the appearance of a window
 *
 * To be called when the window is laid out. A new height changes the text size from an idle
 * callback: a widget must not change its layout during allocation.
 */
void
ws_appearance_follow_size (WsAppearance *self)
{
  if (get_type_px (self) != self->type_px && self->type_idle == 0)
    self->type_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, scale_type_cb, self, NULL);
}

static void
ws_appearance_finalize (GObject *object)
{
  WsAppearance *self = WS_APPEARANCE (object);

  g_clear_handle_id (&self->type_idle, g_source_remove);
  if (self->type != NULL)
    gtk_style_context_remove_provider_for_display (
        gtk_widget_get_display (GTK_WIDGET (self->window)), GTK_STYLE_PROVIDER (self->type));
  g_clear_object (&self->type);

  G_OBJECT_CLASS (ws_appearance_parent_class)->finalize (object);
}

static void
ws_appearance_class_init (WsAppearanceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_appearance_finalize;
}

static void
ws_appearance_init (WsAppearance *self)
{
}

/* Stored in the settings even if unchanged. */
static void
theme_chosen_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  WsAppearance *self = data;
  const char *name = g_variant_get_string (value, NULL);

  show_theme (self, name);
  g_settings_set_string (self->settings, "theme", name);
}

/**
 * ws_appearance_new:
 * @context: of the window
 * @exporter: whose pictures follow the theme
 * @asked: (nullable): "system", "light", "dark" or "projector", for this window only, not stored
 *
 * The theme follows the settings and the system.
 *
 * Returns: (transfer full): the appearance of a window, which has its action by now
 */
WsAppearance *
ws_appearance_new (const WsContext *context, WsExporter *exporter, const char *asked)
{
  static const GActionEntry actions[] = { { "theme", NULL, "s", "''", theme_chosen_cb } };
  WsAppearance *self = g_object_new (WS_TYPE_APPEARANCE, NULL);
  g_autofree char *kept = g_settings_get_string (context->settings, "theme");

  self->window = context->window;
  self->settings = context->settings;
  self->panes = context->panes;
  self->transport = ws_context_get_child (context, "transport");
  self->presenter = ws_context_get_child (context, "presenter");
  self->exercise_panel = ws_context_get_child (context, "exercise_panel");
  self->exporter = exporter;
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), actions, G_N_ELEMENTS (actions),
                                   self);
  ws_actions_set_choice (self->window, "theme", asked != NULL ? asked : kept);
  g_signal_connect_object (self->settings, "changed::theme", G_CALLBACK (theme_setting_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (apply_theme_kind), self, G_CONNECT_SWAPPED);
  apply_theme_kind (self); /* the whole theme once it is realized: GTK reloads the theme then */
  return self;
}

WsThemeKind
ws_appearance_get_theme (WsAppearance *self)
{
  g_return_val_if_fail (WS_IS_APPEARANCE (self), WS_THEME_LIGHT);
  return self->theme;
}

/**
 * ws_appearance_set_presenting:
 * @self: the appearance of a window
 * @presenting: whether to present: with the projector theme and large text
 *
 * Takes effect with ws_appearance_scale_type() and ws_appearance_apply().
 */
void
ws_appearance_set_presenting (WsAppearance *self, gboolean presenting)
{
  g_return_if_fail (WS_IS_APPEARANCE (self));
  self->presenting = presenting;
}

/**
 * ws_appearance_get_type_px:
 * @self: the appearance of a window
 *
 * Returns: size of the widgets' text while presenting, in CSS pixels; 0 unless it presents
 */
int
ws_appearance_get_type_px (WsAppearance *self)
{
  g_return_val_if_fail (WS_IS_APPEARANCE (self), 0);
  return self->type_px;
}
