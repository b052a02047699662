/* onnx-scan.c: a walk over protobuf's wire format (protobuf.dev, "Encoding") that knows the messages of onnx.proto. Graphs
 * within attributes are passed over, so that nothing can be nested deeper than the tables below. */
#include "onnx-scan.h"

#include <glib/gi18n-lib.h>

#include "../project-file.h"
#include "onnx.h"
#include "onnx.pb-c.h"

/* What unpacking may take beside the texts themselves. */
#define MAX_UNPACKED (256 << 20)
#define MAX_COPY (512 << 20)
#define TEXT_OVERHEAD 40
#define ALLOCATION_OVERHEAD 32

typedef enum
{
  WIRE_VARINT = 0,
  WIRE_64 = 1,
  WIRE_BYTES = 2,
  WIRE_32 = 5,
} Wire;

typedef enum
{
  ONE,     /* one number; the last counts */
  NUMBERS, /* repeated, packed or not */
  TEXT,
  DATA, /* bytes of a tensor */
  MESSAGE,
  MESSAGES,
} Kind;

typedef struct _Message Message;

typedef struct
{
  guint number;
  Kind kind;
  Wire wire;              /* of a single number */
  const Message *message; /* static */
} Field;

struct _Message
{
  const Field *fields; /* static */
  guint n_fields;
  gsize unpacked_bytes;
};

#define MESSAGE_TYPE(name, type)                                                                                       \
  static const Message name = { name##_fields, G_N_ELEMENTS (name##_fields), sizeof (type) }

static const Field opset_fields[] = { { 1, TEXT }, { 2, ONE, WIRE_VARINT } };
MESSAGE_TYPE (opset, Onnx__OperatorSetIdProto);

static const Field dimension_fields[] = { { 1, ONE, WIRE_VARINT }, { 2, TEXT } };
MESSAGE_TYPE (dimension, Onnx__TensorShapeProto__Dimension);

static const Field shape_fields[] = { { 1, MESSAGES, .message = &dimension } };
MESSAGE_TYPE (shape, Onnx__TensorShapeProto);

static const Field tensor_type_fields[] = { { 1, ONE, WIRE_VARINT }, { 2, MESSAGE, .message = &shape } };
MESSAGE_TYPE (tensor_type, Onnx__TypeProto__Tensor);

static const Field type_fields[] = { { 1, MESSAGE, .message = &tensor_type } };
MESSAGE_TYPE (type, Onnx__TypeProto);

static const Field value_info_fields[] = { { 1, TEXT }, { 2, MESSAGE, .message = &type } };
MESSAGE_TYPE (value_info, Onnx__ValueInfoProto);

static const Field tensor_fields[] = {
  { 1, NUMBERS, WIRE_VARINT },
  { 2, ONE, WIRE_VARINT },
  { 4, NUMBERS, WIRE_32 },
  { 5, NUMBERS, WIRE_VARINT },
  { 7, NUMBERS, WIRE_VARINT },
  { 8, TEXT },
  { 9, DATA },
  { 10, NUMBERS, WIRE_64 },
  { 11, NUMBERS, WIRE_VARINT },
};
MESSAGE_TYPE (tensor, Onnx__TensorProto);

static const Field sparse_tensor_fields[] = {
  { 1, MESSAGE, .message = &tensor },
  { 3, NUMBERS, WIRE_VARINT },
};
MESSAGE_TYPE (sparse_tensor, Onnx__SparseTensorProto);

static const Field attribute_fields[] = {
  { 1, TEXT },
  { 2, ONE, WIRE_32 },
  { 3, ONE, WIRE_VARINT },
  { 4, TEXT },
  { 5, MESSAGE, .message = &tensor },
  { 7, NUMBERS, WIRE_32 },
  { 8, NUMBERS, WIRE_VARINT },
  { 9, TEXT },
  { 20, ONE, WIRE_VARINT },
};
MESSAGE_TYPE (attribute, Onnx__AttributeProto);

static const Field node_fields[] = {
  { 1, TEXT }, { 2, TEXT }, { 3, TEXT }, { 4, TEXT }, { 5, MESSAGES, .message = &attribute }, { 7, TEXT },
};
MESSAGE_TYPE (node, Onnx__NodeProto);

static const Field graph_fields[] = {
  { 1, MESSAGES, .message = &node },           { 2, TEXT },
  { 5, MESSAGES, .message = &tensor },         { 11, MESSAGES, .message = &value_info },
  { 12, MESSAGES, .message = &value_info },    { 13, MESSAGES, .message = &value_info },
  { 15, MESSAGES, .message = &sparse_tensor },
};
MESSAGE_TYPE (graph, Onnx__GraphProto);

static const Field model_fields[] = {
  { 1, ONE, WIRE_VARINT },
  { 2, TEXT },
  { 3, TEXT },
  { 7, MESSAGE, .message = &graph },
  { 8, MESSAGES, .message = &opset },
};
MESSAGE_TYPE (model, Onnx__ModelProto);

typedef struct
{
  const guint8 *at;  /* borrowed */
  const guint8 *end; /* borrowed */
} Cursor;

typedef struct
{
  const char *name; /* borrowed */
  GByteArray *copy; /* owned */
  guint n_messages;
  gsize unpacked_bytes;
} Scan;

static gboolean
refuse (const Scan *self, GError **error, const char *what)
{
  g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_SYNTAX, "%s: %s", self->name, what);
  return FALSE;
}

