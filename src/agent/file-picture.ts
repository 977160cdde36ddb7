import type { Block } from '../contracts/model.ts';
import { notices } from './notices.ts';

const NAME = '\0';
const BEGINNINGS = [notices.filePicture(NAME), notices.resultPicture(NAME)].map(
  (label) => label.split(NAME, 1)[0] ?? label,
);

/** True for a picture that a call has brought, by the line before it; others come from a person. */
export function isFilePicture(content: readonly Block[], at: number): boolean {
  const label = content[at - 1]?.text;
  return (
    content[at]?.type === 'image' &&
    typeof label === 'string' &&
    BEGINNINGS.some((begin) => label.startsWith(begin))
  );
}
