/* value-row.c: see value-row.h. */
#include "value-row.h"

#include <glib/gi18n-lib.h>

struct _HrValueRow
{
  AdwActionRow parent_instance;

  HrValueType type;
  GtkWidget *control; /* owned by the widget tree */
  GPtrArray *ids;     /* owned, of static strings: of a CHOICE */
  char *text;         /* owned: what is stored; NULL: several values */
  gboolean updating;  /* the control changes by set_text() */
};

enum
{
  EDITED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HrValueRow, hr_value_row, ADW_TYPE_ACTION_ROW)

static void
emit_edited (HrValueRow *self, const char *text)
{
  if (!self->updating && g_strcmp0 (text, self->text) != 0)
    g_signal_emit (self, signals[EDITED], 0, text);
}

/* ---- typed text ---- */

static void
commit_entry (HrValueRow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->control));

  if (self->text != NULL || text[0] != '\0')
    emit_edited (self, text);
}

static gboolean
entry_key_pressed (HrValueRow *self, guint keyval)
{
  if (keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  hr_value_row_set_text (self, self->text);
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_entry (HrValueRow *self)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 9);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 14);
  gtk_entry_set_alignment (GTK_ENTRY (entry), 1.0f);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit_entry), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (commit_entry), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (entry_key_pressed), self);
  gtk_widget_add_controller (entry, focus);
  gtk_widget_add_controller (entry, keys);
  return entry;
}

/* ---- numbers ---- */

static void
spin_changed (HrValueRow *self)
{
  double value = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->control));
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);

  emit_edited (self, text);
}

/* With several values the control shows none. */
static gboolean
spin_output (HrValueRow *self)
{
  if (self->text != NULL)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (self->control), "");
  return TRUE;
}

static GtkWidget *
make_spin (HrValueRow *self)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, 1, 1);

  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 8);
  gtk_editable_set_alignment (GTK_EDITABLE (spin), 1.0f);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (spin_changed), self);
  g_signal_connect_swapped (spin, "output", G_CALLBACK (spin_output), self);
  return spin;
}

void
hr_value_row_set_range (HrValueRow *self, gint64 min, gint64 max)
{
  g_return_if_fail (HR_IS_VALUE_ROW (self));
  g_return_if_fail (self->type == HR_VALUE_NUMBER);
  self->updating = TRUE;
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->control), (double) min, (double) max);
  self->updating = FALSE;
}

/* ---- switches and choices ---- */

static void
switch_changed (HrValueRow *self)
{
  emit_edited (self, gtk_switch_get_active (GTK_SWITCH (self->control)) ? "true" : "false");
}

static GtkWidget *
make_switch (HrValueRow *self)
{
  GtkWidget *widget = gtk_switch_new ();

  g_signal_connect_swapped (widget, "notify::active", G_CALLBACK (switch_changed), self);
  return widget;
}

static void
choice_changed (HrValueRow *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

  if (selected < self->ids->len)
    emit_edited (self, g_ptr_array_index (self->ids, selected));
}

static void
set_up_choice (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer ellipsize)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), ellipsize ? 1.0f : 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_list_item_set_child (item, label);
}

static void
bind_choice (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const char *title = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), title);
}

static GtkListItemFactory *
make_factory (gboolean ellipsize)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_choice), GINT_TO_POINTER (ellipsize));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_choice), NULL);
  return factory;
}

/* The list shows whole titles; the row, which may be narrow, as much as fits. */
static GtkWidget *
make_drop_down (HrValueRow *self)
{
  GtkWidget *drop_down = gtk_drop_down_new (G_LIST_MODEL (gtk_string_list_new (NULL)), NULL);
  g_autoptr (GtkListItemFactory) short_factory = make_factory (TRUE);
  g_autoptr (GtkListItemFactory) whole_factory = make_factory (FALSE);

  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop_down), short_factory);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (drop_down), whole_factory);
  g_signal_connect_swapped (drop_down, "notify::selected", G_CALLBACK (choice_changed), self);
  return drop_down;
}

void
hr_value_row_add_choice (HrValueRow *self, const char *id, const char *title)
{
  GListModel *titles;

  g_return_if_fail (HR_IS_VALUE_ROW (self));
  g_return_if_fail (self->type == HR_VALUE_CHOICE);
  titles = gtk_drop_down_get_model (GTK_DROP_DOWN (self->control));
  self->updating = TRUE;
  g_ptr_array_add (self->ids, (gpointer) id);
  gtk_string_list_append (GTK_STRING_LIST (titles), title);
  self->updating = FALSE;
}