static gboolean
refuse_damaged (const Scan *self, GError **error)
{
  return refuse (self, error, _ ("this is no sound ONNX file: it is cut short, damaged or of another kind"));
}

static gboolean
read_varint (Cursor *cursor, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 64 && cursor->at < cursor->end; shift += 7)
    {
      guint8 byte = *cursor->at++;
      *value |= (guint64) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return TRUE;
    }
  return FALSE;
}

/* One field; its value runs from `value` to the cursor. */
typedef struct
{
  const guint8 *start, *value; /* borrowed */
  guint64 number;
  Wire wire;
} Item;

static gboolean
read_item (Cursor *cursor, Item *item)
{
  guint64 tag, length = 0;
  item->start = cursor->at;
  if (!read_varint (cursor, &tag) || tag > G_MAXUINT32 || tag >> 3 == 0)
    return FALSE;
  item->number = tag >> 3;
  item->wire = tag & 7;
  item->value = cursor->at;
  switch (item->wire)
    {
    case WIRE_VARINT:
      return read_varint (cursor, &length);
    case WIRE_64:
      length = 8;
      break;
    case WIRE_32:
      length = 4;
      break;
    case WIRE_BYTES:
      if (!read_varint (cursor, &length))
        return FALSE;
      item->value = cursor->at;
      break;
    default:
      return FALSE;
    }
  if (length > (gsize) (cursor->end - cursor->at))
    return FALSE;
  cursor->at += length;
  return TRUE;
}

static const Field *
find_field (const Message *message, guint64 number)
{
  for (guint i = 0; i < message->n_fields; i++)
    if (message->fields[i].number == number)
      return &message->fields[i];
  return NULL;
}

static gboolean
wire_fits (const Field *field, Wire wire)
{
  if (field->kind == ONE)
    return wire == field->wire;
  return wire == WIRE_BYTES || (field->kind == NUMBERS && wire == field->wire);
}

static gboolean
reserve (Scan *self, gsize unpacked_bytes, GError **error)
{
  self->unpacked_bytes += unpacked_bytes;
  if (self->unpacked_bytes <= MAX_UNPACKED)
    return TRUE;
  g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_SYNTAX, _ ("%s: its structure takes more than %d MiB"),
               self->name, MAX_UNPACKED >> 20);
  return FALSE;
}

static gboolean
copy_bytes (Scan *self, const guint8 *from, gsize length, GError **error)
{
  if (length > MAX_COPY || self->copy->len > MAX_COPY - length)
    return refuse (self, error, _ ("its structure alone is larger than 512 MiB"));
  g_byte_array_append (self->copy, from, (guint) length);
  return TRUE;
}

static gboolean scan_message (Scan *self, const Message *message, Cursor cursor, GError **error);

