import { oneLine } from '../base/text.ts';
import { entryOf, type Texts } from '../base/texts/texts.ts';
import type { ApprovalRecord } from '../contracts/store.ts';
import { changesLine } from './how-to-answer.ts';

/** Of a command or a diff in a question that is closed. */
const LONGEST_ANSWERED = 200;

/** What exactly is asked, in full: a headline, then the command or the diff; without one, the question in words. */
export function questionText(approval: ApprovalRecord, texts: Texts): string {
  const { headline } = texts.approvals;
  const title = entryOf(headline, approval.tool) ?? headline.other;
  const asked = approval.details === '' ? approval.question : fenced(approval.details);
  return [title, asked, ...changesLine(approval.changes, texts)].join('\n');
}

/** One short line that tells this question from the others. */
export function questionLine(approval: ApprovalRecord): string {
  const { id, details, question } = approval;
  return `${id}: ${oneLine(details === '' ? question : details, 120)}`;
}

/** A question that has been answered, and how: short, because nobody has to read it again. */
export function answeredText(approval: ApprovalRecord, answer: string, texts: Texts): string {
  const [title = ''] = questionText(approval, texts).split('\n', 1);
  const { details, question } = approval;
  return [title, oneLine(details === '' ? question : details, LONGEST_ANSWERED), '', answer].join('\n');
}

/** Several lines (a diff) are shown in a fixed-width block, unless they hold a fence themselves. */
function fenced(text: string): string {
  return text.includes('\n') && !text.includes('```') ? `\`\`\`\n${text.replace(/\n$/, '')}\n\`\`\`` : text;
}
