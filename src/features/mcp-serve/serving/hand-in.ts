import { randomUUID } from 'node:crypto';
import type { InboxRow } from '../../../contracts/store.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { type CallRequest, outsideIdentity } from '../outside-call.ts';
import type { OutsideCaller, ServePorts } from './serve-ports.ts';

/** A message is decided within a second, unless the disk is full or the program has just been killed. */
const CLOSED_WITHIN_MS = 20 * SECOND_MS;
const LOOK_EVERY_MS = 50;

export type ToHandIn = Omit<CallRequest, 'token'>;

/** For a call that has the same effect however often it is made. */
export function anyRequestId(): string {
  return randomUUID();
}

/**
 * Hands a call in and waits until it is decided.
 * @throws Failure `timeout` when it is stored and not decided yet; `stopped` when `signal` aborts
 */
export async function handIn(
  request: ToHandIn,
  { agent, token }: OutsideCaller,
  ports: ServePorts,
  signal: AbortSignal,
): Promise<InboxRow> {
  const { store, clock } = ports;
  const { id, text, call } = request;
  await ports.handIn({ token, id, text, call });
  const untilUpMs = clock.upMs() + CLOSED_WITHIN_MS;
  for (;;) {
    const row = store.inbox.find(outsideIdentity(agent.name, id));
    if (row !== undefined && row.state !== 'accepted') return row;
    if (signal.aborted) throw new Failure('stopped', 'The call was given up by its caller; it is stored.');
    if (clock.upMs() > untilUpMs)
      throw new Failure(
        'timeout',
        'The call is stored and not decided yet. Make it again with the same request_id.',
      );
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Why it was refused, or what was said about it. */
export function repliesTo({ seq, reason }: InboxRow, { rows }: Pick<ServePorts, 'rows'>): string {
  return [...rows.repliesTo(seq), ...(reason === undefined ? [] : [reason])].join('\n');
}
