import { oneLine } from '../base/text.ts';
import { entryOf, type Texts } from '../base/texts/texts.ts';
import type { ApprovalRecord } from '../contracts/store.ts';

/** What exactly is asked, in full: a headline, then the command, the diff, or the model's own question. */
export function questionText(approval: ApprovalRecord, texts: Texts): string {
  const { headline } = texts.approvals;
  const title = entryOf(headline, approval.tool) ?? headline.other;
  return `${title}\n${fenced(subjectOf(approval))}`;
}

/** One short line that tells this question from the others. */
export function questionLine(approval: ApprovalRecord): string {
  return `${approval.id}: ${oneLine(subjectOf(approval), 120)}`;
}

/** Tools whose details are empty put what they ask into the question. */
function subjectOf({ details, question }: ApprovalRecord): string {
  return details === '' ? question : details;
}

/** Several lines (a diff) are shown in a fixed-width block, unless they hold a fence themselves. */
function fenced(text: string): string {
  return text.includes('\n') && !text.includes('```') ? `\`\`\`\n${text.replace(/\n$/, '')}\n\`\`\`` : text;
}
