import type { ApprovalRecord, Store } from '../../contracts/store.ts';
import { texts } from '../../core/texts/texts.ts';
import type { Outbox } from '../outgoing/outbox.ts';
import { isAtMachine } from '../people/person.ts';
import { questionLine } from '../questions/question-text.ts';

interface GivenAnswer {
  /** Name of the person who answered. */
  readonly by: string;
  readonly isYes: boolean;
}

/** The first answer counts: the other people who were asked are told who gave it. */
export function notifyOtherApprovers(
  approval: ApprovalRecord,
  { by, isYes }: GivenAnswer,
  { store, outbox }: { readonly store: Pick<Store, 'approvals' | 'sessions'>; readonly outbox: Outbox },
): void {
  const { approvals } = texts(store.sessions.get(approval.session)?.locale ?? 'en');
  const answeredBy = approvals.answeredBy[isYes ? 'yes' : 'no'];
  const body = {
    kind: 'text',
    text: answeredBy(isAtMachine(by) ? approvals.atTerminal : `+${by}`, questionLine(approval)),
  } as const;
  for (const { conversation, requester, messageId } of store.approvals.listMessages(approval.id))
    if (requester !== by) outbox.enqueue({ conversation, key: `answered:${messageId}`, body });
}
