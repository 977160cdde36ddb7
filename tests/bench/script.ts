import { calls, says } from '../support/messages-server/replies.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';

/** What the model says last in every script. */
export const LAST_WORDS = 'All of it is done.';

export const FILES = 40;
const RANGES = 5;
const LINES = 50;
const LINES_PER_FILE = RANGES * LINES;

/** About 2 kB for each range that is read, as code has it. */
export function sourceFile(file: number): string {
  return `${Array.from({ length: LINES_PER_FILE }, (_, at) => lineOf(file, at)).join('\n')}\n`;
}

function lineOf(file: number, at: number): string {
  return `export const value_${file}_${at} = ${file * at};`;
}

/** A model that reads another part of another file in each round: no guard against repetition may notice. */
export function readingScript(rounds: number): ScriptFile {
  const read = (_: unknown, round: number) => {
    const offset = (Math.floor(round / FILES) % RANGES) * LINES + 1;
    return calls(['read_source_file', { path: `src/part-${round % FILES}.ts`, offset, limit: LINES }]);
  };
  return inOnePiece([...Array.from({ length: rounds }, read), says(LAST_WORDS)]);
}

/** A model that changes another line of another file in each round, as short edits are. */
export function patchingScript(rounds: number): ScriptFile {
  const patch = (_: unknown, round: number) => {
    const [file, line] = [round % FILES, Math.floor(round / FILES) * LINES + 7];
    const search = lineOf(file, line);
    return calls(['apply_patch', { path: `src/part-${file}.ts`, search, replace: `${search} // ${round}` }]);
  };
  return inOnePiece([...Array.from({ length: rounds }, patch), says(LAST_WORDS)]);
}

/** A model that adds a line of code in each round: it has to be parsed. */
export function codingScript(rounds: number): ScriptFile {
  const add = (_: unknown, round: number) => {
    const [file, line] = [round % FILES, Math.floor(round / FILES) * LINES + 7];
    const search = lineOf(file, line);
    const replace = `${search}\nexport const more_${round} = [${round}];`;
    return calls(['apply_patch', { path: `src/part-${file}.ts`, search, replace }]);
  };
  return inOnePiece([...Array.from({ length: rounds }, add), says(LAST_WORDS)]);
}

export function answeringScript(): ScriptFile {
  return inOnePiece([says(LAST_WORDS)]);
}

/** The same words to whatever is said, in a conversation of many turns. */
export function talkingScript(): ScriptFile {
  return inOnePiece(Array.from({ length: 200 }, () => says(LAST_WORDS)));
}

/** The server is not what is measured: it sends each reply at once. */
function inOnePiece(steps: ScriptFile['scripts'][number]['steps']): ScriptFile {
  return { chunkSize: 0, writeSize: 0, scripts: [{ steps }] };
}
