#include "inspector/inspector.h"
#include "inspector/cause-list.h"
#include "toolkit/column-layout.h"
#include "toolkit/short-text.h"
#include "toolkit/text-section.h"

#include <string.h>

#define COPIED_MS 1500 /* how long the button shows success */

struct _WsInspector {
  GtkWidget parent_instance;

  WsCauseList *causes;
  WsFindingList *findings;
  WsTextSection *said;  /* by the compiler */
  GtkWidget *agreement; /* of the devices */
  GtkImage *agreement_icon;
  GtkLabel *agreement_sentence;
  GtkLabel *agreement_details;
  WsTextSection *printed; /* by the kernel */
  WsMetricList *list;
  GtkWidget *box;
  GtkWidget *of_plan;
  GtkWidget *search;
  GtkWidget *search_revealer;
  GtkWidget *entry;
  GtkWidget *copy;
  GtkWidget *subtitle;
  guint copied_timeout;
};

G_DEFINE_FINAL_TYPE (WsInspector, ws_inspector, GTK_TYPE_WIDGET)

/* (transfer full): what the kernel printed, launch by launch: notes with a text of their own */
static char *
dup_printed (const WsRun *run)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; run->notes[i] != NULL; i++)
    {
      const char *own = ws_run_note_get_text (run->notes[i]);

      if (own != NULL && run->n_launches == 1)
        g_string_append (text, own);
      else if (own != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", run->notes[i]);
    }
  return g_string_free (text, FALSE);
}

static void
inspection_cb (WsInspector *self)
{
  WsInspection *inspection = ws_metric_list_get_inspection (self->list);
  g_autofree char *text = inspection != NULL ? ws_inspection_describe (inspection) : NULL;

  g_autofree char *printed = inspection != NULL ? dup_printed (inspection->run) : NULL;

  ws_text_section_set_text (self->printed, printed);
  gtk_label_set_text (GTK_LABEL (self->subtitle), text != NULL ? text : "");
  gtk_widget_set_sensitive (self->of_plan, inspection != NULL && inspection->run->n_launches > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.copy", inspection != NULL);
}

static void
search_cb (WsInspector *self)
{
  gboolean active = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->search));

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->search_revealer), active);
  if (active)
    gtk_widget_grab_focus (self->entry);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
}

static void
changed_cb (WsInspector *self)
{
  ws_metric_list_set_filter (self->list, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
stop_search_cb (WsInspector *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->search), FALSE);
  gtk_widget_grab_focus (self->search);
}

static void
find_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (WS_INSPECTOR (widget)->search), TRUE);
  gtk_widget_grab_focus (WS_INSPECTOR (widget)->entry);
}

/* Returns the focus to what plays; the matches stay visible. */
static void
activate_cb (WsInspector *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.focus-picture", NULL);
}

static void
go_to_list (WsInspector *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

/* Moves from the search entry to the matches: otherwise the key would move the playhead. */
static gboolean
entry_key_cb (WsInspector *self, guint key, guint code, GdkModifierType state)
{
  if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  go_to_list (self);
  return GDK_EVENT_STOP;
}

static gboolean
copied_cb (gpointer data)
{
  WsInspector *self = data;

  self->copied_timeout = 0;
  gtk_button_set_icon_name (GTK_BUTTON (self->copy), "edit-copy-symbolic");
  return G_SOURCE_REMOVE;
}

/* As text for a spreadsheet and as a table for a document: the target chooses. */
static void
copy_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsInspector *self = WS_INSPECTOR (widget);
  WsInspection *inspection = ws_metric_list_get_inspection (self->list);
  g_autofree char *text = NULL;
  g_autofree char *html = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkContentProvider) provider = NULL;
  GdkContentProvider *both[2];

  if (inspection == NULL)
    return;
  text = ws_inspection_to_text (inspection, ws_cause_list_get_causes (self->causes));
  html = ws_inspection_to_html (inspection, ws_cause_list_get_causes (self->causes));
  bytes = g_bytes_new (html, strlen (html));
  both[0] = gdk_content_provider_new_typed (G_TYPE_STRING, text);
  both[1] = gdk_content_provider_new_for_bytes ("text/html", bytes);
  provider = gdk_content_provider_new_union (both, G_N_ELEMENTS (both));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), provider);
  g_clear_handle_id (&self->copied_timeout, g_source_remove);
  gtk_button_set_icon_name (GTK_BUTTON (self->copy), "object-select-symbolic");
  self->copied_timeout = g_timeout_add (COPIED_MS, copied_cb, self);
}

