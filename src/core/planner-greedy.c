#include "planner-greedy.h"

#include "checked.h"

/* Up to this many items that live at the same time are found in the tree; beyond, a walk over all placed ones is
 * faster. */
#define FEW 64

/* An item that has its place. */
typedef struct
{
  gint64 offset, end;
  guint first_step, last_step;
} Placed;

typedef struct
{
  gint64 bytes; /* aligned */
  guint first_step, last_step;
  guint index;   /* in the caller's list */
  gint64 offset; /* −1: not placed yet */
} Slot;

typedef struct
{
  Slot *slots;  /* owned: in order of first step, so that they form a balanced search tree */
  guint *reach; /* owned: per slot, the largest last step + 1 among the placed ones of its subtree */
  guint n_slots;
  gint64 base;       /* end of the items that live over the whole run */
  GArray *placed;    /* owned: guint, slots in order of placing */
  GArray *by_offset; /* owned: Placed, by offset; those placed since it was last used are missing */
  GArray *meeting;   /* owned: Placed, by offset: a few that live at the same time as the slot to place */
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

/* Puts a placed slot into a list of Placed sorted by offset. */
static void
insert_by_offset (GArray *list, const Slot *slot)
{
  Placed placed = { slot->offset, slot->offset + slot->bytes, slot->first_step, slot->last_step };
  guint low = 0, high = list->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (list, Placed, middle).offset <= slot->offset)
        low = middle + 1;
      else
        high = middle;
    }
  g_array_insert_val (list, low, placed);
}

/* Collects from the subtree low…high − 1 what lives at the same time as the slot. FALSE when there are too many. */
static gboolean
collect_few (Greedy *self, const Slot *slot, guint low, guint high)
{
  guint middle = low + (high - low) / 2;
  const Slot *here;

  if (low >= high || self->reach[middle] <= slot->first_step)
    return TRUE;
  here = &self->slots[middle];
  if (!collect_few (self, slot, low, middle))
    return FALSE;
  if (here->first_step > slot->last_step)
    return TRUE;
  if (here->offset >= 0 && here->last_step >= slot->first_step)
    {
      if (self->meeting->len == FEW)
        return FALSE;
      insert_by_offset (self->meeting, here);
    }
  return collect_few (self, slot, middle + 1, high);
}

/* The lowest address at which the slot meets nothing of a list sorted by offset. */
static gint64
find_lowest_gap (const Greedy *self, const GArray *list, const Slot *slot)
{
  const Placed *placed = (const Placed *) (void *) list->data;
  gint64 end = self->base;

  for (guint i = 0; i < list->len; i++)
    {
      if (placed[i].first_step > slot->last_step || placed[i].last_step < slot->first_step)
        continue;
      if (placed[i].offset - end >= slot->bytes)
        break;
      end = MAX (end, placed[i].end);
    }
  return end;
}

static gint64
find_offset (Greedy *self, const Slot *slot)
{
  g_array_set_size (self->meeting, 0);
  if (collect_few (self, slot, 0, self->n_slots))
    return find_lowest_gap (self, self->meeting, slot);
  for (guint i = self->by_offset->len; i < self->placed->len; i++)
    insert_by_offset (self->by_offset, &self->slots[g_array_index (self->placed, guint, i)]);
  return find_lowest_gap (self, self->by_offset, slot);
}

static void
place_slot (Greedy *self, guint index)
{
  Slot *slot = &self->slots[index];
  guint low = 0, high = self->n_slots, middle;

  slot->offset = find_offset (self, slot);
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
      Slot slot = { .first_step = items[i].first_step, .last_step = items[i].last_step, .index = i, .offset = -1 };
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
  self.placed = g_array_sized_new (FALSE, FALSE, sizeof (guint), self.n_slots);
  self.by_offset = g_array_new (FALSE, FALSE, sizeof (Placed));
  self.meeting = g_array_new (FALSE, FALSE, sizeof (Placed));
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
