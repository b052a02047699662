/* block-titles.h: what blocks of memory are called. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  HR_TITLE_ITSELF,
  HR_TITLE_GRADIENT,
  HR_TITLE_GRADIENT_SUM, /* of several consumers */
  HR_TITLE_STATE,        /* of the optimizer */
  HR_TITLE_SCRATCH,      /* of the optimizer, while it updates */
  HR_N_TITLES,
} HrTitle;

#define HR_N_BLOCK_NAMES 13

/* All titles, translated once: a look-up for each block would take longer than the rest of an estimate. */
typedef struct
{
  const char *titles[HR_N_BLOCK_NAMES][HR_N_TITLES]; /* static */
} HrBlockTitles;

void hr_block_titles_init (HrBlockTitles *self);

/* Title of the blocks of a tensor ("weight", "output"), static, translated. Learned tensors may have any name. */
const char *hr_block_titles_find (const HrBlockTitles *self, const char *tensor, HrTitle title);

G_END_DECLS
