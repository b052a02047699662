/* common.h: what the layer kinds share. Not for use outside this folder. */
#pragma once

#include <glib/gi18n-lib.h>

#include "../checked.h"
#include "../op.h"
#include "../units.h"

G_BEGIN_DECLS

/* Sizes that parameters may take. */
#define HR_MAX_SIZE G_MAXINT32

#define HR_ROWS(member, rows) .member = rows, .n_##member = G_N_ELEMENTS (rows)

/* Formats that a layer may ask for; "default" leaves it to the project. Ids are those of HrDtype. */
extern const HrChoice hr_weight_choices[];

#define HR_WEIGHTS_ROW(Params)                                                                                         \
  {                                                                                                                    \
    "weights", N_ ("Weights"), N_ ("Number format of the weights; biases stay 32-bit."), HR_PARAM_CHOICE,              \
        G_STRUCT_OFFSET (Params, weights), .fallback = "default", .choices = hr_weight_choices                         \
  }
#define HR_BIAS_ROW(Params)                                                                                            \
  {                                                                                                                    \
    "bias", N_ ("Bias"), N_ ("Adds one learned value per output channel."), HR_PARAM_BOOL,                             \
        G_STRUCT_OFFSET (Params, bias), .fallback = "true"                                                             \
  }

/* Reports an error (code static, format translated) and is FALSE. */
#define hr_op_fail(report, code, ...) (hr_report_add (report, HR_SEVERITY_ERROR, code, __VA_ARGS__), FALSE)

/* Whether every input has a known rank. */
gboolean hr_op_ranks_known (const HrOpCall *call);

/* Output 0 is like input 0 in shape and type. */
gboolean hr_op_infer_same (HrOpCall *call, HrReport *report);

/* Output 0 has the type of input 0, rank axes and the batch where input 0 has it; dims are left to the caller. */
HrShape *hr_op_start_output (HrOpCall *call, guint rank);

/* Checks that input 0 is batch × channels × 1 to 3 spatial axes, the batch first. FALSE when it was reported.
 * Only with a known rank. */
gboolean hr_op_check_spatial (const HrOpCall *call, HrReport *report);

/* Turns an axis that may count from the end (−1: the last) into 0…rank − 1. FALSE (reported) when there is none such. */
gboolean hr_op_resolve_axis (const HrShape *shape, gint64 axis, guint *resolved, HrReport *report);

/* Checks that a tuple has one value or one per spatial axis; name is translated ("kernel"). FALSE when it was reported. */
gboolean hr_op_check_tuple (const HrTuple *tuple, const char *name, guint n_spatial, HrReport *report);

/* The value of an axis; one value stands for all. fallback for a tuple without values. */
gint64 hr_tuple_get (const HrTuple *self, guint axis, gint64 fallback);

/* a₀·a₁·…; FALSE on overflow or a negative factor. */
gboolean hr_op_get_product (const gint64 *factors, guint n, gint64 *product);

/* Appends "1,024". */
void hr_op_append_count (GString *text, gint64 count);

/* Appends "3·3·64". */
void hr_op_append_product (GString *text, const gint64 *factors, guint n);

/* Appends "7×7". */
void hr_op_append_sizes (GString *text, const gint64 *sizes, guint n);

/* Appends "7×7", or "7" for a tuple of one value that stands for any number of axes. */
void hr_op_append_tuple (GString *text, const HrTuple *tuple);

/* Output 0 is function (a value, the parameters) of each value of input 0; NULL copies. */
void hr_op_reference_map (const HrOpCall *call, const HrReference *io, double (*function) (double, gconstpointer));

/* Elements of a known tensor; 0 when it is not known. */
gint64 hr_op_get_elems (const HrTensor *tensor);

G_END_DECLS
