#include "block-titles.h"

#include <glib/gi18n-lib.h>

/* By the name of the tensor. The last row serves for names that are not in the list. */
static const struct
{
  const char *tensor;
  const char *titles[HR_N_TITLES];
} names[HR_N_BLOCK_NAMES] = {
  { "output", { N_ ("output"), N_ ("gradient of output"), N_ ("summed gradient of output") } },
  { "weight",
    { N_ ("weight"), N_ ("gradient of weight"), N_ ("summed gradient of weight"), N_ ("optimizer state of weight"),
      N_ ("work space of weight's update") } },
  { "bias",
    { N_ ("bias"), N_ ("gradient of bias"), N_ ("summed gradient of bias"), N_ ("optimizer state of bias"),
      N_ ("work space of bias's update") } },
  { "running_mean", { N_ ("running mean") } },
  { "running_var", { N_ ("running variance") } },
  { "num_batches_tracked", { N_ ("batch counter") } },
  { "padded_input", { N_ ("padded input"), N_ ("gradient of padded input") } },
  { "staging", { N_ ("staging block") } },
  { "target", { N_ ("target") } },
  { "log_probabilities", { N_ ("log probabilities"), N_ ("gradient of log probabilities") } },
  { "loss", { N_ ("loss"), N_ ("gradient of loss") } },
  { "number", { N_ ("number") } },
  { NULL,
    { N_ ("learned tensor"), N_ ("gradient of learned tensor"), N_ ("summed gradient of learned tensor"),
      N_ ("optimizer state of learned tensor"), N_ ("work space of learned tensor's update") } },
};

void
hr_block_titles_init (HrBlockTitles *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < HR_N_BLOCK_NAMES; i++)
    for (guint j = 0; j < HR_N_TITLES; j++)
      self->titles[i][j] = names[i].titles[j] == NULL ? NULL : _ (names[i].titles[j]);
}

const char *
hr_block_titles_find (const HrBlockTitles *self, const char *tensor, HrTitle title)
{
  guint row = 0;

  g_return_val_if_fail (self != NULL && tensor != NULL && title < HR_N_TITLES, NULL);

  while (names[row].tensor != NULL && !g_str_equal (names[row].tensor, tensor))
    row++;
  return self->titles[row][title];
}
