import type { AfterCommit, HandlersOf } from '../../contracts/feature.ts';
import type { HeldMessages } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import type { LockAction, LockLookup, LockStore, WaitingAnswers } from './lock.ts';

export interface LockActionParts {
  readonly rows: LockLookup & WaitingAnswers & Pick<LockStore, 'lock' | 'unlock'>;
  readonly store: { readonly outbox: HeldMessages };
  readonly outgoing: Pick<OutgoingMessages, 'nudge' | 'outbox'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function lockActions(parts: LockActionParts): HandlersOf<LockAction> {
  const { rows, outgoing, clock } = parts;
  return {
    'lock.lock': {
      grants: () => false,
      refusal: ownersOnly,
      apply(_action, { context: { person } }) {
        rows.lock(person.phone, { why: 'asked', atMs: clock.nowMs() });
        return [];
      },
    },
    'lock.say': {
      grants: () => false,
      apply({ text }, { row, context: { conversation } }) {
        const body = { kind: 'text', text } as const;
        outgoing.outbox.enqueue({ conversation, key: `lock-said:${row.seq}`, body });
        return [];
      },
    },
    'lock.unlock': {
      grants: () => false,
      apply(_action, { context: { person } }) {
        rows.unlock(person.phone, clock.nowMs());
        return showWhatWaited(person.phone, parts);
      },
    },
    'lock.wait': {
      grants: () => false,
      apply({ actions }, { context: { conversation, person } }) {
        rows.setWaiting({ conversation, person: person.phone }, { actions, atMs: clock.nowMs() });
        return [];
      },
    },
    'lock.forget': {
      grants: () => false,
      apply(_action, { context: { conversation, person } }) {
        rows.forget({ conversation, person: person.phone });
        return [];
      },
    },
  };
}

/** Progress of hours ago is not shown. */
function showWhatWaited(
  person: string,
  { rows, store, outgoing, instance, clock }: LockActionParts,
): readonly AfterCommit[] {
  const conversation = rows.findPerson(person)?.conversation;
  if (conversation === undefined) return [];
  const held = store.outbox.listHeld(conversation, instance);
  for (const { seq } of held.filter(({ ephemeral }) => ephemeral))
    store.outbox.markReplaced(seq, clock.nowMs());
  store.outbox.release(held.filter(({ ephemeral }) => !ephemeral).map(({ seq }) => seq));
  return [() => outgoing.nudge()];
}
