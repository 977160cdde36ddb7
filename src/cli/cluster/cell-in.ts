import { type CellName, cellName } from '../../cluster/names.ts';
import { Failure } from '../../core/failure.ts';
import type { ClusterTexts } from './texts/texts.ts';

/** @throws Failure `invalid` for a text that cannot be a name */
export function cellIn(text: string, words: ClusterTexts): CellName {
  const name = cellName(text);
  if (name === undefined) throw new Failure('invalid', words.wrongName(text));
  return name;
}
