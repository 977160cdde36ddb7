import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { ApprovalScope } from '../../contracts/grants.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { code } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import { choicesOf, scopeRefusal } from './how-to-answer.ts';

/** Longest command repeated in a reply; the question showed all of it. */
const MAX_LENGTH = 300;

/** `words`: as the person typed them. `scope` is undefined for a no. */
export interface Answer {
  readonly scope: ApprovalScope | undefined;
  readonly words: string;
}

/** The actions of an answer to an open question. A choice that it does not offer decides nothing. */
export function answerActions(
  approval: ApprovalRecord,
  { scope, words }: Answer,
  { store, texts }: Pick<CommandContext, 'store' | 'texts'>,
): readonly Action[] {
  const { grants } = texts;
  if (approval.tool === MONEY_QUESTION) return moneyActions(approval, { scope, words }, texts);
  if (scope === undefined) {
    // A plan has no model that could try another way.
    const isOfPlan = isPlanned(store.sessions.get(approval.session) ?? {});
    const text = texts.replies[isOfPlan ? 'rejectedOfPlan' : 'rejected'];
    return [
      { kind: 'answer', approval: approval.id, scope, words },
      { kind: 'reply', text, instead: { question: approval.id } },
    ];
  }
  const refusal = scopeRefusal(approval, scope);
  if (refusal !== undefined) {
    const text = [grants.notOffered(grants.why[refusal]), choicesOf(approval, texts)].join('\n');
    return [{ kind: 'reply', text }];
  }
  return [
    { kind: 'answer', approval: approval.id, scope, words },
    { kind: 'reply', text: confirmation(approval, scope, texts), instead: { question: approval.id } },
  ];
}

/** All answers are offered: one more dollar, a last reply, the end. */
function moneyActions(
  approval: ApprovalRecord,
  { scope, words }: Answer,
  { money }: Texts,
): readonly Action[] {
  const text = money.given[scope === undefined ? 'no' : scope === 'finish' ? 'finish' : 'once'];
  const answer: Action = { kind: 'answer', approval: approval.id, scope, words };
  const reply: Action = { kind: 'reply', text, instead: { question: approval.id } };
  // The end sends its report, which comes last.
  return scope === undefined ? [reply, answer] : [answer, reply];
}

/** The scope of the yes in words, so that nobody has to guess it. */
function confirmation(approval: ApprovalRecord, scope: ApprovalScope, { replies, grants }: Texts): string {
  const { offers, grant } = approval;
  const isNamed = scope === 'session' && grant !== undefined;
  if (scope === 'once' || isNamed || offers === undefined) return replies.approved;
  const command = code(titleLine(approval.details, MAX_LENGTH));
  if (scope === 'session' && offers.session.kind === 'named') return grants.given.parts;
  if (scope === 'session') return grants.given.session(command);
  const { folder } = offers.facts;
  if (scope === 'always') return grants.given.always(command, folder);
  const beginning = offers.prefix.kind === 'offered' ? code(offers.prefix.words.join(' ')) : command;
  return grants.given.prefix(beginning, folder);
}