/* Copies a message; its length is known only afterwards and then written into as many bytes as it had. */
static gboolean
copy_message (Scan *self, const Field *field, const Item *item, const guint8 *end, GError **error)
{
  gsize n_header = (gsize) (item->value - item->start);
  if (!copy_bytes (self, item->start, n_header, error))
    return FALSE;
  guint body = self->copy->len;
  if (!scan_message (self, field->message, (Cursor){ item->value, end }, error))
    return FALSE;
  guint length = self->copy->len - body, n_tag = 1;
  while (item->start[n_tag - 1] & 0x80)
    n_tag++;
  guint n_digits = (guint) n_header - n_tag;
  for (guint8 *digit = self->copy->data + body - n_digits; n_digits > 0; n_digits--, length >>= 7)
    *digit++ = (guint8) ((length & 0x7f) | (n_digits > 1 ? 0x80 : 0));
  return TRUE;
}

/* Copies a field with its number; n_numbers counts the message's repeated numbers so far. */
static gboolean
copy_field (Scan *self, const Field *field, const Item *item, const guint8 *end, guint *n_numbers, GError **error)
{
  gsize length = (gsize) (end - item->value);
  switch (field->kind)
    {
    case MESSAGE:
    case MESSAGES:
      return copy_message (self, field, item, end, error);
    case NUMBERS:
      *n_numbers += item->wire == WIRE_BYTES ? (guint) MIN (length, HR_ONNX_MAX_DATA + 1) : 1;
      if (*n_numbers > HR_ONNX_MAX_DATA)
        {
          *n_numbers = HR_ONNX_MAX_DATA;
          return TRUE;
        }
      if (!reserve (self, 8 * (item->wire == WIRE_BYTES ? length : 1), error))
        return FALSE;
      break;
    case DATA:
      if (length > HR_ONNX_MAX_DATA)
        return TRUE;
      G_GNUC_FALLTHROUGH;
    case TEXT:
      if (!reserve (self, TEXT_OVERHEAD + (field->kind == DATA ? 8 * length : 0), error))
        return FALSE;
      break;
    case ONE:
      break;
    }
  return copy_bytes (self, item->start, (gsize) (end - item->start), error);
}

static gboolean
scan_message (Scan *self, const Message *message, Cursor cursor, GError **error)
{
  guint n_numbers = 0;
  guint64 seen = 0;
  if (++self->n_messages > HR_ONNX_MAX_MESSAGES)
    return refuse (self, error, _ ("it holds more than a million messages"));
  if (!reserve (self, message->unpacked_bytes + ALLOCATION_OVERHEAD, error))
    return FALSE;
  while (cursor.at < cursor.end)
    {
      Item item;
      if (!read_item (&cursor, &item))
        return refuse_damaged (self, error);
      const Field *field = find_field (message, item.number);
      if (!field)
        continue;
      if (!wire_fits (field, item.wire) || (field->kind == MESSAGE && seen & (G_GUINT64_CONSTANT (1) << field->number)))
        return refuse_damaged (self, error);
      seen |= G_GUINT64_CONSTANT (1) << field->number;
      if (!copy_field (self, field, &item, cursor.at, &n_numbers, error))
        return FALSE;
    }
  return TRUE;
}

GByteArray *
hr_onnx_scan (const guint8 *data, gsize length, const char *name, GError **error)
{
  g_return_val_if_fail (data != NULL || length == 0, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  g_autoptr (GByteArray) copy = g_byte_array_new ();
  Scan scan = { .name = name, .copy = copy };
  if (length == 0)
    {
      refuse (&scan, error, _ ("the file is empty"));
      return NULL;
    }
  if (!scan_message (&scan, &model, (Cursor){ data, data + length }, error))
    return NULL;
  return g_steal_pointer (&copy);
}

/* A version, and then fields of a model as far as the head goes, the graph or the operator sets among them. */
gboolean
hr_onnx_recognize (const char *head, gsize length)
{
  g_return_val_if_fail (head != NULL, FALSE);

  Cursor cursor = { (const guint8 *) head, (const guint8 *) head + length };
  while (cursor.at < cursor.end)
    {
      Item item = { 0 };
      gboolean whole = read_item (&cursor, &item);
      const Field *field = find_field (&model, item.number);
      if (field && field->kind >= MESSAGE && item.wire == WIRE_BYTES && item.value < cursor.end)
        return *item.value == 0x0a || *item.value == 0x12 || *item.value == 0x10;
      if (!whole || !field || !wire_fits (field, item.wire))
        return FALSE;
    }
  return FALSE;
}
