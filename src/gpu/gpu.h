/* gpu.h: Vulkan devices, and validation of an estimate on one of them. No Vulkan types. A build without Vulkan has
 * gpu-unavailable.c in their place, so that no caller needs a conditional. */
#pragma once

#include "../core/analysis.h"

G_BEGIN_DECLS

#define HR_GPU_ERROR (hr_gpu_error_quark ())
GQuark hr_gpu_error_quark (void);
typedef enum
{
  HR_GPU_ERROR_NOT_BUILT, /* this build has no Vulkan */
  HR_GPU_ERROR_NO_DRIVER, /* Vulkan's loader found no driver */
  HR_GPU_ERROR_NO_DEVICE, /* drivers, but none has a device that can compute */
  HR_GPU_ERROR_NOT_FOUND, /* no device of that index, name or UUID */
  HR_GPU_ERROR_FAILED,    /* a call of the driver failed */
  HR_GPU_ERROR_MEMORY,    /* not enough memory on the device */
  HR_GPU_ERROR_LOST,      /* the device was lost, or did not answer in time */
  HR_GPU_ERROR_CANCELLED,
} HrGpuError;

/* In the order that devices are listed: real ones first, software last. */
typedef enum
{
  HR_GPU_DISCRETE,
  HR_GPU_INTEGRATED,
  HR_GPU_VIRTUAL,
  HR_GPU_OTHER,
  HR_GPU_SOFTWARE, /* the processor, as Mesa's lavapipe */
  HR_GPU_N_TYPES,
} HrGpuType;

const char *hr_gpu_type_get_id (HrGpuType type);    /* static: "discrete", … "software", as in JSON */
const char *hr_gpu_type_get_title (HrGpuType type); /* static, translated */

#define HR_GPU_MAX_HEAPS 16
typedef struct
{
  gint64 bytes;
  gint64 budget_bytes; /* what this process may use now, or −1: the driver does not say */
  gint64 used_bytes;   /* what it uses now, or −1 */
  gboolean device_local;
} HrGpuHeap;

typedef struct
{
  guint index;          /* in the list; what --device takes */
  char *name;           /* owned */
  char *driver;         /* owned: "llvmpipe" */
  char *driver_version; /* owned: what the driver says of itself, "Mesa 22.3.6 (LLVM 15.0.6)" */
  char *uuid;           /* owned: 8-4-4-4-12 hexadecimal digits */
  HrGpuType type;
  HrGpuHeap heaps[HR_GPU_MAX_HEAPS];
  guint n_heaps;
} HrGpuDevice;

HrGpuDevice *hr_gpu_device_copy (const HrGpuDevice *self);
void hr_gpu_device_free (HrGpuDevice *self);

/* Size of the largest device-local heap. */
gint64 hr_gpu_device_get_memory (const HrGpuDevice *self);

/* "llvmpipe (LLVM 15.0.6, 256 bits), software". Owned by the caller. */
char *hr_gpu_device_to_string (const HrGpuDevice *self);

/* Every device that Vulkan sees here, one per driver; a GPtrArray of HrGpuDevice, never empty, owned by the caller.
 * NULL with HR_GPU_ERROR_NOT_BUILT, _NO_DRIVER, _NO_DEVICE or _FAILED, each a sentence for people. */
GPtrArray *hr_gpu_list_devices (GError **error);

/* The device (borrowed) that text names by index, UUID, name or part of a name, in this order; NULL text: the first. */
const HrGpuDevice *hr_gpu_find_device (GPtrArray *devices, const char *text, GError **error);

typedef enum
{
  HR_GPU_FITS,         /* allocated as predicted, every value right */
  HR_GPU_DOES_NOT_FIT, /* not enough memory, or more was needed than predicted */
  HR_GPU_DIFFERS,      /* a value is wrong */
  HR_GPU_UNAVAILABLE,  /* no device, or a network that cannot be run on it */
  HR_GPU_CANCELLED,
  HR_GPU_DEVICE_LOST,
  HR_GPU_N_VERDICTS,
} HrGpuVerdict;

const char *hr_gpu_verdict_get_id (HrGpuVerdict verdict);    /* static: "fits", as in JSON */
const char *hr_gpu_verdict_get_title (HrGpuVerdict verdict); /* static, translated */

/* One layer that was run. Errors are max |y − reference| ÷ Σ|a·b|. */
typedef struct
{
  char *id;         /* owned: of the node */
  const char *pass; /* static: "forward" */
  gint64 bytes;     /* input, output and parameters */
  double max_error;
  double error_bound;    /* above it the value is wrong */
  double expected_error; /* above it a warning */
  gint64 nanoseconds;    /* on the device, fastest run */
  double gflops;         /* 2 × multiply-adds ÷ time */
  gboolean passed;
  char *message; /* owned: a sentence, or NULL when there is nothing to say */
} HrGpuLayer;

typedef struct
{
  HrGpuDevice *device; /* owned; NULL when there is none */
  HrMode mode;
  gint64 batch;
  gint64 predicted_bytes;
  gint64 measured_bytes;    /* sum of the memory requirements */
  gint64 heap_growth_bytes; /* seen from outside: the driver's count or, on software, resident memory; −1: unknown */
  gint64 available_bytes;   /* of the heap, or its budget where the driver tells it; −1: unknown */
  HrGpuVerdict verdict;
  char *message;     /* owned: why, or NULL when it fits */
  GPtrArray *layers; /* owned: HrGpuLayer, in order of execution */
  guint n_layers;    /* to be run in all */
  guint n_messages;  /* from the validation layer */
} HrGpuReport;

void hr_gpu_report_free (HrGpuReport *self);

typedef enum
{
  HR_GPU_EVENT_DEVICE,    /* device and prediction are known */
  HR_GPU_EVENT_ALLOCATED, /* measured_bytes and heap_growth_bytes are known */
  HR_GPU_EVENT_LAYER,     /* the last of `layers` is new */
  HR_GPU_EVENT_FINISHED,  /* the verdict stands */
} HrGpuEvent;

typedef struct
{
  const char *device; /* borrowed: index, UUID or name; NULL: the first device */
  gboolean check;     /* run under Khronos' validation layer; without it installed the verdict is HR_GPU_UNAVAILABLE */
  void (*progress) (HrGpuEvent event, const HrGpuReport *report, gpointer user_data); /* or NULL */
  void (*message) (const char *text, gpointer user_data); /* of the validation layer, in any thread; or NULL */
  gpointer user_data;
} HrGpuOptions;

/* Runs every convolution of the analysed network on a device, forward, and judges it: allocates what the prediction
 * says, runs each layer on small integers (exact) and on random numbers (within the bound), twice. The analysis must
 * have been made with the execution model `vulkan`. options and cancel may be NULL. Never NULL: whatever happens is a
 * verdict. Takes as long as the network needs; owned by the caller. */
HrGpuReport *hr_gpu_validate (const HrAnalysis *analysis, const HrGpuOptions *options, HrCancel *cancel);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrGpuDevice, hr_gpu_device_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrGpuReport, hr_gpu_report_free)

G_END_DECLS
