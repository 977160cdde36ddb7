import * as z from 'zod';

/** Result of one message to the own chat. */
const LinkProbe = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('returned'),
    /** Time from sending until the server had accepted it. */
    ackMs: z.number(),
    /** Time until the own phone had it; missing when it did not report in time. */
    receiptMs: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), why: z.string() }),
]);
export type LinkProbe = z.infer<typeof LinkProbe>;

/** Facts that only a logged-in client can find out. */
export const LinkCheck = z.strictObject({
  probe: LinkProbe,
  /** Server's time minus ours, accurate to half a second; missing when the server did not give it. */
  clockOffsetMs: z.number().optional(),
  /** Groups that the own number is in; missing when the server did not answer. */
  groups: z.array(z.strictObject({ id: z.string(), name: z.string() })).optional(),
});
export type LinkCheck = z.infer<typeof LinkCheck>;
