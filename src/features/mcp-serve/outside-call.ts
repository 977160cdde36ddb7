import * as z from 'zod';
import type { MessageIdentity } from '../../contracts/channel.ts';
import { Failure } from '../../core/failure.ts';
import { type SessionId, sessionIdOf } from '../../core/ids.ts';
import { OUTSIDE, outsideSender } from '../../gateway/people/person.ts';

/** Longest task, and longest message to one, in UTF-16 code units. */
export const MAX_TEXT = 16_000;

/** Chosen by the caller: the same call again, with the same id, has no further effect. */
export const RequestId = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, 'use up to 64 letters, digits, dots, colons, _ and -');

export const TaskId = z
  .string()
  .refine((text) => sessionIdOf(text) !== undefined, 'this is no task_id')
  .transform((text) => text as SessionId);

export const CallText = z.string().trim().min(1).max(MAX_TEXT);

export const ProjectName = z.string().min(1).max(100);

/** A call of another agent that changes something, as it comes to the running program. */
export const CallRequest = z.strictObject({
  token: z.string().min(1).max(200),
  id: RequestId,
  text: z.string().max(MAX_TEXT),
  call: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('start'), project: ProjectName.optional() }),
    z.strictObject({ kind: z.literal('tell'), session: TaskId }),
    z.strictObject({ kind: z.literal('cancel'), session: TaskId }),
  ]),
});
export type CallRequest = z.infer<typeof CallRequest>;

/** Under which a call of an agent is stored, once and for ever. */
export function outsideIdentity(name: string, id: string): MessageIdentity {
  return { account: OUTSIDE, chat: name, sender: outsideSender(name), id };
}

/** The same for a token that never was and one that is revoked. */
export function wrongToken(): Failure {
  return new Failure(
    'denied',
    'This token is wrong or was revoked. The owner of the machine makes one: wasap mcp token add <name>',
  );
}
