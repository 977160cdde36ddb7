import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { ApprovalScope, GrantOffers } from '../../contracts/grants.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { inlineCode } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import { hasChosenReach } from '../../policy/standing-grants.ts';
import { grantName } from './grant-name.ts';
import { choicesText, scopeRefusal } from './how-to-answer.ts';

/** Longest command repeated in a reply; the question showed all of it. */
const MAX_LENGTH = 300;

/** `words`: as the person typed them. `scope` is undefined for a no. */
export interface ApprovalAnswer {
  readonly scope: ApprovalScope | undefined;
  readonly words: string;
}

/** The actions of an answer to an open question. A choice that it does not offer decides nothing. */
export function answerActions(
  approval: ApprovalRecord,
  { scope, words }: ApprovalAnswer,
  context: Pick<CommandContext, 'store' | 'texts'>,
): readonly Action[] {
  const { store, texts } = context;
  const { grants } = texts;
  if (approval.question.tool === MONEY_QUESTION) return moneyActions(approval, { scope, words }, texts);
  if (scope === undefined) {
    // A plan has no model that could try another way.
    const isOfPlan = isPlanned(store.sessions.get(approval.session) ?? {});
    const text = texts.replies[isOfPlan ? 'rejectedOfPlan' : 'rejected'];
    return [
      { kind: 'answer', approval: approval.id, scope, words },
      { kind: 'reply', text, instead: { question: approval.id } },
    ];
  }
  const refusal = scopeRefusal(approval.question, scope);
  if (refusal !== undefined) {
    const text = [grants.notOffered(grants.why[refusal]), choicesText(approval, texts)].join('\n');
    return [{ kind: 'reply', text }];
  }
  return [
    { kind: 'answer', approval: approval.id, scope, words },
    { kind: 'reply', text: confirmation(approval, scope, context), instead: { question: approval.id } },
  ];
}

/** All answers are offered: one more dollar, a last reply, the end. */
function moneyActions(
  approval: ApprovalRecord,
  { scope, words }: ApprovalAnswer,
  { money }: Texts,
): readonly Action[] {
  const text = money.given[scope === undefined ? 'no' : scope === 'finish' ? 'finish' : 'once'];
  const answer: Action = { kind: 'answer', approval: approval.id, scope, words };
  const reply: Action = { kind: 'reply', text, instead: { question: approval.id } };
  // The end sends its report, which comes last.
  return scope === undefined ? [reply, answer] : [answer, reply];
}

/** The scope of the yes in words, so that nobody has to guess it. */
function confirmation(
  approval: ApprovalRecord,
  scope: ApprovalScope,
  { store, texts }: Pick<CommandContext, 'store' | 'texts'>,
): string {
  const { replies, grants } = texts;
  const { offers, grant } = approval.question;
  if (scope === 'once') return replies.approved;
  if (hasChosenReach(grant)) {
    const what = grantName(grant, texts);
    const project = store.sessions.get(approval.session)?.project ?? '';
    return scope === 'session' ? grants.given.named(what) : grants.given.namedAlways(what, project);
  }
  const isNamed = scope === 'session' && grant !== undefined;
  return isNamed || offers === undefined
    ? replies.approved
    : commandConfirmation(approval, offers, scope, grants);
}

function commandConfirmation(
  { question: { details } }: ApprovalRecord,
  { session, prefix, facts: { folder } }: GrantOffers,
  scope: ApprovalScope,
  { given }: Texts['grants'],
): string {
  const command = inlineCode(titleLine(details, MAX_LENGTH));
  if (scope === 'session') return session.kind === 'named' ? given.parts : given.session(command);
  if (scope === 'always') return given.always(command, folder);
  const beginning = prefix.kind === 'offered' ? inlineCode(prefix.words.join(' ')) : command;
  return given.prefix(beginning, folder);
}
