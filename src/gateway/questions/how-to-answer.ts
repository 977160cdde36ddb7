import type { ApprovalScope, GrantOffer, LaunchChange, OfferRefusal } from '../../contracts/grants.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalQuestion, ApprovalRecord } from '../../contracts/store.ts';
import { unreachable } from '../../core/failure.ts';
import { inlineCode } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { hasChosenReach } from '../../policy/standing-grants.ts';

type AskedQuestion = Pick<ApprovalRecord, 'id' | 'question'>;

/** The possible answers, and why there are not more; a line for each, short enough for a phone. */
export function howToAnswer(approval: AskedQuestion, texts: Texts): string {
  return [...limitOf(approval.question, texts.grants), choicesText(approval, texts)].join('\n');
}

/** The possible answers, without reasons. */
export function choicesText(approval: AskedQuestion, { grants: { choices }, money }: Texts): string {
  if (approval.question.tool === MONEY_QUESTION) return [money.choices, money.typed(approval.id)].join('\n');
  const { session, always, prefix } = offersIn(approval.question);
  const further = [
    ...sessionChoice(session, choices),
    ...(always?.kind === 'offered' ? [choices.always] : []),
  ];
  return [
    choices.once,
    ...(further.length === 0 ? [] : [further.join(' · ')]),
    ...(prefix?.kind === 'offered' ? [choices.prefix(inlineCode(prefix.words.join(' ')))] : []),
    choices.typed(approval.id),
  ].join('\n');
}

/** The choices of a poll, in the order in which they are shown. */
export function pollChoices(approval: AskedQuestion, { grants: { poll }, money }: Texts): readonly string[] {
  if (approval.question.tool === MONEY_QUESTION) return [money.poll.once, money.poll.finish, money.poll.no];
  const { session, always, prefix } = offersIn(approval.question);
  return [
    poll.once,
    ...sessionChoice(session, poll),
    ...(always?.kind === 'offered' ? [poll.always] : []),
    ...(prefix?.kind === 'offered' ? [poll.prefix] : []),
    poll.no,
  ];
}

function sessionChoice(
  session: GrantOffer | undefined,
  { session: exactly, parts }: { readonly session: string; readonly parts: string },
): readonly string[] {
  if (session === undefined || session.kind === 'refused') return [];
  return [session.kind === 'named' ? parts : exactly];
}

/** A yes to most named questions holds for their task anyway: there is no narrower answer to offer beside it. */
function offersIn({ offers, grant }: ApprovalQuestion): {
  readonly session?: GrantOffer | undefined;
  readonly always?: GrantOffer | undefined;
  readonly prefix?: GrantOffer | undefined;
} {
  if (hasChosenReach(grant)) return { session: WHOLE_NAME, always: WHOLE_NAME };
  if (offers === undefined) return {};
  return { ...offers, session: grant === undefined ? offers.session : undefined };
}

/** A name has no words to show. */
const WHOLE_NAME: GrantOffer = { kind: 'offered', words: [] };

function limitOf({ offers, grant }: ApprovalQuestion, { onlyOnce, notAlways, why }: Texts['grants']) {
  if (offers?.always.kind !== 'refused') return [];
  const reason = why[offers.always.why];
  return [offers.session.kind === 'refused' && grant === undefined ? onlyOnce(reason) : notAlways(reason)];
}

/** Why this answer cannot be given to this question; undefined when it can. */
export function scopeRefusal(
  { offers, grant, tool }: ApprovalQuestion,
  scope: ApprovalScope,
): OfferRefusal | 'no-command' | 'no-arguments' | undefined {
  if (scope === 'once' || (scope === 'session' && grant !== undefined)) return undefined;
  if (hasChosenReach(grant)) return scope === 'always' ? undefined : 'no-arguments';
  if (scope === 'finish') return tool === MONEY_QUESTION ? undefined : 'no-command';
  if (offers === undefined) return 'no-command';
  const offer = offers[scope];
  return offer.kind === 'refused' ? offer.why : undefined;
}

/** Changes since an earlier yes, as one line; empty when there was none. */
export function changesLine(changes: readonly LaunchChange[], { grants }: Texts): readonly string[] {
  if (changes.length === 0) return [];
  return [grants.changed(changes.map((change) => changeText(change, grants)).join(', '))];
}

function changeText(change: LaunchChange, { changes }: Texts['grants']): string {
  switch (change.kind) {
    case 'script':
      return changes.script(change.path);
    case 'executable':
    case 'folder':
    case 'environment':
    case 'command':
      return changes[change.kind];
    default:
      return unreachable(change);
  }
}
