/* eager-frames.c: what the names of a running program hold. Blocks of layers are modules that call each other: a value
 * that is passed to a call stays until the call returns, because the caller's name for it is free only then. */
#include "eager-private.h"

#include <string.h>

/* A call of a module: the operators first…last run inside it. */
typedef struct
{
  int caller; /* the call that it is made in, or −1 for the network's own */
  guint first, last;
} Call;

/* Where a value was used last: the call in which it has its name, and the call or operator that it went into. */
typedef struct
{
  int frame;
  gint64 site;
} Use;

typedef struct
{
  HrEager *eager;   /* borrowed */
  GArray *calls;    /* owned: Call */
  guint *innermost; /* owned: per operator, the call that it runs in */
  Use *uses;        /* owned: per value, the last use */
} Frames;

static guint
count_components (const char *path)
{
  guint n = path[0] != '\0';

  for (; *path != '\0'; path++)
    n += *path == '/';
  return n;
}

/* How many components two paths have in common from the start. */
static guint
count_common (const char *a, const char *b)
{
  guint n = 0, i = 0;

  if (a[0] == '\0' || b[0] == '\0')
    return 0;
  for (; a[i] != '\0' && a[i] == b[i]; i++)
    n += a[i] == '/';
  return n + ((a[i] == '\0' || a[i] == '/') && (b[i] == '\0' || b[i] == '/'));
}

static const char *
get_path (const HrEager *eager, guint op)
{
  const char *path = eager->analysis->layers[hr_eager_op (eager, op)->layer].node->block;

  return path == NULL ? "" : path;
}

static guint
enter (Frames *self, int caller, guint op)
{
  Call call = { caller, op, op };

  g_array_append_val (self->calls, call);
  return self->calls->len - 1;
}

/* Leaves calls until `depth` are left inside the network's own. */
static int
leave (Frames *self, int call, guint *depth, guint wanted, guint last)
{
  for (; *depth > wanted; (*depth)--)
    {
      Call *left = &g_array_index (self->calls, Call, call);

      left->last = last;
      call = left->caller;
    }
  return call;
}

/* Finds the calls from the blocks of the operators: consecutive operators with the same path run in one call. */
static void
find_calls (Frames *self)
{
  const HrEager *eager = self->eager;
  int call = (int) enter (self, -1, 0);
  const char *path = "";
  guint depth = 0;

  for (guint i = 0; i < eager->n_network_ops; i++)
    {
      const char *next = get_path (eager, i);
      guint n_components = count_components (next);

      call = leave (self, call, &depth, MIN (depth, count_common (path, next)), i - 1);
      for (; depth < n_components; depth++)
        call = (int) enter (self, call, i);
      self->innermost[i] = (guint) call;
      path = next;
    }
  leave (self, call, &depth, 0, eager->n_network_ops - 1);
  g_array_index (self->calls, Call, 0).last = eager->n_network_ops - 1;
}

/* The operator with which an expression ends that a value is used in. What an expression makes on its way is dropped as
 * soon as it is used. */
static guint
find_end (const HrEager *eager, const HrEagerValue *value, guint op)
{
  guint last = hr_eager_op (eager, op)->last;

  return value->producer >= 0 && hr_eager_op (eager, (guint) value->producer)->last == last ? op : last;
}

/* Holds a value for one use: until the expression is done, or the outermost call that began after the value was made and
 * got it as an argument; and if its frame used it elsewhere before, it has a name there that lives as long as the frame. */
static void
hold_for_use (Frames *self, guint index, guint op)
{
  HrEagerValue *value = hr_eager_value (self->eager, index);
  int frame = (int) self->innermost[op], producer = value->producer;
  Use *use = &self->uses[index], next = { frame, -1 };
  guint until = find_end (self->eager, value, op);

  next.site = -1 - (gint64) until;
  for (; frame >= 0 && (int) g_array_index (self->calls, Call, frame).first > producer; frame = next.frame)
    {
      next.site = frame;
      next.frame = g_array_index (self->calls, Call, frame).caller;
      until = g_array_index (self->calls, Call, frame).last;
    }
  if (use->frame == next.frame && use->site != next.site && next.frame >= 0)
    until = g_array_index (self->calls, Call, next.frame).last;
  *use = next;
  value->held_until = MAX (value->held_until, until);
}

void
hr_eager_hold_names (HrEager *self)
{
  Frames frames = { .eager = self, .calls = g_array_new (FALSE, FALSE, sizeof (Call)) };

  frames.innermost = g_new (guint, self->n_network_ops);
  frames.uses = g_new (Use, self->values->len);
  for (guint i = 0; i < self->values->len; i++)
    frames.uses[i] = (Use){ -1, -1 };
  find_calls (&frames);
  for (guint i = 0; i < self->ops->len; i++)
    {
      const HrEagerOp *op = hr_eager_op (self, i);

      for (guint j = 0; j < op->n_inputs; j++)
        {
          int value = g_array_index (self->inputs, int, op->first_input + j);

          if (value >= 0 && op->loss)
            hr_eager_value (self, (guint) value)->held_until
                = MAX (hr_eager_value (self, (guint) value)->held_until, i);
          else if (value >= 0)
            hold_for_use (&frames, (guint) value, i);
        }
    }
  g_array_unref (frames.calls);
  g_free (frames.innermost);
  g_free (frames.uses);
}
