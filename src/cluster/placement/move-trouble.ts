import * as z from 'zod';

/** Why nothing moved, or no more: stands in the facts of the Failure as `trouble`, for those who say it in their own words. */
export const MoveTrouble = z.enum([
  'no-conversation',
  'there-already',
  'moved-already',
  'not-running',
  'no-other-cell',
]);
export type MoveTrouble = z.infer<typeof MoveTrouble>;