/* Several values are a choice of their own, which is there only while it is true. */
static void
select_choice (HrValueRow *self, const char *text)
{
  GtkDropDown *drop_down = GTK_DROP_DOWN (self->control);
  GtkStringList *titles = GTK_STRING_LIST (gtk_drop_down_get_model (drop_down));
  guint n_titles = g_list_model_get_n_items (G_LIST_MODEL (titles));
  guint index = GTK_INVALID_LIST_POSITION;

  if (text == NULL && n_titles == self->ids->len)
    gtk_string_list_append (titles, _ ("Mixed"));
  if (text == NULL)
    index = self->ids->len;
  else if (!g_ptr_array_find_with_equal_func (self->ids, text, g_str_equal, &index))
    index = GTK_INVALID_LIST_POSITION;
  gtk_drop_down_set_selected (drop_down, index);
  if (text != NULL && n_titles > self->ids->len)
    gtk_string_list_remove (titles, self->ids->len);
}

/* ---- row ---- */

static void
show_text (HrValueRow *self, const char *text)
{
  switch (self->type)
    {
    case HR_VALUE_TEXT:
      gtk_editable_set_text (GTK_EDITABLE (self->control), text != NULL ? text : "");
      gtk_entry_set_placeholder_text (GTK_ENTRY (self->control), text != NULL ? NULL : _ ("Mixed"));
      break;
    case HR_VALUE_NUMBER:
      if (text != NULL)
        gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->control), (double) g_ascii_strtoll (text, NULL, 10));
      gtk_spin_button_update (GTK_SPIN_BUTTON (self->control));
      break;
    case HR_VALUE_SWITCH:
      gtk_switch_set_active (GTK_SWITCH (self->control), g_strcmp0 (text, "true") == 0);
      break;
    case HR_VALUE_CHOICE:
      select_choice (self, text);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Whether there are several values and the control has no way to say so. */
static gboolean
is_mixed_unseen (HrValueRow *self)
{
  return self->text == NULL && (self->type == HR_VALUE_NUMBER || self->type == HR_VALUE_SWITCH);
}

void
hr_value_row_set_text (HrValueRow *self, const char *text)
{
  g_return_if_fail (HR_IS_VALUE_ROW (self));
  if (text != self->text)
    {
      g_free (self->text);
      self->text = g_strdup (text);
    }
  self->updating = TRUE;
  show_text (self, self->text);
  self->updating = FALSE;
  gtk_widget_remove_css_class (GTK_WIDGET (self), "invalid");
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), is_mixed_unseen (self) ? _ ("Mixed values") : "");
}

void
hr_value_row_set_error (HrValueRow *self, const char *message)
{
  g_autofree char *escaped = NULL;

  g_return_if_fail (HR_IS_VALUE_ROW (self));
  g_return_if_fail (message != NULL);
  escaped = g_markup_escape_text (message, -1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), escaped);
  gtk_widget_add_css_class (GTK_WIDGET (self), "invalid");
}

static void
hr_value_row_finalize (GObject *object)
{
  HrValueRow *self = HR_VALUE_ROW (object);

  g_ptr_array_unref (self->ids);
  g_free (self->text);
  G_OBJECT_CLASS (hr_value_row_parent_class)->finalize (object);
}

static void
hr_value_row_class_init (HrValueRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hr_value_row_finalize;
  signals[EDITED] = g_signal_new ("edited", HR_TYPE_VALUE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);
}

static void
hr_value_row_init (HrValueRow *self)
{
  self->ids = g_ptr_array_new ();
  self->text = g_strdup ("");
  gtk_widget_add_css_class (GTK_WIDGET (self), "value-row");
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
}

HrValueRow *
hr_value_row_new (HrValueType type, const char *title, const char *help)
{
  static GtkWidget *(*const makers[]) (HrValueRow *) = {
    [HR_VALUE_TEXT] = make_entry,
    [HR_VALUE_NUMBER] = make_spin,
    [HR_VALUE_SWITCH] = make_switch,
    [HR_VALUE_CHOICE] = make_drop_down,
  };
  HrValueRow *self = g_object_new (HR_TYPE_VALUE_ROW, "title", title, "tooltip-text", help, NULL);

  self->type = type;
  self->control = makers[type](self);
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), self->control);
  return self;
}
