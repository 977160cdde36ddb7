import { oneLine } from '../../base/text.ts';
import { editFailure } from './edit-failure.ts';

/** Put in by redaction, in place of text that the model may not see. */
const HIDDEN = /\[(?:secret|REDACTED)\]/g;

const COMMENT = '(?://+|#+|/\\*+|\\*|<!--|--|;+|%|\\{/\\*)';
const DOTS = '(?:\\.{3}|\\u2026)';
const MEANS_OMITTED = '(?:rest|remaining|existing|unchanged|omitted|same as|as before|previous|other|more)';

const CODE =
  '(?:code|file|class|component|function|functions|implementation|imports|method|methods|module|tests)';
const NAMES_CODE = `(?:rest of (?:the |this |your )?${CODE}|(?:existing|remaining|previous|other) ${CODE}|unchanged|omitted|the same)`;

/** `// ...`, `# ... existing code ...`, `// rest of the code ...`; `... rest of code`, but not `...rest` (a spread). */
const OMISSIONS: readonly RegExp[] = [
  new RegExp(`^${COMMENT}\\s*${DOTS}\\s*(?:\\*/\\}?|-->)?$`),
  new RegExp(`^${COMMENT}\\s*[[(]?${DOTS}.*\\b${MEANS_OMITTED}\\b`, 'i'),
  new RegExp(`^${COMMENT}.*\\b${NAMES_CODE}\\b.*${DOTS}`, 'i'),
  new RegExp(`^[[(<]?${DOTS}\\s+(?:the )?${MEANS_OMITTED}\\b`, 'i'),
];

/**
 * Throws Failure `invalid` when `after` holds a placeholder, for code left out or for text hidden by redaction, that
 * `before` does not hold: written into a file it would destroy what it stands for.
 */
export function refusePlaceholders(before: string, after: string): void {
  const omission = newOmission(before, after);
  if (omission !== undefined) {
    const quoted = oneLine(omission, 80);
    throw editFailure(
      'omission_placeholder',
      `"${quoted}" stands for code that was left out. Write the complete text instead.`,
    );
  }
  if (countHidden(after) > countHidden(before)) {
    throw editFailure(
      'omission_placeholder',
      'The new text holds [secret] or [REDACTED], which only stands for text hidden from you. Leave that line as it is: edit the lines around it.',
    );
  }
}

export function holdsHiddenText(text: string): boolean {
  return countHidden(text) > 0;
}

function newOmission(before: string, after: string): string | undefined {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  return after
    .split('\n')
    .map((line) => line.trim())
    .find((line) => !known.has(line) && OMISSIONS.some((pattern) => pattern.test(line)));
}

function countHidden(text: string): number {
  return text.match(HIDDEN)?.length ?? 0;
}
