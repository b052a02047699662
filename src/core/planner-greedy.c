#include "planner-greedy.h"

#include "checked.h"

/* Up to this many items that live at the same time are found in the tree; beyond, a walk over all placed ones is
 * faster. */
#define FEW 64

typedef struct
{
  gint64 bytes; /* aligned */
  gint64 offset;
  guint first_step, last_step;
  guint index; /* in the caller's list */
  gboolean placed;
} Slot;

typedef struct
{
  Slot *slots; /* owned: in order of first step, so that they form a balanced search tree */
  guint *reach; /* owned: per slot, the largest last step + 1 among the placed ones of its subtree */
  guint n_slots;
  gint64 base; /* end of the items that live over the whole run */
  GArray *by_offset; /* owned: guint, placed slots; those placed since it was last used are missing */
  GArray *placed;    /* owned: guint, in order of placing */
  GArray *meeting;   /* owned: guint, slots that live at the same time as the one to place, by offset */
} Greedy;

static int
compare_first_step (gconstpointer a, gconstpointer b)
{
  const Slot *left = a, *right = b;

  if (left->first_step != right->first_step)
    return left->first_step < right->first_step ? -1 : 1;
  return left->index < right->index ? -1 : left->index > right->index;
}

/* Largest first; of equal ones the earlier. */
static int
compare_size (gconstpointer a, gconstpointer b, gpointer data)
{
  const Slot *slots = data;
  guint left = *(const guint *) a, right = *(const guint *) b;

  if (slots[left].bytes != slots[right].bytes)
    return slots[left].bytes > slots[right].bytes ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* Puts the slot into a list sorted by offset. */
static void
insert_by_offset (const Greedy *self, GArray *list, guint slot)
{
  guint low = 0, high = list->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->slots[g_array_index (list, guint, middle)].offset <= self->slots[slot].offset)
        low = middle + 1;
      else
        high = middle;
    }
  g_array_insert_val (list, low, slot);
}

/* Collects from the subtree low…high − 1 what lives at the same time as the slot. FALSE when there are too many. */
static gboolean
collect_from_tree (Greedy *self, const Slot *slot, guint low, guint high)
{
  guint middle = low + (high - low) / 2;
  const Slot *here;

  if (low >= high || self->reach[middle] <= slot->first_step)
    return TRUE;
  here = &self->slots[middle];
  if (!collect_from_tree (self, slot, low, middle))
    return FALSE;
  if (here->first_step > slot->last_step)
    return TRUE;
  if (here->placed && here->last_step >= slot->first_step)
    {
      if (self->meeting->len == FEW)
        return FALSE;
      insert_by_offset (self, self->meeting, middle);
    }
  return collect_from_tree (self, slot, middle + 1, high);
}

static void
collect_from_all (Greedy *self, const Slot *slot)
{
  const guint *by_offset;

  for (guint i = self->by_offset->len; i < self->placed->len; i++)
    insert_by_offset (self, self->by_offset, g_array_index (self->placed, guint, i));
  by_offset = (const guint *) (void *) self->by_offset->data;
  for (guint i = 0; i < self->by_offset->len; i++)
    {
      const Slot *other = &self->slots[by_offset[i]];

      if (other->first_step <= slot->last_step && other->last_step >= slot->first_step)
        g_array_append_val (self->meeting, by_offset[i]);
    }
}

static gint64
find_lowest_gap (const Greedy *self, gint64 bytes)
{
  gint64 end = self->base;

  for (guint i = 0; i < self->meeting->len; i++)
    {
      const Slot *other = &self->slots[g_array_index (self->meeting, guint, i)];

      if (other->offset - end >= bytes)
        break;
      end = MAX (end, other->offset + other->bytes);
    }
  return end;
}

static void
place_slot (Greedy *self, guint index)
{
  Slot *slot = &self->slots[index];
  guint low = 0, high = self->n_slots, middle;

  g_array_set_size (self->meeting, 0);
  if (!collect_from_tree (self, slot, 0, self->n_slots))
    {
      g_array_set_size (self->meeting, 0);
      collect_from_all (self, slot);
    }
  slot->offset = find_lowest_gap (self, slot->bytes);
  slot->placed = TRUE;
  g_array_append_val (self->placed, index);
  do
    {
      middle = low + (high - low) / 2;
      self->reach[middle] = MAX (self->reach[middle], slot->last_step + 1);
      if (middle < index)
        low = middle + 1;
      else
        high = middle;
    }
  while (middle != index);
}

/* Items that live over the whole run get their offsets at once; the others become slots. */
static void
make_slots (Greedy *self, const HrPlanItem *items, guint n_items, gint64 alignment, gint64 *offsets_bytes)
{
  guint first_step = G_MAXUINT, last_step = 0;

  for (guint i = 0; i < n_items; i++)
    {
      first_step = MIN (first_step, items[i].first_step);
      last_step = MAX (last_step, items[i].last_step);
    }
  for (guint i = 0; i < n_items; i++)
    {
      Slot slot = { .first_step = items[i].first_step, .last_step = items[i].last_step, .index = i };
      gboolean fits = hr_checked_align (items[i].bytes, alignment, &slot.bytes);

      g_assert (fits);
      if (slot.first_step == first_step && slot.last_step == last_step)
        {
          offsets_bytes[i] = self->base;
          self->base += slot.bytes;
        }
      else
        self->slots[self->n_slots++] = slot;
    }
}

void
hr_planner_greedy_place (const HrPlanItem *items, guint n_items, gint64 alignment, gint64 *offsets_bytes)
{
  Greedy self = { .slots = g_new (Slot, n_items) };
  g_autofree guint *order = NULL;

  make_slots (&self, items, n_items, alignment, offsets_bytes);
  qsort (self.slots, self.n_slots, sizeof (Slot), compare_first_step);
  self.reach = g_new0 (guint, self.n_slots);
  self.by_offset = g_array_new (FALSE, FALSE, sizeof (guint));
  self.placed = g_array_sized_new (FALSE, FALSE, sizeof (guint), self.n_slots);
  self.meeting = g_array_new (FALSE, FALSE, sizeof (guint));
  order = g_new (guint, self.n_slots);
  for (guint i = 0; i < self.n_slots; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self.n_slots, sizeof (guint), compare_size, self.slots);
  for (guint i = 0; i < self.n_slots; i++)
    place_slot (&self, order[i]);
  for (guint i = 0; i < self.n_slots; i++)
    offsets_bytes[self.slots[i].index] = self.slots[i].offset;
  g_array_unref (self.meeting);
  g_array_unref (self.placed);
  g_array_unref (self.by_offset);
  g_free (self.reach);
  g_free (self.slots);
}
