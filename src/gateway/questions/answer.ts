import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { ApprovalScope, GrantOffers } from '../../contracts/grants.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import type { ApprovalId } from '../../core/ids.ts';
import { inlineCode } from '../../core/text.ts';
import { entryOf, type Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import { hasChosenReach, kindOfGrant, subjectOfGrant } from '../../policy/standing-grants.ts';
import { moneyChoice } from './answer-words.ts';
import { plainWords } from './plain-words.ts';
import { choicesText, openAgain, scopeRefusal, summarizeQuestion } from './question-text.ts';
import { scopeByNumber, scopeInWords } from './scope-words.ts';

/** Longest command repeated in a reply; the question showed all of it. */
const MAX_LENGTH = 300;

/** `words`: as the person typed them. `scope` is undefined for a no. */
interface ApprovalAnswer {
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

interface TypedAnswer {
  readonly code: string;
  readonly approved: boolean;
  readonly words: string;
}

/** An answer that names its question: accepted only from the person who was asked, in that chat, and only once. */
export function answerByCode(answer: TypedAnswer, context: CommandContext): readonly Action[] {
  const { store, texts, ...here } = context;
  const { replies } = texts;
  // The lookup proves the code; until then it is only text of the right type for a question's id.
  const approval = store.approvals.findInChat(here.conversation, answer.code.toLowerCase() as ApprovalId);
  if (approval === undefined) {
    const open = store.approvals
      .listPending(here.conversation)
      .filter(({ requester }) => requester === here.sender);
    return [
      { kind: 'reply', text: [replies.noSuchQuestion(answer.code), ...openAgain(open, texts)].join('\n') },
    ];
  }
  if (approval.requester !== here.sender) return [{ kind: 'reply', text: replies.notYours }];
  if (approval.state !== 'pending') return [{ kind: 'reply', text: lateAnswer(approval, texts) }];
  const { approved, words } = answer;
  const spoken = plainWords(words);
  if (approval.question.tool === MONEY_QUESTION) return answerAboutMoney(approval, answer, context);
  const scope = approved ? (scopeInWords(spoken) ?? scopeByNumber(spoken) ?? 'once') : undefined;
  return answerActions(approval, { scope, words }, context);
}

/** `/approve k7x` is one more dollar, `/approve k7x finish` a last reply, `/reject k7x` the end. */
function answerAboutMoney(
  approval: ApprovalRecord,
  { approved, words }: TypedAnswer,
  context: CommandContext,
): readonly Action[] {
  const spoken = plainWords(words);
  const choice = approved && spoken !== '' ? moneyChoice(spoken) : approved ? 'once' : 'stop';
  if (choice === undefined) return [chooseReply(approval, context.texts)];
  return answerActions(approval, { scope: choice === 'stop' ? undefined : choice, words }, context);
}

/** For an answer that could mean two of the choices. */
export function chooseReply(approval: ApprovalRecord, texts: Texts): Action {
  return { kind: 'reply', text: [texts.money.choose, choicesText(approval, texts)].join('\n') };
}

/** Says what was decided before this answer came. It names the command or question, because nobody remembers a code. */
export function lateAnswer(approval: ApprovalRecord, { replies, money }: Texts): string {
  const { id, state, question, answer, requester } = approval;
  const what = summarizeQuestion(approval);
  const isMoney = question.tool === MONEY_QUESTION;
  const by = answer?.by === requester ? undefined : answer?.by;
  switch (state) {
    case 'approved':
      return isMoney
        ? money.late[answer?.scope === 'finish' ? 'finish' : 'once']
        : replies.lateApproved(what, by);
    case 'rejected':
      return isMoney ? money.late.no : replies.lateRejected(what, by);
    case 'expired':
      return replies.lateExpired(what);
    case 'withdrawn':
      return isMoney ? money.late.withdrawn : replies.lateWithdrawn(what);
    case 'pending':
      return replies.questionStillOpen(id);
  }
}

/** What a grant by name covers, in words: `pages of example.org`. */
export function grantName(name: string, { grants: { about, names } }: Texts): string {
  const kind = kindOfGrant(name);
  if (kind === 'mcp' || kind === 'web') return about[kind](inlineCode(subjectOfGrant(name)));
  return entryOf(names, kind) ?? name;
}