static void
ws_inspector_dispose (GObject *object)
{
  WsInspector *self = WS_INSPECTOR (object);

  g_clear_handle_id (&self->copied_timeout, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_INSPECTOR);

  G_OBJECT_CLASS (ws_inspector_parent_class)->dispose (object);
}

static void
ws_inspector_class_init (WsInspectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_CAUSE_LIST);
  g_type_ensure (WS_TYPE_COLUMN_LAYOUT);
  g_type_ensure (WS_TYPE_FINDING_LIST);
  g_type_ensure (WS_TYPE_TEXT_SECTION);
  g_type_ensure (WS_TYPE_METRIC_LIST);
  object_class->dispose = ws_inspector_dispose;
  gtk_widget_class_install_action (widget_class, "inspector.copy", NULL, copy_cb);
  gtk_widget_class_install_action (widget_class, "inspector.find", NULL, find_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "inspector.find",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "inspector.copy", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "inspector");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, WsInspector, box);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, of_plan);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, search);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, search_revealer);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, entry);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, copy);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, subtitle);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, causes);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, findings);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, said);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, agreement);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, agreement_icon);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, agreement_sentence);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, agreement_details);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, printed);
  gtk_widget_class_bind_template_child (widget_class, WsInspector, list);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, inspection_cb);
}

static void
ws_inspector_init (WsInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ws_short_text (self->entry, WS_SHORT_WORDS);
  inspection_cb (self);
}

/**
 * ws_inspector_set_playhead:
 * @playhead: (nullable) (transfer none): whose run's figures are shown
 */
void
ws_inspector_set_playhead (WsInspector *self, WsPlayhead *playhead)
{
  g_return_if_fail (WS_IS_INSPECTOR (self));

  ws_follower_set_playhead (WS_FOLLOWER (self->causes), playhead);
  ws_follower_set_playhead (WS_FOLLOWER (self->findings), playhead);
  ws_follower_set_playhead (WS_FOLLOWER (self->list), playhead);
}

WsMetricList *
ws_inspector_get_list (WsInspector *self)
{
  g_return_val_if_fail (WS_IS_INSPECTOR (self), NULL);

  return self->list;
}

WsFindingList *
ws_inspector_get_findings (WsInspector *self)
{
  g_return_val_if_fail (WS_IS_INSPECTOR (self), NULL);

  return self->findings;
}

/**
 * ws_inspector_set_agreement:
 * @icon_name: (nullable): a sign for it
 * @sentence: (nullable): whether another device does the same; %NULL for nothing
 * @details: (nullable): what was compared, or where they differ
 */
void
ws_inspector_set_agreement (WsInspector *self, const char *icon_name, const char *sentence,
                            const char *details)
{
  g_return_if_fail (WS_IS_INSPECTOR (self));

  gtk_widget_set_visible (self->agreement, sentence != NULL);
  gtk_image_set_from_icon_name (self->agreement_icon, icon_name);
  gtk_label_set_text (self->agreement_sentence, sentence != NULL ? sentence : "");
  gtk_label_set_text (self->agreement_details, details != NULL ? details : "");
  gtk_widget_set_visible (GTK_WIDGET (self->agreement_details), details != NULL);
}

/**
 * ws_inspector_set_said:
 * @said: (nullable): what the compiler said of the kernel shown, as a warning; %NULL for nothing
 */
void
ws_inspector_set_said (WsInspector *self, const char *said)
{
  g_return_if_fail (WS_IS_INSPECTOR (self));

  ws_text_section_set_text (self->said, said);
}
