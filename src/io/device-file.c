#include "device-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "../core/text.h"
#include "../core/units.h"
#include "embedded.h"
#include "file.h"
#include "xml-guard.h"
#include "xml.h"

static const HrDevice *
find (GPtrArray *devices, const char *id, guint *index)
{
  for (guint i = 0; i < devices->len; i++)
    {
      const HrDevice *device = g_ptr_array_index (devices, i);
      if (!g_str_equal (device->id, id))
        continue;
      if (index)
        *index = i;
      return device;
    }
  return NULL;
}

/* Reads an attribute that is a size. FALSE with the error when it is none; bytes is left alone when it is not there. */
static gboolean
read_size (const xmlNode *element, const char *key, const char *file, gint64 *bytes, GError **error)
{
  g_autofree char *text = hr_xml_dup_attribute (element, key);
  if (!text || hr_parse_size (text, bytes))
    return TRUE;
  hr_xml_set_error (error, HR_PROJECT_ERROR_VALUE, file, hr_xml_get_line (element),
                    _ ("%s: “%s” is not a size like 8GiB or 500 MB"), key, text);
  return FALSE;
}

static HrDevice *
read_device (const xmlNode *element, const char *file, GError **error)
{
  gint64 memory_bytes = 0, reserved_bytes = 0;
  if (!read_size (element, "memory", file, &memory_bytes, error)
      || !read_size (element, "reserved", file, &reserved_bytes, error))
    return NULL;
  g_autofree char *id = hr_xml_dup_attribute (element, "id");
  g_autofree char *name = hr_xml_dup_attribute (element, "name");
  if (reserved_bytes > memory_bytes)
    {
      hr_xml_set_error (error, HR_PROJECT_ERROR_VALUE, file, hr_xml_get_line (element),
                        _ ("%s: more memory is reserved than there is"), id);
      return NULL;
    }
  g_autofree char *title = hr_text_to_line (name);
  g_autofree char *vendor = hr_xml_dup_attribute (element, "vendor");
  HrDevice *device = hr_device_new (id, title, memory_bytes);
  device->vendor = hr_text_to_line (vendor);
  device->kind = hr_xml_dup_attribute (element, "kind");
  device->source = hr_xml_dup_attribute (element, "source");
  device->reserved_bytes = reserved_bytes;
  return device;
}

static GPtrArray *
parse_devices (const char *data, gsize length, const char *file, GError **error)
{
  g_autoptr (xmlDoc) doc = hr_xml_parse (data, length, file, error);
  if (!doc || !hr_xml_validate (doc, hr_devices_schema, file, error))
    return NULL;
  g_autoptr (GPtrArray) devices = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_device_free);
  xmlNode *element = hr_xml_skip_to_element (xmlDocGetRootElement (doc)->children);
  for (; element; element = hr_xml_skip_to_element (element->next))
    {
      HrDevice *device = read_device (element, file, error);
      if (!device)
        return NULL;
      gboolean doubled = find (devices, device->id, NULL) != NULL;
      g_ptr_array_add (devices, device);
      if (!doubled)
        continue;
      hr_xml_set_error (error, HR_PROJECT_ERROR_VALUE, file, hr_xml_get_line (element),
                        _ ("%s: two devices have this id"), device->id);
      return NULL;
    }
  return g_steal_pointer (&devices);
}

/* Devices of the user's own, or NULL: without the error when there is no such file. */
static GPtrArray *
load_user_devices (GError **error)
{
  g_autofree char *path = g_build_filename (g_get_user_config_dir (), "headroom", "devices.xml", NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  gsize length;
  g_autofree char *data = hr_file_read (path, HR_XML_MAX_BYTES + 1, &length, error);
  return data ? parse_devices (data, length, path, error) : NULL;
}

/* Puts copies of the user's devices into devices, each in the place of one with its id or at the end. */
static void
merge (GPtrArray *devices, GPtrArray *user)
{
  for (guint i = 0; i < user->len; i++)
    {
      HrDevice *device = hr_device_copy (g_ptr_array_index (user, i));
      guint index;
      if (find (devices, device->id, &index))
        {
          hr_device_free (devices->pdata[index]);
          devices->pdata[index] = device;
        }
      else
        g_ptr_array_add (devices, device);
    }
}

GPtrArray *
hr_devices_load (GError **error)
{
  g_autoptr (GError) problem = NULL;
  GPtrArray *devices = parse_devices (hr_devices_list, strlen (hr_devices_list), "devices.xml", &problem);
  if (!devices)
    g_error ("the program's own list: %s", problem->message);
  g_autoptr (GPtrArray) user = load_user_devices (error);
  if (user)
    merge (devices, user);
  return devices;
}

const HrDevice *
hr_devices_find (GPtrArray *devices, const char *id)
{
  g_return_val_if_fail (devices != NULL && id != NULL, NULL);
  return find (devices, id, NULL);
}
