import * as z from 'zod';

/**
 * Why a move did not happen, or ended early. It stands in the facts of the Failure as `trouble`, for callers that
 * phrase it themselves.
 */
export const MoveTrouble = z.enum([
  'no-conversation',
  'there-already',
  'moved-already',
  'not-running',
  'no-other-cell',
]);
export type MoveTrouble = z.infer<typeof MoveTrouble>;
