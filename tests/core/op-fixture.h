/* op-fixture.h: one call of a layer kind, built from text. */
#pragma once

#include "core/op.h"

#define OP_FIXTURE_MAX_INPUTS 8

typedef struct
{
  HrOpCall call;
  HrTensor inputs[OP_FIXTURE_MAX_INPUTS];
  HrTensor output;
  gpointer params; /* owned */
  HrReport report; /* owned */
} OpFixture;

/* params: "filters=64 kernel=7,7"; inputs: "1x3x224x224 8", "?" for an unknown size, the batch on axis 0. Stops the test
 * when a parameter is refused. */
void op_fixture_init (OpFixture *self, const HrOp *op, const char *params, const char *inputs);
void op_fixture_add_input (OpFixture *self, const HrShape *shape);
void op_fixture_clear (OpFixture *self);

/* "1x64x112x112". Owned by the caller. */
char *op_fixture_dup_output (const OpFixture *self);
