/* networks.h: networks of known structure for the tests of the canvas, made of layer kinds of their own. */
#pragma once

#include "core/project.h"

G_BEGIN_DECLS

/* Adds a layer fed by the named layers (NULL-terminated); returns its id, borrowed. Two inputs or more make it a merge. */
const char *test_add_layer (GPtrArray *nodes, const char *id, ...) G_GNUC_NULL_TERMINATED;

/* A project of these layers; takes ownership of nodes. */
HrProject *test_project_new (GPtrArray *nodes);

/* n layers one after another: "layer0"… */
HrProject *test_chain_new (guint n);

/* n residual blocks of ten layers, every fourth with a shortcut of two layers of its own, much as ResNet-50. */
HrProject *test_residual_new (guint n_blocks);

/* depth levels down and up again, joined by long skip connections. */
HrProject *test_unet_new (guint depth);

/* Each layer merges all layers before it. */
HrProject *test_dense_new (guint n);

/* n blocks of four parallel branches of one to three layers. */
HrProject *test_inception_new (guint n_blocks);

G_END_DECLS
