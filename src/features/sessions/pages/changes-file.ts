import type { WebFileSource } from '../../../contracts/web-page.ts';
import { readableTask } from '../../../gateway/people/readable-task.ts';
import { type ChangesParts, diffOf } from './changes.tsx';

/** Longest file, in UTF-16 code units: it is made in memory. */
const MAX_FILE = 8_000_000;
/** Secrets are searched for in each piece, which blocks the program meanwhile. */
const PIECE = 30_000;
/** Longer lines are cut, and say so: one of a megabyte would be one piece. */
const MAX_LINE = 50_000;

type FileParts = Pick<ChangesParts, 'checkpoints' | 'store' | 'visitors'>;

/** All changes of a task, for those that are too large for its page. */
export function changesFile(parts: FileParts): WebFileSource {
  return {
    read(request) {
      const session = readableTask(request.param('id'), request, parts);
      if (session === undefined) return undefined;
      return {
        name: `${session.id}.diff`,
        type: 'text/x-diff; charset=utf-8',
        async *pieces() {
          const found = await diffOf(session, parts, MAX_FILE);
          if (found === undefined) return;
          yield* diffPieces(found.diff);
          if (found.leftOut > 0) yield `# files left out, because they are too large: ${found.leftOut}\n`;
        },
      };
    },
  };
}

/** Yields whole lines. A possible secret over several lines, such as a key, is never cut. */
export function* diffPieces(diff: string): Generator<string> {
  let piece = '';
  for (const run of runsOf(diff.split(/(?<=\n)/))) {
    if (piece !== '' && piece.length + run.length > PIECE) {
      yield piece;
      piece = '';
    }
    piece += run;
  }
  if (piece !== '') yield piece;
}

/** Lines between which a piece may end. */
function* runsOf(lines: readonly string[]): Generator<string> {
  let [run, isInKey, isDenseBefore]: [string, boolean, boolean] = ['', false, false];
  for (const line of lines) {
    const isDense = DENSE.test(line);
    if (run !== '' && !isInKey && !(isDenseBefore && isDense)) {
      yield run;
      run = '';
    }
    isInKey = KEY_BEGINS.test(line) || (isInKey && !KEY_ENDS.test(line));
    isDenseBefore = isDense;
    run += shortLine(line);
  }
  yield run;
}

/** A line without blanks, as those of a key are. */
const DENSE = /^.?[^\s]{16,}\r?\n?$/;
const KEY_BEGINS = /-----BEGIN /;
/** A new place in the file ends a key. */
const KEY_ENDS = /-----END |^@@|^diff --git /;

function shortLine(line: string): string {
  const more = line.length - MAX_LINE;
  return more <= 0 ? line : `${line.slice(0, MAX_LINE)} [cut: ${more} more]\n`;
}
