import type { Block } from '../contracts/model.ts';
import { notices } from './notices.ts';

const BEGINNING = notices.filePicture('').slice(0, -1);

/** True for a picture of a file of the project, by the line before it; others come from a person. */
export function isFilePicture(content: readonly Block[], at: number): boolean {
  const label = content[at - 1]?.text;
  return content[at]?.type === 'image' && typeof label === 'string' && label.startsWith(BEGINNING);
}
