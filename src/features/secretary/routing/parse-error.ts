import type { SkippedFile } from '../../../contracts/specialists.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';

/** A file that is passed over, as data: the secretary's specification has the names. */
export interface ParseError {
  readonly type: 'PARSE_ERROR';
  readonly file: string;
  readonly message: string;
  readonly action: 'skip';
}

export function parseErrorOf(skipped: SkippedFile): ParseError {
  const file = escapeHidden(skipped.file);
  return { type: 'PARSE_ERROR', file, message: skipText(skipped, texts('en')), action: 'skip' };
}

/** Why it is passed over, for a person. */
export function skipText({ why, detail }: SkippedFile, { secretary }: Texts): string {
  return secretary.skip[why](escapeHidden(detail));
}
