import type { CommandContext } from '../../contracts/commands.ts';
import type { ApprovalScope, GrantOffer, LaunchChange, OfferRefusal } from '../../contracts/grants.ts';
import type { Risk } from '../../contracts/policy.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalQuestion, ApprovalRecord } from '../../contracts/store.ts';
import type { Confinement } from '../../contracts/tool.ts';
import { unreachable } from '../../core/failure.ts';
import { codeBlock, inlineCode } from '../../core/text.ts';
import { entryOf, localeOf, reasonIn, type Texts } from '../../core/texts/texts.ts';
import { changedFiles, isUnifiedDiff } from '../../pictures/changed-files.ts';
import { showBlanks } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { hasChosenReach, kindOfGrant } from '../../policy/standing-grants.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';
import type { OpenQuestion } from './open-questions.ts';

/** The whole question: a headline, then the command or the diff; without one, the question in words. */
export function questionText(approval: ApprovalRecord, texts: Texts): string {
  return [
    headlineOf(approval, texts),
    ...questionContentLines(approval, texts),
    ...changesLine(approval.question.changes, texts),
  ].join('\n');
}

/** A phone folds longer commands: their end is then shown first. In UTF-16 code units, as `MAX_END`. */
const MAX_UNFOLDED = 300;
const MAX_END = 120;

function questionContentLines(
  { question: { tool, details, text: question } }: ApprovalRecord,
  texts: Texts,
): readonly string[] {
  if (details === '') return [question];
  if (tool !== 'run_command') return [formatExactly(details)];
  const command = formatExactly(showBlanks(details));
  return command.length <= MAX_UNFOLDED ? [command] : [endLine(details, texts), command];
}

/** Begins at the start of a word: half of a hidden token would be visible. */
function endLine(command: string, { approvals }: Texts): string {
  const end = /(?<= |\\n)[^ ].*$/s.exec(command.slice(-MAX_END))?.[0];
  return approvals.longCommand(command.length, end === undefined ? undefined : inlineCode(showBlanks(end)));
}

/**
 * All that a person is told with a question, each time it is asked: everything that the approval covers, why it is
 * asked, what a yes permits, and how to answer. Never shortened.
 * @param diff shown in pictures above, and not repeated
 */
export function fullQuestion(approval: ApprovalRecord, words: Texts, diff?: string): string {
  const asked = diff === undefined ? questionText(approval, words) : diffQuestion(approval, diff, words);
  return [asked, ...factLines(approval, words), '', howToAnswer(approval, words)].join('\n');
}

function factLines(approval: ApprovalRecord, words: Texts): readonly string[] {
  const { why, risk: ifYes, undoHint, ...labels } = words.approvals;
  const { facts, details, tool, grant } = approval.question;
  const held = entryOf(labels.grants, kindOfGrant(grant ?? ''));
  const standing = held === undefined ? [] : [held];
  if (facts === undefined) return standing;
  const { reason, rule, risk, confinement } = facts;
  const risks = [
    labels.writesOutsideGit[risk.writesOutsideGit],
    labels.network[NETWORK_IN[confinement ?? 'none'] ?? risk.network],
    labels.undoable[risk.undoable],
  ];
  const isEdit = isUnifiedDiff(details) || EDIT_TOOLS.includes(tool);
  return [
    why(reasonIn(localeOf(words), rule) ?? reason),
    `${ifYes} ${risks.join(' · ')}`,
    ...(isEdit && risk.undoable === 'yes' ? [undoHint] : []),
    ...standing,
    ...(confinement === undefined
      ? []
      : [words.sandbox.card[confinement], ...openedLines(approval, confinement, words)]),
  ];
}

/** In a sandbox a command without permission for the network has none. */
const NETWORK_IN: Readonly<Record<Confinement, Risk['network'] | undefined>> = {
  'no-network': 'no',
  network: 'yes',
  none: undefined,
};

/** Where commands are not confined, nothing has to be opened for them. */
function openedLines(
  { question: { offers } }: ApprovalRecord,
  confinement: Confinement,
  { sandbox }: Texts,
): readonly string[] {
  if (confinement === 'none' || offers === undefined) return [];
  const { writable, readable = [] } = offers.access;
  const listed = (places: readonly string[]): string => places.map(inlineCode).join(', ');
  return [
    ...(writable.length === 0 ? [] : [sandbox.opens(listed(writable))]),
    ...(readable.length === 0 ? [] : [sandbox.shows(listed(readable))]),
  ];
}

