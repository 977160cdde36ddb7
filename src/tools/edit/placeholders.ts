import { oneLine } from '../../core/text.ts';
import { editFailure } from './edit-failure.ts';
import { inlineOmission, isOmission } from './omissions.ts';

/** Inserted by redaction in place of text that the model may not see. */
const HIDDEN = /\[(?:secret|REDACTED)\]/g;

/**
 * Throws Failure `invalid` when `after` has a placeholder, for omitted code or for redacted text, that `before` does
 * not have: written into a file it would destroy the text it replaces.
 * @param path shows the language: an omission in one is code in another
 */
export function refusePlaceholders(path: string, before: string, after: string): void {
  const omission = newOmission(path, before, after);
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

export function holdsOmission(path: string, text: string): boolean {
  return newOmission(path, '', text) !== undefined;
}

function newOmission(path: string, before: string, after: string): string | undefined {
  const known = linesIn(before);
  const isKnown = new Set(known);
  const inline = new Set(known.flatMap((line) => inlineOmission(path, line) ?? []));
  return linesIn(after).find((line) => {
    if (isKnown.has(line)) return false;
    const within = inlineOmission(path, line);
    return isOmission(path, line) || (within !== undefined && !inline.has(within));
  });
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

function countHidden(text: string): number {
  return text.match(HIDDEN)?.length ?? 0;
}
