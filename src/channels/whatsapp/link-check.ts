import * as z from 'zod';

/** One message to the own chat and back. */
const LinkProbe = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('returned'),
    /** From sending until the server had taken it. */
    ackMs: z.number(),
    /** Until the own phone had it; missing when it said nothing in time. */
    receiptMs: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), why: z.string() }),
]);
export type LinkProbe = z.infer<typeof LinkProbe>;

/** What only somebody who is logged in can find out. */
export const LinkCheck = z.strictObject({
  probe: LinkProbe,
  /** Server's time minus ours, good to half a second; missing when the server did not tell. */
  clockOffsetMs: z.number().optional(),
  /** Groups that the own number is in; missing when the server did not answer. */
  groups: z.array(z.strictObject({ id: z.string(), name: z.string() })).optional(),
});
export type LinkCheck = z.infer<typeof LinkCheck>;