/** Like `questionText`, for a change that was shown in pictures above: which files, and how much of each. */
function diffQuestion(approval: ApprovalRecord, diff: string, texts: Texts): string {
  const files = changedFiles(diff).map(
    ({ path, added, removed }) => `📄 ${inlineCode(path)} (+${added} -${removed})`,
  );
  return [
    headlineOf(approval, texts),
    ...files,
    texts.pictures.above,
    ...changesLine(approval.question.changes, texts),
  ].join('\n');
}

/** Open questions, said again: a single one in full. */
export function openAgain(approvals: readonly ApprovalRecord[], words: Texts): readonly string[] {
  const { stillOpen } = words.replies;
  const [only, ...others] = approvals;
  if (only !== undefined && others.length === 0) return [stillOpen, fullQuestion(only, words)];
  return approvals.flatMap((approval) => [stillOpen, ...questionChoice(approval, words)]);
}

/** Says everything that is open again: a single approval in full, the others in short. */
export function allOpenAgain(questions: readonly OpenQuestion[], words: Texts): readonly string[] {
  const approvals = questions.flatMap((question) =>
    question.kind === 'approval' ? [question.approval] : [],
  );
  const others = questions.filter(({ kind }) => kind === 'feature');
  return [
    ...openAgain(approvals, words),
    ...others.flatMap((question) => [words.replies.stillOpen, ...questionLines(question, words)]),
  ];
}

/** The lines for this question in a list of several, and how to answer it by its code. */
export function questionChoice(approval: ApprovalRecord, { replies }: Texts): readonly string[] {
  return [questionLine(approval), `   ${replies.answerByCode(approval.id)}`];
}

/** One short line that distinguishes this question. */
export function questionLine(approval: ApprovalRecord): string {
  return `${approval.id}: ${inShort(approval, 120)}`;
}

/** What is asked, in one line. */
export function questionTitle(approval: ApprovalRecord, texts: Texts): string {
  const [title = ''] = headlineOf(approval, texts).split('\n', 1);
  return title;
}

function headlineOf({ question: { tool } }: ApprovalRecord, { approvals: { headline } }: Texts): string {
  return entryOf(headline, tool) ?? headline.other;
}

/** How much of a command or a diff a closed question shows, in UTF-16 code units. */
const MAX_ANSWERED_LENGTH = 200;

/** An answered question with its answer: short, because nobody has to read it again. */
export function answeredText(approval: ApprovalRecord, answer: string, texts: Texts): string {
  return [questionTitle(approval, texts), inShort(approval, MAX_ANSWERED_LENGTH), '', answer].join('\n');
}

/** The same where a late answer names it: two lines of a phone. */
const MAX_LATE_LENGTH = 80;

/** What was asked, in one short line: the files of a change, the command, or the question. */
export function summarizeQuestion(approval: ApprovalRecord): string {
  if (!isUnifiedDiff(approval.question.details)) return inShort(approval, MAX_LATE_LENGTH);
  const files = changedFiles(approval.question.details).map(({ path }) => path);
  return inlineCode(titleLine(files.join(', '), MAX_LATE_LENGTH));
}

function inShort({ question: { details, text: question } }: ApprovalRecord, max: number): string {
  return details === '' ? titleLine(question, max) : inlineCode(titleLine(details, max));
}

/** A command or a diff is shown exactly: a single star may change its effect. */
function formatExactly(details: string): string {
  return details.includes('\n') ? codeBlock(details) : inlineCode(details);
}

/** Asks which question is meant: lists each with its code, and how to answer with it. */
export function whichQuestion(
  questions: readonly OpenQuestion[],
  { texts }: Pick<CommandContext, 'texts'>,
): string {
  const lines = questions.flatMap((question) => questionLines(question, texts));
  return [texts.replies.whichQuestion, ...lines].join('\n');
}

/** The lines for this question in a list of several open ones. */
export function questionLines(question: OpenQuestion, texts: Texts): readonly string[] {
  switch (question.kind) {
    case 'approval':
      return questionChoice(question.approval, texts);
    case 'feature':
      return question.question.lines;
    default:
      return unreachable(question);
  }
}

type AskedQuestion = Pick<ApprovalRecord, 'id' | 'question'>;

/** The possible answers, and why there are not more; a line for each, short enough for a phone. */
function howToAnswer(approval: AskedQuestion, texts: Texts): string {
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
function changesLine(changes: readonly LaunchChange[], { grants }: Texts): readonly string[] {
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
