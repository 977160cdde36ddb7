import * as z from 'zod';

const Chain = z.looseObject({
  chainKey: z.looseObject({ key: z.unknown().optional() }),
  chainType: z.int(),
  messageKeys: z.record(z.string(), z.unknown()),
});
const Session = z.looseObject({
  _chains: z.record(z.string(), Chain),
  currentRatchet: z.unknown(),
  indexInfo: z.looseObject({ used: z.number().optional() }),
});
const SessionRecord = z.looseObject({ _sessions: z.record(z.string(), Session) });

export type Chains = Record<string, z.infer<typeof Chain>>;
export type SessionRecord = z.infer<typeof SessionRecord>;

/** All sessions with one device of a contact, as libsignal 6 stores them. Undefined for anything else. */
export function readSessionRecord(value: unknown): SessionRecord | undefined {
  return SessionRecord.safeParse(value).data;
}
