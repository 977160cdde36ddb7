import type { Failure } from '../../core/failure.ts';
import { editFailure } from './edit-failure.ts';
import { fold, lineNumberAt } from './lines.ts';
import { nearestBlock } from './nearest-block.ts';
import type { EditRequest } from './passage.ts';
import { holdsHiddenText, holdsOmission } from './placeholders.ts';

/** Shorter replacements occur in any file. */
const MIN_TELLING = 5;

/** The failure of a search without a match: already done, or what is most similar to it. */
export function notFound(request: EditRequest): Failure {
  const { path, text, search } = request;
  const applied = lineOfReplacement(request);
  if (applied !== undefined) {
    return editFailure(
      'not_found',
      `The search text is not in ${path}, but the replacement is, at line ${applied}: the edit seems to be already applied.`,
    );
  }
  const nearest = nearestBlock(text, search);
  const likeness =
    nearest === undefined ? 'Nothing in the file is like it.' : `The nearest lines are:\n${nearest}`;
  return editFailure(
    'not_found',
    `The search text is not in ${path}.${hintFor(request)} ${likeness}\nRead the file and copy the search text from it.`,
  );
}

function hintFor({ path, search }: EditRequest): string {
  if (holdsHiddenText(search))
    return ' The search holds [secret] or [REDACTED], which stands for hidden text: leave that line out.';
  if (holdsOmission(path, search))
    return ' The search leaves code out: copy complete lines, fewer of them if need be.';
  return '';
}

/** Line of the replacement if it is already in the file, unless that may be chance. */
function lineOfReplacement({ text, replace }: EditRequest): number | undefined {
  const [within, wanted] = [fold(text), fold(replace)];
  const at = within.indexOf(wanted);
  const isTelling = wanted.trim().length >= MIN_TELLING && at === within.lastIndexOf(wanted);
  return isTelling && at !== -1 ? lineNumberAt(within, at) : undefined;
}
