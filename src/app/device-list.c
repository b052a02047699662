/* device-list.c: see device-list.h. */
#include "device-list.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "../io/device-file.h"
#include "cli.h"

struct _HrDeviceItem
{
  GObject parent_instance;

  HrDevice *device; /* owned, or NULL */
  gboolean local;
};

enum
{
  PROP_NAME = 1,
};

G_DEFINE_FINAL_TYPE (HrDeviceItem, hr_device_item, G_TYPE_OBJECT)

const char *
hr_device_item_get_name (HrDeviceItem *self)
{
  g_return_val_if_fail (HR_IS_DEVICE_ITEM (self), NULL);
  return self->device != NULL ? self->device->name : _ ("No Device");
}

const HrDevice *
hr_device_item_get_device (HrDeviceItem *self)
{
  g_return_val_if_fail (HR_IS_DEVICE_ITEM (self), NULL);
  return self->device;
}

gboolean
hr_device_item_is_local (HrDeviceItem *self)
{
  g_return_val_if_fail (HR_IS_DEVICE_ITEM (self), FALSE);
  return self->local;
}

static void
hr_device_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_NAME)
    g_value_set_string (value, hr_device_item_get_name (HR_DEVICE_ITEM (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hr_device_item_finalize (GObject *object)
{
  g_clear_pointer (&HR_DEVICE_ITEM (object)->device, hr_device_free);
  G_OBJECT_CLASS (hr_device_item_parent_class)->finalize (object);
}

static void
hr_device_item_class_init (HrDeviceItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hr_device_item_get_property;
  object_class->finalize = hr_device_item_finalize;
  g_object_class_install_property (
      object_class, PROP_NAME,
      g_param_spec_string ("name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
hr_device_item_init (HrDeviceItem *self)
{
}

/* device is owned by the item from now on, and may be NULL. */
static HrDeviceItem *
device_item_new (HrDevice *device, gboolean local)
{
  HrDeviceItem *self = g_object_new (HR_TYPE_DEVICE_ITEM, NULL);

  self->device = device;
  self->local = local;
  return self;
}

/* ---- list ---- */

struct _HrDeviceList
{
  GObject parent_instance;

  GPtrArray *items;   /* owned, of HrDeviceItem */
  GListStore *vulkan; /* owned, of HrDeviceItem */
  char *problem;      /* owned, or NULL */
};

static GType
get_item_type (GListModel *model)
{
  return HR_TYPE_DEVICE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return HR_DEVICE_LIST (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  HrDeviceList *self = HR_DEVICE_LIST (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position)) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (HrDeviceList, hr_device_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

guint
hr_device_list_get_position (HrDeviceList *self, const char *id)
{
  g_return_val_if_fail (HR_IS_DEVICE_LIST (self), G_MAXUINT);
  if (id == NULL)
    return 0;
  for (guint i = 1; i < self->items->len; i++)
    {
      HrDeviceItem *item = g_ptr_array_index (self->items, i);

      if (g_str_equal (item->device->id, id))
        return i;
    }
  return G_MAXUINT;
}

const HrDevice *
hr_device_list_find (HrDeviceList *self, const char *id)
{
  guint position;

  g_return_val_if_fail (HR_IS_DEVICE_LIST (self), NULL);
  position = hr_device_list_get_position (self, id);
  return position < self->items->len ? ((HrDeviceItem *) g_ptr_array_index (self->items, position))->device : NULL;
}

const char *
hr_device_list_get_problem (HrDeviceList *self)
{
  g_return_val_if_fail (HR_IS_DEVICE_LIST (self), NULL);
  return self->problem;
}

GListModel *
hr_device_list_get_vulkan (HrDeviceList *self)
{
  g_return_val_if_fail (HR_IS_DEVICE_LIST (self), NULL);
  return G_LIST_MODEL (self->vulkan);
}

static gboolean
is_software (JsonObject *gpu)
{
  return g_strcmp0 (json_object_get_string_member_with_default (gpu, "type", NULL), "software") == 0;
}

/* A GPU as `headroom-cli devices` tells of it, named by format. Owned by the caller. */
static HrDevice *
device_from_json (JsonObject *gpu, const char *id, const char *format)
{
  const char *name = json_object_get_string_member_with_default (gpu, "name", id);
  gint64 memory_bytes = MAX (json_object_get_int_member_with_default (gpu, "memory_bytes", 0), 0);
  gint64 available_bytes = json_object_get_int_member_with_default (gpu, "available_bytes", memory_bytes);
  g_autofree char *title = g_strdup_printf (format, name);
  HrDevice *device = hr_device_new (id, title, memory_bytes);

  device->reserved_bytes = CLAMP (memory_bytes - available_bytes, 0, memory_bytes);
  return device;
}

/* Software devices run a validation, but have no memory of their own to fit. */
static void
add_gpu (HrDeviceList *self, JsonObject *gpu)
{
  const char *id = json_object_get_string_member_with_default (gpu, "id", NULL);
  const char *uuid = json_object_get_string_member_with_default (gpu, "uuid", id);
  g_autoptr (HrDeviceItem) item = NULL;
  guint position;

  if (id == NULL)
    return;
  /* Translators: a Vulkan device that runs on the processor. */
  item = device_item_new (device_from_json (gpu, uuid, is_software (gpu) ? _ ("%s (software)") : "%s"), TRUE);
  position = g_list_model_get_n_items (G_LIST_MODEL (self->vulkan));
  g_list_store_append (self->vulkan, item);
  if (is_software (gpu))
    return;
  position = MIN (position + 1, self->items->len);
  /* Translators: a GPU's name; it is in the computer that the program runs on. */
  g_ptr_array_insert (self->items, (int) position,
                      device_item_new (device_from_json (gpu, id, _ ("%s (this computer)")), TRUE));
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
}

static void
devices_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (HrDeviceList) self = user_data;
  g_autofree char *output = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root;
  JsonArray *gpus;

  if (!g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, &output, NULL, NULL) || output == NULL
      || !json_parser_load_from_data (parser, output, -1, NULL))
    return;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root) || !json_object_has_member (json_node_get_object (root), "gpus"))
    return;
  gpus = json_object_get_array_member (json_node_get_object (root), "gpus");
  for (guint i = 0; gpus != NULL && i < json_array_get_length (gpus); i++)
    add_gpu (self, json_array_get_object_element (gpus, i));
}

/* No GPU, or no Vulkan, is a normal state: the list stays as it is. */
static void
ask_for_local_devices (HrDeviceList *self)
{
  static const char *const arguments[] = { "devices", "--format", "json", NULL };
  g_autoptr (GSubprocess) child = hr_cli_spawn (arguments, NULL);

  if (child != NULL)
    g_subprocess_communicate_utf8_async (child, NULL, NULL, devices_read, g_object_ref (self));
}

static void
hr_device_list_finalize (GObject *object)
{
  HrDeviceList *self = HR_DEVICE_LIST (object);

  g_ptr_array_unref (self->items);
  g_object_unref (self->vulkan);
  g_free (self->problem);
  G_OBJECT_CLASS (hr_device_list_parent_class)->finalize (object);
}

static void
hr_device_list_class_init (HrDeviceListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hr_device_list_finalize;
}

static void
hr_device_list_init (HrDeviceList *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = hr_devices_load (&error);

  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->vulkan = g_list_store_new (HR_TYPE_DEVICE_ITEM);
  g_ptr_array_add (self->items, device_item_new (NULL, FALSE));
  for (guint i = 0; devices != NULL && i < devices->len; i++)
    g_ptr_array_add (self->items, device_item_new (hr_device_copy (g_ptr_array_index (devices, i)), FALSE));
  if (error != NULL)
    self->problem = g_strdup (error->message);
}

HrDeviceList *
hr_device_list_new (void)
{
  HrDeviceList *self = g_object_new (HR_TYPE_DEVICE_LIST, NULL);

  ask_for_local_devices (self);
  return self;
}
