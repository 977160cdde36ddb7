import type { CommandContext } from '../../contracts/commands.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { code, codeBlock } from '../../core/text.ts';
import { entryOf, type Locale, type Texts, texts } from '../../core/texts/texts.ts';
import { unreachable } from '../../core/unreachable.ts';
import { changedFiles } from '../../pictures/changed-files.ts';
import { showBlanks } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { changesLine, howToAnswer } from './how-to-answer.ts';
import type { OpenQuestion } from './open-questions.ts';

/** How much of a command or a diff a closed question shows, in UTF-16 code units. */
const MAX_ANSWERED_LENGTH = 200;

/** A phone folds longer commands: their end is then shown first. In UTF-16 code units, as `MAX_END`. */
const MAX_UNFOLDED = 300;
const MAX_END = 120;

/** The whole question: a headline, then the command or the diff; without one, the question in words. */
export function questionText(approval: ApprovalRecord, texts: Texts): string {
  const { headline } = texts.approvals;
  const title = entryOf(headline, approval.tool) ?? headline.other;
  return [title, ...askedIn(approval, texts), ...changesLine(approval.changes, texts)].join('\n');
}

function askedIn({ tool, details, question }: ApprovalRecord, texts: Texts): readonly string[] {
  if (details === '') return [question];
  if (tool !== 'run_command') return [exact(details)];
  const command = exact(showBlanks(details));
  return command.length <= MAX_UNFOLDED ? [command] : [endLine(details, texts), command];
}

/** Begins at the start of a word: half of a hidden token would be visible. */
function endLine(command: string, { approvals }: Texts): string {
  const end = /(?<= |\\n)[^ ].*$/s.exec(command.slice(-MAX_END))?.[0];
  return approvals.longCommand(command.length, end === undefined ? undefined : code(showBlanks(end)));
}

/**
 * For a person who asks about a waiting question: what exactly is asked, why, what a yes permits, and how to answer.
 */
export function explainedQuestion(approval: ApprovalRecord, locale: Locale): string {
  const words = texts(locale);
  const { approvals, replies, sandbox } = words;
  const { question, details, offers } = approval;
  const { network, writable = [], readable = [] } = offers?.access ?? {};
  const listed = (places: readonly string[]): string => places.map(code).join(', ');
  const opened = [
    ...(network === undefined ? [] : [`${approvals.risk} ${approvals.network[network ? 'yes' : 'no']}`]),
    ...(writable.length === 0 ? [] : [sandbox.opens(listed(writable))]),
    ...(readable.length === 0 ? [] : [sandbox.shows(listed(readable))]),
  ];
  return [
    replies.stillOpen,
    questionText(approval, words),
    // Reasons are stored as the rules word them, in English.
    ...(details === '' || locale !== 'en' ? [] : [approvals.why(question)]),
    ...opened,
    howToAnswer(approval, words),
  ].join('\n');
}

/** Like `questionText`, for a change that was shown in pictures above: which files, and how much of each. */
export function diffQuestion(approval: ApprovalRecord, diff: string, texts: Texts): string {
  const { headline } = texts.approvals;
  const title = entryOf(headline, approval.tool) ?? headline.other;
  const files = changedFiles(diff).map(
    ({ path, added, removed }) => `📄 ${code(path)} (+${added} -${removed})`,
  );
  return [title, ...files, texts.pictures.above, ...changesLine(approval.changes, texts)].join('\n');
}

/** The lines for this question in a list of several, and how to answer it by its code. */
export function questionChoice(approval: ApprovalRecord): readonly string[] {
  return [questionLine(approval), `   /approve ${approval.id} · /reject ${approval.id}`];
}

/** One short line that distinguishes this question. */
export function questionLine(approval: ApprovalRecord): string {
  return `${approval.id}: ${inShort(approval, 120)}`;
}

/** An answered question with its answer: short, because nobody has to read it again. */
export function answeredText(approval: ApprovalRecord, answer: string, texts: Texts): string {
  const [title = ''] = questionText(approval, texts).split('\n', 1);
  return [title, inShort(approval, MAX_ANSWERED_LENGTH), '', answer].join('\n');
}

function inShort({ details, question }: ApprovalRecord, max: number): string {
  return details === '' ? titleLine(question, max) : code(titleLine(details, max));
}

/** A command or a diff is shown exactly: a single star may change its effect. */
function exact(details: string): string {
  return details.includes('\n') ? codeBlock(details) : code(details);
}

/** Asks which question is meant: lists each with its code, and how to answer with it. */
export function whichQuestion(questions: readonly OpenQuestion[], context: CommandContext): string {
  const lines = questions.flatMap((question) => questionLines(question));
  return [context.texts.replies.whichQuestion, ...lines].join('\n');
}

/** Its lines where several are open. */
export function questionLines(question: OpenQuestion): readonly string[] {
  switch (question.kind) {
    case 'approval':
      return questionChoice(question.approval);
    case 'feature':
      return question.question.lines;
    default:
      return unreachable(question);
  }
}
