import { code, codeBlock, oneLine } from '../base/text.ts';
import { entryOf, type Texts } from '../base/texts/texts.ts';
import type { ApprovalRecord } from '../contracts/store.ts';
import { changedFiles } from '../pictures/changed-files.ts';
import { changesLine } from './how-to-answer.ts';

/** Of a command or a diff in a question that is closed. */
const LONGEST_ANSWERED = 200;

/** What exactly is asked, in full: a headline, then the command or the diff; without one, the question in words. */
export function questionText(approval: ApprovalRecord, texts: Texts): string {
  const { headline } = texts.approvals;
  const title = entryOf(headline, approval.tool) ?? headline.other;
  const asked = approval.details === '' ? approval.question : exact(approval.details);
  return [title, asked, ...changesLine(approval.changes, texts)].join('\n');
}

/** As `questionText`, for a change that stands above the question in pictures: which files, and how much of each. */
export function diffQuestion(approval: ApprovalRecord, diff: string, texts: Texts): string {
  const { headline } = texts.approvals;
  const title = entryOf(headline, approval.tool) ?? headline.other;
  const files = changedFiles(diff).map(
    ({ path, added, removed }) => `📄 ${code(path)} (+${added} -${removed})`,
  );
  return [title, ...files, texts.pictures.above, ...changesLine(approval.changes, texts)].join('\n');
}

/** What stands for this question where several could be meant, and how to answer it by its code. */
export function questionChoice(approval: ApprovalRecord): readonly string[] {
  return [questionLine(approval), `   /approve ${approval.id} · /reject ${approval.id}`];
}

/** One short line that tells this question from the others. */
export function questionLine(approval: ApprovalRecord): string {
  return `${approval.id}: ${inShort(approval, 120)}`;
}

/** A question that has been answered, and how: short, because nobody has to read it again. */
export function answeredText(approval: ApprovalRecord, answer: string, texts: Texts): string {
  const [title = ''] = questionText(approval, texts).split('\n', 1);
  return [title, inShort(approval, LONGEST_ANSWERED), '', answer].join('\n');
}

function inShort({ details, question }: ApprovalRecord, max: number): string {
  return details === '' ? oneLine(question, max) : code(oneLine(details, max));
}

/** A command or a diff is shown to the letter: what it would do may hang on a single star. */
function exact(details: string): string {
  return details.includes('\n') ? codeBlock(details) : code(details);
}
